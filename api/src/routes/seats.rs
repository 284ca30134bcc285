//! Seats: taking and leaving them, inviting, bringing one's number to the dice.

use actix_web::{HttpRequest, HttpResponse, delete, http::StatusCode, post, put, web};
use openapi::{
    games::{Claim, GameView, NewInvite, Ready, SeatView},
    offers::NewSubstitute,
};
use storage::PlayerId;

use super::reply::{Keeping, game, game_again};
use crate::{
    app::App,
    auth::Caller,
    body::{Json, MaybeJson},
    idempotency::{self, Answer},
    problem::Problem,
    service::{
        answers::seat_view,
        hall::Opened,
        lobby::{game_id, seat_of},
        read::games::{GameAnswer, Look},
    },
};

/// Take a seat
///
/// An open one, one you are invited to (by the secret of the invitation, or by your verified address), or again your own
/// to choose anew; in a running game one that is offered to a substitute, or your own that was offered, to keep it. Who
/// takes a seat over has a whole hand-over's time. With `commit`, the hash of a number of your own, you take part in the dice
/// and owe that number (`ready`) once all seats are taken; without it you rely on the others'. In a running game the present
/// dice are made already: who takes a seat over commits for the next epoch (`dice.epoch` + 1), and owes his number when it
/// opens; only while `phase` is `entropy` and `dice.waiting` names seats that owe a commitment, for this one.
#[utoipa::path(
    tag = "games",
    operation_id = "claim_seat",
    params(
        ("game" = String, Path, description = "The game's id."),
        ("seat" = String, Path, description = "The seat's id.", example = "plains_nations")
    ),
    request_body = Option<Claim>,
    responses((status = 200, description = "The game; it may have begun by this.", body = GameView)),
    security(("bearer" = []))
)]
#[put("/v1/games/{game}/seats/{seat}")]
pub async fn claim_seat(
    app: web::Data<App>,
    caller: Caller,
    ids: web::Path<(String, String)>,
    body: MaybeJson<Claim>,
) -> Result<HttpResponse, Problem> {
    let (id, seat) = ids.into_inner();
    let claim = body.value.unwrap_or_default();
    let answer = app
        .block(move |app| {
            let after = app.claim_seat(&game_id(&id)?, &seat, &caller.player, &claim)?;
            own(app, &after, &caller.player)
        })
        .await?;
    Ok(game(&answer))
}

fn own(app: &App, game: &Opened, player: &PlayerId) -> Result<GameAnswer, Problem> {
    app.game_answer(game, Some(player), &Look::default(), &[])
}

/// Leave a seat, or resign
///
/// Before the start the seat is open again. In a running game this is the order `resign`: what becomes of the figures the
/// rules say.
#[utoipa::path(
    tag = "games",
    operation_id = "leave_seat",
    params(
        ("game" = String, Path, description = "The game's id."),
        ("seat" = String, Path, description = "Your seat's id.", example = "plains_nations")
    ),
    responses((status = 200, description = "The game without you.", body = GameView)),
    security(("bearer" = []))
)]
#[delete("/v1/games/{game}/seats/{seat}")]
pub async fn leave_seat(
    app: web::Data<App>,
    caller: Caller,
    ids: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, seat) = ids.into_inner();
    let answer = app.block(move |app| left(app, &id, &seat, &caller.player)).await?;
    Ok(game(&answer))
}

fn left(app: &App, game: &str, seat: &str, player: &PlayerId) -> Result<GameAnswer, Problem> {
    let opened = app.seen(game, Some(player))?;
    app.give_up_seat(&opened.row.id, seat, player)?;
    // Not `seen` again: who has just left a private game may no longer, but is told what he did.
    own(app, &*app.look(&opened.row.id)?, player)
}

/// Show your number
///
/// The one whose hash you committed to. 409 `seats-missing` while seats are still empty. With the last number the game
/// begins.
#[utoipa::path(
    tag = "games",
    operation_id = "ready_seat",
    params(
        ("game" = String, Path, description = "The game's id."),
        ("seat" = String, Path, description = "Your seat's id.", example = "plains_nations"),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes it safe to repeat.")
    ),
    request_body = Ready,
    responses((status = 200, description = "The game; it may have begun by this.", body = GameView)),
    security(("bearer" = []))
)]
#[post("/v1/games/{game}/seats/{seat}/ready")]
pub async fn ready_seat(
    app: web::Data<App>,
    caller: Caller,
    ids: web::Path<(String, String)>,
    request: HttpRequest,
    body: Json<Ready>,
) -> Result<HttpResponse, Problem> {
    let (id, seat) = ids.into_inner();
    let (player, Json { value, raw }) = (caller.player.clone(), body);
    idempotency::once(&app, &caller, &request, &raw, move |app, ticket| {
        let keeping = Keeping::new(app, ticket);
        let answer = |after: &Opened| game_again(StatusCode::OK, own(app, after, &player)?);
        let remember = |(): &(), after: &Opened| keeping.row(answer(after));
        app.seat_ready(&game_id(&id)?, &seat, &player, &value, Some(&remember))?;
        keeping.answer()
    })
    .await
}

/// Invite somebody to a seat
///
/// Only who made the game, and only to a seat nobody holds. The old invitation of the seat dies. Without an address only
/// this answer holds the secret: pass it on yourself.
#[utoipa::path(
    tag = "games",
    operation_id = "invite_to_seat",
    params(
        ("game" = String, Path, description = "The game's id."),
        ("seat" = String, Path, description = "The seat's id.", example = "plains_nations"),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes it safe to repeat.")
    ),
    request_body = Option<NewInvite>,
    responses((status = 201, description = "The seat, with the secret in `invite`: shown this once.", body = SeatView)),
    security(("bearer" = []))
)]
#[post("/v1/games/{game}/seats/{seat}/invite")]
pub async fn invite_to_seat(
    app: web::Data<App>,
    caller: Caller,
    ids: web::Path<(String, String)>,
    request: HttpRequest,
    body: MaybeJson<NewInvite>,
) -> Result<HttpResponse, Problem> {
    let (id, seat) = ids.into_inner();
    let (host, MaybeJson { value, raw }) = (caller.player.clone(), body);
    let wanted = value.unwrap_or_default();
    idempotency::once(&app, &caller, &request, &raw, move |app, ticket| {
        let keeping = Keeping::new(app, ticket);
        let remember = |secret: &String, after: &Opened| {
            keeping.row(shown(app, after, &seat, Some(secret.clone()), StatusCode::CREATED))
        };
        app.invite(&game_id(&id)?, &seat, &host, &wanted, Some(&remember))?;
        keeping.answer()
    })
    .await
}

/// A seat as an answer, with the secret of the invitation that was just made for it.
fn shown(
    app: &App,
    after: &Opened,
    seat: &str,
    invite: Option<String>,
    status: StatusCode,
) -> Result<Answer, Problem> {
    let people = app.people(&after.seats)?;
    let names = app.game_view(after, &|id| people.get(id)).seats;
    let row = seat_of(after, seat)?;
    let name = names.into_iter().find(|own| own.seat == row.seat).map(|own| own.name).unwrap_or_default();
    Answer::json(status, &SeatView { invite, ..seat_view(row, name, &|id| people.get(id)) })
}

/// Offer a seat to a substitute
///
/// In a running game. Its holder may always; the others at the table, and who made the game, when its time has run out and
/// its holder has not played since (a bot only after two hand-overs in a row). To anybody, to an address (409 `has-sat-here`
/// for who has played on another side), or to a bot, which takes it at once. Somebody takes it with `PUT …/seats/{seat}`; its
/// holder takes it back with the same, or by playing, if he had been absent.
#[utoipa::path(
    tag = "games",
    operation_id = "offer_seat",
    params(
        ("game" = String, Path, description = "The game's id."),
        ("seat" = String, Path, description = "The seat's id.", example = "plains_nations"),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes it safe to repeat.")
    ),
    request_body = Option<NewSubstitute>,
    responses((status = 200, description = "The seat; with the secret in `invite`, if it is offered to an address: shown this once.", body = SeatView)),
    security(("bearer" = []))
)]
#[post("/v1/games/{game}/seats/{seat}/substitute")]
pub async fn offer_seat(
    app: web::Data<App>,
    caller: Caller,
    ids: web::Path<(String, String)>,
    request: HttpRequest,
    body: MaybeJson<NewSubstitute>,
) -> Result<HttpResponse, Problem> {
    let (id, seat) = ids.into_inner();
    let (player, MaybeJson { value, raw }) = (caller.player.clone(), body);
    let wanted = value.unwrap_or_default();
    idempotency::once(&app, &caller, &request, &raw, move |app, ticket| {
        let keeping = Keeping::new(app, ticket);
        let remember = |secret: &Option<String>, after: &Opened| {
            keeping.row(shown(app, after, &seat, secret.clone(), StatusCode::OK))
        };
        app.offer_seat(&game_id(&id)?, &seat, &player, &wanted, Some(&remember))?;
        keeping.answer()
    })
    .await
}
