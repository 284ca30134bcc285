//! The measures of men and guns, in hundredths of an inch (LW §3), and the few comparisons everything rests on.
//!
//! Whole numbers alone, rounded as LW-0.1 says; directions are scaled as LW-0.2 says (`geometry`).

use super::{ids::Arm, words::TrailPlace};
use crate::geometry::{Direction, Length, Point, r16};

/// Radius of a gun's wheel disc.
pub const WHEEL: i64 = 80;
/// Height of a gun above its ground, against shots (LW-4.23).
pub const GUN_HEIGHT: i64 = 150;
/// Muzzle before the axis.
pub const MUZZLE: i64 = 180;
/// Muzzle above the ground.
pub const MUZZLE_HEIGHT: i64 = 120;
/// Trail end behind the axis.
pub const TRAIL: i64 = 250;
/// Height of a man who lies.
pub const LYING: i64 = 40;
/// Six inches: about a gun, an escort, a melee.
pub const SIX_INCHES: i64 = 600;
/// How far infantry goes, and a gun whose crew is not all horse (LW-5.1, LW-3.4).
pub const FOOT: i64 = 1200;
/// How far cavalry goes, and a gun with four of them (LW-5.2, LW-3.4).
pub const TWO_FEET: i64 = 2400;
/// Men who must be with a gun (LW-3.1).
pub const CREW: usize = 4;
/// Prisoners an escort can have (LW-7.2).
pub const MOST_PRISONERS: usize = 7;
/// Shots of a gun in a move (LW-4.1).
pub const MOST_SHOTS: u8 = 4;

impl Arm {
    /// Radius of a man's disc (LW-0.3).
    pub fn radius(self) -> i64 {
        match self {
            Arm::Infantry => 35,
            Arm::Cavalry => 60,
        }
    }

    /// Standing height.
    pub fn height(self) -> i64 {
        match self {
            Arm::Infantry => 195,
            Arm::Cavalry => 275,
        }
    }

    /// A move (LW-5.1, LW-5.2).
    pub fn reach(self) -> i64 {
        match self {
            Arm::Infantry => FOOT,
            Arm::Cavalry => TWO_FEET,
        }
    }

    /// What he counts at the end, in half-points (LW-9.4).
    pub fn half_points(self) -> i64 {
        match self {
            Arm::Infantry => 2,
            Arm::Cavalry => 3,
        }
    }
}

/// At least a sixteenth of an inch between two discs, radii added (LW-0.5).
pub fn spaced(a: Point, b: Point, radii: i64) -> bool {
    a.compare_distance(b, Length::quarters(4 * radii + 25)).is_ge()
}

/// In virtual contact: an eighth of an inch or closer (LW-0.6).
pub fn touching(a: Point, b: Point, radii: i64) -> bool {
    a.compare_distance(b, Length::quarters(4 * radii + 50)).is_le()
}

/// The end of a gun's trail (LW-0.3).
pub fn trail_end(axis: Point, face: Direction) -> Point {
    let back = |part: i32| -r16(TRAIL * i64::from(part));
    shifted(axis, back(face.x), back(face.y))
}

/// Where a man with this radius serves a trail: at its end, directly behind the wheel of that side (LW-4.20).
pub fn trail_place(axis: Point, face: Direction, radius: i64, place: TrailPlace) -> Point {
    let aside = |part: i64| r16((25 + radius) * part);
    let (east, south) = (aside(-i64::from(face.y)), aside(i64::from(face.x)));
    let end = trail_end(axis, face);
    match place {
        TrailPlace::Left => shifted(end, -east, -south),
        TrailPlace::Right => shifted(end, east, south),
    }
}

/// The point so many hundredths east and south of another; where there are no such coordinates, the nearest there are, which
/// are on no floor.
pub fn shifted(point: Point, east: i64, south: i64) -> Point {
    let moved = |from: i32, by: i64| {
        let to = i64::from(from).saturating_add(by);
        i32::try_from(to).unwrap_or(if to < 0 { i32::MIN } else { i32::MAX })
    };
    Point::new(moved(point.x, east), moved(point.y, south))
}

/// Whether a man is within six inches of a gun: of its wheels or of the end of its trail (LW-0.7).
pub fn near_gun(axis: Point, face: Direction, man: Point, radius: i64) -> bool {
    man.within(axis, SIX_INCHES + radius + WHEEL) || man.within(trail_end(axis, face), SIX_INCHES + radius)
}
