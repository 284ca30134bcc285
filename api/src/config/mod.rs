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
    /// How answers to mails come in, if they do.
    pub inbound: Option<Inbound>,
    /// Whose forwarding headers are believed.
    pub trusted_proxies: Vec<Net>,
    /// Who may make an account.
    pub registration: Registration,
    /// Requests per token, or per address of those who are not signed in; `None`: unlimited.
    pub rate_limit: Option<Rate>,
    /// How many days within a year a player may be away with his clocks standing still.
    pub vacation_days: u64,
    /// Where webhooks may lead.
    pub webhook_targets: WebhookTargets,
    /// What opens `/metrics` from other machines, if anything does.
    pub metrics_token: Option<Secret>,
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
    },
}

/// How answers to mails come in: a pattern of addresses, and at least one door.
#[derive(Clone, Debug)]
pub struct Inbound {
    /// The pattern of reply addresses, e.g. `reply+{token}@example.org`; or, without `{token}`, the one address of all.
    pub reply_to: String,
    /// The mail server that must say that DMARC has passed, as it names itself (RFC 8601, authserv-id), if one must.
    pub require_dmarc: Option<String>,
    /// Where the LMTP server listens, if there is one.
    pub lmtp: Option<SocketAddr>,
    /// What opens `POST /v1/mail/inbound`, if it is open.
    pub token: Option<Secret>,
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

/// Where players' webhooks may lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookTargets {
    /// To addresses of the public network, encrypted.
    PublicOnly,
    /// Also to this machine and those of its network, encrypted or not: for a server among friends, and tests.
    PrivateToo,
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
        if let Some(given) = settings.get("database") {
            return Err(given.bad("is not available in this version: leave it out"));
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
            inbound: inbound(settings)?,
            trusted_proxies: settings.parse("trusted_proxies", values::nets)?,
            registration: settings.parse("registration", values::registration)?,
            rate_limit: settings.parse("rate_limit", values::rate_limit)?,
            vacation_days: settings.parse("vacation_days", values::vacation_days)?,
            webhook_targets: settings.parse("webhook_private", values::webhook_targets)?,
            metrics_token: settings
                .get("metrics_token")
                .map(|given| given.parse(values::token))
                .transpose()?,
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
    match (settings.get("smtp"), from) {
        (Some(smtp), Some(from)) => Ok(Mail::Smtp { url: smtp.parse(values::smtp)?, from }),
        (Some(_), None) => {
            Err(BadConfig::missing("mail_from", "FIELDPOST_SMTP is set, and mail needs a sender"))
        }
        (None, Some(_)) => {
            Err(BadConfig::missing("smtp", "FIELDPOST_MAIL_FROM is set, and mail needs a server"))
        }
        (None, None) => Ok(Mail::Files { from: "Fieldpost <fieldpost@localhost>".to_owned() }),
    }
}

/// An address that nobody hears is no way in, and neither is a door to which no address leads.
fn inbound(settings: &Settings) -> Result<Option<Inbound>, BadConfig> {
    let reply_to = settings.get("reply_to").map(|given| given.parse(values::reply_to)).transpose()?;
    let lmtp = settings.get("lmtp").map(|given| given.parse(values::bind)).transpose()?;
    let require_dmarc =
        settings.get("require_dmarc").map(|given| given.parse(values::authserv_id)).transpose()?;
    if let (Some(_), None) = (&require_dmarc, &reply_to) {
        return Err(BadConfig::missing("reply_to", "FIELDPOST_REQUIRE_DMARC is set, and no answers come in"));
    }
    let token = settings.get("inbound_token").map(|given| given.parse(values::token)).transpose()?;
    match (reply_to, lmtp.is_some() || token.is_some()) {
        (Some(reply_to), true) => Ok(Some(Inbound { reply_to, require_dmarc, lmtp, token })),
        (Some(_), false) => Err(BadConfig::missing(
            "inbound_token",
            "FIELDPOST_REPLY_TO is set, and answers need a way in: this or FIELDPOST_LMTP",
        )),
        (None, true) => Err(BadConfig::missing(
            "reply_to",
            "answers have a way in (FIELDPOST_LMTP or FIELDPOST_INBOUND_TOKEN) and mails need the address that leads there",
        )),
        (None, false) => Ok(None),
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
        assert_eq!(config.webhook_targets, WebhookTargets::PublicOnly);
        assert_eq!(config.vacation_days, 30);
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
            (
                &[("FIELDPOST_WEBHOOK_PRIVATE", "yes")],
                "FIELDPOST_WEBHOOK_PRIVATE: \"yes\" is neither true nor false",
            ),
            (
                &[("FIELDPOST_VACATION_DAYS", "400")],
                "FIELDPOST_VACATION_DAYS: \"400\" is not a number of days from 0 to 365",
            ),
            (
                &[("FIELDPOST_LMTP", "x")],
                "FIELDPOST_LMTP: \"x\" is not an address and port, e.g. 127.0.0.1:8080",
            ),
            (
                &[("FIELDPOST_REPLY_TO", "reply+{tokn}@x.example")],
                "FIELDPOST_REPLY_TO: \"reply+{tokn}@x.example\" is not like reply+{token}@example.org or post@example.org",
            ),
            (
                &[("FIELDPOST_REPLY_TO", "post")],
                "FIELDPOST_REPLY_TO: \"post\" is not like reply+{token}@example.org or post@example.org",
            ),
            (
                &[("FIELDPOST_REQUIRE_DMARC", "true; yes")],
                "FIELDPOST_REQUIRE_DMARC: \"true; yes\" is not the name by which a mail server signs its results, e.g. mx.example.org",
            ),
            (
                &[("FIELDPOST_INBOUND_TOKEN", "short")],
                "FIELDPOST_INBOUND_TOKEN: is shorter than 16 characters, or not one word",
            ),
            (
                &[("FIELDPOST_BIND_FILE", "x")],
                "FIELDPOST_BIND_FILE: there is no such setting (did you mean FIELDPOST_BIND?)",
            ),
        ] {
            assert_eq!(refused(variables), said);
        }
    }

    #[test]
    fn of_a_mail_set_up_all_is_there_or_what_is_missing_is_named() {
        const ALL: [(&str, &str); 7] = [
            ("FIELDPOST_SMTP", "smtps://u:geheim@mx.example"),
            ("FIELDPOST_MAIL_FROM", "post@x.example"),
            ("FIELDPOST_BASE_URL", "https://x.example"),
            ("FIELDPOST_REPLY_TO", "reply+{token}@x.example"),
            ("FIELDPOST_LMTP", "127.0.0.1:2424"),
            ("FIELDPOST_INBOUND_TOKEN", "geheim-geheim-geheim"),
            ("FIELDPOST_REQUIRE_DMARC", "mx.x.example"),
        ];
        for chosen in 0..1 << ALL.len() {
            let given: Vec<_> = (0..ALL.len()).filter(|n| chosen >> n & 1 == 1).map(|n| ALL[n]).collect();
            let has = |name: &str| given.iter().any(|(own, _)| own.ends_with(name));
            let (way_in, out) = (has("_LMTP") || has("_INBOUND_TOKEN"), has("_SMTP"));
            let missing = match () {
                () if out && !has("_MAIL_FROM") => Some("MAIL_FROM"),
                () if !out && has("_MAIL_FROM") => Some("SMTP"),
                () if out && !has("_BASE_URL") => Some("BASE_URL"),
                () if (way_in || has("_REQUIRE_DMARC")) && !has("_REPLY_TO") => Some("REPLY_TO"),
                () if has("_REPLY_TO") && !way_in => Some("INBOUND_TOKEN"),
                () => None,
            };
            match (config(&given), missing) {
                (Ok(config), None) => assert!(!format!("{config:?}").contains("geheim")),
                (Err(said), Some(name)) => {
                    assert!(
                        said.0.starts_with(&format!("FIELDPOST_{name} is missing: ")),
                        "{given:?}: {said}"
                    );
                    assert!(!said.0.contains(['\n', '\r']) && !said.0.contains("geheim"), "{said}");
                }
                (other, missing) => panic!("{given:?}: {missing:?} is missing, but {other:?}"),
            }
        }
    }

    #[test]
    fn half_a_mail_set_up_is_none() {
        let smtp = ("FIELDPOST_SMTP", "smtps://u:geheim@mx.example");
        let from = ("FIELDPOST_MAIL_FROM", "Fieldpost <post@x.example>");
        let base = ("FIELDPOST_BASE_URL", "https://x.example/war/");
        assert!(refused(&[smtp, base]).starts_with("FIELDPOST_MAIL_FROM is missing"));
        assert!(refused(&[from, base]).starts_with("FIELDPOST_SMTP is missing"));
        let reply_to = ("FIELDPOST_REPLY_TO", "reply+{token}@x.example");
        let lmtp = ("FIELDPOST_LMTP", "127.0.0.1:2424");
        assert!(refused(&[reply_to]).starts_with("FIELDPOST_INBOUND_TOKEN is missing"));
        assert!(refused(&[lmtp]).starts_with("FIELDPOST_REPLY_TO is missing"));
        assert!(config(&[reply_to, lmtp]).expect("a way in").inbound.is_some());
        let dmarc = ("FIELDPOST_REQUIRE_DMARC", "mx.x.example");
        assert!(refused(&[dmarc]).starts_with("FIELDPOST_REPLY_TO is missing"));
        let fixed = ("FIELDPOST_REPLY_TO", "Post@X.example");
        let inbound = config(&[fixed, lmtp, dmarc]).expect("a way in").inbound.expect("a way in");
        assert_eq!(
            (inbound.reply_to.as_str(), inbound.require_dmarc.as_deref()),
            ("post@x.example", Some("mx.x.example"))
        );
        assert!(config(&[]).expect("defaults").inbound.is_none());
        assert!(refused(&[smtp, from]).starts_with("FIELDPOST_BASE_URL is missing"));
        assert!(refused(&[("FIELDPOST_BIND", "0.0.0.0:80")]).starts_with("FIELDPOST_BASE_URL is missing"));
        let whole = config(&[smtp, from, base]).expect("a whole set-up");
        assert_eq!((whole.base_url.as_str(), whole.origin()), ("https://x.example/war", "x.example/war"));
        assert!(!format!("{whole:?}").contains("geheim"));
    }
}
