//! What is counted, for the operator's machines. Counts tell when somebody wrote to somebody, so they are for this machine, and
//! for who has the operator's token.

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::header::{self, HeaderMap},
    web,
};

use crate::{
    app::App,
    auth,
    layers::gate::is_from_here,
    metrics::told::{self, Stored},
    problem::Problem,
};

/// The form of the answer.
const PROMETHEUS: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Counts for the operator
///
/// In the text format of Prometheus: requests, turns, the store, the post, background tasks. Only for requests that come from
/// this machine itself, through no proxy, or have the operator's token as bearer.
#[utoipa::path(
    tag = "service",
    operation_id = "metrics",
    responses(
        (status = 200, description = "The counts.", content_type = "text/plain", body = String),
        (status = 404, description = "They are not for you.")
    )
)]
#[get("/metrics")]
pub async fn metrics(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    if !may_read(&app, &request) {
        return Err(Problem::nothing_here());
    }
    let told = app.block(|app| Ok(told::all(app, &Stored::of(app)?))).await?;
    Ok(HttpResponse::Ok().content_type(PROMETHEUS).body(told))
}

/// Whether the request comes from this machine itself, through no proxy, or has the operator's token.
pub(super) fn may_read(app: &App, request: &HttpRequest) -> bool {
    let is_known = app.config.metrics_token.as_ref().is_some_and(|token| {
        // Hashes are compared, so that the time it takes tells nothing.
        let (known, given) = (auth::hash(token.reveal()), bearer(request.headers()).map(auth::hash));
        given.is_some_and(|given| auth::is_same(&known, &given))
    });
    is_known || is_from_here(request)
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}
