//! Writing offers, what follows from them, and what becomes of seats and their time.

use super::{Chronicle, Step, write::epoch_closed};
use crate::{
    game::Due,
    ids::{Actor, Request, Seat},
    seam::Refusal,
    table::{DeadlineWhy, OfferAnswer, OfferTerms, Offered, Substitute},
};

impl Chronicle {
    /// A seat offers something. What is agreed to at once the server carries out in a turn of its own: [`Chronicle::carry_out`].
    ///
    /// # Errors
    /// Why it may not. `entropy-owed`: while the dice are being opened nothing is taken back.
    pub fn offer(
        &self,
        seat: &Seat,
        terms: &OfferTerms,
        request: Request,
        now: u64,
    ) -> Result<Step, Refusal> {
        if matches!(terms, OfferTerms::TakeBack { .. }) {
            self.dice_are_open()?;
        }
        let decision = self.game.offer(seat, terms)?;
        Ok(self.record(decision, Actor::Seat(seat.clone()), request, now, Vec::new()))
    }

    /// A seat answers an offer.
    ///
    /// # Errors
    /// As [`Chronicle::offer`].
    pub fn answer_offer(
        &self,
        seat: &Seat,
        number: u64,
        answer: OfferAnswer,
        request: Request,
        now: u64,
    ) -> Result<Step, Refusal> {
        let takes_back = self
            .game
            .table()
            .offer(number)
            .is_some_and(|offer| matches!(offer.what, Offered::Terms(OfferTerms::TakeBack { .. })));
        if takes_back && answer == OfferAnswer::Accepted {
            self.dice_are_open()?;
        }
        let decision = self.game.answer_offer(seat, number, answer)?;
        Ok(self.record(decision, Actor::Seat(seat.clone()), request, now, Vec::new()))
    }

    /// Who made the game gives a seat more time; `more` tells until when.
    ///
    /// # Errors
    /// When the game is not being played, the seat is not waited for, or its time does not run.
    pub fn grant(
        &self,
        seat: &Seat,
        now: u64,
        more: &dyn Fn(&Chronicle) -> Option<u64>,
    ) -> Result<Step, Refusal> {
        self.game.may_be_granted(seat)?;
        let stopped = || Refusal::untimely(0, "clock-stopped", "the time of this seat does not run");
        let deadline = more(self).ok_or_else(stopped)?;
        Ok(self.set_deadline(seat, deadline, DeadlineWhy::Host, now))
    }

    fn dice_are_open(&self) -> Result<(), Refusal> {
        if self.ledger.mix().is_some() { Ok(()) } else { Err(epoch_closed()) }
    }

    /// Carries out what is agreed to and has not been carried out; `None` when there is nothing, or it cannot be done now.
    /// `more` tells the deadline of a seat that is given so many seconds.
    pub fn carry_out(&self, now: u64, more: &dyn Fn(&Chronicle, &Seat, u64) -> Option<u64>) -> Option<Step> {
        let due = self.game.due()?;
        let (kind, deadline) = match &due {
            Due::Abort => ("admin", 0),
            Due::TakeBack { .. } => {
                self.dice_are_open().ok()?;
                ("clock", 0)
            }
            Due::Pause { .. } => ("clock", 0),
            Due::Time { seat, seconds } => ("clock", more(self, seat, *seconds)?),
        };
        let now = now.max(self.ledger.time()); // as the line will be dated
        let decision = self.game.carry_out(&due, now, deadline);
        Some(self.record(decision, Actor::Server, self.own_request(kind), now, Vec::new()))
    }

    /// The time of a seat stands still until then: who holds it is away.
    pub fn send_away(&self, seat: &Seat, until: u64, now: u64) -> Step {
        let decision = self.game.send_away(seat, until);
        self.record(decision, Actor::Server, self.own_request("clock"), now, Vec::new())
    }

    /// The time of a seat runs again: who holds it is back.
    pub fn bring_back(&self, seat: &Seat, now: u64) -> Step {
        let decision = self.game.bring_back(seat);
        self.record(decision, Actor::Server, self.own_request("clock"), now, Vec::new())
    }

    /// Somebody else holds a seat from here on.
    pub fn substitute(&self, seat: &Seat, by: Substitute, now: u64) -> Step {
        let decision = self.game.substitute(seat, by);
        self.record(decision, Actor::Server, self.own_request("admin"), now, Vec::new())
    }
}

impl Step {
    /// This step, and one that was made on where it leads.
    #[must_use]
    pub fn then(mut self, next: Step) -> Step {
        self.lines.extend(next.lines);
        self.kept.extend(next.kept);
        Step { lines: self.lines, kept: self.kept, next: next.next }
    }
}
