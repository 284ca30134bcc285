//! Safe repetition: a POST of a signed-in player with an `Idempotency-Key` happens once, and gives its answer again.
//!
//! Turns have their own (the log remembers them for ever); everything else uses [`once`]. The answer is kept encrypted,
//! for it may hold a token, and is written with the effect. Refusals are not remembered.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
};
use domain::ids::Request;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use storage::AnswerRow;

use crate::{
    app::App,
    auth::Caller,
    body::Fields,
    problem::{Problem, codes},
};

/// How long an answer is remembered.
pub const KEPT_SECONDS: u64 = 7 * 24 * 3600;

/// An answer that can be given again, byte for byte.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

impl Answer {
    /// A JSON answer.
    pub fn json(status: StatusCode, body: &impl Serialize) -> Result<Self, Problem> {
        let body = serde_json::to_string(body).map_err(|error| Problem::internal(&error))?;
        let headers = vec![(header::CONTENT_TYPE.to_string(), "application/json".to_owned())];
        Ok(Self { status: status.as_u16(), headers, body })
    }

    /// An answer without a body.
    pub fn empty(status: StatusCode) -> Self {
        Self { status: status.as_u16(), headers: Vec::new(), body: String::new() }
    }

    /// What it says.
    pub fn value(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// With a header, e.g. `Location`.
    pub fn with_header(mut self, name: header::HeaderName, value: impl Into<String>) -> Self {
        self.headers.push((name.to_string(), value.into()));
        self
    }
}

impl From<Answer> for HttpResponse {
    fn from(answer: Answer) -> Self {
        let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = HttpResponse::build(status);
        for (name, value) in answer.headers {
            response.insert_header((name, value));
        }
        if answer.body.is_empty() { response.finish() } else { response.body(answer.body) }
    }
}

/// The keys of requests that are being answered by this process.
#[derive(Clone, Default)]
pub struct Running(Arc<Mutex<HashSet<(String, String)>>>);

/// A request that may be repeated, while it is answered. Dropped when it is done, however it ends.
pub struct Ticket {
    caller: Caller,
    key: Option<String>,
    body_hash: [u8; 32],
    running: Running,
    now: u64,
}

impl Ticket {
    /// The row that remembers this answer, to be written with the effect; `None` when the client sent no key.
    pub fn remember(&self, app: &App, answer: &Answer) -> Result<Option<AnswerRow>, Problem> {
        let Some(key) = &self.key else { return Ok(None) };
        let text = serde_json::to_vec(answer).map_err(|error| Problem::internal(&error))?;
        Ok(Some(AnswerRow {
            actor: self.caller.player.clone(),
            key: key.clone(),
            body_hash: self.body_hash,
            answer: app.keys.encrypt(&text, &place(&self.caller, key)),
            at: self.now,
        }))
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if let Some(key) = &self.key {
            let mut running = self.running.0.lock().unwrap_or_else(PoisonError::into_inner);
            running.remove(&(self.caller.player.0.clone(), key.clone()));
        }
    }
}

/// Answers a POST of a signed-in player: with the answer it had before, if it had one, else by doing the work. The work
/// runs on a thread that may block, makes the answer, and writes `ticket.remember(…)` with its effect.
///
/// # Errors
/// 400 for a bad key, 422 for a key of another request, 409 while the first is not finished, and what the work says.
pub async fn once(
    app: &Arc<App>,
    caller: &Caller,
    request: &HttpRequest,
    raw: &[u8],
    work: impl FnOnce(&Arc<App>, &Ticket) -> Result<Answer, Problem> + Send + 'static,
) -> Result<HttpResponse, Problem> {
    let sent = (key(request)?, body_hash(request, raw));
    Ok(answered(app, caller, sent, work).await?.into())
}

/// The same for a form of our pages, whose key is a hidden field: what is sent twice happens once, and shows the same again.
///
/// # Errors
/// As [`once`].
pub async fn once_by_form(
    app: &Arc<App>,
    caller: &Caller,
    request: &HttpRequest,
    fields: &Fields,
    work: impl FnOnce(&Arc<App>, &Ticket) -> Result<Answer, Problem> + Send + 'static,
) -> Result<Answer, Problem> {
    let key = fields.get("key").map(str::to_owned);
    if key.as_deref().is_some_and(|key| Request::new(key).is_err()) {
        return Err(Problem::plain(codes::BAD_IDEMPOTENCY_KEY));
    }
    answered(app, caller, (key, body_hash(request, &fields.raw)), work).await
}

async fn answered(
    app: &Arc<App>,
    caller: &Caller,
    (key, body_hash): (Option<String>, [u8; 32]),
    work: impl FnOnce(&Arc<App>, &Ticket) -> Result<Answer, Problem> + Send + 'static,
) -> Result<Answer, Problem> {
    let caller = caller.clone();
    app.block(move |app| {
        let ticket = begin(app, caller, key, body_hash)?;
        match before(app, &ticket)? {
            Some(answer) => Ok(answer),
            None => work(app, &ticket),
        }
    })
    .await
}

/// The key of a request, if it has one.
///
/// # Errors
/// 400 when it has not the right form.
pub fn key(request: &HttpRequest) -> Result<Option<String>, Problem> {
    let mut values = request.headers().get_all("idempotency-key");
    let Some(value) = values.next() else { return Ok(None) };
    let key = value.to_str().ok().filter(|key| Request::new(key).is_ok());
    match (key, values.next()) {
        (Some(key), None) => Ok(Some(key.to_owned())),
        _ => Err(Problem::plain(codes::BAD_IDEMPOTENCY_KEY)),
    }
}

fn body_hash(request: &HttpRequest, raw: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(request.method().as_str());
    hash.update(b"\n");
    hash.update(request.uri().path_and_query().map_or("", |path| path.as_str()));
    hash.update(b"\n");
    hash.update(raw);
    hash.finalize().into()
}

/// Takes the key for this request.
fn begin(app: &App, caller: Caller, key: Option<String>, body_hash: [u8; 32]) -> Result<Ticket, Problem> {
    let running = app.running.clone();
    if let Some(key) = &key {
        let mut keys = running.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !keys.insert((caller.player.0.clone(), key.clone())) {
            return Err(Problem::plain(codes::IN_PROGRESS).retry_after(1));
        }
    }
    Ok(Ticket { caller, key, body_hash, running, now: app.now() })
}

/// The answer the request had before.
fn before(app: &App, ticket: &Ticket) -> Result<Option<Answer>, Problem> {
    let Some(key) = &ticket.key else { return Ok(None) };
    let Some(row) = app.store.answer(&ticket.caller.player, key)? else { return Ok(None) };
    if row.body_hash != ticket.body_hash {
        return Err(Problem::plain(codes::IDEMPOTENCY_KEY_REUSED));
    }
    let place = place(&ticket.caller, key);
    let text = app.keys.decrypt(&row.answer, &place).map_err(|error| Problem::internal(&error))?;
    serde_json::from_slice(&text).map(Some).map_err(|error| Problem::internal(&error))
}

fn place(caller: &Caller, key: &str) -> String {
    format!("answer:{}:{key}", caller.player)
}
