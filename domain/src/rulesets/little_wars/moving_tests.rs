//! Moving men: the worked examples of LW §12.1, and what they leave open.

use serde_json::json;

use super::{
    command::Command,
    event::Event,
    evolve::evolve,
    ids::FigureId,
    notation,
    rejection::Code,
    testing::{at, done, faults, man, order, position, refused, rejection},
    words::{FreedBy, MovedBy, Status, Used},
};
use crate::geometry::Point;

/// The path, its length and its reason, of all who moved.
fn moved(events: &[Event]) -> Vec<(String, (i32, i32), i64)> {
    let told = events.iter().filter_map(|event| match event {
        Event::FigureMoved { figure, path, length, reason: MovedBy::Order } => {
            let end = path.last().expect("an end");
            Some((figure.to_string(), (end.x, end.y), *length))
        }
        _ => None,
    });
    told.collect()
}

fn far_off() -> serde_json::Value {
    json!({"ri1": [1000, 1000], "rc1": [3000, 1000], "ri90": [9000, 1200], "bi90": [9000, 6000]})
}

#[test]
fn lw_0_9_the_string_is_the_sum_of_its_legs_each_rounded_up() {
    let mut state = position(&json!({"figures": far_off()}));
    let why = rejection(&state, "move ri1 > 17,19.75");
    assert_eq!((why.code, why.rule.0, why.length), (Code::TooFar, "LW-5.1", Some(1201)));
    assert_eq!(moved(&done(&mut state, "move ri1 > 17,19.7")), [("ri1".to_owned(), (1700, 1970), 1197)]);
    let events = done(&mut state, "move ri1 > 14,13 > 14,13 > 14,17 > 16.5,17");
    assert_eq!(moved(&events), [("ri1".to_owned(), (1650, 1700), 1150)]);
    let Event::FigureMoved { path, .. } = &events[0] else { panic!("{events:?}") };
    assert_eq!(path.len(), 4, "equal neighbours count once");
}

#[test]
fn lw_0_9_off_the_floor_is_found_before_anything_is_measured() {
    let state = position(&json!({"figures": far_off()}));
    let off = ("off-table", "LW-0.9");
    assert_eq!(refused(&state, "move ri1 > -1,10 > 10,10"), off);
    assert_eq!(refused(&state, "move ri1 > 96.01,10"), off);
    assert_eq!(refused(&state, "march ri1 rc1 by -21,0"), off, "farther than either goes, too");
    assert_eq!(refused(&state, "march ri1 by -21000000,0"), off);
    assert_eq!(refused(&state, "line ri1 from 10,10 to 10,72.01"), off);
    assert_eq!(refused(&state, "move ri1 > 96,72"), ("too-far", "LW-5.1"));
}

#[test]
fn lw_5_1_a_foot_for_infantry_lw_5_2_two_for_cavalry() {
    let mut state = position(&json!({"figures": far_off()}));
    assert_eq!(refused(&state, "move ri1 > 10,22.01"), ("too-far", "LW-5.1"));
    assert_eq!(refused(&state, "move rc1 > 30,34.01"), ("too-far", "LW-5.2"));
    done(&mut state, "move ri1 > 10,22");
    done(&mut state, "move rc1 > 30,34");
    assert_eq!((at(&state, "ri1"), at(&state, "rc1")), ((1000, 2200), (3000, 3400)));
}

#[test]
fn lw_5_3_a_new_path_is_measured_from_where_the_move_began() {
    let mut state = position(&json!({"figures": far_off()}));
    done(&mut state, "move ri1 > 10,15");
    assert_eq!(refused(&state, "move ri1 > 10,22.01"), ("too-far", "LW-5.1"));
    let events = done(&mut state, "move ri1 > 10,22");
    assert_eq!(moved(&events), [("ri1".to_owned(), (1000, 2200), 1200)]);
    assert_eq!(man(&state, "ri1").start, Point::new(1000, 1000));
}

#[test]
fn lw_1_9_in_the_first_move_the_path_begins_on_the_line() {
    let figures = json!({"ri1": [4000, 900], "ri2": [4200, 300], "ri90": [9000, 1200], "bi90": [9000, 6000]});
    let mut state = position(&json!({"ply": 0, "figures": figures}));
    assert_eq!(refused(&state, "move ri1 > 40,18.01"), ("too-far", "LW-5.1"));
    done(&mut state, "move ri1 > 40,18");
    done(&mut state, "move ri2 > 42,18");
    assert_eq!((at(&state, "ri1"), at(&state, "ri2")), ((4000, 1800), (4200, 1800)));
}

fn barn() -> serde_json::Value {
    json!({"id": "barn", "kind": "house", "top": 400, "rect": [1900, 2150, 2300, 2450]})
}

#[test]
fn lw_5_4_a_house_bars_the_way_but_its_edge_may_be_followed() {
    let figures = json!({
        "ri1": [1850, 2000], "ri2": [2300, 2000], "ri3": [2900, 2300], "ri90": [9000, 1200], "bi90": [9000, 6000]
    });
    let mut state = position(&json!({"country": [barn()], "figures": figures}));
    let why = rejection(&state, "move ri1 > 20,25");
    assert_eq!((why.code, why.by.as_deref(), why.is_curable), (Code::PathBlocked, Some("barn"), false));
    done(&mut state, "move ri2 > 23,25.5");
    assert_eq!(refused(&state, "move ri3 > 23.41,23"), ("not-clear", "LW-5.6"));
    done(&mut state, "move ri3 > 23.42,23");
}

#[test]
fn lw_5_4_the_seam_of_two_houses_is_no_lane() {
    let country = json!([
        {"id": "a", "kind": "house", "top": 400, "rect": [2000, 2000, 2500, 2400]},
        {"id": "b", "kind": "house", "top": 400, "rect": [2500, 2000, 3000, 2400]},
    ]);
    let figures = json!({"ri1": [2500, 1900], "bi90": [9000, 6000]});
    let state = position(&json!({"country": country, "figures": figures}));
    assert_eq!(refused(&state, "move ri1 > 25,25"), ("path-blocked", "LW-5.4"));
}

#[test]
fn lw_5_4_an_enemys_body_bars_the_way_and_a_shot_might_clear_it_but_no_wall_behind_him() {
    let wall = json!({"id": "wall", "kind": "wall", "top": 150, "rect": [900, 1900, 1100, 1930]});
    let figures = json!({
        "ri1": [1000, 1000], "bi1": [1000, 1600], "ri2": [2000, 1000], "ri3": [2000, 1600], "bi90": [9000, 6000]
    });
    let mut state = position(&json!({"figures": figures}));
    let why = rejection(&state, "move ri1 > 10,21");
    assert_eq!((why.code, why.by.as_deref(), why.is_curable), (Code::PathBlocked, Some("bi1"), true));
    done(&mut state, "move ri2 > 20,21");
    done(&mut state, "move ri1 > 10.35,12 > 10.35,20"); // along his side: D is not below his radius
    let walled = position(&json!({"country": [wall], "figures": figures}));
    let why = rejection(&walled, "move ri1 > 10,21");
    assert_eq!((why.by.as_deref(), why.is_curable), (Some("wall"), false));
}

#[test]
fn lw_1_5_what_bars_men_and_what_does_not() {
    let country = json!([
        {"id": "w", "kind": "water", "top": 0, "rect": [0, 3000, 9600, 3300]},
        {"id": "br", "kind": "bridge", "top": 0, "rect": [4000, 2950, 4300, 3350]},
        {"id": "h", "kind": "hedge", "top": 90, "rect": [2300, 5200, 3300, 5230]},
        {"id": "k", "kind": "hill", "top": 100, "rect": [5000, 4000, 6000, 5000]},
        {"id": "t", "kind": "trees", "top": 450, "points": [[7000, 5000]]},
    ]);
    let figures = json!({
        "ri1": [4150, 2900], "ri2": [4500, 2900], "ri3": [2500, 5000], "ri4": [4700, 4500], "ri5": [7000, 4500],
        "bi90": [9000, 6000]
    });
    let mut state = position(&json!({"country": country, "figures": figures}));
    assert_eq!(refused(&state, "move ri2 > 45,34.5"), ("path-blocked", "LW-5.4"));
    done(&mut state, "move ri1 > 41.5,34.5");
    done(&mut state, "move ri1 > 42.5,32"); // he may stand on a bridge
    assert_eq!(refused(&state, "move ri3 > 25,52.6"), ("not-clear", "LW-5.6"));
    done(&mut state, "move ri3 > 25,53.5");
    assert_eq!(refused(&state, "move ri4 > 50.2,45"), ("not-clear", "LW-5.6"));
    done(&mut state, "move ri4 > 50.42,45");
    done(&mut state, "move ri4 > 49.58,45");
    assert_eq!(refused(&state, "move ri5 > 70,49.5"), ("not-clear", "LW-5.6"));
    done(&mut state, "move ri5 > 70,55"); // past a tree, straight through
}

#[test]
fn lw_5_5_who_has_moved_into_contact_stays_who_has_not_moved_is_not_held() {
    let figures = json!({"ri1": [1000, 1000], "ri2": [2000, 1000], "bi1": [1000, 1580], "bi2": [2000, 1080]});
    let mut state = position(&json!({"figures": figures}));
    done(&mut state, "move ri1 > 10,15");
    let why = rejection(&state, "move ri1 > 10,14");
    assert_eq!((why.code, why.rule.0, why.by.as_deref()), (Code::InContact, "LW-5.5", Some("bi1")));
    done(&mut state, "move ri2 > 20,8");
}

#[test]
fn lw_5_6_clear_of_wheels_and_within_the_floor() {
    let setup = json!({
        "figures": {"ri1": [1000, 100], "ri2": [5000, 2500], "bi90": [9000, 6000]},
        "guns": {"rg1": {"at": [5000, 3000]}},
    });
    let mut state = position(&setup);
    assert_eq!(refused(&state, "move ri1 > 10,0.34"), ("not-clear", "LW-5.6"));
    done(&mut state, "move ri1 > 10,0.35");
    let why = rejection(&state, "move ri2 > 50,28.79");
    assert_eq!((why.code, why.by.as_deref()), (Code::NotClear, Some("rg1")));
    done(&mut state, "move ri2 > 50,28.78"); // 122 of 121.25
}

#[test]
fn lw_5_7_a_sixteenth_of_an_inch_between_men() {
    let figures = json!({
        "ri1": [1000, 1000], "ri2": [2000, 1000], "rc1": [3000, 1000], "rc2": [3000, 1400], "bi90": [9000, 6000]
    });
    let mut state = position(&json!({"figures": figures}));
    let why = rejection(&state, "move ri1 > 19.24,10");
    assert_eq!((why.code, why.by.as_deref(), why.is_curable), (Code::TooCloseToMan, Some("ri2"), true));
    done(&mut state, "move ri1 > 19.23,10");
    assert_eq!(refused(&state, "move rc1 > 30,12.74"), ("too-close-to-man", "LW-5.7"));
    done(&mut state, "move rc1 > 30,12.73");
}

#[test]
fn lw_5_9_a_file_marches_together() {
    let figures = json!({"ri1": [1000, 1000], "ri2": [1000, 1100], "bi90": [9000, 6000]});
    let mut state = position(&json!({"figures": figures}));
    assert_eq!(refused(&state, "move ri1 > 10,11"), ("too-close-to-man", "LW-5.7"));
    done(&mut state, "march ri1-ri2 by 0,1");
    assert_eq!((at(&state, "ri1"), at(&state, "ri2")), ((1000, 1100), (1000, 1200)));
}

#[test]
fn lw_5_9_each_test_is_made_for_all_before_the_next() {
    let figures = json!({"ri1": [2000, 2000], "ri2": [3000, 2000], "bi90": [9000, 6000]});
    let mut state = position(&json!({"country": [barn()], "figures": figures}));
    assert_eq!(refused(&state, "march ri1-ri2 by 0,7"), ("path-blocked", "LW-5.4"));
    done(&mut state, "move ri2 > 30,26");
    assert_eq!(refused(&state, "march ri1-ri2 by 0,7"), ("too-far", "LW-5.1"));
}

#[test]
fn lw_5_9_a_line_is_spread_evenly() {
    let figures = json!({
        "ri1": [1000, 2700], "ri2": [1160, 2700], "ri3": [1320, 2700], "ri4": [1480, 2700], "bi90": [9000, 6000]
    });
    let mut state = position(&json!({"figures": figures}));
    let events = done(&mut state, "line ri1-ri4 from 10,30 to 15,31");
    let ends: Vec<_> = moved(&events).into_iter().map(|(_, end, length)| (end, length)).collect();
    assert_eq!(ends, [((1000, 3000), 300), ((1167, 3033), 334), ((1333, 3067), 368), ((1500, 3100), 401)]);
    done(&mut state, "line ri4 from 14,28 to 20,30");
    assert_eq!(at(&state, "ri4"), (1400, 2800), "one man goes where it begins");
}

#[test]
fn lw_5_10_over_ones_own_line() {
    let figures = json!({
        "ri1": [1200, 1000], "ri2": [1500, 1000], "ri3": [1700, 1700], "ri4": [1800, 620], "ri5": [2500, 1900],
        "bi1": [1000, 6000], "bi90": [9000, 6000]
    });
    let mut state = position(&json!({"figures": figures}));
    assert_eq!(refused(&state, "retreat ri1 > 12,6.36"), ("not-at-back-line", "LW-5.10"));
    done(&mut state, "retreat ri1 > 12,6.35");
    assert_eq!(refused(&state, "retreat ri2-ri5"), ("too-far", "LW-5.1"), "all or none");
    let events = done(&mut state, "retreat ri2-ri4");
    let ends: Vec<_> = events
        .iter()
        .map(|event| match event {
            Event::FigureWithdrawn { path, .. } => path.iter().map(|point| (point.x, point.y)).collect(),
            _ => Vec::new(),
        })
        .collect();
    assert_eq!(ends, [vec![(1500, 1000), (1500, 635)], vec![(1700, 1700), (1700, 635)], vec![(1800, 620)]]);
    assert_eq!(man(&state, "ri1").status, Status::Withdrawn);
    assert_eq!(refused(&state, "move ri1 > 12,7"), ("not-available", "LW-5.11"));
    let mut south = position(&json!({"ply": 5, "figures": {"bi1": [1000, 6000], "ri90": [9000, 1200]}}));
    order(&mut south, "blue", "retreat bi1").expect("legal");
    assert_eq!(man(&south, "bi1").status, Status::Withdrawn);
}

#[test]
fn lw_5_14_a_loose_march_takes_each_as_far_as_he_can() {
    let setup = json!({
        "country": [{"id": "t", "kind": "trees", "top": 450, "points": [[1300, 1600]]}, barn()],
        "figures": {"ri1": [1000, 1000], "ri2": [1300, 1000], "ri3": [2100, 1700], "bi90": [9000, 6000]},
    });
    let mut state = position(&setup);
    assert_eq!(refused(&state, "march ri1-ri3 by 0,6"), ("path-blocked", "LW-5.4"));
    let events = done(&mut state, "march ri1-ri3 by 0,6 loose");
    let names: Vec<_> = moved(&events).into_iter().map(|(name, end, _)| (name, end)).collect();
    assert_eq!(
        names,
        [
            ("ri3".to_owned(), (2100, 2100)),
            ("ri1".to_owned(), (1000, 1600)),
            ("ri2".to_owned(), (1300, 1500))
        ]
    );
}

#[test]
fn lw_5_14_where_nobody_can_move_the_order_is_refused_but_a_shot_might_help() {
    let figures = json!({"ri1": [1000, 1000], "ri2": [1000, 923], "bi1": [1000, 1077], "bi90": [9000, 6000]});
    let state = position(&json!({"figures": figures}));
    let why = rejection(&state, "march ri1 by 0,0.12 loose");
    assert_eq!((why.code, why.rule.0, why.is_curable), (Code::NoMove, "LW-5.14", true));
}

#[test]
fn lw_7_6_a_freed_man_waits_until_his_sides_next_move() {
    let setup = |freed_at: u32| {
        position(&json!({
            "figures": {"ri1": [1000, 1000], "ri2": [2000, 1000], "bi90": [9000, 6000]},
            "status": {"ri1": {"status": "disarmed", "freed_at": freed_at}},
        }))
    };
    assert_eq!(refused(&setup(4), "move ri1 > 10,12"), ("just-freed", "LW-7.6"));
    let mut range = setup(4);
    assert_eq!(moved(&done(&mut range, "march ri1-ri2 by 0,2")).len(), 1, "a range passes over him");
    done(&mut setup(3), "move ri1 > 10,12");
}

#[test]
fn lw_7_6_where_his_captor_led_him_is_no_move_of_his_own() {
    let mut state = position(&json!({
        "figures": {"ri1": [1000, 1000], "ri2": [2000, 1000], "bi90": [9000, 6000]},
        "status": {"ri1": {"status": "prisoner", "captor": "blue", "escort": "bi90"}},
    }));
    let figure = FigureId::parse("ri1").unwrap();
    let at = state.figure_at(figure).unwrap();
    (state.figures[at].moved, state.figures[at].used) = (true, Some(Used::Prisoner));
    evolve(&mut state, &Event::PrisonerFreed { figure, cause: FreedBy::EscortLost });
    assert_eq!(refused(&state, "move ri1 > 10,12"), ("just-freed", "LW-7.6"));
}

#[test]
fn several_men_have_no_path_of_their_own() {
    let several = json!({"type": "escort", "escort": "ri4", "path": [[2000, 1000]], "prisoners": [{"figure": "bi*", "path": [[2100, 1100]]}]});
    assert!(serde_json::from_value::<Command>(several.clone()).is_err());
    let mut one = several;
    one["prisoners"][0]["figure"] = json!("bi3");
    assert!(serde_json::from_value::<Command>(one).is_ok());
    assert!(notation::parse("escort ri4 > 20,10 with bi*>21,11").is_err());
    assert!(notation::parse("escort ri4 > 20,10 with bi3>21,11").is_ok());
}

#[test]
fn a_list_is_rehearsed_order_by_order() {
    let state = position(&json!({"figures": far_off()}));
    let list = ["move ri1 > 10,11", "move rc1 > 30,34.01", "move ri1 > 10,22.01", "march ri1 by 0,2"];
    assert_eq!(faults(&state, &list), [(1, "too-far"), (2, "too-far")]);
}
