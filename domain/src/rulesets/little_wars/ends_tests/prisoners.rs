//! Prisoners and the white flag (LW-7).

use serde_json::{Value, json};

use super::{Play, bystanders, facing, kinds, man, men, of_kind, row};
use crate::rulesets::little_wars::{
    event::{DeathCause, Event},
    measures::SIX_INCHES,
    rejection::Code,
    state::State,
    words::Status,
};

fn led_by(escort: &str) -> Value {
    json!({"status": "prisoner", "captor": "red", "escort": escort})
}

/// Red's escort with his prisoner bi1, and others as they stand.
fn with_prisoner(others: &[(&str, [i32; 2])], ply: u32) -> Play {
    let mut men = bystanders();
    men.insert("ri1".to_owned(), json!([5000, 3000]));
    men.insert("bi1".to_owned(), json!([5150, 3000]));
    for (name, at) in others {
        men.insert((*name).to_owned(), json!(at));
    }
    Play::of(&json!({"ply": ply, "figures": men, "status": {"bi1": led_by("ri1")}}))
}

fn shot(name: &str) -> Vec<Event> {
    vec![Event::FigureKilled { figure: man(name), cause: DeathCause::Fell, gun: None, melee: None }]
}

/// After a loss, as a shot asks for it.
fn after_losses(play: &mut Play) -> Vec<Event> {
    let mut course = crate::rulesets::little_wars::course::Course::from(&play.state);
    crate::rulesets::little_wars::prisoners::after_losses(&mut course);
    play.state = course.state;
    course.events
}

#[test]
fn lw_7_1_a_prisoner_has_passed_no_gun_any_more() {
    let mut play = Play::with(facing(4, 2));
    let at = play.state.figure_at(man("bi1")).unwrap();
    play.state.figures[at].passed.push(crate::rulesets::little_wars::ids::GunId::parse("rg1").unwrap());
    play.done("red");
    let taken = play.man("bi1");
    assert_eq!((taken.status, taken.escort, taken.passed.len()), (Status::Prisoner, Some(man("ri1")), 0));
}

#[test]
fn lw_7_2_lw_7_4_who_has_seven_prisoners_takes_no_more() {
    let mut men = bystanders();
    men.insert("ri1".to_owned(), json!([5000, 3000]));
    men.insert("ri2".to_owned(), json!([5000, 2900]));
    row(&mut men, "bi", 1..=8, [5100, 3000], 80);
    let mut status: serde_json::Map<String, Value> =
        (2..=8).map(|k| (format!("bi{k}"), led_by("ri2"))).collect();
    status.insert("bi1".to_owned(), led_by("ri1"));
    let mut play = Play::of(&json!({"figures": men, "status": status}));
    play.take(shot("ri1"));
    assert_eq!(kinds(&after_losses(&mut play)), ["prisoner_freed"]);
    assert_eq!(play.state.held_by(man("ri2")).count(), 7);
}

#[test]
fn lw_7_4_the_escort_dead_the_prisoner_is_free_or_anothers() {
    let mut alone = with_prisoner(&[], 5);
    alone.take(shot("ri1"));
    let events = after_losses(&mut alone);
    assert_eq!(of_kind(&events, "prisoner_freed")[0]["cause"], "escort_lost");
    assert_eq!((alone.man("bi1").status, alone.man("bi1").freed_at), (Status::Disarmed, Some(5)), "LW-7.6");
    // Gaps of 600 and of 601 hundredths of an inch.
    let mut near = with_prisoner(&[("ri2", [5150, 3670]), ("ri3", [5150, 2329])], 5);
    near.take(shot("ri1"));
    assert_eq!(after_losses(&mut near), [Event::EscortChanged { figure: man("bi1"), escort: man("ri2") }]);
    let mut far = with_prisoner(&[("ri3", [5150, 2329])], 5);
    far.take(shot("ri1"));
    assert_eq!(kinds(&after_losses(&mut far)), ["prisoner_freed"]);
}

#[test]
fn lw_7_4_of_two_equally_near_the_lower_id_takes_over() {
    let mut play = with_prisoner(&[("ri3", [5150, 2900]), ("ri2", [5150, 3100])], 5);
    play.take(shot("ri1"));
    assert_eq!(after_losses(&mut play), [Event::EscortChanged { figure: man("bi1"), escort: man("ri2") }]);
}

#[test]
fn lw_7_5_an_escort_who_goes_away_or_leaves_the_floor_frees_his_prisoner() {
    let mut stays = with_prisoner(&[], 4);
    stays.walk("ri1", [5000, 2350]);
    assert!(of_kind(&stays.done("red"), "prisoner_freed").is_empty(), "a gap of 597");
    let mut goes = with_prisoner(&[], 4);
    goes.walk("ri1", [5000, 2000]);
    let events = goes.done("red");
    assert_eq!(of_kind(&events, "prisoner_freed")[0]["cause"], "escort_away");
    let mut leaves = with_prisoner(&[], 4);
    let (figure, path) = (man("ri1"), Vec::new());
    let reason = crate::rulesets::little_wars::words::LeftBy::Order;
    leaves.take(vec![Event::FigureWithdrawn { figure, path, reason }]);
    assert_eq!(of_kind(&leaves.done("red"), "prisoner_freed").len(), 1);
}

#[test]
fn lw_7_5_at_the_end_of_the_enemys_move_nobody_is_freed_for_that() {
    let mut play = with_prisoner(&[], 5);
    let at = play.state.figure_at(man("ri1")).unwrap();
    play.state.figures[at].at = crate::geometry::Point::new(5000, 2000);
    assert!(of_kind(&play.done("blue"), "prisoner_freed").is_empty());
}

#[test]
fn lw_7_5_whoever_is_taken_at_the_end_of_this_very_move_waits_for_his_captor() {
    let mut play = Play::with(facing(11, 9));
    play.done("red");
    let far = json!({"type": "allocate", "melee": 1, "dead": ["ri4-ri10", "bi2-bi8"], "captors": [["bi1", "ri11"]]});
    let events = play.order("red", far).unwrap();
    assert_eq!(of_kind(&events, "prisoner_taken").len(), 2);
    assert!(!State::within_gap(play.man("bi1"), play.man("ri11"), SIX_INCHES));
    assert_eq!(play.man("bi1").status, Status::Prisoner, "he waits for him");
    play.done("blue");
    let events = play.done("red");
    let changed = Event::EscortChanged { figure: man("bi1"), escort: man("ri1") };
    assert!(events.contains(&changed), "he has not come, another is near: {events:?}");
}

#[test]
fn lw_7_7_at_the_captors_line_he_is_beyond_liberation() {
    let mut men = bystanders();
    men.insert("ri1".to_owned(), json!([3000, 500]));
    men.insert("bi1".to_owned(), json!([3000, 635]));
    men.insert("bi2".to_owned(), json!([3200, 636]));
    let status = json!({"bi1": led_by("ri1"), "bi2": led_by("ri1")});
    let mut play = Play::of(&json!({"ply": 5, "figures": men, "status": status}));
    let events = play.done("blue");
    assert_eq!(of_kind(&events, "prisoner_secured").len(), 1, "at the end of either side's move");
    assert_eq!((play.man("bi1").status, play.man("bi2").status), (Status::Secured, Status::Prisoner));
    assert!(!play.man("bi1").is_on_floor());
}

#[test]
fn lw_7_8_lw_7_9_a_freed_man_has_his_weapon_at_his_line_and_is_taken_at_a_touch() {
    let mut men = bystanders();
    men.insert("bi1".to_owned(), json!([3000, 6565]));
    men.insert("bi2".to_owned(), json!([3200, 6564]));
    men.insert("bi3".to_owned(), json!([3000, 3000]));
    men.insert("ri1".to_owned(), json!([3000, 2920]));
    let freed = json!({"status": "disarmed", "freed_at": 1});
    let status = json!({"bi1": freed, "bi2": freed, "bi3": freed});
    let mut play = Play::of(&json!({"ply": 4, "figures": men, "status": status}));
    let events = play.done("red");
    assert_eq!(of_kind(&events, "prisoner_taken")[0]["cause"], "retaken");
    assert!(of_kind(&events, "figure_rearmed").is_empty(), "only at the end of his own side's move");
    let events = play.done("blue");
    assert_eq!(of_kind(&events, "figure_rearmed"), [json!({"type": "figure_rearmed", "figure": "bi1"})]);
    assert_eq!((play.man("bi2").status, play.man("bi3").escort), (Status::Disarmed, Some(man("ri1"))));
}

/// Four of Blue's in a knot, and others of theirs.
fn knot(others: &[(&str, [i32; 2])]) -> Play {
    let mut men = bystanders();
    row(&mut men, "bi", 1..=4, [5000, 4000], 100);
    for (name, at) in others {
        men.insert((*name).to_owned(), json!(at));
    }
    Play::with(men)
}

const FLAG: fn(&[&str]) -> Value = |figures| json!({"type": "surrender", "figures": figures});

#[test]
fn lw_7_10_only_an_isolated_body_may_hoist_the_white_flag() {
    let mut two = knot(&[("bi5", [5000, 5100]), ("bi6", [5100, 5100])]);
    assert_eq!(two.order("blue", FLAG(&["bi1-bi4"])).unwrap_err().code, Code::NotIsolated);
    let mut one = knot(&[("bi5", [5000, 5100])]);
    let events = one.order("blue", FLAG(&["bi4", "bi1-bi3"])).unwrap();
    let expected = Event::FlagRaised { figures: men(&["bi1", "bi2", "bi3", "bi4"]), support: men(&["bi5"]) };
    assert_eq!(events, [expected], "in the enemy's move");
    assert_eq!(one.man("bi1").status, Status::Flag);
    let mut apart = knot(&[]);
    assert_eq!(apart.order("blue", FLAG(&["bi1", "bi90"])).unwrap_err().code, Code::NotABody);
    assert_eq!(apart.order("red", FLAG(&["bi1"])).unwrap_err().code, Code::NotYourFigure);
    assert_eq!(apart.order("blue", FLAG(&["bi99"])).unwrap_err().code, Code::UnknownFigure);
}

#[test]
fn lw_7_10_gaps_of_six_inches_make_a_body() {
    let mut joined = knot(&[("bi5", [5970, 4000])]);
    assert!(joined.order("blue", FLAG(&["bi1-bi5"])).is_ok());
    let mut apart = knot(&[("bi5", [5971, 4000])]);
    assert_eq!(apart.order("blue", FLAG(&["bi1-bi5"])).unwrap_err().code, Code::NotABody);
}

#[test]
fn lw_7_4_lw_7_10_an_escort_who_surrenders_loses_his_prisoners_at_once() {
    let mut play = with_prisoner(&[], 4);
    let events = play.order("red", FLAG(&["ri1"])).unwrap();
    assert_eq!(kinds(&events), ["flag_raised", "prisoner_freed"]);
}

#[test]
fn lw_7_11_flags_are_fetched_at_the_end_of_the_captors_move() {
    let mut play = knot(&[("ri1", [5150, 3200])]);
    play.order("blue", FLAG(&["bi1-bi4"])).unwrap();
    assert!(of_kind(&play.done("red"), "prisoner_taken").is_empty(), "nobody is near");
    assert_eq!(play.order("blue", FLAG(&["bi1"])).unwrap_err().code, Code::NotAvailable);
    play.done("blue");
    play.walk("ri1", [5150, 3500]);
    let taken = of_kind(&play.done("red"), "prisoner_taken");
    assert_eq!(taken.len(), 4);
    assert!(taken.iter().all(|taken| taken["escort"] == "ri1" && taken["cause"] == "flag"));
}

#[test]
fn lw_7_12_lw_9_4_a_prisoner_is_worth_more_to_his_side_than_a_dead_man() {
    let mut play = knot(&[]);
    let before = crate::rulesets::little_wars::score::standing(&play.state).blue.total();
    play.order("blue", FLAG(&["bi1-bi4"])).unwrap();
    let score = crate::rulesets::little_wars::score::standing(&play.state);
    assert_eq!((before - score.blue.total(), score.blue.own_prisoners, score.red.taken), (4, 4, 4));
}
