//! Orders, as notation and as JSON, read and then tried in battles that have gone on for a while.

use std::{cell::RefCell, collections::BTreeSet};

use domain::{
    chronicle::Chronicle,
    dice::{Dice, NumberedDice},
    game::{Game, Orders},
    hash::Hash,
    log::Kind,
    notation::order_lines,
    rulesets,
    seam::{AnyRuleset, Refusal},
    tell::notation,
};
use serde_json::{Value, json, value::to_raw_value};

use super::{is_code, scenario::bots_games};

/// Lines after which a battle is looked at.
const MOMENTS: [usize; 3] = [8, 40, 90];

/// Orders of bots in notation, each with the ruleset it is of.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let text = |ruleset: &dyn AnyRuleset, orders: Vec<Value>| {
        let lines: Vec<String> = orders.iter().map(|order| notation(ruleset, order)).collect();
        format!("{}\n{}", ruleset.id(), lines.join("\n")).into_bytes()
    };
    let mut seeds: Vec<Vec<u8>> =
        turns().into_iter().map(|(ruleset, orders)| text(ruleset, orders)).collect();
    for ruleset in rulesets::ALL {
        let examples: Vec<&str> = ruleset.orders().iter().map(|order| order.notation).collect();
        seeds.push(format!("{}\n{}", ruleset.id(), examples.join("\n")).into_bytes());
    }
    seeds
}

/// The same as JSON.
pub(super) fn json_seeds() -> Vec<Vec<u8>> {
    let seed = |(ruleset, orders): (&'static dyn AnyRuleset, Vec<Value>)| {
        json!({"ruleset": ruleset.id(), "orders": orders}).to_string().into_bytes()
    };
    turns().into_iter().map(seed).collect()
}

/// Every kind of order that bots give, in lists as they gave them.
fn turns() -> Vec<(&'static dyn AnyRuleset, Vec<Value>)> {
    let mut found = Vec::new();
    for (ruleset, log) in rulesets::ALL.iter().zip(bots_games()) {
        let mut kinds = BTreeSet::new();
        for body in log.iter().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            let Some(orders) = body["body"]["orders"].as_array() else { continue };
            let n_before = kinds.len();
            kinds.extend(orders.iter().map(|order| order["type"].to_string()));
            if n_before < kinds.len() {
                found.push((*ruleset, orders.clone()));
            }
        }
    }
    found
}

/// A ruleset's id, and orders in its notation, one a line.
pub(super) fn run(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let (id, text) = text.split_once('\n').unwrap_or((text, ""));
    let Some(ruleset) = rulesets::find(id) else { return };
    for (_, line) in order_lines(text) {
        match ruleset.parse(line) {
            Ok(orders) => orders.iter().for_each(|order| reads_again(ruleset, order)),
            Err(why) => {
                let n_letters = line.chars().count();
                assert!((1..=n_letters + 1).contains(&why.column) && !why.expected.is_empty(), "{why:?}");
            }
        }
    }
    tried(id, &Orders::Text(text));
}

fn reads_again(ruleset: &dyn AnyRuleset, order: &Value) {
    let raw = to_raw_value(order).expect("an order is JSON");
    let line = ruleset.notation(&raw).expect("what is read can be written");
    assert_eq!(ruleset.parse(&line).as_deref(), Ok(std::slice::from_ref(order)), "{line}");
}

/// `{"ruleset":…,"orders":[…]}`
pub(super) fn run_json(input: &[u8]) {
    let Ok(value) = serde_json::from_slice::<Value>(input) else { return };
    let Some(id) = value["ruleset"].as_str() else { return };
    let orders = value["orders"].as_array().map_or(&[][..], Vec::as_slice);
    let raw: Vec<_> = orders.iter().filter_map(|order| to_raw_value(order).ok()).collect();
    tried(id, &Orders::Json(&raw));
}

fn tried(id: &str, orders: &Orders<'_>) {
    thread_local! {
        static BATTLES: RefCell<Vec<(&'static str, Game)>> = RefCell::new(battles());
    }
    BATTLES.with_borrow(|battles| {
        for (_, game) in battles.iter().filter(|(ruleset, _)| *ruleset == id) {
            for seat in game.table().seats() {
                drop(game.sending(seat, orders));
                let mut dice = NumberedDice::new(1, 0);
                match game.submit(seat, orders, &mut dice) {
                    Ok(decision) => drop(decision.next.awaited()),
                    Err(why) => {
                        assert_eq!(dice.rolled(), 0, "a refused list throws no die");
                        assert!(!why.is_empty(), "a refusal says why");
                        why.iter().for_each(is_told);
                    }
                }
                drop(game.rehearse(seat, &[], orders));
            }
        }
    });
}

fn is_told(refusal: &Refusal) {
    assert!(is_code(refusal.code) && !refusal.message.is_empty(), "{refusal:?}");
}

/// The games of [`bots_games`] at some moments, between turns.
fn battles() -> Vec<(&'static str, Game)> {
    let mut battles = Vec::new();
    for (ruleset, log) in rulesets::ALL.iter().zip(bots_games()) {
        for moment in MOMENTS {
            let is_cause = |line: &&String| {
                let read = domain::log::Line::read(line).map(|line| line.kind);
                matches!(read, Ok(Kind::Event(event)) if event.body.get().contains("\"type\":\"orders_given\""))
            };
            // A turn begins with what was ordered: up to there is between turns.
            let n_more = log.iter().skip(moment).take_while(|line| !is_cause(line)).count();
            let lines = log.iter().take(moment + n_more).map(|line| (line.as_str(), Hash::of(line)));
            let game = Chronicle::open(&rulesets::find, lines).expect("the beginning of a log is a log");
            battles.push((ruleset.id(), game.game().clone()));
        }
    }
    battles
}
