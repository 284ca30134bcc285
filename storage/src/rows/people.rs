//! Accounts and what lets their owners in.

use super::{CodeKind, PlayerId};

/// A person's account.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerRow {
    /// The id.
    pub id: PlayerId,
    /// The name shown to others.
    pub name: String,
    /// The address; never shown to others.
    pub email: Option<String>,
    /// True when this player has proved the address.
    pub email_verified: bool,
    /// IANA time zone.
    pub zone: String,
    /// Notification settings and the like, as JSON.
    pub settings: String,
    /// A permanent failure of the address, in the other server's words.
    pub email_failure: Option<String>,
    /// When the account was made.
    pub created: u64,
    /// When it was erased.
    pub erased: Option<u64>,
    /// When the operator banned him, if he did; written by [`crate::Storage::ban_player`] alone.
    pub banned: Option<u64>,
}

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenRow {
    /// Public id, to list and revoke it.
    pub id: String,
    /// SHA-256 of the token.
    pub hash: [u8; 32],
    /// Whose.
    pub player: PlayerId,
    /// What the player calls it.
    pub name: String,
    /// When it was made.
    pub created: u64,
    /// When it was last used, roughly.
    pub used: Option<u64>,
}

/// A code sent by mail.
#[derive(Clone, Debug, PartialEq)]
pub struct CodeRow {
    /// What for.
    pub kind: CodeKind,
    /// Player id (verify) or address (sign in).
    pub subject: String,
    /// SHA-256 of the code.
    pub hash: [u8; 32],
    /// The address it proves.
    pub email: String,
    /// Until when.
    pub expires: u64,
    /// Tries left.
    pub tries: u32,
}

/// What trying a code gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodeTrial {
    /// Right; it is used up. The address it proves.
    Right(String),
    /// Wrong, late, used up, or there is none: told apart by nobody.
    Wrong,
}
