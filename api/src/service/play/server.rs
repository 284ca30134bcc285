//! What the server does by itself: bots' turns, time-outs, an end from outside. Each happens once, by the log's own rule:
//! its request is its kind and the version it acted on.

use domain::{
    chronicle::{Awaited, Chronicle},
    ids::{GameId, Seat},
    table::{AbortReason, DeadlineWhy, ResumeWhy, StopWhy, TimeOutAction},
};
use storage::{GameState, SeatRow, TimerRow};

use super::Given;
use crate::{
    app::App,
    problem::Problem,
    service::{
        aftermath::letter_at,
        deadline::{deadline_in, grace_in, number_due_in, reminders_in},
        hall::{Opened, Proposal},
    },
};

/// What came of a timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rung {
    /// Its work is done.
    Done,
    /// It is to be tried again in a moment.
    Waits,
}

impl App {
    /// Does what a timer asks for. A change of the game replaces its timers; one that led to no change is taken away. A
    /// time-out waits for orders that arrived in time and are still being judged (service §4).
    ///
    /// # Errors
    /// As the store, or the log of the game.
    pub fn timer(&self, timer: &TimerRow) -> Result<Rung, Problem> {
        if timer.kind == "time_out" && self.arrivals.any_before(&timer.game, timer.due) {
            return Ok(Rung::Waits);
        }
        let before = self.look(&timer.game)?.row.revision;
        self.ring(timer)?;
        if self.look(&timer.game)?.row.revision == before {
            self.store.drop_timer(timer)?;
            self.hall.room(&timer.game).forget(); // it says that the store has this timer
        }
        Ok(Rung::Done)
    }

    fn ring(&self, timer: &TimerRow) -> Result<(), Problem> {
        let now = self.clock.now();
        match (timer.kind.as_str(), &timer.seat) {
            ("bot", Some(seat)) => self.bot_turn(&timer.game, seat),
            ("time_out", Some(seat)) => self.time_out(&timer.game, seat),
            ("reminder", Some(seat)) => self.remind(&timer.game, seat, timer.due),
            ("resume", _) => self.resume_clock(&timer.game),
            ("offer", _) => self.carry_out_offers(&timer.game),
            ("epoch", _) => self.tend_epoch(&timer.game),
            ("free_seat", _) => self.free_unrevealed(&timer.game, now),
            ("close_unfilled", _) => self.close_unfilled(&timer.game, now),
            ("warn_unfilled", _) => self.warn_unfilled(&timer.game, now),
            (kind, _) => {
                tracing::warn!(game = %timer.game, kind, "a timer of a kind this program does not know");
                Ok(())
            }
        }
    }

    /// Plays a bot's hand-over, if it is its turn.
    ///
    /// # Errors
    /// As the store. A bot whose orders are refused gets the ruleset's safe default, and the operator a warning.
    pub fn bot_turn(&self, game: &GameId, seat: &Seat) -> Result<(), Problem> {
        let whim = u64::from_le_bytes(*crate::random::bytes::<8>());
        self.renew_epoch(game)?;
        let mut decide = |opened: &Opened| {
            let state = opened.chronicle.game();
            if opened.chronicle.ledger().mix().is_none() || !state.bots_due().contains(seat) {
                return Ok(Proposal::new(()));
            }
            self.played_by_bot(opened, seat, whim).map(|step| Proposal::new(()).with(step))
        };
        self.change(game, &mut decide, None).map(|_| ())
    }

    fn played_by_bot(
        &self,
        opened: &Opened,
        seat: &Seat,
        whim: u64,
    ) -> Result<domain::chronicle::Step, Problem> {
        let orders = opened.chronicle.game().bot_orders(seat, whim);
        let raw = orders.iter().map(serde_json::value::to_raw_value).collect::<Result<_, _>>();
        let given = Given::Json(raw.map_err(|why| Problem::internal(&why))?);
        let request = opened.chronicle.own_request("bot");
        match self.decide(opened, seat, &[], &given, request) {
            Err(problem) if problem.status() < 500 => {
                tracing::warn!(game = %opened.row.id, seat = %seat, code = problem.code(), "a bot was refused");
                let now = self.clock.now();
                let action = TimeOutAction::DefaultAction;
                let draft = self.kept_draft(&opened.row.id, seat)?.unwrap_or_default().orders;
                self.with_seeds(opened, |seeds| {
                    opened.chronicle.time_out_with_draft(seat, action, &draft, now, seeds)
                })
            }
            decided => decided,
        }
    }

    /// Ends the time of a seat, if it is up.
    ///
    /// # Errors
    /// As the store.
    pub fn time_out(&self, game: &GameId, seat: &Seat) -> Result<(), Problem> {
        let now = self.clock.now();
        self.renew_epoch(game)?;
        let mut decide = |opened: &Opened| {
            let chronicle = &opened.chronicle;
            let Some(awaited) = chronicle.awaited().iter().find(|awaited| awaited.seat == *seat) else {
                return Ok(Proposal::new(()));
            };
            let owes_a_number = chronicle.ledger().mix().is_none();
            let (due, action) = match owes_a_number {
                true => (number_due_in(chronicle, awaited), Some(TimeOutAction::DefaultAction)),
                false => (deadline_in(chronicle, awaited), chronicle.game().table().time_out_action(seat)),
            };
            let (Some(due), Some(action)) = (due, action) else { return Ok(Proposal::new(())) };
            if now < due {
                return Ok(Proposal::new(()));
            }
            let owed = self.owed_after_outage(chronicle, awaited, due).filter(|_| !owes_a_number);
            if let Some(seconds) = owed {
                return Ok(self.with_more_time(opened, awaited, seconds, now));
            }
            let draft = self.kept_draft(game, seat)?.unwrap_or_default().orders;
            let step = self.with_seeds(opened, |seeds| {
                chronicle.time_out_with_draft(seat, action, &draft, now, seeds)
            })?;
            let mut proposal = Proposal::new(()).with(step);
            if owes_a_number {
                // From now on the seat relies on the others' numbers (verifiable-dice §2).
                let row = opened.seat(seat).cloned();
                proposal.seats =
                    row.map(|row| SeatRow { declined: true, commit: None, ..row }).into_iter().collect();
            }
            Ok(proposal)
        };
        self.change(game, &mut decide, None).map(|_| ())
    }

    /// Ends the time of every seat of a game for which it is up, unless orders that came before are still being judged: who
    /// comes now is too late, though the clockwork may not have been here yet (service §4).
    ///
    /// # Errors
    /// As the store.
    pub(super) fn end_what_is_over(&self, game: &GameId) -> Result<(), Problem> {
        let (opened, now) = (self.look(game)?, self.clock.now());
        let is_over = |awaited: &&Awaited| {
            let due = deadline_in(&opened.chronicle, awaited);
            due.is_some_and(|due| due <= now && !self.arrivals.any_before(game, due))
        };
        let late: Vec<Seat> =
            opened.chronicle.awaited().iter().filter(is_over).map(|awaited| awaited.seat.clone()).collect();
        late.iter().try_for_each(|seat| self.time_out(game, seat))
    }

    /// How much time this seat is owed because the service was down, in seconds, if its time is up at `due`: an outage is
    /// not the players' fault (service §4). Who missed his last reminder, or was shut out for longer than from that to the
    /// end, has a grace; who was shut out at the very end, what that took from him. Whoever was given more time before was
    /// told so: then only its end counts.
    fn owed_after_outage(&self, chronicle: &Chronicle, awaited: &Awaited, due: u64) -> Option<u64> {
        let outage = self.outage.filter(|outage| outage.from < due)?;
        let last = match chronicle.game().table().granted(&awaited.seat) {
            Some(_) => due,
            None => reminders_in(chronicle, awaited, due).last().copied().unwrap_or(due),
        };
        let grace = grace_in(chronicle, awaited, due);
        let is_missed = outage.from < last && last <= outage.until;
        let is_long = last < due && due - last < outage.until - outage.from;
        match is_missed || is_long {
            true => (due < outage.until.saturating_add(grace)).then_some(grace),
            false => (due <= outage.until).then(|| (due - outage.from).max(60).min(grace)),
        }
    }

    /// More time for a seat, and a letter that says so.
    fn with_more_time(&self, opened: &Opened, awaited: &Awaited, seconds: u64, now: u64) -> Proposal<()> {
        let until = now.saturating_add(seconds);
        let step = opened.chronicle.set_deadline(&awaited.seat, until, DeadlineWhy::Outage, now);
        let mut proposal = Proposal::new(());
        let version = step.next.ledger().version();
        let row = opened.seat(&awaited.seat).filter(|row| row.player.is_some() && row.bot.is_none());
        proposal.letters =
            row.map(|row| letter_at(self, opened, row, ("reminder", version), now)).into_iter().collect();
        proposal.with(step)
    }

    /// Reminds a seat that is still waited for, and whose time is not up.
    ///
    /// # Errors
    /// As the store.
    pub fn remind(&self, game: &GameId, seat: &Seat, due: u64) -> Result<(), Problem> {
        let now = self.clock.now();
        let mut decide = |opened: &Opened| {
            let mut proposal = Proposal::new(());
            let chronicle = &opened.chronicle;
            let Some(awaited) = chronicle.awaited().iter().find(|awaited| awaited.seat == *seat) else {
                return Ok(proposal);
            };
            let Some(deadline) = deadline_in(chronicle, awaited).filter(|deadline| now < *deadline) else {
                return Ok(proposal);
            };
            let row = opened.seat(seat).filter(|row| row.player.is_some() && row.bot.is_none());
            if let Some(row) = row.filter(|_| reminders_in(chronicle, awaited, deadline).contains(&due)) {
                // Several reminders of one hand-over have the same version: the time left tells their letters apart.
                let kind = format!("reminder.{}", deadline - due);
                let mut letter = letter_at(self, opened, row, (&kind, chronicle.ledger().version()), now);
                letter.kind = "reminder".to_owned();
                proposal.letters.push(letter);
            }
            Ok(proposal)
        };
        self.change(game, &mut decide, None).map(|_| ())
    }

    /// Lets time run again: in a game whose players had all been absent, when one of them has come back; after a pause that
    /// was agreed, when it is over.
    ///
    /// # Errors
    /// As the store.
    pub fn resume_clock(&self, game: &GameId) -> Result<(), Problem> {
        let now = self.clock.now();
        let mut decide = |opened: &Opened| {
            let pause = opened.chronicle.game().table().stopped();
            let pause = pause.filter(|_| opened.row.state == GameState::Active && !opened.row.imported);
            let why = pause.and_then(|pause| match pause.why {
                StopWhy::AllAbsent => pause.returned.then_some(ResumeWhy::Returned),
                StopWhy::Agreed | StopWhy::Vacation => {
                    pause.until.filter(|until| *until <= now).map(|_| ResumeWhy::Elapsed)
                }
            });
            Ok(match why {
                Some(why) => Proposal::new(()).with(opened.chronicle.resume_clock(why, now)),
                None => Proposal::new(()),
            })
        };
        self.change(game, &mut decide, None).map(|_| ())
    }

    /// Ends a game from outside.
    ///
    /// # Errors
    /// 404; as the store. Nothing happens when it is over.
    pub fn abort(&self, game: &GameId, why: AbortReason) -> Result<(), Problem> {
        let now = self.clock.now();
        let mut decide = |opened: &Opened| match opened.row.state {
            GameState::Open | GameState::Active if !opened.row.imported => {
                Ok(Proposal::new(()).with(opened.chronicle.abort(why, now)))
            }
            GameState::Open | GameState::Active | GameState::Finished | GameState::Aborted => {
                Ok(Proposal::new(()))
            }
        };
        self.change(game, &mut decide, None).map(|_| ())
    }
}
