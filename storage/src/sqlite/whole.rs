//! The store as a file, for whoever looks after it: which schema it has, whether it is whole, a copy in its place, what
//! its writer has done.

use std::path::Path;

use super::{SqliteStorage, backup, connect, file, migrate, sql::first, timers};
use crate::{MeasuredStorage, Result, Stats};

impl SqliteStorage {
    /// The schema of the store at `path`, and the one that opening it leads to. Nothing is changed.
    ///
    /// # Errors
    /// As [`SqliteStorage::open`].
    pub fn schema(path: impl AsRef<Path>) -> Result<(usize, usize)> {
        let path = path.as_ref();
        file::must_be_ours(path)?;
        let found = connect::reader(path).and_then(|conn| migrate::version(&conn));
        found.map(|found| (found, migrate::ALL.len())).map_err(|error| file::explain(path, error))
    }

    /// Reads every page.
    ///
    /// # Errors
    /// [`crate::Error::Corrupt`] when the database is not whole, or refers to rows that do not exist.
    pub fn check(&self) -> Result<()> {
        self.read(migrate::check)
    }

    /// How the connection that writes is set, as it says itself; how long it waits for others is ours to say.
    ///
    /// # Errors
    /// [`crate::Error::Unavailable`].
    pub fn pragmas(&self) -> Result<Vec<(&'static str, String)>> {
        self.write(|conn| {
            let text = |name| first(conn, &format!("PRAGMA {name}"), [], |row| row.take::<String>());
            let number = |name| first(conn, &format!("PRAGMA {name}"), [], |row| row.take::<i64>());
            let synchronous = match number("synchronous")? {
                Some(2) => "full".to_owned(),
                other => other.unwrap_or_default().to_string(),
            };
            let keys = if number("foreign_keys")? == Some(1) { "on" } else { "off" };
            Ok(vec![
                ("journal_mode", text("journal_mode")?.unwrap_or_default()),
                ("synchronous", synchronous),
                ("foreign_keys", keys.to_owned()),
                ("busy_timeout", format!("{} ms", connect::BUSY_TIMEOUT.as_millis())),
            ])
        })
    }

    /// Copies the store at `from`, which nobody has open and which is only read, into a new file, and proves the copy. What a
    /// failure leaves there is the caller's to remove.
    ///
    /// # Errors
    /// As [`SqliteStorage::open`] of what is copied; [`crate::Error::Backend`] when it is not whole, or the copy cannot be written.
    pub fn adopt(from: &Path, to: &Path) -> Result<()> {
        file::must_be_ours(from)?;
        backup::adopt(from, to)
    }

    /// Puts the store at `with`, which nobody has open, in the place of the one at `path`, of which nothing is left.
    /// Interrupted, it must be done again: until then there may be a store without its newest writes.
    ///
    /// # Errors
    /// [`crate::Error::Unavailable`], naming the path.
    pub fn replace(path: &Path, with: &Path) -> Result<()> {
        file::replace(path, with)
    }
}

impl MeasuredStorage for SqliteStorage {
    fn stats(&self) -> Stats {
        self.counters.set_wal_bytes(file::wal_bytes(&self.path));
        self.counters.read()
    }

    fn n_timers_due(&self, now: u64) -> Result<u64> {
        self.read(|conn| timers::n_due(conn, now))
    }
}
