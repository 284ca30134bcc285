//! What the server is, and how it is.

use actix_web::{HttpResponse, get, web};
use domain::seam::AnyRuleset;
use openapi::about::{About, Check, Health, Readiness, RulesetVersion, TimeZones};

use crate::{
    app::App,
    problem::{Problem, codes},
    service::fields,
};

/// What this server is
///
/// Versions of the program, its rulesets and its time-zone data.
#[utoipa::path(tag = "service", responses((status = 200, description = "This server.", body = About)))]
#[get("/v1/about")]
pub async fn about(app: web::Data<App>) -> HttpResponse {
    HttpResponse::Ok().json(About {
        name: "fieldpost".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        origin: app.config.origin().to_owned(),
        base_url: app.config.base_url.as_str().to_owned(),
        api: vec!["v1".to_owned()],
        registration: app.config.registration.as_str().to_owned(),
        mail: app.config.mail.as_str().to_owned(),
        rulesets: domain::rulesets::ALL.iter().map(|ruleset| ruleset_version(*ruleset)).collect(),
        time_zones: TimeZones { source: "IANA".to_owned(), version: fields::zones_version().to_owned() },
        now: fields::rfc3339(app.now()),
    })
}

fn ruleset_version(ruleset: &dyn AnyRuleset) -> RulesetVersion {
    RulesetVersion {
        id: ruleset.id().to_owned(),
        name: ruleset.name().to_owned(),
        version: ruleset.version(),
    }
}

/// Alive
///
/// The process answers. Says nothing about the store: ask `/readyz`.
#[utoipa::path(tag = "service", responses((status = 200, description = "Alive.", body = Health)))]
#[get("/healthz")]
pub async fn health() -> HttpResponse {
    HttpResponse::Ok().json(Health { status: "ok".to_owned() })
}

/// Ready for work
///
/// The store can be written, and every background task has given a sign of life. 503 otherwise, and while the service
/// ends.
#[utoipa::path(
    tag = "service",
    responses(
        (status = 200, description = "Ready.", body = Readiness),
        (status = 503, description = "Not ready: `not-ready`, with `checks`.",
            body = openapi::problem::Problem, content_type = "application/problem+json")
    )
)]
#[get("/readyz")]
pub async fn ready(app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let checks = checks(&app).await;
    if checks.iter().all(|check| check.ok) {
        return Ok(HttpResponse::Ok().json(Readiness { status: "ok".to_owned(), checks }));
    }
    let ill: Vec<String> =
        checks.iter().filter(|c| !c.ok).map(|check| format!("{}: {}", check.name, check.detail)).collect();
    let checks = serde_json::to_value(&checks).map_err(|error| Problem::internal(&error))?;
    Err(Problem::new(codes::NOT_READY, ill.join("; ")).with("checks", checks).retry_after(5))
}

/// What the service needs to be ready, and how each of it is.
pub(super) async fn checks(app: &web::Data<App>) -> Vec<Check> {
    let stopping = app.stop.is_set();
    let store = app.block(|app| Ok(app.store.ready().is_ok())).await.unwrap_or(false);
    let check = |name: &str, ok, well: &str, ill: &str| Check {
        name: name.to_owned(),
        ok,
        detail: if ok { well.to_owned() } else { ill.to_owned() },
    };
    let mut checks = vec![
        check("service", !stopping, "takes requests", "is ending"),
        check("store", store, "can be written", "cannot be written"),
    ];
    checks.extend(app.beats.checks(app.now()));
    checks
}
