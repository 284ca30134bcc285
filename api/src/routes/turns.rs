//! Taking a turn, and reading the turns that were taken.

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::header::{self, ContentType},
    post, web,
};
use domain::ids::Request;
use openapi::{
    drafts::NotYet,
    pages::TurnPage,
    turns::{NewTurn, TurnAnswer, TurnView},
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::reply::{Paging, page};
use crate::{
    app::App,
    auth::{Caller, MaybeCaller},
    body,
    etag::{self, IfMatch},
    idempotency,
    problem::{Problem, codes},
    service::{
        lobby::game_id,
        play::{Given, Submission, Submitted},
        read::games::json,
    },
};

/// What orders as text cannot say by themselves, and whether they are only tried.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Meant {
    /// Whose turn; may be left out when you hold one seat.
    seat: Option<String>,
    /// The round it is meant for.
    round: Option<u32>,
    /// The phase it is meant for.
    phase: Option<String>,
    /// True: what would happen up to the first die; nothing is done.
    dry_run: Option<bool>,
}

/// Take a turn
///
/// Orders as JSON, or as text: one a line, in notation. They are carried out in order, all or nothing up to the first
/// die; from then on an order that is no longer possible lapses and the list goes on.
///
/// With `If-Match` the game must stand where you saw it (412 `stale`); with `round` and `phase` in that phase (409
/// `phase-over`). With `Idempotency-Key` the request may be repeated: the answer is the same, for ever. Every fault that
/// no die can change is told at once. `?dry_run=true` answers 200 and does nothing.
///
/// In a secret phase (as when figures are put down behind a curtain) orders are added to your draft, 200 `{"draft":…}`,
/// until one of them binds it; then draft and submission bind together, 201.
#[utoipa::path(
    tag = "play",
    operation_id = "submit_turn",
    params(
        ("game" = String, Path, description = "The game's id."),
        Meant,
        ("If-Match" = Option<String>, Header, description = "A tag of the game: only what the log says is compared."),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes it safe to repeat. Public in the log.")
    ),
    request_body(content((NewTurn = "application/json"), (String = "text/plain"))),
    responses(
        (status = 201, description = "It is done, and on disk.", body = TurnAnswer,
            headers(("Location" = String, description = "The turn."), ("ETag" = String, description = "The game's tag."))),
        (status = 200, description = "Nothing happened at the table: a dry run, or secret orders that became your draft.",
            body = NotYet)
    ),
    security(("bearer" = []))
)]
#[post("/v1/games/{game}/turns")]
pub async fn submit(
    app: web::Data<App>,
    caller: Caller,
    game: web::Path<String>,
    query: web::Query<Meant>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let game = game.into_inner();
    let meant = query.into_inner();
    let dry_run = meant.dry_run.unwrap_or(false);
    let wanted = submission(caller, meant, &request, payload).await?;
    if dry_run {
        let foreseen = app.block(move |app| app.rehearse(&game_id(&game)?, &wanted)).await?;
        return Ok(HttpResponse::Ok().json(NotYet::Tried(foreseen)));
    }
    let id = game_id(&game)?;
    let arrival = app.arrivals.note(&id, app.now());
    let (id, submitted) = app
        .block(move |app| {
            let _arrival = arrival;
            let submitted = app.submit(&id, &wanted)?;
            Ok((id, submitted))
        })
        .await?;
    let answer = match submitted {
        Submitted::Turn(answer) => *answer,
        Submitted::Draft(drafted) => return Ok(HttpResponse::Ok().json(NotYet::Drafted(drafted))),
    };
    let body = json(&answer)?;
    let head = answer
        .head
        .parse()
        .map_err(|_| Problem::internal(&std::io::Error::other("a head that is no hash")))?;
    Ok(HttpResponse::Created()
        .insert_header((header::LOCATION, app.path(&format!("/v1/games/{id}/turns/{}", answer.turn))))
        .insert_header((header::ETAG, etag::of(answer.version, &head, body.as_bytes())))
        .content_type(ContentType::json())
        .body(body))
}

/// How the requests begin that the server names itself (log-mapping §3): a client's may not, or it would burn them.
const OURS: &[&str] = &["auto:", "bot:", "clock:", "mail:", "admin:"];

/// The key under which the log keeps what is asked for, if the client sends one.
///
/// # Errors
/// 400 when it is none, or one that only the server uses.
pub(super) fn request_key(request: &HttpRequest) -> Result<Option<Request>, Problem> {
    let key = idempotency::key(request)?;
    let own = key.as_deref().is_some_and(|key| OURS.iter().any(|ours| key.starts_with(ours)));
    let key = key.map(|key| Request::new(&key)).transpose();
    key.ok().filter(|_| !own).ok_or_else(|| Problem::plain(codes::BAD_IDEMPOTENCY_KEY))
}

/// What a request asks for.
async fn submission(
    caller: Caller,
    meant: Meant,
    request: &HttpRequest,
    payload: web::Payload,
) -> Result<Submission, Problem> {
    let media = body::media_type(request, &["application/json", "text/plain"])?;
    let key = request_key(request)?;
    let if_match = if_match(request)?;
    let mut payload = payload.into_inner();
    let (raw, given, told) = match media {
        "text/plain" => {
            let (text, raw) = body::read_text(request, &mut payload).await?;
            (raw, Given::Text(text), Meant { dry_run: None, ..meant })
        }
        _ => {
            let raw = body::read(request, &mut payload, body::LIMIT_BYTES).await?;
            let NewTurn { seat, orders, round, phase } = body::parse_json(&raw)?;
            let told = Meant {
                seat: agreed("seat", seat, meant.seat)?,
                round: agreed("round", round, meant.round)?,
                phase: agreed("phase", phase, meant.phase)?,
                dry_run: None,
            };
            (raw, Given::Json(orders), told)
        }
    };
    Ok(Submission {
        player: caller.player,
        seat: told.seat,
        given,
        round: told.round,
        phase: told.phase,
        if_match,
        request: key,
        body_hash: *domain::hash::Hash::of_bytes(&raw).as_bytes(),
    })
}

/// What the body says, or else the query; not both, and differently.
fn agreed<T: PartialEq>(name: &str, body: Option<T>, query: Option<T>) -> Result<Option<T>, Problem> {
    match (body, query) {
        (Some(body), Some(query)) if body != query => {
            let detail = format!("The body and the query name another `{name}` each.");
            Err(Problem::field(codes::INVALID_FIELDS, &format!("/{name}"), detail))
        }
        (Some(said), _) | (None, Some(said)) => Ok(Some(said)),
        (None, None) => Ok(None),
    }
}

/// The version on which alone a client wants to be judged.
///
/// # Errors
/// 400 when the header cannot be read.
pub(super) fn if_match(request: &HttpRequest) -> Result<Option<IfMatch>, Problem> {
    let mut lists = Vec::new();
    for value in request.headers().get_all(header::IF_MATCH) {
        let text = value.to_str();
        lists.push(text.map_err(|_| Problem::new(codes::BAD_HEADER, "If-Match is not readable."))?);
    }
    if lists.is_empty() { Ok(None) } else { IfMatch::parse(&lists.join(",")).map(Some) }
}

/// The turns of a game
///
/// Each with its orders, in JSON and in notation, its events and its dice. Turn 0 is the start.
#[utoipa::path(
    tag = "record",
    operation_id = "list_turns",
    params(("game" = String, Path, description = "The game's id."), Paging),
    responses((status = 200, description = "A page of turns.", body = TurnPage)),
    security((), ("bearer" = []))
)]
#[get("/v1/games/{game}/turns")]
pub async fn list(
    app: web::Data<App>,
    caller: MaybeCaller,
    game: web::Path<String>,
    request: HttpRequest,
    query: web::Query<Paging>,
) -> Result<HttpResponse, Problem> {
    let Paging { cursor, limit } = query.into_inner();
    let player = caller.0.map(|caller| caller.player);
    let turns = app.block(move |app| app.turn_page(&game, player.as_ref(), cursor.as_deref(), limit)).await?;
    Ok(page(&request, turns.next.as_deref(), &turns))
}

/// A turn
#[utoipa::path(
    tag = "record",
    operation_id = "read_turn",
    params(
        ("game" = String, Path, description = "The game's id."),
        ("turn" = u64, Path, description = "Its number.", example = 7)
    ),
    responses((status = 200, description = "The turn.", body = TurnView)),
    security((), ("bearer" = []))
)]
#[get("/v1/games/{game}/turns/{turn}")]
pub async fn read(
    app: web::Data<App>,
    caller: MaybeCaller,
    ids: web::Path<(String, u64)>,
) -> Result<HttpResponse, Problem> {
    let (game, turn) = ids.into_inner();
    let player = caller.0.map(|caller| caller.player);
    let turn = app.block(move |app| app.turn(&game, player.as_ref(), turn)).await?;
    Ok(HttpResponse::Ok().json(turn))
}
