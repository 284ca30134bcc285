//! The lobby: making a game, taking and leaving seats, bringing numbers to the dice (service §2, Joining).
//!
//! Coming and going before the start leaves no line: a commitment waits in its seat's row until every seat is taken, then
//! all enter the log together (log-mapping §2).

mod again;
mod create;
mod custom;
mod epochs;
mod foresee;
mod leave;
mod seats;
mod substitute;

use domain::{
    chronicle::Step,
    hash::Hash,
    ids::{GameId, Seat},
    ruleset::Viewer,
};
use storage::{GameState, PlayerId, SeatRow, SeatStatus, Visibility};

use super::hall::{Opened, Proposal};
use crate::{
    app::App,
    problem::{Problem, codes},
};

pub use again::Again;
pub use create::Created;
pub(in crate::service) use custom::custom_limits;
pub use epochs::epoch_can_go_on;
pub use foresee::Foreseen;
pub use seats::Claimed;
pub(in crate::service) use substitute::n_missed;

/// An open game that does not fill is closed after this many seconds: a month.
pub const OPEN_FOR: u64 = 30 * 24 * 3600;

/// So many seconds before that, who made it and who holds its seats is warned: a week.
pub const WARN_BEFORE: u64 = 7 * 24 * 3600;

/// Who was asked for his number has so many seconds: two days.
pub const REVEAL_WITHIN: u64 = 2 * 24 * 3600;

/// Whether this player may know that the game exists.
///
/// # Errors
/// 404, the same as for a game that does not exist.
pub fn may_see(game: &Opened, player: Option<&PlayerId>) -> Result<(), Problem> {
    if game.row.visibility != Visibility::Private {
        return Ok(());
    }
    let known = |player: &PlayerId| {
        game.row.host.as_ref() == Some(player)
            || game.seats.iter().any(|row| row.player.as_ref() == Some(player))
    };
    if player.is_some_and(known) { Ok(()) } else { Err(Problem::plain(codes::NOT_FOUND)) }
}

/// A game's id from a path.
///
/// # Errors
/// 404: what is no id is no game.
pub fn game_id(text: &str) -> Result<GameId, Problem> {
    GameId::new(text).map_err(|_| Problem::plain(codes::NOT_FOUND))
}

/// A seat of this game.
///
/// # Errors
/// 404.
pub fn seat_of<'a>(game: &'a Opened, seat: &str) -> Result<&'a SeatRow, Problem> {
    game.seats
        .iter()
        .find(|row| row.seat.as_str() == seat)
        .ok_or_else(|| Problem::new(codes::NOT_FOUND, "This game has no such seat."))
}

/// The seat a caller acts for: the one he names, or his only one.
///
/// # Errors
/// 404 when there is no such seat; 403 when it is not his, or he has none; 422 when he has several and names none.
pub fn seat_for(game: &Opened, player: &PlayerId, seat: Option<&str>) -> Result<Seat, Problem> {
    seat_among(game, &game.held_by(player).collect::<Vec<_>>(), seat)
}

/// The seat a caller acts for, out of those with which he may: the one he names, or his only one.
///
/// # Errors
/// As [`seat_for`].
pub fn seat_among(game: &Opened, own: &[&SeatRow], seat: Option<&str>) -> Result<Seat, Problem> {
    match (seat, own) {
        (Some(seat), held) => {
            let row = seat_of(game, seat)?;
            let own = held.iter().any(|own| own.seat == row.seat);
            if own {
                Ok(row.seat.clone())
            } else {
                Err(Problem::new(codes::FORBIDDEN, "This is not your seat."))
            }
        }
        (None, [only]) => Ok(only.seat.clone()),
        (None, []) => Err(Problem::new(codes::FORBIDDEN, "You have no seat in this game.")),
        (None, several) => {
            let names: Vec<&str> = several.iter().map(|row| row.seat.as_str()).collect();
            let detail = format!("You hold {}: say for which seat.", names.join(", "));
            Err(Problem::field(codes::SEAT_NEEDED, "/seat", detail))
        }
    }
}

/// With whose eyes a caller looks: with those of the seat he names, or of his only one; with several, of the first.
///
/// # Errors
/// As [`seat_for`], when he names a seat.
pub fn viewer_for(game: &Opened, player: Option<&PlayerId>, seat: Option<&str>) -> Result<Viewer, Problem> {
    match (player, seat) {
        (Some(player), Some(seat)) => seat_for(game, player, Some(seat)).map(Viewer::Seat),
        (None, Some(_)) => Err(Problem::plain(codes::UNAUTHORIZED)),
        (Some(player), None) => {
            Ok(game.held_by(player).next().map_or(Viewer::Spectator, |row| Viewer::Seat(row.seat.clone())))
        }
        (None, None) => Ok(Viewer::Spectator),
    }
}

/// The commitments of all seats, when the last one is known; `None` while somebody has still to choose.
fn complete(seats: &[SeatRow]) -> Option<Vec<Option<Hash>>> {
    seats
        .iter()
        .map(|row| match (row.status, row.declined, row.commit) {
            (SeatStatus::Open | SeatStatus::Invited, _, _) => None,
            (SeatStatus::Resigned, _, _) | (_, true, _) => Some(None),
            (_, false, Some(commit)) => Some(Some(Hash::from_bytes(commit))),
            (_, false, None) => None,
        })
        .collect()
}

impl App {
    /// Seats have changed: when all are taken, their commitments enter the log together; when nobody brings a number,
    /// the game starts in the same step.
    fn join(&self, game: &Opened, changed: Vec<SeatRow>) -> Result<Proposal<()>, Problem> {
        let newest = |row: &SeatRow| changed.iter().find(|c| c.seat == row.seat).unwrap_or(row).clone();
        let all: Vec<SeatRow> = game.seats.iter().map(newest).collect();
        let mut proposal = Proposal::new(());
        proposal.seats = changed;
        if game.chronicle.has_commitments() {
            return Ok(proposal);
        }
        let Some(commits) = complete(&all) else { return Ok(proposal) };
        let step = self.with_seeds(game, |seeds| game.chronicle.commit(&commits, self.clock.now(), seeds))?;
        Ok(proposal.with(step))
    }

    /// Calls for a step that may need dice, and tells a missing seed from a rule.
    pub(super) fn with_seeds(
        &self,
        game: &Opened,
        step: impl FnOnce(&super::seeds::SealedSeeds<'_>) -> Result<Step, domain::dice::NoDice>,
    ) -> Result<Step, Problem> {
        let (epoch, length, ..) = game.chronicle.ledger().epoch();
        let seeds = self.seeds(&game.row.id, epoch, length);
        match step(&seeds) {
            Ok(step) => Ok(step),
            Err(domain::dice::NoDice) => {
                Err(seeds.failure().unwrap_or_else(|| Problem::plain(codes::ENTROPY_OWED)))
            }
        }
    }

    /// A seat is free again. While numbers are owed, that opens a new epoch and all commit anew.
    fn free_seat(&self, opened: &Opened, seat: &Seat, reason: &str) -> Result<Proposal<()>, Problem> {
        self.free_seats(opened, std::slice::from_ref(seat), reason)
    }

    /// Several at once: one new epoch for all.
    fn free_seats(&self, opened: &Opened, free: &[Seat], reason: &str) -> Result<Proposal<()>, Problem> {
        let freed = |row: &SeatRow| if free.contains(&row.seat) { freed_row(row) } else { row.clone() };
        if opened.chronicle.has_commitments() {
            return self.with_new_epoch(opened, opened.seats.iter().map(freed).collect(), reason);
        }
        let mut proposal = Proposal::new(());
        proposal.seats = free.iter().filter_map(|seat| opened.seat(seat)).map(freed_row).collect();
        Ok(proposal)
    }
}

/// A seat that anybody may take again.
fn freed_row(row: &SeatRow) -> SeatRow {
    SeatRow {
        status: SeatStatus::Open,
        player: None,
        bot: None,
        invite_hash: None,
        invite_email: None,
        commit: None,
        declined: false,
        since: None,
        ..row.clone()
    }
}

/// Refuses what is only possible before the start.
fn before_the_start(game: &Opened) -> Result<(), Problem> {
    match game.row.state {
        GameState::Open if game.row.imported => Err(Problem::plain(codes::IMPORTED)),
        GameState::Open => Ok(()),
        GameState::Active => Err(Problem::new(codes::ALREADY_STARTED, "The game has begun.")),
        GameState::Finished | GameState::Aborted => Err(Problem::plain(codes::GAME_OVER)),
    }
}
