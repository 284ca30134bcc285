//! Scenarios and seat plans of a creator's own: what is taken must be playable.

use std::sync::LazyLock;

use domain::{
    dice::NumberedDice,
    game::{Game, Orders},
    ids::Seat,
    log::Body,
    ruleset::{Focus, Viewer},
    rulesets,
    seam::{AnyRuleset, PlanChoice, Prepared},
    simulate::simulate,
};
use serde_json::{Value, json, value::to_raw_value};

use super::is_code;

/// Turns of bots on a scenario, and hints looked at in each.
const N_TURNS: usize = 2;
const N_HINTS: usize = 4;

/// The smallest scenario of each ruleset, with its ruleset and, once, a seat plan.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (ruleset, scenario) in skirmishes() {
        let plans = ruleset.page(&scenario).expect("a scenario of the house").seat_plans;
        let plan = plans.into_iter().next().map(|(_, entries)| entries);
        for seat_plan in [None, plan] {
            let seed =
                json!({"ruleset": ruleset.id(), "scenario": scenario, "seat_plan": seat_plan, "options": {}});
            seeds.push(seed.to_string().into_bytes());
        }
    }
    seeds
}

/// What somebody who makes a game may bring of his own.
pub(super) fn run(input: &[u8]) {
    let Ok(value) = serde_json::from_slice::<Value>(input) else { return };
    let Some(ruleset) = value["ruleset"].as_str().and_then(rulesets::find) else { return };
    let plan = match &value["seat_plan"] {
        Value::Null => PlanChoice::Default,
        Value::String(name) => PlanChoice::Named(name.clone()),
        custom => PlanChoice::Custom(custom.clone()),
    };
    drop(ruleset.names(&value["scenario"]));
    drop(ruleset.page(&value["scenario"]));
    match ruleset.prepare(&value["scenario"], &plan, value.get("options")) {
        Err(faults) => {
            assert!(!faults.is_empty(), "a refusal says why");
            for fault in faults {
                assert!(is_code(fault.code) && !fault.detail.is_empty(), "{fault:?}");
            }
        }
        Ok(prepared) => play(ruleset, &prepared),
    }
}

fn play(ruleset: &dyn AnyRuleset, prepared: &Prepared) {
    // What no line can hold (a number beyond 2^53, say) is refused when the first one is written.
    let Some(mut game) = begun(ruleset, prepared) else { return };
    for turn in 0..N_TURNS {
        drop(game.view(&Viewer::Spectator));
        let board = game.play().board(&Viewer::Spectator, &Focus::none());
        drop((board.to_svg(), board.to_text()));
        let Some(seat) = game.awaited().first().cloned() else { return };
        let known = game.known_to(&seat);
        for hint in known.hints(&seat, None).iter().take(N_HINTS) {
            drop((hint.notation(), known.odds(&seat, &**hint)));
        }
        let orders = known.bot(&seat, 1);
        let raw: Vec<_> = orders.iter().filter_map(|order| to_raw_value(&order.json()).ok()).collect();
        let mut dice = NumberedDice::new(1, turn);
        match game.submit(&seat, &Orders::Json(&raw), &mut dice) {
            Ok(decision) => game = decision.next,
            Err(why) => panic!("the bot of {seat} is refused: {why:?}"),
        }
    }
}

/// A game that has begun.
pub(super) fn begun(ruleset: &dyn AnyRuleset, prepared: &Prepared) -> Option<Game> {
    let rules = json!({
        "ruleset": prepared.ruleset, "version": prepared.version, "scenario": prepared.scenario,
        "options": prepared.options, "clock": {"kind": "none"}, "seats": prepared.entries, "bots": [],
    });
    let rules = Body::of(&rules).ok()?;
    let seats: Vec<Seat> = prepared.seats.iter().map(|seat| seat.seat.clone()).collect();
    let game = Game::begin(ruleset, &seats, &rules).expect("what is prepared can begin");
    Some(game.start(&mut NumberedDice::new(1, 0)).expect("numbered dice never run dry").next)
}

fn skirmishes() -> impl Iterator<Item = (&'static dyn AnyRuleset, Value)> {
    rulesets::ALL.iter().map(|ruleset| {
        let (_, text) = ruleset.scenarios().iter().find(|(id, _)| *id == "skirmish").expect("one is small");
        (*ruleset, serde_json::from_str(text).expect("a scenario of the house"))
    })
}

/// The games that bots play on them, as their logs.
pub(super) fn bots_games() -> Vec<Vec<String>> {
    static GAMES: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
        let play = |(ruleset, scenario): (&'static dyn AnyRuleset, Value)| {
            let prepared = ruleset.prepare(&scenario, &PlanChoice::Default, None).expect("the house's own");
            simulate(ruleset, &prepared, 7).expect("bots play to the end").log
        };
        skirmishes().map(play).collect()
    });
    GAMES.clone()
}
