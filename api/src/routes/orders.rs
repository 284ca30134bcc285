//! What a seat may order now.

use actix_web::{HttpRequest, HttpResponse, get, web};
use openapi::turns::OrdersView;
use serde::Deserialize;
use utoipa::IntoParams;

use super::reply::page;
use crate::{
    app::App,
    auth::Caller,
    problem::{Problem, codes},
    service::{lobby::game_id, play::OrdersWanted, read::cursor},
};

/// Orders on a page where no number is asked for.
const USUAL: usize = 500;

/// Orders on a page at most.
const MOST: usize = 2_000;

/// Which legal orders are wanted.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Legal {
    /// For which of your seats; may be left out when you hold one.
    seat: Option<String>,
    /// Only those of this figure.
    figure: Option<String>,
    /// Where the page before ended.
    cursor: Option<String>,
    /// How many, at most 2000.
    #[param(minimum = 1, maximum = 2000)]
    limit: Option<usize>,
}

/// What you may order now
///
/// Legal orders as JSON and as notation, with exact odds where one would roll dice, and `suggested`: a sensible whole
/// turn. Sending `suggested` again and again plays the game to its end.
#[utoipa::path(
    tag = "play",
    operation_id = "list_orders",
    params(("game" = String, Path, description = "The game's id."), Legal),
    responses((status = 200, description = "The orders.", body = OrdersView)),
    security(("bearer" = []))
)]
#[get("/v1/games/{game}/orders")]
pub async fn list(
    app: web::Data<App>,
    caller: Caller,
    game: web::Path<String>,
    request: HttpRequest,
    query: web::Query<Legal>,
) -> Result<HttpResponse, Problem> {
    let Legal { seat, figure, cursor, limit } = query.into_inner();
    let limit = cursor::limit(limit, USUAL, MOST)?;
    let (version, skip) = match cursor {
        None => (None, 0),
        Some(text) => {
            let [version, skip] = cursor::decode("orders", &text)?;
            let skip = usize::try_from(cursor::number(&skip)?).unwrap_or(usize::MAX);
            (Some(cursor::number(&version)?), skip)
        }
    };
    let wanted = OrdersWanted { seat, figure, skip, limit, suggest: true };
    let mut orders = app.block(move |app| app.orders(&game_id(&game)?, &caller.player, &wanted)).await?;
    if version.is_some_and(|version| version != orders.version) {
        let detail = "The game has moved on since the first page; begin anew.";
        return Err(Problem::new(codes::CONFLICT, detail).with("version", orders.version));
    }
    orders.next = orders.next.map(|skip| cursor::encode("orders", &[&orders.version, &skip]));
    Ok(page(&request, orders.next.as_deref(), &orders))
}
