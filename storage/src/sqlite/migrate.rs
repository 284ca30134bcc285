//! Brings a store's schema up to this program's: forward only, all missing steps in one transaction, whole or not at all. An
//! existing store is copied and the copy proved before the first step.
//!
//! The schema's number is SQLite's `user_version`: how many of [`ALL`] have run.

use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::{backup, fault, file};
use crate::{Error, Result};

pub(super) struct Migration {
    pub(super) name: &'static str,
    pub(super) sql: &'static str,
}

/// All there ever were, in order; shipped ones never change.
pub(super) const ALL: &[Migration] = &[
    Migration { name: "0001_first", sql: include_str!("migrations/0001_first.sql") },
    Migration { name: "0002_messages", sql: include_str!("migrations/0002_messages.sql") },
    Migration { name: "0003_webhooks", sql: include_str!("migrations/0003_webhooks.sql") },
    Migration { name: "0004_mail", sql: include_str!("migrations/0004_mail.sql") },
    Migration {
        name: "0005_absences_and_rematches",
        sql: include_str!("migrations/0005_absences_and_rematches.sql"),
    },
    Migration { name: "0006_secrets", sql: include_str!("migrations/0006_secrets.sql") },
    Migration {
        name: "0007_a_turn_in_a_long_game",
        sql: include_str!("migrations/0007_a_turn_in_a_long_game.sql"),
    },
    Migration { name: "0008_bans", sql: include_str!("migrations/0008_bans.sql") },
];

/// Runs what is missing. A newer store is refused before anything is written.
pub(super) fn run(conn: &Connection, path: &Path, migrations: &[Migration]) -> Result<()> {
    let found = version(conn)?;
    refuse_newer(found, migrations.len())?;
    if found == migrations.len() {
        return Ok(());
    }
    // Tables may be made anew under the same name; that every reference still holds is checked at the end of each step.
    conn.pragma_update(None, "foreign_keys", false)?;
    conn.execute_batch("BEGIN IMMEDIATE")?;
    let outcome = all_missing(conn, path, migrations);
    if outcome.is_err() && !conn.is_autocommit() {
        conn.execute_batch("ROLLBACK")?;
    }
    outcome?;
    conn.execute_batch("COMMIT")?;
    conn.pragma_update(None, "foreign_keys", true)?;
    Ok(())
}

/// The steps from where the store stands, now that nobody else may write it: another process may have been faster.
fn all_missing(conn: &Connection, path: &Path, migrations: &[Migration]) -> Result<()> {
    let found = version(conn)?;
    refuse_newer(found, migrations.len())?;
    if 0 < found && found < migrations.len() {
        let copy = copy_name(path, found);
        backup::copy(path, &copy, &mut |_, _| {})?;
        tracing::info!(copy = %copy.display(), "copied the store before changing its schema");
    }
    for (idx, migration) in migrations.iter().enumerate().skip(found) {
        step(conn, idx + 1, migration)?;
    }
    Ok(())
}

/// How many migrations a store has had.
pub(super) fn version(conn: &Connection) -> Result<usize> {
    let number: i64 = conn.pragma_query_value(None, "user_version", |row| row.get(0))?;
    usize::try_from(number).map_err(|_| Error::Foreign(format!("its schema has the number {number}")))
}

/// # Errors
/// [`Error::Foreign`] when the store is of a newer program.
pub(super) fn refuse_newer(found: usize, known: usize) -> Result<()> {
    if known < found {
        return Err(Error::Foreign(format!(
            "written by a newer Fieldpost (schema {found}; this program knows {known}); nothing was changed"
        )));
    }
    Ok(())
}

fn step(conn: &Connection, number: usize, migration: &Migration) -> Result<()> {
    let name = migration.name;
    conn.execute_batch(migration.sql).map_err(|error| failed(name, &error.into()))?;
    conn.pragma_update(None, "user_version", i64::try_from(number).unwrap_or(i64::MAX))?;
    check(conn).map_err(|error| failed(name, &error))?;
    tracing::info!(name, number, "the store's schema was brought forward");
    Ok(())
}

fn failed(name: &str, error: &Error) -> Error {
    let why = format!("migration {name}: {}; nothing was changed", fault::chain(error));
    match error {
        Error::Corrupt(_) => Error::Corrupt(why),
        Error::Unavailable(_) => Error::Unavailable(why.into()),
        Error::NotFound | Error::Conflict | Error::Foreign(_) | Error::Backend(_) => {
            Error::Backend(why.into())
        }
    }
}

/// # Errors
/// [`Error::Corrupt`] when the database is not whole, or refers to rows that do not exist.
pub(super) fn check(conn: &Connection) -> Result<()> {
    let verdict: String = conn.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if verdict != "ok" {
        // It says where in a line of its own.
        return Err(Error::Corrupt(verdict.replace('\n', " ")));
    }
    let mut broken = conn.prepare("PRAGMA foreign_key_check")?;
    let mut rows = broken.query([])?;
    match rows.next()? {
        Some(row) => {
            let (table, parent): (String, String) = (row.get(0)?, row.get(2)?);
            Err(Error::Corrupt(format!("a row of {table} belongs to none of {parent}")))
        }
        None => Ok(()),
    }
}

/// Beside the store, e.g. `fieldpost.db.schema-1.bak`; with a number when that name is taken.
fn copy_name(path: &Path, found: usize) -> PathBuf {
    (1_u32..)
        .map(|n| match n {
            1 => file::beside(path, &format!(".schema-{found}.bak")),
            _ => file::beside(path, &format!(".schema-{found}.{n}.bak")),
        })
        .find(|name| !name.exists())
        .unwrap_or_else(|| file::beside(path, ".bak"))
}

#[cfg(test)]
mod tests;
