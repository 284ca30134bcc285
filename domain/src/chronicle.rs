//! A game with its log: what is decided becomes lines, what is read becomes a game. Pure: time, entropy and seeds are
//! arguments, and the store has the last word: a [`Step`] is only proposed, and the chronicle before it stays as it was.

mod acts;
mod minutes;
mod secrets;
mod waiting;
mod write;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};

pub use minutes::Minutes;
pub use secrets::{Kept, Lore};
pub use waiting::Awaited;
pub use write::{NoReveal, Step, Written};

use waiting::Noted;

use crate::{
    game::Game,
    hash::Hash,
    ids::{Actor, GameId, Request, Seat},
    log::{Body, EpochHead, Genesis, Kind, Ledger, Line},
    ruleset::Stage,
    seam::{AnyRuleset, Corrupt, Prepared},
    story::Story,
    table::{Hand, Life},
};

/// A game and the state of its log.
#[derive(Clone)]
pub struct Chronicle {
    ruleset: &'static dyn AnyRuleset,
    ledger: Ledger,
    game: Game,
    /// The clock of the first line, as it stands there.
    clock: Arc<str>,
    turns: u64,
    current: Option<(Actor, Request)>,
    awaited: Vec<Awaited>,
    /// What is noted between turns beside who is waited for.
    noted: Noted,
    /// How long each seat's hand-overs took, in seconds, in their order. Time that stood still is none of it.
    took: BTreeMap<Seat, Vec<u64>>,
    /// The seats that last brought a number of their own: who declines goes on declining by himself.
    own: BTreeSet<Seat>,
    /// When the present epoch's anchor was written.
    epoch_since: u64,
    /// What the seals of this log hide, as far as whoever reads it may know.
    lore: Lore,
}

/// What of a first line's rules is not the ruleset's.
#[derive(Default, Deserialize)]
struct Timed {
    clock: Option<Box<RawValue>>,
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
        Ok(Step { lines: vec![written], kept: Vec::new(), next })
    }

    fn begin(ruleset: &'static dyn AnyRuleset, line: &Line, hash: Hash) -> Result<Self, Corrupt> {
        let Kind::Genesis(genesis) = &line.kind else { return Err(Corrupt::BodyUnreadable) };
        let game = Game::begin(ruleset, &genesis.seats, &genesis.rules)?;
        let ledger = Ledger::begin(line, hash).ok_or(Corrupt::BodyUnreadable)?;
        let rules: Timed = serde_json::from_str(genesis.rules.get()).unwrap_or_default();
        Ok(Chronicle {
            ruleset,
            ledger,
            game,
            clock: rules.clock.map_or_else(|| "null".into(), |clock| clock.get().into()),
            turns: 0,
            current: None,
            awaited: Vec::new(),
            noted: Noted::at(line.time),
            took: BTreeMap::new(),
            own: BTreeSet::new(),
            epoch_since: line.time,
            lore: Lore::default(),
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
        let begins = self.begins_something(line);
        if begins {
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
                if let (true, [_, ..], Actor::Seat(seat)) = (begins, &*event.seals, &event.seat) {
                    self.game.bound(seat, hand);
                }
                self.game.open(&event.opens)?;
                if !event.seals.is_empty() || !event.opens.is_empty() {
                    self.game.forget_positions(); // what binds or shows a secret is not taken back
                }
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
        self.learn(line);
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
        self.noted.has_orders |= minutes::orders_something(line);
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

    /// Whose the last turn is; `None` after a line of the protocol.
    pub fn last_actor(&self) -> Option<&Actor> {
        self.current.as_ref().map(|(actor, _)| actor)
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

    /// The clock of the first line: JSON, `null` where it names none. The domain does not read it.
    pub fn clock(&self) -> &str {
        &self.clock
    }

    /// The state of the log.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Its lines in sentences.
    pub fn story(&self) -> Story<'_> {
        Story::new(self.ruleset, &self.game)
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
