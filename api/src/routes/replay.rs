//! A game played again, frame by frame.

use actix_web::{HttpRequest, HttpResponse, get, web};
use openapi::replay::ReplayPage;
use serde::Deserialize;
use utoipa::IntoParams;

use super::reply::page;
use crate::{app::App, auth::MaybeCaller, problem::Problem, service::read::replay::ReplayWanted};

/// Which frames.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// With the eyes of which of your seats.
    seat: Option<String>,
    /// Only frames after this line.
    after: Option<u64>,
    /// Where the page before ended.
    cursor: Option<String>,
    /// How many, at most 1000.
    limit: Option<usize>,
}

/// Play a game again
///
/// One frame per line of the log: what was done, why, with which dice, and what it changed. The first frame of a page has
/// the whole `view` as you may see it, each later one a `delta`: a JSON Patch (RFC 6902) on the view of the frame before.
#[utoipa::path(
    tag = "record",
    operation_id = "replay_game",
    params(("game" = String, Path, description = "The game's id."), Which),
    responses((status = 200, description = "A stretch of the game.", body = ReplayPage)),
    security((), ("bearer" = []))
)]
#[get("/v1/games/{game}/replay")]
pub async fn list(
    app: web::Data<App>,
    caller: MaybeCaller,
    game: web::Path<String>,
    request: HttpRequest,
    query: web::Query<Which>,
) -> Result<HttpResponse, Problem> {
    let Which { seat, after, cursor, limit } = query.into_inner();
    let wanted = ReplayWanted { seat, after, cursor, limit };
    let player = caller.0.map(|caller| caller.player);
    let frames = app.block(move |app| app.replay(&game, player.as_ref(), &wanted)).await?;
    Ok(page(&request, frames.next.as_deref(), &frames))
}
