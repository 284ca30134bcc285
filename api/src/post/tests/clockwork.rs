//! The clockwork under load: a broken game delays no other, and a hand-over ends once, whatever comes at the same moment.

use std::sync::{Arc, Barrier};

use domain::{
    ids::{GameId, Seat},
    log::{Kind, Line},
};
use serde_json::json;

use super::{
    clock::DAY,
    house::{House, START},
};
use crate::service::{
    clockwork,
    play::{Given, Submission},
};

/// The times at which a seat ran out of time in a game.
fn time_outs(house: &House, game: &GameId) -> Vec<u64> {
    let rows = house.app.store.lines(game, 0, 10_000).expect("lines");
    let lines = rows.iter().map(|row| Line::read(&row.line).expect("a line"));
    let is_time_out = |line: &Line| matches!(&line.kind, Kind::Event(event) if event.body.get().contains("\"seat_timed_out\""));
    lines.filter(is_time_out).map(|line| line.time).collect()
}

/// A game that is in the store and cannot be opened, with a timer that is due.
fn broken(house: &House, like: &GameId) -> GameId {
    let id = GameId::new("broken").expect("an id");
    let row = house.app.store.game(like).expect("a row");
    let line = storage::LineRow {
        seq: 1,
        turn: None,
        round: 0,
        phase: "joining".to_owned(),
        hash: [0; 32],
        line: "no line at all".to_owned(),
    };
    let timer = storage::TimerRow { game: id.clone(), due: START, seat: None, kind: "resume".to_owned() };
    let new = storage::NewGame {
        row: storage::GameRow { id: id.clone(), version: 1, revision: 1, ..row },
        seats: Vec::new(),
        lines: vec![line],
        turns: Vec::new(),
        rolls: Vec::new(),
        to_act: Vec::new(),
        timers: vec![timer],
        seeds: Vec::new(),
        secrets: Vec::new(),
        letters: Vec::new(),
        answer: None,
        bundle: None,
    };
    house.app.store.create_game(new).expect("a game");
    id
}

#[test]
fn a_thousand_games_are_on_time_beside_a_broken_one() {
    const GAMES: usize = 1_000;
    let house = House::new();
    let alice = house.player("Alice");
    let clock = json!({"clock": {"kind": "per_turn", "allow": "P1D", "remind": []}});
    let games: Vec<GameId> =
        (0..GAMES).map(|_| house.game(&alice, json!("me"), clock.clone()).game.row.id).collect();
    let broken = broken(&house, &games[0]);
    house.pass(DAY);
    let mut failing = clockwork::Failing::default();
    let mut rounds = 0;
    // The clock stands still meanwhile: on time is what is dated at the deadline.
    while house
        .app
        .store
        .timers_due(house.app.now(), 2)
        .expect("timers")
        .iter()
        .any(|timer| timer.game != broken)
    {
        failing = clockwork::due(&house.app, failing).expect("a store").0;
        rounds += 1;
        assert!(rounds <= 2 * GAMES / 100, "it does not come to an end");
    }
    for game in &games {
        assert_eq!(time_outs(&house, game), [START + DAY]);
    }
    assert!(house.app.look(&broken).is_err());
}

#[test]
fn a_hand_over_ends_once_when_the_last_orders_and_the_deadline_come_together() {
    const GAMES: usize = 60;
    let house = Arc::new(House::new());
    let alice = house.player("Alice");
    let seat = Seat::new(&House::seats()[0]).expect("a seat");
    let clock = json!({"clock": {"kind": "per_turn", "allow": "PT1H", "remind": []}});
    let (mut n_played, mut n_late) = (0, 0);
    for at in 0..GAMES {
        let game = house.game(&alice, json!("me"), clock.clone()).game.row.id;
        house.pass(3_599);
        let both = Barrier::new(2);
        let wanted = Submission {
            player: alice.clone(),
            seat: Some(seat.to_string()),
            given: Given::Text("end movement\nend combat".to_owned()),
            round: None,
            phase: None,
            if_match: None,
            request: None,
            body_hash: [9; 32],
        };
        let played = std::thread::scope(|scope| {
            let player = scope.spawn(|| {
                both.wait();
                // Each game another interleaving: this one a little earlier, that one a little later.
                (0..at * 2_000).for_each(|_| std::hint::spin_loop());
                house.app.submit(&game, &wanted).map(drop)
            });
            scope.spawn(|| {
                both.wait();
                (0..(GAMES - at) * 2_000).for_each(|_| std::hint::spin_loop());
                house.pass(1);
                house.app.time_out(&game, &seat).unwrap_or_else(|why| panic!("{why}"));
            });
            player.join().expect("no panic")
        });
        let late = time_outs(&house, &game).len();
        match &played {
            Ok(()) => assert_eq!(late, 0, "who was answered that he had moved did not run out of time"),
            Err(problem) => assert_eq!((problem.status() < 500, late), (true, 1), "{problem}"),
        }
        n_played += usize::from(played.is_ok());
        n_late += late;
        super::offers::verify(&house, &game);
    }
    assert_eq!(n_played + n_late, GAMES, "exactly one of both happened in each");
}
