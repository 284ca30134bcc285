//! The plane once more, in rationals of any size and by other methods than the code's.

use std::cmp::Ordering;

use domain::geometry::{Point, Polygon, Segment};
use num_bigint::BigInt;
use num_rational::Ratio;

pub type Exact = Ratio<BigInt>;
pub type Vector = (Exact, Exact);

pub fn exact(n: impl Into<BigInt>) -> Exact {
    Ratio::from_integer(n.into())
}

pub fn number(n: &BigInt) -> i64 {
    i64::try_from(n).expect("an i64")
}

pub fn segment(from: Point, to: Point) -> Segment {
    Segment { from, to }
}

pub fn place(point: Point) -> Vector {
    (exact(point.x), exact(point.y))
}

pub fn difference(to: &Vector, from: &Vector) -> Vector {
    (&to.0 - &from.0, &to.1 - &from.1)
}

pub fn vector(segment: Segment) -> Vector {
    difference(&place(segment.to), &place(segment.from))
}

pub fn dot(one: &Vector, other: &Vector) -> Exact {
    &one.0 * &other.0 + &one.1 * &other.1
}

pub fn cross(one: &Vector, other: &Vector) -> Exact {
    &one.0 * &other.1 - &one.1 * &other.0
}

/// The point of a segment's line at this share of its way.
pub fn at(segment: Segment, share: &Exact) -> Vector {
    let (start, way) = (place(segment.from), vector(segment));
    (start.0 + way.0 * share, start.1 + way.1 * share)
}

/// The squared distance to the foot of the perpendicular, or to the nearer end.
pub fn distance_squared(segment: Segment, point: Point) -> Exact {
    let way = vector(segment);
    let whole = dot(&way, &way);
    let share = match whole == exact(0) {
        true => exact(0),
        false => {
            (dot(&difference(&place(point), &place(segment.from)), &way) / whole).clamp(exact(0), exact(1))
        }
    };
    let aside = difference(&place(point), &at(segment, &share));
    dot(&aside, &aside)
}

pub fn comparison(squared: &Exact, length: i64, parts: i64) -> Ordering {
    match length < 0 {
        true => Ordering::Greater,
        false => squared.cmp(&(exact(length) * exact(length) / exact(parts * parts))),
    }
}

/// What two segments share.
#[derive(PartialEq, Debug)]
pub enum Common {
    Nothing,
    One(Vector),
    Stretch,
}

pub fn common(one: Segment, other: Segment) -> Common {
    let (way, other_way) = (vector(one), vector(other));
    let apart = difference(&place(other.from), &place(one.from));
    let slope = cross(&way, &other_way);
    let is_share = |share: &Exact| exact(0) <= *share && *share <= exact(1);
    if slope != exact(0) {
        let shares = (cross(&apart, &other_way) / &slope, cross(&apart, &way) / &slope);
        return match is_share(&shares.0) && is_share(&shares.1) {
            true => Common::One(at(one, &shares.0)),
            false => Common::Nothing,
        };
    }
    for (point, line) in [(one, other), (other, one)] {
        if point.from == point.to {
            let is_on = distance_squared(line, point.from) == exact(0);
            return if is_on { Common::One(place(point.from)) } else { Common::Nothing };
        }
    }
    if cross(&apart, &way) != exact(0) {
        return Common::Nothing;
    }
    let share = |end: Point| dot(&difference(&place(end), &place(one.from)), &way) / dot(&way, &way);
    let (first, second) = (share(other.from), share(other.to));
    let (least, greatest) = if first < second { (first, second) } else { (second, first) };
    let (least, greatest) = (least.max(exact(0)), greatest.min(exact(1)));
    match least.cmp(&greatest) {
        Ordering::Less => Common::Stretch,
        Ordering::Equal => Common::One(at(one, &least)),
        Ordering::Greater => Common::Nothing,
    }
}

pub fn are_on_one_line(one: Segment, other: Segment) -> bool {
    let ways = [one.to, other.from, other.to].map(|end| vector(segment(one.from, end)));
    ways.iter().all(|way| ways.iter().all(|second| cross(way, second) == exact(0)))
}

/// How often the polygon goes round a point that is on no edge: its crossings of the line straight south, with their signs.
pub fn winding(polygon: &Polygon, point: Point) -> i32 {
    let turns = polygon.edges().map(|edge| {
        let is_behind = |end: Point| end.x < point.x;
        let sign = i32::from(is_behind(edge.from)) - i32::from(is_behind(edge.to));
        if sign == 0 {
            return 0;
        }
        let share = (exact(point.x) - exact(edge.from.x)) / vector(edge).0;
        if exact(point.y) < at(edge, &share).1 { sign } else { 0 }
    });
    turns.sum()
}

pub fn halves_up(a: Exact) -> BigInt {
    (a + Ratio::new(BigInt::from(1), BigInt::from(2))).floor().to_integer()
}

pub fn sixteen_bits(a: BigInt) -> BigInt {
    halves_up(Ratio::new(a, BigInt::from(65_536)))
}

/// The nearest coordinate.
pub fn kept(n: BigInt) -> BigInt {
    n.clamp(i32::MIN.into(), i32::MAX.into())
}

pub fn unit_exactly(east: i64, south: i64) -> (BigInt, BigInt) {
    let (east, south) = (BigInt::from(east), BigInt::from(south));
    let length = ((&east * &east + &south * &south) << 32_u32).sqrt();
    let part = |n: BigInt| halves_up(Ratio::new(n << 32_u32, length.clone()));
    (part(east), part(south))
}
