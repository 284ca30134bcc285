//! Every kind of fact as a sentence.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{super::LittleBighorn, *};
use crate::{
    harness::{self, at_start},
    ruleset::Ruleset,
};

/// Every event of the worked examples.
fn events() -> Vec<Value> {
    harness::all_of::<Event>(include_str!("../../../../vectors/little_bighorn/vectors.json"))
}

/// What no example has.
fn rarer() -> Vec<Value> {
    vec![
        json!({"type": "phase_began", "round": 1, "mover": "long_knives", "phase": "deployment", "awaited": ["long_knives"]}),
        json!({"type": "phase_began", "round": 2, "mover": "long_knives", "phase": "return_fire", "awaited": ["plains_nations"]}),
        json!({"type": "phase_ended", "seat": null, "phase": "return_fire", "how": "nothing_left"}),
        json!({"type": "phase_ended", "seat": "long_knives", "phase": "movement", "how": "timeout"}),
        json!({"type": "figure_moved", "figure": "rid1", "path": ["c6", "d7", "e7", "f7"], "with_flag": false}),
        json!({"type": "figure_moved", "figure": "sol1", "path": ["m8", "m9"], "with_flag": true}),
        fight(
            "tie",
            json!(null),
            json!([die("war1", 3, 0, json!(null)), die("sol1", 2, 1, json!("parapet"))]),
        ),
        fight("miss", json!(null), json!([die("war1", 2, 1, json!("woods"))])),
        fight(
            "pushed_back",
            json!("sol1"),
            json!([die("war1", 1, 0, json!(null)), die("sol1", 4, 1, json!("rocks"))]),
        ),
        fight("no_retreat", json!("war1"), json!([die("war1", 5, 0, json!(null))])),
        fight(
            "eliminated",
            json!("war1"),
            json!([die("war1", 6, 0, json!(null)), die("sol1", 1, 0, json!(null))]),
        ),
        json!({
            "type": "standing_set", "seat": "long_knives", "figures": ["sol1", "off1"], "reply": "better",
            "reply_to": ["chief", "rid2"], "push": {"mode": "to", "cells": ["k9", "l9"]}, "advance": "if_pushed",
        }),
        json!({"type": "game_ended", "result": "draw", "reason": "agreed"}),
    ]
}

/// A warrior fires at a soldier.
fn fight(outcome: &str, winner: Value, rolls: Value) -> Value {
    json!({
        "type": "encounter_fought", "attacker": "war1", "target": "sol1", "attacker_cell": "d8",
        "target_cell": "f8", "melee": false, "range": 2, "reply": "none", "no_reply": "held",
        "rolls": rolls, "winner": winner, "outcome": outcome,
    })
}

fn die(figure: &str, value: u32, bonus: u32, reason: Value) -> Value {
    json!({
        "purpose": "attack", "rule": "LBH-7.18", "sides": 6, "seat": "plains_nations", "figure": figure,
        "against": "sol1", "value": value, "bonus": bonus, "bonus_reason": reason, "cover": 0,
        "total": value + bonus,
    })
}

fn told(json: &Value) -> String {
    let event: Event = serde_json::from_value(json.clone()).expect("an event");
    LittleBighorn::narrate(&at_start::<LittleBighorn>("standard"), &event)
}

#[test]
fn a_sentence_for_each_kind() {
    let (mut kinds, mut lines) = (BTreeSet::new(), String::new());
    for event in events() {
        if kinds.insert(event["type"].to_string()) {
            lines.push_str(&told(&event));
            lines.push('\n');
        }
    }
    for event in rarer() {
        kinds.insert(event["type"].to_string());
        lines.push_str(&told(&event));
        lines.push('\n');
    }
    expect_test::expect![[r#"
        Soldier 1 (sol1) moves from k7 to l7.
        Long Knives win: the flag has reached an exit.
        Rider 1 (rid1) takes the flag on j7.
        Soldier 1 (sol1) fires at Rider 1 (rid1) at range 2: 6 without a reply (out of reach): Soldier 1 wins, Rider 1 is eliminated.
        Rider 1 (rid1) is eliminated on n4 by Soldier 1 (sol1).
        Rider 2 (rid2) falls back from l5 to m6.
        Combat ends: nothing is left to do.
        Round 2: Plains Nations have nothing to do in return fire, which is skipped.
        Round 2: Plains Nations may move.
        Standing orders from Plains Nations for Warrior 1 (war1): answer distant fire whenever possible; push the beaten away from k1; never follow up.
        Rider 1 (rid1) follows up from j6 to j7.
        The pieces of Plains Nations are placed anew: Rider 1 (rid1) on a1 and Gall (chf1) on b3.
        The figures of north are now commanded by south: General Custer (gen1) and Soldier 1 (sol1).
        Round 1: Long Knives may exchange the places of pieces before the battle.
        Round 2: Plains Nations may return fire.
        Return fire ends: nothing is left to do.
        Movement ends for Long Knives: time is up.
        Rider 1 (rid1) moves from c6 to f7 by way of d7 and e7.
        Soldier 1 (sol1) moves with the flag from m8 to m9.
        Warrior 1 (war1) fires at Soldier 1 (sol1) at range 2: 3 against 2 + 1 (on a parapet): a tie, and nothing happens.
        Warrior 1 (war1) fires at Soldier 1 (sol1) at range 2: 2 + 1 (in woods) without a reply (fire held): too low to hurt anybody.
        Warrior 1 (war1) fires at Soldier 1 (sol1) at range 2: 1 against 4 + 1 (in rocks): Soldier 1 wins, Warrior 1 is pushed back.
        Warrior 1 (war1) fires at Soldier 1 (sol1) at range 2: 5 without a reply (fire held): Warrior 1 wins, Soldier 1 would be pushed back but has nowhere to go.
        Warrior 1 (war1) fires at Soldier 1 (sol1) at range 2: 6 against 1: Warrior 1 wins, Soldier 1 is eliminated.
        Standing orders from Long Knives for Soldier 1 (sol1) and Captain Keogh (off1): answer distant fire with a higher bonus than the attacker's; answer only any chief and Rider 2 (rid2); push the beaten to the first free of k9 and l9; follow up when the beaten is pushed back.
        The battle is a draw: both sides agree to it.
    "#]]
    .assert_eq(&lines);
    assert_eq!(kinds.len(), 13, "all kinds: {kinds:?}");
}
