//! Who asks: `Authorization: Bearer fp_…`, looked up by its hash.
//!
//! A token has 256 bits and only its SHA-256 is kept, so comparing in constant time would protect nothing. The gate
//! ([`crate::layers::gate`]) looks the token up once per request, for the rate limit needs it; the extractors here only
//! read what it found.

use std::{
    collections::HashMap,
    future::{Ready, ready},
    sync::{Arc, Mutex, PoisonError},
};

use actix_web::{
    FromRequest, HttpMessage, HttpRequest,
    dev::Payload,
    http::header::{self, HeaderMap},
};
use sha2::{Digest, Sha256};
use storage::PlayerId;

use crate::{
    app::App,
    problem::{Problem, codes},
    random,
};

/// Tokens whose use is noted at one time, at most; what is beyond is noted at the next use.
const N_TOUCHES: usize = 10_000;

/// A signed-in player. As an argument of a handler: 401 for anybody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// Who.
    pub player: PlayerId,
    /// The id of the token he used.
    pub token_id: String,
    /// The hash of the token.
    pub token_hash: [u8; 32],
}

/// A signed-in player or nobody; a token that is not in force is 401 all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaybeCaller(pub Option<Caller>);

/// What the gate found.
#[derive(Clone)]
pub struct Identity(pub Result<Option<Caller>, Problem>);

impl FromRequest for Caller {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(identity(request).and_then(|caller| caller.ok_or_else(unauthorized)))
    }
}

impl FromRequest for MaybeCaller {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(identity(request).map(Self))
    }
}

fn identity(request: &HttpRequest) -> Result<Option<Caller>, Problem> {
    match request.extensions().get::<Identity>() {
        Some(identity) => identity.0.clone(),
        None => Ok(None),
    }
}

/// Finds out who sends these headers.
///
/// # Errors
/// 401 when there is a token that is not in force, and what the store says.
pub async fn identify(app: &Arc<App>, headers: &HeaderMap) -> Result<Option<Caller>, Problem> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let sent = value.to_str().unwrap_or("");
    let token = match sent.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token.trim(),
        _ => return Err(unauthorized()),
    };
    if !random::is_token(token) {
        return Err(unauthorized());
    }
    let token_hash = hash(token);
    let found = app.block(move |app| Ok(app.store.token(&token_hash)?)).await?;
    let token = found.ok_or_else(unauthorized)?;
    app.touches.note(token_hash, app.now());
    Ok(Some(Caller { player: token.player, token_id: token.id, token_hash }))
}

/// SHA-256 of a secret: what the store keeps of tokens, codes and invitations.
pub fn hash(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

/// The 401 of somebody who is not signed in.
pub fn unauthorized() -> Problem {
    Problem::plain(codes::UNAUTHORIZED).with_header(header::WWW_AUTHENTICATE, "Bearer realm=\"fieldpost\"")
}

/// The 401 of somebody who puts a token into an address.
pub fn token_in_url() -> Problem {
    Problem::plain(codes::TOKEN_IN_URL).with_header(header::WWW_AUTHENTICATE, "Bearer realm=\"fieldpost\"")
}

/// When tokens were last used: gathered, and written now and then by the housekeeping.
#[derive(Default)]
pub struct Touches(Mutex<HashMap<[u8; 32], u64>>);

impl Touches {
    fn note(&self, hash: [u8; 32], now: u64) {
        let mut touches = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if touches.len() < N_TOUCHES || touches.contains_key(&hash) {
            touches.insert(hash, now);
        }
    }

    /// Takes what was gathered.
    pub fn drain(&self) -> Vec<([u8; 32], u64)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).drain().collect()
    }
}
