//! When letters leave: not more often than a player wants, not at night, together at an hour, and each as true as it is then.

use std::sync::Arc;

use domain::ids::{GameId, Seat};
use openapi::players::MeChange;
use serde_json::{Value, json};
use storage::PlayerId;

use super::{
    house::{Arrived, FakePost, House},
    letters::only,
    play::submit,
};
use crate::{
    auth::Caller,
    post::{
        content::LetterContent,
        deliver::{Failure, Round},
    },
    service::{accounts, mails},
};

const HOUR: u64 = 3600;

pub(super) fn caller(player: &PlayerId) -> Caller {
    Caller { player: player.clone(), token_id: "t_test".to_owned(), token_hash: [0; 32] }
}

/// As `PATCH /v1/me` does.
fn wants(house: &House, player: &PlayerId, change: Value) {
    let change: MeChange = serde_json::from_value(change).expect("a change");
    accounts::change(&house.app, &caller(player), &change).expect("changed");
}

struct Table {
    house: House,
    post: Arc<FakePost>,
    alice: PlayerId,
    bob: PlayerId,
    game: GameId,
}

impl Table {
    /// A duel that has begun, all its first letters sent; 09:00 in Berlin.
    async fn new() -> Self {
        let house = House::new();
        let (alice, bob) = (house.player("Alice"), house.player("Bob"));
        let game = house.duel(&alice, &bob);
        let table = Table { house, post: FakePost::new(), alice, bob, game };
        table.sent().await;
        table
    }

    /// What arrives now.
    async fn sent(&self) -> Vec<Arrived> {
        self.house.post_all(&self.post).await;
        self.post.take()
    }

    async fn to_bob(&self) -> Vec<Arrived> {
        self.sent().await.into_iter().filter(|letter| letter.to == "bob@example.org").collect()
    }

    fn says(&self, text: &str) {
        let writing = crate::service::press::Writing {
            player: self.alice.clone(),
            wanted: serde_json::from_value(json!({ "text": text })).expect("a message"),
            key: None,
        };
        self.house.app.write_message(&self.game, &writing, None).expect("written");
    }

    /// Whoever is waited for ends his phase.
    fn moves(&self) {
        self.moves_in(&self.game);
    }

    fn moves_in(&self, id: &GameId) {
        let game = self.house.app.look(id).expect("a game");
        let seat: Seat = game.chronicle.awaited().first().expect("somebody").seat.clone();
        let place = House::seats().iter().position(|own| *own == seat.as_str()).expect("a seat");
        let player = [&self.alice, &self.bob][place];
        let hints = game.chronicle.game().play().hints(&seat, None);
        let last = hints.last().expect("an end").notation();
        submit(&self.house, id, player, seat.as_str(), &last);
    }

    fn is_awaited(&self, place: usize) -> bool {
        self.is_awaited_in(&self.game, place)
    }

    fn is_awaited_in(&self, id: &GameId, place: usize) -> bool {
        let game = self.house.app.look(id).expect("a game");
        game.chronicle.awaited().iter().any(|one| one.seat.as_str() == House::seats()[place])
    }
}

fn text(letter: &Arrived) -> String {
    letter.shown().text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[actix_web::test]
async fn twenty_moves_in_ten_minutes_are_one_mail_an_hour_and_it_is_true() {
    let table = Table::new().await;
    let games: Vec<GameId> = (0..5).map(|_| table.house.duel(&table.alice, &table.bob)).collect();
    table.sent().await;
    wants(&table.house, &table.bob, json!({"pace": {"interval": "PT1H"}}));
    let mut arrived = Vec::new();
    for n in 0..20 {
        table.moves_in(&games[n % games.len()]);
        arrived.extend(table.to_bob().await);
        table.house.pass(30);
    }
    assert_eq!(arrived.len(), 1, "{:?}", arrived.iter().map(|letter| &letter.kind).collect::<Vec<_>>());
    let mut waiting: Vec<&GameId> = games.iter().filter(|game| table.is_awaited_in(game, 1)).collect();
    // One of them is alone in the end: nothing is told about those that are over.
    while let [first, _, ..] = waiting.as_slice() {
        table.moves_in(first);
        arrived.extend(table.to_bob().await);
        waiting.retain(|game| table.is_awaited_in(game, 1));
    }
    if waiting.is_empty() {
        table.moves_in(&games[0]);
        arrived.extend(table.to_bob().await);
        waiting.extend(table.is_awaited_in(&games[0], 1).then_some(&games[0]));
    }
    assert_eq!((waiting.len(), arrived.len()), (1, 1));
    table.house.pass(HOUR);
    let later = table.to_bob().await;
    let kinds: Vec<&str> = later.iter().map(|letter| letter.kind.as_str()).collect();
    assert_eq!(kinds, ["your_move"]);
    assert!(later[0].message_id().contains(waiting[0].as_str()), "{}", later[0].message_id());
    table.house.pass(24 * HOUR);
    assert!(table.to_bob().await.is_empty() && table.house.queued().is_empty());
}

#[actix_web::test]
async fn a_move_that_is_over_when_the_hour_is_over_is_not_told() {
    let table = Table::new().await;
    wants(&table.house, &table.bob, json!({"pace": {"interval": "PT1H"}}));
    table.says("Hello");
    assert_eq!(table.to_bob().await.len(), 1);
    while !table.is_awaited(1) {
        table.moves();
    }
    assert!(table.to_bob().await.is_empty(), "it waits");
    while table.is_awaited(1) {
        table.moves();
    }
    table.house.pass(HOUR);
    assert!(
        table.to_bob().await.is_empty()
            && table.house.queued().iter().all(|row| row.letter.player.as_ref() != Some(&table.bob))
    );
}

#[actix_web::test]
async fn what_waited_comes_in_one_mail_and_each_fact_once() {
    let table = Table::new().await;
    wants(&table.house, &table.bob, json!({"pace": {"interval": "PT1H"}}));
    table.says("known already");
    let first = table.to_bob().await;
    assert_eq!((first.len(), first[0].kind.as_str()), (1, "press"));
    table.says("second <b>");
    table.says("third");
    while !table.is_awaited(1) {
        table.moves();
    }
    assert!(table.to_bob().await.is_empty());
    table.house.pass(HOUR);
    let letters = table.to_bob().await;
    let letter = only(&letters, "digest", "bob@example.org");
    assert_eq!(letters.len(), 1);
    let told = text(&letter);
    for fact in ["| second <b>", "| third", "it is your turn in \"The outpost\"", "What you may order now"] {
        assert_eq!(told.matches(fact).count(), 1, "{fact}: {told}");
    }
    assert!(!told.contains("known already"), "{told}");
    assert!(letter.header("Subject").contains("and 2 more"), "{}", letter.header("Subject"));
    assert!(!letter.header("List-Unsubscribe").is_empty() && !letter.header("References").is_empty());
    assert!(letter.shown().html.expect("HTML").contains("second &lt;b&gt;"));
    let listed = mails::list(&table.house.app, &caller(&table.bob), None, None, None).expect("a list");
    assert_eq!(listed.items.iter().filter(|item| item.together).count(), 3);
    table.house.pass(24 * HOUR);
    assert!(table.to_bob().await.is_empty());
}

#[actix_web::test]
async fn a_digest_comes_at_its_hour_and_one_letter_alone_is_no_digest() {
    let table = Table::new().await;
    wants(
        &table.house,
        &table.bob,
        json!({"notifications": {"press": "digest"}, "pace": {"digest_at": "18:30"}}),
    );
    table.says("one");
    while !table.is_awaited(1) {
        table.moves();
    }
    let now = table.to_bob().await;
    assert_eq!(now.iter().map(|letter| letter.kind.as_str()).collect::<Vec<_>>(), ["your_move"]);
    table.house.pass(9 * HOUR + HOUR / 2 - 1);
    assert!(table.to_bob().await.is_empty());
    table.house.pass(1);
    assert_eq!(table.to_bob().await[0].kind, "press");
    table.says("two");
    table.house.pass(HOUR);
    table.says("three");
    table.house.pass(23 * HOUR);
    let together = table.to_bob().await;
    assert_eq!((together.len(), together[0].kind.as_str()), (1, "digest"));
    assert!(text(&together[0]).contains("| two") && text(&together[0]).contains("| three"));
}

#[actix_web::test]
async fn quiet_hours_keep_all_but_letters_about_the_account() {
    let table = Table::new().await;
    wants(&table.house, &table.bob, json!({"pace": {"quiet": {"from": "08:00", "to": "12:00"}}}));
    table.says("Are you awake?");
    let content = LetterContent::SignIn {
        name: "Bob".to_owned(),
        code: "K3M9-Q2X4".to_owned(),
        expires: table.house.app.now() + 900,
        zone: "UTC".to_owned(),
    };
    let letter = content.letter(&table.house.app, &table.bob, None).expect("a letter");
    table.house.app.store.post(vec![letter]).expect("queued");
    assert_eq!(
        table.to_bob().await.iter().map(|letter| letter.kind.as_str()).collect::<Vec<_>>(),
        ["sign_in"]
    );
    table.house.pass(3 * HOUR - 1);
    assert!(table.to_bob().await.is_empty());
    table.house.pass(1);
    assert_eq!(table.to_bob().await[0].kind, "press");
    table.says("Now?");
    assert_eq!(table.to_bob().await.len(), 1, "by day each comes at once");
}

#[actix_web::test]
async fn other_wishes_count_at_once_for_what_waits() {
    let table = Table::new().await;
    wants(&table.house, &table.bob, json!({"notifications": {"press": "digest"}}));
    table.says("one");
    assert!(table.to_bob().await.is_empty());
    wants(&table.house, &table.bob, json!({"notifications": {"press": "each"}}));
    assert_eq!(table.to_bob().await[0].kind, "press");
    wants(&table.house, &table.bob, json!({"pace": {"interval": "P1D"}}));
    table.says("two");
    assert!(table.to_bob().await.is_empty());
    wants(&table.house, &table.bob, json!({"notifications": {"press": "off"}}));
    table.house.pass(24 * HOUR);
    assert!(table.to_bob().await.is_empty() && table.house.queued().is_empty());
}

#[actix_web::test]
async fn a_mail_of_several_that_grows_stale_on_its_way_is_made_anew_without_what_is_over() {
    let table = Table::new().await;
    wants(&table.house, &table.bob, json!({"pace": {"interval": "PT1H"}}));
    table.says("first");
    table.to_bob().await;
    table.says("second");
    table.says("third");
    while !table.is_awaited(1) {
        table.moves();
    }
    table.to_bob().await;
    table.house.pass(HOUR);
    table.post.fail([Failure::Later("450 later".to_owned())]);
    assert!(table.to_bob().await.is_empty());
    while table.is_awaited(1) {
        table.moves();
    }
    table.house.pass(60);
    let letters = table.to_bob().await;
    assert_eq!(letters.iter().map(|letter| letter.kind.as_str()).collect::<Vec<_>>(), ["digest"]);
    let told = text(&letters[0]);
    assert!(
        told.contains("| second") && told.contains("| third") && !told.contains("it is your turn"),
        "{told}"
    );
}

#[actix_web::test]
async fn many_that_are_due_at_once_are_one_mail_with_several_lanes() {
    let table = Table::new().await;
    wants(&table.house, &table.bob, json!({"notifications": {"press": "digest"}}));
    for n in 0..30 {
        table.says(&format!("message {n}."));
        table.house.pass(130);
    }
    table.house.pass(24 * HOUR);
    let worker = table.house.worker(&table.post);
    while worker.round().await == Round::Worked {}
    let letters = table.post.take();
    assert_eq!(letters.iter().map(|letter| letter.kind.as_str()).collect::<Vec<_>>(), ["digest"]);
    let told = text(&letters[0]);
    assert!((0..30).all(|n| told.matches(&format!("| message {n}.")).count() == 1), "{told}");
    assert!(letters[0].bytes.len() < 200_000);
}
