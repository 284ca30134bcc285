//! Vacation: clocks stand still in all games that honour it, within a budget, and run again by themselves.

use domain::ids::GameId;
use openapi::players::MeChange;
use serde_json::{Value, json};
use storage::PlayerId;

use super::{
    clock::{DAY, Table, pass, tick},
    house::{House, START},
    offers::verify,
};
use crate::{
    auth::Caller,
    problem::Problem,
    service::{accounts, fields::rfc3339},
};

fn change(house: &House, player: &PlayerId, change: Value) -> Result<openapi::players::Me, Problem> {
    let change: MeChange = serde_json::from_value(change).expect("a change");
    let caller = Caller { player: player.clone(), token_hash: [0; 32], token_id: "t_test".to_owned() };
    accounts::change(&house.app, &caller, &change)
}

fn away(house: &House, player: &PlayerId, until: u64) -> Result<openapi::players::Me, Problem> {
    change(house, player, json!({"vacation": {"until": rfc3339(until)}}))
}

fn clocked() -> Table {
    Table::with(json!({"kind": "per_turn", "allow": "P3D", "remind": [], "all_absent": "run"}))
}

fn deadline(house: &House, game: &GameId) -> Option<u64> {
    house.app.store.to_act(game).expect("rows").first().and_then(|row| row.deadline)
}

#[actix_web::test]
async fn who_is_away_has_his_time_afterwards_and_everybody_knows() {
    let table = clocked();
    let (house, alice) = (&table.house, &table.players[0]);
    table.letters().await;
    pass(house, 3 * DAY - 60);
    let until = house.app.now() + 5 * DAY;
    let me = away(house, alice, until).expect("a vacation");
    assert_eq!(me.vacation.map(|vacation| vacation.until), Some(rfc3339(until)));
    assert_eq!(me.vacation_left, "P25D");
    assert_eq!(table.deadline(), None);
    assert_eq!(table.letters().await, ["a vacation_begun", "b clock"]);
    let seen = house.app.read_game(&table.game, None, &Default::default()).expect("a game").body;
    let seen: Value = serde_json::from_str(&seen).expect("JSON");
    assert_eq!(seen["seats"][0]["away_until"], rfc3339(until));
    assert_eq!(seen["seats"][1]["away_until"], Value::Null);
    pass(house, 5 * DAY - 1);
    assert_eq!(table.deadline(), None);
    pass(house, 1);
    tick(house);
    assert_eq!(table.deadline(), Some(until + 60), "what was left is left");
    assert_eq!(table.letters().await, ["a vacation_over", "b clock"]);
    let me = accounts::read(&house.app, alice).expect("me");
    assert_eq!((me.vacation, me.vacation_left.as_str()), (None, "P25D"));
    table.verify();
    pass(house, 60);
    assert!(table.letters().await.contains(&"a time_out".to_owned()));
}

#[actix_web::test]
async fn a_year_has_so_many_days_and_no_way_around() {
    let table = clocked();
    let (house, alice) = (&table.house, &table.players[0]);
    let problem = away(house, alice, START + 31 * DAY).expect_err("30 days a year");
    assert_eq!((problem.status(), problem.code()), (409, "vacation-used-up"));
    assert_eq!(problem.body().more["latest"], rfc3339(START + 30 * DAY));
    assert!(house.app.store.absences_of(alice, 0).expect("rows").is_empty(), "nothing was written");
    away(house, alice, START + 20 * DAY).expect("20 days");
    // Changing one's mind costs what was used, no more and no less; longer is possible within the same budget.
    away(house, alice, START + 30 * DAY).expect("30 days");
    assert!(away(house, alice, START + 30 * DAY + 1).is_err());
    house.pass(10 * DAY);
    change(house, alice, json!({"vacation": null})).expect("back");
    house.pass(1);
    assert_eq!(accounts::read(&house.app, alice).expect("me").vacation_left, "P20D");
    for _ in 0..4 {
        house.pass(DAY);
        away(house, alice, house.app.now() + 5 * DAY).expect("five days more");
        house.pass(5 * DAY);
        tick(house);
    }
    house.pass(DAY);
    let problem = away(house, alice, house.app.now() + DAY).expect_err("used up");
    assert_eq!((problem.code(), problem.body().more.get("latest")), ("vacation-used-up", None));
    // A year after their beginning the first ten days fall out of it again, one for each that is used.
    house.pass(START + 365 * DAY - house.app.now());
    tick(house);
    let problem = away(house, alice, house.app.now() + 11 * DAY).expect_err("ten days");
    assert_eq!(problem.body().more["latest"], rfc3339(START + 375 * DAY));
    away(house, alice, house.app.now() + 10 * DAY).expect("ten days");
    for (until, why) in [(house.app.now(), "bad-time"), (house.app.now() + 400 * DAY, "bad-time")] {
        let problem = away(house, alice, until).expect_err("not in the coming year");
        assert_eq!(problem.body().errors[0].code, why);
    }
}

#[actix_web::test]
async fn a_game_may_take_no_notice_and_its_players_are_told() {
    let table = Table::with(json!({"kind": "per_turn", "allow": "P3D", "absence": "off", "remind": []}));
    let before = table.version();
    away(&table.house, &table.players[0], START + 5 * DAY).expect("a vacation");
    assert_eq!((table.version(), table.deadline()), (before, Some(START + 3 * DAY)));
    table.house.post_all(&table.post).await;
    let letter = table.post.arrived().into_iter().find(|letter| letter.kind == "vacation_begun");
    let text = letter.expect("a letter").shown().text;
    assert!(text.contains("go on without regard to absence"), "{text}");
}

#[actix_web::test]
async fn whoever_is_away_when_a_game_begins_does_not_lose_by_it() {
    let house = House::new();
    let (alice, bob) = (house.player("Alice"), house.player("Bob"));
    away(&house, &alice, START + 5 * DAY).expect("a vacation");
    let game = house.duel(&alice, &bob);
    assert_eq!(deadline(&house, &game), None, "from the first moment on");
    pass(&house, 5 * DAY);
    tick(&house);
    assert_eq!(deadline(&house, &game), Some(START + 8 * DAY));
    verify(&house, &game);
    // One that is over while the service is down ends when it is up again.
    let again = away(&house, &alice, START + 6 * DAY);
    again.expect("another");
    house.pass(9 * DAY);
    tick(&house);
    assert_eq!(deadline(&house, &game), Some(START + 8 * DAY + 9 * DAY), "our downtime is nobody's fault");
    verify(&house, &game);
}

#[actix_web::test]
async fn what_a_crash_left_undone_is_done_by_the_clockwork() {
    let table = clocked();
    let (house, alice) = (&table.house, &table.players[0]);
    let row = house.app.store.player(alice).expect("a player");
    let absence = storage::AbsenceRow {
        player: alice.clone(),
        begun: START,
        until: START + 2 * DAY,
        state: storage::AbsenceState::Fresh,
    };
    house.app.store.put_absence(absence, Some(row), Vec::new()).expect("written, and then the machine died");
    assert_eq!(table.deadline(), Some(START + 3 * DAY));
    house.app.tend_absences().expect("tended");
    assert_eq!(table.deadline(), None);
    house.app.tend_absences().expect("nothing is due");
    let n_lines = table.version();
    house.app.tend_absences().expect("nothing is due");
    assert_eq!(table.version(), n_lines);
}
