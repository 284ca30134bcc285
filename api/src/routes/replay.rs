//! A game played again, frame by frame.

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::header::{self, ContentType},
    web::{self, Bytes},
};
use openapi::replay::ReplayPage;
use serde::Deserialize;
use utoipa::IntoParams;

use super::reply::{REVALIDATED, known, page, tagged};
use crate::{
    app::App, auth::MaybeCaller, etag, page as pages, problem::Problem, service::read::replay::ReplayWanted,
};

/// Which frames.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// With the eyes of which of your seats.
    seat: Option<String>,
    /// Only frames after this line.
    after: Option<u64>,
    /// Where the page before ended.
    cursor: Option<String>,
    /// How many, at most 1000.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<usize>,
}

/// Play a game again
///
/// One frame per line of the log: what was done, why, with which dice, and what it changed. The first frame of a page has
/// the whole `view` as you may see it, each later one a `delta`: a JSON Patch (RFC 6902) on the view of the frame before.
#[utoipa::path(
    tag = "record",
    operation_id = "replay_game",
    params(("game" = String, Path, description = "The game's id."), Which),
    responses((status = 200, description = "A stretch of the game.", body = ReplayPage)),
    security((), ("bearer" = []))
)]
#[get("/v1/games/{game}/replay")]
pub async fn list(
    app: web::Data<App>,
    caller: MaybeCaller,
    game: web::Path<String>,
    request: HttpRequest,
    query: web::Query<Which>,
) -> Result<HttpResponse, Problem> {
    let Which { seat, after, cursor, limit } = query.into_inner();
    let wanted = ReplayWanted { seat, after, cursor, limit, only_told: false };
    let player = caller.0.map(|caller| caller.player);
    let frames = app.block(move |app| app.replay(&game, player.as_ref(), &wanted)).await?;
    Ok(page(&request, frames.next.as_deref(), &frames))
}

/// With whose eyes.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Eyes {
    /// With the eyes of which of your seats.
    seat: Option<String>,
}

/// Play a game again, in one file
///
/// A page that needs nothing else: save it, and it plays and verifies the game without a network. It shows the board after each
/// event as you may see it, what happened in words and with which dice, and holds the audit bundle, which it verifies itself.
#[utoipa::path(
    tag = "record",
    operation_id = "replay_file",
    params(("game" = String, Path, description = "The game's id."), Eyes,
        ("If-None-Match" = Option<String>, Header, description = "The tag you have.")),
    responses(
        (status = 200, description = "A page for people.", content_type = "text/html", body = String),
        (status = 304, description = "Nothing has changed.")
    ),
    security((), ("bearer" = []))
)]
#[get("/v1/games/{game}/replay.html")]
pub async fn read_file(
    app: web::Data<App>,
    caller: MaybeCaller,
    game: web::Path<String>,
    request: HttpRequest,
    eyes: web::Query<Eyes>,
) -> Result<HttpResponse, Problem> {
    let player = caller.0.map(|caller| caller.player);
    let seat = eyes.into_inner().seat;
    let id = game.into_inner();
    let asked = id.clone();
    let wanted = app.block(move |app| app.replay_tag(&asked, player.as_ref(), seat.as_deref())).await?;
    let tag = wanted.tag.clone();
    // Whoever has it already need not have it made again.
    let has = known(&request).is_some_and(|known| etag::none_match(&known, &tag));
    let body = match has {
        true => Bytes::new(),
        false => app.block(move |app| Ok(pages::replay::page(&app.replay_file(wanted)?).into())).await?,
    };
    let media = ContentType::html().to_string();
    let mut answer = tagged(&request, &tag, REVALIDATED, &media, body);
    let policy = format!("{}; frame-ancestors 'none'", pages::script::replay().policy);
    let file = format!("inline; filename=\"fieldpost-{id}.html\"");
    for (name, value) in [(header::CONTENT_SECURITY_POLICY, policy), (header::CONTENT_DISPOSITION, file)] {
        let value = header::HeaderValue::from_str(&value).map_err(|why| Problem::internal(&why))?;
        answer.headers_mut().insert(name, value);
    }
    Ok(answer)
}
