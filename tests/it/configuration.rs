//! What the binary says of its settings: all of them, no secret, and of a wrong one a line that names it.

use std::{fs, path::Path, process::Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Server, binary, verb};

/// All settings that are secret, with values that are right.
const SECRETS: [(&str, &str); 3] = [
    ("SMTP", "smtps://post:geheim-geheim-1@mx.example.org"),
    ("INBOUND_TOKEN", "geheim-geheim-geheim-2"),
    ("METRICS_TOKEN", "geheim-geheim-geheim-3"),
];

/// What they need beside them.
const OTHERS: [(&str, &str); 3] = [
    ("FIELDPOST_MAIL_FROM", "post@example.org"),
    ("FIELDPOST_BASE_URL", "https://example.org"),
    ("FIELDPOST_REPLY_TO", "reply+{token}@example.org"),
];

fn run(folder: &Path, args: &[&str], variables: &[(String, String)]) -> Output {
    binary(&[])
        .current_dir(folder)
        .args(args)
        .envs(OTHERS)
        .envs(variables.iter().cloned())
        .output()
        .expect("the binary")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn is_masked(output: &Output, whence: &str) {
    let said = said(output);
    assert!(output.status.success(), "{whence}: {said}");
    assert!(!said.contains("geheim"), "{whence}: {said}");
    for (name, _) in SECRETS {
        let shown = |line: &str| line.contains(name) && line.contains("********");
        assert!(said.to_uppercase().lines().any(shown), "{whence}: {name}: {said}");
    }
}

#[test]
fn secrets_are_masked_wherever_they_come_from() {
    let folder = TempDir::new().expect("a folder");
    let named = |(name, value): &(&str, &str)| (format!("FIELDPOST_{name}"), (*value).to_owned());
    let variables: Vec<_> = SECRETS.iter().map(named).collect();
    let in_file = |(name, value): &(&str, &str)| {
        let path = folder.path().join(name);
        fs::write(&path, format!("{value}\n")).expect("written");
        (format!("FIELDPOST_{name}_FILE"), path.display().to_string())
    };
    let files: Vec<_> = SECRETS.iter().map(in_file).collect();
    let flags: Vec<String> = SECRETS
        .iter()
        .map(|(name, value)| format!("--{}={value}", name.to_lowercase().replace('_', "-")))
        .collect();
    let toml = folder.path().join("other.toml");
    let lines = SECRETS.iter().map(|(name, value)| format!("{} = '{value}'\n", name.to_lowercase()));
    fs::write(&toml, lines.collect::<String>()).expect("written");
    for json in [None, Some("--json")] {
        let with = |more: &[String]| -> Vec<String> {
            ["config".to_owned()]
                .into_iter()
                .chain(json.map(str::to_owned))
                .chain(more.iter().cloned())
                .collect()
        };
        let config = |args: Vec<String>, variables: &[(String, String)]| {
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            run(folder.path(), &args, variables)
        };
        is_masked(&config(with(&[]), &variables), "variables");
        is_masked(&config(with(&[]), &files), "files");
        is_masked(&config(with(&flags), &[]), "flags");
        let toml = ["--config".to_owned(), toml.display().to_string()];
        is_masked(&config(with(&toml), &[]), "fieldpost.toml");
    }
    // Not in force in this version, and a secret all the same.
    let database = ("FIELDPOST_DATABASE".to_owned(), "postgres://fieldpost:geheim@db.example/x".to_owned());
    let output = run(folder.path(), &["config"], &[variables.as_slice(), &[database]].concat());
    assert!(!output.status.success() && !said(&output).contains("geheim"), "{}", said(&output));
}

#[test]
fn what_is_wrong_ends_the_start_with_one_line_that_names_it() {
    let folder = TempDir::new().expect("a folder");
    let smtp = ("FIELDPOST_SMTP", "smtp://u:geheim@mx.example.org");
    for (variables, line) in [
        (vec![], "FIELDPOST_SMTP is missing"),
        (vec![smtp], "FIELDPOST_INBOUND_TOKEN is missing"),
        (vec![("FIELDPOST_SMTP", "mx.example.org geheim")], "FIELDPOST_SMTP: is not like"),
        (vec![smtp, ("FIELDPOST_INBOUND_TOKEN", "geheim")], "FIELDPOST_INBOUND_TOKEN: is shorter"),
        (vec![("FIELDPOST_SMTP_PASSWORD", "geheim")], "FIELDPOST_SMTP_PASSWORD: there is no such setting"),
        (vec![("FIELDPOST_", "geheim")], "FIELDPOST_: there is no such setting"),
        (vec![("FIELDPOST_smtp", "geheim")], "FIELDPOST_smtp: there is no such setting"),
        (vec![("FIELDPOST_MAIL_FROM_FILE", "geheim")], "FIELDPOST_MAIL_FROM_FILE: there is no such setting"),
        (vec![smtp, ("FIELDPOST_SMTP_FILE", "/x")], "FIELDPOST_SMTP_FILE: FIELDPOST_SMTP is set too"),
        (vec![("FIELDPOST_SMTP_FILE", "/nowhere")], "FIELDPOST_SMTP_FILE: /nowhere: "),
    ] {
        let variables: Vec<_> =
            variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        for verb in ["config", "serve", "check"] {
            let output = run(folder.path(), &[verb], &variables);
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!output.status.success(), "{verb} {variables:?}");
            assert!(errors.starts_with(&format!("fieldpost: {line}")), "{verb} {variables:?}: {errors}");
            assert_eq!(errors.lines().count(), 1, "{errors}");
            assert!(!said(&output).contains("geheim"), "{}", said(&output));
        }
    }
    assert!(!folder.path().join("fieldpost-data").exists(), "nothing was begun");
}

#[test]
fn a_fresh_store_has_safe_settings_and_they_are_shown() {
    let server = Server::start();
    let data = server.data();
    let data = data.to_str().expect("a path");
    let (right, said) = verb(&["check", "--data", data, "--json"]);
    assert!(right, "{said}");
    let report: Value = serde_json::from_str(said.trim()).expect("JSON");
    let store = serde_json::json!({
        "journal_mode": "wal", "synchronous": "full", "foreign_keys": "on", "busy_timeout": "10000 ms"
    });
    assert_eq!(report["store"], store);
    let (right, said) = verb(&["check", "--data", data]);
    assert!(
        right && said.contains("the store: journal_mode wal, synchronous full, foreign_keys on, "),
        "{said}"
    );
}
