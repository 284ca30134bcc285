//! Secret orders by mail: kept as a draft, told to their writer alone, and bound by a later mail.

use serde_json::json;

use super::house::{FakePost, House};
use crate::{post::receive::Envelope, service::mail::Received};

/// The words of a text, wherever its lines are broken.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

#[actix_web::test]
async fn secret_orders_by_mail_become_a_draft_until_a_mail_binds_them() {
    let house = House::with(&[
        ("FIELDPOST_BASE_URL", "https://fieldpost.example.org"),
        ("FIELDPOST_REPLY_TO", "reply+{token}@fieldpost.example.org"),
        ("FIELDPOST_INBOUND_TOKEN", "a-secret-of-the-operator"),
    ]);
    let (alice, bob) = (house.player("Alice"), house.player("Bob"));
    let bids = json!({
        "ruleset": "sealed_bids", "scenario": "auction",
        "seats": [{"seat": "north", "player": "me"}, {"seat": "south", "player": "open"}],
    });
    let id = house.game(&alice, json!("open"), bids).game.row.id.clone();
    let claim = serde_json::from_value(json!({})).expect("a claim");
    house.app.claim_seat(&id, "south", &bob, &claim).expect("a seat");
    let post = FakePost::new();
    house.post_all(&post).await;
    let version = || house.app.look(&id).expect("the game").chronicle.ledger().version();
    let before = version();
    let send = |to: &str, id: &str, text: &str| {
        let raw = format!(
            "From: Alice <alice@example.org>\r\nTo: <{to}>\r\nMessage-ID: {id}\r\nContent-Type: text/plain\r\n\r\n{text}\r\n"
        );
        house.app.receive(raw.as_bytes(), &Envelope::default()).expect("a store")
    };
    let newest = |kind: &str| {
        let all = post.arrived().into_iter().rev();
        let found = all.into_iter().find(|letter| letter.kind == kind && letter.to.contains("alice"));
        found.unwrap_or_else(|| panic!("no {kind}"))
    };
    let address = newest("your_move").header("Reply-To");
    let address = address.trim_start_matches('<').trim_end_matches('>').to_owned();
    let n_letters = post.arrived().len();
    assert_eq!(send(&address, "<one@mail.example.org>", "bid 4"), Received::Answered);
    assert_eq!(send(&address, "<one@mail.example.org>", "bid 4"), Received::Ignored("it came before"));
    house.post_all(&post).await;
    assert_eq!(version(), before, "nothing has happened at the table");
    assert_eq!(post.arrived().len(), n_letters + 1, "and nobody else is told");
    let text = words(&newest("reply").shown().text);
    assert!(text.contains("Your draft is kept as follows") && text.contains("bid 4"), "{text}");
    assert!(text.contains("With `ready`"), "{text}");
    assert_eq!(send(&address, "<two@mail.example.org>", "ready"), Received::Answered);
    house.post_all(&post).await;
    assert_eq!(version(), before + 1);
    let text = words(&newest("reply").shown().text);
    assert!(text.contains("your orders are carried out: turn 1") && text.contains("north bids 4"), "{text}");
}
