//! The picture in letters: narrow enough for a mail, and complete.

use expect_test::expect;
use serde_json::json;

use super::{all_on_the_table, count, happen, picture, place, state};
use crate::{
    geometry::Point,
    rulesets::counting_coup::{state::State, view::view},
};

#[test]
fn the_text_is_narrow_and_has_every_figure() {
    let state = all_on_the_table();
    let picture = picture(&state, None, &[]);
    let text = picture.to_text();
    for line in text.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
    assert!(text.lines().count() < 120, "{text}");
    let plan = picture.text.iter().filter(|line| line.contains("....."));
    assert!(plan.clone().all(|line| line.chars().count() <= 72) && plan.count() == 20);
    let shown = view(&state);
    for figure in &shown.figures {
        let Point { x, y } = figure.at.expect("all are on the table");
        let entry = format!("{} {}.{:02},{}.{:02}", figure.id, x / 100, x % 100, y / 100, y % 100);
        assert_eq!(count(&text, &entry), 1, "{entry}");
    }
}

/// A battle in its third round: a coup counted, two fallen, a guidon on the ground, standing orders.
fn third_round() -> State {
    let mut state = state(0);
    let scene = json!([
        {"type": "round_started", "round": 3},
        {"type": "phase_started", "round": 3, "phase": "nations_melee", "must_act": ["HUN"]},
        place("HUN1", [2095, 1735]),
        place("HUN2", [1900, 1735]),
        place("HUN4", [1900, 1900]),
        place("HUN6", [1900, 2100]),
        {"type": "coup_counted", "chief": "HUN1", "figure": "C5"},
        {"type": "honor_awarded", "unit": "HUN", "points": 2, "reason": "coup", "figure": "HUN1", "total": 2},
        {"type": "figure_removed", "figure": "C9", "point": [2335, 1670], "cause": "shot", "by": "HUN2",
            "fate": "permanent"},
        {"type": "gravestone_placed", "figure": "C9", "point": [2335, 1670], "cause": "shot"},
        {"type": "figure_removed", "figure": "C2", "point": [2465, 2300], "cause": "shot", "by": "HUN2",
            "fate": "permanent"},
        {"type": "gravestone_placed", "figure": "C2", "point": [2465, 2300], "cause": "shot"},
        {"type": "guidon_fallen", "unit": "C", "point": [2465, 2300]},
        {"type": "casualty_order_set", "unit": "C", "order": ["C7", "trooper"], "tie": "nearest"},
        {"type": "coup_order_set", "unit": "HUN", "when_attacked": "always"},
    ]);
    happen(&mut state, scene);
    state
}

#[test]
fn the_skirmish_in_letters() {
    expect![[r#"
        Counting Coup on Custer, round 3: the Plains Nations' melee

        To act: Hunkpapa. Guidons lost: 0 of 1.

            0               12              24              36
          0 ................................................................
            ................................................................
            ...........^^.....................^^^^..........................
            .........^^^^^^.................^^^^^^^^........................
            .........^^^^^^.................^^^^^^^^........................
            ...........^^....................^^^^^^.........................
            ................................................................
            ................................................................
         12 .............^^^^^^.............................................
            ............^^^^^^^^............................................
            ............^^^^^^^^........................^^^^................
            .............^^^^^^^^....h.h.C.xC.C........^^^^^^...............
        HUN ...............^^^^^^....h...C.CC.C........^^^^^^^^............. CHE
            ................^^^^........................^^^^^^^^............
            .........................h..................^^^^^^^^............
            ................................!............^^^^^^.............
         24 ................................................................
            ................................................................
            .........................^^^^^^....................^^...........
            ........................^^^^^^^^.................^^^^^^.........
            ........................^^^^^^^^.................^^^^^^.........
            ..........................^^^^.....................^^...........
            ................................................................
            ................................................................

        A character is 0.75 by 1.50 inches; numbers are inches from the north-west corner.
        Capital letters are companies, small letters are bands.
        * is both sides at one spot. A band's letters at an edge are its marker.

        Company C (C, seat c): 8 on the table, 2 gone; guidon fallen at 24.65,23.00;
          casualties: C7, trooper, the nearest among equals
          C1 23.35,18.00 Lt. Harrington, officer
          C3 22.05,17.35 trooper, touches HUN1
          trooper: C4 25.95,17.35  C5 22.05,18.65  C6 25.95,18.65  C7 23.35,19.30  C8 24.65,16.70
            C10 24.65,19.30
          within 12 inches: HUN1 1.10, HUN2 3.05, HUN4 3.08, HUN6 3.86
          in reach: the guidon of C at 24.65,23.00, 3.70 from C10

        Cheyenne (CHE, seat che): 0 on the table, 7 waiting;
          honor 0, coups 0, guidons 0, fights won 0, hits taken 0

        Hunkpapa (HUN, seat hun): 4 on the table, 3 waiting;
          honor 2, coups 1, guidons 0, fights won 0, hits taken 0; an attacked chief tries to count coup
          HUN1 20.95,17.35 Gall, chief with a rifle, mounted, has counted coup on C5, touches C3
          warrior with a rifle: HUN2 19.00,17.35  HUN6 19.00,21.00
          HUN4 19.00,19.00 warrior with a bow
          within 12 inches: C3 1.10, C5 1.71, C1 2.49, C7 3.10, C8 3.76, C10 4.19, C4 5.00, C6 5.17
          in reach: the guidon of C at 24.65,23.00, 6.00 from HUN6

        C Company C (C): 8
        c Cheyenne (CHE): 0, 7 waiting
        h Hunkpapa (HUN): 4, 3 waiting
        ^ hill: blocks sight
        ! fallen guidon
        x gravestone
    "#]]
    .assert_eq(&picture(&third_round(), None, &[]).to_text());
}

/// The lines of the text that have one of these words.
fn lines(text: &str, words: &[&str]) -> Vec<String> {
    let has = |line: &&str| words.iter().any(|word| line.contains(word));
    text.lines().filter(has).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn a_figure_in_focus_is_told_its_reach_whom_it_touches_and_whom_it_sees() {
    let text = picture(&third_round(), Some("HUN1"), &[]).to_text();
    let told = lines(&text, &["In focus", "touches: ", "sees "]);
    assert_eq!(
        told,
        [
            "In focus: HUN1 at 20.95,17.35, reach 12.00 inches",
            "touches: C3",
            "sees within 12 inches: C3 1.10, C5 1.71, C1 2.49, C7 3.10, C8 3.76, C10 4.19, C4 5.00, C6 5.17",
            "sees farther off: nobody",
        ]
    );
    let mut state = third_round();
    happen(&mut state, json!([place("CHE2", [2700, 100]), place("CHE3", [4000, 1000])]));
    let text = picture(&state, Some("C4"), &[]).to_text();
    assert_eq!(
        lines(&text, &["sees farther"]),
        ["sees farther off: CHE3 15.86"],
        "the North Knoll hides CHE2"
    );
    assert_eq!(lines(&picture(&state, Some("C9"), &[]).to_text(), &["In focus"]), [""; 0]);
}

#[test]
fn whoever_has_moved_shot_or_fought_lately_is_marked() {
    let mut state = third_round();
    let roll = |roller: &str, against: &str, result: &str| {
        json!({"purpose": "melee", "rule": "CCC-7.6", "seat": "c", "roller": roller, "against": against,
            "sides": 6, "value": 4, "modifiers": [], "total": 4, "result": result})
    };
    let lately = happen(
        &mut state,
        json!([
            {"type": "figure_moved", "figure": "HUN2", "start": [1900, 1735], "path": [[1950, 1735]], "length": 50,
                "by": "move"},
            {"type": "volley_fired", "unit": "HUN", "target": "C", "hits": 0, "shots": [
                {"figure": "HUN2", "distance": 255, "band": "short", "needed": 5, "roll": roll("HUN2", "C", "miss")},
            ]},
            {"type": "melee_fought", "attacker": "HUN1", "defender": "C3", "coup": null, "tie": true, "winner": "HUN1",
                "attacker_roll": roll("HUN1", "C3", "win"), "defender_roll": roll("C3", "HUN1", "lose")},
        ]),
    );
    let text = picture(&state, None, &lately).to_text();
    for marked in ["HUN2>@ 19.50,17.35", "HUN1x 20.95,17.35", "C3x 22.05,17.35", "  C1 23.35,18.00"] {
        assert_eq!(count(&text, marked), 1, "{marked}\n{text}");
    }
    assert_eq!(count(&text, "Behind an id, lately: > has moved, @ has shot, x has fought."), 1);
    assert_eq!(count(&picture(&state, None, &[]).to_text(), "Behind an id"), 0);
}

#[test]
fn of_many_enemies_near_one_line_has_the_nearest() {
    let mut state = state(0);
    let around = (1..=7).flat_map(|nth| [("HUN", nth, 0), ("CHE", nth, 300)]);
    let around =
        around.map(|(unit, nth, south)| place(&format!("{unit}{nth}"), [1300 + 105 * nth, 1500 + south]));
    happen(&mut state, serde_json::Value::Array(around.collect()));
    let near = lines(&picture(&state, None, &[]).to_text(), &["within 12 inches: CHE"]);
    assert_eq!(near.len(), 1);
    assert!(near[0].starts_with("within 12 inches: CHE7 ") && near[0].ends_with(" more"), "{near:?}");
}

#[test]
fn what_a_unit_is_done_with_is_told_while_it_matters() {
    let done_at = |phase: &str| {
        let mut state = third_round();
        let marks = json!([
            {"type": "phase_started", "round": 3, "phase": "nations_move", "must_act": ["HUN"]},
            {"type": "unit_done", "unit": "HUN", "through": "nations_action"},
        ]);
        happen(&mut state, marks);
        if phase != "nations_move" {
            let started = json!([{"type": "phase_started", "round": 3, "phase": phase, "must_act": ["HUN"]}]);
            happen(&mut state, started);
        }
        let told = lines(&picture(&state, None, &[]).to_text(), &["done with"]);
        told.first().and_then(|line| line.split("done with ").nth(1)).map(str::to_owned)
    };
    let all = "the Plains Nations' move, the Plains Nations' action";
    assert_eq!(done_at("nations_move").as_deref(), Some(all));
    assert_eq!(done_at("nations_action").as_deref(), Some("the Plains Nations' action"));
    assert_eq!(done_at("nations_melee"), None);
}
