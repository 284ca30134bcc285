//! Who is waited for, and what is to be done at which time.

use domain::ids::GameId;
use rusqlite::Connection;

use super::sql::{all, first, int, limit, opt_int, put};
use crate::{Result, TimerRow, ToActRow};

/// Replaces those who are waited for.
pub(super) fn wait_for(conn: &Connection, game: &GameId, to_act: &[ToActRow]) -> Result<()> {
    put(conn, "DELETE FROM to_act WHERE game = ?1", [game.as_str()])?;
    for row in to_act {
        let sql = "INSERT INTO to_act (game, seat, since, deadline) VALUES (?1, ?2, ?3, ?4)";
        put(conn, sql, (game.as_str(), row.seat.as_str(), int(row.since), opt_int(row.deadline)))?;
    }
    Ok(())
}

pub(super) fn to_act(conn: &Connection, game: &GameId) -> Result<Vec<ToActRow>> {
    let sql = "
        SELECT to_act.seat, to_act.since, to_act.deadline FROM to_act
        LEFT JOIN seats ON seats.game = to_act.game AND seats.seat = to_act.seat
        WHERE to_act.game = ?1 ORDER BY seats.place, to_act.seat";
    all(conn, sql, [game.as_str()], |row| {
        Ok(ToActRow { seat: row.seat()?, since: row.number()?, deadline: row.opt_number()? })
    })
}

/// Replaces the timers of a game.
pub(super) fn set(conn: &Connection, game: &GameId, timers: &[TimerRow]) -> Result<()> {
    put(conn, "DELETE FROM timers WHERE game = ?1", [game.as_str()])?;
    for timer in timers {
        let sql = "INSERT OR IGNORE INTO timers (game, due, seat, kind) VALUES (?1, ?2, ?3, ?4)";
        put(conn, sql, (game.as_str(), int(timer.due), seat_text(timer), &timer.kind))?;
    }
    Ok(())
}

pub(super) fn due(conn: &Connection, now: u64, n_max: usize) -> Result<Vec<TimerRow>> {
    let sql = "
        SELECT game, due, seat, kind FROM timers
        WHERE due <= ?1 ORDER BY due, game, seat, kind LIMIT ?2";
    all(conn, sql, (int(now), limit(n_max)), |row| {
        Ok(TimerRow { game: row.game()?, due: row.number()?, seat: row.opt_seat()?, kind: row.take()? })
    })
}

pub(super) fn n_due(conn: &Connection, now: u64) -> Result<u64> {
    let sql = "SELECT COUNT(*) FROM timers WHERE due <= ?1";
    Ok(first(conn, sql, [int(now)], |row| row.number())?.unwrap_or_default())
}

pub(super) fn next_due(conn: &Connection) -> Result<Option<u64>> {
    first(conn, "SELECT due FROM timers ORDER BY due LIMIT 1", [], |row| row.number())
}

pub(super) fn drop_timer(conn: &Connection, timer: &TimerRow) -> Result<()> {
    let sql = "DELETE FROM timers WHERE game = ?1 AND due = ?2 AND seat = ?3 AND kind = ?4";
    put(conn, sql, (timer.game.as_str(), int(timer.due), seat_text(timer), &timer.kind)).map(drop)
}

fn seat_text(timer: &TimerRow) -> &str {
    timer.seat.as_ref().map_or("", |seat| seat.as_str())
}
