//! What who made a game may do for it without a seat at its table: give a seat time. He gains nothing by it, so nobody is
//! asked; whoever plays, asks the others.

use domain::ids::GameId;
use openapi::offers::OfferDone;
use storage::PlayerId;

use super::{Offering, TIME, has_a_clock, named, not_stale, refusal, span, view};
use crate::{
    app::App,
    problem::{Problem, codes},
    service::{
        aftermath::letter_at,
        change::Remember,
        deadline::deadline_with,
        hall::{Opened, Proposal},
        lobby::may_see,
    },
};

/// Whether somebody made the game and has no seat of it, not even one that has resigned: its side may play on.
pub(super) fn is_host_alone(opened: &Opened, player: &PlayerId) -> bool {
    opened.row.host.as_ref() == Some(player)
        && opened.seats.iter().all(|row| row.player.as_ref() != Some(player))
}

impl App {
    /// Gives a seat time for its present hand-over, and tells who holds it.
    ///
    /// # Errors
    /// 403 when he plays by now; 404; 409 when the seat has no time that runs; 412; 422.
    pub(super) fn grant_time(
        &self,
        game: &GameId,
        who: &Offering,
        (seat, add): (Option<&str>, &str),
        remember: Option<Remember<'_, OfferDone>>,
    ) -> Result<OfferDone, Problem> {
        let mut decide = |opened: &Opened| {
            may_see(opened, Some(&who.player))?;
            if opened.row.imported {
                return Err(Problem::plain(codes::IMPORTED));
            }
            if !is_host_alone(opened, &who.player) {
                return Err(Problem::new(codes::FORBIDDEN, "Who plays asks the others."));
            }
            not_stale(opened, who)?;
            has_a_clock(opened)?;
            let unnamed = || Problem::field(codes::SEAT_NEEDED, "/seat", "Say which seat is given time.");
            let row = named(opened, seat.ok_or_else(unnamed)?)?;
            let seconds = span(add, "/add", &TIME)?;
            let (now, chronicle) = (self.clock.now(), &opened.chronicle);
            let more = |chronicle: &_| deadline_with(chronicle, &row.seat, seconds);
            let step = chronicle.grant(&row.seat, now, &more).map_err(|why| refusal(&why, chronicle))?;
            let mut proposal = Proposal::new(view::answer(&step.next, None));
            if row.player.is_some() && row.bot.is_none() {
                let version = step.next.ledger().version();
                proposal.letters.push(letter_at(self, opened, row, ("clock", version), now));
            }
            Ok(proposal.with(step))
        };
        self.change(game, &mut decide, remember).map(|(done, _)| done)
    }
}
