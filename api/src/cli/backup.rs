//! `fieldpost backup`: a copy of the store while it runs.

use std::path::PathBuf;

use clap::Args;
use storage::Storage;

use super::{Failure, SettingsArgs, progress, say};

/// Copy the store into a new file, while the server runs
#[derive(Debug, Args)]
#[command(after_help = "The keys are not in it: copy the folder keys/ apart, once.

Examples:
  fieldpost backup /backups/fieldpost-2027-01-15.sqlite
  fieldpost backup --data /var/lib/fieldpost copy.sqlite")]
pub(crate) struct Backup {
    /// The new file; it must not exist.
    file: PathBuf,
    #[command(flatten)]
    settings: SettingsArgs,
}

impl Backup {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let config = self.settings.config()?;
        let (store, _held) = super::existing_store(&config)?;
        let bar = progress::bar(0, "pages");
        let copied = store.backup(&self.file, &mut |done, all| {
            bar.set_length(all);
            bar.set_position(done);
        });
        bar.finish_and_clear();
        store.close();
        copied?;
        say(&format!(
            "{}: copied and checked; the folder {} is not in it",
            self.file.display(),
            config.data.join("keys").display()
        ));
        Ok(())
    }
}
