//! Moving guns (LW-3): the worked examples of LW §12.2.

use serde_json::{Value, json};

use super::{
    event::Event,
    ids::Side,
    rejection::Code,
    state::State,
    testing::{at, done, gun, has_fired, man, order, position, refused, rejection},
    words::{GunStatus, Status, Used},
};
use crate::geometry::{Direction, Point};

fn with(face: [i32; 2], more: Value) -> State {
    let mut figures = json!({
        "rc1": [4800, 2800], "rc2": [4930, 2800], "rc3": [5060, 2800], "rc4": [5190, 2800], "ri5": [4660, 2850],
        "ri90": [9000, 1200], "bi90": [9000, 6000]
    });
    let all = figures.as_object_mut().expect("an object");
    more.as_object().expect("an object").iter().for_each(|(id, at)| {
        all.insert(id.clone(), at.clone());
    });
    position(&json!({"figures": figures, "guns": {"rg1": {"at": [5000, 3000], "face": face}}}))
}

const SOUTH: [i32; 2] = [0, 65_536];

fn crew(events: &[Event]) -> Vec<String> {
    match &events[0] {
        Event::GunMoved { crew, .. } | Event::GunWithdrawn { crew, .. } => {
            crew.iter().map(ToString::to_string).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn lw_3_4_four_horsemen_take_it_two_feet_lw_3_5_trail_forward() {
    let mut state = with(SOUTH, json!({}));
    assert_eq!(refused(&state, "gun rg1 > 50,54.01 crew rc1-rc4"), ("too-far", "LW-3.4"));
    done(&mut state, "gun rg1 > 50,54 crew rc1-rc4");
    let moved = gun(&state, "rg1");
    assert_eq!((moved.at, moved.face), (Point::new(5000, 5400), Direction { x: 0, y: -65_536 }));
    assert_eq!((at(&state, "rc1"), at(&state, "rc4")), ((4800, 5200), (5190, 5200)));
    assert_eq!(man(&state, "rc1").used, Some(Used::Crew));
    assert_eq!(refused(&state, "move rc1 > 48,50"), ("already-moved", "LW-5.3"));
    assert_eq!(refused(&state, "gun rg1 > 50,35"), ("gun-already-moved", "LW-3.2"));
}

#[test]
fn lw_3_4_three_horsemen_and_a_foot_soldier_one_foot() {
    let mut state = with(SOUTH, json!({}));
    let why = rejection(&state, "gun rg1 > 50,42.01 crew rc1-rc3 ri5");
    assert_eq!((why.code, why.rule.0, why.length), (Code::TooFar, "LW-3.4", Some(1201)));
    let events = done(&mut state, "gun rg1 > 50,42 crew rc1-rc3 ri5");
    assert_eq!(crew(&events), ["rc1", "rc2", "rc3", "ri5"]);
}

#[test]
fn lw_3_5_the_muzzle_points_back_along_the_last_leg() {
    let mut state = with(SOUTH, json!({}));
    done(&mut state, "gun rg1 > 50,35 > 57,44.7 crew rc1-rc4");
    assert_eq!(gun(&state, "rg1").face, Direction { x: -38_351, y: -53_143 });
}

#[test]
fn lw_3_6_a_path_of_no_length_is_no_move() {
    let state = with(SOUTH, json!({}));
    assert_eq!(refused(&state, "gun rg1 > 50,30"), ("no-move", "LW-3.6"));
    assert_eq!(refused(&state, "gun rg1 > 50,72.01"), ("off-table", "LW-0.9"));
    assert!(!rejection(&state, "gun rg1 > 50,30").is_curable);
}

#[test]
fn lw_3_3_a_crew_of_three_one_too_far_off_one_left_behind() {
    let east = with([65_536, 0], json!({"ri6": [5000, 2245], "ri7": [5835, 3000]}));
    assert_eq!(refused(&east, "gun rg1 > 50,35 crew rc1-rc3"), ("crew-too-few", "LW-3.3"));
    assert_eq!(refused(&east, "gun rg1 > 50,35 crew rc1-rc3 ri7"), ("crew-not-with-gun", "LW-3.3"));
    let why = rejection(&east, "gun rg1 > 50,35 crew rc1-rc3 ri5>42.74,33");
    assert_eq!((why.code, why.rule.0), (Code::CrewPlacement, "LW-3.3"));
    done(&mut east.clone(), "gun rg1 > 50,35 crew rc1-rc3 ri5>43.2,33");
}

#[test]
fn lw_3_3_by_default_the_four_nearest_horsemen_else_the_four_nearest() {
    let mut horse = with(SOUTH, json!({"ri6": [5000, 2850]}));
    assert_eq!(crew(&done(&mut horse, "gun rg1 > 54,33")), ["rc3", "rc2", "rc4", "rc1"]);
    let mut foot = position(&json!({
        "figures": {
            "ri1": [4800, 2800], "ri2": [4900, 2800], "ri3": [5000, 2800], "ri4": [5100, 2800], "ri5": [5250, 3050],
            "bi90": [9000, 6000]
        },
        "guns": {"rg1": {"at": [5000, 3000]}},
    }));
    assert_eq!(crew(&done(&mut foot, "gun rg1 > 57,39.7")), ["ri3", "ri2", "ri4", "ri5"]);
}

#[test]
fn lw_3_3_who_leads_prisoners_goes_only_if_named() {
    let setup = json!({
        "figures": {
            "ri1": [4800, 2800], "ri2": [4900, 2800], "ri3": [5000, 2800], "ri4": [5100, 2800], "bi1": [5100, 2700],
            "bi90": [9000, 6000]
        },
        "status": {"bi1": {"status": "prisoner", "captor": "red", "escort": "ri4"}},
        "guns": {"rg1": {"at": [5000, 3000]}},
    });
    let mut state = position(&setup);
    assert_eq!(refused(&state, "gun rg1 > 50,35"), ("crew-too-few", "LW-3.3"));
    done(&mut state, "gun rg1 > 50,35 crew ri1-ri4");
}

#[test]
fn lw_3_3_men_of_another_gun_are_not_taken_twice() {
    let mut state = position(&json!({
        "figures": {
            "ri1": [4800, 2800], "ri2": [4900, 2800], "ri3": [5000, 2800], "ri4": [5100, 2800], "ri5": [5200, 2800],
            "bi90": [9000, 6000]
        },
        "guns": {"rg1": {"at": [5000, 3000]}, "rg2": {"at": [5300, 3000]}},
    }));
    done(&mut state, "gun rg1 > 50,33 crew ri1-ri4");
    assert_eq!(refused(&state, "gun rg2 > 53,33 crew ri1 ri2 ri4 ri5"), ("already-moved", "LW-3.3"));
    assert_eq!(refused(&state, "gun rg2 > 53,33 crew ri1-ri4"), ("not-available", "LW-5.11"));
    assert_eq!(refused(&state, "gun rg2 > 53,33"), ("crew-too-few", "LW-3.3"));
}

#[test]
fn lw_3_1_three_armed_men_do_not_put_it_in_action() {
    let mut setup = json!({
        "figures": {"ri1": [4800, 2800], "ri2": [4900, 2800], "ri3": [5000, 2800], "ri4": [5100, 2800], "bi90": [9000, 6000]},
        "guns": {"rg1": {"at": [5000, 3000]}},
        "status": {"ri4": {"status": "disarmed", "freed_at": 1}},
    });
    assert_eq!(refused(&position(&setup), "gun rg1 > 50,35"), ("gun-not-in-action", "LW-3.1"));
    setup["status"] = json!({});
    done(&mut position(&setup), "gun rg1 > 50,35");
}

#[test]
fn lw_3_1_a_swung_gun_counts_those_beside_its_old_place_in_its_own_move_only() {
    let mut state = position(&json!({
        "figures": {"bi1": [4800, 3200], "bi2": [4900, 3200], "bi3": [5000, 3200], "bi4": [5000, 3885], "ri90": [9000, 600]},
        "guns": {"bg1": {"at": [5000, 3000], "face": [0, -65_536]}},
    }));
    has_fired(&mut state, "bg1");
    let at = state.guns.iter().position(|gun| gun.shots == 1).unwrap();
    state.guns[at].start_face = state.guns[at].face;
    state.guns[at].face = serde_json::from_value(json!([65_536, 0])).unwrap();
    let in_action = |state: &State| state.in_action(gun(state, "bg1"));
    state.mover = Side::Blue;
    assert!(in_action(&state));
    state.mover = Side::Red;
    assert!(!in_action(&state));
}

#[test]
fn lw_3_2_fired_it_does_not_move() {
    let mut state = with(SOUTH, json!({}));
    has_fired(&mut state, "rg1");
    assert_eq!(refused(&state, "gun rg1 > 50,35"), ("gun-already-fired", "LW-3.2"));
}

#[test]
fn lw_3_6_it_keeps_clear_of_wheels_and_of_men() {
    let mut state = position(&json!({
        "figures": {
            "ri1": [4800, 2800], "ri2": [4900, 2800], "ri3": [5000, 2800], "ri4": [5100, 2800], "ri9": [5000, 3700],
            "bi90": [9000, 6000]
        },
        "guns": {"rg1": {"at": [5000, 3000]}, "rg2": {"at": [5400, 3400]}},
    }));
    let why = rejection(&state, "gun rg1 > 52.4,34");
    assert_eq!((why.code, why.by.as_deref()), (Code::NotClear, Some("rg2")));
    assert_eq!(refused(&state, "gun rg1 > 50,35.79"), ("too-close-to-man", "LW-5.7"));
    done(&mut state, "gun rg1 > 50,35.78");
}

#[test]
fn lw_3_6_a_hedge_bars_a_gun_and_so_does_an_enemy() {
    let setup = json!({
        "country": [{"id": "h", "kind": "hedge", "top": 90, "rect": [2300, 5200, 3300, 5230]}],
        "figures": {
            "rc1": [2650, 4700], "rc2": [2780, 4700], "rc3": [2910, 4700], "rc4": [3040, 4700], "bi1": [2800, 4000],
            "bi90": [9000, 6000]
        },
        "guns": {"rg1": {"at": [2800, 5000]}},
    });
    let state = position(&setup);
    let why = rejection(&state, "gun rg1 > 28,54 crew rc1-rc4");
    assert_eq!((why.code, why.by.as_deref(), why.is_curable), (Code::PathBlocked, Some("h"), false));
    let why = rejection(&state, "gun rg1 > 28,35 crew rc1-rc4");
    assert_eq!((why.code, why.by.as_deref(), why.is_curable), (Code::PathBlocked, Some("bi1"), true));
}

#[test]
fn lw_3_7_a_gun_and_its_crew_leave_over_their_line() {
    let mut state = position(&json!({
        "figures": {
            "rc1": [4800, 1000], "rc2": [4930, 1000], "rc3": [5060, 1000], "rc4": [5190, 1000], "ri9": [8000, 1000],
            "bi90": [9000, 6000]
        },
        "guns": {"rg1": {"at": [5000, 1200]}},
    }));
    assert_eq!(refused(&state, "gun rg1 > 50,6.81 off"), ("not-at-back-line", "LW-3.7"));
    let events = done(&mut state, "gun rg1 > 50,6.8 off");
    assert_eq!(crew(&events), ["rc3", "rc2", "rc4", "rc1"]);
    let Event::FigureWithdrawn { path, .. } = &events[1] else { panic!("{events:?}") };
    assert_eq!(path[..], [Point::new(5060, 1000)]);
    assert_eq!(gun(&state, "rg1").status, GunStatus::Withdrawn);
    assert_eq!(man(&state, "rc1").status, Status::Withdrawn);
    assert_eq!(refused(&state, "gun rg1 > 50,12"), ("not-available", "LW-5.11"));
}

#[test]
fn lw_3_8_a_captured_gun_is_the_captors_lw_8_3_and_nobody_elses() {
    let mut state = position(&json!({
        "figures": {
            "ri1": [4800, 2800], "ri2": [4900, 2800], "ri3": [5000, 2800], "ri4": [5100, 2800], "bi90": [9000, 6000]
        },
        "guns": {"bg1": {"at": [5000, 3000], "holder": "red"}, "rg1": {"at": [8000, 3000], "holder": "blue"}},
    }));
    assert_eq!(refused(&state, "gun rg1 > 80,35"), ("not-your-gun", "LW-8.3"));
    assert_eq!(refused(&state, "gun rg7 > 80,35"), ("unknown-figure", "§3"));
    order(&mut state, "red", "gun bg1 > 50,33").expect("legal");
}
