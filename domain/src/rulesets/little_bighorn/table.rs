//! What the table and the service ask besides orders: acts of the table, who is waited for, how the game ended, and
//! the pages about the ruleset.

use std::collections::BTreeMap;

use super::{
    event::{Event, Victor},
    phases,
    pieces::Side,
    state::{End, State},
};
use crate::{
    dice::{Dice, NoDice},
    ruleset::{Act, OrderInfo, Outcome, OutcomeKind, PhaseInfo, Standing},
};

pub(super) const SCENARIOS: &[(&str, &str)] = &[
    ("skirmish", include_str!("../../../scenarios/little_bighorn/skirmish.json")),
    ("standard", include_str!("../../../scenarios/little_bighorn/standard.json")),
];

pub(super) const PHASES: &[PhaseInfo] = &[
    PhaseInfo {
        phase: "deployment",
        who: "with free deployment, first all seats of the Plains Nations, then all of the Long Knives",
        on_timeout: "the pieces stay where they stand",
    },
    PhaseInfo {
        phase: "movement",
        who: "the seats of the mover with a living figure",
        on_timeout: "nothing is moved",
    },
    PhaseInfo {
        phase: "combat",
        who: "the seats of the mover with a possible attack",
        on_timeout: "the melees that are owed are fought, nothing else",
    },
    PhaseInfo {
        phase: "return_fire",
        who: "the seats of the other side with a possible attack",
        on_timeout: "nobody fires",
    },
];

pub(super) const ORDERS: &[OrderInfo] = &[
    OrderInfo {
        order: "deploy",
        text: "Exchanges the places of the seat's pieces before the battle.",
        notation: "deploy gen1 m10 flag l9 sol3 m9",
    },
    OrderInfo {
        order: "move",
        text: "Moves a figure along a path, with or without the flag.",
        notation: "sol3 k9 flag",
    },
    OrderInfo {
        order: "attack",
        text: "Attacks the first of the targets that the figure legally may.",
        notation: "off1 x chf1 rid2 push k9 l9 adv always",
    },
    OrderInfo {
        order: "standing",
        text: "Says what figures do of their own accord: replies, pushes, advances.",
        notation: "standing sol3 sol4 reply even to chf1 rider adv never",
    },
    OrderInfo {
        order: "end_phase",
        text: "Ends a phase for this seat, in combat perhaps after the melees it owes.",
        notation: "end combat auto",
    },
];

pub(super) const PRIMER: &[&str] = &[
    "The Long Knives win when the last chief has fallen or when their flag is carried to an exit; the Plains Nations win \
     when the general and every officer have fallen, or when a figure of theirs enters the flag's square while no Long \
     Knife stands there.",
    "The sides take turns, the Long Knives first: the side whose turn it is moves, then it attacks, then the other side \
     may return fire.",
    "A figure may move once in its side's movement, one square on foot or up to three on horseback, in any direction; it \
     stops where it comes beside an enemy. So `sol3 k9` moves a soldier, and `sol3 k9 flag` takes the flag along from \
     the square where he stands.",
    "Riders attack the squares beside them, all others up to three squares away if no woods or rocks are between: `war3 x \
     sol1`. Each has one shot a turn, the general and the officers two; a reply takes one as well. Whoever stands beside \
     an enemy must fight before anybody fires from afar.",
    "Attacker and target roll a die each and add 1 when on foot in woods, in rocks or on a parapet, or on horseback hand \
     to hand. The higher wins: with 6 or more the loser is eliminated, with 4 or 5 pushed back a square; with less, or in \
     a tie, nothing happens. Where there is no reply the attacker's number counts alone.",
    "Each phase is ended by an order: `end movement`, `end combat` (or `end combat auto`, which fights first what must be \
     fought) and `end return_fire`. A phase without a possible attack is passed over.",
    "Where the game has a limit and nobody has won after its last round, or after too many quiet ones, it is a draw.",
];

/// What the rules make of an act of the table.
pub(super) fn answer(state: &State, act: &Act, dice: &mut dyn Dice) -> Result<Vec<Event>, NoDice> {
    match act {
        Act::Start => Ok(phases::start(state)),
        Act::TimedOut(seat) => phases::time_out(state, seat, dice),
        Act::Resigned { seat, left } => Ok(phases::resign(state, seat, left)),
        Act::Drawn => Ok(phases::draw(state)),
        Act::Opened => Ok(Vec::new()),
    }
}

/// Who is waited for, or how it ended.
pub(super) fn standing(state: &State) -> Standing {
    match state.result {
        Some(end) => Standing::Over(outcome(state, end)),
        None => Standing::Waiting(state.awaited().map(|seat_idx| state.seat(seat_idx).clone()).collect()),
    }
}

fn outcome(state: &State, end: End) -> Outcome {
    let victor = end.result.side();
    let half_points = |side| match victor {
        None => 1,
        Some(victor) if victor == side => 2,
        Some(_) => 0,
    };
    let scores = Side::ALL.map(|side| (side.as_str().to_owned(), half_points(side)));
    let winners = state.ground().seats().iter().filter(|entry| Some(entry.side) == victor);
    Outcome {
        outcome: match end.result {
            Victor::LongKnives | Victor::PlainsNations => OutcomeKind::Win,
            Victor::Draw => OutcomeKind::Draw,
        },
        reason: end.reason.as_str().to_owned(),
        scores: BTreeMap::from(scores),
        winners: winners.map(|entry| entry.seat.clone()).collect(),
        ranking: None,
        side_result: None,
    }
}
