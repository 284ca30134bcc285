//! Charges (LW §13, step 5): where a body of the enemy's can be met by enough.

use super::{
    super::{
        command::Command,
        ids::{FigureId, Figures},
        state::{Figure, State},
    },
    Hand,
};

/// Enemies this near to one, centre to centre, stand with him.
const TOGETHER: i64 = 1300;
/// What of a move is left for finding a place beside him.
const SPARE: i64 = 100;

impl Hand<'_> {
    /// Closes with every enemy whose body can be met by enough, in id order.
    pub(super) fn charge(&mut self, kept: &[FigureId]) {
        let enemies: Vec<FigureId> = self.state.armed_men(self.side.enemy()).map(|man| man.id).collect();
        for enemy in enemies {
            if let Some(order) = self.charge_at(enemy, kept) {
                self.give(order);
            }
        }
    }

    fn charge_at(&self, enemy: FigureId, kept: &[FigureId]) -> Option<Command> {
        let state = &self.state;
        let target = state.figure(enemy)?;
        let all: Vec<&Figure> = state.armed_men(self.side.enemy()).collect();
        let group: Vec<&Figure> =
            all.iter().copied().filter(|man| man.at.within(target.at, TOGETHER)).collect();
        let supports = |man: &&&Figure| {
            !group.iter().any(|own| own.id == man.id)
                && group.iter().any(|own| State::within_gap(own, man, man.id.arm.reach()))
        };
        let support = all.iter().filter(supports).count();
        let is_free = |man: &Figure| {
            man.is_armed()
                && !kept.contains(&man.id)
                && !state.is_escort(man.id)
                && man.start.within(target.at, man.id.arm.reach() - SPARE)
        };
        let mut can: Vec<&Figure> =
            self.idle(is_free).into_iter().filter_map(|id| state.figure(id)).collect();
        let (n_can, n_group) = (can.len(), group.len());
        let is_good =
            n_can >= 2 * n_group || (n_can > n_group && 2 * support < n_group) || n_can >= all.len();
        if !is_good || can.is_empty() {
            return None;
        }
        can.sort_by_key(|man| (man.start.distance_squared(target.at), man.id));
        let figures = can.iter().take(2 * n_group + 1).map(|man| Figures::One(man.id)).collect();
        Some(Command::Close { figures, on: enemy })
    }
}
