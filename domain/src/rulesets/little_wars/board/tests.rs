//! What the pictures show.

use std::collections::BTreeSet;

use serde_json::json;

use super::board;
use crate::{
    geometry::Point,
    picture::Region,
    ruleset::Focus,
    rulesets::little_wars::{
        event::{Event, PerSide, ResolvedBy},
        harness::position,
        ids::FigureId,
        view::view,
        words::MovedBy,
    },
};

fn shown() -> crate::rulesets::little_wars::view::View {
    let (state, _) = position(&json!({
        "country": [{"id": "barn", "kind": "house", "name": "<Barn>", "top": 400, "rect": [1900, 2150, 2300, 2450]}],
        "figures": {"ri1": [1000, 1000], "rc1": [2000, 1000], "bi1": [1000, 6000], "bi2": [1500, 1200]},
        "status": {"bi2": {"status": "prisoner", "captor": "red", "escort": "ri1"}},
        "guns": {"rg1": {"at": [3000, 900]}}
    }))
    .expect("a position");
    view(&state)
}

#[test]
fn every_piece_on_the_floor_is_drawn_once_and_names_are_text() {
    let svg = board(&shown(), &Focus::none()).to_svg();
    for id in ["ri1", "rc1", "bi1", "bi2"] {
        assert_eq!(svg.matches(&format!("data-figure=\"{id}\"")).count(), 1, "{id}");
    }
    assert_eq!(svg.matches("data-gun=\"rg1\"").count(), 1);
    assert!(!svg.contains("<Barn>") && svg.contains("&lt;Barn&gt;"), "names are escaped");
    assert_eq!(svg.matches("class=\"lead\"").count(), 1, "a line from the prisoner to his escort");
}

#[test]
fn sides_differ_in_outline_and_not_in_colour_alone() {
    let svg = board(&shown(), &Focus::none()).to_svg();
    let outline = |id: &str| {
        let from = svg.find(&format!("data-figure=\"{id}\"")).expect("drawn");
        let rest = &svg[from..];
        let shapes: BTreeSet<&str> =
            ["<circle", "<rect"].into_iter().filter(|shape| rest[..400].contains(shape)).collect();
        shapes
    };
    assert!(outline("ri1").contains("<circle") && outline("bi1").contains("<rect"));
}

#[test]
fn what_happened_lately_lies_over_the_floor() {
    let path = vec![Point::new(1000, 600), Point::new(1000, 1000)];
    let figure = crate::rulesets::little_wars::ids::FigureId::parse("ri1").expect("a man");
    let lately = [Event::FigureMoved { figure, path, length: 400, reason: MovedBy::Order }];
    let picture = board(&shown(), &Focus { figure: Some("ri1"), lately: &lately, region: None });
    let svg = picture.to_svg();
    assert!(svg.contains("data-path=\"ri1\"") && svg.contains("class=\"reach\""));
}

#[test]
fn the_plan_in_letters_is_narrow_and_shows_both_sides() {
    let text = board(&shown(), &Focus::none()).to_text();
    let plan: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("  0 ")).take(24).collect();
    assert!(plan.iter().all(|line| line.chars().count() <= 78), "{text}");
    for sign in ['i', 'c', 'g', 'I', 'x', 'H'] {
        assert!(plan.iter().any(|line| line.contains(sign)), "{sign} in\n{text}");
    }
    assert!(text.contains("bi2 at 15,12: prisoner"), "{text}");
}

/// LW §14, "Overlay of the last move": melees as they were judged, where they were, though men have gone on since.
#[test]
fn lw_6_1_a_melee_is_framed_where_it_was_and_its_dead_are_crossed() {
    let id = |text: &str| FigureId::parse(text).expect("a man");
    let (state, _) = position(&json!({
        "figures": {"ri1": [4000, 5000], "bi1": [1000, 1080], "bi2": [9000, 6000]}, "status": {"bi1": {"status": "dead"}},
    }))
    .expect("a position");
    let none = PerSide::of(|_| false);
    let lately = [
        Event::MeleeFormed {
            melee: 1,
            core: vec![id("ri1"), id("bi1")],
            red: vec![id("ri1")],
            blue: vec![id("bi1")],
            inferior: None,
            support: Vec::new(),
            isolated: None,
            kill: 1,
            prisoners: 0,
            choice: none,
            decider: None,
        },
        Event::MeleeResolved {
            melee: 1,
            dead: vec![id("bi1")],
            prisoners: Vec::new(),
            by: ResolvedBy::Default,
        },
        Event::FigureMoved {
            figure: id("ri1"),
            path: vec![Point::new(1000, 1000), Point::new(4000, 5000)],
            length: 5000,
            reason: MovedBy::Order,
        },
    ];
    let svg = board(&view(&state), &Focus { figure: None, lately: &lately, region: None }).to_svg();
    let (before, _) = svg.split_once("class=\"melee\"").expect("a frame");
    let frame = &before[before.rfind('<').expect("its tag")..];
    assert!(frame.contains("width=\"260\"") && frame.contains("height=\"340\""), "{frame}");
    assert_eq!(svg.matches("bi1 fell here").count(), 1);
}

#[test]
fn a_part_of_the_floor_is_shown_as_large_as_all_of_it_also_in_letters() {
    let region = Region::parse("6,6,24,12");
    let picture = board(&shown(), &Focus { region, ..Focus::none() });
    let svg = picture.to_svg();
    assert!(svg.contains(" 2400 1200\" width=\""), "{}", &svg[..300]);
    let text = picture.to_text();
    let plan: Vec<&str> = text.lines().skip(4).take(15).collect();
    assert!(
        plan.iter().any(|line| line.contains('c')) && plan.iter().all(|line| !line.contains('H')),
        "{text}"
    );
    let beside = board(&shown(), &Focus { region: Region::parse("200,6,24,12"), ..Focus::none() });
    assert_eq!(beside.part, None);
}
