//! Webhooks and what is delivered to them.

use domain::ids::GameId;

use super::{LetterState, NewLetter, PlayerId};

/// Kinds of letters that no webhook is told of: they answer a mail, are a mail that was asked for once more, or carry letters
/// that webhooks have been told of one by one.
pub const MAIL_ONLY: &[&str] = &["reply", "asked", "digest"];

/// An address a player wants to be told at.
#[derive(Clone, Debug, PartialEq)]
pub struct WebhookRow {
    /// Public id.
    pub id: String,
    /// Whose.
    pub player: PlayerId,
    /// The address and the secret that signs, encrypted: whoever knows some addresses can write there.
    pub sealed: Vec<u8>,
    /// In which shape messages leave; a word of the caller's.
    pub shape: String,
    /// Only this game's events; `None`: those of all games.
    pub game: Option<GameId>,
    /// Only these kinds of letters; empty: all.
    pub events: Vec<String>,
    /// Whether events are queued for it.
    pub active: bool,
    /// Why it was switched off by us.
    pub off_reason: Option<String>,
    /// Tries that failed since the last that did not.
    pub failures: u32,
    /// When the first of them was.
    pub failing_since: Option<u64>,
    /// When it was made.
    pub created: u64,
}

/// An event on its way to a webhook, or at its end.
#[derive(Clone, Debug, PartialEq)]
pub struct DeliveryRow {
    /// Its number.
    pub id: u64,
    /// The webhook's id.
    pub webhook: String,
    /// The letter it goes beside: `player` is the webhook's owner, `address` is none.
    pub letter: NewLetter,
    /// Where it is.
    pub state: LetterState,
    /// How often it was tried.
    pub tries: u32,
    /// What leaves, once made; kept until the end.
    pub made: Option<Vec<u8>>,
    /// The status of the last answer.
    pub status: Option<u16>,
    /// What went wrong at the last try, or why it was dropped.
    pub error: Option<String>,
    /// When it came to its end.
    pub ended: Option<u64>,
}

/// What became of a try to deliver.
#[derive(Clone, Debug, PartialEq)]
pub enum DeliveryOutcome {
    /// What leaves was made; it has not left yet.
    Made(Vec<u8>),
    /// It arrived: the webhook works.
    Sent {
        /// When.
        at: u64,
        /// The status of the answer.
        status: u16,
    },
    /// It was no longer true, or nobody wanted it any more.
    Dropped {
        /// When.
        at: u64,
        /// Why.
        why: String,
    },
    /// It could not be made here: that says nothing about the webhook.
    PutOff {
        /// When to try again.
        until: u64,
        /// What went wrong.
        error: String,
    },
    /// It did not arrive.
    Missed(Miss),
}

/// A try that failed.
#[derive(Clone, Debug, PartialEq)]
pub struct Miss {
    /// When.
    pub at: u64,
    /// The status of the answer, if there was one.
    pub status: Option<u16>,
    /// What went wrong.
    pub error: String,
    /// When to try again; `None`: it is given up.
    pub again: Option<u64>,
    /// Why the webhook is switched off with this, if it is.
    pub off_reason: Option<String>,
}
