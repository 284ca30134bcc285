//! How long a move takes (LW-2.5–2.7): the source's minutes, the warnings before Time, and what both come to by a clock. No
//! clock runs here: the service keeps it.

use super::{
    ids::Side,
    state::{Phase, State},
};
use crate::ruleset::Pace;

/// Men for whom there is one minute (LW-2.5).
const MEN_A_MINUTE: usize = 30;
/// Two minutes, one and a half of one before Time, in half-minutes (LW-2.7).
const WARNINGS: [u32; 3] = [4, 2, 1];

/// The minutes for free men on the floor and guns held there: one for every thirty men or part of them, one for each gun, one
/// at least (LW-2.5).
pub fn minutes(men: usize, guns: usize) -> u32 {
    u32::try_from((men.div_ceil(MEN_A_MINUTE) + guns).max(1)).unwrap_or(u32::MAX)
}

/// Which warnings there are in a move of so many minutes, in half-minutes before Time (LW-2.7).
pub fn warnings(minutes: u32) -> Vec<u32> {
    WARNINGS.into_iter().filter(|&warning| warning < minutes.saturating_mul(2)).collect()
}

/// The time for the move that is being made, the naming of the dead included, which has none of its own (LW-2.7).
pub fn pace(state: &State) -> Option<Pace> {
    match state.phase {
        Phase::Move | Phase::Adjudicate => {
            let side = state.sides.side(state.mover);
            let (minutes, full_minutes) = (side.minutes, side.full_minutes);
            let is_extra = state.phase == Phase::Adjudicate; // LW-2.9, LW-6.12
            Some(Pace { number: state.ply, is_extra, minutes, full_minutes, warnings: warnings(minutes) })
        }
        Phase::Start | Phase::ChooseSide | Phase::PuttingDown | Phase::Over => None, // LW-1.8
    }
}

/// The time for a side's move that begins now (LW-2.5, LW-2.6).
pub(super) fn at_beginning(state: &State, side: Side) -> Pace {
    let (men, guns) = *state.strength().side(side);
    let now = minutes(men, guns);
    let before = state.sides.side(side);
    let full_minutes = if before.moves_made == 0 { now } else { before.full_minutes };
    let minutes = if state.options().shrink_clock { now } else { full_minutes };
    Pace { number: state.ply, is_extra: false, minutes, full_minutes, warnings: warnings(minutes) }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::ruleset::Allowance;

    fn allowance(whole: u64, full_minutes: u32, minutes: u32) -> Allowance {
        let warnings = warnings(minutes.max(1));
        Pace { number: 0, is_extra: false, minutes, full_minutes, warnings }.allowance(whole)
    }

    fn measures() -> Value {
        let vectors = include_str!("../../../vectors/little_wars/vectors.json");
        serde_json::from_str::<Value>(vectors).unwrap()["measure"].take()
    }

    #[test]
    fn lw_2_5_a_minute_for_thirty_men_and_a_minute_a_gun() {
        assert_eq!(minutes(110, 3), 7, "the source's own");
        let table = &measures()["minutes"];
        for case in table["cases"].as_array().unwrap() {
            let [men, guns, expected] = [0, 1, 2].map(|at| case[at].as_u64().unwrap());
            assert_eq!(u64::from(minutes(men as usize, guns as usize)), expected, "{case}");
        }
    }

    #[test]
    fn lw_2_7_each_move_has_its_part_of_the_allowance_and_its_reminders() {
        let table = &measures()["allowance"];
        for case in table["cases"].as_array().unwrap() {
            let [whole, full, now, seconds] = [0, 1, 2, 3].map(|at| case[at].as_u64().unwrap());
            let reminders = case[4].as_array().unwrap().iter().map(|left| left.as_u64().unwrap()).collect();
            let found = allowance(whole, full as u32, now as u32);
            assert_eq!(found, Allowance { seconds, reminders }, "{case}");
        }
    }

    #[test]
    fn lw_2_7_the_allowance_is_at_least_a_quarter_and_no_size_of_a_clock_breaks_it() {
        assert_eq!(allowance(10, 100, 1).seconds, 3);
        assert_eq!(allowance(u64::MAX, u32::MAX, u32::MAX).seconds, u64::MAX);
        assert_eq!(allowance(0, 0, 0), Allowance { seconds: 0, reminders: vec![0] });
    }

    #[test]
    fn lw_2_7_a_warning_that_would_come_at_the_start_falls_away() {
        assert_eq!([1, 2, 3, 7].map(warnings), [vec![1], vec![2, 1], vec![4, 2, 1], vec![4, 2, 1]]);
    }
}
