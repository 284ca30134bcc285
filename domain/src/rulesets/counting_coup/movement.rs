//! Moves: of a figure along a path, of several by one vector, into contact.
//!
//! What is not here is meant: contact pins nobody (CCC-5.11), hills slow nobody (CCC-5.12), gravestones and fallen guidons
//! are in nobody's way (CCC-12.2, CCC-10.4).

use super::{
    check::Asked,
    command::{Chosen, Vector},
    course::Course,
    event::{Event, MovedBy},
    ground::{APART, CONTACT},
    guidon,
    ids::{FigureId, UnitId},
    phase::Kind,
    rejection::{Detail, Fault, Rejection},
    state::State,
};
use crate::geometry::{Point, Segment, path_length};

/// The most legs of a path.
const LEGS: usize = 6; // CCC-5.3
/// How far from its target's centre a charge ends.
const REACH: i64 = 105; // CCC-5.10
/// The places round a target, in the order in which equals are tried.
const RING: [(i32, i32); 16] = [
    (105, 0),
    (97, 40),
    (74, 74),
    (40, 97),
    (0, 105),
    (-40, 97),
    (-74, 74),
    (-97, 40),
    (-105, 0),
    (-97, -40),
    (-74, -74),
    (-40, -97),
    (0, -105),
    (40, -97),
    (74, -74),
    (97, -40),
]; // CCC-5.10

/// A figure goes along a path.
pub(super) fn walk(
    course: &mut Course,
    asked: &Asked<'_>,
    id: FigureId,
    path: &[Point],
) -> Result<(), Rejection> {
    let figure_idx = asked.figure_to_move(&course.state, id)?;
    let length = judge_path(&course.state, figure_idx, path)?;
    go(course, figure_idx, path.to_vec(), length, MovedBy::Move);
    Ok(())
}

/// Figures of a unit go by one vector, the foremost first.
pub(super) fn walk_group(
    course: &mut Course,
    asked: &Asked<'_>,
    unit: UnitId,
    figures: &Chosen,
    by: Vector,
) -> Result<(), Rejection> {
    let unit_idx = asked.unit_to_order(&course.state, unit, &[Kind::Move, Kind::Action])?;
    let mut movers: Vec<(usize, Point)> = match figures {
        Chosen::All => course
            .state
            .unit_on_table(unit_idx)
            .filter(|(idx, _)| may_move(&course.state, *idx).is_ok())
            .collect(),
        Chosen::Named(named) => asked.named(&course.state, unit, named, |idx, state| may_move(state, idx))?,
    };
    if movers.is_empty() {
        return Err(Fault::EmptyOrder.of_unit(unit).with(Detail::NoMover(figures.into()))); // CCC-4.7
    }
    movers.sort_by_key(|(idx, at)| {
        let ahead = i64::from(at.x) * i64::from(by.x) + i64::from(at.y) * i64::from(by.y);
        (std::cmp::Reverse(ahead), *idx)
    }); // CCC-5.9
    for (figure_idx, at) in movers {
        let id = course.state.id(figure_idx);
        let end = at.offset((by.x, by.y)).ok_or_else(|| Fault::OffTable.of(id))?;
        let length = judge_path(&course.state, figure_idx, &[end])?;
        go(course, figure_idx, vec![end], length, MovedBy::Group);
    }
    Ok(())
}

/// A figure goes straight into contact.
pub(super) fn charge(
    course: &mut Course,
    asked: &Asked<'_>,
    id: FigureId,
    target: FigureId,
) -> Result<(), Rejection> {
    let figure_idx = asked.figure_to_move(&course.state, id)?;
    let (_, target_at) = asked.enemy_on_table(&course.state, target)?;
    let start = course.state.at(figure_idx).ok_or_else(|| Fault::NotOnTable.of(id))?;
    if start.within(target_at, CONTACT) {
        return Err(Fault::AlreadyInContact.of(id));
    }
    let (end, length) =
        charge_spot(&course.state, figure_idx, start, target_at).ok_or_else(|| Fault::NoChargeSpot.of(id))?;
    go(course, figure_idx, vec![end], length, MovedBy::Charge);
    Ok(())
}

/// Whether a figure has not used up its move of this phase.
pub(super) fn may_move(state: &State, figure_idx: usize) -> Result<(), Rejection> {
    let figure = &state.figures[figure_idx];
    match state.phase.kind() {
        Kind::Move if figure.moved => Err(Fault::AlreadyMoved.of(state.id(figure_idx))), // CCC-5.1
        Kind::Action if figure.acted => Err(Fault::AlreadyActed.of(state.id(figure_idx))), // CCC-5.8
        Kind::Move | Kind::Action | Kind::Melee => Ok(()),
    }
}

/// The length of a path, if the figure may go it.
pub(super) fn judge_path(state: &State, figure_idx: usize, path: &[Point]) -> Result<i64, Rejection> {
    let id = state.id(figure_idx);
    let start = state.at(figure_idx).ok_or_else(|| Fault::NotOnTable.of(id))?;
    let end = match path.last() {
        Some(end) if path.len() <= LEGS => *end,
        Some(_) | None => return Err(Fault::BadPath.of(id)), // CCC-5.3
    };
    if !path.iter().all(|point| state.ground().has(*point)) {
        return Err(Fault::OffTable.of(id)); // CCC-5.7
    }
    let length = path_length(start, path);
    let reach = state.allowance(figure_idx);
    if reach < length {
        let allowance = Detail::Allowance { reach, mounted: state.figures[figure_idx].mounted };
        return Err(Rejection { length: Some(length), ..Fault::TooFar.of(id).with(allowance) }); // CCC-5.2
    }
    let enemy = state.piece(figure_idx).side.other();
    let mut from = start;
    for to in path {
        let leg = Segment { from, to: *to };
        let mut enemies = state.side_on_table(enemy);
        if let Some((by, _)) = enemies.find(|(_, at)| leg.passes_closer(*at, APART)) {
            return Err(Rejection { by: Some(state.id(by)), ..Fault::PathBlocked.of(id) }); // CCC-5.5
        }
        from = *to; // CCC-5.4: one's own side is passed
    }
    match standing_too_near(state, figure_idx, end) {
        Some(by) => Err(Rejection { by: Some(state.id(by)), ..Fault::SpaceOccupied.of(id) }), // CCC-5.6
        None => Ok(length),
    }
}

/// The first figure, in figure order, that leaves no room here for this one.
fn standing_too_near(state: &State, figure_idx: usize, point: Point) -> Option<usize> {
    state
        .on_table()
        .filter(|(other, _)| *other != figure_idx)
        .find(|(_, at)| !is_apart(point, *at))
        .map(|(other, _)| other)
}

/// Whether two figures may stand at these points.
pub(super) fn is_apart(one: Point, other: Point) -> bool {
    APART * APART <= one.distance_squared(other) // CCC-2.2
}

/// Where a charge ends, and how long it is.
pub(super) fn charge_spot(
    state: &State,
    figure_idx: usize,
    start: Point,
    target: Point,
) -> Option<(Point, i64)> {
    let mut ring: Vec<Point> = RING.iter().filter_map(|by| target.offset(*by)).collect();
    ring.sort_by_key(|spot| spot.distance_squared(start)); // stable: equals keep the order of the list
    straight(start, target)
        .into_iter()
        .chain(ring)
        .find_map(|spot| judge_path(state, figure_idx, &[spot]).ok().map(|length| (spot, length)))
}

/// The place beside the target on the straight line to it.
fn straight(start: Point, target: Point) -> Option<Point> {
    let length = start.distance_squared(target).isqrt();
    let along = |from: i32, to: i32| {
        let scaled = REACH * (i64::from(from) - i64::from(to));
        let rounded = (2 * scaled.abs() + length) / (2 * length) * scaled.signum(); // halves away from zero
        i32::try_from(rounded).ok()
    };
    if length == 0 {
        return None;
    }
    target.offset((along(start.x, target.x)?, along(start.y, target.y)?))
}

/// The figure has gone there; it takes up what lies within its reach.
fn go(course: &mut Course, figure_idx: usize, path: Vec<Point>, length: i64, by: MovedBy) {
    let Some(start) = course.state.at(figure_idx) else { return };
    let end = path.last().copied().unwrap_or(start);
    course.say(Event::FigureMoved { figure: course.state.id(figure_idx), start, path, length, by });
    guidon::take_up(course, figure_idx, end);
}
