//! What is on its way to webhooks, from the letter it goes beside to its end.

use rusqlite::{Connection, named_params};

use super::sql::{Columns, all, first, int, limit, opt_int, put};
use crate::{DeliveryOutcome, DeliveryRow, Error, LetterState, Miss, NewLetter, PlayerId, Result};

macro_rules! columns {
    () => {
        "id, webhook, game, seat, seq, kind, player, content, message_id, queued, due, \
         state, tries, made, status, error, ended"
    };
}

fn read(row: &mut Columns) -> Result<DeliveryRow> {
    let (id, webhook) = (row.number()?, row.take()?);
    let letter = NewLetter {
        game: row.opt_game()?,
        seat: row.opt_seat()?,
        seq: row.number()?,
        kind: row.take()?,
        player: row.opt_player()?,
        address: None,
        content: row.take()?,
        message_id: row.take()?,
        queued: row.number()?,
        due: row.number()?,
    };
    Ok(DeliveryRow {
        id,
        webhook,
        letter,
        state: row.word(LetterState::parse)?,
        tries: row.number()?,
        made: row.take()?,
        status: row.take()?,
        error: row.take()?,
        ended: row.opt_number()?,
    })
}

/// Queues a letter for a webhook. It is due when it was written: the hours a player wants no mail in are not meant.
pub(super) fn queue(conn: &Connection, webhook: &str, player: &PlayerId, letter: &NewLetter) -> Result<u64> {
    let sql = "
        INSERT INTO deliveries (
            webhook, message_id, game, seat, seq, kind, player, content, queued, due, state, tries
        ) VALUES (
            :webhook, :message_id, :game, :seat, :seq, :kind, :player, :content, :queued, :queued, 'queued', 0
        )";
    let params = named_params! {
        ":webhook": webhook,
        ":message_id": letter.message_id,
        ":game": letter.game.as_ref().map(|game| game.as_str()),
        ":seat": letter.seat.as_ref().map(|seat| seat.as_str()),
        ":seq": int(letter.seq),
        ":kind": letter.kind,
        ":player": player.0,
        ":content": letter.content,
        ":queued": int(letter.queued),
    };
    put(conn, sql, params)?;
    u64::try_from(conn.last_insert_rowid())
        .map_err(|_| Error::Corrupt("a negative number of a delivery".into()))
}

pub(super) fn page(
    conn: &Connection,
    webhook: &str,
    before: Option<u64>,
    n_max: usize,
) -> Result<Vec<DeliveryRow>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM deliveries WHERE webhook = ?1 AND id < ?2 ORDER BY id DESC LIMIT ?3"
    );
    all(conn, sql, (webhook, int(before.unwrap_or(u64::MAX)), limit(n_max)), read)
}

/// The first of each webhook: so that many for one that is slow do not keep out those for others.
pub(super) fn due(conn: &Connection, now: u64, n_max: usize) -> Result<Vec<DeliveryRow>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM deliveries AS one WHERE state = 'queued' AND due <= ?1 AND NOT EXISTS (
            SELECT 1 FROM deliveries AS other
            WHERE other.webhook = one.webhook AND other.state = 'queued' AND (other.due, other.id) < (one.due, one.id)
        ) ORDER BY due, id LIMIT ?2"
    );
    all(conn, sql, (int(now), limit(n_max)), read)
}

pub(super) fn next_due(conn: &Connection) -> Result<Option<u64>> {
    let sql = "SELECT due FROM deliveries WHERE state = 'queued' ORDER BY due, id LIMIT 1";
    first(conn, sql, [], |row| row.number())
}

pub(super) fn outcome(conn: &Connection, id: u64, outcome: &DeliveryOutcome) -> Result<()> {
    let sql = "SELECT webhook, state FROM deliveries WHERE id = ?1";
    let found =
        first(conn, sql, [int(id)], |row| Ok((row.take::<String>()?, row.word(LetterState::parse)?)))?;
    let (webhook, state) = found.ok_or(Error::NotFound)?;
    match (state, outcome) {
        (LetterState::Sent | LetterState::Dropped | LetterState::Failed, _) => Ok(()),
        (LetterState::Queued, DeliveryOutcome::Made(made)) => {
            put(conn, "UPDATE deliveries SET made = ?2 WHERE id = ?1", (int(id), made)).map(drop)
        }
        (LetterState::Queued, DeliveryOutcome::Sent { at, status }) => {
            let sql = "
                UPDATE deliveries SET
                    state = 'sent', ended = ?2, status = ?3, error = NULL, tries = tries + 1, made = NULL, content = x''
                WHERE id = ?1";
            put(conn, sql, (int(id), int(*at), status))?;
            let sql = "UPDATE webhooks SET failures = 0, failing_since = NULL WHERE id = ?1 AND 0 < failures";
            put(conn, sql, [webhook]).map(drop)
        }
        (LetterState::Queued, DeliveryOutcome::Dropped { at, why }) => {
            let sql = "
                UPDATE deliveries SET state = 'dropped', ended = ?2, error = ?3, made = NULL, content = x''
                WHERE id = ?1";
            put(conn, sql, (int(id), int(*at), why)).map(drop)
        }
        (LetterState::Queued, DeliveryOutcome::PutOff { until, error }) => {
            let sql = "UPDATE deliveries SET due = ?2, error = ?3, tries = tries + 1 WHERE id = ?1";
            put(conn, sql, (int(id), int(*until), error)).map(drop)
        }
        (LetterState::Queued, DeliveryOutcome::Missed(miss)) => missed(conn, id, &webhook, miss),
    }
}

fn missed(conn: &Connection, id: u64, webhook: &str, miss: &Miss) -> Result<()> {
    let sql = "
        UPDATE deliveries SET tries = tries + 1, status = ?2, error = ?3, due = coalesce(?4, due)
        WHERE id = ?1";
    put(conn, sql, (int(id), miss.status, &miss.error, opt_int(miss.again)))?;
    if miss.again.is_none() {
        let sql = "
            UPDATE deliveries SET state = 'failed', ended = ?2, made = NULL, content = x'' WHERE id = ?1";
        put(conn, sql, (int(id), int(miss.at)))?;
    }
    let sql = "
        UPDATE webhooks SET
            failures = failures + 1, failing_since = coalesce(failing_since, ?2),
            active = iif(?3 IS NULL, active, 0), off_reason = coalesce(?3, off_reason)
        WHERE id = ?1";
    put(conn, sql, (webhook, int(miss.at), &miss.off_reason)).map(drop)
}

pub(super) fn forget(conn: &Connection, before: u64) -> Result<usize> {
    put(conn, "DELETE FROM deliveries WHERE state <> 'queued' AND ended < ?1", [int(before)])
}
