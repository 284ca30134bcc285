//! The examples of The Battle of the Little Big Horn.

use domain::{
    game::{Game, Orders},
    harness::{ScriptedDice, begun, start},
    ids::Seat,
    rulesets::{self, little_bighorn},
    seam::{AnyGame, Battle, PlanChoice, Refusal},
    table::TimeOutAction,
};
use serde_json::{Value, json};

use crate::{awaited, begin, events, support};

const LITTLE_BIGHORN: &str = include_str!("../../vectors/little_bighorn/vectors.json");

fn rejected(refusals: &[Refusal]) -> Value {
    refusals
        .iter()
        .map(|why| json!({"order_index": why.order_index, "code": why.code, "rule": why.rule.map(|rule| rule.0)}))
        .collect()
}

/// Runs the steps of one example; gives what differs, in words.
fn run_steps(mut game: Game, steps: &Value, faults: &mut Vec<String>, id: &str) -> Game {
    for (at, step) in steps.as_array().expect("steps").iter().enumerate() {
        let seat = Seat::new(step["seat"].as_str().expect("a seat")).expect("a seat");
        let dice = step["dice"].as_array().into_iter().flatten().filter_map(Value::as_u64);
        let mut dice = ScriptedDice::new(dice.map(|value| u32::try_from(value).expect("a die")));
        let decision = if step["timeout"] == true {
            Ok(game.time_out(&seat, TimeOutAction::DefaultAction, &mut dice).expect("dice for the time-out"))
        } else {
            let orders = step["orders"].as_array().expect("orders");
            let raw: Vec<_> =
                orders.iter().map(|order| serde_json::value::to_raw_value(order).expect("JSON")).collect();
            game.submit(&seat, &Orders::Json(&raw), &mut dice)
        };
        let (got, wanted) = match decision {
            Ok(decision) => {
                let got = Value::Array(events(&decision));
                game = decision.next;
                (json!({ "events": got }), &step["expect"])
            }
            Err(refusals) => (json!({ "rejected": rejected(&refusals) }), &step["expect"]),
        };
        if got != *wanted {
            faults.push(format!("{id} step {at}:\n   got {got}\nwanted {wanted}"));
        }
        if dice.left() != 0 {
            faults.push(format!("{id} step {at}: {} dice were not thrown", dice.left()));
        }
    }
    game
}

fn little_bighorn_game(vectors: &Value, example: &Value, faults: &mut Vec<String>) -> Game {
    let setup = &example["setup"];
    if let Some(scenario) = setup["scenario"].as_str() {
        let ruleset = rulesets::find("little_bighorn").expect("registered");
        let (_, text) = ruleset.scenarios().iter().find(|(id, _)| *id == scenario).expect("a scenario");
        let choice = setup["seat_plan"]
            .as_str()
            .map_or(PlanChoice::Default, |name| PlanChoice::Named(name.to_owned()));
        let scenario: Value = serde_json::from_str(text).expect("JSON");
        let prepared =
            ruleset.prepare(&scenario, &choice, setup.get("options")).expect("a scenario of the house");
        let play = begin(ruleset, &prepared);
        let (play, said) = start(play, &mut ScriptedDice::default());
        let said: Value =
            said.iter().map(|d| serde_json::from_str::<Value>(d.body.get()).expect("JSON")).collect();
        if said != example["begin"] {
            faults.push(format!("{} start: got {said}, wanted {}", example["id"], example["begin"]));
        }
        return Game::of(begun(prepared.seats.into_iter().map(|seat| seat.seat).collect()), play);
    }
    let mut position = setup.clone();
    let board = setup["board"].as_str().expect("a board's name");
    position["board"] = vectors["boards"][board].clone();
    let state =
        little_bighorn::harness::position(&position).unwrap_or_else(|why| panic!("{}: {why}", example["id"]));
    // The names stand in the order of the plan in the text, which a map does not keep: the rules know it.
    let seats = match setup["seats"].as_object() {
        Some(named) => named.keys().map(|seat| Seat::new(seat).expect("a seat")).collect(),
        None => ["long_knives", "plains_nations"].map(|seat| Seat::new(seat).expect("a seat")).to_vec(),
    };
    let play: Box<dyn AnyGame> = Box::new(Battle::<little_bighorn::LittleBighorn> { state });
    Game::of(begun(seats), play)
}

fn little_bighorn_final(game: &Game) -> Value {
    let view = game.view(&domain::ruleset::Viewer::Spectator);
    let cells: serde_json::Map<String, Value> = view["figures"]
        .as_array()
        .expect("figures")
        .iter()
        .map(|figure| (figure["id"].as_str().expect("an id").to_owned(), figure["cell"].clone()))
        .collect();
    let result = match &view["result"] {
        Value::Null => Value::Null,
        ended => json!([ended["result"], ended["reason"]]),
    };
    json!({
        "cells": cells, "flag": view["flag"], "phase": view["phase"], "mover": view["mover"], "round": view["round"],
        "awaited": awaited(game), "result": result,
    })
}

#[test]
fn every_worked_example_of_little_bighorn_comes_out_as_written() {
    let vectors: Value = serde_json::from_str(LITTLE_BIGHORN).expect("JSON");
    let games = vectors["games"].as_array().expect("games");
    assert_eq!(games.len(), 157, "none may be left out");
    let mut faults = Vec::new();
    for example in games {
        let id = example["id"].as_str().expect("an id");
        let game = little_bighorn_game(&vectors, example, &mut faults);
        let game = run_steps(game, &example["steps"], &mut faults, id);
        let last = little_bighorn_final(&game);
        if let Some(wanted) = example.get("final")
            && last != *wanted
        {
            faults.push(format!("{id} at the end:\n   got {last}\nwanted {wanted}"));
        }
    }
    support::none(&faults);
}

#[test]
fn notation_of_little_bighorn_is_read_and_written_as_in_the_examples() {
    let vectors: Value = serde_json::from_str(LITTLE_BIGHORN).expect("JSON");
    let ruleset = rulesets::find("little_bighorn").expect("registered");
    let mut faults = Vec::new();
    for example in vectors["notation"].as_array().expect("notation") {
        let line = example["line"].as_str().expect("a line");
        match ruleset.parse(line) {
            Ok(orders) if orders[..] == [example["order"].clone()] => {}
            other => faults.push(format!("{line}: read as {other:?}")),
        }
        let raw = serde_json::value::to_raw_value(&example["order"]).expect("JSON");
        if ruleset.notation(&raw).as_deref() != Some(line) {
            faults.push(format!("{line}: written as {:?}", ruleset.notation(&raw)));
        }
    }
    support::none(&faults);
}
