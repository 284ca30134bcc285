//! Hints in small positions. That they are legal at every point of whole games is shown beside the bot.

use serde_json::{Value, json};

use super::{
    super::{
        bot::tests::{position, seat, shown},
        event::Event,
        evolve::evolve,
        phase::Phase,
        state::State,
    },
    hints,
};

/// A company of two and a band of two, 10 inches apart; what `changes` says is otherwise.
fn placed(phase: &str, changes: Value) -> State {
    let mut all = json!({"figures": {
        "C1": {"at": [2000, 1000]}, "C2": {"at": [2000, 1200]},
        "HUN1": {"at": [1000, 1000]}, "HUN2": {"at": [1000, 1200], "weapon": "none"},
    }});
    for (field, change) in changes.as_object().into_iter().flatten() {
        match all["figures"].get_mut(field) {
            Some(figure) => change.as_object().expect("a figure").iter().for_each(|(name, to)| {
                figure[name] = to.clone();
            }),
            None => all[field] = change.clone(),
        }
    }
    position(phase, all)
}

fn told(phase: &str, id: &str, figure: Option<&str>, changes: Value) -> String {
    shown(&hints(&placed(phase, changes), &seat(id), figure))
}

#[test]
fn an_overview_moves_whole_units_to_and_fro_then_shoots_then_charges() {
    let near = json!({"HUN1": {"at": [1500, 1000]}, "HUN2": {"at": [1500, 1200]}});
    assert_eq!(
        told("cavalry_move", "c", None, near.clone()),
        "move C* by -3.00,+0.00; move C* by +6.00,+0.00; charge C1 x HUN1; charge C2 x HUN2; done move; \
         done melee"
    );
    assert_eq!(
        told("nations_action", "hun", None, near),
        "move HUN* by +3.00,+0.00; move HUN* by -6.00,+0.00; shoot HUN* @ C within 12.00; charge HUN1 x C1; \
         charge HUN2 x C2; done action; done melee"
    );
}

#[test]
fn a_volley_is_held_to_twelve_inches_where_somebody_stands_so_near() {
    let far = |x: i32| json!({"HUN1": {"at": [x, 1000]}, "HUN2": {"status": "gone"}});
    let shot = |x| told("cavalry_action", "c", None, far(x)).split("; ").nth(2).map(str::to_owned);
    assert_eq!(shot(800).as_deref(), Some("shoot C* @ HUN within 12.00"));
    assert_eq!(shot(799).as_deref(), Some("shoot C* @ HUN"));
}

#[test]
fn who_is_not_to_act_has_no_hints() {
    assert_eq!(told("cavalry_move", "hun", None, Value::Null), "");
    assert_eq!(told("cavalry_move", "hun", Some("HUN1"), Value::Null), "");
    assert_eq!(told("nations_move", "hun", Some("C1"), Value::Null), "");
    assert_eq!(told("nations_move", "hun", Some("all of them"), Value::Null), "");
    assert_eq!(told("nations_move", "hun", Some("HUN1"), json!({"HUN1": {"moved": true}})), "");
    let moved = json!({"HUN1": {"moved": true}, "HUN2": {"moved": true}});
    assert_eq!(told("nations_move", "hun", None, moved), "done move; done melee");
}

#[test]
fn a_figure_may_charge_go_to_sixteen_points_at_two_lengths_and_shoot() {
    let orders = told("nations_action", "hun", Some("HUN1"), Value::Null);
    let orders: Vec<&str> = orders.split("; ").collect();
    assert_eq!(orders[..2], ["charge HUN1 x C1", "charge HUN1 x C2"]);
    let moves = orders.iter().filter(|order| order.starts_with("move HUN1 > ")).count();
    assert_eq!(moves, 16 + 16 - 7); // at full length six lead off the table, one through C1
    assert_eq!(orders.last(), Some(&"shoot HUN1 @ C"));
    assert_eq!(told("nations_action", "hun", Some("HUN2"), json!({"HUN2": {"acted": true}})), "");
}

#[test]
fn ccc_9_1_a_chief_in_contact_has_each_fight_as_a_coup_too() {
    let touching = json!({"HUN1": {"at": [1895, 1000]}, "HUN2": {"at": [2105, 1000]}});
    let fights = "melee HUN1 x C1; coup HUN1 x C1; melee HUN2 x C1; done melee";
    assert_eq!(told("nations_melee", "hun", None, touching.clone()), fights);
    assert_eq!(told("nations_melee", "hun", Some("HUN2"), touching.clone()), "melee HUN2 x C1");
    let mut counted = touching;
    counted["HUN1"]["couped"] = json!(["C1"]);
    assert_eq!(told("nations_melee", "hun", Some("HUN1"), counted), "melee HUN1 x C1");
}

#[test]
fn without_an_enemy_on_the_table_a_unit_may_go_to_the_four_quarters() {
    let alone = json!({"C1": {"at": [2000, 640]}, "HUN1": {"status": "gone"}, "HUN2": {"status": "waiting", "returns": 4}});
    assert_eq!(
        told("cavalry_move", "c", None, alone.clone()),
        "move C* by +6.00,+0.00; move C* by +0.00,+6.00; move C* by -6.00,+0.00; done move; done melee"
    );
    let northward =
        told("cavalry_action", "c", None, json!({"HUN1": {"status": "gone"}, "HUN2": {"status": "gone"}}));
    assert!(northward.starts_with("move C* by +0.00,-6.00; move C* by +6.00,+0.00; "), "{northward}");
}

#[test]
fn ccc_4_6_whoever_is_done_may_take_it_back_and_no_done_does_nothing() {
    let told = |phase: &str, through: Option<Phase>| {
        let mut state = placed(phase, Value::Null);
        let unit = state.unit_id(0);
        through.iter().for_each(|through| evolve(&mut state, &Event::UnitDone { unit, through: *through }));
        shown(&hints(&state, &seat("c"), None))
    };
    assert_eq!(told("cavalry_move", Some(Phase::CavalryMove)), "resume; done melee");
    assert_eq!(told("cavalry_action", Some(Phase::CavalryAction)), "resume; done melee");
    assert_eq!(told("cavalry_move", Some(Phase::CavalryMelee)), "resume");
    assert_eq!(told("cavalry_melee", Some(Phase::CavalryMelee)), "resume");
    assert_eq!(told("cavalry_melee", None), "done melee");
}
