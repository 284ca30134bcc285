//! A player's mail as a whole: letters that leave inside another, what came in, the list of both, counts.

use rusqlite::{Connection, named_params};

use super::{
    SqliteStorage, outbox,
    sql::{Columns, all, first, int, limit, put},
};
use crate::{
    Error, LetterRow, LetterState, MadeLetter, MailCount, MailFate, MailFilter, MailPlace, MailRow,
    MailStorage, NewLetter, PlayerId, ReceivedMail, Result,
};

impl MailStorage for SqliteStorage {
    fn waiting_letters(&self, player: &PlayerId) -> Result<Vec<LetterRow>> {
        self.read(|conn| {
            let sql = concat!(
                "SELECT ",
                outbox::columns!(),
                " FROM outbox WHERE player = ?1 AND state = 'queued' AND carrier IS NULL AND made IS NULL AND tries = 0
                ORDER BY id"
            );
            all(conn, sql, [&player.0], outbox::read)
        })
    }

    fn last_set_out(&self, player: &PlayerId, kinds: &[&str]) -> Result<Option<u64>> {
        // Kinds are plain words: nothing in them needs escaping.
        let kinds: Vec<String> = kinds.iter().map(|kind| format!("\"{kind}\"")).collect();
        let kinds = format!("[{}]", kinds.join(","));
        self.read(|conn| {
            let sql = "
                SELECT set_out FROM outbox INDEXED BY outbox_set_out
                WHERE player = ?1 AND set_out IS NOT NULL AND state IN ('queued', 'sent') AND carrier IS NULL
                    AND kind IN (SELECT value FROM json_each(?2))
                ORDER BY set_out DESC LIMIT 1";
            first(conn, sql, (&player.0, kinds), |row| row.number())
        })
    }

    fn carry(&self, letter: NewLetter, made: MadeLetter, carried: &[u64]) -> Result<()> {
        let carried = carried.to_vec();
        self.write(move |conn| carry(conn, &letter, &made, &carried))
    }

    fn carried_letters(&self, carrier: u64) -> Result<Vec<LetterRow>> {
        self.read(|conn| {
            let sql = concat!(
                "SELECT ",
                outbox::columns!(),
                " FROM outbox WHERE carrier = ?1 AND state = 'queued' ORDER BY id"
            );
            all(conn, sql, [int(carrier)], outbox::read)
        })
    }

    fn hurry_letters(&self, player: &PlayerId, now: u64) -> Result<usize> {
        let player = player.clone();
        self.write(move |conn| {
            let sql = "
                UPDATE outbox SET due = ?2
                WHERE player = ?1 AND state = 'queued' AND carrier IS NULL AND made IS NULL AND tries = 0 AND ?2 < due";
            put(conn, sql, (&player.0, int(now)))
        })
    }

    fn mails_of(&self, filter: &MailFilter) -> Result<Vec<MailRow>> {
        self.read(|conn| page(conn, filter))
    }

    fn note_received(&self, mail: ReceivedMail, n_max: usize) -> Result<()> {
        self.write(move |conn| note_received(conn, &mail, n_max))
    }

    fn forget_mail(&self, before: u64, n_max: usize) -> Result<usize> {
        self.write(move |conn| {
            let params = (int(before), limit(n_max));
            let sql = "
                DELETE FROM outbox WHERE id IN (
                    SELECT id FROM outbox INDEXED BY outbox_ended WHERE state <> 'queued' AND ended < ?1 LIMIT ?2
                )";
            let n_sent = put(conn, sql, params)?;
            let sql = "DELETE FROM mail_in WHERE id IN (SELECT id FROM mail_in WHERE at < ?1 LIMIT ?2)";
            Ok(n_sent + put(conn, sql, params)?)
        })
    }

    fn mail_counts(&self) -> Result<Vec<MailCount>> {
        self.read(|conn| {
            let sql = "SELECT kind, what, n, last FROM mail_counts ORDER BY kind, what";
            all(conn, sql, [], |row| {
                Ok(MailCount { kind: row.take()?, what: row.take()?, n: row.number()?, last: row.number()? })
            })
        })
    }

    fn failing_addresses(&self) -> Result<u64> {
        self.read(|conn| {
            let sql = "SELECT count(*) FROM players WHERE email_failure IS NOT NULL";
            Ok(first(conn, sql, [], |row| row.number())?.unwrap_or_default())
        })
    }

    fn refuse_invitations(&self, hash: &[u8; 32], at: u64) -> Result<()> {
        let hash = *hash;
        self.write(move |conn| {
            let sql = "INSERT INTO mail_refusals (hash, since) VALUES (?1, ?2) ON CONFLICT (hash) DO NOTHING";
            put(conn, sql, (&hash[..], int(at))).map(drop)
        })
    }

    fn refuses_invitations(&self, hash: &[u8; 32]) -> Result<bool> {
        self.read(|conn| {
            let sql = "SELECT 1 FROM mail_refusals WHERE hash = ?1";
            Ok(first(conn, sql, [&hash[..]], |row| row.take::<i64>())?.is_some())
        })
    }
}

fn carry(conn: &Connection, letter: &NewLetter, made: &MadeLetter, carried: &[u64]) -> Result<()> {
    if outbox::queue(conn, std::slice::from_ref(letter))?.is_empty() {
        return Err(Error::Conflict);
    }
    let carrier = conn.last_insert_rowid();
    let sql = "UPDATE outbox SET made_to = ?2, made = ?3, set_out = ?4 WHERE id = ?1";
    put(conn, sql, (carrier, &made.to, made.bytes.as_slice(), int(letter.queued)))?;
    for id in carried {
        let sql = "
            UPDATE outbox SET carrier = ?2
            WHERE id = ?1 AND player IS ?3 AND state = 'queued' AND carrier IS NULL AND made IS NULL AND tries = 0";
        let player = letter.player.as_ref().map(|player| &player.0);
        if put(conn, sql, (int(*id), carrier, player))? == 0 {
            return Err(Error::Conflict);
        }
    }
    Ok(())
}

/// What a letter carried shares its end; dropped, it sets them free.
pub(super) fn end_carried(
    conn: &Connection,
    carrier: i64,
    state: LetterState,
    at: u64,
    error: Option<&str>,
) -> Result<()> {
    let params =
        named_params! { ":carrier": carrier, ":state": state.as_str(), ":at": int(at), ":error": error };
    match state {
        LetterState::Sent | LetterState::Failed => {
            let sql = "
                UPDATE outbox SET
                    state = :state, sent = iif(:state = 'sent', :at, NULL), ended = :at, error = :error,
                    tries = tries + 1, set_out = (SELECT set_out FROM outbox AS own WHERE own.id = :carrier),
                    content = x'', address = NULL
                WHERE carrier = :carrier AND state = 'queued'";
            put(conn, sql, params).map(drop)
        }
        LetterState::Queued | LetterState::Dropped => {
            let sql = "UPDATE outbox SET carrier = NULL, due = min(due, ?2) WHERE carrier = ?1 AND state = 'queued'";
            put(conn, sql, (carrier, int(at))).map(drop)
        }
    }
}

/// Forgets that a player ever wrote.
pub(super) fn forget_of(conn: &Connection, player: &str) -> Result<()> {
    put(conn, "DELETE FROM mail_in WHERE player = ?1", [player]).map(drop)
}

fn note_received(conn: &Connection, mail: &ReceivedMail, n_max: usize) -> Result<()> {
    let sql = "
        INSERT INTO mail_in (player, game, seat, at, heard, why) VALUES (:player, :game, :seat, :at, :heard, :why)";
    let params = named_params! {
        ":player": mail.player.0,
        ":game": mail.game.as_ref().map(|game| game.as_str()),
        ":seat": mail.seat.as_ref().map(|seat| seat.as_str()),
        ":at": int(mail.at),
        ":heard": mail.heard,
        ":why": mail.why,
    };
    put(conn, sql, params)?;
    let sql = "
        DELETE FROM mail_in WHERE id IN (
            SELECT id FROM mail_in WHERE player = ?1 ORDER BY at DESC, id DESC LIMIT -1 OFFSET ?2
        )";
    put(conn, sql, (&mail.player.0, limit(n_max))).map(drop)
}

/// Both directions by time, each read through its own index no further than the page needs.
fn page(conn: &Connection, filter: &MailFilter) -> Result<Vec<MailRow>> {
    let sql = "
        SELECT * FROM (
            SELECT * FROM (
                SELECT id, queued AS at, 1 AS is_sent, game, seat, kind, state, carrier IS NOT NULL AS carried, tries,
                    error, due, ended, 0 AS heard
                FROM outbox INDEXED BY outbox_listed
                WHERE player = :player AND (:game IS NULL OR game = :game) AND (queued, 1, id) < (:at, :is_sent, :id)
                ORDER BY queued DESC, id DESC LIMIT :n
            )
            UNION ALL
            SELECT * FROM (
                SELECT id, at, 0, game, seat, '', '', 0, 0, why, 0, NULL, heard
                FROM mail_in INDEXED BY mail_in_listed
                WHERE player = :player AND (:game IS NULL OR game = :game) AND (at, 0, id) < (:at, :is_sent, :id)
                ORDER BY at DESC, id DESC LIMIT :n
            )
        ) ORDER BY at DESC, is_sent DESC, id DESC LIMIT :n";
    let last = MailPlace { at: u64::MAX, is_sent: true, id: u64::MAX };
    let after = filter.after.unwrap_or(last);
    let params = named_params! {
        ":player": filter.player.0,
        ":game": filter.game.as_ref().map(|game| game.as_str()),
        ":at": int(after.at),
        ":is_sent": after.is_sent,
        ":id": int(after.id),
        ":n": limit(filter.limit),
    };
    all(conn, sql, params, read)
}

fn read(row: &mut Columns) -> Result<MailRow> {
    let place = MailPlace { id: row.number()?, at: row.number()?, is_sent: row.take()? };
    let (game, seat) = (row.opt_game()?, row.opt_seat()?);
    let (kind, state): (String, String) = (row.take()?, row.take()?);
    let (carried, tries, error) = (row.take()?, row.number()?, row.take()?);
    let (due, ended, heard) = (row.number()?, row.opt_number()?, row.take()?);
    let fate = if place.is_sent {
        let state = LetterState::parse(&state)
            .ok_or_else(|| Error::Corrupt(format!("state of row `{}`: unknown word `{state}`", place.id)))?;
        MailFate::Sent { kind, state, carried, tries, error, due, ended }
    } else {
        MailFate::Received { heard, why: error }
    };
    Ok(MailRow { place, game, seat, fate })
}
