//! The file itself: is it ours, may it be written, how is a new one made. A file that is not ours is looked at without
//! SQLite, which would leave its marks.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Read},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

use rusqlite::{Connection, config::DbConfig};

use super::{connect, fault, migrate};
use crate::{Error, Result};

/// "FPST", in the header of each of our files.
pub(super) const APPLICATION_ID: i32 = 0x4650_5354;

/// Lines of a kilobyte or two fit in a page of their own game without overflow pages.
const PAGE_BYTES: i64 = 8192;

const MAGIC: &[u8; 16] = b"SQLite format 3\0";
const HEADER_BYTES: usize = 100;

/// Opens the store at `path`, made if there is none, with the present schema.
pub(super) fn open(path: &Path) -> Result<()> {
    let opened = match inspect(path)? {
        Found::Ours => settle(path),
        Found::Nothing => create(path),
    };
    opened.map_err(|error| explain(path, error))
}

/// Size of the write-ahead log.
pub(super) fn wal_bytes(path: &Path) -> u64 {
    fs::metadata(beside(path, "-wal")).map_or(0, |wal| wal.len())
}

/// The path with something added to its last part.
pub(super) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// The folder a file is in.
pub(super) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) | None => Path::new("."),
    }
}

/// Makes sure that a folder's entries are on disk.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(folder(path))?.sync_all()
}

/// Makes an empty file that only its owner may read.
pub(super) fn create_private(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

enum Found {
    Nothing,
    Ours,
}

/// Reads the header, and touches nothing.
fn inspect(path: &Path) -> Result<Found> {
    let mut header = Vec::new();
    match File::open(path) {
        Ok(file) => {
            file.take(HEADER_BYTES as u64).read_to_end(&mut header).map_err(|e| fault::io_at(path, e))?
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::Nothing),
        Err(error) => return Err(fault::io_at(path, error)),
    };
    if header.is_empty() {
        return Ok(Found::Nothing);
    }
    if header.len() < HEADER_BYTES || !header.starts_with(MAGIC) {
        return Err(fault::at(path, Error::Foreign("not a database; nothing was changed".into())));
    }
    // Two big-endian words of SQLite's header: user_version at 60, application_id at 68.
    let word = |at: usize| i32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    if word(68) != APPLICATION_ID {
        return Err(fault::at(
            path,
            Error::Foreign("another program's database; nothing was changed".into()),
        ));
    }
    let version = usize::try_from(word(60)).unwrap_or(usize::MAX);
    migrate::refuse_newer(version, migrate::ALL.len()).map_err(|error| fault::at(path, error))?;
    Ok(Found::Ours)
}

/// As it must be where nothing may be made.
pub(super) fn must_be_ours(path: &Path) -> Result<()> {
    match inspect(path)? {
        Found::Ours => Ok(()),
        Found::Nothing => Err(fault::at(path, Error::Foreign("there is no store here".into()))),
    }
}

/// Puts a store that is one file in the place of another. The old write-ahead log goes first: SQLite would take it for the
/// new store's.
pub(super) fn replace(path: &Path, with: &Path) -> Result<()> {
    for end in ["-wal", "-shm"] {
        let old = beside(path, end);
        match fs::remove_file(&old) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(fault::io_at(&old, error)),
            Ok(()) | Err(_) => {}
        }
    }
    fs::rename(with, path).and_then(|()| sync_folder(path)).map_err(|error| fault::io_at(path, error))
}

fn create(path: &Path) -> Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder(path))
        .map_err(|error| fault::io_at(folder(path), error))?;
    match create_private(path) {
        Ok(_) => sync_folder(path).map_err(|error| fault::io_at(path, error))?,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(fault::io_at(path, error)),
    }
    let (conn, _) = connect::existing(path)?;
    // Before the first page goes to a write-ahead log, so that the file itself always says whose it is.
    conn.pragma_update(None, "page_size", PAGE_BYTES)?;
    conn.pragma_update(None, "application_id", APPLICATION_ID)?;
    drop(conn);
    settle(path)
}

/// Checks again what SQLite sees (its write-ahead log may be newer than the header), and brings the schema up to date.
fn settle(path: &Path) -> Result<()> {
    let (conn, _) = connect::existing(path)?;
    // Until the schema is known to be ours, closing must not write either.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    if application_id(&conn)? != APPLICATION_ID {
        return Err(Error::Foreign("another program's database; nothing was changed".into()));
    }
    migrate::refuse_newer(migrate::version(&conn)?, migrate::ALL.len())?;
    if conn.is_readonly("main")? {
        return Err(Error::Unavailable("the file is read-only".into()));
    }
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    let mode: String = conn.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    if !mode.eq_ignore_ascii_case("wal") {
        return Err(Error::Backend(
            format!("the file system allows no write-ahead log (mode {mode})").into(),
        ));
    }
    connect::set_writing(&conn)?;
    migrate::run(&conn, path, migrate::ALL)
}

/// The number in a database's header that tells whose it is.
pub(super) fn application_id(conn: &Connection) -> Result<i32> {
    Ok(conn.pragma_query_value(None, "application_id", |row| row.get(0))?)
}

/// Puts the path before a failure, and the operating system's reason in the place of SQLite's, where it has one.
pub(super) fn explain(path: &Path, error: Error) -> Error {
    match error {
        Error::Unavailable(source) => match refusal(path) {
            Some(reason) => fault::io_at(path, reason),
            None => fault::at(path, Error::Unavailable(source)),
        },
        Error::NotFound | Error::Conflict | Error::Corrupt(_) | Error::Foreign(_) | Error::Backend(_) => {
            fault::at(path, error)
        }
    }
}

/// Why the file, or a file beside it, cannot be written.
fn refusal(path: &Path) -> Option<io::Error> {
    if let Err(error) = OpenOptions::new().write(true).open(path) {
        return Some(error);
    }
    let probe = beside(path, &format!(".{}.probe", std::process::id()));
    // Another thread may be probing at this moment; that its probe stands there says that files can be made.
    let made = create_private(&probe).err().filter(|error| error.kind() != io::ErrorKind::AlreadyExists);
    // Only there if it could be made.
    let _ = fs::remove_file(&probe);
    made
}
