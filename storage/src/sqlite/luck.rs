//! Bad luck that a test brings: what a disk or the end of the process may do to a store at any moment, at the moments the test
//! chooses. A program that is not tested has none of this.

use std::sync::Arc;

use super::SqliteStorage;

/// What becomes of a batch of writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is written, and those who wait are told.
    Written,
    /// The store fails: nothing of it is written, and they are told so.
    NotWritten,
    /// It is on disk, but nobody is told: only what ends the process does that.
    WrittenUntold,
}

/// Decides it.
pub trait Luck: Send + Sync {
    /// Whether a read fails at this moment.
    fn read_fails(&self) -> bool;

    /// What becomes of the next batch of writes.
    fn write(&self) -> Fate;
}

impl SqliteStorage {
    /// The same store, with this luck from now on.
    #[must_use]
    pub fn with_luck(mut self, luck: Arc<dyn Luck>) -> Self {
        self.writer.depend_on(Arc::clone(&luck));
        self.readers.luck = Some(luck);
        self
    }
}
