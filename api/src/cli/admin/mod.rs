//! `fieldpost admin`: what an operator does to players and games. The server may be running: it notices.

mod game;
mod player;

use std::sync::Arc;

use clap::Subcommand;

use super::{Failure, SettingsArgs, existing_store, folder::Held};
use crate::{
    app::{App, SystemClock},
    keys::Keys,
};

/// Look after players and games, beside a running server
///
/// Give the settings that the server has, its base URL above all: letters name it.
#[derive(Debug, Subcommand)]
pub(crate) enum AdminVerb {
    #[command(subcommand)]
    Player(player::PlayerVerb),
    #[command(subcommand)]
    Game(game::GameVerb),
}

impl AdminVerb {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            AdminVerb::Player(verb) => verb.run(),
            AdminVerb::Game(verb) => verb.run(),
        }
    }
}

/// The service on a data folder that is there already, without its doors; `work` is done in it.
fn inside<T>(
    settings: SettingsArgs,
    work: impl FnOnce(&Arc<App>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let config = settings.config()?;
    let (store, held): (_, Held) = existing_store(&config)?;
    let keys = Keys::open(&config.data)?;
    let app = Arc::new(App::new(config, Arc::new(store), keys, Arc::new(SystemClock)));
    let done = work(&app);
    app.store.close();
    drop(held);
    done
}
