//! What the server does by itself: bots' turns, time-outs, an end from outside. Each happens once, by the log's own rule:
//! its request is its kind and the version it acted on.

use domain::{
    ids::{GameId, Seat},
    table::{AbortReason, TimeOutAction},
};
use storage::{GameState, SeatRow, TimerRow};

use super::Given;
use crate::{
    app::App,
    problem::Problem,
    service::{
        deadline::deadline_in,
        hall::{Opened, Proposal},
        lobby::REVEAL_WITHIN,
    },
};

impl App {
    /// Does what a timer asks for. A change of the game replaces its timers; one that led to no change is taken away.
    ///
    /// # Errors
    /// As the store, or the log of the game.
    pub fn timer(&self, timer: &TimerRow) -> Result<(), Problem> {
        let before = self.look(&timer.game)?.row.revision;
        self.ring(timer)?;
        if self.look(&timer.game)?.row.revision == before {
            self.store.drop_timer(timer)?;
        }
        Ok(())
    }

    fn ring(&self, timer: &TimerRow) -> Result<(), Problem> {
        let now = self.clock.now();
        match (timer.kind.as_str(), &timer.seat) {
            ("bot", Some(seat)) => self.bot_turn(&timer.game, seat),
            ("time_out", Some(seat)) => self.time_out(&timer.game, seat),
            ("epoch", _) => self.tend_epoch(&timer.game),
            ("free_seat", Some(seat)) => self.free_unrevealed(&timer.game, seat, now),
            ("close_unfilled", _) => self.close_unfilled(&timer.game, now),
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
        match self.decide(opened, seat, &given, request) {
            Err(problem) if problem.status() < 500 => {
                tracing::warn!(game = %opened.row.id, seat = %seat, code = problem.code(), "a bot was refused");
                let now = self.clock.now();
                let action = TimeOutAction::DefaultAction;
                self.with_seeds(opened, |seeds| opened.chronicle.time_out(seat, action, now, seeds))
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
                true => {
                    let due = deadline_in(chronicle, awaited).unwrap_or(awaited.since + REVEAL_WITHIN);
                    (Some(due), Some(TimeOutAction::DefaultAction))
                }
                false => (deadline_in(chronicle, awaited), chronicle.game().table().time_out_action(seat)),
            };
            let (Some(due), Some(action)) = (due, action) else { return Ok(Proposal::new(())) };
            if now < due {
                return Ok(Proposal::new(()));
            }
            let step = self.with_seeds(opened, |seeds| chronicle.time_out(seat, action, now, seeds))?;
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
