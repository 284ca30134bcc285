//! What the file itself forbids, whoever writes it, and what keeps its size in bounds.

use std::{
    fs,
    path::Path,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
};

use rusqlite::Connection;
use storage::{Change, GameRow, MeasuredStorage, Storage, contract::samples::*, sqlite::SqliteStorage};

fn store_with_a_turn(path: &Path) -> SqliteStorage {
    let store = SqliteStorage::open(path).unwrap();
    ok(store.create_game(new_game("g1")));
    let turn = turn_change(ok(store.game(&game_id("g1"))), 0, "k0", 3);
    ok(store.change_game(Change { secrets: vec![secret(2, 0)], ..turn }));
    store
}

#[test]
fn nobody_changes_what_is_written_not_even_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fieldpost.db");
    let store = store_with_a_turn(&path);
    let conn = Connection::open(&path).unwrap();
    for sql in [
        "UPDATE lines SET line = '{}' WHERE seq = 2",
        "UPDATE lines SET phase = 'fire'",
        "DELETE FROM lines WHERE seq = 3",
        "DELETE FROM lines",
        "REPLACE INTO lines VALUES ('g1', 2, NULL, 1, '', x'', '{}')",
        "INSERT INTO lines VALUES ('g1', 5, NULL, 1, '', x'', '{}')",
        "INSERT INTO lines VALUES ('g1', 0, NULL, 1, '', x'', '{}')",
        "UPDATE turns SET seat = 'blue'",
        "DELETE FROM turns",
        "REPLACE INTO turns VALUES ('g1', 0, 'red', 'other', 1, 3, x'')",
        "REPLACE INTO turns VALUES ('g1', 7, 'red', 'k0', 1, 3, x'')",
        "UPDATE rolls SET roll = '{}'",
        "DELETE FROM rolls",
        "REPLACE INTO rolls VALUES ('g1', 0, 1, 1, '{}')",
        "UPDATE secrets SET sealed = x''",
        "DELETE FROM secrets",
        "REPLACE INTO secrets VALUES ('g1', 2, 0, x'')",
    ] {
        let outcome = conn.execute(sql, []);
        let error = outcome.expect_err(sql).to_string();
        assert!(error.contains("only added") || error.contains("follow each other"), "{sql}: {error}");
    }
    assert_eq!(ok(store.lines(&game_id("g1"), 0, 9)).len(), 3);
    let no_game = "INSERT INTO lines VALUES ('g9', 1, NULL, 1, '', x'', '{}')";
    conn.pragma_update(None, "foreign_keys", true).unwrap();
    assert!(conn.execute(no_game, []).is_err());
    let not_text = "INSERT INTO lines VALUES ('g1', 4, NULL, 'one', '', x'', '{}')";
    assert!(conn.execute(not_text, []).is_err(), "columns have types");
}

/// What is asked for at every tick is found by index, however much there is.
#[test]
fn nothing_due_is_found_by_reading_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fieldpost.db");
    let store = store_with_a_turn(&path);
    let conn = Connection::open(&path).unwrap();
    for sql in [
        "SELECT id FROM games WHERE (created, id) > (1, 'a') ORDER BY created, id LIMIT 9",
        "SELECT * FROM timers WHERE due <= 9 ORDER BY due, game, seat, kind LIMIT 9",
        "SELECT * FROM outbox WHERE state = 'queued' AND carrier IS NULL AND due <= 9 ORDER BY due, id LIMIT 9",
        "SELECT id FROM outbox INDEXED BY outbox_ended WHERE state <> 'queued' AND ended < 9 LIMIT 9",
        "SELECT set_out FROM outbox INDEXED BY outbox_set_out
            WHERE player = 'p' AND set_out IS NOT NULL AND state IN ('queued', 'sent') ORDER BY set_out DESC LIMIT 1",
        "SELECT id FROM outbox INDEXED BY outbox_listed WHERE player = 'p' AND (queued, 1, id) < (9, 1, 9)
            ORDER BY queued DESC, id DESC LIMIT 9",
        "SELECT * FROM deliveries AS one WHERE state = 'queued' AND due <= 9 AND NOT EXISTS (
            SELECT 1 FROM deliveries AS other WHERE other.webhook = one.webhook AND other.state = 'queued'
                AND (other.due, other.id) < (one.due, one.id)
        ) ORDER BY due, id LIMIT 9",
        "SELECT * FROM deliveries WHERE webhook = 'w' AND id < 9 ORDER BY id DESC LIMIT 9",
        "SELECT id FROM webhooks WHERE player = 'p' AND active = 1 ORDER BY created, id",
        "SELECT * FROM lines WHERE game = 'g' AND seq > 9 ORDER BY seq LIMIT 9",
    ] {
        let mut plan = conn.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
        let steps: Vec<String> =
            plan.query_map([], |row| row.get(3)).unwrap().map(|step| step.unwrap()).collect();
        let bad = steps.iter().any(|step| {
            step.contains("TEMP B-TREE FOR ORDER BY") || step.starts_with("SCAN") && !step.contains("INDEX")
        });
        assert!(!bad, "{sql}: {steps:?}");
    }
    drop(store);
}

#[test]
fn a_copy_made_while_all_are_playing_has_every_turn_answered_before() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStorage::open(folder.path().join("fieldpost.db")).unwrap();
    let (done, answered) = (AtomicBool::new(false), [const { AtomicU64::new(0) }; 8]);
    for n in 0..8 {
        ok(store.create_game(new_game(&format!("g{n}"))));
    }
    thread::scope(|scope| {
        for n in 0..8_usize {
            let (store, done, answered) = (&store, &done, &answered);
            scope.spawn(move || {
                let mut row = ok(store.game(&game_id(&format!("g{n}"))));
                for turn in 0.. {
                    if done.load(Ordering::SeqCst) {
                        break;
                    }
                    let change = padded(turn_change(row, turn, &format!("k{turn}"), 5));
                    row = GameRow { revision: change.row.revision + 1, ..change.row.clone() };
                    ok(store.change_game(change));
                    answered[n].store(row.version, Ordering::SeqCst);
                }
            });
        }
        for n_copy in 0..5 {
            while answered[0].load(Ordering::SeqCst) < 50 * (n_copy + 1) {
                thread::yield_now();
            }
            let before: Vec<u64> = answered.iter().map(|n| n.load(Ordering::SeqCst)).collect();
            let path = folder.path().join(format!("copy-{n_copy}.db"));
            let outcome = store.backup(&path, &mut |_, _| {});
            if n_copy == 4 || outcome.is_err() {
                done.store(true, Ordering::SeqCst);
            }
            ok(outcome);
            assert_whole(&path, &before);
        }
    });
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(
        names.into_iter().all(|name| !name.to_string_lossy().contains(".part")),
        "nothing half done is left"
    );
}

fn padded(mut change: Change) -> Change {
    change.lines.iter_mut().for_each(|line| line.line.push_str(&" ".repeat(2000)));
    change
}

/// Each game's log reaches as far as its row says, and at least as far as was answered.
pub fn assert_whole(path: &Path, answered: &[u64]) {
    let store = SqliteStorage::open(path).unwrap();
    for (n, version) in answered.iter().enumerate() {
        let id = game_id(&format!("g{n}"));
        let row = ok(store.game(&id));
        assert!(*version <= row.version, "{version} lines were answered, {} are there", row.version);
        let lines = ok(store.lines(&id, 0, usize::MAX));
        assert_eq!(lines.len() as u64, row.version);
        assert!(lines.iter().zip(1..).all(|(line, seq)| line.seq == seq));
        assert_eq!(ok(store.turns(&id, 0, usize::MAX)).len() as u64, row.version / 5);
        assert_eq!(ok(store.rolls(&id, (0, 0), usize::MAX)).len() as u64, row.version / 5);
    }
    let n_letters: u64 = answered
        .iter()
        .enumerate()
        .map(|(n, _)| ok(store.game(&game_id(&format!("g{n}")))).version / 5)
        .sum();
    assert_eq!(ok(store.post_depth()).queued, n_letters);
    drop(store);
    let conn = Connection::open(path).unwrap();
    let verdict: String = conn.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(verdict, "ok");
}

/// Somebody is always reading, and yet the log starts again from time to time.
#[test]
fn the_write_ahead_log_stays_small_under_readers() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStorage::open(folder.path().join("fieldpost.db")).unwrap();
    ok(store.create_game(new_game("g1")));
    let done = AtomicBool::new(false);
    let mut most = 0;
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !done.load(Ordering::SeqCst) {
                    ok(store.lines(&game_id("g1"), 0, 10));
                }
            });
        }
        let mut row = ok(store.game(&game_id("g1")));
        for turn in 0..350 {
            let mut change = turn_change(row, turn, &format!("k{turn}"), 5);
            change.lines.iter_mut().for_each(|line| line.line.push_str(&"x".repeat(50_000)));
            row = GameRow { revision: change.row.revision + 1, ..change.row.clone() };
            let outcome = store.change_game(change);
            most = most.max(store.stats().wal_bytes);
            if turn == 349 || outcome.is_err() {
                done.store(true, Ordering::SeqCst);
            }
            ok(outcome);
        }
    });
    assert!(most < 64 << 20, "{most} bytes of 87 million written");
}
