//! What a disk can do to the binary: be full, take nothing any more, be slow, not be writable at the start. Nobody is told that
//! something was done which was not, and all goes on by itself as soon as the disk does.
//!
//! Full means a limit of the kernel's for files of this process (`prlimit --fsize`): what goes beyond fails with EFBIG, and
//! what reaches it is written in part. With a limit of nothing every write fails, as on a disk that became read-only. A slow
//! disk is one whose `fsync` comes back late (`strace`).

use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt},
    process::Command,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::support::{
    Answer, JSON, Player, Server, TEXT, binary, contents, duel, have, prove, proved, sink::Sink, verb,
};

const SHOT: &str = "sol4 j7\nend movement\nsol4 x war4\nend combat\n";

/// Whoever is told by a signal that a file may not grow must not die of it.
const DEAF_TO_LIMITS: &[&str] = &["sh", "-c", "trap '' XFSZ; exec \"$0\""];

/// From now on no file of the server may be larger.
fn limit(server: &Server, bytes: &str) {
    let pid = server.pid().to_string();
    let set = Command::new("prlimit").args(["--pid", &pid, &format!("--fsize={bytes}:")]).status();
    assert!(set.expect("prlimit").success());
}

fn keyed(player: &Player<'_>, game: &str, key: &str, text: &str) -> Answer {
    let headers = [TEXT, ("Idempotency-Key", key)];
    let path = format!("/v1/games/{game}/turns");
    player.server.call("POST", &path, Some(&player.token), &headers, Some(text.as_bytes()))
}

/// A standing order, which may be given at any time: each is a turn of its own.
fn standing(player: &Player<'_>, game: &str, n: usize) -> Answer {
    let reply = ["always", "even", "better", "never"][n % 4];
    keyed(player, game, &format!("standing-{n}"), &format!("standing all reply {reply}"))
}

fn is_ready(server: &Server) -> bool {
    let answer = server.get("/readyz");
    if answer.status != 200 {
        let checks = answer.refused(503, "not-ready")["checks"].clone();
        let store = checks.as_array().expect("checks").iter().find(|check| check["name"] == "store");
        assert_eq!(store.expect("the store")["detail"], "cannot be written");
    }
    answer.status == 200
}

/// What must hold after all of it, also after the next start.
fn all_is_right(server: &mut Server, games: &[&str]) {
    for _ in 0..2 {
        games.iter().for_each(|game| drop(proved(server, game)));
        let (right, said) = verb(&["check", "--data", server.data().to_str().expect("a path")]);
        assert!(right, "{said}");
        assert!(!server.log().contains("panicked"), "{}", server.log());
        server.kill_and_restart();
    }
}

#[test]
fn a_full_disk_refuses_whole_turns_and_the_same_turn_is_taken_when_there_is_room() {
    if !have("a full disk", &["prlimit"]) {
        return;
    }
    let sink = Sink::start();
    let mut server = Server::start_under(DEAF_TO_LIMITS, &sink.settings());
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    prove(&bob, &sink, "bob@example.org");
    let game = duel(&alice, &bob, "skirmish");
    let wal = fs::metadata(server.data().join("fieldpost.sqlite-wal")).map_or(0, |wal| wal.len());
    // Room for some turns; then one that begins to be written, and cannot be to its end.
    limit(&server, &(wal + 150_000).to_string());
    let mut told: Vec<Value> = Vec::new();
    let refused = loop {
        let answer = standing(&alice, &game, told.len());
        match answer.status {
            201 => told.push(answer.json()),
            _ => break answer,
        }
        assert!(told.len() < 5_000, "the disk does not fill");
    };
    refused.refused(503, "storage-unavailable");
    assert!(!refused.header("retry-after").is_empty() && !told.is_empty());
    limit(&server, "0");
    let (n_mails, version) = (sink.mails().len(), told[told.len() - 1]["version"].clone());
    keyed(&alice, &game, "shot", SHOT).refused(503, "storage-unavailable");
    assert!(!is_ready(&server));
    let seen = server.get(&format!("/v1/games/{game}")).expect(200);
    assert_eq!(
        (&seen["version"], &seen["dice"]["rolls"]),
        (&version, &json!(0)),
        "nothing moved, no die was shown"
    );
    assert_eq!(sink.mails().len(), n_mails, "nobody was told");
    limit(&server, "unlimited");
    let shot = keyed(&alice, &game, "shot", SHOT).expect(201);
    assert!(is_ready(&server));
    assert_eq!(shot["dice"][0]["index"], 1);
    let until = Instant::now() + Duration::from_secs(60);
    while sink.mails().len() == n_mails {
        assert!(Instant::now() < until, "the mail does not leave");
        std::thread::sleep(Duration::from_millis(50));
    }
    for (n, answer) in told.iter().enumerate() {
        assert_eq!(standing(&alice, &game, n).expect(201), *answer, "what was acknowledged is there");
    }
    all_is_right(&mut server, &[&game]);
}

#[test]
fn a_disk_that_takes_nothing_is_told_to_all_who_write_and_to_nobody_who_reads() {
    if !have("a disk that takes nothing", &["prlimit"]) {
        return;
    }
    let mut server = Server::start_under(DEAF_TO_LIMITS, &[]);
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let (game, other) = (duel(&alice, &bob, "skirmish"), duel(&alice, &bob, "skirmish"));
    alice.orders(&game, SHOT).expect(201);
    let at = |path: &str| format!("/v1/games/{game}{path}");
    let new_game = json!({"ruleset": "little_bighorn", "scenario": "skirmish", "seats": []});
    let writes: Vec<(&str, String, Value)> = vec![
        ("POST", "/v1/players".into(), json!({"name": "Carol", "email": "carol@example.org"})),
        ("POST", "/v1/games".into(), new_game),
        ("POST", at("/turns?seat=plains_nations"), json!({"orders": bob.suggested(&game, "plains_nations")})),
        ("PUT", at("/draft"), json!({"orders": bob.suggested(&game, "plains_nations")})),
        ("POST", at("/messages"), json!({"text": "Are you there?"})),
        ("POST", at("/offers"), json!({"kind": "draw"})),
        ("PATCH", "/v1/me".into(), json!({"name": "Robert"})),
    ];
    let version = server.get(&at("?summary=true")).expect(200)["version"].clone();
    limit(&server, "0");
    for (method, path, body) in &writes {
        let token = (path != "/v1/players").then_some(bob.token.as_str());
        let answer = server.call(method, path, token, &[JSON], Some(body.to_string().as_bytes()));
        answer.refused(503, "storage-unavailable");
    }
    assert!(!is_ready(&server));
    for path in [
        at(""),
        at("/events"),
        at("/board.svg"),
        at("/replay"),
        at("/audit"),
        at("/dice"),
        "/v1/rulesets".into(),
    ] {
        assert_eq!(bob.get(&path).status, 200, "{path}");
    }
    // A game that nobody has looked at yet is read from the store.
    bob.get(&format!("/v1/games/{other}/events")).expect(200);
    assert_eq!(server.get(&at("?summary=true")).expect(200)["version"], version);
    limit(&server, "unlimited");
    for (method, path, body) in &writes {
        let token = (path != "/v1/players").then_some(bob.token.as_str());
        let answer = server.call(method, path, token, &[JSON], Some(body.to_string().as_bytes()));
        assert!(answer.status < 300, "{method} {path}: {}", answer.text());
    }
    assert!(is_ready(&server));
    all_is_right(&mut server, &[&game, &other]);
}

/// Whoever may write everywhere gives that right away, so that permissions hold for him too.
const RIGHTLESS: &[&str] = &["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"];

#[test]
fn a_folder_that_cannot_be_written_ends_the_start_with_its_name() {
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
    if is_root && !have("a folder that cannot be written", &["setpriv"]) {
        return;
    }
    let mut server = Server::start();
    server.player("Alice");
    server.stop();
    let data = server.data();
    let modes = |folder: u32, file: u32| {
        for path in contents(&data).into_keys() {
            fs::set_permissions(data.join(path), fs::Permissions::from_mode(file)).expect("our own");
        }
        for path in [data.join("keys"), data.clone()] {
            fs::set_permissions(path, fs::Permissions::from_mode(folder)).expect("our own");
        }
    };
    for (folder, file, what) in
        [(0o500, 0o400, "all"), (0o500, 0o600, "the folder"), (0o700, 0o400, "the files")]
    {
        modes(folder, file);
        let mut command = binary(if is_root { RIGHTLESS } else { &[] });
        let output =
            command.args(["serve", "--bind", "127.0.0.1:0", "--data"]).arg(&data).output().expect("an end");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(data.to_str().expect("a path")), "{what}: {said}");
        assert!(said.contains("ermission denied") && !said.contains("panicked"), "{what}: {said}");
    }
    modes(0o700, 0o600);
    server.restart();
    assert!(is_ready(&server));
}

#[test]
fn on_a_slow_disk_all_that_is_asked_at_once_waits_together_and_is_kept() {
    if !have("a slow disk", &["strace"]) {
        return;
    }
    // With -D what is started is the server, and its tracer is beside it: who kills the tracer would leave the server alive.
    const SLOW: &[&str] = &[
        "strace",
        "-D",
        "-f",
        "-qqq",
        "-o",
        "/dev/null",
        "-e",
        "trace=fsync,fdatasync",
        "-e",
        "inject=fsync,fdatasync:delay_enter=150ms",
    ];
    let mut server = Server::start_under(SLOW, &[]);
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let games: Vec<String> = (0..4).map(|_| duel(&alice, &bob, "skirmish")).collect();
    let began = Instant::now();
    let told: Vec<(String, usize, Value)> = std::thread::scope(|scope| {
        let tables: Vec<_> = games
            .iter()
            .map(|game| {
                let alice = &alice;
                scope.spawn(move || {
                    let orders = (0..8).map(|n| (game.clone(), n, standing(alice, game, n).expect(201)));
                    orders.collect::<Vec<_>>()
                })
            })
            .collect();
        tables.into_iter().flat_map(|table| table.join().expect("a table")).collect()
    });
    assert!(Duration::from_millis(8 * 150) <= began.elapsed(), "each turn waits for the disk");
    assert!(is_ready(&server), "slow is not broken");
    for (game, n, answer) in &told {
        assert_eq!(standing(&alice, game, *n).expect(201), *answer);
    }
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    all_is_right(&mut server, &games);
}
