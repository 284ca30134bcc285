//! A polygon of the floor: a house, a hill, a pond. Which points are in it, which of its edges a line meets, and how far
//! off they are.

use std::cmp::Ordering;

use super::{Length, Point, Segment};

/// A simple polygon: its outline never meets itself, so that every point off it is either in or out. A corner may be
/// straight, but the outline may not turn back there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Polygon {
    corners: Vec<Point>,
}

/// Where a point is, seen from a polygon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Strictly inside.
    In,
    /// On an edge or a corner.
    On,
    /// Strictly outside.
    Out,
}

impl Polygon {
    /// The polygon with these corners, either way round; none if it would not be simple. Takes time with the square of
    /// their number.
    pub fn new(corners: Vec<Point>) -> Option<Polygon> {
        let polygon = Polygon { corners };
        polygon.is_simple().then_some(polygon)
    }

    /// Its corners, as given.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// Its edges in order: the first from the first corner to the second, the last from the last corner back to the first.
    pub fn edges(&self) -> impl Iterator<Item = Segment> {
        let ends = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(ends).map(|(from, to)| Segment { from: *from, to: *to })
    }

    /// Where a point is, by an exact even-odd test.
    pub fn place(&self, point: Point) -> Place {
        if self.edges().any(|edge| edge.holds(point)) {
            return Place::On;
        }
        let crossed = self.edges().filter(|edge| {
            let is_southward = edge.from.y < edge.to.y;
            let passes = (edge.from.y <= point.y) != (edge.to.y <= point.y);
            passes && (0 < edge.side(point)) == is_southward
        });
        match crossed.count() % 2 {
            0 => Place::Out,
            _ => Place::In,
        }
    }

    /// The first edge, in their order, that a segment meets, ends included. Edges on one straight line with it are passed
    /// over: they have no side on which it comes (LW-4.17). A segment of no length therefore meets none.
    pub fn first_met(&self, segment: Segment) -> Option<Segment> {
        self.edges().find(|edge| edge.meets(segment) && !edge.is_collinear(segment))
    }

    /// Whether the distance from `point` to the nearest edge is less than, equal to or greater than a length (LW-5.6). It
    /// is the edge's distance for a point inside, too.
    pub fn compare_distance(&self, point: Point, length: Length) -> Ordering {
        let distances = self.edges().map(|edge| edge.compare_distance(point, length));
        distances.min().expect("a polygon has edges")
    }

    fn is_simple(&self) -> bool {
        let edges: Vec<Segment> = self.edges().collect();
        match edges.len() {
            0..=2 => false,
            3 => edges[0].side(edges[1].to) != 0,
            // Where the outline turns back at a corner, or an edge has no length, edges meet that are no neighbours.
            n_edges => (0..n_edges).all(|at| {
                let end = if at == 0 { n_edges - 1 } else { n_edges };
                (at + 2..end).all(|other| !edges[at].meets(edges[other]))
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(corners: &[(i32, i32)]) -> Vec<Point> {
        corners.iter().map(|(x, y)| Point::new(*x, *y)).collect()
    }

    /// A house with a notch in its south side.
    fn notched() -> Polygon {
        Polygon::new(points(&[(0, 0), (400, 0), (400, 300), (200, 100), (0, 300)])).unwrap()
    }

    #[test]
    fn points_are_in_on_or_out() {
        let cases = [
            ((200, 50), Place::In),
            ((200, 100), Place::On),
            ((200, 101), Place::Out),
            ((100, 200), Place::On),
            ((100, 201), Place::Out),
            ((0, 300), Place::On),
            ((399, 298), Place::In),
            ((399, 299), Place::On),
            ((400, 150), Place::On),
            ((-1, 0), Place::Out),
            ((401, 0), Place::Out),
        ];
        let mirrored = Polygon::new(notched().corners().iter().rev().copied().collect()).unwrap();
        for ((x, y), place) in cases {
            assert_eq!(notched().place(Point::new(x, y)), place, "({x}, {y})");
            assert_eq!(mirrored.place(Point::new(x, y)), place, "({x}, {y})");
        }
    }

    #[test]
    fn simple_is_what_never_meets_itself() {
        let simple: [&[(i32, i32)]; 3] = [
            &[(0, 0), (1, 0), (0, 1)],
            &[(0, 0), (2, 0), (4, 0), (4, 4)],
            &[(0, 0), (9, 0), (9, 9), (8, 9), (8, 1), (0, 1)],
        ];
        for corners in simple {
            assert!(Polygon::new(points(corners)).is_some(), "{corners:?}");
        }
        let others: [(&str, &[(i32, i32)]); 8] = [
            ("nothing", &[]),
            ("a line", &[(0, 0), (5, 5)]),
            ("a flat triangle", &[(0, 0), (5, 5), (9, 9)]),
            ("a bow", &[(0, 0), (4, 4), (4, 0), (0, 4)]),
            ("a corner twice", &[(0, 0), (4, 0), (4, 0), (4, 4)]),
            ("a spike", &[(0, 0), (4, 0), (8, 0), (4, 0), (4, 4)]),
            ("a corner on an edge", &[(0, 0), (8, 0), (8, 8), (4, 0), (0, 8)]),
            ("a waist", &[(0, 0), (4, 4), (8, 0), (8, 8), (4, 4), (0, 8)]),
        ];
        for (what, corners) in others {
            assert!(Polygon::new(points(corners)).is_none(), "{what}");
        }
    }

    #[test]
    fn the_first_edge_met_is_none_on_the_same_line() {
        let met = |from: (i32, i32), to: (i32, i32)| {
            let path = Segment { from: Point::new(from.0, from.1), to: Point::new(to.0, to.1) };
            notched().first_met(path).map(|edge| notched().edges().position(|other| other == edge).unwrap())
        };
        assert_eq!(met((200, -10), (200, 10)), Some(0));
        assert_eq!(met((410, 150), (395, 150)), Some(1));
        assert_eq!(met((410, -10), (395, 5)), Some(0), "at a corner the earlier edge");
        assert_eq!(met((-10, 0), (5, 0)), Some(4), "along the first edge, into the last");
        assert_eq!(met((100, 0), (110, 0)), None);
        assert_eq!(met((200, 40), (200, 60)), None);
        assert_eq!(met((400, 150), (400, 150)), None);
    }

    #[test]
    fn a_sixteenth_of_an_inch_to_the_nearest_edge() {
        let compare = |x| notched().compare_distance(Point::new(x, 150), Length::quarters(4 * 35 + 25));
        assert_eq!([441, 442].map(compare), [Ordering::Less, Ordering::Greater]);
        assert_eq!(notched().compare_distance(Point::new(200, 50), Length::hundredths(50)), Ordering::Equal);
    }
}
