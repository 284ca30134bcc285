//! What a backend keeps of offers to play a game that is over once more.

use domain::ids::GameId;

use crate::{AnswerRow, NewGame, NewLetter, RematchRow, Result};

/// The part of [`Storage`](crate::Storage) about rematches.
pub trait RematchStorage {
    /// The rematches that were ever offered after a game, by number.
    fn rematches(&self, game: &GameId) -> Result<Vec<RematchRow>>;

    /// Writes an offer (a new one has revision 1, a changed one the present revision and one), makes the game it led to,
    /// queues letters and remembers an answer; all or nothing.
    ///
    /// # Errors
    /// [`Error::Conflict`](crate::Error::Conflict) when the number is taken, the revision does not follow the present one, the new
    /// game's id or the answer's key is taken; [`Error::NotFound`](crate::Error::NotFound) when there is no such game.
    fn put_rematch(
        &self,
        rematch: RematchRow,
        game: Option<NewGame>,
        letters: Vec<NewLetter>,
        answer: Option<AnswerRow>,
    ) -> Result<()>;
}
