//! What a released version left is read by this one: its games stand where they stood, verify, and are played on. So that
//! there is such a folder of the next release too, this version makes one and reads it; `FIELDPOST_FIXTURE=FOLDER` keeps it
//! (at a release: `FIELDPOST_FIXTURE=tests/fixtures/0.2.0 cargo test --test it fixtures`).

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Answer, Player, Server, TEXT, contents, copy, duel, verb};

const URL: (&str, &str) = ("FIELDPOST_BASE_URL", "http://fieldpost.example.org");

/// What a game tells that must never change.
const TOLD: [&str; 5] = ["state", "version", "head", "round", "phase"];

fn released() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let all: Vec<PathBuf> =
        fs::read_dir(&folder).expect("the fixtures").flatten().map(|one| one.path()).collect();
    assert!(!all.is_empty());
    all
}

/// A turn with a die, under a key of its own.
fn keyed(alice: &Player<'_>, game: &str) -> Answer {
    let headers = [TEXT, ("Idempotency-Key", "fixture-1")];
    let text = b"sol4 j7\nend movement\nsol4 x war4\nend combat\n";
    alice.server.call("POST", &format!("/v1/games/{game}/turns"), Some(&alice.token), &headers, Some(text))
}

fn is_read_and_played_on(fixture: &Path) {
    let expected = fs::read_to_string(fixture.join("expect.json")).expect("what it held");
    let expected: Value = serde_json::from_str(&expected).expect("JSON");
    let server = Server::start_on(&fixture.join("data"), &[URL]);
    let player =
        |name: &str| Player { server: &server, token: expected[name].as_str().expect("a token").to_owned() };
    let (alice, bob) = (player("alice"), player("bob"));
    for game in expected["games"].as_array().expect("games") {
        let id = game["id"].as_str().expect("an id");
        let now = alice.get(&format!("/v1/games/{id}?summary=true")).expect(200);
        for what in TOLD {
            assert_eq!(now[what], game[what], "{id}: {what}");
        }
    }
    let running = expected["running"].as_str().expect("an id");
    let again = keyed(&alice, running).expect(201);
    assert_eq!(again, expected["answer"], "the answer of a version before is given again");
    let played = bob.play_suggested(running, "plains_nations");
    assert!(again["version"].as_u64() < played["version"].as_u64());
    let (right, said) = verb(&["check", "--data", server.data().to_str().expect("a path")]);
    assert!(right, "{said}");
}

#[test]
fn the_data_folder_of_every_released_version_is_read_and_played_on() {
    released().iter().for_each(|fixture| is_read_and_played_on(fixture));
}

/// Makes such a folder: a game of each battle, one of them over, one between people, with press, an offer and drafts.
fn make(fixture: &Path) {
    let mut server = Server::start_with(&[URL]);
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let (running, over) = (duel(&alice, &bob, "skirmish"), duel(&alice, &bob, "skirmish"));
    let answer = keyed(&alice, &running).expect(201);
    alice.post(&format!("/v1/games/{running}/messages"), &json!({"text": "Well met."})).expect(201);
    bob.post(&format!("/v1/games/{running}/offers"), &json!({"kind": "draw"})).expect(201);
    alice.orders(&over, "resign").expect(201);
    let mut games = vec![running.clone(), over];
    for (ruleset, scenario, mine, other) in [
        ("counting_coup", "skirmish", "cavalry", "nations"),
        ("little_wars", "meeting_engagement", "red", "blue"),
    ] {
        let wanted = json!({"ruleset": ruleset, "scenario": scenario, "seat_plan": "duel",
            "seats": [{"seat": mine, "player": "me"}, {"seat": other, "player": {"bot": "standard"}}]});
        let made = alice.post("/v1/games", &wanted).expect(201);
        let game = made["id"].as_str().expect("an id").to_owned();
        // In Little Wars it is bound in secret; a draft of it stays with the other seat's.
        let orders = alice.suggested(&game, mine);
        alice.put(&format!("/v1/games/{game}/draft"), &json!({ "orders": orders })).expect(200);
        // Where both put their men down at once, the other has done so before the folder is looked at.
        let until = Instant::now() + Duration::from_secs(60);
        let waits_for_us = || {
            let now = alice.get(&format!("/v1/games/{game}?summary=true")).expect(200);
            now["to_act"].as_array().is_some_and(|waited| waited.iter().all(|seat| seat["seat"] == mine))
        };
        while !waits_for_us() {
            assert!(Instant::now() < until, "{game}: the bot does not act");
            thread::sleep(Duration::from_millis(20));
        }
        games.push(game);
    }
    let tell = |game: &String| {
        let now = alice.get(&format!("/v1/games/{game}?summary=true")).expect(200);
        let told = TOLD.map(|what| (what.to_owned(), now[what].clone()));
        Value::Object(told.into_iter().chain([("id".to_owned(), json!(game))]).collect())
    };
    // Who moves next is a person, everywhere: nothing changes before the folder is looked at.
    let expected = json!({
        "alice": alice.token, "bob": bob.token, "running": running, "answer": answer,
        "games": games.iter().map(tell).collect::<Vec<_>>()
    });
    server.stop();
    copy(&server.data(), &fixture.join("data"));
    fs::write(fixture.join("expect.json"), format!("{expected:#}\n")).expect("written");
}

#[test]
fn the_data_folder_of_this_version_is_such_a_fixture() {
    let folder = TempDir::new().expect("a folder");
    let kept = std::env::var_os("FIELDPOST_FIXTURE").map(PathBuf::from);
    let fixture = kept.unwrap_or_else(|| folder.path().to_owned());
    make(&fixture);
    is_read_and_played_on(&fixture);
}

#[test]
fn an_older_schema_is_brought_forward_when_told_and_not_by_looking() {
    for fixture in released() {
        let folder = TempDir::new().expect("a folder");
        let data = folder.path().join("data");
        copy(&fixture.join("data"), &data);
        let store = fs::read(data.join("fieldpost.sqlite")).expect("a store");
        let with =
            |verb_and: &[&str]| verb(&[verb_and, &["--data", data.to_str().expect("a path")]].concat());
        for looking in [&["check"][..], &["backup", "copy.sqlite"]] {
            let (done, said) = with(looking);
            assert!(!done && said.contains("fieldpost migrate"), "{said}");
            assert!(
                fs::read(data.join("fieldpost.sqlite")).expect("a store") == store,
                "{looking:?} changed it"
            );
        }
        let (done, said) = with(&["migrate"]);
        assert!(done && said.contains("its schema was "), "{said}");
        let (done, said) = with(&["migrate"]);
        assert!(done && said.contains("as it should be"), "{said}");
        let (right, said) = with(&["check"]);
        assert!(right, "{said}");
        // And a copy that was made by the older program can be restored.
        let elsewhere = folder.path().join("elsewhere");
        let (from, before) = (fixture.join("data/fieldpost.sqlite"), contents(&fixture));
        let to = ["--data", elsewhere.to_str().expect("a path")];
        let (done, said) = verb(&[&["restore", from.to_str().expect("a path")][..], &to].concat());
        assert!(done && said.contains("There is no signing key"), "{said}");
        assert!(contents(&fixture) == before, "the copy is only read");
        let (right, said) = verb(&[&["check"][..], &to].concat());
        assert!(right, "{said}");
    }
}
