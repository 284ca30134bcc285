//! One's own mails: what was sent and received, and one of them once more.

use actix_web::{HttpRequest, HttpResponse, get, post, web};
use openapi::mail::{MailAgain, MailAsked, MailPage};
use serde::Deserialize;
use utoipa::IntoParams;

use super::reply::page;
use crate::{app::App, auth::Caller, body::Json, idempotency, problem::Problem, service::mails};

/// Which mails.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// About this game only.
    #[param(example = "7k3m9q2x4c8n")]
    game: Option<String>,
    /// Where the page before ended.
    cursor: Option<String>,
    /// How many, at most 200.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<usize>,
}

/// Your mails
///
/// What was sent to you and what came from your address, newest first, for 90 days: what it is about, what became of it and
/// why. Texts are not kept. Mails waiting for their time are `queued`.
#[utoipa::path(
    tag = "me",
    operation_id = "list_my_mails",
    params(Which),
    responses((status = 200, description = "A page of mails.", body = MailPage)),
    security(("bearer" = []))
)]
#[get("/v1/me/mails")]
pub async fn list(
    app: web::Data<App>,
    caller: Caller,
    request: HttpRequest,
    query: web::Query<Which>,
) -> Result<HttpResponse, Problem> {
    let Which { game, cursor, limit } = query.into_inner();
    let found =
        app.block(move |app| mails::list(app, &caller, game.as_deref(), cursor.as_deref(), limit)).await?;
    Ok(page(&request, found.next.as_deref(), &found))
}

/// Send a mail again
///
/// The mail about a seat of yours that a game waits for, as the game stands now, whatever your settings are. At most three an
/// hour and seat.
#[utoipa::path(
    tag = "me",
    operation_id = "send_mail_again",
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes it safe to repeat.")),
    request_body = MailAgain,
    responses((status = 202, description = "It is on its way.", body = MailAsked)),
    security(("bearer" = []))
)]
#[post("/v1/me/mails")]
pub async fn again(
    app: web::Data<App>,
    caller: Caller,
    request: HttpRequest,
    body: Json<MailAgain>,
) -> Result<HttpResponse, Problem> {
    let (asker, Json { value, raw }) = (caller.clone(), body);
    idempotency::once(&app, &caller, &request, &raw, move |app, ticket| {
        mails::again(app, &asker, &value, &|answer| ticket.remember(app, answer))
    })
    .await
}
