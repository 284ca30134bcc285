//! A game played by suggested orders: one letter per hand-over, all in two threads, none that is stale.

use domain::{
    chronicle::Awaited,
    ids::{GameId, Seat},
    table::Life,
};
use serde_json::json;
use storage::PlayerId;

use super::house::{Arrived, FakePost, House};
use crate::service::play::{Given, Submission};

/// Sends a turn in notation.
pub(super) fn submit(house: &House, game: &GameId, player: &PlayerId, seat: &str, orders: &str) {
    let wanted = Submission {
        player: player.clone(),
        seat: Some(seat.to_owned()),
        given: Given::Text(orders.to_owned()),
        round: None,
        phase: None,
        if_match: None,
        request: None,
        body_hash: crate::auth::hash(&format!("{orders}{}", house.app.now())),
    };
    if let Err(problem) = house.app.submit(game, &wanted) {
        panic!("{seat}: {problem}\n{orders}");
    }
}

pub(super) fn suggested(house: &House, game: &GameId, seat: &Seat) -> String {
    let opened = house.app.look(game).expect("a game");
    let orders = opened.chronicle.game().suggested(seat);
    orders.iter().map(|order| order.notation() + "\n").collect()
}

fn awaited(house: &House, game: &GameId) -> Vec<Awaited> {
    house.app.look(game).expect("a game").chronicle.awaited().to_vec()
}

fn is_over(house: &House, game: &GameId) -> bool {
    matches!(house.app.look(game).expect("a game").chronicle.game().table().life(), Life::Ended(_))
}

/// Plays on with the suggested orders; each turn takes so long. Gives how often a seat came to act.
async fn play(
    house: &House,
    game: &GameId,
    players: &[PlayerId],
    seconds: u64,
    post: &std::sync::Arc<FakePost>,
) -> usize {
    let mut n_hand_overs = awaited(house, game).len();
    for _ in 0..200 {
        house.post_all(post).await;
        let before = awaited(house, game);
        let Some(first) = before.first() else { break };
        let place = House::seats().iter().position(|seat| seat == first.seat.as_str()).expect("a seat");
        house.pass(seconds);
        submit(house, game, &players[place], first.seat.as_str(), &suggested(house, game, &first.seat));
        n_hand_overs +=
            awaited(house, game).iter().filter(|now| before.iter().all(|b| b.seat != now.seat)).count();
    }
    house.post_all(post).await;
    assert!(is_over(house, game), "the suggested orders lead to an end");
    n_hand_overs
}

fn of_kind<'a>(arrived: &'a [Arrived], kind: &str) -> Vec<&'a Arrived> {
    arrived.iter().filter(|letter| letter.kind == kind).collect()
}

#[actix_web::test]
async fn a_game_has_one_letter_per_hand_over_and_two_threads() {
    let house = House::new();
    let players = [house.player("Alice"), house.player("Bob")];
    let game = house.duel(&players[0], &players[1]);
    let post = FakePost::new();
    let n_hand_overs = play(&house, &game, &players, 10, &post).await;
    let arrived = post.arrived();
    assert_eq!(of_kind(&arrived, "your_move").len(), n_hand_overs);
    assert_eq!(of_kind(&arrived, "game_over").len(), 2);
    assert!(house.queued().is_empty());
    let ids: std::collections::BTreeSet<String> = arrived.iter().map(Arrived::message_id).collect();
    assert_eq!(ids.len(), arrived.len());
    for letter in &arrived {
        let place = usize::from(letter.to == "bob@example.org");
        let root = format!("<{game}.{}@fieldpost.example.org>", House::seats()[place]);
        assert_eq!(letter.header("References"), root);
        assert_eq!(letter.header("In-Reply-To"), root);
        assert_eq!(letter.header("List-Id"), format!("<{game}.fieldpost.example.org>"));
        assert_eq!(letter.header("Auto-Submitted"), "auto-generated");
        assert!(letter.header("Subject").starts_with("The outpost: "));
    }
    let dice = arrived
        .iter()
        .any(|letter| letter.shown().text.lines().any(|line| line.contains("  [") && line.contains("] (")));
    assert!(dice, "some letter tells dice and rules");
}

#[actix_web::test]
async fn turns_of_the_same_second_are_told_apart() {
    let house = House::new();
    let players = [house.player("Alice"), house.player("Bob")];
    let game = house.duel(&players[0], &players[1]);
    let post = FakePost::new();
    let n_hand_overs = play(&house, &game, &players, 0, &post).await;
    assert_eq!(of_kind(&post.arrived(), "your_move").len(), n_hand_overs);
}

#[actix_web::test]
async fn letters_that_waited_too_long_do_not_leave() {
    for seconds in [0, 10] {
        let house = House::new();
        let players = [house.player("Alice"), house.player("Bob")];
        let game = house.duel(&players[0], &players[1]);
        while house.queued().len() < 6 {
            let now = awaited(&house, &game)[0].seat.clone();
            let place = House::seats().iter().position(|seat| seat == now.as_str()).expect("a seat");
            house.pass(seconds);
            submit(&house, &game, &players[place], &now, &suggested(&house, &game, &now));
        }
        let post = FakePost::new();
        house.post_all(&post).await;
        let arrived = post.arrived();
        assert_eq!(arrived.len(), 1, "only the newest is true ({seconds} s)");
        let shown = house.app.look(&game).expect("a game");
        assert!(arrived[0].shown().text.contains(&format!("version {}", shown.row.version)));
        assert!(house.queued().is_empty());
    }
}

#[actix_web::test]
async fn a_letter_that_was_made_and_is_no_longer_true_does_not_leave_either() {
    let house = House::new();
    let players = [house.player("Alice"), house.player("Bob")];
    let game = house.duel(&players[0], &players[1]);
    let post = FakePost::new();
    post.fail([super::super::deliver::Failure::Later("451 later".to_owned())]);
    house.post_all(&post).await;
    assert!(house.queued()[0].made.is_some());
    let seat = awaited(&house, &game)[0].seat.clone();
    house.pass(60);
    submit(&house, &game, &players[0], &seat, &suggested(&house, &game, &seat));
    house.post_all(&post).await;
    assert!(post.arrived().iter().all(|letter| letter.to == "bob@example.org"));
}

#[actix_web::test]
async fn who_switched_it_off_or_has_no_proved_address_gets_none() {
    let house = House::new();
    let (alice, bob) = (house.player("Alice"), house.player("Bob"));
    house.change_player(&alice, |row| {
        row.settings = json!({"notifications": {"your_move": "off"}}).to_string()
    });
    house.change_player(&bob, |row| row.email_verified = false);
    let game = house.duel(&alice, &bob);
    let post = FakePost::new();
    house.post_all(&post).await;
    let seat = awaited(&house, &game)[0].seat.clone();
    submit(&house, &game, &alice, &seat, &suggested(&house, &game, &seat));
    house.post_all(&post).await;
    assert!(post.arrived().is_empty() && house.queued().is_empty());
}

#[actix_web::test]
async fn the_command_in_the_letter_sends_the_suggested_orders() {
    let house = House::new();
    let players = [house.player("Alice"), house.player("Bob")];
    let game = house.duel(&players[0], &players[1]);
    let post = FakePost::new();
    house.post_all(&post).await;
    let text = post.arrived()[0].shown().text;
    let (_, command) = text.split_once("<<'ORDERS'\n").expect("a command");
    let (orders, _) = command.split_once("ORDERS\n").expect("its end");
    let seat = awaited(&house, &game)[0].seat.clone();
    assert_eq!(orders, suggested(&house, &game, &seat));
    for line in orders.lines() {
        assert!(line.chars().count() <= 60, "{line}");
    }
    submit(&house, &game, &players[0], &seat, orders);
}

#[actix_web::test]
async fn who_proves_his_address_late_is_told_then_that_he_is_waited_for() {
    let house = House::new();
    let (alice, bob) = (house.player("Alice"), house.player("Bob"));
    house.change_player(&bob, |row| row.email_verified = false);
    let game = house.duel(&alice, &bob);
    let seat = awaited(&house, &game)[0].seat.clone();
    house.pass(10);
    submit(&house, &game, &alice, &seat, &suggested(&house, &game, &seat));
    let post = FakePost::new();
    house.post_all(&post).await;
    assert!(post.take().iter().all(|letter| letter.to != "bob@example.org"));
    house.pass(3600);
    let letters = super::super::again::owed_to(&house.app, &bob);
    assert_eq!(letters.len(), 1);
    house.change_player(&bob, |row| row.email_verified = true);
    house.app.store.post(letters).expect("queued");
    assert!(super::super::again::owed_to(&house.app, &alice).is_empty());
    house.post_all(&post).await;
    let arrived = post.arrived();
    assert_eq!((arrived.len(), arrived[0].kind.as_str()), (1, "your_move"));
    assert!(arrived[0].message_id().contains(".your_move.again@"));
}
