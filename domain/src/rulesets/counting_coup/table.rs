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
    ruleset::{Act, Chosen, Gesture, OrderInfo, Outcome, OutcomeKind, PhaseInfo, Ranked, Standing, Target},
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

pub(super) const GESTURES: &[Gesture] = &[
    gesture("Move", MOVES, Chosen::Figure, Target::Path, "move {set} > {target}"),
    gesture("Move", MOVES, Chosen::Figures, Target::Place, "move {set} by {by}"),
    gesture("Charge", MOVES, Chosen::Figure, Target::Enemy, "charge {set} x {target}"),
    gesture("Shoot", ACTIONS, Chosen::AnyFigures, Target::Enemy, "shoot {set} @ {unit}"),
    gesture("Charge", ACTIONS, Chosen::Figure, Target::Enemy, "charge {set} x {target}"),
    gesture("Move", ACTIONS, Chosen::Figure, Target::Path, "move {set} > {target}"),
    gesture("Move", ACTIONS, Chosen::Figures, Target::Place, "move {set} by {by}"),
    gesture("Fight", MELEES, Chosen::Figure, Target::Enemy, "melee {set} x {target}"),
];
const MOVES: &[&str] = &["cavalry_move", "nations_move"];
const ACTIONS: &[&str] = &["cavalry_action", "nations_action"];
const MELEES: &[&str] = &["cavalry_melee", "nations_melee"];

const fn gesture(
    name: &'static str,
    phases: &'static [&'static str],
    chosen: Chosen,
    target: Target,
    order: &'static str,
) -> Gesture {
    Gesture { name, phases, chosen, target, order }
}

pub(super) const PRIMER: &[&str] = &[
    "The Plains Nations win when no cavalryman is left, or when every guidon is lost by the end of the last round; the 7th \
     Cavalry wins when a unit has kept its guidon till then. Within a side the units compete: the band with most honor \
     and the company that keeps its guidon longest come first.",
    "A round has six phases: the cavalry move, act and fight, then the Plains Nations do. Warriors who fall come on again \
     at their band's place in the next round, a chief loses his horse first and is out the second time, and a fallen \
     cavalryman stays out.",
    "In the move each figure may go up to 6 inches on foot or 12 on horseback: `move C4 > 12.50,30.00`, for a whole unit \
     `move HUN* by +3.00,-2.50`, and straight into contact `charge HUN2 x C4`.",
    "In the action each figure may move again or shoot. `shoot C* @ HUN` rolls a die for every shooter who sees an enemy \
     of that unit (hills hide them): within 12 inches the cavalry hit with 4 or more and the Plains Nations with 5 or \
     more, farther off all with 6. (The first edition's table has near and far exchanged.)",
    "In the melee a figure may attack an enemy whom it touches: `melee HUN2 x C4`. Both roll a die and add 1 for an officer \
     or chief and 1 on horseback; the higher wins, and a tie goes to the Plains Nations. A fight won earns the band 1 \
     honor, a guidon 1 and Custer's guidon 2; in the first edition only coups earn any.",
    "A chief may try to count coup instead of fighting as usual: `coup HUN1 x C4`. He adds nothing to his die; if he wins, \
     the enemy stays and the band earns 2 honor.",
    "A side's phases are ended with `done move`, `done action` and `done melee`; the last may be said at once and passes all \
     that is left of the three. The battle ends when no cavalryman is left on the table, or after the last round.",
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::counting_coup::notation;

    #[test]
    fn every_gesture_writes_an_order_and_knows_its_phases() {
        for gesture in GESTURES {
            let set = if gesture.chosen == Chosen::Figure { "C1" } else { "C1-5,C9" };
            let target = if gesture.target == Target::Enemy { "HUN2" } else { "34.00,18.00 > 34.00,25.25" };
            let order = gesture.order.replace("{set}", set).replace("{target}", target);
            let order = order.replace("{unit}", "HUN").replace("{by}", "-2.00,+11.50");
            assert!(notation::parse(&order).is_ok(), "{order}");
            let known = |phase: &&str| PHASES.iter().any(|info| info.phase == *phase);
            assert!(!gesture.phases.is_empty() && gesture.phases.iter().all(known), "{order}");
        }
    }
}
