//! Orders that are given by pointing at the board, where there are too many to list them: a page offers the gestures, and writes
//! the order a gesture stands for. It knows no rules: what is written is judged as if it had been typed.

use serde::Serialize;

/// What is chosen first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Chosen {
    /// One thing that the picture marks `data-figure`.
    Figure,
    /// More than one of these.
    Figures,
    /// One of these or more.
    AnyFigures,
    /// One thing that it marks `data-gun`.
    Gun,
}

/// What is pressed then.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// Nothing: the order is whole.
    Nothing,
    /// A figure of another side.
    Enemy,
    /// A place on the measured floor: what the picture marks with the class `floor`, a hundredth of an inch to the unit.
    Place,
    /// A place, perhaps by way of others.
    Path,
    /// Two places.
    Ends,
}

/// How an order is given by pointing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Gesture {
    /// Its name on a button.
    pub name: &'static str,
    /// The phases of a turn in which it can be made.
    pub phases: &'static [&'static str],
    /// What is chosen first.
    pub chosen: Chosen,
    /// What is pressed then.
    pub target: Target,
    /// The order in notation. `{figures}` are the chosen ones as `ri1-ri5 rc2`, `{set}` the same as `C1-5,E2`; `{target}` is
    /// the enemy's id, a place `x,y`, a path `x,y > x,y` or, of two places, `x,y to x,y`; `{unit}` the enemy's unit; `{by}`,
    /// with signs, the way from the middle of the chosen ones to the place. Lengths are in inches, with two decimals at most.
    pub order: &'static str,
}
