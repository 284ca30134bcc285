//! The keys of this data folder, in `keys/`: one signs heads and dice, one encrypts what the store keeps for us.
//!
//! Files are made at the first start, for the owner only, whole or not at all. No backup of the database contains them:
//! the operator copies the signing key apart; the other is never needed again after a restore, for every running game
//! then opens a new epoch. That a database is older than the one this folder last ran, a generation number tells, which the
//! server counts up at its start, while it runs and at its end.

mod mac;

use std::{
    fmt,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

use chacha20poly1305::{
    XChaCha20Poly1305, XNonce,
    aead::{Aead, KeyInit, Payload},
};
use storage::Storage;
use zeroize::Zeroizing;

use crate::random;

/// The first byte of what we encrypt: how it was done.
const VERSION: u8 = 1;

const NONCE_BYTES: usize = 24;

/// The keys of a data folder.
pub struct Keys {
    signing: Zeroizing<[u8; 32]>,
    cipher: XChaCha20Poly1305,
    folder: PathBuf,
    made: bool,
}

/// Why something encrypted cannot be read: another key, another place, or damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CannotDecrypt;

impl fmt::Display for CannotDecrypt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cannot be decrypted with the key of this data folder")
    }
}

impl std::error::Error for CannotDecrypt {}

impl Keys {
    /// Opens the keys of a data folder, and makes those that are missing.
    ///
    /// # Errors
    /// A folder or file that cannot be read or written, or is no key; the text names it.
    pub fn open(data: &Path) -> io::Result<Self> {
        let folder = data.join("keys");
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&folder).map_err(named(&folder))?;
        let (signing, signing_made) = key(&folder, "signing.key")?;
        let (seal, seal_made) = key(&folder, "seal.key")?;
        let cipher = XChaCha20Poly1305::new((&*seal).into());
        Ok(Self { signing, cipher, folder, made: signing_made || seal_made })
    }

    /// The seed of the Ed25519 key that signs heads and dice.
    pub fn signing(&self) -> &[u8; 32] {
        &self.signing
    }

    /// A keyed hash of a text (HMAC-SHA256): who knows it had it from us. `purpose` keeps those for one thing from being
    /// taken for another's. Whoever restores the signing key restores them too.
    pub fn mac(&self, purpose: &str, text: &str) -> [u8; 32] {
        mac::hmac_sha256(&self.signing, format!("fieldpost/{purpose}\n{text}").as_bytes())
    }

    /// Encrypts. `place` says what it is and where it belongs; it must be given again to decrypt.
    pub fn encrypt(&self, secret: &[u8], place: &str) -> Vec<u8> {
        let nonce: [u8; NONCE_BYTES] = *random::bytes();
        let message = Payload { msg: secret, aad: place.as_bytes() };
        let sealed = self.cipher.encrypt(&XNonce::from(nonce), message);
        let sealed = sealed.expect("memory is the only limit of this cipher, 256 GiB its message");
        [&[VERSION], &nonce[..], &sealed[..]].concat()
    }

    /// Decrypts.
    ///
    /// # Errors
    /// [`CannotDecrypt`].
    pub fn decrypt(&self, sealed: &[u8], place: &str) -> Result<Zeroizing<Vec<u8>>, CannotDecrypt> {
        let Some((&[VERSION], rest)) = sealed.split_first_chunk() else { return Err(CannotDecrypt) };
        let Some((nonce, message)) = rest.split_first_chunk::<NONCE_BYTES>() else {
            return Err(CannotDecrypt);
        };
        let message = Payload { msg: message, aad: place.as_bytes() };
        let opened = self.cipher.decrypt(&XNonce::from(*nonce), message);
        opened.map(Zeroizing::new).map_err(|_| CannotDecrypt)
    }

    /// Counts this start of the server, in the database and beside it, and tells whether the database is the newest that this
    /// folder ran. The moment when it was not stays in the database, so that a game nobody plays for a year does not
    /// forget it.
    ///
    /// # Errors
    /// A store or a file that cannot be read or written.
    pub fn count_start(&self, store: &dyn Storage, now: u64) -> Result<Start, Uncounted> {
        let of_folder = generation(&self.folder)?;
        let of_store = number(store, "generation")?.unwrap_or(0);
        let is_copy = number(store, storage::IS_COPY)? == Some(1);
        let is_unknown = 1 <= of_store && (self.made || of_folder.is_none());
        let is_older = is_copy || is_unknown || of_store < of_folder.unwrap_or(0);
        if is_older {
            // Of a later second than whatever the store holds, even where the clock has gone back since.
            let newest = store.newest_activity()?.unwrap_or(0);
            store.put_meta("restored_at", &(now.max(newest) + 1).to_string())?;
        }
        if is_copy {
            store.put_meta(storage::IS_COPY, "0")?;
        }
        self.count(store)?;
        Ok(Start { restored_at: number(store, "restored_at")?, is_older })
    }

    /// Counts on, in the database and beside it: a copy of the database that somebody made before that is older.
    ///
    /// # Errors
    /// A store or a file that cannot be read or written.
    pub fn count(&self, store: &dyn Storage) -> Result<(), Uncounted> {
        let of_folder = generation(&self.folder)?.unwrap_or(0);
        let next = of_folder.max(number(store, "generation")?.unwrap_or(0)) + 1;
        // First the store: if we are interrupted in between, it looks newer than the folder knows, which is harmless.
        store.put_meta("generation", &next.to_string())?;
        Ok(put_generation(&self.folder, next)?)
    }
}

/// What the start of a server found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The moment when the database was last found to be older than the one this folder ran (or a copy, or not this folder's):
    /// a game whose epoch is older than that must open a new one before its next die, for its seeds may have been used
    /// already.
    pub restored_at: Option<u64>,
    /// It was found at this start.
    pub is_older: bool,
}

/// Why a start could not be counted.
pub type Uncounted = Box<dyn std::error::Error + Send + Sync>;

/// Makes the database of a data folder older than the folder knows, and any other that takes its place.
///
/// # Errors
/// A file that cannot be read or written, named.
pub(crate) fn outdate(data: &Path) -> io::Result<()> {
    let folder = data.join("keys");
    match generation(&folder)? {
        Some(known) => put_generation(&folder, known.saturating_add(1)),
        None => Ok(()),
    }
}

/// The number in the file beside the keys, if it is there.
fn generation(folder: &Path) -> io::Result<Option<u64>> {
    let path = folder.join("generation");
    match fs::read_to_string(&path) {
        Ok(text) => text.trim().parse().map(Some).map_err(|_| {
            io::Error::new(io::ErrorKind::InvalidData, format!("{}: is no number", path.display()))
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(named(&path)(error)),
    }
}

fn put_generation(folder: &Path, number: u64) -> io::Result<()> {
    replace(&folder.join("generation"), format!("{number}\n").as_bytes())
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys(********)")
    }
}

/// A number the store keeps for us.
fn number(store: &dyn Storage, key: &str) -> storage::Result<Option<u64>> {
    let text = store.meta(key)?;
    let bad = |text: &str| storage::Error::Corrupt(format!("meta {key}: {text:?} is no number"));
    text.map(|text| text.parse().map_err(|_| bad(&text))).transpose()
}

/// A key from its file, and whether it had to be made.
fn key(folder: &Path, name: &str) -> io::Result<(Zeroizing<[u8; 32]>, bool)> {
    let path = folder.join(name);
    match fs::read_to_string(&path) {
        Ok(text) => Ok((from_hex(text.trim()).ok_or_else(|| not_a_key(&path))?, false)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let made = random::bytes::<32>();
            let text =
                Zeroizing::new(made.iter().map(|byte| format!("{byte:02x}")).collect::<String>() + "\n");
            let fresh = folder.join(format!("{name}.{}.new", random::letter_id()));
            write_synced(&fresh, text.as_bytes())?;
            // A link never replaces: of two processes that start at once, one makes the key and both use it.
            let linked = fs::hard_link(&fresh, &path);
            fs::remove_file(&fresh).map_err(named(&fresh))?;
            match linked {
                Ok(()) => sync_folder(folder).map(|()| (made, true)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => key(folder, name),
                Err(error) => Err(named(&path)(error)),
            }
        }
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Err(not_a_key(&path)),
        Err(error) => Err(named(&path)(error)),
    }
}

fn from_hex(text: &str) -> Option<Zeroizing<[u8; 32]>> {
    let mut key = Zeroizing::new([0; 32]);
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (byte, idx) in key.iter_mut().zip((0..64).step_by(2)) {
        *byte = u8::from_str_radix(&text[idx..idx + 2], 16).ok()?;
    }
    Some(key)
}

fn not_a_key(path: &Path) -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        format!("{}: is no key (64 hexadecimal digits)", path.display()),
    )
}

/// Puts a file in the place of another, whole or not at all.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let fresh = path.with_extension("new");
    match fs::remove_file(&fresh) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(named(&fresh)(error)),
        Ok(()) | Err(_) => {}
    }
    write_synced(&fresh, bytes)?;
    fs::rename(&fresh, path).map_err(named(path))?;
    path.parent().map_or(Ok(()), sync_folder)
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let write = || {
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    write().map_err(named(path))
}

fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(named(folder))
}

/// The error with the path in it.
fn named(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use storage::sqlite::SqliteStorage;

    use super::*;

    #[test]
    fn keys_are_made_once_and_for_the_owner_only() {
        let data = tempfile::tempdir().expect("a folder");
        let first = Keys::open(data.path()).expect("new keys");
        let second = Keys::open(data.path()).expect("the same keys");
        assert_eq!(first.signing(), second.signing());
        assert!(first.made && !second.made);
        let mode = |name: &str| {
            let meta = fs::metadata(data.path().join("keys").join(name)).expect("a file");
            meta.permissions().mode() & 0o777
        };
        assert_eq!((mode("signing.key"), mode("seal.key"), mode("")), (0o600, 0o600, 0o700));
        assert_eq!(fs::read_dir(data.path().join("keys")).expect("a folder").count(), 2);
        assert_eq!(format!("{first:?}"), "Keys(********)");
    }

    #[test]
    fn what_is_encrypted_opens_only_in_its_place() {
        let data = tempfile::tempdir().expect("a folder");
        let keys = Keys::open(data.path()).expect("keys");
        let sealed = keys.encrypt(b"a secret", "letter:1");
        assert_ne!(sealed, keys.encrypt(b"a secret", "letter:1"));
        assert_eq!(**keys.decrypt(&sealed, "letter:1").expect("ours"), *b"a secret");
        assert_eq!(keys.decrypt(&sealed, "letter:2").map(|_| ()), Err(CannotDecrypt));
        let mut damaged = sealed.clone();
        damaged[40] ^= 1;
        assert_eq!(keys.decrypt(&damaged, "letter:1").map(|_| ()), Err(CannotDecrypt));
        for n_bytes in [0, 1, 24, 25, 40] {
            assert_eq!(keys.decrypt(&sealed[..n_bytes], "letter:1").map(|_| ()), Err(CannotDecrypt));
        }
    }

    /// The moment from which on epochs are new, and whether that was found out at this start.
    fn started(data: &Path, store: &SqliteStorage, now: u64) -> (Option<u64>, bool) {
        let keys = Keys::open(data).expect("keys");
        let start = keys.count_start(store, now).expect("a start");
        (start.restored_at, start.is_older)
    }

    #[test]
    fn a_database_older_than_its_folder_is_seen_and_not_forgotten() {
        let data = tempfile::tempdir().expect("a folder");
        let path = data.path().join("fieldpost.sqlite");
        let backup = data.path().join("backup.sqlite");
        let store = SqliteStorage::open(&path).expect("a store");
        assert_eq!(started(data.path(), &store, 100), (None, false));
        store.backup(&backup, &mut |_, _| {}).expect("a backup");
        assert_eq!(started(data.path(), &store, 200), (None, false));
        let store = SqliteStorage::open(&backup).expect("the backup");
        assert_eq!(started(data.path(), &store, 300), (Some(301), true));
        assert_eq!(started(data.path(), &store, 400), (Some(301), false));
        let elsewhere = tempfile::tempdir().expect("a folder");
        assert_eq!(started(elsewhere.path(), &store, 500), (Some(501), true));
    }

    #[test]
    fn a_database_from_before_the_last_count_is_older_too() {
        let data = tempfile::tempdir().expect("a folder");
        let (path, before) = (data.path().join("fieldpost.sqlite"), data.path().join("before.sqlite"));
        let store = SqliteStorage::open(&path).expect("a store");
        started(data.path(), &store, 100);
        store.close();
        fs::copy(&path, &before).expect("a copy of the file");
        let store = SqliteStorage::open(&path).expect("the store");
        Keys::open(data.path()).expect("keys").count(&store).expect("counted");
        let older = SqliteStorage::open(&before).expect("the copy");
        assert_eq!(started(data.path(), &older, 200), (Some(201), true));
        // Where the number is gone nobody can tell: then it counts as older.
        assert_eq!(started(data.path(), &older, 300), (Some(201), false));
        fs::remove_file(data.path().join("keys/generation")).expect("removed");
        assert_eq!(started(data.path(), &older, 400), (Some(401), true));
    }

    #[test]
    fn a_broken_key_file_is_named_and_left_alone() {
        let data = tempfile::tempdir().expect("a folder");
        fs::create_dir(data.path().join("keys")).expect("a folder");
        let path = data.path().join("keys/seal.key");
        fs::write(&path, "too short").expect("a file");
        let error = Keys::open(data.path()).map(|_| ()).expect_err("no key");
        assert!(error.to_string().contains("seal.key: is no key"), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("the file"), "too short");
    }
}
