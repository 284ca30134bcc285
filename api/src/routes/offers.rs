//! Offers between players, and their answers.

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, post, web};
use domain::table::OfferAnswer;
use openapi::offers::{NewOffer, OfferDone, OfferPage};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{
    reply::{Keeping, Paging, page},
    turns::{if_match, request_key},
};
use crate::{
    app::App,
    auth::{Caller, MaybeCaller},
    body::{Json, MaybeJson},
    idempotency::{self, Answer},
    problem::{Problem, codes},
    service::{hall::Opened, lobby::game_id, offers::Offering},
};

/// For which seat.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct For {
    /// Your seat; may be left out when you hold one.
    seat: Option<String>,
}

/// A body that says nothing.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

fn offering(
    caller: &Caller,
    seat: Option<String>,
    request: &HttpRequest,
    raw: &[u8],
) -> Result<Offering, Problem> {
    let asked = [request.path().as_bytes(), b"\n", request.query_string().as_bytes(), b"\n", raw].concat();
    Ok(Offering {
        player: caller.player.clone(),
        seat,
        if_match: if_match(request)?,
        key: request_key(request)?,
        body_hash: *domain::hash::Hash::of_bytes(&asked).as_bytes(),
    })
}

/// Offer something to the others
///
/// A draw (the same as the order `offer_draw`), a take-back, an end without result, a pause, more time for a seat, or, when
/// the game is over, a rematch. It is done when every other seat still in the game has accepted; bots accept, but for a
/// draw, about which their rules decide. One of a kind stands per seat, until it is declined or withdrawn or its maker's next
/// turn. A take-back is done at once while nobody else has acted since; never past a die or an opened secret: 409
/// `undo-crosses-roll`.
#[utoipa::path(
    tag = "talk",
    operation_id = "make_offer",
    params(
        ("game" = String, Path, description = "The game's id."),
        For,
        ("If-Match" = Option<String>, Header, description = "A tag of the game: only what the log says is compared."),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes it safe to repeat. Public in the log.")
    ),
    request_body = NewOffer,
    responses((status = 201, description = "The offer, and what has come of it already.", body = OfferDone)),
    security(("bearer" = []))
)]
#[post("/v1/games/{game}/offers")]
pub async fn make(
    app: web::Data<App>,
    caller: Caller,
    game: web::Path<String>,
    query: web::Query<For>,
    request: HttpRequest,
    body: Json<NewOffer>,
) -> Result<HttpResponse, Problem> {
    let (game, For { seat }) = (game.into_inner(), query.into_inner());
    let Json { value, raw } = body;
    let who = offering(&caller, seat, &request, &raw)?;
    idempotency::once(&app, &caller, &request, &raw, move |app, ticket| {
        let keeping = Keeping::new(app, ticket);
        let remember = |done: &OfferDone, _: &Opened| keeping.row(Answer::json(StatusCode::CREATED, done));
        app.make_offer(&game_id(&game)?, &who, &value, Some(&remember))?;
        keeping.answer()
    })
    .await
}

/// Accept an offer
///
/// With the last consent it is done.
#[utoipa::path(
    tag = "talk",
    operation_id = "accept_offer",
    params(
        ("game" = String, Path, description = "The game's id."),
        ("offer" = u64, Path, description = "The offer's number.", example = 3),
        For,
        ("If-Match" = Option<String>, Header, description = "A tag of the game: only what the log says is compared."),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes it safe to repeat. Public in the log.")
    ),
    responses((status = 200, description = "The offer, and what has come of it.", body = OfferDone)),
    security(("bearer" = []))
)]
#[post("/v1/games/{game}/offers/{offer}/accept")]
pub async fn accept(
    app: web::Data<App>,
    caller: Caller,
    ids: web::Path<(String, String)>,
    query: web::Query<For>,
    request: HttpRequest,
    body: MaybeJson<Nothing>,
) -> Result<HttpResponse, Problem> {
    answer(app, caller, (ids, query), request, body, OfferAnswer::Accepted).await
}

/// Decline an offer
///
/// Then it is off, whoever else has accepted.
#[utoipa::path(
    tag = "talk",
    operation_id = "decline_offer",
    params(
        ("game" = String, Path, description = "The game's id."),
        ("offer" = u64, Path, description = "The offer's number.", example = 3),
        For,
        ("If-Match" = Option<String>, Header, description = "A tag of the game: only what the log says is compared."),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes it safe to repeat. Public in the log.")
    ),
    responses((status = 200, description = "The offer as it is now.", body = OfferDone)),
    security(("bearer" = []))
)]
#[post("/v1/games/{game}/offers/{offer}/decline")]
pub async fn decline(
    app: web::Data<App>,
    caller: Caller,
    ids: web::Path<(String, String)>,
    query: web::Query<For>,
    request: HttpRequest,
    body: MaybeJson<Nothing>,
) -> Result<HttpResponse, Problem> {
    answer(app, caller, (ids, query), request, body, OfferAnswer::Declined).await
}

/// Withdraw an offer
///
/// Only who made it.
#[utoipa::path(
    tag = "talk",
    operation_id = "withdraw_offer",
    params(
        ("game" = String, Path, description = "The game's id."),
        ("offer" = u64, Path, description = "The offer's number.", example = 3),
        For,
        ("If-Match" = Option<String>, Header, description = "A tag of the game: only what the log says is compared."),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes it safe to repeat. Public in the log.")
    ),
    responses((status = 200, description = "The offer as it is now.", body = OfferDone)),
    security(("bearer" = []))
)]
#[post("/v1/games/{game}/offers/{offer}/withdraw")]
pub async fn withdraw(
    app: web::Data<App>,
    caller: Caller,
    ids: web::Path<(String, String)>,
    query: web::Query<For>,
    request: HttpRequest,
    body: MaybeJson<Nothing>,
) -> Result<HttpResponse, Problem> {
    answer(app, caller, (ids, query), request, body, OfferAnswer::Withdrawn).await
}

async fn answer(
    app: web::Data<App>,
    caller: Caller,
    (ids, query): (web::Path<(String, String)>, web::Query<For>),
    request: HttpRequest,
    body: MaybeJson<Nothing>,
    answer: OfferAnswer,
) -> Result<HttpResponse, Problem> {
    let (game, number) = ids.into_inner();
    let For { seat } = query.into_inner();
    let who = offering(&caller, seat, &request, &body.raw)?;
    idempotency::once(&app, &caller, &request, &body.raw, move |app, ticket| {
        let missing = |_| Problem::new(codes::NOT_FOUND, "This game has no such offer.");
        let keeping = Keeping::new(app, ticket);
        let remember = |done: &OfferDone, _: &Opened| keeping.row(Answer::json(StatusCode::OK, done));
        // Whether there is such a game is not told by the number of an offer.
        let (game, number) = (game_id(&game)?, number.parse::<u64>());
        app.seen(&game, Some(&who.player))?;
        app.answer_offer(&game, &who, (number.map_err(missing)?, answer), Some(&remember))?;
        keeping.answer()
    })
    .await
}

/// The offers of a game
///
/// Newest first, those that came to an end among them.
#[utoipa::path(
    tag = "talk",
    operation_id = "list_offers",
    params(("game" = String, Path, description = "The game's id."), Paging),
    responses((status = 200, description = "A page of offers.", body = OfferPage)),
    security((), ("bearer" = []))
)]
#[get("/v1/games/{game}/offers")]
pub async fn list(
    app: web::Data<App>,
    caller: MaybeCaller,
    game: web::Path<String>,
    request: HttpRequest,
    query: web::Query<Paging>,
) -> Result<HttpResponse, Problem> {
    let Paging { cursor, limit } = query.into_inner();
    let player = caller.0.map(|caller| caller.player);
    let offers =
        app.block(move |app| app.offer_page(&game, player.as_ref(), cursor.as_deref(), limit)).await?;
    Ok(page(&request, offers.next.as_deref(), &offers))
}
