//! Secret decisions in an audit (log-mapping §7): what was decided in secret nobody can decide again, for its orders are
//! not in the log. So they are folded; that the line may stand there, and what the table and the rules made of the last
//! one, is judged like everything else.

use super::{Cause, RulesFailure, RulesFault, Turn, at};
use crate::{
    chronicle::Chronicle,
    hash::Hash,
    ids::{Actor, Seat},
    log::{Event, Kind, Line},
    seam::{Decided, SealedAt},
    table::TimeOutAction,
};

/// Whether a line seals and opens what was decided; `from` is where the decision's first event stands. What is sealed is
/// compared by its owner alone: a seal shows nothing else.
pub(super) fn same_secrets(line: &Line, decided: &Decided, from: u64) -> bool {
    let Some(event) = event_of(line) else { return decided.seals.is_empty() && decided.opens.is_empty() };
    let place = |at: SealedAt| match at {
        SealedAt::Line { seq, n, .. } => (seq, n),
        SealedAt::Made { at, n } => (from + at as u64, n as u64),
    };
    let is_owner = |(seal, hidden): (&crate::log::Seal, &crate::seam::Hidden)| {
        seal.owner == Actor::Seat(hidden.owner.clone())
    };
    event.seals.len() == decided.seals.len()
        && event.seals.iter().zip(&decided.seals).all(is_owner)
        && event
            .opens
            .iter()
            .map(|open| (open.seq, open.n))
            .eq(decided.opens.iter().map(|open| place(open.at)))
}

fn event_of(line: &Line) -> Option<&Event> {
    match &line.kind {
        Kind::Event(event) => Some(event),
        Kind::Genesis(_)
        | Kind::Commit { .. }
        | Kind::Reveal { .. }
        | Kind::Wait(_)
        | Kind::Beacon(_)
        | Kind::Epoch { .. }
        | Kind::End { .. } => None,
    }
}

impl Turn {
    /// Where the sealed line of a secret decision stands in this turn: at its head, or after the time-out that caused it.
    pub(super) fn sealed_at(&self, cause: &Cause) -> Option<usize> {
        let at = match cause {
            Cause::SeatTimedOut { .. } => 1,
            Cause::Other => 0,
            Cause::GameStarted {} | Cause::OrdersGiven { .. } | Cause::RulesUpdated { .. } => return None,
        };
        self.lines.get(at).and_then(event_of).filter(|event| !event.seals.is_empty()).map(|_| at)
    }

    /// Whether a secret decision may stand here, and what followed from it is what the rules say.
    pub(super) fn judge_sealed(&self, before: &Chronicle, cause: &Cause) -> Result<(), RulesFailure> {
        let differs = |seq| at(seq, RulesFault::DecisionDiffers);
        let n_before = self.sealed_at(cause).ok_or_else(|| differs(self.first()))?;
        let line = &self.lines[n_before];
        let decider = self.decider(before, cause).ok_or_else(|| differs(self.first()))?;
        let is_one_seal = event_of(line).is_some_and(|event| {
            let own = matches!(&*event.seals, [seal] if seal.owner == Actor::Seat(decider.clone()));
            own && event.rolls.is_empty() && event.opens.is_empty()
        });
        if !is_one_seal || !before.game().play().is_secret(&decider) {
            return Err(differs(line.seq));
        }
        let mut after = before.clone();
        for line in &self.lines[..=n_before] {
            // The hashes were verified already; this copy needs none.
            after.follow(line, Hash::ZERO).map_err(|why| at(line.seq, RulesFault::Corrupt(why)))?;
        }
        let actor = self.actor().ok_or_else(|| differs(line.seq))?.clone();
        let timed_out = (0 < n_before).then_some(&decider);
        let mut dice = self.dice_after(n_before + 1);
        let decision = after.game().after_sealed(actor, timed_out, &mut dice);
        self.is_decided(n_before + 1, decision.map_err(|_| differs(line.seq))?, &dice)
    }

    /// Whose secret this turn may seal: that of the seat that acts, or of one whose time was up.
    fn decider(&self, before: &Chronicle, cause: &Cause) -> Option<Seat> {
        let game = before.game();
        before.ledger().mix()?;
        match (cause, self.actor()?) {
            (Cause::SeatTimedOut { seat, action: TimeOutAction::DefaultAction, orders }, Actor::Server) => {
                let waited = before.awaited().iter().any(|awaited| awaited.seat == *seat);
                (waited && orders.is_empty()).then(|| seat.clone())
            }
            (Cause::Other, Actor::Seat(seat)) => {
                let may = self.hand(game, seat).is_some() && !game.table().has_resigned(seat);
                may.then(|| seat.clone())
            }
            (
                Cause::SeatTimedOut { .. }
                | Cause::Other
                | Cause::GameStarted {}
                | Cause::OrdersGiven { .. }
                | Cause::RulesUpdated { .. },
                Actor::Server | Actor::Seat(_),
            ) => None,
        }
    }
}
