//! What a backend keeps of players' absences.

use crate::{AbsenceRow, NewLetter, PlayerId, PlayerRow, Result};

/// The part of [`Storage`](crate::Storage) about absences.
pub trait AbsenceStorage {
    /// A player's absences that end after `since`, oldest first.
    fn absences_of(&self, player: &PlayerId, since: u64) -> Result<Vec<AbsenceRow>>;

    /// Writes an absence in the place of the one with the same player and beginning, the player's row again where it is
    /// given, and queues letters.
    ///
    /// # Errors
    /// [`Error::NotFound`](crate::Error::NotFound) when there is no such player; [`Error::Conflict`](crate::Error::Conflict)
    /// when the player's row makes an address verified that another player has proved.
    fn put_absence(
        &self,
        absence: AbsenceRow,
        player: Option<PlayerRow>,
        letters: Vec<NewLetter>,
    ) -> Result<()>;

    /// Notes what was done about an absence, and queues letters, if it still ends then and is still in that state; whether
    /// it was.
    fn absence_done(&self, before: &AbsenceRow, after: AbsenceRow, letters: Vec<NewLetter>) -> Result<bool>;

    /// Absences that games do not know of, and those that are over by now without anybody having been told; at most `limit`.
    fn absences_due(&self, now: u64, limit: usize) -> Result<Vec<AbsenceRow>>;
}
