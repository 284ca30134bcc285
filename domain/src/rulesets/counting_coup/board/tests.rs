//! That the picture shows everything once, tells apart what is different, and holds nothing a page would have to forbid.
//! Whether it is handsome, no test says.

mod text;

use std::sync::Arc;

use serde_json::{Value, json};

use super::{
    super::{
        event::Event,
        evolve::evolve,
        ground::Ground,
        ids::FigureId,
        scenario::{self, Scenario, Weapon},
        state::State,
        table::SCENARIOS,
        view::view,
    },
    board,
    paint::{Dress, dresses},
    sight,
    signs::{self, Done, Leader},
    token::Token,
};
use crate::{
    geometry::Point,
    picture::{Item, Picture, at},
    ruleset::Focus,
};

fn state(scenario_idx: usize) -> State {
    let scenario: Scenario = serde_json::from_str(SCENARIOS[scenario_idx].1).expect("a scenario");
    let seats = scenario.seat_plans["units"].clone();
    State::at_start(Arc::new(Ground::new(&scenario, &scenario::options(&scenario), &seats)))
}

/// Takes events in and gives them back, for [`Focus::lately`].
fn happen(state: &mut State, events: Value) -> Vec<Event> {
    let events: Vec<Event> = serde_json::from_value(events).expect("events");
    events.iter().for_each(|event| evolve(state, event));
    events
}

fn place(figure: &str, point: [i32; 2]) -> Value {
    json!({"type": "figure_placed", "figure": figure, "point": point, "reason": "enter"})
}

fn picture(state: &State, figure: Option<&str>, lately: &[Event]) -> Picture {
    board(&view(state), &Focus { figure, lately, region: None })
}

fn count(svg: &str, what: &str) -> usize {
    svg.matches(what).count()
}

/// A last stand with everybody on the table: the waiting stand in rows in the north.
fn all_on_the_table() -> State {
    let mut state = state(1);
    let waiting: Vec<FigureId> =
        view(&state).figures.iter().filter(|figure| figure.at.is_none()).map(|figure| figure.id).collect();
    let places = (0..)
        .zip(waiting)
        .map(|(nth, id)| place(&id.to_string(), [110 + 150 * (nth % 55), 110 + 150 * (nth / 55)]));
    happen(&mut state, Value::Array(places.collect()));
    state
}

#[test]
fn every_figure_hill_and_marker_is_there_once() {
    for state in [state(0), state(1), all_on_the_table()] {
        let svg = picture(&state, None, &[]).to_svg();
        let shown = view(&state);
        for figure in &shown.figures {
            let id = format!("data-figure=\"{}\"", figure.id);
            assert_eq!(count(&svg, &id), usize::from(figure.at.is_some()), "{id}");
        }
        for hill in &shown.hills {
            assert_eq!(count(&svg, &format!("data-hill=\"{}\"", hill.id)), 1);
        }
        for unit in &shown.units {
            assert_eq!(
                count(&svg, &format!("data-entry=\"{}\"", unit.id)),
                usize::from(unit.entry.is_some())
            );
        }
        for forbidden in ["<style", " style=", "<script", "href", " onclick", "url(h"] {
            assert_eq!(count(&svg, forbidden), 0, "{forbidden}");
        }
        assert_eq!(svg, picture(&state, None, &[]).to_svg());
    }
}

#[test]
fn a_name_cannot_break_out_of_the_picture() {
    let mut scenario: Value = serde_json::from_str(SCENARIOS[0].1).expect("a scenario");
    let hostile = "</svg><script>\u{202e}";
    scenario["units"][0]["name"] = hostile.into();
    scenario["units"][0]["figures"][0]["name"] = hostile.into();
    scenario["hills"][0]["name"] = hostile.into();
    let scenario: Scenario = serde_json::from_value(scenario).expect("a scenario");
    let seats = scenario.seat_plans["units"].clone();
    let state = State::at_start(Arc::new(Ground::new(&scenario, &scenario::options(&scenario), &seats)));
    let picture = picture(&state, None, &[]);
    assert_eq!(count(&picture.to_svg(), "<script"), 0);
    assert_eq!(count(&picture.to_svg(), "</svg>"), 1);
    assert!(!picture.to_text().contains('\u{202e}'));
}

#[test]
fn last_stand_and_skirmish_have_their_natural_sizes() {
    let width = |picture: &Picture| picture.width / picture.units_per_pixel;
    assert_eq!((width(&picture(&state(0), None, &[])), width(&picture(&state(1), None, &[]))), (1024, 1349));
}

/// What is drawn, without any colour.
fn colourless(items: &[Item]) -> String {
    let mut shapes = String::new();
    for part in format!("{items:?}").split("Colour(") {
        shapes.push_str(part.trim_start_matches(|letter: char| letter.is_ascii_digit()));
    }
    shapes
}

/// Every way in which a figure of a unit may look.
fn tokens(dress: Dress) -> Vec<Token> {
    let leaders = [None, Some(Leader::Whole), Some(Leader::Hurt)];
    let weapons = [Weapon::None, Weapon::Bow, Weapon::Rifle];
    let marks =
        [vec![], vec![Done::Moved], vec![Done::Acted], vec![Done::Fought], vec![Done::Moved, Done::Acted]];
    let mut tokens = Vec::new();
    for leader in leaders {
        for weapon in weapons {
            for done in &marks {
                for (mounted, bearer) in [(false, false), (false, true), (true, false), (true, true)] {
                    let done = done.clone();
                    tokens.push(Token { leader, weapon, done, mounted, bearer, ..Token::plain(dress) });
                }
            }
        }
    }
    tokens
}

#[test]
fn without_colours_every_difference_still_shows() {
    let mut state = state(1);
    happen(&mut state, json!([{"type": "unit_retired", "unit": "E"}]));
    let dresses = dresses(&view(&state));
    let mut looks: Vec<String> = dresses
        .into_iter()
        .flat_map(tokens)
        .map(|token| colourless(&token.draw(at(0, 0))))
        .chain([signs::fallen_guidon(at(0, 0)), signs::gravestone(at(0, 0))].map(|sign| colourless(&sign)))
        .collect();
    let n_looks = looks.len();
    looks.sort_unstable();
    looks.dedup();
    assert_eq!(looks.len(), n_looks);
}

#[test]
fn units_of_a_side_have_letters_and_bands_colours_of_their_own() {
    let dresses = dresses(&view(&state(1)));
    let mut signs: Vec<char> = dresses.iter().map(|dress| dress.sign).collect();
    assert_eq!(signs.iter().collect::<String>(), "+CEFILcombhs");
    signs.sort_unstable();
    signs.dedup();
    assert_eq!(signs.len(), dresses.len());
    let mut bands: Vec<u32> = dresses[6..].iter().map(|dress| dress.paint.body.0).collect();
    bands.sort_unstable();
    bands.dedup();
    assert_eq!(bands.len(), 6);
}

#[test]
fn no_two_units_in_the_game_have_the_same_label() {
    let labels = |state: &State| {
        let dresses = dresses(&view(state));
        dresses.iter().map(|dress| dress.label().to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(labels(&state(0)), "C CH H");
    assert_eq!(labels(&state(1)), "G C E F I L CH O M B H S");
    let mut scenario: Value = serde_json::from_str(SCENARIOS[1].1).expect("a scenario");
    scenario["units"][1]["id"] = "CH".into();
    scenario["units"][7]["id"] = "HUE".into();
    let scenario: Scenario = serde_json::from_value(scenario).expect("a scenario");
    let seats = scenario.seat_plans["units"].clone();
    let ground = Ground::new(&scenario, &scenario::options(&scenario), &seats);
    assert_eq!(labels(&State::at_start(Arc::new(ground))), "G CH E F I L CHE HUE M B HUN S");
    let svg = picture(&state(0), None, &[]).to_svg();
    assert_eq!((count(&svg, ">CH</text>"), count(&svg, ">C</text>")), (5, 10 + 6), "on samples, too");
}

#[test]
fn a_figure_in_focus_shows_reach_contact_and_whom_it_sees() {
    let mut state = state(0);
    let scene = json!([
        place("HUN1", [2225, 1800]),
        place("HUN2", [1135, 1800]),
        place("HUN3", [1134, 1800]),
        place("HUN4", [2700, 100]),
    ]);
    happen(&mut state, scene);
    let plain = picture(&state, None, &[]).to_svg();
    let svg = picture(&state, Some("C1"), &[]).to_svg();
    assert_eq!(count(&svg, "class=\"reach\" data-reach=\"600\""), 1, "CCC-5.2");
    assert_eq!(count(&svg, "data-contact=\"HUN1\""), 1);
    assert_eq!(count(&svg, "class=\"sight-near\" data-target"), 2, "CCC-2.4: exactly 12 inches is near");
    assert_eq!(count(&svg, "class=\"sight-near\" data-target=\"HUN2\""), 1);
    assert_eq!(count(&svg, "class=\"sight-far\" data-target=\"HUN3\""), 1);
    assert_eq!(count(&svg, "data-target=\"HUN4\""), 0, "CCC-6.4: the North Knoll is between them");
    assert_eq!(count(&picture(&state, Some("HUN1"), &[]).to_svg(), "data-reach=\"1200\""), 1);
    for nobody in ["C99", "HUN7", "c1", "", "<script>"] {
        assert_eq!(picture(&state, Some(nobody), &[]).to_svg(), plain, "{nobody}");
    }
}

#[test]
fn lines_of_sight_are_those_of_the_rules() {
    let state = state(1);
    let shown = view(&state);
    let spots = (0..12).flat_map(|x| (0..8).map(move |y| Point::new(50 + 800 * x, 50 + 840 * y)));
    let spots: Vec<Point> = spots.chain(state.on_table().map(|(_, at)| at).step_by(5)).collect();
    let mut n_clear = 0;
    for from in &spots {
        for to in &spots {
            let clear = sight::is_clear(&shown, *from, *to);
            assert_eq!(clear, state.ground().sees(*from, *to), "{from:?} {to:?}");
            n_clear += usize::from(clear);
        }
    }
    assert!(0 < n_clear && n_clear < spots.len() * spots.len());
}

fn shot(figure: &str, distance: u32, result: &str) -> Value {
    let roll = json!({"purpose": "shoot", "rule": "CCC-6.6", "seat": "c", "roller": figure, "against": "HUN",
        "sides": 6, "value": 4, "modifiers": [], "total": 4, "result": result});
    json!({"figure": figure, "distance": distance, "band": "short", "needed": 4, "roll": roll})
}

fn fight_roll(roller: &str, against: &str, result: &str) -> Value {
    json!({"purpose": "melee", "rule": "CCC-7.6", "seat": "c", "roller": roller, "against": against,
        "sides": 6, "value": 4, "modifiers": [], "total": 4, "result": result})
}

#[test]
fn what_happened_lately_is_drawn_where_it_happened() {
    let mut state = state(0);
    happen(&mut state, json!([place("HUN1", [1500, 1800]), place("HUN2", [1500, 1000])]));
    let lately = happen(
        &mut state,
        json!([
            {"type": "volley_fired", "unit": "C", "target": "HUN", "hits": 1,
                "shots": [shot("C1", 835, "hit"), shot("C3", 709, "miss")]},
            {"type": "figure_removed", "figure": "HUN2", "point": [1500, 1000], "cause": "shot", "by": "C1",
                "fate": "returns", "returns_round": 2},
            {"type": "figure_moved", "figure": "HUN1", "start": [1500, 1800], "path": [[2000, 1800], [2225, 1800]],
                "length": 725, "by": "charge"},
            {"type": "melee_fought", "attacker": "HUN1", "defender": "C1", "coup": null, "tie": true,
                "attacker_roll": fight_roll("HUN1", "C1", "win"), "defender_roll": fight_roll("C1", "HUN1", "lose"),
                "winner": "HUN1"},
            {"type": "figure_removed", "figure": "C1", "point": [2335, 1800], "cause": "melee", "by": "HUN1",
                "fate": "permanent"},
        ]),
    );
    let picture = picture(&state, None, &lately);
    let svg = picture.to_svg();
    let spot = |x: i32, y: i32| format!("{},{}", x + 160, y + 430);
    assert_eq!(count(&svg, "class=\"trail\" data-trail=\"HUN1\""), 1);
    let trail = format!("{} {} {}", spot(1500, 1800), spot(2000, 1800), spot(2225, 1800));
    let hit = format!("{} {}", spot(2335, 1800), spot(1500, 1000));
    let miss = format!("{} {}", spot(2205, 1735), spot(1500, 1800));
    for line in [trail, hit, miss] {
        assert_eq!(count(&svg, &format!("points=\"{line}\"")), 1, "{line}");
    }
    assert_eq!((count(&svg, "data-shot=\"hit\""), count(&svg, "data-shot=\"miss\"")), (1, 1));
    assert_eq!((count(&svg, "class=\"clash\""), count(&svg, "class=\"removed\"")), (1, 2));
    let without = super::board(&view(&state), &Focus::none());
    assert!(without.legend.entries.len() < picture.legend.entries.len());
}

#[test]
fn a_log_that_puts_figures_off_the_table_draws_all_the_same() {
    let mut state = state(0);
    let lately = happen(
        &mut state,
        json!([
            place("HUN1", [i32::MAX, i32::MIN]),
            place("HUN99", [0, 0]),
            {"type": "guidon_fallen", "unit": "C", "point": [i32::MIN, i32::MAX]},
        ]),
    );
    let picture = picture(&state, Some("HUN1"), &lately);
    assert_eq!(count(&picture.to_svg(), "data-figure=\"HUN1\""), 1);
    assert!(picture.to_text().contains('!'));
}
