//! The webhooks of a player.

use actix_web::{HttpRequest, HttpResponse, delete, get, patch, post, web};
use openapi::webhooks::{
    NewWebhook, Webhook, WebhookChange, WebhookDeliveries, WebhookDelivery, WebhookMade, Webhooks,
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::reply::page;
use crate::{
    app::App,
    auth::Caller,
    body::{Json, MaybeJson},
    idempotency,
    problem::Problem,
    service::webhooks,
};

/// Your webhooks
#[utoipa::path(
    tag = "webhooks",
    operation_id = "list_webhooks",
    responses((status = 200, description = "All of them, oldest first, without their secrets.", body = Webhooks)),
    security(("bearer" = []))
)]
#[get("/v1/me/webhooks")]
pub async fn list(app: web::Data<App>, caller: Caller) -> Result<HttpResponse, Problem> {
    let webhooks = app.block(move |app| webhooks::list(app, &caller)).await?;
    Ok(HttpResponse::Ok().json(webhooks))
}

/// Make a webhook
///
/// It is told what your mail tells, whatever your mail settings are. The secret that signs its messages is shown this once.
/// At most 20.
#[utoipa::path(
    tag = "webhooks",
    operation_id = "create_webhook",
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes it safe to repeat.")),
    request_body = NewWebhook,
    responses((status = 201, description = "The webhook, with its secret.", body = WebhookMade)),
    security(("bearer" = []))
)]
#[post("/v1/me/webhooks")]
pub async fn create(
    app: web::Data<App>,
    caller: Caller,
    request: HttpRequest,
    body: Json<NewWebhook>,
) -> Result<HttpResponse, Problem> {
    let (asker, Json { value, raw }) = (caller.clone(), body);
    idempotency::once(&app, &caller, &request, &raw, move |app, ticket| {
        webhooks::create(app, &asker, &value, ticket)
    })
    .await
}

/// A webhook
#[utoipa::path(
    tag = "webhooks",
    operation_id = "read_webhook",
    params(("id" = String, Path, description = "The webhook's id.", example = "w_4x8k2m7q9c3n5r6s")),
    responses((status = 200, description = "The webhook, without its secret.", body = Webhook)),
    security(("bearer" = []))
)]
#[get("/v1/me/webhooks/{id}")]
pub async fn read(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let webhook = app.block(move |app| webhooks::read(app, &caller, &id)).await?;
    Ok(HttpResponse::Ok().json(webhook))
}

/// Change a webhook
///
/// What is left out stays. `active: true` switches on again what the server switched off.
#[utoipa::path(
    tag = "webhooks",
    operation_id = "change_webhook",
    params(("id" = String, Path, description = "The webhook's id.", example = "w_4x8k2m7q9c3n5r6s")),
    request_body = WebhookChange,
    responses((status = 200, description = "The webhook as it is now.", body = Webhook)),
    security(("bearer" = []))
)]
#[patch("/v1/me/webhooks/{id}")]
pub async fn change(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<String>,
    body: Json<WebhookChange>,
) -> Result<HttpResponse, Problem> {
    let webhook = app.block(move |app| webhooks::change(app, &caller, &id, &body.value)).await?;
    Ok(HttpResponse::Ok().json(webhook))
}

/// Delete a webhook
///
/// With its deliveries, those under way as well.
#[utoipa::path(
    tag = "webhooks",
    operation_id = "delete_webhook",
    params(("id" = String, Path, description = "The webhook's id.", example = "w_4x8k2m7q9c3n5r6s")),
    responses((status = 204, description = "It is told nothing more.")),
    security(("bearer" = []))
)]
#[delete("/v1/me/webhooks/{id}")]
pub async fn delete(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    app.block(move |app| webhooks::delete(app, &caller, &id)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Renew a webhook's secret
///
/// From now on the new one signs. It is shown this once.
#[utoipa::path(
    tag = "webhooks",
    operation_id = "renew_webhook_secret",
    params(
        ("id" = String, Path, description = "The webhook's id.", example = "w_4x8k2m7q9c3n5r6s"),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes it safe to repeat.")
    ),
    responses((status = 200, description = "The webhook, with its new secret.", body = WebhookMade)),
    security(("bearer" = []))
)]
#[post("/v1/me/webhooks/{id}/secret")]
pub async fn renew_secret(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<String>,
    request: HttpRequest,
    body: MaybeJson<Nothing>,
) -> Result<HttpResponse, Problem> {
    let (asker, MaybeJson { raw, .. }) = (caller.clone(), body);
    idempotency::once(&app, &caller, &request, &raw, move |app, ticket| {
        webhooks::renew_secret(app, &asker, &id, ticket)
    })
    .await
}

/// Test a webhook
///
/// Sends it a message of the type `test`, once, also if it is switched off. What became of it stands in its deliveries.
#[utoipa::path(
    tag = "webhooks",
    operation_id = "test_webhook",
    params(
        ("id" = String, Path, description = "The webhook's id.", example = "w_4x8k2m7q9c3n5r6s"),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes it safe to repeat.")
    ),
    responses((status = 202, description = "The test is on its way.", body = WebhookDelivery)),
    security(("bearer" = []))
)]
#[post("/v1/me/webhooks/{id}/test")]
pub async fn test(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<String>,
    request: HttpRequest,
    body: MaybeJson<Nothing>,
) -> Result<HttpResponse, Problem> {
    let (asker, MaybeJson { raw, .. }) = (caller.clone(), body);
    idempotency::once(&app, &caller, &request, &raw, move |app, ticket| {
        webhooks::test(app, &asker, &id, ticket)
    })
    .await
}

/// A body that may be left out, and holds nothing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// Which deliveries.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// Where the page before ended.
    cursor: Option<String>,
    /// How many, at most 200.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<usize>,
}

/// What was delivered to a webhook
///
/// Newest first, for a week: state, answer, tries, and when it is tried next.
#[utoipa::path(
    tag = "webhooks",
    operation_id = "list_webhook_deliveries",
    params(("id" = String, Path, description = "The webhook's id.", example = "w_4x8k2m7q9c3n5r6s"), Which),
    responses((status = 200, description = "A page of deliveries.", body = WebhookDeliveries)),
    security(("bearer" = []))
)]
#[get("/v1/me/webhooks/{id}/deliveries")]
pub async fn deliveries(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<String>,
    request: HttpRequest,
    query: web::Query<Which>,
) -> Result<HttpResponse, Problem> {
    let Which { cursor, limit } = query.into_inner();
    let found =
        app.block(move |app| webhooks::deliveries(app, &caller, &id, cursor.as_deref(), limit)).await?;
    Ok(page(&request, found.next.as_deref(), &found))
}
