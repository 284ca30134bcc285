//! Melees (LW-6).

use serde_json::{Value, json};

use super::{Play, facing, kinds, man, of_kind, row};
use crate::rulesets::little_wars::{rejection::Code, state::Phase, words::Status};

const AUTO: fn(u32) -> Value = |melee| json!({"type": "allocate", "melee": melee, "auto": true});

/// How a melee of a side's move is formed: kill, prisoners, inferior, whether isolated.
fn formed(play: &mut Play, by: &str) -> Value {
    let events = play.done(by);
    let formed = of_kind(&events, "melee_formed");
    assert_eq!(formed.len(), 1, "{formed:?}");
    json!([formed[0]["kill"], formed[0]["prisoners"], formed[0]["inferior"], formed[0]["isolated"]])
}

fn count(play: &Play, letters: &str, status: Status) -> usize {
    let of_it = |figure: &&crate::rulesets::little_wars::state::Figure| {
        figure.id.to_string().starts_with(letters) && figure.status == status && figure.id.number < 90
    };
    play.state.figures.iter().filter(of_it).count()
}

#[test]
fn lw_6_1_only_armed_men_fight() {
    let mut men = facing(1, 1);
    row(&mut men, "ri", 2..=2, [3000, 1000], 80);
    row(&mut men, "bi", 2..=2, [3000, 1080], 80);
    let status =
        json!({"bi1": {"status": "disarmed", "freed_at": 1}, "bi2": {"status": "flag", "captor": "red"}});
    let mut play = Play::of(&json!({"figures": men, "status": status}));
    assert!(of_kind(&play.done("red"), "melee_formed").is_empty());
}

#[test]
fn lw_6_2_who_is_near_a_man_in_contact_fights_and_draws_in_nobody() {
    let mut men = facing(1, 1);
    row(&mut men, "bi", 3..=3, [1000, 1740], 80);
    row(&mut men, "bi", 4..=4, [1000, 2400], 80);
    let mut play = Play::with(men);
    let events = play.done("red");
    assert_eq!(of_kind(&events, "melee_formed")[0]["blue"], json!(["bi1", "bi3"]));
}

#[test]
fn lw_6_3_melees_that_share_a_man_are_one_and_are_numbered_by_their_lowest_id() {
    let mut men = facing(1, 1);
    row(&mut men, "ri", 2..=2, [2300, 1000], 80);
    row(&mut men, "bi", 2..=2, [2300, 1080], 80);
    let events = Play::with(men.clone()).done("red");
    let cores: Vec<Value> =
        of_kind(&events, "melee_formed").iter().map(|melee| melee["core"].clone()).collect();
    assert_eq!(cores, [json!(["bi1", "ri1"]), json!(["bi2", "ri2"])]);
    row(&mut men, "bi", 3..=3, [1650, 1040], 80);
    assert_eq!(formed(&mut Play::with(men), "red"), json!([1, 1, "red", true]));
}

#[test]
fn lw_6_4_equal_numbers_all_die_and_nobody_is_asked() {
    let mut play = Play::with(facing(5, 5));
    assert_eq!(formed(&mut play, "red"), json!([5, 0, null, null]));
    assert_eq!((count(&play, "r", Status::Dead), count(&play, "b", Status::Dead)), (5, 5));
    assert_eq!((play.state.phase, play.awaited()), (Phase::Move, vec!["blue".to_owned()]));
}

#[test]
fn lw_6_5_lw_6_6_support_is_within_his_own_arms_move_of_the_points_of_contact() {
    for (name, at, is_isolated) in
        [("bi3", 4350, false), ("bi3", 4351, true), ("bc3", 5575, false), ("bc3", 5576, true)]
    {
        let mut men = super::bystanders();
        row(&mut men, "ri", 1..=4, [1000, 3000], 80);
        row(&mut men, "bi", 1..=2, [1000, 3080], 80);
        men.insert(name.to_owned(), json!([1000, at]));
        let expected = if is_isolated { json!([0, 2, "blue", true]) } else { json!([2, 0, "blue", false]) };
        assert_eq!(formed(&mut Play::with(men), "red"), expected, "{name} at {at}");
    }
}

#[test]
fn lw_6_6_men_of_another_melee_support_nobody() {
    let mut men = facing(3, 2);
    row(&mut men, "ri", 11..=11, [1000, 2300], 80);
    row(&mut men, "bi", 11..=11, [1000, 2220], 80);
    let events = Play::with(men).done("red");
    assert_eq!(of_kind(&events, "melee_formed")[0]["support"], json!([]));
}

#[test]
fn lw_6_7_nine_against_eleven() {
    let mut play = Play::with(facing(11, 9));
    assert_eq!(formed(&mut play, "red"), json!([7, 2, "blue", true]));
    play.order("red", AUTO(1)).unwrap();
    assert_eq!(count(&play, "b", Status::Prisoner), 2);
    assert_eq!((count(&play, "r", Status::Dead), count(&play, "b", Status::Dead)), (7, 7));
    assert_eq!(count(&play, "r", Status::Armed), 4);
}

#[test]
fn lw_6_7_lw_6_15_nineteen_against_thirteen_and_the_second_fight() {
    let mut men = facing(19, 13);
    row(&mut men, "bi", 21..=25, [1000, 2230], 80);
    let mut play = Play::with(men);
    assert_eq!(formed(&mut play, "red"), json!([7, 6, "blue", true]), "five in support of thirteen");
    let dead = json!({"type": "allocate", "melee": 1, "dead": ["ri13-ri19", "bi7-bi13"]});
    play.order("red", dead).unwrap();
    assert_eq!((count(&play, "r", Status::Armed), count(&play, "bi", Status::Prisoner)), (12, 6));
    // Fourteen more of Blue's come up to the twelve, who hold the six.
    let mut setup = facing(12, 0);
    row(&mut setup, "bi", 1..=6, [1000, 880], 80);
    row(&mut setup, "bi", 11..=24, [1000, 1080], 80);
    let held = |k: i32| {
        (format!("bi{k}"), json!({"status": "prisoner", "captor": "red", "escort": format!("ri{k}")}))
    };
    let status: serde_json::Map<String, Value> = (1..=6).map(held).collect();
    let mut play = Play::of(&json!({"ply": 5, "figures": setup, "status": status}));
    assert_eq!(formed(&mut play, "blue"), json!([10, 2, "red", true]), "prisoners do not count");
    play.order("blue", AUTO(1)).unwrap();
    assert_eq!((count(&play, "r", Status::Dead), count(&play, "r", Status::Prisoner)), (10, 2));
    assert_eq!((count(&play, "b", Status::Disarmed), count(&play, "b", Status::Armed)), (6, 4));
}

#[test]
fn lw_6_8_a_supported_force_kills_one_each_and_dies() {
    let mut men = facing(19, 13);
    row(&mut men, "bi", 21..=27, [1000, 2230], 80);
    let mut play = Play::with(men);
    assert_eq!(formed(&mut play, "red"), json!([13, 0, "blue", false]), "seven in support of thirteen");
    play.order("red", AUTO(1)).unwrap();
    assert_eq!((count(&play, "r", Status::Armed), count(&play, "b", Status::Dead)), (6, 13));
}

#[test]
fn lw_6_9_horse_foot_and_escorts_count_one_each() {
    let mut men = facing(1, 2);
    row(&mut men, "rc", 1..=1, [1105, 975], 80);
    row(&mut men, "bi", 9..=9, [1000, 900], 80);
    let status = json!({"bi9": {"status": "prisoner", "captor": "red", "escort": "ri1"}});
    let mut play = Play::of(&json!({"figures": men, "status": status}));
    assert_eq!(formed(&mut play, "red"), json!([2, 0, null, null]), "two against two");
}

#[test]
fn lw_6_10_the_side_that_charged_may_be_the_isolated_one() {
    let mut men = super::bystanders();
    row(&mut men, "rc", 1..=18, [1000, 5000], 130);
    row(&mut men, "bc", 1..=21, [1000, 5130], 130);
    row(&mut men, "rc", 19..=20, [1000, 2600], 130);
    row(&mut men, "ri", 1..=9, [1000, 3600], 80);
    assert_eq!(formed(&mut Play::with(men), "red"), json!([15, 3, "red", true]));
}

#[test]
fn lw_6_11_lw_6_12_the_mover_names_the_dead_of_both_sides_after_his_move() {
    let mut play = Play::with(facing(11, 9));
    play.done("red");
    assert_eq!((play.state.phase, play.awaited()), (Phase::Adjudicate, vec!["red".to_owned()]));
    let named =
        json!({"type": "allocate", "melee": 1, "dead": ["ri5-ri11", "bi3-bi9"], "captors": [["bi1", "ri4"]]});
    assert_eq!(play.order("blue", named.clone()).unwrap_err().code, Code::NotYourPhase);
    let events = play.order("red", named).unwrap();
    assert_eq!(of_kind(&events, "melee_resolved")[0]["prisoners"], json!([["bi1", "ri4"], ["bi2", "ri2"]]));
    assert_eq!(of_kind(&events, "melee_resolved")[0]["by"], "mover");
    assert_eq!(play.man("ri5").status, Status::Dead);
    assert_eq!(play.awaited(), ["blue"]);
}

#[test]
fn lw_6_11_of_several_seats_the_one_with_most_men_in_them_decides() {
    let seats = json!([
        {"seat": "red_left", "side": "red", "figures": ["ri1-ri2", "ri90"]},
        {"seat": "red_right", "side": "red", "figures": ["ri3-ri9"]},
        {"seat": "blue", "side": "blue"}
    ]);
    let mut play = Play::of(&json!({"seats": seats, "figures": facing(5, 4)}));
    play.done("red_left");
    play.done("red_right");
    assert_eq!(play.awaited(), ["red_right"]);
    play.resign("red_right");
    assert_eq!((play.state.phase, play.awaited()), (Phase::Move, vec!["blue".to_owned()]), "LW-9.19");
}

#[test]
fn lw_6_13_wrong_men_and_wrong_numbers_are_refused() {
    let mut play = Play::with(facing(11, 9));
    play.done("red");
    let dead = |dead: &[&str]| json!({"type": "allocate", "melee": 1, "dead": dead});
    let captors = |captors: Value| json!({"type": "allocate", "melee": 1, "dead": ["ri1-ri7", "bi1-bi7"], "captors": captors});
    for wrong in [
        dead(&["ri1-ri6", "bi1-bi7"]),
        dead(&["ri1-ri8"]),
        dead(&["ri1-ri7", "bi1-bi6", "bi90"]),
        dead(&["ri1-ri7", "bi1-bi6", "bi99"]),
        dead(&["ri1-ri7", "ri7"]),
        dead(&["ri1-ri7", "bi3-bi20"]),
        dead(&["ri1-ri7", "bi50-bi60"]),
        captors(json!([["bi8", "ri3"]])),
        captors(json!([["bi7", "ri8"]])),
        captors(json!([["bi8", "ri8"], ["bi8", "ri9"]])),
        captors(json!([["bi8", "ri90"]])),
    ] {
        assert_eq!(play.order("red", wrong.clone()).unwrap_err().code, Code::BadAllocation, "{wrong}");
    }
    assert_eq!(play.order("red", AUTO(2)).unwrap_err().code, Code::NoSuchMelee);
    assert_eq!(play.order("red", dead(&["ri1-bi7"])).unwrap_err().code, Code::UnknownFigure);
    play.order("red", dead(&["ri5-ri11"])).unwrap();
    assert_eq!(play.man("bi7").status, Status::Dead, "a side that is left out falls to the default");
    assert_eq!(play.man("bi8").escort, Some(man("ri4")), "the nearest who lives");
}

#[test]
fn lw_6_13_a_captor_has_at_most_seven_with_those_he_holds() {
    let mut men = facing(16, 8);
    row(&mut men, "bi", 51..=56, [1000, 880], 80);
    let held = |k: i32| (format!("bi{k}"), json!({"status": "prisoner", "captor": "red", "escort": "ri1"}));
    let status: serde_json::Map<String, Value> = (51..=56).map(held).collect();
    let mut play = Play::of(&json!({"figures": men, "status": status}));
    let events = play.done("red");
    let captors = json!([
        ["bi1", "ri1"],
        ["bi2", "ri2"],
        ["bi3", "ri3"],
        ["bi4", "ri4"],
        ["bi5", "ri5"],
        ["bi6", "ri6"],
        ["bi7", "ri7"],
        ["bi8", "ri8"]
    ]);
    assert_eq!(of_kind(&events, "melee_resolved")[0]["prisoners"], captors);
    assert_eq!(play.state.held_by(man("ri1")).count(), 7);
    // With seven already, the next but one takes him.
    let mut full = facing(2, 1);
    row(&mut full, "bi", 51..=57, [1000, 880], 80);
    let status: serde_json::Map<String, Value> = (51..=57).map(held).collect();
    let mut play = Play::of(&json!({"figures": full, "status": status}));
    let events = play.done("red");
    assert_eq!(of_kind(&events, "melee_resolved")[0]["prisoners"], json!([["bi1", "ri2"]]));
}

#[test]
fn lw_6_14_by_default_the_mover_spares_his_horse_and_the_enemys_foot() {
    let men = json!({
        "ri1": [1000, 1000], "rc2": [1105, 1000], "ri3": [1210, 1000], "bi2": [1000, 1080], "bc1": [1105, 1125],
        "ri90": [9000, 1200], "bi90": [9000, 6000]
    });
    let mut play = Play::of(&json!({"figures": men, "options": {"adjudication": "auto"}}));
    let events = play.done("red");
    assert_eq!(of_kind(&events, "melee_formed")[0]["decider"], Value::Null);
    assert_eq!(of_kind(&events, "melee_resolved")[0]["dead"], json!(["bc1", "ri1"]));
    assert_eq!(of_kind(&events, "melee_resolved")[0]["prisoners"], json!([["bi2", "rc2"]]));
    assert!(kinds(&events).contains(&"move_began".to_owned()));
}
