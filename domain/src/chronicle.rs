//! A game with its log: what is decided becomes lines, what is read becomes a game. Pure: time, entropy and seeds are
//! arguments, and the store has the last word: a [`Step`] is only proposed, and the chronicle before it stays as it was.

mod write;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

pub use write::{NoReveal, Step, Written};

use crate::{
    game::Game,
    hash::Hash,
    ids::{Actor, GameId, Request, Seat},
    log::{Body, EpochHead, Genesis, Kind, Ledger, Line},
    ruleset::Stage,
    seam::{AnyRuleset, Corrupt, Prepared},
    table::{Hand, Life},
};

/// A seat that is waited for, since when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awaited {
    /// Which.
    pub seat: Seat,
    /// Unix seconds: the time of the line that made it so.
    pub since: u64,
}

/// A game and the state of its log.
#[derive(Clone)]
pub struct Chronicle {
    ruleset: &'static dyn AnyRuleset,
    ledger: Ledger,
    game: Game,
    turns: u64,
    current: Option<(Actor, Request)>,
    awaited: Vec<Awaited>,
    /// The seats that have left off in the present round and phase, and since when they had been waited for.
    left: Left,
    back: Option<Seat>,
    /// How long each seat's hand-overs took, in seconds, in their order. Time that stood still is none of it.
    took: BTreeMap<Seat, Vec<u64>>,
    /// Since when time stands still.
    stopped_at: Option<u64>,
    /// The seats that last brought a number of their own: who declines goes on declining by himself.
    own: BTreeSet<Seat>,
    /// When the present epoch's anchor was written.
    epoch_since: u64,
}

/// Hand-overs that have ended in one round and phase.
#[derive(Clone, Default)]
struct Left {
    stage: Option<Stage>,
    seats: Vec<Awaited>,
}

/// A log that cannot be opened: which line, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorruptLog {
    /// The line's place.
    pub seq: u64,
    /// Why.
    pub why: Corrupt,
}

impl std::fmt::Display for CorruptLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at line:{}", self.why.code(), self.seq)
    }
}

impl std::error::Error for CorruptLog {}

/// What a new game is to be made of, beside what the ruleset has checked.
pub struct NewGame<'a> {
    /// Its id.
    pub id: GameId,
    /// Host and path of the service.
    pub origin: &'a str,
    /// The key its heads are signed with.
    pub vkey: String,
    /// What the ruleset has checked.
    pub prepared: &'a Prepared,
    /// The seats a bot holds.
    pub bots: BTreeSet<Seat>,
    /// The clock, with all defaults.
    pub clock: Value,
    /// The first epoch.
    pub epoch: EpochHead,
    /// Unix seconds.
    pub now: u64,
}

impl Chronicle {
    /// The first line of a new game.
    ///
    /// # Errors
    /// [`Corrupt`] when what was prepared cannot be begun: the ruleset's error.
    pub fn create(ruleset: &'static dyn AnyRuleset, new: NewGame<'_>) -> Result<Step, Corrupt> {
        let rules = json!({
            "ruleset": new.prepared.ruleset,
            "version": new.prepared.version,
            "scenario": new.prepared.scenario,
            "options": new.prepared.options,
            "clock": new.clock,
            "seats": new.prepared.entries,
            "bots": new.bots,
        });
        let genesis = Genesis {
            origin: new.origin.to_owned(),
            vkey: new.vkey,
            seats: new.prepared.seats.iter().map(|seat| seat.seat.clone()).collect(),
            rules: Body::of(&rules).map_err(|_| Corrupt::BodyUnreadable)?,
            beacon: None,
            epoch: new.epoch,
        };
        let line = Line {
            game: new.id,
            seq: 1,
            prev: Hash::ZERO,
            time: new.now,
            kind: Kind::Genesis(Box::new(genesis)),
        };
        let text = line.to_text();
        let hash = Hash::of(&text);
        let next = Chronicle::begin(ruleset, &line, hash)?;
        let written =
            Written { line, text, hash, turn: None, epoch: 0, stage: next.stage(), rolls: Vec::new() };
        Ok(Step { lines: vec![written], next })
    }

    fn begin(ruleset: &'static dyn AnyRuleset, line: &Line, hash: Hash) -> Result<Self, Corrupt> {
        let Kind::Genesis(genesis) = &line.kind else { return Err(Corrupt::BodyUnreadable) };
        let game = Game::begin(ruleset, &genesis.seats, &genesis.rules)?;
        let ledger = Ledger::begin(line, hash).ok_or(Corrupt::BodyUnreadable)?;
        Ok(Chronicle {
            ruleset,
            ledger,
            game,
            turns: 0,
            current: None,
            awaited: Vec::new(),
            left: Left::default(),
            back: None,
            took: BTreeMap::new(),
            stopped_at: None,
            own: BTreeSet::new(),
            epoch_since: line.time,
        })
    }

    /// Folds a log from our own store: lines and their hashes, in order. Judges nothing but what it cannot go on from.
    ///
    /// # Errors
    /// [`CorruptLog`], naming the line. An empty log is `body-unreadable` at line 1.
    pub fn open<'a>(
        find: &dyn Fn(&str) -> Option<&'static dyn AnyRuleset>,
        lines: impl IntoIterator<Item = (&'a str, Hash)>,
    ) -> Result<Self, CorruptLog> {
        let mut chronicle: Option<Chronicle> = None;
        for (seq, (text, hash)) in (1..).zip(lines) {
            let corrupt = |why| CorruptLog { seq, why };
            let line = Line::read(text).map_err(|_| corrupt(Corrupt::BodyUnreadable))?;
            match &mut chronicle {
                None => {
                    let ruleset = ruleset_of(&line).and_then(|id| find(&id));
                    let ruleset = ruleset.ok_or(corrupt(Corrupt::BodyUnreadable))?;
                    chronicle = Some(Chronicle::begin(ruleset, &line, hash).map_err(corrupt)?);
                }
                Some(open) => open.follow(&line, hash).map_err(corrupt)?,
            }
        }
        let mut open = chronicle.ok_or(CorruptLog { seq: 1, why: Corrupt::BodyUnreadable })?;
        open.settle();
        Ok(open)
    }

    /// Takes in the next line. [`Chronicle::settle`] must follow the last line of a turn.
    ///
    /// # Errors
    /// [`Corrupt`].
    pub fn follow(&mut self, line: &Line, hash: Hash) -> Result<(), Corrupt> {
        if self.begins_something(line) {
            self.settle();
        }
        self.note(line);
        match &line.kind {
            Kind::Event(event) => {
                let hand = match &event.seat {
                    Actor::Seat(seat) => self.game.hand(seat, &event.request),
                    Actor::Server => Hand::Own,
                };
                self.game.apply(&event.seat, hand, &event.body, &event.rolls)?;
            }
            Kind::End { body, .. } => self.game.apply_end(body)?,
            Kind::Genesis(_)
            | Kind::Commit { .. }
            | Kind::Reveal { .. }
            | Kind::Epoch { .. }
            | Kind::Wait(_)
            | Kind::Beacon(_) => {}
        }
        self.ledger.follow(line, hash);
        Ok(())
    }

    /// Whether a line begins a turn, or is one of the protocol's: before it, who is waited for is noted.
    fn begins_something(&self, line: &Line) -> bool {
        match &line.kind {
            Kind::Beacon(_) | Kind::End { .. } => false,
            Kind::Genesis(_) | Kind::Commit { .. } | Kind::Reveal { .. } | Kind::Epoch { .. } => true,
            Kind::Event(_) | Kind::Wait(_) => {
                line.turn() != self.current.as_ref().map(|(actor, request)| (actor, request))
            }
        }
    }

    /// Counts turns, and remembers of the protocol's lines what a later epoch needs.
    fn note(&mut self, line: &Line) {
        if self.begins_something(line) {
            self.current = line.turn().map(|(actor, request)| (actor.clone(), request.clone()));
            self.turns += u64::from(self.current.is_some());
        }
        match &line.kind {
            Kind::Commit { seat, commit: Some(_), .. } => {
                self.own.insert(seat.clone());
            }
            Kind::Commit { seat, commit: None, .. } => {
                self.own.remove(seat);
            }
            Kind::Epoch { .. } => self.epoch_since = line.time,
            Kind::Genesis(_)
            | Kind::Reveal { .. }
            | Kind::Event(_)
            | Kind::Wait(_)
            | Kind::Beacon(_)
            | Kind::End { .. } => {}
        }
    }

    /// Notes who is waited for since when. Done between turns, because within one a seat may come and go.
    pub fn settle(&mut self) {
        let now = self.ledger.time();
        self.game.settle();
        let before = std::mem::take(&mut self.awaited);
        let is_stopped = self.game.table().stopped().is_some();
        // Whoever is waited for when time runs again has it from the beginning.
        let resumed = self.stopped_at.is_some() && !is_stopped;
        let stage = self.stage(); // an epoch that opens is a stage of its own: after it all have their time anew
        if resumed || self.left.stage.as_ref() != Some(&stage) {
            self.left = Left { stage: Some(stage), seats: Vec::new() };
        }
        // Who was done and takes that back by himself in the same phase goes on where he left off: no new time, no letter.
        let back = match &self.current {
            Some((Actor::Seat(seat), _)) => self.left.seats.iter().position(|left| left.seat == *seat),
            Some((Actor::Server, _)) | None => None,
        };
        let seats = match (self.ledger.mix(), self.game.table().life()) {
            (None, Life::Active) if !self.has_commitments() => self.owing_commitment(),
            (None, Life::Open | Life::Active) if self.has_commitments() => self.ledger.owing(),
            (_, Life::Open | Life::Active | Life::Ended(_)) => self.game.awaited(),
        };
        let is_back =
            |left: &Awaited| seats.contains(&left.seat) && before.iter().all(|a| a.seat != left.seat);
        let back = back.map(|at| self.left.seats[at].clone()).filter(is_back);
        let since = |seat: &Seat| {
            let known = before.iter().filter(|_| !resumed).chain(&back).find(|known| known.seat == *seat);
            known.map_or(now, |known| known.since)
        };
        self.awaited = seats.iter().map(|seat| Awaited { seat: seat.clone(), since: since(seat) }).collect();
        let until = self.stopped_at.unwrap_or(now);
        for ended in before.iter().filter(|a| !self.awaited.contains(a)) {
            let took = until.saturating_sub(ended.since);
            self.took.entry(ended.seat.clone()).or_default().push(took);
            self.left.seats.retain(|left| left.seat != ended.seat);
            self.left.seats.push(ended.clone());
        }
        if let Some(back) = &back {
            self.left.seats.retain(|left| left.seat != back.seat);
            self.took.entry(back.seat.clone()).or_default().pop(); // the same hand-over goes on
        }
        self.back = back.map(|back| back.seat);
        self.stopped_at = match (is_stopped, self.stopped_at) {
            (true, at) => Some(at.unwrap_or(now)),
            (false, _) => None,
        };
    }

    /// The seat that has just taken its hand-over up again, after it had left off in the same phase.
    pub fn back(&self) -> Option<&Seat> {
        self.back.as_ref()
    }

    /// How long a seat's hand-overs took so far, in seconds, in their order.
    pub fn hand_overs(&self, seat: &Seat) -> &[u64] {
        self.took.get(seat).map_or(&[], Vec::as_slice)
    }

    /// Whether an epoch is being opened: all seats have committed, and numbers are owed.
    pub fn is_opening(&self) -> bool {
        self.ledger.mix().is_none() && self.has_commitments()
    }

    /// In a running game whose new epoch has no commitments yet: the seats that brought a number before and are still in
    /// the game. The others go on declining by themselves.
    pub fn owing_commitment(&self) -> Vec<Seat> {
        let owes = |seat: &&Seat| self.own.contains(*seat) && !self.game.table().has_resigned(seat);
        self.ledger.seats().iter().filter(owes).cloned().collect()
    }

    /// When the anchor of the present epoch was written, in Unix seconds.
    pub fn epoch_since(&self) -> u64 {
        self.epoch_since
    }

    /// Whether the commitments of the present epoch stand in the log.
    pub fn has_commitments(&self) -> bool {
        self.ledger.seats().iter().all(|seat| self.ledger.commitment_of(seat).is_some())
    }

    /// The ruleset.
    pub fn ruleset(&self) -> &'static dyn AnyRuleset {
        self.ruleset
    }

    /// The first line's content.
    pub fn genesis(&self) -> &Genesis {
        self.ledger.genesis()
    }

    /// The state of the log.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How many turns there are; the next one's number.
    pub fn turns(&self) -> u64 {
        self.turns
    }

    /// Who is waited for, since when.
    pub fn awaited(&self) -> &[Awaited] {
        &self.awaited
    }

    /// Round and phase as the API shows them: `joining` and `entropy` are the table's own.
    pub fn stage(&self) -> Stage {
        match self.game.table().life() {
            Life::Open if self.has_commitments() => Stage { round: 0, phase: "entropy" },
            Life::Open => Stage { round: 0, phase: "joining" },
            Life::Active if self.ledger.mix().is_none() => Stage { phase: "entropy", ..self.game.stage() },
            Life::Active | Life::Ended(_) => self.game.stage(),
        }
    }
}

/// The id of the ruleset a first line names.
fn ruleset_of(line: &Line) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Named {
        ruleset: String,
    }
    match &line.kind {
        Kind::Genesis(genesis) => {
            serde_json::from_str::<Named>(genesis.rules.get()).ok().map(|named| named.ruleset)
        }
        Kind::Commit { .. }
        | Kind::Reveal { .. }
        | Kind::Event(_)
        | Kind::Wait(_)
        | Kind::Beacon(_)
        | Kind::Epoch { .. }
        | Kind::End { .. } => None,
    }
}
