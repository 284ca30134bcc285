//! What events are made of.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    geometry::{Direction, Point},
    ids::Seat,
    rulesets::little_wars::ids::{FigureId, GunId, PieceId, Side},
};

/// One value for each side.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::PerSide)]
pub struct PerSide<T> {
    /// Red's.
    pub red: T,
    /// Blue's.
    pub blue: T,
}

impl<T> PerSide<T> {
    /// What `value` says of each.
    pub fn of(mut value: impl FnMut(Side) -> T) -> Self {
        PerSide { red: value(Side::Red), blue: value(Side::Blue) }
    }

    /// One side's.
    pub fn side(&self, side: Side) -> &T {
        match side {
            Side::Red => &self.red,
            Side::Blue => &self.blue,
        }
    }

    /// One side's, to be changed.
    pub fn side_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Red => &mut self.red,
            Side::Blue => &mut self.blue,
        }
    }
}

/// What a side's half-points are for (LW-9.4).
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::Breakdown)]
pub struct Breakdown {
    /// The victory, or the half of it in a draw.
    pub victory: i64,
    /// Guns.
    pub guns: i64,
    /// Horsemen alive and uncaptured.
    pub cavalry: i64,
    /// Foot alive and uncaptured.
    pub infantry: i64,
    /// Own men who are prisoners.
    pub own_prisoners: i64,
    /// Prisoners taken.
    pub taken: i64,
}

impl Breakdown {
    /// All of it.
    pub fn total(&self) -> i64 {
        self.victory + self.guns + self.cavalry + self.infantry + self.own_prisoners + self.taken
    }
}

/// A force that was picked (LW-10.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::Picked)]
pub struct Picked {
    /// Foot.
    pub infantry: u32,
    /// Horse.
    pub cavalry: u32,
    /// Guns.
    pub guns: u32,
}

/// A man put down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::DeployedFigure)]
pub struct DeployedFigure {
    /// Who.
    pub id: FigureId,
    /// Whose.
    pub seat: Seat,
    /// Where.
    pub at: Point,
}

/// A gun put down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::DeployedGun)]
pub struct DeployedGun {
    /// Which.
    pub id: GunId,
    /// Whose.
    pub seat: Seat,
    /// Where its axis stands.
    pub at: Point,
    /// Where it points.
    pub face: Direction,
}

/// A man in a draft.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::PlacedFigure)]
pub struct PlacedFigure {
    /// Who.
    pub id: FigureId,
    /// Where.
    pub at: Point,
}

/// A gun in a draft.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::PlacedGun)]
pub struct PlacedGun {
    /// Which.
    pub id: GunId,
    /// Where its axis stands.
    pub at: Point,
}

/// A man or gun given away in a draft.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::AssignedPiece)]
pub struct AssignedPiece {
    /// What.
    pub id: PieceId,
    /// Whose it is to be.
    pub seat: Seat,
}
