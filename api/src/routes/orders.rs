//! What a seat may order now, and what it has put down and not sent.

use actix_web::{HttpRequest, HttpResponse, delete, get, put, web};
use openapi::turns::{DraftView, NewDraft, OrdersView};
use serde::Deserialize;
use utoipa::IntoParams;

use super::reply::page;
use crate::{
    app::App,
    auth::Caller,
    body::Json,
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
    let wanted = OrdersWanted { seat, figure, skip, limit };
    let mut orders = app.block(move |app| app.orders(&game_id(&game)?, &caller.player, &wanted)).await?;
    if version.is_some_and(|version| version != orders.version) {
        let detail = "The game has moved on since the first page; begin anew.";
        return Err(Problem::new(codes::CONFLICT, detail).with("version", orders.version));
    }
    orders.next = orders.next.map(|skip| cursor::encode("orders", &[&orders.version, &skip]));
    Ok(page(&request, orders.next.as_deref(), &orders))
}

/// For which seat.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OfSeat {
    /// Which of your seats; may be left out when you hold one.
    seat: Option<String>,
}

/// Your draft
///
/// Orders you have put down and not sent: kept for the seat, so that a second device sees them; nobody else does. 404
/// when there is none.
#[utoipa::path(
    tag = "play",
    operation_id = "read_draft",
    params(("game" = String, Path, description = "The game's id."), OfSeat),
    responses((status = 200, description = "The draft.", body = DraftView)),
    security(("bearer" = []))
)]
#[get("/v1/games/{game}/draft")]
pub async fn read_draft(
    app: web::Data<App>,
    caller: Caller,
    game: web::Path<String>,
    query: web::Query<OfSeat>,
) -> Result<HttpResponse, Problem> {
    let draft =
        app.block(move |app| app.draft(&game_id(&game)?, &caller.player, query.seat.as_deref())).await?;
    Ok(HttpResponse::Ok().json(draft))
}

/// Put orders down
///
/// In the place of any draft. Nothing is judged until you send them; an accepted turn of the seat forgets the draft.
#[utoipa::path(
    tag = "play",
    operation_id = "put_draft",
    params(("game" = String, Path, description = "The game's id."), OfSeat),
    request_body = NewDraft,
    responses((status = 200, description = "The draft.", body = DraftView)),
    security(("bearer" = []))
)]
#[put("/v1/games/{game}/draft")]
pub async fn put_draft(
    app: web::Data<App>,
    caller: Caller,
    game: web::Path<String>,
    query: web::Query<OfSeat>,
    body: Json<NewDraft>,
) -> Result<HttpResponse, Problem> {
    let orders = body.value.orders;
    let draft = app
        .block(move |app| app.put_draft(&game_id(&game)?, &caller.player, query.seat.as_deref(), &orders))
        .await?;
    Ok(HttpResponse::Ok().json(draft))
}

/// Throw your draft away
#[utoipa::path(
    tag = "play",
    operation_id = "drop_draft",
    params(("game" = String, Path, description = "The game's id."), OfSeat),
    responses((status = 204, description = "There is none now.")),
    security(("bearer" = []))
)]
#[delete("/v1/games/{game}/draft")]
pub async fn drop_draft(
    app: web::Data<App>,
    caller: Caller,
    game: web::Path<String>,
    query: web::Query<OfSeat>,
) -> Result<HttpResponse, Problem> {
    app.block(move |app| app.drop_draft(&game_id(&game)?, &caller.player, query.seat.as_deref())).await?;
    Ok(HttpResponse::NoContent().finish())
}
