//! The seats of a game as the API shows them: who holds them, who is away, and what is asked of each.

use domain::ids::Seat;
use openapi::games::{OwnSeat, PlayerRef, SeatView, ToAct};
use storage::{GameState, SeatRow, SeatStatus};

use crate::service::{fields::rfc3339, hall::Opened};

/// Until when a seat's holder is away.
pub(super) fn away_until(game: &Opened, seat: &Seat) -> Option<String> {
    game.chronicle.game().table().away().get(seat).copied().map(rfc3339)
}

/// The seats that a player holds, with what is asked of each.
pub fn own_seats(seats: &[SeatView], to_act: &[ToAct], player: Option<&storage::PlayerId>) -> Vec<OwnSeat> {
    let is_held = |seat: &&SeatView| {
        let holder = seat.player.as_ref().map(|holder| holder.id.as_str());
        seat.status != "resigned" && holder.is_some() && holder == player.map(|player| player.0.as_str())
    };
    let own = |seat: &SeatView| {
        let asked = to_act.iter().find(|asked| asked.seat == seat.seat);
        OwnSeat {
            seat: seat.seat.clone(),
            name: seat.name.clone(),
            acts: asked.is_some(),
            since: asked.map(|asked| asked.since.clone()),
            deadline: asked.and_then(|asked| asked.deadline.clone()),
        }
    };
    seats.iter().filter(is_held).map(own).collect()
}

/// The seats that owe a commitment (they have not chosen) or a reveal.
pub fn waiting(game: &Opened) -> Vec<Seat> {
    let ledger = game.chronicle.ledger();
    if ledger.mix().is_some() || game.row.state == GameState::Finished || game.row.state == GameState::Aborted
    {
        return Vec::new();
    }
    if game.chronicle.has_commitments() {
        return ledger.owing();
    }
    let chosen = |row: &SeatRow| row.declined || row.commit.is_some();
    game.seats.iter().filter(|row| !chosen(row)).map(|row| row.seat.clone()).collect()
}

/// A seat as everybody sees it.
pub fn seat_view(
    row: &SeatRow,
    name: String,
    people: &dyn Fn(&storage::PlayerId) -> Option<PlayerRef>,
) -> SeatView {
    let entropy = match (row.status, row.declined, row.commit.is_some()) {
        (SeatStatus::Open | SeatStatus::Invited, _, _) => None,
        (_, true, _) => Some("declined".to_owned()),
        (_, false, true) => Some("own".to_owned()),
        (_, false, false) => None,
    };
    SeatView {
        seat: row.seat.clone(),
        side: row.side.clone(),
        name,
        status: row.status.as_str().to_owned(),
        player: row.player.as_ref().and_then(people),
        bot: row.bot.is_some(),
        away_until: None,
        entropy,
        invite: None,
    }
}
