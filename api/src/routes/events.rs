//! The log: as pages, as a file of lines, or live.

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::header::{self, HeaderName},
    web,
};
use openapi::pages::EventPage;
use serde::Deserialize;
use utoipa::IntoParams;

use super::{live, reply::page};
use crate::{
    app::App,
    auth::MaybeCaller,
    problem::{Problem, codes},
};

const NDJSON: &str = "application/x-ndjson";
const SSE: &str = "text/event-stream";
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Which lines.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// Only lines after this one.
    after: Option<u64>,
    /// Where the page before ended.
    cursor: Option<String>,
    /// How many at most: up to 1000 on a page, 100 where you do not say.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<usize>,
    /// With the eyes of which of your seats: what its side has sealed is told with the seal. Left out: the first you hold.
    seat: Option<String>,
}

/// The log of a game
///
/// Every line, the same for everybody; only what a line seals is told to its own side, as `secret`. As `Accept` wants:
/// * `application/json`: a page;
/// * `application/x-ndjson`: all lines up to now, one event a line (`curl -H 'Accept: application/x-ndjson' …`);
/// * `text/event-stream`: the same and then each new line when it is written (`curl -N -H 'Accept: text/event-stream' …`).
///   `id` is the line's `seq`, `event` its type. Whoever comes back with `Last-Event-ID` gets exactly what he missed; if
///   his id lies beyond the log, one event `resync`: look at the game anew. A comment comes at least every 15 seconds.
///   The stream ends when the log is closed; 204 when there is nothing left to tell.
#[utoipa::path(
    tag = "record",
    operation_id = "list_events",
    params(
        ("game" = String, Path, description = "The game's id."),
        Which,
        ("Last-Event-ID" = Option<String>, Header, description = "The last line you have, for `text/event-stream`.")
    ),
    responses(
        (status = 200, description = "The lines.", content(
            (EventPage = "application/json"),
            (String = "application/x-ndjson"),
            (String = "text/event-stream")
        )),
        (status = 204, description = "`text/event-stream`: you have every line, and the log is closed.")
    ),
    security((), ("bearer" = []))
)]
#[get("/v1/games/{game}/events")]
pub async fn list(
    app: web::Data<App>,
    caller: MaybeCaller,
    game: web::Path<String>,
    request: HttpRequest,
    query: web::Query<Which>,
) -> Result<HttpResponse, Problem> {
    let Which { after, cursor, limit, seat } = query.into_inner();
    let (game, caller) = (game.into_inner(), caller.0);
    match wanted(&request)? {
        SSE => {
            // A browser comes back with the header and the old address: the header is newer.
            let last = request.headers().get(LAST_EVENT_ID).map(|id| {
                // What was never an id of ours lies beyond every log.
                id.to_str().ok().and_then(|id| id.trim().parse().ok()).unwrap_or(u64::MAX)
            });
            let after = last.or(after).unwrap_or(0);
            live::stream(app, game, (caller, seat), after).await
        }
        NDJSON => live::file(app, game, (caller, seat), after.unwrap_or(0), limit).await,
        _ => {
            let player = caller.map(|caller| caller.player);
            let events = app
                .block(move |app| {
                    let (cursor, seat) = (cursor.as_deref(), seat.as_deref());
                    app.event_page(&game, player.as_ref(), after, cursor, limit, seat)
                })
                .await?;
            Ok(page(&request, events.next.as_deref(), &events))
        }
    }
}

/// The form the client likes best, among those there are.
fn wanted(request: &HttpRequest) -> Result<&'static str, Problem> {
    let accepted =
        request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or("*/*");
    let media = accepted.split(',').map(|item| item.split(';').next().unwrap_or("").trim());
    let known = media.filter_map(|media| match media {
        SSE => Some(SSE),
        NDJSON => Some(NDJSON),
        "application/json" | "application/*" | "*/*" | "" => Some("application/json"),
        _ => None,
    });
    let detail = format!("The log comes as application/json, {NDJSON} or {SSE}.");
    known.into_iter().next().ok_or_else(|| Problem::new(codes::NOT_ACCEPTABLE, detail))
}
