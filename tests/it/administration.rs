//! The verbs of the operator beside a server that is hard at work: all of them succeed, or say that they are not for that, and so
//! does all the server does.

use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
};

use crate::support::{Player, Server, TEXT, binary, duel, proved, sink::Sink, verb as run_verb};

/// Players who order without a pause, each at a table of his own.
const N_TABLES: usize = 4;

/// Every verb is used so often.
const N_ROUNDS: usize = 3;

fn ran(what: &str, args: &[&str], settings: &[(&str, &str)]) {
    let output = binary(&[]).args(args).envs(settings.iter().copied()).output().expect("the binary");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.lines().count() <= 3, "{what}: {said}");
}

/// Standing orders until told to stop; every one is carried out.
fn works(player: &Player<'_>, game: &str, stop: &AtomicBool, n_turns: &AtomicUsize) {
    for n in 0.. {
        if stop.load(Ordering::SeqCst) {
            return;
        }
        let reply = ["always", "even", "better", "never"][n % 4];
        let (path, key) = (format!("/v1/games/{game}/turns"), format!("standing-{n}"));
        let headers = [TEXT, ("Idempotency-Key", key.as_str())];
        let text = format!("standing all reply {reply}");
        player.server.call("POST", &path, Some(&player.token), &headers, Some(text.as_bytes())).expect(201);
        n_turns.fetch_add(1, Ordering::SeqCst);
    }
}

/// Tells the tables to stop, also when a verb was not right: they would go on for ever.
struct Stops<'a>(&'a AtomicBool);

impl Drop for Stops<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

#[test]
fn verbs_and_server_do_not_disturb_each_other() {
    let sink = Sink::start();
    let settings = sink.settings();
    let server = Server::start_with(&settings);
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let games: Vec<String> = (0..N_TABLES).map(|_| duel(&alice, &bob, "skirmish")).collect();
    let folder = tempfile::TempDir::new().expect("a folder");
    let data = server.data();
    let data = data.to_str().expect("a path");
    let (stop, n_turns) = (AtomicBool::new(false), AtomicUsize::new(0));
    thread::scope(|scope| {
        let stops = Stops(&stop);
        for game in &games {
            scope.spawn(|| works(&alice, game, &stop, &n_turns));
        }
        for n in 0..N_ROUNDS {
            let before = n_turns.load(Ordering::SeqCst);
            let copy = folder.path().join(format!("copy-{n}.sqlite"));
            let copy = copy.to_str().expect("a path");
            ran("backup", &["backup", copy, "--data", data], &settings);
            ran("check", &["check", "--data", data], &settings);
            ran("config", &["config", "--data", data], &settings);
            for verb in [&["migrate"][..], &["restore", copy]] {
                let (done, said) = run_verb(&[verb, &["--data", data]].concat());
                assert!(!done && said.contains("a server or another command has it open"), "{said}");
            }
            ran("mail test", &["mail", "test", "you@example.org", "--data", data], &settings);
            let after = n_turns.load(Ordering::SeqCst);
            assert!(before < after, "the tables went on meanwhile");
        }
        drop(stops);
    });
    let told = server.get("/metrics").text();
    assert!(told.contains("\nfieldpost_store_failures_total 0\n"), "{told}");
    assert!(server.log().lines().all(|line| !line.contains(" ERROR ")), "{}", server.log());
    games.iter().for_each(|game| drop(proved(&server, game)));
    // Each copy is a store that is whole, and a server goes on from it.
    for n in 0..N_ROUNDS {
        let restored = folder.path().join(format!("data-{n}"));
        let restored = restored.to_str().expect("a path");
        let copy = folder.path().join(format!("copy-{n}.sqlite"));
        ran("restore", &["restore", copy.to_str().expect("a path"), "--data", restored], &[]);
        ran("check", &["check", "--data", restored], &[]);
    }
}
