//! Combat and return fire: which attacks are legal, and which the automatic melee picks. How one is fought is in
//! `encounter`.

use super::{
    command::{Advance, Phase, Push},
    course::Course,
    encounter::{Strike, encounter},
    ground::Contact,
    reach::Aim,
    rejection::Rejection,
    state::State,
};
use crate::{dice::Dice, ruleset::Halt};

/// An attack order, its figures found.
pub(super) struct Attack<'a> {
    /// Who.
    pub(super) attacker_idx: usize,
    /// Whom, in order of preference.
    pub(super) target_idxs: &'a [usize],
    /// What the order says about the vanquished's retreat.
    pub(super) push: Option<&'a Push>,
    /// What the order says about following.
    pub(super) advance: Option<Advance>,
}

/// Judges an attack order and fights it. Distant attacks are never asked for (LBH-7.12).
pub(super) fn attack(
    state: &State,
    seat_idx: usize,
    order: &Attack<'_>,
    dice: &mut dyn Dice,
) -> Result<Course, Halt<Rejection>> {
    let (target_idx, aim) = first_legal(state, seat_idx, order)?; // LBH-7.32
    let standing = &state.figures[order.attacker_idx].standing;
    let strike = Strike {
        attacker_idx: order.attacker_idx,
        target_idx,
        aim,
        push: order.push.unwrap_or(&standing.push).clone(), // LBH-13.6
        advance: order.advance.unwrap_or(standing.advance), // LBH-7.25
    };
    let mut course = Course::from(state);
    encounter(&mut course, &strike, dice)?;
    Ok(course)
}

/// The first target that may be attacked now; if there is none, the fault of the first.
fn first_legal(state: &State, seat_idx: usize, order: &Attack<'_>) -> Result<(usize, Aim), Rejection> {
    check_attacker(state, seat_idx, order.attacker_idx)?;
    let mut first_fault = None;
    for target_idx in order.target_idxs {
        match state.attack_on(order.attacker_idx, *target_idx) {
            Ok(aim) => return Ok((*target_idx, aim)), // LBH-7.8 LBH-14.7
            Err(fault) => first_fault = first_fault.or(Some(fault)),
        }
    }
    Err(first_fault.unwrap_or(Rejection::NoTargetNamed))
}

fn check_attacker(state: &State, seat_idx: usize, attacker_idx: usize) -> Result<(), Rejection> {
    match state.phase {
        Phase::Combat | Phase::ReturnFire if state.may_act(seat_idx) => {} // LBH-7.1 LBH-7.27
        Phase::Combat | Phase::ReturnFire | Phase::Deployment | Phase::Movement => {
            return Err(Rejection::NotYourPhase(Phase::Combat)); // LBH-14.10
        }
    }
    let attacker = &state.figures[attacker_idx];
    let id = || state.piece(attacker_idx).id.clone();
    if !attacker.is_living() {
        return Err(Rejection::FigureEliminated(id())); // LBH-2.9
    }
    if attacker.shots_left() == 0 {
        return Err(Rejection::NoShotLeft(id(), attacker.class)); // LBH-7.6 LBH-7.7
    }
    Ok(())
}

/// The next melee that a seat owes: its first such figure, against the enemy least able to hurt it (LBH-14.8).
pub(super) fn owed_melee(state: &State, seat_idx: usize) -> Option<Strike> {
    let attacker_idx = state.owing_of_seat(seat_idx)?;
    let attacker = &state.figures[attacker_idx];
    let (target_idx, aim) = state
        .living_of(attacker.side().other())
        .filter_map(|(target_idx, _, _)| Some((target_idx, state.aim_at(attacker_idx, target_idx)?)))
        .filter(|(_, aim)| aim.contact == Contact::Melee)
        .min_by_key(|(target_idx, _)| {
            let able = state.unable_to_reply(*target_idx, attacker_idx).is_none();
            let bonus = state.bonus(*target_idx, Contact::Melee).is_some();
            (able, bonus, state.figures[*target_idx].class.rank(), *target_idx) // LBH-14.8
        })?;
    let standing = &attacker.standing;
    Some(Strike { attacker_idx, target_idx, aim, push: standing.push.clone(), advance: standing.advance })
}
