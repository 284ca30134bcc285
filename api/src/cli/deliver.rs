//! `fieldpost deliver`: hands a mail from standard input over to the running server: for a mail server's pipe or a
//! `.forward` file.

use std::{
    io::{Read, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    process::ExitCode,
    time::Duration,
};

use clap::Args;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::SettingsArgs;
use crate::{config::Config, post::receive::LIMIT_BYTES};

/// "Keep it and try again later" (sysexits.h): every mail server understands it.
const TEMPFAIL: u8 = 75;

/// "This mail cannot be taken" (sysexits.h).
const DATAERR: u8 = 65;

/// How long the server may take.
const TIME: Duration = Duration::from_secs(60);

/// Hand a mail from standard input over to the running server
///
/// Exit status 0: it is done with. 75: the server cannot take it now, keep it. 65: it is too large.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fieldpost deliver < reply.eml
  fieldpost deliver --to \"$ORIGINAL_RECIPIENT\"          in a pipe of Postfix
  \"|/usr/local/bin/fieldpost deliver --config /etc/fieldpost.toml\"          in a .forward file")]
pub(crate) struct Deliver {
    /// Whom the mail was sent to, where its headers may not tell [ORIGINAL_RECIPIENT]
    #[arg(long, value_name = "ADDRESS")]
    to: Option<String>,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// Why a mail was not taken: what the mail server is to do, and a line for its log.
struct NotTaken(u8, String);

impl Deliver {
    pub(crate) fn run(self) -> ExitCode {
        match self.hand_over() {
            Ok(()) => ExitCode::SUCCESS,
            Err(NotTaken(status, line)) => {
                // Nobody is left to hear that even this failed.
                let _ = writeln!(std::io::stderr(), "fieldpost: {line}");
                ExitCode::from(status)
            }
        }
    }

    fn hand_over(self) -> Result<(), NotTaken> {
        let later = |why: String| NotTaken(TEMPFAIL, why);
        let config = self.settings.config().map_err(|bad| later(bad.0))?;
        let token = config.inbound.as_ref().and_then(|inbound| inbound.token.as_ref());
        let token = token.ok_or_else(|| later("FIELDPOST_INBOUND_TOKEN is missing".to_owned()))?;
        let mut raw = Vec::new();
        let limit = LIMIT_BYTES as u64 + 1;
        std::io::stdin().take(limit).read_to_end(&mut raw).map_err(|why| later(why.to_string()))?;
        if LIMIT_BYTES < raw.len() {
            return Err(NotTaken(DATAERR, format!("the mail is larger than {LIMIT_BYTES} bytes")));
        }
        let to = self.to.or_else(|| std::env::var("ORIGINAL_RECIPIENT").ok()).filter(|to| !to.is_empty());
        let query =
            to.map_or_else(String::new, |to| format!("?to={}", utf8_percent_encode(&to, NON_ALPHANUMERIC)));
        let url = format!("http://{}/v1/mail/inbound{query}", reached(&config));
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(TIME))
            .build()
            .into();
        let answer = agent
            .post(&url)
            .header("Authorization", format!("Bearer {}", token.reveal()))
            .content_type("message/rfc822")
            .send(&raw[..])
            .map_err(|why| later(format!("{}: {why}", config.bind)))?;
        match answer.status().as_u16() {
            200 => Ok(()),
            413 => Err(NotTaken(DATAERR, "the mail is too large".to_owned())),
            status => Err(later(format!("{}: the server answered {status}", config.bind))),
        }
    }
}

/// Where a server that listens on all addresses is reached from here.
fn reached(config: &Config) -> SocketAddr {
    let mut address = config.bind;
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        IpAddr::V4(_) | IpAddr::V6(_) => {}
    }
    address
}
