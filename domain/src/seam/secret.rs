//! Secrets as they pass the seam: hidden events under seal (log-mapping §6), and where their seals stand.

use crate::{hash::Hash, ids::Seat, log::Body};

/// A hidden event that was just decided, to be sealed by the line it came with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// Whose secret.
    pub owner: Seat,
    /// The event, canonical: what is sealed, and folded when it is opened.
    pub text: Body,
    /// Drawn before the line is written; the rules do not know it.
    pub salt: Option<Hash>,
}

/// Where the seal of a secret stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealedAt {
    /// In the log.
    Line {
        /// The line.
        seq: u64,
        /// Which of its seals, from 0.
        n: u64,
        /// What it is salted with.
        salt: Hash,
    },
    /// In the decision that is being made.
    Made {
        /// Which of its events, from 0.
        at: usize,
        /// Which of that one's seals, from 0.
        n: usize,
    },
}

/// A secret that is sealed and not yet opened, as its keeper knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    /// Whose.
    pub owner: Seat,
    /// The hidden event.
    pub text: Body,
    /// Where its seal stands.
    pub at: SealedAt,
}
