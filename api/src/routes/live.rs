//! Streams of the log: the live one, and the file of all lines. Between two reads a stream holds no lock, no transaction
//! and no game: only its place in the log, and an ear at the game's door.

use std::sync::Arc;

use actix_web::{
    HttpResponse,
    http::header::{self, HeaderName},
    web::{self, Bytes},
};
use futures_util::stream;
use openapi::turns::EventView;
use tokio::sync::watch;

use super::games::POLL;
use crate::{
    app::App,
    auth::{self, Caller},
    metrics::One,
    problem::Problem,
    service::{
        hall::Room,
        lobby::game_id,
        read::{PAGE, events::News, games::json},
    },
};

/// Asks proxies not to hold events back.
const X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// What a stream begins with: when to come back after it broke, in milliseconds.
const BEGIN: &str = "retry: 2000\n\n";

/// A comment, so that proxies and clients know that the line is alive.
const BEAT: &str = ":\n\n";

/// A reader of a game's log.
struct Reader {
    app: web::Data<App>,
    game: String,
    caller: Option<Caller>,
    /// With the eyes of which of his seats.
    seat: Option<String>,
    after: u64,
}

impl Reader {
    async fn news(&self, limit: usize) -> Result<News, Problem> {
        let (game, caller, seat) = (self.game.clone(), self.caller.clone(), self.seat.clone());
        let after = self.after;
        self.app
            .block(move |app| {
                // A stream lives long: a token that was revoked meanwhile ends it.
                if let Some(caller) = &caller
                    && app.store.token(&caller.token_hash)?.is_none()
                {
                    return Err(auth::unauthorized());
                }
                let player = caller.as_ref().map(|caller| &caller.player);
                app.news(&game, player, (after, limit), seat.as_deref())
            })
            .await
    }
}

/// A live stream.
struct Live {
    reader: Reader,
    /// Held, so that the room is not closed while somebody listens at its door.
    _room: Arc<Room>,
    moved: watch::Receiver<u64>,
    /// Counted, as long as it is held.
    _one: One,
    begun: bool,
    /// Whether time has passed since the last thing was sent.
    beat: bool,
}

/// Each line after `after`, and then each new one when it is written.
///
/// # Errors
/// 404.
pub async fn stream(
    app: web::Data<App>,
    game: String,
    (caller, seat): (Option<Caller>, Option<String>),
    after: u64,
) -> Result<HttpResponse, Problem> {
    let room = app.hall.room(&game_id(&game)?);
    let moved = room.watch();
    let reader = Reader { app, game, caller, seat, after };
    let news = reader.news(1).await?;
    if news.closed && after == news.version {
        return Ok(HttpResponse::NoContent().finish());
    }
    let one = reader.app.metrics.streams.enter();
    let live = Live { reader, _room: room, moved, _one: one, begun: false, beat: false };
    let chunks = stream::unfold(live, |mut live| async move {
        let chunk = live.next().await?;
        Some((Ok::<_, Problem>(chunk), live))
    });
    Ok(HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header((header::CACHE_CONTROL, "no-store, no-transform"))
        // Says that it is packed already, as not at all: so nothing packs it, which would hold events back.
        .insert_header((header::CONTENT_ENCODING, "identity"))
        .insert_header((X_ACCEL_BUFFERING, "no"))
        .streaming(chunks))
}

impl Live {
    /// What is sent next; `None` at the end.
    async fn next(&mut self) -> Option<Bytes> {
        if !std::mem::replace(&mut self.begun, true) {
            return Some(Bytes::from_static(BEGIN.as_bytes()));
        }
        loop {
            if self.reader.app.stop.is_set() {
                return None;
            }
            self.moved.borrow_and_update();
            // A game that is no longer for this reader ends his stream, and so does a failure: he will come back and be
            // told why.
            let news = self.reader.news(PAGE).await.ok()?;
            if news.version < self.reader.after {
                self.reader.after = news.version;
                return Some(resync(&news));
            }
            if let Some(last) = news.events.last() {
                self.reader.after = last.seq;
                self.beat = false;
                return Some(frames(&news.events));
            }
            if news.closed {
                return None;
            }
            if std::mem::replace(&mut self.beat, false) {
                return Some(Bytes::from_static(BEAT.as_bytes()));
            }
            tokio::select! {
                // The sender lives as long as the room, which we hold.
                _ = self.moved.changed() => {}
                () = tokio::time::sleep(POLL) => self.beat = true,
                () = self.reader.app.stop.wait() => return None,
            }
        }
    }
}

/// The reader has more lines than there are: he must look anew.
fn resync(news: &News) -> Bytes {
    let data = serde_json::json!({ "version": news.version, "head": news.head });
    Bytes::from(format!("id: {}\nevent: resync\ndata: {data}\n\n", news.version))
}

fn frames(events: &[EventView]) -> Bytes {
    let mut text = String::new();
    for event in events {
        // An event is always JSON, and JSON has no line breaks.
        let data = json(event).unwrap_or_default();
        text.push_str(&format!("id: {}\nevent: {}\ndata: {data}\n\n", event.seq, event.kind));
    }
    Bytes::from(text)
}

/// All lines after `after` that there are now, one event a line.
///
/// # Errors
/// 404.
pub async fn file(
    app: web::Data<App>,
    game: String,
    (caller, seat): (Option<Caller>, Option<String>),
    after: u64,
    limit: Option<usize>,
) -> Result<HttpResponse, Problem> {
    let reader = Reader { app, game, caller, seat, after };
    let to = reader.news(1).await?.version;
    let to = limit.map_or(to, |limit| to.min(after.saturating_add(limit as u64)));
    let chunks = stream::unfold(reader, move |mut reader| async move {
        let left = usize::try_from(to.saturating_sub(reader.after)).unwrap_or(usize::MAX).min(PAGE);
        if left == 0 || reader.app.stop.is_set() {
            return None;
        }
        let news = match reader.news(left).await {
            Ok(news) => news,
            Err(problem) => return Some((Err(problem), Reader { after: to, ..reader })),
        };
        reader.after = news.events.last()?.seq;
        let lines: Result<String, Problem> =
            news.events.iter().map(|event| Ok(json(event)? + "\n")).collect();
        Some((lines.map(Bytes::from), reader))
    });
    Ok(HttpResponse::Ok().content_type("application/x-ndjson").streaming(chunks))
}
