//! How fast the rules decide and a log is opened, beside what that is measured against.
//!
//! `cargo run --release -p domain --example battle_rate`: a turn of 300 orders with 140 figures on the table, decided; a
//! finished game of bots, opened from its log. Each time stands beside its bar and beside the plainest work on the same
//! bytes (reading them as JSON), so that a slow machine changes both.

#![allow(clippy::disallowed_types)] // a stop-watch beside the rules, not in them

use std::time::{Duration, Instant};

use domain::{
    chronicle::Chronicle,
    dice::NumberedDice,
    game::{Game, Orders},
    hash::Hash,
    ids::Seat,
    log::Body,
    rulesets,
    seam::{AnyRuleset, PlanChoice, Prepared},
    simulate::simulate,
};
use serde_json::{Value, json, value::RawValue};

const ROUNDS: u32 = 20;

fn prepared(ruleset: &dyn AnyRuleset, scenario: &str, plan: &str) -> Prepared {
    let found = ruleset.scenarios().iter().find(|(id, _)| *id == scenario);
    let (_, text) = found.expect("a scenario of the house");
    let scenario: Value = serde_json::from_str(text).expect("scenarios are JSON");
    ruleset.prepare(&scenario, &PlanChoice::Named(plan.to_owned()), None).expect("a scenario of the house")
}

/// The middle of several runs.
fn median(mut run: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let begin = Instant::now();
            run();
            begin.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

fn say(what: &str, took: Duration, bar: Duration, plain: Duration) {
    let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX).max(1);
    println!(
        "{what}: {} us, {} % of the bar of {} ms, {} times reading the same as JSON ({} us)",
        micros(took),
        micros(took) * 100 / micros(bar),
        bar.as_millis(),
        micros(took) / micros(plain),
        micros(plain),
    );
}

/// The Plains Nations have come onto the table: 140 figures, and one seat that commands 78 of them.
fn crowded(ruleset: &dyn AnyRuleset) -> Game {
    let prepared = prepared(ruleset, "last_stand", "duel");
    let seats: Vec<Seat> = prepared.seats.iter().map(|seat| seat.seat.clone()).collect();
    let rules = json!({
        "scenario": prepared.scenario, "options": prepared.options, "seats": prepared.entries,
        "clock": {"kind": "none"}, "bots": [],
    });
    let rules = Body::of(&rules).expect("JSON");
    let game = Game::begin(ruleset, &seats, &rules).expect("what was prepared can begin");
    let game = game.start(&mut NumberedDice::new(1, 0)).expect("dice").next;
    let pass = Orders::Text("done melee");
    game.submit(&seats[0], &pass, &mut NumberedDice::new(1, 6)).expect("the cavalry may wait").next
}

/// 300 orders: each figure moves, then shoots or moves again as the bot would; standing orders fill the list.
fn orders(game: &Game, seat: &Seat) -> Vec<Box<RawValue>> {
    let mut list: Vec<Value> = game.play().bot(seat, 0).iter().map(|order| order.json()).collect();
    let raw = |list: &[Value]| -> Vec<Box<RawValue>> {
        list.iter().map(|order| serde_json::value::to_raw_value(order).expect("JSON")).collect()
    };
    let moved = game.submit(seat, &Orders::Json(&raw(&list)), &mut NumberedDice::new(1, 6)).expect("legal");
    list.extend(moved.next.play().bot(seat, 0).iter().map(|order| order.json()));
    let bands = ["CHE", "OGL", "MIN", "BRU", "HUN", "SAN"];
    for at in 0.. {
        if 300 <= list.len() {
            break;
        }
        let tie = if at % 2 == 0 { "farthest" } else { "nearest" };
        list.insert(
            0,
            json!({"type": "set_casualty_order", "unit": bands[at % 6], "order": ["warrior"], "tie": tie}),
        );
    }
    for order in &mut list {
        let is_default = order["tie"] == "farthest";
        if let Some(order) = order.as_object_mut().filter(|_| is_default) {
            order.remove("tie");
        }
    }
    raw(&list)
}

fn main() {
    let ruleset = rulesets::find("counting_coup").expect("registered");
    let game = crowded(ruleset);
    let seat = Seat::new("nations").expect("a seat");
    let list = orders(&game, &seat);
    let decide = || game.submit(&seat, &Orders::Json(&list), &mut NumberedDice::new(1, 6)).expect("legal");
    let decision = decide();
    println!("{} orders, {} events", list.len(), decision.done.len());
    let bodies: Vec<&str> = decision.done.iter().map(|done| done.body.get()).collect();
    let plain = median(|| {
        for body in &bodies {
            serde_json::from_str::<Value>(body).expect("JSON");
        }
    });
    say("a turn, decided", median(|| drop(decide())), Duration::from_millis(10), plain);

    for (scenario, plan) in [("skirmish", "duel"), ("last_stand", "units")] {
        let played = simulate(ruleset, &prepared(ruleset, scenario, plan), 7).expect("bots play to the end");
        let lines: Vec<(&str, Hash)> =
            played.log.iter().map(|line| (line.as_str(), Hash::of(line))).collect();
        let open = || Chronicle::open(&rulesets::find, lines.iter().copied()).expect("its own log");
        let plain = median(|| {
            for (line, _) in &lines {
                serde_json::from_str::<Value>(line).expect("JSON");
            }
        });
        let what =
            format!("a finished {scenario} of {} lines and {} rolls, opened", lines.len(), played.rolls);
        say(&what, median(|| drop(open())), Duration::from_millis(50), plain);
    }
}
