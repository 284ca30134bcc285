//! The archive: what the service needs kept, as a trait, and SQLite as its first keeper.
//!
//! Invariants: a line is text with a place in its game; no ruleset, no HTTP and no rule is known here. Everything that
//! must be true together is written in one call, which returns when it is on disk. Secrets arrive encrypted.
//!
//! Boundary: `api` is the only caller, through [`Storage`]; it calls from threads that may block.

mod absences;
mod error;
mod mail;
mod measure;
mod rematches;
mod rows;
pub mod sqlite;
mod webhooks;

#[cfg(feature = "contract")]
pub mod contract;

use std::path::Path;

use domain::ids::{GameId, Request, Seat};

pub use absences::AbsenceStorage;
pub use error::Error;
pub use mail::MailStorage;
pub use measure::{DURATIONS, Distribution, Histogram, MeasuredStorage, Stats};
pub use rematches::RematchStorage;
pub use rows::*;
pub use webhooks::WebhookStorage;

/// The result of every call.
pub type Result<T> = std::result::Result<T, Error>;

/// The store's own value that says `1` in a copy made by [`Storage::backup`]: who runs it takes it for restored.
pub const IS_COPY: &str = "is_copy";

/// What a backend must do. All methods block; a write returns when it is durable.
pub trait Storage:
    AbsenceStorage + MailStorage + MeasuredStorage + RematchStorage + WebhookStorage + Send + Sync + 'static
{
    // ---- games: what belongs together is one call

    /// Makes a game: its row, seats, first lines, seeds, timers and letters.
    ///
    /// # Errors
    /// [`Error::Conflict`] when the id is taken.
    fn create_game(&self, new: NewGame) -> Result<()>;

    /// Changes a game: everything in `change`, or nothing.
    ///
    /// # Errors
    /// [`Error::Conflict`] when the game's revision is not the expected one, when a (game, seq), (game, epoch, index),
    /// (game, seat, request) or (game, seq, n) of a secret is taken, when the lines leave a gap or do not make the row's
    /// version, or when there is an answer to `key` or to the key of the answer to be remembered. [`Error::NotFound`] when there
    /// is no such game.
    fn change_game(&self, change: Change) -> Result<()>;

    /// # Errors
    /// [`Error::NotFound`].
    fn game(&self, game: &GameId) -> Result<GameRow>;

    /// A page of games, newest activity first.
    fn games(&self, filter: &GameFilter) -> Result<Vec<GameRow>>;

    /// The ids of all games, in the order of creation (for `check` and after a restart).
    ///
    /// # Errors
    /// [`Error::NotFound`] when `after` is no game.
    fn game_ids(&self, after: Option<&GameId>, limit: usize) -> Result<Vec<GameId>>;

    /// The latest time in the log of any game that is played here.
    fn newest_activity(&self) -> Result<Option<u64>>;

    /// The seats of a game, in the plan's order.
    fn seats(&self, game: &GameId) -> Result<Vec<SeatRow>>;

    /// The seats a player holds in games that are not over.
    fn seats_of(&self, player: &PlayerId) -> Result<Vec<SeatRow>>;

    /// Whether a player held a seat of this game after it had begun, and holds it no longer.
    fn has_left(&self, game: &GameId, player: &PlayerId) -> Result<bool>;

    /// The seat an invitation opens.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    fn seat_by_invite(&self, invite_hash: &[u8; 32]) -> Result<SeatRow>;

    /// Lines with a seq greater than `after`, in order, at most `limit`.
    fn lines(&self, game: &GameId, after: u64, limit: usize) -> Result<Vec<LineRow>>;

    /// Turns with a number of at least `from`, in order, at most `limit`.
    fn turns(&self, game: &GameId, from: u64, limit: usize) -> Result<Vec<TurnRow>>;

    /// The turn a seat asked for under this key, if it did.
    fn turn_of(&self, game: &GameId, seat: &str, request: &Request) -> Result<Option<TurnRow>>;

    /// Rolls after this (epoch, index), in order, at most `limit`.
    fn rolls(&self, game: &GameId, after: (u64, u64), limit: usize) -> Result<Vec<RollRow>>;

    /// Who is waited for, since when.
    fn to_act(&self, game: &GameId) -> Result<Vec<ToActRow>>;

    /// The encrypted seeds of an epoch.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    fn seeds(&self, game: &GameId, epoch: u64) -> Result<Vec<u8>>;

    /// What the seals of a game hide, in their order, opened ones too.
    fn secrets(&self, game: &GameId) -> Result<Vec<SecretRow>>;

    /// The bytes of an imported bundle, as they came.
    ///
    /// # Errors
    /// [`Error::NotFound`] when the game was played here.
    fn bundle(&self, game: &GameId) -> Result<Vec<u8>>;

    // ---- drafts

    /// What a seat has put down and not sent.
    fn draft(&self, game: &GameId, seat: &Seat) -> Result<Option<DraftRow>>;

    /// Keeps a draft, or forgets it (`None`).
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such game.
    fn put_draft(&self, game: &GameId, seat: &Seat, draft: Option<DraftRow>) -> Result<()>;

    /// Keeps a draft, with letters and a remembered answer. The game's row stays as it is: nobody else can tell.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such game; [`Error::Conflict`] when the answer's key is taken.
    fn add_draft(&self, new: NewDraft) -> Result<()>;

    // ---- players

    /// Makes a player with his first token.
    ///
    /// # Errors
    /// [`Error::Conflict`] when the id is taken, or the address is verified and another player has proved it.
    fn create_player(&self, player: PlayerRow, token: TokenRow, letters: Vec<NewLetter>) -> Result<()>;

    /// # Errors
    /// [`Error::NotFound`].
    fn player(&self, id: &PlayerId) -> Result<PlayerRow>;

    /// The player whose verified address this is (compared without regard to letter case).
    fn player_by_email(&self, email: &str) -> Result<Option<PlayerRow>>;

    /// Writes the player's row again, and remembers an answer.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Conflict`] when it makes an address verified that another player has proved, or
    /// when the answer's key is taken.
    fn put_player(&self, player: PlayerRow, letters: Vec<NewLetter>, answer: Option<AnswerRow>)
    -> Result<()>;

    /// Erases name, address, tokens, codes, drafts, settings, absences and webhooks of a player, his remembered answers, the letters
    /// queued for him, and the texts of his messages with the letters that carry them; the row stays as "former player".
    /// What hangs on his address alone (invitations, sign-in codes, letters) goes only if he has proved it. Erasing twice
    /// keeps the first time.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    fn erase_player(&self, id: &PlayerId, at: u64) -> Result<()>;

    /// Notes since when a player is banned, or that he no longer is. Nothing else writes that.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    fn ban_player(&self, id: &PlayerId, since: Option<u64>) -> Result<()>;

    // ---- tokens and codes (only hashes are kept)

    /// Keeps a new token.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such player; [`Error::Conflict`] when the token or its id is taken.
    fn create_token(&self, token: TokenRow) -> Result<()>;

    /// The token with this hash, unless its player is banned.
    fn token(&self, hash: &[u8; 32]) -> Result<Option<TokenRow>>;

    /// Notes when tokens were last used; losing some of it does no harm.
    fn touch_tokens(&self, used: &[([u8; 32], u64)]) -> Result<()>;

    /// A player's tokens, oldest first.
    fn tokens_of(&self, player: &PlayerId) -> Result<Vec<TokenRow>>;

    /// # Errors
    /// [`Error::NotFound`] when the player has no such token.
    fn delete_token(&self, player: &PlayerId, id: &str) -> Result<()>;

    /// Keeps a code in the place of any other of the same kind and subject, and queues its letter.
    fn put_code(&self, code: CodeRow, letters: Vec<NewLetter>) -> Result<()>;

    /// Tries a code. A right one in time is used up; a wrong one costs a try; none is left after the last.
    fn try_code(&self, kind: CodeKind, subject: &str, hash: &[u8; 32], now: u64) -> Result<CodeTrial>;

    // ---- remembered answers

    /// The answer to a request that was made before.
    fn answer(&self, actor: &PlayerId, key: &str) -> Result<Option<AnswerRow>>;

    /// Remembers an answer whose effect needs no other row.
    ///
    /// # Errors
    /// [`Error::Conflict`] when the key has an answer already.
    fn put_answer(&self, answer: AnswerRow) -> Result<()>;

    /// Forgets answers older than this.
    fn forget_answers(&self, before: u64) -> Result<usize>;

    // ---- post

    /// Queues letters that belong to no game's change.
    fn post(&self, letters: Vec<NewLetter>) -> Result<()>;

    /// Whether a letter with this message id was ever queued.
    fn has_letter(&self, message_id: &str) -> Result<bool>;

    /// Letters that should leave by now, oldest first.
    fn letters_due(&self, now: u64, limit: usize) -> Result<Vec<LetterRow>>;

    /// When the next letter should leave.
    fn next_letter_due(&self) -> Result<Option<u64>>;

    /// What became of a letter. Sent, dropped and failed are final: what comes after changes nothing, and a letter's text
    /// and address are kept no longer.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such letter. [`Error::Conflict`] when it was made before, otherwise, or has
    /// come to its end: then the text just made must not leave.
    fn letter_outcome(&self, id: u64, outcome: LetterOutcome) -> Result<()>;

    /// How many letters are in each state, and when the oldest queued one was written.
    fn post_depth(&self) -> Result<PostDepth>;

    // ---- press

    /// Writes a message with its letters and the remembered answer. The game's row stays as it is: neither its version nor
    /// its activity tells that somebody has written.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such game; [`Error::Conflict`] when its revision is not the expected one, or
    /// when the message's id or the answer's key is taken.
    fn write_message(&self, new: NewMessage) -> Result<()>;

    /// A message of a game, whoever reads it.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    fn message(&self, game: &GameId, id: &str) -> Result<MessageRow>;

    /// A page of messages, newest first: those for all, and those that one of the seats reads. Before the start a seat
    /// that another takes no longer reads what was written to it; afterwards press stays with its seat.
    ///
    /// # Errors
    /// [`Error::NotFound`] when `before` is no message of the game.
    fn messages(&self, filter: &MessageFilter) -> Result<Vec<MessageRow>>;

    // ---- timers

    /// Timers due by now, earliest first.
    fn timers_due(&self, now: u64, limit: usize) -> Result<Vec<TimerRow>>;

    /// When the next timer is due.
    fn next_timer_due(&self) -> Result<Option<u64>>;

    /// Takes a timer away whose game moved on or cannot be opened.
    fn drop_timer(&self, timer: &TimerRow) -> Result<()>;

    // ---- the store itself

    /// A value of the store's own, e.g. `generation`.
    fn meta(&self, key: &str) -> Result<Option<String>>;

    /// Sets a value of the store's own.
    fn put_meta(&self, key: &str, value: &str) -> Result<()>;

    /// Changes when another process has written: caches compare it.
    fn data_version(&self) -> Result<u64>;

    /// Grows when a player's row is written again, he is erased, or a token ends, through this store: caches of names and tokens
    /// compare it. It is another before the call that changes it returns.
    fn people_version(&self) -> u64;

    /// True when a write would succeed now.
    ///
    /// # Errors
    /// Why not.
    fn ready(&self) -> Result<()>;

    /// Copies the store while it runs, into a new file, and proves the copy readable. `progress` hears (done, all) pages.
    ///
    /// # Errors
    /// [`Error::Backend`] when the file exists, or cannot be written.
    fn backup(&self, to: &Path, progress: &mut dyn FnMut(u64, u64)) -> Result<()>;

    /// Finishes what is queued and closes. Later calls fail.
    fn close(&self);
}
