//! The mechanism, on schemas made for it.

use std::fs;

use tempfile::TempDir;

use super::*;
use crate::sqlite::connect;

const OLD: Migration = Migration {
    name: "0001_old",
    sql: "CREATE TABLE games (id TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL) STRICT, WITHOUT ROWID;
          CREATE TABLE lines (
              game TEXT NOT NULL REFERENCES games (id), seq INTEGER NOT NULL, line TEXT NOT NULL,
              PRIMARY KEY (game, seq)
          ) STRICT, WITHOUT ROWID;
          CREATE TRIGGER lines_are_not_deleted BEFORE DELETE ON lines BEGIN SELECT RAISE(ABORT, 'no'); END;",
};

/// Makes a table anew under its old name, though others refer to it, and fills a column from the rows.
const NEW: Migration = Migration {
    name: "0002_versions",
    sql: "CREATE TABLE games_new (
              id TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL, version INTEGER NOT NULL
          ) STRICT, WITHOUT ROWID;
          INSERT INTO games_new
              SELECT id, title, (SELECT count(*) FROM lines WHERE game = games.id) FROM games;
          DROP TABLE games;
          ALTER TABLE games_new RENAME TO games;",
};

const BROKEN: Migration = Migration {
    name: "0003_broken",
    sql: "ALTER TABLE games ADD COLUMN extra TEXT; INSERT INTO nowhere VALUES (1);",
};

const ORPHANS: Migration = Migration {
    name: "0003_orphans",
    sql: "DELETE FROM games WHERE id = 'g1'; CREATE TABLE more (n INTEGER);",
};

/// A store of the old schema, with data.
fn old_store() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    file::create_private(&path).unwrap();
    let conn = open(&path);
    conn.pragma_update(None, "application_id", file::APPLICATION_ID).unwrap();
    conn.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).unwrap();
    run(&conn, &path, &[OLD]).unwrap();
    conn.execute_batch(
        "INSERT INTO games VALUES ('g1', 'The hill'), ('g2', 'Käse');
         INSERT INTO lines VALUES ('g1', 1, '{}'), ('g1', 2, '{\"a\":1}'), ('g2', 1, '{}');",
    )
    .unwrap();
    (folder, path)
}

fn open(path: &Path) -> Connection {
    let (conn, _) = connect::existing(path).unwrap();
    conn.pragma_update(None, "foreign_keys", true).unwrap();
    conn
}

fn titles(conn: &Connection) -> Vec<String> {
    let mut statement = conn.prepare("SELECT title FROM games ORDER BY id").unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().map(|title| title.unwrap()).collect()
}

fn copies(folder: &TempDir) -> Vec<String> {
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut copies: Vec<String> =
        names.filter_map(|name| name.into_string().ok()).filter(|name| name.contains(".schema-")).collect();
    copies.sort();
    copies
}

#[test]
fn an_older_store_is_copied_and_brought_forward_with_its_data() {
    let (folder, path) = old_store();
    run(&open(&path), &path, &[OLD, NEW]).unwrap();
    let conn = open(&path);
    assert_eq!(version(&conn).unwrap(), 2);
    assert_eq!(titles(&conn), ["The hill", "Käse"]);
    let n_lines: i64 =
        conn.query_row("SELECT version FROM games WHERE id = 'g1'", [], |row| row.get(0)).unwrap();
    assert_eq!(n_lines, 2);
    assert!(conn.execute("DELETE FROM lines", []).is_err(), "the trigger still stands");
    assert!(
        conn.execute("INSERT INTO lines VALUES ('g9', 1, '')", []).is_err(),
        "references are checked again"
    );

    assert_eq!(copies(&folder), ["store.db.schema-1.bak"]);
    let copy = open(&folder.path().join("store.db.schema-1.bak"));
    assert_eq!((version(&copy).unwrap(), titles(&copy)), (1, vec!["The hill".to_owned(), "Käse".to_owned()]));
    check(&copy).unwrap();
}

#[test]
fn a_present_store_is_neither_changed_nor_copied() {
    let (folder, path) = old_store();
    run(&open(&path), &path, &[OLD]).unwrap();
    assert!(copies(&folder).is_empty());
}

#[test]
fn a_migration_that_fails_changes_nothing_and_the_next_try_makes_its_own_copy() {
    let (folder, path) = old_store();
    for (broken, why) in [(BROKEN, "nowhere"), (ORPHANS, "a row of lines belongs to none of games")] {
        let name = broken.name;
        let error = run(&open(&path), &path, &[OLD, NEW, broken]).unwrap_err();
        let text = fault::chain(&error);
        assert!(text.contains(name) && text.contains(why), "{text}");
        let conn = open(&path);
        assert_eq!(version(&conn).unwrap(), 1, "the step before it does not stand alone");
        assert_eq!(titles(&conn).len(), 2);
        assert!(
            conn.prepare("SELECT extra FROM games").is_err() && conn.prepare("SELECT n FROM more").is_err()
        );
    }
    assert_eq!(copies(&folder), ["store.db.schema-1.2.bak", "store.db.schema-1.bak"]);
    assert!(run(&open(&path), &path, &[OLD, NEW, BROKEN]).is_err());
    assert_eq!(copies(&folder).len(), 3);
}

#[test]
fn a_newer_store_is_refused() {
    let (folder, path) = old_store();
    run(&open(&path), &path, &[OLD, NEW]).unwrap();
    let error = run(&open(&path), &path, &[OLD]).unwrap_err();
    assert!(matches!(&error, Error::Foreign(what) if what.contains("schema 2") && what.contains("knows 1")));
    assert_eq!(copies(&folder).len(), 1);
}

#[test]
fn migrations_are_numbered_by_their_place() {
    for (idx, migration) in ALL.iter().enumerate() {
        assert!(migration.name.starts_with(&format!("{:04}_", idx + 1)), "{}", migration.name);
    }
}
