//! A draft as a message: headers, parts, encodings. `lettre` encodes and folds; what players wrote was cleaned of
//! line ends and controls before, so that no header can be begun inside another.

use std::time::{Duration, SystemTime};

use domain::ids::{GameId, Seat};
use lettre::message::{
    Attachment, Body, Mailbox, Message, MultiPart, SinglePart,
    header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue},
};

use super::{Recipient, text::clean};
use crate::{app::App, config::Mail, post::receive::DIVIDER, problem::Problem};

/// The longest line of a message, without its end (RFC 5322).
const LINE_BYTES: usize = 998;

/// A letter before it is a message.
#[derive(Debug)]
pub(super) struct Draft {
    /// What it is about.
    pub(super) subject: String,
    /// The text part.
    pub(super) text: String,
    /// The signed head of the game's log.
    pub(super) head: Option<String>,
    /// Which letters it belongs with.
    pub(super) thread: Option<Thread>,
}

/// All letters about one seat of one game: mail programs show them together.
#[derive(Debug)]
pub(super) struct Thread {
    /// The Message-ID that all of them refer to. No letter has it: whichever comes first, the thread is the same.
    pub(super) root: String,
    /// The game, as a mailing list is named.
    pub(super) list: String,
    /// Where answers go, if they are read.
    pub(super) reply_to: Option<String>,
    /// The mail that is answered by this one.
    pub(super) answered: Option<Answered>,
}

/// A mail that is answered.
#[derive(Clone, Debug)]
pub(super) struct Answered {
    /// Its Message-ID, if it can be quoted.
    pub(super) message_id: Option<String>,
}

impl Thread {
    /// The thread of a seat.
    pub(super) fn of(game: &GameId, seat: &Seat, host: &str) -> Self {
        let (root, list) = (format!("<{game}.{seat}@{host}>"), format!("<{game}.{host}>"));
        Thread { root, list, reply_to: None, answered: None }
    }
}

/// The bytes of a message to one recipient.
///
/// # Errors
/// A 500 for an address or a sender that is none.
pub(super) fn write(app: &App, to: &Recipient, message_id: &str, draft: &Draft) -> Result<Vec<u8>, Problem> {
    let from: Mailbox = sender(app).parse().map_err(|error| failed(&error))?;
    let address = to.address.parse().map_err(|error| failed(&error))?;
    let answered = draft.thread.as_ref().and_then(|thread| thread.answered.as_ref());
    let by_itself = if answered.is_some() { "auto-replied" } else { "auto-generated" };
    let mut builder = Message::builder()
        .from(from)
        .to(Mailbox::new(to.name(), address))
        .subject(subject(&draft.subject))
        .date(SystemTime::UNIX_EPOCH + Duration::from_secs(app.now()))
        .message_id(Some(message_id.to_owned()))
        .raw_header(header("Auto-Submitted", by_itself))
        .raw_header(header("X-Auto-Response-Suppress", "All"));
    let mut text = draft.text.clone();
    if let Some(thread) = &draft.thread {
        let parent = answered.and_then(|answered| answered.message_id.as_ref());
        let references = parent.map_or_else(|| thread.root.clone(), |id| format!("{} {id}", thread.root));
        builder = builder
            .in_reply_to(parent.unwrap_or(&thread.root).clone())
            .references(references)
            .raw_header(header("List-Id", &thread.list));
        if let Some(reply_to) = &thread.reply_to {
            builder = builder.reply_to(reply_to.parse().map_err(|error| failed(&error))?);
            text = format!("{DIVIDER}\n\n{text}");
        }
    }
    // An HTML part will make this a `multipart/alternative`, here and nowhere else.
    let text = plain(&text, &app.config.mail);
    let message = match &draft.head {
        None => builder.singlepart(text),
        Some(note) => builder.multipart(
            MultiPart::mixed().boundary(boundary(message_id)).singlepart(text).singlepart(attached(note)),
        ),
    };
    Ok(message.map_err(|error| failed(&error))?.formatted())
}

/// Who sends, as configured.
pub(crate) fn sender(app: &App) -> &str {
    match &app.config.mail {
        Mail::Files { from } | Mail::Smtp { from, .. } => from,
    }
}

/// The text as it stands, where mail allows it: commands must survive being copied from the bare file. Else encoded.
/// Files may hold any letters; not every mail server takes them.
fn plain(text: &str, mail: &Mail) -> SinglePart {
    let encoding = match mail {
        _ if text.lines().any(|line| LINE_BYTES < line.len()) => None,
        _ if text.is_ascii() => Some(ContentTransferEncoding::SevenBit),
        Mail::Files { .. } => Some(ContentTransferEncoding::EightBit),
        Mail::Smtp { .. } => None,
    };
    match encoding {
        Some(encoding) => {
            let bytes = text.replace('\n', "\r\n").into_bytes();
            SinglePart::plain(Body::dangerous_pre_encoded(bytes, encoding))
        }
        None => SinglePart::plain(text.to_owned()),
    }
}

/// The signed head, to the byte: text would have its line ends changed.
fn attached(note: &str) -> SinglePart {
    Attachment::new("head.txt".to_owned()).body(note.as_bytes().to_vec(), ContentType::TEXT_PLAIN)
}

/// The same for the same letter, so that what is made again would be the same again.
fn boundary(message_id: &str) -> String {
    let hash = domain::hash::Hash::of(message_id).to_string();
    format!("fieldpost-{}", &hash[..32])
}

/// A title may look like an encoded word; as it stands it would be decoded into something else.
fn subject(words: &str) -> String {
    clean(words).replace("=?", "= ?").trim().to_owned()
}

fn header(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

fn failed(error: &(dyn std::error::Error + 'static)) -> Problem {
    Problem::internal(error)
}
