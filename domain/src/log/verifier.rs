//! Judges the lines of a log one after the other, then heads of it: the procedure of verifiable-dice §6. It knows
//! nothing of rules: that these dice were asked for is shown by replaying the bodies.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{
    Code, Failure, Kind, Ledger, Line, LineFault, Place,
    head::{check_head, read_vkey},
    judge,
    shape::{Common, Misfit},
    wire::shaped,
};
use crate::{
    hash::Hash,
    ids::{Actor, Request, Seat},
};

/// What was verified, and what is worth a look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// How many lines.
    pub lines: u64,
    /// The hash of the last.
    pub head: Hash,
    /// How many rolls.
    pub rolls: u64,
    /// How many dice in them.
    pub dice: u64,
    /// How many epochs, the present one included.
    pub epochs: u64,
    /// Epochs left early: number, rolls used, length.
    pub left: Vec<(u64, u64, u64)>,
    /// Who relied on the others: epoch, seat.
    pub declined: Vec<(u64, Seat)>,
    /// Seals still closed: line, and place in its `seals`.
    pub unopened: Vec<(u64, u64)>,
    /// Whether the log is closed.
    pub ended: bool,
    /// Rounds to compare with any relay: number, randomness.
    pub beacon: Vec<(u64, Hash)>,
    /// The beacon they are of; `None` in an instant game.
    pub chain: Option<Hash>,
    /// How many heads of the bundle.
    pub heads: u64,
    /// How many heads from a mailbox. With none, a rewritten log cannot be excluded.
    pub mail: u64,
}

/// A log being verified.
#[derive(Clone, Debug, Default)]
pub struct Verifier {
    expected_vkey: Option<String>,
    ledger: Option<Ledger>,
    hashes: Vec<Hash>,
    turns: BTreeSet<(Actor, Request)>,
    rolls: u64,
    dice: u64,
    left: Vec<(u64, u64, u64)>,
    declined: Vec<(u64, Seat)>,
    rounds: Vec<(u64, Hash)>,
    heads: u64,
    mail: u64,
}

impl Verifier {
    /// A verifier before its first line; `expected_vkey` is the key from the joining mail, where one has it.
    pub fn new(expected_vkey: Option<&str>) -> Self {
        Verifier { expected_vkey: expected_vkey.map(str::to_owned), ..Verifier::default() }
    }

    /// Judges the next line. After a failure the state is that before the line.
    ///
    /// # Errors
    /// The first step it fails.
    pub fn add(&mut self, text: &str) -> Result<Line, Failure> {
        let at = Place::Line(self.hashes.len() as u64 + 1);
        let line = self.judge(text).map_err(|code| Failure { code, at })?;
        let hash = Hash::of(text);
        self.note(&line);
        match &mut self.ledger {
            Some(ledger) => ledger.follow(&line, hash),
            None => self.ledger = Ledger::begin(&line, hash),
        }
        self.hashes.push(hash);
        Ok(line)
    }

    fn judge(&self, text: &str) -> Result<Line, Code> {
        let shaped = shaped(text).map_err(|fault| match fault {
            LineFault::Encoding => Code::LineEncoding,
            LineFault::Fields => Code::LineFields,
        })?;
        judge::common(&shaped.common, self.ledger.as_ref())?;
        let kind = match shaped.kind {
            Ok(kind) => kind,
            Err(Misfit::ServerCommits) => return Err(Code::LineIllegal),
            // Its turn may be wrong before its dice are; if nothing else, they are.
            Err(Misfit::HugeDie(event)) => Kind::Event(*event),
        };
        let Common { game, seq, prev, time } = shaped.common;
        match &self.ledger {
            Some(ledger) => judge::kind(time, &kind, ledger, &self.turns)?,
            None => judge::first(&kind, self.expected_vkey.as_deref())?,
        }
        Ok(Line { game, seq, prev, time, kind })
    }

    /// Takes down what only a verifier keeps, before the ledger goes on.
    fn note(&mut self, line: &Line) {
        match &line.kind {
            Kind::Commit { seat, epoch, commit: None } => self.declined.push((*epoch, seat.clone())),
            Kind::Event(event) => {
                self.turns.insert((event.seat.clone(), event.request.clone()));
                self.rolls += event.rolls.len() as u64;
                self.dice += event.rolls.iter().map(|roll| roll.values.len() as u64).sum::<u64>();
            }
            Kind::Wait(wait) => {
                self.turns.insert((wait.seat.clone(), wait.request.clone()));
            }
            Kind::Beacon(beacon) => self.rounds.push((beacon.round, beacon.randomness)),
            Kind::Epoch { .. } => {
                let (number, length, _, used) =
                    self.ledger.as_ref().map_or((0, 0, Hash::ZERO, 0), Ledger::epoch);
                if used < length {
                    self.left.push((number, used, length));
                }
            }
            Kind::Genesis(_)
            | Kind::Commit { commit: Some(_), .. }
            | Kind::Reveal { .. }
            | Kind::End { .. } => {}
        }
    }

    /// Judges a signed head of this log; `place` is counted by the caller, from 1, and tells its source.
    ///
    /// # Errors
    /// The first step it fails. Before the first line any head is `head-ahead` of the log.
    pub fn head(&mut self, note: &str, place: Place) -> Result<(), Failure> {
        let failure = |code| Failure { code, at: place };
        let ledger = self.ledger.as_ref().ok_or(failure(Code::HeadAhead))?;
        let key = read_vkey(&ledger.genesis().vkey, ledger.origin()).ok_or(failure(Code::HeadSignature))?;
        check_head(note, ledger.origin(), ledger.game(), &key, &self.hashes).map_err(failure)?;
        match place {
            Place::Mail(_) => self.mail += 1,
            Place::Head(_) | Place::Line(_) | Place::Bundle => self.heads += 1,
        }
        Ok(())
    }

    /// The state of the log so far; `None` before the first line.
    pub fn ledger(&self) -> Option<&Ledger> {
        self.ledger.as_ref()
    }

    /// What was verified.
    ///
    /// # Errors
    /// `bundle-format` when there was no line at all.
    pub fn finish(self) -> Result<Summary, Failure> {
        let ledger = self.ledger.ok_or(Failure { code: Code::BundleFormat, at: Place::Bundle })?;
        Ok(Summary {
            lines: ledger.version(),
            head: ledger.head(),
            rolls: self.rolls,
            dice: self.dice,
            epochs: ledger.epoch().0 + 1,
            left: self.left,
            declined: self.declined,
            unopened: ledger.closed_seals(),
            ended: ledger.ended(),
            beacon: self.rounds,
            chain: ledger.genesis().beacon.as_ref().map(|beacon| beacon.chain),
            heads: self.heads,
            mail: self.mail,
        })
    }
}
