//! The examples of Counting Coup on Custer.

use domain::{
    game::{Decision, Game, Orders},
    harness::{ScriptedDice, begun},
    ids::Seat,
    ruleset::Viewer,
    rulesets::{self, counting_coup},
    seam::{Battle, PlanChoice, Refusal},
    table::{Table, TimeOutAction},
};
use serde_json::{Value, json};

use crate::{awaited, begin, events, support};

const VECTORS: &str = include_str!("../../vectors/counting_coup/vectors.json");

fn seat(name: &Value) -> Seat {
    Seat::new(name.as_str().expect("a seat")).expect("a seat")
}

fn refused(why: &Refusal) -> Value {
    let mut shown = json!({"order_index": why.order_index, "code": why.code});
    let about = [
        ("rule", why.rule.map(|rule| Value::from(rule.0))),
        ("figure", why.about.figure.clone().map(Value::from)),
        ("by", why.about.by.clone().map(Value::from)),
        ("length", why.about.length.map(Value::from)),
    ];
    for (name, value) in about {
        if let Some(value) = value {
            shown[name] = value;
        }
    }
    shown
}

fn orders(game: &Game, seat: &Seat, list: &Value, dice: &mut ScriptedDice) -> Result<Decision, Vec<Refusal>> {
    let list = list.as_array().expect("a list of orders");
    let raw: Vec<_> =
        list.iter().map(|order| serde_json::value::to_raw_value(order).expect("JSON")).collect();
    game.submit(seat, &Orders::Json(&raw), dice)
}

/// Every seat still in the game offers a draw or agrees to one: the last one's turn brings it.
fn draw(game: &Game, dice: &mut ScriptedDice) -> Result<Decision, Vec<Refusal>> {
    let mut last = None;
    let mut at = game.clone();
    for seat in game.in_game() {
        let word = if at.table().drawing().is_empty() { "offer_draw" } else { "accept_draw" };
        let decision = orders(&at, &seat, &json!([{ "type": word }]), dice)?;
        at = decision.next.clone();
        last = Some(decision);
    }
    Ok(last.expect("somebody is in the game"))
}

fn report(game: &Game, step: &Value, dice: &mut ScriptedDice) -> Result<Decision, Vec<Refusal>> {
    match step["report"].as_str().expect("a report") {
        "start" => Ok(game.start(dice).expect("dice for the start")),
        "timed_out" => {
            let action = TimeOutAction::DefaultAction;
            Ok(game.time_out(&seat(&step["seat"]), action, dice).expect("no dice"))
        }
        "resigned" => orders(game, &seat(&step["seat"]), &json!([{"type": "resign"}]), dice),
        "drawn" => draw(game, dice),
        other => panic!("no report {other}"),
    }
}

fn without_rules(mut bodies: Vec<Value>, faults: &mut Vec<String>, id: &str) -> Value {
    for body in &mut bodies {
        let rules = body.as_object_mut().and_then(|body| body.remove("rules"));
        let is_empty = |rules: Value| rules.as_array().is_none_or(Vec::is_empty);
        if rules.is_none_or(is_empty) {
            faults.push(format!("{id}: {body} cites no rule"));
        }
    }
    Value::Array(bodies)
}

fn create(step: &Value) -> Value {
    let ruleset = rulesets::find("counting_coup").expect("registered");
    let wanted = &step["create"];
    let (_, text) = ruleset
        .scenarios()
        .iter()
        .find(|(id, _)| *id == wanted["scenario"])
        .expect("a scenario of the house");
    let scenario: Value = serde_json::from_str(text).expect("JSON");
    match ruleset.prepare(&scenario, &PlanChoice::Default, Some(&wanted["options"])) {
        Ok(_) => json!({"ok": true}),
        Err(faults) => json!({"reject": {"code": faults[0].code, "rule": faults[0].rule.map(|rule| rule.0)}}),
    }
}

fn begun_from(setup: &Value, id: &str) -> Option<Game> {
    if setup.is_null() {
        return None;
    }
    if let Some(scenario) = setup["scenario"].as_str() {
        let ruleset = rulesets::find("counting_coup").expect("registered");
        let (_, text) = ruleset.scenarios().iter().find(|(id, _)| *id == scenario).expect("a scenario");
        let plan =
            setup["seat_plan"].as_str().map_or(PlanChoice::Default, |name| PlanChoice::Named(name.into()));
        let scenario: Value = serde_json::from_str(text).expect("JSON");
        let prepared =
            ruleset.prepare(&scenario, &plan, setup.get("options")).expect("a scenario of the house");
        let seats = prepared.seats.iter().map(|seat| seat.seat.clone()).collect();
        let table = Table::new(seats, Default::default(), Default::default());
        return Some(Game::of(table, begin(ruleset, &prepared)));
    }
    let (state, seats) = counting_coup::harness::position(setup).unwrap_or_else(|why| panic!("{id}: {why}"));
    let table = match setup["phase"].is_null() {
        true => Table::new(seats, Default::default(), Default::default()),
        false => begun(seats),
    };
    Some(Game::of(table, Box::new(Battle::<counting_coup::CountingCoup> { state })))
}

/// What the example says of the position at its end, against the view.
fn compare_state(game: &Game, wanted: &Value, faults: &mut Vec<String>, id: &str) {
    let view = game.view(&Viewer::Spectator);
    for (name, facts) in wanted.as_object().expect("facts by name") {
        let listed = |list: &str| {
            view[list].as_array().expect("a list").iter().find(|own| own["id"] == name.as_str()).cloned()
        };
        let shown = match name.as_str() {
            "game" => json!({"round": view["round"], "phase": view["phase"], "to_act": awaited(game)}),
            _ => listed("figures").or_else(|| listed("units")).unwrap_or_default(),
        };
        for (fact, value) in facts.as_object().expect("facts") {
            if shown[fact] != *value {
                faults.push(format!("{id} at the end: {name}.{fact} is {}, wanted {value}", shown[fact]));
            }
        }
    }
}

fn run(example: &Value, faults: &mut Vec<String>) {
    let id = example["id"].as_str().expect("an id");
    let mut game = begun_from(&example["setup"], id);
    for (at, step) in example["steps"].as_array().expect("steps").iter().enumerate() {
        let place = format!("{id} step {at}");
        if step.get("create").is_some() {
            let got = create(step);
            if step.get("ok") != got.get("ok") || step.get("reject") != got.get("reject") {
                faults.push(format!("{place}: got {got}, wanted {step}"));
            }
            continue;
        }
        let stands = game.as_ref().expect("a game");
        let values = step["dice"].as_array().into_iter().flatten().filter_map(Value::as_u64);
        let mut dice = ScriptedDice::new(values.map(|value| u32::try_from(value).expect("a die")));
        let decision = match step.get("report") {
            Some(_) => report(stands, step, &mut dice),
            None => orders(stands, &seat(&step["seat"]), &step["orders"], &mut dice),
        };
        let (got, wanted) = match decision {
            Ok(decision) => {
                let got = without_rules(events(&decision), faults, &place);
                game = Some(decision.next);
                (json!({ "events": got }), json!({ "events": step["events"] }))
            }
            Err(refusals) => (json!({"reject": refused(&refusals[0])}), json!({"reject": step["reject"]})),
        };
        if got != wanted {
            faults.push(format!("{place}:\n   got {got}\nwanted {wanted}"));
        }
        if dice.left() != 0 {
            faults.push(format!("{place}: {} dice were not thrown", dice.left()));
        }
    }
    if let Some(game) = &game {
        compare_state(game, &example["state"], faults, id);
    }
}

#[test]
fn every_worked_example_of_counting_coup_comes_out_as_written() {
    let vectors: Value = serde_json::from_str(VECTORS).expect("JSON");
    let examples = vectors["vectors"].as_array().expect("examples");
    assert_eq!(examples.len(), 129, "none may be left out");
    let mut faults = Vec::new();
    examples.iter().for_each(|example| run(example, &mut faults));
    support::none(&faults);
}

/// The events of an example in an edition, without what the edition may change: honor, and places that rest on it.
fn without_honor(example: &Value, edition: &str) -> Vec<Value> {
    let mut setup = example["setup"].clone();
    setup["options"]["edition"] = json!(edition);
    let id = example["id"].as_str().expect("an id");
    let mut game = begun_from(&setup, id).expect("a position");
    let mut all = Vec::new();
    for step in example["steps"].as_array().expect("steps") {
        let values = step["dice"].as_array().into_iter().flatten().filter_map(Value::as_u64);
        let mut dice = ScriptedDice::new(values.map(|value| u32::try_from(value).expect("a die")));
        let decision = match step.get("report") {
            Some(_) => report(&game, step, &mut dice),
            None => orders(&game, &seat(&step["seat"]), &step["orders"], &mut dice),
        };
        match decision {
            Ok(decision) => {
                all.extend(events(&decision));
                game = decision.next;
            }
            Err(refusals) => all.push(refused(&refusals[0])),
        }
    }
    all.retain(|event| event["type"] != "honor_awarded" || event["reason"] == "coup");
    for event in &mut all {
        let body = event.as_object_mut().expect("an object");
        body.remove("nations_ranking");
        body.remove("total");
    }
    all
}

#[test]
fn ccc_1_4_without_a_shot_the_editions_differ_in_honor_alone() {
    let vectors: Value = serde_json::from_str(VECTORS).expect("JSON");
    let shoots = |example: &Value| example["steps"].to_string().contains("\"shoot\"");
    let mut compared = 0;
    for example in vectors["vectors"].as_array().expect("examples") {
        let is_position = example["setup"].get("units").is_some();
        if is_position && !shoots(example) {
            assert_eq!(without_honor(example, "v1"), without_honor(example, "v2"), "{}", example["id"]);
            compared += 1;
        }
    }
    assert!(60 < compared, "{compared} examples without a shot");
}
