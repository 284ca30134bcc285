//! Where settings come from: flags, variables (and the files some of them name), `fieldpost.toml`. All are texts until
//! [`Config::new`](super::Config::new) reads them; each remembers what it was called where it was found.

use std::{collections::BTreeMap, path::Path};

use super::BadConfig;

/// A setting there is.
#[derive(Debug)]
pub struct Setting {
    /// Its name in `fieldpost.toml`; `FIELDPOST_` and the same in capitals as a variable; with hyphens as a flag.
    pub name: &'static str,
    /// What it is if nothing is said; empty where nothing is the default.
    pub default: &'static str,
    /// True when it may hold a secret: masked when shown, and may be read from the file named by `…_FILE`.
    pub secret: bool,
}

/// All settings.
pub const SETTINGS: &[Setting] = &[
    Setting { name: "bind", default: "127.0.0.1:8080", secret: false },
    Setting { name: "data", default: "./fieldpost-data", secret: false },
    Setting { name: "database", default: "", secret: true },
    Setting { name: "base_url", default: "", secret: false },
    Setting { name: "smtp", default: "", secret: true },
    Setting { name: "mail_from", default: "", secret: false },
    Setting { name: "reply_to", default: "", secret: false },
    Setting { name: "require_dmarc", default: "", secret: false },
    Setting { name: "lmtp", default: "", secret: false },
    Setting { name: "inbound_token", default: "", secret: true },
    Setting { name: "trusted_proxies", default: "", secret: false },
    Setting { name: "registration", default: "open", secret: false },
    Setting { name: "rate_limit", default: "100/s", secret: false },
    Setting { name: "vacation_days", default: "30", secret: false },
    Setting { name: "webhook_private", default: "false", secret: false },
    Setting { name: "metrics_token", default: "", secret: true },
    Setting { name: "log", default: "info", secret: false },
    Setting { name: "log_format", default: "text", secret: false },
];

const PREFIX: &str = "FIELDPOST_";

/// Everything settings are read from.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// Flags that were given, by the setting's name.
    pub flags: Vec<(&'static str, String)>,
    /// The environment.
    pub variables: Vec<(String, String)>,
    /// The text of `fieldpost.toml` and its path.
    pub file: Option<(String, String)>,
}

/// A setting as it was found.
#[derive(Clone)]
pub struct Given {
    called: String,
    text: String,
    secret: bool,
}

/// The settings that were given, and the defaults of the others.
#[derive(Clone, Default)]
pub struct Settings(BTreeMap<&'static str, Given>);

impl Sources {
    /// The environment of this process, and the file: the named one, or `fieldpost.toml` where the process runs.
    ///
    /// # Errors
    /// A variable that is not UTF-8, or a named file that cannot be read.
    pub fn of_process(flags: Vec<(&'static str, String)>, file: Option<&Path>) -> Result<Self, BadConfig> {
        let mut variables = Vec::new();
        for (name, value) in std::env::vars_os() {
            let name = name.to_string_lossy().into_owned();
            match value.into_string() {
                Ok(value) => variables.push((name, value)),
                Err(_) if name.starts_with(PREFIX) => return Err(BadConfig(format!("{name}: is not UTF-8"))),
                Err(_) => {}
            }
        }
        let path = file.unwrap_or(Path::new("fieldpost.toml"));
        let file = match std::fs::read_to_string(path) {
            Ok(text) => Some((text, path.display().to_string())),
            Err(error) if file.is_none() && error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(BadConfig(format!("{}: {error}", path.display()))),
        };
        Ok(Self { flags, variables, file })
    }
}

impl Settings {
    /// Puts the sources on top of each other.
    ///
    /// # Errors
    /// An unknown setting, or a file that cannot be read.
    pub fn read(sources: Sources) -> Result<Self, BadConfig> {
        let mut settings = Self::default();
        for setting in SETTINGS.iter().filter(|setting| !setting.default.is_empty()) {
            settings.put(setting, variable(setting.name), setting.default.to_owned());
        }
        if let Some((text, path)) = &sources.file {
            settings.put_file(text, path)?;
        }
        // Whatever order they come in: which of the two should count nobody could tell.
        for setting in SETTINGS.iter().filter(|setting| setting.secret) {
            let (own, of_file) = (variable(setting.name), format!("{}_FILE", variable(setting.name)));
            let is_given = |called: &str| sources.variables.iter().any(|(name, _)| name == called);
            if is_given(&own) && is_given(&of_file) {
                return Err(BadConfig(format!("{of_file}: {own} is set too: leave one of them out")));
            }
        }
        for (name, value) in sources.variables {
            settings.put_variable(&name, value)?;
        }
        for (name, value) in sources.flags {
            let setting = SETTINGS.iter().find(|setting| setting.name == name);
            let setting = setting.ok_or_else(|| BadConfig(format!("--{name}: there is no such setting")))?;
            settings.put(setting, format!("--{}", name.replace('_', "-")), value);
        }
        Ok(settings)
    }

    fn put(&mut self, setting: &'static Setting, called: String, text: String) {
        self.0.insert(setting.name, Given { called, text, secret: setting.secret });
    }

    fn put_variable(&mut self, called: &str, value: String) -> Result<(), BadConfig> {
        let Some(name) = called.strip_prefix(PREFIX) else { return Ok(()) };
        // Read by the command line itself: it says where the file is.
        if name == "CONFIG" {
            return Ok(());
        }
        if let Some(setting) = SETTINGS.iter().find(|setting| variable(setting.name) == called) {
            self.put(setting, called.to_owned(), value);
            return Ok(());
        }
        let of_file = name.strip_suffix("_FILE").map(|name| format!("{PREFIX}{name}"));
        let setting =
            SETTINGS.iter().find(|setting| setting.secret && Some(variable(setting.name)) == of_file);
        let Some(setting) = setting else { return Err(unknown(called)) };
        let text = std::fs::read_to_string(&value)
            .map_err(|error| BadConfig(format!("{called}: {value}: {error}")))?;
        self.put(setting, called.to_owned(), text.trim().to_owned());
        Ok(())
    }

    fn put_file(&mut self, text: &str, path: &str) -> Result<(), BadConfig> {
        let bad = |name: &str, what: &str| BadConfig(format!("{path}: {name}: {what}"));
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            BadConfig(format!("{path}: {}", error.message().replace('\n', " ")))
        })?;
        for (name, value) in table {
            let setting = SETTINGS.iter().find(|setting| setting.name == name);
            let setting = setting.ok_or_else(|| bad(&name, "there is no such setting"))?;
            let text = match value {
                toml::Value::String(text) => text,
                toml::Value::Array(items) => {
                    let texts: Option<Vec<&str>> = items.iter().map(toml::Value::as_str).collect();
                    texts.ok_or_else(|| bad(&name, "is a list of something else than texts"))?.join(",")
                }
                toml::Value::Integer(_)
                | toml::Value::Float(_)
                | toml::Value::Boolean(_)
                | toml::Value::Datetime(_)
                | toml::Value::Table(_) => return Err(bad(&name, "is not a text")),
            };
            self.put(setting, format!("{path}: {name}"), text);
        }
        Ok(())
    }

    /// A setting that was given or has a default.
    pub fn get(&self, name: &str) -> Option<&Given> {
        self.0.get(name)
    }

    /// Reads a setting; an empty text if nothing was said and there is no default.
    pub(super) fn parse<T>(&self, name: &str, read: fn(&str) -> Result<T, String>) -> Result<T, BadConfig> {
        match self.get(name) {
            Some(given) => given.parse(read),
            None => read("").map_err(|error| BadConfig(format!("{}: {error}", variable(name)))),
        }
    }

    /// Every setting as it is in force, secrets masked: for `fieldpost config`.
    pub fn shown(&self) -> Vec<(&'static str, String)> {
        let shown = |setting: &Setting| match self.get(setting.name) {
            None => String::new(),
            Some(given) if given.secret => "********".to_owned(),
            Some(given) => given.text.clone(),
        };
        SETTINGS.iter().map(|setting| (setting.name, shown(setting))).collect()
    }
}

impl Given {
    /// Reads the value.
    pub(super) fn parse<T>(&self, read: fn(&str) -> Result<T, String>) -> Result<T, BadConfig> {
        read(&self.text).map_err(|error| match self.secret {
            true => self.bad(&error),
            false => self.bad(&format!("{:?} {error}", self.text)),
        })
    }

    /// What is wrong with it.
    pub(super) fn bad(&self, what: &str) -> BadConfig {
        BadConfig(format!("{}: {what}", self.called))
    }
}

fn variable(name: &str) -> String {
    format!("{PREFIX}{}", name.to_ascii_uppercase())
}

/// Names the setting that shares most of its beginning with the unknown one.
fn unknown(called: &str) -> BadConfig {
    let shared = |name: &str| name.bytes().zip(called.bytes()).take_while(|(a, b)| a == b).count();
    let near = SETTINGS.iter().map(|setting| variable(setting.name)).max_by_key(|name| shared(name));
    match near {
        Some(near) if PREFIX.len() + 2 <= shared(&near) => {
            BadConfig(format!("{called}: there is no such setting (did you mean {near}?)"))
        }
        _ => BadConfig(format!("{called}: there is no such setting")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(settings: &Settings, name: &str) -> String {
        settings.get(name).map(|given| given.text.clone()).unwrap_or_default()
    }

    #[test]
    fn flags_come_before_variables_before_the_file_before_defaults() {
        let mut sources = Sources {
            flags: vec![("bind", "1.1.1.1:1".into())],
            variables: vec![
                ("FIELDPOST_BIND".into(), "2.2.2.2:2".into()),
                ("FIELDPOST_LOG".into(), "warn".into()),
            ],
            file: Some((
                "bind='3.3.3.3:3'\nlog='debug'\ndata='/x'\ntrusted_proxies=['10.0.0.0/8','::1']".into(),
                "f".into(),
            )),
        };
        let settings = Settings::read(sources.clone()).expect("settings");
        let all =
            ["bind", "log", "data", "registration", "trusted_proxies"].map(|name| text(&settings, name));
        assert_eq!(all, ["1.1.1.1:1", "warn", "/x", "open", "10.0.0.0/8,::1"]);
        sources.file = Some(("bnd='x'".into(), "fieldpost.toml".into()));
        let bad = Settings::read(sources).map(|_| ()).expect_err("an unknown name");
        assert_eq!(bad.0, "fieldpost.toml: bnd: there is no such setting");
    }

    #[test]
    fn a_secret_may_be_read_from_a_file_and_is_not_shown() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("smtp");
        std::fs::write(&path, "smtps://u:geheim@mx.example\n").expect("a file");
        let variables = vec![("FIELDPOST_SMTP_FILE".to_owned(), path.display().to_string())];
        let settings = Settings::read(Sources { variables, ..Default::default() }).expect("settings");
        assert_eq!(text(&settings, "smtp"), "smtps://u:geheim@mx.example");
        assert!(settings.shown().contains(&("smtp", "********".to_owned())));
        let both = ["FIELDPOST_SMTP_FILE", "FIELDPOST_SMTP"].map(|name| (name.to_owned(), "x".to_owned()));
        for variables in [both.to_vec(), both.iter().rev().cloned().collect()] {
            let bad = Settings::read(Sources { variables, ..Default::default() }).map(|_| ());
            let said = "FIELDPOST_SMTP_FILE: FIELDPOST_SMTP is set too: leave one of them out";
            assert_eq!(bad.expect_err("both").0, said);
        }
        let missing = vec![("FIELDPOST_SMTP_FILE".to_owned(), "/nowhere".to_owned())];
        let bad = Settings::read(Sources { variables: missing, ..Default::default() }).map(|_| ());
        assert!(bad.expect_err("no file").0.starts_with("FIELDPOST_SMTP_FILE: /nowhere: "));
    }
}
