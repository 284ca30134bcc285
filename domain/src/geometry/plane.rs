//! A point of the plane: its JSON, distances from it, the length of a path.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use utoipa::openapi::{ArrayBuilder, KnownFormat, ObjectBuilder, RefOr, Schema, SchemaFormat, Type};

use super::Length;

/// A point, in hundredths of an inch. Points are ordered by `x`, then by `y`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(from = "[i32; 2]", into = "[i32; 2]")]
pub struct Point {
    /// Eastwards from the north-west corner of the floor.
    pub x: i32,
    /// Southwards from it.
    pub y: i32,
}

impl Point {
    /// The point with these coordinates.
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// The squared distance. Exact while it is an `i64`, as it is wherever both coordinates differ by less than 2³¹; else
    /// `i64::MAX`.
    pub fn distance_squared(self, other: Point) -> i64 {
        i64::try_from(self.squared(other)).unwrap_or(i64::MAX)
    }

    /// The least integer not below the distance, in hundredths of an inch.
    pub fn distance(self, other: Point) -> i64 {
        let root = self.distance_down(other);
        if i128::from(root).pow(2).unsigned_abs() < self.squared(other) { root + 1 } else { root }
    }

    /// Whether the distance is at most `reach` hundredths of an inch; nothing is within a negative reach.
    pub fn within(self, other: Point, reach: i64) -> bool {
        self.compare_distance(other, Length::hundredths(reach)).is_le()
    }

    /// Whether the distance is less than, equal to or greater than a length.
    pub fn compare_distance(self, other: Point, length: Length) -> Ordering {
        match length.squared() {
            Some(squared) => (16 * self.squared(other)).cmp(&squared),
            None => Ordering::Greater,
        }
    }

    /// The point so many hundredths east and south of this one, where coordinates reach that far.
    pub fn offset(self, by: (i32, i32)) -> Option<Point> {
        match (self.x.checked_add(by.0), self.y.checked_add(by.1)) {
            (Some(x), Some(y)) => Some(Point { x, y }),
            (Some(_) | None, Some(_) | None) => None,
        }
    }

    /// Hundredths east and south from `from` to this point.
    pub fn minus(self, from: Point) -> (i64, i64) {
        (i64::from(self.x) - i64::from(from.x), i64::from(self.y) - i64::from(from.y))
    }

    /// The greatest integer not above the distance.
    pub(super) fn distance_down(self, other: Point) -> i64 {
        i64::try_from(self.squared(other).isqrt()).expect("no two points are 2³³ apart")
    }

    fn squared(self, other: Point) -> u128 {
        let square = |n: u32| u128::from(n).pow(2);
        square(self.x.abs_diff(other.x)) + square(self.y.abs_diff(other.y))
    }
}

/// The length of a path from `start` by straight legs to each of these points in turn, in hundredths of an inch: each leg
/// counts as its [`Point::distance`].
pub fn path_length(start: Point, legs: &[Point]) -> i64 {
    let starts = std::iter::once(&start).chain(legs);
    starts.zip(legs).fold(0, |length: i64, (from, to)| length.saturating_add(from.distance(*to)))
}

impl From<[i32; 2]> for Point {
    fn from([x, y]: [i32; 2]) -> Point {
        Point { x, y }
    }
}

impl From<Point> for [i32; 2] {
    fn from(point: Point) -> [i32; 2] {
        [point.x, point.y]
    }
}

impl utoipa::PartialSchema for Point {
    fn schema() -> RefOr<Schema> {
        let coordinate = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)));
        ArrayBuilder::new()
            .items(coordinate)
            .min_items(Some(2))
            .max_items(Some(2))
            .description(Some("A point: hundredths of an inch east and south of the north-west corner."))
            .into()
    }
}

impl utoipa::ToSchema for Point {
    fn name() -> std::borrow::Cow<'static, str> {
        "geometry.Point".into()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use utoipa::{PartialSchema, ToSchema};

    use super::*;

    const FAR: [Point; 2] = [Point::new(i32::MIN, i32::MIN), Point::new(i32::MAX, i32::MAX)];

    #[test]
    fn a_distance_is_rounded_up_and_a_reach_includes_its_end() {
        let origin = Point::new(0, 0);
        assert_eq!(origin.distance(Point::new(300, -400)), 500);
        assert_eq!(origin.distance(Point::new(300, 401)), 501);
        assert!(origin.within(Point::new(300, 400), 500));
        assert!(!origin.within(Point::new(300, 401), 500));
        assert!(!origin.within(origin, -1));
    }

    #[test]
    fn sixteenths_of_an_inch_are_compared_exactly() {
        let apart = |x| Point::new(0, 0).compare_distance(Point::new(x, 0), Length::quarters(4 * 70 + 25));
        assert_eq!([76, 77].map(apart), [Ordering::Less, Ordering::Greater]);
        assert_eq!(
            Point::new(0, 0).compare_distance(Point::new(0, 9), Length::quarters(36)),
            Ordering::Equal
        );
    }

    #[test]
    fn a_path_is_as_long_as_its_legs_each_rounded_up() {
        let legs = [Point::new(1, 1), Point::new(2, 2), Point::new(2, 2)];
        assert_eq!(path_length(Point::new(0, 0), &legs), 4);
        assert_eq!(path_length(Point::new(0, 0), &[]), 0);
    }

    #[test]
    fn the_farthest_points_are_measured_too() {
        let [one, other] = FAR;
        assert_eq!(one.distance(other), 6_074_000_999);
        assert!(one.within(other, 6_074_000_999) && !one.within(other, 6_074_000_998));
        assert!(one.within(other, i64::MAX));
        assert_eq!(one.distance_squared(other), i64::MAX);
        assert_eq!(one.offset((-1, 0)), None);
        assert_eq!(one.offset((i32::MAX, 1)), Some(Point::new(-1, i32::MIN + 1)));
    }

    #[test]
    fn in_json_a_point_is_two_whole_numbers() {
        assert_eq!(json!(Point::new(-1, 20)), json!([-1, 20]));
        assert_eq!(serde_json::from_str::<Point>("[3,-4]").unwrap(), Point::new(3, -4));
        for bad in [
            "[1]",
            "[1,2,3]",
            "[1.0,2]",
            "[1,\"2\"]",
            "{\"x\":1,\"y\":2}",
            "[1,2147483648]",
            "null",
            "[]",
            "7",
        ] {
            assert!(serde_json::from_str::<Point>(bad).is_err(), "{bad}");
            let value: serde_json::Value = serde_json::from_str(bad).unwrap();
            assert!(serde_json::from_value::<Point>(value).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_contract_says_so() {
        assert_eq!(Point::name(), "geometry.Point");
        let schema = json!(Point::schema());
        assert_eq!(schema["items"], json!({"type": "integer", "format": "int32"}));
        assert_eq!([&schema["minItems"], &schema["maxItems"]], [&json!(2), &json!(2)]);
    }
}
