//! The limit: the rows that turns have left, copied into an empty database of the same tables by SQLite alone, as many turns a
//! commit as there were clients.

use std::{path::Path, time::Instant};

use rusqlite::{Connection, Row, params};

use super::rate;

/// A turn's rows: its lines, its own row, and what changes of its game's.
struct Turn {
    game: String,
    turn: i64,
    seat: String,
    request: String,
    first: i64,
    last: i64,
    body_hash: Vec<u8>,
    lines: Vec<Line>,
}

struct Line {
    seq: i64,
    round: i64,
    phase: String,
    hash: Vec<u8>,
    line: String,
}

/// Turns that the limit is measured by.
const MOST: usize = 20_000;

/// Turns a second.
pub fn run(from: &Path, n_clients: usize) -> f64 {
    let turns = read(from);
    let folder = tempfile::TempDir::new().expect("a folder");
    let mut conn = Connection::open(folder.path().join("raw.sqlite")).expect("a database");
    conn.pragma_update(None, "journal_mode", "WAL").expect("a log");
    conn.pragma_update(None, "synchronous", "FULL").expect("durable");
    conn.execute_batch(
        "CREATE TABLE games (id TEXT NOT NULL PRIMARY KEY, round INTEGER, phase TEXT, version INTEGER, head BLOB, active INTEGER) WITHOUT ROWID;
         CREATE TABLE lines (game TEXT NOT NULL, seq INTEGER NOT NULL, turn INTEGER, round INTEGER NOT NULL, phase TEXT NOT NULL,
             hash BLOB NOT NULL, line TEXT NOT NULL, PRIMARY KEY (game, seq)) WITHOUT ROWID;
         CREATE TABLE turns (game TEXT NOT NULL, turn INTEGER NOT NULL, seat TEXT NOT NULL, request TEXT NOT NULL, first INTEGER NOT NULL,
             last INTEGER NOT NULL, body_hash BLOB NOT NULL, PRIMARY KEY (game, turn), UNIQUE (game, seat, request)) WITHOUT ROWID;",
    )
    .expect("tables");
    for turn in &turns {
        conn.execute("INSERT OR IGNORE INTO games (id) VALUES (?1)", [&turn.game]).expect("a game");
    }
    let began = Instant::now();
    for batch in turns.chunks(n_clients) {
        let transaction = conn.transaction().expect("a transaction");
        for turn in batch {
            write(&transaction, turn);
        }
        transaction.commit().expect("on the disk");
    }
    rate(turns.len(), began.elapsed())
}

fn write(conn: &Connection, turn: &Turn) {
    let mut insert =
        conn.prepare_cached("INSERT INTO lines VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)").expect("a statement");
    for line in &turn.lines {
        let row = params![turn.game, line.seq, turn.turn, line.round, line.phase, line.hash, line.line];
        insert.execute(row).expect("a line");
    }
    let mut insert =
        conn.prepare_cached("INSERT INTO turns VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)").expect("a statement");
    let row = params![turn.game, turn.turn, turn.seat, turn.request, turn.first, turn.last, turn.body_hash];
    insert.execute(row).expect("a turn");
    let last = turn.lines.last().expect("a turn has lines");
    let mut update = conn
        .prepare_cached(
            "UPDATE games SET round = ?2, phase = ?3, version = ?4, head = ?5, active = ?6 WHERE id = ?1",
        )
        .expect("a statement");
    update
        .execute(params![turn.game, last.round, last.phase, last.seq, last.hash, last.seq])
        .expect("a game");
}

/// In the order in which clients that take turns about would have sent them.
fn read(from: &Path) -> Vec<Turn> {
    let conn = Connection::open(from).expect("the database");
    let mut turns = conn
        .prepare("SELECT game, turn, seat, request, first, last, body_hash FROM turns WHERE seat = 'long_knives' ORDER BY turn, game LIMIT ?1")
        .expect("a statement");
    let mut lines = conn
        .prepare("SELECT seq, round, phase, hash, line FROM lines WHERE game = ?1 AND seq BETWEEN ?2 AND ?3 ORDER BY seq")
        .expect("a statement");
    let of_turn = |row: &Row<'_>| {
        Ok(Turn {
            game: row.get(0)?,
            turn: row.get(1)?,
            seat: row.get(2)?,
            request: row.get(3)?,
            first: row.get(4)?,
            last: row.get(5)?,
            body_hash: row.get(6)?,
            lines: Vec::new(),
        })
    };
    let of_line = |row: &Row<'_>| {
        Ok(Line {
            seq: row.get(0)?,
            round: row.get(1)?,
            phase: row.get(2)?,
            hash: row.get(3)?,
            line: row.get(4)?,
        })
    };
    let most = i64::try_from(MOST).expect("a number");
    let mut all: Vec<Turn> =
        turns.query_map([most], of_turn).expect("turns").collect::<Result<_, _>>().expect("turns");
    for turn in &mut all {
        let rows = lines.query_map(params![turn.game, turn.first, turn.last], of_line).expect("lines");
        turn.lines = rows.collect::<Result<_, _>>().expect("lines");
    }
    all
}
