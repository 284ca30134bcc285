//! The worked examples of the specification against decider and fold alone, with a small stand-in for the seam: form,
//! first pass, then order by order; after the first die an illegal order lapses.

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};

use super::{
    LittleBighorn,
    cell::Cell,
    command::Command,
    event::Event,
    evolve::evolve,
    ground::Ground,
    harness,
    retreat::qualifies,
    scenario::{Scenario, seat_plans},
    state::State,
};
use crate::{
    dice::{Dice, NoDice, Throw},
    ids::Seat,
    notation::NotationError,
    ruleset::{Act, Halt, Reject, Ruleset, Setup, Standing},
};

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../../vectors/little_bighorn/vectors.json")).unwrap()
}

fn read<T: DeserializeOwned>(value: &Value) -> T {
    T::deserialize(value).unwrap()
}

/// Dice from a list.
struct Script {
    values: Vec<u32>,
    thrown: usize,
}

impl Dice for Script {
    fn roll(&mut self, throw: &Throw) -> Result<Vec<u32>, NoDice> {
        assert_eq!((throw.dice, throw.sides), (1, 6), "LBH-P8: every die is a d6");
        let value = *self.values.get(self.thrown).expect("more dice than scripted");
        self.thrown += 1;
        Ok(vec![value])
    }

    fn rolled(&self) -> usize {
        self.thrown
    }
}

/// The event as its body stands in a log.
fn body(event: &Event) -> Value {
    let mut body = serde_json::to_value(event).unwrap();
    assert_eq!(&serde_json::from_value::<Event>(body.clone()).unwrap(), event);
    body["rules"] = json!(event.rules());
    body
}

/// What a list of orders comes to: all faults, or bodies and the position after them.
fn submit(
    state: &State,
    seat: &Seat,
    orders: &[Value],
    script: &mut Script,
) -> Result<(Vec<Value>, State), Value> {
    let fault = |at: usize, code: &str, rule: &str| json!({"order_index": at, "code": code, "rule": rule});
    if state.result.is_some() {
        return Err(json!([fault(0, "game-over", LittleBighorn::OVER_RULE.0)]));
    }
    let mut commands = Vec::new();
    let mut faults = Vec::new();
    for (at, order) in orders.iter().enumerate() {
        match Command::deserialize(order) {
            Ok(command) => commands.push((at, command)),
            Err(_) => {
                let word = order.get("type").and_then(Value::as_str);
                let known =
                    word.is_none_or(|word| LittleBighorn::ORDERS.iter().any(|info| info.order == word));
                let code = if known { "malformed" } else { "unknown-order" };
                faults.push(fault(at, code, LittleBighorn::FORM_RULE.0));
            }
        }
    }
    if faults.is_empty() {
        let found = LittleBighorn::check(state, seat, &commands);
        faults = found.iter().map(|(at, fault_of)| fault(*at, fault_of.code(), fault_of.rule().0)).collect();
    }
    if !faults.is_empty() {
        return Err(Value::Array(faults));
    }
    let mut now = state.clone();
    let mut bodies = Vec::new();
    for (at, command) in &commands {
        if now.result.is_some() {
            break;
        }
        match LittleBighorn::decide(&now, seat, command, &LittleBighorn::stage(&now), script) {
            Ok(events) => {
                bodies.extend(events.iter().map(body));
                events.iter().for_each(|event| evolve(&mut now, event));
            }
            Err(Halt::Refused(why)) if script.thrown == 0 => {
                return Err(json!([fault(*at, why.code(), why.rule().0)]));
            }
            Err(Halt::Refused(why)) => bodies.push(json!({"type": "order_lapsed", "order_index": at,
                "order": command, "code": why.code(), "rules": [why.rule()]})),
            Err(Halt::NoDice) => panic!("dice were open"),
        }
    }
    Ok((bodies, now))
}

/// The table's part of a step: resigning, offering and agreeing.
#[derive(Default)]
struct Table {
    resigned: Vec<Seat>,
    agreed: Vec<Seat>,
}

impl Table {
    fn act(&mut self, state: &State, seat: &Seat, word: &str) -> Option<Act> {
        let all = || state.ground().seats().iter().map(|entry| entry.seat.clone());
        match word {
            "resign" => {
                self.resigned.push(seat.clone());
                let left = all().filter(|seat| !self.resigned.contains(seat)).collect();
                Some(Act::Resigned { seat: seat.clone(), left })
            }
            "offer_draw" | "accept_draw" => {
                self.agreed.push(seat.clone());
                all().all(|seat| self.agreed.contains(&seat)).then_some(Act::Drawn)
            }
            "decline_draw" => {
                self.agreed.clear();
                None
            }
            other => panic!("{other} is no word of the table"),
        }
    }
}

fn set_up(vectors: &Value, game: &Value) -> State {
    let mut setup = game["setup"].clone();
    if let Some(name) = setup["scenario"].as_str() {
        let (_, text) = LittleBighorn::SCENARIOS.iter().find(|(id, _)| *id == name).unwrap();
        let scenario: Scenario = serde_json::from_str(text).unwrap();
        let plans = seat_plans(&scenario);
        let plan = setup["seat_plan"].as_str().unwrap_or(&plans[0].0);
        let seats = plans.iter().find(|(name, _)| name == plan).unwrap().1.clone();
        let mut options = serde_json::to_value(&scenario.options).unwrap();
        for (name, value) in setup["options"].as_object().unwrap_or(&Map::new()) {
            options[name] = value.clone();
        }
        let options = read(&options);
        return LittleBighorn::initial(&Setup { scenario, options, seats });
    }
    let board = setup["board"].as_str().unwrap().to_owned();
    setup["board"] = vectors["boards"][board].clone();
    harness::position(&setup).unwrap()
}

fn awaited(state: &State) -> Vec<Seat> {
    match LittleBighorn::standing(state) {
        Standing::Waiting(seats) => seats,
        Standing::Over(_) | Standing::Reveal => Vec::new(),
    }
}

fn check_final(game: &Value, state: &State) {
    let view = serde_json::to_value(LittleBighorn::view(state, &crate::ruleset::Viewer::Spectator)).unwrap();
    let last = &game["final"];
    let cells: Map<String, Value> = view["figures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|figure| (figure["id"].as_str().unwrap().to_owned(), figure["cell"].clone()))
        .collect();
    let id = &game["id"];
    assert_eq!(Value::Object(cells), last["cells"], "{id}");
    for field in ["flag", "phase", "mover", "round", "awaited"] {
        assert_eq!(view[field], last[field], "{id} {field}");
    }
    let result = &view["result"];
    let result = if result.is_null() { Value::Null } else { json!([result["result"], result["reason"]]) };
    assert_eq!(result, last["result"], "{id}");
    assert_eq!(json!(awaited(state)), last["awaited"], "{id}");
    assert_eq!(LittleBighorn::stage(state).phase, last["phase"], "{id}");
}

fn play(vectors: &Value, game: &Value) {
    let id = &game["id"];
    let mut state = set_up(vectors, game);
    let mut table = Table::default();
    let apply = |state: &mut State, events: Vec<Event>| -> Vec<Value> {
        events.iter().for_each(|event| evolve(state, event));
        events.iter().map(body).collect()
    };
    if let Some(begin) = game.get("begin") {
        let mut script = Script { values: Vec::new(), thrown: 0 };
        let events = LittleBighorn::answer(&state, &Act::Start, &mut script).unwrap();
        assert_eq!(Value::Array(apply(&mut state, events)), *begin, "{id}");
    }
    for (at, step) in game["steps"].as_array().unwrap().iter().enumerate() {
        let seat: Seat = read(&step["seat"]);
        let mut script = Script { values: read(&step["dice"]), thrown: 0 };
        let orders = step["orders"].as_array().cloned().unwrap_or_default();
        let word = orders.first().and_then(|order| order["type"].as_str()).unwrap_or("");
        let act = match word {
            _ if step.get("timeout").is_some() => Some(Some(Act::TimedOut(seat.clone()))),
            "resign" | "offer_draw" | "accept_draw" | "decline_draw" => Some(table.act(&state, &seat, word)),
            _ => None,
        };
        let outcome = match act {
            None => submit(&state, &seat, &orders, &mut script).map(|(bodies, next)| {
                state = next;
                bodies
            }),
            Some(None) => Ok(Vec::new()),
            Some(Some(act)) => {
                let events = LittleBighorn::answer(&state, &act, &mut script).unwrap();
                Ok(apply(&mut state, events))
            }
        };
        let got = match outcome {
            Ok(bodies) => json!({"events": bodies}),
            Err(faults) => json!({"rejected": faults}),
        };
        assert_eq!(script.thrown, script.values.len(), "{id} step {at}: dice left over");
        assert_eq!(got, step["expect"], "{id} step {at}");
    }
    check_final(game, &state);
}

#[test]
fn all_games_of_the_specification_go_as_written() {
    let vectors = vectors();
    let games = vectors["games"].as_array().unwrap();
    assert_eq!(games.len(), 157);
    games.iter().for_each(|game| play(&vectors, game));
}

#[test]
fn lines_are_as_the_table_says_in_both_directions() {
    let vectors = vectors();
    for line in vectors["lines"].as_array().unwrap() {
        let board = &vectors["boards"][line["board"].as_str().unwrap()];
        let setup = json!({"board": board, "round": 1, "mover": "long_knives", "phase": "movement",
            "figures": {"gen1": {"cell": board["flag"]}, "chf1": {"cell": null}}});
        let setup = harness::setup(&setup).unwrap();
        let ground = Ground::new(&setup.scenario, &setup.options, &setup.seats);
        let (from, to): (Cell, Cell) = (read(&line["from"]), read(&line["to"]));
        for (from, to) in [(from, to), (to, from)] {
            let found = ground.line(from, to);
            assert_eq!(
                json!([found.range, found.blocked]),
                json!([line["range"], line["blocked"]]),
                "{line}"
            );
        }
    }
}

#[test]
fn retreats_are_as_the_table_says() {
    for row in vectors()["retreats"].as_array().unwrap() {
        let behind: Vec<(i32, i32)> =
            super::cell::NEIGHBOURS.into_iter().filter(|step| qualifies(read(&row["shot"]), *step)).collect();
        assert_eq!(json!(behind), row["qualifies"], "{row}");
    }
}

#[test]
fn notation_and_json_say_the_same() {
    let vectors = vectors();
    for row in vectors["notation"].as_array().unwrap() {
        check_notation(&row["order"], Some(row["line"].as_str().unwrap()));
    }
    let steps =
        vectors["games"].as_array().unwrap().iter().flat_map(|game| game["steps"].as_array().unwrap());
    let orders = steps.filter_map(|step| step.get("orders")).flat_map(|orders| orders.as_array().unwrap());
    for order in orders.filter(|order| Command::deserialize(*order).is_ok()) {
        let empty = |field: &str| order[field].as_array().is_some_and(Vec::is_empty);
        if !empty("path") && !empty("targets") {
            check_notation(order, None);
        }
    }
}

fn check_notation(order: &Value, line: Option<&str>) {
    let command: Command = read(order);
    let written = LittleBighorn::format(&command);
    if let Some(line) = line {
        assert_eq!(written, line);
        assert_eq!(serde_json::to_value(&command).unwrap(), *order);
    }
    assert_eq!(LittleBighorn::parse(&written).unwrap(), std::slice::from_ref(&command));
    assert_eq!(LittleBighorn::parse(&written.to_uppercase()).unwrap(), std::slice::from_ref(&command));
}

#[test]
fn a_line_that_is_no_order_says_where_and_what_was_expected() {
    let fault = |line: &str| {
        let NotationError { column, expected } = LittleBighorn::parse(line).unwrap_err();
        format!("{column}: {expected}")
    };
    assert_eq!(fault("sol3"), "5: a cell or x");
    assert_eq!(fault("sol3 k0"), "6: a cell or x");
    assert_eq!(fault("sol3 k9 flag k8"), "14: the end of the line");
    assert_eq!(fault("sol3 x"), "7: a figure");
    assert_eq!(fault("standing all"), "13: reply, to, push or adv");
    assert_eq!(fault("end movement auto"), "14: the end of the line");
    assert_eq!(fault("sol1 x w1"), "8: a figure");
    assert_eq!(fault("deploy gen1"), "12: a cell");
    assert_eq!(fault("custer k9"), "1: a figure, standing, deploy or end");
}
