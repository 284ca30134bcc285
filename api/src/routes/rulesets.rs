//! Rulesets, their rules and scenarios: what changes only with the program, and may be kept.

use actix_web::{HttpRequest, HttpResponse, get, http::header::ContentType, web};
use openapi::rulesets::{RuleView, RulesetView, Rulesets, ScenarioView};
use serde::Serialize;

use super::{
    board::{PNG, SVG, TEXT},
    reply::{OF_THE_PROGRAM, hashed},
};
use crate::{
    app::App,
    png,
    problem::Problem,
    service::read::{board::starting_position, games::json, rulesets},
};

fn kept(request: &HttpRequest, answer: &impl Serialize) -> Result<HttpResponse, Problem> {
    Ok(hashed(request, OF_THE_PROGRAM, ContentType::json().0.as_ref(), json(answer)?))
}

/// The rulesets there are
#[utoipa::path(
    tag = "rulesets",
    operation_id = "list_rulesets",
    responses((status = 200, description = "All of them.", body = Rulesets))
)]
#[get("/v1/rulesets")]
pub async fn list(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    kept(&request, &rulesets::list(app.config.base_url.path()))
}

/// A ruleset
///
/// Its options and order types as JSON Schema, the notation of orders, the sequence of play with who acts and what running
/// out of time does, its rules by id, and its scenarios.
#[utoipa::path(
    tag = "rulesets",
    operation_id = "read_ruleset",
    params(("ruleset" = String, Path, description = "Its id.")),
    responses((status = 200, description = "The ruleset.", body = RulesetView))
)]
#[get("/v1/rulesets/{ruleset}")]
pub async fn read(
    app: web::Data<App>,
    request: HttpRequest,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    kept(&request, &rulesets::page(&id, app.config.base_url.path())?)
}

/// A rule
#[utoipa::path(
    tag = "rulesets",
    operation_id = "read_rule",
    params(
        ("ruleset" = String, Path, description = "The ruleset's id."),
        ("rule" = String, Path, description = "The rule's id, as events and refusals cite it.")
    ),
    responses((status = 200, description = "The rule.", body = RuleView))
)]
#[get("/v1/rulesets/{ruleset}/rules/{rule}")]
pub async fn read_rule(
    request: HttpRequest,
    ids: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (ruleset, rule) = ids.into_inner();
    kept(&request, &rulesets::rule(&ruleset, &rule)?)
}

/// A scenario
///
/// Whole: its `data` is also what `POST /v1/games` takes as a scenario of one's own.
#[utoipa::path(
    tag = "rulesets",
    operation_id = "read_scenario",
    params(
        ("ruleset" = String, Path, description = "The ruleset's id."),
        ("scenario" = String, Path, description = "The scenario's id.")
    ),
    responses((status = 200, description = "The scenario.", body = ScenarioView))
)]
#[get("/v1/rulesets/{ruleset}/scenarios/{scenario}")]
pub async fn read_scenario(
    app: web::Data<App>,
    request: HttpRequest,
    ids: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (ruleset, scenario) = ids.into_inner();
    kept(&request, &rulesets::scenario_page(&ruleset, &scenario, app.config.base_url.path())?)
}

/// A scenario's starting position as SVG
#[utoipa::path(
    tag = "rulesets",
    operation_id = "draw_scenario_svg",
    params(
        ("ruleset" = String, Path, description = "The ruleset's id."),
        ("scenario" = String, Path, description = "The scenario's id.")
    ),
    responses((status = 200, description = "The picture.", content_type = "image/svg+xml", body = String))
)]
#[get("/v1/rulesets/{ruleset}/scenarios/{scenario}/board.svg")]
pub async fn draw_svg(
    request: HttpRequest,
    ids: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let picture = starting_position(&ids.0, &ids.1)?;
    Ok(hashed(&request, OF_THE_PROGRAM, SVG, picture.to_svg()))
}

/// A scenario's starting position in letters
#[utoipa::path(
    tag = "rulesets",
    operation_id = "draw_scenario_txt",
    params(
        ("ruleset" = String, Path, description = "The ruleset's id."),
        ("scenario" = String, Path, description = "The scenario's id.")
    ),
    responses((status = 200, description = "The picture.", content_type = "text/plain", body = String))
)]
#[get("/v1/rulesets/{ruleset}/scenarios/{scenario}/board.txt")]
pub async fn draw_txt(
    request: HttpRequest,
    ids: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let picture = starting_position(&ids.0, &ids.1)?;
    Ok(hashed(&request, OF_THE_PROGRAM, TEXT, picture.to_text()))
}

/// A scenario's starting position as PNG
#[utoipa::path(
    tag = "rulesets",
    operation_id = "draw_scenario_png",
    params(
        ("ruleset" = String, Path, description = "The ruleset's id."),
        ("scenario" = String, Path, description = "The scenario's id.")
    ),
    responses((status = 200, description = "The picture.", content_type = "image/png", body = Vec<u8>))
)]
#[get("/v1/rulesets/{ruleset}/scenarios/{scenario}/board.png")]
pub async fn draw_png(
    app: web::Data<App>,
    request: HttpRequest,
    ids: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (ruleset, scenario) = ids.into_inner();
    let bytes = app.block(move |_| png::render(&starting_position(&ruleset, &scenario)?)).await?;
    Ok(hashed(&request, OF_THE_PROGRAM, PNG, bytes))
}
