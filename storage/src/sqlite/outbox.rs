//! Letters, from the write that causes them to their end. A letter keeps its text as long as it may still leave.

use rusqlite::{Connection, named_params};

use super::{
    mail,
    sql::{Columns, all, first, int, limit, put},
    webhooks,
};
use crate::{Error, LetterOutcome, LetterRow, LetterState, MadeLetter, NewLetter, PostDepth, Result};

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "id, state, tries, made_to, made, game, seat, seq, kind, player, address, content, message_id, queued, due"
    };
}
pub(super) use columns;

/// Queues letters, also for the webhooks that want them; one whose message id is known already is left out.
pub(super) fn post(conn: &Connection, letters: &[NewLetter]) -> Result<()> {
    for letter in queue(conn, letters)? {
        webhooks::tell(conn, letter)?;
    }
    Ok(())
}

/// Queues letters as mail alone; those that were not known already.
pub(super) fn queue<'a>(conn: &Connection, letters: &'a [NewLetter]) -> Result<Vec<&'a NewLetter>> {
    let mut fresh = Vec::new();
    for letter in letters {
        let sql = "
            INSERT INTO outbox (
                message_id, game, seat, seq, kind, player, address, content, queued, due, state, tries
            ) VALUES (
                :message_id, :game, :seat, :seq, :kind, :player, :address, :content, :queued, :due, 'queued', 0
            )
            ON CONFLICT (message_id) DO NOTHING";
        let params = named_params! {
            ":message_id": letter.message_id,
            ":game": letter.game.as_ref().map(|game| game.as_str()),
            ":seat": letter.seat.as_ref().map(|seat| seat.as_str()),
            ":seq": int(letter.seq),
            ":kind": letter.kind,
            ":player": letter.player.as_ref().map(|player| &player.0),
            ":address": letter.address,
            ":content": letter.content,
            ":queued": int(letter.queued),
            ":due": int(letter.due),
        };
        if 0 < put(conn, sql, params)? {
            fresh.push(letter);
        }
    }
    Ok(fresh)
}

/// Rows stay when their letters have left: they are the memory of what was sent.
pub(super) fn has(conn: &Connection, message_id: &str) -> Result<bool> {
    let found: Option<i64> =
        first(conn, "SELECT 1 FROM outbox WHERE message_id = ?1", [message_id], |row| row.take())?;
    Ok(found.is_some())
}

pub(super) fn due(conn: &Connection, now: u64, n_max: usize) -> Result<Vec<LetterRow>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM outbox WHERE state = 'queued' AND carrier IS NULL AND due <= ?1 ORDER BY due, id LIMIT ?2"
    );
    all(conn, sql, (int(now), limit(n_max)), read)
}

pub(super) fn read(row: &mut Columns) -> Result<LetterRow> {
    let (id, state, tries) = (row.number()?, row.word(LetterState::parse)?, row.number()?);
    let (to, bytes): (Option<String>, Option<Vec<u8>>) = (row.take()?, row.take()?);
    let made = to.zip(bytes).map(|(to, bytes)| MadeLetter { to, bytes });
    let game: Option<String> = row.take()?;
    let game = game
        .map(|id| {
            domain::ids::GameId::new(&id).map_err(|bad| Error::Corrupt(format!("outbox: `{id}` is {bad}")))
        })
        .transpose()?;
    let letter = NewLetter {
        game,
        seat: row.opt_seat()?,
        seq: row.number()?,
        kind: row.take()?,
        player: row.opt_player()?,
        address: row.take()?,
        content: row.take()?,
        message_id: row.take()?,
        queued: row.number()?,
        due: row.number()?,
    };
    Ok(LetterRow { id, letter, state, tries, made })
}

pub(super) fn next_due(conn: &Connection) -> Result<Option<u64>> {
    let sql = "SELECT due FROM outbox WHERE state = 'queued' AND carrier IS NULL ORDER BY due, id LIMIT 1";
    first(conn, sql, [], |row| row.number())
}

pub(super) fn outcome(conn: &Connection, id: u64, outcome: &LetterOutcome) -> Result<()> {
    let id = int(id);
    match outcome {
        LetterOutcome::Made { made, at } => keep_text(conn, id, made, *at),
        LetterOutcome::Sent(at) => end(conn, id, LetterState::Sent, *at, None),
        LetterOutcome::Dropped { at, why } => end(conn, id, LetterState::Dropped, *at, Some(why)),
        LetterOutcome::Failed { at, error } => end(conn, id, LetterState::Failed, *at, Some(error)),
        LetterOutcome::Wait { due } => {
            let sql = "UPDATE outbox SET due = ?2 WHERE id = ?1 AND state = 'queued' AND carrier IS NULL";
            let n_changed = put(conn, sql, (id, int(*due)))?;
            ended_or_missing(conn, id, n_changed)
        }
        LetterOutcome::Retry { due, error } => {
            let sql = "
                UPDATE outbox SET due = ?2, error = ?3, tries = tries + 1
                WHERE id = ?1 AND state = 'queued'";
            let n_changed = put(conn, sql, (id, int(*due), error))?;
            ended_or_missing(conn, id, n_changed)
        }
    }
}

/// Keeps the first text; what is made later must be the same, or must not leave.
fn keep_text(conn: &Connection, id: i64, made: &MadeLetter, at: u64) -> Result<()> {
    // One that another carries meanwhile must not leave by itself.
    let sql = "
        UPDATE outbox SET
            made_to = coalesce(made_to, ?2), made = coalesce(made, ?3), set_out = coalesce(set_out, ?4)
        WHERE id = ?1 AND state = 'queued' AND carrier IS NULL
            AND (made IS NULL OR (made = ?3 AND made_to = ?2))";
    match put(conn, sql, (id, &made.to, made.bytes.as_slice(), int(at)))? {
        0 => ended_or_missing(conn, id, 0).and(Err(Error::Conflict)),
        _ => Ok(()),
    }
}

/// A letter that is done with is only a memory of its id: no text, no address (which the other side's words may repeat:
/// they are kept only where [`drop_of`] will find them).
fn end(conn: &Connection, id: i64, state: LetterState, at: u64, error: Option<&str>) -> Result<()> {
    let n_tries = match state {
        LetterState::Sent | LetterState::Failed => 1,
        LetterState::Queued | LetterState::Dropped => 0,
    };
    let sql = "
        UPDATE outbox SET
            state = ?2, sent = iif(?2 = 'sent', ?3, NULL), ended = ?3, error = iif(player IS NULL, NULL, ?4),
            tries = tries + ?5, content = x'', address = NULL, made_to = NULL, made = NULL
        WHERE id = ?1 AND state = 'queued'";
    let n_changed = put(conn, sql, (id, state.as_str(), int(at), error, n_tries))?;
    if 0 < n_changed {
        mail::end_carried(conn, id, state, at, error)?;
    }
    ended_or_missing(conn, id, n_changed)
}

/// Nothing changes a letter that has come to its end; one that never was is an error.
fn ended_or_missing(conn: &Connection, id: i64, n_changed: usize) -> Result<()> {
    if 0 < n_changed {
        return Ok(());
    }
    let found: Option<i64> = first(conn, "SELECT 1 FROM outbox WHERE id = ?1", [id], |row| row.take())?;
    found.map(drop).ok_or(Error::NotFound)
}

/// Drops a queued letter, text and all; and the one that carries it, for its text holds this one's. The others in there
/// are free again.
pub(super) fn drop_one(conn: &Connection, id: i64, at: u64) -> Result<()> {
    let sql = "SELECT carrier FROM outbox WHERE id = ?1 AND state = 'queued'";
    let carrier: Option<Option<i64>> = first(conn, sql, [id], |row| row.take())?;
    if let Some(Some(carrier)) = carrier {
        end(conn, carrier, LetterState::Dropped, at, None)?;
    }
    end(conn, id, LetterState::Dropped, at, None)
}

/// Drops what is queued for a player, or for his address (in lower case).
pub(super) fn drop_of(conn: &Connection, player: &str, address: Option<&str>, at: u64) -> Result<()> {
    let mut ids: Vec<i64> =
        all(conn, "SELECT id FROM outbox WHERE state = 'queued' AND player = ?1", [player], |row| {
            row.take()
        })?;
    if let Some(address) = address {
        let sql = "SELECT id, coalesce(address, made_to) FROM outbox WHERE state = 'queued'";
        let queued: Vec<(i64, Option<String>)> = all(conn, sql, [], |row| Ok((row.take()?, row.take()?)))?;
        let is_his = |to: &Option<String>| to.as_ref().is_some_and(|to| to.to_lowercase() == address);
        ids.extend(queued.into_iter().filter(|(_, to)| is_his(to)).map(|(id, _)| id));
    }
    for id in ids {
        drop_one(conn, id, at)?;
    }
    // What the other side said about an address may repeat it.
    put(conn, "UPDATE outbox SET error = NULL WHERE player = ?1 AND error IS NOT NULL", [player]).map(drop)
}

pub(super) fn depth(conn: &Connection) -> Result<PostDepth> {
    let sql = "
        SELECT
            (SELECT count(*) FROM outbox WHERE state = 'queued'),
            (SELECT n FROM outbox_ends WHERE state = 'sent'),
            (SELECT n FROM outbox_ends WHERE state = 'failed'),
            (SELECT min(queued) FROM outbox WHERE state = 'queued')";
    let read = |row: &mut Columns| {
        Ok(PostDepth {
            queued: row.number()?,
            sent: row.number()?,
            failed: row.number()?,
            oldest: row.opt_number()?,
        })
    };
    Ok(first(conn, sql, [], read)?.unwrap_or_default())
}
