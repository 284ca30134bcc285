//! The end of a move and the beginning of the next (LW §4).

use super::{
    awaited, capture,
    course::Course,
    decide::Asked,
    event::Event,
    finish,
    ids::Side,
    melee, pace, prisoners,
    rejection::{Code, Rejection},
    rules, shot,
    state::{Phase, SeatStage, State},
    trail,
};

/// What happens when the melees of a move are settled, in this order (LW §4); men are dealt with in id order within each.
const AFTER_MELEES: &[fn(&mut Course)] = &[
    prisoners::after_losses,      // LW-7.4
    prisoners::secure,            // LW-7.7
    prisoners::part_from_escorts, // LW-7.5
    prisoners::fetch_flags,       // LW-7.11
    prisoners::retake,            // LW-7.9
    prisoners::rearm,             // LW-7.8
    capture::look_at_guns,        // LW-8
    finish::test,                 // LW-9.23
];

/// `end_move`.
pub(super) fn end_move(course: &mut Course, asked: &Asked<'_>, side: bool) -> Result<(), Rejection> {
    if side && course.state.general(asked.side) != Some(asked.seat) {
        return Err(Code::NotGeneral.plain().by_rule(rules::LW_11_4));
    }
    let seats: Vec<usize> = if side { still_moving(&course.state, asked.side) } else { vec![asked.at] };
    for at in seats {
        seat_done(course, at, false);
    }
    settle(course);
    Ok(())
}

/// A seat's time is up: what it has ordered stands (LW-2.8).
pub(super) fn time_out(course: &mut Course, at: usize) {
    let state = &course.state;
    let is_moving = state.phase == Phase::Move && still_moving(state, state.mover).contains(&at);
    if is_moving {
        seat_done(course, at, true);
        settle(course);
    }
}

/// The seats of a side that have not done, in the plan's order.
fn still_moving(state: &State, side: Side) -> Vec<usize> {
    let is_his = |at: &usize| {
        let seat = &state.seats[*at];
        state.house.seats[*at].side == side && !seat.left && seat.stage != SeatStage::Done
    };
    (0..state.seats.len()).filter(is_his).collect()
}

/// A seat has done: its guns are closed and have their trail men (LW-2.2, LW-4.20).
fn seat_done(course: &mut Course, at: usize, late: bool) {
    trail::close(course, at);
    let seat = course.state.house.seats[at].seat.clone();
    course.say(Event::SeatDone { seat, late });
}

/// The first move begins, once everything is put down.
pub(super) fn begin(course: &mut Course) {
    let first = course.state.first_player.unwrap_or(Side::Red);
    begin_move(course, first);
    settle(course);
}

/// What a list leaves behind when it has ended: a move that waits for nobody ends (LW §4), and trail men whom no line names
/// yet are told (LW-4.20).
pub(super) fn leftover(state: &State) -> Vec<Event> {
    let mut course = Course::from(state);
    settle(&mut course);
    for gun in course.state.trail_untold.clone() {
        if let Some(&figures) = course.state.trail_orders.get(&gun) {
            course.say(Event::TrailOrdered { gun, figures });
        }
    }
    course.events
}

/// As long as a move waits for nobody, it ends, and the next begins.
pub(super) fn settle(course: &mut Course) {
    while course.state.phase == Phase::Move && awaited::is_nobody_awaited(&course.state) {
        close_guns(course);
        melee::form(course);
        if course.state.melees.is_empty() {
            after_melees(course);
        }
    }
}

/// Guns that fired and are not yet closed are closed now (LW §4, LW-4.20).
fn close_guns(course: &mut Course) {
    for at in still_moving(&course.state, course.state.mover) {
        let state = &course.state;
        let has_fired = state.guns_held(state.mover).any(|gun| gun.seat == at && gun.shots > 0);
        if has_fired {
            trail::close(course, at);
        }
    }
}

/// The rest of a move's end, once its melees are settled; the next move begins, if there is one.
pub(super) fn after_melees(course: &mut Course) {
    for step in AFTER_MELEES {
        step(course);
    }
    if course.state.phase == Phase::Over {
        return;
    }
    let side = course.state.mover;
    course.say(Event::MoveEnded { side, next: side.enemy() });
    begin_move(course, side.enemy());
}

/// A side's move begins; with nobody to act it passes by itself (LW §4).
fn begin_move(course: &mut Course, side: Side) {
    let state = &course.state;
    let pace = pace::at_beginning(state, side);
    let began = Event::MoveBegan {
        side,
        number: state.sides.side(side).moves_made + 1,
        minutes: pace.minutes,
        full_minutes: pace.full_minutes,
        warnings: pace.warnings,
        may_fire: shot::may_fire(state, side),
    };
    course.say(began);
    if awaited::is_nobody_awaited(&course.state) {
        course.say(Event::MovePassed { side });
    }
}
