//! What stands beside games and people: absences, and offers to play once more.

use domain::ids::{GameId, Seat};

use super::PlayerId;

words!(
    /// What has been done about an absence.
    AbsenceState {
        /// The player's games do not know of it as it is.
        Fresh = "fresh",
        /// They do.
        Applied = "applied",
        /// It is over, and the player was told.
        Over = "over",
    }
);

words!(
    /// What became of an offer to play once more.
    RematchState {
        /// It waits for answers.
        Standing = "standing",
        /// All agreed: there is a game.
        Accepted = "accepted",
        /// Somebody did not want it.
        Declined = "declined",
        /// Its maker took it back.
        Withdrawn = "withdrawn",
    }
);

/// A player's absence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbsenceRow {
    /// Whose.
    pub player: PlayerId,
    /// When it began.
    pub begun: u64,
    /// When it ends, or ended.
    pub until: u64,
    /// What has been done about it.
    pub state: AbsenceState,
}

/// An offer to play a game that is over once more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RematchRow {
    /// The game that is over.
    pub game: GameId,
    /// The offer's number in that game.
    pub n: u64,
    /// Who made it.
    pub seat: Seat,
    /// Whether the sides are swapped.
    pub swap: bool,
    /// The seats that want it, the maker's among them.
    pub agreed: Vec<Seat>,
    /// What became of it.
    pub state: RematchState,
    /// Who did not want it.
    pub declined_by: Option<Seat>,
    /// The game it led to.
    pub next: Option<GameId>,
    /// Counts its changes; guards against lost updates.
    pub revision: u64,
    /// When it was made.
    pub at: u64,
}
