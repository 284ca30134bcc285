//! What the writer has done, counted: for metrics.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use crate::{DURATIONS, Histogram, Stats};

/// Classes of the number of writes in one commit.
const BATCHES: &[u64] = &[1, 2, 4, 8, 16, 32, 64, 128, 256];

pub(super) struct Counters {
    commits: Histogram,
    batches: Histogram,
    failures: AtomicU64,
    wal_bytes: AtomicU64,
    /// Back-ups being made at this moment.
    pub(super) n_copying: AtomicU64,
}

impl Default for Counters {
    fn default() -> Self {
        Counters {
            commits: Histogram::new(DURATIONS),
            batches: Histogram::new(BATCHES),
            failures: AtomicU64::new(0),
            wal_bytes: AtomicU64::new(0),
            n_copying: AtomicU64::new(0),
        }
    }
}

impl Counters {
    pub(super) fn committed(&self, n_jobs: usize, took: Duration) {
        self.batches.note(n_jobs as u64);
        self.commits.took(took);
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
            commits: self.commits.read(),
            batches: self.batches.read(),
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
