//! The text of every kind, as it leaves.

use expect_test::expect_file;
use serde_json::json;

use super::house::{Arrived, FakePost, House, assert_lines, masked};
use crate::{auth, post::content::LetterContent};

/// The one letter of this kind.
pub(super) fn only(arrived: &[Arrived], kind: &str, to: &str) -> Arrived {
    let mut found = arrived.iter().filter(|letter| letter.kind == kind && letter.to == to);
    let letter = found.next().unwrap_or_else(|| panic!("no {kind} to {to}"));
    assert!(found.next().is_none(), "one {kind} to {to}");
    letter.clone()
}

/// A letter as a file: the headers that matter, and the text.
pub(super) fn whole(letter: &Arrived) -> String {
    assert_lines(&letter.bytes);
    let shown = letter.shown();
    let mut text = String::new();
    for (name, value) in &shown.headers {
        // The boundary follows from the Message-ID, and so from the game's id.
        let value = value.split("; boundary=").next().unwrap_or(value);
        text.push_str(&format!("{name}: {value}\n"));
    }
    // Links and keys cannot be broken; what a ruleset draws is its own.
    for line in shown.text.lines().filter(|line| !line.contains("://") && !line.contains("key ")) {
        assert!(line.chars().count() <= 80, "{line}");
    }
    text + "\n" + &shown.text
}

async fn account(house: &House, content: LetterContent) -> Arrived {
    let player = house.player("Alice");
    let letter = content.letter(&house.app, &player, Some("new@example.org")).expect("a letter");
    house.app.store.post(vec![letter]).expect("queued");
    let post = FakePost::new();
    house.post_all(&post).await;
    only(&post.arrived(), content.kind(), "new@example.org")
}

fn random_id(letter: &Arrived) -> String {
    letter.message_id().trim_start_matches('<').split('.').next().unwrap_or_default().to_owned()
}

#[actix_web::test]
async fn letters_about_an_account() {
    let (name, code, zone) = ("Alice".to_owned(), "K3M9-Q2X4".to_owned(), "Europe/Berlin".to_owned());
    let expires = 1_800_604_800;
    for (content, expected) in [
        (
            LetterContent::Verify { name: name.clone(), code: code.clone(), expires, zone: zone.clone() },
            expect_file!["snapshots/verify.txt"],
        ),
        (
            LetterContent::SignIn { name: name.clone(), code, expires, zone },
            expect_file!["snapshots/sign_in.txt"],
        ),
        (LetterContent::AddressTaken { name: name.clone() }, expect_file!["snapshots/address_taken.txt"]),
        (LetterContent::AddressChanged { name: name.clone() }, expect_file!["snapshots/address_changed.txt"]),
        (
            LetterContent::WebhookOff {
                name,
                webhook: "w_7k3m9q2x4c8n".to_owned(),
                host: Some("hooks.example.org".to_owned()),
                why: "nothing arrived since 2027-01-12T08:00:00Z: 20 tries in a row failed".to_owned(),
            },
            expect_file!["snapshots/webhook_off.txt"],
        ),
    ] {
        let house = House::new();
        let letter = account(&house, content).await;
        let text = masked(&whole(&letter), None, &[(&random_id(&letter), "RANDOM")]);
        expected.assert_eq(&text);
    }
}

#[actix_web::test]
async fn a_code_that_is_late_does_not_leave() {
    let house = House::new();
    let player = house.player("Alice");
    let content = LetterContent::SignIn {
        name: "Alice".to_owned(),
        code: "K3M9-Q2X4".to_owned(),
        expires: house.app.now() + 60,
        zone: "UTC".to_owned(),
    };
    house.app.store.post(vec![content.letter(&house.app, &player, None).expect("a letter")]).expect("queued");
    house.pass(60);
    let post = FakePost::new();
    house.post_all(&post).await;
    assert!(post.arrived().is_empty() && house.queued().is_empty());
}

#[actix_web::test]
async fn an_invitation() {
    let house = House::new();
    let alice = house.player("Alice");
    let created = house.game(&alice, json!({"email": "bob.o'neill@example.org"}), json!({}));
    let post = FakePost::new();
    house.post_all(&post).await;
    let letter = only(&post.arrived(), "invitation", "bob.o'neill@example.org");
    let secret = created.invites[0].1.as_str();
    let id = letter.message_id();
    let random = id.split('.').nth(2).expect("a random part");
    let text = masked(&whole(&letter), Some(&created.game.row.id), &[(secret, "SECRET"), (random, "RANDOM")]);
    expect_file!["snapshots/invitation.txt"].assert_eq(&text);
    for (name, value) in letter.shown().headers {
        assert!(!value.contains(secret), "{name}");
    }
}

#[actix_web::test]
async fn an_invitation_that_was_used_or_replaced_does_not_leave() {
    let house = House::new();
    let (alice, bob) = (house.player("Alice"), house.player("Bob"));
    let created = house.game(&alice, json!({"email": "bob@example.org"}), json!({}));
    let id = &created.game.row.id;
    let again = serde_json::from_value(json!({"email": "bob@example.org"})).expect("an invitation");
    let (secret, _) = house.app.invite(id, &House::seats()[1], &alice, &again, None).expect("a new link");
    let post = FakePost::new();
    house.post_all(&post).await;
    let letter = only(&post.take(), "invitation", "bob@example.org");
    assert!(letter.shown().text.contains(&secret));
    assert!(letter.shown().text.contains("You have one"), "he has an account");
    house.app.invite(id, &House::seats()[1], &alice, &again, None).expect("a third link");
    let claim = serde_json::from_value(json!({})).expect("a claim");
    house.app.claim_seat(id, &House::seats()[1], &bob, &claim).expect("a seat");
    house.post_all(&post).await;
    assert!(post.arrived().iter().all(|letter| letter.kind != "invitation"));
}

#[actix_web::test]
async fn all_have_joined() {
    let house = House::new();
    let (alice, bob) = (house.player("Alice"), house.player("Bob"));
    let created = house.game(&alice, json!("open"), json!({}));
    let id = created.game.row.id.clone();
    let entropy = domain::hash::Hash::of("bob's number");
    let seat = House::seats()[1].clone();
    let commit = domain::dice::commitment(id.as_str(), 0, &seat, &entropy);
    let claim = serde_json::from_value(json!({"commit": commit.to_string()})).expect("a claim");
    house.app.claim_seat(&id, &seat, &bob, &claim).expect("a seat");
    let post = FakePost::new();
    house.post_all(&post).await;
    let letter = only(&post.take(), "all_joined", "bob@example.org");
    expect_file!["snapshots/all_joined.txt"].assert_eq(&masked(&whole(&letter), Some(&id), &[]));
    assert!(letter.shown().text.contains(&commit.to_string()));
    let ready = serde_json::from_value(json!({"entropy": entropy.to_string()})).expect("a number");
    house.app.seat_ready(&id, &seat, &bob, &ready, None).expect("begun");
    house.post_all(&post).await;
    only(&post.arrived(), "your_move", "alice@example.org");
}

#[actix_web::test]
async fn your_move_and_the_end() {
    let house = House::new();
    let (alice, bob) = (house.player("Alice"), house.player("Bob"));
    let id = house.duel(&alice, &bob);
    let post = FakePost::new();
    house.post_all(&post).await;
    let first = only(&post.take(), "your_move", "alice@example.org");
    expect_file!["snapshots/your_move_first.txt"].assert_eq(&masked(&whole(&first), Some(&id), &[]));
    let head = &first.shown().attachments[0];
    assert_eq!((head.0.as_str(), domain::log::notes_in(&head.1).len()), ("head.txt", 1));

    house.pass(3600);
    let orders = plain_turn(&house, &id);
    super::play::submit(&house, &id, &alice, &House::seats()[0], &orders);
    house.post_all(&post).await;
    let second = only(&post.take(), "your_move", "bob@example.org");
    expect_file!["snapshots/your_move.txt"].assert_eq(&masked(&whole(&second), Some(&id), &[]));

    house.pass(3600);
    super::play::submit(&house, &id, &bob, &House::seats()[1], "resign");
    house.post_all(&post).await;
    let arrived = post.take();
    let won = only(&arrived, "game_over", "alice@example.org");
    expect_file!["snapshots/game_over.txt"].assert_eq(&masked(&whole(&won), Some(&id), &[]));
    assert!(only(&arrived, "game_over", "bob@example.org").shown().text.contains("Thank you for playing"));
}

/// A turn without dice: the first order there is, and the end of the phase.
fn plain_turn(house: &House, id: &domain::ids::GameId) -> String {
    let game = house.app.look(id).expect("a game");
    let seat = domain::ids::Seat::new(&House::seats()[0]).expect("a seat");
    let hints = game.chronicle.game().hints(&seat, None);
    let (first, last) = (hints.first().expect("an order"), hints.last().expect("an end"));
    format!("{}\n{}\n", first.notation(), last.notation())
}

#[actix_web::test]
async fn a_game_that_did_not_fill() {
    let house = House::new();
    let alice = house.player("Alice");
    let created = house.game(&alice, json!("open"), json!({}));
    let id = &created.game.row.id;
    house.pass(crate::service::lobby::OPEN_FOR);
    house.app.close_unfilled(id, house.app.now()).expect("closed");
    let post = FakePost::new();
    house.post_all(&post).await;
    let letter = only(&post.arrived(), "game_aborted", "alice@example.org");
    expect_file!["snapshots/game_aborted.txt"].assert_eq(&masked(&whole(&letter), Some(id), &[]));
}

#[actix_web::test]
async fn names_and_titles_cannot_add_headers_or_break_lines() {
    let house = House::new();
    let alice = house.player_at("Al\"ice\" <x@y.example>,", "alice@example.org", "UTC");
    // The doors refuse these names; the post does not rely on it.
    let nasty = "Äh\r\nBcc: victim@example.org\r\n\r\nbody \u{202e}=?utf-8?q?=0D=0ABcc:?=";
    let umlauts = "ü".repeat(200);
    for title in [nasty, umlauts.as_str()] {
        let bob = house.player_at(title, &format!("bob{}@example.org", title.len()), "UTC");
        let id = house.duel(&alice, &bob);
        let mut row = house.app.look(&id).expect("a game").row.clone();
        row.title = title.to_owned();
        let change = storage::Change {
            row,
            lines: Vec::new(),
            turns: Vec::new(),
            rolls: Vec::new(),
            key: None,
            to_act: None,
            timers: None,
            seats: Vec::new(),
            seeds: None,
            secrets: Vec::new(),
            letters: Vec::new(),
            drop_drafts: Vec::new(),
            answer: None,
        };
        house.app.store.change_game(change).expect("a title");
        house.app.hall.room(&id).forget();
        let post = FakePost::new();
        house.post_all(&post).await;
        let letter = only(&post.take(), "your_move", "alice@example.org");
        assert_lines(&letter.bytes);
        let names: Vec<String> = letter.shown().headers.iter().map(|(name, _)| name.to_lowercase()).collect();
        assert!(!names.iter().any(|name| name == "bcc"), "{names:?}");
        assert_eq!(names.len(), 14, "{names:?}");
        let subject = letter.header("Subject");
        assert!(!subject.contains(['\r', '\n', '\u{202e}']), "{subject}");
        if title == umlauts {
            assert!(subject.starts_with(&umlauts), "{subject}");
        }
        assert!(letter.header("To").ends_with("<alice@example.org>"), "{}", letter.header("To"));
    }
}

#[test]
fn an_invitation_is_kept_as_its_hash_is() {
    // The letter finds out whether its seat is still kept by the hash that the lobby wrote.
    assert_eq!(auth::hash("secret"), *domain::hash::Hash::of("secret").as_bytes());
}
