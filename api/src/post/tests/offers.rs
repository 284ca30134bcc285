//! Offers through the service: what they do to time and turns, who is written to, and that a rematch is a game.

use domain::{ids::GameId, log::Line, table::OfferAnswer};
use openapi::offers::{NewOffer, OfferDone, OfferView};
use serde_json::{Value, json};
use storage::PlayerId;

use super::{
    clock::{DAY, Table, pass, tick},
    house::{Arrived, House, START},
    play::submit,
};
use crate::{problem::Problem, service::offers::Offering};

pub(super) fn offering(player: &PlayerId) -> Offering {
    Offering { player: player.clone(), seat: None, if_match: None, key: None, body_hash: [7; 32] }
}

impl Table {
    fn offer(&self, place: usize, wanted: Value) -> Result<OfferDone, Problem> {
        let wanted: NewOffer = serde_json::from_value(wanted).expect("an offer");
        self.house.app.make_offer(&self.game, &offering(&self.players[place]), &wanted, None)
    }

    fn answer(&self, place: usize, number: u64, answer: OfferAnswer) -> Result<OfferDone, Problem> {
        self.house.app.answer_offer(&self.game, &offering(&self.players[place]), (number, answer), None)
    }

    fn offers(&self) -> Vec<OfferView> {
        let page = self.house.app.offer_page(&self.game, Some(&self.players[0]), None, None);
        page.expect("a page").items
    }

    /// All is as the rules say: protocol and rules confirm the log, and what is kept beside it is what it says.
    pub(super) fn verify(&self) {
        verify(&self.house, &self.game);
    }
}

pub(super) fn verify(house: &House, game: &GameId) {
    let store = &*house.app.store;
    let log: Vec<String> =
        store.lines(game, 0, 10_000).expect("lines").into_iter().map(|row| row.line).collect();
    let bundle = domain::log::Bundle::new(log.clone(), Vec::new());
    domain::log::verify(&bundle, None, &[]).unwrap_or_else(|why| panic!("{why}"));
    domain::audit::judge(&domain::rulesets::find, &log, &mut |_| {}).unwrap_or_else(|why| panic!("{why}"));
    let opened = crate::service::hall::load(&house.app, game).expect("a game");
    let lines = store.lines(&opened.row.id, 0, usize::MAX).expect("lines");
    let log: Vec<String> = lines.iter().map(|row| row.line.clone()).collect();
    let to_act = store.to_act(&opened.row.id).expect("rows");
    crate::service::projection::is_of_its_log(store, (&opened.row, &to_act), &lines, &log).expect("the same");
}

fn view(done: &OfferDone) -> &OfferView {
    done.offer.as_ref().expect("somebody was asked")
}

pub(super) fn code(refused: Result<OfferDone, Problem>) -> (u16, String) {
    let problem = refused.expect_err("refused");
    (problem.status(), problem.code().to_owned())
}

fn clocked() -> Table {
    Table::with(json!({"kind": "per_turn", "allow": "P3D", "remind": [], "all_absent": "run"}))
}

fn newest(table: &Table, kind: &str) -> Arrived {
    let found = table.post.arrived().into_iter().rev().find(|letter| letter.kind == kind);
    found.unwrap_or_else(|| panic!("no {kind}"))
}

#[actix_web::test]
async fn a_pause_is_agreed_ends_by_itself_and_leaves_the_time_that_was_left() {
    let table = clocked();
    table.letters().await;
    pass(&table.house, 3 * DAY - 60);
    for cycle in 1..=3 {
        let done = table.offer(1, json!({"kind": "pause", "for": "P2D"})).expect("an offer");
        assert_eq!((view(&done).state.as_str(), view(&done).waits_for.len()), ("standing", 1));
        table.house.post_all(&table.post).await;
        let letter = newest(&table, "offer").shown();
        assert!(letter.text.contains("let time stand still for 2 days"), "{}", letter.text);
        let accept = format!("/offers/{}/accept?seat={}", view(&done).offer, House::seats()[0]);
        assert!(letter.text.contains(&accept), "{}", letter.text);
        assert_eq!(table.letters().await, ["a offer"], "cycle {cycle}");
        let done = table.answer(0, view(&done).offer, OfferAnswer::Accepted).expect("he is asked");
        assert_eq!((view(&done).state.as_str(), &done.to_act[0].deadline), ("accepted", &None));
        assert_eq!(table.letters().await, ["a clock", "b clock"], "cycle {cycle}");
        assert_eq!(code(table.offer(0, json!({"kind": "pause", "for": "P2D"}))).1, "clock-stopped");
        pass(&table.house, 2 * DAY - 1);
        assert_eq!(table.deadline(), None);
        pass(&table.house, 1);
        assert_eq!(table.deadline(), Some(table.house.app.now() + 60), "cycle {cycle}");
        assert_eq!(table.letters().await, ["a clock", "b clock"], "it runs again");
    }
    table.verify();
    pass(&table.house, 60);
    assert!(table.letters().await.contains(&"a time_out".to_owned()), "and then it is over");
    table.verify();
}

#[actix_web::test]
async fn between_two_time_is_given_at_once_within_bounds_and_told() {
    let table = clocked();
    table.letters().await;
    let seat = &House::seats()[0];
    let done = table.offer(1, json!({"kind": "time", "seat": seat, "add": "P1D"})).expect("given");
    assert_eq!(view(&done).state, "accepted");
    assert_eq!(table.deadline(), Some(START + 4 * DAY));
    assert_eq!(table.letters().await, ["a clock"]);
    let own = table.offer(0, json!({"kind": "time", "add": "PT2H"})).expect("an offer");
    assert_eq!((view(&own).state.as_str(), table.deadline()), ("standing", Some(START + 4 * DAY)));
    table.answer(1, view(&own).offer, OfferAnswer::Accepted).expect("he is asked");
    assert_eq!(table.deadline(), Some(START + 4 * DAY + 7_200));
    for (bad, why) in [
        (json!({"kind": "time", "seat": seat, "add": "P8D"}), "bad-duration"),
        (json!({"kind": "time", "seat": seat, "add": "P1M"}), "bad-duration"),
        (json!({"kind": "time", "seat": "nowhere", "add": "P1D"}), "unknown-seat"),
        (json!({"kind": "pause", "for": "P31D"}), "bad-duration"),
    ] {
        let problem = table.offer(1, bad.clone()).expect_err("refused");
        assert_eq!((problem.status(), problem.body().errors[0].code.as_str()), (422, why), "{bad}");
    }
    assert_eq!(
        code(table.offer(0, json!({"kind": "time", "seat": House::seats()[1], "add": "P1D"}))).1,
        "not-awaited"
    );
    assert_eq!(code(table.offer(0, json!({"kind": "rematch"}))).1, "not-over");
    table.move_on();
    table.verify();
    let timeless = Table::with(json!({"kind": "none"}));
    assert_eq!(code(timeless.offer(0, json!({"kind": "pause", "for": "P1D"}))), (409, "no-clock".into()));
}

#[actix_web::test]
async fn a_turn_is_taken_back_and_shown_as_void() {
    let table = clocked();
    table.letters().await;
    let seats = House::seats();
    let before = table.version();
    pass(&table.house, DAY);
    submit(&table.house, &table.game, &table.players[0], &seats[0], "end movement\nend combat");
    assert_eq!(table.letters().await, ["b your_move"]);
    pass(&table.house, DAY);
    let done = table.offer(0, json!({"kind": "take_back"})).expect("nobody else has acted");
    assert_eq!(view(&done).state, "accepted");
    assert_eq!(done.to_act[0].seat.as_str(), seats[0]);
    assert_eq!(table.deadline(), Some(table.house.app.now() + 2 * DAY), "a day of three was used");
    assert_eq!(table.letters().await, ["b offer_answered"], "who took it back knows; the other is told");
    let app = &table.house.app;
    let events = app.event_page(&table.game, None, Some(before), None, None, None).expect("a page").items;
    let void: Vec<(&str, bool)> = events.iter().map(|event| (event.kind.as_str(), event.void)).collect();
    assert!(void.contains(&("orders_given", true)) && void.contains(&("taken_back", false)), "{void:?}");
    let turns = app.turn_page(&table.game, None, None, None).expect("a page").items;
    assert_eq!(turns.iter().map(|turn| turn.void).collect::<Vec<_>>(), [false, true, false]);
    let frames = app.replay(&table.game, None, &Default::default()).expect("a page").frames;
    assert_eq!(
        frames.iter().filter(|frame| frame.void).count(),
        void.iter().filter(|(_, void)| *void).count()
    );
    assert_eq!(code(table.offer(0, json!({"kind": "take_back"}))), (409, "nothing-to-take-back".into()));
    assert_eq!(
        code(table.offer(0, json!({"kind": "take_back", "to_turn": 0}))),
        (409, "undo-crosses-roll".into())
    );
    // The very same orders again are a new turn, and this time they stand.
    submit(&table.house, &table.game, &table.players[0], &seats[0], "end movement\nend combat");
    assert_eq!(table.letters().await, ["b your_move"]);
    submit(&table.house, &table.game, &table.players[1], &seats[1], "end movement\nend combat");
    table.letters().await;
    let done = table.offer(0, json!({"kind": "take_back"})).expect("an offer");
    assert_eq!((view(&done).state.as_str(), table.letters().await), ("standing", vec!["b offer".to_owned()]));
    table.answer(1, view(&done).offer, OfferAnswer::Declined).expect("he is asked");
    assert_eq!(table.letters().await, ["a offer_answered"]);
    table.verify();
    record_plays(&table);
}

/// A game's record, with what was taken back, plays to where the game stands.
fn record_plays(table: &Table) {
    let record = table.house.app.record(&table.game, None).expect("a record");
    assert!(record.to_text().contains("! taken_back 1"), "{}", record.to_text());
    let read = crate::record::parse_record(&record.to_text()).expect("a record");
    let end = read.play(&mut |_, _| {}).unwrap_or_else(|why| panic!("{why}"));
    let opened = table.house.app.look(&table.game).expect("a game");
    assert!(end.play().same(opened.chronicle.game().play()));
}

#[actix_web::test]
async fn a_draw_is_one_thing_whether_offered_as_an_order_or_here() {
    let table = clocked();
    table.letters().await;
    submit(&table.house, &table.game, &table.players[0], &House::seats()[0], "offer draw");
    let offer = table.offers().remove(0);
    assert_eq!((offer.offer, offer.kind.as_str(), offer.state.as_str()), (1, "draw", "standing"));
    assert_eq!(code(table.offer(0, json!({"kind": "draw"}))), (409, "draw-already-offered".into()));
    assert_eq!(code(table.answer(0, 1, OfferAnswer::Accepted)), (409, "not-asked".into()));
    assert_eq!(code(table.answer(1, 9, OfferAnswer::Accepted)), (404, "not-found".into()));
    table.answer(1, 1, OfferAnswer::Declined).expect("he is asked");
    assert_eq!(table.offers().remove(0).state, "declined");
    assert_eq!(table.letters().await, ["a offer_answered"], "one that waits no more is not asked about");
    let again = table.offer(0, json!({"kind": "draw"})).expect("again").offer.expect("an offer");
    assert_eq!((again.offer, again.state.as_str()), (2, "standing"));
    table.answer(0, 2, OfferAnswer::Withdrawn).expect("his own");
    assert_eq!(table.offers().remove(0).state, "withdrawn");
    table.offer(1, json!({"kind": "draw"})).expect("an offer");
    let end = table.answer(0, 3, OfferAnswer::Accepted).expect("he is asked");
    assert_eq!((view(&end).state.as_str(), end.state), ("accepted", openapi::games::GameLife::Finished));
    table.verify();
}

#[actix_web::test]
async fn a_game_is_called_off_by_agreement_and_offers_are_limited() {
    let table = clocked();
    table.letters().await;
    let offer = table.offer(0, json!({"kind": "abort"})).expect("an offer").offer.expect("an offer").offer;
    let end = table.answer(1, offer, OfferAnswer::Accepted).expect("he is asked");
    assert_eq!(end.state, openapi::games::GameLife::Aborted);
    let letters = table.letters().await;
    assert_eq!(letters, ["a game_aborted", "b game_aborted"], "an offer that is answered asks for nothing");
    table.verify();
    let all: Vec<_> = (0..40).map(|_| table.offer(0, json!({"kind": "abort"}))).map(code).collect();
    let refused = all.into_iter().next_back();
    assert_eq!(refused, Some((429, "too-many-offers".into())));
}

#[actix_web::test]
async fn a_request_is_carried_out_once_and_a_stale_tag_refuses() {
    let table = clocked();
    let wanted: NewOffer = serde_json::from_value(json!({"kind": "abort"})).expect("an offer");
    let key = domain::ids::Request::new("my-key").ok();
    let who = Offering { key: key.clone(), ..offering(&table.players[0]) };
    table.house.app.make_offer(&table.game, &who, &wanted, None).expect("an offer");
    let again = table.house.app.make_offer(&table.game, &who, &wanted, None);
    assert_eq!(code(again), (409, "repeated".into()));
    let other = Offering { body_hash: [8; 32], key, ..offering(&table.players[0]) };
    let again = table.house.app.make_offer(&table.game, &other, &wanted, None);
    assert_eq!(code(again), (422, "idempotency-key-reused".into()));
    let if_match = crate::etag::IfMatch::parse("\"1.0000000000000000.00000000\"").ok();
    let late = Offering { if_match, ..offering(&table.players[1]) };
    let late = table.house.app.answer_offer(&table.game, &late, (1, OfferAnswer::Accepted), None);
    assert_eq!(code(late), (412, "stale".into()));
    assert_eq!(table.offers().len(), 1);
}

#[actix_web::test]
async fn a_bot_agrees_at_once() {
    let house = House::new();
    let alice = house.player("Alice");
    let clock = json!({"clock": {"kind": "per_turn", "allow": "P3D"}});
    let game = house.game(&alice, json!({"bot": "standard"}), clock).game.row.id;
    tick(&house);
    let pause = serde_json::from_value(json!({"kind": "pause", "for": "P1D"})).expect("an offer");
    let done = house.app.make_offer(&game, &offering(&alice), &pause, None).expect("an offer");
    assert_eq!(view(&done).state, "accepted");
    let end = serde_json::from_value(json!({"kind": "abort"})).expect("an offer");
    let done = house.app.make_offer(&game, &offering(&alice), &end, None).expect("an offer");
    assert_eq!(done.state, openapi::games::GameLife::Aborted);
    verify(&house, &game);
    let again = serde_json::from_value(json!({"kind": "rematch", "swap": true})).expect("an offer");
    let done = house.app.make_offer(&game, &offering(&alice), &again, None).expect("the bot does not mind");
    let next = house.app.look(view(&done).game.as_ref().expect("a game")).expect("a game");
    let holders: Vec<bool> = next.seats.iter().map(|row| row.bot.is_some()).collect();
    assert_eq!(holders, [true, false], "the sides are swapped");
}

#[actix_web::test]
async fn a_rematch_has_the_same_terms_and_begins_when_all_want_it() {
    let table = clocked();
    submit(&table.house, &table.game, &table.players[0], &House::seats()[0], "resign");
    table.letters().await;
    let done = table.offer(1, json!({"kind": "rematch", "swap": true})).expect("an offer");
    assert_eq!((view(&done).offer, view(&done).state.as_str()), (1, "standing"));
    assert_eq!(table.letters().await, ["a rematch"]);
    assert_eq!(code(table.offer(0, json!({"kind": "rematch"}))), (409, "already-offered".into()));
    assert_eq!(code(table.answer(1, 1, OfferAnswer::Accepted)), (409, "not-asked".into()));
    table.answer(0, 1, OfferAnswer::Declined).expect("he is asked");
    assert_eq!(table.letters().await, ["b rematch"]);
    let done = table.offer(0, json!({"kind": "rematch", "swap": true})).expect("another");
    assert_eq!(view(&done).offer, 2);
    let done = table.answer(1, 2, OfferAnswer::Accepted).expect("he is asked");
    let next = view(&done).game.clone().expect("a game");
    let (old, new) = (table.house.app.look(&table.game), table.house.app.look(&next));
    let (old, new) = (old.expect("a game"), new.expect("a game"));
    let rules = |game: &crate::service::hall::Opened| -> Value {
        serde_json::from_str(game.chronicle.genesis().rules.get()).expect("JSON")
    };
    assert_eq!(rules(&old), rules(&new), "ruleset, scenario, options, seats, clock");
    let holders = |game: &crate::service::hall::Opened| -> Vec<Option<PlayerId>> {
        game.seats.iter().map(|row| row.player.clone()).collect()
    };
    let swapped: Vec<_> = holders(&old).into_iter().rev().collect();
    assert_eq!(holders(&new), swapped);
    assert_eq!(new.row.state, storage::GameState::Active, "nobody brings a number");
    assert_eq!(table.letters().await, ["a rematch", "b rematch", "b your_move"]);
    assert_eq!(code(table.answer(1, 2, OfferAnswer::Withdrawn)), (409, "offer-closed".into()));
    let states: Vec<String> = table.offers().into_iter().map(|offer| offer.state).collect();
    assert_eq!(states, ["accepted", "declined"], "newest first");
    verify(&table.house, &next);
    assert!(Line::read(&table.house.app.store.lines(&next, 0, 1).expect("lines")[0].line).is_ok());
}
