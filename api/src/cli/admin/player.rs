//! `fieldpost admin player`: accounts that their owners cannot make or open by themselves.

use clap::{Args, Subcommand};
use openapi::players::NewPlayer;
use serde_json::json;
use storage::PlayerId;

use super::{super::say, Failure, SettingsArgs, inside};
use crate::{
    app::App,
    service::{accounts, tokens},
};

/// Look after players
#[derive(Debug, Subcommand)]
pub(crate) enum PlayerVerb {
    Add(Add),
    Token(Token),
    Ban(Ban),
}

/// Make an account, also where nobody can make one by himself
///
/// Prints its id and a token. The address gets a mail to prove it, as at any sign-up.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fieldpost admin player add Alice alice@example.org
  fieldpost admin player add Alice alice@example.org --zone Europe/Berlin --json | jq -r .token")]
pub(crate) struct Add {
    /// The name others see.
    #[arg(value_name = "NAME")]
    name: String,
    /// Where the post goes.
    #[arg(value_name = "ADDRESS")]
    email: String,
    /// The time zone in which deadlines are told.
    #[arg(long, value_name = "ZONE")]
    zone: Option<String>,
    /// As one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// Make a token for somebody who has lost his and gets no mail
///
/// His other tokens stay in force. Prints the token, this once.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fieldpost admin player token alice@example.org
  fieldpost admin player token p_7k3m9q2x4c8n1r5t --name 'by telephone'")]
pub(crate) struct Token {
    /// Whose: an id, or an address that has been proved.
    #[arg(value_name = "PLAYER")]
    player: String,
    /// What its owner will see it called.
    #[arg(long, value_name = "NAME", default_value = "from the operator")]
    name: String,
    /// As one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// Shut somebody out, or let him in again
///
/// His tokens, cookies, streams, webhooks and mails open nothing from now on, and he gets no mail. His seats stay his: their
/// clocks run, and whoever made a game can give them to somebody else.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fieldpost admin player ban mallory@example.org
  fieldpost admin player ban p_7k3m9q2x4c8n1r5t --lift")]
pub(crate) struct Ban {
    /// Whom: an id, or an address that has been proved.
    #[arg(value_name = "PLAYER")]
    player: String,
    /// Let him in again.
    #[arg(long)]
    lift: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

impl PlayerVerb {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            PlayerVerb::Add(add) => add.run(),
            PlayerVerb::Token(token) => token.run(),
            PlayerVerb::Ban(ban) => ban.run(),
        }
    }
}

impl Add {
    fn run(self) -> Result<(), Failure> {
        let new = NewPlayer { name: self.name, email: self.email, zone: self.zone, invite: None };
        let made = inside(self.settings, |app| Ok(accounts::add(app, &new)?))?;
        if self.json {
            say(&json!({ "player": made.player.id, "token": made.token }).to_string());
        } else {
            say(&format!("{}: {}\ntoken: {}", made.player.id, made.player.name, made.token));
        }
        Ok(())
    }
}

impl Token {
    fn run(self) -> Result<(), Failure> {
        let (player, token) = inside(self.settings, |app| {
            let player = find(app, &self.player)?;
            let token = tokens::from_operator(app, &player, &self.name)?;
            Ok((player, token))
        })?;
        if self.json {
            say(&json!({ "player": player.0, "token": *token }).to_string());
        } else {
            say(&token);
        }
        Ok(())
    }
}

impl Ban {
    fn run(self) -> Result<(), Failure> {
        inside(self.settings, |app| {
            let player = find(app, &self.player)?;
            app.store.ban_player(&player, (!self.lift).then(|| app.now()))?;
            say(&format!("{player}: {}", if self.lift { "let in again" } else { "banned" }));
            Ok(())
        })
    }
}

/// A player by his id, or by the address he has proved.
///
/// # Errors
/// There is none, or none any more.
pub(super) fn find(app: &App, named: &str) -> Result<PlayerId, Failure> {
    let row = match named.contains('@') {
        true => app.store.player_by_email(named)?,
        false => match app.store.player(&PlayerId(named.to_owned())) {
            Ok(row) => Some(row),
            Err(storage::Error::NotFound) => None,
            Err(error) => return Err(error.into()),
        },
    };
    match row.filter(|row| row.erased.is_none()) {
        Some(row) => Ok(row.id),
        None => Err(Failure(format!("{named}: there is no such player"))),
    }
}
