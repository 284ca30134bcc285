//! The mail of `fieldpost mail test`: made from the configuration alone, so that it needs neither store nor keys.

use std::time::{Duration, SystemTime};

use lettre::message::{Mailbox, Message, MultiPart};
use maud::{DOCTYPE, html};

use crate::{
    config::{Config, Mail},
    problem::Problem,
    random,
};

/// Its bytes. `now` is in Unix seconds.
///
/// # Errors
/// A 500 for an address or a sender that is none.
pub fn write(config: &Config, to: &str, now: u64) -> Result<Vec<u8>, Problem> {
    let (Mail::Files { from } | Mail::Smtp { from, .. }) = &config.mail;
    let from: Mailbox = from.parse().map_err(|error| Problem::internal(&error))?;
    let to: Mailbox = to.parse().map_err(|error| Problem::internal(&error))?;
    let base = config.base_url.as_str();
    let lines = [
        "this is a test: the operator of this server wanted to see whether its mail arrives.".to_owned(),
        format!("It does. The server is {base}; there is nothing to do for you."),
    ];
    let text = format!("Hello,\n\n{}\n{}\n\n-- \nFieldpost, {base}\n", lines[0], lines[1]);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head { meta charset="utf-8"; meta name="color-scheme" content="light dark"; title { "A test" } }
            body { p { "Hello," } @for line in &lines { p { (line) } } }
        }
    };
    Message::builder()
        .from(from)
        .to(to)
        .subject("Fieldpost: a test")
        .date(SystemTime::UNIX_EPOCH + Duration::from_secs(now))
        .message_id(Some(format!("<{}.test@{}>", random::letter_id(), config.base_url.host())))
        .multipart(MultiPart::alternative_plain_html(text, page.into_string()))
        .map(|message| message.formatted())
        .map_err(|error| Problem::internal(&error))
}
