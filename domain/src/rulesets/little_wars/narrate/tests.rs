//! Every kind of fact as a sentence.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{super::LittleWars, *};
use crate::{
    harness::{self, at_start},
    ruleset::Ruleset,
};

/// Every event of the worked examples.
fn events() -> Vec<Value> {
    harness::all_of::<Event>(include_str!("../../../../vectors/little_wars/vectors.json"))
}

/// What no example has.
fn rarer() -> Vec<Value> {
    vec![
        json!({"type": "coin_tossed", "purpose": "toss-defender", "roll": 2, "side": "blue"}),
        json!({"type": "placed", "seat": "red", "pick": null, "figures": [{"id": "ri1", "at": [100, 200]}], "guns": [], "assigned": []}),
        json!({"type": "deployed", "seat": "red", "pick": {"infantry": 2, "cavalry": 0, "guns": 1},
            "figures": [{"id": "ri1", "seat": "red", "at": [100, 200]}, {"id": "ri2", "seat": "red", "at": [300, 200]}],
            "guns": [{"id": "rg1", "seat": "red", "at": [500, 200], "face": [0, 65_536]}]}),
        json!({"type": "move_began", "side": "red", "number": 1, "minutes": 1, "full_minutes": 1, "warnings": [], "may_fire": false}),
        json!({"type": "seat_done", "seat": "red", "late": true}),
        json!({"type": "trail_named", "gun": "rg1", "figures": ["ri1", null]}),
        json!({"type": "trail_ordered", "gun": "rg1", "figures": ["ri1", "ri2"]}),
        json!({"type": "move_passed", "side": "blue"}),
        json!({
            "type": "shot_fired", "gun": "bg1", "shot": 2, "at": {"figure": "ri12"}, "face": [65_536, 0],
            "elevation": -212, "lie_down": true, "rolls": {"deflection": [6, 6], "elevation": [3, 4]},
            "scatter": {"deflection": 720, "elevation": 0},
            "trace": [
                {"kind": "muzzle", "at": [2_180, 3_000], "z": 120, "energy": 100},
                {"kind": "graze", "at": [3_150, 2_990], "z": 0, "energy": 82, "roll": 3},
                {"kind": "glance", "at": [2_390, 3_005], "z": 112, "energy": 27, "roll": 6, "object": "farm_barn"},
                {"kind": "strike", "at": [1_530, 3_026], "z": 0, "energy": 26, "figure": "rc2", "roll": 6, "need": 6, "outcome": "fell"},
                {"kind": "domino", "at": [1_500, 3_026], "energy": 26, "figure": "ri3", "roll": 4, "need": 5, "outcome": "stands"},
                {"kind": "rest", "at": [1_530, 3_026], "energy": 0},
            ],
            "dead": ["rc2"], "touched": ["rc2"],
        }),
        json!({"type": "figure_killed", "figure": "ri1", "cause": "domino", "gun": "bg1", "melee": null}),
        json!({"type": "figure_killed", "figure": "ri1", "cause": "melee", "gun": null, "melee": 2}),
        melee(json!(null), json!(null)),
        melee(json!("red"), json!(true)),
        json!({"type": "prisoner_freed", "figure": "ri1", "cause": "escort_away"}),
        json!({"type": "prisoner_taken", "figure": "ri1", "side": "blue", "escort": "bi2", "cause": "retaken"}),
    ]
}

/// One man against three.
fn melee(inferior: Value, isolated: Value) -> Value {
    json!({
        "type": "melee_formed", "melee": 1, "core": ["ri1", "bi1"], "red": ["ri1"], "blue": ["bi1", "bi2", "bi3"],
        "inferior": inferior, "support": ["rc1"], "isolated": isolated, "kill": 0, "prisoners": 1,
        "choice": {"red": false, "blue": true}, "decider": "blue",
    })
}

fn told(json: &Value) -> String {
    let event: Event = serde_json::from_value(json.clone()).expect("an event");
    LittleWars::narrate(&at_start::<LittleWars>("hooks_farm"), &event)
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
        The guns of Red General have done for this move.
        Red infantryman ri1 moves 11.97 inches from 10,10 to 17,19.7.
        Red infantryman ri1 leaves the floor over his own line.
        The move of Red General is done.
        Melee 1 is 6 of Red against 1 of Blue (ri1-ri6; bi1): Blue, with nobody in support, is isolated; nobody dies, and 1 man is taken.
        Melee 1 is settled by the rule: nobody dies; blue infantryman bi1 is taken by red infantryman ri1.
        Blue infantryman bi1 becomes a prisoner of Red in the melee, led by red infantryman ri1.
        The move of Red is over, and Blue is next.
        Blue begins its move 3, for which the book gives 1 minute.
        Gun rg1 fires its shot 1 at the place 31.5,30 (3 + 4 to the side, 3 + 4 up and down): it grazes the ground at 31.5,29.9 (kick 3) and comes to rest at 32.73,70.8.
        Blue infantryman bi1 is dead, knocked over by a shot of gun rg1.
        Gun rg2 is moved from 40,30 to 40,35 with 4 men (ri13 ri12 ri14 ri11).
        Gun rg1 leaves the floor over its own line with 4 men (rc3 rc2 rc4 rc1).
        Nobody comes to the left of the trail of gun rg1.
        Blue infantryman bi1 is free, without a weapon: his escort is gone.
        Red infantryman ri2 takes over the prisoner blue infantryman bi7.
        The prisoner blue infantryman bi1 is behind his captors' line and out of the battle.
        Blue infantryman bi1 has a weapon again.
        The white flag is hoisted by 4 men (bi1-bi4), with only blue infantryman bi5 in support.
        4 men have got past gun bg1 in attack: ri1-ri4.
        Red takes gun bg1 from Blue, for 4 men (ri1-ri4) have got past it; it now belongs to Red General.
        No longer counted as past gun bg1: red infantryman ri4.
        The battle is a draw: both forces are too small to go on; Red has 64 points: 50 for victory and 14 for infantry; Blue has 65 points: 50 for victory, 3 for cavalry and 12 for infantry; the margin is 1.
        Red strikes the blow at the rear: 3 men have reached the enemy's line (ri1-ri3), and the enemy has 6 moves to get away.
        From here on under the command of red_right: ri3 ri4 rg1.
        The battle is left by red_left; from here on under the command of red_right: rg1 ri1-ri4.
        A coin is tossed and shows 2: Blue moves first.
        Put down by Red General: 14 men (rc1-rc5 ri1-ri9); gun rg1 at 43,6.
        Blue starts from the north.
        Everything is put down behind the curtain for Red General.
        Red throws 3 + 5 = 8 for its handicap: back come 8 men (ri43-ri50), and out stay 4 men (rc22-rc25).
        Blue defends without bc17-bc25 bg3 bi34-bi50, and Red attacks.
        A coin is tossed and shows 2: Blue defends.
        Put down in the draft of Red General, men: 1, guns: 0.
        Put down by Red General, from a force of 2 infantry, 0 cavalry and 1 guns: 2 men (ri1 ri2); gun rg1 at 5,2.
        Red begins its move 1, for which the book gives 1 minute, and no gun may fire yet.
        Time is up for Red General: whoever has not moved stands.
        Gun rg1 is to be served by red infantryman ri1 to the left of its trail and anybody to the right.
        Gun rg1 is to be served by red infantryman ri1 to the left of its trail and red infantryman ri2 to the right.
        Blue has nobody to move.
        Gun bg1 fires its shot 2 at red infantryman ri12 (6 + 6 to the side, 3 + 4 up and down): it grazes the ground at 31.5,29.9 (kick 3), glances off Farm Barn (kick 6), strikes red cavalryman rc2, who falls and is dead (needs 6, rolls 6), throws him against red infantryman ri3, who stands (needs 5, rolls 4) and comes to rest at 15.3,30.26.
        Red infantryman ri1 is dead, knocked over by a falling neighbour after a shot of gun bg1.
        Red infantryman ri1 is dead, killed in melee 2.
        Melee 1 is 1 of Red against 3 of Blue (ri1; bi1-bi3): they are equal, so all die.
        Melee 1 is 1 of Red against 3 of Blue (ri1; bi1-bi3): Red, with red cavalryman rc1 in support, is isolated; nobody dies, and 1 man is taken.
        Red infantryman ri1 is free, without a weapon: his escort is too far away.
        Red infantryman ri1 becomes a prisoner of Blue again, having no weapon, led by blue infantryman bi2.
    "#]]
    .assert_eq(&lines);
    assert_eq!(kinds.len(), 36, "all kinds: {kinds:?}");
}
