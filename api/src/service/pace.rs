//! When mail may come to a player: the shortest time between two mails, the hour of the digest, quiet hours, all in his own
//! zone. Nothing here looks at a watch.

use jiff::{
    Timestamp,
    civil::Time,
    tz::{AmbiguousOffset, TimeZone, TimeZoneDatabase},
};
use openapi::{
    pace::{Pace as Wanted, PaceChange, QuietHours},
    players::Delivery,
    problem::Fault,
};
use storage::PlayerRow;

use super::{accounts::Settings, deadline};
use crate::problem::{codes, fault};

/// The longest interval, in seconds: a day.
const LONGEST: u64 = 24 * 3600;

/// The hour of the digest where a stored one cannot be read.
const USUAL_HOUR: Time = Time::constant(8, 0, 0, 0);

/// A change of the pace, read; the pace as it will be.
///
/// # Errors
/// What is wrong, and where.
pub fn changed(now: &Wanted, change: &PaceChange) -> Result<Wanted, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut next = now.clone();
    if let Some(text) = &change.interval {
        match interval(text) {
            Some(_) => next.interval.clone_from(text),
            None => faults.push(fault(
                codes::BAD_TIME,
                "/pace/interval",
                "This is not an ISO 8601 duration from `PT0S` to `P1D`, e.g. `PT1H`.",
            )),
        }
    }
    let mut hour = |text: &str, pointer: &str| {
        if hour(text).is_none() {
            faults.push(fault(
                codes::BAD_TIME,
                pointer,
                "This is not an hour of the day such as `08:00` or `21:30`.",
            ));
        }
    };
    if let Some(text) = &change.digest_at {
        hour(text, "/pace/digest_at");
        next.digest_at.clone_from(text);
    }
    if let Some(quiet) = &change.quiet {
        if let Some(QuietHours { from, to }) = quiet {
            hour(from, "/pace/quiet/from");
            hour(to, "/pace/quiet/to");
            if from == to {
                let why = "Quiet hours end at another hour than they begin: else no mail would ever come.";
                faults.push(fault(codes::BAD_TIME, "/pace/quiet/to", why));
            }
        }
        next.quiet.clone_from(quiet);
    }
    if faults.is_empty() { Ok(next) } else { Err(faults) }
}

/// An interval in seconds.
fn interval(text: &str) -> Option<u64> {
    let seconds = text.starts_with('P').then(|| deadline::seconds(text)).flatten()?;
    (seconds <= LONGEST).then_some(seconds)
}

/// `HH:MM`, and nothing else.
fn hour(text: &str) -> Option<Time> {
    let is_plain = text.len() == 5 && text.bytes().enumerate().all(|(at, b)| (at == 2) == (b == b':'));
    is_plain.then(|| text.parse().ok()).flatten()
}

/// A player's pace.
#[derive(Clone, Debug)]
pub struct Pace {
    zone: TimeZone,
    interval: u64,
    digest_at: Time,
    quiet: Option<(Time, Time)>,
}

impl Pace {
    /// The pace of a player. What a newer program wrote and this one cannot read keeps no mail back.
    pub fn of(player: &PlayerRow, settings: &Settings) -> Self {
        let wanted = &settings.pace;
        let quiet = wanted.quiet.as_ref().and_then(|quiet| hour(&quiet.from).zip(hour(&quiet.to)));
        Self {
            zone: TimeZoneDatabase::bundled().get(&player.zone).unwrap_or(TimeZone::UTC),
            interval: interval(&wanted.interval).unwrap_or(0),
            digest_at: hour(&wanted.digest_at).unwrap_or(USUAL_HOUR),
            quiet: quiet.filter(|(from, to)| from != to),
        }
    }

    /// Whether mails that wait for the interval become one.
    pub fn has_interval(&self) -> bool {
        0 < self.interval
    }

    /// When a letter that was written at `queued` may leave, asked at `now`; `last` is when the player was last written to.
    /// Unix seconds, never before `now`.
    pub fn leaves(&self, delivery: Delivery, queued: u64, last: Option<u64>, now: u64) -> u64 {
        let earliest = match delivery {
            Delivery::Digest => self.digest_after(queued),
            Delivery::Each => last.filter(|_| self.has_interval()).map_or(now, |last| last + self.interval),
            Delivery::Off => now,
        };
        self.awake(earliest.max(now))
    }

    /// The first digest at or after a moment.
    fn digest_after(&self, at: u64) -> u64 {
        let next = deadline::daily::next(timestamp(at), self.digest_at, &self.zone, &[]);
        next.map_or(at, seconds)
    }

    /// The first moment from this one on that lies in no quiet hours, in Unix seconds.
    pub fn awake(&self, at: u64) -> u64 {
        let Some((from, to)) = self.quiet else { return at };
        let moment = timestamp(at);
        let shown = self.zone.to_datetime(moment);
        let is_quiet = match from < to {
            true => from <= shown.time() && shown.time() < to,
            false => from <= shown.time() || shown.time() < to,
        };
        if !is_quiet {
            return at;
        }
        let days = [Some(shown.date()), shown.date().tomorrow().ok()];
        let ends = days.into_iter().flatten().flat_map(|day| self.moments(day.to_datetime(to)));
        ends.filter(|end| moment < *end).min().map_or(at, seconds)
    }

    /// When the clocks show this: usually once; twice where they are put back; where they skip it, when they do.
    fn moments(&self, shown: jiff::civil::DateTime) -> impl Iterator<Item = Timestamp> {
        let ambiguous = self.zone.to_ambiguous_timestamp(shown);
        let (first, second) = match ambiguous.offset() {
            AmbiguousOffset::Unambiguous { offset } => (offset.to_timestamp(shown).ok(), None),
            AmbiguousOffset::Fold { before, after } => {
                (before.to_timestamp(shown).ok(), after.to_timestamp(shown).ok())
            }
            AmbiguousOffset::Gap { after, .. } => {
                let just_before = after.to_timestamp(shown).ok();
                let change = just_before.and_then(|at| self.zone.following(at).next());
                (change.map(|change| change.timestamp()), None)
            }
        };
        first.into_iter().chain(second)
    }
}

fn timestamp(at: u64) -> Timestamp {
    i64::try_from(at).ok().and_then(|at| Timestamp::from_second(at).ok()).unwrap_or(Timestamp::MAX)
}

/// Whole seconds, rounded up: clocks may change between two.
fn seconds(at: Timestamp) -> u64 {
    let up = i64::from(0 < at.subsec_nanosecond());
    u64::try_from(at.as_second() + up).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> u64 {
        seconds(text.parse().expect("a time"))
    }

    fn pace(interval: u64, digest_at: &str, quiet: Option<(&str, &str)>) -> Pace {
        let hour = |text| hour(text).expect("an hour");
        Pace {
            zone: TimeZoneDatabase::bundled().get("Europe/Berlin").expect("a zone"),
            interval,
            digest_at: hour(digest_at),
            quiet: quiet.map(|(from, to)| (hour(from), hour(to))),
        }
    }

    fn told(seconds: u64) -> String {
        timestamp(seconds).to_string()
    }

    #[test]
    fn without_a_wish_all_leaves_at_once() {
        let pace = Pace::of(
            &PlayerRow {
                id: storage::PlayerId("p".into()),
                name: String::new(),
                email: None,
                email_verified: false,
                zone: "No/Where".into(),
                settings: String::new(),
                email_failure: None,
                created: 0,
                erased: None,
                banned: None,
            },
            &Settings::default(),
        );
        assert_eq!(pace.leaves(Delivery::Each, 90, Some(99), 100), 100);
    }

    #[test]
    fn an_interval_counts_from_the_last_mail() {
        let pace = pace(3600, "08:00", None);
        assert_eq!(pace.leaves(Delivery::Each, 1000, None, 1000), 1000);
        assert_eq!(pace.leaves(Delivery::Each, 1010, Some(1000), 1010), 4600);
        assert_eq!(pace.leaves(Delivery::Each, 1010, Some(1000), 9000), 9000);
    }

    #[test]
    fn a_digest_comes_at_its_hour_on_days_when_clocks_change_too() {
        for (hour, queued, leaves) in [
            ("08:00", "2026-03-28T06:59:00Z", "2026-03-28T07:00:00Z"),
            ("08:00", "2026-03-28T07:00:01Z", "2026-03-29T06:00:00Z"),
            ("08:00", "2026-10-24T06:00:01Z", "2026-10-25T07:00:00Z"),
            // An hour that does not exist is the moment of the change; one that comes twice, the first.
            ("02:30", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"),
            ("02:30", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00Z"),
        ] {
            let pace = pace(0, hour, None);
            assert_eq!(told(pace.leaves(Delivery::Digest, at(queued), None, at(queued))), leaves);
        }
        let pace = pace(0, "08:00", None);
        let (queued, late) = (at("2026-03-28T07:30:00Z"), at("2026-03-29T09:00:00Z"));
        assert_eq!(
            pace.leaves(Delivery::Digest, queued, None, late),
            late,
            "after an outage it leaves at once"
        );
    }

    #[test]
    fn quiet_hours_are_those_that_the_clocks_show() {
        let cases = [
            (("22:00", "07:00"), "2026-01-15T20:59:59Z", "2026-01-15T20:59:59Z"),
            (("22:00", "07:00"), "2026-01-15T21:00:00Z", "2026-01-16T06:00:00Z"),
            (("22:00", "07:00"), "2026-01-16T05:59:59Z", "2026-01-16T06:00:00Z"),
            (("22:00", "07:00"), "2026-01-16T06:00:00Z", "2026-01-16T06:00:00Z"),
            (("12:00", "13:30"), "2026-01-16T11:15:00Z", "2026-01-16T12:30:00Z"),
            (("12:00", "13:30"), "2026-01-16T20:00:00Z", "2026-01-16T20:00:00Z"),
            // The night in which clocks are put forward is an hour shorter, the other an hour longer.
            (("22:00", "07:00"), "2026-03-28T21:00:00Z", "2026-03-29T05:00:00Z"),
            (("22:00", "07:00"), "2026-10-24T20:00:00Z", "2026-10-25T06:00:00Z"),
            // An end that is skipped is the moment of the change.
            (("22:00", "02:30"), "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"),
            // An end that comes twice ends them twice: in between the clocks show quiet hours again.
            (("22:00", "02:30"), "2026-10-25T00:10:00Z", "2026-10-25T00:30:00Z"),
            (("22:00", "02:30"), "2026-10-25T01:10:00Z", "2026-10-25T01:30:00Z"),
        ];
        for (quiet, asked, leaves) in cases {
            let pace = pace(0, "08:00", Some(quiet));
            assert_eq!(told(pace.leaves(Delivery::Each, at(asked), None, at(asked))), leaves, "{quiet:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let read = |text: &str| serde_json::from_str::<PaceChange>(text).expect("a change");
        let refused = |text: &str| -> Vec<String> {
            let faults = changed(&Wanted::default(), &read(text)).expect_err(text);
            faults.into_iter().filter_map(|fault| fault.pointer).collect()
        };
        for bad in ["1h", "P2D", "PT-1S", "P1M", ""] {
            assert_eq!(refused(&format!(r#"{{"interval":"{bad}"}}"#)), ["/pace/interval"], "{bad}");
        }
        for bad in ["8", "8:00", "24:00", "08:00:00", "0800", "08.00", "a8:00"] {
            assert_eq!(refused(&format!(r#"{{"digest_at":"{bad}"}}"#)), ["/pace/digest_at"], "{bad}");
        }
        assert_eq!(refused(r#"{"quiet":{"from":"22:00","to":"22:00"}}"#), ["/pace/quiet/to"]);
        assert_eq!(refused(r#"{"quiet":{"from":"x","to":"y"}}"#), ["/pace/quiet/from", "/pace/quiet/to"]);
        let change = read(r#"{"interval":"PT1H","quiet":{"from":"22:00","to":"07:00"}}"#);
        let next = changed(&Wanted::default(), &change).expect("a pace");
        assert_eq!((next.interval.as_str(), next.digest_at.as_str()), ("PT1H", "08:00"));
        let ended = changed(&next, &read(r#"{"quiet":null}"#)).expect("a pace");
        assert_eq!((ended.quiet, ended.interval), (None, "PT1H".to_owned()));
    }
}
