//! Keeps the write-ahead log small. SQLite copies it into the database by itself, but starts it again only at a moment in
//! which nobody reads from it; under readers who take turns, that moment has to be waited for.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use rusqlite::Connection;

use super::{
    connect::{BUSY_TIMEOUT, Patience},
    fault, file,
    sql::first,
    stats::Counters,
};
use crate::Result;

/// Beyond this the log is emptied, if the readers at the moment are done soon…
const SOFT_BYTES: u64 = 16 << 20;
const SOFT_PATIENCE: Duration = Duration::from_millis(20);
const SOFT_PAUSE: Duration = Duration::from_millis(250);
/// …and beyond this it is waited for them. New ones do not prolong that: they read from the database already.
const HARD_BYTES: u64 = 32 << 20;
const HARD_PATIENCE: Duration = Duration::from_secs(1);
/// Somebody who reads for longer than that (a back-up by another process) is not waited for again and again: the pause
/// doubles up to this.
const PAUSE_MAX: Duration = Duration::from_secs(30);

pub(super) struct Wal {
    path: PathBuf,
    counters: Arc<Counters>,
    not_before: Option<Instant>,
    pause: Duration,
}

impl Wal {
    pub(super) fn new(path: &Path, counters: Arc<Counters>) -> Self {
        Self { path: path.to_owned(), counters, not_before: None, pause: HARD_PATIENCE }
    }

    /// After each commit: empties the log when it has grown too large.
    pub(super) fn bound(&mut self, conn: &Connection, patience: &Patience) {
        let n_bytes = self.measure();
        let now = Instant::now();
        if n_bytes <= SOFT_BYTES || self.not_before.is_some_and(|time| now < time) {
            return;
        }
        let (wait, pause) =
            if n_bytes <= HARD_BYTES { (SOFT_PATIENCE, SOFT_PAUSE) } else { (HARD_PATIENCE, self.pause) };
        if self.empty(conn, patience, wait) {
            self.not_before = None;
            self.pause = HARD_PATIENCE;
        } else {
            self.not_before = Some(Instant::now() + pause);
            if HARD_BYTES < n_bytes {
                self.pause = PAUSE_MAX.min(2 * self.pause);
                tracing::warn!(n_bytes, "somebody reads for so long that the write-ahead log grows");
            }
        }
    }

    /// When nothing else is to be done, or something was erased.
    pub(super) fn rest(&mut self, conn: &Connection, patience: &Patience) {
        if 0 < self.measure() {
            self.empty(conn, patience, SOFT_PATIENCE);
        }
    }

    fn measure(&self) -> u64 {
        let n_bytes = file::wal_bytes(&self.path);
        self.counters.set_wal_bytes(n_bytes);
        n_bytes
    }

    /// True when the log is empty now.
    fn empty(&self, conn: &Connection, patience: &Patience, wait: Duration) -> bool {
        // Our own back-up reads until it is done: no use in waiting.
        if 0 < self.counters.n_copying.load(Ordering::Relaxed) {
            return false;
        }
        patience.set(wait);
        let outcome = truncate(conn);
        patience.set(BUSY_TIMEOUT);
        self.measure();
        match outcome {
            Ok(is_empty) => is_empty,
            Err(error) => {
                tracing::debug!(error = fault::chain(&error), "the write-ahead log could not be emptied");
                false
            }
        }
    }
}

fn truncate(conn: &Connection) -> Result<bool> {
    let busy = first(conn, "PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.take::<bool>())?;
    Ok(busy == Some(false))
}
