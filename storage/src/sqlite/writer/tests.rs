//! What the disk, another process or a mistake of ours can do to a batch.

use std::sync::mpsc::{Sender, channel};

use tempfile::TempDir;

use super::*;
use crate::{
    MeasuredStorage, Storage,
    sqlite::{SqliteStorage, accounts, sql},
};

fn store() -> (TempDir, SqliteStorage) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStorage::open(folder.path().join("store.db")).unwrap();
    (folder, store)
}

/// Keeps the writer busy until told, so that what is queued meanwhile is one batch.
fn hold(store: &SqliteStorage) -> Sender<()> {
    let (release, released) = channel();
    let (begun, has_begun) = channel();
    let held = store.writer.queue(move |_| {
        begun.send(()).unwrap();
        released.recv().unwrap();
        Ok(())
    });
    drop(held.unwrap());
    has_begun.recv().unwrap();
    release
}

fn put(store: &SqliteStorage, key: &'static str) -> Receiver<Result<()>> {
    store.writer.queue(move |conn| accounts::put_meta(conn, key, "1")).unwrap()
}

#[test]
fn a_commit_waits_for_the_disk_and_what_is_deleted_is_overwritten() {
    let (_folder, store) = store();
    for (pragma, expected) in [("synchronous", 2), ("foreign_keys", 1), ("secure_delete", 1)] {
        let value =
            store.write(move |conn| Ok(conn.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0))?));
        assert_eq!(value.unwrap(), expected, "{pragma}");
    }
    assert!(store.read(|conn| Ok(conn.execute("DELETE FROM meta", [])?)).is_err(), "readers only read");
}

#[test]
fn what_is_queued_meanwhile_is_one_commit() {
    let (_folder, store) = store();
    let before = store.stats();
    let release = hold(&store);
    let answers: Vec<_> = (0..50).map(|_| put(&store, "k")).collect();
    release.send(()).unwrap();
    assert!(answers.iter().all(|answer| answer.recv().unwrap().is_ok()));
    let after = store.stats();
    assert_eq!(after.commits.n() - before.commits.n(), 2);
    assert_eq!(after.batches.sum - before.batches.sum, 51);
    let of_fifty = after.batches.bounds.partition_point(|bound| *bound < 50);
    assert_eq!(after.batches.counts[of_fifty], 1);
}

#[test]
fn when_the_commit_fails_nothing_of_the_batch_has_happened_and_the_next_goes_well() {
    let (_folder, store) = store();
    let release = hold(&store);
    let before = put(&store, "before");
    let late_fault = store.writer.queue(|conn| {
        // Found broken only by COMMIT.
        conn.execute_batch(
            "PRAGMA defer_foreign_keys = ON;
             INSERT INTO drafts (game, seat, orders, at) VALUES ('nowhere', 'red', '', 0);",
        )?;
        Ok(())
    });
    let after = put(&store, "after");
    release.send(()).unwrap();
    for answer in [before, late_fault.unwrap(), after] {
        assert!(matches!(answer.recv().unwrap(), Err(Error::Unavailable(_))));
    }
    assert_eq!((store.meta("before").unwrap(), store.meta("after").unwrap()), (None, None));
    store.put_meta("before", "2").unwrap();
    assert_eq!(store.meta("before").unwrap().as_deref(), Some("2"));
    assert_eq!(store.stats().failures, 1);
}

#[test]
fn a_full_disk_refuses_whole_writes_and_is_forgotten_when_there_is_room() {
    let (_folder, store) = store();
    let limit = |store: &SqliteStorage, extra: i64| {
        let outcome = store.write(move |conn| {
            let n_pages: i64 = conn.pragma_query_value(None, "page_count", |row| row.get(0))?;
            conn.pragma_update_and_check(None, "max_page_count", n_pages + extra, |_| Ok(()))?;
            Ok(())
        });
        outcome.unwrap();
    };
    let big = "x".repeat(1 << 20);
    limit(&store, 0);
    for _ in 0..3 {
        assert!(matches!(store.put_meta("big", &big), Err(Error::Unavailable(_))));
        assert_eq!(store.meta("big").unwrap(), None, "reads go on");
    }
    limit(&store, 1000);
    store.put_meta("big", &big).unwrap();
    assert_eq!(store.meta("big").unwrap(), Some(big));
    store.write(crate::sqlite::migrate::check).unwrap();
}

#[test]
fn a_panic_in_one_job_is_that_jobs_failure() {
    let (_folder, store) = store();
    let release = hold(&store);
    let before = put(&store, "before");
    let panics = store.writer.queue(|conn| -> Result<()> {
        accounts::put_meta(conn, "half", "done")?;
        panic!("a mistake of ours, made by the test")
    });
    let after = put(&store, "after");
    release.send(()).unwrap();
    assert!(before.recv().unwrap().is_ok() && after.recv().unwrap().is_ok());
    assert!(matches!(panics.unwrap().recv().unwrap(), Err(Error::Backend(_))));
    assert!(store.meta("half").unwrap().is_none() && store.meta("after").unwrap().is_some());
}

#[test]
fn a_refused_job_leaves_none_of_its_rows() {
    let (_folder, store) = store();
    let outcome = store.write(|conn| -> Result<()> {
        accounts::put_meta(conn, "half", "done")?;
        Err(Error::Conflict)
    });
    assert!(matches!(outcome, Err(Error::Conflict)));
    assert_eq!(store.meta("half").unwrap(), None);
}

#[test]
fn what_shares_a_batch_with_a_refused_job_is_done_once() {
    let (_folder, store) = store();
    let release = hold(&store);
    let add = |store: &SqliteStorage| {
        let added = store.writer.queue(|conn| {
            sql::put(conn, "UPDATE store SET heartbeat = heartbeat + 1", [])?;
            Ok(())
        });
        added.unwrap()
    };
    let heartbeat = |store: &SqliteStorage| {
        let read =
            |conn: &Connection| first(conn, "SELECT heartbeat FROM store", [], |row| row.number::<u64>());
        store.read(read).unwrap().unwrap()
    };
    let before = heartbeat(&store);
    let first = add(&store);
    let refused = store.writer.queue(|conn| -> Result<()> {
        accounts::put_meta(conn, "half", "done")?;
        Err(Error::Conflict)
    });
    let last = add(&store);
    release.send(()).unwrap();
    assert!(first.recv().unwrap().is_ok() && last.recv().unwrap().is_ok());
    assert!(matches!(refused.unwrap().recv().unwrap(), Err(Error::Conflict)));
    assert_eq!((heartbeat(&store), store.meta("half").unwrap()), (before + 2, None));
}

#[test]
fn another_process_that_writes_is_waited_for() {
    let (folder, store) = store();
    let other = Connection::open(folder.path().join("store.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE; INSERT INTO meta VALUES ('theirs', '1')").unwrap();
    let answer = put(&store, "ours");
    assert!(answer.recv_timeout(Duration::from_millis(100)).is_err(), "it waits");
    other.execute_batch("COMMIT").unwrap();
    answer.recv().unwrap().unwrap();
    assert!(store.meta("theirs").unwrap().is_some());
}

#[test]
fn what_was_queued_before_the_end_is_done() {
    let (_folder, store) = store();
    let release = hold(&store);
    let answers: Vec<_> = (0..10).map(|_| put(&store, "k")).collect();
    release.send(()).unwrap();
    store.close();
    assert!(answers.iter().all(|answer| answer.recv().unwrap().is_ok()));
    assert!(matches!(store.put_meta("k", "2"), Err(Error::Unavailable(_))));
}
