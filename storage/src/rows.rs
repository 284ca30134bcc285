//! What is kept, row by row. Times are Unix seconds, hashes SHA-256.

mod mail;
mod people;
mod post;
mod press;
mod webhooks;

use std::fmt;

use domain::ids::{GameId, Request, Seat};

pub use mail::*;
pub use people::*;
pub use post::*;
pub use press::*;
pub use table::*;
pub use webhooks::*;

/// A player's id: public, and gives no power.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlayerId(pub String);

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

macro_rules! words {
    ($(#[$doc:meta])* $type:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $type { $($(#[$vdoc])* $variant),+ }

        impl $type {
            /// The word in the store and in answers.
            pub fn as_str(self) -> &'static str {
                match self { $($type::$variant => $word),+ }
            }

            /// The variant of this word.
            pub fn parse(word: &str) -> Option<Self> {
                match word { $($word => Some($type::$variant),)+ _ => None }
            }
        }
    };
}

// After the macro, which it uses.
mod table;

words!(
    /// The life of a game.
    GameState {
        /// Seats or numbers are still missing.
        Open = "open",
        /// Being played.
        Active = "active",
        /// Over, with a result.
        Finished = "finished",
        /// Over, without one.
        Aborted = "aborted",
    }
);

words!(
    /// Who may find and watch a game.
    Visibility {
        /// Listed for all.
        Public = "public",
        /// Watched by who knows the id.
        Unlisted = "unlisted",
        /// Only by who has a seat.
        Private = "private",
    }
);

words!(
    /// What became of a seat.
    SeatStatus {
        /// Anybody may take it.
        Open = "open",
        /// Kept for who has the invitation.
        Invited = "invited",
        /// Held by a player or a bot.
        Taken = "taken",
        /// Held, and offered to a substitute.
        Offered = "offered",
        /// Given up.
        Resigned = "resigned",
    }
);

words!(
    /// What a code is for.
    CodeKind {
        /// Proves an address; the subject is the player's id.
        Verify = "verify",
        /// Signs in; the subject is the address in lower case.
        SignIn = "sign_in",
    }
);

words!(
    /// Where a letter is.
    LetterState {
        /// Waits for its time.
        Queued = "queued",
        /// Left.
        Sent = "sent",
        /// Was no longer true when it should have left.
        Dropped = "dropped",
        /// Refused for good.
        Failed = "failed",
    }
);

/// A game's row: a projection of its log, and what is not the log's business.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Its id.
    pub id: GameId,
    /// The origin its dice and heads are signed under.
    pub origin: String,
    /// Its ruleset.
    pub ruleset: String,
    /// The scenario's id.
    pub scenario: String,
    /// The name people gave it.
    pub title: String,
    /// Who may find and watch it.
    pub visibility: Visibility,
    /// Its life.
    pub state: GameState,
    /// The ruleset's round.
    pub round: u32,
    /// The ruleset's phase, or `entropy`.
    pub phase: String,
    /// Number of lines.
    pub version: u64,
    /// Hash of the newest line.
    pub head: [u8; 32],
    /// Counts every change, also of what stands beside the log; guards against lost updates.
    pub revision: u64,
    /// Who made it.
    pub host: Option<PlayerId>,
    /// True when it came as a bundle from elsewhere: watched, not played.
    pub imported: bool,
    /// The result as JSON, when there is one.
    pub result: Option<String>,
    /// When it was made.
    pub created: u64,
    /// When its log or seats last changed.
    pub active: u64,
}

/// One seat of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatRow {
    /// The game.
    pub game: GameId,
    /// The seat.
    pub seat: Seat,
    /// Its place in the plan, from 0.
    pub place: u32,
    /// Its side.
    pub side: String,
    /// What became of it.
    pub status: SeatStatus,
    /// Who holds it.
    pub player: Option<PlayerId>,
    /// The bot that holds it.
    pub bot: Option<String>,
    /// Hash of the invitation that opens it.
    pub invite_hash: Option<[u8; 32]>,
    /// The address that was invited.
    pub invite_email: Option<String>,
    /// The holder's commitment for the epoch that opens, as long as it is not in the log.
    pub commit: Option<[u8; 32]>,
    /// The holder relies on the others' numbers.
    pub declined: bool,
    /// When it was taken.
    pub since: Option<u64>,
}

/// One line of a log.
#[derive(Clone, Debug, PartialEq)]
pub struct LineRow {
    /// Its place, from 1.
    pub seq: u64,
    /// The turn it belongs to; `None` for lines of the protocol.
    pub turn: Option<u64>,
    /// The round in which it was written.
    pub round: u32,
    /// The phase in which it was written.
    pub phase: String,
    /// Its hash.
    pub hash: [u8; 32],
    /// Its exact bytes.
    pub line: String,
}

/// One turn.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnRow {
    /// Its number, from 0.
    pub turn: u64,
    /// Who made it; `server` for start and clock.
    pub seat: String,
    /// Its request.
    pub request: Request,
    /// Its first line.
    pub first: u64,
    /// Its last line.
    pub last: u64,
    /// SHA-256 of the body that asked for it.
    pub body_hash: [u8; 32],
}

/// One roll, ready to be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct RollRow {
    /// Its epoch.
    pub epoch: u64,
    /// Its index in the epoch, from 1.
    pub index: u64,
    /// The line that shows it.
    pub seq: u64,
    /// The roll of service §13, as JSON.
    pub roll: String,
}

/// A seat that is waited for.
#[derive(Clone, Debug, PartialEq)]
pub struct ToActRow {
    /// The seat.
    pub seat: Seat,
    /// Since when.
    pub since: u64,
    /// Until when, if there is a clock.
    pub deadline: Option<u64>,
}

/// Something to be done at a time.
#[derive(Clone, Debug, PartialEq)]
pub struct TimerRow {
    /// The game.
    pub game: GameId,
    /// When.
    pub due: u64,
    /// For whom.
    pub seat: Option<Seat>,
    /// What, e.g. `bot`, `time_out`.
    pub kind: String,
}

/// A remembered answer (encrypted by the caller).
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerRow {
    /// Who asked.
    pub actor: PlayerId,
    /// The idempotency key.
    pub key: String,
    /// SHA-256 of method, path and body.
    pub body_hash: [u8; 32],
    /// Status, headers and body, encrypted.
    pub answer: Vec<u8>,
    /// When.
    pub at: u64,
}

/// What one seal hides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretRow {
    /// The line.
    pub seq: u64,
    /// Which of its seals, from 0.
    pub n: u64,
    /// Salt and text, encrypted.
    pub sealed: Vec<u8>,
}

/// A draft.
#[derive(Clone, Debug, PartialEq)]
pub struct DraftRow {
    /// The orders, encrypted and in letters; in stores of older programs, JSON.
    pub orders: String,
    /// When.
    pub at: u64,
}

/// A draft with what is written with it.
#[derive(Clone, Debug)]
pub struct NewDraft {
    /// The game.
    pub game: GameId,
    /// The seat.
    pub seat: Seat,
    /// The draft, in the place of any other.
    pub draft: DraftRow,
    /// Letters.
    pub letters: Vec<NewLetter>,
    /// The remembered answer.
    pub answer: Option<AnswerRow>,
}

/// A new game, whole.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its row; `revision` is 1.
    pub row: GameRow,
    /// Its seats.
    pub seats: Vec<SeatRow>,
    /// Its first lines.
    pub lines: Vec<LineRow>,
    /// Turns, if it started at once.
    pub turns: Vec<TurnRow>,
    /// Rolls, if it started at once.
    pub rolls: Vec<RollRow>,
    /// Who is waited for.
    pub to_act: Vec<ToActRow>,
    /// What is due.
    pub timers: Vec<TimerRow>,
    /// Encrypted seeds, by epoch.
    pub seeds: Vec<(u64, Vec<u8>)>,
    /// What its first lines seal.
    pub secrets: Vec<SecretRow>,
    /// Letters.
    pub letters: Vec<NewLetter>,
    /// The remembered answer.
    pub answer: Option<AnswerRow>,
    /// The bundle it was imported from.
    pub bundle: Option<Vec<u8>>,
}

/// A change of a game: all of it, or nothing.
#[derive(Clone, Debug)]
pub struct Change {
    /// The row as it shall be; `row.revision` is the expected present revision, and is raised by one in the store.
    pub row: GameRow,
    /// New lines, in order; the first seq is the present version + 1.
    pub lines: Vec<LineRow>,
    /// New turns.
    pub turns: Vec<TurnRow>,
    /// New rolls.
    pub rolls: Vec<RollRow>,
    /// Who asks for it under which key: there may be no remembered answer to that.
    pub key: Option<(PlayerId, String)>,
    /// Who is waited for now: replaces all, when given.
    pub to_act: Option<Vec<ToActRow>>,
    /// What is due now: replaces all timers of the game, when given.
    pub timers: Option<Vec<TimerRow>>,
    /// Seats that changed, whole rows.
    pub seats: Vec<SeatRow>,
    /// Seeds of a new epoch, encrypted; the old epoch's stay.
    pub seeds: Option<(u64, Vec<u8>)>,
    /// What the new lines seal.
    pub secrets: Vec<SecretRow>,
    /// Letters.
    pub letters: Vec<NewLetter>,
    /// Drafts to forget.
    pub drop_drafts: Vec<Seat>,
    /// The remembered answer.
    pub answer: Option<AnswerRow>,
}

/// Which games.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// Only in these states (empty: all).
    pub states: Vec<GameState>,
    /// Only of this ruleset.
    pub ruleset: Option<String>,
    /// Only public ones, and those in which this player has or had a seat or which he made. `None`: only public ones.
    pub viewer: Option<PlayerId>,
    /// Only those in which the viewer has a seat or which he made.
    pub mine: bool,
    /// Only those in which a seat of the viewer is waited for.
    pub to_act: bool,
    /// Only those after this one in the order (active descending, id).
    pub after: Option<(u64, GameId)>,
    /// At most.
    pub limit: usize,
}
