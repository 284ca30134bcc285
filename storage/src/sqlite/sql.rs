//! Small helpers between rows and SQL: numbers, names and words, and the three ways to run a statement.
//!
//! Statements are prepared once per connection and read column by column, in the order in which they name them.

use domain::ids::{GameId, Request, Seat};
use rusqlite::{Connection, Params, Row, types::FromSql};

use crate::{Error, PlayerId, Result};

/// A number as SQLite keeps it. What is beyond its range (some "never") is its greatest.
pub(super) fn int(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// As [`int`], where there may be none.
pub(super) fn opt_int(number: Option<u64>) -> Option<i64> {
    number.map(int)
}

/// As [`int`], for limits.
pub(super) fn limit(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Runs a statement; how many rows it changed.
pub(super) fn put(conn: &Connection, sql: &str, params: impl Params) -> Result<usize> {
    Ok(conn.prepare_cached(sql)?.execute(params)?)
}

/// The first row, if there is one.
pub(super) fn first<T>(
    conn: &Connection,
    sql: &str,
    params: impl Params,
    read: impl Fn(&mut Columns) -> Result<T>,
) -> Result<Option<T>> {
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query(params)?;
    rows.next()?.map(|row| read(&mut Columns::of(row))).transpose()
}

/// All rows.
pub(super) fn all<T>(
    conn: &Connection,
    sql: &str,
    params: impl Params,
    read: impl Fn(&mut Columns) -> Result<T>,
) -> Result<Vec<T>> {
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query(params)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(read(&mut Columns::of(row))?);
    }
    Ok(found)
}

/// The columns of a row, taken one after the other.
pub(super) struct Columns<'a> {
    row: &'a Row<'a>,
    next: usize,
}

impl<'a> Columns<'a> {
    fn of(row: &'a Row<'a>) -> Self {
        Self { row, next: 0 }
    }

    /// The next column, as it is.
    pub(super) fn take<T: FromSql>(&mut self) -> Result<T> {
        let column = self.next;
        self.next += 1;
        Ok(self.row.get(column)?)
    }

    /// The next column as a number.
    pub(super) fn number<N: TryFrom<i64>>(&mut self) -> Result<N> {
        let number: i64 = self.take()?;
        N::try_from(number).map_err(|_| self.corrupt(&format!("{number} is out of range")))
    }

    /// The next column as a number, if there is one.
    pub(super) fn opt_number(&mut self) -> Result<Option<u64>> {
        let number: Option<i64> = self.take()?;
        number
            .map(|number| u64::try_from(number).map_err(|_| self.corrupt(&format!("{number} is negative"))))
            .transpose()
    }

    /// The next column as one of our words.
    pub(super) fn word<T>(&mut self, parse: fn(&str) -> Option<T>) -> Result<T> {
        let word: String = self.take()?;
        parse(&word).ok_or_else(|| self.corrupt(&format!("unknown word `{word}`")))
    }

    /// The next column as a game's id.
    pub(super) fn game(&mut self) -> Result<GameId> {
        let text: String = self.take()?;
        GameId::new(&text).map_err(|bad| self.corrupt(&format!("`{text}` is {bad}")))
    }

    /// The next column as a game's id, if there is one.
    pub(super) fn opt_game(&mut self) -> Result<Option<GameId>> {
        let text: Option<String> = self.take()?;
        text.map(|text| GameId::new(&text).map_err(|bad| self.corrupt(&format!("`{text}` is {bad}"))))
            .transpose()
    }

    /// The next column as a seat.
    pub(super) fn seat(&mut self) -> Result<Seat> {
        let text: String = self.take()?;
        Seat::new(&text).map_err(|bad| self.corrupt(&format!("`{text}` is {bad}")))
    }

    /// The next column as a seat, if there is one; the empty text is none.
    pub(super) fn opt_seat(&mut self) -> Result<Option<Seat>> {
        let text: Option<String> = self.take()?;
        text.filter(|text| !text.is_empty())
            .map(|text| Seat::new(&text).map_err(|bad| self.corrupt(&format!("`{text}` is {bad}"))))
            .transpose()
    }

    /// The next column as a request's key.
    pub(super) fn request(&mut self) -> Result<Request> {
        let text: String = self.take()?;
        Request::new(&text).map_err(|bad| self.corrupt(&format!("`{text}` is {bad}")))
    }

    /// The next column as a player's id, if there is one.
    pub(super) fn opt_player(&mut self) -> Result<Option<PlayerId>> {
        Ok(self.take::<Option<String>>()?.map(PlayerId))
    }

    /// What cannot be understood, with its place: the column, and the row by its first column.
    fn corrupt(&self, what: &str) -> Error {
        let column = self.row.as_ref().column_name(self.next - 1).unwrap_or("?").to_owned();
        let key: String = self.row.get(0).unwrap_or_default();
        Error::Corrupt(format!("{column} of row `{key}`: {what}"))
    }
}
