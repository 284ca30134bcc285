//! Half-points (LW-9.4, LW-9.5).
//!
//! Every game is for points (LW-9.3); they make it worth while to retreat and to surrender (LW-7.12).

use super::{
    event::{Breakdown, PerSide},
    ids::{Arm, Side},
    measures::CREW,
    state::{Gun, State},
    words::Status,
};

/// For a victory (LW-9.4).
const VICTORY: i64 = 200;
/// For each side of a draw (LW-9.6).
const HALF_A_VICTORY: i64 = 100;
/// For a gun (LW-9.4).
const GUN: i64 = 20;

/// What each side has for its men, guns and prisoners, as things stand.
pub(super) fn standing(state: &State) -> PerSide<Breakdown> {
    let mut score = PerSide::of(|side| of_men(state, side));
    for gun in &state.guns {
        score.side_mut(counts_for(state, gun)).guns += GUN;
    }
    score
}

/// The same, and a victory for the winner, or half of it for each.
pub(super) fn with_victory(state: &State, winner: Option<Side>) -> PerSide<Breakdown> {
    let mut score = standing(state);
    match winner {
        Some(winner) => score.side_mut(winner).victory = VICTORY,
        None => Side::ALL.into_iter().for_each(|side| score.side_mut(side).victory = HALF_A_VICTORY),
    }
    score
}

/// What a side's men and captives count (LW-9.4).
fn of_men(state: &State, side: Side) -> Breakdown {
    let mut score = Breakdown::default();
    for man in &state.figures {
        match (man.status, man.side() == side) {
            (Status::Armed | Status::Disarmed | Status::Withdrawn | Status::Waiting, true) => {
                match man.id.arm {
                    Arm::Cavalry => score.cavalry += Arm::Cavalry.half_points(),
                    Arm::Infantry => score.infantry += Arm::Infantry.half_points(),
                }
            }
            (Status::Prisoner | Status::Flag | Status::Secured, true) => score.own_prisoners += 1,
            (Status::Prisoner | Status::Flag | Status::Secured, false) => score.taken += 1,
            (Status::Armed | Status::Disarmed | Status::Withdrawn | Status::Waiting, false)
            | (Status::Dead, true | false) => {}
        }
    }
    score
}

/// Whose a gun counts as: its holder's, unless it stands without a free man of his within six inches and four armed enemies
/// are within a move of it (LW-9.5).
pub(super) fn counts_for(state: &State, gun: &Gun) -> Side {
    let (holder, enemy) = (gun.holder, gun.holder.enemy());
    let is_held = || state.free_men(holder).any(|man| State::is_near_gun(gun, man));
    let takers = || {
        let near = state.armed_men(enemy).filter(|man| State::wheels_within(gun, man, man.id.arm.reach()));
        near.take(CREW).count()
    };
    if gun.is_on_floor() && !is_held() && takers() == CREW { enemy } else { holder }
}
