//! Rules that say what there is not, and what is only worth something at the end.

use serde_json::{Value, json};

use super::{
    LittleWars, bot,
    command::Command,
    course::Chance,
    decide,
    harness::position,
    pace, pages, rules,
    scenario::Scenario,
    score,
    state::{Phase, State},
};
use crate::{
    dice::{Dice, NumberedDice},
    ruleset::{Act, Pace, Ruleset, Setup},
};

fn scenario(id: &str) -> Scenario {
    let (_, text) = pages::SCENARIOS.iter().find(|(own, _)| *own == id).expect("a scenario");
    serde_json::from_str(text).expect("it is read")
}

fn begun(id: &str, options: &Value) -> State {
    let scenario = scenario(id);
    let mut chosen = serde_json::to_value(LittleWars::options(&scenario)).expect("options");
    for (name, value) in options.as_object().expect("options by name") {
        chosen[name] = value.clone();
    }
    let options = serde_json::from_value(chosen).expect("options");
    let seats = scenario.seat_plans["duel"].clone();
    let mut state = LittleWars::initial(&Setup { scenario, options, seats });
    let events = LittleWars::answer(&state, &Act::Start, &mut NumberedDice::new(1, 0)).expect("dice");
    events.iter().for_each(|event| LittleWars::evolve(&mut state, event));
    state
}

/// Plays some turns of the bot.
fn played(mut state: State, turns: usize) -> State {
    let mut dice = NumberedDice::new(3, 0);
    for _ in 0..turns {
        let crate::ruleset::Standing::Waiting(seats) = LittleWars::standing(&state) else { break };
        for order in bot::bot(&state, &seats[0], 0) {
            let course = decide::order(&state, &seats[0], &order, &mut Chance::Dice(&mut dice));
            if let Ok(course) = course {
                state = course.state;
            }
        }
    }
    assert!(dice.rolled() > 0, "guns have fired");
    state
}

#[test]
fn lw_1_3_no_shot_and_no_hand_changes_the_country() {
    let before = begun("skirmish", &json!({}));
    let after = played(before.clone(), 8);
    assert!(after.ply > before.ply);
    assert_eq!(before.country(), after.country());
    assert_eq!(before.house().scenario.country, after.house().scenario.country);
}

#[test]
fn lw_2_10_nobody_stands_elsewhere_than_the_log_says() {
    let after = played(begun("skirmish", &json!({})), 8);
    let bodies: Vec<_> = after.on_floor().map(|man| (man.id, man.at)).collect();
    let (state, seats) =
        position(&json!({"figures": {"ri1": [1000, 1000], "bi1": [5000, 6000]}})).expect("a position");
    let done = decide::order(&state, &seats[0], &Command::EndMove { side: false }, &mut Chance::Rehearsal);
    let next = done.expect("it is legal").state;
    assert_eq!(
        state.figure(bodies_id("ri1")).map(|man| man.at),
        next.figure(bodies_id("ri1")).map(|man| man.at)
    );
    assert!(bodies.iter().all(|(id, at)| after.figure(*id).is_some_and(|man| man.at == *at)));
}

fn bodies_id(text: &str) -> super::ids::FigureId {
    super::ids::FigureId::parse(text).expect("a man")
}

#[test]
fn lw_1_8_putting_down_has_one_whole_allowance() {
    let waiting = begun("skirmish", &json!({"deployment": "free", "first_move": "red"}));
    assert_eq!(waiting.phase, Phase::PuttingDown);
    assert_eq!(LittleWars::pace(&waiting), None, "as long as the clock says");
}

#[test]
fn lw_6_12_the_naming_of_the_dead_has_no_time_of_its_own() {
    let mut figures = serde_json::Map::new();
    for k in 0..3 {
        figures.insert(format!("ri{}", k + 1), json!([1000 + 80 * k, 1000]));
    }
    figures.insert("bi1".to_owned(), json!([1000, 1080]));
    figures.insert("bi2".to_owned(), json!([1080, 1080]));
    figures.insert("bi91".to_owned(), json!([9000, 6000]));
    let (state, seats) = position(&json!({ "figures": figures })).expect("a position");
    let moving = pace::pace(&state).expect("the pace of a move");
    let done = decide::order(&state, &seats[0], &Command::EndMove { side: false }, &mut Chance::Rehearsal);
    let after = done.expect("it is legal").state;
    assert_eq!(after.phase, Phase::Adjudicate);
    assert_eq!(after.decider.as_ref(), Some(&seats[0]), "after the move, of him who has moved");
    let settling = Pace { is_extra: true, ..moving };
    assert_eq!(
        pace::pace(&after),
        Some(settling),
        "no minutes of its own, but a live clock gives it extra time (LW-2.9)"
    );
}

#[test]
fn lw_5_8_no_man_shoots_or_faces_anywhere() {
    let (state, seats) =
        position(&json!({"figures": {"ri1": [1000, 1000], "bi1": [1000, 1500]}})).expect("a position");
    let shot: Result<Command, _> =
        serde_json::from_value(json!({"type": "fire", "gun": "ri1", "at": {"figure": "bi1"}}));
    assert!(shot.is_err(), "only guns fire");
    let names: Vec<&str> = pages::ORDERS.iter().map(|order| order.order).collect();
    assert!(!names.iter().any(|name| name.contains("face") || name.contains("formation")));
    let view =
        serde_json::to_value(LittleWars::view(&state, &crate::ruleset::Viewer::Seat(seats[0].clone())))
            .expect("JSON");
    assert!(view["figures"][0].get("face").is_none());
}

#[test]
fn lw_7_12_surrender_and_retreat_are_worth_more_than_death() {
    let points = |status: &str| {
        let (state, _) = position(&json!({
            "figures": {"ri1": [1000, 1000], "ri2": [1100, 1000], "bi1": [5000, 6000]},
            "status": {"ri1": {"status": status, "captor": "blue"}}
        }))
        .expect("a position");
        score::standing(&state).red.total()
    };
    assert_eq!(["dead", "flag", "withdrawn"].map(points), [2, 3, 4]);
}

/// The skirmish, with two men fewer on one side.
fn handicapped() -> Scenario {
    let mut own = scenario("skirmish");
    own.forces.blue.infantry -= 2;
    own.deployment.retain(|block| {
        !serde_json::to_string(block).is_ok_and(|text| text.contains("bi6-bi9") || text.contains("bi8"))
    });
    let block = json!({"figures": "bi6-bi7", "at": [3400, 4200], "step": [-160, 0], "per_row": 2});
    own.deployment.push(serde_json::from_value(block).expect("a block"));
    own
}

#[test]
fn lw_10_1_unequal_forces_must_be_agreed_upon() {
    assert!(!LittleWars::faults(&handicapped()).is_empty());
}

#[test]
fn lw_10_4_a_handicap_is_a_scenario_that_was_agreed_upon() {
    let own = Scenario { agreed: Some(true), ..handicapped() };
    let faults = LittleWars::faults(&own);
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
fn lw_10_5_proportions_are_advice_and_never_enforced() {
    let mut own = scenario("skirmish");
    for force in [&mut own.forces.red, &mut own.forces.blue] {
        force.guns = 0;
    }
    for plan in own.seat_plans.values_mut() {
        for entry in plan {
            entry.figures.retain(|pieces| !pieces.to_string().contains('g'));
        }
    }
    own.deployment.retain(|block| !serde_json::to_string(block).is_ok_and(|text| text.contains("\"gun\"")));
    let faults = LittleWars::faults(&own);
    assert!(faults.is_empty(), "a battle without a gun is nobody's fault: {faults:?}");
    assert!(rules::RULES.iter().any(|rule| rule.id == rules::LW_10_5), "the advice stands in the rules");
}
