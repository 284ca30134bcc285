//! Clocks, with a clock that the test sets: reminders, time-outs, stand-ins, pauses, outages, and the letters about them.

use std::sync::Arc;

use domain::{ids::GameId, log::Line, table::Life};
use serde_json::{Value, json};
use storage::PlayerId;

use super::{
    house::{FakePost, House, START},
    play::{submit, suggested},
};
use crate::{
    app::Outage,
    service::deadline::{deadline_in, reminders_in},
};

pub(super) const DAY: u64 = 86_400;

/// Does all that is due by now.
pub(super) fn tick(house: &House) {
    house.app.tend_absences().unwrap_or_else(|why| panic!("{why}"));
    for _ in 0..1_000 {
        let due = house.app.store.timers_due(house.app.now(), 100).expect("timers");
        if due.is_empty() {
            return;
        }
        for timer in &due {
            house.app.timer(timer).unwrap_or_else(|why| panic!("{why}"));
        }
    }
    panic!("it does not come to rest");
}

/// Lets time pass as it does: everything at its moment.
pub(super) fn pass(house: &House, seconds: u64) {
    let end = house.app.now() + seconds;
    while let Some(next) = house.app.store.next_timer_due().expect("timers").filter(|next| *next <= end) {
        house.pass(next.saturating_sub(house.app.now()));
        tick(house);
    }
    house.pass(end - house.app.now());
    tick(house);
}

pub(super) struct Table {
    pub(super) house: House,
    pub(super) post: Arc<FakePost>,
    pub(super) players: [PlayerId; 2],
    pub(super) game: GameId,
}

impl Table {
    pub(super) fn with(clock: Value) -> Self {
        Self::in_house(House::new(), clock)
    }

    pub(super) fn in_house(house: House, clock: Value) -> Self {
        let players = [house.player("Alice"), house.player("Bob")];
        let created = house.game(&players[0], json!("open"), json!({ "clock": clock }));
        let game = created.game.row.id.clone();
        let claim = serde_json::from_value(json!({})).expect("a claim");
        house.app.claim_seat(&game, &House::seats()[1], &players[1], &claim).expect("a seat");
        Table { house, post: FakePost::new(), players, game }
    }

    /// What arrived since this was asked last: first letters of addresses and kinds, sorted, for letters of the same
    /// moment leave side by side.
    pub(super) async fn letters(&self) -> Vec<String> {
        self.house.post_all(&self.post).await;
        let told = |letter: super::house::Arrived| format!("{} {}", &letter.to[..1], letter.kind);
        let mut letters: Vec<String> = self.post.take().into_iter().map(told).collect();
        letters.sort();
        letters
    }

    /// Plays the suggested hand-over of whoever is waited for.
    pub(super) fn move_on(&self) {
        let opened = self.house.app.look(&self.game).expect("a game");
        let seat = opened.chronicle.awaited()[0].seat.clone();
        let place = House::seats().iter().position(|own| own == seat.as_str()).expect("a seat");
        submit(
            &self.house,
            &self.game,
            &self.players[place],
            &seat,
            &suggested(&self.house, &self.game, &seat),
        );
    }

    pub(super) fn deadline(&self) -> Option<u64> {
        self.house.app.store.to_act(&self.game).expect("rows").first().and_then(|row| row.deadline)
    }

    /// The types of the log's events after a line.
    pub(super) fn events(&self, after: u64) -> Vec<String> {
        let rows = self.house.app.store.lines(&self.game, after, 10_000).expect("lines");
        let kind = |text: &str| {
            let line = Line::read(text).expect("a line");
            let text = domain::tell::tell(House::ruleset(), &line);
            text.split([',', ':']).next().unwrap_or_default().to_owned()
        };
        rows.iter().map(|row| kind(&row.line)).collect()
    }

    pub(super) fn version(&self) -> u64 {
        self.house.app.look(&self.game).expect("a game").row.version
    }
}

#[actix_web::test]
async fn reminders_come_at_their_times_and_only_to_who_is_waited_for() {
    let table = Table::with(json!({"kind": "per_turn", "allow": "P4D"}));
    assert_eq!(table.letters().await, ["a your_move"]);
    pass(&table.house, 2 * DAY - 1);
    assert!(table.letters().await.is_empty());
    pass(&table.house, 1);
    assert_eq!(table.letters().await, ["a reminder"], "half of the time");
    pass(&table.house, DAY);
    assert_eq!(table.letters().await, ["a reminder"], "three quarters");
    pass(&table.house, DAY - 3_600);
    assert_eq!(table.letters().await, ["a reminder"], "an hour before the end");
    let active = table.house.app.look(&table.game).expect("a game").row.active;
    assert_eq!(active, START, "a reminder is no activity of the game");
    table.move_on();
    assert_eq!(table.letters().await, ["b your_move"]);
    pass(&table.house, 3_600);
    assert!(table.letters().await.is_empty(), "who has moved is reminded of nothing");
}

#[actix_web::test]
async fn a_reminder_that_waited_in_the_queue_does_not_leave_after_the_move() {
    let table = Table::with(json!({"kind": "per_turn", "allow": "P4D", "remind": ["1/2"]}));
    table.letters().await;
    pass(&table.house, 2 * DAY);
    table.move_on();
    assert_eq!(table.letters().await, ["b your_move"]);
}

#[actix_web::test]
async fn a_time_out_is_told_and_the_third_in_a_row_gives_the_seat_up() {
    let clock = json!({"kind": "per_turn", "allow": "P1D", "remind": [], "all_absent": "run"});
    let table = Table::with(clock);
    table.letters().await;
    for n in 1..=3 {
        pass(&table.house, DAY);
        let letters = table.letters().await;
        if n < 3 {
            assert_eq!(letters, ["a time_out", "b your_move"], "time-out {n}");
            table.move_on();
            assert_eq!(table.letters().await, ["a your_move"]);
        } else {
            let both = letters.iter().filter(|letter| letter.ends_with("game_over")).count();
            assert_eq!((letters.len(), both), (2, 2), "{letters:?}");
        }
    }
}

#[actix_web::test]
async fn a_bot_plays_a_hand_over_for_the_absent() {
    let clock =
        json!({"kind": "per_turn", "allow": "P1D", "remind": [], "on_timeout": "bot", "all_absent": "run"});
    let table = Table::with(clock);
    let before = table.version();
    pass(&table.house, DAY);
    let events = table.events(before);
    assert!(events[0].ends_with("ran out of time"), "{events:?}");
    assert!(events.iter().any(|event| event == "orders"), "the bot has moved: {events:?}");
    let letters = table.letters().await;
    assert!(letters.contains(&"b your_move".to_owned()), "{letters:?}");
    let bundle = table.house.app.look(&table.game).expect("a game");
    assert_eq!(*bundle.chronicle.game().table().life(), Life::Active);
    let log: Vec<String> = table
        .house
        .app
        .store
        .lines(&table.game, 0, 10_000)
        .expect("lines")
        .into_iter()
        .map(|row| row.line)
        .collect();
    domain::audit::judge(&domain::rulesets::find, &log, &mut |_| {}).unwrap_or_else(|why| panic!("{why}"));
}

#[actix_web::test]
async fn a_game_of_absent_players_pauses_and_goes_on_when_one_comes_back() {
    let table = Table::with(json!({"kind": "per_turn", "allow": "P1D", "remind": []}));
    table.letters().await;
    pass(&table.house, 2 * DAY);
    let letters = table.letters().await;
    assert_eq!(letters.iter().filter(|letter| letter.ends_with(" clock")).count(), 2, "{letters:?}");
    assert_eq!(table.deadline(), None, "nobody's time runs");
    let stopped = table.version();
    pass(&table.house, 400 * DAY);
    assert_eq!(table.version(), stopped, "nothing happens by itself");
    table.move_on();
    tick(&table.house);
    assert_eq!(table.deadline(), Some(table.house.app.now() + DAY), "time runs again, from the beginning");
    assert!(table.letters().await.iter().any(|letter| letter.ends_with("your_move")));
}

#[actix_web::test]
async fn who_had_no_reminder_because_the_service_was_down_gets_one_and_more_time() {
    let clock = json!({"kind": "per_turn", "allow": "P4D", "remind": ["1/2"]});
    let mut house = House::new();
    let app = Arc::get_mut(&mut house.app).expect("nobody else has it");
    app.outage = Some(Outage { from: START + DAY, until: START + 5 * DAY });
    let table = Table::in_house(house, clock);
    table.letters().await;
    table.house.pass(5 * DAY);
    let before = table.version();
    tick(&table.house);
    assert_eq!(table.events(before), ["long_knives is given more time"], "no time-out for our own outage");
    assert_eq!(table.deadline(), Some(START + 5 * DAY + 43_200), "an eighth of the time, here half a day");
    let letters = table.letters().await;
    assert_eq!(letters, ["a reminder"]);
    pass(&table.house, 43_200);
    let letters = table.letters().await;
    assert!(letters.contains(&"a time_out".to_owned()), "the grace is over: {letters:?}");
}

#[actix_web::test]
async fn a_deadline_that_an_outage_did_not_touch_is_kept() {
    let clock = json!({"kind": "per_turn", "allow": "P4D", "remind": ["1/2"]});
    let mut house = House::new();
    let app = Arc::get_mut(&mut house.app).expect("nobody else has it");
    app.outage = Some(Outage { from: START - 2 * DAY, until: START - DAY });
    let table = Table::in_house(house, clock);
    table.letters().await;
    pass(&table.house, 4 * DAY);
    assert!(table.letters().await.contains(&"a time_out".to_owned()));
}

#[actix_web::test]
async fn a_bank_is_spent_by_thinking_and_filled_by_moving() {
    let table = Table::with(json!({"kind": "bank", "start": "P3D", "add": "P1D", "cap": "P3D"}));
    assert_eq!(table.deadline(), Some(START + 3 * DAY));
    table.house.pass(2 * DAY);
    table.move_on();
    assert_eq!(table.deadline(), Some(START + 5 * DAY), "the other's bank is full");
    table.move_on();
    assert_eq!(
        table.deadline(),
        Some(START + 2 * DAY + 2 * DAY),
        "two of three days are spent, one is added"
    );
}

#[actix_web::test]
async fn a_draw_that_is_offered_is_told_to_who_has_not_agreed() {
    let table = Table::with(json!({"kind": "none"}));
    table.letters().await;
    submit(&table.house, &table.game, &table.players[0], &House::seats()[0], "offer draw");
    assert_eq!(table.letters().await, ["b offer"]);
    submit(&table.house, &table.game, &table.players[1], &House::seats()[1], "accept draw");
    let letters = table.letters().await;
    assert_eq!(letters.iter().filter(|letter| letter.ends_with("game_over")).count(), 2, "{letters:?}");
}

/// Little Wars has minutes of its own: a clock's reminders come in the proportions of its warnings (LW-2.7), and putting down
/// has one whole allowance (LW-1.8).
#[test]
fn lw_2_7_reminders_come_when_the_rules_would_warn() {
    let house = House::new();
    let players = [house.player("Alice"), house.player("Bob")];
    let wanted = json!({
        "ruleset": "little_wars", "scenario": "skirmish", "title": "A floor",
        "options": {"first_move": "red"}, "clock": {"kind": "per_turn", "allow": "P3D"},
        "seats": [{"seat": "red", "player": "me"}, {"seat": "blue", "player": "open"}],
    });
    let wanted = serde_json::from_value(wanted).expect("a new game");
    let game = house.app.create_game(&players[0], &wanted, &|_| Ok(None)).expect("a game").game.row.id;
    let claim = serde_json::from_value(json!({})).expect("a claim");
    house.app.claim_seat(&game, "blue", &players[1], &claim).expect("a seat");
    let opened = house.app.look(&game).expect("a game");
    let awaited = &opened.chronicle.awaited()[0];
    let deadline = deadline_in(&opened.chronicle, awaited).expect("a deadline");
    assert_eq!(deadline, START + 3 * DAY, "all of the allowance in the first move");
    // Two minutes of the book: its warnings are one minute and half a minute before Time.
    let moments = reminders_in(&opened.chronicle, awaited, deadline);
    assert_eq!(moments, [deadline - 3 * DAY / 2, deadline - 3 * DAY / 4]);
}
