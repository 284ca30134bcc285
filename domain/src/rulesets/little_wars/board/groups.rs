//! Who stands where, in lines: men of a side that stand together, their middle, and how far off the nearest enemy is.

use super::{
    super::{
        ids::{FigureId, Side},
        notation::inches,
        tell::{ids, name, point},
        view::{FigureView, View},
        words::Status,
    },
    words,
};
use crate::geometry::Point;

/// Men this near to each other, centre to centre, stand together.
const TOGETHER: i64 = 300;

/// The lines of a side.
pub(super) fn side(view: &View, side: Side) -> Vec<String> {
    let own = view.sides.side(side);
    let mut lines = vec![format!(
        "{}: {}; {} moves made, {} minutes for one",
        name(side),
        words::strength(view, side),
        own.moves_made,
        own.minutes
    )];
    let free: Vec<(FigureId, Point)> = standing(view, |man| man.id.side == side && man.status.is_free());
    let enemies: Vec<Point> =
        standing(view, |man| man.id.side != side && man.status.is_free()).iter().map(|(_, at)| *at).collect();
    for group in together(&free) {
        let members: Vec<FigureId> = group.iter().map(|at| free[*at].0).collect();
        let middle = middle(group.iter().map(|at| free[*at].1));
        let nearest = enemies.iter().map(|enemy| enemy.distance(middle)).min();
        let nearest =
            nearest.map_or_else(String::new, |away| format!(", nearest enemy {} inches", inches(away)));
        lines.push(format!("  {} about {}{nearest}", ids(&members), point(middle)));
    }
    for gun in view.guns.iter().filter(|gun| gun.holder == side && gun.at.is_some()) {
        lines.push(format!("  {}", words::gun(gun)));
    }
    for man in view.figures.iter().filter(|man| man.id.side == side) {
        if matches!(man.status, Status::Prisoner | Status::Flag | Status::Disarmed) {
            lines.push(format!("  {}", words::man(man)));
        }
    }
    lines
}

fn standing(view: &View, shown: impl Fn(&FigureView) -> bool) -> Vec<(FigureId, Point)> {
    view.figures.iter().filter(|man| shown(man)).filter_map(|man| Some((man.id, man.at?))).collect()
}

fn middle(points: impl ExactSizeIterator<Item = Point> + Clone) -> Point {
    let n_points = i64::try_from(points.len()).unwrap_or(1).max(1);
    let mean = |of: fn(Point) -> i32| {
        let sum: i64 = points.clone().map(|point| i64::from(of(point))).sum();
        i32::try_from(sum / n_points).unwrap_or(0)
    };
    Point::new(mean(|point| point.x), mean(|point| point.y))
}

/// Places of men who stand together, each list and the lists in id order.
fn together(men: &[(FigureId, Point)]) -> Vec<Vec<usize>> {
    let mut group: Vec<usize> = (0..men.len()).collect();
    for one in 0..men.len() {
        for other in 0..one {
            let is_near = men[one].1.within(men[other].1, TOGETHER);
            let (from, to) = (group[one].max(group[other]), group[one].min(group[other]));
            if is_near && from != to {
                group.iter_mut().filter(|own| **own == from).for_each(|own| *own = to);
            }
        }
    }
    let mut heads = group.clone();
    heads.sort_unstable();
    heads.dedup();
    heads.iter().map(|head| (0..men.len()).filter(|at| group[*at] == *head).collect()).collect()
}
