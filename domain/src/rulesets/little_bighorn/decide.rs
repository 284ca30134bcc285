//! One order, judged on one position: what it causes, or why it is not legal here. The order is whole or not at
//! all, and everything is judged before the first die (LBH-14.2). Whoever has a list hands its orders in one by
//! one, each with the position that those before it have left (LBH-4.6, LBH-14.1).

use super::{
    check,
    command::Command,
    deployment,
    event::Event,
    fire::{self, Attack},
    movement, phases,
    rejection::Rejection,
    standing::{self, Changes},
    state::State,
};
use crate::{dice::Dice, ids::Seat, ruleset::Halt};

impl From<Rejection> for Halt<Rejection> {
    fn from(fault: Rejection) -> Self {
        Halt::Refused(fault)
    }
}

/// All events of an order, phases that end and begin by themselves included.
pub(super) fn decide(
    state: &State,
    seat: &Seat,
    command: &Command,
    dice: &mut dyn Dice,
) -> Result<Vec<Event>, Halt<Rejection>> {
    if state.result.is_some() {
        return Err(Rejection::GameOver.into()); // LBH-12.5
    }
    let seat_idx = state.ground.seat_idx(seat).ok_or(Rejection::NotYourPhase(state.phase))?;
    check::check_timeless(state, seat_idx, command)?;
    let mut course = match command {
        Command::Deploy { placements } => deployment::deploy(state, seat_idx, placements)?,
        Command::Move { figure, path, with_flag: false } => {
            movement::walk(state, seat_idx, check::figure(state, figure)?, path)?
        }
        Command::Move { figure, path, with_flag: true } => {
            movement::carry_flag(state, seat_idx, check::figure(state, figure)?, path)?
        }
        Command::Attack { figure, targets, push, advance } => {
            let order = Attack {
                attacker_idx: check::figure(state, figure)?,
                target_idxs: &check::figures(state, targets)?,
                push: push.as_ref(),
                advance: *advance,
            };
            fire::attack(state, seat_idx, &order, dice)?
        }
        Command::Standing { figures, reply, reply_to, push, advance } => {
            let changes = Changes { reply: *reply, reply_to, push, advance: *advance };
            standing::set(state, seat_idx, figures, &changes)?
        }
        Command::EndPhase { phase, auto_melee: false } => phases::end(state, seat_idx, *phase)?,
        Command::EndPhase { phase, auto_melee: true } => {
            phases::end_after_melees(state, seat_idx, *phase, dice)?
        }
    };
    phases::settle(&mut course);
    Ok(course.events)
}
