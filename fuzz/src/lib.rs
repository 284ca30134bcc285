//! Fuzzing: everything that reads what strangers send is given bytes that nobody meant well.
//!
//! A target is a plain function of bytes that panics when something does not hold: so the same targets run in the normal
//! suite (briefly, the same inputs each time) and by hand for as long as one likes
//! (`cargo run --profile fuzz -p fuzz -- TARGET MINUTES`). Inputs that once broke something lie in `found/TARGET` and are
//! tried first.

mod driver;
pub mod mutate;
mod rng;
pub mod targets;

pub use driver::{Run, run};
pub use targets::{TARGETS, Target};

use std::{fs, io, path::PathBuf};

/// Where the inputs lie that once broke this target.
pub fn folder_of(target: &Target) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("found").join(target.name)
}

/// The inputs that once broke this target.
///
/// # Errors
/// A folder or file that cannot be read; no folder is no inputs.
pub fn found(target: &Target) -> io::Result<Vec<Vec<u8>>> {
    let entries = match fs::read_dir(folder_of(target)) {
        Ok(entries) => entries.collect::<io::Result<Vec<_>>>()?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error),
    };
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().map(fs::read).collect()
}
