//! One's own account.

use actix_web::{HttpRequest, HttpResponse, delete, get, patch, post, web};
use openapi::players::{Me, MeChange, Verify};

use crate::{
    app::App, auth::Caller, body::Json, idempotency, layers::gate::Client, problem::Problem,
    service::accounts,
};

/// Your account
#[utoipa::path(
    tag = "me",
    operation_id = "read_me",
    responses((status = 200, description = "Your account.", body = Me)),
    security(("bearer" = []))
)]
#[get("/v1/me")]
pub async fn read(app: web::Data<App>, caller: Caller) -> Result<HttpResponse, Problem> {
    let me = app.block(move |app| accounts::read(app, &caller.player)).await?;
    Ok(HttpResponse::Ok().json(me))
}

/// Change your account
///
/// What is left out stays. All is changed, or nothing. A new address is sent a code and becomes yours when you have proved
/// it; post goes to the old one until then.
#[utoipa::path(
    tag = "me",
    operation_id = "change_me",
    request_body = MeChange,
    responses((status = 200, description = "Your account as it is now.", body = Me)),
    security(("bearer" = []))
)]
#[patch("/v1/me")]
pub async fn change(
    app: web::Data<App>,
    caller: Caller,
    body: Json<MeChange>,
) -> Result<HttpResponse, Problem> {
    let me = app.block(move |app| accounts::change(app, &caller, &body.value)).await?;
    Ok(HttpResponse::Ok().json(me))
}

/// Leave
///
/// Your games are resigned or given to substitutes; your name, address, tokens and settings are erased. The logs of your
/// games stay valid: they know seats, not persons.
#[utoipa::path(
    tag = "me",
    operation_id = "erase_me",
    responses((status = 204, description = "You are gone; so is the token.")),
    security(("bearer" = []))
)]
#[delete("/v1/me")]
pub async fn erase(app: web::Data<App>, caller: Caller) -> Result<HttpResponse, Problem> {
    app.block(move |app| accounts::erase(app, &caller.player)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Prove your address
///
/// With the code from the mail. 5 tries; `PATCH /v1/me` with the address sends a new one.
#[utoipa::path(
    tag = "me",
    operation_id = "verify_me",
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes it safe to repeat.")),
    request_body = Verify,
    responses((status = 200, description = "Your account, with the address proved.", body = Me)),
    security(("bearer" = []))
)]
#[post("/v1/me/verify")]
pub async fn verify(
    app: web::Data<App>,
    caller: Caller,
    client: web::ReqData<Client>,
    request: HttpRequest,
    body: Json<Verify>,
) -> Result<HttpResponse, Problem> {
    let (client, asker) = (client.into_inner().0, caller.clone());
    let Json { value, raw } = body;
    idempotency::once(&app, &caller, &request, &raw, move |app, ticket| {
        accounts::verify(app, &asker, &value.code, client, ticket)
    })
    .await
}
