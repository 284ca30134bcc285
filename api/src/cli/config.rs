//! `fieldpost config`: what is in force, secrets masked.

use clap::Args;

use super::{Failure, SettingsArgs, say};
use crate::config::Config;

/// Show what is in force, secrets masked, and whether it is right
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  fieldpost config\n  FIELDPOST_RATE_LIMIT=off fieldpost config --json")]
pub(crate) struct ShowConfig {
    #[command(flatten)]
    settings: SettingsArgs,
    /// As one JSON object.
    #[arg(long)]
    json: bool,
}

impl ShowConfig {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let settings = self.settings.read()?;
        let shown = settings.shown();
        if self.json {
            let object: serde_json::Map<String, serde_json::Value> =
                shown.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
            say(&serde_json::to_string_pretty(&object)?);
        } else {
            for (name, value) in shown {
                say(format!("FIELDPOST_{:<16} {value}", name.to_ascii_uppercase()).trim_end());
            }
        }
        Config::new(&settings)?;
        Ok(())
    }
}
