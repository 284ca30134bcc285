//! What the bot does in small positions.

use serde_json::{Value, json};

use super::bot;
use crate::{
    ids::Seat,
    rulesets::little_wars::{command::Command, harness::position},
};

fn orders(setup: &Value) -> Vec<Value> {
    let (state, seats) = position(setup).expect("a position");
    let seat: &Seat = &seats[0];
    bot(&state, seat, 0).iter().map(|order: &Command| serde_json::to_value(order).expect("JSON")).collect()
}

fn types(orders: &[Value]) -> Vec<&str> {
    orders.iter().filter_map(|order| order["type"].as_str()).collect()
}

#[test]
fn it_shoots_first_and_looks_again() {
    let orders = orders(&json!({
        "figures": {"ri1": [1800, 3300], "ri2": [1900, 3300], "ri3": [2000, 3300], "ri4": [2100, 3300],
                    "bi1": [8000, 3000], "bi90": [9000, 6000]},
        "guns": {"rg1": {"at": [2000, 3000]}}
    }));
    assert_eq!(types(&orders), ["fire", "fire", "fire", "fire", "end_guns"]);
}

#[test]
fn two_to_one_it_charges() {
    let orders = orders(&json!({
        "figures": {"ri1": [1000, 1000], "ri2": [1100, 1000], "ri3": [1200, 1000],
                    "bi1": [1000, 1800], "bi90": [9000, 6000]}
    }));
    assert_eq!(orders[0]["type"], "close");
    assert_eq!(orders[0]["on"], "bi1");
    assert_eq!(orders.last().expect("something")["type"], "end_move");
}

#[test]
fn a_beaten_army_goes_home() {
    let orders = orders(&json!({
        "retreat": {"side": "red", "left": 3},
        "figures": {"ri1": [1000, 1000], "ri2": [1100, 4000], "bi1": [8000, 6000]}
    }));
    assert_eq!(orders[0], json!({"type": "retreat", "figures": ["ri1"]}));
    assert_eq!(orders[1]["type"], "move");
}

/// LW §13, "Men": only men who have not yet moved. Those who serve the trail (LW-4.20) have, so that they are not among the
/// four that a gun keeps: with them it has six, and the seventh and eighth go forward.
#[test]
fn lw_4_20_a_gun_that_has_fired_keeps_four_men_besides_those_at_its_trail() {
    let men: serde_json::Map<String, Value> =
        (1..=8).map(|n| (format!("ri{n}"), json!([1500 + 100 * n, 3300]))).collect();
    let mut figures = men;
    figures.insert("bi1".into(), json!([8000, 3000]));
    for n in 2..=12 {
        figures.insert(format!("bi{n}"), json!([8000 + 80 * n, 6000]));
    }
    let (mut state, seats) =
        position(&json!({"figures": figures, "guns": {"rg1": {"at": [2000, 3000]}}})).expect("a position");
    let seat: &Seat = &seats[0];
    let shots = [json!({"type": "fire", "gun": "rg1", "at": {"figure": "bi1"}}), json!({"type": "end_guns"})];
    for order in shots {
        let order: Command = serde_json::from_value(order).expect("an order");
        state =
            super::decide::order(&state, seat, &order, &mut super::Chance::Rehearsal).expect("legal").state;
    }
    let used = state.figures.iter().filter(|man| man.used.is_some()).count();
    assert_eq!(used, 2, "two are at the trail");
    let orders: Vec<Value> =
        bot(&state, seat, 0).iter().map(|order| serde_json::to_value(order).expect("JSON")).collect();
    assert_eq!(types(&orders), ["move", "move", "end_move"], "{orders:?}");
}
