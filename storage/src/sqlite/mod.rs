//! SQLite as the keeper: one file, one thread that writes (`writer.rs`), connections that read (`pool.rs`).
//!
//! This file is the index: what each method of the trait does stands in the file of its subject. Statements never leave
//! this folder, and nothing else than SQL decides what belongs together.

mod absences;
mod accounts;
mod backup;
mod connect;
mod deliveries;
mod events;
mod fault;
mod file;
mod games;
mod lobby;
#[cfg(feature = "contract")]
pub mod luck;
mod mail;
mod migrate;
mod outbox;
mod players;
mod pool;
mod press;
mod rematches;
mod seats;
mod sql;
mod stats;
mod timers;
mod wal;
mod webhooks;
mod whole;
mod writer;

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use domain::ids::{GameId, Request, Seat};
use rusqlite::Connection;

use self::{pool::Pool, stats::Counters, writer::Writer};
use crate::*;

pub use self::connect::BUSY_TIMEOUT;

/// The pause before a file that is being opened or closed elsewhere is tried again.
const RETRY: Duration = Duration::from_millis(5);

/// A store is not ready when a write takes longer than this.
const READY_WITHIN: Duration = Duration::from_secs(5);

/// A store in one SQLite file.
pub struct SqliteStorage {
    path: PathBuf,
    /// Tells this store's writes from those of another process.
    tag: String,
    writer: Writer,
    readers: Pool,
    /// Sees every commit; kept apart since its counting is per connection.
    watcher: Mutex<Option<Connection>>,
    counters: Arc<Counters>,
    people: AtomicU64,
}

impl SqliteStorage {
    /// Opens the store at `path`: made if there is none (with its folder, for its owner's eyes only), brought up to this
    /// program's schema if it is older, after a proved copy was put beside it.
    ///
    /// # Errors
    /// All name the path. [`Error::Foreign`]: the file is not ours or of a newer program; not a byte of it was changed.
    /// [`Error::Unavailable`]: it cannot be read or written now, with the reason. [`Error::Corrupt`]: it is damaged.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        // While another process opens or closes the same file SQLite answers some calls with "busy" without asking how
        // long we would wait.
        let until = Instant::now() + BUSY_TIMEOUT;
        loop {
            let waits = |error: &Error| fault::is_busy(error) && Instant::now() < until;
            match file::open(path) {
                Ok(()) => {}
                Err(error) if waits(&error) => {
                    thread::sleep(RETRY);
                    continue;
                }
                Err(error) => return Err(error),
            }
            match Self::start(path) {
                Ok(store) => return Ok(store),
                Err(error) if waits(&error) => thread::sleep(RETRY),
                Err(error) => return Err(file::explain(path, error)),
            }
        }
    }

    fn start(path: &Path) -> Result<Self> {
        let counters = Arc::new(Counters::default());
        let tag = writer::tag();
        let store = Self {
            writer: Writer::start(path, tag.clone(), counters.clone())?,
            readers: Pool::new(path.to_owned()),
            watcher: Mutex::new(Some(connect::reader(path)?)),
            path: path.to_owned(),
            tag,
            counters,
            people: AtomicU64::new(0),
        };
        store.ready()?;
        Ok(store)
    }

    fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        self.readers.read(work)
    }

    fn write<T: Send + 'static>(
        &self,
        work: impl FnMut(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.writer.write(work)
    }

    /// Writes something that caches of names and tokens hold.
    fn write_people(&self, work: impl FnMut(&Connection) -> Result<()> + Send + 'static) -> Result<()> {
        let written = self.writer.write(work);
        // Also when it failed: nobody can say how far it came.
        self.people.fetch_add(1, Ordering::AcqRel);
        written
    }
}

impl Drop for SqliteStorage {
    fn drop(&mut self) {
        self.close();
    }
}

impl Storage for SqliteStorage {
    fn create_game(&self, new: NewGame) -> Result<()> {
        assert!(new.seats.iter().all(|seat| seat.game == new.row.id), "a seat of another game");
        self.write(move |conn| games::create(conn, &new))
    }

    fn change_game(&self, change: Change) -> Result<()> {
        assert!(change.seats.iter().all(|seat| seat.game == change.row.id), "a seat of another game");
        self.write(move |conn| games::change(conn, &change))
    }

    fn game(&self, game: &GameId) -> Result<GameRow> {
        self.read(|conn| games::game(conn, game))
    }

    fn games(&self, filter: &GameFilter) -> Result<Vec<GameRow>> {
        self.read(|conn| lobby::games(conn, filter))
    }

    fn game_ids(&self, after: Option<&GameId>, limit: usize) -> Result<Vec<GameId>> {
        self.read(|conn| games::ids(conn, after, limit))
    }

    fn newest_activity(&self) -> Result<Option<u64>> {
        self.read(games::newest_activity)
    }

    fn seats(&self, game: &GameId) -> Result<Vec<SeatRow>> {
        self.read(|conn| seats::of_game(conn, game))
    }

    fn seats_of(&self, player: &PlayerId) -> Result<Vec<SeatRow>> {
        self.read(|conn| seats::of_player(conn, player))
    }

    fn has_left(&self, game: &GameId, player: &PlayerId) -> Result<bool> {
        self.read(|conn| seats::has_left(conn, game, player))
    }

    fn seat_by_invite(&self, invite_hash: &[u8; 32]) -> Result<SeatRow> {
        self.read(|conn| seats::by_invite(conn, invite_hash))
    }

    fn lines(&self, game: &GameId, after: u64, limit: usize) -> Result<Vec<LineRow>> {
        self.read(|conn| events::lines(conn, game, after, limit))
    }

    fn turns(&self, game: &GameId, from: u64, limit: usize) -> Result<Vec<TurnRow>> {
        self.read(|conn| events::turns(conn, game, from, limit))
    }

    fn turn_of(&self, game: &GameId, seat: &str, request: &Request) -> Result<Option<TurnRow>> {
        self.read(|conn| events::turn_of(conn, game, seat, request))
    }

    fn rolls(&self, game: &GameId, after: (u64, u64), limit: usize) -> Result<Vec<RollRow>> {
        self.read(|conn| events::rolls(conn, game, after, limit))
    }

    fn to_act(&self, game: &GameId) -> Result<Vec<ToActRow>> {
        self.read(|conn| timers::to_act(conn, game))
    }

    fn seeds(&self, game: &GameId, epoch: u64) -> Result<Vec<u8>> {
        self.read(|conn| events::seeds(conn, game, epoch))
    }

    fn secrets(&self, game: &GameId) -> Result<Vec<SecretRow>> {
        self.read(|conn| events::secrets(conn, game))
    }

    fn bundle(&self, game: &GameId) -> Result<Vec<u8>> {
        self.read(|conn| events::bundle(conn, game))
    }

    fn draft(&self, game: &GameId, seat: &Seat) -> Result<Option<DraftRow>> {
        self.read(|conn| seats::draft(conn, game, seat))
    }

    fn put_draft(&self, game: &GameId, seat: &Seat, draft: Option<DraftRow>) -> Result<()> {
        let (game, seat) = (game.clone(), seat.clone());
        self.write(move |conn| seats::put_draft(conn, &game, &seat, draft.as_ref()))
    }

    fn add_draft(&self, new: NewDraft) -> Result<()> {
        self.write(move |conn| seats::add_draft(conn, &new))
    }

    fn create_player(&self, player: PlayerRow, token: TokenRow, letters: Vec<NewLetter>) -> Result<()> {
        self.write(move |conn| players::create(conn, &player, &token, &letters))
    }

    fn player(&self, id: &PlayerId) -> Result<PlayerRow> {
        self.read(|conn| players::player(conn, id))
    }

    fn player_by_email(&self, email: &str) -> Result<Option<PlayerRow>> {
        self.read(|conn| players::by_email(conn, email))
    }

    fn put_player(
        &self,
        player: PlayerRow,
        letters: Vec<NewLetter>,
        answer: Option<AnswerRow>,
    ) -> Result<()> {
        self.write_people(move |conn| players::put_player(conn, &player, &letters, answer.as_ref()))
    }

    fn erase_player(&self, id: &PlayerId, at: u64) -> Result<()> {
        let id = id.clone();
        self.write_people(move |conn| players::erase(conn, &id, at))?;
        self.writer.empty_wal();
        Ok(())
    }

    fn ban_player(&self, id: &PlayerId, since: Option<u64>) -> Result<()> {
        let id = id.clone();
        self.write_people(move |conn| players::ban(conn, &id, since))
    }

    fn create_token(&self, token: TokenRow) -> Result<()> {
        self.write(move |conn| accounts::create_token(conn, &token))
    }

    fn token(&self, hash: &[u8; 32]) -> Result<Option<TokenRow>> {
        self.read(|conn| accounts::token(conn, hash))
    }

    fn touch_tokens(&self, used: &[([u8; 32], u64)]) -> Result<()> {
        let used = used.to_vec();
        self.write(move |conn| accounts::touch_tokens(conn, &used))
    }

    fn tokens_of(&self, player: &PlayerId) -> Result<Vec<TokenRow>> {
        self.read(|conn| accounts::tokens_of(conn, player))
    }

    fn delete_token(&self, player: &PlayerId, id: &str) -> Result<()> {
        let (player, id) = (player.clone(), id.to_owned());
        self.write_people(move |conn| accounts::delete_token(conn, &player, &id))
    }

    fn put_code(&self, code: CodeRow, letters: Vec<NewLetter>) -> Result<()> {
        self.write(move |conn| {
            accounts::put_code(conn, &code)?;
            outbox::post(conn, &letters)
        })
    }

    fn try_code(&self, kind: CodeKind, subject: &str, hash: &[u8; 32], now: u64) -> Result<CodeTrial> {
        let (subject, hash) = (subject.to_owned(), *hash);
        self.write(move |conn| accounts::try_code(conn, kind, &subject, &hash, now))
    }

    fn answer(&self, actor: &PlayerId, key: &str) -> Result<Option<AnswerRow>> {
        self.read(|conn| accounts::answer(conn, actor, key))
    }

    fn put_answer(&self, answer: AnswerRow) -> Result<()> {
        self.write(move |conn| accounts::remember(conn, Some(&answer)))
    }

    fn forget_answers(&self, before: u64) -> Result<usize> {
        self.write(move |conn| accounts::forget_answers(conn, before))
    }

    fn post(&self, letters: Vec<NewLetter>) -> Result<()> {
        self.write(move |conn| outbox::post(conn, &letters))
    }

    fn has_letter(&self, message_id: &str) -> Result<bool> {
        self.read(|conn| outbox::has(conn, message_id))
    }

    fn letters_due(&self, now: u64, limit: usize) -> Result<Vec<LetterRow>> {
        self.read(|conn| outbox::due(conn, now, limit))
    }

    fn next_letter_due(&self) -> Result<Option<u64>> {
        self.read(outbox::next_due)
    }

    fn letter_outcome(&self, id: u64, outcome: LetterOutcome) -> Result<()> {
        self.write(move |conn| outbox::outcome(conn, id, &outcome))
    }

    fn post_depth(&self) -> Result<PostDepth> {
        self.read(outbox::depth)
    }

    fn write_message(&self, new: NewMessage) -> Result<()> {
        self.write(move |conn| press::write(conn, &new))
    }

    fn message(&self, game: &GameId, id: &str) -> Result<MessageRow> {
        self.read(|conn| press::message(conn, game, id))
    }

    fn messages(&self, filter: &MessageFilter) -> Result<Vec<MessageRow>> {
        self.read(|conn| press::messages(conn, filter))
    }

    fn timers_due(&self, now: u64, limit: usize) -> Result<Vec<TimerRow>> {
        self.read(|conn| timers::due(conn, now, limit))
    }

    fn next_timer_due(&self) -> Result<Option<u64>> {
        self.read(timers::next_due)
    }

    fn drop_timer(&self, timer: &TimerRow) -> Result<()> {
        let timer = timer.clone();
        self.write(move |conn| timers::drop_timer(conn, &timer))
    }

    fn meta(&self, key: &str) -> Result<Option<String>> {
        self.read(|conn| accounts::meta(conn, key))
    }

    fn put_meta(&self, key: &str, value: &str) -> Result<()> {
        let (key, value) = (key.to_owned(), value.to_owned());
        self.write(move |conn| accounts::put_meta(conn, &key, &value))
    }

    fn data_version(&self) -> Result<u64> {
        let watcher = self.watcher.lock().unwrap_or_else(PoisonError::into_inner);
        writer::data_version(watcher.as_ref().ok_or_else(fault::closed)?, &self.tag)
    }

    fn people_version(&self) -> u64 {
        self.people.load(Ordering::Acquire)
    }

    fn ready(&self) -> Result<()> {
        self.writer.write_within(READY_WITHIN, |conn| {
            sql::put(conn, "UPDATE store SET heartbeat = heartbeat + 1", []).map(drop)
        })
    }

    fn backup(&self, to: &Path, progress: &mut dyn FnMut(u64, u64)) -> Result<()> {
        let _copying = self.counters.copying();
        backup::copy(&self.path, to, progress)
    }

    fn close(&self) {
        self.readers.close();
        *self.watcher.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.writer.close();
    }
}
