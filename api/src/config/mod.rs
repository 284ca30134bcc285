//! The configuration: read once at the start, from flags, `FIELDPOST_*` variables, `fieldpost.toml` and defaults, in that
//! order of precedence. Whatever is wrong is one line that names the setting.

mod read;
mod values;

use std::{fmt, net::SocketAddr, path::PathBuf};

pub use read::{SETTINGS, Setting, Settings, Sources};
pub use values::{BaseUrl, Net, Rate, Secret};

/// What is in force.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the server listens.
    pub bind: SocketAddr,
    /// The data folder: database, `keys/`, mail files.
    pub data: PathBuf,
    /// Where the service is reached: the root of every link.
    pub base_url: BaseUrl,
    /// How mail leaves.
    pub mail: Mail,
    /// Whose forwarding headers are believed.
    pub trusted_proxies: Vec<Net>,
    /// Who may make an account.
    pub registration: Registration,
    /// Requests per token, or per address of those who are not signed in; `None`: unlimited.
    pub rate_limit: Option<Rate>,
    /// What is logged, in the words of `tracing`: `info`, `api=debug,warn`.
    pub log: String,
    /// How it is logged.
    pub log_format: LogFormat,
}

/// How mail leaves.
#[derive(Clone, Debug)]
pub enum Mail {
    /// As files in the data folder: a newcomer sees the whole post without a mail server.
    Files {
        /// The sender in them.
        from: String,
    },
    /// Through a mail server.
    Smtp {
        /// `smtps://user:pass@host`.
        url: Secret,
        /// The sender.
        from: String,
        /// The pattern of reply addresses (`reply+{token}@…`), if replies come in.
        reply_to: Option<String>,
    },
}

/// Who may make an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registration {
    /// Anybody.
    Open,
    /// Whoever holds an invitation to a seat.
    Invite,
    /// Nobody.
    Closed,
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

impl Registration {
    /// The word in settings and answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Registration::Open => "open",
            Registration::Invite => "invite",
            Registration::Closed => "closed",
        }
    }
}

impl Mail {
    /// The word in answers.
    pub fn as_str(&self) -> &'static str {
        match self {
            Mail::Files { .. } => "files",
            Mail::Smtp { .. } => "smtp",
        }
    }
}

impl Config {
    /// What these settings say.
    ///
    /// # Errors
    /// One line that names what is wrong.
    pub fn new(settings: &Settings) -> Result<Self, BadConfig> {
        for later in ["database", "lmtp", "inbound_token"] {
            if let Some(given) = settings.get(later) {
                return Err(given.bad("is not available in this version: leave it out"));
            }
        }
        let bind = settings.parse("bind", values::bind)?;
        let mail = mail(settings)?;
        let base_url = match settings.get("base_url") {
            Some(given) => given.parse(values::base_url)?,
            None if matches!(mail, Mail::Smtp { .. }) => {
                return Err(BadConfig::missing("base_url", "mail needs it for its links"));
            }
            None if !bind.ip().is_loopback() => {
                let why = format!("{bind} is no loopback address, and links need the public one");
                return Err(BadConfig::missing("base_url", &why));
            }
            None => BaseUrl::local(bind),
        };
        Ok(Self {
            bind,
            data: settings.parse("data", values::folder)?,
            base_url,
            mail,
            trusted_proxies: settings.parse("trusted_proxies", values::nets)?,
            registration: settings.parse("registration", values::registration)?,
            rate_limit: settings.parse("rate_limit", values::rate_limit)?,
            log: settings.parse("log", values::log)?,
            log_format: settings.parse("log_format", values::log_format)?,
        })
    }

    /// The name under which heads and dice are signed: host and path of the base URL.
    pub fn origin(&self) -> &str {
        self.base_url.origin()
    }
}

/// A mail set-up is whole or not there.
fn mail(settings: &Settings) -> Result<Mail, BadConfig> {
    let from = settings.get("mail_from").map(|given| given.parse(values::mailbox)).transpose()?;
    let reply_to = settings.get("reply_to").map(|given| given.parse(values::reply_to)).transpose()?;
    match (settings.get("smtp"), from) {
        (Some(smtp), Some(from)) => Ok(Mail::Smtp { url: smtp.parse(values::smtp)?, from, reply_to }),
        (Some(_), None) => {
            Err(BadConfig::missing("mail_from", "FIELDPOST_SMTP is set, and mail needs a sender"))
        }
        (None, Some(_)) => {
            Err(BadConfig::missing("smtp", "FIELDPOST_MAIL_FROM is set, and mail needs a server"))
        }
        (None, None) if reply_to.is_some() => {
            Err(BadConfig::missing("smtp", "FIELDPOST_REPLY_TO is set, and mail needs a server"))
        }
        (None, None) => Ok(Mail::Files { from: "Fieldpost <fieldpost@localhost>".to_owned() }),
    }
}

/// Why there is no configuration: one line that names the setting.
#[derive(Clone, PartialEq, Eq)]
pub struct BadConfig(pub String);

impl BadConfig {
    fn missing(setting: &str, why: &str) -> Self {
        Self(format!("FIELDPOST_{} is missing: {why}", setting.to_ascii_uppercase()))
    }
}

impl fmt::Display for BadConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for BadConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadConfig {}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(variables: &[(&str, &str)]) -> Result<Config, BadConfig> {
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Config::new(&Settings::read(Sources { variables: variables.collect(), ..Default::default() })?)
    }

    fn refused(variables: &[(&str, &str)]) -> String {
        config(variables).expect_err("a bad configuration").0
    }

    #[test]
    fn without_any_setting_all_is_there() {
        let config = config(&[("PATH", "/bin")]).expect("defaults");
        assert_eq!(config.bind.to_string(), "127.0.0.1:8080");
        assert_eq!(config.data, PathBuf::from("./fieldpost-data"));
        assert_eq!(config.base_url.as_str(), "http://127.0.0.1:8080");
        assert_eq!(config.origin(), "127.0.0.1:8080");
        assert_eq!(config.rate_limit, Some(Rate { n_requests: 100, seconds: 1 }));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (variables, said) in [
            (
                &[("FIELDPOST_BIN", "x")][..],
                "FIELDPOST_BIN: there is no such setting (did you mean FIELDPOST_BIND?)",
            ),
            (
                &[("FIELDPOST_BIND", "x")],
                "FIELDPOST_BIND: \"x\" is not an address and port, e.g. 127.0.0.1:8080",
            ),
            (
                &[("FIELDPOST_RATE_LIMIT", "fast")],
                "FIELDPOST_RATE_LIMIT: \"fast\" is neither like 100/s nor `off`",
            ),
            (
                &[("FIELDPOST_REGISTRATION", "")],
                "FIELDPOST_REGISTRATION: \"\" is none of open, invite, closed",
            ),
            (&[("FIELDPOST_LMTP", "x")], "FIELDPOST_LMTP: is not available in this version: leave it out"),
            (
                &[("FIELDPOST_BIND_FILE", "x")],
                "FIELDPOST_BIND_FILE: there is no such setting (did you mean FIELDPOST_BIND?)",
            ),
        ] {
            assert_eq!(refused(variables), said);
        }
    }

    #[test]
    fn half_a_mail_set_up_is_none() {
        let smtp = ("FIELDPOST_SMTP", "smtps://u:geheim@mx.example");
        let from = ("FIELDPOST_MAIL_FROM", "Fieldpost <post@x.example>");
        let base = ("FIELDPOST_BASE_URL", "https://x.example/war/");
        assert!(refused(&[smtp, base]).starts_with("FIELDPOST_MAIL_FROM is missing"));
        assert!(refused(&[from, base]).starts_with("FIELDPOST_SMTP is missing"));
        assert!(
            refused(&[("FIELDPOST_REPLY_TO", "reply+{token}@x.example")])
                .starts_with("FIELDPOST_SMTP is missing")
        );
        assert!(refused(&[smtp, from]).starts_with("FIELDPOST_BASE_URL is missing"));
        assert!(refused(&[("FIELDPOST_BIND", "0.0.0.0:80")]).starts_with("FIELDPOST_BASE_URL is missing"));
        let whole = config(&[smtp, from, base]).expect("a whole set-up");
        assert_eq!((whole.base_url.as_str(), whole.origin()), ("https://x.example/war", "x.example/war"));
        assert!(!format!("{whole:?}").contains("geheim"));
    }
}
