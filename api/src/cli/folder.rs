//! Who has a data folder open. Everybody shares it; who puts another store in its place must be alone. The lock ends with the
//! process, however that ends.

use std::{
    fs::{DirBuilder, File, OpenOptions, TryLockError},
    io,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::Path,
};

use super::Failure;

/// The folder, as long as this is kept.
#[must_use]
pub(crate) struct Held(#[expect(dead_code, reason = "the lock is the open file")] File);

/// Beside others.
///
/// # Errors
/// Somebody must be alone in it at this moment; a folder that cannot be written.
pub(crate) fn share(data: &Path) -> Result<Held, Failure> {
    hold(data, File::try_lock_shared, "its store is being replaced at this moment")
}

/// Alone.
///
/// # Errors
/// Somebody has it open; a folder that cannot be written.
pub(crate) fn alone(data: &Path) -> Result<Held, Failure> {
    hold(data, File::try_lock, "a server or another command has it open: stop it first")
}

fn hold(data: &Path, lock: fn(&File) -> Result<(), TryLockError>, taken: &str) -> Result<Held, Failure> {
    let path = data.join("lock");
    let failed = |error: io::Error| Failure(format!("{}: {error}", path.display()));
    DirBuilder::new().recursive(true).mode(0o700).create(data).map_err(failed)?;
    let file = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&path);
    let file = file.map_err(failed)?;
    match lock(&file) {
        Ok(()) => Ok(Held(file)),
        Err(TryLockError::WouldBlock) => Err(Failure(format!("{}: {taken}", data.display()))),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}
