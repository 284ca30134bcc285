//! The ways back: one address for all answers, told apart by what they refer to; and senders for whom the mail server must
//! vouch.

use std::sync::Arc;

use domain::ids::GameId;
use serde_json::json;

use super::house::{Arrived, FakePost, House};
use crate::{post::receive::Envelope, service::mail::Received};

const FIXED: &str = "post@reply.example.org";

struct Table {
    house: House,
    post: Arc<FakePost>,
    game: GameId,
    n_sent: u32,
}

impl Table {
    async fn with(settings: &[(&str, &str)]) -> Self {
        let mut all =
            vec![("FIELDPOST_BASE_URL", "https://fieldpost.example.org"), ("FIELDPOST_LMTP", "127.0.0.1:0")];
        all.extend(settings);
        let house = House::with(&all);
        let (alice, bob) = (house.player("Alice"), house.player("Bob"));
        let game = house.duel(&alice, &bob);
        let table = Table { house, post: FakePost::new(), game, n_sent: 0 };
        table.house.post_all(&table.post).await;
        table
    }

    /// The newest letter of a kind.
    async fn newest(&self, kind: &str) -> Arrived {
        self.house.post_all(&self.post).await;
        let all = self.post.arrived();
        all.into_iter().rev().find(|letter| letter.kind == kind).unwrap_or_else(|| panic!("no {kind}"))
    }

    /// Somebody writes, with these headers beside the usual ones.
    fn send(&mut self, from: &str, to: &str, headers: &str, text: &str) -> Received {
        self.n_sent += 1;
        let n = self.n_sent;
        let raw = format!(
            "{headers}From: A <{from}>\r\nTo: <{to}>\r\nMessage-ID: <{n}@mail.example.org>\r\n\r\n{}",
            text.replace('\n', "\r\n")
        );
        self.house.app.receive(raw.as_bytes(), &Envelope::default()).expect("a store")
    }

    fn version(&self) -> u64 {
        self.house.app.look(&self.game).expect("the game").row.version
    }
}

/// The whole turn that a letter proposes.
fn proposed(letter: &Arrived) -> String {
    let text = letter.shown().text;
    let (_, after) = text.split_once("A whole turn, ready to send\n").expect("a proposal");
    after.split("\n\n").nth(2).expect("lines below the words").trim().to_owned()
}

#[actix_web::test]
async fn answers_to_one_address_are_told_apart_by_what_they_refer_to() {
    let mut table = Table::with(&[("FIELDPOST_REPLY_TO", "Post@reply.example.org")]).await;
    let letter = table.newest("your_move").await;
    let (id, orders, before) = (letter.message_id(), proposed(&letter), table.version());
    assert_eq!(letter.header("Reply-To"), FIXED);
    assert!(letter.header("References").ends_with(&format!("{}@fieldpost.example.org>", House::seats()[0])));
    let stranger = "References: <1@elsewhere.example>\r\n";
    let unmarked = format!("In-Reply-To: <{}.{}@fieldpost.example.org>\r\n", table.game, House::seats()[0]);
    let moved = format!("In-Reply-To: {}\r\n", id.replace("@fieldpost", "@elsewhere"));
    for (to, headers) in [(FIXED, ""), (FIXED, stranger), (FIXED, &unmarked), (FIXED, &moved)] {
        let received = table.send("alice@example.org", to, headers, &orders);
        assert!(matches!(received, Received::Ignored(_)), "{headers}: {received:?}");
    }
    // To another address the same reference leads nowhere, and from another person it is no key.
    let refers = format!("In-Reply-To: {id}\r\n");
    for (from, to) in [("alice@example.org", "x@reply.example.org"), ("bob@example.org", FIXED)] {
        let received = table.send(from, to, &refers, &orders);
        assert!(matches!(received, Received::Ignored(_)), "{from}: {received:?}");
    }
    assert_eq!(table.version(), before);
    // By the thread alone, the newest mail last, whatever a mail program has put in between.
    let thread = format!("References: <0@elsewhere.example>\r\n {id}\r\n <9@mail.example.org>\r\n");
    assert_eq!(table.send("alice@example.org", FIXED, &thread, "help"), Received::Answered);
    let help = table.newest("reply").await;
    // The nearest counts: the answer's own mark, though the older one stands in the thread too.
    let nearest = format!("In-Reply-To: {}\r\nReferences: {id}\r\n", help.message_id());
    assert_eq!(table.send("alice@example.org", FIXED, &nearest, &orders), Received::Answered);
    assert!(before < table.version());
    // Its answer leaves before the next is written: two that leave together come in any order.
    table.newest("reply").await;
    // The first mail's mark belongs to a hand-over that is over.
    let late = format!("{orders}\n# once more");
    let after = table.version();
    assert_eq!(table.send("alice@example.org", FIXED, &refers, &late), Received::Answered);
    assert_eq!(table.version(), after);
    let told = table.newest("reply").await.shown().text;
    assert!(told.contains("was about an earlier moment"), "{told}");
}

#[actix_web::test]
async fn an_invitation_is_accepted_at_the_one_address_too() {
    let mut table = Table::with(&[("FIELDPOST_REPLY_TO", FIXED)]).await;
    let host = table.house.player("Host");
    let made = table.house.game(&host, json!({"email": "carol@example.org"}), json!({}));
    let letter = table.newest("invitation").await;
    let refers = format!("In-Reply-To: {}\r\n", letter.message_id());
    assert!(matches!(table.send("mallory@example.org", FIXED, &refers, "accept"), Received::Ignored(_)));
    assert_eq!(table.send("carol@example.org", FIXED, &refers, "accept"), Received::Answered);
    let game = table.house.app.look(&made.game.row.id).expect("the game");
    assert_eq!(game.row.state, storage::GameState::Active);
}

#[actix_web::test]
async fn where_senders_must_be_proved_only_what_the_mail_server_vouches_for_counts() {
    let settings =
        [("FIELDPOST_REPLY_TO", "{token}@reply.example.org"), ("FIELDPOST_REQUIRE_DMARC", "mx.example.org")];
    let mut table = Table::with(&settings).await;
    let letter = table.newest("your_move").await;
    let (to, orders, before) = (letter.header("Reply-To"), proposed(&letter), table.version());
    let to = to.trim_matches(['<', '>']).to_owned();
    let pass = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\r\n";
    let fail = "Authentication-Results: mx.example.org;\r\n spf=pass; dmarc=fail header.from=example.org\r\n";
    let other = "Authentication-Results: evil.example; dmarc=pass header.from=example.org\r\n";
    let elsewhere = "Authentication-Results: mx.example.org; dmarc=pass header.from=evil.example\r\n";
    for headers in ["", other, fail, elsewhere, &format!("{fail}{pass}")] {
        let received = table.send("alice@example.org", &to, headers, &orders);
        assert!(matches!(received, Received::Ignored(_)), "{headers}: {received:?}");
    }
    assert_eq!(table.version(), before);
    table.house.post_all(&table.post).await;
    let told: Vec<Arrived> =
        table.post.arrived().into_iter().filter(|letter| letter.kind == "reply").collect();
    assert_eq!(told.len(), 5, "the owner is told of each");
    for letter in told {
        let text = letter.shown().text;
        assert!(letter.to == "alice@example.org" && text.contains("passed DMARC"), "{text}");
        assert!(
            !text.contains("The board") && !text.contains(orders.lines().next().expect("an order")),
            "{text}"
        );
    }
    // A stranger with a proof of his own domain is a stranger.
    let own = "Authentication-Results: mx.example.org; dmarc=pass header.from=elsewhere.example\r\n";
    let received = table.send("mallory@elsewhere.example", &to, own, &orders);
    assert!(matches!(received, Received::Ignored(_)), "{received:?}");
    assert_eq!(table.version(), before);
    let both = format!("{other}{pass}{fail}");
    assert_eq!(table.send("alice@example.org", &to, &both, &orders), Received::Answered);
    assert!(before < table.version());
}

#[actix_web::test]
async fn who_is_invited_is_told_too_that_his_mail_did_not_count() {
    let settings =
        [("FIELDPOST_REPLY_TO", "{token}@reply.example.org"), ("FIELDPOST_REQUIRE_DMARC", "mx.example.org")];
    let mut table = Table::with(&settings).await;
    let host = table.house.player("Host");
    let made = table.house.game(&host, json!({"email": "carol@example.org"}), json!({}));
    let to = table.newest("invitation").await.header("Reply-To").trim_matches(['<', '>']).to_owned();
    assert!(matches!(table.send("carol@example.org", &to, "", "accept"), Received::Ignored(_)));
    let told = table.newest("reply").await;
    assert!(told.to == "carol@example.org" && told.shown().text.contains("passed DMARC"));
    let state = |table: &Table| table.house.app.look(&made.game.row.id).expect("the game").row.state;
    assert_eq!(state(&table), storage::GameState::Open);
    let pass = "Authentication-Results: mx.example.org; dmarc=pass\r\n";
    assert_eq!(table.send("carol@example.org", &to, pass, "accept"), Received::Answered);
    assert_eq!(state(&table), storage::GameState::Active);
}
