//! Men without weapons, escorts with their prisoners, and an army that must get away (LW §13, steps 3 and 7).

use super::{
    super::{
        command::{Command, Retreat, RetreatMany, RetreatOne},
        ids::{Figures, Side},
        measures::FOOT,
        state::State,
        words::Status,
    },
    Hand,
};
use crate::geometry::Point;

/// Whether a side is to leave: it is beaten (LW-9.10), or it has fewer than ten free men and less than a quarter of the
/// enemy's.
pub(super) fn must_go(state: &State, side: Side) -> bool {
    const FEW: usize = 10;
    let is_beaten = state.retreat.is_some_and(|clock| clock.side == side);
    let (own, enemy) = (state.free_men(side).count(), state.free_men(side.enemy()).count());
    is_beaten || (own < FEW && 4 * own < enemy)
}

impl Hand<'_> {
    /// A man goes straight back, so far at most; never beyond his line.
    fn straight_back(&self, start: Point, length: i64) -> Point {
        let line = self.state.line_y(self.side);
        let at = self.back().walked(start, length);
        let is_past = if self.back().y < 0 { at.y < line } else { line < at.y };
        let starts_past = if self.back().y < 0 { start.y <= line } else { line <= start.y };
        match (starts_past, is_past) {
            (true, _) => start,
            (false, true) => Point::new(start.x, line),
            (false, false) => at,
        }
    }

    /// Disarmed men go to their line, escorts take their prisoners there.
    pub(super) fn lead_away(&mut self) {
        for id in self.idle(|man| man.status == Status::Disarmed) {
            let Some(man) = self.state.figure(id) else { continue };
            let (start, reach) = (man.start, id.arm.reach());
            let steps = [reach, reach / 2].map(|length| self.straight_back(start, length));
            let orders = steps.into_iter().filter(|end| *end != start);
            self.give_first(
                orders.map(|end| Command::Move { figure: id, path: vec![end] }).collect::<Vec<_>>(),
            );
        }
        for id in self.idle(|man| man.is_armed()) {
            let Some(man) = self.state.figure(id).filter(|_| self.state.is_escort(id)) else { continue };
            let start = man.start;
            let steps = (1..=4).rev().map(|quarter| self.straight_back(start, FOOT * quarter / 4));
            let orders: Vec<Command> = steps
                .filter(|end| *end != start)
                .map(|end| Command::Escort { escort: id, path: vec![end], prisoners: None })
                .collect();
            self.give_first(orders);
        }
    }

    /// Every man who can leaves over his own line, the others go towards it.
    pub(super) fn go_home(&mut self) {
        for id in self.idle(|_| true) {
            let leave = Retreat::Many(RetreatMany { figures: vec![Figures::One(id)] });
            if self.state.is_escort(id) || self.give(Command::Retreat(leave)) {
                continue;
            }
            let Some(man) = self.state.figure(id) else { continue };
            let (start, reach) = (man.start, id.arm.reach());
            let by_path =
                Retreat::One(RetreatOne { figure: id, path: vec![self.straight_back(start, reach)] });
            if self.give(Command::Retreat(by_path)) {
                continue;
            }
            let steps = [reach, reach / 2, reach / 4].map(|length| self.straight_back(start, length));
            let orders = steps.into_iter().filter(|end| *end != start);
            self.give_first(
                orders.map(|end| Command::Move { figure: id, path: vec![end] }).collect::<Vec<_>>(),
            );
        }
    }
}
