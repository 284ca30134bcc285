//! Signing in, and the tokens of a player.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::players::Me;

/// Asks for a one-time code by mail.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"email": "alice@example.org"}))]
pub struct SignIn {
    /// A verified address.
    pub email: String,
}

/// Says that the request for a code was taken. The same for known and unknown addresses.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({"detail": "If a player has proved this address, a code is on its way to it."}))]
pub struct SignInAnswer {
    /// What happens now, for people.
    pub detail: String,
}

/// Exchanges a one-time code for a token.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"email": "alice@example.org", "code": "K3M9-Q2X4", "name": "laptop"}))]
pub struct TokenFromCode {
    /// The address the code was sent to.
    pub email: String,
    /// The code; letter case, blanks and hyphens do not matter.
    pub code: String,
    /// What you call the token.
    #[serde(default)]
    pub name: Option<String>,
}

/// Asks for one more token.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "bot on the server"}))]
pub struct NewToken {
    /// What you call it, e.g. the machine it is for.
    #[serde(default)]
    pub name: Option<String>,
}

/// A new token: shown this once.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "id": "t_4x8k2m7q9c3n5r6s", "name": "laptop", "created": "2026-11-30T05:22:49Z", "last_used": null, "current": false,
    "token": "fp_9s0mT3q8…"
}))]
pub struct TokenMade {
    /// What can be seen of it later.
    #[serde(flatten)]
    pub about: Token,
    /// The token itself, for `Authorization: Bearer`. Only its hash is kept.
    pub token: String,
}

/// A token for somebody who signed in, and who that is.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignedIn {
    /// The token.
    #[serde(flatten)]
    pub made: TokenMade,
    /// Whose it is.
    pub player: Me,
}

/// A token, without itself.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "id": "t_4x8k2m7q9c3n5r6s", "name": "laptop", "created": "2026-11-30T05:22:49Z",
    "last_used": "2026-12-01T18:00:00Z", "current": true
}))]
pub struct Token {
    /// Its id, to revoke it by.
    pub id: String,
    /// What you call it.
    pub name: String,
    /// When it was made.
    #[schema(format = DateTime)]
    pub created: String,
    /// When it was last used, give or take a minute.
    #[schema(format = DateTime)]
    pub last_used: Option<String>,
    /// True for the one this request was made with.
    pub current: bool,
}

/// A player's tokens, oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Tokens {
    /// All of them.
    pub items: Vec<Token>,
    /// Always null: they fit on one page.
    pub next: Option<String>,
}
