//! A game watched again, moment by moment; each moment has its address.

use actix_web::{HttpResponse, web};
use serde::Deserialize;

use super::{Shown, shown};
use crate::{
    app::App,
    auth::MaybeCaller,
    page::{game::title, moment as drawn},
    service::read::{board::Pointing, games::Look, replay::ReplayWanted},
};

/// Rounds are looked for among so many lines to either side.
const NEAR: u64 = 1000;

/// Which moment.
#[derive(Deserialize)]
pub struct Moment {
    /// After which line; left out: the first.
    at: Option<u64>,
    seat: Option<String>,
}

pub async fn replay(
    app: web::Data<App>,
    caller: MaybeCaller,
    id: web::Path<String>,
    moment: web::Query<Moment>,
) -> HttpResponse {
    let player = caller.0.as_ref().map(|caller| caller.player.clone());
    shown(&app, caller.0, move |app, reader| {
        let opened = app.seen(&id, player.as_ref())?;
        let look = Look { at: None, seat: moment.seat.clone(), summary: true };
        let game = app.shown(&opened, player.as_ref(), &look)?;
        let at = moment.at.unwrap_or(1).clamp(1, game.version);
        let wanted = ReplayWanted {
            seat: moment.seat.clone(),
            after: Some(at - 1),
            limit: Some(1),
            only_told: true,
            ..ReplayWanted::default()
        };
        let frame = app.replay(&id, player.as_ref(), &wanted)?.frames.pop();
        let look = Look { at: Some(at), ..look };
        let pointing = Pointing { since: Some(at - 1), ..Pointing::default() };
        let board = app.board(&id, player.as_ref(), &look, &pointing)?;
        let turn = frame.as_ref().and_then(|frame| frame.turn).unwrap_or(0);
        let near = app.store.turns(&opened.row.id, turn.saturating_sub(1), 3)?;
        let ends = || near.iter().map(|turn| turn.last);
        let turns = (ends().rfind(|last| *last < at), ends().find(|last| at < *last));
        let lines = app.store.lines(&opened.row.id, at.saturating_sub(NEAR + 1), 2 * NEAR as usize)?;
        let round = lines.iter().find(|line| line.seq == at).map_or(0, |line| line.round);
        let elsewhere = || lines.iter().filter(|line| line.round != round).map(|line| line.seq);
        let rounds = (
            elsewhere().rfind(|line| *line < at),
            elsewhere().find(|line| at < *line && *line <= game.version),
        );
        let page = drawn::page(&drawn::Moment {
            reader,
            game: &game,
            seat: moment.seat.as_deref(),
            at,
            frame: frame.as_ref(),
            board: &board,
            turns,
            rounds,
        });
        Ok(Shown::page(reader, &format!("{}: replay", title(&game)), &page))
    })
    .await
}
