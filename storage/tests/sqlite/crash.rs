//! The process ends, or the machine: whatever was answered is there, and nothing is half there.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
};

use rusqlite::Connection;
use storage::{GameRow, Storage, contract::samples::*, sqlite::SqliteStorage};

use crate::guards::assert_whole;

const CHILD: &str = "FIELDPOST_STORAGE_CRASH_TEST";
const N_GAMES: usize = 4;

/// Plays in all games until `done`; tells each answered version.
fn play(store: &SqliteStorage, done: &AtomicBool, answered: impl Fn(usize, u64) + Sync) {
    thread::scope(|scope| {
        for n in 0..N_GAMES {
            let answered = &answered;
            scope.spawn(move || {
                let id = format!("g{n}");
                ok(store.create_game(new_game(&id)));
                answered(n, 0);
                let mut row = ok(store.game(&game_id(&id)));
                for turn in 0.. {
                    if done.load(Ordering::SeqCst) {
                        break;
                    }
                    let change = turn_change(row, turn, &format!("k{turn}"), 5);
                    row = GameRow { revision: change.row.revision + 1, ..change.row.clone() };
                    ok(store.change_game(change));
                    answered(n, row.version);
                }
            });
        }
    });
}

/// Does nothing, except as the child of the next test.
#[test]
fn child_that_plays_until_it_is_killed() {
    let Some(path) = std::env::var_os(CHILD) else { return };
    let store = SqliteStorage::open(path).unwrap();
    play(&store, &AtomicBool::new(false), |n, version| println!("\nanswered {n} {version}"));
}

#[test]
fn a_killed_process_has_kept_what_it_answered() {
    let folder = tempfile::tempdir().unwrap();
    for n_lines in [1, 20, 300] {
        let path = folder.path().join(format!("store-{n_lines}.db"));
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "crash::child_that_plays_until_it_is_killed", "--nocapture"])
            .env(CHILD, &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut answered = [None; N_GAMES];
        let mut note = |line: &str| {
            let mut words = line.split(' ');
            if let (Some("answered"), Some(n), Some(version)) = (words.next(), words.next(), words.next()) {
                let (n, version): (usize, u64) = (n.parse().unwrap(), version.parse().unwrap());
                answered[n] = answered[n].max(Some(version));
            }
        };
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        for line in lines.by_ref().take(3 * n_lines + 12) {
            note(&line.unwrap());
        }
        child.kill().unwrap();
        // What it had still said: the last line may be cut off.
        let rest: Vec<String> = lines.map_while(Result::ok).collect();
        for line in rest.iter().take(rest.len().saturating_sub(1)) {
            note(line);
        }
        child.wait().unwrap();
        let answered: Vec<u64> = answered.into_iter().flatten().collect();
        assert!(!answered.is_empty());
        assert_whole_or_missing(&path, &answered);
    }
}

/// The games are made one after the other: those answered are there, others may be.
fn assert_whole_or_missing(path: &Path, answered: &[u64]) {
    if answered.len() == N_GAMES {
        return assert_whole(path, answered);
    }
    let store = SqliteStorage::open(path).unwrap();
    assert!(answered.len() <= ok(store.game_ids(None, 99)).len());
}

/// As a power cut would leave it: file and log as they are on disk at some moment. A reader holds the log, so that no
/// checkpoint comes between the two copies.
#[test]
fn a_store_cut_off_at_any_moment_opens_with_all_that_was_answered() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fieldpost.db");
    let store = SqliteStorage::open(&path).unwrap();
    let (done, answered) = (AtomicBool::new(false), [const { AtomicU64::new(0) }; N_GAMES]);
    thread::scope(|scope| {
        scope.spawn(|| play(&store, &done, |n, version| answered[n].store(version, Ordering::SeqCst)));
        let stop = StopAtEnd(&done);
        for n_cut in 0..8 {
            while answered.iter().any(|n| n.load(Ordering::SeqCst) < 25 * (n_cut + 1)) {
                thread::yield_now();
            }
            let reader = Connection::open(&path).unwrap();
            reader.execute_batch("BEGIN; SELECT count(*) FROM games;").unwrap();
            let before: Vec<u64> = answered.iter().map(|n| n.load(Ordering::SeqCst)).collect();
            let cut = folder.path().join(format!("cut-{n_cut}"));
            fs::create_dir(&cut).unwrap();
            fs::copy(&path, cut.join("fieldpost.db")).unwrap();
            let mut log = fs::read(folder.path().join("fieldpost.db-wal")).unwrap();
            // A frame half written at the end is nobody's answer.
            log.extend_from_slice(&log.clone()[..log.len().min(5000)]);
            fs::write(cut.join("fieldpost.db-wal"), log).unwrap();
            drop(reader);
            assert_whole(&cut.join("fieldpost.db"), &before);
        }
        drop(stop);
    });
}

/// So that a failed assertion ends the players too.
struct StopAtEnd<'a>(&'a AtomicBool);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}
