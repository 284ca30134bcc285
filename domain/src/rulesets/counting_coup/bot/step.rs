//! Where a figure of the bot may go: the points of the compass, and a step towards a goal.

use super::super::{movement, state::State};
use crate::geometry::Point;

/// The points of the compass, in the order in which equals are tried: from east by south.
const COMPASS: [(i64, i64); 16] = [
    (1000, 0),
    (924, 383),
    (707, 707),
    (383, 924),
    (0, 1000),
    (-383, 924),
    (-707, 707),
    (-924, 383),
    (-1000, 0),
    (-924, -383),
    (-707, -707),
    (-383, -924),
    (0, -1000),
    (383, -924),
    (707, -707),
    (924, -383),
];

/// More than the length of any of them, so that no step is longer than it is meant to be.
const COMPASS_LENGTH: i64 = 1001;

/// The points of the compass round a place, so many hundredths of an inch away or a little less.
pub(in super::super) fn compass(at: Point, length: i64) -> impl Iterator<Item = Point> {
    COMPASS.into_iter().filter_map(move |(x, y)| shifted(at, (x, y), length, COMPASS_LENGTH))
}

/// The point that lies `length` from a place on the straight line to a goal, or a little nearer.
pub(in super::super) fn along(at: Point, goal: Point, length: i64) -> Option<Point> {
    shifted(at, goal.minus(at), length, at.distance(goal))
}

/// A place, shifted by `length / whole` of a way.
fn shifted(at: Point, (x, y): (i64, i64), length: i64, whole: i64) -> Option<Point> {
    let part = |way: i64| i32::try_from((way * length).checked_div(whole)?).ok();
    at.offset((part(x)?, part(y)?))
}

/// The longest step of a figure that brings it nearer to a goal, of those of one length the one that ends nearest.
pub(super) fn step(position: &State, figure_idx: usize, at: Point, goal: Point) -> Option<Point> {
    let allowance = position.allowance(figure_idx);
    let mut lengths = [allowance.min(at.distance(goal)), 3 * allowance / 4, allowance / 2, allowance / 4];
    lengths.sort_unstable_by_key(|length| -length);
    let left = |point: &Point| point.distance_squared(goal);
    lengths.into_iter().find_map(|length| {
        let mut ends: Vec<Point> = along(at, goal, length).into_iter().chain(compass(at, length)).collect();
        ends.retain(|end| left(end) < left(&at));
        ends.sort_by_key(left); // stable: of equals the straight one first, then as the compass has them
        ends.into_iter().find(|end| movement::judge_path(position, figure_idx, &[*end]).is_ok())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compass_has_sixteen_points_none_of_them_too_far() {
        let at = Point::new(2000, 1000);
        for length in [150, 300, 600, 1200] {
            let points: Vec<Point> = compass(at, length).collect();
            assert_eq!(points.len(), 16);
            assert!(points.iter().all(|point| at.within(*point, length) && !at.within(*point, length - 3)));
            let mirrored = |point: &Point| Point::new(2 * at.x - point.x, 2 * at.y - point.y);
            assert!(points.iter().all(|point| points.contains(&mirrored(point))));
        }
        assert_eq!(compass(at, 600).nth(1), Some(Point::new(2553, 1229)));
    }

    #[test]
    fn a_straight_step_is_cut_short_of_its_length_not_beyond_it() {
        let at = Point::new(1000, 1000);
        assert_eq!(along(at, Point::new(2000, 1000), 600), Some(Point::new(1600, 1000)));
        assert_eq!(along(at, Point::new(0, 0), 600), Some(Point::new(576, 576)));
        assert_eq!(along(at, at, 600), None);
    }
}
