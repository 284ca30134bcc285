//! Shots tried out: the worked examples, properties on random floors, orders that fire. Here is what a position for them is
//! made of.

mod examples;
mod orders;
mod properties;
mod slow;
mod told;

use serde_json::{Value, json};

use super::super::{
    LittleWars,
    event::Event,
    ids::{FigureId, GunId, Side},
    scenario::{self, Scenario},
    state::{Phase, State},
    words::Status,
};
use crate::{
    geometry::{Direction, Point},
    ruleset::Setup,
};

/// The worked examples of the rules.
pub(super) fn vectors() -> Value {
    serde_json::from_str(include_str!("../../../../vectors/little_wars/vectors.json")).expect("they are JSON")
}

/// A floor with nobody on it: both sides have moved twice, and red's move has just begun.
pub(super) fn empty(table: [i32; 2], gunnery: &str, country: &Value) -> State {
    let seat = |side: &str| json!({"seat": side, "side": side, "name": side, "figures": []});
    let force = json!({"infantry": 99, "cavalry": 99, "guns": 9});
    let scenario: Scenario = serde_json::from_value(json!({
        "format": 1, "ruleset": "little_wars", "id": "floor", "title": "A floor", "summary": "",
        "players": {"min": 2, "max": 2},
        "table": {"width": table[0], "height": table[1]},
        "lines": {"north": 600, "south": table[1] - 600},
        "options": {"gunnery": gunnery, "first_move": "red"},
        "sides": [{"id": "red", "name": "Red", "line": "north"}, {"id": "blue", "name": "Blue", "line": "south"}],
        "default_seat_plan": "duel",
        "seat_plans": {"duel": [seat("red"), seat("blue")]},
        "forces": {"red": force, "blue": force},
        "country": country,
        "deployment": [],
    }))
    .expect("a scenario");
    let (options, seats) = (scenario::options(&scenario), scenario.seat_plans["duel"].clone());
    let mut state = State::at_start(&Setup::<LittleWars> { scenario, options, seats });
    state.phase = Phase::Move;
    (state.mover, state.first_player, state.ply) = (Side::Red, Some(Side::Red), 4);
    for side in Side::ALL {
        state.sides.side_mut(side).moves_made = 2;
    }
    state
}

/// Puts a man down.
pub(super) fn put(state: &mut State, id: &str, (x, y): (i32, i32)) {
    let at = state.figure_at(FigureId::parse(id).expect("a man's name")).expect("a man of the force");
    let man = &mut state.figures[at];
    (man.at, man.start) = (Point::new(x, y), Point::new(x, y));
    man.status = Status::Armed;
}

/// Puts a gun down, facing the enemy.
pub(super) fn put_gun(state: &mut State, id: &str, (x, y): (i32, i32)) {
    let at = state.gun_at(GunId::parse(id).expect("a gun's name")).expect("a gun of the force");
    let gun = &mut state.guns[at];
    gun.waiting = false;
    (gun.at, gun.start) = (Point::new(x, y), Point::new(x, y));
}

/// Puts four armed men beside a gun of red's at (2000,3000), out of the way of its shots to the east.
pub(super) fn put_crew(state: &mut State) {
    for (id, x) in [("ri91", 1_800), ("ri92", 1_900), ("ri93", 2_000), ("ri94", 2_100)] {
        put(state, id, (x, 3_300));
    }
}

/// A pair of coordinates of an example.
pub(super) fn pair(value: &Value) -> (i32, i32) {
    let [x, y] = serde_json::from_value(value.clone()).expect("a pair of numbers");
    (x, y)
}

/// The position of an example of a shot.
pub(super) fn position(example: &Value) -> State {
    let table = serde_json::from_value(example["table"].clone()).expect("a size");
    let mut state = empty(table, example["gunnery"].as_str().expect("a gunnery"), &example["country"]);
    for man in example["figures"].as_array().expect("men") {
        put(&mut state, man[0].as_str().expect("a name"), pair(&json!([man[1], man[2]])));
    }
    put_gun(&mut state, example["gun"]["id"].as_str().expect("a name"), pair(&example["gun"]["at"]));
    for gun in example["other_guns"].as_array().expect("guns") {
        put_gun(&mut state, gun[0].as_str().expect("a name"), pair(&json!([gun[1], gun[2]])));
    }
    state
}

/// A direction.
pub(super) fn direction(value: &Value) -> Direction {
    serde_json::from_value(value.clone()).expect("a direction")
}

/// A fact as JSON.
pub(super) fn json_of(event: &Event) -> Value {
    serde_json::to_value(event).expect("facts are JSON")
}
