//! Letters that carry what a player wrote.

use domain::ids::GameId;
use expect_test::expect_file;
use serde_json::{Value, json};
use storage::PlayerId;

use super::{
    house::{Arrived, FakePost, House, masked},
    letters::{only, whole},
};
use crate::service::press::Writing;

/// Writes; gives the message's id.
fn write(house: &House, game: &GameId, player: &PlayerId, to: &Value, text: &str) -> String {
    let wanted = serde_json::from_value(json!({"to": to, "text": text})).expect("a message");
    let writing = Writing { player: player.clone(), wanted, key: None };
    house.app.write_message(game.as_str(), &writing, None).expect("written").id
}

/// What leaves of press.
async fn press(house: &House) -> Vec<Arrived> {
    let post = FakePost::new();
    house.post_all(&post).await;
    post.take().into_iter().filter(|letter| letter.kind == "press").collect()
}

/// A battle of two, whose first letters have left.
async fn battle() -> (House, PlayerId, PlayerId, GameId) {
    battle_at(House::new()).await
}

async fn battle_at(house: House) -> (House, PlayerId, PlayerId, GameId) {
    let (alice, bob) = (house.player("Alice"), house.player("Bob"));
    let game = house.duel(&alice, &bob);
    assert!(press(&house).await.is_empty());
    (house, alice, bob, game)
}

#[actix_web::test]
async fn a_message_as_a_letter() {
    let (house, alice, _, game) = battle().await;
    let long =
        "I propose that we both hold our fire until noon, so that the wounded can be carried off the field.";
    let text = format!("Hello!\n\n{long}\n\n  /\\   my tent\n /  \\\n\n-- \nYour witness\n------------");
    let id = write(&house, &game, &alice, &json!({"seat": House::seats()[1]}), &text);
    let letter = only(&press(&house).await, "press", "bob@example.org");
    let text = masked(&whole(&letter), Some(&game), &[(&id, "m_RANDOM")]);
    expect_file!["snapshots/press.txt"].assert_eq(&text);
}

#[actix_web::test]
async fn a_message_to_all_or_to_a_side_says_so_and_is_answered_there() {
    let (house, alice, bob, game) = battle().await;
    let opened = house.app.look(&game).expect("a game");
    let side = opened.seats[1].side.clone();
    for (to, words, answer) in [
        (json!("all"), "wrote to all", r#""to":"all""#.to_owned()),
        (json!({"side": side}), "wrote to the side", format!(r#""to":{{"side":"{side}"}}"#)),
    ] {
        write(&house, &game, &alice, &to, "Hello");
        let letters = press(&house).await;
        assert_eq!(letters.len(), 1, "none to the author");
        let letter = only(&letters, "press", "bob@example.org");
        assert!(letter.header("Subject").contains(words), "{}", letter.header("Subject"));
        let text = letter.shown().text;
        assert!(text.contains(words) && text.contains("| Hello\n") && text.contains(&answer), "{text}");
    }
    let one = write(&house, &game, &bob, &json!("all"), "One");
    let two = write(&house, &game, &bob, &json!("all"), "Two");
    let ids: Vec<String> = press(&house).await.iter().map(Arrived::message_id).collect();
    assert_eq!(ids.len(), 2);
    // Letters of the same second leave side by side: their order is nobody's promise.
    let one_each =
        [one, two].iter().all(|id| ids.iter().filter(|own| own.contains(id.as_str())).count() == 1);
    assert!(one_each, "{ids:?}");
}

#[actix_web::test]
async fn where_mail_is_answered_the_letter_says_who_would_read_the_answer() {
    let house = House::with(&[
        ("FIELDPOST_BASE_URL", "https://fieldpost.example.org"),
        ("FIELDPOST_REPLY_TO", "reply+{token}@fieldpost.example.org"),
        ("FIELDPOST_INBOUND_TOKEN", "a-secret-of-the-operator"),
    ]);
    let (house, alice, _, game) = battle_at(house).await;
    for (to, words) in [
        (json!({"seat": House::seats()[1]}), "is read by all at the table"),
        (json!("all"), "if not by mail"),
    ] {
        write(&house, &game, &alice, &to, "Hello");
        let letter = only(&press(&house).await, "press", "bob@example.org");
        let text = letter.shown().text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(!letter.header("Reply-To").is_empty() && text.contains(words), "{text}");
    }
}

#[actix_web::test]
async fn who_switched_it_off_or_has_no_proved_address_gets_none() {
    let (house, alice, bob, game) = battle().await;
    house.change_player(&alice, |row| {
        row.settings = json!({"notifications": {"press": "off"}}).to_string();
    });
    house.change_player(&bob, |row| row.email_verified = false);
    for player in [&alice, &bob] {
        write(&house, &game, player, &json!("all"), "Hello");
    }
    assert!(press(&house).await.is_empty() && house.queued().is_empty());
}

#[actix_web::test]
async fn a_letter_does_not_leave_when_its_author_is_erased_or_its_seat_is_anothers() {
    let (house, alice, bob, game) = battle().await;
    write(&house, &game, &alice, &json!("all"), "Hello");
    house.app.store.erase_player(&alice, house.app.now()).expect("erased");
    assert!(press(&house).await.is_empty() && house.queued().is_empty());

    let (carol, dora) = (house.player("Carol"), house.player("Dora"));
    let created = house.game(&carol, json!("open"), json!({}));
    let game = created.game.row.id.clone();
    let claim = |seat: &str, player: &PlayerId, body: Value| {
        let claim = serde_json::from_value(body).expect("a claim");
        house.app.claim_seat(&game, seat, player, &claim).expect("a seat");
    };
    // Who owes a number keeps the game from beginning.
    claim(&House::seats()[1], &dora, json!({"commit": "ab".repeat(32)}));
    write(&house, &game, &carol, &json!({"seat": House::seats()[1]}), "Welcome");
    house.app.give_up_seat(&game, &House::seats()[1], &dora).expect("left");
    claim(&House::seats()[1], &bob, json!({"commit": "cd".repeat(32)}));
    assert!(press(&house).await.is_empty());
}
