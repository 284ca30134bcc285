//! Where a figure can get to in one move, and by which path. Asked by the hints and by the bot, so that both name the
//! same path for the same cell.

use super::{cell::Cell, state::State};

/// A legal move: the cells entered, at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Walk {
    /// Where it ends.
    pub(super) to: Cell,
    /// The cells entered, `to` the last of them.
    pub(super) path: Vec<Cell>,
}

impl State {
    /// The ends of all legal moves of a figure but its own cell, each by one shortest path: fewest steps first, then
    /// by row and column. Whether it is its turn to move is not asked, only whether it has moved.
    pub(super) fn walks(&self, figure_idx: usize) -> Vec<Walk> {
        let figure = &self.figures[figure_idx];
        let Some(start) = figure.cell.filter(|_| !figure.moved) else { return Vec::new() };
        let mut seen = vec![start];
        let mut found: Vec<Walk> = Vec::new();
        let mut frontier = vec![Walk { to: start, path: Vec::new() }];
        for _ in 0..figure.class.gait().longest_move() {
            let mut next = Vec::new();
            for walk in &frontier {
                for to in self.ground.neighbours(walk.to) {
                    if !seen.contains(&to) && self.may_step(figure_idx, walk.to, to) {
                        seen.push(to); // LBH-4.7: coming back to a cell never makes a path shorter
                        let path = walk.path.iter().copied().chain([to]).collect();
                        next.push(Walk { to, path });
                    }
                }
            }
            next.sort_by_key(|walk| walk.to);
            found.extend(next.iter().cloned());
            next.retain(|walk| !self.must_stop(figure.side(), walk.to)); // LBH-5.2 LBH-6.3
            frontier = next;
        }
        found
    }
}
