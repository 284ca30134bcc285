//! Absence: a player says until when he is away, and his clocks stand still in all his games that honour it (service §4). It
//! begins when he says so and at no other time, costs days of a yearly budget, and ends by itself. The log of each game says
//! so (`clock_stopped`, `clock_resumed` of his seat), so that every deadline stays a function of it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use domain::{
    chronicle::{Chronicle, Step},
    ids::{GameId, Seat},
    table::Life,
};
use openapi::players::Vacation;
use storage::{AbsenceRow, AbsenceState, GameState, NewLetter, PlayerId, PlayerRow, SeatRow};

use super::{
    deadline::honours_absence,
    fields::{rfc3339, span},
    hall::{Opened, Proposal},
};
use crate::{
    app::App,
    post::content::LetterContent,
    problem::{Problem, codes},
};

/// The year over which the budget goes, in seconds: any 365 days.
const YEAR: u64 = 365 * 86_400;

/// How far ahead an absence may end, in seconds.
pub const AHEAD: u64 = 366 * 86_400;

/// Absences looked after at a time.
const AT_ONCE: usize = 50;

/// What a player asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To be away from now until then, Unix seconds.
    Until(u64),
    /// To be back.
    Back,
}

/// An absence that is to be written, with its letters.
pub struct Declared {
    absence: AbsenceRow,
    letters: Vec<NewLetter>,
}

/// How many seconds of the year that ends at `end` a player was away, leaving out the absence that began at `except`.
fn used(rows: &[AbsenceRow], except: Option<u64>, end: u64) -> u64 {
    let from = end.saturating_sub(YEAR);
    let counted = rows.iter().filter(|absence| Some(absence.begun) != except);
    counted.map(|absence| absence.until.min(end).saturating_sub(absence.begun.max(from))).sum()
}

impl App {
    /// The absence of a player that lasts, if one does.
    ///
    /// # Errors
    /// As the store.
    pub fn absence_of(&self, player: &PlayerId) -> Result<Option<AbsenceRow>, Problem> {
        let now = self.clock.now();
        Ok(self.store.absences_of(player, now)?.into_iter().find(|absence| absence.begun <= now))
    }

    /// The same as the API shows it.
    ///
    /// # Errors
    /// As the store.
    pub fn vacation_of(&self, player: &PlayerId) -> Result<Option<Vacation>, Problem> {
        Ok(self.absence_of(player)?.map(|absence| Vacation { until: rfc3339(absence.until) }))
    }

    /// How long a player may still be away within a year, beyond what he has declared, in ISO 8601: whole days.
    ///
    /// # Errors
    /// As the store.
    pub fn vacation_left(&self, player: &PlayerId) -> Result<String, Problem> {
        let end = self.absence_of(player)?.map_or(self.clock.now(), |absence| absence.until);
        let rows = self.store.absences_of(player, end.saturating_sub(YEAR))?;
        let left = self.budget().saturating_sub(used(&rows, None, end));
        Ok(span(left / 86_400 * 86_400))
    }

    fn budget(&self) -> u64 {
        self.config.vacation_days * 86_400
    }

    /// What is to be written of a player's wish; `None` when it changes nothing.
    ///
    /// # Errors
    /// 422 for a time that is not in the coming year; 409 `vacation-used-up`, with the latest time that is possible.
    pub fn declare(&self, player: &PlayerRow, wish: Wish) -> Result<Option<Declared>, Problem> {
        let now = self.clock.now();
        let present = self.absence_of(&player.id)?;
        let (begun, until) = match (wish, &present) {
            (Wish::Back, None) => return Ok(None),
            (Wish::Back, Some(absence)) => (absence.begun, now),
            (Wish::Until(until), _) if until <= now || now + AHEAD < until => {
                let detail = "An absence ends in the future, within a year.";
                return Err(Problem::field(codes::BAD_TIME, "/vacation/until", detail));
            }
            (Wish::Until(until), Some(absence)) if absence.until == until => return Ok(None),
            (Wish::Until(until), present) => (self.beginning(&player.id, present.as_ref(), now)?, until),
        };
        if let Wish::Until(until) = wish {
            self.fits_budget(&player.id, begun, until)?;
        }
        let absence = AbsenceRow { player: player.id.clone(), begun, until, state: AbsenceState::Fresh };
        let letters = match wish {
            Wish::Until(until) => {
                vec![self.vacation_letter(&absence, LetterContent::VacationBegun { until })?]
            }
            // That it is over he is told when his games know of it.
            Wish::Back => Vec::new(),
        };
        Ok(Some(Declared { absence, letters }))
    }

    /// When an absence that is declared now begins: each has a second of its own.
    fn beginning(&self, player: &PlayerId, present: Option<&AbsenceRow>, now: u64) -> Result<u64, Problem> {
        if let Some(absence) = present {
            return Ok(absence.begun);
        }
        let rows = self.store.absences_of(player, now.saturating_sub(YEAR))?;
        match rows.iter().any(|absence| absence.begun == now) {
            true => Err(Problem::new(codes::CONFLICT, "You have just come back: try again in a moment.")
                .retry_after(1)),
            false => Ok(now),
        }
    }

    fn fits_budget(&self, player: &PlayerId, begun: u64, until: u64) -> Result<(), Problem> {
        let rows = self.store.absences_of(player, begun.saturating_sub(YEAR))?;
        let fits = |until: u64| used(&rows, Some(begun), until) + (until - begun) <= self.budget();
        if fits(until) {
            return Ok(());
        }
        // What an absence adds to its year never shrinks with its length: the longest one is found by halving.
        let (mut least, mut most) = (begun, until);
        while least + 1 < most {
            let middle = least + (most - least) / 2;
            if fits(middle) { least = middle } else { most = middle }
        }
        let days = self.config.vacation_days;
        let now = self.clock.now();
        let detail = match least <= now {
            true => format!("Of {days} days within a year you have none left."),
            false => format!(
                "Of {days} days within a year you can be away until {} at the latest.",
                rfc3339(least)
            ),
        };
        let problem = Problem::new(codes::VACATION_USED_UP, detail);
        Err(if least <= now { problem } else { problem.with("latest", rfc3339(least)) })
    }

    /// Writes a wish, with the player's row where that changes too; gives what his games are to know, by
    /// [`App::apply_declared`], when nobody waits for his row any more.
    ///
    /// # Errors
    /// As the store.
    pub fn write_absence(
        &self,
        declared: Declared,
        player: Option<PlayerRow>,
    ) -> Result<AbsenceRow, Problem> {
        let Declared { absence, letters } = declared;
        self.store.put_absence(absence.clone(), player, letters)?;
        self.wake.notify();
        Ok(absence)
    }

    /// Does what is due about absences: games that do not know of one, and those that are over.
    ///
    /// # Errors
    /// As the store. An absence whose games cannot be changed now keeps no other from being applied.
    pub fn tend_absences(&self) -> Result<(), Problem> {
        for absence in self.store.absences_due(self.clock.now(), AT_ONCE)? {
            self.apply_declared(&absence);
        }
        Ok(())
    }

    /// Lets all games of a player know of his absence. What fails, be it by a panic, keeps nobody else waiting, and is tried
    /// again by the clockwork: the wish itself stands.
    pub fn apply_declared(&self, absence: &AbsenceRow) {
        match catch_unwind(AssertUnwindSafe(|| self.apply_absence(absence))) {
            Ok(Ok(())) => {}
            Ok(Err(problem)) => tracing::warn!(code = problem.code(), "an absence cannot be applied now"),
            Err(_) => tracing::error!("the work on an absence panicked"),
        }
    }

    /// Lets all games of a player know of his absence, and him that it is over.
    fn apply_absence(&self, absence: &AbsenceRow) -> Result<(), Problem> {
        for row in self.store.seats_of(&absence.player)? {
            match self.tend_absence(&row.game, &row.seat) {
                // A game whose log cannot be read keeps no other waiting.
                Err(problem) if problem.code() == codes::GAME_CORRUPT.code => {}
                Err(problem) if problem.status() == 404 => {}
                tended => tended?,
            }
        }
        let is_over = absence.until <= self.clock.now();
        let (state, letters) = match is_over {
            true => {
                (AbsenceState::Over, vec![self.vacation_letter(absence, LetterContent::VacationOver {})?])
            }
            false => (AbsenceState::Applied, Vec::new()),
        };
        self.store.absence_done(absence, AbsenceRow { state, ..absence.clone() }, letters)?;
        Ok(())
    }

    /// Makes the log of a game say of a seat whether its holder is away, and until when.
    ///
    /// # Errors
    /// As the store.
    pub fn tend_absence(&self, game: &GameId, seat: &Seat) -> Result<(), Problem> {
        let mut decide = |opened: &Opened| {
            let (now, chronicle) = (self.clock.now(), &opened.chronicle);
            let Some(row) = opened.seat(seat) else { return Ok(Proposal::new(())) };
            if opened.row.state != GameState::Active || opened.row.imported {
                return Ok(Proposal::new(()));
            }
            let known = chronicle.game().table().away().get(seat).copied();
            let step = match (self.wanted_absence(chronicle, row)?, known) {
                (Some(until), known) if known != Some(until) => chronicle.send_away(seat, until, now),
                (None, Some(_)) => chronicle.bring_back(seat, now),
                (Some(_), _) | (None, None) => return Ok(Proposal::new(())),
            };
            Ok(Proposal::new(()).with(step))
        };
        self.change(game, &mut decide, None).map(|_| ())
    }

    /// Until when the time of a seat is to stand still because its holder is away.
    fn wanted_absence(&self, chronicle: &Chronicle, row: &SeatRow) -> Result<Option<u64>, Problem> {
        let holder = row.player.as_ref().filter(|_| row.bot.is_none());
        let plays = !chronicle.game().table().has_resigned(&row.seat);
        match holder.filter(|_| plays && honours_absence(chronicle)) {
            Some(player) => Ok(self.absence_of(player)?.map(|absence| absence.until)),
            None => Ok(None),
        }
    }

    /// A step by which a game begins or a seat changes hands: where a new holder is away, his time stands still from the
    /// first moment on.
    ///
    /// # Errors
    /// As the store.
    pub fn with_absences(
        &self,
        before: Option<&Opened>,
        seats: &[SeatRow],
        mut step: Step,
    ) -> Result<Step, Problem> {
        let was_played = before.filter(|before| before.row.state == GameState::Active);
        for row in seats {
            let known = was_played.and_then(|before| before.seat(&row.seat));
            let is_new = known.is_none_or(|known| known.player != row.player);
            if !is_new || *step.next.game().table().life() != Life::Active {
                continue;
            }
            if let Some(until) = self.wanted_absence(&step.next, row)? {
                let more = step.next.send_away(&row.seat, until, self.clock.now());
                step = step.then(more);
            }
        }
        Ok(step)
    }

    fn vacation_letter(&self, absence: &AbsenceRow, content: LetterContent) -> Result<NewLetter, Problem> {
        let letter = content.letter(self, &absence.player, None)?;
        let (begun, until) = (absence.begun, absence.until);
        let host = self.config.base_url.host();
        // What is said twice about the same absence is queued once.
        let message_id = format!("<{}.{begun}.{until}.{}@{host}>", absence.player, letter.kind);
        Ok(NewLetter { message_id, ..letter })
    }
}
