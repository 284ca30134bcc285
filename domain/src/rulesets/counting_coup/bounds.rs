//! The rectangle around a hill: a line of sight that does not go through it is not hidden by the hill, which spares most
//! questions to its lobes. It never decides that somebody is hidden.

use super::scenario::Hill;
use crate::geometry::{Point, Segment};

/// The least rectangle with sides from west to east and north to south that holds a hill's lobes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    west: i64,
    east: i64,
    north: i64,
    south: i64,
}

impl Bounds {
    /// Of a hill; of one without lobes, a rectangle that nothing goes through.
    pub(crate) fn of(hill: &Hill) -> Bounds {
        let around = hill.lobes.iter().map(|lobe| {
            let (x, y, r) = (i64::from(lobe.x), i64::from(lobe.y), i64::from(lobe.r));
            Bounds { west: x - r, east: x + r, north: y - r, south: y + r }
        });
        let both = |one: Bounds, other: Bounds| Bounds {
            west: one.west.min(other.west),
            east: one.east.max(other.east),
            north: one.north.min(other.north),
            south: one.south.max(other.south),
        };
        around.reduce(both).unwrap_or(Bounds { west: 0, east: 0, north: 0, south: 0 })
    }

    /// Whether a line goes through the inside. One that only touches the rectangle touches the hill at most, and a touching
    /// line is clear (CCC-2.7).
    pub(crate) fn is_crossed(self, line: Segment) -> bool {
        let (from, to) = (wide(line.from), wide(line.to));
        let beside = from.0.max(to.0) <= self.west
            || self.east <= from.0.min(to.0)
            || from.1.max(to.1) <= self.north
            || self.south <= from.1.min(to.1);
        !beside && self.has_corners_on_both_sides(from, to)
    }

    /// Whether the straight line through two points has corners strictly on either side; a line of no length has none, and
    /// is asked no further than whether it is beside.
    fn has_corners_on_both_sides(self, from: (i64, i64), to: (i64, i64)) -> bool {
        let along = (i128::from(to.0 - from.0), i128::from(to.1 - from.1));
        let side = |x: i64, y: i64| i128::from(y - from.1) * along.0 - i128::from(x - from.0) * along.1;
        let sides = [
            side(self.west, self.north),
            side(self.east, self.north),
            side(self.west, self.south),
            side(self.east, self.south),
        ];
        along == (0, 0) || sides.iter().any(|side| *side < 0) && sides.iter().any(|side| 0 < *side)
    }
}

fn wide(point: Point) -> (i64, i64) {
    (point.x.into(), point.y.into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rulesets::counting_coup::scenario::Lobe;

    fn hill(lobes: Vec<(i32, i32, i32)>) -> Hill {
        let lobes = lobes.into_iter().map(|(x, y, r)| Lobe { x, y, r }).collect();
        Hill { id: "H1".to_owned(), name: "H1".to_owned(), lobes }
    }

    /// On a small field lines often touch a rim or end on it; on a large one numbers are as great as they get.
    fn scenes() -> impl Strategy<Value = (Hill, Segment)> {
        [12, 9_000, i32::MAX]
            .map(scene)
            .into_iter()
            .reduce(|one, other| one.prop_union(other).boxed())
            .expect("three sizes")
    }

    fn scene(size: i32) -> BoxedStrategy<(Hill, Segment)> {
        let lobe = (-size..=size, -size..=size, 0..=size / 3);
        let ends = (-size..=size, -size..=size, -size..=size, -size..=size);
        let line = ends
            .prop_map(|(x, y, to_x, to_y)| Segment { from: Point::new(x, y), to: Point::new(to_x, to_y) });
        (prop::collection::vec(lobe, 0..4).prop_map(hill), line).boxed()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]
        #[test]
        fn ccc_2_7_a_hill_hides_only_along_lines_that_cross_its_rectangle((hill, line) in scenes()) {
            let hides = hill.hides(line);
            prop_assert_eq!(Bounds::of(&hill).is_crossed(line) && hides, hides);
        }
    }

    #[test]
    fn a_line_beside_aslant_or_along_an_edge_does_not_cross() {
        let bounds = Bounds::of(&hill(vec![(0, 0, 10), (20, 0, 10)]));
        let crossed = |from: (i32, i32), to: (i32, i32)| {
            bounds.is_crossed(Segment { from: Point::new(from.0, from.1), to: Point::new(to.0, to.1) })
        };
        assert!(crossed((-20, 0), (40, 0)) && crossed((-11, 9), (0, 11)) && crossed((5, 5), (5, 5)));
        assert!(
            !crossed((-20, 10), (40, 10)) && !crossed((-20, 0), (-10, 0)),
            "along an edge, up to an edge"
        );
        assert!(!crossed((-12, -9), (-9, -12)), "past a corner");
        assert!(
            !Bounds::of(&hill(Vec::new()))
                .is_crossed(Segment { from: Point::new(-1, -1), to: Point::new(1, 1) })
        );
    }
}
