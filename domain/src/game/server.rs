//! What the server decides by itself: the start, time-outs, deadlines, time that runs again, an end from outside.

use std::collections::BTreeMap;

use super::{
    Game, Orders,
    decide::{Decision, Making},
    read::Order,
};
use crate::{
    dice::{ClosedDice, Dice, NoDice},
    ids::{Actor, Seat},
    ruleset::{Act, Outcome, OutcomeKind},
    table::{AbortReason, DeadlineWhy, Life, ResumeWhy, StopWhy, TableEvent, TimeOutAction},
};

impl Game {
    /// The start: turn 0.
    ///
    /// # Errors
    /// [`NoDice`] when the rules open with a roll and dice are closed.
    ///
    /// # Panics
    /// When the game has begun already: the caller's error.
    pub fn start(&self, dice: &mut dyn Dice) -> Result<Decision, NoDice> {
        assert!(*self.table.life() == Life::Open, "a game begins once");
        let mut making = self.making(Actor::Server, dice);
        making.table(&TableEvent::GameStarted {});
        making.act(&Act::Start)?;
        let outcome = making.over();
        Ok(making.finish(outcome, None))
    }

    /// A seat's time is up. With [`TimeOutAction::Bot`] only the time-out itself is decided: the bot's turn is its own.
    ///
    /// # Errors
    /// [`NoDice`] when what follows rolls and dice are closed.
    pub fn time_out(
        &self,
        seat: &Seat,
        action: TimeOutAction,
        dice: &mut dyn Dice,
    ) -> Result<Decision, NoDice> {
        self.time_out_with_draft(seat, action, &Orders::Json(&[]), dice)
    }

    /// The same, with what the seat has put down and not sent: where a draft waits for what binds it, the default is to bind
    /// that, if it is legal.
    ///
    /// # Errors
    /// As [`Game::time_out`].
    pub fn time_out_with_draft(
        &self,
        seat: &Seat,
        action: TimeOutAction,
        draft: &Orders<'_>,
        dice: &mut dyn Dice,
    ) -> Result<Decision, NoDice> {
        let mut making = self.making(Actor::Server, dice);
        let is_secret = self.play.is_secret(seat);
        let late = match action {
            TimeOutAction::DefaultAction if !is_secret => self.late_orders(seat, draft),
            TimeOutAction::DefaultAction | TimeOutAction::Forfeit | TimeOutAction::Bot => Vec::new(),
        };
        let orders = late.iter().map(Order::json).collect();
        making.table(&TableEvent::SeatTimedOut { seat: seat.clone(), action, orders });
        match action {
            TimeOutAction::DefaultAction if is_secret => making.time_out_in_secret(seat, draft)?,
            TimeOutAction::DefaultAction if !late.is_empty() => making.send_late(seat, &late)?,
            TimeOutAction::DefaultAction => making.act(&Act::TimedOut(seat.clone()))?,
            TimeOutAction::Forfeit => making.resign(seat)?,
            TimeOutAction::Bot => {}
        }
        Ok(making.finish_time_out())
    }

    /// A seat is given until another time: a fact of the table.
    pub fn set_deadline(&self, seat: &Seat, deadline: u64, why: DeadlineWhy) -> Decision {
        self.note(&TableEvent::DeadlineSet { seat: seat.clone(), deadline, why })
    }

    /// Time runs again: a fact of the table.
    pub fn resume_clock(&self, why: ResumeWhy) -> Decision {
        self.note(&TableEvent::ClockResumed { seat: None, why })
    }

    /// A fact of the table, written by the server, of which the rules hear nothing.
    pub(super) fn note(&self, event: &TableEvent) -> Decision {
        let mut closed = ClosedDice;
        let mut making = self.making(Actor::Server, &mut closed);
        making.table(event);
        making.finish(None, None)
    }

    /// A seat's time to bring a number to the dice is up: a fact of the table, of which the rules hear nothing.
    pub fn time_out_of_number(&self, seat: &Seat, action: TimeOutAction) -> Decision {
        self.note(&TableEvent::SeatTimedOut { seat: seat.clone(), action, orders: Vec::new() })
    }

    /// Ends the game from outside, without a result of the rules.
    pub fn abort(&self, why: AbortReason) -> Decision {
        let mut closed = ClosedDice;
        let mut making = self.making(Actor::Server, &mut closed);
        making.table(&TableEvent::GameAborted { why });
        making.finish(Some(aborted(why)), None)
    }
}

impl Making<'_> {
    /// What has been tried, for a seat whose time is up. Were it refused all the same, the rules' default would be left.
    fn send_late(&mut self, seat: &Seat, list: &[Order]) -> Result<(), NoDice> {
        match self.carry_out(seat, list, &self.game.stage()) {
            Ok(None) => Ok(()),
            Ok(Some(_)) => Err(NoDice),
            Err(_) => self.act(&Act::TimedOut(seat.clone())),
        }
    }

    /// The end of a time-out: when everybody has let his time run out, it stands still.
    pub(super) fn finish_time_out(mut self) -> Decision {
        let outcome = self.over();
        if outcome.is_none() && self.game.table.all_are_absent(&self.game.in_game()) {
            self.table(&TableEvent::ClockStopped { seat: None, until: None, why: StopWhy::AllAbsent });
        }
        self.finish(outcome, None)
    }
}

/// The result of an aborted game.
pub fn aborted(why: AbortReason) -> Outcome {
    Outcome {
        outcome: OutcomeKind::Aborted,
        reason: why.as_str().to_owned(),
        scores: BTreeMap::new(),
        winners: Vec::new(),
        ranking: None,
        side_result: None,
    }
}
