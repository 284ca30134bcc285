//! A game that is made of one that is over, for the same people.

use domain::{ids::Seat, seam::PlanChoice};
use serde::Deserialize;
use serde_json::Value;
use storage::{PlayerId, SeatRow};

use super::create::{Plan, Sitting};
use crate::{
    app::App,
    problem::{Problem, codes},
    service::hall::Opened,
};

/// What a game is to be made of.
pub struct Again<'a> {
    /// The game that is over.
    pub before: &'a Opened,
    /// Seat by seat, in the plan's order: who shall sit there, as he sat before.
    pub sitting: Vec<&'a SeatRow>,
    /// Who makes it.
    pub host: Option<PlayerId>,
}

#[derive(Deserialize)]
struct Rules {
    scenario: Value,
    options: Value,
    seats: Value,
    clock: Value,
}

impl App {
    /// All that is to be written of a game that is played once more. Whoever brought a number to the dice is waited for with
    /// a new one; where nobody did, it begins at once.
    ///
    /// # Errors
    /// 409 when the game cannot be made again by the rules of today; 503.
    pub fn prepare_again(&self, again: &Again<'_>) -> Result<storage::NewGame, Problem> {
        let Again { before, sitting, host } = again;
        let (chronicle, row) = (&before.chronicle, &before.row);
        let rules: Rules =
            serde_json::from_str(chronicle.genesis().rules.get()).map_err(|why| Problem::internal(&why))?;
        let ruleset = chronicle.ruleset();
        let prepared = ruleset
            .prepare(&rules.scenario, &PlanChoice::Custom(rules.seats), Some(&rules.options))
            .map_err(|_| {
                Problem::new(codes::CONFLICT, "The rules of today do not play this game any more.")
            })?;
        let brought_one = |seat: &Seat| matches!(chronicle.ledger().commitment_of(seat), Some(Some(_)));
        let seats = sitting.iter().map(|row| match (&row.bot, &row.player) {
            (Some(bot), _) => Sitting::Bot(bot.clone()),
            (None, Some(player)) => {
                Sitting::Player { player: player.clone(), entropy: brought_one(&row.seat) }
            }
            (None, None) => Sitting::Open,
        });
        let plan = Plan {
            ruleset,
            prepared,
            title: row.title.clone(),
            visibility: row.visibility,
            clock: rules.clock,
            seats: seats.collect(),
        };
        let host = host.as_ref().or(row.host.as_ref());
        let host = host.ok_or_else(|| Problem::new(codes::CONFLICT, "Nobody is left to make the game."))?;
        self.assemble(host, &plan).map(|(_, new)| new)
    }
}
