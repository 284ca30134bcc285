//! What the properties of the plane are tried on: points, segments, polygons and lengths that touch and coincide often.

use domain::geometry::{Point, Polygon, Segment};
use proptest::{
    collection::vec,
    prelude::{Just, Strategy, any, prop_oneof},
    test_runner::{Config, RngSeed, TestRunner},
};

use super::exact::{Exact, exact, number, segment};

/// A failure is the same on every machine. It is shown with its least example.
pub fn for_all<S: Strategy>(strategy: S, test: impl Fn(S::Value)) {
    let config = Config {
        cases: 1_500,
        rng_seed: RngSeed::Fixed(1_913),
        failure_persistence: None,
        ..Config::default()
    };
    let tested = TestRunner::new(config).run(&strategy, |value| {
        test(value);
        Ok(())
    });
    if let Err(why) = tested {
        panic!("{why}");
    }
}

pub fn placed(n: i64) -> i32 {
    n.clamp(i32::MIN.into(), i32::MAX.into()).try_into().expect("it is clamped")
}

/// How a small grid is laid on the plane: its mesh, where its origin goes, and how far points may miss it.
pub fn grids() -> impl Strategy<Value = (i64, (i64, i64), i64)> {
    let mesh = prop_oneof![Just(1), Just(2), Just(10), Just(100), Just(6_000), Just(700_000_000)];
    let origin = prop_oneof![Just((0, 0)), (-30_000_i64..=30_000, -30_000_i64..=30_000)];
    (mesh, origin, prop_oneof![2 => Just(0), 1 => Just(1)])
}

pub fn laid(
    (mesh, origin, miss): (i64, (i64, i64), i64),
    (x, y, east, south): (i64, i64, i64, i64),
) -> Point {
    Point::new(placed(origin.0 + mesh * x + miss * east), placed(origin.1 + mesh * y + miss * south))
}

pub fn points(n: usize) -> impl Strategy<Value = Vec<Point>> {
    let cells = vec((-4_i64..=4, -4_i64..=4, -1_i64..=1, -1_i64..=1), n);
    let on_grid =
        (grids(), cells).prop_map(|(grid, cells)| cells.into_iter().map(|cell| laid(grid, cell)).collect());
    let on_floor = vec((-30_000..=30_000, -30_000..=30_000).prop_map(|(x, y)| Point::new(x, y)), n);
    let anywhere = vec((any::<i32>(), any::<i32>()).prop_map(|(x, y)| Point::new(x, y)), n);
    prop_oneof![6 => on_grid, 1 => on_floor, 1 => anywhere]
}

pub fn segments() -> impl Strategy<Value = (Segment, Segment)> {
    points(4).prop_map(|ends| (segment(ends[0], ends[1]), segment(ends[2], ends[3])))
}

/// Simple polygons with a point and a segment near them: bands with jagged sides, upright or lying, either way round.
pub fn polygons() -> impl Strategy<Value = (Polygon, Vec<Point>)> {
    let columns = vec((-3_i64..=0, 1_i64..=3), 2..6);
    let near = vec((-4_i64..=5, -4_i64..=5, -1_i64..=1, -1_i64..=1), 3);
    (grids(), columns, near, any::<(bool, bool)>(), 0_usize..12).prop_map(
        |(grid, columns, near, (is_upright, is_reversed), start)| {
            let columns = columns.into_iter().zip(-2..);
            let (north, mut south): (Vec<_>, Vec<_>) =
                columns.map(|((north, south), x)| ((x, north, 0, 0), (x, south, 0, 0))).unzip();
            south.reverse();
            let turned =
                |(x, y, east, south)| if is_upright { (y, x, south, east) } else { (x, y, east, south) };
            let mut corners: Vec<Point> =
                north.into_iter().chain(south).map(|cell| laid(grid, turned(cell))).collect();
            if is_reversed {
                corners.reverse();
            }
            let n_corners = corners.len();
            corners.rotate_left(start % n_corners);
            let polygon = Polygon::new(corners).expect("jagged bands are simple");
            (polygon, near.into_iter().map(|cell| laid(grid, turned(cell))).collect())
        },
    )
}

/// Lengths about as long as a distance, a few quarters of a hundredth off, and lengths of any size.
pub fn slacks() -> impl Strategy<Value = Slack> {
    let off = (-5_i64..=5).prop_map(Slack::Off);
    prop_oneof![6 => off, 1 => (-9_i64..=9).prop_map(Slack::Any), 1 => any::<i64>().prop_map(Slack::Any)]
}

#[derive(Clone, Copy, Debug)]
pub enum Slack {
    Off(i64),
    Any(i64),
}

impl Slack {
    /// A length in parts of a hundredth, by the square of what it is measured against.
    pub fn length(self, squared: &Exact, parts: i64) -> i64 {
        match self {
            Slack::Off(off) => number(&(squared * exact(parts * parts)).to_integer().sqrt()) + off,
            Slack::Any(length) => length,
        }
    }
}
