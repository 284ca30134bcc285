//! Mail as files: `<data>/mail/<utc>-<kind>-<number>.eml`, whole or not at all. A letter that is written again has
//! the same name and the same bytes.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

use jiff::Timestamp;

use super::{Failure, Parcel, Sending, Transport};

/// Mail as files in a folder.
#[derive(Debug)]
pub struct Files {
    folder: PathBuf,
}

impl Files {
    /// In the folder `mail` of the data folder.
    pub fn new(data: &Path) -> Self {
        Files { folder: data.join("mail") }
    }
}

impl Transport for Files {
    fn send<'a>(&'a self, parcel: Parcel<'a>) -> Sending<'a> {
        let (folder, name, bytes) = (self.folder.clone(), name(&parcel), parcel.bytes.to_vec());
        Box::pin(async move {
            let path = folder.join(&name);
            let written = tokio::task::spawn_blocking(move || write(&folder, &name, &bytes)).await;
            match written {
                Ok(Ok(())) => Ok(format!("written to {}", path.display())),
                Ok(Err(error)) => Err(Failure::Down(error.to_string())),
                Err(_) => Err(Failure::Later("writing it broke off".to_owned())),
            }
        })
    }
}

/// Sorted by name, mails are sorted by time.
fn name(parcel: &Parcel<'_>) -> String {
    let queued = i64::try_from(parcel.queued).ok().and_then(|at| Timestamp::from_second(at).ok());
    let utc = queued.unwrap_or(Timestamp::MAX).strftime("%Y%m%dT%H%M%SZ");
    let kind: String = parcel.kind.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    format!("{utc}-{kind}-{:08}.eml", parcel.id)
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
    let put = || {
        // For the owner only: these mails hold codes that sign in.
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        let fresh = folder.join(format!("{name}.new"));
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&fresh)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&fresh, folder.join(name))?;
        File::open(folder)?.sync_all()
    };
    put().map_err(named)
}
