//! Leaving the game (LW-9.19): a seat's men and guns go on under the next seat of its side, the last one's leaving is the
//! side's.

use super::{
    course::Course,
    event::Event,
    finish,
    ids::PieceId,
    melee, move_end, putting_down,
    state::{Phase, SeatStage, State},
    trail,
    words::{Reason, Status},
};
use crate::ids::Seat;

/// A seat has resigned; `left` are those still in the game.
pub(super) fn resign(course: &mut Course, seat: &Seat, left: &[Seat]) {
    let state = &course.state;
    let Some(at) = state.seat_index(seat) else { return };
    if state.phase == Phase::Over || state.seats[at].left {
        return;
    }
    let seats = &state.house.seats;
    let side = seats[at].side;
    let is_heir = |entry: &super::scenario::SeatEntry| {
        entry.side == side && entry.seat != *seat && left.contains(&entry.seat)
    };
    match seats.iter().position(is_heir) {
        None => finish::end(course, Reason::Resigned, Some(side.enemy())),
        Some(heir) => hand_over(course, at, heir),
    }
}

fn hand_over(course: &mut Course, at: usize, heir: usize) {
    let state = &course.state;
    let has_fired = state.guns_on_floor().any(|gun| gun.seat == at && gun.shots > 0);
    let heir_has_closed = state.seats[heir].stage != SeatStage::Guns;
    if state.phase == Phase::Move && has_fired && heir_has_closed {
        trail::close(course, at); // the heir could not do it any more (LW-4.20)
    }
    let state = &course.state;
    let (seat, to) = (state.house.seats[at].seat.clone(), state.house.seats[heir].seat.clone());
    let was_decider = state.decider.as_ref() == Some(&seat);
    let figures = pieces(state, at);
    course.say(Event::SeatLeft { seat, to, figures });
    if was_decider {
        melee::settle_all_by_default(course);
    } else {
        putting_down::settle(course);
        move_end::settle(course);
        putting_down::settle(course);
    }
}

/// What a seat has that can still come to something, in id order.
fn pieces(state: &State, at: usize) -> Vec<PieceId> {
    let men = state.figures.iter().filter(|man| {
        let is_in_play = man.is_on_floor() || man.status == Status::Waiting;
        man.seat == at && is_in_play
    });
    let guns = state.guns.iter().filter(|gun| gun.seat == at && (gun.is_on_floor() || gun.waiting));
    let mut pieces: Vec<PieceId> =
        men.map(|man| PieceId::Figure(man.id)).chain(guns.map(|gun| PieceId::Gun(gun.id))).collect();
    pieces.sort();
    pieces
}
