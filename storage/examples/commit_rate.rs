//! How many turns a second reach the disk: one connection that commits each alone, and the store with 64 threads, on the
//! same rows. The ratio is what group commit is worth here; the numbers are this disk's.
//!
//! `cargo run --release -p storage --example commit_rate [FOLDER]`

use std::{
    path::Path,
    thread,
    time::{Duration, Instant},
};

use rusqlite::Connection;
use storage::{Change, GameRow, MeasuredStorage, Storage, contract::samples::*, sqlite::SqliteStorage};

const N_THREADS: u64 = 64;
const N_LINES: u64 = 9;
const MEASURED: Duration = Duration::from_secs(4);

/// A usual turn: nine lines of a kilobyte, dice, deadlines, a letter.
fn turn(row: GameRow) -> Change {
    let (game, number) = (row.id.to_string(), row.revision - 1);
    let first = row.version + 1;
    let mut change = turn_change(row, number, &format!("key-{number}"), N_LINES);
    for line in &mut change.lines {
        line.line.push_str(&"x".repeat(900));
    }
    change.rolls = (0..2).map(|n| roll(2 * number + n + 1, first)).collect();
    change.to_act = Some(vec![waits("blue")]);
    change.timers =
        Some((1..=3).map(|n| timer(&game, NOW + number + n * 60, Some("blue"), "reminder")).collect());
    change
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = match std::env::args_os().nth(1) {
        Some(folder) => tempfile::tempdir_in(folder)?,
        None => tempfile::tempdir()?,
    };
    let alone = raw(&folder.path().join("raw.db"), "FULL")?;
    let unsafe_rate = raw(&folder.path().join("unsafe.db"), "OFF")?;
    println!("one connection, a commit each:     {alone:8.0} turns/s");
    println!("the same without waiting for disk: {unsafe_rate:8.0} turns/s");
    for n_threads in [1, 8, N_THREADS] {
        let path = folder.path().join(format!("store-{n_threads}.db"));
        let store = SqliteStorage::open(&path)?;
        let rate = crowd(&store, n_threads)?;
        let stats = store.stats();
        println!(
            "the store, {n_threads:2} threads:             {rate:8.0} turns/s = {:5.2} x; {:5.1} a commit, \
             commit {:.2} ms, log {} KiB",
            rate / alone,
            stats.batches.sum as f64 / stats.commits.n() as f64,
            stats.commits.sum as f64 / stats.commits.n() as f64 / 1000.0,
            stats.wal_bytes / 1024,
        );
        store.close();
        println!("    {} bytes of file a turn", std::fs::metadata(&path)?.len() / store.stats().batches.sum);
    }
    Ok(())
}

/// Turns a second of as many threads, each in a game of its own.
fn crowd(store: &SqliteStorage, n_threads: u64) -> Result<f64, storage::Error> {
    for n in 0..n_threads {
        store.create_game(new_game(&format!("game{n:03}")))?;
    }
    let began = Instant::now();
    let turns: Result<Vec<u64>, storage::Error> = thread::scope(|scope| {
        let threads: Vec<_> = (0..n_threads)
            .map(|n| {
                scope.spawn(move || {
                    let mut row = store.game(&game_id(&format!("game{n:03}")))?;
                    while began.elapsed() < MEASURED {
                        let change = turn(row);
                        row = GameRow { revision: change.row.revision + 1, ..change.row.clone() };
                        store.change_game(change)?;
                    }
                    Ok(row.revision - 1)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    });
    Ok(turns?.iter().sum::<u64>() as f64 / began.elapsed().as_secs_f64())
}

/// Turns a second of a plain loop of the same statements.
fn raw(path: &Path, synchronous: &str) -> Result<f64, Box<dyn std::error::Error>> {
    let store = SqliteStorage::open(path)?;
    for n in 0..N_THREADS {
        store.create_game(new_game(&format!("game{n:03}")))?;
    }
    let mut rows: Vec<GameRow> =
        (0..N_THREADS).map(|n| store.game(&game_id(&format!("game{n:03}")))).collect::<Result<_, _>>()?;
    drop(store);
    let conn = Connection::open(path)?;
    conn.pragma_update(None, "synchronous", synchronous)?;
    conn.pragma_update(None, "foreign_keys", true)?;
    let began = Instant::now();
    let mut n_turns = 0_u64;
    while began.elapsed() < MEASURED {
        let row = &mut rows[(n_turns % N_THREADS) as usize];
        let change = turn(row.clone());
        *row = GameRow { revision: change.row.revision + 1, ..change.row.clone() };
        conn.execute_batch("BEGIN IMMEDIATE")?;
        write(&conn, &change)?;
        conn.execute_batch("COMMIT")?;
        n_turns += 1;
    }
    Ok(n_turns as f64 / began.elapsed().as_secs_f64())
}

fn write(conn: &Connection, change: &Change) -> rusqlite::Result<()> {
    let (row, id) = (&change.row, change.row.id.as_str());
    let put = |sql: &str, params: &[&dyn rusqlite::ToSql]| conn.prepare_cached(sql)?.execute(params);
    put(
        "UPDATE games SET version = ?2, head = ?3, revision = revision + 1, active = ?4 WHERE id = ?1",
        &[&id, &(row.version as i64), &row.head, &(row.active as i64)],
    )?;
    for line in &change.lines {
        let (seq, turn) = (line.seq as i64, line.turn.map(|turn| turn as i64));
        put(
            "INSERT INTO lines VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            &[&id, &seq, &turn, &line.round, &line.phase, &line.hash, &line.line],
        )?;
    }
    for turn in &change.turns {
        let numbers = [turn.turn as i64, turn.first as i64, turn.last as i64];
        put(
            "INSERT INTO turns VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            &[
                &id,
                &numbers[0],
                &turn.seat,
                &turn.request.as_str(),
                &numbers[1],
                &numbers[2],
                &turn.body_hash,
            ],
        )?;
    }
    for roll in &change.rolls {
        let numbers = [roll.epoch as i64, roll.index as i64, roll.seq as i64];
        put(
            "INSERT INTO rolls VALUES (?1, ?2, ?3, ?4, ?5)",
            &[&id, &numbers[0], &numbers[1], &numbers[2], &roll.roll],
        )?;
    }
    put("DELETE FROM to_act WHERE game = ?1", &[&id])?;
    put("INSERT INTO to_act VALUES (?1, 'blue', ?2, ?3)", &[&id, &(NOW as i64), &(NOW as i64 + 60)])?;
    put("DELETE FROM timers WHERE game = ?1", &[&id])?;
    for timer in change.timers.iter().flatten() {
        put("INSERT INTO timers VALUES (?1, ?2, 'blue', ?3)", &[&id, &(timer.due as i64), &timer.kind])?;
    }
    for letter in &change.letters {
        put(
            "INSERT INTO outbox (message_id, game, seat, seq, kind, player, content, queued, due, state, tries)
             VALUES (?1, ?2, 'red', ?3, ?4, 'p_red', ?5, ?6, ?6, 'queued', 0)",
            &[&letter.message_id, &id, &(row.version as i64), &letter.kind, &letter.content, &(NOW as i64)],
        )?;
    }
    Ok(())
}
