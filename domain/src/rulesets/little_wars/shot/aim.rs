//! Laying a gun: where it points, how high, and whether it has room to swing there (LW-4.2, LW-4.3, LW-4.24).

use super::{
    super::{
        command::{Aim, AimFigure, AimPlace},
        ids::{Arm, FigureId},
        measures::{MUZZLE, MUZZLE_HEIGHT, WHEEL, spaced, trail_end, trail_place},
        rejection::{Code, Rejection},
        rules, selection,
        state::{Gun, State},
        words::TrailPlace,
    },
    ball::{Ball, height},
    scene::Scene,
};
use crate::geometry::{Direction, Point, isqrt, march, turn, unit};

/// What the screw gives, in ten-thousandths of tangent (LW-4.2).
const LIMITS: std::ops::RangeInclusive<i32> = -1_000..=3_500;
/// How high above the ground one may aim (LW-4.2).
const HIGHEST_AIM: std::ops::RangeInclusive<i32> = 0..=2_000;
/// How high one aims where nothing else is said.
const USUAL_AIM: i32 = 100;
/// The least way from the muzzle to what is aimed at (LW-4.2).
const LEAST_WAY: i64 = 50;

/// A gun as it is laid, before chance has its say.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Laid {
    /// At whom or what, as the fact has it.
    pub(super) at: Aim,
    /// Where it points.
    pub(super) face: Direction,
    /// In ten-thousandths of tangent.
    pub(super) elevation: i32,
    /// The muzzle.
    pub(super) muzzle: Point,
    /// The muzzle's height above the floor.
    pub(super) height: i64,
}

impl Laid {
    /// The shot that leaves it, strayed by so many ten-thousandths to the right and upward (LW-4.6).
    pub(super) fn ball(&self, scene: &Scene<'_>, (deflection, elevation): (i32, i32)) -> Ball {
        let direction = turn(self.face, deflection);
        Ball::new(scene, self.muzzle, self.height, direction, self.elevation + elevation)
    }
}

/// Lays a gun at an aim.
///
/// # Errors
/// Why it cannot be aimed there (LW-4.2); of several men the fault of the first (LW-4.24). Room to swing is not asked here.
pub(super) fn lay(state: &State, gun: &Gun, at: &Aim, elevation: Option<i32>) -> Result<Laid, Rejection> {
    match at {
        Aim::Place(place) => lay_at_place(state, gun, place, elevation),
        Aim::Figure(man) => lay_at_man(state, gun, man.figure, elevation),
        Aim::Figures(men) => {
            let mut first = None;
            for man in selection::named(state, &men.figures)? {
                match lay_at_man(state, gun, man, elevation) {
                    Ok(laid) => return Ok(laid), // LW-4.24
                    Err(why) => first = first.or(Some(why)),
                }
            }
            Err(first.unwrap_or_else(|| Code::NotAvailable.plain()))
        }
    }
}

fn lay_at_man(state: &State, gun: &Gun, figure: FigureId, elevation: Option<i32>) -> Result<Laid, Rejection> {
    let man = state.figure(figure).ok_or_else(|| Code::UnknownFigure.of(figure))?;
    if !man.is_on_floor() {
        return Err(Code::NotOnFloor.of(figure));
    }
    let high = man.id.arm.height() / 2;
    let laid = lay_at(state, gun, (man.at, high), elevation).map_err(|why| why.because_of(figure))?;
    Ok(Laid { at: Aim::Figure(AimFigure { figure }), ..laid })
}

fn lay_at_place(
    state: &State,
    gun: &Gun,
    place: &AimPlace,
    elevation: Option<i32>,
) -> Result<Laid, Rejection> {
    let point = Point::new(place.x, place.y);
    if !state.house().scenario.table.holds(point) {
        return Err(Code::OffTable.plain().by_rule(rules::LW_4_2));
    }
    let high = place.h.unwrap_or(USUAL_AIM);
    let laid = lay_at(state, gun, (point, high.into()), elevation)?;
    if !HIGHEST_AIM.contains(&high) {
        return Err(Code::OutOfRange.of(gun.id));
    }
    Ok(Laid { at: Aim::Place(AimPlace { h: Some(high), x: place.x, y: place.y }), ..laid })
}

/// Lays a gun at a height above the ground of a point (LW-4.2).
fn lay_at(
    state: &State,
    gun: &Gun,
    (point, high): (Point, i64),
    elevation: Option<i32>,
) -> Result<Laid, Rejection> {
    let country = state.country();
    let way = isqrt(point.distance_squared(gun.at)) - MUZZLE;
    if way < LEAST_WAY {
        return Err(Code::TooClose.of(gun.id));
    }
    let (east, south) = point.minus(gun.at);
    let face = unit(east, south);
    let muzzle = face.walked(gun.at, MUZZLE);
    let muzzle_height = country.ground(gun.at) + MUZZLE_HEIGHT;
    let elevation = match elevation {
        Some(given) if LIMITS.contains(&given) => given,
        Some(_) => return Err(Code::ElevationOutOfLimits.of(gun.id)),
        None => {
            let goal = country.ground(point) + high;
            least_elevation(muzzle_height, way, goal).ok_or_else(|| Code::OutOfRange.of(gun.id))?
        }
    };
    let at = Aim::Place(AimPlace { x: point.x, y: point.y, h: None });
    Ok(Laid { at, face, elevation, muzzle, height: muzzle_height })
}

/// The least elevation whose flight is so high that far from the muzzle. Heights grow with it, so halving finds it
/// (LW-4.2).
fn least_elevation(muzzle: i64, way: i64, goal: i64) -> Option<i32> {
    let reaches = |elevation: i32| goal <= height(muzzle, elevation, way);
    let (mut low, mut high) = (*LIMITS.start(), *LIMITS.end());
    if !reaches(high) {
        return None;
    }
    while low < high {
        let middle = (low + high).div_euclid(2);
        if reaches(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(high)
}

/// Whether a gun has room to swing to where it is laid (LW-4.3). Men never hinder it.
///
/// # Errors
/// What is in the way.
pub(super) fn swing(state: &State, gun: &Gun, laid: &Laid) -> Result<(), Rejection> {
    let blocked = || Code::SwingBlocked.of(gun.id);
    let (country, table) = (state.country(), state.house().scenario.table);
    let trail = trail_end(gun.at, laid.face);
    if !table.holds(laid.muzzle) || !table.holds(trail) {
        return Err(blocked());
    }
    let objects = country.objects();
    for at in march(gun.at, laid.muzzle) {
        let mut solids = objects.iter().filter(|object| object.is_solid());
        if let Some(object) = solids.find(|object| laid.height <= object.top && object.covers(at)) {
            return Err(blocked().because_of(&object.id));
        }
        if laid.height <= country.ground(at) {
            return Err(blocked());
        }
    }
    for at in march(gun.at, trail) {
        if let Some(object) = objects.iter().find(|object| object.is_solid() && object.covers(at)) {
            return Err(blocked().because_of(&object.id));
        }
    }
    for side in [TrailPlace::Left, TrailPlace::Right] {
        let at = trail_place(gun.at, laid.face, Arm::Infantry.radius(), side);
        let in_the_way = crowding(state, gun, at, Arm::Infantry.radius());
        in_the_way.map_err(|by| by.map_or_else(blocked, |by| blocked().because_of(by)))?;
    }
    Ok(())
}

/// Whether a man would stand fairly clear of all but this gun's own wheels (LW-5.6); else what is in the way, or nothing where
/// that is the edge of the floor.
fn crowding(state: &State, gun: &Gun, at: Point, radius: i64) -> Result<(), Option<String>> {
    let table = state.house().scenario.table;
    let is_on = |along: i32, size: i32| (radius..=i64::from(size) - radius).contains(&i64::from(along));
    if !is_on(at.x, table.width) || !is_on(at.y, table.height) {
        return Err(None);
    }
    if let Some(object) = state.country().crowding(at, radius) {
        return Err(Some(object.id.clone()));
    }
    let mut others = state.guns_on_floor().filter(|other| other.id != gun.id);
    match others.find(|other| !spaced(at, other.at, radius + WHEEL)) {
        Some(other) => Err(Some(other.id.to_string())),
        None => Ok(()),
    }
}
