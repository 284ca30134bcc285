//! The README's session is executed, literally.

use std::{os::unix::fs::symlink, path::Path, process::Command};

use crate::support::{BINARY, Server, have};

#[test]
fn the_session_of_the_readme_works_as_written() {
    if !have("the README's session", &["bash", "curl", "jq", "openssl", "python3", "sha256sum"]) {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README");
    let blocks: Vec<&str> = readme
        .split("```sh session\n")
        .skip(1)
        .map(|rest| rest.split_once("```").expect("a block ends").0)
        .collect();
    assert!(5 <= blocks.len(), "the session has not lost its blocks");
    let server = Server::start();
    let folder = tempfile::TempDir::new().expect("a folder");
    symlink(root.join("tests"), folder.path().join("tests")).expect("a link");
    let path = format!(
        "{}:{}",
        Path::new(BINARY).parent().expect("a folder").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let output = Command::new("bash")
        .args(["-euo", "pipefail", "-c", &blocks.concat()])
        .current_dir(folder.path())
        .env("URL", &server.url)
        .env("PATH", path)
        .output()
        .expect("bash");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("verified") && said.contains("VERIFIED") && said.contains("by hand"), "{said}");
}
