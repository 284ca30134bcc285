//! Rules with minutes of their own by the clock: a live one keeps the rules' own minutes, and what is put down when time is up.

use domain::{
    ids::{GameId, Seat},
    table::OfferAnswer,
};
use serde_json::{Value, json};
use storage::PlayerId;

use super::{
    clock::{DAY, pass},
    house::{House, START},
    offers::{offering, verify},
    play::{submit, suggested},
};
use crate::service::{
    deadline::{deadline_in, reminders_in},
    play::Given,
};

const LIVE: &str = r#"{"kind": "live", "all_absent": "run"}"#;

/// A skirmish, two minutes a move in the book, by its own minutes.
struct Floor {
    house: House,
    players: [PlayerId; 2],
    game: GameId,
}

/// The ruleset that has minutes of its own.
fn with_minutes() -> &'static dyn domain::seam::AnyRuleset {
    *domain::rulesets::ALL.iter().find(|ruleset| ruleset.has_minutes()).expect("a ruleset")
}

fn seat(name: &str) -> Seat {
    Seat::new(name).expect("a seat")
}

impl Floor {
    fn new() -> Self {
        Self::with(LIVE, "skirmish".into(), json!({"first_move": "red"}))
    }

    fn with(clock: &str, scenario: Value, options: Value) -> Self {
        let clock: Value = serde_json::from_str(clock).expect("JSON");
        let house = House::new();
        let players = [house.player("Alice"), house.player("Bob")];
        let wanted = json!({
            "ruleset": with_minutes().id(), "scenario": scenario, "title": "A floor", "options": options, "clock": clock,
            "seats": [{"seat": "red", "player": "me"}, {"seat": "blue", "player": "open"}],
        });
        let wanted = serde_json::from_value(wanted).expect("a new game");
        let game = house.app.create_game(&players[0], &wanted, &|_| Ok(None)).expect("a game").game.row.id;
        let claim = serde_json::from_value(json!({})).expect("a claim");
        house.app.claim_seat(&game, "blue", &players[1], &claim).expect("a seat");
        Floor { house, players, game }
    }

    fn seat(&self) -> String {
        self.house.app.look(&self.game).expect("a game").chronicle.awaited()[0].seat.to_string()
    }

    fn order(&self, seat: &str, orders: &str) {
        submit(&self.house, &self.game, &self.players[usize::from(seat != "red")], seat, orders);
    }

    fn take_back(&self, wanted: Value) {
        let wanted = serde_json::from_value(wanted).expect("an offer");
        let red = offering(&self.players[0]);
        let done = self.house.app.make_offer(&self.game, &red, &wanted, None).expect("an offer");
        assert_eq!(done.offer.expect("an offer").state, "accepted");
    }

    fn phase(&self) -> &'static str {
        self.house.app.look(&self.game).expect("a game").chronicle.stage().phase
    }

    fn agree(&self, wanted: Value) {
        let wanted = serde_json::from_value(wanted).expect("an offer");
        let [red, blue] = [0, 1].map(|place: usize| offering(&self.players[place]));
        let app = &self.house.app;
        let made = app.make_offer(&self.game, &red, &wanted, None).expect("an offer").offer;
        app.answer_offer(&self.game, &blue, (made.expect("an offer").offer, OfferAnswer::Accepted), None)
            .expect("agreed");
    }

    fn pause(&self, length: &str) {
        self.agree(json!({"kind": "pause", "for": length}));
    }

    fn more_time(&self, length: &str) {
        self.agree(json!({"kind": "time", "add": length}));
    }

    /// The orders that would put down what the scenario says.
    fn places(&self) -> String {
        let all = suggested(&self.house, &self.game, &seat("red"));
        all.lines().filter(|line| line.starts_with("place")).map(|line| format!("{line}\n")).collect()
    }

    fn draft(&self, orders: &str) {
        let given = Given::Text(orders.to_owned());
        self.house.app.put_draft(&self.game, &self.players[0], Some("red"), &given).expect("a draft");
    }

    /// Seconds from now until the time is up of who is waited for, and until the reminders he will have.
    fn left(&self) -> (Option<u64>, Vec<u64>) {
        let opened = self.house.app.look(&self.game).expect("a game");
        let awaited = &opened.chronicle.awaited()[0];
        let now = self.house.app.now();
        let Some(deadline) = deadline_in(&opened.chronicle, awaited) else { return (None, Vec::new()) };
        let reminders = reminders_in(&opened.chronicle, awaited, deadline);
        (Some(deadline - now), reminders.into_iter().filter(|at| now < *at).map(|at| at - now).collect())
    }
}

#[test]
fn lw_2_9_an_interval_passes_before_the_minutes_run_and_then_they_are_all() {
    let floor = Floor::new();
    assert_eq!(floor.house.app.now(), START);
    assert_eq!(
        floor.left(),
        (Some(300 + 120), vec![300 + 60, 300 + 90]),
        "LW-2.7: two minutes, two warnings"
    );
    pass(&floor.house, 300 + 119);
    assert_eq!(floor.seat(), "red");
    pass(&floor.house, 1);
    assert_eq!(floor.seat(), "blue", "at Time the player stops instantly (LW-2.8)");
    assert_eq!(floor.left().0, Some(300 + 120), "and the other has his interval");
    verify(&floor.house, &floor.game);
}

#[test]
fn lw_2_9_the_first_order_starts_them_earlier_and_talk_does_not() {
    let floor = Floor::new();
    floor.house.pass(60);
    floor.order("blue", "offer draw");
    floor.order("red", "decline draw");
    assert_eq!(floor.left().0, Some(360), "a word at the table is no order");
    floor.order("red", "guns done");
    assert_eq!(floor.left(), (Some(120), vec![60, 90]));
    floor.house.pass(20);
    floor.order("red", "march ri1-ri4 by 0,1");
    assert_eq!(floor.left().0, Some(100), "the first alone");
    pass(&floor.house, 100);
    assert_eq!(floor.seat(), "blue");
    verify(&floor.house, &floor.game);
}

#[test]
fn lw_2_9_what_is_taken_back_does_not_stop_the_watch() {
    let floor = Floor::new();
    floor.house.pass(60);
    floor.order("red", "guns done");
    floor.house.pass(30);
    floor.order("red", "done");
    assert_eq!((floor.seat().as_str(), floor.left().0), ("blue", Some(420)));
    floor.house.pass(15);
    floor.take_back(json!({"kind": "take_back"}));
    assert_eq!((floor.seat().as_str(), floor.left().0), ("red", Some(90)), "what he had left");
    floor.house.pass(10);
    floor.take_back(json!({"kind": "take_back", "to_turn": 1}));
    assert_eq!((floor.seat().as_str(), floor.left().0), ("red", Some(80)), "it had begun to run");
    floor.house.pass(5);
    floor.order("red", "guns done");
    assert_eq!(floor.left().0, Some(75));
    verify(&floor.house, &floor.game);
}

#[test]
fn lw_1_8_putting_down_has_no_minutes() {
    let floor = Floor::with(LIVE, "skirmish".into(), json!({"first_move": "red", "deployment": "free"}));
    assert_eq!(floor.left(), (None, Vec::new()));
    pass(&floor.house, 100_000);
    for seat in ["red", "blue"] {
        floor.order(seat, &suggested(&floor.house, &floor.game, &self::seat(seat)));
    }
    assert_eq!(floor.left().0, Some(420));
}

/// A custom skirmish, so narrow that the first side to move can fight: three of its men against two, who have friends near.
fn narrow() -> Value {
    let mut scenario = skirmish();
    scenario["lines"] = json!({"north": 600, "south": 2100});
    scenario["table"] = json!({"width": 6000, "height": 2700});
    scenario["country"] = json!([]);
    scenario["forces"] = json!({"red": {"infantry": 10, "cavalry": 0, "guns": 0}, "blue": {"infantry": 10, "cavalry": 0, "guns": 0}});
    let plan = |side: &str, letter: &str| json!({"seat": side, "side": side, "name": side, "figures": [format!("{letter}i*")]});
    scenario["seat_plans"] = json!({"duel": [plan("red", "r"), plan("blue", "b")]});
    scenario["deployment"] = json!([
        {"figures": "ri1-ri3", "at": [1000, 1100], "step": [150, 0], "per_row": 3},
        {"figures": "ri4-ri10", "at": [3000, 600], "step": [150, 0], "per_row": 7},
        {"figures": "bi1-bi2", "at": [1000, 1600], "step": [150, 0], "per_row": 2},
        {"figures": "bi3-bi10", "at": [2200, 2100], "step": [150, 0], "per_row": 8},
    ]);
    scenario
}

fn skirmish() -> Value {
    let ruleset = with_minutes();
    let (_, text) = ruleset.scenarios().iter().find(|(id, _)| *id == "skirmish").expect("a scenario");
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn lw_2_9_melees_are_settled_in_extra_time_outside_the_move() {
    let floor = Floor::with(LIVE, narrow(), json!({"first_move": "red"}));
    assert_eq!(floor.left().0, Some(300 + 60), "ten men, a minute");
    floor.house.pass(10);
    floor.order("red", "close ri1-ri3 on bi1");
    floor.house.pass(50);
    floor.order("red", "done");
    assert_eq!((floor.seat().as_str(), floor.phase()), ("red", "adjudicate"));
    assert_eq!(floor.left().0, Some(300), "as long as an interval, and nothing of the move's minute");
    floor.house.pass(40);
    floor.take_back(json!({"kind": "take_back"}));
    assert_eq!((floor.phase(), floor.left().0), ("move", Some(10)), "the move goes on with what it had");
    floor.house.pass(5);
    floor.take_back(json!({"kind": "take_back", "to_turn": 1}));
    assert_eq!(floor.left().0, Some(5));
    floor.order("red", "close ri1-ri3 on bi1\ndone");
    assert_eq!((floor.phase(), floor.left().0), ("adjudicate", Some(300)));
    pass(&floor.house, 300);
    assert_eq!((floor.seat().as_str(), floor.left().0), ("blue", Some(360)), "settled by default (LW-6.14)");
    verify(&floor.house, &floor.game);
}

#[test]
fn lw_2_9_a_pause_stops_the_watch_and_the_interval() {
    let floor = Floor::new();
    floor.house.pass(100);
    floor.pause("PT1H");
    pass(&floor.house, 3_600);
    assert_eq!(floor.left().0, Some(320));
    floor.order("red", "guns done");
    floor.house.pass(30);
    floor.pause("PT1H");
    pass(&floor.house, 3_600);
    assert_eq!(floor.left().0, Some(90));
    floor.more_time("PT2M");
    assert_eq!(floor.left().0, Some(210));
    verify(&floor.house, &floor.game);
}

#[test]
fn a_live_clock_is_refused_where_the_rules_have_no_minutes() {
    let house = House::new();
    let host = house.player("Alice");
    let wanted = json!({
        "ruleset": "little_bighorn", "scenario": "standard", "title": "None", "clock": {"kind": "live"},
        "seats": [],
    });
    let wanted = serde_json::from_value(wanted).expect("a new game");
    let problem = house.app.create_game(&host, &wanted, &|_| Ok(None)).map(|_| ()).expect_err("refused");
    let fault = &problem.body().errors[0];
    assert_eq!((problem.status(), fault.code.as_str()), (422, "bad-clock"));
    assert_eq!(fault.pointer.as_deref(), Some("/clock/kind"));
}

#[test]
fn lw_1_8_putting_down_has_one_allowance_and_the_first_move_another() {
    let clock = r#"{"kind": "per_turn", "allow": "P3D", "remind": [], "all_absent": "run"}"#;
    let floor = Floor::with(clock, "meeting_engagement".into(), json!({"first_move": "red"}));
    assert_eq!(floor.left().0, Some(3 * DAY));
    floor.order("blue", &suggested(&floor.house, &floor.game, &seat("blue")));
    floor.house.pass(3 * DAY - 3_600);
    floor.order("red", &suggested(&floor.house, &floor.game, &seat("red")));
    assert_eq!((floor.seat().as_str(), floor.phase()), ("red", "move"), "the curtain is open");
    assert_eq!(floor.left().0, Some(3 * DAY), "LW-2.7: the first move has all of its own");
    verify(&floor.house, &floor.game);
}

#[test]
fn lw_1_8_who_puts_nothing_down_in_time_still_has_his_first_move() {
    let clock = r#"{"kind": "per_turn", "allow": "P3D", "remind": [], "all_absent": "run"}"#;
    let floor = Floor::with(clock, "meeting_engagement".into(), json!({"first_move": "red"}));
    floor.order("blue", &suggested(&floor.house, &floor.game, &seat("blue")));
    pass(&floor.house, 3 * DAY);
    assert_eq!((floor.seat().as_str(), floor.phase()), ("red", "move"));
    assert_eq!(floor.left().0, Some(3 * DAY), "one absence costs one thing");
    verify(&floor.house, &floor.game);
}

#[test]
fn lw_1_7_without_a_curtain_a_time_out_binds_the_draft_if_it_is_legal() {
    let options = json!({"first_move": "red", "deployment": "free", "curtain": false});
    for (is_legal, men) in [(true, 14), (false, 2)] {
        let clock = r#"{"kind": "per_turn", "allow": "P1D", "remind": [], "all_absent": "run"}"#;
        let floor = Floor::with(clock, "skirmish".into(), options.clone());
        let own: String = floor
            .places()
            .lines()
            .take(if is_legal { 100 } else { 2 })
            .map(|line| format!("{line}\n"))
            .collect();
        let moved = own.replacen("at 39.8,6", "at 39.8,7", 1);
        assert_ne!(own, moved, "{own} {men}");
        floor.draft(&moved);
        pass(&floor.house, 86_400);
        let opened = floor.house.app.look(&floor.game).expect("a game");
        let view = opened.chronicle.game().view(&domain::ruleset::Viewer::Spectator);
        let first = view["figures"].as_array().expect("men").iter().find(|man| man["id"] == "ri1");
        let y = first.expect("he stands")["at"][1].as_i64().expect("a place");
        assert_eq!(y, if is_legal { 700 } else { 600 }, "else the scenario's deployment (LW-10.8)");
        assert_eq!(floor.seat(), "blue");
        assert_eq!(floor.house.app.store.draft(&floor.game, &seat("red")).expect("a store"), None);
        let record = floor.house.app.record(&floor.game, None).expect("a record").to_text();
        crate::record::parse_record(&record)
            .expect("a record")
            .play(&mut |_, _| {})
            .unwrap_or_else(|why| panic!("{why}"));
        verify(&floor.house, &floor.game);
    }
}
