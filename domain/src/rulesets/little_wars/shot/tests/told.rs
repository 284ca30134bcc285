//! Shots in words.

use serde_json::json;

use super::{super::explain, *};
use crate::rulesets::little_wars::{event::Event, tell::tell};

fn event(told: Value) -> Event {
    serde_json::from_value(told).expect("a fact")
}

/// A shot that meets one of everything.
fn eventful() -> Event {
    event(json!({
        "type": "shot_fired", "gun": "bg1", "shot": 2, "at": {"figure": "ri12"}, "face": [65_536, 0],
        "elevation": -212, "lie_down": true, "rolls": {"deflection": [6, 6], "elevation": [3, 4]},
        "scatter": {"deflection": 720, "elevation": 0},
        "trace": [
            {"kind": "muzzle", "at": [2_180, 3_000], "z": 120, "energy": 100},
            {"kind": "graze", "at": [3_150, 2_990], "z": 0, "energy": 82, "roll": 3},
            {"kind": "glance", "at": [2_390, 3_005], "z": 112, "energy": 27, "roll": 6, "object": "w"},
            {"kind": "strike", "at": [1_530, 3_026], "z": 0, "energy": 26, "figure": "rc2", "roll": 6, "need": 6, "outcome": "fell"},
            {"kind": "domino", "at": [1_500, 3_026], "energy": 26, "figure": "ri3", "roll": 4, "need": 5, "outcome": "stands"},
            {"kind": "rest", "at": [1_530, 3_026], "energy": 0},
        ],
        "dead": ["rc2"], "touched": ["rc2"],
    }))
}

#[test]
fn a_shot_is_told_in_tell() {
    let plain = event(json!({
        "type": "shot_fired", "gun": "bg1", "shot": 2, "at": {"figure": "ri12"}, "face": [65_536, 0],
        "elevation": 154, "lie_down": true, "rolls": {"deflection": [3, 4], "elevation": [6, 2]},
        "scatter": {"deflection": 0, "elevation": 3},
        "trace": [
            {"kind": "muzzle", "at": [2_180, 3_000], "z": 120, "energy": 100},
            {"kind": "strike", "at": [4_960, 3_000], "z": 98, "energy": 98, "figure": "ri12", "roll": 5, "need": 2, "outcome": "fell"},
            {"kind": "rest", "at": [6_850, 3_000], "energy": 0},
        ],
        "dead": ["ri12"], "touched": ["ri12"],
    }));
    assert_eq!(
        tell(&plain),
        "bg1 shot 2 at ri12: deflection 3+4=7, elevation 6+2=8, struck ri12, topple 5 ≥ 2, dead, rests at 68.5,30"
    );
}

#[test]
fn lw_4_11_every_mark_is_explained_with_its_row_and_die() {
    let told = explain(&eventful());
    let wanted = [
        "Shot 2 of bg1 is aimed at ri12, elevation -212; the free men of its side lie (LW-4.2, LW-4.4).",
        "Deflection 6 + 6 = 12: the table gives +120, in haste +720 ten-thousandths: right (LW-4.6).",
        "Elevation 3 + 4 = 7: the table gives +0: straight (LW-4.6).",
        "It leaves the muzzle at 21.8,30, 1.2 inches above the floor, with energy 100 (LW-4.7, LW-4.8).",
        "It grazes the ground at 31.5,29.9; energy 82 is left (LW-4.18); the die of the kick shows 3: -300 ten-thousandths (LW-4.19).",
        "It glances off w, 1.12 inches above the floor, and runs on from 23.9,30.05 with energy 27 (LW-4.16, LW-4.17); the die of the \
         kick shows 6: +1500 ten-thousandths (LW-4.19).",
        "It strikes rc2 at 15.3,30.26, 0 inches above the floor, with energy 26 (LW-4.10); the table asks for 4, 1 more for a \
         horseman, 1 more for a shot that runs; the die shows 6 ≥ 6 (LW-4.11); he falls and is dead (LW-4.12).",
        "Against ri3 behind him, on foot: the die shows 4 < 5: he stands (LW-4.14).",
        "It comes to rest at 15.3,30.26 (LW-4.8).",
        "Dead: rc2.",
    ];
    assert_eq!(told, wanted);
}

#[test]
fn what_is_no_shot_is_not_explained() {
    let other = event(json!({"type": "guns_closed", "seat": "red"}));
    assert_eq!(explain(&other), Vec::<String>::new());
}
