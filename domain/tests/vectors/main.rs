//! The worked examples of the specifications, through table and ruleset together, as the service runs them. A ruleset's
//! file is data: a new example needs no code.

#[path = "../support/mod.rs"]
mod support;

mod counting_coup;
mod little_bighorn;
mod little_wars;

use domain::{
    game::{Decision, Game},
    log::Body,
    seam::{AnyGame, AnyRuleset, Prepared},
};
use serde_json::{Value, json};

/// Bodies of the rules' events and of lapsed orders, as the vectors list them.
fn events(decision: &Decision) -> Vec<Value> {
    decision
        .done
        .iter()
        .map(|done| serde_json::from_str::<Value>(done.body.get()).expect("bodies are JSON"))
        .filter(|body| {
            let kind = body["type"].as_str().unwrap_or_default();
            kind == "order_lapsed" || !domain::table::TABLE_EVENTS.contains(&kind)
        })
        .collect()
}

/// The battle of a prepared game, before its first event.
fn begin(ruleset: &dyn AnyRuleset, prepared: &Prepared) -> Box<dyn AnyGame> {
    let rules =
        json!({"scenario": prepared.scenario, "options": prepared.options, "seats": prepared.entries});
    ruleset.begin(&Body::of(&rules).expect("JSON")).expect("what was prepared can begin")
}

/// Who is waited for.
fn awaited(game: &Game) -> Value {
    game.awaited().into_iter().map(|seat| Value::from(seat.as_str())).collect()
}
