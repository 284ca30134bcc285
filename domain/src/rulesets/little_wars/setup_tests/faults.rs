//! What is wrong with scenarios: a test for each kind of fault, with its place.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    ruleset::{Ruleset, SetupFault},
    rulesets::little_wars::{LittleWars, scenario::Scenario, scenario_faults::faults},
};

pub(super) fn whole(id: &str) -> Value {
    let (_, text) = LittleWars::SCENARIOS.iter().find(|(name, _)| *name == id).unwrap();
    serde_json::from_str(text).unwrap()
}

pub(super) fn read(json: &Value) -> Scenario {
    Scenario::deserialize(json).unwrap()
}

/// Puts a value at a place, new or not; null takes away what is there.
fn set(json: &mut Value, pointer: &str, value: Value) {
    let (parent, last) = pointer.rsplit_once('/').unwrap();
    match (json.pointer_mut(parent).unwrap(), value) {
        (Value::Array(list), value) => list[last.parse::<usize>().unwrap()] = value,
        (Value::Object(members), Value::Null) => assert!(members.remove(last).is_some(), "{pointer}"),
        (Value::Object(members), value) => {
            members.insert(last.to_owned(), value);
        }
        (parent, _) => panic!("{parent} has no members"),
    }
}

pub(super) fn told(found: &[SetupFault]) -> Vec<String> {
    found.iter().map(|fault| format!("{} {} {}", fault.pointer, fault.code, fault.rule.unwrap())).collect()
}

/// Breaks the skirmish in one place after the other, and expects one fault each.
fn expect(cases: impl IntoIterator<Item = (&'static str, Value, &'static str)>) {
    for (pointer, value, expected) in cases {
        let mut broken = whole("skirmish");
        set(&mut broken, pointer, value.clone());
        assert_eq!(told(&faults(&read(&broken))), [expected], "{pointer} {value}");
    }
}

#[test]
fn the_scenarios_of_the_house_are_right() {
    for (id, _) in LittleWars::SCENARIOS {
        assert_eq!(faults(&read(&whole(id))), [], "{id}");
    }
}

#[test]
fn four_men_stand_with_every_gun_of_the_house() {
    use super::Play;
    for (id, _) in LittleWars::SCENARIOS {
        let mut play =
            Play::of(read(&whole(id)), "duel", &json!({"deployment": "fixed", "first_move": "red"}));
        play.start(&[]);
        let guns = &play.open.guns;
        assert!(!guns.is_empty() && guns.iter().all(|gun| play.open.in_action(gun)), "{id}");
    }
}

#[test]
fn the_head_of_a_scenario_is_told_its_faults() {
    let long = |n| json!("x".repeat(n));
    expect([
        ("/format", json!(2), "/format bad-scenario §10"),
        ("/ruleset", json!("counting_coup"), "/ruleset bad-scenario §10"),
        ("/id", json!("Skirmish"), "/id bad-scenario §10"),
        ("/id", json!(""), "/id bad-scenario §10"),
        ("/id", long(41), "/id bad-scenario §10"),
        ("/title", json!(" "), "/title bad-scenario §10"),
        ("/title", json!("a\u{202e}b"), "/title bad-scenario §10"),
        ("/title", long(81), "/title bad-scenario §10"),
        ("/summary", json!("a\u{7}"), "/summary bad-scenario §10"),
        ("/summary", long(301), "/summary bad-scenario §10"),
        ("/players/min", json!(0), "/players/min bad-scenario §10"),
        ("/players/max", json!(1), "/players/max bad-scenario §10"),
        ("/players/max", json!(17), "/players/max bad-scenario §10"),
        ("/sides/0/name", json!(""), "/sides/0/name bad-scenario §10"),
        ("/sides/0/id", json!("blue"), "/sides bad-scenario §10"),
        ("/sides/0/line", json!("south"), "/sides bad-scenario §10"),
        ("/sides", json!([{"id": "red", "name": "Red", "line": "north"}]), "/sides bad-scenario §10"),
    ]);
}

#[test]
fn the_floor_and_its_lines_are_told_their_faults() {
    expect([
        ("/table/width", json!(0), "/table/width bad-scenario §10"),
        ("/table/height", json!(30_001), "/table/height bad-scenario §10"),
        ("/lines/north", json!(599), "/lines/north bad-scenario §10"),
        ("/lines/south", json!(4201), "/lines/south bad-scenario §10"),
        ("/lines/south", json!(2099), "/lines bad-scenario §10"),
    ]);
}

#[test]
fn lw_10_1_and_10_6_forces_are_told_their_faults() {
    expect([
        ("/forces/red/infantry", json!(10), "/forces bad-scenario LW-10.1"),
        ("/box", json!({"infantry": 8, "cavalry": 5, "guns": 1}), "/box bad-scenario LW-10.6"),
        ("/box", json!({"infantry": 251, "cavalry": 5, "guns": 1}), "/box/infantry bad-scenario LW-10.6"),
        ("/box", json!({"infantry": 250, "cavalry": 5, "guns": 10}), "/box/guns bad-scenario LW-10.6"),
        ("/box", json!({"infantry": 200, "cavalry": 51, "guns": 1}), "/box bad-scenario §10"),
    ]);
    let both = |force: Value| {
        let mut broken = whole("skirmish");
        broken["forces"] = json!({"red": force, "blue": force});
        told(&faults(&read(&broken)))
    };
    let few = ["/forces/red too-few-men LW-10.6", "/forces/blue too-few-men LW-10.6"];
    assert_eq!(both(json!({"infantry": 4, "cavalry": 5, "guns": 1})), few);
    let many = ["/forces/red/infantry bad-scenario LW-10.6", "/forces/blue/infantry bad-scenario LW-10.6"];
    assert_eq!(both(json!({"infantry": u32::MAX, "cavalry": 5, "guns": 1})), many);
    assert_eq!(both(json!({"infantry": 250, "cavalry": 5, "guns": 1})), ["/forces bad-scenario §10"]);
}

#[test]
fn lw_1_5_things_are_told_their_faults() {
    // 2 is a house, 4 trees, 6 a wall, 0 a hill.
    let shape = "/country/2 bad-scenario LW-1.5";
    let bow = json!([[100, 2000], [300, 2200], [300, 2000], [100, 2200]]);
    expect([
        ("/country/2/id", json!("North Barn"), "/country/2/id bad-scenario §10"),
        ("/country/2/id", json!("cottage"), "/country/10/id bad-scenario §10"),
        ("/country/2/name", json!("\t"), "/country/2/name bad-scenario §10"),
        ("/country/2/rect", Value::Null, shape),
        ("/country/2/points", json!([[100, 2000]]), shape),
        ("/country/2/rect", json!([2300, 2150, 1900, 2450]), "/country/2/rect bad-scenario LW-1.5"),
        ("/country/2/rect", json!([1900, 2150, 6001, 2450]), "/country/2/rect bad-scenario LW-1.5"),
        ("/country/0/poly", bow, "/country/0/poly bad-scenario LW-1.5"),
        ("/country/0/poly", json!([[100, 2000], [300, 2200]]), "/country/0/poly bad-scenario LW-1.5"),
        ("/country/4/points/0", json!([-1, 2000]), "/country/4/points bad-scenario LW-1.5"),
        ("/country/4/points", json!([]), "/country/4/points bad-scenario LW-1.5"),
        ("/country/4/kind", json!("rock"), "/country/4/points bad-scenario LW-1.5"),
        ("/country/2/kind", json!("trees"), "/country/2/rect bad-scenario LW-1.5"),
        ("/country/2/radius", json!(20), "/country/2/radius bad-scenario LW-1.5"),
        ("/country/4/radius", json!(4), "/country/4/radius bad-scenario LW-1.5"),
        ("/country/2/top", json!(0), "/country/2/top bad-scenario LW-1.5"),
        ("/country/0/top", json!(2001), "/country/0/top bad-scenario LW-1.5"),
    ]);
    expect([
        ("/country/6/rect", json!([4550, 1900, 5150, 1919]), "/country/6/rect bad-scenario LW-0.8"),
        (
            "/country/0/poly",
            json!([[1000, 1500], [2000, 1519], [1000, 1519]]),
            "/country/0/poly bad-scenario LW-0.8",
        ),
    ]);
    let many = json!(vec![[100, 2000]; 65]);
    let one = whole("skirmish")["country"][2].clone();
    expect([
        ("/country/0/poly", many.clone(), "/country/0/poly bad-scenario §10"),
        ("/country/4/points", many, "/country/4/points bad-scenario §10"),
        ("/country", json!(vec![one; 201]), "/country bad-scenario §10"),
    ]);
}

#[test]
fn lw_1_5_a_top_is_above_the_ground_under_it() {
    // The northern knoll is 100 high and reaches from 940 to 2060, from 1320 to 2080.
    let on_hill = |rect: Value, top: i32| {
        let mut broken = whole("skirmish");
        broken["country"][2]["rect"] = rect;
        broken["country"][2]["top"] = json!(top);
        told(&faults(&read(&broken)))
    };
    let low = ["/country/2/top bad-scenario LW-1.5"];
    assert_eq!(on_hill(json!([1400, 1600, 1600, 1800]), 100), low);
    assert_eq!(on_hill(json!([1400, 1600, 1600, 1800]), 101), [""; 0]);
    assert_eq!(on_hill(json!([800, 1500, 1000, 1900]), 100), low); // astride its edge
    assert_eq!(on_hill(json!([500, 1300, 2500, 2100]), 100), low); // round it
    assert_eq!(on_hill(json!([1900, 2150, 2300, 2450]), 100), [""; 0]); // beside it
}

#[test]
fn lw_1_9_places_are_told_their_faults() {
    // 2 is ri6-ri9 at (2600,600), 160 apart; 4 is the gun rg1 at (4300,600).
    expect([
        ("/deployment/2/figures", json!("ri6-ri10"), "/deployment/2/figures bad-scenario §10"),
        ("/deployment/2/figures", json!("ri6-rc5"), "/deployment/2/figures bad-scenario §10"),
        ("/deployment/2/figures", json!("ri5-ri8"), "/deployment/2/figures bad-scenario §10"),
        ("/deployment/2/figures", json!("ri7-ri9"), "/deployment bad-scenario §10"),
        ("/deployment/4/gun", json!("rg2"), "/deployment/4/gun bad-scenario §10"),
        ("/deployment/4/gun", json!("bg1"), "/deployment/9/gun bad-scenario §10"),
        ("/deployment/2/at", json!([2600, -1]), "/deployment/2 bad-scenario LW-0.9"),
        ("/deployment/2/step", json!([i32::MAX, 0]), "/deployment/2 bad-scenario LW-0.9"),
        ("/deployment/2/at", json!([2600, 1166]), "/deployment/2 bad-scenario LW-1.9"),
        ("/deployment/4/at", json!([4300, 1121]), "/deployment/4 bad-scenario LW-1.9"),
        ("/deployment/2/at", json!([2600, 20]), "/deployment/2 bad-scenario LW-1.9"),
        ("/deployment/3/at", json!([59, 600]), "/deployment/3 bad-scenario LW-5.6"),
        ("/deployment/2/step", json!([76, 0]), "/deployment/2 bad-scenario LW-5.7"),
    ]);
    let mut wheels = whole("skirmish");
    set(&mut wheels, "/deployment/4/at", json!([4240, 600])); // 110 from ri2
    let both = ["/deployment/4 bad-scenario LW-5.7", "/deployment/0 bad-scenario LW-5.6"];
    assert_eq!(told(&faults(&read(&wheels))), both);
    let block = whole("skirmish")["deployment"][4].clone();
    expect([("/deployment", json!(vec![block; 501]), "/deployment bad-scenario §10")]);
    let mut in_the_barn = whole("skirmish");
    set(&mut in_the_barn, "/country/2/rect", json!([1900, 700, 2300, 1000]));
    assert_eq!(told(&faults(&read(&in_the_barn))), [""; 0]);
    set(&mut in_the_barn, "/country/2/rect", json!([1900, 640, 2300, 1000]));
    assert_eq!(told(&faults(&read(&in_the_barn))), ["/deployment/3 bad-scenario LW-5.6"]);
}

#[test]
fn lw_11_1_seat_plans_are_told_their_faults() {
    let red =
        |seat: &str, figures: Value| json!({"seat": seat, "side": "red", "name": "Red", "figures": figures});
    let blue = whole("skirmish")["seat_plans"]["duel"][1].clone();
    let plan = |reds: &[Value]| json!([reds, std::slice::from_ref(&blue)].concat());
    let all = json!(["ri*", "rc*", "rg*"]);
    expect([
        ("/default_seat_plan", json!("wings"), "/default_seat_plan bad-scenario §10"),
        ("/seat_plans/Wings", plan(&[red("one", all.clone())]), "/seat_plans/Wings bad-scenario §10"),
        ("/seat_plans/duel", plan(&[red("one", all.clone())]), "/seat_plans/duel bad-scenario §10"),
        ("/seat_plans/duel/0/name", json!(""), "/seat_plans/duel/0/name bad-scenario LW-11.1"),
    ]);
    let unknown = json!(["ri*", "rc*", "rg*", "rg2"]);
    expect([("/seat_plans/duel/0/figures", unknown, "/seat_plans/duel/0/figures/3 bad-scenario LW-11.1")]);
    let without_guns = plan(&[red("red", json!(["ri*", "rc*"]))]);
    expect([("/seat_plans/duel", without_guns, "/seat_plans/duel bad-scenario LW-11.1")]);
    let mut none = whole("skirmish");
    none["seat_plans"] = json!({"wings": plan(&[red("red", all)])});
    none["default_seat_plan"] = json!("duel");
    assert_eq!(told(&faults(&read(&none))), ["/seat_plans bad-scenario §10"]);
    let mut many = whole("skirmish");
    for n in 0..64 {
        many["seat_plans"][format!("plan_{n}")] = many["seat_plans"]["duel"].clone();
    }
    assert_eq!(told(&faults(&read(&many))), ["/seat_plans bad-scenario §10"]);
}

#[test]
fn a_scenarios_own_options_are_ones_it_can_be_played_with() {
    expect([
        ("/options/max_moves", json!(501), "/options/max_moves bad-option §3.1"),
        ("/options/handicap_dice", json!(true), "/options/handicap_dice too-few-men LW-10.3"),
    ]);
}

#[test]
fn extreme_numbers_are_faults_and_no_panic() {
    let places = [
        "/table/width",
        "/table/height",
        "/lines/north",
        "/lines/south",
        "/country/0/top",
        "/country/4/radius",
        "/country/2/rect/0",
        "/country/0/poly/3/1",
        "/country/4/points/2/0",
        "/deployment/2/at/0",
        "/deployment/2/step/1",
    ];
    let mut trees = whole("skirmish");
    trees["country"][4]["radius"] = json!(15);
    for number in [i32::MIN, -1, i32::MAX] {
        let mut all = trees.clone();
        for place in places {
            let mut one = trees.clone();
            *one.pointer_mut(place).unwrap() = json!(number);
            let is_fine = place == "/deployment/2/step/1" && number == -1; // a row a little aslant
            assert!(is_fine || !faults(&read(&one)).is_empty(), "{place} {number}");
            *all.pointer_mut(place).unwrap() = json!(number);
        }
        assert!(!faults(&read(&all)).is_empty());
    }
}

#[test]
fn faults_are_fifty_at_most() {
    let mut torn = whole("meeting_engagement");
    for at in 0..torn["country"].as_array().unwrap().len() {
        for (member, value) in
            [("id", json!("No")), ("name", json!("")), ("top", json!(-1)), ("radius", json!(1))]
        {
            torn["country"][at][member] = value;
        }
    }
    assert_eq!(faults(&read(&torn)).len(), 50);
}

#[test]
fn what_the_types_say_is_read_strictly() {
    let cases = [
        ("/extra", json!(1)),
        ("/country/0/extra", json!(1)),
        ("/country/0/kind", json!("swamp")),
        ("/country/0/top", json!(1.5)),
        ("/deployment/0/per_row", json!(0)),
        ("/deployment/0/figures", json!("ri01")),
        ("/deployment/0/at", json!([1, 2, 3])),
        ("/options/max_moves", json!(-1)),
        ("/options/rules", json!("chess")),
        ("/options/extra", json!(1)),
        ("/seat_plans/duel/0/seat", json!("server")),
    ];
    for (pointer, value) in cases {
        let mut broken = whole("skirmish");
        set(&mut broken, pointer, value);
        assert!(Scenario::deserialize(&broken).is_err(), "{pointer}");
    }
}
