//! Every roll of a game.

use actix_web::{HttpRequest, HttpResponse, get, web};
use openapi::dice::DicePage;
use serde::Deserialize;
use utoipa::IntoParams;

use super::reply::page;
use crate::{app::App, auth::MaybeCaller, problem::Problem};

/// Which rolls.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// Where the page before ended.
    cursor: Option<String>,
    /// How many, at most 1000.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<usize>,
}

/// Every roll so far
///
/// What for, who against whom, with which modifiers, what came of it, the rule that asked for it and the seed that proves
/// it; and how even all dice were.
#[utoipa::path(
    tag = "record",
    operation_id = "list_dice",
    params(("game" = String, Path, description = "The game's id."), Which),
    responses((status = 200, description = "A page of rolls.", body = DicePage)),
    security((), ("bearer" = []))
)]
#[get("/v1/games/{game}/dice")]
pub async fn list(
    app: web::Data<App>,
    caller: MaybeCaller,
    game: web::Path<String>,
    request: HttpRequest,
    query: web::Query<Which>,
) -> Result<HttpResponse, Problem> {
    let Which { cursor, limit } = query.into_inner();
    let player = caller.0.map(|caller| caller.player);
    let dice = app.block(move |app| app.dice_page(&game, player.as_ref(), cursor.as_deref(), limit)).await?;
    Ok(page(&request, dice.next.as_deref(), &dice))
}
