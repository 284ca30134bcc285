//! What the unit tests of this folder share: positions as the vectors write them, orders as players write them.

use serde_json::Value;

use super::{
    check,
    command::Command,
    decide,
    event::Event,
    harness, notation,
    rejection::Rejection,
    state::{Figure, Gun, State},
};
use crate::{dice::ClosedDice, ids::Seat, ruleset::Halt};

/// A position.
pub(super) fn position(json: &Value) -> State {
    harness::position(json).expect("a position").0
}

/// A seat.
pub(super) fn seat(name: &str) -> Seat {
    Seat::new(name).expect("a seat")
}

/// An order of notation.
pub(super) fn command(line: &str) -> Command {
    notation::parse(line).unwrap_or_else(|why| panic!("{line}: {why:?}")).remove(0)
}

/// Decides an order that rolls nothing, and takes its events in.
pub(super) fn order(state: &mut State, name: &str, line: &str) -> Result<Vec<Event>, Rejection> {
    let (seat, mut dice) = (seat(name), ClosedDice);
    match decide::order(state, &seat, &command(line), &mut super::course::Chance::Dice(&mut dice)) {
        Ok(course) => {
            *state = course.state;
            Ok(course.events)
        }
        Err(Halt::Refused(why)) => Err(why),
        Err(Halt::NoDice) => panic!("{line} would roll"),
    }
}

/// Red carries out an order that is legal.
pub(super) fn done(state: &mut State, line: &str) -> Vec<Event> {
    order(state, "red", line).unwrap_or_else(|why| panic!("{line}: {why:?}"))
}

/// Red is refused an order: the code, and the rule it rests on.
pub(super) fn refused(state: &State, line: &str) -> (&'static str, &'static str) {
    let why = rejection(state, line);
    (why.code.as_str(), why.rule.0)
}

/// Red is refused an order.
pub(super) fn rejection(state: &State, line: &str) -> Rejection {
    order(&mut state.clone(), "red", line).expect_err(line)
}

/// The faults of a list of red's in its rehearsal.
pub(super) fn faults(state: &State, lines: &[&str]) -> Vec<(usize, &'static str)> {
    let list: Vec<(usize, Command)> = lines.iter().map(|line| command(line)).enumerate().collect();
    let faults = check::check(state, &seat("red"), &list);
    faults.into_iter().map(|(at, why)| (at, why.code.as_str())).collect()
}

/// A man.
pub(super) fn man<'a>(state: &'a State, id: &str) -> &'a Figure {
    state.figure(super::ids::FigureId::parse(id).expect("an id")).expect("a man")
}

/// Where a man stands.
pub(super) fn at(state: &State, id: &str) -> (i32, i32) {
    let at = man(state, id).at;
    (at.x, at.y)
}

/// A gun.
pub(super) fn gun<'a>(state: &'a State, id: &str) -> &'a Gun {
    state.gun(super::ids::GunId::parse(id).expect("an id")).expect("a gun")
}

/// A gun has fired in this move, as it stands.
pub(super) fn has_fired(state: &mut State, id: &str) {
    let at = state.gun_at(super::ids::GunId::parse(id).expect("an id")).expect("a gun");
    state.guns[at].shots = 1;
}
