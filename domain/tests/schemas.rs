//! The JSON schemas of every ruleset say what its JSON is: words as they are written, members that are there. A client made
//! from them can read all that the service sends, and what it writes by them is read.

#[path = "support/schema.rs"]
mod schema;
mod support;

use domain::{
    log::{Body, Line},
    ruleset::Viewer,
    rulesets,
    seam::{AnyRuleset, PlanChoice, Prepared},
    simulate::simulate,
};
use schema::Contract;
use serde_json::{Value, json};

/// Simulated games of each scenario and plan.
const GAMES: u64 = 2;

/// What can be set up without any choice: each scenario with each of its plans.
fn set_up(ruleset: &dyn AnyRuleset) -> Vec<(Value, Prepared)> {
    let scenarios = ruleset.scenarios().iter().map(|(_, text)| {
        let scenario: Value = serde_json::from_str(text).expect("scenarios are JSON");
        let page = ruleset.page(&scenario).unwrap_or_else(|faults| panic!("{}: {faults:?}", ruleset.id()));
        let plans = page.seat_plans.into_iter().map(|(name, _)| PlanChoice::Named(name));
        plans.map(move |plan| (scenario.clone(), plan)).collect::<Vec<_>>()
    });
    let prepare = |(scenario, plan): (Value, PlanChoice)| {
        let prepared = ruleset.prepare(&scenario, &plan, None);
        let prepared = prepared.unwrap_or_else(|faults| panic!("{} {plan:?}: {faults:?}", ruleset.id()));
        (scenario, prepared)
    };
    scenarios.flatten().map(prepare).collect()
}

/// Every list of words in a schema, with its place.
fn words<'a>(schema: &'a Value, place: &str, found: &mut Vec<(String, &'a Vec<Value>)>) {
    match schema {
        Value::Object(members) => {
            for (name, member) in members {
                match (name.as_str(), member) {
                    ("enum", Value::Array(words)) => found.push((place.to_owned(), words)),
                    _ => words_within(member, &format!("{place}/{name}"), found),
                }
            }
        }
        other => words_within(other, place, found),
    }
}

fn words_within<'a>(schema: &'a Value, place: &str, found: &mut Vec<(String, &'a Vec<Value>)>) {
    match schema {
        Value::Object(_) => words(schema, place, found),
        Value::Array(items) => items.iter().for_each(|item| words(item, place, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Words of the contracts are small, but for rule ids and points of the compass: names of variants are no JSON.
#[test]
fn the_words_of_a_schema_are_those_of_its_json() {
    let mut faults = Vec::new();
    for ruleset in rulesets::ALL {
        let is_rule = |word: &str| ruleset.rules().iter().any(|rule| rule.id.0 == word);
        let is_small = |word: &str| {
            !word.is_empty()
                && word
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-".contains(&byte))
        };
        let contract = Contract::of(&ruleset.schemas());
        for (name, schema) in contract.components() {
            let mut found = Vec::new();
            words(schema, name, &mut found);
            for (place, word) in
                found.iter().flat_map(|(place, words)| words.iter().map(move |word| (place, word)))
            {
                let word = word.as_str().unwrap_or_else(|| panic!("{place}: {word} is no word"));
                if !is_small(word) && !is_rule(word) && !["N", "E", "S", "W"].contains(&word) {
                    faults.push(format!("{place}: {word}"));
                }
            }
        }
    }
    support::none(&faults);
}

#[test]
fn example_orders_scenarios_and_options_fit_their_schemas() {
    let mut faults = Vec::new();
    for ruleset in rulesets::ALL {
        let schemas = ruleset.schemas();
        let contract = Contract::of(&schemas);
        for order in ruleset.orders() {
            let json = ruleset.parse(order.notation).expect("the example of an order").remove(0);
            faults.extend(contract.faults(&schemas.order, &json));
        }
        for (scenario, prepared) in set_up(*ruleset) {
            faults.extend(contract.faults(&schemas.scenario, &scenario));
            faults.extend(contract.faults(&schemas.options, &json!(prepared.options)));
        }
    }
    support::none(&faults);
}

#[test]
fn whole_games_fit_their_schemas() {
    let mut faults = Vec::new();
    for ruleset in rulesets::ALL {
        let schemas = ruleset.schemas();
        let contract = Contract::of(&schemas);
        for (_, prepared) in set_up(*ruleset) {
            let rules = json!({
                "scenario": prepared.scenario, "options": prepared.options, "seats": prepared.entries,
            });
            for number in 0..GAMES {
                let played = simulate(*ruleset, &prepared, number).expect("bots play to the end");
                let rules = Body::of(&rules).expect("what was prepared is canonical");
                let mut game = ruleset.begin(&rules).expect("what was prepared can begin");
                let mut n_events = 0;
                for text in &played.log {
                    let line = Line::read(text).expect("a line of a log");
                    let Some(body) = line.body().filter(|body| ruleset.tell(body).is_some()) else {
                        continue;
                    };
                    let event: Value = serde_json::from_str(body.get()).expect("a body is JSON");
                    faults.extend(contract.faults(&schemas.event, &event));
                    game.apply(body, line.rolls()).expect("what was logged is taken in");
                    n_events += 1;
                    if n_events % 50 == 1 {
                        faults.extend(contract.faults(&schemas.view, &game.view(&Viewer::Spectator)));
                        let orders = prepared.seats.iter().flat_map(|entry| {
                            [game.hints(&entry.seat, None), game.bot(&entry.seat, number)]
                                .into_iter()
                                .flatten()
                        });
                        faults
                            .extend(orders.flat_map(|order| contract.faults(&schemas.order, &order.json())));
                    }
                }
                assert!(0 < n_events, "{} has events", ruleset.id());
                faults.extend(contract.faults(&schemas.view, &game.view(&Viewer::Spectator)));
            }
        }
    }
    faults.dedup();
    faults.truncate(50);
    support::none(&faults);
}
