//! Letters and what becomes of them.

use domain::ids::{GameId, Seat};

use super::{LetterState, PlayerId};

/// A letter to be queued.
#[derive(Clone, Debug, PartialEq)]
pub struct NewLetter {
    /// The game it is about.
    pub game: Option<GameId>,
    /// The seat it is for.
    pub seat: Option<Seat>,
    /// The version it was written at.
    pub seq: u64,
    /// E.g. `your_move`.
    pub kind: String,
    /// Whose it is: he is found when it leaves.
    pub player: Option<PlayerId>,
    /// The address it goes to, where there is no player.
    pub address: Option<String>,
    /// What the text will be made of; encrypted where it holds a secret.
    pub content: Vec<u8>,
    /// Unique: a letter with the same id is queued once (a second is ignored, not an error).
    pub message_id: String,
    /// When it was written.
    pub queued: u64,
    /// When it may leave.
    pub due: u64,
}

/// A letter in the queue.
#[derive(Clone, Debug, PartialEq)]
pub struct LetterRow {
    /// Its number.
    pub id: u64,
    /// What it is.
    pub letter: NewLetter,
    /// Where it is.
    pub state: LetterState,
    /// How often it was tried.
    pub tries: u32,
    /// Its bytes and the address they are for, once made: never made again.
    pub made: Option<MadeLetter>,
}

/// A letter as it leaves.
#[derive(Clone, Debug, PartialEq)]
pub struct MadeLetter {
    /// Where it goes.
    pub to: String,
    /// RFC 5322 bytes.
    pub bytes: Vec<u8>,
}

/// What became of a letter.
#[derive(Clone, Debug, PartialEq)]
pub enum LetterOutcome {
    /// Its text was made; it has not left yet.
    Made {
        /// The text.
        made: MadeLetter,
        /// When, Unix seconds.
        at: u64,
    },
    /// It left at this time.
    Sent(u64),
    /// It was no longer true, or not wanted.
    Dropped {
        /// When, Unix seconds.
        at: u64,
        /// Why, in a few words of ours.
        why: String,
    },
    /// It is too early for it: no try is counted.
    Wait {
        /// Until when, Unix seconds.
        due: u64,
    },
    /// Try again at this time.
    Retry {
        /// When.
        due: u64,
        /// What the other side said.
        error: String,
    },
    /// Given up.
    Failed {
        /// When, Unix seconds.
        at: u64,
        /// What the other side said.
        error: String,
    },
}

/// The state of the outbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PostDepth {
    /// Waiting.
    pub queued: u64,
    /// Left.
    pub sent: u64,
    /// Refused for good.
    pub failed: u64,
    /// When the oldest waiting one was queued.
    pub oldest: Option<u64>,
}
