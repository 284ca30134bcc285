//! What lets a person in, and what he is answered twice: tokens, codes (both as hashes only), remembered answers.

use rusqlite::{Connection, named_params};

use super::sql::{Columns, all, first, int, opt_int, put};
use crate::{AnswerRow, CodeKind, CodeRow, CodeTrial, Error, PlayerId, Result, TokenRow};

// ---- tokens

fn read_token(row: &mut Columns) -> Result<TokenRow> {
    Ok(TokenRow {
        id: row.take()?,
        hash: row.take()?,
        player: PlayerId(row.take()?),
        name: row.take()?,
        created: row.number()?,
        used: row.opt_number()?,
    })
}

pub(super) fn create_token(conn: &Connection, token: &TokenRow) -> Result<()> {
    let sql = "
        INSERT INTO tokens (hash, id, player, name, created, used)
        VALUES (:hash, :id, :player, :name, :created, :used)";
    let params = named_params! {
        ":hash": token.hash,
        ":id": token.id,
        ":player": token.player.0,
        ":name": token.name,
        ":created": int(token.created),
        ":used": opt_int(token.used),
    };
    put(conn, sql, params).map(drop)
}

pub(super) fn token(conn: &Connection, hash: &[u8; 32]) -> Result<Option<TokenRow>> {
    let sql = "
        SELECT id, hash, player, name, created, used FROM tokens
        WHERE hash = ?1 AND NOT EXISTS (
            SELECT 1 FROM players WHERE players.id = tokens.player AND banned IS NOT NULL
        )";
    first(conn, sql, [hash], read_token)
}

/// The later time stays, whatever order they come in.
pub(super) fn touch_tokens(conn: &Connection, used: &[([u8; 32], u64)]) -> Result<()> {
    for (hash, at) in used {
        let sql = "UPDATE tokens SET used = ?2 WHERE hash = ?1 AND (used IS NULL OR used < ?2)";
        put(conn, sql, (hash, int(*at)))?;
    }
    Ok(())
}

pub(super) fn tokens_of(conn: &Connection, player: &PlayerId) -> Result<Vec<TokenRow>> {
    let sql = "
        SELECT id, hash, player, name, created, used FROM tokens
        WHERE player = ?1 ORDER BY created, id";
    all(conn, sql, [&player.0], read_token)
}

pub(super) fn delete_token(conn: &Connection, player: &PlayerId, id: &str) -> Result<()> {
    match put(conn, "DELETE FROM tokens WHERE player = ?1 AND id = ?2", (&player.0, id))? {
        0 => Err(Error::NotFound),
        _ => Ok(()),
    }
}

// ---- codes

pub(super) fn put_code(conn: &Connection, code: &CodeRow) -> Result<()> {
    let sql = "
        INSERT INTO codes (kind, subject, hash, email, expires, tries)
        VALUES (:kind, :subject, :hash, :email, :expires, :tries)
        ON CONFLICT (kind, subject) DO UPDATE SET
            hash = excluded.hash, email = excluded.email, expires = excluded.expires, tries = excluded.tries";
    let params = named_params! {
        ":kind": code.kind.as_str(),
        ":subject": code.subject,
        ":hash": code.hash,
        ":email": code.email,
        ":expires": int(code.expires),
        ":tries": code.tries,
    };
    put(conn, sql, params).map(drop)
}

/// Writes whether there is a code or not, so that the time it takes does not tell.
pub(super) fn try_code(
    conn: &Connection,
    kind: CodeKind,
    subject: &str,
    hash: &[u8; 32],
    now: u64,
) -> Result<CodeTrial> {
    put(conn, "UPDATE store SET heartbeat = heartbeat + 1", [])?;
    let sql = "
        UPDATE codes SET tries = tries - 1 WHERE kind = ?1 AND subject = ?2
        RETURNING hash = ?3 AND ?4 < expires, email, tries";
    let read = |row: &mut Columns| Ok((row.take::<bool>()?, row.take::<String>()?, row.take::<i64>()?));
    let Some((right, email, tries_left)) = first(conn, sql, (kind.as_str(), subject, hash, int(now)), read)?
    else {
        return Ok(CodeTrial::Wrong);
    };
    // The try just made counts: the last one leaves 0.
    let right = right && 0 <= tries_left;
    if right || tries_left <= 0 {
        put(conn, "DELETE FROM codes WHERE kind = ?1 AND subject = ?2", (kind.as_str(), subject))?;
    }
    if right { Ok(CodeTrial::Right(email)) } else { Ok(CodeTrial::Wrong) }
}

// ---- remembered answers

/// Whether the answer to a request of this actor under this key is remembered.
pub(super) fn is_answered(conn: &Connection, actor: &PlayerId, key: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM answers WHERE actor = ?1 AND key = ?2";
    Ok(first(conn, sql, (&actor.0, key), |_| Ok(()))?.is_some())
}

pub(super) fn answer(conn: &Connection, actor: &PlayerId, key: &str) -> Result<Option<AnswerRow>> {
    let sql = "SELECT actor, key, body_hash, answer, at FROM answers WHERE actor = ?1 AND key = ?2";
    first(conn, sql, (&actor.0, key), |row| {
        Ok(AnswerRow {
            actor: PlayerId(row.take()?),
            key: row.take()?,
            body_hash: row.take()?,
            answer: row.take()?,
            at: row.number()?,
        })
    })
}

pub(super) fn remember(conn: &Connection, answer: Option<&AnswerRow>) -> Result<()> {
    let Some(answer) = answer else { return Ok(()) };
    let sql = "INSERT INTO answers (actor, key, body_hash, answer, at) VALUES (?1, ?2, ?3, ?4, ?5)";
    let params =
        (&answer.actor.0, &answer.key, answer.body_hash.as_slice(), answer.answer.as_slice(), int(answer.at));
    put(conn, sql, params).map(drop)
}

pub(super) fn forget_answers(conn: &Connection, before: u64) -> Result<usize> {
    put(conn, "DELETE FROM answers WHERE at < ?1", [int(before)])
}

// ---- the store's own values

pub(super) fn meta(conn: &Connection, key: &str) -> Result<Option<String>> {
    first(conn, "SELECT value FROM meta WHERE key = ?1", [key], |row| row.take())
}

pub(super) fn put_meta(conn: &Connection, key: &str, value: &str) -> Result<()> {
    let sql = "
        INSERT INTO meta (key, value) VALUES (?1, ?2)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value";
    put(conn, sql, (key, value)).map(drop)
}
