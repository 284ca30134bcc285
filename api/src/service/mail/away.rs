//! Being away, said by mail: `vacation until 2027-02-01`, `vacation off`.

use super::Mail;
use crate::{
    app::App,
    post::answer::Told,
    problem::{Problem, codes},
    service::{fields, vacation::Wish},
};

impl App {
    /// Declares an absence, or ends one. The same mail again finds it done.
    pub(super) fn away_by_mail(&self, mail: &Mail<'_>, until: Option<&str>) -> Result<Told, Problem> {
        match self.declare_by_mail(mail, until) {
            Ok(until) => Ok(Told::Away { until }),
            Err(problem) => self.refusal(mail, &[], problem),
        }
    }

    fn declare_by_mail(&self, mail: &Mail<'_>, until: Option<&str>) -> Result<Option<u64>, Problem> {
        let one_at_a_time = self.player_rows();
        let player = self.store.player(&mail.player)?;
        let until = until.map(|text| end(text, &player.zone)).transpose()?;
        let wish = until.map_or(Wish::Back, Wish::Until);
        let declared = self.declare(&player, wish)?;
        let absence = declared.map(|declared| self.write_absence(declared, None)).transpose()?;
        drop(one_at_a_time);
        if let Some(absence) = absence {
            self.apply_declared(&absence);
        }
        Ok(until)
    }
}

/// When an absence ends: at the beginning of a day in the player's zone, or at a time.
fn end(text: &str, zone: &str) -> Result<u64, Problem> {
    match fields::day(text, zone) {
        Some(begins) => Ok(begins),
        // Mail is read in lower case, times are written in capitals.
        None => fields::time(&text.to_uppercase(), "/vacation/until").map_err(|_| {
            Problem::new(
                codes::BAD_TIME,
                "Say the day on which you are back, e.g. `vacation until 2027-02-01`.",
            )
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::end;

    #[test]
    fn a_day_begins_in_the_players_zone() {
        assert_eq!(end("2027-02-01", "UTC").ok(), Some(1_801_440_000));
        assert_eq!(end("2027-02-01", "Europe/Berlin").ok(), Some(1_801_436_400));
        assert_eq!(end("2027-02-01t12:00:00z", "Europe/Berlin").ok(), Some(1_801_483_200));
        for bad in ["monday", "2027-02-30", "2027-2-1", ""] {
            assert!(end(bad, "UTC").is_err(), "{bad}");
        }
    }
}
