//! Where in a hand-over the rules' own minutes stand, for a clock that keeps them (LW-2.9): a function of the log, as
//! everything about time is.

use super::{Awaited, Chronicle};
use crate::{
    ids::Actor,
    log::{Body, Kind, Line},
    table::TABLE_EVENTS,
};

/// Where in a hand-over's time the rules' own minutes stand ([`crate::ruleset::Pace`]): a clock lets an interval pass before
/// those of a move run, unless its side orders something sooner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Minutes {
    /// So many seconds of the hand-over had passed when what goes on began: a move, or what is settled after it.
    pub from: u64,
    /// So many had passed when the move began, be it settled since or not.
    pub move_from: u64,
    /// So many had passed when the side first ordered something in it.
    pub ordered: Option<u64>,
    /// So many had passed when it was over, though the hand-over went on.
    pub over: Option<u64>,
}

impl Minutes {
    /// After `passed` seconds of the hand-over it is gone back to: what came after its end is none of its time.
    pub(super) fn resumed(self, passed: u64) -> Self {
        let beside = self.over.map_or(0, |over| passed.saturating_sub(over));
        let (from, move_from) = (self.from + beside, self.move_from + beside);
        Minutes { from, move_from, ordered: self.ordered.map(|at| at + beside), over: None }
    }
}

/// Whether a line tells the rules something that a seat has ordered: it is more than talk at the table.
pub(super) fn orders_something(line: &Line) -> bool {
    let is_of_rules = |body: &Body| {
        #[derive(serde::Deserialize)]
        struct Tag<'a> {
            #[serde(rename = "type", borrow)]
            tag: std::borrow::Cow<'a, str>,
        }
        serde_json::from_str::<Tag<'_>>(body.get()).is_ok_and(|Tag { tag }| !TABLE_EVENTS.contains(&&*tag))
    };
    match &line.kind {
        Kind::Event(event) => matches!(event.seat, Actor::Seat(_)) && is_of_rules(&event.body),
        Kind::Genesis(_)
        | Kind::Commit { .. }
        | Kind::Reveal { .. }
        | Kind::Epoch { .. }
        | Kind::Wait(_)
        | Kind::Beacon(_)
        | Kind::End { .. } => false,
    }
}

impl Chronicle {
    /// The move whose minutes run, and whether it is being settled outside them.
    pub(super) fn paced(&self) -> Option<(u32, bool)> {
        self.game.play().pace().map(|pace| (pace.number, pace.is_extra))
    }

    /// Notes when a move began within the hand-overs that go on, and when its side first ordered something in it. What is
    /// taken back was ordered all the same, and does not stop a watch that runs: so the positions that may be gone back to
    /// are told, too.
    pub(super) fn keep_minutes(&mut self, now: u64) {
        let paced = self.paced();
        let before = std::mem::replace(&mut self.noted.paced, paced);
        let is_another = before != paced;
        let is_settled = before.zip(paced).is_some_and(|((was, _), (number, _))| was == number);
        let has_orders = std::mem::take(&mut self.noted.has_orders);
        if before.or(paced).is_none() {
            return; // a battle without minutes
        }
        let by = match &self.current {
            Some((Actor::Seat(seat), _)) if has_orders => Some(seat),
            Some(_) | None => None,
        };
        for awaited in &mut self.awaited {
            let (passed, was) = (now.saturating_sub(awaited.begun()), awaited.minutes);
            let then = if is_another {
                let move_from = if is_settled { was.move_from } else { passed };
                awaited.minutes = Minutes { from: passed, move_from, ..Minutes::default() };
                Minutes { over: Some(passed), ..was }
            } else {
                let is_ordered = by.is_some_and(|by| self.game.are_of_one_side(by, &awaited.seat));
                awaited.minutes.ordered = was.ordered.or(is_ordered.then_some(passed));
                awaited.minutes
            };
            let is_it = |known: &Awaited| {
                known.is_same(awaited) && known.minutes.from == was.from && known.minutes != then
            };
            self.noted.change_marked(&is_it, &|known| known.minutes = then);
        }
    }
}
