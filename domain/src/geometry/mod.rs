//! The plane, exact: points in hundredths of an inch, and what rulesets measured with a ruler ask of them. Whole numbers
//! only. It judges nothing: who may stand, see or go where is a ruleset's.
//!
//! Reading order: [`number`], [`length`], [`plane`], [`segment`], [`disc`], [`polygon`], [`direction`],
//! [`vector`].
//!
//! Invariants: x runs east and y runs south, as on every picture; no input panics. Floors reach to 30,000 hundredths, but
//! answers are exact for every [`Point`] there is, unless a function says otherwise.

pub mod direction;
pub mod disc;
pub mod length;
pub mod number;
pub mod plane;
pub mod polygon;
pub mod segment;
pub mod vector;

pub use direction::{Direction, march, turn, unit};
pub use disc::Disc;
pub use length::Length;
pub use number::{isqrt, isqrt_up, r16, rdiv};
pub use plane::{Point, path_length};
pub use polygon::{Place, Polygon};
pub use segment::Segment;
pub use vector::Vector;
