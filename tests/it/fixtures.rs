//! What a released version left is read by this one: its games stand where they stood, verify, and are played on.

use std::{fs, path::Path};

use serde_json::Value;

use crate::support::{Player, Server, TEXT, verb};

#[test]
fn the_data_folder_of_every_released_version_is_read_and_played_on() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut seen = 0;
    for version in fs::read_dir(&folder).expect("the fixtures").flatten() {
        seen += 1;
        let expected = fs::read_to_string(version.path().join("expect.json")).expect("what it held");
        let expected: Value = serde_json::from_str(&expected).expect("JSON");
        let server = Server::start_on(
            &version.path().join("data"),
            &[("FIELDPOST_BASE_URL", "http://fieldpost.example.org")],
        );
        let alice =
            Player { server: &server, token: expected["alice"].as_str().expect("a token").to_owned() };
        let bob = Player { server: &server, token: expected["bob"].as_str().expect("a token").to_owned() };
        for game in expected["games"].as_array().expect("games") {
            let id = game["id"].as_str().expect("an id");
            let now = alice.get(&format!("/v1/games/{id}?summary=true")).expect(200);
            for what in ["state", "version", "head", "round", "phase"] {
                assert_eq!(now[what], game[what], "{id}: {what}");
            }
        }
        let running = expected["running"].as_str().expect("an id");
        let path = format!("/v1/games/{running}/turns");
        let keyed = [TEXT, ("Idempotency-Key", "fixture-1")];
        let text = b"sol4 j7\nend movement\nsol4 x war4\nend combat\n";
        let again = server.call("POST", &path, Some(&alice.token), &keyed, Some(text)).expect(201);
        assert_eq!(again, expected["answer"], "the answer of a version before is given again");
        let played = bob.play_suggested(running, "plains_nations");
        assert!(again["version"].as_u64() < played["version"].as_u64());
        let (right, said) = verb(&["check", "--data", server.data().to_str().expect("a path")]);
        assert!(right, "{said}");
    }
    assert!(0 < seen);
}
