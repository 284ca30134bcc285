//! What a single step may do, and where it must end: stacking, terrain, enemies, the flag. Asked by moves, retreats
//! and advances, by hints and the bot.

use super::{
    cell::Cell,
    pieces::{Class, Gait, Side},
    rejection::Rejection,
    scenario::FlagBearers,
    state::State,
};

impl State {
    /// What no event can change about a step: cells that touch, a board to stand on, terrain that admits the figure.
    pub(super) fn check_step(&self, gait: Gait, from: Cell, to: Cell) -> Result<(), Rejection> {
        self.check_adjacent(gait, from, to)?;
        self.check_terrain(gait, to)
    }

    /// Whether two cells of a path touch; in any direction.
    pub(super) fn check_adjacent(&self, gait: Gait, from: Cell, to: Cell) -> Result<(), Rejection> {
        match from.touches(to) {
            true => Ok(()), // LBH-4.5
            false => Err(Rejection::NotAdjacent(from, to, gait)),
        }
    }

    /// Whether the terrain admits a figure.
    pub(super) fn check_terrain(&self, gait: Gait, to: Cell) -> Result<(), Rejection> {
        match self.ground.terrain(to) {
            None => Err(Rejection::OffBoard(to)),
            Some(terrain) if terrain.admits(gait) => Ok(()),
            Some(terrain) => Err(Rejection::TerrainForbidden(to, terrain)), // LBH-1.3 LBH-1.5
        }
    }

    /// Whether a figure may enter a cell, as far as other figures decide: it also may not pass where it may not stop.
    pub(super) fn check_room(&self, figure_idx: usize, to: Cell) -> Result<(), Rejection> {
        if self.holds(self.figures[figure_idx].side().other(), to) {
            return Err(Rejection::EnemyOccupied(to)); // LBH-2.8 LBH-6.1
        }
        match self.has_room(figure_idx, to) {
            true => Ok(()), // LBH-2.6 LBH-4.7
            false => Err(Rejection::StackingLimit(to)),
        }
    }

    /// Whether the stack on a cell leaves room for a figure, which does not count against itself. The flag takes
    /// none.
    pub(super) fn has_room(&self, figure_idx: usize, cell: Cell) -> bool {
        let (mut foot, mut mounted) = (0_u32, 0_u32);
        let mut count = |class: Class| match class.gait() {
            Gait::Foot => foot += 1,
            Gait::Mounted => mounted += 1,
        };
        count(self.figures[figure_idx].class);
        self.on(cell).filter(|(idx, _)| *idx != figure_idx).for_each(|(_, figure)| count(figure.class)); // LBH-2.7
        match (foot, mounted) {
            (_, 0) => foot <= 3, // LBH-2.5
            (0, _) => mounted <= 2,
            (1, 1) => true,
            (_, _) => false,
        }
    }

    /// Whether a whole step is legal now: cells, terrain, figures.
    pub(super) fn may_step(&self, figure_idx: usize, from: Cell, to: Cell) -> bool {
        self.check_step(self.figures[figure_idx].class.gait(), from, to).is_ok()
            && self.check_room(figure_idx, to).is_ok()
    }

    /// Whether a figure that has entered this cell must stop there: beside an enemy, or on the flag it takes. To be
    /// within the reach of enemy weapons stops nobody (LBH-5.1).
    pub(super) fn must_stop(&self, side: Side, cell: Cell) -> bool {
        self.touches(side.other(), cell) || self.takes_flag(side, cell) // LBH-5.2 LBH-6.3
    }

    /// Whether a figure of this side that enters a cell takes the flag.
    pub(super) fn takes_flag(&self, side: Side, cell: Cell) -> bool {
        side == Side::PlainsNations && cell == self.flag && self.flag_unguarded() // LBH-12.4
    }

    /// Whether a figure of this class may carry the flag.
    pub(super) fn may_bear(&self, class: Class) -> bool {
        match (class, self.ground.options().flag_bearers) {
            (Class::Soldier, FlagBearers::Soldiers | FlagBearers::Any) => true, // LBH-4.8
            (Class::General | Class::Officer, FlagBearers::Any) => true,
            (Class::General | Class::Officer, FlagBearers::Soldiers) => false,
            (Class::Chief | Class::Rider | Class::Warrior, FlagBearers::Soldiers | FlagBearers::Any) => false,
        }
    }
}
