//! A player's mail as a list, and its counts.

use domain::ids::{GameId, Seat};

use super::{LetterState, PlayerId};

/// A mail that came from a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedMail {
    /// Whose proved address it came from.
    pub player: PlayerId,
    /// The game its reply address belongs to, where it is a game of his.
    pub game: Option<GameId>,
    /// And the seat.
    pub seat: Option<Seat>,
    /// When, Unix seconds.
    pub at: u64,
    /// True when it was heard and is answered by a letter.
    pub heard: bool,
    /// Why it was not.
    pub why: Option<String>,
}

/// Where a page of a player's mails ended: time, and number within its direction. What was sent comes before what was
/// received in the same second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MailPlace {
    /// When it was queued or received, Unix seconds.
    pub at: u64,
    /// True for a letter that was sent.
    pub is_sent: bool,
    /// Its number.
    pub id: u64,
}

/// Which mails of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailFilter {
    /// Whose.
    pub player: PlayerId,
    /// About this game only.
    pub game: Option<GameId>,
    /// Those after this place.
    pub after: Option<MailPlace>,
    /// How many at most.
    pub limit: usize,
}

/// A mail of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct MailRow {
    /// Where it stands in the list.
    pub place: MailPlace,
    /// The game it is about.
    pub game: Option<GameId>,
    /// And the seat.
    pub seat: Option<Seat>,
    /// What became of it.
    pub fate: MailFate,
}

/// What became of a mail of a player.
#[derive(Clone, Debug, PartialEq)]
pub enum MailFate {
    /// It is a letter to him.
    Sent {
        /// E.g. `your_move`.
        kind: String,
        /// Where it is.
        state: LetterState,
        /// True when it leaves, or left, inside another letter.
        carried: bool,
        /// How often it was tried.
        tries: u32,
        /// What the other side said last, or why the letter was dropped.
        error: Option<String>,
        /// When it may leave, or should have left.
        due: u64,
        /// When it was done with.
        ended: Option<u64>,
    },
    /// It came from him.
    Received {
        /// True when it is answered.
        heard: bool,
        /// Why it was not heard.
        why: Option<String>,
    },
}

/// How many letters of a kind came to this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailCount {
    /// E.g. `your_move`.
    pub kind: String,
    /// `sent`, `dropped`, `failed`, `carried` or `deferred`.
    pub what: String,
    /// How many.
    pub n: u64,
    /// When it last happened; of `deferred`, until when.
    pub last: u64,
}
