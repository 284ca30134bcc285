//! A disc: a figure's stand, a lobe of a hill, the wheels of a gun.

use super::{Point, Segment};

/// A disc, rim included. One with a negative radius has no points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Disc {
    /// Its middle.
    pub centre: Point,
    /// From the centre to the rim, in hundredths of an inch.
    pub radius: i32,
}

impl Disc {
    /// Whether a point is in it or on its rim.
    pub fn holds(self, point: Point) -> bool {
        self.centre.within(point, self.radius.into())
    }

    /// Whether some point of the segment is strictly inside: a line that touches the rim does not cut.
    pub fn cuts(self, segment: Segment) -> bool {
        segment.passes_closer(self.centre, self.radius.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rim_belongs_to_it_but_touching_is_not_cutting() {
        let disc = Disc { centre: Point::new(0, 0), radius: 5 };
        assert!(disc.holds(Point::new(3, 4)) && !disc.holds(Point::new(4, 4)));
        let vertical = |x| Segment { from: Point::new(x, -9), to: Point::new(x, 9) };
        assert!(disc.cuts(vertical(4)) && !disc.cuts(vertical(5)));
    }

    #[test]
    fn a_negative_radius_leaves_nothing() {
        let none = Disc { centre: Point::new(0, 0), radius: -5 };
        assert!(!none.holds(Point::new(0, 0)));
        assert!(!none.cuts(Segment { from: Point::new(-9, 0), to: Point::new(9, 0) }));
    }
}
