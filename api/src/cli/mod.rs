//! The command line: one file per verb. `fieldpost` alone serves.

mod admin;
mod backup;
mod check;
mod config;
mod deliver;
mod folder;
mod input;
mod log;
mod mail;
mod migrate;
mod progress;
mod replay;
mod restore;
mod serve;
mod settings;
mod simulate;
mod verify;

use std::{io::Write, path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};

#[cfg(test)]
pub(crate) use {check::all_games, restore::restore};

use folder::Held;
use settings::SettingsArgs;
use storage::sqlite::SqliteStorage;

use crate::config::Config;

/// Tabletop battles by post: verifiable dice, an append-only log, one binary.
#[derive(Debug, Parser)]
#[command(name = "fieldpost", version, after_help = EXAMPLES)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
struct Cli {
    #[command(subcommand)]
    verb: Option<Verb>,
    #[command(flatten)]
    settings: SettingsArgs,
}

const EXAMPLES: &str = "\
Examples:
  fieldpost                                  serve on http://127.0.0.1:8080, data in ./fieldpost-data
  fieldpost serve --help                     every setting
  FIELDPOST_BASE_URL=https://x.example fieldpost serve --bind 0.0.0.0:8080
  fieldpost config                           what is in force, secrets masked
  fieldpost verify bundle.json               prove every die of a battle
  fieldpost replay bundle.json               watch it again, move by move
  fieldpost simulate little_bighorn          let bots play
  fieldpost backup copy.sqlite               copy the store while it runs
  fieldpost restore copy.sqlite              put a copy in the store's place
  fieldpost mail test you@example.org        send one mail, and show what the mail server says
  fieldpost admin player token a@example.org a token for who has lost his
  fieldpost admin game abort 7k3m9q2x4c8n    end a game without a result
  fieldpost deliver < reply.eml              hand a player's answer over to the running server";

/// A verb: its arguments and what it does stand in a file of its name.
#[derive(Debug, Subcommand)]
enum Verb {
    Serve(serve::Serve),
    Config(config::ShowConfig),
    Verify(verify::Verify),
    Replay(replay::Replay),
    Simulate(simulate::Simulate),
    Check(check::Check),
    Backup(backup::Backup),
    Restore(restore::Restore),
    Migrate(migrate::Migrate),
    Deliver(deliver::Deliver),
    #[command(subcommand)]
    Mail(mail::MailVerb),
    #[command(subcommand)]
    Admin(admin::AdminVerb),
}

/// Why a verb did not do what it should: one line for people.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl<E: std::error::Error + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(crate::problem::Chain(&error).to_string())
    }
}

/// Runs the program.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let verb = cli.verb.unwrap_or(Verb::Serve(serve::Serve { settings: cli.settings }));
    let done = match verb {
        Verb::Serve(serve) => serve.run(),
        Verb::Config(config) => config.run(),
        Verb::Verify(verify) => verify.run(),
        Verb::Replay(replay) => replay.run(),
        Verb::Simulate(simulate) => simulate.run(),
        Verb::Check(check) => check.run(),
        Verb::Backup(backup) => backup.run(),
        Verb::Restore(restore) => restore.run(),
        Verb::Migrate(migrate) => migrate.run(),
        Verb::Mail(mail) => mail.run(),
        Verb::Admin(admin) => admin.run(),
        // Mail servers read more from its status than success.
        Verb::Deliver(deliver) => return deliver.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure(line)) => {
            // Nobody is left to hear that even this failed.
            let _ = writeln!(std::io::stderr(), "fieldpost: {line}");
            ExitCode::FAILURE
        }
    }
}

/// The store's file in a data folder.
pub(crate) const STORE: &str = "fieldpost.sqlite";

/// Where the store of a data folder lies that is there already: a mistyped folder is not made.
fn store_path(config: &Config) -> Result<PathBuf, Failure> {
    let path = config.data.join(STORE);
    match path.try_exists() {
        Ok(true) => Ok(path),
        Ok(false) => Err(Failure(format!("{}: there is no store here", path.display()))),
        Err(why) => Err(Failure(format!("{}: {why}", path.display()))),
    }
}

/// The store of a data folder that is there already, beside whoever has it open. One of an older schema is left as it is, for
/// the program that made it may be running.
fn existing_store(config: &Config) -> Result<(SqliteStorage, Held), Failure> {
    let path = store_path(config)?;
    let held = folder::share(&config.data)?;
    match SqliteStorage::schema(&path)? {
        (found, known) if found < known => Err(Failure(format!(
            "{}: its schema is {found}, this program's {known}: stop the server, then `fieldpost migrate`",
            path.display()
        ))),
        _ => Ok((SqliteStorage::open(path)?, held)),
    }
}

/// Writes a line to standard output. A closed pipe is the reader's choice, not an error.
pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed_and_knows_every_setting() {
        Cli::command().debug_assert();
        let mut command = Cli::command();
        let serve = command.find_subcommand_mut("serve").expect("the verb");
        let help = serve.render_long_help().to_string();
        for setting in crate::config::SETTINGS {
            let flag = format!("--{}", setting.name.replace('_', "-"));
            let variable = format!("FIELDPOST_{}", setting.name.to_ascii_uppercase());
            // What is not available yet has no flag.
            let later = setting.name == "database";
            assert!(later || help.contains(&flag), "{flag}");
            assert!(later || help.contains(&variable), "{variable}");
        }
    }
}
