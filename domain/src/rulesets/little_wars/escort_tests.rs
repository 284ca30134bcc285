//! Leading prisoners (LW-7.2, LW-7.3).

use serde_json::json;

use super::{
    event::Event,
    rejection::Code,
    state::State,
    testing::{at, done, man, order, position, refused, rejection},
    words::Used,
};

fn eight() -> State {
    let mut figures =
        json!({"ri1": [1400, 1000], "ri2": [1500, 1000], "ri90": [9000, 1200], "bi90": [9000, 6000]});
    let mut status = json!({});
    for n in 1..=8 {
        let id = format!("bi{n}");
        figures[&id] = json!([1000 + 80 * n, 1100]);
        let escort = if n < 8 { "ri1" } else { "ri2" };
        status[&id] = json!({"status": "prisoner", "captor": "red", "escort": escort});
    }
    position(&json!({"figures": figures, "status": status}))
}

#[test]
fn lw_7_2_one_man_escorts_seven_not_eight() {
    let mut state = eight();
    assert_eq!(refused(&state, "escort ri1 > 14,9 with bi1-bi7 bi8"), ("too-many-prisoners", "LW-7.2"));
    assert_eq!(refused(&state, "escort ri1 > 14,9 with bi8"), ("too-many-prisoners", "LW-7.2"));
    let events = done(&mut state, "escort ri2 > 15,7 with bi7 bi8");
    let kinds: Vec<&str> = events
        .iter()
        .map(|event| match event {
            Event::GunsClosed { .. } => "closed",
            Event::FigureMoved { .. } => "moved",
            Event::EscortChanged { .. } => "changed",
            _ => "other",
        })
        .collect();
    assert_eq!(kinds, ["closed", "moved", "changed", "moved", "moved"]);
    assert_eq!((at(&state, "bi7"), at(&state, "bi8")), ((1560, 800), (1640, 800)));
    assert_eq!(man(&state, "bi7").escort, Some(man(&state, "ri2").id));
    assert_eq!(
        (man(&state, "ri2").used, man(&state, "bi7").used),
        (Some(Used::Escort), Some(Used::Prisoner))
    );
    assert_eq!(refused(&state, "escort ri1 with bi7"), ("already-moved", "LW-5.3"));
    assert_eq!(refused(&state, "escort ri1 with bi90"), ("not-a-prisoner", "LW-7.3"));
    assert_eq!(refused(&state, "escort ri1 with bi9"), ("unknown-figure", "§3"));
}

#[test]
fn lw_5_13_ranges_and_stars_mean_those_he_holds() {
    let mut state = eight();
    done(&mut state, "escort ri1 > 14,8 with bi*");
    assert_eq!((at(&state, "bi7"), at(&state, "bi8")), ((1560, 900), (1640, 1100)));
    assert_eq!(refused(&state, "escort ri2 with bi1-bi7"), ("not-available", "LW-5.11"));
    let mut plain = eight();
    done(&mut plain, "escort ri1 > 14,8");
    assert_eq!(at(&plain, "bi1"), (1080, 900), "by default all he holds");
    assert_eq!(refused(&plain, "escort ri90 > 90,13"), ("not-available", "LW-5.11"), "he holds nobody");
}

fn led_horseman() -> State {
    position(&json!({
        "figures": {"ri1": [5000, 2000], "bc1": [5100, 2100], "ri2": [5800, 2100], "ri90": [9000, 1200], "bi90": [9000, 6000]},
        "status": {"bc1": {"status": "prisoner", "captor": "red", "escort": "ri1"}},
    }))
}

#[test]
fn lw_7_3_a_horseman_goes_at_the_foot_soldiers_pace() {
    let mut state = led_horseman();
    let why = rejection(&state, "escort ri1 > 50,8 with bc1>51,8.99");
    assert_eq!((why.code, why.rule.0, why.length), (Code::TooFar, "LW-7.3", Some(1201)));
    assert_eq!(refused(&state, "escort ri1 > 50,10 with bc1>51,17"), ("too-far-from-escort", "LW-7.3"));
    assert_eq!(refused(&state, "escort ri1 > 50,7.99"), ("too-far", "LW-5.1"));
    done(&mut state, "escort ri1 > 50,8 with bc1");
    assert_eq!((at(&state, "ri1"), at(&state, "bc1")), ((5000, 800), (5100, 900)));
}

#[test]
fn lw_7_3_the_escort_may_stand_and_another_may_take_over_who_was_near() {
    let mut state = led_horseman();
    done(&mut state.clone(), "escort ri1 with bc1>51,25");
    // The gap was 605 when the move began.
    assert_eq!(refused(&state, "escort ri2 > 58,15 with bc1>51,15"), ("too-far-from-escort", "LW-7.3"));
    done(&mut state, "move ri1 > 50,10"); // a plain move leaves his prisoners standing
    assert_eq!(at(&state, "bc1"), (5100, 2100));
    done(&mut state, "escort ri1 > 50,15");
    assert_eq!((at(&state, "ri1"), at(&state, "bc1")), ((5000, 1500), (5100, 1600)));
}

#[test]
fn lw_7_3_only_an_armed_man_leads_and_prisoners_go_as_men_of_the_captors_side() {
    let state = position(&json!({
        "figures": {
            "ri1": [5000, 2000], "ri2": [5100, 2000], "bi1": [5000, 2100], "bi2": [5000, 1600], "bi90": [9000, 6000]
        },
        "status": {
            "bi1": {"status": "prisoner", "captor": "red", "escort": "ri1"},
            "ri2": {"status": "disarmed", "freed_at": 1}
        },
    }));
    assert_eq!(refused(&state, "escort ri2 with bi1"), ("not-available", "LW-5.11"));
    let why = rejection(&state, "escort ri1 > 52,16 with bi1>50,15");
    assert_eq!((why.code, why.by.as_deref()), (Code::PathBlocked, Some("bi2")));
}

#[test]
fn lw_11_5_a_prisoner_is_moved_by_the_seat_of_his_escort() {
    let mut state = position(&json!({
        "seats": [
            {"seat": "red", "side": "red", "figures": ["ri1"]},
            {"seat": "red_right", "side": "red", "figures": ["ri11"]},
            {"seat": "blue", "side": "blue"}
        ],
        "figures": {"ri1": [4000, 2000], "ri11": [4800, 2800], "bi2": [4800, 2650], "bi90": [9000, 6000]},
        "status": {"bi2": {"status": "prisoner", "captor": "red", "escort": "ri11"}},
    }));
    assert_eq!(refused(&state, "escort ri11 > 48,24"), ("not-your-figure", "LW-11.2"));
    order(&mut state, "red_right", "escort ri11 > 48,24").expect("legal");
    assert_eq!(at(&state, "bi2"), (4800, 2250));
}
