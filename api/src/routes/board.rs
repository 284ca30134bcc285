//! The board of a game as a picture, at any moment, as the caller may see it.

use actix_web::{HttpRequest, HttpResponse, get, web};
use domain::picture::Picture;
use serde::Deserialize;
use utoipa::IntoParams;

use super::reply::{REVALIDATED, hashed};
use crate::{
    app::App,
    auth::MaybeCaller,
    png,
    problem::Problem,
    service::read::{board::Pointing, games::Look},
};

/// SVG.
pub const SVG: &str = "image/svg+xml";
/// Letters.
pub const TEXT: &str = "text/plain; charset=utf-8";
/// PNG.
pub const PNG: &str = "image/png";

/// What of a game is to be drawn.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Moment {
    /// After which line of the log; left out: now.
    at: Option<u64>,
    /// With the eyes of which of your seats.
    seat: Option<String>,
    /// A figure whose reach and targets are to be shown, where the ruleset draws them.
    figure: Option<String>,
    /// Show what has happened after this line of the log; left out, what has happened since your seat's last turn.
    since: Option<u64>,
    /// The part of a measured floor to be shown, as `X,Y,W,H`: its north-west corner, width and height in inches, at least one
    /// to each side. It ends where the floor ends, and is drawn as large as the whole would be.
    region: Option<String>,
}

impl Moment {
    fn looks(self) -> (Look, Pointing) {
        let look = Look { at: self.at, seat: self.seat, summary: false };
        (look, Pointing { figure: self.figure, since: self.since, region: self.region })
    }
}

async fn drawn(
    app: &web::Data<App>,
    game: web::Path<String>,
    caller: MaybeCaller,
    moment: web::Query<Moment>,
    draw: fn(&Picture) -> Result<Vec<u8>, Problem>,
) -> Result<Vec<u8>, Problem> {
    let player = caller.0.map(|caller| caller.player);
    let (look, pointing) = moment.into_inner().looks();
    app.block(move |app| draw(&app.board(&game, player.as_ref(), &look, &pointing)?)).await
}

/// The board as SVG
#[utoipa::path(
    tag = "record",
    operation_id = "draw_board_svg",
    params(("game" = String, Path, description = "The game's id."), Moment),
    responses((status = 200, description = "The picture.", content_type = "image/svg+xml", body = String)),
    security((), ("bearer" = []))
)]
#[get("/v1/games/{game}/board.svg")]
pub async fn draw_svg(
    app: web::Data<App>,
    caller: MaybeCaller,
    game: web::Path<String>,
    moment: web::Query<Moment>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let bytes = drawn(&app, game, caller, moment, |picture| Ok(picture.to_svg().into_bytes())).await?;
    Ok(hashed(&request, REVALIDATED, SVG, bytes))
}

/// The board in letters
#[utoipa::path(
    tag = "record",
    operation_id = "draw_board_txt",
    params(("game" = String, Path, description = "The game's id."), Moment),
    responses((status = 200, description = "The picture.", content_type = "text/plain", body = String)),
    security((), ("bearer" = []))
)]
#[get("/v1/games/{game}/board.txt")]
pub async fn draw_txt(
    app: web::Data<App>,
    caller: MaybeCaller,
    game: web::Path<String>,
    moment: web::Query<Moment>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let bytes = drawn(&app, game, caller, moment, |picture| Ok(picture.to_text().into_bytes())).await?;
    Ok(hashed(&request, REVALIDATED, TEXT, bytes))
}

/// The board as PNG
#[utoipa::path(
    tag = "record",
    operation_id = "draw_board_png",
    params(("game" = String, Path, description = "The game's id."), Moment),
    responses((status = 200, description = "The picture.", content_type = "image/png", body = Vec<u8>)),
    security((), ("bearer" = []))
)]
#[get("/v1/games/{game}/board.png")]
pub async fn draw_png(
    app: web::Data<App>,
    caller: MaybeCaller,
    game: web::Path<String>,
    moment: web::Query<Moment>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let bytes = drawn(&app, game, caller, moment, png::render).await?;
    Ok(hashed(&request, REVALIDATED, PNG, bytes))
}
