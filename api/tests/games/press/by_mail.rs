//! The same by mail: `message @…` is read by whom it names, and whoever else is at the table, or at a stream of the game, can
//! tell nothing of it.

use std::collections::BTreeSet;

use actix_web::test::TestRequest;
use api::post::{
    compose::{Composed, compose},
    mailbox::{Shown, show},
};
use storage::LetterRow;

use super::table::{ALICE, BOB, CAROL, Press};
use crate::{streams::Stream, world::World};

const TOKEN: &str = "a-secret-of-the-operator";

async fn begun() -> Press {
    let world = World::with(&[
        ("RATE_LIMIT", "off"),
        ("BASE_URL", "https://fieldpost.example.org"),
        ("REPLY_TO", "{token}@reply.example.org"),
        ("INBOUND_TOKEN", TOKEN),
    ]);
    Press::open_in(world, "public").await.begin().await
}

/// A letter as it arrives.
fn arrived(press: &Press, row: &LetterRow) -> Option<(String, Shown)> {
    match compose(&press.world.app, row).expect("a letter") {
        Composed::Ready(ready) => Some((ready.to, show(&ready.made.bytes))),
        Composed::Dropped(_) | Composed::Waits(_) | Composed::Carried => None,
    }
}

/// The address at which somebody answers the newest press that he got.
fn answers_at(press: &Press, name: &str) -> String {
    let letters = press.letters();
    let to = format!("{name}@example.org");
    let his = letters.iter().rev().filter_map(|row| arrived(press, row)).find(|(own, _)| *own == to);
    let headers = his.expect("a letter").1.headers;
    let (_, address) = headers.into_iter().find(|(name, _)| name == "Reply-To").expect("a way back");
    address.trim_matches(['<', '>']).to_owned()
}

/// Somebody answers by mail; who gets letters of press because of it.
async fn mail(press: &Press, (name, to): (&str, &str), id: u32, text: &str) -> BTreeSet<String> {
    let known: BTreeSet<String> = press.letters().into_iter().map(|row| row.letter.message_id).collect();
    let raw = format!(
        "From: {name} <{name}@example.org>\r\nTo: <{to}>\r\nMessage-ID: <{id}@mail.example.org>\r\n\r\n{text}\r\n"
    );
    let asked = TestRequest::post()
        .uri("/v1/mail/inbound")
        .insert_header(("authorization", format!("Bearer {TOKEN}")))
        .insert_header(("content-type", "message/rfc822"))
        .set_payload(raw);
    let answer = press.world.send(asked).await;
    assert_eq!((answer.status.as_u16(), &answer.json["outcome"]), (200, &"answered".into()), "{answer:?}");
    let fresh = press.letters().into_iter().filter(|row| !known.contains(&row.letter.message_id));
    fresh.map(|row| row.letter.seat.expect("a seat").to_string()).collect()
}

#[actix_web::test]
async fn what_is_written_by_mail_is_read_by_whom_it_names_and_leaves_no_trace_with_others() {
    let press = begun().await;
    press.write("alice", "all".into(), "Hello").await;
    let everybody = ["nobody", "hester", "mallory", "alice", "bob", "carol"];
    let mut streams = Vec::new();
    for name in everybody {
        streams.push(
            Stream::open_as(&press.world, &format!("{}/events", press.game), None, press.token(name)).await,
        );
    }
    let seats = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<String>>();
    let (bob, carol) = (answers_at(&press, "bob"), answers_at(&press, "carol"));
    let to_side = mail(&press, ("bob", &bob), 1, "message @side: Charge at noon.").await;
    let to_seat = mail(&press, ("bob", &bob), 2, &format!("Message @{ALICE} A truce?")).await;
    let named = mail(&press, ("carol", &carol), 3, "message @long_knives Go home.").await;
    let to_mate = mail(&press, ("carol", &carol), 4, &format!("message @{BOB}\r\nWait for me.")).await;
    assert_eq!(to_side, seats(&[CAROL]), "his own side, but for himself");
    assert_eq!(to_seat, seats(&[ALICE]));
    assert_eq!(named, seats(&[ALICE]), "a side by its name");
    assert_eq!(to_mate, seats(&[BOB]));
    let cases = [
        ("Hello", everybody.as_slice()),
        ("Charge at noon.", &["bob", "carol"]),
        ("A truce?", &["alice", "bob"]),
        ("Go home.", &["alice", "carol"]),
        ("Wait for me.", &["bob", "carol"]),
    ];
    for name in everybody {
        let his = cases.iter().rev().filter(|(_, readers)| readers.contains(&name)).map(|(text, _)| *text);
        assert_eq!(press.read(name).await, his.collect::<Vec<_>>(), "{name}");
    }
    // In mails, whatever their kind, it stands only where it is read, or where its author is answered.
    let rows = press.world.app.store.letters_due(u64::MAX >> 1, 1000).expect("letters");
    let mails: Vec<(String, Shown)> = rows.iter().filter_map(|row| arrived(&press, row)).collect();
    for (text, readers) in &cases[1..] {
        let holds = |shown: &Shown| {
            shown.text.contains(text) || shown.html.as_ref().is_some_and(|html| html.contains(text))
        };
        let seen: BTreeSet<&str> =
            mails.iter().filter(|(_, shown)| holds(shown)).map(|(to, _)| to.as_str()).collect();
        let expected: BTreeSet<String> = readers.iter().map(|name| format!("{name}@example.org")).collect();
        assert_eq!(seen, expected.iter().map(String::as_str).collect(), "{text}");
    }
    // Streams tell of the log, in which there is nothing of it; the next line comes right after the last.
    let offer = serde_json::json!({"orders": [{"type": "offer_draw"}]});
    let turns = format!("{}/turns", press.game);
    assert_eq!(press.world.ask("POST", &turns, press.token("alice"), offer).await.status, 201);
    for stream in &mut streams {
        assert!(stream.hear("event: draw_offered\n").await);
        let last = stream.ids().last().copied().expect("a line");
        assert_eq!(stream.ids(), (1..=last).collect::<Vec<_>>());
        assert!(cases.iter().all(|(text, _)| !stream.text.contains(text)), "{}", stream.text);
    }
    let texts: BTreeSet<&str> = streams.iter().map(|stream| stream.text.as_str()).collect();
    assert_eq!(texts.len(), 1, "everybody hears the same");
}
