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
        Small letters are bands; * is both sides at one spot. A band's letters at an edge are its marker.

        Company C (C, seat c): 8 on the table, 2 gone; guidon fallen at 24.65,23.00;
          casualties: C7, trooper, the nearest among equals
          C1 23.35,18.00 Lt. Harrington, officer
          C3 22.05,17.35 trooper, touches HUN1
          trooper: C4 25.95,17.35  C5 22.05,18.65  C6 25.95,18.65  C7 23.35,19.30  C8 24.65,16.70
            C10 24.65,19.30

        Cheyenne (CHE, seat che): 0 on the table, 7 waiting;
          honor 0, coups 0, guidons 0, fights won 0, hits taken 0

        Hunkpapa (HUN, seat hun): 4 on the table, 3 waiting;
          honor 2, coups 1, guidons 0, fights won 0, hits taken 0; an attacked chief tries to count coup
          HUN1 20.95,17.35 Gall, chief with a rifle, mounted, has counted coup on C5, touches C3
          warrior with a rifle: HUN2 19.00,17.35  HUN6 19.00,21.00
          HUN4 19.00,19.00 warrior with a bow

        C Company C (C): 8
        c Cheyenne (CHE): 0, 7 waiting
        h Hunkpapa (HUN): 4, 3 waiting
        ^ hill: blocks sight
        ! fallen guidon
        x gravestone
    "#]]
    .assert_eq(&picture(&third_round(), None, &[]).to_text());
}
