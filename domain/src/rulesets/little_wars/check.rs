//! The rehearsal of a whole list (LW §6): shots hit nothing and roll nothing, and every fault is told that no die can cure.

use super::{
    command::Command,
    course::{Chance, Course},
    decide,
    rejection::Rejection,
    state::{Phase, State},
};
use crate::{ids::Seat, ruleset::Halt};

/// Rehearses a list on a copy, without dice: the index of each faulty order, and its fault.
pub(super) fn check(state: &State, seat: &Seat, commands: &[(usize, Command)]) -> Vec<(usize, Rejection)> {
    let mut course = Course::from(state);
    let mut faults = Vec::new();
    let mut has_fired = false;
    for (at, command) in commands {
        match decide::order(&course.state, seat, command, &mut Chance::Rehearsal) {
            Ok(next) => {
                has_fired |= matches!(command, Command::Fire { .. });
                course.state = next.state;
            }
            Err(Halt::Refused(why)) if has_fired && why.is_curable => {}
            Err(Halt::Refused(why)) => faults.push((*at, why)),
            Err(Halt::NoDice) => break, // the list ends before what a coin would bring
        }
        if course.state.phase == Phase::Over {
            break; // the rest is not tried
        }
    }
    faults
}
