//! What proves a game: its newest head, its audit bundle; a bundle from elsewhere; and the game as portable text.

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::{StatusCode, header},
    post,
    web::{self, Bytes},
};
use domain::ids::GameId;
use futures_util::stream;
use openapi::games::GameView;

use super::{
    board::TEXT,
    reply::{Keeping, REVALIDATED, game_again, hashed, known, tagged},
};
use crate::{
    app::App,
    auth::{Caller, MaybeCaller},
    body, etag, idempotency,
    problem::Problem,
    service::{
        hall::Opened,
        read::{PAGE, audit::Audit, games::Look, games::json, import::Imported},
    },
};

/// Bytes of a bundle, at most.
const BUNDLE_BYTES: usize = 64 * 1024 * 1024;

/// The newest head, signed
///
/// A C2SP signed note: whoever keeps it can prove that the log up to here was not rewritten. Mail it to yourself.
#[utoipa::path(
    tag = "record",
    operation_id = "read_head",
    params(("game" = String, Path, description = "The game's id.")),
    responses((status = 200, description = "The note.", content_type = "text/plain", body = String)),
    security((), ("bearer" = []))
)]
#[get("/v1/games/{game}/head")]
pub async fn read_head(
    app: web::Data<App>,
    caller: MaybeCaller,
    game: web::Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let player = caller.0.map(|caller| caller.player);
    let note = app.block(move |app| app.newest_head(&game, player.as_ref())).await?;
    Ok(hashed(&request, REVALIDATED, TEXT, note))
}

/// The audit bundle
///
/// The whole log, byte for byte the same for every viewer, and the newest signed head. `fieldpost verify` and
/// `verify_reference.py` check every roll of it.
#[utoipa::path(
    tag = "record",
    operation_id = "read_audit",
    params(
        ("game" = String, Path, description = "The game's id."),
        ("If-None-Match" = Option<String>, Header, description = "The tag you have.")
    ),
    responses(
        (status = 200, description = "`{\"format\":\"fair-dice/v1/bundle\",\"log\":[…],\"heads\":[…]}`", body = Object),
        (status = 304, description = "Nothing has changed.")
    ),
    security((), ("bearer" = []))
)]
#[get("/v1/games/{game}/audit")]
pub async fn read_bundle(
    app: web::Data<App>,
    caller: MaybeCaller,
    game: web::Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let player = caller.0.map(|caller| caller.player);
    match app.block(move |app| app.audit(&game, player.as_ref())).await? {
        Audit::Kept { bundle, tag, .. } => {
            Ok(tagged(&request, &tag, REVALIDATED, "application/json", bundle))
        }
        Audit::Own { tag, .. } if known(&request).is_some_and(|known| etag::none_match(&known, &tag)) => {
            Ok(tagged(&request, &tag, REVALIDATED, "application/json", Bytes::new()))
        }
        Audit::Own { id, version, heads, tag } => {
            let writing = Writing { app, id, version, heads, next: Part::Lines(1) };
            let chunks = stream::unfold(writing, |mut writing| async move {
                let chunk = writing.chunk().await?;
                Some((chunk, writing))
            });
            Ok(HttpResponse::Ok()
                .content_type(header::ContentType::json())
                .insert_header((header::ETAG, tag))
                .insert_header((header::CACHE_CONTROL, REVALIDATED))
                .insert_header((header::VARY, "Authorization"))
                .streaming(chunks))
        }
    }
}

/// A bundle as it leaves, page by page.
struct Writing {
    app: web::Data<App>,
    id: GameId,
    version: u64,
    heads: Vec<String>,
    next: Part,
}

/// What is written next.
enum Part {
    /// Lines from this one on.
    Lines(u64),
    /// The heads.
    Heads,
    /// Nothing.
    Done,
}

impl Writing {
    async fn chunk(&mut self) -> Option<Result<Bytes, Problem>> {
        let written = match self.next {
            Part::Lines(from) => {
                let to = self.version.min(from + PAGE as u64 - 1);
                self.next = if to < self.version { Part::Lines(to + 1) } else { Part::Heads };
                self.lines(from, to).await
            }
            Part::Heads => {
                self.next = Part::Done;
                json(&self.heads).map(|heads| format!("],\"heads\":{heads}}}"))
            }
            Part::Done => return None,
        };
        if written.is_err() {
            self.next = Part::Done;
        }
        Some(written.map(Bytes::from))
    }

    async fn lines(&self, from: u64, to: u64) -> Result<String, Problem> {
        let id = self.id.clone();
        let rows = self.app.block(move |app| app.line_rows(&id, from, to)).await?;
        let mut text = String::new();
        for row in rows {
            text.push_str(if row.seq == 1 { "{\"format\":\"fair-dice/v1/bundle\",\"log\":[" } else { "," });
            text.push_str(&json(&row.line)?);
        }
        Ok(text)
    }
}

/// Bring a bundle from elsewhere
///
/// At most 64 MiB. It is verified, first the protocol, then the rules; a refusal's `code` and `place` say what failed and
/// where. The game is kept byte for byte under its own origin and key: to be watched and audited, not played on. The same
/// bundle again gives the same game.
#[utoipa::path(
    tag = "games",
    operation_id = "import_game",
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes it safe to repeat.")),
    request_body(content = Object, description = "An audit bundle."),
    responses(
        (status = 201, description = "The game.", body = GameView,
            headers(("Location" = String, description = "The game."))),
        (status = 200, description = "The game was here already.", body = GameView)
    ),
    security(("bearer" = []))
)]
#[post("/v1/games/import")]
pub async fn import_bundle(
    app: web::Data<App>,
    caller: Caller,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    body::media_type(&request, &["application/json"])?;
    let raw = body::read(&request, &mut payload.into_inner(), BUNDLE_BYTES).await?;
    let (host, bytes) = (caller.player.clone(), raw.clone());
    idempotency::once(&app, &caller, &request, &raw, move |app, ticket| {
        let keeping = Keeping::new(app, ticket);
        let answer = |status: StatusCode, game: &Opened| {
            let made = app.game_answer(game, Some(&host), &Look::default(), &[])?;
            let link = app.path(&format!("/v1/games/{}", made.id));
            Ok(game_again(status, made)?.with_header(header::LOCATION, link))
        };
        match app.import(&host, &bytes, &|made| keeping.row(answer(StatusCode::CREATED, made)))? {
            Imported::New => {}
            Imported::Known(game) => {
                if let Some(row) = keeping.row(answer(StatusCode::OK, &game))? {
                    app.store.put_answer(row)?;
                }
            }
        }
        keeping.answer()
    })
    .await
}

/// A game as portable text
///
/// Headers, orders in notation, dice and results as comments; `docs/api.md` describes it. `fieldpost replay` reads it.
#[utoipa::path(
    tag = "record",
    operation_id = "read_record",
    params(("game" = String, Path, description = "The game's id.")),
    responses((status = 200, description = "The record.", content_type = "text/plain", body = String)),
    security((), ("bearer" = []))
)]
#[get("/v1/games/{game}/record")]
pub async fn read_record(
    app: web::Data<App>,
    caller: MaybeCaller,
    game: web::Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let player = caller.0.map(|caller| caller.player);
    let record = app.block(move |app| app.record(&game, player.as_ref())).await?;
    Ok(hashed(&request, REVALIDATED, TEXT, record.to_text()))
}
