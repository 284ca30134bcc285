//! How letters leave: what the worker asks of a way out, and which way is configured.

use std::{future::Future, pin::Pin, sync::Arc};

use lettre::message::Mailbox;

use super::{Files, Smtp};
use crate::config::{BadConfig, Config, Mail};

/// A letter on its way out.
#[derive(Clone, Copy, Debug)]
pub struct Parcel<'a> {
    /// Its number in the outbox.
    pub id: u64,
    /// What it is, e.g. `your_move`.
    pub kind: &'a str,
    /// When it was written, Unix seconds.
    pub queued: u64,
    /// The one address it goes to.
    pub to: &'a str,
    /// RFC 5322 bytes.
    pub bytes: &'a [u8],
}

/// Why a letter did not leave, in the other side's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// No letter can leave now: the server is not there, or does not know us.
    Down(String),
    /// This letter not now.
    Later(String),
    /// This letter never.
    Refused(String),
    /// Nor any other to this address.
    NoSuchAddress(String),
}

/// A letter being sent: what the other side said when it took it on.
pub type Sending<'a> = Pin<Box<dyn Future<Output = Result<String, Failure>> + Send + 'a>>;

/// A way out.
pub trait Transport: Send + Sync {
    /// Sends a letter. `Ok` means that the other side has taken it on.
    fn send<'a>(&'a self, parcel: Parcel<'a>) -> Sending<'a>;
}

/// The way out that is configured.
///
/// # Errors
/// One line that names the setting.
pub fn transport(config: &Config) -> Result<Arc<dyn Transport>, BadConfig> {
    match &config.mail {
        Mail::Files { .. } => Ok(Arc::new(Files::new(&config.data))),
        Mail::Smtp { url, from, .. } => {
            let bad = |setting: &str, why: &str| BadConfig(format!("FIELDPOST_{setting}: {why}"));
            let from: Mailbox =
                from.parse().map_err(|_| bad("MAIL_FROM", "is not like Fieldpost <post@x.example>"))?;
            let smtp = Smtp::new(url, from.email, config.base_url.host());
            Ok(Arc::new(smtp.map_err(|why| bad("SMTP", &why))?))
        }
    }
}
