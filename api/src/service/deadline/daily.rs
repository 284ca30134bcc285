//! The hour of the day at which turns are due, in the zone of a game. Where clocks are put forward or back there may be no
//! such hour, or two: then it is the moment of the change, or the first of the two.

use jiff::{
    Timestamp,
    civil::{Time, Weekday},
    tz::{AmbiguousOffset, TimeZone},
};

/// Days looked at: more than a week, for one of them has no such day.
const DAYS: usize = 9;

/// The first moment, not before `earliest`, at which it is `at` in the zone on one of these days (none named: any).
pub(crate) fn next(earliest: Timestamp, at: Time, zone: &TimeZone, days: &[Weekday]) -> Option<Timestamp> {
    let today = zone.to_datetime(earliest).date();
    let mut day = today.yesterday().ok()?; // a change of clocks may have moved yesterday's hour past midnight
    for _ in 0..=DAYS {
        let wanted = days.is_empty() || days.contains(&day.weekday());
        if let Some(moment) = moment(day.to_datetime(at), zone).filter(|moment| wanted && earliest <= *moment)
        {
            return Some(moment);
        }
        day = day.tomorrow().ok()?;
    }
    None
}

/// When the clocks of a zone show this.
fn moment(shown: jiff::civil::DateTime, zone: &TimeZone) -> Option<Timestamp> {
    let ambiguous = zone.to_ambiguous_timestamp(shown);
    match ambiguous.offset() {
        AmbiguousOffset::Unambiguous { .. } | AmbiguousOffset::Fold { .. } => ambiguous.earlier().ok(),
        AmbiguousOffset::Gap { after, .. } => {
            let just_before = after.to_timestamp(shown).ok()?;
            zone.following(just_before).next().map(|change| change.timestamp())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn due(earliest: &str, at: &str, days: &[Weekday]) -> String {
        let zone = TimeZone::get("Europe/Berlin").expect("a zone");
        let (earliest, at) = (earliest.parse().expect("a time"), at.parse().expect("an hour"));
        next(earliest, at, &zone, days).expect("a day").to_string()
    }

    #[test]
    fn an_hour_of_the_evening_stays_that_hour_when_clocks_change() {
        assert_eq!(due("2026-03-28T19:59:00Z", "21:00", &[]), "2026-03-28T20:00:00Z");
        assert_eq!(due("2026-03-28T20:00:01Z", "21:00", &[]), "2026-03-29T19:00:00Z");
        assert_eq!(due("2026-10-24T19:00:01Z", "21:00", &[]), "2026-10-25T20:00:00Z");
    }

    #[test]
    fn an_hour_that_does_not_exist_is_the_moment_of_the_change_and_of_two_it_is_the_first() {
        assert_eq!(due("2026-03-28T12:00:00Z", "02:30", &[]), "2026-03-29T01:00:00Z");
        assert_eq!(due("2026-03-29T01:00:01Z", "02:30", &[]), "2026-03-30T00:30:00Z");
        assert_eq!(due("2026-10-24T12:00:00Z", "02:30", &[]), "2026-10-25T00:30:00Z");
        assert_eq!(due("2026-10-25T00:30:01Z", "02:30", &[]), "2026-10-26T01:30:00Z");
    }

    #[test]
    fn only_the_days_that_are_named_count() {
        let weekdays = [Weekday::Monday, Weekday::Thursday];
        assert_eq!(due("2026-11-30T20:00:00Z", "21:00", &weekdays), "2026-11-30T20:00:00Z");
        assert_eq!(due("2026-11-30T20:00:01Z", "21:00", &weekdays), "2026-12-03T20:00:00Z");
    }
}
