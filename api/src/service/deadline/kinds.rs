//! The clocks there are, as a game's first line holds them.

use jiff::{
    SignedDuration, Span, SpanRelativeTo, Timestamp,
    civil::{Time, Weekday},
    tz::TimeZone,
};
use serde::{Deserialize, Deserializer, Serialize};

use super::daily;

/// A game's clock.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Clock {
    /// How time is given.
    #[serde(flatten)]
    pub(super) kind: Kind,
    /// When a seat is reminded. Old games do not say: they have none.
    #[serde(default)]
    pub(super) remind: Vec<Reminder>,
    /// What becomes of the time of who is away.
    #[serde(default)]
    pub(super) absence: Absence,
}

/// What becomes of a seat's time while its holder is away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Absence {
    /// It stands still.
    #[default]
    Pause,
    /// It runs on: all know that before they take a seat.
    Off,
}

impl Clock {
    /// No clock at all.
    pub(super) const NONE: Clock = Clock { kind: Kind::Other, remind: Vec::new(), absence: Absence::Off };
}

/// How time is given.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Kind {
    /// Without end.
    None {},
    /// So much for every hand-over.
    PerTurn {
        /// Seconds.
        #[serde(deserialize_with = "duration")]
        allow: u64,
    },
    /// A store of time that every hand-over fills a little.
    Bank {
        /// Seconds to begin with.
        #[serde(deserialize_with = "duration")]
        start: u64,
        /// Seconds that each hand-over adds when it is over.
        #[serde(deserialize_with = "duration")]
        add: u64,
        /// The most there can be.
        #[serde(deserialize_with = "duration")]
        cap: u64,
    },
    /// The next of certain hours, but never sooner than so long.
    Daily {
        /// `HH:MM`.
        #[serde(deserialize_with = "hour")]
        at: Time,
        /// A name of the IANA database.
        #[serde(deserialize_with = "zone")]
        zone: TimeZone,
        /// On which days; empty: on all.
        #[serde(default, deserialize_with = "days")]
        days: Vec<Weekday>,
        /// Seconds.
        #[serde(deserialize_with = "duration")]
        min: u64,
    },
    /// The rules' own minutes, in real ones.
    Live {
        /// Seconds before those of a move run.
        #[serde(deserialize_with = "duration")]
        interval: u64,
    },
    /// One that this program does not know.
    #[serde(other)]
    Other,
}

impl Kind {
    /// When the time of a hand-over that began at `since` is up; `took` are the seat's hand-overs before it, in seconds.
    pub(super) fn deadline(&self, since: u64, took: &[u64]) -> Option<u64> {
        match self {
            // Where the rules give no minutes (putting down has none, LW-1.8), a live clock gives no time: it stands still.
            Kind::None {} | Kind::Other | Kind::Live { .. } => None,
            Kind::PerTurn { allow } => since.checked_add(*allow),
            Kind::Bank { start, add, cap } => {
                let refill =
                    |left: u64, took: &u64| left.saturating_sub(*took).saturating_add(*add).min(*cap);
                since.checked_add(took.iter().fold(*start, refill))
            }
            Kind::Daily { at, zone, days, min } => {
                let earliest = Timestamp::from_second(i64::try_from(since.checked_add(*min)?).ok()?).ok()?;
                let next = daily::next(earliest, *at, zone, days)?;
                u64::try_from(next.as_second()).ok()
            }
        }
    }
}

/// When to remind a seat of its deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reminder {
    /// After so much of its time.
    Share {
        /// Of …
        n: u64,
        /// … so many parts.
        of: u64,
    },
    /// So many seconds before its end.
    Before(u64),
}

impl Reminder {
    /// Reads `1/2` or a duration such as `PT1H`.
    pub(super) fn parse(text: &str) -> Option<Reminder> {
        match text.split_once('/') {
            Some((n, of)) => {
                let (n, of) = (n.parse().ok()?, of.parse().ok()?);
                (0 < n && n < of && of <= 100).then_some(Reminder::Share { n, of })
            }
            None => seconds(text).filter(|seconds| 0 < *seconds).map(Reminder::Before),
        }
    }
}

impl<'de> Deserialize<'de> for Reminder {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        read(from, Reminder::parse, "a share such as `1/2`, or a duration such as `PT1H`")
    }
}

/// An ISO 8601 duration of days, hours, minutes and seconds, in seconds.
pub(crate) fn seconds(text: &str) -> Option<u64> {
    let span: Span = text.parse().ok()?;
    let length: SignedDuration = span.to_duration(SpanRelativeTo::days_are_24_hours()).ok()?;
    u64::try_from(length.as_secs()).ok()
}

/// A day of the week, `mon` to `sun`.
pub(super) fn weekday(text: &str) -> Option<Weekday> {
    match text {
        "mon" => Some(Weekday::Monday),
        "tue" => Some(Weekday::Tuesday),
        "wed" => Some(Weekday::Wednesday),
        "thu" => Some(Weekday::Thursday),
        "fri" => Some(Weekday::Friday),
        "sat" => Some(Weekday::Saturday),
        "sun" => Some(Weekday::Sunday),
        _ => None,
    }
}

fn read<'de, D: Deserializer<'de>, T>(
    from: D,
    parse: impl Fn(&str) -> Option<T>,
    what: &'static str,
) -> Result<T, D::Error> {
    let text = std::borrow::Cow::<'de, str>::deserialize(from)?;
    parse(&text).ok_or_else(|| serde::de::Error::custom(format!("not {what}")))
}

fn duration<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    read(from, seconds, "an ISO 8601 duration of days, hours, minutes and seconds, e.g. `P3D`")
}

fn hour<'de, D: Deserializer<'de>>(from: D) -> Result<Time, D::Error> {
    read(from, |text| text.parse().ok(), "an hour of the day, e.g. `21:00`")
}

fn zone<'de, D: Deserializer<'de>>(from: D) -> Result<TimeZone, D::Error> {
    read(from, |name| TimeZone::get(name).ok(), "a time zone of the IANA database, e.g. `Europe/Berlin`")
}

fn days<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Weekday>, D::Error> {
    let names = Vec::<String>::deserialize(from)?;
    let read = |name: &String| {
        weekday(name).ok_or_else(|| serde::de::Error::custom(format!("`{name}` is none of mon to sun")))
    };
    names.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_of_days_and_hours_are_seconds() {
        assert_eq!(seconds("P3D"), Some(259_200));
        assert_eq!(seconds("PT12H30M"), Some(45_000));
        assert_eq!(seconds("P1M"), None);
        assert_eq!(seconds("-PT1H"), None);
        assert_eq!(seconds("three days"), None);
    }

    #[test]
    fn a_bank_empties_and_fills_up_to_its_cap() {
        let bank: Kind = serde_json::from_value(
            serde_json::json!({"kind": "bank", "start": "PT100S", "add": "PT10S", "cap": "PT105S"}),
        )
        .expect("a clock");
        assert_eq!(bank.deadline(1_000, &[]), Some(1_100));
        assert_eq!(bank.deadline(1_000, &[30]), Some(1_080));
        assert_eq!(bank.deadline(1_000, &[0]), Some(1_105), "no more than the cap");
        assert_eq!(bank.deadline(1_000, &[500]), Some(1_010), "an empty bank has what was added");
        assert_eq!(bank.deadline(1_000, &[30, 30, 30]), Some(1_040));
    }

    #[test]
    fn reminders_are_shares_or_times_before_the_end() {
        assert_eq!(Reminder::parse("3/4"), Some(Reminder::Share { n: 3, of: 4 }));
        assert_eq!(Reminder::parse("PT1H"), Some(Reminder::Before(3_600)));
        for bad in ["", "1/1", "0/2", "5/4", "1/0", "PT0S", "an hour"] {
            assert_eq!(Reminder::parse(bad), None, "{bad}");
        }
    }
}
