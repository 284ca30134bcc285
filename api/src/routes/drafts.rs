//! What a seat has put down and not sent.

use actix_web::{HttpRequest, HttpResponse, delete, get, put, web};
use openapi::drafts::{DraftView, NewDraft};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    app::App,
    auth::Caller,
    body,
    problem::Problem,
    service::{lobby::game_id, play::Given},
};

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
/// Orders you have put down and not sent: kept for the seat, so that a second device sees them. Nobody else does, but
/// where the rules say so the other seats of its side, who name it with `seat`. 404 when there is none.
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
/// As JSON, or as text: one a line, in notation. In the place of any draft. Only their form is judged until you send them.
/// The draft is forgotten with the next accepted turn of the seat, and when its hand-over or its time at the table ends. In
/// a secret phase it is what you bind; when your time is up it is bound for you, if it is legal.
#[utoipa::path(
    tag = "play",
    operation_id = "put_draft",
    params(("game" = String, Path, description = "The game's id."), OfSeat),
    request_body(content((NewDraft = "application/json"), (String = "text/plain"))),
    responses((status = 200, description = "The draft.", body = DraftView)),
    security(("bearer" = []))
)]
#[put("/v1/games/{game}/draft")]
pub async fn put_draft(
    app: web::Data<App>,
    caller: Caller,
    game: web::Path<String>,
    query: web::Query<OfSeat>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let mut payload = payload.into_inner();
    let given = match body::media_type(&request, &["application/json", "text/plain"])? {
        "text/plain" => Given::Text(body::read_text(&request, &mut payload).await?.0),
        _ => {
            let raw = body::read(&request, &mut payload, body::LIMIT_BYTES).await?;
            let NewDraft { orders } = body::parse_json(&raw)?;
            Given::Json(orders)
        }
    };
    let draft = app
        .block(move |app| app.put_draft(&game_id(&game)?, &caller.player, query.seat.as_deref(), &given))
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
