//! What the table and the service ask besides orders: acts of the table, who is waited for, how the game ended.

use std::collections::BTreeMap;

use super::{
    awaited,
    course::{Chance, Course},
    decide,
    event::Event,
    finish,
    ids::Side,
    leaving, melee, move_end, opening, putting_down,
    state::{End, Phase, State},
    words::Reason,
};
use crate::{
    dice::{Dice, NoDice},
    ids::Seat,
    ruleset::{Act, Halt, Outcome, OutcomeKind, Standing},
};

/// What the rules make of an act of the table.
pub(super) fn answer(state: &State, act: &Act, dice: &mut dyn Dice) -> Result<Vec<Event>, NoDice> {
    let mut course = Course::from(state);
    match act {
        Act::Start => return opening::start(state, dice),
        Act::Opened => putting_down::opened(&mut course),
        Act::TimedOut(seat) => time_out(&mut course, seat, dice)?,
        Act::Resigned { seat, left } => leaving::resign(&mut course, seat, left),
        Act::Drawn if state.phase != Phase::Over => finish::end(&mut course, Reason::Agreed, None), // LW-9.20
        Act::Drawn => {}
    }
    Ok(course.events)
}

/// A seat's time is up: the safe default of the phase (LW §4).
fn time_out(course: &mut Course, seat: &Seat, dice: &mut dyn Dice) -> Result<(), NoDice> {
    let state = &course.state;
    let Some(at) = state.seat_index(seat) else { return Ok(()) };
    match state.phase {
        Phase::ChooseSide if opening::chooser(state) == Some(seat) => keep_line(course, seat, dice),
        Phase::PuttingDown => {
            putting_down::time_out(course, seat);
            Ok(())
        }
        Phase::Move => {
            move_end::time_out(course, at);
            Ok(())
        }
        Phase::Adjudicate if state.decider.as_ref() == Some(seat) => {
            melee::settle_all_by_default(course); // LW-2.8, LW-6.14
            Ok(())
        }
        Phase::Start | Phase::ChooseSide | Phase::Adjudicate | Phase::Over => Ok(()),
    }
}

/// Whoever does not choose keeps the line the scenario gives his side (LW-1.2).
fn keep_line(course: &mut Course, seat: &Seat, dice: &mut dyn Dice) -> Result<(), NoDice> {
    let state = course.state.clone();
    let Ok(asked) = decide::asked(&state, seat) else { return Ok(()) };
    let line = state.sides.side(asked.side).line;
    match opening::choose_side(course, &asked, line, &mut Chance::Dice(dice)) {
        Ok(()) | Err(Halt::Refused(_)) => Ok(()),
        Err(Halt::NoDice) => Err(NoDice),
    }
}

/// Who is waited for, or how it ended.
pub(super) fn standing(state: &State) -> Standing {
    let seats = &state.house.seats;
    match (&state.end, state.phase) {
        (Some(end), _) => Standing::Over(outcome(state, end)),
        (None, Phase::PuttingDown) => putting_down::standing(state),
        (None, Phase::ChooseSide) => {
            Standing::Waiting(opening::chooser(state).into_iter().cloned().collect())
        }
        (None, Phase::Move) => {
            Standing::Waiting(awaited::awaited(state).into_iter().map(|at| seats[at].seat.clone()).collect())
        }
        (None, Phase::Adjudicate) => Standing::Waiting(state.decider.iter().cloned().collect()),
        (None, Phase::Start | Phase::Over) => Standing::Waiting(Vec::new()),
    }
}

/// How it ended, as all rulesets say it: the victor's seats, and half-points by side.
fn outcome(state: &State, end: &End) -> Outcome {
    let seats = state.house.seats.iter().filter(|entry| Some(entry.side) == end.winner);
    Outcome {
        outcome: if end.winner.is_some() { OutcomeKind::Win } else { OutcomeKind::Draw },
        reason: end.reason.as_str().to_owned(),
        scores: BTreeMap::from(Side::ALL.map(|side| (side.as_str().to_owned(), *end.half_points.side(side)))),
        winners: seats.map(|entry| entry.seat.clone()).collect(),
        ranking: None,
        side_result: None,
    }
}
