//! Press: writing to the others at the table, and reading what they wrote.

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, post, web};
use openapi::{
    messages::{MessageView, NewMessage},
    pages::MessagePage,
};

use super::reply::{Keeping, Paging, page};
use crate::{
    app::App,
    auth::{Caller, MaybeCaller},
    body::Json,
    idempotency::{self, Answer},
    problem::Problem,
    service::{hall::Opened, press::Writing},
};

/// Write to the others
///
/// To all, to a side or to a seat, before the start, during the game and after its end. Only who holds a seat writes; a seat
/// that has resigned does again when the game is over. Everybody whom it is for gets a mail, unless he has switched off
/// `press`. A message to all is read by whoever may see the game; any other one only by the seats it is for and the one
/// that wrote it. At most 30 an hour in a game.
#[utoipa::path(
    tag = "talk",
    operation_id = "write_message",
    params(
        ("game" = String, Path, description = "The game's id."),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes it safe to repeat.")
    ),
    request_body = NewMessage,
    responses((status = 201, description = "The message: it is on disk, and its mails are queued.", body = MessageView)),
    security(("bearer" = []))
)]
#[post("/v1/games/{game}/messages")]
pub async fn write(
    app: web::Data<App>,
    caller: Caller,
    game: web::Path<String>,
    request: HttpRequest,
    body: Json<NewMessage>,
) -> Result<HttpResponse, Problem> {
    let game = game.into_inner();
    let key = idempotency::key(&request)?;
    let Json { value, raw } = body;
    let writing = Writing { player: caller.player.clone(), wanted: value, key };
    idempotency::once(&app, &caller, &request, &raw, move |app, ticket| {
        let keeping = Keeping::new(app, ticket);
        let remember =
            |message: &MessageView, _: &Opened| keeping.row(Answer::json(StatusCode::CREATED, message));
        app.write_message(&game, &writing, Some(&remember))?;
        keeping.answer()
    })
    .await
}

/// The press of a game
///
/// Newest first: what was written to all, and what was written to a seat of yours, to its side, or by it.
#[utoipa::path(
    tag = "talk",
    operation_id = "list_messages",
    params(("game" = String, Path, description = "The game's id."), Paging),
    responses((status = 200, description = "A page of messages.", body = MessagePage)),
    security((), ("bearer" = []))
)]
#[get("/v1/games/{game}/messages")]
pub async fn list(
    app: web::Data<App>,
    caller: MaybeCaller,
    game: web::Path<String>,
    request: HttpRequest,
    query: web::Query<Paging>,
) -> Result<HttpResponse, Problem> {
    let Paging { cursor, limit } = query.into_inner();
    let player = caller.0.map(|caller| caller.player);
    let messages =
        app.block(move |app| app.message_page(&game, player.as_ref(), cursor.as_deref(), limit)).await?;
    Ok(page(&request, messages.next.as_deref(), &messages))
}
