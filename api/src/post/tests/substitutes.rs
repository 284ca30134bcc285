//! Seats that change hands: who may, what the newcomer gets, and that nothing of the leaver's power is left.

use domain::{
    ids::{GameId, Seat},
    table::Life,
};
use openapi::{games::Claim, offers::NewSubstitute};
use serde_json::json;
use storage::{PlayerId, SeatStatus};

use super::{
    clock::{DAY, Table, pass},
    house::{FakePost, House, START},
    play::submit,
};
use crate::{
    post::receive::Envelope,
    problem::Problem,
    service::{
        mail::Received,
        play::{Given, Submission},
    },
};

fn offer(
    house: &House,
    game: &GameId,
    by: &PlayerId,
    wanted: serde_json::Value,
) -> Result<Option<String>, Problem> {
    let wanted: NewSubstitute = serde_json::from_value(wanted).expect("an offer");
    house.app.offer_seat(game, &House::seats()[0], by, &wanted, None)
}

fn take(house: &House, game: &GameId, by: &PlayerId, invite: Option<String>) -> Result<(), Problem> {
    let claim = Claim { invite, commit: None };
    house.app.claim_seat(game, &House::seats()[0], by, &claim).map(drop)
}

fn turn(house: &House, game: &GameId, by: &PlayerId, orders: &str) -> Result<(), Problem> {
    turn_of(house, game, (by, &House::seats()[0]), orders)
}

fn turn_of(house: &House, game: &GameId, (by, seat): (&PlayerId, &str), orders: &str) -> Result<(), Problem> {
    let wanted = Submission {
        player: by.clone(),
        seat: Some(seat.to_owned()),
        given: Given::Text(orders.to_owned()),
        round: None,
        phase: None,
        if_match: None,
        request: None,
        body_hash: crate::auth::hash(orders),
    };
    house.app.submit(game, &wanted).map(drop)
}

fn status(house: &House, game: &GameId) -> (SeatStatus, Option<PlayerId>, bool) {
    let opened = house.app.look(game).expect("a game");
    let row = opened.seats[0].clone();
    (row.status, row.player, row.bot.is_some())
}

fn code<T: std::fmt::Debug>(refused: Result<T, Problem>) -> (u16, String) {
    let problem = refused.expect_err("refused");
    (problem.status(), problem.code().to_owned())
}

fn clocked() -> Table {
    Table::with(json!({"kind": "per_turn", "allow": "P3D", "remind": [], "all_absent": "run"}))
}

#[actix_web::test]
async fn a_newcomer_has_a_whole_hand_over_and_a_letter_with_all_he_needs() {
    let table = clocked();
    let (house, game) = (&table.house, &table.game);
    let (alice, bob, carol) = (&table.players[0], &table.players[1], house.player("Carol"));
    table.letters().await;
    assert_eq!(code(take(house, game, &carol, None)).1, "already-started");
    offer(house, game, alice, json!({})).expect("her own seat");
    assert_eq!(status(house, game).0, SeatStatus::Offered);
    assert_eq!(code(take(house, game, bob, None)), (409, "has-sat-here".into()), "he plays the other side");
    pass(house, 2 * DAY);
    take(house, game, &carol, None).expect("it is offered");
    assert_eq!(status(house, game), (SeatStatus::Taken, Some(carol.clone()), false));
    assert_eq!(table.deadline(), Some(START + 5 * DAY), "a whole hand-over");
    house.post_all(&table.post).await;
    let letter = table
        .post
        .arrived()
        .into_iter()
        .find(|letter| letter.kind == "your_move" && letter.to.contains("carol"));
    let text = letter.expect("a letter").shown().text;
    for part in ["What happened so far", "The board", "A whole turn", "  key     ", "until"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(table.letters().await, ["a substitution", "b substitution", "c your_move"]);
    assert_eq!(code(take(house, game, alice, None)).1, "already-started", "who has left does not come back");
    offer(house, game, &carol, json!({})).expect("her own seat");
    assert_eq!(code(take(house, game, alice, None)), (409, "has-sat-here".into()));
    table.verify();
}

#[actix_web::test]
async fn who_takes_his_own_seat_back_gains_nothing() {
    let table = clocked();
    let (house, game, alice) = (&table.house, &table.game, &table.players[0]);
    let before = table.version();
    offer(house, game, alice, json!({})).expect("her own seat");
    pass(house, DAY);
    take(house, game, alice, None).expect("her own seat");
    assert_eq!(status(house, game), (SeatStatus::Taken, Some(alice.clone()), false));
    assert_eq!((table.version(), table.deadline()), (before, Some(START + 3 * DAY)));
}

#[actix_web::test]
async fn others_offer_a_seat_only_while_its_holder_is_absent() {
    let table = clocked();
    let (house, game) = (&table.house, &table.game);
    let (alice, bob, carol) = (&table.players[0], &table.players[1], house.player("Carol"));
    assert_eq!(code(offer(house, game, bob, json!({}))), (409, "not-absent".into()));
    assert_eq!(code(offer(house, game, &carol, json!({}))), (403, "forbidden".into()));
    pass(house, 3 * DAY);
    assert_eq!(code(offer(house, game, bob, json!({"bot": "standard"}))), (409, "not-absent".into()));
    table.letters().await;
    offer(house, game, bob, json!({})).expect("her time has run out");
    assert_eq!(table.letters().await, ["a substitution"]);
    table.move_on();
    submit(house, game, alice, &House::seats()[0], "end return_fire");
    assert_eq!(status(house, game).0, SeatStatus::Taken, "she is back, and keeps her seat");
    assert_eq!(code(take(house, game, &carol, None)).1, "already-started");
    for _ in 0..2 {
        pass(house, 3 * DAY);
        table.move_on();
    }
    offer(house, game, bob, json!({"bot": "standard"})).expect("twice in a row");
    assert_eq!(status(house, game), (SeatStatus::Taken, None, true));
    super::clock::tick(house);
    let opened = house.app.look(game).expect("a game");
    assert_eq!(*opened.chronicle.game().table().life(), Life::Active);
    assert_eq!(opened.chronicle.awaited()[0].seat.as_str(), House::seats()[1], "the bot has moved");
    table.verify();
}

#[actix_web::test]
async fn a_seat_offered_to_an_address_is_kept_for_it() {
    let table = clocked();
    let (house, game) = (&table.house, &table.game);
    let (alice, dave) = (&table.players[0], house.player("Dave"));
    table.letters().await;
    let secret = offer(house, game, alice, json!({"email": "carol@example.org"})).expect("her own seat");
    let secret = secret.expect("a secret");
    house.post_all(&table.post).await;
    let letter = table.post.take().into_iter().find(|letter| letter.kind == "invitation").expect("a letter");
    assert!(letter.shown().text.contains("take the seat over"), "{}", letter.shown().text);
    assert_eq!(code(take(house, game, &dave, None)), (403, "seat-kept".into()));
    assert_eq!(code(take(house, game, &dave, Some("another".into()))), (403, "seat-kept".into()));
    take(house, game, &dave, Some(secret.clone())).expect("whoever has the invitation");
    let eve = house.player("Eve");
    assert_eq!(code(take(house, game, &eve, Some(secret))).1, "already-started", "an invitation opens once");
}

#[actix_web::test]
async fn nothing_of_the_leavers_power_is_left() {
    let house = House::with(&[
        ("FIELDPOST_BASE_URL", "https://fieldpost.example.org"),
        ("FIELDPOST_REPLY_TO", "reply+{token}@fieldpost.example.org"),
        ("FIELDPOST_INBOUND_TOKEN", "a-secret-of-the-operator"),
    ]);
    let (alice, bob, carol) = (house.player("Alice"), house.player("Bob"), house.player("Carol"));
    let more = json!({"visibility": "private", "clock": {"kind": "per_turn", "allow": "P3D"}});
    let created = house.game(&bob, json!("open"), more);
    // Bob made it and sits on the first seat; he hands the second one over.
    let game = created.game.row.id.clone();
    let second = House::seats()[1].clone();
    let invited: openapi::games::NewInvite =
        serde_json::from_value(json!({"email": "alice@example.org"})).expect("one");
    let (invite, _) = house.app.invite(&game, &second, &bob, &invited, None).expect("an invitation");
    let claim = Claim { invite: Some(invite.clone()), commit: None };
    house.app.claim_seat(&game, &second, &alice, &claim).expect("a seat");
    let post = FakePost::new();
    submit(&house, &game, &bob, &House::seats()[0], "end movement\nend combat");
    house.post_all(&post).await;
    let own =
        post.take().into_iter().find(|letter| letter.kind == "your_move" && letter.to.contains("alice"));
    let old_address = own.expect("a letter").header("Reply-To");
    let draft = Given::Text("end movement".to_owned());
    house.app.put_draft(&game, &alice, Some(&second), &draft).expect("a draft");
    let offered: NewSubstitute = serde_json::from_value(json!({"email": "carol@example.org"})).expect("one");
    let secret = house.app.offer_seat(&game, &second, &alice, &offered, None).expect("offered");
    let claim = Claim { invite: secret, commit: None };
    house.app.claim_seat(&game, &second, &carol, &claim).expect("a seat");

    // The game is private: to the leaver it does not exist any more, nor does he find it; streams ask the same function.
    let path = game.to_string();
    assert_eq!(code(house.app.seen(&path, Some(&alice)).map(drop)).0, 404);
    assert_eq!(code(house.app.news(&path, Some(&alice), (0, 10), None).map(|_| ())).0, 404);
    let wanted = crate::service::read::list::GamesWanted::default();
    assert!(house.app.list_games(Some(&alice), &wanted).expect("a page").items.is_empty());
    // His draft is gone, and he neither orders, offers nor writes.
    let seat = Seat::new(&second).expect("a seat");
    assert_eq!(house.app.store.draft(&game, &seat).expect("read"), None);
    assert_eq!(code(turn_of(&house, &game, (&alice, &second), "resign")).0, 404);
    // An old reply address, from the address he has proved, and his old invitation do nothing.
    let before = house.app.look(&game).expect("a game").row.version;
    let mail = format!(
        "From: Alice <alice@example.org>\r\nTo: <{old_address}>\r\nMessage-ID: <1@x.example>\r\n\r\nresign\r\n"
    );
    let received = house.app.receive(mail.as_bytes(), &Envelope::default()).expect("a store");
    assert_eq!(received, Received::Ignored("it went to no reply address that is in force"));
    let claim = Claim { invite: Some(invite), commit: None };
    assert_eq!(code(house.app.claim_seat(&game, &second, &alice, &claim).map(drop)).0, 404);
    assert_eq!(house.app.look(&game).expect("a game").row.version, before);
    // Letters and webhooks about the seat no longer reach him, but for the one that says so.
    house.post_all(&post).await;
    let to_alice: Vec<String> = post
        .take()
        .into_iter()
        .filter(|letter| letter.to.contains("alice"))
        .map(|letter| letter.kind)
        .collect();
    assert_eq!(to_alice, ["substitution"]);
    submit(&house, &game, &carol, &second, "resign");
    house.post_all(&post).await;
    assert!(post.take().iter().all(|letter| !letter.to.contains("alice")));
}

#[actix_web::test]
async fn who_erases_his_account_leaves_an_offered_seat_to_a_bot_and_resigns_the_others() {
    let table = clocked();
    let (house, game, alice) = (&table.house, &table.game, &table.players[0]);
    let other = house.duel(alice, &house.player("Dora"));
    offer(house, game, alice, json!({})).expect("her own seat");
    crate::service::accounts::erase(&house.app, alice).expect("erased");
    assert_eq!(status(house, game), (SeatStatus::Offered, None, true));
    assert_eq!(house.app.look(&other).expect("a game").row.state, storage::GameState::Finished);
    super::clock::tick(house);
    let carol = house.player("Carol");
    take(house, game, &carol, None).expect("it is still offered");
    assert_eq!(status(house, game), (SeatStatus::Taken, Some(carol.clone()), false));
    assert!(turn(house, game, &carol, "resign").is_ok());
    table.verify();
}
