//! What SQLite says, in the words of [`Error`]: the one place where its codes are read.

use std::{fmt, io, path::Path};

use rusqlite::ffi::{self, ErrorCode};

use crate::Error;

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::Error as Sql;
        match &error {
            Sql::SqliteFailure(failure, text) => of_code(*failure, text.clone(), error),
            Sql::FromSqlConversionFailure(..)
            | Sql::IntegralValueOutOfRange(..)
            | Sql::Utf8Error(..)
            | Sql::InvalidColumnType(..) => Error::Corrupt(error.to_string()),
            _ => Error::Backend(Box::new(error)),
        }
    }
}

fn of_code(failure: ffi::Error, text: Option<String>, error: rusqlite::Error) -> Error {
    match failure.code {
        ErrorCode::ConstraintViolation => of_constraint(failure.extended_code, error),
        ErrorCode::DiskFull
        | ErrorCode::SystemIoFailure
        | ErrorCode::ReadOnly
        | ErrorCode::CannotOpen
        | ErrorCode::PermissionDenied
        | ErrorCode::DatabaseBusy
        | ErrorCode::DatabaseLocked
        | ErrorCode::FileLockingProtocolFailed
        | ErrorCode::OutOfMemory => Error::Unavailable(Box::new(error)),
        ErrorCode::DatabaseCorrupt => {
            Error::Corrupt(text.unwrap_or_else(|| "the database file is damaged".into()))
        }
        ErrorCode::NotADatabase => Error::Foreign("the file is not a database".into()),
        _ => Error::Backend(Box::new(error)),
    }
}

/// A missing parent row is `NotFound`, a taken key (or what a trigger guards) `Conflict`; the rest is our own mistake,
/// which trying again would not mend.
fn of_constraint(extended: i32, error: rusqlite::Error) -> Error {
    match extended {
        ffi::SQLITE_CONSTRAINT_FOREIGNKEY => Error::NotFound,
        ffi::SQLITE_CONSTRAINT_PRIMARYKEY
        | ffi::SQLITE_CONSTRAINT_UNIQUE
        | ffi::SQLITE_CONSTRAINT_ROWID
        | ffi::SQLITE_CONSTRAINT_TRIGGER => Error::Conflict,
        _ => Error::Backend(Box::new(error)),
    }
}

/// A failure with the path it happened at.
#[derive(Debug)]
struct At {
    path: String,
    source: Box<dyn std::error::Error + Send + Sync>,
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)
    }
}

impl std::error::Error for At {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&*self.source)
    }
}

/// Names the path in a failure of the file system.
pub(super) fn io_at(path: &Path, source: io::Error) -> Error {
    Error::Unavailable(Box::new(At { path: path.display().to_string(), source: source.into() }))
}

/// Names the path in a failure of the store.
pub(super) fn at(path: &Path, error: Error) -> Error {
    let path = path.display().to_string();
    match error {
        Error::Unavailable(source) => Error::Unavailable(Box::new(At { path, source })),
        Error::Backend(source) => Error::Backend(Box::new(At { path, source })),
        Error::Corrupt(what) => Error::Corrupt(format!("{path}: {what}")),
        Error::Foreign(what) => Error::Foreign(format!("{path}: {what}")),
        Error::NotFound => Error::NotFound,
        Error::Conflict => Error::Conflict,
    }
}

/// Whether a lock of another connection is all that is in the way.
pub(super) fn is_busy(error: &Error) -> bool {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if let Some(rusqlite::Error::SqliteFailure(failure, _)) = error.downcast_ref::<rusqlite::Error>() {
            return matches!(failure.code, ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked);
        }
        cause = error.source();
    }
    false
}

/// The store is closed, or its writer is gone.
pub(super) fn closed() -> Error {
    Error::Unavailable("the store is closed".into())
}

/// The same failure for each of those it met together.
pub(super) fn shared(error: &Error) -> Error {
    match error {
        Error::Corrupt(what) => Error::Corrupt(what.clone()),
        Error::Foreign(what) => Error::Foreign(what.clone()),
        Error::NotFound | Error::Conflict | Error::Unavailable(_) | Error::Backend(_) => {
            Error::Unavailable(chain(error).into())
        }
    }
}

/// An error and its sources in one line.
pub(super) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(inner) = source {
        text.push_str(": ");
        text.push_str(&inner.to_string());
        source = inner.source();
    }
    text
}
