//! What is wrong with options and with custom seat plans.

use serde_json::{Value, json};

use super::{chosen, faults::told, scenario};
use crate::rulesets::little_wars::{
    plan_faults::plan_faults,
    scenario::{Scenario, SeatEntry},
    scenario_faults::option_faults,
};

fn refused(scenario: &Scenario, choice: Value) -> Vec<String> {
    told(&option_faults(scenario, &chosen(scenario, &choice)))
}

#[test]
fn options_out_of_their_range_are_bad() {
    let skirmish = scenario("skirmish");
    for (choice, option) in [
        (json!({"selection_points": 0}), "selection_points"),
        (json!({"selection_points": 1001}), "selection_points"),
        (json!({"draw_below": 201}), "draw_below"),
        (json!({"draw_below": u32::MAX}), "draw_below"),
        (json!({"max_moves": 501}), "max_moves"),
        (json!({"quiet_moves": 101}), "quiet_moves"),
    ] {
        assert_eq!(
            refused(&skirmish, choice.clone()),
            [format!("/options/{option} bad-option §3.1")],
            "{choice}"
        );
    }
    for choice in [
        json!({"selection_points": 1}),
        json!({"selection_points": 1000}),
        json!({"draw_below": 0}),
        json!({"draw_below": 200}),
        json!({"draw_below": "auto"}),
        json!({"max_moves": 0, "quiet_moves": 0}),
        json!({"max_moves": 500, "quiet_moves": 100}),
    ] {
        assert_eq!(refused(&skirmish, choice.clone()), [""; 0], "{choice}");
    }
    let all = refused(
        &skirmish,
        json!({"selection_points": 0, "draw_below": 999, "max_moves": 501, "quiet_moves": 101}),
    );
    assert_eq!(all.len(), 4);
}

#[test]
fn lw_10_2_selection_needs_a_free_deployment_and_no_handicap() {
    let farm = scenario("hooks_farm");
    let deployment = "/options/deployment bad-option §3.1";
    let handicap = "/options/handicap_dice bad-option §3.1";
    assert_eq!(refused(&farm, json!({"composition": "selection"})), [deployment]);
    let free = json!({"composition": "selection", "deployment": "free"});
    assert_eq!(refused(&farm, free), [""; 0]);
    let both = json!({"composition": "selection", "handicap_dice": true});
    assert_eq!(refused(&farm, both), [deployment, handicap]);
}

#[test]
fn lw_10_6_points_must_pay_for_ten_men() {
    let farm = scenario("hooks_farm");
    let with =
        |points: u32| json!({"composition": "selection", "deployment": "free", "selection_points": points});
    assert_eq!(refused(&farm, with(9)), ["/options/selection_points too-few-men LW-10.6"]);
    assert_eq!(refused(&farm, with(10)), [""; 0]);
}

#[test]
fn lw_10_3_twelve_men_must_be_there_to_be_left_out() {
    let few = ["/options/handicap_dice too-few-men LW-10.3"];
    assert_eq!(refused(&scenario("skirmish"), json!({"handicap_dice": true})), few);
    assert_eq!(
        refused(&scenario("hooks_farm"), json!({"handicap_dice": true, "game": "defensive"})),
        [""; 0]
    );
    let with = |infantry: u32, cavalry: u32, choice: Value| {
        let mut data = scenario("hooks_farm");
        for force in [&mut data.forces.red, &mut data.forces.blue] {
            (force.infantry, force.cavalry) = (infantry, cavalry);
        }
        refused(&data, choice)
    };
    let plain = json!({"handicap_dice": true});
    assert_eq!(with(18, 4, plain.clone()), [""; 0]);
    assert_eq!(with(17, 4, plain.clone()), few); // nine left
    assert_eq!(with(20, 3, plain.clone()), few);
    assert_eq!(with(7, 20, plain.clone()), few);
    // Whoever defends has two thirds of them.
    let defensive = json!({"handicap_dice": true, "game": "defensive"});
    assert_eq!(with(18, 5, defensive.clone()), few);
    assert_eq!(with(18, 6, defensive), [""; 0]);
}

#[test]
fn lw_10_7_a_force_that_nobody_puts_down_needs_room() {
    let mut narrow = scenario("skirmish");
    narrow.country.clear();
    let choice = json!({"composition": "selection", "deployment": "free"});
    narrow.table.width = 700;
    assert_eq!(refused(&narrow, choice.clone()), [""; 0]);
    narrow.table.width = 159; // no room for the wheels
    assert_eq!(refused(&narrow, choice), ["/options/composition bad-option §3.1"]);
}

/// The faults of the farm's wings, changed.
fn custom(change: impl FnOnce(&mut Vec<SeatEntry>)) -> Vec<String> {
    let farm = scenario("hooks_farm");
    let mut plan = farm.seat_plans["wings"].clone();
    change(&mut plan);
    told(&plan_faults(&farm, &chosen(&farm, &json!({})), &plan))
}

fn figures(words: Value) -> Vec<crate::rulesets::little_wars::ids::Pieces> {
    serde_json::from_value(words).unwrap()
}

#[test]
fn lw_11_1_a_plan_gives_everybody_to_one_seat_of_his_side() {
    assert_eq!(custom(|_| {}), [""; 0]);
    let unknown =
        custom(|plan| plan[0].figures.extend(figures(json!(["ri51", "rg3-rg4", "rg2-rg1", "ri1-rc2"]))));
    let place = |n: usize| format!("/seat_plan/0/figures/{n} unknown-figure LW-11.1");
    assert_eq!(unknown, [place(3), place(4), place(5), place(6)]);
    let twice = custom(|plan| plan[1].figures.extend(figures(json!(["ri13-ri14"]))));
    assert_eq!(twice, ["/seat_plan/1/figures/3 duplicate LW-11.1"]);
    let without = custom(|plan| plan[1].figures = figures(json!(["ri14-ri50", "rc6-rc25", "rg2"])));
    assert_eq!(without, ["/seat_plan figure-without-seat LW-11.1"]);
    let other = custom(|plan| plan[0].figures.extend(figures(json!(["bi1"]))));
    assert_eq!(other, ["/seat_plan/0/figures/3 wrong-side LW-11.1"]);
    let same = custom(|plan| plan[1].seat = plan[0].seat.clone());
    assert_eq!(same, ["/seat_plan/1/seat duplicate LW-11.1"]);
    let nameless = custom(|plan| plan[1].name = "\n".to_owned());
    assert_eq!(nameless, ["/seat_plan/1/name bad-name LW-11.1"]);
    let alone = custom(|plan| plan.retain(|entry| entry.seat.starts_with("red")));
    assert_eq!(alone, ["/seat_plan figure-without-seat LW-11.1", "/seat_plan side-without-seat LW-11.1"]);
    let crowd = custom(|plan| {
        let entry = plan[0].clone();
        plan.extend(vec![entry; 61]);
    });
    assert_eq!(crowd, ["/seat_plan too-many-seats LW-11.1"]);
}

#[test]
fn lw_11_3_only_a_general_may_have_nobody_and_a_side_has_one() {
    let add = |seat: &str, general: bool| {
        custom(|plan| {
            let seat = crate::ids::Seat::new(seat).unwrap();
            let entry = SeatEntry { seat, general, figures: Vec::new(), ..plan[0].clone() };
            plan.insert(0, entry);
        })
    };
    assert_eq!(add("red_general", true), [""; 0]);
    assert_eq!(add("red_idler", false), ["/seat_plan/0/figures seat-without-figures LW-11.1"]);
    let two = custom(|plan| plan.iter_mut().take(2).for_each(|entry| entry.general = true));
    assert_eq!(two, ["/seat_plan/1/general duplicate LW-11.1"]);
}
