//! Offers to play once more.

use domain::ids::{GameId, Seat};
use rusqlite::{Connection, named_params};

use super::{
    SqliteStorage, accounts, games, outbox,
    sql::{Columns, all, int, put},
};
use crate::{AnswerRow, Error, NewGame, NewLetter, RematchRow, RematchState, RematchStorage, Result};

impl RematchStorage for SqliteStorage {
    fn rematches(&self, game: &GameId) -> Result<Vec<RematchRow>> {
        self.read(|conn| {
            let sql = "
                SELECT game, n, seat, swap, agreed, state, declined_by, next, revision, at FROM rematches
                WHERE game = ?1 ORDER BY n";
            all(conn, sql, [game.as_str()], read)
        })
    }

    fn put_rematch(
        &self,
        rematch: RematchRow,
        game: Option<NewGame>,
        letters: Vec<NewLetter>,
        answer: Option<AnswerRow>,
    ) -> Result<()> {
        self.write(move |conn| {
            games::game(conn, &rematch.game)?;
            if let Some(game) = &game {
                games::create(conn, game)?;
            }
            write(conn, &rematch)?;
            outbox::post(conn, &letters)?;
            accounts::remember(conn, answer.as_ref())
        })
    }
}

fn read(row: &mut Columns) -> Result<RematchRow> {
    Ok(RematchRow {
        game: row.game()?,
        n: row.number()?,
        seat: row.seat()?,
        swap: row.take()?,
        agreed: seats(&row.take::<String>()?)?,
        state: row.word(RematchState::parse)?,
        declined_by: row.opt_seat()?,
        next: row.opt_game()?,
        revision: row.number()?,
        at: row.number()?,
    })
}

fn seats(list: &str) -> Result<Vec<Seat>> {
    let read =
        |name| Seat::new(name).map_err(|bad| Error::Corrupt(format!("`{name}` of a rematch is {bad}")));
    list.split_whitespace().map(read).collect()
}

fn write(conn: &Connection, rematch: &RematchRow) -> Result<()> {
    let agreed: Vec<&str> = rematch.agreed.iter().map(Seat::as_str).collect();
    let agreed = agreed.join(" ");
    let params = named_params! {
        ":game": rematch.game.as_str(),
        ":n": int(rematch.n),
        ":seat": rematch.seat.as_str(),
        ":swap": rematch.swap,
        ":agreed": agreed,
        ":state": rematch.state.as_str(),
        ":declined_by": rematch.declined_by.as_ref().map(|seat| seat.as_str()),
        ":next": rematch.next.as_ref().map(|game| game.as_str()),
        ":revision": int(rematch.revision),
        ":at": int(rematch.at),
    };
    let is_new = rematch.revision == 1;
    let sql = match is_new {
        true => {
            "INSERT INTO rematches (game, n, seat, swap, agreed, state, declined_by, next, revision, at)
             VALUES (:game, :n, :seat, :swap, :agreed, :state, :declined_by, :next, :revision, :at)"
        }
        false => {
            "UPDATE rematches SET
                 seat = :seat, swap = :swap, agreed = :agreed, state = :state, declined_by = :declined_by,
                 next = :next, revision = :revision, at = :at
             WHERE game = :game AND n = :n AND revision = :revision - 1"
        }
    };
    match put(conn, sql, params)? {
        0 => Err(Error::Conflict),
        _ => Ok(()),
    }
}
