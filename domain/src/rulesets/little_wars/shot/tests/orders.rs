//! `fire` as an order: who may give it, what it is refused for and in which order, what follows from it; its odds and what is
//! suggested.

use serde_json::json;

use super::{
    super::{Bodies, along_the_barrel, best_aims, may_fire, odds, suggestions},
    *,
};
use crate::{
    dice::{ClosedDice, Dice},
    harness::ScriptedDice,
    ids::Seat,
    ruleset::{Halt, Reject},
    rulesets::little_wars::{
        check::check,
        command::Command,
        course::{Chance, Course},
        decide::order,
        harness::position,
        rejection::Rejection,
        state::SeatStage,
        words::{GameKind, GunStatus, Role},
    },
};

fn seat(name: &str) -> Seat {
    Seat::new(name).expect("a seat")
}

/// Red's gun at (2000,3000) with its crew, and blue men where they are wanted.
fn ready(men: &[(&str, (i32, i32))]) -> State {
    let mut state = empty([9_600, 7_200], "steady", &json!([]));
    put_gun(&mut state, "rg1", (2_000, 3_000));
    put_crew(&mut state);
    men.iter().for_each(|(id, at)| put(&mut state, id, *at));
    state
}

fn gun_of<'a>(state: &'a mut State, id: &str) -> &'a mut super::super::Gun {
    let at = state.gun_at(GunId::parse(id).expect("a name")).expect("a gun");
    &mut state.guns[at]
}

fn figure_of<'a>(state: &'a mut State, id: &str) -> &'a mut super::super::super::state::Figure {
    let at = state.figure_at(FigureId::parse(id).expect("a name")).expect("a man");
    &mut state.figures[at]
}

fn fire(at: Value) -> Value {
    json!({"type": "fire", "gun": "rg1", "at": at})
}

fn command(order: &Value) -> Command {
    serde_json::from_value(order.clone()).expect("an order")
}

fn decided(
    state: &State,
    order_of: &str,
    told: &Value,
    dice: &mut dyn Dice,
) -> Result<Course, Halt<Rejection>> {
    order(state, &seat(order_of), &command(told), &mut Chance::Dice(dice))
}

/// Code and rule of a refusal; dice are closed, for nothing is refused after the first one.
fn refused(state: &State, order: &Value) -> (&'static str, &'static str) {
    match decided(state, "red", order, &mut ClosedDice) {
        Err(Halt::Refused(why)) => (why.code(), why.rule().0),
        Err(Halt::NoDice) => ("rolls", ""),
        Ok(_) => ("nothing", ""),
    }
}

fn events(course: &Course) -> Vec<Value> {
    course.events.iter().map(json_of).collect()
}

const BI1: (&str, (i32, i32)) = ("bi1", (8_000, 3_000));

#[test]
fn vectors_whose_orders_are_shots_alone() {
    let all = vectors();
    let mut fired = 0;
    for vector in all["vectors"].as_array().expect("vectors") {
        let names = ["V24", "V25", "V26", "V34", "V35", "V40", "V42"];
        let Some(name) = names.into_iter().find(|name| vector["id"] == *name) else { continue };
        let (mut state, _) = position(&vector["setup"]).expect("a position");
        for step in vector["steps"].as_array().expect("steps") {
            let dice = step["dice"].as_array().map_or(&[][..], |dice| dice);
            let mut dice = ScriptedDice::new(dice.iter().map(|die| die.as_u64().expect("a die") as u32));
            let mut said = Vec::new();
            for (at, told) in step["orders"].as_array().expect("orders").iter().enumerate() {
                match decided(&state, "red", told, &mut dice) {
                    Ok(course) => {
                        fired += 1;
                        said.extend(events(&course));
                        state = course.state;
                    }
                    Err(Halt::Refused(why)) if dice.rolled() == 0 => {
                        let found = json!({"order_index": at, "code": why.code(), "rule": why.rule()});
                        assert_eq!(found, step["reject"], "{name}");
                    }
                    Err(Halt::Refused(why)) => said.push(json!({
                        "type": "order_lapsed", "order_index": at, "order": told, "code": why.code(),
                    })),
                    Err(Halt::NoDice) => panic!("{name}: more dice were asked for"),
                }
            }
            assert_eq!(dice.left(), 0, "{name}");
            if step.get("events").is_some() {
                assert_eq!(json!(said), step["events"], "{name}");
            }
        }
    }
    assert_eq!(fired, 7);
}

#[test]
fn lw_4_1_refusals_come_in_the_order_of_the_rules() {
    let at = json!({"figure": "bi2"});
    let mut state = ready(&[BI1, ("bi2", (2_100, 3_000))]);
    assert_eq!(refused(&state, &fire(at.clone())), ("too-close", "LW-4.2"));
    let crew = figure_of(&mut state, "ri91");
    crew.status = Status::Disarmed;
    assert_eq!(refused(&state, &fire(at.clone())), ("gun-not-in-action", "LW-3.1"));
    gun_of(&mut state, "rg1").shots = 4;
    assert_eq!(refused(&state, &fire(at.clone())), ("no-shots-left", "LW-4.1"));
    gun_of(&mut state, "rg1").moved = true;
    assert_eq!(refused(&state, &fire(at.clone())), ("gun-already-moved", "LW-3.2"));
    state.sides.red.moves_made = 0;
    assert_eq!(refused(&state, &fire(at.clone())), ("no-fire-yet", "LW-2.4"));
    state.seats[0].stage = SeatStage::Men;
    assert_eq!(refused(&state, &fire(at.clone())), ("guns-first", "LW-2.2"));
    gun_of(&mut state, "rg1").status = GunStatus::Withdrawn;
    assert_eq!(refused(&state, &fire(at.clone())), ("not-available", "LW-5.11"));
    gun_of(&mut state, "rg1").seat = 1;
    assert_eq!(refused(&state, &fire(at.clone())), ("not-your-figure", "LW-11.2"));
    gun_of(&mut state, "rg1").holder = Side::Blue;
    assert_eq!(refused(&state, &fire(at.clone())), ("not-your-gun", "LW-8.3"));
    let none = json!({"type": "fire", "gun": "rg10", "at": at});
    assert_eq!(refused(&state, &none), ("unknown-figure", "§3"));
    state.seats[0].stage = SeatStage::Done;
    assert_eq!(refused(&state, &none), ("not-your-phase", "§4"));
}

#[test]
fn lw_4_2_an_aim_that_cannot_be_taken() {
    let mut state = ready(&[BI1, ("bi3", (4_000, 3_000)), ("bi9", (5_000, 3_000))]);
    figure_of(&mut state, "bi3").status = Status::Dead;
    for (at, code) in [
        (json!({"figure": "bi100"}), "unknown-figure"),
        (json!({"figure": "bi3"}), "not-available"),
        (json!({"figure": "bi2"}), "not-available"),
        (json!({"x": 9_601, "y": 0}), "off-table"),
        (json!({"x": -1, "y": 0}), "off-table"),
        (json!({"x": 2_000, "y": 3_000}), "too-close"),
        (json!({"x": 8_000, "y": 3_000, "h": 2_001}), "out-of-range"),
        (json!({"x": 8_000, "y": 3_000, "h": -1}), "out-of-range"),
        (json!({"x": 8_000, "y": 3_000, "h": 2_000}), "out-of-range"),
        (json!({"x": 8_000, "y": 3_000, "h": 1_840}), "rolls"),
        (json!({"figures": ["bi1-bi100"]}), "unknown-figure"),
        (json!({"figures": ["bi9-bi1"]}), "unknown-figure"),
        (json!({"figures": ["bi1", "bc200"]}), "unknown-figure"),
        (json!({"figures": []}), "not-available"),
        (json!({"figures": ["bi3", "bi1"]}), "rolls"),
        (json!({"figures": ["bi3-bi4"]}), "not-available"),
        (json!({"figures": ["bi*"]}), "rolls"),
        (json!({"figure": "ri94"}), "rolls"),
    ] {
        assert_eq!(refused(&state, &fire(at.clone())).0, code, "{at}");
    }
    let off = refused(&state, &fire(json!({"x": 9_601, "y": 0})));
    assert_eq!(off, ("off-table", "LW-4.2"));
    for (elevation, code) in
        [(3_501, "elevation-out-of-limits"), (-1_001, "elevation-out-of-limits"), (3_500, "rolls")]
    {
        let mut told = fire(json!({"figure": "bi1"}));
        told["elevation"] = json!(elevation);
        assert_eq!(refused(&state, &told).0, code);
    }
    let mut near = fire(json!({"x": 2_100, "y": 3_000}));
    near["elevation"] = json!(9_999);
    assert_eq!(refused(&state, &near).0, "too-close");
}

#[test]
fn lw_4_5_the_gun_keeps_aim_and_elevation_without_the_scatter() {
    let state = ready(&[BI1]);
    let mut dice = ScriptedDice::new([6, 6, 6, 6]);
    let course = decided(&state, "red", &fire(json!({"figure": "bi1"})), &mut dice).expect("a shot");
    let gun = course.state.gun(GunId::parse("rg1").expect("a name")).expect("a gun");
    assert_eq!((gun.face, gun.elevation, gun.shots), (Direction { x: 65_536, y: 0 }, 447, 1));
    let told = events(&course);
    assert_eq!(told[0]["scatter"], json!({"deflection": 120, "elevation": 120}));
    let asked: Vec<String> = dice.thrown.iter().map(crate::dice::Throw::why).collect();
    assert_eq!(asked, ["deflection: rg1", "elevation: rg1"]);
}

#[test]
fn lw_4_12_lw_4_14_the_dead_are_told_one_by_one_with_their_cause() {
    let state = ready(&[BI1, ("bi2", (8_100, 3_000)), ("bi3", (8_200, 3_000))]);
    let mut dice = ScriptedDice::new([3, 4, 3, 4, 6, 5, 4, 4]);
    let course = decided(&state, "red", &fire(json!({"figure": "bi1"})), &mut dice).expect("a shot");
    let killed: Vec<Value> = events(&course).split_off(1);
    let death = |figure: &str, cause: &str| json!({"type": "figure_killed", "figure": figure, "cause": cause, "gun": "rg1", "melee": null});
    assert_eq!(killed, [death("bi1", "fell"), death("bi2", "domino")]);
    let asked: Vec<String> = dice.thrown.iter().skip(2).map(crate::dice::Throw::why).collect();
    assert_eq!(asked, ["topple: rg1 x bi1", "domino: rg1 x bi2", "domino: rg1 x bi3", "topple: rg1 x bi3"]);
    let rolls: Vec<String> = crate::ruleset::Fact::rolls(&course.events[0])
        .iter()
        .map(|roll| crate::dice::why(&roll.purpose, roll.roller.as_deref(), roll.against.as_deref()))
        .collect();
    assert_eq!(rolls, dice.thrown.iter().map(crate::dice::Throw::why).collect::<Vec<_>>());
}

#[test]
fn lw_9_17_lw_2_4_who_may_fire() {
    let mut state = ready(&[]);
    (state.sides.red.moves_made, state.sides.blue.moves_made) = (0, 0);
    assert_eq!(Side::ALL.map(|side| may_fire(&state, side)), [false, false]);
    state.sides.red.moves_made = 1;
    assert_eq!(Side::ALL.map(|side| may_fire(&state, side)), [true, false]);
    state.sides.red.moves_made = 0;
    (state.sides.red.role, state.sides.blue.role) = (Role::Attacker, Role::Defender);
    assert_eq!(Side::ALL.map(|side| may_fire(&state, side)), [false, true]);
    assert_eq!(state.options().game, GameKind::FightToTheFinish);
}

#[test]
fn a_rehearsed_shot_is_used_up_turns_its_gun_and_hits_nothing() {
    let state = ready(&[BI1]);
    let told = command(&fire(json!({"figure": "bi1"})));
    let course = order(&state, &seat("red"), &told, &mut Chance::Rehearsal).expect("a rehearsal");
    let gun = course.state.gun(GunId::parse("rg1").expect("a name")).expect("a gun");
    assert_eq!((gun.shots, gun.elevation, gun.face), (1, 447, Direction { x: 65_536, y: 0 }));
    assert_eq!(course.state.figures, state.figures);
    let list: Vec<(usize, Command)> = (0..5).map(|at| (at, told.clone())).collect();
    let faults = check(&state, &seat("red"), &list);
    assert_eq!(faults.iter().map(|(at, why)| (*at, why.code())).collect::<Vec<_>>(), [(4, "no-shots-left")]);
}

#[test]
fn lw_4_22_an_order_has_odds_exactly_when_it_would_roll() {
    let mut state = ready(&[BI1, ("bi2", (8_000, 3_090))]);
    let told = fire(json!({"figure": "bi1"}));
    let shown = |state: &State, told: &Value| {
        odds(state, &seat("red"), &command(told)).map(|odds| {
            let sum: u64 = odds.outcomes.iter().map(|chance| chance.n).sum();
            assert_eq!(sum, odds.of);
            odds.outcomes.into_iter().map(|chance| (chance.name, chance.n)).collect::<Vec<_>>()
        })
    };
    let named = |name: &str, n| (name.to_owned(), n);
    let wanted = vec![named("bi1", 44_064), named("bi2", 1_296), named("nobody", 1_296)];
    assert_eq!(shown(&state, &told), Some(wanted.clone()));
    assert_eq!(shown(&state, &fire(json!({"figures": ["bi3", "bi1"]}))), Some(wanted));
    assert_eq!(shown(&state, &fire(json!({"figure": "bi3"}))), None);
    gun_of(&mut state, "rg1").shots = 4;
    assert_eq!(shown(&state, &told), None);
    assert_eq!(odds(&state, &seat("blue"), &command(&told)), None);
    assert_eq!(shown(&state, &json!({"type": "end_guns"})), None);
}

#[test]
fn the_best_aims_come_first() {
    let men = [
        BI1,
        ("bi2", (8_000, 4_400)),
        ("bi3", (8_090, 4_400)),
        ("bi4", (8_000, 4_490)),
        ("bc1", (5_000, 5_600)),
    ];
    let mut state = ready(&men);
    let gun = GunId::parse("rg1").expect("a name");
    let ranked = best_aims(&state, gun, Bodies::Enemies);
    assert_eq!(ranked.len(), men.len());
    assert!(ranked.is_sorted_by(|better, worse| worse.wanted <= better.wanted));
    assert_eq!(ranked[0].figure.to_string(), "bc1", "the nearest is the surest");
    let body = ["bi2", "bi3", "bi4"].map(|id| FigureId::parse(id).expect("a name"));
    let among = best_aims(&state, gun, Bodies::Men(&body));
    assert!(among.iter().all(|aim| body.contains(&aim.figure) && aim.wanted <= aim.enemy));
    let alone = among.iter().find(|aim| aim.figure == body[0]).expect("he can be aimed at");
    let of_him = alone.men.iter().find(|(man, _)| *man == body[0]).map(|(_, n)| *n);
    assert!(of_him < Some(alone.wanted), "his neighbours count too");
    let (least, most) = (Point::new(7_900, 4_300), Point::new(8_200, 4_500));
    assert_eq!(best_aims(&state, gun, Bodies::Box { least, most }), among);
    let orders = suggestions(&state, &seat("red"), gun);
    assert_eq!(orders.len(), men.len());
    assert!(orders.iter().all(|order| odds(&state, &seat("red"), order).is_some()));
    assert_eq!(along_the_barrel(&state, gun, body[0]), Some(body[0]));
    figure_of(&mut state, "bi1").status = Status::Flag;
    assert_eq!(best_aims(&state, gun, Bodies::Enemies).len(), men.len() - 1);
    gun_of(&mut state, "rg1").shots = 4;
    assert_eq!(suggestions(&state, &seat("red"), gun), []);
    assert_eq!(suggestions(&state, &seat("blue"), gun), []);
}
