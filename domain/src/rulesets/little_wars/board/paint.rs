//! Colours. A colour is never the only difference: Red's men are round and Blue's square, terrain differs in outline and
//! hatching, and everything has its name.

use super::super::ids::Side;
use crate::picture::Colour;

/// Words, frames, marks.
pub(super) const INK: Colour = Colour(0x2c2620);
/// Behind everything.
pub(super) const PAPER: Colour = Colour(0xf5f0e3);
/// The floor.
pub(super) const FLOOR: Colour = Colour(0xe9dfc4);
/// Lines every twelve inches.
pub(super) const GRID: Colour = Colour(0xd5c8a4);
/// Words of lesser weight.
pub(super) const FAINT: Colour = Colour(0x7c7156);
/// Light on dark.
pub(super) const WHITE: Colour = Colour(0xffffff);
/// What has happened to men.
pub(super) const DEATH: Colour = Colour(0xb01818);
/// A gun that is in action.
pub(super) const READY: Colour = Colour(0x2f7d32);
/// What a piece in focus can do.
pub(super) const REACH: Colour = Colour(0x1d5fa8);
/// Where a shot went.
pub(super) const SHOT: Colour = Colour(0x3a2f6b);

/// Houses.
pub(super) const HOUSE: Colour = Colour(0xb9a58d);
/// Walls and rocks.
pub(super) const STONE: Colour = Colour(0x9d978c);
/// Hedges.
pub(super) const HEDGE: Colour = Colour(0x5f7d3c);
/// Trunks.
pub(super) const TREE: Colour = Colour(0x4d6b2f);
/// Their leaves.
pub(super) const LEAVES: Colour = Colour(0x93ad6a);
/// Water.
pub(super) const WATER: Colour = Colour(0x9cc3d8);
/// Bridges and fords.
pub(super) const CROSSING: Colour = Colour(0xd3b98a);
/// The rim of a hill.
pub(super) const HILL_EDGE: Colour = Colour(0x8a9a63);
/// Hills, by their height in inches: the first up to one inch, the last from four on.
pub(super) const HILLS: [Colour; 4] =
    [Colour(0xd3d6a8), Colour(0xc3ca8f), Colour(0xb0bb78), Colour(0x9dab65)];

/// How a side's men are painted.
pub(super) struct Paint {
    /// Of the man.
    pub(super) body: Colour,
    /// Around him, and what is written on him.
    pub(super) edge: Colour,
}

/// A side's.
pub(super) fn paint(side: Side) -> Paint {
    match side {
        Side::Red => Paint { body: Colour(0xd5452f), edge: Colour(0x5e1408) },
        Side::Blue => Paint { body: Colour(0x3f77c4), edge: Colour(0x0f2c55) },
    }
}
