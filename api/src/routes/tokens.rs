//! The tokens of a player.

use actix_web::{HttpRequest, HttpResponse, delete, get, post, web};
use openapi::tokens::{NewToken, TokenMade, Tokens};

use crate::{app::App, auth::Caller, body::MaybeJson, idempotency, problem::Problem, service::tokens};

/// Your tokens
#[utoipa::path(
    tag = "tokens",
    operation_id = "list_tokens",
    responses((status = 200, description = "All of them, oldest first, without themselves.", body = Tokens)),
    security(("bearer" = []))
)]
#[get("/v1/me/tokens")]
pub async fn list(app: web::Data<App>, caller: Caller) -> Result<HttpResponse, Problem> {
    let tokens = app.block(move |app| tokens::list(app, &caller)).await?;
    Ok(HttpResponse::Ok().json(tokens))
}

/// Make one more token
///
/// Name it after the machine or program it is for. At most 100.
#[utoipa::path(
    tag = "tokens",
    operation_id = "create_token",
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes it safe to repeat.")),
    request_body = Option<NewToken>,
    responses((status = 201, description = "The token: shown this once.", body = TokenMade)),
    security(("bearer" = []))
)]
#[post("/v1/me/tokens")]
pub async fn create(
    app: web::Data<App>,
    caller: Caller,
    request: HttpRequest,
    body: MaybeJson<NewToken>,
) -> Result<HttpResponse, Problem> {
    let asker = caller.clone();
    let MaybeJson { value, raw } = body;
    let name = value.and_then(|new| new.name);
    idempotency::once(&app, &caller, &request, &raw, move |app, ticket| {
        tokens::create(app, &asker, name.as_deref(), ticket)
    })
    .await
}

/// Revoke a token
///
/// From now on it is 401. It may be the one you ask with.
#[utoipa::path(
    tag = "tokens",
    operation_id = "revoke_token",
    params(("id" = String, Path, description = "The token's id.", example = "t_4x8k2m7q9c3n5r6s")),
    responses((status = 204, description = "It is no longer in force.")),
    security(("bearer" = []))
)]
#[delete("/v1/me/tokens/{id}")]
pub async fn revoke(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    app.block(move |app| tokens::revoke(app, &caller, &id)).await?;
    Ok(HttpResponse::NoContent().finish())
}
