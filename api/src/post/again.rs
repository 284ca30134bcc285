//! Letters once more. Who takes a seat before he has proved his address cannot be written to, so what told him that
//! he is waited for was dropped; when he proves it, he is told after all.

use domain::table::Life;
use storage::{NewLetter, PlayerId, SeatRow};

use crate::{app::App, problem::Problem, service::aftermath};

/// What this player is waited for, as letters. A game that cannot be read keeps nobody from proving an address.
pub fn owed_to(app: &App, player: &PlayerId) -> Vec<NewLetter> {
    let seats = app.store.seats_of(player).map_err(Problem::from).unwrap_or_default();
    seats.iter().filter_map(|seat| owed(app, seat)).collect()
}

fn owed(app: &App, seat: &SeatRow) -> Option<NewLetter> {
    let game = app.look(&seat.game).ok()?;
    if !game.chronicle.awaited().iter().any(|awaited| awaited.seat == seat.seat) {
        return None;
    }
    let kind = match game.chronicle.game().table().life() {
        Life::Open => "all_joined",
        Life::Active => "your_move",
        Life::Ended(_) => return None,
    };
    let letter = aftermath::letter(app, &game, seat, kind, app.now());
    // The letter that was dropped has the plain name, if no line was written since.
    let message_id = letter.message_id.replacen('@', ".again@", 1);
    Some(NewLetter { message_id, ..letter })
}
