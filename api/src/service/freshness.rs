//! Whether what is kept in memory is still so: what caches compare.
//!
//! Our own changes are known at once. Those of another process (a verb beside the server) are looked for a hundred times a second, for
//! to look costs more than a whole answer from memory; whoever changes a game finds them out at once, by the game's revision.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use crate::{app::App, problem::Problem};

/// How long another process's change may stay unseen.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// What the store was like: equal stamps, equal names and tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    others: u64,
    people: u64,
}

/// When another process's changes were last looked for, and what was seen.
pub struct Lookout {
    began: Instant,
    /// In milliseconds since then, and one more: zero is never.
    looked: AtomicU64,
    version: AtomicU64,
}

impl Default for Lookout {
    fn default() -> Self {
        Self { began: Instant::now(), looked: AtomicU64::new(0), version: AtomicU64::new(0) }
    }
}

impl App {
    /// Changes when another process has written.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub fn data_version(&self) -> Result<u64, Problem> {
        let Lookout { began, looked, version } = &self.lookout;
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let now = 1 + millis(began.elapsed());
        let last = looked.load(Ordering::Acquire);
        if last != 0 && now < last + millis(LOOK_EVERY) {
            return Ok(version.load(Ordering::Acquire));
        }
        let seen = self.store.data_version()?;
        version.store(seen, Ordering::Release);
        looked.store(now, Ordering::Release);
        Ok(seen)
    }

    /// The stamp of what is read from now on.
    ///
    /// # Errors
    /// As [`App::data_version`].
    pub fn stamp(&self) -> Result<Stamp, Problem> {
        // People first: a change that falls in between makes the stamp too old, never too new.
        let people = self.store.people_version();
        Ok(Stamp { others: self.data_version()?, people })
    }
}
