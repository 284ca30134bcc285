//! The hall: the games that are open in memory, each in a room of its own.
//!
//! A room has one door for those who act, and windows for those who look: acts are taken one after the other, each judged
//! on the state it meets, while readers hold the last state that is durable. Nothing derived from a seed leaves a room
//! before the store has said yes.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex, MutexGuard, RwLock,
        atomic::{AtomicU64, Ordering},
    },
};

use domain::{
    chronicle::{Chronicle, CorruptLog, Lore, Step},
    hash::Hash,
    ids::{GameId, Seat},
    log::Line,
    rulesets,
    seam::Corrupt,
};
use storage::{GameRow, PlayerId, SeatRow, SeatStatus, Storage};
use tokio::sync::watch;

use super::{aftermath::Follow, read::games::Showings};
use crate::{
    app::App,
    problem::{Chain, Problem, codes},
};

/// How many games stay open at most, those that are watched apart.
const ROOMS: usize = 2_000;

/// Lines read from the store at a time when a game is opened.
const PAGE: usize = 2_000;

/// A game as it stands in the store, folded.
pub struct Opened {
    /// Its row.
    pub row: GameRow,
    /// Its seats, in the plan's order.
    pub seats: Vec<SeatRow>,
    /// The game and its log.
    pub chronicle: Chronicle,
    /// How it has been shown.
    pub shown: Showings,
    /// Who is waited for and what is due, as the store has it; `None` for a game that was just read.
    pub follow: Option<Follow>,
}

impl Opened {
    /// A game that nobody has looked at.
    pub fn new(row: GameRow, seats: Vec<SeatRow>, chronicle: Chronicle) -> Self {
        Opened { row, seats, chronicle, shown: Showings::default(), follow: None }
    }

    /// The row of a seat.
    pub fn seat(&self, seat: &Seat) -> Option<&SeatRow> {
        self.seats.iter().find(|row| row.seat == *seat)
    }

    /// The seats this player holds, in the plan's order.
    pub fn held_by(&self, player: &PlayerId) -> impl Iterator<Item = &SeatRow> {
        let held = |row: &&SeatRow| {
            row.player.as_ref() == Some(player)
                && matches!(row.status, SeatStatus::Taken | SeatStatus::Offered)
        };
        self.seats.iter().filter(held)
    }
}

/// One game's room.
pub struct Room {
    /// Held by who acts.
    turn: Mutex<()>,
    /// The newest durable state; `None` until somebody looked.
    state: RwLock<Option<Arc<Opened>>>,
    /// The store's data version at which the state was last known to be the newest.
    checked: AtomicU64,
    /// Says "the game moved on" and at which revision; nothing else.
    moved: watch::Sender<u64>,
    /// When it was last entered: a count, not a time.
    entered: AtomicU64,
}

impl Room {
    fn new() -> Self {
        Room {
            turn: Mutex::new(()),
            state: RwLock::new(None),
            checked: AtomicU64::new(u64::MAX),
            moved: watch::Sender::new(0),
            entered: AtomicU64::new(0),
        }
    }

    /// Hears when the game moves on.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.moved.subscribe()
    }

    /// Waits for the turn to act. A panic of who acted before has changed nothing: state is replaced whole, after the store.
    pub fn enter(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The newest state, read from the store if need be.
    ///
    /// # Errors
    /// 404 when there is no such game; 500 `game-corrupt` when its log cannot be folded.
    pub fn look(&self, app: &App, id: &GameId) -> Result<Arc<Opened>, Problem> {
        let store = &*app.store;
        let version = app.data_version()?;
        if let Some(known) = self.newest(version) {
            app.metrics.games.found(true);
            return Ok(known);
        }
        let known = self.state.read().unwrap_or_else(|poisoned| poisoned.into_inner()).clone();
        if let Some(known) = known
            && store.game(id)?.revision == known.row.revision
        {
            self.checked.store(version, Ordering::Release);
            app.metrics.games.found(true);
            return Ok(known);
        }
        app.metrics.games.found(false);
        let opened = Arc::new(load(app, id)?);
        self.put(opened.clone(), version);
        Ok(opened)
    }

    /// The newest state, if it is known without the store that it is.
    pub fn newest(&self, version: u64) -> Option<Arc<Opened>> {
        if self.checked.load(Ordering::Acquire) != version {
            return None;
        }
        self.state.read().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }

    /// Shows a state that is durable. An older one than is shown already (a slow reader's) is dropped.
    pub fn put(&self, opened: Arc<Opened>, checked: u64) {
        let mut state = self.state.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        let newer = state.as_ref().is_none_or(|known| known.row.revision <= opened.row.revision);
        if newer {
            let revision = opened.row.revision;
            *state = Some(opened);
            drop(state);
            self.checked.store(checked, Ordering::Release);
            self.moved.send_if_modified(|seen| std::mem::replace(seen, revision) != revision);
        }
    }

    /// Somebody else may have been faster: the next look asks the store whether the state is the newest.
    pub fn doubt(&self) {
        self.checked.store(u64::MAX, Ordering::Release);
    }

    /// Forgets the state: the next look reads the store.
    pub fn forget(&self) {
        *self.state.write().unwrap_or_else(|poisoned| poisoned.into_inner()) = None;
    }
}

/// All rooms.
#[derive(Default)]
pub struct Hall {
    rooms: Mutex<BTreeMap<GameId, Arc<Room>>>,
    count: AtomicU64,
    /// Games whose logs cannot be read: closed, while all others are played on.
    corrupt: Mutex<BTreeSet<GameId>>,
}

impl Hall {
    /// The room of a game that is open.
    pub fn known(&self, id: &GameId) -> Option<Arc<Room>> {
        let rooms = self.rooms.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let room = rooms.get(id)?;
        room.entered.store(self.count.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        Some(room.clone())
    }

    /// The room of a game, whether or not there is such a game.
    pub fn room(&self, id: &GameId) -> Arc<Room> {
        let mut rooms = self.rooms.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let entered = self.count.fetch_add(1, Ordering::Relaxed);
        if let Some(room) = rooms.get(id) {
            room.entered.store(entered, Ordering::Relaxed);
            return room.clone();
        }
        if ROOMS <= rooms.len() {
            close_quiet_rooms(&mut rooms);
        }
        let room = Arc::new(Room::new());
        room.entered.store(entered, Ordering::Relaxed);
        rooms.insert(id.clone(), room.clone());
        room
    }

    /// Closes the room of what turned out to be no game, unless somebody is inside.
    pub fn close(&self, id: &GameId) {
        let mut rooms = self.rooms.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if rooms.get(id).is_some_and(|room| Arc::strong_count(room) == 1) {
            rooms.remove(id);
        }
    }

    /// How many games are open.
    pub fn len(&self) -> usize {
        self.rooms.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).len()
    }

    /// How many games could not be opened, of those somebody tried to since the start.
    pub fn n_corrupt(&self) -> usize {
        self.corrupt.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).len()
    }

    /// Notes whether a game could be opened: somebody may have mended it meanwhile.
    fn note<T>(&self, id: &GameId, opened: &Result<T, Problem>) {
        let mut corrupt = self.corrupt.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        match opened {
            Err(problem) if problem.code() == codes::GAME_CORRUPT.code => drop(corrupt.insert(id.clone())),
            Ok(_) | Err(_) => drop(corrupt.remove(id)),
        }
    }

    /// Whether no game is open.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Closes the half of the rooms that nobody entered for longest. Who is inside keeps his room: a second one of the same
/// game would not hear him.
fn close_quiet_rooms(rooms: &mut BTreeMap<GameId, Arc<Room>>) {
    let mut quiet: Vec<(u64, GameId)> = rooms
        .iter()
        .filter(|(_, room)| Arc::strong_count(room) == 1)
        .map(|(id, room)| (room.entered.load(Ordering::Relaxed), id.clone()))
        .collect();
    quiet.sort_unstable();
    for (_, id) in quiet.into_iter().take(ROOMS / 2) {
        rooms.remove(&id);
    }
}

/// Opens a game by folding its log.
///
/// # Errors
/// 404, or 500 `game-corrupt` naming the line.
pub fn load(app: &App, id: &GameId) -> Result<Opened, Problem> {
    let opened = read(app, id);
    app.hall.note(id, &opened);
    opened
}

fn read(app: &App, id: &GameId) -> Result<Opened, Problem> {
    let store = &*app.store;
    // Row first: whoever writes meanwhile makes the revision stale, and the next act finds out.
    let row = store.game(id).map_err(|why| unreadable(id, why))?;
    let seats = store.seats(id).map_err(|why| unreadable(id, why))?;
    let chronicle = fold(store, id, row.version, app.lore(id)?)?;
    Ok(Opened::new(row, seats, chronicle))
}

/// Folds a game's log up to line `to`, as somebody who knows this of what it hides.
///
/// # Errors
/// 404 when there are no lines; 500 `game-corrupt` naming the line that cannot be folded.
pub fn fold(store: &dyn Storage, id: &GameId, to: u64, lore: Lore) -> Result<Chronicle, Problem> {
    let mut chronicle: Option<Chronicle> = None;
    let mut after = 0;
    while after < to {
        let limit = usize::try_from(to - after).unwrap_or(PAGE).min(PAGE);
        let page = store.lines(id, after, limit).map_err(|why| unreadable(id, why))?;
        let Some(last) = page.last() else { break };
        let seq = last.seq;
        for row in &page {
            let hash = Hash::from_bytes(row.hash);
            if Hash::of(&row.line) != hash {
                return Err(damaged(id, row.seq));
            }
            match &mut chronicle {
                None => {
                    let opened = Chronicle::open(&rulesets::find, [(row.line.as_str(), hash)]);
                    let mut opened = opened.map_err(|why| corrupt(id, why))?;
                    opened.knows(lore.clone());
                    chronicle = Some(opened);
                }
                Some(open) => {
                    let why = |why| corrupt(id, CorruptLog { seq: row.seq, why });
                    let line = Line::read(&row.line).map_err(|_| why(Corrupt::BodyUnreadable))?;
                    open.follow(&line, hash).map_err(why)?;
                }
            }
        }
        after = seq;
    }
    let mut chronicle = chronicle.ok_or_else(|| Problem::plain(codes::NOT_FOUND))?;
    if chronicle.ledger().version() < to {
        return Err(corrupt(id, CorruptLog { seq: after + 1, why: Corrupt::BodyUnreadable }));
    }
    chronicle.settle();
    Ok(chronicle)
}

/// What is stored of one game cannot be understood: that closes the game, not the service.
fn unreadable(id: &GameId, why: storage::Error) -> Problem {
    match why {
        storage::Error::Corrupt(_) => {
            tracing::error!(game = %id, error = %Chain(&why), "this game cannot be read from the store");
            Problem::new(
                codes::GAME_CORRUPT,
                "The log of this game cannot be read: the store is damaged there.",
            )
        }
        other => other.into(),
    }
}

/// A line is no longer the one that was written. Whatever were played after it could never be proved.
fn damaged(id: &GameId, seq: u64) -> Problem {
    tracing::error!(game = %id, seq, "this line is not the one that was written");
    let why = format!("The log of this game cannot be read: line {seq} is not the one that was written.");
    Problem::new(codes::GAME_CORRUPT, why)
}

fn corrupt(id: &GameId, why: CorruptLog) -> Problem {
    tracing::error!(game = %id, seq = why.seq, code = why.why.code(), "this game's log cannot be opened");
    Problem::new(codes::GAME_CORRUPT, format!("The log of this game cannot be read: {why}."))
}

/// What somebody wants to do to a game.
pub struct Proposal<T> {
    /// New lines, and the game they lead to.
    pub step: Option<Step>,
    /// Seats that change, whole rows.
    pub seats: Vec<SeatRow>,
    /// SHA-256 of the body that asked for the turn in `step`.
    pub body_hash: [u8; 32],
    /// Who asked for it under which key: no request of his under this key may have an answer yet.
    pub key: Option<(PlayerId, String)>,
    /// Encrypted seeds of a new epoch.
    pub seeds: Option<(u64, Vec<u8>)>,
    /// Drafts to forget.
    pub drop_drafts: Vec<Seat>,
    /// A draft: kept beside the game, which does not move by it.
    pub draft: Option<Box<storage::NewDraft>>,
    /// Letters beside those that follow by themselves.
    pub letters: Vec<storage::NewLetter>,
    /// What the caller gets.
    pub value: T,
}

impl<T> Proposal<T> {
    /// A proposal that so far changes nothing.
    pub fn new(value: T) -> Self {
        Proposal {
            step: None,
            seats: Vec::new(),
            body_hash: [0; 32],
            key: None,
            seeds: None,
            drop_drafts: Vec::new(),
            draft: None,
            letters: Vec::new(),
            value,
        }
    }

    /// The same, giving the caller something else.
    pub fn giving<U>(self, value: U) -> Proposal<U> {
        let Proposal { step, seats, body_hash, key, seeds, drop_drafts, draft, letters, value: _ } = self;
        Proposal { step, seats, body_hash, key, seeds, drop_drafts, draft, letters, value }
    }

    /// Whether there is nothing to write.
    pub fn changes_nothing(&self) -> bool {
        self.step.is_none()
            && self.seats.is_empty()
            && self.seeds.is_none()
            && self.drop_drafts.is_empty()
            && self.letters.is_empty()
    }

    /// The same with lines.
    pub fn with(mut self, step: Step) -> Self {
        self.step = Some(step);
        self
    }
}
