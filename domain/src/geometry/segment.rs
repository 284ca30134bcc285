//! A straight line between two points: what passes near it and what it meets.

use std::cmp::Ordering;

use super::{Length, Point, number::compare_products};

/// The points between two, both included. Where they are the same it is that point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// One end.
    pub from: Point,
    /// The other end.
    pub to: Point,
}

impl Segment {
    /// Whether some point of the segment is nearer to `point` than `radius` hundredths of an inch. One that only touches
    /// the circle is not, and nothing is nearer than a negative radius.
    pub fn passes_closer(self, point: Point, radius: i64) -> bool {
        self.compare_distance(point, Length::hundredths(radius)).is_lt()
    }

    /// Whether the distance from `point` to the nearest point of the segment is less than, equal to or greater than a
    /// length.
    pub fn compare_distance(self, point: Point, length: Length) -> Ordering {
        let along = self.to.minus(self.from);
        let aside = point.minus(self.from);
        let whole = dot(along, along);
        let foot = dot(aside, along);
        if foot <= 0 {
            return self.from.compare_distance(point, length);
        }
        if whole <= foot {
            return self.to.compare_distance(point, length);
        }
        // The distance is |cross| / √whole; both sides are squared and multiplied by 16 · whole.
        match length.squared() {
            Some(squared) => {
                let quarters = 4 * cross(aside, along).unsigned_abs();
                compare_products((quarters, quarters), (squared, whole.unsigned_abs()))
            }
            None => Ordering::Greater,
        }
    }

    /// Whether a point is on the segment, its ends included.
    pub fn holds(self, point: Point) -> bool {
        let is_between = between(self.from.x, point.x, self.to.x) && between(self.from.y, point.y, self.to.y);
        is_between && self.side(point) == 0
    }

    /// Whether two segments have a point in common, ends included.
    pub fn meets(self, other: Segment) -> bool {
        let touches =
            self.holds(other.from) || self.holds(other.to) || other.holds(self.from) || other.holds(self.to);
        touches || self.parts(other) && other.parts(self)
    }

    /// Whether all four ends are on one straight line.
    pub fn is_collinear(self, other: Segment) -> bool {
        let line = if self.from == self.to { other } else { self };
        [self.from, other.from, self.to, other.to].into_iter().all(|end| line.side(end) == 0)
    }

    /// Positive for a point to the right of one who walks from `from` to `to`, negative to the left, 0 straight before or
    /// behind him.
    pub(super) fn side(self, point: Point) -> i128 {
        cross(self.to.minus(self.from), point.minus(self.from))
    }

    /// Whether the ends of the other are strictly on either side of this one's line.
    fn parts(self, other: Segment) -> bool {
        self.side(other.from).signum() * self.side(other.to).signum() < 0
    }
}

fn between(one: i32, middle: i32, other: i32) -> bool {
    one.min(other) <= middle && middle <= one.max(other)
}

fn dot(one: (i64, i64), other: (i64, i64)) -> i128 {
    i128::from(one.0) * i128::from(other.0) + i128::from(one.1) * i128::from(other.1)
}

fn cross(one: (i64, i64), other: (i64, i64)) -> i128 {
    i128::from(one.0) * i128::from(other.1) - i128::from(one.1) * i128::from(other.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(from: (i32, i32), to: (i32, i32)) -> Segment {
        Segment { from: Point::new(from.0, from.1), to: Point::new(to.0, to.1) }
    }

    #[test]
    fn a_touching_line_passes_no_closer() {
        let along = segment((0, 0), (1000, 0));
        assert!(!along.passes_closer(Point::new(500, 100), 100));
        assert!(along.passes_closer(Point::new(500, 99), 100));
        assert!(!along.passes_closer(Point::new(1060, 80), 100));
        assert!(along.passes_closer(Point::new(1060, 79), 100));
        assert!(!along.passes_closer(Point::new(-100, 0), 100));
        assert!(!along.passes_closer(Point::new(500, 0), -1));
    }

    #[test]
    fn a_slanted_line_is_measured_without_rounding() {
        // (40, 30) is at right angles to (3, -4)·10: 50 from the line, exactly.
        let slanted = segment((-30, 40), (30, -40));
        assert_eq!(slanted.compare_distance(Point::new(40, 30), Length::hundredths(50)), Ordering::Equal);
        assert_eq!(slanted.compare_distance(Point::new(40, 30), Length::quarters(201)), Ordering::Less);
        assert_eq!(slanted.compare_distance(Point::new(40, 30), Length::quarters(199)), Ordering::Greater);
    }

    #[test]
    fn segments_meet_across_at_ends_and_along() {
        let one = segment((0, 0), (10, 10));
        for met in
            [((0, 10), (10, 0)), ((10, 10), (20, 0)), ((5, 5), (9, 0)), ((8, 8), (20, 20)), ((3, 3), (3, 3))]
        {
            assert!(one.meets(segment(met.0, met.1)) && segment(met.0, met.1).meets(one), "{met:?}");
        }
        for missed in [((11, 11), (20, 20)), ((0, 1), (9, 10)), ((6, 5), (9, 0)), ((4, 3), (4, 3))] {
            assert!(
                !one.meets(segment(missed.0, missed.1)) && !segment(missed.0, missed.1).meets(one),
                "{missed:?}"
            );
        }
    }

    #[test]
    fn collinear_are_segments_of_one_line_even_apart() {
        let one = segment((0, 0), (2, 4));
        assert!(one.is_collinear(segment((3, 6), (-1, -2))));
        assert!(!one.is_collinear(segment((1, 0), (3, 4))));
        assert!(segment((1, 2), (1, 2)).is_collinear(one));
    }

    #[test]
    fn the_longest_segment_is_measured_too() {
        let longest = segment((i32::MIN, i32::MIN), (i32::MAX, i32::MAX));
        let corner = Point::new(i32::MAX, i32::MIN);
        // Half a diagonal of 4,294,967,295: 3,037,000,499.26…
        assert!(
            longest.passes_closer(corner, 3_037_000_500) && !longest.passes_closer(corner, 3_037_000_499)
        );
        assert!(longest.passes_closer(corner, i64::MAX) && !longest.passes_closer(corner, i64::MIN));
        assert!(longest.meets(segment((i32::MAX, i32::MIN), (i32::MIN, i32::MAX))));
    }
}
