//! Giving up a seat: before the start it is left, afterwards the seat resigns.

use domain::ids::{GameId, Request};
use storage::{GameState, PlayerId, SeatStatus};

use super::{may_see, seat_of};
use crate::{
    app::App,
    problem::{Problem, codes},
    service::{
        hall::{Opened, Proposal},
        play::Given,
    },
};

impl App {
    /// Gives up a seat. Said twice, it was done the first time.
    ///
    /// # Errors
    /// 403, 404; 409 when the game is over; as the store.
    pub fn give_up_seat(&self, game: &GameId, seat: &str, player: &PlayerId) -> Result<(), Problem> {
        let fresh = Request::new(&format!("auto:{}", crate::random::request_name()));
        let fresh = fresh.map_err(|why| Problem::internal(&why))?;
        let mut decide = |opened: &Opened| {
            may_see(opened, Some(player))?;
            let row = seat_of(opened, seat)?;
            if row.player.as_ref() != Some(player) {
                return Err(Problem::new(codes::FORBIDDEN, "This is not your seat."));
            }
            match (opened.row.state, row.status) {
                (GameState::Active | GameState::Finished, SeatStatus::Resigned) => Ok(Proposal::new(())),
                (GameState::Open, _) if !opened.row.imported => {
                    self.free_seat(opened, &row.seat, "a seat was left")
                }
                (GameState::Active, _) => {
                    let given = Given::Text("resign".to_owned());
                    self.decide(opened, &row.seat, &[], &given, fresh.clone())
                        .map(|step| Proposal::new(()).with(step))
                }
                (GameState::Open, _) => Err(Problem::plain(codes::IMPORTED)),
                (GameState::Finished | GameState::Aborted, _) => Err(Problem::plain(codes::GAME_OVER)),
            }
        };
        self.change(game, &mut decide, None).map(|_| ())
    }

    /// A seat that is offered goes to a bot until somebody takes it.
    fn leave_to_a_bot(&self, game: &GameId, seat: &str, player: &PlayerId) -> Result<(), Problem> {
        let mut decide = |opened: &Opened| {
            let row = seat_of(opened, seat)?;
            let is_offered = opened.row.state == GameState::Active && row.status == SeatStatus::Offered;
            if !is_offered || row.player.as_ref() != Some(player) {
                return Err(Problem::plain(codes::CONFLICT));
            }
            self.bot_takes(opened, row, "standard", SeatStatus::Offered)
        };
        self.change(game, &mut decide, None).map(|_| ())
    }

    /// Gives up every seat of a player who goes: those that are offered to a substitute go to a bot, the others resign.
    ///
    /// # Errors
    /// As [`App::give_up_seat`]: what was given up before stays so, and the rest can be tried again.
    pub fn give_up_all(&self, player: &PlayerId) -> Result<(), Problem> {
        for row in self.store.seats_of(player)? {
            let given_up = match row.status {
                SeatStatus::Offered => self.leave_to_a_bot(&row.game, row.seat.as_str(), player),
                SeatStatus::Open | SeatStatus::Invited | SeatStatus::Taken | SeatStatus::Resigned => {
                    self.give_up_seat(&row.game, row.seat.as_str(), player)
                }
            };
            match given_up {
                // It ended meanwhile, or the seat is another's by now.
                Err(problem) if problem.status() < 500 => {}
                done => done?,
            }
        }
        Ok(())
    }
}
