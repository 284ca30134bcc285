//! Directions, and the checkpoints of a straight march. Every rounding is fixed: the same ends, the same checkpoints.

use serde::{Deserialize, Serialize};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ArrayBuilder, RefOr, Schema},
};

use super::{
    Point,
    number::{coordinate, r16, rdiv, rdiv_wide},
};

/// A direction: about 65,536 long, but for the rounding of [`unit()`] and what [`turn`] adds.
/// JSON has it as `[x,y]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "[i32; 2]", into = "[i32; 2]")]
pub struct Direction {
    /// Its part to the east.
    pub x: i32,
    /// Its part to the south.
    pub y: i32,
}

impl From<[i32; 2]> for Direction {
    fn from([x, y]: [i32; 2]) -> Self {
        Direction { x, y }
    }
}

impl From<Direction> for [i32; 2] {
    fn from(direction: Direction) -> Self {
        [direction.x, direction.y]
    }
}

impl PartialSchema for Direction {
    fn schema() -> RefOr<Schema> {
        ArrayBuilder::new()
            .items(i32::schema())
            .min_items(Some(2))
            .max_items(Some(2))
            .description(Some("A direction `[x,y]` east and south, about 65,536 long."))
            .build()
            .into()
    }
}

impl ToSchema for Direction {
    fn name() -> std::borrow::Cow<'static, str> {
        "geometry.Direction".into()
    }
}

impl Direction {
    /// The point so many hundredths of an inch from `start`; behind it for negative ones. Exact below 2³¹ of them; where
    /// there are no such coordinates, the nearest there are.
    pub fn walked(self, start: Point, hundredths: i64) -> Point {
        let walk = |from: i32, part: i32| {
            let far = r16(hundredths.saturating_mul(part.into()));
            coordinate(far.saturating_add(from.into()))
        };
        Point { x: walk(start.x, self.x), y: walk(start.y, self.y) }
    }
}

/// The direction of a way east and south, in hundredths of an inch. No way has none: it gives (0, 0), and is never to be
/// asked for. Exact below 2⁴⁶, and so between any two points.
pub fn unit(east: i64, south: i64) -> Direction {
    const SCALE: i128 = 1 << 32;
    let square = |n: i64| u128::from(n.unsigned_abs()).pow(2);
    let length = (square(east) + square(south)).saturating_mul(SCALE.unsigned_abs()).isqrt();
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    let part = |n: i64| coordinate(rdiv_wide(i128::from(n) * SCALE, length));
    Direction { x: part(east), y: part(south) }
}

/// A direction turned to the right by so many ten-thousandths of itself, to the left by negative ones. It grows a little
/// longer: nothing sets it back to 65,536. Exact where its result is below 2³¹ in both parts; else they stop there.
pub fn turn(direction: Direction, ten_thousandths: i32) -> Direction {
    let share = |part: i32| rdiv(i64::from(part) * i64::from(ten_thousandths), 10_000);
    Direction {
        x: coordinate(i64::from(direction.x) - share(direction.y)),
        y: coordinate(i64::from(direction.y) + share(direction.x)),
    }
}

/// The checkpoints of a straight leg, a tenth of an inch apart: the start is none, the end is always the last, and may
/// stand there twice.
pub fn march(from: Point, to: Point) -> impl Iterator<Item = Point> {
    const STEP_HUNDREDTHS: i64 = 10;
    let (east, south) = to.minus(from);
    let direction = unit(east, south);
    let steps = from.distance_down(to) / STEP_HUNDREDTHS;
    (1..=steps).map(move |step| direction.walked(from, STEP_HUNDREDTHS * step)).chain([to])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_is_scaled_and_rounded() {
        let cases = [
            ((1, 0), (65_536, 0)),
            ((0, -7), (0, -65_536)),
            ((30, 25), (50_346, 41_955)),
            ((700, 970), (38_351, 53_143)),
            ((6_000, -2_000), (62_173, -20_724)),
            ((-3, -4), (-39_322, -52_429)),
            ((29_999, 1), (65_536, 2)),
            ((0, 0), (0, 0)),
        ];
        for ((east, south), (x, y)) in cases {
            assert_eq!(unit(east, south), Direction { x, y }, "({east}, {south})");
        }
    }

    #[test]
    fn positive_turns_go_to_the_right() {
        assert_eq!(turn(Direction { x: 0, y: -65_536 }, 1_500), Direction { x: 9_830, y: -65_536 });
        assert_eq!(turn(Direction { x: 65_536, y: 0 }, -300), Direction { x: 65_536, y: -1_966 });
    }

    #[test]
    fn checkpoints_are_a_tenth_of_an_inch_apart_and_end_at_the_end() {
        let marched = |from: (i32, i32), to: (i32, i32)| -> Vec<(i32, i32)> {
            let checkpoints = march(Point::new(from.0, from.1), Point::new(to.0, to.1));
            checkpoints.map(|point| (point.x, point.y)).collect()
        };
        assert_eq!(
            marched((1_000, 1_000), (1_030, 1_025)),
            [(1_008, 1_006), (1_015, 1_013), (1_023, 1_019), (1_030, 1_025)]
        );
        assert_eq!(marched((0, 0), (0, 20)), [(0, 10), (0, 20), (0, 20)]);
        assert_eq!(marched((100, 100), (95, 100)), [(95, 100)]);
        assert_eq!(marched((7, 7), (7, 7)), [(7, 7)]);
    }

    #[test]
    fn no_direction_and_no_way_panics() {
        let (west, east) = (Point::new(i32::MIN, i32::MIN), Point::new(i32::MAX, i32::MAX));
        assert_eq!(march(west, east).next(), Some(Point::new(i32::MIN + 7, i32::MIN + 7)));
        assert_eq!(unit(i64::MIN, i64::MAX).x.signum(), -1);
        let long = Direction { x: i32::MIN, y: i32::MAX };
        assert_eq!(turn(long, i32::MIN), Direction { x: i32::MAX, y: i32::MAX });
        assert_eq!(long.walked(east, i64::MAX), Point::new(i32::MIN, i32::MAX));
    }
}
