//! Whom a move waits for (LW §4, LW-11.5).

use super::state::{SeatStage, State};

/// The seats whose move it is and that have something to do, by their places in the plan.
pub(super) fn awaited(state: &State) -> Vec<usize> {
    (0..state.seats.len()).filter(|&at| is_awaited(state, at)).collect()
}

/// Whether the move waits for nobody.
pub(super) fn is_nobody_awaited(state: &State) -> bool {
    !(0..state.seats.len()).any(|at| is_awaited(state, at))
}

fn is_awaited(state: &State, at: usize) -> bool {
    let seat = &state.seats[at];
    state.house.seats[at].side == state.mover
        && seat.stage != SeatStage::Done
        && !seat.left
        && has_to_do(state, at)
}

/// Whether a seat commands a free man, a gun in action or a prisoner: him by his escort (LW-11.5).
pub(super) fn has_to_do(state: &State, at: usize) -> bool {
    let side = state.house.seats[at].side;
    let leads = |man: &super::state::Figure| {
        let escort = man.escort.and_then(|escort| state.figure(escort));
        man.captor == Some(side) && man.is_on_floor() && escort.is_some_and(|escort| escort.seat == at)
    };
    state.free_men(side).any(|man| man.seat == at)
        || state.guns_held(side).any(|gun| gun.seat == at && state.in_action(gun))
        || state.on_floor().any(leads)
}
