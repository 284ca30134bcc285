//! Seats, who held them, and drafts.

use domain::ids::{GameId, Seat};
use rusqlite::{Connection, named_params};

use super::{
    accounts, outbox, press,
    sql::{Columns, all, first, int, opt_int, put},
};
use crate::{DraftRow, Error, GameState, NewDraft, PlayerId, Result, SeatRow, SeatStatus};

/// In the order in which [`read`] takes them.
macro_rules! columns {
    () => {
        "seats.game, seats.seat, seats.place, seats.side, seats.status, seats.player, seats.bot, seats.invite_hash, \
         seats.invite_email, seats.commitment, seats.declined, seats.since"
    };
}

fn read(row: &mut Columns) -> Result<SeatRow> {
    Ok(SeatRow {
        game: row.game()?,
        seat: row.seat()?,
        place: row.number()?,
        side: row.take()?,
        status: row.word(SeatStatus::parse)?,
        player: row.opt_player()?,
        bot: row.take()?,
        invite_hash: row.take()?,
        invite_email: row.take()?,
        commit: row.take()?,
        declined: row.take()?,
        since: row.opt_number()?,
    })
}

pub(super) fn of_game(conn: &Connection, game: &GameId) -> Result<Vec<SeatRow>> {
    let sql = concat!("SELECT ", columns!(), " FROM seats WHERE game = ?1 ORDER BY place, seat");
    all(conn, sql, [game.as_str()], read)
}

pub(super) fn of_player(conn: &Connection, player: &PlayerId) -> Result<Vec<SeatRow>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM seats JOIN games ON games.id = seats.game
        WHERE seats.player = ?1 AND games.state IN ('open', 'active')
        ORDER BY seats.game, seats.place"
    );
    all(conn, sql, [&player.0], read)
}

pub(super) fn by_invite(conn: &Connection, invite_hash: &[u8; 32]) -> Result<SeatRow> {
    let sql = concat!("SELECT ", columns!(), " FROM seats WHERE invite_hash = ?1");
    first(conn, sql, [invite_hash], read)?.ok_or(Error::NotFound)
}

pub(super) fn has_left(conn: &Connection, game: &GameId, player: &PlayerId) -> Result<bool> {
    let sql = "SELECT 1 FROM former_holders WHERE game = ?1 AND player = ?2";
    Ok(first(conn, sql, (game.as_str(), &player.0), |row| row.take::<i64>())?.is_some())
}

/// Who holds this seat in the store, if anybody does.
fn holder(conn: &Connection, seat: &SeatRow) -> Result<Option<PlayerId>> {
    let sql = "SELECT player FROM seats WHERE game = ?1 AND seat = ?2";
    Ok(first(conn, sql, (seat.game.as_str(), seat.seat.as_str()), |row| row.opt_player())?.flatten())
}

/// Writes a seat's row; in a game that has begun, who held it before is remembered, and before that the press of who
/// leaves it goes with him.
pub(super) fn put_seat(conn: &Connection, seat: &SeatRow, state: GameState) -> Result<()> {
    let player = seat.player.as_ref().map(|player| &player.0);
    let begun = match state {
        GameState::Open => false,
        GameState::Active | GameState::Finished | GameState::Aborted => true,
    };
    if begun {
        let sql = "
            INSERT OR IGNORE INTO former_holders (game, player)
            SELECT game, player FROM seats
            WHERE game = ?1 AND seat = ?2 AND player IS NOT NULL AND player IS NOT ?3";
        put(conn, sql, (seat.game.as_str(), seat.seat.as_str(), player))?;
    } else if holder(conn, seat)? != seat.player {
        press::forget_reader(conn, seat.game.as_str(), seat.seat.as_str())?;
    }
    let sql = "
        INSERT INTO seats (
            game, seat, place, side, status, player, bot, invite_hash, invite_email, commitment, declined, since
        ) VALUES (
            :game, :seat, :place, :side, :status, :player, :bot, :invite_hash, :invite_email, :commitment, :declined,
            :since
        )
        ON CONFLICT (game, seat) DO UPDATE SET
            place = excluded.place, side = excluded.side, status = excluded.status, player = excluded.player,
            bot = excluded.bot, invite_hash = excluded.invite_hash, invite_email = excluded.invite_email,
            commitment = excluded.commitment, declined = excluded.declined, since = excluded.since";
    let params = named_params! {
        ":game": seat.game.as_str(),
        ":seat": seat.seat.as_str(),
        ":place": seat.place,
        ":side": seat.side,
        ":status": seat.status.as_str(),
        ":player": player,
        ":bot": seat.bot,
        ":invite_hash": seat.invite_hash,
        ":invite_email": seat.invite_email,
        ":commitment": seat.commit,
        ":declined": seat.declined,
        ":since": opt_int(seat.since),
    };
    put(conn, sql, params).map(drop)
}

pub(super) fn draft(conn: &Connection, game: &GameId, seat: &Seat) -> Result<Option<DraftRow>> {
    let sql = "SELECT orders, at FROM drafts WHERE game = ?1 AND seat = ?2";
    let read = |row: &mut Columns| Ok(DraftRow { orders: row.take()?, at: row.number()? });
    first(conn, sql, (game.as_str(), seat.as_str()), read)
}

/// A draft with its letters and its answer.
pub(super) fn add_draft(conn: &Connection, new: &NewDraft) -> Result<()> {
    put_draft(conn, &new.game, &new.seat, Some(&new.draft))?;
    outbox::post(conn, &new.letters)?;
    accounts::remember(conn, new.answer.as_ref())
}

pub(super) fn put_draft(
    conn: &Connection,
    game: &GameId,
    seat: &Seat,
    draft: Option<&DraftRow>,
) -> Result<()> {
    match draft {
        Some(draft) => {
            let sql = "
                INSERT INTO drafts (game, seat, orders, at) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (game, seat) DO UPDATE SET orders = excluded.orders, at = excluded.at";
            put(conn, sql, (game.as_str(), seat.as_str(), &draft.orders, int(draft.at))).map(drop)
        }
        None => put(conn, "DELETE FROM drafts WHERE game = ?1 AND seat = ?2", (game.as_str(), seat.as_str()))
            .map(drop),
    }
}
