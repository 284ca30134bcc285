//! Making, finding and reading games.

use std::time::Duration;

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::{StatusCode, header},
    post, web,
};
use openapi::{
    games::{GameView, NewGame},
    pages::GamePage,
};
use serde::Deserialize;
use storage::PlayerId;
use tokio::time::Instant;
use utoipa::IntoParams;

use super::reply::{Keeping, REVALIDATED, game_again, known, page, tagged};
use crate::{
    app::App,
    auth::{Caller, MaybeCaller},
    body::Json,
    etag, idempotency,
    problem::{Problem, codes},
    service::{
        lobby::{Created, game_id},
        read::{
            games::{GameAnswer, Look},
            list::GamesWanted,
        },
    },
};

/// How long a client may wait for a change.
const WAIT_SECONDS: u64 = 60;

/// How often somebody who waits looks whether another process has written.
pub const POLL: Duration = Duration::from_secs(4);

/// Make a game
///
/// Seats that are not named are open. An invited address gets a mail with a link; the secret of the invitation is also in
/// this answer, and never shown again. The game starts by itself when every seat is taken and every number revealed.
#[utoipa::path(
    tag = "games",
    operation_id = "create_game",
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes it safe to repeat.")),
    request_body = NewGame,
    responses((status = 201, description = "The game, with the secrets of its invitations.", body = GameView,
        headers(("Location" = String, description = "The game."), ("ETag" = String, description = "Its tag.")))),
    security(("bearer" = []))
)]
#[post("/v1/games")]
pub async fn create(
    app: web::Data<App>,
    caller: Caller,
    request: HttpRequest,
    body: Json<NewGame>,
) -> Result<HttpResponse, Problem> {
    let host = caller.player.clone();
    let Json { value, raw } = body;
    idempotency::once(&app, &caller, &request, &raw, move |app, ticket| {
        let keeping = Keeping::new(app, ticket);
        let answer = |created: &Created| {
            let made = app.game_answer(&created.game, Some(&host), &Look::default(), &created.invites)?;
            let link = app.path(&format!("/v1/games/{}", made.id));
            Ok(game_again(StatusCode::CREATED, made)?.with_header(header::LOCATION, link))
        };
        app.create_game(&host, &value, &|created| keeping.row(answer(created)))?;
        keeping.answer()
    })
    .await
}

/// Which games are wanted.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Filter {
    /// `open`, `active`, `finished` or `aborted`; several with commas.
    state: Option<String>,
    /// Only those in which you have a seat, or which you made.
    mine: Option<bool>,
    /// `me`: only those in which a seat of yours must act.
    to_act: Option<String>,
    /// Only of this ruleset.
    ruleset: Option<String>,
    /// Where the page before ended.
    cursor: Option<String>,
    /// How many, at most 100.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<usize>,
}

/// Find games
///
/// Public ones and your own, newest activity first.
#[utoipa::path(
    tag = "games",
    operation_id = "list_games",
    params(Filter),
    responses((status = 200, description = "A page of games.", body = GamePage)),
    security((), ("bearer" = []))
)]
#[get("/v1/games")]
pub async fn list(
    app: web::Data<App>,
    caller: MaybeCaller,
    request: HttpRequest,
    filter: web::Query<Filter>,
) -> Result<HttpResponse, Problem> {
    let Filter { state, mine, to_act, ruleset, cursor, limit } = filter.into_inner();
    let wanted = GamesWanted { state, mine: mine.unwrap_or(false), to_act, ruleset, cursor, limit };
    let player = caller.0.map(|caller| caller.player);
    let games = app.block(move |app| app.list_games(player.as_ref(), &wanted)).await?;
    Ok(page(&request, games.next.as_deref(), &games))
}

/// How a game is to be shown.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Showing {
    /// After which line of the log; left out: now.
    at: Option<u64>,
    /// With the eyes of which of your seats.
    seat: Option<String>,
    /// True leaves out the view.
    summary: Option<bool>,
    /// Wait so many seconds, at most 60, for a change: against `If-None-Match` where that is sent, else against now.
    wait: Option<u64>,
}

/// A game
///
/// As you may see it. `ETag` is `"<version>.<head>.<rest>"`; with `If-None-Match` the answer is 304 while nothing has
/// changed, and with `wait` it comes when something does. `GET …?at=SEQ` shows any moment of the past.
#[utoipa::path(
    tag = "games",
    operation_id = "read_game",
    params(
        ("game" = String, Path, description = "The game's id.", example = "7k3m9q2x4c8n"),
        Showing,
        ("If-None-Match" = Option<String>, Header, description = "The tag you have.")
    ),
    responses(
        (status = 200, description = "The game.", body = GameView,
            headers(("ETag" = String, description = "Tells whether anything has changed."))),
        (status = 304, description = "Nothing has changed.")
    ),
    security((), ("bearer" = []))
)]
#[get("/v1/games/{game}")]
pub async fn read(
    app: web::Data<App>,
    caller: MaybeCaller,
    game: web::Path<String>,
    showing: web::Query<Showing>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let Showing { at, seat, summary, wait } = showing.into_inner();
    let wait = match wait {
        Some(seconds) if WAIT_SECONDS < seconds => {
            return Err(Problem::new(codes::BAD_QUERY, format!("`wait` is at most {WAIT_SECONDS} seconds.")));
        }
        // The past does not change.
        Some(seconds) if at.is_none() => Duration::from_secs(seconds),
        Some(_) | None => Duration::ZERO,
    };
    let asked = Asked {
        app,
        game: game.into_inner(),
        player: caller.0.map(|caller| caller.player),
        look: Look { at, seat, summary: summary.unwrap_or(false) },
    };
    let answer =
        if wait.is_zero() { asked.now().await? } else { asked.changed(known(&request), wait).await? };
    Ok(tagged(&request, &answer.tag, REVALIDATED, "application/json", answer.body))
}

/// Who wants to see what.
struct Asked {
    app: web::Data<App>,
    game: String,
    player: Option<PlayerId>,
    look: Look,
}

impl Asked {
    async fn now(&self) -> Result<GameAnswer, Problem> {
        if let Some(known) = self.app.game_again(&self.game, self.player.as_ref(), &self.look) {
            return Ok(known);
        }
        let (game, player, look) = (self.game.clone(), self.player.clone(), self.look.clone());
        self.app.block(move |app| app.read_game(&game, player.as_ref(), &look)).await
    }

    /// The first answer that is another than the one known, or the last one when the time is up.
    async fn changed(&self, known: Option<String>, wait: Duration) -> Result<GameAnswer, Problem> {
        let room = self.app.hall.room(&game_id(&self.game)?);
        // Listens before it looks, so that no change falls in between.
        let mut moved = room.watch();
        let end = Instant::now() + wait;
        let mut answer = self.now().await?;
        let known = known.unwrap_or_else(|| answer.tag.clone());
        while etag::none_match(&known, &answer.tag) && Instant::now() < end {
            tokio::select! {
                // The sender lives as long as the room, which we hold.
                _ = moved.changed() => {}
                () = tokio::time::sleep_until(end.min(Instant::now() + POLL)) => {}
                () = self.app.stop.wait() => return Ok(answer),
            }
            answer = self.now().await?;
        }
        Ok(answer)
    }
}
