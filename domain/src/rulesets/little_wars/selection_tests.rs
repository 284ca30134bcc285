//! Who is meant by an order: LW-5.13, LW-11.2, LW-2.2, LW-2.3.

use serde_json::json;

use super::{
    command::Command,
    decide,
    event::Event,
    rejection::Code,
    selection,
    state::SeatStage,
    testing::{at, command, done, order, position, refused, rejection, seat},
};

fn mixed() -> super::state::State {
    position(&json!({
        "figures": {
            "ri1": [1000, 1000], "ri2": [1150, 1000], "ri3": [1300, 1000], "ri4": [1450, 1000], "ri5": [1600, 1000],
            "bi7": [1300, 1150], "ri90": [9000, 1200], "bi90": [9000, 6000]
        },
        "status": {
            "ri2": {"status": "dead"},
            "ri5": {"status": "prisoner", "captor": "blue", "escort": "bi90"},
            "bi7": {"status": "prisoner", "captor": "red", "escort": "ri3"}
        },
    }))
}

#[test]
fn lw_5_13_a_range_passes_over_the_dead_the_captive_and_the_escort() {
    let mut state = mixed();
    done(&mut state, "march ri1-ri5 by 0,3");
    assert_eq!((at(&state, "ri1"), at(&state, "ri4")), ((1000, 1300), (1450, 1300)));
    assert_eq!((at(&state, "ri3"), at(&state, "ri5")), ((1300, 1000), (1600, 1000)));
    done(&mut state, "march ri3 by 0,-3"); // named singly an escort goes, and leaves his prisoner
}

#[test]
fn lw_5_13_a_man_named_singly_must_be_able_and_ranges_must_fit() {
    let state = mixed();
    let cases = [
        ("march ri2 by 0,3", ("not-available", "LW-5.11")),
        ("march ri2 ri5 by 0,3", ("not-available", "LW-5.11")),
        ("march ri1-ri6 by 0,3", ("unknown-figure", "§3")),
        ("march ri4-ri1 by 0,3", ("unknown-figure", "§3")),
        ("march ri1-bi90 by 0,3", ("unknown-figure", "§3")),
        ("march bi90 by 0,3", ("not-your-figure", "LW-11.2")),
        ("march ri2 bi90 by 0,3", ("not-your-figure", "LW-11.2")),
        ("march bi90 ri7 by 0,3", ("unknown-figure", "§3")),
        ("march rc* by 0,3", ("not-available", "LW-5.11")),
        ("march bi* by 0,3", ("not-your-figure", "LW-11.2")),
        ("close ri5 on bi90", ("not-available", "LW-5.11")),
    ];
    for (line, why) in cases {
        assert_eq!(refused(&state, line), why, "{line}");
    }
}

#[test]
fn lw_5_13_who_is_named_twice_goes_once() {
    let mut state = mixed();
    let events = done(&mut state, "line ri4 ri1-ri4 from 10,12 to 14,12");
    assert_eq!(events.len(), 3, "guns_closed and two men: {events:?}");
    assert_eq!((at(&state, "ri4"), at(&state, "ri1")), ((1000, 1200), (1400, 1200)));
}

#[test]
fn lw_5_13_a_range_is_shorthand_where_it_names_the_fallen() {
    let state = mixed();
    let Command::March { figures, .. } = command("march ri1-ri4 bi7 ri2 by 0,1") else { panic!() };
    let named = selection::named(&state, &figures).expect("all known");
    let names: Vec<String> = named.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["ri1", "ri2", "ri3", "ri4", "bi7"]);
    let Command::March { figures, .. } = command("march ri6 by 0,1") else { panic!() };
    assert_eq!(selection::named(&state, &figures).expect_err("unknown").code, Code::UnknownFigure);
}

fn two_commanders(scope: &str) -> super::state::State {
    position(&json!({
        "seats": [
            {"seat": "red", "side": "red", "figures": ["ri1-ri9", "rg1"]},
            {"seat": "red_right", "side": "red", "figures": ["ri11-ri19", "rg2"]},
            {"seat": "blue", "side": "blue"}
        ],
        "figures": {
            "ri1": [2800, 2800], "ri2": [2900, 2800], "ri3": [3000, 2800], "ri4": [3100, 2800],
            "ri11": [4800, 2800], "ri12": [4900, 2800], "ri13": [5000, 2800], "ri14": [5100, 2800], "bi90": [9000, 6000]
        },
        "guns": {"rg1": {"at": [3000, 3000]}, "rg2": {"at": [5000, 3000]}},
        "options": {"guns_first_scope": scope},
    }))
}

#[test]
fn lw_2_2_the_first_order_to_men_closes_the_guns() {
    let mut state = two_commanders("seat");
    let events = done(&mut state, "move ri1 > 28,25");
    assert_eq!(events[0], Event::GunsClosed { seat: seat("red") });
    for line in ["gun rg1 > 30,35", "trail rg1 ri2", "guns done"] {
        assert_eq!(refused(&state, line), ("guns-first", "LW-2.2"), "{line}");
    }
    assert_eq!(done(&mut state, "move ri2 > 29,25").len(), 1, "they are closed once");
}

#[test]
fn lw_2_2_the_guns_are_closed_though_the_order_lapses() {
    let state = two_commanders("seat");
    let lapse = |line: &str| decide::lapse(&state, &seat("red"), &command(line));
    let closed = [Event::GunsClosed { seat: seat("red") }];
    for line in [
        "move ri1 > 28,60",
        "march ri1-ri4 by 0,60",
        "line ri* from 0,0 to 1,1",
        "close ri1 on ri2",
        "escort ri1",
        "retreat ri1 > 28,20",
        "retreat ri1-ri4",
        "march rc* by 0,1",
    ] {
        assert_eq!(lapse(line), closed, "{line}");
    }
    for line in ["move ri99 > 28,60", "move ri11 > 28,25", "gun rg1 > 30,60", "done", "fire rg1 @ bi90"] {
        assert_eq!(lapse(line), [], "{line}");
    }
}

#[test]
fn lw_2_3_guns_come_first_for_the_whole_side_where_so_agreed() {
    let mut state = two_commanders("side");
    let why = rejection(&state, "move ri1 > 28,25");
    assert_eq!((why.code, why.rule.0, why.by.as_deref()), (Code::GunsFirst, "LW-2.3", Some("rg2")));
    assert_eq!(refused(&state, "move ri99 > 28,25").0, "unknown-figure", "ids come before it");
    assert_eq!(decide::lapse(&state, &seat("red"), &command("move ri1 > 28,25")), []);
    order(&mut state, "red_right", "guns done").expect("always open");
    done(&mut state, "move ri1 > 28,25");
    assert!(state.seats.iter().take(2).all(|seat| seat.stage == SeatStage::Men));
}

#[test]
fn lw_2_3_a_gun_out_of_action_holds_nobody_back() {
    let mut state = two_commanders("side");
    let at = state.gun_at(super::ids::GunId::parse("rg2").expect("an id")).expect("a gun");
    state.guns[at].at = crate::geometry::Point::new(9000, 500);
    done(&mut state, "move ri1 > 28,25");
}

#[test]
fn lw_11_2_each_seat_orders_its_own() {
    let state = two_commanders("seat");
    for line in ["move ri11 > 48,25", "gun rg2 > 50,35", "gun rg1 > 30,35 crew ri1-ri3 ri11"] {
        assert_eq!(refused(&state, line), ("not-your-figure", "LW-11.2"), "{line}");
    }
}
