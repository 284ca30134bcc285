//! The settings as flags, for every verb that needs them.

use std::path::PathBuf;

use clap::Args;

use crate::config::{BadConfig, Config, Settings, Sources};

/// Flags before variables before `fieldpost.toml` before defaults.
#[derive(Debug, Default, Args)]
#[command(
    next_help_heading = "Settings (also as variables, in brackets, and in fieldpost.toml without FIELDPOST_)"
)]
pub(crate) struct SettingsArgs {
    /// The file with settings [FIELDPOST_CONFIG; fieldpost.toml here, if there is one]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Address and port to listen on [FIELDPOST_BIND; 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS")]
    bind: Option<String>,
    /// Folder of the database, keys/ and mail files [FIELDPOST_DATA; ./fieldpost-data]
    #[arg(long, value_name = "FOLDER")]
    data: Option<String>,
    /// Where the service is reached, the root of every link; required for mail and for a public address
    /// [FIELDPOST_BASE_URL; http:// and the address]
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// The mail server, smtps://user:password@host [FIELDPOST_SMTP, FIELDPOST_SMTP_FILE; none: mail is kept as files]
    #[arg(long, value_name = "URL")]
    smtp: Option<String>,
    /// The sender of mail, "Fieldpost <post@example.org>" [FIELDPOST_MAIL_FROM]
    #[arg(long, value_name = "ADDRESS")]
    mail_from: Option<String>,
    /// The pattern of reply addresses, reply+{token}@example.org, or one address for all answers [FIELDPOST_REPLY_TO]
    #[arg(long, value_name = "ADDRESS")]
    reply_to: Option<String>,
    /// The name by which your mail server signs `Authentication-Results`: then answers count only if it says that DMARC has
    /// passed [FIELDPOST_REQUIRE_DMARC; none]
    #[arg(long, value_name = "NAME")]
    require_dmarc: Option<String>,
    /// Where mail servers hand over answers by LMTP, 127.0.0.1:2424 [FIELDPOST_LMTP; none]
    #[arg(long, value_name = "ADDRESS")]
    lmtp: Option<String>,
    /// What opens POST /v1/mail/inbound and `fieldpost deliver`, at least 16 characters [FIELDPOST_INBOUND_TOKEN,
    /// FIELDPOST_INBOUND_TOKEN_FILE; none]
    #[arg(long, value_name = "SECRET")]
    inbound_token: Option<String>,
    /// Proxies whose forwarding headers are believed, 10.0.0.0/8,::1 [FIELDPOST_TRUSTED_PROXIES; none]
    #[arg(long, value_name = "NETWORKS")]
    trusted_proxies: Option<String>,
    /// Who may make an account: open, invite or closed [FIELDPOST_REGISTRATION; open]
    #[arg(long, value_name = "MODE")]
    registration: Option<String>,
    /// Requests per token, and per address of who is not signed in: 100/s, 600/min, off [FIELDPOST_RATE_LIMIT; 100/s]
    #[arg(long, value_name = "RATE")]
    rate_limit: Option<String>,
    /// How many days within a year a player may be away while his clocks stand still, 0 to 365 [FIELDPOST_VACATION_DAYS; 30]
    #[arg(long, value_name = "DAYS")]
    vacation_days: Option<String>,
    /// Whether webhooks may lead to this machine and private networks, also by plain http: true or false. Only where
    /// you trust everybody who has an account [FIELDPOST_WEBHOOK_PRIVATE; false]
    #[arg(long, value_name = "BOOL")]
    webhook_private: Option<String>,
    /// What opens /metrics from other machines than this one, at least 16 characters [FIELDPOST_METRICS_TOKEN,
    /// FIELDPOST_METRICS_TOKEN_FILE; none]
    #[arg(long, value_name = "SECRET")]
    metrics_token: Option<String>,
    /// What is logged to standard error: error, warn, info, debug, or by module [FIELDPOST_LOG; info]
    #[arg(long, value_name = "FILTER")]
    log: Option<String>,
    /// How it is logged: text or json [FIELDPOST_LOG_FORMAT; text]
    #[arg(long, value_name = "FORMAT")]
    log_format: Option<String>,
}

impl SettingsArgs {
    /// All settings, from everywhere.
    pub(crate) fn read(self) -> Result<Settings, BadConfig> {
        let flags = [
            ("bind", self.bind),
            ("data", self.data),
            ("base_url", self.base_url),
            ("smtp", self.smtp),
            ("mail_from", self.mail_from),
            ("reply_to", self.reply_to),
            ("require_dmarc", self.require_dmarc),
            ("lmtp", self.lmtp),
            ("inbound_token", self.inbound_token),
            ("trusted_proxies", self.trusted_proxies),
            ("registration", self.registration),
            ("rate_limit", self.rate_limit),
            ("vacation_days", self.vacation_days),
            ("webhook_private", self.webhook_private),
            ("metrics_token", self.metrics_token),
            ("log", self.log),
            ("log_format", self.log_format),
        ];
        let flags = flags.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        let file = self.config.or_else(|| std::env::var_os("FIELDPOST_CONFIG").map(PathBuf::from));
        Settings::read(Sources::of_process(flags, file.as_deref())?)
    }

    /// The configuration they make.
    pub(crate) fn config(self) -> Result<Config, BadConfig> {
        Config::new(&self.read()?)
    }
}
