//! The page that verifies a game in the browser, and the scripts of our pages.

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::header::{self, ContentType},
    web,
};
use domain::ids::GameId;

use super::reply::{OF_THE_PROGRAM, hashed};
use crate::{
    app::App,
    layers::frame::CSP_WITH_SCRIPTS,
    page,
    problem::{Problem, codes},
};

/// Verify a file
///
/// A page that verifies an audit bundle, or any part of it, in the browser; nothing is sent anywhere.
#[utoipa::path(
    tag = "service",
    operation_id = "audit_page_of_file",
    responses((status = 200, description = "A page for people.", content_type = "text/html", body = String))
)]
#[get("/audit")]
pub async fn of_file(app: web::Data<App>) -> HttpResponse {
    shown(&app, None)
}

/// Verify a game
///
/// A page that fetches the audit bundle of a game and verifies it in the browser, with code that is independent of the
/// server's. Opening it asks nobody: it is the same whether or not there is such a game.
#[utoipa::path(
    tag = "service",
    operation_id = "audit_page",
    params(("game" = String, Path, description = "The game's id.")),
    responses((status = 200, description = "A page for people.", content_type = "text/html", body = String))
)]
#[get("/games/{game}/audit")]
pub async fn of_game(app: web::Data<App>, game: web::Path<String>) -> Result<HttpResponse, Problem> {
    let nothing = |_| Problem::nothing_here();
    let game = GameId::new(game.as_str()).map_err(nothing)?;
    Ok(shown(&app, Some(&game)))
}

fn shown(app: &App, game: Option<&GameId>) -> HttpResponse {
    let game = game.map(ToString::to_string);
    let markup = page::audit::page(app.config.base_url.path(), &app.link(""), game.as_deref());
    HttpResponse::Ok()
        .insert_header(ContentType::html())
        .insert_header((header::CONTENT_SECURITY_POLICY, CSP_WITH_SCRIPTS))
        .insert_header((header::CACHE_CONTROL, OF_THE_PROGRAM))
        .body(markup.into_string())
}

/// A script of our pages
///
/// Also their style sheets. They change only with the program.
#[utoipa::path(
    tag = "service",
    operation_id = "script",
    params(("name" = String, Path, description = "The file.", example = "verify.js")),
    responses(
        (status = 200, description = "The file.",
            content((String = "text/javascript"), (String = "text/css"))),
        (status = 304, description = "Nothing has changed.")
    )
)]
#[get("/script/{name}")]
pub async fn script(request: HttpRequest, name: web::Path<String>) -> Result<HttpResponse, Problem> {
    let found = page::script::find(&name);
    let (text, media) =
        found.ok_or_else(|| Problem::new(codes::NOT_FOUND, "There is no script of this name."))?;
    Ok(hashed(&request, OF_THE_PROGRAM, media, text))
}
