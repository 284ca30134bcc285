//! `fieldpost mail test`, as an operator calls it.

use std::{
    fs,
    net::TcpListener,
    process::{Command, Output},
};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::BINARY;

fn mail_test(folder: &TempDir, args: &[&str], settings: &[(&str, &str)]) -> Output {
    let mut command = Command::new(BINARY);
    command.args(["mail", "test"]).args(args).current_dir(folder.path());
    command.env_clear().envs(settings.iter().copied());
    command.output().expect("it runs")
}

#[test]
fn without_a_mail_server_the_test_is_a_file() {
    let folder = TempDir::new().expect("a folder");
    let done = mail_test(&folder, &["you@example.org", "--json"], &[]);
    assert!(done.status.success(), "{done:?}");
    let told: Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert_eq!((&told["ok"], &told["outcome"], &told["by"]), (&true.into(), &"sent".into(), &"files".into()));
    let files: Vec<_> = fs::read_dir(folder.path().join("fieldpost-data/mail")).expect("mails").collect();
    assert_eq!(files.len(), 1);
    let mail = fs::read_to_string(files[0].as_ref().expect("a file").path()).expect("a mail");
    assert!(mail.contains("To: you@example.org") && mail.contains("multipart/alternative"), "{mail}");
    assert!(!folder.path().join("fieldpost-data/fieldpost.sqlite").exists(), "no store is made");
    assert!(!mail_test(&folder, &["nobody"], &[]).status.success());
}

#[test]
fn a_mail_server_that_is_not_there_is_told_without_the_password() {
    let folder = TempDir::new().expect("a folder");
    let free = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let url = format!("smtp://post:geheim@{free}");
    let settings = [
        ("FIELDPOST_SMTP", url.as_str()),
        ("FIELDPOST_MAIL_FROM", "Fieldpost <post@x.example>"),
        ("FIELDPOST_BASE_URL", "https://x.example"),
    ];
    let done = mail_test(&folder, &["you@example.org", "--json"], &settings);
    assert_eq!(done.status.code(), Some(1));
    let told: Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert_eq!((&told["ok"], &told["outcome"]), (&false.into(), &"unreachable".into()));
    let all = format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(!all.contains("geheim") && all.contains("not sent to you@example.org"), "{all}");
}
