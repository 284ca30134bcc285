//! How far it is to a cell: steps over passable terrain, figures ignored.

use super::super::{
    cell::Cell,
    ground::{Ground, Terrain},
    pieces::Gait,
};

/// What counts for a cell from which there is no way.
const NO_WAY: i64 = 60;

/// Steps to one cell from everywhere, for each gait.
pub(super) struct Road {
    cols: usize,
    foot: Vec<i64>,
    mounted: Vec<i64>,
}

impl Road {
    /// All ways to `to`.
    pub(super) fn to(ground: &Ground, to: Cell) -> Road {
        let foot = steps(ground, Gait::Foot, to);
        // Riders cannot enter woods and rocks; how near they get is measured as if they dismounted.
        let mounted = match ground.terrain(to) {
            Some(Terrain::Woods | Terrain::Rocks) => foot.clone(),
            Some(Terrain::Open | Terrain::Parapet | Terrain::Ford | Terrain::River) | None => {
                steps(ground, Gait::Mounted, to)
            }
        };
        Road { cols: usize::from(ground.cols()), foot, mounted }
    }

    /// Steps from a cell of the board.
    pub(super) fn steps(&self, gait: Gait, from: Cell) -> i64 {
        let steps = match gait {
            Gait::Foot => &self.foot,
            Gait::Mounted => &self.mounted,
        };
        steps.get(place(self.cols, from)).copied().unwrap_or(NO_WAY)
    }
}

fn place(cols: usize, cell: Cell) -> usize {
    usize::from(cell.row) * cols + usize::from(cell.col)
}

/// Flood from `to`: a way there is a way back.
fn steps(ground: &Ground, gait: Gait, to: Cell) -> Vec<i64> {
    let cols = usize::from(ground.cols());
    let mut steps = vec![NO_WAY; cols * usize::from(ground.rows())];
    let mut seen = vec![false; steps.len()];
    let mut frontier: Vec<Cell> = [to].into_iter().filter(|to| ground.admits(gait, *to)).collect();
    let mut count = 0;
    while !frontier.is_empty() {
        let mut next = Vec::new();
        for cell in frontier {
            let here = place(cols, cell);
            if std::mem::replace(&mut seen[here], true) {
                continue;
            }
            steps[here] = count;
            next.extend(ground.neighbours(cell).filter(|near| ground.admits(gait, *near)));
        }
        frontier = next;
        count += 1;
    }
    steps
}
