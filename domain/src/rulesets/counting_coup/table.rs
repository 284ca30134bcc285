//! What the table and the service ask besides orders: acts of the table, who is waited for, how the game ended, and the
//! pages about the ruleset.

use super::{
    event::{Event, SideResult},
    phases,
    scenario::{SeatEntry, Side},
    state::{End, State},
};
use crate::{
    dice::{Dice, NoDice},
    ids::Seat,
    ruleset::{Act, OrderInfo, Outcome, OutcomeKind, PhaseInfo, Ranked, Standing},
};

pub(super) const SCENARIOS: &[(&str, &str)] = &[
    ("skirmish", include_str!("../../../scenarios/counting_coup/skirmish.json")),
    ("last_stand", include_str!("../../../scenarios/counting_coup/last_stand.json")),
];

const THEIR_REST: &str =
    "the units still to act are done for the rest of the half-round; standing orders hold";

pub(super) const PHASES: &[PhaseInfo] = &[
    PhaseInfo {
        phase: "cavalry_move",
        who: "the cavalry's seats with a figure that has not moved",
        on_timeout: THEIR_REST,
    },
    PhaseInfo {
        phase: "cavalry_action",
        who: "the cavalry's seats with a figure that has neither shot nor moved again",
        on_timeout: THEIR_REST,
    },
    PhaseInfo {
        phase: "cavalry_melee",
        who: "the cavalry's seats with a figure in contact that has not fought",
        on_timeout: THEIR_REST,
    },
    PhaseInfo {
        phase: "nations_move",
        who: "the seats of the Plains Nations with a figure that has not moved",
        on_timeout: THEIR_REST,
    },
    PhaseInfo {
        phase: "nations_action",
        who: "the seats of the Plains Nations with a figure that has neither shot nor moved again",
        on_timeout: THEIR_REST,
    },
    PhaseInfo {
        phase: "nations_melee",
        who: "the seats of the Plains Nations with a figure in contact that has not fought",
        on_timeout: THEIR_REST,
    },
];

pub(super) const ORDERS: &[OrderInfo] = &[
    OrderInfo {
        order: "move",
        text: "Moves a figure along a path of one to six straight legs.",
        notation: "move C4 > 12.50,30.00 > 14.00,31.25",
    },
    OrderInfo {
        order: "move_group",
        text: "Moves figures of a unit, or all that still can, by one vector.",
        notation: "move HUN* by +3.00,-2.50",
    },
    OrderInfo {
        order: "charge",
        text: "Moves a figure straight into contact with an enemy.",
        notation: "charge HUN2 x C4",
    },
    OrderInfo {
        order: "shoot",
        text: "Figures of a unit, or all that can, shoot at an enemy unit.",
        notation: "shoot C* @ HUN within 12.00",
    },
    OrderInfo {
        order: "melee",
        text: "A figure fights an enemy in contact; a chief may try to count coup instead (`coup HUN1 x C4`).",
        notation: "melee HUN2 x C4",
    },
    OrderInfo {
        order: "set_casualty_order",
        text: "Says who falls first when the unit is shot at; `-` for the default.",
        notation: "lose C: C7,trooper nearest",
    },
    OrderInfo {
        order: "set_coup_order",
        text: "Says whether an attacked chief of the band tries to count coup.",
        notation: "coups HUN always",
    },
    OrderInfo {
        order: "done",
        text: "Units, or all of the seat, do nothing more up to the end of a phase of this half-round.",
        notation: "done melee",
    },
    OrderInfo { order: "resume", text: "Takes `done` back.", notation: "resume" },
];

/// What the rules make of an act of the table.
pub(super) fn answer(state: &State, act: &Act, dice: &mut dyn Dice) -> Result<Vec<Event>, NoDice> {
    match act {
        Act::Start => phases::start(state, dice),
        Act::TimedOut(seat) => Ok(phases::time_out(state, seat)),
        Act::Resigned { seat, .. } => Ok(phases::resign(state, seat)),
        Act::Drawn => Ok(phases::draw(state)),
        Act::Opened => Ok(Vec::new()),
    }
}

/// Who is waited for, or how it ended.
pub(super) fn standing(state: &State) -> Standing {
    match &state.result {
        Some(end) => Standing::Over(outcome(state, end)),
        None => {
            let seats = &state.ground().seats;
            Standing::Waiting(state.awaited_seats().iter().map(|idx| seats[*idx].seat.clone()).collect())
        }
    }
}

fn outcome(state: &State, end: &End) -> Outcome {
    let ranked = |side: Side, unit: super::ids::UnitId, rank| Ranked {
        side: side.as_str().to_owned(),
        unit: unit.to_string(),
        rank,
    };
    let nations = end.nations.iter().map(|place| ranked(Side::Nations, place.unit, place.rank));
    let cavalry = end.cavalry.iter().map(|place| ranked(Side::Cavalry, place.unit, place.rank));
    let honor = end.nations.iter().map(|place| (place.unit.to_string(), i64::from(place.honor)));
    let left = end.cavalry.iter().map(|place| (place.unit.to_string(), i64::from(place.figures_left)));
    let is_duel = state.ground().is_duel();
    Outcome {
        outcome: match (is_duel, end.side_result) {
            (false, SideResult::Cavalry | SideResult::Nations | SideResult::Draw) => OutcomeKind::Ranking,
            (true, SideResult::Cavalry | SideResult::Nations) => OutcomeKind::Win,
            (true, SideResult::Draw) => OutcomeKind::Draw,
        },
        reason: end.reason.as_str().to_owned(),
        scores: honor.chain(left).collect(),
        winners: if is_duel { of_side(state, end.side_result) } else { of_the_first(state, end) },
        ranking: Some(nations.chain(cavalry).collect()),
        side_result: Some(end.side_result.as_str().to_owned()),
    }
}

fn of_side(state: &State, result: SideResult) -> Vec<Seat> {
    seats(state, |entry| Some(entry.side) == result.side())
}

/// The seats that command a unit of the first rank.
fn of_the_first(state: &State, end: &End) -> Vec<Seat> {
    let bands = end.nations.iter().filter(|place| place.rank == 1).map(|place| place.unit);
    let companies = end.cavalry.iter().filter(|place| place.rank == 1).map(|place| place.unit);
    let first: Vec<_> = bands.chain(companies).collect();
    seats(state, |entry| entry.units.iter().any(|unit| first.contains(unit))) // CCC-1.3
}

fn seats(state: &State, wins: impl Fn(&SeatEntry) -> bool) -> Vec<Seat> {
    state.ground().seats.iter().filter(|entry| wins(entry)).map(|entry| entry.seat.clone()).collect()
}
