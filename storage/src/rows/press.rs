//! Press: what players write to each other.

use domain::ids::{GameId, Seat};

use super::{AnswerRow, NewLetter, PlayerId};

/// Whom a message is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Addressee {
    /// Everybody who may see the game.
    All,
    /// A side.
    Side(String),
    /// A seat.
    Seat(Seat),
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageRow {
    /// Its id: drawn at random, so that it tells nothing of other messages.
    pub id: String,
    /// The game it was written in.
    pub game: GameId,
    /// The seat that wrote it.
    pub seat: Seat,
    /// Who held that seat.
    pub player: PlayerId,
    /// Whom it is for.
    pub to: Addressee,
    /// What it says; `None` when its author has been erased.
    pub text: Option<String>,
    /// When it was written.
    pub at: u64,
}

/// A message to be written, with all that follows from it.
#[derive(Clone, Debug)]
pub struct NewMessage {
    /// The message.
    pub row: MessageRow,
    /// The game's revision on which it was decided who may write, and who reads.
    pub revision: u64,
    /// The seats that read it, where it is not for all; its author's is one of them.
    pub readers: Vec<Seat>,
    /// The letters that carry it.
    pub letters: Vec<NewLetter>,
    /// The remembered answer.
    pub answer: Option<AnswerRow>,
}

/// Which messages.
#[derive(Clone, Debug)]
pub struct MessageFilter {
    /// Of this game.
    pub game: GameId,
    /// Those for all, and those that one of these seats reads.
    pub seats: Vec<Seat>,
    /// Only those written before the message with this id.
    pub before: Option<String>,
    /// At most.
    pub limit: usize,
}
