//! What a game would begin with, before it is made.

use domain::ids::Seat;
use openapi::games::NewGame;
use storage::PlayerId;

use super::create::{Sitting, plan};
use crate::{
    app::App,
    problem::Problem,
    service::deadline::{deadline_in, reminders_in},
};

/// A seat that would be waited for first.
pub struct Foreseen {
    /// Which.
    pub seat: Seat,
    /// Until when, in Unix seconds; `None`: no time would run yet.
    pub deadline: Option<u64>,
    /// When it would be reminded.
    pub reminders: Vec<u64>,
}

impl App {
    /// Who would be waited for first, and until when, if everybody sat down at a game now. Nothing is kept of it, and nobody
    /// is looked up: whoever is invited, be he known here or not, counts as a person who is there.
    ///
    /// # Errors
    /// As [`App::create_game`].
    pub fn foresee_game(&self, wanted: &NewGame) -> Result<Vec<Foreseen>, Problem> {
        let nobody = PlayerId(String::new());
        let mut plan = plan(wanted)?;
        plan.seats.fill(Sitting::Player { player: nobody.clone(), entropy: false });
        let (created, _) = self.assemble(&nobody, &plan)?;
        let chronicle = &created.game.chronicle;
        let first = chronicle.awaited().iter().map(|awaited| {
            let deadline = deadline_in(chronicle, awaited);
            let reminders = deadline.map(|deadline| reminders_in(chronicle, awaited, deadline));
            Foreseen { seat: awaited.seat.clone(), deadline, reminders: reminders.unwrap_or_default() }
        });
        Ok(first.collect())
    }
}
