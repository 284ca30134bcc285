//! What the writer has done, counted: for metrics.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

/// Counts since the store was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Commits.
    pub commits: u64,
    /// Writes in them: `writes / commits` is the mean size of a batch.
    pub writes: u64,
    /// The largest batch.
    pub batch_max: u64,
    /// Time the commits took together, in microseconds.
    pub micros: u64,
    /// The slowest, in microseconds.
    pub micros_max: u64,
    /// Batches of which nothing was written, because the disk or another process forbade it.
    pub failures: u64,
    /// Size of the write-ahead log, in bytes.
    pub wal_bytes: u64,
}

#[derive(Default)]
pub(super) struct Counters {
    commits: AtomicU64,
    writes: AtomicU64,
    batch_max: AtomicU64,
    micros: AtomicU64,
    micros_max: AtomicU64,
    failures: AtomicU64,
    wal_bytes: AtomicU64,
    /// Back-ups being made at this moment.
    pub(super) n_copying: AtomicU64,
}

impl Counters {
    pub(super) fn committed(&self, n_jobs: usize, took: Duration) {
        let n_jobs = n_jobs as u64;
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.commits.fetch_add(1, Relaxed);
        self.writes.fetch_add(n_jobs, Relaxed);
        self.batch_max.fetch_max(n_jobs, Relaxed);
        self.micros.fetch_add(micros, Relaxed);
        self.micros_max.fetch_max(micros, Relaxed);
    }

    pub(super) fn failed(&self) {
        self.failures.fetch_add(1, Relaxed);
    }

    pub(super) fn set_wal_bytes(&self, n_bytes: u64) {
        self.wal_bytes.store(n_bytes, Relaxed);
    }

    /// Counts a back-up as long as what it returns is held.
    pub(super) fn copying(&self) -> Copying<'_> {
        self.n_copying.fetch_add(1, Relaxed);
        Copying(self)
    }

    pub(super) fn read(&self) -> Stats {
        Stats {
            commits: self.commits.load(Relaxed),
            writes: self.writes.load(Relaxed),
            batch_max: self.batch_max.load(Relaxed),
            micros: self.micros.load(Relaxed),
            micros_max: self.micros_max.load(Relaxed),
            failures: self.failures.load(Relaxed),
            wal_bytes: self.wal_bytes.load(Relaxed),
        }
    }
}

pub(super) struct Copying<'a>(&'a Counters);

impl Drop for Copying<'_> {
    fn drop(&mut self) {
        self.0.n_copying.fetch_sub(1, Relaxed);
    }
}
