//! `fieldpost mail test`: one mail by the configured way, and what the mail server says to it.

use clap::{Args, Subcommand};
use serde_json::json;

use super::{Failure as Line, SettingsArgs, say};
use crate::{
    app::{Clock, SystemClock},
    post::{
        deliver::{self, Failure, Parcel},
        test_mail,
    },
    service::fields,
};

/// Look after the mail
#[derive(Debug, Subcommand)]
pub(crate) enum MailVerb {
    Test(MailTest),
}

/// Send one mail by the configured way, and show what the mail server says
///
/// The server need not be running, and the store is not touched. Exit status 0: the mail server has taken the mail. 1: it has
/// not, or it could not be asked.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fieldpost mail test you@example.org
  fieldpost mail test you@example.org --json
  FIELDPOST_SMTP_FILE=/run/secrets/smtp fieldpost mail test you@example.org --config /etc/fieldpost.toml")]
pub(crate) struct MailTest {
    /// Whom to write to.
    #[arg(value_name = "ADDRESS")]
    address: String,
    /// As one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

impl MailVerb {
    pub(crate) fn run(self) -> Result<(), Line> {
        match self {
            MailVerb::Test(test) => test.run(),
        }
    }
}

impl MailTest {
    fn run(self) -> Result<(), Line> {
        let config = self.settings.config()?;
        let to = fields::email(&self.address, "/email")
            .map_err(|_| Line(format!("{}: this is no address", self.address)))?;
        let now = SystemClock.now();
        let bytes = test_mail::write(&config, &to, now)?;
        let transport = deliver::transport(&config)?;
        let parcel = Parcel { id: 0, kind: "test", queued: now, to: &to, bytes: &bytes };
        let sent = actix_web::rt::System::new().block_on(transport.send(parcel));
        let (word, said) = match &sent {
            Ok(said) => ("sent", said),
            Err(Failure::Down(said)) => ("unreachable", said),
            Err(Failure::Later(said)) => ("deferred", said),
            Err(Failure::Refused(said)) => ("refused", said),
            Err(Failure::NoSuchAddress(said)) => ("no_such_address", said),
        };
        if self.json {
            let told = json!({
                "ok": sent.is_ok(), "outcome": word, "said": said, "to": to, "by": config.mail.as_str(),
            });
            say(&told.to_string());
        }
        match (&sent, self.json) {
            (Ok(_), true) => Ok(()),
            (Ok(said), false) => {
                say(&format!("sent to {to}: {said}"));
                Ok(())
            }
            (Err(_), _) => Err(Line(format!("not sent to {to} ({}): {said}", word.replace('_', " ")))),
        }
    }
}
