//! The sentences of refusals that have more to say than their code. Codes and rules are proved by the worked examples.

use serde_json::{Value, json};

use super::super::{
    bot::tests::{position, seat},
    check::check,
    command::Command,
    notation,
};
use crate::ruleset::Reject;

/// How the order of a seat is refused: a company of two on foot, a band of a mounted chief and a warrior without weapons,
/// 20 inches apart with a hill between the first of each.
fn refused(phase: &str, id: &str, order: &str) -> String {
    let command = notation::parse(order).expect("an order");
    refused_order(phase, id, command, Value::Null)
}

fn refused_order(phase: &str, id: &str, command: Command, changes: Value) -> String {
    let mut all = json!({
        "figures": {
            "C1": {"at": [4000, 1000]}, "C2": {"at": [4000, 2000]},
            "HUN1": {"at": [2000, 1000]}, "HUN2": {"at": [2000, 1500], "weapon": "none"},
        },
        "hills": [{"id": "H1", "lobes": [{"x": 3000, "y": 1200, "r": 500}]}],
    });
    for (field, change) in changes.as_object().into_iter().flatten() {
        all["figures"][field] = change.clone();
    }
    let faults = check(&position(phase, all), &seat(id), &[(0, command)]);
    let [(0, why)] = faults.as_slice() else { panic!("{faults:?}") };
    format!("{}: {why}", why.code())
}

#[test]
fn ccc_4_1_a_refusal_says_which_phase_an_order_belongs_to_and_which_it_is() {
    let told = [
        ("c", "move C1 > 40.00,12.00", "this order of C1 belongs to the cavalry's move or action; now it is"),
        ("c", "shoot C* @ HUN", "this order of C belongs to the cavalry's action; now it is"),
        ("c", "melee C1 x HUN1", "this order of C1 belongs to the cavalry's melee; now it is"),
        ("c", "done melee", "this order of C belongs to the cavalry's half-round; now it is"),
        ("c", "resume", "this order of C belongs to the cavalry's half-round; now it is"),
        ("hun", "melee HUN1 x C1", "this order of HUN1 belongs to the Plains Nations' melee; now it is"),
    ];
    for (id, order, why) in told {
        let expected = format!("not-your-phase: {why} the Plains Nations' move");
        assert_eq!(refused("nations_move", id, order), expected, "{order}");
    }
}

#[test]
fn ccc_5_2_a_refusal_says_how_far_the_figure_goes() {
    assert_eq!(
        refused("cavalry_move", "c", "move C1 > 56.65,10.00"),
        "too-far: C1 cannot go that far: the path is 16.65 inches; on foot it goes 6.00"
    );
    assert_eq!(
        refused("nations_move", "hun", "move HUN1 > 7.99,10.00"),
        "too-far: HUN1 cannot go that far: the path is 12.01 inches; on horseback it goes 12.00"
    );
}

#[test]
fn ccc_6_9_a_volley_of_nobody_says_whom_nobody_sees() {
    let told = |phase, id, order| refused(phase, id, order).strip_prefix("empty-order: ").map(str::to_owned);
    assert_eq!(
        told("cavalry_action", "c", "shoot C* @ HUN within 12.00").as_deref(),
        Some("nobody of C who can still shoot sees HUN within 12.00 inches")
    );
    assert_eq!(
        told("cavalry_action", "c", "shoot C2 @ HUN within 0.50").as_deref(),
        Some("nobody of C who is named sees HUN within 0.50 inches")
    );
    let hidden = json!({"C2": {"status": "gone"}, "HUN2": {"status": "gone"}});
    let command = notation::parse("shoot C* @ HUN").expect("an order");
    assert_eq!(
        refused_order("cavalry_action", "c", command, hidden),
        "empty-order: nobody of C who can still shoot sees HUN"
    );
}

#[test]
fn ccc_4_7_a_group_of_nobody_says_so() {
    let moved = |figure: &str, at: Value| json!({figure: {"at": at, "moved": true}});
    let mut all = moved("C1", json!([4000, 1000]));
    all["C2"] = moved("C2", json!([4000, 2000]))["C2"].clone();
    all["E1"] = json!({"at": [5000, 3000]});
    let command = notation::parse("move C* by +1.00,+0.00").expect("an order");
    assert_eq!(
        refused_order("cavalry_move", "c", command, all),
        "empty-order: nobody of C can still move in this phase"
    );
    let of_nobody = |order: Value| {
        let command = serde_json::from_value(order).expect("an order");
        refused_order("cavalry_action", "c", command, Value::Null)
    };
    assert_eq!(
        of_nobody(json!({"type": "move_group", "unit": "C", "figures": [], "by": [0, 100]})),
        "empty-order: nobody of C is named who should move"
    );
    assert_eq!(
        of_nobody(json!({"type": "shoot", "unit": "C", "shooters": [], "target": "HUN"})),
        "empty-order: nobody of C is named who should shoot"
    );
}

#[test]
fn ccc_6_11_a_casualty_order_is_told_the_entry_that_is_wrong() {
    let told = |id: &str, order: Value| {
        let unit = id.to_uppercase();
        let command = json!({"type": "set_casualty_order", "unit": unit, "order": order});
        refused_order("cavalry_move", id, serde_json::from_value(command).expect("an order"), Value::Null)
    };
    let cavalry = "is no entry of a casualty order of C; it has trooper, officer, bearer and figures of C";
    let band =
        "is no entry of a casualty order of HUN; it has warrior, melee, bow, rifle, chief and figures of HUN";
    assert_eq!(told("c", json!(["trooper", "horse"])), format!("bad-casualty-order: \"horse\" {cavalry}"));
    assert_eq!(told("c", json!(["chief", "horse"])), format!("bad-casualty-order: chief {cavalry}"));
    assert_eq!(told("c", json!(["HUN1"])), format!("bad-casualty-order: HUN1 {cavalry}"));
    assert_eq!(told("hun", json!(["bow", "bearer"])), format!("bad-casualty-order: bearer {band}"));
    assert_eq!(
        told("c", json!(["trooper", "C1", "trooper"])),
        "bad-casualty-order: the casualty order of C has trooper twice"
    );
}

#[test]
fn ccc_9_6_a_company_is_told_that_it_has_no_chief() {
    assert_eq!(
        refused("cavalry_move", "c", "coups C always"),
        "not-a-chief: C is of the cavalry, whose units have no chief to count coup"
    );
    let touching = json!({"HUN2": {"at": [3895, 1000], "weapon": "none"}});
    let command = notation::parse("coup HUN2 x C1").expect("an order");
    assert_eq!(
        refused_order("nations_melee", "hun", command, touching),
        "not-a-chief: HUN2 is no chief, and only chiefs count coup"
    );
}
