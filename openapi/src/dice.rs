//! All dice of a game, and how even they are (service §2). Whole numbers only: means and chi-squares in thousandths.

use domain::ids::Seat;
use serde::Serialize;
use utoipa::ToSchema;

use crate::turns::RollView;

/// A page of rolls, with statistics over all of them.
#[derive(Debug, Serialize, ToSchema)]
pub struct DicePage {
    /// In the order in which they were thrown.
    pub items: Vec<RollView>,
    /// Over every roll of the game, whatever the page.
    pub statistics: DiceStatistics,
    /// The next page.
    pub next: Option<String>,
}

/// How even the dice of a game were.
#[derive(Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct DiceStatistics {
    /// Rolls so far.
    pub rolls: u64,
    /// Dice in them.
    pub dice: u64,
    /// All of them, by number of faces.
    pub all: Vec<FaceCount>,
    /// The same for each seat that has rolled, in the order of their names.
    pub seats: Vec<SeatDice>,
}

/// The dice of one seat.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SeatDice {
    /// Whose; `null` for rolls that are nobody's.
    pub seat: Option<Seat>,
    /// By number of faces.
    pub dice: Vec<FaceCount>,
}

/// Dice of one kind.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(example = json!({
    "sides": 6, "dice": 60, "sum": 210, "mean_thousandths": 3500, "expected_mean_thousandths": 3500,
    "faces": [10, 10, 10, 10, 10, 10], "chi_square_thousandths": 0, "degrees_of_freedom": 5
}))]
pub struct FaceCount {
    /// Faces.
    pub sides: u32,
    /// How many dice.
    pub dice: u64,
    /// Their sum: the mean is exactly `sum` / `dice`.
    pub sum: u64,
    /// The mean in thousandths, rounded.
    pub mean_thousandths: u64,
    /// What a fair die's mean would be, in thousandths.
    pub expected_mean_thousandths: u64,
    /// How often each face came up, from 1; left empty for dice of more than 1000 faces.
    pub faces: Vec<u64>,
    /// Pearson's chi-square against a fair die, in thousandths, rounded. With d degrees of freedom, values far above
    /// d + 3·√(2d) are rare for fair dice; it says little before each face could have come up five times.
    pub chi_square_thousandths: u64,
    /// `sides` − 1.
    pub degrees_of_freedom: u32,
}
