//! What is due while nobody is there, and what arrives at the last moment.

use domain::ids::{GameId, Seat};
use serde_json::json;
use storage::PlayerId;

use super::{
    clock::{pass, tick},
    house::{FakePost, House},
    play::{submit, suggested},
};
use crate::service::{
    housekeeping,
    play::{Given, Rung, Submission},
};

const DAY: u64 = 86_400;

struct Table {
    house: House,
    players: [PlayerId; 2],
    game: GameId,
    post: std::sync::Arc<FakePost>,
}

impl Table {
    /// A game with a day for each hand-over, in which who lets his time run out loses his seat.
    fn strict() -> Self {
        let house = House::new();
        let players = [house.player("Alice"), house.player("Bob")];
        let clock = json!({"kind": "per_turn", "allow": "P1D", "remind": ["1/2"], "on_timeout": "forfeit"});
        let made = house.game(&players[0], json!("open"), json!({ "clock": clock }));
        let game = made.game.row.id.clone();
        let claim = serde_json::from_value(json!({})).expect("a claim");
        house.app.claim_seat(&game, &House::seats()[1], &players[1], &claim).expect("a seat");
        Table { house, players, game, post: FakePost::new() }
    }

    fn first_seat() -> Seat {
        Seat::new(&House::seats()[0]).expect("a seat")
    }

    /// The machine dies now, and comes back after so long.
    fn down_for(&mut self, seconds: u64) {
        housekeeping::live(&self.house.app).expect("a sign of life");
        self.house.pass(seconds);
        self.house.restart();
        tick(&self.house);
    }

    fn deadline(&self) -> Option<u64> {
        self.house.app.store.to_act(&self.game).expect("rows").first().and_then(|row| row.deadline)
    }

    fn version(&self) -> u64 {
        self.house.app.look(&self.game).expect("a game").row.version
    }

    async fn kinds(&self) -> Vec<String> {
        self.house.post_all(&self.post).await;
        let mut kinds: Vec<String> = self.post.take().into_iter().map(|letter| letter.kind).collect();
        kinds.sort();
        kinds
    }
}

#[actix_web::test]
async fn six_deadlines_in_which_the_machine_was_dead_cost_nobody_his_seat() {
    let mut table = Table::strict();
    table.kinds().await;
    let before = table.version();
    table.down_for(6 * DAY);
    let now = table.house.app.now();
    assert_eq!(table.version(), before + 1, "one line: more time");
    assert_eq!(table.deadline(), Some(now + DAY / 4));
    assert_eq!(table.kinds().await, ["reminder"]);
    // The machine dies again, shortly: who was told of his time is not told again.
    table.down_for(30);
    assert_eq!((table.version(), table.kinds().await.len()), (before + 1, 0));
    let orders = suggested(&table.house, &table.game, &Table::first_seat());
    submit(&table.house, &table.game, &table.players[0], &House::seats()[0], &orders);
    assert_eq!(table.kinds().await, ["your_move"]);
}

#[actix_web::test]
async fn who_had_his_reminder_before_is_not_shut_out_by_a_long_outage_either() {
    let mut table = Table::strict();
    pass(&table.house, DAY / 2 + 60);
    assert_eq!(table.kinds().await, ["reminder", "your_move"]);
    table.down_for(6 * DAY);
    assert_eq!(table.deadline(), Some(table.house.app.now() + DAY / 4));
    assert_eq!(table.kinds().await, ["reminder"]);
    pass(&table.house, DAY / 4);
    assert_eq!(table.kinds().await, ["game_over", "game_over"], "the grace is over, once");
}

#[actix_web::test]
async fn an_outage_at_the_very_end_gives_back_what_it_took() {
    let mut table = Table::strict();
    pass(&table.house, DAY - 600);
    table.kinds().await;
    table.down_for(1_200);
    assert_eq!(table.deadline(), Some(table.house.app.now() + 600));
    assert_eq!(table.kinds().await, ["reminder"], "he is told so");
    pass(&table.house, 599);
    assert!(table.kinds().await.is_empty());
    pass(&table.house, 1);
    assert_eq!(table.kinds().await, ["game_over", "game_over"]);
}

#[actix_web::test]
async fn a_short_outage_that_leaves_enough_time_after_the_reminder_changes_no_deadline() {
    let mut table = Table::strict();
    let due = table.deadline();
    pass(&table.house, DAY / 2 - 60);
    table.kinds().await;
    table.down_for(120);
    assert_eq!(table.kinds().await, ["reminder"], "two minutes late");
    pass(&table.house, DAY / 2 - 61);
    assert_eq!(table.deadline(), due);
    pass(&table.house, 1);
    assert_eq!(table.kinds().await, ["game_over", "game_over"]);
}

#[actix_web::test]
async fn orders_that_come_when_time_is_up_are_too_late_though_nobody_has_looked_at_the_clock() {
    let table = Table::strict();
    let (app, before) = (&table.house.app, table.version());
    let orders = suggested(&table.house, &table.game, &Table::first_seat());
    table.house.pass(DAY);
    let wanted = Submission {
        player: table.players[0].clone(),
        seat: None,
        given: Given::Text(orders),
        round: None,
        phase: None,
        if_match: None,
        request: None,
        body_hash: [7; 32],
    };
    let refused = app.submit(&table.game, &wanted).map(|_| ()).expect_err("too late");
    assert_eq!((refused.status(), refused.code()), (403, "forbidden"), "{refused}");
    assert!(before < table.version(), "the seat was given up before");
}

#[actix_web::test]
async fn time_does_not_run_out_over_orders_that_arrived_before_its_end() {
    let table = Table::strict();
    let (app, before) = (&table.house.app, table.version());
    table.house.pass(DAY - 1);
    tick(&table.house);
    let in_time = app.arrivals.note(&table.game, app.now());
    table.house.pass(3);
    let too_late = app.arrivals.note(&table.game, app.now());
    let timers = app.store.timers_due(app.now(), 10).expect("timers");
    let [timer] = timers.as_slice() else { panic!("{timers:?}") };
    assert_eq!(app.timer(timer).expect("a store"), Rung::Waits);
    assert_eq!((table.version(), app.store.timers_due(app.now(), 10).expect("timers").len()), (before, 1));
    let orders = suggested(&table.house, &table.game, &Table::first_seat());
    submit(&table.house, &table.game, &table.players[0], &House::seats()[0], &orders);
    drop(in_time);
    assert!(before < table.version());
    tick(&table.house);
    // Who comes too late holds nothing up.
    table.house.pass(DAY);
    let timers = app.store.timers_due(app.now(), 10).expect("timers");
    let ended = timers.iter().find(|timer| timer.kind == "time_out").expect("a time-out");
    assert!(app.arrivals.any_before(&table.game, ended.due));
    drop(too_late);
    assert_eq!(app.timer(ended).expect("a store"), Rung::Done);
}
