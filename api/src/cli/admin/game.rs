//! `fieldpost admin game`: all games, whoever may see them.

use std::{fs::OpenOptions, io::Write, os::unix::fs::OpenOptionsExt, path::PathBuf};

use clap::{Args, Subcommand};
use domain::{ids::GameId, table::AbortReason};
use serde_json::json;
use storage::{GameRow, GameState};

use super::{
    super::{input, say},
    Failure, SettingsArgs, inside, player,
};
use crate::{
    app::App,
    service::{fields::rfc3339, read::import::Imported},
};

/// Games read at a time.
const PAGE: usize = 1_000;

/// Look after games
#[derive(Debug, Subcommand)]
pub(crate) enum GameVerb {
    List(List),
    Export(Export),
    Import(Import),
    Abort(Abort),
}

/// List all games, private ones too, oldest first
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fieldpost admin game list
  fieldpost admin game list --state active --json | jq -r .id")]
pub(crate) struct List {
    /// Only those that are open, active, finished or aborted.
    #[arg(long, value_name = "STATE", value_parser = state)]
    state: Option<GameState>,
    /// One JSON object a line.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// Write a game's audit bundle: its whole log and the newest signed head
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fieldpost admin game export 7k3m9q2x4c8n game.json
  fieldpost admin game export 7k3m9q2x4c8n | fieldpost verify -")]
pub(crate) struct Export {
    /// Its id.
    #[arg(value_name = "GAME", value_parser = id)]
    game: GameId,
    /// The new file, which must not exist; standard output if none is named.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// Take in a bundle from elsewhere, to be watched and audited
///
/// It is verified first, the protocol and then the rules.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fieldpost admin game import bundle.json --host alice@example.org")]
pub(crate) struct Import {
    /// The bundle; `-` reads standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Whose it shall be: a player's id, or an address that has been proved.
    #[arg(long, value_name = "PLAYER")]
    host: String,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// End a game without a result; its players get a mail
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fieldpost admin game abort 7k3m9q2x4c8n")]
pub(crate) struct Abort {
    /// Its id.
    #[arg(value_name = "GAME", value_parser = id)]
    game: GameId,
    #[command(flatten)]
    settings: SettingsArgs,
}

fn id(text: &str) -> Result<GameId, String> {
    GameId::new(text).map_err(|why| why.to_string())
}

fn state(text: &str) -> Result<GameState, String> {
    GameState::parse(text).ok_or_else(|| "open, active, finished or aborted".to_owned())
}

impl GameVerb {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            GameVerb::List(list) => list.run(),
            GameVerb::Export(export) => export.run(),
            GameVerb::Import(import) => import.run(),
            GameVerb::Abort(abort) => abort.run(),
        }
    }
}

impl List {
    fn run(self) -> Result<(), Failure> {
        inside(self.settings, |app| {
            let mut last: Option<GameId> = None;
            loop {
                let page = app.store.game_ids(last.as_ref(), PAGE)?;
                for id in &page {
                    let row = app.store.game(id)?;
                    if self.state.is_none_or(|state| state == row.state) {
                        say(&if self.json { as_json(&row) } else { as_text(&row) });
                    }
                }
                match page.last() {
                    Some(id) => last = Some(id.clone()),
                    None => return Ok(()),
                }
            }
        })
    }
}

fn as_json(row: &GameRow) -> String {
    let told = json!({
        "id": row.id, "title": row.title, "ruleset": row.ruleset, "scenario": row.scenario,
        "visibility": row.visibility.as_str(), "state": row.state.as_str(), "round": row.round, "phase": row.phase,
        "version": row.version, "imported": row.imported, "created": rfc3339(row.created), "active": rfc3339(row.active),
    });
    told.to_string()
}

fn as_text(row: &GameRow) -> String {
    format!(
        "{}  {}  {}, {} lines, last active {}  {}/{}  {}",
        row.id,
        row.state.as_str(),
        row.visibility.as_str(),
        row.version,
        rfc3339(row.active),
        row.ruleset,
        row.scenario,
        row.title,
    )
}

impl Export {
    fn run(self) -> Result<(), Failure> {
        let text = inside(self.settings, |app| {
            app.whole_bundle(&self.game).map_err(|why| no_such_game(&self.game, why))
        })?;
        let Some(path) = &self.file else {
            say(&text);
            return Ok(());
        };
        let named = |why: std::io::Error| Failure(format!("{}: {why}", path.display()));
        let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
        file.and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
            .map_err(named)
    }
}

impl Import {
    fn run(self) -> Result<(), Failure> {
        let bytes = input::read(&self.file)?;
        inside(self.settings, |app| {
            let host = player::find(app, &self.host)?;
            match app.import(&host, &bytes, &|_| Ok(None))? {
                Imported::New => say("taken in"),
                Imported::Known(_) => say("it was here already"),
            }
            Ok(())
        })
    }
}

impl Abort {
    fn run(self) -> Result<(), Failure> {
        let has_ended = inside(self.settings, |app| abort(app, &self.game))?;
        say(if has_ended { "aborted" } else { "it was over already" });
        Ok(())
    }
}

/// Whether the game has ended by it.
fn abort(app: &App, game: &GameId) -> Result<bool, Failure> {
    let version = |app: &App| {
        let opened = app.look(game).map_err(|why| no_such_game(game, why))?;
        Ok::<_, Failure>(opened.chronicle.ledger().version())
    };
    let before = version(app)?;
    app.abort(game, AbortReason::Operator)?;
    Ok(before < version(app)?)
}

fn no_such_game(game: &GameId, why: crate::problem::Problem) -> Failure {
    if why.status() == 404 { Failure(format!("{game}: there is no such game")) } else { why.into() }
}
