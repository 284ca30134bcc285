//! Dry runs: what a submission would do, by what its seat knows, up to the first order that would roll or open a secret.

use domain::{
    game::Sending,
    ids::{Actor, GameId},
    seam::Decided,
    story::Story,
    tell::type_of,
};
use openapi::turns::{DryRun, Foreseen};
use serde_json::Value;

use super::{Submission, guards, limits, refused_with};
use crate::{app::App, problem::Problem};

impl App {
    /// What a submission would do, in a secret phase together with the seat's draft. Touches no seed and changes nothing.
    ///
    /// # Errors
    /// As [`App::submit`].
    pub fn rehearse(&self, game: &GameId, wanted: &Submission) -> Result<DryRun, Problem> {
        limits(&wanted.given)?;
        let opened = self.look(game)?;
        let seat = self.may_order(&opened, wanted)?;
        guards(&opened, wanted)?;
        let (chronicle, state) = (&opened.chronicle, opened.chronicle.game());
        let version = chronicle.ledger().version();
        let sending = self.sending(&opened, &seat, &wanted.given)?;
        let draft = match sending {
            Sending::Turn => Vec::new(),
            Sending::Draft | Sending::Binds => self.kept_draft(game, &seat)?.unwrap_or_default().orders,
        };
        let orders = wanted.given.orders();
        let refused = |refusals: Vec<domain::seam::Refusal>| {
            refused_with(draft.len(), &refusals, &wanted.given, version)
        };
        let (done, stopped, stage) = match sending {
            Sending::Draft => {
                let done = state.judge_draft(&seat, &draft, &orders).map_err(refused)?;
                (done, None, state.stage())
            }
            Sending::Turn | Sending::Binds => {
                let decision = state.rehearse(&seat, &draft, &orders).map_err(refused)?;
                (decision.done, decision.stopped, decision.next.stage())
            }
        };
        // The orders themselves are what he has just sent.
        let n_orders_given = usize::from(sending == Sending::Turn);
        let (story, actor) = (chronicle.story(), Actor::Seat(seat.clone()));
        Ok(DryRun {
            seat,
            version,
            events: done.iter().skip(n_orders_given).map(|done| foreseen(story, &actor, done)).collect(),
            order_index: stopped.as_ref().map(|stop| stop.order_index.saturating_sub(draft.len())),
            odds: stopped.and_then(|stop| stop.odds),
            round: stage.round,
            phase: stage.phase.to_owned(),
        })
    }
}

fn foreseen(story: Story<'_>, actor: &Actor, done: &Decided) -> Foreseen {
    let body: Value = serde_json::from_str(done.body.get()).unwrap_or_default();
    let rules = body.get("rules").and_then(|rules| serde_json::from_value(rules.clone()).ok());
    let secret = done.seals.first().and_then(|hidden| serde_json::from_str(hidden.text.get()).ok());
    Foreseen {
        kind: type_of(&done.body),
        rules: rules.unwrap_or_default(),
        text: story.event(actor, &done.body),
        body,
        secret,
    }
}
