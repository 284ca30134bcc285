//! The men at the trail (LW-4.20).

use serde_json::{Value, json};

use super::{
    event::Event,
    measures::{trail_end, trail_place},
    state::State,
    testing::{at, command, done, has_fired, man, order, position, refused, seat},
    words::{TrailPlace, Used},
};
use crate::geometry::{Direction, Point};

#[test]
fn lw_4_20_the_places_are_directly_behind_the_wheels() {
    let cases = [
        ((2000, 3000), (65_536, 0), 35, (1750, 2940), (1750, 3060)),
        ((2000, 3000), (65_536, 0), 60, (1750, 2915), (1750, 3085)),
        ((2000, 3000), (62_173, -20_724), 35, (1744, 3022), (1782, 3136)),
        ((2000, 3000), (62_173, -20_724), 60, (1736, 2998), (1790, 3160)),
        ((2000, 3000), (0, -65_536), 60, (1915, 3250), (2085, 3250)),
        ((2000, 3000), (-38_351, -53_143), 35, (2097, 3238), (2195, 3168)),
        ((2000, 3000), (-38_351, -53_143), 60, (2077, 3253), (2215, 3153)),
    ];
    for ((x, y), (east, south), radius, left, right) in cases {
        let place = |side| {
            let place = trail_place(Point::new(x, y), Direction { x: east, y: south }, radius, side);
            (place.x, place.y)
        };
        assert_eq!((place(TrailPlace::Left), place(TrailPlace::Right)), (left, right), "{east},{south}");
    }
    let end = trail_end(Point::new(2000, 3000), Direction { x: 62_173, y: -20_724 });
    assert_eq!(end, Point::new(1763, 3079)); // LW-0.3
}

/// A gun that has fired to the east, its trail at (1750,3000).
fn fired(figures: Value, status: Value) -> State {
    let guns = json!({"rg1": {"at": [2000, 3000], "face": [65536, 0]}});
    let mut state = position(&json!({"figures": figures, "status": status, "guns": guns}));
    has_fired(&mut state, "rg1");
    state
}

fn four() -> State {
    let figures = json!({
        "ri1": [1900, 3200], "ri2": [1500, 3000], "ri3": [1300, 2900], "ri4": [1500, 3400], "ri90": [9000, 1200],
        "bi90": [9000, 6000]
    });
    fired(figures, json!({}))
}

/// Who was sent where, and which places stay empty.
fn sent(events: &[Event]) -> Vec<String> {
    let told = events.iter().filter_map(|event| match event {
        Event::FigureMoved { figure, length, .. } => Some(format!("{figure} {length}")),
        Event::TrailUnmanned { place, .. } => Some(format!("{} unmanned", place.as_str())),
        _ => None,
    });
    told.collect()
}

#[test]
fn lw_4_20_the_pair_with_the_least_way_to_go() {
    let mut state = four();
    let events = done(&mut state, "guns done");
    assert_eq!(events[0], Event::GunsClosed { seat: seat("red") });
    assert_eq!(sent(&events), ["ri2 258", "ri1 206"]);
    assert_eq!((at(&state, "ri2"), at(&state, "ri1")), ((1750, 2940), (1750, 3060)));
    assert_eq!(man(&state, "ri2").used, Some(Used::Trail));
    assert_eq!(refused(&state, "move ri2 > 15,30"), ("already-moved", "LW-5.3"));
}

#[test]
fn lw_4_20_a_gun_that_has_not_fired_needs_nobody() {
    let figures = json!({"ri1": [1900, 3200], "ri2": [1500, 3000], "bi90": [9000, 6000]});
    let mut state = position(&json!({"figures": figures, "guns": {"rg1": {"at": [2000, 3000]}}}));
    assert_eq!(refused(&state, "trail rg1 ri1"), ("no-guns-order", "LW-4.20"));
    assert_eq!(done(&mut state, "guns done"), [Event::GunsClosed { seat: seat("red") }]);
}

#[test]
fn lw_4_20_named_men_keep_their_places() {
    let mut both = four();
    done(&mut both, "trail rg1 ri3 ri1");
    assert_eq!(sent(&done(&mut both, "guns done")), ["ri3 452", "ri1 206"]);
    let mut one = four();
    done(&mut one, "trail rg1 ri3 ri4");
    done(&mut one, "trail rg1 - ri4"); // replaces the first
    assert_eq!(sent(&done(&mut one, "guns done")), ["ri2 258", "ri4 423"]);
}

#[test]
fn lw_4_20_who_cannot_serve_is_not_named() {
    let state = four();
    for line in ["trail rg1 ri90 ri1", "trail rg1 ri1 ri1"] {
        assert_eq!(refused(&state, line), ("cannot-serve-trail", "LW-4.20"), "{line}");
    }
    assert_eq!(refused(&state, "trail rg1 ri7"), ("unknown-figure", "§3"));
    assert_eq!(refused(&state, "trail rg1 - bi90"), ("not-your-figure", "LW-11.2"));
    let figures =
        json!({"ri1": [1900, 3200], "ri2": [1750, 2900], "ri3": [1300, 2900], "bi90": [9000, 6000]});
    let crowded = fired(figures, json!({}));
    assert_eq!(refused(&crowded, "trail rg1 ri3"), ("cannot-serve-trail", "LW-4.20"), "ri2 stands there");
    done(&mut crowded.clone(), "trail rg1 ri3 ri2"); // but he goes to the other side
    assert_eq!(sent(&done(&mut crowded.clone(), "guns done")), ["ri2 40", "ri1 206"]);
}

#[test]
fn lw_4_20_names_that_do_not_work_any_more_are_forgotten() {
    let mut state = four();
    done(&mut state, "trail rg1 ri3 ri1");
    let dead = state.figure_at(man(&state, "ri3").id).expect("a man");
    state.figures[dead].status = super::words::Status::Dead;
    assert_eq!(sent(&done(&mut state, "guns done")), ["ri2 258", "ri1 206"]);
}

#[test]
fn lw_4_20_escorts_serve_only_where_the_seat_has_no_other_pair() {
    let figures = json!({
        "ri1": [1900, 3200], "ri2": [1500, 3000], "ri3": [1300, 2900], "bi7": [1400, 3000], "bi90": [9000, 6000]
    });
    let status = json!({"bi7": {"status": "prisoner", "captor": "red", "escort": "ri2"}});
    let mut state = fired(figures.clone(), status.clone());
    assert_eq!(sent(&done(&mut state, "guns done")), ["ri3 452", "ri1 206"]);
    let status = json!({
        "bi7": {"status": "prisoner", "captor": "red", "escort": "ri2"},
        "ri3": {"status": "disarmed", "freed_at": 1}
    });
    let mut state = fired(figures, status);
    assert_eq!(sent(&done(&mut state, "guns done")), ["ri2 258", "ri1 206"]);
}

#[test]
fn lw_4_20_a_place_nobody_comes_to_stays_empty() {
    let figures = json!({
        "ri1": [1900, 3200], "ri2": [1500, 3000], "ri3": [1750, 2860], "bi7": [1690, 2900], "ri4": [1600, 3300],
        "bi90": [9000, 6000]
    });
    let status = json!({"bi7": {"status": "prisoner", "captor": "red", "escort": "ri3"}});
    let mut state = fired(figures, status);
    assert_eq!(sent(&done(&mut state, "guns done")), ["left unmanned", "ri1 206"]);
    let mut alone = fired(json!({"ri1": [1900, 3200], "bi90": [9000, 6000]}), json!({}));
    assert_eq!(sent(&done(&mut alone, "guns done")), ["ri1 301", "right unmanned"]);
    let mut nobody = fired(json!({"ri1": [9000, 3200], "bi90": [9000, 6000]}), json!({}));
    assert_eq!(sent(&done(&mut nobody, "guns done")), ["left unmanned", "right unmanned"]);
}

#[test]
fn lw_4_20_who_stands_there_already_has_moved_all_the_same() {
    let figures = json!({"ri1": [1750, 2940], "ri2": [1750, 3060], "bi90": [9000, 6000]});
    let mut state = fired(figures, json!({}));
    let events = done(&mut state, "guns done");
    assert_eq!(sent(&events), ["ri1 0", "ri2 0"]);
    let Event::FigureMoved { path, .. } = &events[1] else { panic!("{events:?}") };
    assert_eq!(path[..], [Point::new(1750, 2940)]);
    assert_eq!(man(&state, "ri1").used, Some(Used::Trail));
}

#[test]
fn lw_11_5_the_guns_own_seat_serves_first_others_only_if_it_cannot() {
    let setup = |own: &str| {
        let mut state = position(&json!({
            "seats": [
                {"seat": "red", "side": "red", "figures": [own, "rg1"]},
                {"seat": "red_right", "side": "red", "figures": ["ri11-ri19"]},
                {"seat": "blue", "side": "blue"}
            ],
            "figures": {
                "ri1": [1300, 3200], "ri2": [1300, 3000], "ri11": [1700, 2800], "ri12": [1700, 3200], "bi90": [9000, 6000]
            },
            "guns": {"rg1": {"at": [2000, 3000], "face": [65536, 0]}},
        }));
        has_fired(&mut state, "rg1");
        order(&mut state, "red", "guns done").expect("legal")
    };
    assert_eq!(sent(&setup("ri1-ri2")), ["ri2 454", "ri1 472"]);
    // Of the first seat's men there is no pair now: all of the side are looked at together.
    let mut state = position(&json!({
        "seats": [
            {"seat": "red", "side": "red", "figures": ["ri1", "rg1"]},
            {"seat": "red_right", "side": "red", "figures": ["ri11-ri19"]},
            {"seat": "blue", "side": "blue"}
        ],
        "figures": {"ri1": [1300, 3200], "ri11": [1700, 2800], "ri12": [1700, 3200], "bi90": [9000, 6000]},
        "guns": {"rg1": {"at": [2000, 3000], "face": [65536, 0]}},
    }));
    has_fired(&mut state, "rg1");
    assert_eq!(sent(&order(&mut state, "red", "guns done").expect("legal")), ["ri11 149", "ri12 149"]);
}

#[test]
fn lw_2_2_a_lapsed_order_mans_the_trail() {
    let state = four();
    let events = super::decide::lapse(&state, &seat("red"), &command("move ri4 > 15,60"));
    assert_eq!(sent(&events), ["ri2 258", "ri1 206"]);
}
