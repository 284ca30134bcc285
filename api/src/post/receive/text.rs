//! The body of a mail as text: the plain part where there is one, the HTML part read as text where there is none.
//! Attachments are not looked at.

use mail_parser::{Message, MessagePart, MimeHeaders, PartType};

use super::html;

/// The text, lines ending with `\n`.
pub(super) fn of(message: &Message<'_>) -> String {
    let mut plain = String::new();
    for part in message.text_bodies().filter(|part| part.attachment_name().is_none()) {
        match &part.body {
            PartType::Text(text) if is_plain(part) => add(&mut plain, &plain_text(part, text)),
            PartType::Html(html) => add(&mut plain, &html::text(html)),
            PartType::Text(_)
            | PartType::Binary(_)
            | PartType::InlineBinary(_)
            | PartType::Message(_)
            | PartType::Multipart(_) => {}
        }
    }
    if !plain.trim().is_empty() {
        return plain;
    }
    let mut read = String::new();
    for part in message.html_bodies() {
        if let PartType::Html(html) = &part.body {
            add(&mut read, &html::text(html));
        }
    }
    read
}

fn add(text: &mut String, more: &str) {
    text.push_str(more);
    if !more.ends_with('\n') {
        text.push('\n');
    }
}

fn is_plain(part: &MessagePart<'_>) -> bool {
    part.content_type().and_then(|kind| kind.subtype()).is_none_or(|sub| sub.eq_ignore_ascii_case("plain"))
}

fn plain_text(part: &MessagePart<'_>, text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let said = |name: &str, value: &str| {
        let attribute = part.content_type().and_then(|kind| kind.attribute(name));
        attribute.is_some_and(|found| found.eq_ignore_ascii_case(value))
    };
    match (said("format", "flowed"), said("delsp", "yes")) {
        (true, true) => unflowed(&text, Blank::Dropped),
        (true, false) => unflowed(&text, Blank::Kept),
        (false, _) => text,
    }
}

/// What becomes of the blank that ends a flowing line (RFC 3676, DelSp).
#[derive(Clone, Copy)]
enum Blank {
    Kept,
    Dropped,
}

/// Joins lines that flow on, within one depth of quotation (RFC 3676).
fn unflowed(text: &str, blank: Blank) -> String {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut flows = false;
    for raw in text.lines() {
        let depth = raw.bytes().take_while(|byte| *byte == b'>').count();
        let rest = &raw[depth..];
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        // The signature mark ends with a blank and does not flow.
        let is_mark = rest == "-- ";
        match lines.last_mut() {
            Some((before, line)) if flows && *before == depth && !is_mark => {
                if matches!(blank, Blank::Dropped) {
                    line.pop();
                }
                line.push_str(rest);
            }
            Some(_) | None => lines.push((depth, rest.to_owned())),
        }
        flows = rest.ends_with(' ') && !is_mark;
    }
    let mut joined = String::new();
    for (depth, line) in lines {
        joined.push_str(&">".repeat(depth));
        if 0 < depth {
            joined.push(' ');
        }
        joined.push_str(&line);
        joined.push('\n');
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flowing_lines_are_joined_within_their_depth() {
        let text = "standing all \nalways\n> you may \n> order\nsol3 k9\n-- \nAlice";
        assert_eq!(
            unflowed(text, Blank::Kept),
            "standing all always\n> you may order\nsol3 k9\n-- \nAlice\n"
        );
        assert_eq!(unflowed("k \n9", Blank::Dropped), "k9\n");
        assert_eq!(unflowed(" >not a quotation", Blank::Kept), ">not a quotation\n");
    }
}
