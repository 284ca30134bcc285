//! What is counted from move to move (LW-9.10, LW-9.21, LW-9.22).

use super::{RetreatClock, State};
use crate::rulesets::little_wars::event::PerSide;

/// The first side-move, counted from 0, in which both sides' guns may have spoken: from the second round on (LW-2.4, LW-9.17).
const BOTH_MAY_FIRE: u32 = 2;

/// The counters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counters {
    /// Moves each side has made.
    pub moves_made: PerSide<u32>,
    /// Side-moves in a row in which nothing moved.
    pub idle_moves: u32,
    /// Side-moves in a row without a loss.
    pub quiet_moves: u32,
    /// The beaten side's time to get away.
    pub retreat: Option<RetreatClock>,
}

impl State {
    /// The counters once the mover's move, as it stands now, is counted.
    pub fn counted(&self) -> Counters {
        let mut moves_made = PerSide::of(|side| self.sides.side(side).moves_made);
        *moves_made.side_mut(self.mover) += 1;
        let is_quiet = !self.is_bloody && self.ply >= BOTH_MAY_FIRE;
        let retreat = self.retreat.map(|clock| {
            let is_his = clock.side == self.mover;
            RetreatClock { moves_left: clock.moves_left.saturating_sub(u32::from(is_his)), ..clock }
        });
        Counters {
            moves_made,
            idle_moves: if self.is_stirred { 0 } else { self.idle_moves + 1 }, // LW-9.21
            quiet_moves: if is_quiet { self.quiet_moves + 1 } else { 0 },
            retreat,
        }
    }
}
