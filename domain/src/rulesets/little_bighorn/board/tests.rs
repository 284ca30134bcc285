//! That the picture shows everything once, and nothing a page would have to forbid. Whether it is handsome, no test
//! says.

use expect_test::expect;

use super::super::*;
use crate::{
    picture::Picture,
    ruleset::{Focus, Viewer},
};

fn state(scenario_idx: usize) -> State {
    let scenario: scenario::Scenario =
        serde_json::from_str(table::SCENARIOS[scenario_idx].1).expect("a scenario");
    let seats = scenario::seat_plans(&scenario)[0].1.clone();
    let options = scenario.options.clone();
    LittleBighorn::initial(&Setup { scenario, options, seats })
}

fn picture(state: &State) -> Picture {
    LittleBighorn::board(&LittleBighorn::view(state, &Viewer::Spectator), &Focus::none())
}

fn count(svg: &str, what: &str) -> usize {
    svg.matches(what).count()
}

#[test]
fn every_square_and_every_living_figure_is_there_once() {
    for scenario_idx in 0..table::SCENARIOS.len() {
        let mut state = state(scenario_idx);
        state.figures[2].cell = None;
        let svg = picture(&state).to_svg();
        for cell in state.ground().cells() {
            assert_eq!(count(&svg, &format!("data-cell=\"{cell}\"")), 1);
        }
        for (figure_idx, figure) in state.figures.iter().enumerate() {
            let id = format!("data-figure=\"{}\"", state.piece(figure_idx).id);
            assert_eq!(count(&svg, &id), usize::from(figure.is_living()));
        }
        for forbidden in ["<style", " style=", "<script", "href", " onclick", "url(h"] {
            assert_eq!(count(&svg, forbidden), 0, "{forbidden}");
        }
        assert_eq!(svg, picture(&state).to_svg());
    }
}

#[test]
fn triangles_fade_after_the_first_round_and_an_unguarded_flag_is_told() {
    let mut state = state(0);
    let first = picture(&state).to_svg();
    state.round = 2;
    let second = picture(&state).to_svg();
    assert!(count(&second, "opacity=\"0.38\"") < count(&first, "opacity=\"0.38\""));
    assert_eq!(count(&second, "<title>the flag, unguarded</title>"), 1);
    let soldier = state.find("sol1").expect("a soldier");
    state.figures[soldier].cell = Some(state.flag);
    assert_eq!(count(&picture(&state).to_svg(), "<title>the flag, guarded</title>"), 1);
}

#[test]
fn the_skirmish_in_letters() {
    let mut state = state(0);
    let soldier = state.find("sol1").expect("a soldier");
    state.figures[soldier].replied = true;
    state.figures[soldier].shots_used = 1;
    Arc::make_mut(&mut state.figures[soldier].standing).reply = command::ReplyWhen::Even;
    expect![[r#"
        Little Big Horn, round 1: Long Knives, movement

        To act: Long Knives.
        Flag on g6, UNGUARDED; distance to the exits: e1 (5), m11 (6).

            a b c d e f g h i j k l m
          1 . . ~ . .^. . . rW. . .R.  1
          2 . . ~ . . w . . . . . w .  2
          3 .R. = . w w . . . . w w .  3
          4 .W. ~ . . . . . . . . . .H 4
          5 . w ~ . . pS. pS. . r . .  5
          6 .H. ~ . pS.G.F.OpS. r . .W 6
          7 . . ~ . . pS. pS. . . . .  7
          8 . r ~ ~ . . . . . . . w .  8
          9 .R. . = . . r r . . w w .R 9
         10 . w . ~ . . . r . . . . .  10
         11 . . . ~ .W. . . . . .W. .^ 11
            a b c d e f g h i j k l m

        A square is its terrain and who stands there: G general, O officer, S soldier,
        H chief, R rider, W warrior, F the flag with nobody, ^ an exit.

        Long Knives, 8 figures: general alive, officer alive, soldiers 6 of 6.
          gen1  f6  2 shots left; General Custer
          off1  h6  2 shots left; Captain Keogh
          sol1  f5  no shot left, has replied, standing orders: reply even; Soldier 1
          sol2  h5  1 shot left; Soldier 2
          sol3  e6  1 shot left; Soldier 3
          sol4  i6  1 shot left; Soldier 4
          sol5  f7  1 shot left; Soldier 5
          sol6  h7  1 shot left; Soldier 6

        Plains Nations, 11 figures: chiefs 2 of 2, riders 4 of 4, warriors 5 of 5.
          chf1  a6  1 shot left; Gall
          rid1  a3  1 shot left; Rider 1
          rid2  a9  1 shot left; Rider 2
          war1  a4  1 shot left; Warrior 1
          war2  e11 1 shot left; Warrior 2
          chf2  m4  1 shot left; Crazy Horse
          rid3  l1  1 shot left; Rider 3
          rid4  m9  1 shot left; Rider 4
          war3  i1  1 shot left; Warrior 3
          war4  m6  1 shot left; Warrior 4
          war5  k11 1 shot left; Warrior 5

        . open
        w woods: cover, blocks fire
        r rocks: cover, block fire
        p parapet: cover
        = ford
        ~ river: no crossing
    "#]]
    .assert_eq(&picture(&state).to_text());
}
