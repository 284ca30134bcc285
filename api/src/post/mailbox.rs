//! The mails that were written as files, read again: for `/mailbox`, where a newcomer sees the whole post without a
//! mail server.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use base64::{Engine, engine::general_purpose::STANDARD};
use mail_parser::{HeaderForm, HeaderValue, Message, MessageParser, MessagePart, MimeHeaders, PartType};

/// Mails on one page of the list.
pub const PAGE: usize = 50;

/// The longest name of a file.
const NAME_BYTES: usize = 120;

/// A mail in the list.
#[derive(Debug)]
pub struct Entry {
    /// The name of its file.
    pub name: String,
    /// What it is about.
    pub subject: String,
    /// Whom it is for.
    pub to: String,
    /// When it was made.
    pub date: String,
}

/// A mail to be read.
#[derive(Debug)]
pub struct Shown {
    /// Its headers, decoded, in their order.
    pub headers: Vec<(String, String)>,
    /// Its text.
    pub text: String,
    /// Its HTML with the pictures in it, where it has one.
    pub html: Option<String>,
    /// What is attached to it: name and text.
    pub attachments: Vec<(String, String)>,
}

/// The newest mails, those before `before` if it is given; and the name to go on from.
///
/// # Errors
/// A folder that cannot be read; one that is not there is empty.
pub fn list(data: &Path, before: Option<&str>) -> io::Result<(Vec<Entry>, Option<String>)> {
    let mut names = Vec::new();
    match fs::read_dir(folder(data)) {
        Ok(files) => {
            for file in files {
                let name = file?.file_name().to_string_lossy().into_owned();
                if is_name(&name) && before.is_none_or(|before| place(&name) < place(before)) {
                    names.push(name);
                }
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    names.sort_unstable_by(|a, b| place(b).cmp(&place(a)));
    let next = (PAGE < names.len()).then(|| names[PAGE - 1].clone());
    names.truncate(PAGE);
    let entries = names.into_iter().filter_map(|name| {
        let bytes = fs::read(folder(data).join(&name)).ok()?;
        let shown = show(&bytes);
        let header = |wanted: &str| {
            let found = shown.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
            found.map_or_else(String::new, |(_, value)| value.clone())
        };
        Some(Entry { subject: header("Subject"), to: header("To"), date: header("Date"), name })
    });
    Ok((entries.collect(), next))
}

/// The bytes of a mail; `None` when there is none of this name.
///
/// # Errors
/// A file that cannot be read.
pub fn read(data: &Path, name: &str) -> io::Result<Option<Vec<u8>>> {
    if !is_name(name) {
        return Ok(None);
    }
    match fs::read(folder(data).join(name)) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// A mail as it is read.
pub fn show(bytes: &[u8]) -> Shown {
    let Some(message) = MessageParser::default().parse(bytes) else {
        let text = String::from_utf8_lossy(bytes).into_owned();
        return Shown { headers: Vec::new(), text, html: None, attachments: Vec::new() };
    };
    let headers = message.headers().iter().map(|header| {
        let decoded = message.header_as(header.name.clone(), HeaderForm::Text).into_iter().next();
        let value = decoded.and_then(HeaderValue::into_text).unwrap_or_default();
        (header.name().to_owned(), value.into_owned())
    });
    let attachments = message.attachments().filter(|part| part.content_id().is_none()).map(|part| {
        let text = String::from_utf8_lossy(part.contents()).into_owned();
        (part.attachment_name().unwrap_or("attachment").to_owned(), text)
    });
    Shown {
        headers: headers.collect(),
        attachments: attachments.collect(),
        html: html(&message),
        text: message.body_text(0).unwrap_or_default().replace("\r\n", "\n"),
    }
}

/// The HTML part, with each picture that it shows by its Content-ID (RFC 2392) written into it.
fn html(message: &Message<'_>) -> Option<String> {
    let is_html = |part: &&MessagePart<'_>| matches!(part.body, PartType::Html(_));
    let mut html = message.parts.iter().find(is_html)?.text_contents()?.to_owned();
    for part in &message.parts {
        if let Some(id) = part.content_id().filter(|_| !part.is_text()) {
            let picture = format!("data:image/png;base64,{}", STANDARD.encode(part.contents()));
            html = html.replace(&format!("cid:{id}"), &picture);
        }
    }
    Some(html)
}

fn folder(data: &Path) -> PathBuf {
    data.join("mail")
}

/// Where a mail stands in time: its name begins with when it was written and ends with its number.
fn place(name: &str) -> (&str, &str) {
    let (utc, rest) = name.split_once('-').unwrap_or((name, ""));
    (utc, rest.rsplit_once('-').map_or(rest, |(_, number)| number))
}

/// Names of our own making, and nothing that leads elsewhere.
fn is_name(name: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
    let stem = name.strip_suffix(".eml").unwrap_or("");
    !stem.is_empty() && name.len() <= NAME_BYTES && stem.bytes().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_nowhere_else() {
        assert!(is_name("20270115T111100Z-your_move-00000042.eml"));
        for bad in ["", ".eml", "../x.eml", "a/b.eml", "x.eml.new", "x.txt", "é.eml", "a\0.eml"] {
            assert!(!is_name(bad), "{bad}");
        }
    }

    #[test]
    fn a_folder_that_is_not_there_is_empty() {
        let data = tempfile::tempdir().expect("a folder");
        let (entries, next) = list(data.path(), None).expect("an empty list");
        assert!(entries.is_empty() && next.is_none());
        assert!(read(data.path(), "x.eml").expect("nothing").is_none());
    }

    #[test]
    fn the_newest_mails_come_first() {
        let data = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder(data.path())).expect("a folder");
        for n in 0..=PAGE {
            // Letters of one second stand in the order of their numbers, whatever their kinds.
            let kind = ["your_move", "game_over"][n % 2];
            let path = folder(data.path()).join(format!("20270115T080000Z-{kind}-{n:08}.eml"));
            fs::write(path, format!("Subject: =?utf-8?q?n=C3=B6_{n}?=\r\n\r\nbody\r\n")).expect("a file");
        }
        let (entries, next) = list(data.path(), None).expect("a list");
        assert_eq!((entries.len(), entries[0].subject.as_str()), (PAGE, "nö 50"));
        let (rest, end) = list(data.path(), next.as_deref()).expect("a list");
        assert_eq!((rest.len(), rest[0].subject.as_str(), end), (1, "nö 0", None));
    }
}
