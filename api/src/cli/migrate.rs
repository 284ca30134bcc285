//! `fieldpost migrate`: brings the store's schema up to this program's, before the server is started.

use clap::Args;
use storage::{Storage, sqlite::SqliteStorage};

use super::{Failure, SettingsArgs, folder, say};

/// Bring the store's schema up to this program's (the server does it too, when it starts)
#[derive(Debug, Args)]
#[command(
    after_help = "An older store is copied first, beside it, and the copy proved. The server must not be running.

Examples:
  fieldpost migrate
  fieldpost migrate --data /var/lib/fieldpost"
)]
pub(crate) struct Migrate {
    #[command(flatten)]
    settings: SettingsArgs,
}

impl Migrate {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let config = self.settings.config()?;
        let path = super::store_path(&config)?;
        let _alone = folder::alone(&config.data)?;
        let (found, known) = SqliteStorage::schema(&path)?;
        SqliteStorage::open(&path)?.close();
        let path = path.display();
        if found == known {
            say(&format!("{path}: its schema is {known}, as it should be"));
        } else {
            say(&format!(
                "{path}: its schema was {found} and is {known}; {path}.schema-{found}.bak is as it was"
            ));
        }
        Ok(())
    }
}
