//! The machine's clock jumps: back to before what it has said already, ahead by a year, and back at a restore.

use serde_json::json;

use super::{
    clock::{DAY, Table, tick},
    offers::verify,
};

fn a_day_each() -> Table {
    Table::with(json!({"kind": "per_turn", "allow": "P1D", "remind": [], "all_absent": "run"}))
}

/// The times of all lines, which must never fall.
fn times(table: &Table) -> Vec<u64> {
    let rows = table.house.app.store.lines(&table.game, 0, 10_000).expect("lines");
    let time = |text: &str| domain::log::Line::read(text).expect("a line").time;
    let times: Vec<u64> = rows.iter().map(|row| time(&row.line)).collect();
    assert!(times.is_sorted(), "{times:?}");
    times
}

#[test]
fn a_clock_that_goes_back_takes_nobodys_time_and_dates_nothing_earlier() {
    let mut table = a_day_each();
    table.house.pass(3_600);
    table.move_on();
    let (now, due) = (table.house.app.now(), table.deadline().expect("a deadline"));
    assert_eq!(due, now + DAY);
    table.house.set(now - 10 * DAY);
    tick(&table.house);
    table.move_on();
    assert_eq!(
        (times(&table).last(), table.deadline()),
        (Some(&now), Some(due)),
        "time stands still until then"
    );
    // Nor does the next start, which finds a sign of life of the future, take it for an outage.
    crate::service::housekeeping::live(&table.house.app).expect("a sign of life");
    table.house.set(now - 20 * DAY);
    table.house.restart();
    assert_eq!(table.house.app.outage, None);
    let version = table.version();
    table.house.set(due - 1);
    tick(&table.house);
    assert_eq!(table.version(), version, "nobody has timed out");
    table.house.set(due);
    tick(&table.house);
    assert_eq!(table.events(version).len(), table.events(0).len() - usize::try_from(version).expect("a few"));
    assert!(version < table.version(), "at its deadline it has");
    verify(&table.house, &table.game);
}

#[test]
fn a_clock_that_goes_ahead_by_a_year_costs_each_hand_over_no_more_than_itself() {
    let table = a_day_each();
    table.move_on();
    let before = table.version();
    table.house.pass(365 * DAY);
    tick(&table.house);
    let now = table.house.app.now();
    assert!(before < table.version(), "who was waited for has timed out");
    assert_eq!(table.deadline(), Some(now + DAY), "and the next has his day from now on");
    times(&table);
    table.move_on();
    verify(&table.house, &table.game);
}

#[test]
fn no_seed_is_used_again_where_the_clock_has_gone_back_before_a_restore() {
    let mut table = a_day_each();
    table.house.pass(3_600);
    while rolls(&table) == (0, 0) {
        table.move_on();
    }
    table.house.app.store.put_meta(storage::IS_COPY, "1").expect("marked as a copy");
    let now = table.house.app.now() - 30 * DAY;
    table.house.set(now);
    table.house.restart();
    let app = std::sync::Arc::get_mut(&mut table.house.app).expect("nobody else has it");
    let start = app.keys.count_start(&*app.store, now).expect("a start");
    assert!(start.is_older);
    app.restored_at = start.restored_at;
    // One new epoch, however long the clock stays behind.
    for _ in 0..4 {
        table.move_on();
        assert_eq!(rolls(&table).0, 1);
    }
    times(&table);
    verify(&table.house, &table.game);
}

/// The epoch, and how many dice were thrown in it.
fn rolls(table: &Table) -> (u64, u64) {
    let opened = table.house.app.look(&table.game).expect("a game");
    let (epoch, _, _, used) = opened.chronicle.ledger().epoch();
    (epoch, used)
}
