//! `fieldpost serve`: opens the data folder and serves until it is told to end.

use std::{fs, io, os::unix::fs::DirBuilderExt, sync::Arc};

use clap::Args;
use storage::{Storage, sqlite::SqliteStorage};

use super::{Failure, STORE, SettingsArgs, folder, log, say};
use crate::{
    app::{App, SystemClock},
    config::Config,
    keys::Keys,
    layers::frame,
    problem::Chain,
    server,
    service::housekeeping,
};

/// Serve HTTP (the same as no verb at all)
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fieldpost serve
  fieldpost serve --bind 0.0.0.0:8080 --base-url https://fieldpost.example.org
  FIELDPOST_SMTP_FILE=/run/secrets/smtp FIELDPOST_MAIL_FROM='Fieldpost <post@x.example>' \\
    FIELDPOST_BASE_URL=https://x.example fieldpost serve --trusted-proxies 127.0.0.1")]
pub(crate) struct Serve {
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
}

impl Serve {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let config = self.settings.config()?;
        log::start(&config);
        frame::log_panics();
        let _held = folder::share(&config.data)?;
        let mut app = open(config)?;
        let now = app.now();
        let start = app.keys.count_start(&*app.store, now);
        let start = start.map_err(|error| Failure(Chain(&*error).to_string()))?;
        app.restored_at = start.restored_at;
        app.outage = housekeeping::outage(&*app.store, now)?;
        if start.is_older {
            tracing::warn!(
                "the database is not the newest this folder ran, or a copy: games will open new epochs"
            );
            // What is written from here on is of a later second than what the copy holds.
            std::thread::sleep(std::time::Duration::from_secs(1));
        }
        let app = Arc::new(app);
        actix_web::rt::System::new().block_on(server::run(app, greet))?;
        Ok(())
    }
}

/// One friendly line, on standard output: all else goes to standard error.
fn greet(app: &App) {
    let (url, data) = (app.config.base_url.as_str(), app.config.data.display());
    say(&format!("Fieldpost is open: {url} (API at {url}/docs, data in {data}, Ctrl-C ends)"));
}

/// Opens the data folder: keys and store. Also for verbs that work beside a running server, which are no starts of it.
pub(crate) fn open(config: Config) -> Result<App, Failure> {
    let data = &config.data;
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", data.display()));
    fs::DirBuilder::new().recursive(true).mode(0o700).create(data).map_err(named)?;
    let keys = Keys::open(data)?;
    let store: Arc<dyn Storage> = Arc::new(SqliteStorage::open(data.join(STORE))?);
    Ok(App::new(config, store, keys, Arc::new(SystemClock)))
}
