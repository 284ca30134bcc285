//! Copies of the store: what one holds, what is left when one is restored, and that after that no seed is used that may have
//! been shown: a new epoch before the next die.

use std::{fs, path::Path, sync::Mutex, thread};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{JSON, Player, Server, contents, copy, duel, number, proved, try_call, verb};

/// A turn in which dice are thrown.
const SHOT: &str = "sol4 j7\nend movement\nsol4 x war4\nend combat\n";

fn audited(server: &Server, game: &str, epochs: u64) {
    let (report, _) = proved(server, game);
    assert_eq!(report["protocol"]["epochs"], epochs, "{report}");
}

fn on_move(server: &Server, game: &str) -> String {
    let seen = server.get(&format!("/v1/games/{game}?summary=true")).expect(200);
    seen["to_act"][0]["seat"].as_str().expect("a seat").to_owned()
}

fn backup(server: &Server, to: &Path) {
    let data = server.data();
    let args = ["backup", to.to_str().expect("a path"), "--data", data.to_str().expect("a path")];
    let (done, said) = verb(&args);
    assert!(done, "{said}");
}

fn restore(server: &Server, from: &Path) -> (bool, String) {
    let data = server.data();
    verb(&["restore", from.to_str().expect("a path"), "--data", data.to_str().expect("a path")])
}

#[test]
fn a_restored_game_opens_a_new_epoch_before_its_next_die() {
    let mut server = Server::start();
    let folder = TempDir::new().expect("a folder");
    let copy = folder.path().join("copy.sqlite");
    let (declined, own, tokens) = {
        let (alice, bob) = (server.player("Alice"), server.player("Bob"));
        let declined = duel(&alice, &bob, "skirmish");
        let made = alice
            .post(
                "/v1/games",
                &json!({"ruleset": "little_bighorn", "scenario": "skirmish",
                    "seats": [{"seat": "long_knives", "player": "me", "entropy": true}]}),
            )
            .expect(201);
        let own = made["id"].as_str().expect("an id").to_owned();
        let (mine, commit) = number(&own, 0, "long_knives");
        alice.put(&format!("/v1/games/{own}/seats/long_knives"), &json!({ "commit": commit })).expect(200);
        bob.put(&format!("/v1/games/{own}/seats/plains_nations"), &json!({})).expect(200);
        alice
            .post(&format!("/v1/games/{own}/seats/long_knives/ready"), &json!({ "entropy": mine }))
            .expect(200);
        backup(&server, &copy);
        // What the copy does not know: dice are shown here.
        alice.orders(&declined, SHOT).expect(201);
        alice.orders(&own, SHOT).expect(201);
        (declined, own, [alice.token.clone(), bob.token.clone()])
    };
    server.stop();
    let (restored, said) = restore(&server, &copy);
    assert!(restored, "{said}");
    server.restart();
    let [alice, bob] = tokens.map(|token| Player { server: &server, token });
    // Nobody had brought a number: the new epoch opens by itself, with the next turn.
    let turn = alice.orders(&declined, SHOT).expect(201);
    assert_eq!((turn["dice"][0]["epoch"].as_u64(), turn["dice"][0]["index"].as_u64()), (Some(1), Some(1)));
    audited(&server, &declined, 2);
    // Who had brought one owes another first.
    alice.orders(&own, "sol4 j7").refused(409, "entropy-owed");
    let waiting = server.get(&format!("/v1/games/{own}?summary=true")).expect(200);
    assert_eq!(
        (waiting["phase"].as_str(), on_move(&server, &own).as_str()),
        (Some("entropy"), "long_knives")
    );
    let (mine, commit) = number(&own, 1, "long_knives");
    alice.put(&format!("/v1/games/{own}/seats/long_knives"), &json!({ "commit": commit })).expect(200);
    bob.put(&format!("/v1/games/{own}/seats/plains_nations"), &json!({})).refused(409, "already-started");
    alice.post(&format!("/v1/games/{own}/seats/long_knives/ready"), &json!({ "entropy": mine })).expect(200);
    assert_eq!(on_move(&server, &own), "long_knives");
    let turn = alice.orders(&own, SHOT).expect(201);
    assert_eq!(turn["dice"][0]["epoch"], 1);
    audited(&server, &own, 2);
}

/// Brings what a folder was into what it is.
type Way = fn(&Path, &Path);

/// The ways in which an older store comes into a folder without `fieldpost restore`. Each is handed the folder as it was, and
/// the one as it is.
const WAYS: [(&str, Way); 4] = [
    ("the files of the store, with what a killed server left beside it", |before, now| {
        for end in ["", "-wal", "-shm"] {
            put(before, now, &format!("fieldpost.sqlite{end}"));
        }
    }),
    ("the whole folder, but for the number by which it knows", |before, now| {
        fs::remove_dir_all(now).expect("removed");
        copy(before, now);
        fs::remove_file(now.join("keys/generation")).expect("removed");
    }),
    ("the store, into a folder with the signing key alone", |before, now| {
        let key = fs::read(now.join("keys/signing.key")).expect("a key");
        fs::remove_dir_all(now).expect("removed");
        copy(before, now);
        fs::remove_dir_all(now.join("keys")).expect("removed");
        fs::create_dir(now.join("keys")).expect("made");
        fs::write(now.join("keys/signing.key"), key).expect("written");
    }),
    ("a copy of the file by `fieldpost backup`, by hand", |before, now| {
        let made = now.join("../made.sqlite");
        let args = ["backup", made.to_str().expect("a path"), "--data", before.to_str().expect("a path")];
        let (done, said) = verb(&args);
        assert!(done, "{said}");
        for end in ["-wal", "-shm"] {
            let _ = fs::remove_file(now.join(format!("fieldpost.sqlite{end}")));
        }
        fs::rename(made, now.join("fieldpost.sqlite")).expect("put there");
    }),
];

/// Puts a file of one folder in the place of its namesake in another; where there is none, there is none afterwards.
fn put(from: &Path, to: &Path, name: &str) {
    let _ = fs::remove_file(to.join(name));
    if from.join(name).exists() {
        fs::copy(from.join(name), to.join(name)).expect("copied");
    }
}

#[test]
fn however_an_older_store_came_here_no_die_is_thrown_again() {
    for (way, bring) in WAYS {
        let mut server = Server::start();
        let game = {
            let (alice, bob) = (server.player("Alice"), server.player("Bob"));
            (duel(&alice, &bob, "skirmish"), alice.token.clone())
        };
        // While the server runs: nothing else has counted since.
        let before = TempDir::new().expect("a folder");
        let before = before.path().join("data");
        server.freeze(|data| copy(data, &before));
        let alice = Player { server: &server, token: game.1.clone() };
        let shown = alice.orders(&game.0, SHOT).expect(201)["dice"][0].clone();
        server.stop();
        bring(&before, &server.data());
        server.restart();
        let alice = Player { server: &server, token: game.1 };
        let die = alice.orders(&game.0, SHOT).expect(201)["dice"][0].clone();
        assert_eq!((shown["epoch"].as_u64(), die["epoch"].as_u64()), (Some(0), Some(1)), "{way}");
        assert_ne!(shown["seed"], die["seed"], "{way}");
        audited(&server, &game.0, 2);
    }
}

/// Gives standing orders, each a turn of its own, until told; what was acknowledged, and with which key.
fn give_orders(
    url: &str,
    token: &str,
    game: &str,
    told: &Mutex<Vec<(String, String, Value)>>,
    ends: &Mutex<bool>,
) {
    for n in 0.. {
        if *ends.lock().expect("a flag") {
            return;
        }
        let reply = ["always", "even", "better", "never"][n % 4];
        let body = json!({"orders": [{"type": "standing", "figures": "all", "reply": reply}]}).to_string();
        let key = format!("load-{n}");
        let headers = [JSON, ("Idempotency-Key", key.as_str())];
        let path = format!("/v1/games/{game}/turns");
        let answer =
            try_call(url, "POST", &path, Some(token), &headers, Some(body.as_bytes())).expect("an answer");
        told.lock().expect("a list").push((game.to_owned(), key, answer.expect(201)));
    }
}

#[test]
fn a_copy_made_under_load_is_all_that_was_acknowledged_and_nothing_later_is_left_beside_it() {
    let mut server = Server::start();
    let folder = TempDir::new().expect("a folder");
    let made = folder.path().join("copy.sqlite");
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let games: Vec<String> = (0..4).map(|_| duel(&alice, &bob, "skirmish")).collect();
    let (told, ends) = (Mutex::default(), Mutex::new(false));
    let before: Vec<(String, String, Value)> = thread::scope(|scope| {
        for game in &games {
            scope.spawn(|| give_orders(&server.url, &alice.token, game, &told, &ends));
        }
        let n_told = || told.lock().expect("a list").len();
        while n_told() < 40 {
            thread::yield_now();
        }
        let before = told.lock().expect("a list").clone();
        backup(&server, &made);
        let n_then = n_told();
        while n_told() < n_then + 20 {
            thread::yield_now();
        }
        *ends.lock().expect("a flag") = true;
        before
    });
    let later = duel(&alice, &bob, "skirmish");
    let (restored, said) = restore(&server, &made);
    assert!(!restored && said.contains("stop it first"), "not under a server that runs: {said}");
    server.get(&format!("/v1/games/{later}")).expect(200);
    let token = alice.token.clone();
    server.stop();
    let (restored, said) = restore(&server, &made);
    assert!(restored && said.contains("4 games"), "{said}");
    let left: Vec<String> = contents(&server.data())
        .into_keys()
        .map(|path| path.display().to_string())
        .filter(|p| !p.starts_with("mail/"))
        .collect();
    assert_eq!(left, ["fieldpost.sqlite", "keys/generation", "keys/seal.key", "keys/signing.key", "lock"]);
    server.restart();
    for (game, key, answer) in &before {
        let turn = server.get(&format!("/v1/games/{game}/turns/{}", answer["turn"])).expect(200);
        assert_eq!(turn["request"], *key);
    }
    server.get(&format!("/v1/games/{later}")).refused(404, "not-found");
    let all = told.into_inner().expect("a list");
    let newest = &all[all.len() - 1];
    server.get(&format!("/v1/games/{}/turns/{}", newest.0, newest.2["turn"])).refused(404, "not-found");
    let alice = Player { server: &server, token };
    let die = alice.orders(&games[0], SHOT).expect(201)["dice"][0].clone();
    assert_eq!(die["epoch"], 1);
    let (right, said) = verb(&["check", "--data", server.data().to_str().expect("a path")]);
    assert!(right, "{said}");
}
