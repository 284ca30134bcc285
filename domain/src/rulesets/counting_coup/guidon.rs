//! Guidons: picked up, captured, handed on, lost; and the honor they bring. Nothing brings a captured one back (CCC-10.8).

use super::{
    course::Course,
    event::{Event, HonorReason, LossReason},
    ground::{AT_HAND, CONTACT},
    ids::FigureId,
    scenario::Side,
    state::Guidon,
};
use crate::geometry::Point;

/// A figure has ended a move: it takes up every guidon on the ground within its reach that it may.
pub(super) fn take_up(course: &mut Course, figure_idx: usize, end: Point) {
    let figure = course.state.id(figure_idx);
    for unit_idx in 0..course.state.units.len() {
        let lies_here = match course.state.units[unit_idx].guidon {
            Some(Guidon::Fallen(at)) => at.within(end, CONTACT),
            Some(Guidon::Carried(_) | Guidon::Captured(_)) | None => false,
        };
        let unit = course.state.unit_id(unit_idx);
        match course.state.piece(figure_idx).side {
            Side::Cavalry if lies_here && figure.unit == unit => {
                course.say(Event::GuidonRecovered { unit, by: figure }); // CCC-10.5
            }
            Side::Nations if lies_here => capture(course, unit_idx, figure), // CCC-10.6
            Side::Cavalry | Side::Nations => {}
        }
    }
}

/// A band's figure takes a guidon, from the ground or from a beaten bearer.
pub(super) fn capture(course: &mut Course, unit_idx: usize, by: FigureId) {
    let unit = course.state.unit(unit_idx);
    let (id, is_custers) = (unit.id, unit.custers);
    course.say(Event::GuidonCaptured { unit: id, by });
    lose(course, unit_idx, LossReason::Captured);
    if course.state.ground().fights_earn_honor() {
        let (points, reason) = match is_custers {
            true => (2, HonorReason::CustersGuidon), // CCC-11.3
            false => (1, HonorReason::Guidon),       // CCC-11.2
        };
        award(course, by, points, reason); // CCC-11.4
    }
}

/// The bearer is shot: a comrade at hand takes the guidon, or it falls.
pub(super) fn leave_behind(course: &mut Course, bearer_idx: usize, fell_at: Point) {
    let unit_idx = course.state.piece(bearer_idx).unit_idx;
    let unit = course.state.unit_id(unit_idx);
    let heir = course
        .state
        .unit_on_table(unit_idx)
        .filter(|(_, at)| at.within(fell_at, AT_HAND))
        .min_by_key(|(idx, at)| (at.distance_squared(fell_at), *idx)); // CCC-10.3
    course.say(match heir {
        Some((idx, _)) => {
            Event::GuidonPassed { unit, previous: course.state.id(bearer_idx), to: course.state.id(idx) }
        }
        None => Event::GuidonFallen { unit, point: fell_at }, // CCC-10.4
    });
}

/// The unit has lost its guidon, unless it had none to lose.
pub(super) fn lose(course: &mut Course, unit_idx: usize, reason: LossReason) {
    let own = &course.state.units[unit_idx];
    if own.guidon.is_some() && own.guidon_lost.is_none() {
        let order = course.state.guidons_lost + 1;
        course.say(Event::GuidonLost { unit: course.state.unit_id(unit_idx), reason, order }); // CCC-10.7
    }
}

/// A figure has earned honor for its band.
pub(super) fn award(course: &mut Course, figure: FigureId, points: u32, reason: HonorReason) {
    let band = course.state.ground().unit_idx(figure.unit);
    let before = band.map_or(0, |idx| course.state.units[idx].honor);
    course.say(Event::HonorAwarded { unit: figure.unit, points, reason, figure, total: before + points });
}
