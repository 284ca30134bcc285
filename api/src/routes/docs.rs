//! The document, and pages made from it: no network needed.

use std::sync::LazyLock;

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::header::{self, ContentType},
    web,
};

use crate::{
    app::App,
    page,
    problem::{Problem, codes},
    routes,
};

/// For how long a page that changes only with the program may be kept.
const KEPT: (header::HeaderName, &str) = (header::CACHE_CONTROL, "public, max-age=300");

/// This document
#[utoipa::path(
    tag = "service",
    operation_id = "openapi",
    responses((status = 200, description = "OpenAPI 3.1.", content_type = "application/json", body = Object))
)]
#[get("/openapi.json")]
pub async fn document() -> HttpResponse {
    static TEXT: LazyLock<String> = LazyLock::new(|| routes::document().to_json().unwrap_or_default());
    HttpResponse::Ok().insert_header(ContentType::json()).insert_header(KEPT).body(TEXT.as_str())
}

/// This document as a page
#[utoipa::path(
    tag = "service",
    operation_id = "docs",
    responses((status = 200, description = "A page for people.", content_type = "text/html", body = String))
)]
#[get("/docs")]
pub async fn docs(app: web::Data<App>) -> HttpResponse {
    static DOCUMENT: LazyLock<serde_json::Value> =
        LazyLock::new(|| serde_json::to_value(routes::document()).unwrap_or_default());
    html(page::docs::page(&DOCUMENT, app.config.base_url.path()))
}

/// The style sheet of the pages
#[utoipa::path(
    tag = "service",
    operation_id = "docs_style",
    responses((status = 200, description = "CSS.", content_type = "text/css", body = String))
)]
#[get("/docs/style.css")]
pub async fn style() -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/css; charset=utf-8"))
        .insert_header(KEPT)
        .body(page::STYLE)
}

/// Every kind of problem
#[utoipa::path(
    tag = "service",
    operation_id = "problems",
    responses((status = 200, description = "All codes: HTML, or JSON or plain text as `Accept` wants.",
        content(("text/html"), ("application/json"), ("text/plain"))))
)]
#[get("/problems")]
pub async fn problems(app: web::Data<App>, request: HttpRequest) -> HttpResponse {
    shown(&request, codes::CODES, app.config.base_url.path())
}

/// One kind of problem
///
/// Where the `type` of every problem leads.
#[utoipa::path(
    tag = "service",
    operation_id = "problem",
    params(("code" = String, Path, description = "The code.", example = "invalid-fields")),
    responses((status = 200, description = "The code: HTML, or JSON or plain text as `Accept` wants.",
        content(("text/html"), ("application/json"), ("text/plain"))))
)]
#[get("/problems/{code}")]
pub async fn problem(
    app: web::Data<App>,
    request: HttpRequest,
    code: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let known = codes::lookup(&code);
    let known = known.ok_or_else(|| Problem::new(codes::NOT_FOUND, "There is no problem of this code."))?;
    Ok(shown(&request, std::slice::from_ref(known), app.config.base_url.path()))
}

/// Codes in the form the client likes best: people get a page.
fn shown(request: &HttpRequest, codes: &[codes::Code], root: &str) -> HttpResponse {
    let accepted = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or("");
    let media = accepted.split(',').map(|item| item.split(';').next().unwrap_or("").trim());
    let mut media = media.filter(|media| ["text/html", "text/plain", "application/json"].contains(media));
    match media.next() {
        Some("text/html") => html(page::problems::page(codes, root)),
        Some("text/plain") => HttpResponse::Ok()
            .insert_header(ContentType::plaintext())
            .insert_header(KEPT)
            .body(page::problems::text(codes)),
        Some(_) | None => HttpResponse::Ok().insert_header(KEPT).json(page::problems::json(codes)),
    }
}

fn html(markup: maud::Markup) -> HttpResponse {
    HttpResponse::Ok().insert_header(ContentType::html()).insert_header(KEPT).body(markup.into_string())
}
