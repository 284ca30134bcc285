//! What may be chosen for a game: its options, its units, its seats.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{expect, last_stand, pointers, read, set, skirmish, told};
use crate::{
    ids::Seat,
    ruleset::PlanEntry,
    rulesets::counting_coup::{
        ids::UnitId,
        plan_faults::plan_faults,
        scenario::{Deployment, Options, SeatEntry, Side, options, seat_plans, seats},
        scenario_faults::option_faults,
    },
};

/// The scenario's options with some replaced.
fn chosen(scenario: &Value, choice: Value) -> Value {
    let mut all = serde_json::to_value(options(&read(scenario))).unwrap();
    all.as_object_mut().unwrap().extend(choice.as_object().unwrap().clone());
    all
}

/// What is said of such options.
fn refused(scenario: &Value, choice: Value) -> Vec<String> {
    let options = Options::deserialize(chosen(scenario, choice)).unwrap();
    told(&option_faults(&read(scenario), &options))
}

fn unit(id: &str) -> UnitId {
    UnitId::parse(id).unwrap()
}

#[test]
fn ccc_1_8_options_out_of_their_range_are_bad() {
    let cases = [
        (json!({"round_limit": 0}), "/options/round_limit bad-option CCC-1.8"),
        (json!({"round_limit": 61}), "/options/round_limit bad-option CCC-1.8"),
        (json!({"round_limit": u32::MAX}), "/options/round_limit bad-option CCC-1.8"),
        (json!({"deployment": "random"}), "/options/deployment bad-option CCC-1.8"),
        (json!({"units": ["C", "CHE", "XYZ"]}), "/options/units/2 bad-option CCC-1.8"),
        (json!({"units": ["C", "CHE", "HUN", "CHE"]}), "/options/units/3 bad-option CCC-1.8"),
        (json!({"units": ["C"]}), "/options/units bad-option CCC-1.8"),
        (json!({"units": ["CHE", "HUN"]}), "/options/units bad-option CCC-1.8"),
    ];
    for (choice, expected) in cases {
        assert_eq!(refused(&skirmish(), choice.clone()), [expected], "{choice}");
    }
    let good = [
        json!({"round_limit": 1}),
        json!({"round_limit": 60}),
        json!({"edition": "v1", "shooting_table": "corrected", "round_limit": null}),
        json!({"chief_first_hit": "withdraws", "guidon_guard": "contact"}),
        json!({"units": ["HUN", "C", "CHE"]}),
    ];
    for choice in good {
        assert_eq!(refused(&skirmish(), choice.clone()), [""; 0], "{choice}");
    }
    assert_eq!(refused(&last_stand(), json!({"deployment": "fixed"})), [""; 0]);
    let unreadable = [
        json!({"edition": "v3"}),
        json!({"turn_limit": 5}),
        json!({"round_limit": -1}),
        json!({"units": "C"}),
    ];
    for choice in unreadable {
        assert!(Options::deserialize(chosen(&skirmish(), choice.clone())).is_err(), "{choice}");
    }
    let mut open = chosen(&skirmish(), json!({}));
    open.as_object_mut().unwrap().remove("round_limit");
    assert!(Options::deserialize(open).is_err());
}

#[test]
fn ccc_1_8_bad_options_are_told_before_too_few_nations() {
    let few = json!({"units": ["GAC", "C", "HUN"]});
    assert_eq!(refused(&last_stand(), few), ["/options/units too-few-nations CCC-1.7"]);
    let both = json!({"units": ["GAC", "C", "HUN"], "round_limit": 0});
    assert_eq!(refused(&last_stand(), both), ["/options/round_limit bad-option CCC-1.8"]);
    let none = refused(&last_stand(), json!({"units": []}));
    assert_eq!(none, ["/options/units bad-option CCC-1.8"; 2]);
    let many = refused(&last_stand(), json!({"units": vec!["XYZ"; 1000]}));
    assert_eq!(many.len(), 50);
}

#[test]
fn ccc_1_7_a_game_may_have_fewer_units_with_no_fewer_nations_than_cavalry() {
    assert_eq!(refused(&last_stand(), json!({"units": ["C", "HUN"]})), [""; 0]);
    assert_eq!(refused(&last_stand(), json!({"units": ["HUN", "C"]})), [""; 0]);
    assert_eq!(refused(&last_stand(), json!({"units": ["GAC", "C", "E", "CHE", "OGL", "HUN"]})), [""; 0]);
    let few = "/options/units too-few-nations CCC-1.7";
    assert_eq!(refused(&skirmish(), json!({"units": ["C", "HUN"]})), [few]);
    let own = options(&read(&last_stand()));
    assert_eq!(own.deployment, Deployment::Random);
    assert_eq!(own.units.len(), 12);
    assert_eq!((own.units[0], own.units[11]), (unit("GAC"), unit("SAN")));
}

#[test]
fn ccc_1_7_a_game_has_the_seats_that_command_any_of_its_units() {
    let scenario = read(&last_stand());
    let fewer = Options { units: vec![unit("HUN"), unit("CHE"), unit("C")], ..options(&scenario) };
    let plans = seat_plans(&scenario);
    let [(first, by_unit), (second, duel)] = plans.as_slice() else { panic!("two plans") };
    assert_eq!((first.as_str(), second.as_str()), ("units", "duel"));
    let short = |plan: &[SeatEntry]| {
        let left = seats(&fewer, plan.to_vec());
        left.iter().map(|entry| format!("{} {:?}", entry.seat, entry.units)).collect::<Vec<_>>()
    };
    assert_eq!(short(by_unit), ["c [C]", "che [CHE]", "hun [HUN]"]);
    assert_eq!(short(duel), ["cavalry [C]", "nations [CHE, HUN]"]);
    assert_eq!(seats(&options(&scenario), by_unit.clone()), *by_unit);
}

/// The faults of the skirmish's duel, changed.
fn custom(change: impl FnOnce(&mut Vec<SeatEntry>)) -> Vec<String> {
    let scenario = read(&skirmish());
    let (name, mut plan) = seat_plans(&scenario).remove(1);
    assert_eq!(name, "duel");
    change(&mut plan);
    told(&plan_faults(&scenario, &options(&scenario).units, &plan))
}

#[test]
fn ccc_1_2_a_plan_gives_every_unit_to_one_seat_of_its_side() {
    let entry =
        |plan: &[SeatEntry], seat: &str| SeatEntry { seat: Seat::new(seat).unwrap(), ..plan[1].clone() };
    assert_eq!(custom(|_| {}), [""; 0]);
    let split = custom(|plan| {
        plan[1].units.pop();
        let second = SeatEntry { units: vec![unit("HUN")], ..entry(plan, "hunkpapa") };
        plan.push(second);
    });
    assert_eq!(split, [""; 0]);
    let unknown = custom(|plan| plan[1].units.push(unit("XYZ")));
    assert_eq!(unknown, ["/seat_plan/1/units/2 unknown-unit CCC-1.2"]);
    let twice = custom(|plan| plan[1].units.push(unit("CHE")));
    assert_eq!(twice, ["/seat_plan/1/units/2 duplicate CCC-1.2"]);
    let without = custom(|plan| plan[1].units.truncate(1));
    assert_eq!(without, ["/seat_plan unit-without-seat CCC-1.2"]);
    let changed = custom(|plan| {
        let moved = plan[1].units.pop();
        plan[0].units.extend(moved);
    });
    assert_eq!(changed, ["/seat_plan/0/units/1 wrong-side CCC-1.2"]);
    let same = custom(|plan| plan[1].seat = plan[0].seat.clone());
    assert_eq!(same, ["/seat_plan/1/seat duplicate CCC-1.2"]);
    let idle = custom(|plan| plan.push(SeatEntry { units: Vec::new(), ..entry(plan, "idle") }));
    assert_eq!(idle, ["/seat_plan/2/units seat-without-unit CCC-1.2"]);
    let nameless = custom(|plan| plan[1].name = "\u{202e}snoitaN".to_owned());
    assert_eq!(nameless, ["/seat_plan/1/name bad-name CCC-1.2"]);
    let alone = custom(|plan| plan.truncate(1));
    let expected = [
        "/seat_plan unit-without-seat CCC-1.2",
        "/seat_plan unit-without-seat CCC-1.2",
        "/seat_plan side-without-seat CCC-1.2",
    ];
    assert_eq!(alone, expected);
    let many = custom(|plan| plan.extend(vec![plan[0].clone(); 63]));
    assert_eq!(many, ["/seat_plan too-many-seats CCC-1.2"]);
    let stuffed = custom(|plan| plan[0].units.extend(vec![unit("XYZ"); 1000]));
    assert_eq!(stuffed.len(), 50);
}

#[test]
fn ccc_1_2_a_scenario_has_a_seat_per_unit_and_a_seat_per_side() {
    let plans = skirmish()["seat_plans"].clone();
    let (by_unit, duel) = (&plans["units"], &plans["duel"]);
    let two_units = json!([duel[0], duel[1]]);
    let cases = [
        ("/default_seat_plan", json!("duel"), "/default_seat_plan"),
        ("/seat_plans/units", Value::Null, "/seat_plans"),
        ("/seat_plans/duel", Value::Null, "/seat_plans"),
        ("/seat_plans/duel", by_unit.clone(), "/seat_plans/duel"),
        ("/seat_plans/units/1/seat", json!("cheyenne"), "/seat_plans/units/1"),
        ("/seat_plans/Teams", duel.clone(), "/seat_plans/Teams"),
        ("/seat_plans/~0a~1b", duel.clone(), "/seat_plans/~0a~1b"),
        ("/seat_plans/duel/0/name", json!(""), "/seat_plans/duel/0/name"),
        ("/seat_plans/duel/1/seat", json!("cavalry"), "/seat_plans/duel/1/seat"),
        ("/seat_plans/duel/1/units/0", json!("C"), "/seat_plans/duel/1/units/0"),
    ];
    let (last, most) = cases.split_last().unwrap();
    expect(&skirmish(), most.iter().cloned());
    let mut broken = skirmish();
    set(&mut broken, last.0, last.1.clone());
    let foreign = ["/seat_plans/duel/1/units/0", "/seat_plans/duel/1/units/0", "/seat_plans/duel"];
    assert_eq!(pointers(&broken), foreign); // of the other side, with two seats; and CHE has none
    let mut broken = skirmish();
    set(&mut broken, "/seat_plans/units", two_units);
    assert_eq!(pointers(&broken), ["/seat_plans/units/0", "/seat_plans/units/1"]);
    let mut more = skirmish();
    set(&mut more, "/seat_plans/teams_of_two", by_unit.clone());
    assert_eq!(pointers(&more), [""; 0]);
    let named: Vec<String> = seat_plans(&read(&more)).into_iter().map(|(name, _)| name).collect();
    assert_eq!(named, ["units", "duel", "teams_of_two"]);
}

#[test]
fn a_seat_says_who_it_is_and_of_which_side() {
    let (_, plan) = seat_plans(&read(&skirmish())).remove(0);
    let told: Vec<_> = plan.iter().map(|entry| (&**entry.seat(), entry.side(), entry.name())).collect();
    let expected =
        [("c", "cavalry", "Company C"), ("che", "nations", "Cheyenne"), ("hun", "nations", "Hunkpapa")];
    assert_eq!(told, expected);
    assert_eq!(Side::ALL.map(Side::name), ["7th Cavalry", "Plains Nations"]);
}
