//! Taking back: where the battle stood between turns is remembered as far as it may be gone back to, which is to the last
//! die or opened secret, and never past a resignation or a change of hands. A take-back is a new fact; the log never shrinks.

use std::sync::Arc;

use super::Game;
use crate::{
    ids::{Actor, Seat},
    seam::{AnyGame, Corrupt},
    table::{Fate, Hand, Life, OfferTerms, Offered, TableEvent},
};

/// So many turns can be taken back at most.
pub const MOST_POSITIONS: usize = 64;

/// Where the battle stood after a line.
struct Position {
    /// The line, the last of its turn.
    after: u64,
    /// Whose turn that was.
    by: Option<Actor>,
    /// Whether the turn changed anything in the battle.
    changed: bool,
    /// The battle.
    play: Arc<dyn AnyGame>,
}

/// Positions in the order of the log.
#[derive(Clone, Default)]
pub(super) struct Positions {
    list: Vec<Arc<Position>>,
    /// A take-back since it was last asked for one.
    taken_back: Option<u64>,
}

impl Positions {
    pub(super) fn same(&self, other: &Positions) -> bool {
        let same = |(a, b): (&Arc<Position>, &Arc<Position>)| {
            (a.after, &a.by, a.changed) == (b.after, &b.by, b.changed) && a.play.same(&*b.play)
        };
        self.list.len() == other.list.len() && self.list.iter().zip(&other.list).all(same)
    }
}

/// Why it is not gone back to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoWayBack {
    /// A die, an opened secret, a resignation, a change of hands or the start lies between, or too many turns.
    TooFar,
    /// It is no line between turns, or void itself.
    NoTurn,
    /// Nothing has changed since.
    Nothing,
}

impl Game {
    /// Between turns: remembers where the battle stands after line `after`, to which a turn of `by` has led.
    pub(crate) fn keep_position(&mut self, after: u64, by: Option<&Actor>) {
        let positions = &mut self.positions.list;
        if *self.table.life() != Life::Active || positions.last().is_some_and(|last| last.after == after) {
            return;
        }
        let last = positions.last().filter(|last| last.play.same(&*self.play));
        let (changed, play) = match last {
            Some(last) => (false, Arc::clone(&last.play)),
            None => (true, Arc::from(self.play.copy())),
        };
        positions.push(Arc::new(Position { after, by: by.cloned(), changed, play }));
        if MOST_POSITIONS < positions.len() {
            positions.remove(0);
        }
    }

    /// Nothing before this can be taken back.
    pub(crate) fn forget_positions(&mut self) {
        self.positions.list.clear();
        self.table.lapse_take_backs();
    }

    /// The first line that can be gone back to.
    pub(crate) fn earliest_position(&self) -> Option<u64> {
        self.positions.list.first().map(|first| first.after)
    }

    /// The line that was gone back to, if that has happened since this was last asked.
    pub(crate) fn take_taken_back(&mut self) -> Option<u64> {
        self.positions.taken_back.take()
    }

    /// So many seconds have passed in which these seats' time stood still.
    pub(crate) fn hold_still(&mut self, is_still: &dyn Fn(&Seat) -> bool, seconds: u64) {
        self.table.hold_still(is_still, seconds);
    }

    /// Whether it can be gone back to the position after line `to`.
    ///
    /// # Errors
    /// [`NoWayBack`].
    pub fn way_back(&self, to: u64) -> Result<(), NoWayBack> {
        let positions = &self.positions.list;
        match positions.iter().position(|position| position.after == to) {
            Some(at) if positions[at + 1..].iter().any(|later| later.changed) => Ok(()),
            Some(_) => Err(NoWayBack::Nothing),
            None if positions.first().is_none_or(|first| to < first.after) => Err(NoWayBack::TooFar),
            None => Err(NoWayBack::NoTurn),
        }
    }

    /// Whether nobody but this seat has changed anything in the battle since line `to`.
    pub(super) fn only_by(&self, seat: &Seat, to: u64) -> bool {
        let since = self.positions.list.iter().filter(|position| to < position.after && position.changed);
        since.into_iter().all(|position| matches!(&position.by, Some(Actor::Seat(by)) if by == seat))
    }

    /// Takes in a fact of the table.
    ///
    /// # Errors
    /// [`Corrupt::BodyUnreadable`] when it goes back to where nothing is remembered of.
    pub(super) fn take_in(&mut self, actor: &Actor, hand: Hand, event: &TableEvent) -> Result<(), Corrupt> {
        let done = self.offer_behind(event);
        match event {
            TableEvent::TakenBack { to } => self.go_back(*to)?,
            TableEvent::SeatResigned { .. }
            | TableEvent::SeatSubstituted { .. }
            | TableEvent::RulesUpdated { .. } => self.forget_positions(),
            TableEvent::GameStarted {}
            | TableEvent::OrdersGiven { .. }
            | TableEvent::OrderLapsed { .. }
            | TableEvent::SeatTimedOut { .. }
            | TableEvent::DrawOffered { .. }
            | TableEvent::DrawAccepted { .. }
            | TableEvent::DrawDeclined { .. }
            | TableEvent::OfferMade { .. }
            | TableEvent::OfferAnswered { .. }
            | TableEvent::DeadlineSet { .. }
            | TableEvent::ClockStopped { .. }
            | TableEvent::ClockResumed { .. }
            | TableEvent::SecretsOpened {}
            | TableEvent::GameAborted { .. } => {}
        }
        if let Some(number) = done {
            self.table.close_offer(number, &Fate::Accepted);
        }
        if let TableEvent::ClockStopped { seat: None, .. } = event {
            self.table.lapse_clock_offers();
        }
        self.table.evolve(actor, hand, event);
        Ok(())
    }

    fn go_back(&mut self, to: u64) -> Result<(), Corrupt> {
        let positions = &mut self.positions.list;
        let at = positions.iter().position(|position| position.after == to).ok_or(Corrupt::BodyUnreadable)?;
        positions.truncate(at + 1);
        self.play = positions[at].play.copy();
        self.positions.taken_back = Some(to);
        Ok(())
    }

    /// The offer that this fact carries out: of those about which nobody is asked any more, the first of its kind.
    fn offer_behind(&self, event: &TableEvent) -> Option<u64> {
        use crate::table::{AbortReason, DeadlineWhy, StopWhy};
        let is_it = |what: &Offered| match what {
            // It ends the game, and an offer with it.
            Offered::Draw => false,
            Offered::Terms(OfferTerms::TakeBack { to: offered }) => {
                matches!(event, TableEvent::TakenBack { to } if to == offered)
            }
            Offered::Terms(OfferTerms::Abort {}) => {
                matches!(event, TableEvent::GameAborted { why: AbortReason::Agreed })
            }
            Offered::Terms(OfferTerms::Pause { .. }) => {
                matches!(event, TableEvent::ClockStopped { why: StopWhy::Agreed, .. })
            }
            Offered::Terms(OfferTerms::Time { seat: offered, .. }) => {
                matches!(event, TableEvent::DeadlineSet { seat, why: DeadlineWhy::Granted, .. } if seat == offered)
            }
        };
        let mut offers = self.table.offers().iter().filter(|offer| offer.stands() && is_it(&offer.what));
        offers.find(|offer| self.is_agreed(offer)).map(|offer| offer.number)
    }
}
