//! Writing: what is decided becomes lines. A [`Step`] is only proposed; the chronicle it came from stays as it was.

use serde_json::value::RawValue;

use super::{
    Chronicle,
    secrets::{Kept, PlacesWritten},
};
use crate::{
    dice::{self, ClosedDice, NoDice, RollProof, SeededDice, Seeds},
    game::{Decision, Orders},
    hash::Hash,
    ids::{Actor, Request, Seat},
    log::{Body, EpochHead, Event, Kind, Line},
    ruleset::{Roll, Stage},
    seam::Refusal,
    table::{AbortReason, DeadlineWhy, Life, ResumeWhy, TimeOutAction},
};

/// A line that was written, with what stands beside it in the store.
#[derive(Clone, Debug)]
pub struct Written {
    /// The line.
    pub line: Line,
    /// Its exact bytes.
    pub text: String,
    /// Their hash.
    pub hash: Hash,
    /// The turn it belongs to.
    pub turn: Option<u64>,
    /// The epoch of its dice.
    pub epoch: u64,
    /// Round and phase after it.
    pub stage: Stage,
    /// The dice it shows, as people read them, in the order of the line's proofs.
    pub rolls: Vec<Roll>,
}

/// Lines that may be appended, and the game they lead to.
pub struct Step {
    /// In order.
    pub lines: Vec<Written>,
    /// What their seals hide: kept apart from the log, encrypted, until it is opened.
    pub kept: Vec<Kept>,
    /// The chronicle after them.
    pub next: Chronicle,
}

/// Why a reveal is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoReveal {
    /// Seats or commitments are still missing.
    NotYet,
    /// This seat owes no number.
    NotOwed,
    /// It is not the number that was committed to.
    Mismatch,
}

impl Chronicle {
    /// The commitments of all seats, in the order of the first line; the game starts in the same step if nobody committed.
    ///
    /// # Errors
    /// [`NoDice`] when the rules open with a roll and the seeds are not at hand.
    ///
    /// # Panics
    /// When a seat is missing or has committed in this epoch: the caller's error.
    pub fn commit(&self, commits: &[Option<Hash>], now: u64, seeds: &dyn Seeds) -> Result<Step, NoDice> {
        let seats = self.ledger.seats().to_vec();
        assert!(
            seats.len() == commits.len() && !self.has_commitments(),
            "all seats commit together, once an epoch"
        );
        let (epoch, ..) = self.ledger.epoch();
        let mut step = self.step();
        for (seat, commit) in seats.into_iter().zip(commits) {
            step.write(now, Kind::Commit { seat, epoch, commit: *commit }, None, Vec::new());
        }
        step.start_if_open(now, seeds)?;
        Ok(step.done())
    }

    /// A new epoch: the old seeds are dead at once, every seat commits and reveals anew before the next die.
    pub fn new_epoch(&self, epoch: EpochHead, reason: &str, now: u64) -> Step {
        let mut step = self.step();
        step.write(now, Kind::Epoch { epoch, reason: reason.to_owned() }, None, Vec::new());
        step.done()
    }

    /// A seat's number; the game starts in the same step with the last one.
    ///
    /// # Errors
    /// Outer: [`NoReveal`]. Inner: [`NoDice`] when the rules open with a roll and the seeds are not at hand.
    pub fn reveal(
        &self,
        seat: &Seat,
        entropy: Hash,
        now: u64,
        seeds: &dyn Seeds,
    ) -> Result<Result<Step, NoDice>, NoReveal> {
        if !self.has_commitments() {
            return Err(NoReveal::NotYet);
        }
        if !self.ledger.owing().contains(seat) {
            return Err(NoReveal::NotOwed);
        }
        let (epoch, ..) = self.ledger.epoch();
        let commitment = dice::commitment(self.ledger.game(), epoch, seat, &entropy);
        if self.ledger.commitment_of(seat) != Some(Some(commitment)) {
            return Err(NoReveal::Mismatch);
        }
        let mut step = self.step();
        step.write(now, Kind::Reveal { seat: seat.clone(), epoch, entropy }, None, Vec::new());
        Ok(step.start_if_open(now, seeds).map(|()| step.done()))
    }

    /// A seat's turn.
    ///
    /// # Errors
    /// Why nothing of it is carried out.
    pub fn submit(
        &self,
        seat: &Seat,
        orders: &Orders<'_>,
        request: Request,
        now: u64,
        seeds: &dyn Seeds,
    ) -> Result<Step, Vec<Refusal>> {
        self.submit_with_draft(seat, &[], orders, request, now, seeds)
    }

    /// The same, in a secret phase together with the seat's draft (service §3).
    ///
    /// # Errors
    /// As [`Chronicle::submit`]; refusals count the draft's orders along, from its first.
    pub fn submit_with_draft(
        &self,
        seat: &Seat,
        draft: &[Box<RawValue>],
        orders: &Orders<'_>,
        request: Request,
        now: u64,
        seeds: &dyn Seeds,
    ) -> Result<Step, Vec<Refusal>> {
        let Ok(mut dice) = self.dice(seeds) else {
            return self.submit_without_dice(seat, orders, request, now, seeds);
        };
        let hand = self.game.hand(seat, &request);
        let decision = self.game.submit_with_draft(hand, seat, draft, orders, &mut dice)?;
        // Dice that run dry here would be a chain used up within one turn; the list is refused rather than cut short.
        if decision.stopped.is_some() {
            return Err(vec![epoch_closed()]);
        }
        let decision = decision.salted(seeds).map_err(|NoDice| vec![epoch_closed()])?;
        Ok(self.record(decision, Actor::Seat(seat.clone()), request, now, dice.into_drawn()))
    }

    /// While an epoch is being opened nobody moves a figure, but everybody may leave the table.
    fn submit_without_dice(
        &self,
        seat: &Seat,
        orders: &Orders<'_>,
        request: Request,
        now: u64,
        seeds: &dyn Seeds,
    ) -> Result<Step, Vec<Refusal>> {
        let decision = self.game.submit(seat, orders, &mut ClosedDice)?;
        if decision.stopped.is_some() || !decision.only_table {
            return Err(vec![epoch_closed()]);
        }
        let decision = decision.salted(seeds).map_err(|NoDice| vec![epoch_closed()])?;
        Ok(self.record(decision, Actor::Seat(seat.clone()), request, now, Vec::new()))
    }

    /// A seat's time is up. While an epoch is being opened it was its time to bring a number: that stands in the log, and
    /// nothing is asked of the rules.
    ///
    /// # Errors
    /// [`NoDice`] when what follows rolls and the seeds are not at hand.
    pub fn time_out(
        &self,
        seat: &Seat,
        action: TimeOutAction,
        now: u64,
        seeds: &dyn Seeds,
    ) -> Result<Step, NoDice> {
        self.time_out_with_draft(seat, action, &[], now, seeds)
    }

    /// The same, with what the seat has put down and not sent: in a secret phase that is bound, if it is legal.
    ///
    /// # Errors
    /// As [`Chronicle::time_out`].
    pub fn time_out_with_draft(
        &self,
        seat: &Seat,
        action: TimeOutAction,
        draft: &[Box<RawValue>],
        now: u64,
        seeds: &dyn Seeds,
    ) -> Result<Step, NoDice> {
        let request = self.own_request("clock");
        if self.ledger.mix().is_none() {
            let decision = self.game.time_out_of_number(seat, action);
            return Ok(self.record(decision, Actor::Server, request, now, Vec::new()));
        }
        let mut dice = self.dice(seeds)?;
        let decision =
            self.game.time_out_with_draft(seat, action, &Orders::Json(draft), &mut dice)?.salted(seeds)?;
        Ok(self.record(decision, Actor::Server, request, now, dice.into_drawn()))
    }

    /// A seat is given until another time.
    pub fn set_deadline(&self, seat: &Seat, deadline: u64, why: DeadlineWhy, now: u64) -> Step {
        let decision = self.game.set_deadline(seat, deadline, why);
        self.record(decision, Actor::Server, self.own_request("clock"), now, Vec::new())
    }

    /// Time runs again.
    pub fn resume_clock(&self, why: ResumeWhy, now: u64) -> Step {
        let decision = self.game.resume_clock(why);
        self.record(decision, Actor::Server, self.own_request("clock"), now, Vec::new())
    }

    /// Ends the game from outside.
    pub fn abort(&self, why: AbortReason, now: u64) -> Step {
        let request = self.own_request("admin");
        self.record(self.game.abort(why), Actor::Server, request, now, Vec::new())
    }

    /// The request of an act of the server's own: its kind and the version it acted on, so that it happens once.
    pub fn own_request(&self, kind: &str) -> Request {
        Request::new(&format!("{kind}:{}", self.ledger.version()))
            .expect("a word, a colon and a number are a request")
    }

    fn dice<'a>(&'a self, seeds: &'a dyn Seeds) -> Result<SeededDice<'a>, NoDice> {
        let mix = self.ledger.mix().ok_or(NoDice)?;
        let (epoch, length, _, used) = self.ledger.epoch();
        Ok(SeededDice::new(self.ledger.game(), epoch, mix, used, length, seeds))
    }

    fn step(&self) -> Writing {
        Writing { lines: Vec::new(), kept: Vec::new(), next: self.clone() }
    }

    pub(super) fn record(
        &self,
        decision: Decision,
        actor: Actor,
        request: Request,
        now: u64,
        drawn: Vec<RollProof>,
    ) -> Step {
        let mut step = self.step();
        step.turn(decision, actor, request, now, drawn);
        step.done()
    }
}

pub(super) fn epoch_closed() -> Refusal {
    Refusal::untimely(0, "entropy-owed", "the dice are not open: a seat still owes its number")
}

/// A step in the making.
pub(super) struct Writing {
    lines: Vec<Written>,
    pub(super) kept: Vec<Kept>,
    pub(super) next: Chronicle,
}

impl Writing {
    fn write(&mut self, now: u64, kind: Kind, stage: Option<Stage>, rolls: Vec<Roll>) {
        let line = self.next.ledger.next(now, kind);
        let text = line.to_text();
        let hash = Hash::of(&text);
        if line.turn().is_none() && self.next.begins_something(&line) {
            self.next.settle(); // as a reader of this line does
        }
        self.next.note(&line);
        self.next.ledger.follow(&line, hash);
        let turn = self.next.current.as_ref().map(|_| self.next.turns - 1);
        let stage = stage.unwrap_or_else(|| self.next.stage());
        let (epoch, ..) = self.next.ledger.epoch();
        self.lines.push(Written { line, text, hash, turn, epoch, stage, rolls });
    }

    /// The lines of a turn: each event with the proofs of the dice it shows, and `end` if the game is over.
    fn turn(&mut self, decision: Decision, actor: Actor, request: Request, now: u64, drawn: Vec<RollProof>) {
        self.next.settle(); // as a reader of the turn's first line does
        self.next.game = decision.next;
        let written = PlacesWritten::of(self.next.ledger.version() + 1, &decision.done);
        let mut drawn = drawn.into_iter();
        for done in decision.done {
            let rolls: Vec<RollProof> = drawn.by_ref().take(done.rolls.len()).collect();
            let seals = self.seal(&done.seals);
            let opens = written.openings(&done.opens);
            let (seat, request, body) = (actor.clone(), request.clone(), done.body);
            let event = Event { seat, request, body, rolls, seals, opens };
            self.write(now, Kind::Event(event), Some(done.stage), done.rolls);
        }
        self.keep(&written);
        assert!(drawn.next().is_none(), "every die thrown is shown by an event: the ruleset's error");
        if let Some(outcome) = decision.outcome {
            let body = Body::of(&outcome).expect("a result is whole numbers and texts");
            let unopened = self.next.ledger.closed_seals();
            self.write(now, Kind::End { body, unopened }, None, Vec::new());
        }
    }

    fn start_if_open(&mut self, now: u64, seeds: &dyn Seeds) -> Result<(), NoDice> {
        if self.next.ledger.mix().is_none() || *self.next.game.table().life() != Life::Open {
            return Ok(());
        }
        let mut dice = self.next.dice(seeds)?;
        let decision = self.next.game.start(&mut dice)?.salted(seeds)?;
        let drawn = dice.into_drawn();
        let request = Request::new("start").expect("a word is a request");
        self.turn(decision, Actor::Server, request, now, drawn);
        Ok(())
    }

    fn done(mut self) -> Step {
        self.next.settle();
        Step { lines: self.lines, kept: self.kept, next: self.next }
    }
}
