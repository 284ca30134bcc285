//! Whether a mail was written by a machine: bounces, absence notes, lists, robots, and our own mails coming back.

use mail_parser::{Message, MimeHeaders};

use super::Envelope;

/// How the subjects of absence notes begin, where no header says what they are.
const NOTES: &[&str] = &[
    "automatic reply",
    "auto reply",
    "autoreply",
    "auto-reply",
    "out of office",
    "out of the office",
    "automatische antwort",
    "abwesenheitsnotiz",
    "abwesend",
    "réponse automatique",
    "absence du bureau",
    "respuesta automática",
    "fuera de la oficina",
    "risposta automatica",
    "fuori sede",
    "automatisch antwoord",
    "afwezigheidsbericht",
    "odpowiedź automatyczna",
    "resposta automática",
    "undelivered mail",
    "undeliverable:",
    "mail delivery failed",
    "delivery status notification",
    "returned mail",
    "unzustellbar",
];

/// Local parts behind which nobody sits.
const ROBOTS: &[&str] = &[
    "mailer-daemon",
    "postmaster",
    "noreply",
    "no-reply",
    "donotreply",
    "do-not-reply",
    "bounce",
    "bounces",
];

/// Headers that only machines write.
const MARKS: &[&str] = &[
    "x-autoreply",
    "x-autorespond",
    "x-autoresponder",
    "x-auto-reply",
    "x-auto-response-suppress",
    "x-failed-recipients",
    "list-id",
    "list-unsubscribe",
    "list-post",
    "x-loop",
];

/// Why a mail is no person's, if it is none.
pub(super) fn why(message: &Message<'_>, envelope: &Envelope) -> Option<&'static str> {
    if envelope.sender.as_deref().is_some_and(|sender| sender.trim_matches(['<', '>', ' ']).is_empty()) {
        return Some("a bounce: its envelope names no sender");
    }
    for (name, value) in message.headers_raw() {
        let (name, value) = (name.trim().to_ascii_lowercase(), value.trim().to_lowercase());
        match name.as_str() {
            "return-path" if value.trim_matches(['<', '>', ' ']).is_empty() => {
                return Some("a bounce: its return path is empty");
            }
            "auto-submitted" if !value.starts_with("no") || value.starts_with("not") => {
                return Some("it says that it was sent by itself");
            }
            "precedence"
                if ["bulk", "junk", "list", "auto_reply"].iter().any(|mark| value.starts_with(mark)) =>
            {
                return Some("it says that it is bulk mail");
            }
            mark if MARKS.contains(&mark) => return Some("it has a header that only machines write"),
            _ => {}
        }
    }
    let content = message.content_type();
    if content.is_some_and(|kind| {
        kind.ctype().eq_ignore_ascii_case("multipart") && kind.subtype().is_some_and(is_report)
    }) {
        return Some("a delivery report");
    }
    let from = message.from().and_then(|from| from.first()).and_then(|from| from.address()).unwrap_or("");
    let local = from.split('@').next().unwrap_or("").to_ascii_lowercase();
    if ROBOTS.contains(&local.as_str()) {
        return Some("nobody sits behind its sender's address");
    }
    let subject = message.subject().unwrap_or("").trim().to_lowercase();
    NOTES.iter().any(|note| subject.starts_with(note)).then_some("its subject is that of an automatic note")
}

fn is_report(subtype: &str) -> bool {
    subtype.eq_ignore_ascii_case("report")
}
