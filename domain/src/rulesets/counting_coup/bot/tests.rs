//! The bot: what it orders in small positions, and whole games against itself. What hints and odds promise must hold at
//! every point of them.

use serde_json::{Map, Value, json};

use super::{
    super::{
        CountingCoup, check, command::Command, course::Chance, decide, evolve, harness, hints::hints,
        notation, odds::odds, phases, scenario, state::State, table,
    },
    bot,
};
use crate::{
    dice::{ClosedDice, Dice, NumberedDice},
    harness::play,
    ids::Seat,
    ruleset::{Halt, Ruleset, Setup},
};

/// A position on a bare table of 60 by 40 inches, in the third round. `figures` says by name what is not as usual: `C1`
/// is an officer and `HUN1` a mounted chief, the others troopers and warriors, all have firearms. Likewise `units`.
pub(in super::super) fn position(phase: &str, mut changes: Value) -> State {
    let mut units: Map<String, Value> = Map::new();
    let figures = std::mem::take(&mut changes["figures"]);
    for (id, change) in figures.as_object().expect("figures by name") {
        let (unit, is_first) =
            (id.trim_end_matches(|letter: char| letter.is_ascii_digit()), id.ends_with('1'));
        let cavalry = unit.len() < 3;
        let (role, weapon) = match (cavalry, is_first) {
            (true, true) => ("officer", "carbine"),
            (true, false) => ("trooper", "carbine"),
            (false, true) => ("chief", "rifle"),
            (false, false) => ("warrior", "rifle"),
        };
        let figure = json!({"id": id, "role": role, "weapon": weapon, "mounted": role == "chief"});
        let entry = if cavalry { Value::Null } else { json!({"edge": "W", "at": [0, 2000]}) };
        let side = if cavalry { "cavalry" } else { "nations" };
        let unit = units
            .entry(unit)
            .or_insert_with(|| json!({"id": unit, "side": side, "entry": entry, "figures": []}));
        unit["figures"].as_array_mut().expect("figures").push(changed(figure, change));
    }
    let of_units = changes.get("units").cloned().unwrap_or(Value::Null);
    let placed: Vec<Value> = units.into_iter().map(|(id, unit)| changed(unit, &of_units[&id])).collect();
    let options = json!({
        "edition": "v2", "shooting_table": "as_printed", "deployment": "fixed", "round_limit": null,
        "chief_first_hit": "stays", "guidon_guard": "company",
    });
    let mut setup = json!({"table": {"width": 6000, "height": 4000}, "hills": changes["hills"], "round": 3});
    (setup["phase"], setup["options"]) = (json!(phase), changed(options, &changes["options"]));
    setup["units"] = json!(placed);
    if setup["hills"].is_null() {
        setup["hills"] = json!([]);
    }
    harness::position(&setup).expect("a position").0
}

fn changed(mut value: Value, changes: &Value) -> Value {
    for (field, change) in changes.as_object().into_iter().flatten() {
        value[field] = change.clone();
    }
    value
}

/// Orders in notation.
pub(in super::super) fn shown(orders: &[Command]) -> String {
    orders.iter().map(notation::format).collect::<Vec<_>>().join("; ")
}

pub(in super::super) fn seat(id: &str) -> Seat {
    Seat::new(id).expect("a seat")
}

/// The list of a seat.
fn list(phase: &str, id: &str, changes: Value) -> String {
    shown(&bot(&position(phase, changes), &seat(id)))
}

#[test]
fn a_band_stands_in_contact_and_shoots_there_if_it_can() {
    let touching = json!({"figures": {"C1": {"at": [2000, 1000]}, "HUN2": {"at": [1895, 1000]}}});
    assert_eq!(list("nations_move", "hun", touching.clone()), "done move");
    assert_eq!(list("nations_action", "hun", touching), "shoot HUN2 @ C; done action");
    let unarmed = json!({"at": [1895, 1000], "weapon": "none"});
    let touching = json!({"figures": {"C1": {"at": [2000, 1000]}, "HUN2": unarmed}});
    assert_eq!(list("nations_action", "hun", touching), "done action");
}

#[test]
fn a_band_charges_whom_the_fewest_touch() {
    let figures = |second: Value| {
        json!({"figures": {
            "C1": {"at": [2000, 1000]}, "C2": {"at": [2000, 1300]},
            "HUN2": second, "HUN3": {"at": [1600, 1000]},
        }})
    };
    let beset = figures(json!({"at": [1895, 1000]}));
    assert_eq!(list("nations_move", "hun", beset), "charge HUN3 x C2; done move");
    let free = figures(json!({"status": "gone"}));
    assert_eq!(list("nations_move", "hun", free), "charge HUN3 x C1; done move");
}

#[test]
fn a_band_out_of_reach_shoots_within_twelve_inches_and_else_comes_nearer() {
    let from = |x: i32| json!({"figures": {"C1": {"at": [2200, 1000]}, "HUN2": {"at": [x, 1000]}}});
    assert_eq!(list("nations_move", "hun", from(1000)), "move HUN2 > 16.00,10.00; done move");
    assert_eq!(list("nations_action", "hun", from(1000)), "shoot HUN2 @ C; done action");
    assert_eq!(list("nations_action", "hun", from(999)), "move HUN2 > 15.99,10.00; done action");
    let mut behind_a_hill = from(1000);
    behind_a_hill["hills"] = json!([{"id": "H1", "lobes": [{"x": 1600, "y": 900, "r": 200}]}]);
    assert_eq!(list("nations_action", "hun", behind_a_hill), "move HUN2 > 16.00,10.00; done action");
}

#[test]
fn a_step_goes_round_whoever_stands_in_the_way() {
    let figures = json!({"figures": {
        "C1": {"at": [3000, 1000]}, "HUN2": {"at": [1000, 1000]}, "HUN3": {"at": [1600, 1000], "moved": true},
    }});
    assert_eq!(list("nations_move", "hun", figures), "move HUN2 > 15.53,12.29; done move");
}

#[test]
fn whoever_is_nearest_to_an_enemy_goes_first() {
    let figures = json!({"figures": {
        "C1": {"at": [4000, 1000]}, "HUN2": {"at": [1000, 1000]}, "HUN3": {"at": [1600, 1000]},
    }});
    let orders = "move HUN3 > 22.00,10.00; move HUN2 > 16.00,10.00; done move";
    assert_eq!(list("nations_move", "hun", figures), orders);
}

/// A chief and two warriors round an officer and, apart, a bearer.
fn fights(chief: &Value, options: Value) -> String {
    let figures = json!({
        "C1": {"at": [2000, 1000]}, "C2": {"at": [2600, 1000], "bearer": true},
        "HUN1": changed(json!({"at": [1895, 1000]}), chief),
        "HUN2": {"at": [2495, 1000]}, "HUN3": {"at": [2000, 1105]},
    });
    list("nations_melee", "hun", json!({"figures": figures, "options": options}))
}

#[test]
fn a_band_fights_until_no_fight_is_left_and_its_chief_counts_coup_while_he_is_whole() {
    let coup = "coup HUN1 x C1; melee HUN2 x C2; done melee";
    let fight = "melee HUN1 x C1; melee HUN2 x C2; done melee";
    let v1 = || json!({"edition": "v1"});
    assert_eq!(fights(&json!({}), Value::Null), coup);
    assert_eq!(fights(&json!({"hits": 1}), Value::Null), fight);
    assert_eq!(fights(&json!({"hits": 1}), v1()), coup);
    assert_eq!(fights(&json!({"couped": ["C1"]}), v1()), fight);
}

#[test]
fn a_bearer_comes_first_and_is_fought_not_couped() {
    let figures = json!({
        "C2": {"at": [2000, 1000], "bearer": true}, "E1": {"at": [2000, 1210]},
        "HUN1": {"at": [2000, 1105]}, "HUN2": {"at": [2105, 1210]}, "HUN3": {"at": [1895, 1000]},
    });
    let orders = "melee HUN1 x C2; melee HUN2 x E1; done melee";
    assert_eq!(list("nations_melee", "hun", json!({"figures": figures})), orders);
}

#[test]
fn a_company_keeps_its_distance_from_whoever_is_within_thirteen_inches() {
    let from = |x: i32| json!({"figures": {"C1": {"at": [2000, 1000]}, "HUN2": {"at": [x, 1000]}}});
    assert_eq!(list("cavalry_move", "c", from(700)), "move C1 > 25.99,10.00; done move");
    assert_eq!(list("cavalry_move", "c", from(699)), "done move");
    let between = json!({"figures": {
        "C1": {"at": [2000, 1000]}, "HUN2": {"at": [1000, 1000]}, "HUN3": {"at": [3000, 1000]},
    }});
    assert_eq!(list("cavalry_move", "c", between), "move C1 > 20.00,15.99; done move");
}

#[test]
fn a_company_shoots_at_whoever_is_nearest_of_those_it_sees() {
    let figures = json!({
        "C1": {"at": [2000, 1000]}, "C2": {"at": [2000, 3000]},
        "HUN2": {"at": [3000, 1000]}, "SAN2": {"at": [2000, 2200]},
    });
    let lobes = |lobes: Value| json!({"figures": figures, "hills": [{"id": "H1", "lobes": lobes}]});
    let bare = json!({"figures": figures});
    assert_eq!(list("cavalry_action", "c", bare), "shoot C1 @ HUN; shoot C2 @ SAN; done action");
    let east = lobes(json!([{"x": 2500, "y": 1000, "r": 100}]));
    assert_eq!(list("cavalry_action", "c", east), "shoot C1 @ SAN; shoot C2 @ SAN; done action");
    let both = lobes(json!([{"x": 2500, "y": 1000, "r": 100}, {"x": 2000, "y": 1600, "r": 100}]));
    assert_eq!(list("cavalry_action", "c", both), "shoot C2 @ SAN; done action");
}

#[test]
fn a_company_attacks_only_with_an_advantage() {
    let against = |own: &str, other: &str, coups: &str| {
        let figures = json!({own: {"at": [2000, 1000]}, other: {"at": [2105, 1000]}});
        let units = json!({"HUN": {"coup_when_attacked": coups}});
        list("cavalry_melee", "c", json!({"figures": figures, "units": units}))
    };
    assert_eq!(against("C1", "HUN2", "never"), "melee C1 x HUN2; done melee");
    assert_eq!(against("C2", "HUN2", "never"), "done melee");
    assert_eq!(against("C1", "HUN1", "never"), "done melee");
    assert_eq!(against("C1", "HUN1", "always"), "melee C1 x HUN1; done melee");
}

#[test]
fn who_is_not_waited_for_has_no_list() {
    let figures = json!({"C1": {"at": [2000, 1000]}, "HUN2": {"at": [1800, 1000]}});
    let mut state = position("cavalry_move", json!({"figures": figures}));
    assert_eq!(bot(&state, &seat("hun")), []);
    assert_eq!(bot(&state, &seat("nobody")), []);
    assert_eq!(bot(&state, &seat("c")).len(), 2);
    state.figures[0].moved = true;
    assert_eq!(bot(&state, &seat("c")), []);
}

fn start(scenario_idx: usize, plan_idx: usize, number: u64) -> State {
    let scenario: scenario::Scenario =
        serde_json::from_str(table::SCENARIOS[scenario_idx].1).expect("a scenario");
    let options = scenario::options(&scenario);
    let seats = scenario::seat_plans(&scenario)[plan_idx].1.clone();
    let mut state = CountingCoup::initial(&Setup { scenario, options, seats });
    let events = phases::start(&state, &mut NumberedDice::new(number, 0)).expect("numbered dice");
    events.iter().for_each(|event| evolve::evolve(&mut state, event));
    state
}

/// What must hold for every seat at every point: of its overview, and of the hints of some of its figures.
fn check_promises(state: &State) {
    let arrived = decide::stage(state);
    for seat in state.ground().seats.iter().map(|entry| &entry.seat) {
        let overview = hints(state, seat, None);
        assert!(overview.len() <= 62, "{seat}: {}", shown(&overview));
        let figures = state.ground().figures.iter().skip(state.round as usize % 5).step_by(5);
        let of_figures = figures.flat_map(|figure| hints(state, seat, Some(&figure.id.to_string())));
        for order in overview.iter().cloned().chain(of_figures) {
            let line = notation::format(&order);
            assert!(line.len() <= 60, "{line}");
            let rehearsed = decide::order(state, seat, &order, &arrived, &mut Chance::Rehearsal);
            assert!(rehearsed.is_ok(), "{seat}: {line} is hinted but refused");
            let decided = decide::order(state, seat, &order, &arrived, &mut Chance::Dice(&mut ClosedDice));
            let rolls = decided.is_err_and(|halt| halt == Halt::NoDice);
            let odds = odds(state, seat, &order);
            assert_eq!(odds.is_some(), rolls, "{line}");
            let told = odds.iter().flat_map(|odds| &odds.outcomes).map(|chance| chance.n).sum::<u64>();
            assert_eq!(told, odds.map_or(0, |odds| odds.of), "{line}");
        }
    }
}

/// Plays on to the end and looks at every position.
fn watch(mut state: State, number: u64) {
    let mut rolled = 100;
    while state.result.is_none() {
        check_promises(&state);
        let seat_idx = state.awaited_seats()[0];
        let seat = state.ground().seats[seat_idx].seat.clone();
        let orders = bot(&state, &seat);
        let numbered: Vec<(usize, Command)> = orders.iter().cloned().enumerate().collect();
        assert_eq!(check::check(&state, &seat, &numbered), [], "{}", shown(&orders));
        assert_eq!(orders.last(), Some(&super::done(state.phase.kind())));
        let (arrived, was) = (decide::stage(&state), state.clone());
        for order in &orders {
            if state.result.is_some() {
                break;
            }
            let mut dice = NumberedDice::new(number, rolled);
            if let Ok(course) = decide::order(&state, &seat, order, &arrived, &mut Chance::Dice(&mut dice)) {
                state = course.state; // what no longer applies has lapsed (CCC-4.8)
            }
            rolled += dice.rolled();
        }
        let is_past = state.result.is_some()
            || arrived != decide::stage(&state)
            || !state.awaited_seats().contains(&seat_idx);
        assert!(is_past && state != was, "{seat}: {}", shown(&orders));
    }
}

#[test]
fn hints_are_legal_and_odds_are_told_at_every_point_of_a_game() {
    for (scenario_idx, plan_idx, number) in [(0, 0, 1), (0, 1, 2), (0, 0, 3), (1, 0, 4)] {
        watch(start(scenario_idx, plan_idx, number), number);
    }
}

/// The cavalry are to have a fair chance in the small battle and a poor one in the great one: a bot that misreads a
/// rule shows here.
#[test]
fn bots_are_never_refused_and_every_game_ends() {
    let survive = |scenario: &str, plan: &str, n_games: u64, round_limit: u32| {
        let games = (0..n_games).map(|number| play::<CountingCoup>(scenario, plan, number));
        let reasons = games.map(|game| {
            assert!(game.rounds <= round_limit);
            game.outcome.reason
        });
        reasons.filter(|reason| reason == "round_limit").count()
    };
    let survived = survive("skirmish", "units", 100, 5) + survive("skirmish", "duel", 100, 5);
    assert!((80..=120).contains(&survived), "{survived} of 200");
    let survived = survive("last_stand", "units", 6, 10) + survive("last_stand", "duel", 6, 10);
    assert!(survived <= 6, "{survived} of 12");
}
