//! Stores that are damaged, cut off, newer or older than the program: what is refused, what is left as it is, and what is
//! played on all the same.

use std::{
    fs,
    path::{Path, PathBuf},
};

use rusqlite::Connection;
use serde_json::json;
use tempfile::TempDir;

use crate::support::{Player, Server, contents, duel, verb};

/// A server's folder after its end, with three games in it, and a copy of its store.
struct Left {
    folder: TempDir,
}

impl Left {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        let mut server = Server::start();
        let (alice, bob) = (server.player("Alice"), server.player("Bob"));
        let games: Vec<String> = (0..3).map(|_| duel(&alice, &bob, "skirmish")).collect();
        for game in &games {
            alice.orders(game, "sol4 j7\nend movement\nsol4 x war4\nend combat\n").expect(201);
        }
        server.stop();
        let left = Left { folder };
        for (path, bytes) in contents(&server.data()) {
            let to = left.data().join(path);
            fs::create_dir_all(to.parent().expect("a folder")).expect("made");
            fs::write(to, bytes).expect("written");
        }
        let copy = left.copy();
        let (made, said) = left.verb(&["backup", copy.to_str().expect("a path")]);
        assert!(made, "{said}");
        left
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn store(&self) -> PathBuf {
        self.data().join("fieldpost.sqlite")
    }

    fn copy(&self) -> PathBuf {
        self.folder.path().join("copy.sqlite")
    }

    fn verb(&self, args: &[&str]) -> (bool, String) {
        let data = self.data();
        verb(&[args, &["--data", data.to_str().expect("a path")]].concat())
    }
}

/// Where these bytes stand in a file, each time.
fn places(bytes: &[u8], wanted: &str) -> Vec<usize> {
    (0..bytes.len()).filter(|at| bytes[*at..].starts_with(wanted.as_bytes())).collect()
}

#[test]
fn a_damaged_copy_is_refused_and_changes_nothing() {
    let left = Left::new();
    let whole = fs::read(left.copy()).expect("the copy");
    let mut damaged: Vec<(&str, Vec<u8>)> = vec![
        ("empty", Vec::new()),
        ("another file", b"a letter to my aunt".repeat(900)),
        ("its first page", whole[..8192].to_vec()),
        ("its first half", whole[..whole.len() / 2 / 8192 * 8192].to_vec()),
        ("all but its last page", whole[..whole.len() - 8192].to_vec()),
        ("all but its last byte", whole[..whole.len() - 1].to_vec()),
    ];
    let changed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        change(&mut bytes);
        bytes
    };
    // One bit each: in the numbers of a line, in a line of each game, and in what a page says of itself.
    let lines = places(&whole, "\"sides\":6,\"values\":[");
    assert!(3 <= lines.len(), "each game has rolled");
    for at in &lines {
        damaged.push(("a bit of a line", changed(&|bytes| bytes[at + 19] ^= 1)));
    }
    damaged.push(("a bit of a page's head", changed(&|bytes| bytes[8192 * 2] ^= 4)));
    damaged.push((
        "a page of nothing",
        changed(&|bytes| {
            let at = lines[0] / 8192 * 8192;
            bytes[at..at + 8192].fill(0);
        }),
    ));
    let before = contents(&left.data());
    for (what, bytes) in damaged {
        let copy = left.folder.path().join("damaged.sqlite");
        fs::write(&copy, &bytes).expect("written");
        let (restored, said) = left.verb(&["restore", copy.to_str().expect("a path")]);
        assert!(!restored, "{what}: {said}");
        assert!(said.contains("damaged.sqlite: not restored, nothing was changed: "), "{what}: {said}");
        assert_eq!(said.lines().count(), 1, "{what}: {said}");
        assert!(contents(&left.data()) == before, "{what}: something was changed");
        assert!(fs::read(&copy).expect("the copy") == bytes, "{what}: the copy was changed");
        fs::remove_file(&copy).expect("our own");
        assert!(contents(left.folder.path()).len() == before.len() + 1, "{what}: something was left");
    }
    let (restored, said) = left.verb(&["restore", left.copy().to_str().expect("a path")]);
    assert!(restored, "{said}");
}

#[test]
fn a_damaged_store_is_told_by_check() {
    let left = Left::new();
    let whole = fs::read(left.store()).expect("the store");
    let line = places(&whole, "\"sides\":6,\"values\":[")[0];
    for (what, at) in [("a line", line + 19), ("a page", 8192 * 2)] {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        fs::write(left.store(), bytes).expect("written");
        let (right, said) = left.verb(&["check"]);
        assert!(!right, "{what}: {said}");
        assert!(!said.contains("panicked"), "{what}: {said}");
    }
    fs::write(left.store(), whole).expect("written");
    let (right, said) = left.verb(&["check"]);
    assert!(right, "{said}");
}

#[test]
fn a_store_of_a_newer_program_is_left_as_it_is_by_every_verb() {
    let left = Left::new();
    let newer = left.folder.path().join("newer.sqlite");
    for path in [left.store(), newer.clone()] {
        fs::copy(left.copy(), &path).expect("copied");
        let conn = Connection::open(&path).expect("a store");
        conn.pragma_update(None, "user_version", 99).expect("another number");
        conn.close().expect("closed");
    }
    let stores = |left: &Left| [left.store(), newer.clone()].map(|path| fs::read(path).expect("a store"));
    let before = stores(&left);
    let (to, from) = (left.folder.path().join("to.sqlite"), newer.to_str().expect("a path"));
    for args in [
        &["serve", "--bind", "127.0.0.1:0"][..],
        &["check"],
        &["migrate"],
        &["backup", to.to_str().expect("a path")],
        &["restore", from],
    ] {
        let (done, said) = left.verb(args);
        assert!(!done && said.contains("schema 99") && said.contains("newer"), "{args:?}: {said}");
        assert!(stores(&left) == before, "{args:?} changed it");
    }
    assert!(!to.exists());
}

/// Damages a line of a game so that it still is JSON, and one of another so that it is not.
fn damage(store: &Path, games: [&str; 2]) {
    let conn = Connection::open(store).expect("a store");
    conn.execute_batch("DROP TRIGGER lines_are_not_changed").expect("the guard taken away");
    let changed = conn
        .execute("UPDATE lines SET line = replace(line, '\"sol4\"', '\"sol3\"') WHERE game = ?1", [games[0]]);
    assert!(0 < changed.expect("changed"));
    let cut =
        conn.execute("UPDATE lines SET line = substr(line, 1, 40) WHERE game = ?1 AND seq = 7", [games[1]]);
    assert_eq!(cut.expect("cut"), 1);
}

#[test]
fn a_broken_game_is_closed_and_all_others_are_played_on() {
    let mut server = Server::start();
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let games: Vec<String> = (0..4).map(|_| duel(&alice, &bob, "skirmish")).collect();
    let text = "sol4 j7\nend movement\nsol4 x war4\nend combat\n";
    for game in &games {
        alice.orders(game, text).expect(201);
    }
    let tokens = [alice.token.clone(), bob.token.clone()];
    server.kill();
    damage(&server.data().join("fieldpost.sqlite"), [&games[0], &games[1]]);
    server.restart();
    let [alice, bob] = tokens.map(|token| Player { server: &server, token });
    for game in &games[..2] {
        for path in ["", "?summary=true", "/events", "/orders", "/board.svg", "/replay", "/dice"] {
            let answer = bob.get(&format!("/v1/games/{game}{path}"));
            // What reads only rows goes on; what needs the game says so.
            assert!(
                answer.status == 200 || answer.json()["code"] == "game-corrupt",
                "{path}: {}",
                answer.text()
            );
        }
        bob.get(&format!("/v1/games/{game}")).refused(500, "game-corrupt");
        bob.orders(game, "end movement").refused(500, "game-corrupt");
        bob.post(&format!("/v1/games/{game}/offers"), &json!({"kind": "draw"})).refused(500, "game-corrupt");
    }
    for game in &games[2..] {
        bob.play_suggested(game, "plains_nations");
        alice.get(&format!("/v1/games/{game}")).expect(200);
    }
    let new = duel(&alice, &bob, "skirmish");
    alice.orders(&new, text).expect(201);
    // Whoever has such a game still finds all of his.
    let mine = alice.get("/v1/games?mine=true").expect(200);
    assert_eq!(mine["items"].as_array().map(Vec::len), Some(5), "{mine}");
    for page in ["/", "/games"] {
        assert!(server.get(page).status < 500, "{page}");
    }
    assert_eq!(server.get("/readyz").status, 200);
    assert!(server.get("/metrics").text().contains("\nfieldpost_games_corrupt 2\n"));
    let (right, said) = verb(&["check", "--data", server.data().to_str().expect("a path")]);
    assert!(!right && said.contains("2 games have faults"), "{said}");
    assert!(games[..2].iter().all(|game| said.contains(&format!("{game}: "))), "{said}");
    assert!(!server.log().contains("panicked"));
    // An account can be closed all the same, and a copy of it all can be restored.
    let copy = server.data().join("../copy.sqlite");
    let copy = copy.to_str().expect("a path");
    let data = server.data();
    let data = data.to_str().expect("a path").to_owned();
    let (made, said) = verb(&["backup", copy, "--data", &data]);
    assert!(made, "{said}");
    server.stop();
    let (restored, said) = verb(&["restore", copy, "--data", &data]);
    assert!(!restored && said.contains("2 games have faults") && said.contains("--with-faults"), "{said}");
    let (restored, said) = verb(&["restore", copy, "--with-faults", "--data", &data]);
    assert!(restored, "{said}");
}
