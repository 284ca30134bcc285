//! What can go wrong in the archive.

use std::fmt;

/// Why a call failed. `Display` does not repeat its source.
#[derive(Debug)]
pub enum Error {
    /// There is no such row.
    NotFound,
    /// Somebody was faster, or the key is taken. Nothing was written.
    Conflict,
    /// What is stored cannot be understood. The text says where.
    Corrupt(String),
    /// The disk is full, read-only or gone for the moment. Nothing was written; the same call may succeed later.
    Unavailable(Box<dyn std::error::Error + Send + Sync>),
    /// The file is not ours, or of a newer program: not touched. The text says which.
    Foreign(String),
    /// Anything else.
    Backend(Box<dyn std::error::Error + Send + Sync>),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NotFound => f.write_str("not found"),
            Error::Conflict => f.write_str("conflict"),
            Error::Corrupt(what) => write!(f, "corrupt: {what}"),
            Error::Unavailable(_) => f.write_str("the store cannot be written now"),
            Error::Foreign(what) => f.write_str(what),
            Error::Backend(_) => f.write_str("the store failed"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Unavailable(source) | Error::Backend(source) => Some(&**source),
            Error::NotFound | Error::Conflict | Error::Corrupt(_) | Error::Foreign(_) => None,
        }
    }
}
