//! The HTML of every kind: it says what the text says, holds nothing from elsewhere, and is not taken for orders when it
//! comes back.

use std::collections::BTreeSet;

use domain::ids::{GameId, Seat};
use expect_test::expect_file;
use mail_parser::{MessageParser, MimeHeaders, PartType};
use serde_json::json;
use storage::PlayerId;

use super::{
    house::{Arrived, FakePost, House, assert_lines, masked},
    letters::only,
    play::{submit, suggested},
};
use crate::{
    post::{
        content::LetterContent,
        receive::{self, Envelope, Incoming},
    },
    service::aftermath,
};

/// The largest mail.
const MAIL_BYTES: usize = 200_000;

fn answerable() -> House {
    House::with(&[
        ("FIELDPOST_BASE_URL", "https://fieldpost.example.org"),
        ("FIELDPOST_REPLY_TO", "reply+{token}@fieldpost.example.org"),
        ("FIELDPOST_INBOUND_TOKEN", "a-secret-of-the-operator"),
    ])
}

/// A mail's HTML as it was written, and the Content-IDs of what travels with it.
fn html(letter: &Arrived) -> (String, Vec<String>) {
    let message = MessageParser::default().parse(&letter.bytes).expect("a mail");
    let mut found = Vec::new();
    let mut ids = Vec::new();
    for part in &message.parts {
        match &part.body {
            PartType::Html(html) => found.push(html.to_string()),
            _ => ids.extend(part.content_id().map(str::to_owned)),
        }
    }
    assert_eq!(found.len(), 1, "one HTML part: {}", letter.kind);
    (found.remove(0), ids)
}

/// What a reader sees of it, without pictures.
fn seen(html: &str) -> String {
    let body = html.split_once("<body>").expect("a body").1;
    let mut text = String::new();
    let mut inside = false;
    for letter in body.chars() {
        match letter {
            '<' => inside = true,
            '>' => {
                inside = false;
                text.push(' ');
            }
            letter if !inside => text.push(letter),
            _ => {}
        }
    }
    for (entity, letter) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")] {
        text = text.replace(entity, letter);
    }
    text
}

fn opened(house: &House, game: &GameId) -> std::sync::Arc<crate::service::hall::Opened> {
    house.app.look(game).expect("a game")
}

fn queue(house: &House, game: &GameId, seat: &str, kind: &str) {
    let game = opened(house, game);
    let row = game.seats.iter().find(|row| row.seat.as_str() == seat).expect("a seat");
    let letter = aftermath::letter(&house.app, &game, row, kind, house.app.now());
    house.app.store.post(vec![letter]).expect("queued");
}

fn press(house: &House, game: &GameId, from: &PlayerId, text: &str) {
    let writing = crate::service::press::Writing {
        player: from.clone(),
        wanted: serde_json::from_value(json!({ "text": text })).expect("a message"),
        key: None,
    };
    house.app.write_message(game, &writing, None).expect("written");
}

/// One letter of every kind there is but the answers to mails.
async fn every_kind(house: &House) -> Vec<Arrived> {
    let (alice, bob) = (house.player("Alice"), house.player("Bob"));
    let post = FakePost::new();
    let first = &House::seats()[0];
    house.game(&alice, json!({"email": "carol@example.org"}), json!({}));
    let committed = house.game(&alice, json!("open"), json!({}));
    let commit = json!({"commit": domain::hash::Hash::of("x").to_string()});
    let claim = serde_json::from_value(commit).expect("a claim");
    house.app.claim_seat(&committed.game.row.id, &House::seats()[1], &bob, &claim).expect("a seat");
    let game = house.duel(&alice, &bob);
    for content in [
        LetterContent::Verify {
            name: "Alice".to_owned(),
            code: "K3M9-Q2X4".to_owned(),
            expires: house.app.now() + 900,
            zone: "Europe/Berlin".to_owned(),
        },
        LetterContent::AddressTaken { name: "Alice".to_owned() },
    ] {
        let letter = content.letter(&house.app, &alice, None).expect("a letter");
        house.app.store.post(vec![letter]).expect("queued");
    }
    press(house, &game, &bob, "A truce\nuntil noon?");
    ["reminder", "time_out", "clock"].iter().for_each(|kind| queue(house, &game, first, kind));
    house.post_all(&post).await;
    house.pass(60);
    submit(house, &game, &alice, first, "offer draw");
    house.post_all(&post).await;
    house.pass(60);
    submit(house, &game, &alice, first, "resign");
    house.post_all(&post).await;
    post.take()
}

#[actix_web::test]
async fn every_kind_says_the_same_in_both_forms_and_holds_nothing_from_elsewhere() {
    for house in [House::new(), answerable()] {
        let letters = every_kind(&house).await;
        let kinds: BTreeSet<&str> = letters.iter().map(|letter| letter.kind.as_str()).collect();
        for kind in [
            "verify",
            "address_taken",
            "invitation",
            "all_joined",
            "your_move",
            "reminder",
            "time_out",
            "clock",
            "offer",
            "press",
            "game_over",
        ] {
            assert!(kinds.contains(kind), "{kind} is missing: {kinds:?}");
        }
        for letter in &letters {
            assert_lines(&letter.bytes);
            assert!(letter.bytes.len() < MAIL_BYTES, "{}: {} bytes", letter.kind, letter.bytes.len());
            let (html, ids) = html(letter);
            assert!(html.len() < 60_000, "{}: {} bytes", letter.kind, html.len());
            let text = letter.shown().text.replace('`', " ");
            let has_board = ["your_move", "game_over"].contains(&letter.kind.as_str());
            assert_eq!(ids.len(), usize::from(has_board), "{}: {ids:?}", letter.kind);
            assert_eq!(html.contains("<img "), has_board);
            for id in &ids {
                assert!(html.contains(&format!("src=\"cid:{id}\"")), "{id}");
            }
            for (at, _) in html.match_indices("src=\"") {
                assert!(html[at..].starts_with("src=\"cid:"), "{}", letter.kind);
            }
            for (at, _) in html.match_indices("href=\"") {
                assert!(html[at..].starts_with("href=\"https://fieldpost.example.org/"), "{}", letter.kind);
            }
            assert!(!html.contains("url(") && !html.contains("@import") && !html.contains("<script"));
            let words: BTreeSet<String> = seen(&html).split_whitespace().map(str::to_owned).collect();
            for word in text.split_whitespace().filter(|word| !word.chars().all(|c| "-=|".contains(c))) {
                // A word before a bar or colon that only the text has.
                let bare = word.trim_end_matches(':');
                assert!(words.contains(word) || words.contains(bare), "{}: {word}\n{html}", letter.kind);
            }
        }
    }
}

#[actix_web::test]
async fn a_turn_as_html() {
    let house = House::new();
    let (alice, bob) = (house.player("Alice"), house.player("Bob"));
    let game = house.duel(&alice, &bob);
    let post = FakePost::new();
    house.post_all(&post).await;
    let letter = only(&post.arrived(), "your_move", "alice@example.org");
    let (html, ids) = html(&letter);
    let id = ids.first().expect("a picture");
    let html = masked(&html.replace("\r\n", "\n"), Some(&game), &[(id, "board-1.MARK")]);
    expect_file!["snapshots/your_move_first.html"].assert_eq(&html);
}

#[actix_web::test]
async fn what_players_write_is_text_and_nothing_else() {
    let house = House::new();
    let hostile = "</title></style><script>x</script><img src=https://evil.example/p>\" onload=\"x";
    let alice = house.player_at(&hostile.chars().take(64).collect::<String>(), "alice@example.org", "UTC");
    let bob = house.player("Bob");
    let title = json!({ "title": "<b onclick=x>&amp;</b><a href=https://evil.example>" });
    let created = house.game(&alice, json!("open"), title);
    let game = created.game.row.id.clone();
    let claim = serde_json::from_value(json!({})).expect("a claim");
    house.app.claim_seat(&game, &House::seats()[1], &bob, &claim).expect("a seat");
    let text = format!(
        "{hostile}\n<!-- \n]]>\nhttps://fieldpost.example.org/unsubscribe/x\n&lt;i&gt;\u{1f680} {}",
        "w".repeat(1500)
    );
    press(&house, &game, &alice, &text);
    let post = FakePost::new();
    house.post_all(&post).await;
    let letters = post.take();
    assert!(letters.iter().any(|letter| letter.kind == "press"));
    for letter in &letters {
        assert_lines(&letter.bytes);
        let (html, _) = html(letter);
        for tag in ["<script", "<img src=h", "<b onclick", "<a href=h", "<i>", "<!-- "] {
            assert!(!html.contains(tag), "{}: {tag} in {html}", letter.kind);
        }
        assert_eq!(html.matches("</style>").count(), 1, "{}", letter.kind);
        assert_eq!(html.matches("</title>").count(), 1, "{}", letter.kind);
        assert!(!html.contains("href=\"https://fieldpost.example.org/unsubscribe/x\""), "no link of ours");
    }
    let (html, _) = html(&only(&letters, "press", "bob@example.org"));
    assert!(html.contains("&lt;script&gt;x&lt;/script&gt;") && html.contains("&amp;lt;i&amp;gt;"), "{html}");
}

#[actix_web::test]
async fn our_html_that_comes_back_in_an_answer_is_not_obeyed() {
    let house = answerable();
    let (alice, bob) = (house.player("Alice"), house.player("Bob"));
    let game = house.duel(&alice, &bob);
    let post = FakePost::new();
    house.post_all(&post).await;
    let letter = only(&post.arrived(), "your_move", "alice@example.org");
    let seat = Seat::new(&House::seats()[0]).expect("a seat");
    let order = suggested(&house, &game, &seat).lines().next().expect("an order").to_owned();
    let (html, _) = html(&letter);
    let body = html.split_once("<body>").expect("a body").1.split("</body>").next().expect("an end");
    for quoted in [
        body.to_owned(),
        format!("<blockquote type=\"cite\">{body}</blockquote>"),
        format!("<div class=\"gmail_quote\">{body}</div>"),
    ] {
        let mail = format!(
            "From: alice@example.org\r\nTo: {}\r\nSubject: Re: x\r\nMessage-ID: <a@x.example>\r\n\
             Content-Type: text/html; charset=utf-8\r\n\r\n<html><body><p>{order}</p>{quoted}</body></html>",
            letter.header("Reply-To")
        );
        let Incoming::Reply(reply) = receive::read(mail.as_bytes(), &Envelope::default()) else {
            panic!("a person's mail");
        };
        assert_eq!((reply.own.lines.as_slice(), &reply.own.doubt), (&[order.clone()][..], &None));
    }
}
