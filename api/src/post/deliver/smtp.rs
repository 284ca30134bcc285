//! Mail by SMTP: connections that are kept and tested before they are used again, TLS unless the server is this
//! machine.
//!
//! Commands are sent one by one rather than through `lettre`'s transport, because only the command that was refused
//! tells whose fault it is: a login or a sender is ours, a recipient is the player's.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr},
    time::Duration,
};

use lettre::{
    Address,
    transport::smtp::{
        Error, SMTP_PORT, SUBMISSION_PORT, SUBMISSIONS_PORT,
        authentication::{Credentials, DEFAULT_MECHANISMS},
        client::{AsyncSmtpConnection, TlsParameters},
        commands::{Data, Mail, Rcpt},
        extension::{ClientId, Extension, MailBodyParameter, MailParameter},
    },
};
use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};

use super::{Failure, Parcel, Sending, Transport};
use crate::config::Secret;

/// From nothing to a connection that takes mail.
const CONNECT_TIME: Duration = Duration::from_secs(20);

/// One letter, from `MAIL` to the answer to its end. Servers may look for spam meanwhile.
const SEND_TIME: Duration = Duration::from_secs(90);

/// Whether a kept connection still lives.
const TEST_TIME: Duration = Duration::from_secs(5);

/// How long an idle connection is kept: less than servers' patience.
const KEPT: Duration = Duration::from_secs(45);

/// How much of what a server says is kept.
const SAID_CHARACTERS: usize = 300;

/// A mail server.
pub struct Smtp {
    host: String,
    port: u16,
    security: Security,
    credentials: Option<Credentials>,
    hello: ClientId,
    from: Address,
    idle: Mutex<Vec<(AsyncSmtpConnection, Instant)>>,
}

/// How the way to the server is kept from others' eyes.
enum Security {
    /// Not at all: the server is this machine.
    Plain,
    /// TLS after `STARTTLS`, or nothing is sent.
    StartTls(TlsParameters),
    /// TLS from the first byte.
    Tls(TlsParameters),
}

impl fmt::Debug for Smtp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Smtp({}:{})", self.host, self.port)
    }
}

impl Smtp {
    /// The server of a URL like `smtps://user:password@host`.
    ///
    /// # Errors
    /// What is wrong with it, without its password.
    pub fn new(url: &Secret, from: Address, own_host: &str) -> Result<Self, String> {
        let bad = || "is not like smtps://user:password@host".to_owned();
        let url = url::Url::parse(url.reveal()).map_err(|_| bad())?;
        let host = url.host_str().unwrap_or("").trim_start_matches('[').trim_end_matches(']').to_owned();
        if host.is_empty() {
            return Err(bad());
        }
        let is_here =
            host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        let wants_tls = match url.query() {
            None => false,
            Some("tls=required") => true,
            Some(_) => {
                return Err("has a query: only ?tls=required is known, and away from this machine it is so"
                    .to_owned());
            }
        };
        let tls = || {
            TlsParameters::new(host.clone())
                .map_err(|_| "names no host that a certificate can have".to_owned())
        };
        let (security, port) = match url.scheme() {
            "smtps" => (Security::Tls(tls()?), SUBMISSIONS_PORT),
            "smtp" if is_here && !wants_tls => (Security::Plain, SMTP_PORT),
            "smtp" => (Security::StartTls(tls()?), SUBMISSION_PORT),
            _ => return Err(bad()),
        };
        let decoded = |text: &str| match percent_encoding::percent_decode_str(text).decode_utf8() {
            Ok(text) => Ok(text.into_owned()),
            Err(_) => Err("has a user or password that is not UTF-8".to_owned()),
        };
        let credentials = match url.password() {
            None if url.username().is_empty() => None,
            None => return Err("has a user and no password".to_owned()),
            Some(password) => Some(Credentials::new(decoded(url.username())?, decoded(password)?)),
        };
        let port = url.port().unwrap_or(port);
        Ok(Smtp { host, port, security, credentials, hello: hello(own_host), from, idle: Mutex::default() })
    }

    /// A connection that lives: a kept one, or a new one.
    async fn connection(&self) -> Result<AsyncSmtpConnection, Failure> {
        loop {
            let kept = self.idle.lock().await.pop();
            let Some((mut connection, since)) = kept else { break };
            let is_fresh = since.elapsed() < KEPT;
            if is_fresh && timeout(TEST_TIME, connection.test_connected()).await == Ok(true) {
                return Ok(connection);
            }
            end(connection).await;
        }
        match timeout(CONNECT_TIME, self.connect()).await {
            Ok(Ok(connection)) => Ok(connection),
            Ok(Err(error)) => Err(Failure::Down(said(&error))),
            Err(_) => Err(Failure::Down("no connection in time".to_owned())),
        }
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let tls = match &self.security {
            Security::Tls(tls) => Some(tls.clone()),
            Security::Plain | Security::StartTls(_) => None,
        };
        let server = (self.host.as_str(), self.port);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(server, Some(CONNECT_TIME), &self.hello, tls, None).await?;
        if let Security::StartTls(tls) = &self.security {
            connection.starttls(tls.clone(), &self.hello).await?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }

    async fn deliver(&self, parcel: Parcel<'_>) -> Result<String, Failure> {
        let Ok(to) = parcel.to.parse::<Address>() else {
            return Err(Failure::NoSuchAddress("this is no address".to_owned()));
        };
        let mut connection = self.connection().await?;
        let sent = timeout(SEND_TIME, self.say(&mut connection, to, parcel.bytes)).await;
        match sent {
            Ok(Ok(said)) => {
                self.idle.lock().await.push((connection, Instant::now()));
                Ok(said)
            }
            Ok(Err(failure)) => {
                end(connection).await;
                Err(failure)
            }
            Err(_) => Err(Failure::Later("no answer in time".to_owned())),
        }
    }

    async fn say(
        &self,
        connection: &mut AsyncSmtpConnection,
        to: Address,
        bytes: &[u8],
    ) -> Result<String, Failure> {
        let mut parameters = Vec::new();
        let to_text: &str = to.as_ref();
        if !to_text.is_ascii() {
            if !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
                return Err(Failure::Refused(
                    "our mail server takes no address with such letters".to_owned(),
                ));
            }
            parameters.push(MailParameter::SmtpUtfEight);
        }
        if !bytes.is_ascii() {
            parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        let from = Mail::new(Some(self.from.clone()), parameters);
        connection.command(from).await.map_err(|error| judge(Stage::Sender, &error))?;
        connection
            .command(Rcpt::new(to, Vec::new()))
            .await
            .map_err(|error| judge(Stage::Recipient, &error))?;
        connection.command(Data).await.map_err(|error| judge(Stage::Sender, &error))?;
        let taken = connection.message(bytes).await.map_err(|error| judge(Stage::Message, &error))?;
        Ok(one_line(&format!("{} {}", taken.code(), taken.message().collect::<Vec<_>>().join(" "))))
    }
}

impl Transport for Smtp {
    fn send<'a>(&'a self, parcel: Parcel<'a>) -> Sending<'a> {
        Box::pin(self.deliver(parcel))
    }
}

/// What a server was told when it said no.
#[derive(Clone, Copy)]
enum Stage {
    /// Who we are, or that a letter comes.
    Sender,
    /// Whom it is for.
    Recipient,
    /// The letter.
    Message,
}

/// Whose fault a refusal is. The enhanced code behind the three digits (RFC 3463) tells an unknown or closed mailbox
/// (`5.1.x`, `5.2.x`) from a policy (`5.7.x`); where there is none, a refused recipient is an unknown one.
fn judge(stage: Stage, error: &Error) -> Failure {
    let said = said(error);
    if !error.is_permanent() {
        return Failure::Later(said);
    }
    let is_mailbox = said.contains(" 5.1.") || said.contains(" 5.2.");
    let is_other = [" 5.3.", " 5.4.", " 5.5.", " 5.6.", " 5.7."].iter().any(|code| said.contains(code));
    match stage {
        // Ours to mend: the letter waits for it.
        Stage::Sender => Failure::Later(said),
        Stage::Recipient if is_mailbox || !is_other => Failure::NoSuchAddress(said),
        Stage::Message if is_mailbox => Failure::NoSuchAddress(said),
        Stage::Recipient | Stage::Message => Failure::Refused(said),
    }
}

/// What the other side said, on one line, not for ever.
fn said(error: &Error) -> String {
    one_line(&error.to_string())
}

fn one_line(text: &str) -> String {
    domain::picture::clean(text).chars().take(SAID_CHARACTERS).collect()
}

/// Says goodbye, without waiting for long.
async fn end(mut connection: AsyncSmtpConnection) {
    // Whether the other side hears it does not matter.
    let _ = timeout(Duration::from_secs(2), connection.abort()).await;
}

/// The name we greet with.
fn hello(own_host: &str) -> ClientId {
    match own_host.parse::<IpAddr>() {
        Ok(IpAddr::V4(address)) => ClientId::Ipv4(address),
        Ok(IpAddr::V6(address)) => ClientId::Ipv6(address),
        Err(_) if own_host.is_empty() => ClientId::Ipv4(Ipv4Addr::LOCALHOST),
        Err(_) => ClientId::Domain(own_host.to_owned()),
    }
}
