//! `fieldpost restore`: puts a copy of the store in the place of the one that is there, after the copy was proved.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use clap::Args;
use storage::{Storage, sqlite::SqliteStorage};

use super::{Failure, SettingsArgs, check, folder, say};
use crate::{keys, problem::Chain};

/// Put a copy in the place of the store (the server must not be running)
#[derive(Debug, Args)]
#[command(
    after_help = "The copy is read whole and every game in it checked first; until then, and if anything is wrong, nothing is
changed. Of the store that was there nothing is left: make a copy of it before, if you may want it.
Every running game opens a new epoch before its next die.

Examples:
  fieldpost restore /backups/fieldpost-2027-01-15.sqlite
  fieldpost restore --data /var/lib/fieldpost copy.sqlite"
)]
pub(crate) struct Restore {
    /// What `fieldpost backup` made, or the store's file of a server that was stopped.
    file: PathBuf,
    /// Although games have faults: those stay closed, all others are played on.
    #[arg(long)]
    with_faults: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

impl Restore {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let Restore { file, with_faults, settings } = self;
        let config = settings.config()?;
        let _alone = folder::alone(&config.data)?;
        let games = restore(&config.data, &file, with_faults)?;
        let store = config.data.join(super::STORE);
        say(&format!("{}: restored from {}, {games} games", store.display(), file.display()));
        if !config.data.join("keys").join("signing.key").exists() {
            say(
                "There is no signing key: put your copy of keys/ here before the start, or no game's heads go on.",
            );
        }
        Ok(())
    }
}

/// Puts a copy in the place of the store of a folder that nobody has open; gives the number of its games.
///
/// # Errors
/// A copy that is none, or has faults: then nothing was changed. A folder that cannot be written.
pub(crate) fn restore(data: &Path, file: &Path, with_faults: bool) -> Result<usize, Failure> {
    let store = data.join(super::STORE);
    let part = data.join(format!("{}.restoring", super::STORE));
    clear(&part)?;
    let proved = prove(file, &part, with_faults);
    if proved.is_err() {
        // What is left of it would only be in the way.
        let _ = clear(&part);
    }
    let games = proved.map_err(|Failure(why)| {
        Failure(format!("{}: not restored, nothing was changed: {why}", file.display()))
    })?;
    // Whatever is found here from now on, if we are interrupted, is older than what was here.
    keys::outdate(data)?;
    SqliteStorage::replace(&store, &part)?;
    clear(&part)?;
    Ok(games)
}

/// Makes a store of its own of the copy, with the present schema, and checks it; gives the number of its games.
fn prove(file: &Path, part: &Path, with_faults: bool) -> Result<usize, Failure> {
    SqliteStorage::adopt(file, part)?;
    let store = SqliteStorage::open(part)?;
    let report = check::all_games(&store);
    store.close();
    let report = report?;
    if report.faults.is_empty() || with_faults {
        return Ok(report.games);
    }
    let (game, fault) = &report.faults[0];
    let n_faults = report.faults.len();
    Err(Failure(format!("{n_faults} games have faults ({game}: {fault}); --with-faults restores all others")))
}

/// Removes what an interrupted restoring left: the part and what SQLite keeps beside it.
fn clear(part: &Path) -> Result<(), Failure> {
    let (Some(folder), Some(name)) = (part.parent(), part.file_name()) else { return Ok(()) };
    let failed = |error: io::Error| Failure(format!("{}: {}", folder.display(), Chain(&error)));
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.file_name().as_encoded_bytes().starts_with(name.as_encoded_bytes()) {
            fs::remove_file(entry.path()).map_err(failed)?;
        }
    }
    Ok(())
}
