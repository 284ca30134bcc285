//! Times as letters tell them: in the player's zone, with its name, and in UTC. Never "in 59 minutes": nobody knows
//! when a mail is read.

use jiff::{Timestamp, tz::TimeZoneDatabase};

/// A moment, e.g. `Monday 18 January 2027, 12:11 CET (Europe/Berlin), which is 2027-01-18 11:11 UTC`.
pub(crate) fn moment(seconds: u64, zone: &str) -> String {
    let at =
        i64::try_from(seconds).ok().and_then(|at| Timestamp::from_second(at).ok()).unwrap_or(Timestamp::MAX);
    let utc = at.strftime("%Y-%m-%d %H:%M:%S UTC").to_string().replace(":00 UTC", " UTC");
    match TimeZoneDatabase::bundled().get(zone) {
        Ok(known) if zone != "UTC" => {
            let local = at.to_zoned_datetime(known);
            format!("{} ({zone}), which is {utc}", local.strftime("%A %-d %B %Y, %H:%M %Z"))
        }
        // UTC itself, or a zone that newer data no longer knows.
        Ok(_) | Err(_) => format!("{}, {}", at.strftime("%A %-d %B %Y"), &utc["2027-01-18 ".len()..]),
    }
}

#[cfg(test)]
mod tests {
    use super::moment;

    #[test]
    fn a_moment_is_told_in_the_players_zone_and_in_utc() {
        for (zone, told) in [
            (
                "Europe/Berlin",
                "Monday 18 January 2027, 12:11 CET (Europe/Berlin), which is 2027-01-18 11:11 UTC",
            ),
            (
                "Asia/Kathmandu",
                "Monday 18 January 2027, 16:56 +0545 (Asia/Kathmandu), which is 2027-01-18 11:11 UTC",
            ),
            (
                "America/Los_Angeles",
                "Monday 18 January 2027, 03:11 PST (America/Los_Angeles), which is 2027-01-18 11:11 UTC",
            ),
            ("UTC", "Monday 18 January 2027, 11:11 UTC"),
            ("No/Where", "Monday 18 January 2027, 11:11 UTC"),
        ] {
            assert_eq!(moment(1_800_270_660, zone), told);
        }
        assert!(moment(1_800_270_667, "UTC").ends_with("11:11:07 UTC"));
    }
}
