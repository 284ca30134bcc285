//! How a connection is opened and set: the only place that speaks PRAGMA for connections in use.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::Duration,
};

use rusqlite::{Connection, OpenFlags, config::DbConfig};

use super::fault;
use crate::Result;

/// How long a call waits for another process that is writing.
pub const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// Asked for at least this often, so that the short moments between two of the other's commits are not missed: SQLite's
/// own waiting, with pauses of up to 100 ms, can starve beside a busy writer.
const POLL_EVERY: Duration = Duration::from_millis(2);

/// The write-ahead log is copied into the database after this many pages: the ends of games that are being played are in it many
/// times, and copied once…
const CHECKPOINT_PAGES: i64 = 2000;
/// …and its file is cut to this size when it starts again, which is more than it has by then: to make it longer anew would cost
/// more than to write over it.
const WAL_KEPT_BYTES: i64 = 12 << 20;

/// What the connection that writes keeps of the file, in KiB: the ends of many games, to which it adds.
const WRITER_CACHE_KIB: i64 = 4 << 10;
/// What a connection that reads keeps of the file, in KiB: the operating system keeps it too, once for all of them.
const READER_CACHE_KIB: i64 = 256;

const N_STATEMENTS_CACHED: usize = 128;

/// How long a connection waits for a lock; may be changed while it is in use.
#[derive(Clone)]
pub(super) struct Patience(Arc<AtomicU32>);

impl Patience {
    pub(super) fn set(&self, time: Duration) {
        let polls = time.as_millis() / POLL_EVERY.as_millis();
        self.0.store(u32::try_from(polls).unwrap_or(u32::MAX), Ordering::Relaxed);
    }
}

/// Opens an existing file; never makes one.
pub(super) fn existing(path: &Path) -> Result<(Connection, Patience)> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut conn = Connection::open_with_flags(path, flags).map_err(|error| fault::at(path, error.into()))?;
    let patience = Patience(Arc::new(AtomicU32::new(0)));
    patience.set(BUSY_TIMEOUT);
    let polls_max = patience.clone();
    conn.busy_handler(Some(move |n_polls: i32| {
        let goes_on = n_polls.unsigned_abs() < polls_max.0.load(Ordering::Relaxed);
        if goes_on {
            thread::sleep(POLL_EVERY);
        }
        goes_on
    }))?;
    conn.set_prepared_statement_cache_capacity(N_STATEMENTS_CACHED);
    // A statement is planned once, not again for each new value: the plans do not depend on values.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok((conn, patience))
}

/// The connection that writes: what it has committed is on disk.
pub(super) fn writer(path: &Path) -> Result<(Connection, Patience)> {
    let (conn, patience) = existing(path)?;
    set_writing(&conn)?;
    conn.pragma_update(None, "cache_size", -WRITER_CACHE_KIB)?;
    // What a statement may have to undo is a few pages: a file for them would be written as often as the log.
    conn.pragma_update(None, "temp_store", "MEMORY")?;
    Ok((conn, patience))
}

/// Makes a connection fit for writing.
pub(super) fn set_writing(conn: &Connection) -> Result<()> {
    conn.pragma_update(None, "synchronous", "FULL")?;
    conn.pragma_update(None, "foreign_keys", true)?;
    conn.pragma_update(None, "secure_delete", true)?;
    conn.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
    conn.pragma_update_and_check(None, "journal_size_limit", WAL_KEPT_BYTES, |_| Ok(()))?;
    Ok(())
}

/// A connection that cannot write.
pub(super) fn reader(path: &Path) -> Result<Connection> {
    let (conn, _) = existing(path)?;
    conn.pragma_update(None, "query_only", true)?;
    conn.pragma_update(None, "cache_size", -READER_CACHE_KIB)?;
    Ok(conn)
}
