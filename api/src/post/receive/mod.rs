//! Mail that comes in, read: raw bytes become either a person's reply, of which only his own lines are left, or a
//! machine's mail, which nobody answers. Pure: no store, no clock, no game is known here.
//!
//! What cannot be told apart with certainty is refused as a whole by who uses it: text of our own mails is never taken
//! for somebody's orders.

mod authentic;
mod html;
mod machine;
mod plain;
mod quote;
mod text;

#[cfg(test)]
mod tests;

use domain::hash::Hash;
use mail_parser::{Address, HeaderValue, Message, MessageParser};

pub use quote::{DIVIDER, Own};

/// The largest mail that is read, in bytes (service §11).
pub const LIMIT_BYTES: usize = 1024 * 1024;

/// How many mails that a mail answers are looked at.
const N_ANSWERED: usize = 32;

/// The longest Message-ID that is quoted back.
const ID_BYTES: usize = 250;

/// What the mail server said of a mail, apart from the mail itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Envelope {
    /// Where failures go; empty for a bounce, `None` when nothing is known of it.
    pub sender: Option<String>,
    /// Whom it was handed over for.
    pub recipients: Vec<String>,
}

/// A mail as it was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// No person wrote it: why we think so. It is neither obeyed nor answered.
    Machine(&'static str),
    /// A person's.
    Reply(Box<Reply>),
}

/// What a person wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The one address it is from, in lower case.
    pub from: String,
    /// What its writer calls himself.
    pub name: Option<String>,
    /// All addresses it may have been sent to, in lower case: the envelope's first.
    pub recipients: Vec<String>,
    /// The ids of the mails it answers, without angle brackets, the nearest first.
    pub answered: Vec<String>,
    /// What mail servers found out about its sender (RFC 8601), the last server's first.
    pub results: Vec<String>,
    /// Its Message-ID in angle brackets, if it has one that can be quoted.
    pub message_id: Option<String>,
    /// SHA-256 of its Message-ID, or of the whole text where it has none: the same mail, the same id.
    pub id: Hash,
    /// The writer's own lines.
    pub own: Own,
}

impl Reply {
    /// Whether this mail server says that DMARC has passed for the sender's domain (RFC 7489). Only its topmost word counts:
    /// what stands below was there before the mail reached it.
    pub fn is_vouched_for_by(&self, server: &str) -> bool {
        let domain = self.from.rsplit('@').next().unwrap_or("");
        authentic::has_passed(&self.results, server, domain)
    }
}

/// Reads a mail.
pub fn read(raw: &[u8], envelope: &Envelope) -> Incoming {
    let Some(message) = MessageParser::default().parse(raw) else {
        return Incoming::Machine("it cannot be read as a mail");
    };
    if let Some(why) = machine::why(&message, envelope) {
        return Incoming::Machine(why);
    }
    let Some(from) = sender(&message) else {
        return Incoming::Machine("it has no single sender");
    };
    let (body, recipients) = (text::of(&message), recipients(&message, envelope));
    let raw_id = message.message_id().map(str::trim).filter(|id| !id.is_empty());
    let id = match raw_id {
        Some(id) => Hash::of(&format!("<{id}>")),
        None => Hash::of(&format!("{from}\n{}\n{body}", recipients.join("\n"))),
    };
    let name = message.from().and_then(|from| from.first()).and_then(|from| from.name());
    Incoming::Reply(Box::new(Reply {
        name: name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()),
        from,
        recipients,
        answered: answered(&message),
        results: results(&message),
        message_id: raw_id.filter(|id| can_be_quoted(id)).map(|id| format!("<{id}>")),
        id,
        own: quote::own(&body),
    }))
}

/// The address in `From`, if there is exactly one.
fn sender(message: &Message<'_>) -> Option<String> {
    let from: &Address<'_> = message.from()?;
    let mut addresses = from.iter().filter_map(|addr| addr.address());
    match (addresses.next(), addresses.next()) {
        (Some(one), None) if one.contains('@') => Some(one.trim().to_lowercase()),
        (Some(_) | None, _) => None,
    }
}

/// Whom a mail may be for, most certain first.
fn recipients(message: &Message<'_>, envelope: &Envelope) -> Vec<String> {
    let mut found: Vec<String> = envelope.recipients.iter().map(|to| to.trim().to_lowercase()).collect();
    for wanted in ["delivered-to", "x-original-to", "envelope-to", "to", "cc"] {
        let values = message.headers_raw().filter(|(name, _)| name.trim().eq_ignore_ascii_case(wanted));
        for (_, value) in values {
            let words = value.split(|c: char| c.is_whitespace() || "<>,;\"'()[]".contains(c));
            found.extend(words.filter(|word| word.contains('@')).map(str::to_lowercase));
        }
    }
    found
}

/// The ids of the mails a mail answers: its parent, then the thread from its end.
fn answered(message: &Message<'_>) -> Vec<String> {
    let ids = |value: &HeaderValue<'_>| -> Vec<String> {
        let list = value.as_text_list().unwrap_or_default();
        list.iter().map(|id| id.trim().trim_matches(['<', '>']).to_owned()).collect()
    };
    let (parents, thread) = (ids(message.in_reply_to()), ids(message.references()));
    parents.into_iter().take(N_ANSWERED).chain(thread.into_iter().rev().take(N_ANSWERED)).collect()
}

/// The headers in which mail servers say what they found out, from the top.
fn results(message: &Message<'_>) -> Vec<String> {
    let all =
        message.headers_raw().filter(|(name, _)| name.trim().eq_ignore_ascii_case("authentication-results"));
    all.map(|(_, value)| value.to_owned()).collect()
}

/// Whether an id can stand in a header of ours as it is.
fn can_be_quoted(id: &str) -> bool {
    id.len() <= ID_BYTES
        && id.contains('@')
        && id.bytes().all(|b| b.is_ascii_graphic() && b != b'<' && b != b'>')
}
