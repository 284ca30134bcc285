//! That a view has everything under the names the worked examples use, and nothing that does not read back.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{View, view};
use crate::rulesets::counting_coup::{
    event::Event,
    evolve::evolve,
    ground::Ground,
    scenario::{self, Scenario},
    state::State,
    table::SCENARIOS,
};

fn state(scenario_idx: usize, plan: &str) -> State {
    let scenario: Scenario = serde_json::from_str(SCENARIOS[scenario_idx].1).unwrap();
    let seats = scenario.seat_plans[plan].clone();
    State::at_start(Arc::new(Ground::new(&scenario, &scenario::options(&scenario), &seats)))
}

fn see(state: &mut State, events: Value) -> Value {
    let events: Vec<Event> = serde_json::from_value(events).unwrap();
    events.iter().for_each(|event| evolve(state, event));
    let shown = serde_json::to_value(view(state)).unwrap();
    assert_eq!(serde_json::from_value::<View>(shown.clone()).unwrap(), view(state));
    shown
}

/// The unit or figure of that id.
fn of<'a>(shown: &'a Value, list: &str, id: &str) -> &'a Value {
    shown[list].as_array().unwrap().iter().find(|one| one["id"] == id).unwrap()
}

#[test]
fn before_the_battle_all_is_as_the_scenario_says() {
    for (scenario_idx, (_, text)) in SCENARIOS.iter().enumerate() {
        let mut state = state(scenario_idx, "units");
        let shown = see(&mut state, json!([]));
        let scenario: Value = serde_json::from_str(text).unwrap();
        assert_eq!(shown["table"], scenario["table"]);
        assert_eq!(shown["hills"], scenario["hills"]);
        assert_eq!(shown["seats"], scenario["seat_plans"]["units"]);
        assert_eq!(
            (&shown["round"], &shown["phase"], &shown["result"]),
            (&json!(0), &json!("cavalry_move"), &Value::Null)
        );
        for unit in scenario["units"].as_array().unwrap() {
            let own = of(&shown, "units", unit["id"].as_str().unwrap());
            assert_eq!(own["entry"], unit.get("entry").cloned().unwrap_or_default());
            let n_figures = unit["figures"].as_array().unwrap().len();
            assert_eq!(
                json!(n_figures),
                json!(own["figures_left"].as_u64().unwrap() + own["waiting"].as_u64().unwrap())
            );
        }
    }
}

#[test]
fn a_figure_is_on_the_table_waiting_or_gone() {
    let mut state = state(0, "units");
    let start = see(&mut state, json!([]));
    let waiting = of(&start, "figures", "HUN1");
    assert_eq!(
        (&waiting["status"], &waiting["at"], &waiting["returns"]),
        (&json!("waiting"), &Value::Null, &json!(1))
    );
    let shown = see(
        &mut state,
        json!([
            {"type": "figure_placed", "figure": "HUN1", "point": [2335, 1560], "reason": "enter"},
            {"type": "coup_counted", "chief": "HUN1", "figure": "C4"},
            {"type": "coup_counted", "chief": "HUN1", "figure": "C1"},
            {"type": "figure_removed", "figure": "C3", "point": [2205, 1735], "cause": "melee", "by": "HUN1",
                "fate": "permanent"},
            {"type": "gravestone_placed", "figure": "C3", "point": [2205, 1735], "cause": "melee"},
        ]),
    );
    let chief = of(&shown, "figures", "HUN1");
    assert_eq!(chief["couped"], json!(["C1", "C4"]));
    assert_eq!(chief["touching"], json!(["C9"]), "CCC-2.5");
    assert_eq!(of(&shown, "figures", "C9")["touching"], json!(["HUN1"]));
    let gone = of(&shown, "figures", "C3");
    assert_eq!(
        (&gone["status"], &gone["at"], &gone["returns"]),
        (&json!("gone"), &Value::Null, &Value::Null)
    );
    assert_eq!(shown["gravestones"][0]["figure"], "C3");
    assert_eq!(of(&shown, "units", "C")["hits_taken"], 1);
}

#[test]
fn a_guidon_is_carried_fallen_or_captured() {
    let mut state = state(0, "units");
    let guidon = |shown: &Value| of(shown, "units", "C")["guidon"].clone();
    let start = see(&mut state, json!([]));
    assert_eq!(guidon(&start), json!({"state": "carried", "by": "C2"}));
    assert_eq!(of(&start, "figures", "C2")["bearer"], true);
    assert_eq!(of(&start, "units", "HUN")["guidon"], Value::Null);
    let fallen = see(&mut state, json!([{"type": "guidon_fallen", "unit": "C", "point": [2465, 1800]}]));
    assert_eq!(guidon(&fallen), json!({"state": "fallen", "at": [2465, 1800]}));
    assert_eq!(of(&fallen, "figures", "C2")["bearer"], false);
    let captured = see(
        &mut state,
        json!([
            {"type": "guidon_captured", "unit": "C", "by": "HUN1"},
            {"type": "guidon_lost", "unit": "C", "reason": "captured", "order": 1},
        ]),
    );
    assert_eq!(guidon(&captured), json!({"state": "captured", "by_unit": "HUN", "by_figure": "HUN1"}));
    let lost = json!({"round": 0, "phase": "cavalry_move", "order": 1});
    assert_eq!(of(&captured, "units", "C")["guidon_lost"], lost);
    assert_eq!(
        (&captured["guidons_lost"], &of(&captured, "units", "HUN")["guidon_points"]),
        (&json!(1), &json!(1))
    );
}

#[test]
fn who_is_waited_for_is_told_by_seat_and_by_unit() {
    let mut state = state(1, "duel");
    let shown = see(
        &mut state,
        json!([
            {"type": "phase_started", "round": 1, "phase": "cavalry_move", "must_act": []},
            {"type": "unit_done", "unit": "GAC", "through": "cavalry_melee"},
            {"type": "unit_done", "unit": "E", "through": "cavalry_move"},
        ]),
    );
    assert_eq!((&shown["active"], &shown["to_act"]), (&json!("cavalry"), &json!(["cavalry"])));
    assert_eq!(shown["must_act"], json!(["C", "F", "I", "L"]));
    let all = ["cavalry_move", "cavalry_action", "cavalry_melee"];
    assert_eq!(of(&shown, "units", "GAC")["done"], json!(all));
    assert_eq!(of(&shown, "units", "E")["done"], json!(["cavalry_move"]));
    let ended = json!({"type": "game_ended", "reason": "drawn", "side_result": "draw",
        "nations_ranking": [{"unit": "HUN", "rank": 1, "honor": 0}],
        "cavalry_ranking": [{"unit": "C", "rank": 1, "figures_left": 12, "guidon_lost": null}]});
    let over = see(&mut state, json!([ended]));
    assert_eq!((&over["phase"], &over["active"]), (&json!("finished"), &Value::Null));
    assert_eq!((&over["to_act"], &over["must_act"]), (&json!([]), &json!([])));
    for member in ["reason", "side_result", "nations_ranking", "cavalry_ranking"] {
        assert_eq!(over["result"][member], ended[member]);
    }
}
