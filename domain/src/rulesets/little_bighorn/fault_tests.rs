//! What is refused before a game or an order is looked at: faults of scenarios, of options, of seat plans, of form.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{LittleBighorn, command::Command, scenario::Scenario};
use crate::ruleset::Ruleset;

fn skirmish() -> Value {
    let (id, text) = LittleBighorn::SCENARIOS[0];
    assert_eq!(id, "skirmish");
    serde_json::from_str(text).unwrap()
}

/// The faults of the skirmish with one value replaced (null: taken away), as `pointer code`.
fn with(pointer: &str, value: Value) -> Vec<String> {
    let mut scenario = skirmish();
    match (scenario.pointer_mut(pointer), value) {
        (Some(place), value) if !value.is_null() => *place = value,
        (Some(_), _) => {
            scenario.as_object_mut().unwrap().remove(&pointer[1..]).unwrap();
        }
        (None, _) => panic!("{pointer}"),
    }
    faults(&scenario)
}

fn faults(scenario: &Value) -> Vec<String> {
    let scenario = Scenario::deserialize(scenario).unwrap();
    LittleBighorn::faults(&scenario).iter().map(|fault| format!("{} {}", fault.pointer, fault.code)).collect()
}

#[test]
fn the_scenarios_that_come_with_the_game_have_no_fault_and_are_written_as_they_are_read() {
    for (id, text) in LittleBighorn::SCENARIOS {
        let json: Value = serde_json::from_str(text).unwrap();
        assert_eq!(json["id"], *id);
        assert_eq!(faults(&json), [""; 0], "{id}");
        let scenario = Scenario::deserialize(&json).unwrap();
        assert_eq!(serde_json::to_value(&scenario).unwrap(), json);
    }
}

#[test]
fn every_fault_of_a_scenario_is_told_with_its_place() {
    let cases = [
        ("/schema", json!("lbh-scenario-2"), "/schema unknown-schema"),
        ("/id", json!("Skirmish"), "/id bad-id"),
        ("/board/terrain/3", json!("..~"), "/board/terrain/3 wrong-size"),
        ("/board/terrain/3", json!("..~....x....."), "/board/terrain/3 unknown-terrain"),
        ("/board/exits/0", json!("m11"), "/board/exits two-exits"),
        ("/board/exits/0", json!("m12"), "/board/exits/0 unreachable-exit"),
        ("/board/exits/0", json!("d8"), "/board/exits/0 unreachable-exit"),
        ("/groups/1/id", json!("Band Gall"), "/groups/1/id bad-id"),
        ("/groups/1/id", json!("server"), "/groups/1/id bad-id"),
        ("/groups/2/id", json!("band_gall"), "/groups/2/id duplicate"),
        ("/figures/9/id", json!("rid2"), "/figures/10/id duplicate"),
        ("/figures/9/id", json!("war9"), "/figures/9/id bad-id"),
        ("/figures/9/id", json!("rid01"), "/figures/9/id bad-id"),
        ("/figures/9/side", json!("long_knives"), "/figures/9/side wrong-side"),
        ("/figures/9/group", json!("headquarters"), "/figures/9/group unknown-group"),
        ("/figures/9/start", json!("f1"), "/triangles/red wrong-triangles"),
        ("/figures/9/start", json!("c1"), "/figures/9/start forbidden-start"),
        ("/figures/9/start", json!("f2"), "/figures/9/start forbidden-start"),
        ("/figures/9/start", json!("n1"), "/figures/9/start forbidden-start"),
        ("/figures/9/start", json!("e1"), "/figures/9/start starts-on-exit"),
        ("/figures/9/start", json!("a4"), "/figures/11/start duplicate"),
        ("/flag/start", json!("c1"), "/flag/start forbidden-start"),
        ("/triangles/blue/0", json!("f4"), "/triangles/blue wrong-triangles"),
        ("/triangles/horse/0", json!("i1"), "/triangles/horse wrong-triangles"),
        ("/default_seat_plan", json!("dual"), "/default_seat_plan unknown-plan"),
        ("/default_seat_plan", Value::Null, "/seat_plans default-wanted"),
        ("/seat_plans", Value::Null, "/default_seat_plan plans-wanted"),
        ("/seat_plans/duel/0/seat", json!("red"), "/seat_plans/duel plan-wanted"),
        ("/seat_plans/groups/0/seat", json!("hq"), "/seat_plans/groups plan-wanted"),
        ("/seat_plans/groups/1/seat", json!("headquarters"), "/seat_plans/groups/1/seat duplicate"),
        ("/seat_plans/duel/0/name", json!(""), "/seat_plans/duel/0/name bad-name"),
        ("/seat_plans/duel/0/groups", json!([]), "/seat_plans/duel/0/groups seat-without-group"),
        ("/seat_plans/duel/0/groups", json!([]), "/seat_plans/duel group-without-seat"),
        ("/seat_plans/duel/0/groups/0", json!("band_gall"), "/seat_plans/duel/0/groups/0 wrong-side"),
        ("/seat_plans/duel/0/groups/0", json!("nobody"), "/seat_plans/duel/0/groups/0 unknown-group"),
        ("/seat_plans/duel/0/side", json!("plains_nations"), "/seat_plans/duel side-without-seat"),
        ("/options/round_limit", json!(201), "/options/round_limit out-of-range"),
        ("/options/quiet_limit", json!(51), "/options/quiet_limit out-of-range"),
    ];
    for (pointer, value, expected) in cases {
        let found = with(pointer, value.clone());
        assert!(found.iter().any(|fault| fault == expected), "{pointer} {value}: {found:?}");
    }
}

#[test]
fn a_scenario_needs_one_general_and_a_chief() {
    let mut scenario = skirmish();
    let figures = scenario["figures"].as_array_mut().unwrap();
    figures.retain(|figure| !["general", "chief"].contains(&figure["class"].as_str().unwrap()));
    let found = faults(&scenario);
    assert!(found.contains(&"/figures general-wanted".to_owned()), "{found:?}");
    assert!(found.contains(&"/figures chief-wanted".to_owned()), "{found:?}");
}

#[test]
fn lbh_1_7_a_river_cannot_be_crossed_at_a_corner() {
    let mut scenario = skirmish();
    scenario["board"]["terrain"][7] = json!(".r.~.......w.");
    assert_eq!(faults(&scenario), ["/board/terrain/6 river-leaks"]);
}

#[test]
fn lbh_15_1_without_plans_there_is_a_duel_and_a_seat_per_group() {
    let given = Scenario::deserialize(&skirmish()).unwrap();
    let mut plain = given.clone();
    plain.default_seat_plan = None;
    plain.seat_plans = None;
    assert_eq!(LittleBighorn::faults(&plain), []);
    assert_eq!(LittleBighorn::seat_plans(&plain), LittleBighorn::seat_plans(&given));
}

#[test]
fn a_custom_seat_plan_is_told_its_faults() {
    let scenario = Scenario::deserialize(&skirmish()).unwrap();
    let (_, mut plan) = LittleBighorn::seat_plans(&scenario).remove(1);
    assert_eq!(LittleBighorn::plan_faults(&scenario, &scenario.options, &plan), []);
    plan[1].groups.clear();
    let found = LittleBighorn::plan_faults(&scenario, &scenario.options, &plan);
    let found: Vec<&str> = found.iter().map(|fault| fault.pointer.as_str()).collect();
    assert_eq!(found, ["/seat_plan/1/groups", "/seat_plan"]);
}

#[test]
fn lbh_14_4_an_order_of_another_form_is_no_order() {
    let attack = |extra: Value| {
        let mut order = json!({"type": "attack", "figure": "sol1", "targets": ["war1"]});
        order.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        order
    };
    let standing = |extra: Value| {
        let mut order = json!({"type": "standing", "figures": ["sol1"]});
        order.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        order
    };
    let nine = |what: &str| (1..=9).map(|n| format!("{what}{n}")).collect::<Vec<_>>();
    let bad = [
        json!(null),
        json!([]),
        json!("sol1 k9"),
        json!({"type": 1}),
        json!({"type": "move", "figure": 1, "path": ["k9"]}),
        json!({"type": "move", "figure": "sol1", "path": "k9"}),
        json!({"type": "move", "figure": "sol1", "path": ["K9"]}),
        json!({"type": "move", "figure": "sol1", "path": ["k100"]}),
        json!({"type": "move", "figure": "sol1", "path": ["k9"], "with_flag": null}),
        json!({"type": "move", "figure": "sol1", "path": ["k9"], "with_flag": 1}),
        json!({"type": "deploy", "placements": []}),
        json!({"type": "deploy", "placements": [{"piece": "sol1"}]}),
        json!({"type": "deploy", "placements": [{"piece": "sol1", "cell": "k9", "by": "me"}]}),
        json!({"type": "end_phase"}),
        json!({"type": "end_phase", "phase": "finished"}),
        json!({"type": "end_phase", "phase": "combat", "auto": true}),
        attack(json!({"targets": nine("war")})),
        attack(json!({"push": null})),
        attack(json!({"advance": "sometimes"})),
        attack(json!({"push": "auto"})),
        attack(json!({"push": {"mode": "auto", "cell": "a1"}})),
        attack(json!({"push": {"mode": "to", "cells": []}})),
        attack(json!({"push": {"mode": "to", "cells": nine("a")}})),
        attack(json!({"push": {"mode": "toward"}})),
        attack(json!({"push": {"mode": "to", "cells": ["a1"], "cell": "a1"}})),
        standing(json!({})),
        standing(json!({"reply": null})),
        standing(json!({"advance": "never", "figures": []})),
        standing(json!({"advance": "never", "figures": "some"})),
        standing(json!({"advance": "never", "extra": 1})),
        standing(json!({"reply_to": "chief"})),
    ];
    for order in bad {
        assert!(Command::deserialize(&order).is_err(), "{order}");
    }
    let good = [
        attack(json!({"targets": []})),
        attack(json!({"push": {"mode": "auto"}})),
        json!({"type": "move", "figure": "nobody", "path": []}),
        standing(json!({"figures": "all", "reply_to": []})),
    ];
    for order in good {
        let command = Command::deserialize(&order).unwrap();
        assert_eq!(serde_json::to_value(&command).unwrap(), order);
    }
}

#[test]
fn canonical_json_leaves_defaults_out() {
    let order = json!({"type": "end_phase", "phase": "return_fire", "auto_melee": true});
    let command = Command::deserialize(&order).unwrap();
    assert_eq!(serde_json::to_value(&command).unwrap(), json!({"type": "end_phase", "phase": "return_fire"}));
    let order = json!({"type": "move", "figure": "sol1", "path": ["k9"], "with_flag": false});
    let command = Command::deserialize(&order).unwrap();
    assert_eq!(
        serde_json::to_value(&command).unwrap(),
        json!({"type": "move", "figure": "sol1", "path": ["k9"]})
    );
}
