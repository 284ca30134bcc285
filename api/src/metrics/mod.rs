//! What is counted while the service runs, for the operator's machines. To count is a few atomics; what the store knows is
//! asked for only when somebody reads ([`told`]).
//!
//! No label holds what people choose or what grows with them: only names this program has, of routes, tasks, kinds, classes.

mod process;
mod requests;
mod text;
pub mod told;

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use storage::{DURATIONS, Histogram};

pub use requests::Requests;

/// Panics of all threads: of the whole process, as the hook that counts them is.
pub static PANICS: Count = Count::new();

/// Counts since the start.
pub struct Metrics {
    /// Unix seconds of the start.
    pub since: u64,
    /// Requests that were answered.
    pub requests: Requests,
    /// How long accepted turns took, from their orders to the disk, by whatever door they came.
    pub turns: Histogram,
    /// Event streams that are open.
    pub streams: Present,
    /// Games that were open already when somebody looked, or not.
    pub games: Cache,
    /// Tokens that were known without the store, or not.
    pub tokens: Cache,
    /// Games that had been shown just so before, or not.
    pub showings: Cache,
}

/// A number that only grows.
#[derive(Default)]
pub struct Count(AtomicU64);

/// What a cache was asked for.
#[derive(Default)]
pub struct Cache {
    /// It was there.
    pub hits: Count,
    /// It had to be made.
    pub misses: Count,
}

/// How many of something there are at the moment.
#[derive(Clone, Default)]
pub struct Present(Arc<AtomicU64>);

/// One of them, as long as this is held.
pub struct One(Arc<AtomicU64>);

impl Metrics {
    /// Nothing counted yet.
    pub fn new(now: u64) -> Self {
        Metrics {
            since: now,
            requests: Requests::default(),
            turns: Histogram::new(DURATIONS),
            streams: Present::default(),
            games: Cache::default(),
            tokens: Cache::default(),
            showings: Cache::default(),
        }
    }
}

impl Count {
    /// Zero.
    pub const fn new() -> Self {
        Count(AtomicU64::new(0))
    }

    /// One more.
    pub fn add(&self) {
        self.0.fetch_add(1, Relaxed);
    }

    /// How many.
    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

impl Cache {
    /// Notes whether it was there.
    pub fn found(&self, is_hit: bool) {
        if is_hit { self.hits.add() } else { self.misses.add() }
    }
}

impl Present {
    /// One more, as long as what this gives is held.
    pub fn enter(&self) -> One {
        self.0.fetch_add(1, Relaxed);
        One(Arc::clone(&self.0))
    }

    /// How many there are.
    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

impl Drop for One {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}
