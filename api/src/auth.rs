//! Who asks: `Authorization: Bearer fp_…`, looked up by its hash, or the same token in a cookie of our own pages.
//!
//! A browser adds the cookie to whatever asks us, other people's pages included. So with the cookie alone nothing is
//! changed unless the browser says that one of our own pages asked ([`from_our_page`]).
//!
//! A token has 256 bits and only its SHA-256 is kept, so comparing in constant time would protect nothing. The gate
//! ([`crate::layers::gate`]) looks the token up once per request, for the rate limit needs it; the extractors here only
//! read what it found.

use std::{
    collections::HashMap,
    future::{Ready, ready},
    sync::{Arc, Mutex, PoisonError, RwLock},
};

use actix_web::{
    FromRequest, HttpMessage, HttpRequest,
    dev::Payload,
    http::{
        Method,
        header::{self, HeaderMap},
    },
};
use sha2::{Digest, Sha256};
use storage::PlayerId;

use crate::{
    app::App,
    problem::{Problem, codes},
    random,
    service::freshness::Stamp,
};

/// Tokens whose use is noted at one time, at most; what is beyond is noted at the next use.
const N_TOUCHES: usize = 10_000;
/// Tokens that are known without the store at one time, at most.
const N_TOKENS: usize = 10_000;

/// Whether two secrets are the same, found out in a time that does not tell where they differ.
pub fn is_same(right: &[u8], given: &[u8]) -> bool {
    let differs = right.iter().zip(given).fold(0, |all, (a, b)| all | (a ^ b));
    right.len() == given.len() && differs == 0
}

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

/// The cookie of our pages.
pub const COOKIE: &str = "fieldpost";

/// Finds out who sends these headers with a request of this method.
///
/// # Errors
/// 401 when there is a token that is not in force; 403 for a change by cookie that another site asks for; and what the
/// store says.
pub async fn identify(
    app: &Arc<App>,
    method: &Method,
    headers: &HeaderMap,
) -> Result<Option<Caller>, Problem> {
    let Some(value) = headers.get(header::AUTHORIZATION) else {
        return by_cookie(app, method, headers).await;
    };
    let sent = value.to_str().unwrap_or("");
    let token = match sent.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token.trim(),
        _ => return Err(unauthorized()),
    };
    known(app, token).await?.map(Some).ok_or_else(unauthorized)
}

/// Whose token this is, if it is in force.
async fn known(app: &Arc<App>, token: &str) -> Result<Option<Caller>, Problem> {
    if !random::is_token(token) {
        return Ok(None);
    }
    let token_hash = hash(token);
    let stamp = app.stamp()?;
    let known = app.tokens.get(&token_hash, stamp);
    app.metrics.tokens.found(known.is_some());
    if let Some(caller) = known {
        app.touches.note(token_hash, app.now());
        return Ok(Some(caller));
    }
    let Some(token) = app.block(move |app| Ok(app.store.token(&token_hash)?)).await? else {
        return Ok(None);
    };
    app.touches.note(token_hash, app.now());
    let caller = Caller { player: token.player, token_id: token.id, token_hash };
    app.tokens.put(caller.clone(), stamp);
    Ok(Some(caller))
}

/// A cookie that is not in force any more is as none: a page can always be opened.
async fn by_cookie(app: &Arc<App>, method: &Method, headers: &HeaderMap) -> Result<Option<Caller>, Problem> {
    let lines = headers.get_all(header::COOKIE).filter_map(|value| value.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let Some((_, token)) = pairs.into_iter().find(|(name, _)| *name == COOKIE) else { return Ok(None) };
    let Some(caller) = known(app, token).await? else { return Ok(None) };
    if method.is_safe() || from_our_page(app, headers) {
        return Ok(Some(caller));
    }
    Err(Problem::plain(codes::CROSS_SITE))
}

/// Whether the browser says that a page of ours asks: by `Sec-Fetch-Site` (Fetch Metadata), which browsers send where the
/// connection is safe, else by `Origin`, which they send with every change.
pub fn from_our_page(app: &App, headers: &HeaderMap) -> bool {
    let said = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = said("sec-fetch-site") {
        return site == "same-origin";
    }
    let Some(origin) = said("origin") else { return false };
    let here = said("host").map(|host| (format!("http://{host}"), format!("https://{host}")));
    let base = &app.config.base_url;
    base.as_str().strip_suffix(base.path()) == Some(origin)
        || here.is_some_and(|(plain, safe)| origin == plain || origin == safe)
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

/// Tokens that were in force when they were last seen, by their hashes; a token that ends changes the stamp.
#[derive(Default)]
pub struct Tokens(RwLock<HashMap<[u8; 32], (Stamp, Caller)>>);

impl Tokens {
    fn get(&self, hash: &[u8; 32], now: Stamp) -> Option<Caller> {
        let tokens = self.0.read().unwrap_or_else(PoisonError::into_inner);
        tokens.get(hash).filter(|(stamp, _)| *stamp == now).map(|(_, caller)| caller.clone())
    }

    fn put(&self, caller: Caller, stamp: Stamp) {
        let mut tokens = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if N_TOKENS <= tokens.len() {
            tokens.clear();
        }
        tokens.insert(caller.token_hash, (stamp, caller));
    }
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
