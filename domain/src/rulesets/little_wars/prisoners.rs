//! What becomes of prisoners, of bodies under the white flag and of freed men (LW-7).

use super::{
    course::Course,
    event::Event,
    ids::{FigureId, Side},
    measures::{MOST_PRISONERS, SIX_INCHES},
    state::{Figure, State},
    words::{FreedBy, Status, TakenBy},
};

/// Prisoners whose escort is dead, taken or has surrendered have another one within six inches at once, or are free (LW-7.4).
pub(super) fn after_losses(course: &mut Course) {
    let has_lost = |prisoner: &Figure| {
        let escort = prisoner.escort.and_then(|escort| course.state.figure(escort));
        !escort.is_some_and(|escort| matches!(escort.status, Status::Armed | Status::Withdrawn))
    };
    for id in those(&course.state, |man| man.status == Status::Prisoner && has_lost(man)) {
        pass_on_or_free(course, id, FreedBy::EscortLost);
    }
}

/// Prisoners at their captor's line are beyond liberation (LW-7.7); of either side, at the end of any move.
pub(super) fn secure(course: &mut Course) {
    let state = &course.state;
    let is_home = |man: &Figure| {
        man.status == Status::Prisoner
            && man.captor.is_some_and(|captor| state.touches_line(captor, man.at, man.radius()))
    };
    for figure in those(state, is_home) {
        course.say(Event::PrisonerSecured { figure });
    }
}

/// The mover's prisoners whose escort is not within six inches, or has left the floor, have another or are free; those made
/// just now have their captor's next move to wait for him (LW-7.5).
pub(super) fn part_from_escorts(course: &mut Course) {
    let state = &course.state;
    let is_left = |man: &Figure| {
        let escort = man.escort.and_then(|escort| state.figure(escort));
        let is_near =
            escort.is_some_and(|escort| escort.is_on_floor() && State::within_gap(escort, man, SIX_INCHES));
        man.status == Status::Prisoner
            && man.captor == Some(state.mover)
            && man.taken_at != Some(state.ply)
            && !is_near
    };
    for id in those(state, is_left) {
        pass_on_or_free(course, id, FreedBy::EscortAway);
    }
}

/// Men under the white flag have an escort as soon as one of the mover's is near (LW-7.11).
pub(super) fn fetch_flags(course: &mut Course) {
    let side = course.state.mover;
    for id in those(&course.state, |man| man.status == Status::Flag && man.captor == Some(side)) {
        let escort = course.state.figure(id).and_then(|man| course.state.nearest_escort(side, man));
        if escort.is_some() {
            course.say(Event::PrisonerTaken { figure: id, side, escort, cause: TakenBy::Flag });
        }
    }
}

/// Disarmed men whom the mover's armed men touch are prisoners again (LW-7.9).
pub(super) fn retake(course: &mut Course) {
    let side = course.state.mover;
    for id in those(&course.state, |man| man.status == Status::Disarmed && man.side() != side) {
        let escort = course.state.figure(id).and_then(|man| toucher(&course.state, side, man));
        if escort.is_some() {
            course.say(Event::PrisonerTaken { figure: id, side, escort, cause: TakenBy::Retaken });
        }
    }
}

/// The nearest armed man of a side in contact with a man, with room for a prisoner more.
fn toucher(state: &State, side: Side, man: &Figure) -> Option<FigureId> {
    let touching = state.armed_men(side).filter(|enemy| State::in_contact(enemy, man));
    let with_room = touching.filter(|enemy| state.held_by(enemy.id).count() < MOST_PRISONERS); // LW-7.2
    with_room.min_by_key(|enemy| (enemy.at.distance_squared(man.at), enemy.id)).map(|enemy| enemy.id)
}

/// The mover's freed men who are back at their own line have their weapons again (LW-7.8).
pub(super) fn rearm(course: &mut Course) {
    let state = &course.state;
    let is_home = |man: &Figure| {
        man.status == Status::Disarmed
            && man.side() == state.mover
            && state.touches_line(man.side(), man.at, man.radius())
    };
    for figure in those(state, is_home) {
        course.say(Event::FigureRearmed { figure });
    }
}

/// Any escort there may be takes over; there is none: he is free (LW-7.4).
fn pass_on_or_free(course: &mut Course, id: FigureId, cause: FreedBy) {
    let Some(man) = course.state.figure(id) else { return };
    let escort = man.captor.and_then(|captor| course.state.nearest_escort(captor, man));
    course.say(match escort {
        Some(escort) => Event::EscortChanged { figure: id, escort },
        None => Event::PrisonerFreed { figure: id, cause },
    });
}

/// Those whom a condition fits now, in id order (LW §4).
fn those(state: &State, fits: impl Fn(&Figure) -> bool) -> Vec<FigureId> {
    state.figures.iter().filter(|man| fits(man)).map(|man| man.id).collect()
}
