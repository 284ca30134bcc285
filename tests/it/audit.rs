//! A bundle with one changed byte is refused, with a code and a place; a bundle goes from one server to another.

use serde_json::Value;

use crate::support::{JSON, Server, duel, verb};

#[test]
fn one_changed_byte_anywhere_is_found_and_named() {
    let server = Server::start();
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let game = duel(&alice, &bob, "skirmish");
    for _ in 0..6 {
        let next = server.get(&format!("/v1/games/{game}?summary=true")).expect(200);
        let seat = next["to_act"][0]["seat"].as_str().expect("a seat").to_owned();
        let player = if seat == "long_knives" { &alice } else { &bob };
        player.play_suggested(&game, &seat);
    }
    let whole = server.get(&format!("/v1/games/{game}/audit")).body;
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("bundle.json");
    let path_text = path.to_str().expect("a path");
    let text = String::from_utf8(whole.clone()).expect("UTF-8");
    // Digits and letters spread over the whole bundle, each changed into another one.
    let places: Vec<usize> =
        (0..text.len()).filter(|at| text.as_bytes()[*at].is_ascii_alphanumeric()).collect();
    for at in places.iter().step_by(places.len() / 40) {
        let mut changed = whole.clone();
        changed[*at] = if changed[*at] == b'7' { b'3' } else { b'7' };
        std::fs::write(&path, &changed).expect("written");
        let (verified, said) = verb(&["verify", path_text]);
        assert!(!verified, "byte {at} was changed: {said}");
        assert!(said.contains("not verified: ") && said.contains(" at "), "byte {at}: {said}");
    }
    std::fs::write(&path, &whole).expect("written");
    let (verified, said) = verb(&["verify", path_text]);
    assert!(verified, "{said}");
    let elsewhere = Server::start();
    let carol = elsewhere.player("Carol");
    let call =
        |body: &[u8]| elsewhere.call("POST", "/v1/games/import", Some(&carol.token), &[JSON], Some(body));
    let imported = call(&whole).expect(201);
    assert_eq!((imported["imported"].as_bool(), imported["id"].as_str()), (Some(true), Some(game.as_str())));
    assert_eq!(elsewhere.get(&format!("/v1/games/{game}/audit")).body, whole, "kept byte for byte");
    carol.orders(&game, "sol1 f4").expect(409);
    let mut forged: Value = serde_json::from_slice(&whole).expect("JSON");
    forged["log"][8] = forged["log"][9].clone();
    let refused = call(forged.to_string().as_bytes());
    assert!((400..500).contains(&refused.status), "{}", refused.text());
}

#[test]
fn a_copy_is_made_while_the_server_runs_and_holds_what_was_acknowledged() {
    let server = Server::start();
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let game = duel(&alice, &bob, "skirmish");
    let turn = alice.play_suggested(&game, "long_knives");
    let folder = tempfile::TempDir::new().expect("a folder");
    let copy = folder.path().join("fieldpost.sqlite");
    let data = server.data();
    let args = ["backup", copy.to_str().expect("a path"), "--data", data.to_str().expect("a path")];
    let (done, said) = verb(&args);
    assert!(done, "{said}");
    let (again, said) = verb(&args);
    assert!(!again, "an existing file is not overwritten: {said}");
    let (right, said) = verb(&["check", "--data", folder.path().to_str().expect("a path"), "--json"]);
    assert!(right, "{said}");
    let report: Value = serde_json::from_str(said.trim()).expect("JSON");
    assert_eq!((&report["games"], &report["lines"]), (&Value::from(1), &turn["version"]));
}
