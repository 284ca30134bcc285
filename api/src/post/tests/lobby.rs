//! Games that do not begin: a number that never comes, seats that nobody takes. Each ends as it is written, and everybody
//! whom it concerns is told once.

use std::sync::Arc;

use domain::{
    dice::commitment,
    hash::Hash,
    ids::{GameId, Seat},
};
use serde_json::json;
use storage::{GameState, PlayerId, SeatStatus};

use super::{
    clock::pass,
    house::{FakePost, House},
};

const DAY: u64 = 86_400;

/// A game whose host plays no seat, and three people who might.
struct Lobby {
    house: House,
    post: Arc<FakePost>,
    game: GameId,
    people: [PlayerId; 3],
}

/// What a player brings to the dice.
#[derive(Clone, Copy)]
enum Brings {
    Number,
    Nothing,
}

impl Lobby {
    fn new() -> Self {
        let house = House::new();
        let host = house.player("Host");
        let people = ["Alice", "Bob", "Carol"].map(|name| house.player(name));
        let seats: Vec<_> =
            House::seats().into_iter().map(|seat| json!({ "seat": seat, "player": "open" })).collect();
        let made = house.game(&host, json!("open"), json!({ "seats": seats }));
        Lobby { game: made.game.row.id.clone(), house, post: FakePost::new(), people }
    }

    fn seat(place: usize) -> Seat {
        Seat::new(&House::seats()[place]).expect("a seat")
    }

    fn number(&self, place: usize) -> (Hash, Hash) {
        let opened = self.house.app.look(&self.game).expect("the game");
        let (epoch, ..) = opened.chronicle.ledger().epoch();
        let number = Hash::of(&format!("{place} in {epoch}"));
        (number, commitment(&self.game, epoch, &Self::seat(place), &number))
    }

    /// A player takes a seat, or chooses again.
    fn claim(&self, place: usize, player: usize, brings: Brings) {
        let claim = match brings {
            Brings::Number => json!({ "commit": self.number(place).1.to_string() }),
            Brings::Nothing => json!({}),
        };
        let claim = serde_json::from_value(claim).expect("a claim");
        let seat = Self::seat(place);
        let claimed = self.house.app.claim_seat(&self.game, &seat, &self.people[player], &claim);
        claimed.map(|_| ()).unwrap_or_else(|why| panic!("{why}"));
    }

    fn reveal(&self, place: usize, player: usize) {
        let ready = serde_json::from_value(json!({ "entropy": self.number(place).0.to_string() }));
        let (seat, ready) = (Self::seat(place), ready.expect("a number"));
        let shown = self.house.app.seat_ready(&self.game, &seat, &self.people[player], &ready, None);
        shown.map(|_| ()).unwrap_or_else(|why| panic!("{why}"));
    }

    fn status(&self, place: usize) -> SeatStatus {
        self.house.app.look(&self.game).expect("the game").seats[place].status
    }

    fn state(&self) -> GameState {
        self.house.app.look(&self.game).expect("the game").row.state
    }

    /// Who got which letters since this was asked last, sorted.
    async fn letters(&self) -> Vec<String> {
        self.house.post_all(&self.post).await;
        let told = |letter: super::house::Arrived| {
            let to = letter.to.split('@').next().unwrap_or_default().to_owned();
            format!("{to} {}", letter.kind)
        };
        let mut letters: Vec<String> = self.post.take().into_iter().map(told).collect();
        letters.sort();
        letters
    }
}

#[actix_web::test]
async fn who_commits_and_never_shows_his_number_loses_his_seat_and_all_commit_anew() {
    let lobby = Lobby::new();
    lobby.claim(0, 0, Brings::Number);
    assert!(lobby.letters().await.is_empty());
    lobby.claim(1, 1, Brings::Number);
    assert_eq!(lobby.letters().await, ["alice all_joined", "bob all_joined"]);
    lobby.reveal(0, 0);
    pass(&lobby.house, 2 * DAY - 1);
    assert!(lobby.letters().await.is_empty() && lobby.status(1) == SeatStatus::Taken);
    pass(&lobby.house, 1);
    assert_eq!(lobby.status(1), SeatStatus::Open);
    assert_eq!(lobby.letters().await, ["alice all_joined", "bob seat_lost", "host seat_freed"]);
    // Somebody else comes, all bring new numbers, and the game begins.
    lobby.claim(1, 2, Brings::Number);
    lobby.claim(0, 0, Brings::Number);
    assert_eq!(lobby.letters().await, ["alice all_joined", "carol all_joined"]);
    lobby.reveal(0, 0);
    lobby.reveal(1, 2);
    assert_eq!(lobby.state(), GameState::Active);
    assert_eq!(lobby.letters().await.len(), 1, "whose move it is");
    pass(&lobby.house, 60 * DAY);
    assert!(lobby.letters().await.is_empty(), "what was due before the start is so no more");
}

#[actix_web::test]
async fn who_shows_his_number_in_the_second_in_which_it_is_wanted_is_told_that_he_moves_first() {
    let lobby = Lobby::new();
    lobby.claim(1, 1, Brings::Nothing);
    lobby.claim(0, 0, Brings::Number);
    lobby.reveal(0, 0);
    assert_eq!(lobby.letters().await, ["alice your_move"]);
}

#[actix_web::test]
async fn two_who_never_show_their_numbers_lose_their_seats_together() {
    let lobby = Lobby::new();
    lobby.claim(0, 0, Brings::Number);
    lobby.claim(1, 1, Brings::Number);
    lobby.letters().await;
    pass(&lobby.house, 2 * DAY);
    assert_eq!((lobby.status(0), lobby.status(1)), (SeatStatus::Open, SeatStatus::Open));
    assert_eq!(lobby.letters().await, ["alice seat_lost", "bob seat_lost", "host seat_freed"]);
    let opened = lobby.house.app.look(&lobby.game).expect("the game");
    assert_eq!(opened.chronicle.ledger().epoch().0, 1, "one new epoch, not two");
}

#[actix_web::test]
async fn who_relies_on_others_is_told_that_a_seat_is_free_and_keeps_his_own() {
    let lobby = Lobby::new();
    lobby.claim(0, 0, Brings::Nothing);
    lobby.claim(1, 1, Brings::Number);
    assert_eq!(lobby.letters().await, ["bob all_joined"]);
    pass(&lobby.house, 2 * DAY);
    assert_eq!(lobby.letters().await, ["alice seat_freed", "bob seat_lost", "host seat_freed"]);
    lobby.claim(1, 2, Brings::Nothing);
    assert_eq!(lobby.state(), GameState::Active);
    assert_eq!(lobby.letters().await, ["alice your_move"]);
}

#[actix_web::test]
async fn a_game_that_never_fills_is_closed_after_a_month_with_a_warning_before() {
    let lobby = Lobby::new();
    lobby.claim(0, 0, Brings::Nothing);
    pass(&lobby.house, 23 * DAY - 1);
    assert!(lobby.letters().await.is_empty());
    pass(&lobby.house, 1);
    lobby.house.post_all(&lobby.post).await;
    let warning = lobby.post.arrived().into_iter().find(|letter| letter.to.starts_with("host"));
    let text = warning.expect("a warning").shown().text;
    let (free, end) = (House::seats()[1].replace('_', " "), "Sunday 14 February 2027, 09:00 CET");
    assert!(text.contains(&format!("free: {free}")) && text.contains(end), "{text}");
    assert_eq!(lobby.letters().await, ["alice unfilled", "host unfilled"]);
    pass(&lobby.house, 7 * DAY - 1);
    assert!(lobby.letters().await.is_empty() && lobby.state() == GameState::Open);
    pass(&lobby.house, 1);
    assert_eq!(lobby.state(), GameState::Aborted);
    assert_eq!(lobby.letters().await, ["alice game_aborted", "host game_aborted"]);
    pass(&lobby.house, 400 * DAY);
    assert!(lobby.letters().await.is_empty());
}

#[actix_web::test]
async fn a_warning_is_not_given_to_who_plays_and_one_that_waited_is_not_told_late() {
    let lobby = Lobby::new();
    lobby.claim(0, 0, Brings::Nothing);
    pass(&lobby.house, 23 * DAY);
    // The letters wait; meanwhile the game begins.
    lobby.claim(1, 1, Brings::Nothing);
    assert_eq!(lobby.letters().await, ["alice your_move"]);
}
