//! Passing and taking guns (LW-8).

use serde_json::{Map, Value, json};

use super::{Play, bystanders, kinds, man, of_kind};
use crate::rulesets::little_wars::{ids::Side, state::State};

/// Four of Red's before Blue's gun at (5000,3000), which faces them; and others.
fn attack(others: &[(&str, [i32; 2])], ply: u32) -> Play {
    let mut men: Map<String, Value> = bystanders();
    for (name, x) in [("ri1", 5100), ("ri2", 4900), ("ri3", 5200), ("ri4", 4800)] {
        men.insert(name.to_owned(), json!([x, 2000]));
    }
    for (name, at) in others {
        men.insert((*name).to_owned(), json!(at));
    }
    Play::of(&json!({"ply": ply, "figures": men, "guns": {"bg1": {"at": [5000, 3000]}}}))
}

fn pass(play: &mut Play, names: &[&str]) {
    for name in names {
        let x = play.man(name).at.x;
        play.walk(name, [x, 3120]);
    }
}

const ALL: [&str; 4] = ["ri1", "ri2", "ri3", "ri4"];

#[test]
fn lw_8_1_four_men_past_the_axle_and_nobody_to_defend_it() {
    let mut play = attack(&[], 4);
    pass(&mut play, &ALL);
    let events = play.done("red");
    let captured = of_kind(&events, "gun_captured");
    assert_eq!(captured[0]["by"], json!(["ri1", "ri2", "ri3", "ri4"]));
    assert_eq!((play.gun("bg1").holder, captured[0]["seat"].clone()), (Side::Red, json!("red")));
    assert!(ALL.iter().all(|name| play.man(name).passed.is_empty()), "LW-8.2: the flags go with it");
}

#[test]
fn lw_8_2_beside_the_axle_is_not_past_it() {
    let mut play = attack(&[], 4);
    pass(&mut play, &["ri1", "ri2", "ri4"]);
    play.walk("ri3", [5200, 3000]);
    let events = play.done("red");
    assert_eq!(of_kind(&events, "gun_passed")[0]["figures"], json!(["ri1", "ri2", "ri4"]));
    assert_eq!(play.gun("bg1").holder, Side::Blue);
}

#[test]
fn lw_8_2_who_stands_there_without_having_moved_has_not_passed() {
    let mut play = attack(&[("ri5", [5000, 3400])], 4);
    assert!(of_kind(&play.done("red"), "gun_passed").is_empty());
}

#[test]
fn lw_8_2_who_walks_off_or_whose_gun_is_moved_loses_his_pass() {
    let mut walks = attack(&[("bi1", [5000, 3885])], 4);
    pass(&mut walks, &ALL);
    walks.done("red");
    walks.done("blue");
    walks.walk("ri4", [4800, 2200]);
    let events = walks.done("red");
    assert_eq!(of_kind(&events, "gun_passes_cleared")[0]["figures"], json!(["ri4"]));
    assert_eq!(walks.man("ri1").passed.len(), 1);

    let mut moved = attack(&[("bi1", [5000, 3885])], 4);
    pass(&mut moved, &ALL);
    moved.done("red");
    let at = moved.state.gun_at(moved.gun("bg1").id).unwrap();
    moved.state.guns[at].moved = true;
    let events = moved.done("blue");
    assert_eq!(of_kind(&events, "gun_passes_cleared")[0]["figures"], json!(["ri1", "ri2", "ri3", "ri4"]));
    assert!(of_kind(&moved.done("red"), "gun_passed").is_empty());
}

#[test]
fn lw_8_3_while_one_defender_is_within_six_inches_of_the_trail_it_is_in_dispute() {
    for (y, is_captured) in [(3885, false), (3886, true)] {
        // Facing north, its trail ends at (5000,3250).
        let mut play = attack(&[("bi1", [5000, y])], 4);
        pass(&mut play, &ALL);
        assert_eq!(!of_kind(&play.done("red"), "gun_captured").is_empty(), is_captured, "a man at y {y}");
    }
}

#[test]
fn lw_8_3_a_disarmed_man_defends_too() {
    let mut play = attack(&[("bi1", [5000, 3885])], 4);
    let at = play.state.figure_at(man("bi1")).unwrap();
    play.state.figures[at].status = crate::rulesets::little_wars::words::Status::Disarmed;
    pass(&mut play, &ALL);
    assert!(of_kind(&play.done("red"), "gun_captured").is_empty());
}

#[test]
fn lw_8_4_it_is_taken_at_the_end_of_whichever_move_the_last_defender_has_left_in_and_retaken_likewise() {
    let mut play = attack(&[("bi1", [5000, 3885])], 4);
    pass(&mut play, &ALL);
    play.done("red");
    play.walk("bi1", [5000, 5000]);
    assert_eq!(kinds(&play.done("blue"))[2..], ["gun_captured", "move_ended", "move_began"]);
    assert_eq!(play.gun("bg1").holder, Side::Red);
    assert!(play.state.in_action(play.gun("bg1")), "he may use it in his next move");

    let men = json!({
        "bi1": [5100, 4000], "bi2": [4900, 4000], "bi3": [5200, 4000], "bi4": [4800, 4000],
        "ri90": [9000, 1200], "bi90": [9000, 6000]
    });
    let guns = json!({"bg1": {"at": [5000, 3000], "holder": "red"}});
    let mut back = Play::of(&json!({"ply": 5, "figures": men, "guns": guns}));
    for name in ["bi1", "bi2", "bi3", "bi4"] {
        let x = back.man(name).at.x;
        back.walk(name, [x, 2880]);
    }
    assert_eq!(of_kind(&back.done("blue"), "gun_captured")[0]["to"], "blue");
}

#[test]
fn lw_8_5_enemies_at_the_wheels_do_not_put_a_gun_out_of_action() {
    let crew = [("bi1", [4900, 3400]), ("bi2", [5000, 3400]), ("bi3", [5100, 3400]), ("bi4", [5200, 3400])];
    let mut play = attack(&crew, 4);
    pass(&mut play, &["ri1", "ri2"]);
    assert!(play.state.in_action(play.gun("bg1")));
}

#[test]
fn lw_9_5_a_gun_one_is_in_a_position_to_take_counts() {
    let whose = |play: &Play| crate::rulesets::little_wars::score::counts_for(&play.state, play.gun("bg1"));
    let play = attack(&[], 4);
    assert_eq!(whose(&play), Side::Red, "all four are within a foot of its wheels");
    let held = attack(&[("bi1", [5000, 3885])], 4);
    assert_eq!(whose(&held), Side::Blue);
    let mut far = attack(&[], 4);
    let at = far.state.figure_at(man("ri4")).unwrap();
    far.state.figures[at].at = crate::geometry::Point::new(5000, 3000 - 1200 - 80 - 35 - 1);
    assert_eq!(whose(&far), Side::Blue, "the fourth is a hundredth of an inch too far off");
    far.state.figures[at].at = crate::geometry::Point::new(5000, 3000 - 1200 - 80 - 35);
    assert!(State::wheels_within(far.gun("bg1"), far.man("ri4"), 1200) && whose(&far) == Side::Red);
}
