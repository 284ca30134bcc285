//! Opening: which files are ours, which are left alone, and what a refusal says.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use rusqlite::Connection;
use storage::{Error, Storage, contract::samples::*, sqlite::SqliteStorage};
use tempfile::TempDir;

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fieldpost.db");
    (folder, path)
}

/// All files of a folder with their bytes. A `-shm` is no data: SQLite makes it anew from the log.
fn bytes_of(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| !path.to_string_lossy().ends_with("-shm"));
    files.sort();
    files.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// What an operator reads.
fn said(error: &Error) -> String {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(inner) = source {
        text = format!("{text}: {inner}");
        source = inner.source();
    }
    text
}

fn refused(path: &Path) -> Error {
    match SqliteStorage::open(path) {
        Ok(_) => panic!("{} was opened", path.display()),
        Err(error) => error,
    }
}

#[test]
fn a_new_store_is_its_owners_alone_and_safe_by_default() {
    let (folder, _) = folder();
    let path = folder.path().join("a/b/fieldpost.db");
    let store = SqliteStorage::open(&path).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(
        (mode(&folder.path().join("a")), mode(path.parent().unwrap()), mode(&path)),
        (0o700, 0o700, 0o600)
    );
    assert_eq!(mode(&folder.path().join("a/b/fieldpost.db-wal")), 0o600);
    let conn = Connection::open(&path).unwrap();
    let mode: String = conn.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
    let id: i32 = conn.pragma_query_value(None, "application_id", |row| row.get(0)).unwrap();
    assert_eq!((mode.as_str(), id), ("wal", 0x4650_5354));
    const { assert!(5 <= storage::sqlite::BUSY_TIMEOUT.as_secs()) };
    drop(conn);
    store.close();
    assert_eq!(bytes_of(path.parent().unwrap()).len(), 1, "one file is left, and nothing beside it");
}

#[test]
fn many_may_open_a_new_store_at_once() {
    for _ in 0..5 {
        let (_folder, path) = folder();
        std::thread::scope(|scope| {
            for n in 0..4 {
                let path = &path;
                scope.spawn(move || ok(ok(SqliteStorage::open(path)).put_meta(&format!("k{n}"), "v")));
            }
        });
        let store = SqliteStorage::open(&path).unwrap();
        assert!((0..4).all(|n| ok(store.meta(&format!("k{n}"))).is_some()));
    }
}

#[test]
fn an_empty_file_becomes_a_store() {
    let (_folder, path) = folder();
    fs::write(&path, b"").unwrap();
    SqliteStorage::open(&path).unwrap().put_meta("k", "v").unwrap();
    assert_eq!(SqliteStorage::open(&path).unwrap().meta("k").unwrap().as_deref(), Some("v"));
}

#[test]
fn a_foreign_file_is_refused_and_left_as_it_is() {
    let (folder, _) = folder();
    let database = folder.path().join("other.db");
    Connection::open(&database)
        .unwrap()
        .execute_batch("CREATE TABLE t (n); INSERT INTO t VALUES (1)")
        .unwrap();
    let other_id = folder.path().join("other-id.db");
    Connection::open(&other_id)
        .unwrap()
        .execute_batch("PRAGMA application_id = 7; CREATE TABLE t (n)")
        .unwrap();
    for (name, bytes) in [
        ("text.db", "a letter to my aunt".repeat(20)),
        ("short.db", "SQLite format 3\0".into()),
        ("one.db", " ".into()),
    ] {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let before = bytes_of(folder.path());
    for (path, _) in &before {
        let error = refused(path);
        assert!(matches!(error, Error::Foreign(_)), "{error:?}");
        assert!(said(&error).contains(&path.display().to_string()));
    }
    assert_eq!(bytes_of(folder.path()), before);
}

#[test]
fn a_newer_schema_is_refused_and_left_as_it_is() {
    let (folder, path) = folder();
    drop(SqliteStorage::open(&path).unwrap());
    let conn = Connection::open(&path).unwrap();
    conn.pragma_update(None, "user_version", 99).unwrap();
    // As a crash leaves it: the new number stands in the write-ahead log only.
    let crashed = tempfile::tempdir().unwrap();
    for end in ["", "-wal"] {
        let name = format!("fieldpost.db{end}");
        fs::copy(folder.path().join(&name), crashed.path().join(&name)).unwrap();
    }
    conn.close().unwrap();
    for folder in [folder.path(), crashed.path()] {
        let before = bytes_of(folder);
        let error = refused(&folder.join("fieldpost.db"));
        assert!(
            matches!(&error, Error::Foreign(what) if what.contains("schema 99") && what.contains("newer"))
        );
        assert_eq!(said(&error).lines().count(), 1);
        assert_eq!(bytes_of(folder), before);
    }
}

#[test]
fn a_place_that_cannot_be_written_is_named_with_the_reason() {
    let (folder, path) = folder();
    drop(SqliteStorage::open(&path).unwrap());
    fs::write(folder.path().join("file"), b"x").unwrap();
    let below_a_file = folder.path().join("file/fieldpost.db");
    let error = refused(&below_a_file);
    assert!(matches!(error, Error::Unavailable(_)));
    assert!(said(&error).contains(&below_a_file.display().to_string()), "{}", said(&error));
    assert!(said(&error).contains("Not a directory"), "{}", said(&error));

    let a_folder = refused(folder.path());
    assert!(said(&a_folder).contains("Is a directory"), "{}", said(&a_folder));

    let closed = folder.path().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::copy(&path, closed.join("fieldpost.db")).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o500)).unwrap();
    // The superuser may write there all the same; then the kernel's own folder must serve.
    let as_root = fs::write(closed.join("probe"), b"").is_ok();
    let path = if as_root { PathBuf::from("/proc/fieldpost.db") } else { closed.join("fieldpost.db") };
    let error = refused(&path);
    assert!(matches!(error, Error::Unavailable(_)), "{error:?}");
    assert!(said(&error).contains(&path.display().to_string()), "{}", said(&error));
    assert!(as_root || said(&error).contains("Permission denied"), "{}", said(&error));
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).unwrap();
}

#[test]
fn a_damaged_page_is_an_error_where_it_is_read_and_nowhere_else() {
    let (_folder, path) = folder();
    let store = SqliteStorage::open(&path).unwrap();
    for n in 0..50 {
        ok(store.create_game(new_game(&format!("g{n}"))));
        let mut change = turn_change(ok(store.game(&game_id(&format!("g{n}")))), 0, "k", 20);
        change.lines.iter_mut().for_each(|line| line.line.push_str(&"x".repeat(1000)));
        ok(store.change_game(change));
    }
    store.close();
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2 / 8192 * 8192;
    bytes[middle..middle + 8192].fill(0xA5);
    fs::write(&path, bytes).unwrap();

    let store = SqliteStorage::open(&path).unwrap();
    let read = |n| store.lines(&game_id(&format!("g{n}")), 0, 100);
    let outcomes: Vec<_> = (0..50).map(read).collect();
    let n_broken = outcomes.iter().filter(|outcome| matches!(outcome, Err(Error::Corrupt(_)))).count();
    let n_whole = outcomes.iter().filter(|outcome| matches!(outcome, Ok(lines) if lines.len() == 20)).count();
    assert!(0 < n_broken && n_broken + n_whole == 50 && 40 < n_whole, "{n_broken} broken, {n_whole} whole");
    ok(store.create_game(new_game("after")));
    let copy = path.with_file_name("copy.db");
    assert!(
        matches!(store.backup(&copy, &mut |_, _| {}), Err(Error::Backend(_))),
        "a broken copy is no copy"
    );
    assert!(!copy.exists());
}

/// A message to all, carried to somebody who stays.
fn message_of(player: &str, text: &str) -> storage::NewMessage {
    let row = storage::MessageRow {
        id: format!("m_{player}"),
        game: game_id("g1"),
        seat: seat_id("red"),
        player: player_id(player),
        to: storage::Addressee::All,
        text: Some(text.into()),
        at: NOW,
    };
    let letters = vec![letter(&format!("<m_{player}@test>"), "p_other")];
    storage::NewMessage { row, revision: 1, readers: Vec::new(), letters, answer: None }
}

#[test]
fn what_is_erased_is_in_no_byte_of_the_store() {
    let (folder, path) = folder();
    let store = SqliteStorage::open(&path).unwrap();
    let needle = "Zebedee";
    ok(store.create_game(new_game("g1")));
    for n in 0..40 {
        let id = format!("p{n}");
        let mut row = proved(&id, &format!("{needle}{n}@example.org"));
        row.name = format!("{needle} {n}");
        row.settings = format!(r#"{{"signature":"{}"}}"#, needle.repeat(n));
        join(&store, row.clone());
        ok(store.put_player(row, vec![letter(&format!("<{n}>"), &id)], None));
        let content = format!("Dear {needle}").into_bytes();
        ok(store.post(vec![storage::NewLetter { content, ..letter(&format!("<{n}b>"), &id) }]));
        ok(store.put_code(code(storage::CodeKind::Verify, &id, needle), Vec::new()));
        ok(store.write_message(message_of(&id, &format!("{needle} was here, {n} times"))));
    }
    for row in ok(store.letters_due(NOW, 999)) {
        let made = storage::MadeLetter { to: "x@example.org".into(), bytes: format!("Dear {needle}").into() };
        ok(store.letter_outcome(row.id, storage::LetterOutcome::Made { made, at: NOW }));
    }
    for n in 0..40 {
        ok(store.erase_player(&player_id(&format!("p{n}")), NOW));
    }
    store.close();
    for (path, bytes) in bytes_of(folder.path()) {
        let found =
            bytes.windows(needle.len()).filter(|part| part.eq_ignore_ascii_case(needle.as_bytes())).count();
        assert_eq!(found, 0, "{}", path.display());
    }
}
