//! The order of moves, who is waited for, time and leaving (LW-2, LW-9.19, LW-11).

use serde_json::{Value, json};

use super::{Play, bystanders, facing, kinds, man, of_kind, row};
use crate::rulesets::little_wars::{
    event::{DeathCause, Event},
    pace,
    rejection::Code,
    state::{Phase, SeatStage},
};

#[test]
fn lw_2_1_lw_2_9_the_sides_move_alternately_and_nobody_before_his_move() {
    let mut play = Play::with(bystanders());
    let end = json!({"type": "end_move"});
    assert_eq!(play.order("blue", end.clone()).unwrap_err().code, Code::NotYourPhase);
    assert_eq!(kinds(&play.done("red")), ["guns_closed", "seat_done", "move_ended", "move_began"]);
    assert_eq!((play.awaited(), play.state.ply), (vec!["blue".to_owned()], 5));
    assert_eq!(play.order("red", end).unwrap_err().code, Code::NotYourPhase);
    let events = play.done("blue");
    assert_eq!(
        of_kind(&events, "move_ended")[0],
        json!({"type": "move_ended", "side": "blue", "next": "red"})
    );
    assert_eq!(of_kind(&events, "move_began")[0]["number"], 4);
}

#[test]
fn lw_2_5_lw_2_6_minutes_shrink_with_the_force_where_that_is_agreed() {
    let mut men = bystanders();
    row(&mut men, "ri", 1..=31, [1000, 1000], 100);
    let guns = json!({"rg1": {"at": [8000, 1000]}, "rg2": {"at": [7000, 1000]}});
    for (shrinks, minutes) in [(true, 4), (false, 6)] {
        let options = json!({"shrink_clock": shrinks});
        let full = json!({"red": 6});
        let setup = json!({"ply": 5, "figures": men, "guns": guns, "options": options, "full_minutes": full});
        let mut play = Play::of(&setup);
        let began = of_kind(&play.done("blue"), "move_began");
        assert_eq!(json!([began[0]["minutes"], began[0]["full_minutes"]]), json!([minutes, 6]));
        let pace = pace::pace(&play.state).unwrap();
        assert_eq!((pace.minutes, pace.full_minutes, pace.warnings), (minutes, 6, vec![4, 2, 1]), "LW-2.7");
    }
}

#[test]
fn lw_2_8_at_time_what_was_ordered_stands_and_the_late_seat_chooses_nothing_more() {
    let mut play = Play::with(facing(3, 2));
    let events = play.time_out("red");
    assert_eq!(of_kind(&events, "seat_done")[0]["late"], true);
    assert_eq!(of_kind(&events, "melee_formed")[0]["decider"], Value::Null, "LW-6.14");
    assert_eq!(of_kind(&events, "melee_resolved")[0]["by"], "default");
    assert_eq!((play.state.phase, play.awaited()), (Phase::Move, vec!["blue".to_owned()]));
    assert!(play.time_out("red").is_empty(), "it is not his move any more");
}

#[test]
fn lw_2_8_time_in_the_naming_of_the_dead() {
    let mut play = Play::with(facing(11, 9));
    play.done("red");
    assert!(play.time_out("blue").is_empty());
    let events = play.time_out("red");
    assert_eq!(kinds(&events)[0], "melee_resolved");
    assert_eq!(play.awaited(), ["blue"]);
}

/// Two commanders of Red's, perhaps with a general.
fn commanders(general: bool) -> Play {
    let mut seats = vec![
        json!({"seat": "red_left", "side": "red", "figures": ["ri1-ri9", "rg1"]}),
        json!({"seat": "red_right", "side": "red", "figures": ["ri11-ri19", "ri90", "rg2"]}),
        json!({"seat": "blue", "side": "blue"}),
    ];
    if general {
        seats.insert(0, json!({"seat": "red_general", "side": "red", "general": true, "figures": []}));
    }
    let mut men = bystanders();
    row(&mut men, "ri", 1..=4, [2800, 2800], 100);
    row(&mut men, "ri", 11..=14, [4800, 2800], 100);
    Play::of(
        &json!({"seats": seats, "figures": men, "guns": {"rg1": {"at": [3000, 3000]}, "rg2": {"at": [5000, 3000]}}}),
    )
}

#[test]
fn lw_11_1_a_move_ends_with_the_last_of_its_sides_seats() {
    let mut play = commanders(false);
    assert_eq!(play.awaited(), ["red_left", "red_right"]);
    assert_eq!(kinds(&play.done("red_left")), ["guns_closed", "seat_done"]);
    assert_eq!(play.awaited(), ["red_right"]);
    assert!(kinds(&play.done("red_right")).contains(&"move_ended".to_owned()));
}

#[test]
fn lw_11_3_lw_11_4_the_general_or_chief_seat_ends_the_move_for_all() {
    let all = json!({"type": "end_move", "side": true});
    let mut play = commanders(false);
    let why = play.order("red_right", all.clone()).unwrap_err();
    assert_eq!((why.code, why.rule.0), (Code::NotGeneral, "LW-11.4"));
    let events = play.order("red_left", all.clone()).unwrap();
    assert_eq!(of_kind(&events, "seat_done").len(), 2);
    let mut led = commanders(true);
    assert_eq!(led.awaited(), ["red_left", "red_right"], "a general without men is not waited for");
    led.done("red_general");
    let events = led.order("red_general", all).unwrap();
    assert_eq!(of_kind(&events, "seat_done").len(), 2, "he may even when he has done");
    assert_eq!(led.awaited(), ["blue"]);
}

#[test]
fn lw_11_5_who_holds_a_prisoner_or_a_gun_in_action_is_waited_for() {
    let mut play = commanders(false);
    for name in ["ri1", "ri2", "ri3", "ri4"] {
        let at = play.state.figure_at(man(name)).unwrap();
        play.state.figures[at].seat = 1;
    }
    assert_eq!(play.awaited(), ["red_left", "red_right"], "rg1 is his, and in action");
    let at = play.state.figure_at(man("ri4")).unwrap();
    play.state.figures[at].at = crate::geometry::Point::new(9000, 1500);
    assert_eq!(play.awaited(), ["red_right"]);
}

#[test]
fn a_list_after_which_nobody_is_waited_for_ends_the_move() {
    let mut men = bystanders();
    row(&mut men, "bi", 1..=1, [9000, 1600], 80);
    let mut play = Play::with(men);
    let events = play.order("red", json!({"type": "surrender", "figures": ["ri90"]})).unwrap();
    assert_eq!(kinds(&events)[..2], ["flag_raised", "game_ended"]);
    // The whole list is taken first.
    let mut play = Play::with(bystanders());
    let list = [json!({"type": "surrender", "figures": ["ri90"]}), json!({"type": "end_move"})];
    let events = play.list("red", &list).unwrap();
    assert_eq!(kinds(&events), ["flag_raised", "guns_closed", "seat_done", "game_ended"]);
}

#[test]
fn a_side_with_nothing_to_do_is_not_asked() {
    let setup = json!({
        "figures": {"bi1": [5000, 6000], "ri1": [3000, 3000]}, "ply": 4,
        "options": {"game": "blow_at_the_rear"}, "retreat": {"side": "blue", "left": 3}
    });
    let mut play = Play::of(&setup);
    let (figure, cause) = (man("ri1"), DeathCause::Fell);
    play.take(vec![Event::FigureKilled { figure, cause, gun: None, melee: None }]);
    play.done("red");
    let events = play.done("blue");
    let passed = ["move_ended", "move_began", "move_passed", "move_ended", "move_began"];
    assert_eq!(kinds(&events)[2..], passed, "the victor has nobody left");
    assert_eq!((play.awaited(), play.state.ply), (vec!["blue".to_owned()], 7));
}

#[test]
fn lw_9_19_a_seat_that_leaves_hands_over_to_the_next_of_its_side() {
    let mut play = commanders(false);
    let left = of_kind(&play.resign("red_left"), "seat_left");
    let figures = json!(["rg1", "ri1", "ri2", "ri3", "ri4"]);
    assert_eq!(
        left,
        [json!({"type": "seat_left", "seat": "red_left", "to": "red_right", "figures": figures})]
    );
    assert_eq!((play.awaited(), play.man("ri1").seat), (vec!["red_right".to_owned()], 1));
    let all = json!({"type": "end_move", "side": true});
    assert!(play.order("red_right", all).is_ok(), "he is the chief seat now");
    let events = play.resign("red_right");
    assert_eq!(of_kind(&events, "game_ended")[0]["reason"], "resigned", "the last one's is the side's");
}

#[test]
fn lw_9_19_when_the_last_seat_waited_for_leaves_its_heir_has_done_the_move_ends() {
    let mut play = commanders(false);
    play.done("red_left");
    let events = play.resign("red_right");
    assert_eq!(kinds(&events)[..2], ["seat_left", "move_ended"]);
    assert_eq!(play.awaited(), ["blue"]);
    assert_eq!(play.state.seats[0].stage, SeatStage::Done);
}
