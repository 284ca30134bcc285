//! What is asked of the binary beside the server: its verbs, and proofs of what the server says.

use std::{fs, path::Path, process::Command, time::Duration};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Player, Server, binary, have, sink};

/// Runs a verb of the binary: status and both outputs.
pub fn verb(args: &[&str]) -> (bool, String) {
    let output = binary(&[]).args(args).output().expect("the binary");
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), text)
}

/// The independent verifier.
fn verify_independently(bundle: &Path) {
    if !have("the independent verifier", &["python3"]) {
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verify_reference.py");
    let output = Command::new("python3").arg(script).arg(bundle).output().expect("python3");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// A game's bundle is verified, by the binary and independently; gives what the binary reports, and the bundle.
pub fn proved(server: &Server, game: &str) -> (Value, TempDir) {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join(BUNDLE);
    fs::write(&path, server.get(&format!("/v1/games/{game}/audit")).body).expect("written");
    let (verified, said) = verb(&["verify", path.to_str().expect("a path"), "--json"]);
    assert!(verified, "{said}");
    verify_independently(&path);
    (serde_json::from_str(said.trim()).expect("JSON"), folder)
}

const BUNDLE: &str = "bundle.json";

/// A finished game's bundle is verified, has so many rolls at least, and can be replayed.
pub fn audited(server: &Server, game: &str, rolls_at_least: u64) {
    let (report, folder) = proved(server, game);
    assert_eq!(report["verified"], true);
    assert_eq!(report["protocol"]["ended"], true);
    assert!(rolls_at_least <= report["protocol"]["rolls"].as_u64().expect("a number"), "{report}");
    let (shown, told) = verb(&["replay", folder.path().join(BUNDLE).to_str().expect("a path")]);
    assert!(shown && told.contains("the end: "), "{told}");
}

/// The first code in the text of a mail.
pub fn code_in(text: &str) -> Option<&str> {
    let is_code = |word: &&str| {
        word.len() == 9
            && word.as_bytes()[4] == b'-'
            && word.chars().all(|c| c == '-' || c.is_ascii_uppercase() || c.is_ascii_digit())
    };
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).find(is_code)
}

/// Proves a player's address with the code from his mail.
pub fn prove(player: &Player<'_>, sink: &sink::Sink, address: &str) {
    let code = sink.code(address, 0, Duration::from_secs(30)).expect("a mail with a code");
    player.post("/v1/me/verify", &json!({ "code": code })).expect(200);
}
