//! What a player sees of his mail, how he ends a kind of it, and how he asks for one again.

use openapi::mail::{MailAgain, MailDirection, MailItem, MailItemState};
use serde_json::json;
use storage::PlayerId;

use super::{
    house::{Arrived, FakePost, House},
    letters::only,
    pace::caller,
};
use crate::{
    post::{deliver::Failure, receive::Envelope, unsubscribe},
    service::{accounts::Settings, mail::Received, mails},
};

fn house() -> House {
    House::with(&[
        ("FIELDPOST_BASE_URL", "https://fieldpost.example.org/war"),
        ("FIELDPOST_REPLY_TO", "reply+{token}@fieldpost.example.org"),
        ("FIELDPOST_INBOUND_TOKEN", "a-secret-of-the-operator"),
    ])
}

fn token(letter: &Arrived) -> String {
    let link = letter.header("List-Unsubscribe");
    let link = link.trim_matches(['<', '>']);
    assert!(letter.shown().text.contains(link), "the text tells the same link");
    let path = link.strip_prefix("https://fieldpost.example.org/war/unsubscribe/").expect("a link of ours");
    path.to_owned()
}

fn wanted(house: &House, player: &PlayerId, kind: &str) -> openapi::players::Delivery {
    let row = house.app.store.player(player).expect("a player");
    Settings::of(&row).expect("settings").notifications.of(kind).expect("a kind")
}

fn listed(house: &House, player: &PlayerId) -> Vec<MailItem> {
    mails::list(&house.app, &caller(player), None, None, None).expect("a list").items
}

#[actix_web::test]
async fn a_link_ends_one_kind_of_one_players_mail_and_cannot_be_made() {
    use openapi::players::Delivery::{Each, Off};

    let house = house();
    let (alice, bob) = (house.player("Alice"), house.player("Bob"));
    house.duel(&alice, &bob);
    let post = FakePost::new();
    house.post_all(&post).await;
    let letter = only(&post.take(), "your_move", "alice@example.org");
    assert_eq!(letter.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    let token = token(&letter);
    let unwanted = unsubscribe::read(&house.app, &token).expect("a link");
    assert_eq!((unwanted.setting.as_str(), wanted(&house, &alice, "your_move")), ("your_move", Each));
    for _ in 0..2 {
        unsubscribe::end(&house.app, &unwanted).expect("ended");
    }
    let kinds = ["your_move", "press"].map(|kind| (wanted(&house, &alice, kind), wanted(&house, &bob, kind)));
    assert_eq!(kinds, [(Off, Each), (Each, Each)]);

    let (who, rest) = token.split_once('.').expect("a player");
    let (_, mac) = rest.split_once('.').expect("a hash");
    for forged in [
        format!("{bob}.your_move.{mac}"),
        format!("{who}.press.{mac}"),
        format!("{who}.all.{mac}"),
        format!("{who}.your_move.{}", &mac[1..]),
        format!("{who}.your_move."),
        format!("{token}.x"),
        format!("a_x.invitation.{mac}"),
        String::new(),
    ] {
        assert_eq!(unsubscribe::read(&house.app, &forged).expect_err(&forged).status(), 404, "{forged}");
    }
    house.change_player(&alice, |row| row.email = Some("new@example.org".to_owned()));
    assert!(unsubscribe::read(&house.app, &token).is_err(), "the old mailbox may be another's by now");
    house.app.store.erase_player(&alice, house.app.now()).expect("erased");
    assert!(unsubscribe::read(&house.app, &token).is_err());
}

#[actix_web::test]
async fn an_address_without_an_account_can_end_invitations() {
    let house = house();
    let alice = house.player("Alice");
    let post = FakePost::new();
    house.game(&alice, json!({"email": "Carol@example.org"}), json!({}));
    house.post_all(&post).await;
    let token = token(&only(&post.take(), "invitation", "Carol@example.org"));
    let unwanted = unsubscribe::read(&house.app, &token).expect("a link");
    unsubscribe::end(&house.app, &unwanted).expect("ended");
    house.game(&alice, json!({"email": "carol@example.org"}), json!({}));
    house.game(&alice, json!({"email": "dora@example.org"}), json!({}));
    house.post_all(&post).await;
    let arrived: Vec<String> = post.take().into_iter().map(|letter| letter.to).collect();
    assert_eq!(arrived, ["dora@example.org"]);
}

#[actix_web::test]
async fn a_player_sees_what_became_of_his_mail_and_nobody_elses() {
    let house = house();
    let (alice, bob) = (house.player("Alice"), house.player("Bob"));
    let game = house.duel(&alice, &bob);
    let post = FakePost::new();
    post.fail([Failure::Later("450 4.2.0 later".to_owned())]);
    house.post_all(&post).await;
    let waiting = listed(&house, &alice).remove(0);
    let shape = (waiting.kind.as_deref(), waiting.state, waiting.tries, waiting.error.as_deref());
    assert_eq!(shape, (Some("your_move"), MailItemState::Queued, 1, Some("450 4.2.0 later")));
    assert!(waiting.next_try.is_some() && waiting.ended.is_none());
    house.pass(60);
    house.post_all(&post).await;
    let sent = listed(&house, &alice).remove(0);
    assert_eq!((sent.state, sent.tries, sent.error, sent.next_try), (MailItemState::Sent, 2, None, None));
    assert_eq!(sent.game.as_deref(), Some(game.as_str()));

    let letter = only(&post.take(), "your_move", "alice@example.org");
    let mail = |from: &str, id: &str| {
        let to = letter.header("Reply-To");
        format!("From: {from}\r\nTo: {to}\r\nSubject: Re\r\nMessage-ID: <{id}@x>\r\n\r\nhelp\r\n")
            .into_bytes()
    };
    let received = house.app.receive(&mail("alice@example.org", "1"), &Envelope::default()).expect("taken");
    assert_eq!(received, Received::Answered);
    house.app.receive(&mail("alice@example.org", "1"), &Envelope::default()).expect("taken");
    house.app.receive(&mail("mallory@example.org", "2"), &Envelope::default()).expect("taken");
    let from_her: Vec<(MailItemState, Option<String>, Option<String>)> = listed(&house, &alice)
        .into_iter()
        .filter(|item| item.direction == MailDirection::Received)
        .map(|item| (item.state, item.game, item.error))
        .collect();
    let id = Some(game.to_string());
    assert_eq!(
        from_her,
        [
            (MailItemState::Ignored, id.clone(), Some("it came before".to_owned())),
            (MailItemState::Answered, id, None)
        ]
    );
    assert!(listed(&house, &bob).is_empty(), "it was not his move, and what others write is theirs");
}

#[actix_web::test]
async fn a_dropped_letter_says_why() {
    let house = house();
    let (alice, bob) = (house.player("Alice"), house.player("Bob"));
    house.change_player(&alice, |row| {
        row.settings = json!({"notifications": {"your_move": "off"}}).to_string();
    });
    house.duel(&alice, &bob);
    house.post_all(&FakePost::new()).await;
    let item = listed(&house, &alice).remove(0);
    assert_eq!(item.state, MailItemState::Dropped);
    assert_eq!(item.error.as_deref(), Some("letters of this kind are switched off"));
}

#[actix_web::test]
async fn who_is_waited_for_may_ask_for_the_mail_again_but_not_often() {
    let house = house();
    let (alice, bob) = (house.player("Alice"), house.player("Bob"));
    let game = house.duel(&alice, &bob);
    let post = FakePost::new();
    house.post_all(&post).await;
    post.take();
    // Whatever the settings say: he asks.
    house.change_player(&alice, |row| {
        let pace = json!({"interval": "P1D", "quiet": {"from": "00:00", "to": "23:59"}});
        row.settings = json!({"notifications": {"your_move": "off"}, "pace": pace}).to_string();
    });
    let ask = |player: &PlayerId, seat: Option<&str>| {
        let wanted = MailAgain { game: game.to_string(), seat: seat.map(str::to_owned) };
        mails::again(&house.app, &caller(player), &wanted, &|_| Ok(None))
    };
    ask(&alice, None).expect("asked");
    house.post_all(&post).await;
    let letter = only(&post.take(), "asked", "alice@example.org");
    assert!(letter.shown().text.contains("it is your turn") && !letter.header("Reply-To").is_empty());
    assert_eq!(ask(&bob, None).expect_err("not his move").status(), 409);
    assert_eq!(ask(&alice, Some(&House::seats()[1])).expect_err("not hers").status(), 404);
    assert_eq!(ask(&house.player("Carol"), None).expect_err("nobody").status(), 404);
    ask(&alice, Some(&House::seats()[0])).expect("asked");
    ask(&alice, None).expect("asked");
    assert_eq!(ask(&alice, None).expect_err("too often").status(), 429);
}
