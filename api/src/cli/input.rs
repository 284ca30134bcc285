//! What verbs read: a file, standard input, a game by its address.

use std::{
    fs,
    io::{self, Read},
    path::Path,
};

use domain::log::notes_in;
use mail_parser::{MessageParser, MimeHeaders, PartType};

use super::Failure;

/// More than this is no bundle of ours (service §11).
const LIMIT_BYTES: u64 = 64 * 1024 * 1024;

/// A file; `-` is standard input.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let named = |why: io::Error| Failure(format!("{}: {why}", path.display()));
    let mut bytes = Vec::new();
    let mut limited: Box<dyn Read> = match path.to_str() {
        Some("-") => Box::new(io::stdin().lock().take(LIMIT_BYTES + 1)),
        Some(_) | None => Box::new(fs::File::open(path).map_err(named)?.take(LIMIT_BYTES + 1)),
    };
    limited.read_to_end(&mut bytes).map_err(named)?;
    if LIMIT_BYTES < bytes.len() as u64 {
        return Err(Failure(format!("{}: more than {} MiB", path.display(), LIMIT_BYTES >> 20)));
    }
    Ok(bytes)
}

/// What an address answers.
pub(crate) fn fetch(url: &str) -> Result<Vec<u8>, Failure> {
    let mut answer = ureq::get(url).call()?;
    Ok(answer.body_mut().with_config().limit(LIMIT_BYTES).read_to_vec()?)
}

/// The signed heads in a mail, whatever its encoding, or in a saved `head.txt`.
pub(crate) fn notes_in_mail(bytes: &[u8]) -> Vec<String> {
    let mut notes = notes_in(&String::from_utf8_lossy(bytes));
    if let Some(mail) = MessageParser::default().parse(bytes) {
        for part in &mail.parts {
            let text = match &part.body {
                PartType::Text(text) => text.to_string(),
                PartType::Binary(bytes) | PartType::InlineBinary(bytes)
                    if part.attachment_name().is_some() =>
                {
                    String::from_utf8_lossy(bytes).into_owned()
                }
                PartType::Binary(_)
                | PartType::InlineBinary(_)
                | PartType::Html(_)
                | PartType::Message(_)
                | PartType::Multipart(_) => continue,
            };
            notes.extend(notes_in(&text));
        }
    }
    notes.sort();
    notes.dedup();
    notes
}
