//! Press: messages, who reads them, and which letters carry them. None of it touches the row of its game.

use domain::ids::GameId;
use rusqlite::{Connection, named_params};

use super::{
    accounts, outbox,
    sql::{Columns, all, first, int, limit, put},
};
use crate::{Addressee, Error, MessageFilter, MessageRow, NewMessage, PlayerId, Result};

macro_rules! columns {
    () => {
        "messages.id, messages.game, messages.seat, messages.player, messages.to_kind, messages.to_name, \
         messages.text, messages.at"
    };
}

fn read(row: &mut Columns) -> Result<MessageRow> {
    Ok(MessageRow {
        id: row.take()?,
        game: row.game()?,
        seat: row.seat()?,
        player: PlayerId(row.take()?),
        to: addressee(row)?,
        text: row.take()?,
        at: row.number()?,
    })
}

fn addressee(row: &mut Columns) -> Result<Addressee> {
    let kind: String = row.take()?;
    match kind.as_str() {
        "all" => row.take::<String>().map(|_| Addressee::All),
        "side" => row.take().map(Addressee::Side),
        "seat" => row.seat().map(Addressee::Seat),
        unknown => Err(Error::Corrupt(format!("messages: an addressee of the kind `{unknown}`"))),
    }
}

/// The two columns of an addressee.
fn columns_of(to: &Addressee) -> (&'static str, &str) {
    match to {
        Addressee::All => ("all", ""),
        Addressee::Side(side) => ("side", side),
        Addressee::Seat(seat) => ("seat", seat.as_str()),
    }
}

pub(super) fn write(conn: &Connection, new: &NewMessage) -> Result<()> {
    let (row, game) = (&new.row, new.row.game.as_str());
    let sql = "SELECT revision FROM games WHERE id = ?1";
    let revision: u64 = first(conn, sql, [game], |row| row.number())?.ok_or(Error::NotFound)?;
    if revision != new.revision {
        return Err(Error::Conflict);
    }
    let sql = "SELECT coalesce(max(n), 0) + 1 FROM messages WHERE game = ?1";
    let n: i64 = first(conn, sql, [game], |row| row.take())?.unwrap_or(1);
    let (to_kind, to_name) = columns_of(&row.to);
    let sql = "
        INSERT INTO messages (game, n, id, seat, player, to_kind, to_name, text, at)
        VALUES (:game, :n, :id, :seat, :player, :to_kind, :to_name, :text, :at)";
    let params = named_params! {
        ":game": game,
        ":n": n,
        ":id": row.id,
        ":seat": row.seat.as_str(),
        ":player": row.player.0,
        ":to_kind": to_kind,
        ":to_name": to_name,
        ":text": row.text,
        ":at": int(row.at),
    };
    put(conn, sql, params)?;
    for seat in &new.readers {
        let sql = "INSERT INTO message_readers (game, n, seat) VALUES (?1, ?2, ?3)";
        put(conn, sql, (game, n, seat.as_str()))?;
    }
    for letter in &new.letters {
        let sql = "INSERT INTO message_letters (game, n, letter) VALUES (?1, ?2, ?3)";
        put(conn, sql, (game, n, &letter.message_id))?;
    }
    outbox::post(conn, &new.letters)?;
    accounts::remember(conn, new.answer.as_ref())
}

pub(super) fn message(conn: &Connection, game: &GameId, id: &str) -> Result<MessageRow> {
    let sql = concat!("SELECT ", columns!(), " FROM messages WHERE game = ?1 AND id = ?2");
    first(conn, sql, (game.as_str(), id), read)?.ok_or(Error::NotFound)
}

pub(super) fn messages(conn: &Connection, filter: &MessageFilter) -> Result<Vec<MessageRow>> {
    let game = filter.game.as_str();
    let before: i64 = match &filter.before {
        None => i64::MAX,
        Some(id) => {
            let sql = "SELECT n FROM messages WHERE game = ?1 AND id = ?2";
            first(conn, sql, (game, id), |row| row.take())?.ok_or(Error::NotFound)?
        }
    };
    // Seats are plain words: nothing in them needs escaping.
    let seats: Vec<String> = filter.seats.iter().map(|seat| format!("\"{seat}\"")).collect();
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM messages
        WHERE game = ?1 AND n < ?2 AND (to_kind = 'all' OR EXISTS (
            SELECT 1 FROM message_readers AS readers
            WHERE readers.game = messages.game AND readers.n = messages.n
                AND readers.seat IN (SELECT value FROM json_each(?3))
        ))
        ORDER BY n DESC LIMIT ?4"
    );
    all(conn, sql, (game, before, format!("[{}]", seats.join(",")), limit(filter.limit)), read)
}

/// A seat is another's before the start: what was written to it was written to who leaves.
pub(super) fn forget_reader(conn: &Connection, game: &str, seat: &str) -> Result<()> {
    put(conn, "DELETE FROM message_readers WHERE game = ?1 AND seat = ?2", (game, seat)).map(drop)
}

/// Takes away what a player has written, and stops the letters that carry it.
pub(super) fn erase_of(conn: &Connection, player: &str, at: u64) -> Result<()> {
    let sql = "
        SELECT outbox.id FROM messages
            JOIN message_letters AS carried ON carried.game = messages.game AND carried.n = messages.n
            JOIN outbox ON outbox.message_id = carried.letter
        WHERE messages.player = ?1 AND outbox.state = 'queued'";
    let letters: Vec<i64> = all(conn, sql, [player], |row| row.take())?;
    for letter in letters {
        outbox::drop_one(conn, letter, at)?;
    }
    put(conn, "UPDATE messages SET text = NULL WHERE player = ?1", [player]).map(drop)
}
