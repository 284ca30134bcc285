//! How large values are, counted in classes, for metrics: atomics only, so that what is measured is not held up.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use crate::Result;

/// What a keeper counts of its own work.
pub trait MeasuredStorage {
    /// What was written since the store was opened.
    fn stats(&self) -> Stats;

    /// How many timers are due by now and not yet carried out.
    fn n_timers_due(&self, now: u64) -> Result<u64>;
}

/// Counts since the store was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// How long commits took, in microseconds.
    pub commits: Distribution,
    /// How many writes a commit took.
    pub batches: Distribution,
    /// Batches of which nothing was written, because the disk or another process forbade it.
    pub failures: u64,
    /// What waits beside the database to be put into it, in bytes.
    pub wal_bytes: u64,
}

/// Classes of durations, in microseconds: from an answer out of memory, over a disk that syncs in 0.2 to 4 ms, to what nobody
/// waits for.
pub const DURATIONS: &[u64] = &[
    100, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 250_000, 1_000_000, 4_000_000,
    10_000_000,
];

/// Values counted in classes.
pub struct Histogram {
    bounds: &'static [u64],
    /// One more than bounds: the last class has none.
    counts: Box<[AtomicU64]>,
    sum: AtomicU64,
}

/// What a [`Histogram`] has counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// The largest value of each class, rising.
    pub bounds: &'static [u64],
    /// How many values fell into each class, and last those beyond all bounds.
    pub counts: Vec<u64>,
    /// All values together.
    pub sum: u64,
}

impl Histogram {
    /// With the largest values of its classes, rising.
    pub fn new(bounds: &'static [u64]) -> Self {
        let counts = (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect();
        Histogram { bounds, counts, sum: AtomicU64::new(0) }
    }

    /// Counts a value.
    pub fn note(&self, value: u64) {
        let class = self.bounds.partition_point(|bound| *bound < value);
        if let Some(count) = self.counts.get(class) {
            count.fetch_add(1, Relaxed);
        }
        self.sum.fetch_add(value, Relaxed);
    }

    /// Counts a time, in microseconds.
    pub fn took(&self, time: Duration) {
        self.note(u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    }

    /// What was counted so far.
    pub fn read(&self) -> Distribution {
        let counts = self.counts.iter().map(|count| count.load(Relaxed)).collect();
        Distribution { bounds: self.bounds, counts, sum: self.sum.load(Relaxed) }
    }
}

impl Distribution {
    /// How many values were counted.
    pub fn n(&self) -> u64 {
        self.counts.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_falls_into_the_first_class_that_holds_it() {
        let sizes = Histogram::new(&[1, 2, 4]);
        for value in [0, 1, 2, 3, 4, 5, 1000] {
            sizes.note(value);
        }
        let read = sizes.read();
        assert_eq!((read.counts.as_slice(), read.sum, read.n()), (&[2, 1, 2, 2][..], 1015, 7));
        assert!(DURATIONS.is_sorted());
    }
}
