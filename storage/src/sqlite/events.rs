//! The log and its projections that only grow: lines, turns, rolls; and the seeds, secrets and bundles behind them.

use domain::ids::{GameId, Request};
use rusqlite::{Connection, OptionalExtension};

use super::sql::{Columns, all, first, int, limit, opt_int, put};
use crate::{Error, LineRow, Result, RollRow, SecretRow, TurnRow};

/// Adds to a game's log.
pub(super) fn add(
    conn: &Connection,
    game: &GameId,
    lines: &[LineRow],
    turns: &[TurnRow],
    rolls: &[RollRow],
) -> Result<()> {
    let game = game.as_str();
    for line in lines {
        let sql = "
            INSERT INTO lines (game, seq, turn, round, phase, hash, line)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let params = (
            game,
            int(line.seq),
            opt_int(line.turn),
            line.round,
            &line.phase,
            line.hash.as_slice(),
            &line.line,
        );
        put(conn, sql, params)?;
    }
    for turn in turns {
        let sql = "
            INSERT INTO turns (game, turn, seat, request, first, last, body_hash)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let (number, first, last) = (int(turn.turn), int(turn.first), int(turn.last));
        put(
            conn,
            sql,
            (game, number, &turn.seat, turn.request.as_str(), first, last, turn.body_hash.as_slice()),
        )?;
    }
    for roll in rolls {
        let sql = "INSERT INTO rolls (game, epoch, idx, seq, roll) VALUES (?1, ?2, ?3, ?4, ?5)";
        put(conn, sql, (game, int(roll.epoch), int(roll.index), int(roll.seq), &roll.roll))?;
    }
    Ok(())
}

pub(super) fn lines(conn: &Connection, game: &GameId, after: u64, n_max: usize) -> Result<Vec<LineRow>> {
    let sql = "
        SELECT seq, turn, round, phase, hash, line FROM lines
        WHERE game = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3";
    all(conn, sql, (game.as_str(), int(after), limit(n_max)), |row| {
        Ok(LineRow {
            seq: row.number()?,
            turn: row.opt_number()?,
            round: row.number()?,
            phase: row.take()?,
            hash: row.take()?,
            line: row.take()?,
        })
    })
}

fn read_turn(row: &mut Columns) -> Result<TurnRow> {
    Ok(TurnRow {
        turn: row.number()?,
        seat: row.take()?,
        request: row.request()?,
        first: row.number()?,
        last: row.number()?,
        body_hash: row.take()?,
    })
}

pub(super) fn turns(conn: &Connection, game: &GameId, from: u64, n_max: usize) -> Result<Vec<TurnRow>> {
    let sql = "
        SELECT turn, seat, request, first, last, body_hash FROM turns
        WHERE game = ?1 AND turn >= ?2 ORDER BY turn LIMIT ?3";
    all(conn, sql, (game.as_str(), int(from), limit(n_max)), read_turn)
}

pub(super) fn turn_of(
    conn: &Connection,
    game: &GameId,
    seat: &str,
    request: &Request,
) -> Result<Option<TurnRow>> {
    let sql = "
        SELECT turn, seat, request, first, last, body_hash FROM turns
        WHERE game = ?1 AND seat = ?2 AND request = ?3";
    first(conn, sql, (game.as_str(), seat, request.as_str()), read_turn)
}

pub(super) fn rolls(
    conn: &Connection,
    game: &GameId,
    after: (u64, u64),
    n_max: usize,
) -> Result<Vec<RollRow>> {
    let sql = "
        SELECT epoch, idx, seq, roll FROM rolls
        WHERE game = ?1 AND (epoch, idx) > (?2, ?3) ORDER BY epoch, idx LIMIT ?4";
    all(conn, sql, (game.as_str(), int(after.0), int(after.1), limit(n_max)), |row| {
        Ok(RollRow { epoch: row.number()?, index: row.number()?, seq: row.number()?, roll: row.take()? })
    })
}

pub(super) fn add_seeds(conn: &Connection, game: &GameId, epoch: u64, seeds: &[u8]) -> Result<()> {
    let sql = "INSERT INTO seeds (game, epoch, seeds) VALUES (?1, ?2, ?3)";
    put(conn, sql, (game.as_str(), int(epoch), seeds)).map(drop)
}

pub(super) fn seeds(conn: &Connection, game: &GameId, epoch: u64) -> Result<Vec<u8>> {
    let mut statement = conn.prepare_cached("SELECT seeds FROM seeds WHERE game = ?1 AND epoch = ?2")?;
    statement.query_row((game.as_str(), int(epoch)), |row| row.get(0)).optional()?.ok_or(Error::NotFound)
}

/// Keeps what seals hide.
pub(super) fn add_secrets(conn: &Connection, game: &GameId, secrets: &[SecretRow]) -> Result<()> {
    for secret in secrets {
        let sql = "INSERT INTO secrets (game, seq, n, sealed) VALUES (?1, ?2, ?3, ?4)";
        put(conn, sql, (game.as_str(), int(secret.seq), int(secret.n), &secret.sealed))?;
    }
    Ok(())
}

pub(super) fn secrets(conn: &Connection, game: &GameId) -> Result<Vec<SecretRow>> {
    let sql = "SELECT seq, n, sealed FROM secrets WHERE game = ?1 ORDER BY seq, n";
    all(conn, sql, [game.as_str()], |row| {
        Ok(SecretRow { seq: row.number()?, n: row.number()?, sealed: row.take()? })
    })
}

pub(super) fn bundle(conn: &Connection, game: &GameId) -> Result<Vec<u8>> {
    let mut statement = conn.prepare_cached("SELECT bundle FROM bundles WHERE game = ?1")?;
    statement.query_row([game.as_str()], |row| row.get(0)).optional()?.ok_or(Error::NotFound)
}
