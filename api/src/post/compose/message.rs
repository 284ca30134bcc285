//! A draft as a message: headers, parts, encodings. `lettre` encodes and folds; what players wrote was cleaned of
//! line ends and controls before, so that no header can be begun inside another.

use std::time::{Duration, SystemTime};

use domain::ids::{GameId, Seat};
use lettre::message::{
    Attachment, Body, Mailbox, Message, MultiPart, SinglePart,
    header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue},
};

use super::{
    Recipient,
    html::{self, Frame, Html},
    text::{Page, clean},
};
use crate::{
    app::App,
    config::Mail,
    post::{
        address::{Way, marked},
        receive::DIVIDER,
        unsubscribe,
    },
    problem::Problem,
};

/// The longest line of a message, without its end (RFC 5322).
const LINE_BYTES: usize = 998;

/// A letter before it is a message.
pub(super) struct Draft {
    /// What it is about.
    pub(super) subject: String,
    /// What it says: as text and as HTML.
    pub(super) page: Page,
    /// The signed head of the game's log.
    pub(super) head: Option<String>,
    /// Which letters it belongs with.
    pub(super) thread: Option<Thread>,
}

/// All letters about one seat of one game: mail programs show them together.
#[derive(Clone, Debug)]
pub(super) struct Thread {
    /// The Message-ID that all of them refer to. No letter has it: whichever comes first, the thread is the same.
    pub(super) root: String,
    /// The game, as a mailing list is named.
    pub(super) list: String,
    /// Where answers go, if they are read.
    pub(super) way: Option<Way>,
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
        Thread { root, list, way: None, answered: None }
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
    let mark = draft.thread.as_ref().and_then(|thread| thread.way.as_ref()?.mark.as_ref());
    let by_itself = if answered.is_some() { "auto-replied" } else { "auto-generated" };
    let mut builder = Message::builder()
        .from(from)
        .to(Mailbox::new(to.name(), address))
        .subject(subject(&draft.subject))
        .date(SystemTime::UNIX_EPOCH + Duration::from_secs(app.now()))
        .message_id(Some(mark.map_or_else(|| message_id.to_owned(), |mark| marked(message_id, mark))))
        .raw_header(header("Auto-Submitted", by_itself))
        .raw_header(header("X-Auto-Response-Suppress", "All"));
    let setting = draft.page.setting();
    let unwanted = setting.map(|setting| unsubscribe::link(app, to.player.as_ref(), &to.address, setting));
    if let Some(link) = &unwanted {
        builder = builder
            .raw_header(header("List-Unsubscribe", &format!("<{link}>")))
            .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
    }
    let mut text = draft.page.to_text(unwanted.as_deref());
    let mut is_answerable = false;
    if let Some(thread) = &draft.thread {
        let parent = answered.and_then(|answered| answered.message_id.as_ref());
        let references = parent.map_or_else(|| thread.root.clone(), |id| format!("{} {id}", thread.root));
        builder = builder
            .in_reply_to(parent.unwrap_or(&thread.root).clone())
            .references(references)
            .raw_header(header("List-Id", &thread.list));
        if let Some(way) = &thread.way {
            builder = builder.reply_to(way.address.parse().map_err(|error| failed(&error))?);
            text = format!("{DIVIDER}\n\n{text}");
            is_answerable = true;
        }
    }
    let mark = boundary(message_id, "board");
    let frame = Frame { subject: &draft.subject, is_answerable, unwanted: unwanted.as_deref(), mark: &mark };
    let html = html::render(app, &draft.page, &frame)?;
    let both = MultiPart::alternative().boundary(boundary(message_id, "alternative"));
    let both = both.singlepart(plain(&text, &app.config.mail));
    let both = with_pictures(both, html, message_id)?;
    let message = match &draft.head {
        None => builder.multipart(both),
        Some(note) => builder.multipart(
            MultiPart::mixed()
                .boundary(boundary(message_id, "mixed"))
                .multipart(both)
                .singlepart(attached(note)),
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

/// The HTML as the better alternative, with its pictures in it.
fn with_pictures(both: MultiPart, html: Html, message_id: &str) -> Result<MultiPart, Problem> {
    let encoding = ContentTransferEncoding::QuotedPrintable;
    let body = Body::new_with_encoding(html.document, encoding)
        .map_err(|_| Problem::internal(&std::io::Error::other("a text that cannot be quoted-printable")))?;
    let document = SinglePart::html(body);
    if html.pictures.is_empty() {
        return Ok(both.singlepart(document));
    }
    let png: ContentType = "image/png".parse().map_err(|error| failed(&error))?;
    let mut related = MultiPart::related().boundary(boundary(message_id, "related")).singlepart(document);
    for (id, bytes) in html.pictures {
        let name = format!("{}.png", id.split('.').next().unwrap_or("board"));
        related = related.singlepart(Attachment::new_inline_with_name(id, name).body(bytes, png.clone()));
    }
    Ok(both.multipart(related))
}

/// The signed head, to the byte: text would have its line ends changed.
fn attached(note: &str) -> SinglePart {
    Attachment::new("head.txt".to_owned()).body(note.as_bytes().to_vec(), ContentType::TEXT_PLAIN)
}

/// The same for the same letter, so that what is made again would be the same again.
fn boundary(message_id: &str, part: &str) -> String {
    let hash = domain::hash::Hash::of(&format!("{part}\n{message_id}")).to_string();
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
