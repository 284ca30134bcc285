//! A copy of the store while it runs. One read transaction spans the copying, so the copy is the store at one moment; the
//! store is written meanwhile, only its write-ahead log waits. Nobody sees the copy under its name before it is proved.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::Duration,
};

use rusqlite::{
    Connection, OpenFlags,
    backup::{Backup, StepResult},
};

use super::{connect, fault, file, migrate};
use crate::{Error, Result};

/// 4 MiB at a time.
const PAGES_PER_STEP: i32 = 512;
const N_WAITS_MAX: u32 = 1000;
const WAIT: Duration = Duration::from_millis(10);

/// Copies the store at `from` into a new file. `progress` hears (done, all) pages.
pub(super) fn copy(from: &Path, to: &Path, progress: &mut dyn FnMut(u64, u64)) -> Result<()> {
    if fs::symlink_metadata(to).is_ok() {
        return Err(cannot(to, Error::Backend("the file exists already".into())));
    }
    let source = connect::reader(from)?;
    let part = part_name(to);
    let outcome = fill(&source, &part, progress)
        .and_then(|()| prove(&part))
        .and_then(|()| publish(&part, to).map_err(|error| Error::Backend(error.into())));
    for left in [part.clone(), file::beside(&part, "-journal"), file::beside(&part, "-wal")] {
        // Mostly they are gone already.
        let _ = fs::remove_file(left);
    }
    outcome.map_err(|error| cannot(to, error))
}

/// Whatever is wrong with the copy is no failure of the store.
fn cannot(to: &Path, error: Error) -> Error {
    let source: Box<dyn std::error::Error + Send + Sync> = match error {
        Error::Unavailable(source) | Error::Backend(source) => source,
        Error::NotFound | Error::Conflict | Error::Corrupt(_) | Error::Foreign(_) => Box::new(error),
    };
    fault::at(to, Error::Backend(source))
}

/// Another name in the same folder, used by nobody else.
fn part_name(to: &Path) -> PathBuf {
    static N_COPIES: AtomicU64 = AtomicU64::new(0);
    let n = N_COPIES.fetch_add(1, Ordering::Relaxed);
    file::beside(to, &format!(".{}-{n}.part", std::process::id()))
}

fn fill(source: &Connection, part: &Path, progress: &mut dyn FnMut(u64, u64)) -> Result<()> {
    file::create_private(part).map_err(|error| fault::io_at(part, error))?;
    let mut target = open_part(part)?;
    // The first read fixes the moment.
    source.execute_batch("BEGIN; SELECT count(*) FROM sqlite_schema;")?;
    let copying = Backup::new(source, &mut target)?;
    let mut n_waits = 0;
    loop {
        let step = copying.step(PAGES_PER_STEP)?;
        let pages = copying.progress();
        let all = u64::try_from(pages.pagecount).unwrap_or(0);
        progress(all.saturating_sub(u64::try_from(pages.remaining).unwrap_or(0)), all);
        match step {
            StepResult::Done => break,
            StepResult::More => {}
            _ if n_waits < N_WAITS_MAX => {
                n_waits += 1;
                thread::sleep(WAIT);
            }
            _ => return Err(Error::Unavailable("the store stays locked".into())),
        }
    }
    drop(copying);
    source.execute_batch("COMMIT")?;
    finish(target)
}

/// A copy is one file, with no write-ahead log beside it, and says that it is one: the store it was made of has gone on.
fn finish(copy: Connection) -> Result<()> {
    copy.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()))?;
    let keeps_values: bool =
        copy.query_row("SELECT count(*) FROM sqlite_schema WHERE name = 'meta'", [], |row| row.get(0))?;
    if keeps_values {
        copy.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?1, '1')", [crate::IS_COPY])?;
    }
    copy.close().map_err(|(_, error)| error.into())
}

/// Makes a proved copy of a file that nobody has open, a copy itself or what a server has left. SQLite sees only ours: where
/// it looks it would leave its marks.
pub(super) fn adopt(from: &Path, to: &Path) -> Result<()> {
    let taken = take(from, to).and_then(|()| finish(open_part(to)?)).and_then(|()| prove(to));
    taken.map_err(|error| cannot(from, error))
}

/// The file, and the write-ahead log beside it, if there is one.
fn take(from: &Path, to: &Path) -> Result<()> {
    for end in ["", "-wal"] {
        let (from, to) = (file::beside(from, end), file::beside(to, end));
        let mut bytes = match fs::File::open(&from) {
            Err(error) if !end.is_empty() && error.kind() == io::ErrorKind::NotFound => continue,
            opened => opened.map_err(|error| fault::io_at(&from, error))?,
        };
        let mut copy = file::create_private(&to).map_err(|error| fault::io_at(&to, error))?;
        let copied = io::copy(&mut bytes, &mut copy).and_then(|_| copy.sync_all());
        copied.map_err(|error| fault::io_at(&to, error))?;
    }
    Ok(())
}

/// Opens the copy once more and reads all of it.
fn prove(part: &Path) -> Result<()> {
    let copy = open_part(part)?;
    if file::application_id(&copy)? != file::APPLICATION_ID {
        return Err(Error::Corrupt("the copy has lost its mark".into()));
    }
    migrate::check(&copy)?;
    copy.close().map_err(|(_, error)| error.into())
}

fn open_part(part: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Ok(Connection::open_with_flags(part, flags)?)
}

/// Gives the copy its name when it is on disk. A link, unlike a renaming, never replaces what appeared there meanwhile.
fn publish(part: &Path, to: &Path) -> io::Result<()> {
    fs::File::open(part)?.sync_all()?;
    match fs::hard_link(part, to) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
        // Some file systems have no links.
        Err(_) if !to.exists() => fs::rename(part, to)?,
        Err(error) => return Err(error),
    }
    file::sync_folder(to)
}
