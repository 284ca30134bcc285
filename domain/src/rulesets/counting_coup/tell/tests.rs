//! Every fact as people read it: what may never stand in a line, and an example of each kind.

use serde_json::{Value, json};

use super::super::event::Event;
use super::tell;

/// The events of the worked examples, those of the table left out.
fn events() -> Vec<Value> {
    let vectors: Value =
        serde_json::from_str(include_str!("../../../../vectors/counting_coup/vectors.json")).unwrap();
    let steps = vectors["vectors"].as_array().unwrap().iter().flat_map(|vector| {
        vector["steps"].as_array().unwrap().iter().filter_map(|step| step["events"].as_array())
    });
    steps.flatten().filter(|event| event["type"] != "order_lapsed").cloned().collect()
}

fn told(json: &Value) -> String {
    let event: Event = serde_json::from_value(json.clone()).unwrap();
    tell(&event)
}

#[test]
fn every_event_of_the_examples_is_a_line_for_people() {
    for event in events() {
        let line = told(&event);
        for forbidden in ["{", "}", "_", "[", "\"", "Some(", "None", "\n", "Indian"] {
            assert!(!line.contains(forbidden), "{forbidden} in {line}");
        }
        assert!(!line.ends_with(['.', ' ', ':', ',']) && !line.contains("  "), "{line}");
        assert!(line.chars().count() < 700, "{line}");
    }
}

#[test]
fn no_two_kinds_of_event_are_told_alike() {
    let kinds: std::collections::BTreeSet<String> =
        events().iter().map(|event| event["type"].to_string()).collect();
    assert_eq!(kinds.len(), 27);
    let mut lines = std::collections::BTreeMap::new();
    for event in events() {
        let kind = event["type"].to_string();
        let known = lines.entry(told(&event)).or_insert_with(|| kind.clone());
        assert_eq!(*known, kind);
    }
}

#[test]
fn a_line_of_each_kind() {
    let mut lines = String::new();
    let mut seen = Vec::new();
    for event in events() {
        let kind = event["type"].to_string();
        if !seen.contains(&kind) {
            seen.push(kind);
            lines.push_str(&told(&event));
            lines.push('\n');
        }
    }
    expect_test::expect![[r#"
        C shoots at HUN: C1 12.00 needs 4 rolls 3 miss: 0 of 1 hit
        HUN1 is out at 30.00,13.00, shot by C1: back in round 4
        C1 moves 10.00,10.00 > 13.00,10.00 > 16.00,10.00 (6.00 inches)
        C is done through the cavalry's move
        the cavalry's move is over
        the cavalry's action: C to act
        a gravestone for C3 at 20.00,14.00
        the guidon of C falls at 20.00,12.00
        C has lost its guidon with its last figure: number 1 of the game
        casualties of C: C3, trooper first, the nearest among equals
        the hit of C2 finds nobody left in sight
        HUN1 loses his horse at 15.00,10.00, shot by C1
        C4 takes the guidon of C over from C2
        C1 picks up the guidon of C
        HUN1 captures the guidon of C
        HUN1 earns HUN 1 honor for a guidon: 1 in all
        HUN1 attacks C2: HUN1 (3) beats C2 (3) on a tie
        round 3 is over
        round 4
        Plains Nations win: no cavalryman is left on the table; bands: 1. HUN with 3 honor, 2. SAN with 0 honor; companies: 1. GAC with 0 left, guidon lost in round 3
        HUN1 counts coup on C1
        a chief of HUN who is attacked tries to count coup
        HUN2 comes on at 0.60,21.10
        HUN1 finds no room to come on and waits a round
        C is not done after all
        C retires: its figures stand idle to the end
        C starts at 12 o'clock (rolled 12)
    "#]].assert_eq(&lines);
}

/// The first event of that type whose member has that value.
fn where_is(kind: &str, member: &str, value: Value) -> String {
    let found = events().into_iter().find(|event| event["type"] == kind && event[member] == value);
    told(&found.unwrap_or_else(|| panic!("no {kind} with {member} {value}")))
}

#[test]
fn what_is_special_is_told() {
    let lines = [
        where_is("melee_fought", "tie", Value::Bool(false)),
        where_is("melee_fought", "coup", "HUN1".into()),
        where_is("melee_fought", "attacker", "C1".into()),
        where_is("figure_removed", "cause", "coup_failed".into()),
        where_is("figure_removed", "fate", "permanent".into()),
        where_is("honor_awarded", "reason", "custers_guidon".into()),
        where_is("figure_moved", "by", "charge".into()),
        where_is("figure_moved", "length", 0.into()),
        where_is("guidon_lost", "reason", "captured".into()),
        told(&json!({"type": "casualty_order_set", "unit": "C", "order": [], "tie": "farthest"})),
        where_is("phase_started", "must_act", Value::Array(Vec::new())),
        where_is("game_ended", "reason", "round_limit".into()),
        where_is("game_ended", "side_result", "draw".into()),
    ];
    expect_test::expect![[r#"
        HUN1 attacks C2: C2 (4) beats HUN1 (3)
        HUN1 tries to count coup on C1: HUN1 (4) beats C1 (3+1 leader = 4) on a tie
        C1 attacks HUN1: HUN1 (4) beats C1 (3+1 leader = 4) on a tie
        HUN1 falls at 19.00,10.00, foiled by C1 in counting coup
        C3 falls at 20.00,14.00, shot by HUN1
        HUN2 earns HUN 2 honor for Custer's guidon: 3 in all
        HUN1 charges 15.00,10.00 > 18.95,10.00 (3.95 inches)
        HUN1 moves on the spot at 0.60,20.00
        C has lost its guidon to the enemy: number 1 of the game
        casualties of C: the default order, the farthest among equals
        the cavalry's melee: nobody to act
        7th Cavalry win: the last round is over; bands: 1. HUN with 0 honor, 1. OGL with 0 honor; companies: 1. C with 1 left and its guidon, 1. E with 1 left and its guidon, 3. F with 0 left, guidon lost in round 2
        draw: a draw was agreed; bands: 1. HUN with 0 honor; companies: 1. C with 1 left and its guidon"#]].assert_eq(&lines.join("\n"));
}
