//! SQLite passes the contract, and what only a file can suffer: being foreign, newer, read-only, damaged, copied, cut off.

#![allow(clippy::unwrap_used, reason = "a test may end here")]

mod crash;
mod files;
mod guards;

use std::path::{Path, PathBuf};

use storage::{Storage, contract::Place, sqlite::SqliteStorage};
use tempfile::TempDir;

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder can be made"))
    }
}

impl Place for Folder {
    fn open(&self) -> Box<dyn Storage> {
        self.open_copy(&self.0.path().join("fieldpost.db"))
    }

    fn spare_path(&self) -> PathBuf {
        self.0.path().join("copy.db")
    }

    fn open_copy(&self, path: &Path) -> Box<dyn Storage> {
        Box::new(SqliteStorage::open(path).expect("the store opens"))
    }
}

storage::contract!(Folder::new());
