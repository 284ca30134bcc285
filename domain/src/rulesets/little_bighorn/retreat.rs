//! Where the loser of an encounter goes: which cells lie behind it, which of them it can take, which one the victor
//! picks.

use super::{
    cell::{Cell, NEIGHBOURS},
    command::Push,
    ground::Contact,
    pieces::Side,
    state::State,
};

/// Whether a neighbouring cell at offset `step` lies further along a shot than the loser's own.
pub(super) fn qualifies(shot: (i32, i32), step: (i32, i32)) -> bool {
    0 < shot.0 * step.0 + shot.1 * step.1 // LBH-8.1 LBH-8.2
}

impl State {
    /// The cells a beaten figure can retreat to, by row, then by column. Empty: it is out.
    pub(super) fn retreats(&self, loser_idx: usize, winner_idx: usize) -> Vec<Cell> {
        let (Some(from), Some(shooter)) = (self.figures[loser_idx].cell, self.figures[winner_idx].cell)
        else {
            return Vec::new();
        };
        let shot = from.minus(shooter); // LBH-8.1
        NEIGHBOURS
            .into_iter()
            .filter(|step| qualifies(shot, *step))
            .filter_map(|step| from.offset(step))
            .filter(|to| self.can_retreat_to(loser_idx, *to))
            .collect()
    }

    fn can_retreat_to(&self, loser_idx: usize, to: Cell) -> bool {
        let loser = &self.figures[loser_idx];
        let onto_flag = loser.side() == Side::PlainsNations && to == self.flag; // LBH-8.7
        self.ground.admits(loser.class.gait(), to) && !onto_flag && self.check_room(loser_idx, to).is_ok() // LBH-8.3
    }

    /// The one of these cells that the victor picks; none if there is none.
    pub(super) fn pick_retreat(&self, loser_idx: usize, choices: &[Cell], push: &Push) -> Option<Cell> {
        let automatic = |cell: Cell| self.automatic_rank(loser_idx, cell); // LBH-8.4
        match push {
            Push::Auto {} => choices.iter().copied().min_by_key(|cell| automatic(*cell)), // LBH-13.5
            Push::To { cells } => {
                let wish = cells.iter().copied().find(|cell| choices.contains(cell));
                wish.or_else(|| choices.iter().copied().min_by_key(|cell| automatic(*cell)))
            }
            Push::Toward { cell: aim } => {
                choices.iter().copied().min_by_key(|cell| (cell.d2(*aim), automatic(*cell)))
            }
            Push::Away { cell: aim } => {
                choices.iter().copied().min_by_key(|cell| (-cell.d2(*aim), automatic(*cell)))
            }
        }
    }

    /// No cover, then far from the flag, then row and column.
    fn automatic_rank(&self, loser_idx: usize, cell: Cell) -> (bool, i32, Cell) {
        let gait = self.figures[loser_idx].class.gait();
        let covered = self.ground.bonus(gait, cell, Contact::Distant).is_some();
        (covered, -cell.d2(self.flag), cell) // LBH-8.10
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behind(shot: (i32, i32)) -> Vec<(i32, i32)> {
        NEIGHBOURS.into_iter().filter(|step| qualifies(shot, *step)).collect()
    }

    #[test]
    fn lbh_8_2_straight_and_diagonal_shots_leave_three_cells_others_four() {
        assert_eq!(behind((2, 0)), [(1, -1), (1, 0), (1, 1)]);
        assert_eq!(behind((3, 3)), [(1, 0), (0, 1), (1, 1)]);
        assert_eq!(behind((3, 1)), [(1, -1), (1, 0), (0, 1), (1, 1)]);
    }
}
