//! Every kind of fact as a sentence.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{super::CountingCoup, *};
use crate::{
    harness::{self, at_start},
    ruleset::Ruleset,
};

/// Every event of the worked examples.
fn events() -> Vec<Value> {
    harness::all_of::<Event>(include_str!("../../../../vectors/counting_coup/vectors.json"))
}

/// What no example has.
fn rarer() -> Vec<Value> {
    vec![
        json!({"type": "figure_placed", "figure": "CHE1", "point": [60, 3000], "reason": "deploy"}),
        json!({"type": "phase_started", "round": 2, "phase": "nations_melee", "must_act": []}),
        json!({
            "type": "figure_moved", "figure": "C1", "start": [1000, 1000], "path": [[1300, 1000], [1300, 1200]],
            "length": 500, "by": "move",
        }),
        json!({"type": "figure_moved", "figure": "C1", "start": [1000, 1000], "path": [[1000, 1000]], "length": 0, "by": "move"}),
        json!({"type": "figure_moved", "figure": "HUN2", "start": [1000, 1000], "path": [[1300, 1000]], "length": 300, "by": "charge"}),
        fight("HUN1", json!("HUN1")),
        fight("C1", json!(null)),
        json!({
            "type": "figure_removed", "figure": "C3", "point": [2000, 1400], "cause": "melee", "by": "HUN1",
            "fate": "permanent",
        }),
        json!({"type": "honor_awarded", "unit": "HUN", "points": 2, "reason": "custers_guidon", "figure": "HUN2", "total": 3}),
        json!({"type": "guidon_lost", "unit": "C", "reason": "captured", "order": 2}),
        json!({"type": "casualty_order_set", "unit": "C", "order": [], "tie": "farthest"}),
        json!({"type": "coup_order_set", "unit": "HUN", "when_attacked": "never"}),
        json!({
            "type": "game_ended", "reason": "drawn", "side_result": "draw",
            "nations_ranking": [{"unit": "HUN", "rank": 1, "honor": 2}],
            "cavalry_ranking": [{"unit": "C", "rank": 1, "figures_left": 4, "guidon_lost": null}],
        }),
    ]
}

/// A chief attacks an officer.
fn fight(winner: &str, coup: Value) -> Value {
    let die = |roller: &str, against: &str, result: &str| {
        json!({
            "purpose": "melee", "rule": "CCC-7.6", "seat": "hun", "roller": roller, "against": against, "sides": 6,
            "value": 3, "modifiers": [{"name": "leader", "value": 1}], "total": 4, "result": result,
        })
    };
    json!({
        "type": "melee_fought", "attacker": "HUN1", "defender": "C1", "coup": coup,
        "attacker_roll": die("HUN1", "C1", "win"), "defender_roll": die("C1", "HUN1", "lose"),
        "tie": coup.is_string(), "winner": winner,
    })
}

fn told(json: &Value) -> String {
    let event: Event = serde_json::from_value(json.clone()).expect("an event");
    CountingCoup::narrate(&at_start::<CountingCoup>("last_stand"), &event)
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
        Company C (C) shoots at Hunkpapa (HUN) and scores 0 hits with 1 shot: C1 at 12.00 inches needs 4 and rolls 3, a miss.
        Gall (HUN1) leaves the table at 30.00,13.00, shot by Lt. Harrington (C1), and comes back in round 4.
        Lt. Harrington (C1) moves 6.00 inches from 10.00,10.00 to 16.00,10.00 by way of 13.00,10.00.
        Company C (C) does nothing more up to the end of the cavalry's move.
        The cavalry's move is over.
        Round 3, the cavalry's action: Company C (C) may shoot or move again.
        A gravestone marks where trooper C3 fell at 20.00,14.00.
        The guidon of Company C (C) falls to the ground at 20.00,12.00.
        Company C (C) has lost its guidon with its last figure, as number 1 of the game.
        When Company C (C) is shot at, these fall first: C3, trooper, and among equals the nearest.
        The hit of trooper C2 is wasted: nobody is left in sight.
        Gall (HUN1) loses his horse at 15.00,10.00, shot by Lt. Harrington (C1).
        Trooper C4 takes the guidon of Company C (C) over from trooper C2.
        Lt. Harrington (C1) picks up the guidon of Company C (C).
        Gall (HUN1) captures the guidon of Company C (C).
        Hunkpapa (HUN) earns 1 honor for a guidon captured by Gall (HUN1), and now has 1.
        Gall (HUN1) attacks trooper C2: 3 against 3: Gall (HUN1) wins, for a tie goes to the Plains Nations.
        Round 3 is over.
        Round 4 begins.
        Plains Nations win: no cavalryman is left on the table; the bands: 1. Hunkpapa (HUN) with 3 honor, 2. Sans Arc (SAN) with 0 honor; the companies: 1. Custer and his guidon (GAC) with 0 left and its guidon lost in round 3.
        Gall (HUN1) counts coup on Lt. Harrington (C1).
        A chief of Hunkpapa (HUN) who is attacked tries to count coup.
        Warrior HUN2 comes onto the table at 0.60,21.10.
        Gall (HUN1) finds no room to come onto the table and waits a round.
        Company C (C) goes on after all.
        Company C (C) retires: its figures stand idle to the end.
        Company C (C) starts at 12 o'clock: the die shows 12.
        Two Moons (CHE1) starts at 0.60,30.00.
        Round 2, the Plains Nations' melee: nobody has anything to do.
        Lt. Harrington (C1) moves 5.00 inches from 10.00,10.00 to 13.00,12.00 by way of 13.00,10.00.
        Lt. Harrington (C1) moves on the spot at 10.00,10.00.
        Warrior HUN2 charges 3.00 inches from 10.00,10.00 to 13.00,10.00.
        Gall (HUN1) tries to count coup on Lt. Harrington (C1): 3 + 1 (leader) against 3 + 1 (leader): Gall (HUN1) wins, for a tie goes to the Plains Nations.
        Gall (HUN1) attacks Lt. Harrington (C1): 3 + 1 (leader) against 3 + 1 (leader): Lt. Harrington (C1) wins.
        Trooper C3 falls at 20.00,14.00, beaten by Gall (HUN1).
        Hunkpapa (HUN) earns 2 honor for Custer's guidon, captured by warrior HUN2, and now has 3.
        Company C (C) has lost its guidon to the enemy, as number 2 of the game.
        When Company C (C) is shot at, these fall first: the usual ones, and among equals the farthest.
        A chief of Hunkpapa (HUN) who is attacked fights as usual.
        The battle is a draw: a draw was agreed; the bands: 1. Hunkpapa (HUN) with 2 honor; the companies: 1. Company C (C) with 4 left and its guidon kept.
    "#]]
    .assert_eq(&lines);
    assert_eq!(kinds.len(), 27, "all kinds: {kinds:?}");
}
