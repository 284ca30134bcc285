//! People: their rows, and how one is forgotten.

use rusqlite::{Connection, named_params};

use super::{
    absences, accounts, mail, outbox, press,
    sql::{Columns, first, int, opt_int, put},
    webhooks,
};
use crate::{AnswerRow, Error, NewLetter, PlayerId, PlayerRow, Result, TokenRow};

/// What stands in the place of an erased name.
const FORMER_PLAYER: &str = "former player";

macro_rules! columns {
    () => {
        "id, name, email, email_verified, zone, settings, email_failure, created, erased, banned"
    };
}

fn read(row: &mut Columns) -> Result<PlayerRow> {
    Ok(PlayerRow {
        id: PlayerId(row.take()?),
        name: row.take()?,
        email: row.take()?,
        email_verified: row.take()?,
        zone: row.take()?,
        settings: row.take()?,
        email_failure: row.take()?,
        created: row.number()?,
        erased: row.opt_number()?,
        banned: row.opt_number()?,
    })
}

pub(super) fn player(conn: &Connection, id: &PlayerId) -> Result<PlayerRow> {
    let sql = concat!("SELECT ", columns!(), " FROM players WHERE id = ?1");
    first(conn, sql, [&id.0], read)?.ok_or(Error::NotFound)
}

pub(super) fn by_email(conn: &Connection, email: &str) -> Result<Option<PlayerRow>> {
    let sql = concat!("SELECT ", columns!(), " FROM players WHERE email_folded = ?1 AND email_verified = 1");
    first(conn, sql, [email.to_lowercase()], read)
}

pub(super) fn ban(conn: &Connection, id: &PlayerId, since: Option<u64>) -> Result<()> {
    match put(conn, "UPDATE players SET banned = ?2 WHERE id = ?1", (&id.0, opt_int(since)))? {
        0 => Err(Error::NotFound),
        _ => Ok(()),
    }
}

pub(super) fn create(
    conn: &Connection,
    player: &PlayerRow,
    token: &TokenRow,
    letters: &[NewLetter],
) -> Result<()> {
    let sql = "
        INSERT INTO players (
            id, name, email, email_folded, email_verified, zone, settings, email_failure, created, erased
        ) VALUES (
            :id, :name, :email, :email_folded, :email_verified, :zone, :settings, :email_failure, :created, :erased
        )";
    write(conn, sql, player)?;
    accounts::create_token(conn, token)?;
    outbox::post(conn, letters)
}

pub(super) fn put_player(
    conn: &Connection,
    player: &PlayerRow,
    letters: &[NewLetter],
    answer: Option<&AnswerRow>,
) -> Result<()> {
    let sql = "
        UPDATE players SET
            name = :name, email = :email, email_folded = :email_folded, email_verified = :email_verified,
            zone = :zone, settings = :settings, email_failure = :email_failure, created = :created, erased = :erased
        WHERE id = :id";
    if write(conn, sql, player)? == 0 {
        return Err(Error::NotFound);
    }
    // Letters that go out once more, to an address that was proved: webhooks had them the first time.
    outbox::queue(conn, letters)?;
    accounts::remember(conn, answer)
}

fn write(conn: &Connection, sql: &str, player: &PlayerRow) -> Result<usize> {
    let params = named_params! {
        ":id": player.id.0,
        ":name": player.name,
        ":email": player.email,
        ":email_folded": player.email.as_ref().map(|email| email.to_lowercase()),
        ":email_verified": player.email_verified,
        ":zone": player.zone,
        ":settings": player.settings,
        ":email_failure": player.email_failure,
        ":created": int(player.created),
        ":erased": opt_int(player.erased),
    };
    put(conn, sql, params)
}

/// Forgets a person. What hangs on his address goes only if he has proved that it is his: an account made with
/// another's address must not reach the other's letters.
pub(super) fn erase(conn: &Connection, id: &PlayerId, at: u64) -> Result<()> {
    let found = player(conn, id)?;
    let proved = found.email.filter(|_| found.email_verified).map(|email| email.to_lowercase());
    let id = &id.0;
    put(conn, "DELETE FROM tokens WHERE player = ?1", [id])?;
    put(conn, "DELETE FROM codes WHERE kind = 'verify' AND subject = ?1", [id])?;
    put(conn, "DELETE FROM answers WHERE actor = ?1", [id])?;
    let sql = "DELETE FROM drafts WHERE (game, seat) IN (SELECT game, seat FROM seats WHERE player = ?1)";
    put(conn, sql, [id])?;
    put(conn, "UPDATE seats SET invite_email = NULL WHERE player = ?1", [id])?;
    if let Some(address) = &proved {
        put(conn, "DELETE FROM codes WHERE kind = 'sign_in' AND subject = ?1", [address])?;
        forget_invitations(conn, address)?;
    }
    outbox::drop_of(conn, id, proved.as_deref(), at)?;
    mail::forget_of(conn, id)?;
    press::erase_of(conn, id, at)?;
    webhooks::forget_of(conn, id)?;
    absences::forget_of(conn, id)?;
    let sql = "
        UPDATE players SET
            name = ?2, email = NULL, email_folded = NULL, email_verified = 0, zone = 'UTC', settings = '{}',
            email_failure = NULL, erased = coalesce(erased, ?3)
        WHERE id = ?1";
    put(conn, sql, (id, FORMER_PLAYER, opt_int(Some(at)))).map(drop)
}

/// Takes an address (in lower case) out of all seats it was invited to; the invitations stand.
fn forget_invitations(conn: &Connection, address: &str) -> Result<()> {
    let sql = "SELECT DISTINCT invite_email FROM seats WHERE invite_email IS NOT NULL";
    let invited: Vec<String> = super::sql::all(conn, sql, [], |row| row.take())?;
    for email in invited.iter().filter(|email| email.to_lowercase() == address) {
        put(conn, "UPDATE seats SET invite_email = NULL WHERE invite_email = ?1", [email])?;
    }
    Ok(())
}
