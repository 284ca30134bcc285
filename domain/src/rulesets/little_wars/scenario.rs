//! The data file: floor, back lines, Country, forces, where they stand, seat plans and options (LW §10). Lengths are
//! hundredths of an inch from the north-west corner, x eastward, y southward. What makes a scenario playable is checked in
//! `scenario_faults`.

mod options;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(super) use options::options;
pub use options::{DrawBelow, Options, ScenarioOptions};

pub use super::words::{Line, TerrainKind};
use super::{
    command::Block,
    ids::{Arm, Pieces, Side},
};
use crate::{geometry::Point, ids::Seat, ruleset::PlanEntry};

/// The version of this format.
pub const FORMAT: u32 = 1;
/// The plan with a seat per side: the default of every scenario.
pub const DUEL: &str = "duel";

/// A scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_wars::Scenario)]
pub struct Scenario {
    /// 1.
    #[schema(minimum = 1, maximum = 1)]
    pub format: u32,
    /// `little_wars`.
    pub ruleset: String,
    /// Its id.
    #[schema(pattern = "^[a-z][a-z0-9_]{0,39}$")]
    pub id: String,
    /// Its name.
    #[schema(min_length = 1, max_length = 80)]
    pub title: String,
    /// What it is about.
    #[schema(max_length = 300)]
    pub summary: String,
    /// How many people it is meant for.
    pub players: Players,
    /// How large the floor is.
    pub table: TableSize,
    /// Where the back lines run.
    pub lines: Lines,
    /// The options it is meant to be played with.
    pub options: ScenarioOptions,
    /// The two sides and the lines they start from.
    #[schema(min_items = 2, max_items = 2)]
    pub sides: Vec<SideNames>,
    /// A name in `seat_plans`.
    pub default_seat_plan: String,
    /// Which seats there are and what they command; `duel` at least.
    pub seat_plans: BTreeMap<String, Vec<SeatEntry>>,
    /// What each side has.
    pub forces: Forces,
    /// What may be picked of each; the forces, where nothing else is said (LW-10.6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub r#box: Option<Force>,
    /// Whether forces may be unequal (LW-10.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub agreed: Option<bool>,
    /// The things on the floor.
    #[schema(max_items = 200)]
    pub country: Vec<Terrain>,
    /// Where every man and gun is put down.
    pub deployment: Vec<Block>,
}

impl Scenario {
    /// The line a side starts from, where nobody chooses (LW-1.2).
    pub fn line_of(&self, side: Side) -> Line {
        self.sides.iter().find(|names| names.id == side).map_or(Line::North, |names| names.line)
    }

    /// Whether both sides have agreed upon their forces (LW-9.13, LW-10.1).
    pub fn is_agreed(&self) -> bool {
        self.agreed.unwrap_or(false)
    }

    /// What a side may pick from: the box, else its force (LW-10.6).
    pub fn box_of(&self, side: Side) -> Force {
        self.r#box.unwrap_or(self.forces.of(side))
    }
}

/// How many people a scenario is meant for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_wars::Players)]
pub struct Players {
    /// At least so many.
    #[schema(minimum = 1)]
    pub min: u32,
    /// At most so many.
    #[schema(maximum = 16)]
    pub max: u32,
}

/// The size of the floor, in hundredths of an inch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_wars::TableSize)]
pub struct TableSize {
    /// West to east.
    #[schema(minimum = 0, maximum = 30_000)]
    pub width: i32,
    /// North to south.
    #[schema(minimum = 0, maximum = 30_000)]
    pub height: i32,
}

impl TableSize {
    /// Whether a point is on the floor, edges included (LW-0.9).
    pub fn holds(self, point: Point) -> bool {
        (0..=self.width).contains(&point.x) && (0..=self.height).contains(&point.y)
    }
}

/// Where the back lines run: their y, in hundredths of an inch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_wars::Lines)]
pub struct Lines {
    /// The northern one.
    #[schema(minimum = 0, maximum = 30_000)]
    pub north: i32,
    /// The southern one.
    #[schema(minimum = 0, maximum = 30_000)]
    pub south: i32,
}

impl Lines {
    /// Where a line runs.
    pub fn y(self, line: Line) -> i32 {
        match line {
            Line::North => self.north,
            Line::South => self.south,
        }
    }

    /// Whether a disc touches a line or is beyond it, seen from the floor (LW-5.10).
    pub fn touches(self, line: Line, at: Point, radius: i64) -> bool {
        match line {
            Line::North => i64::from(at.y) - radius <= i64::from(self.north),
            Line::South => i64::from(at.y) + radius >= i64::from(self.south),
        }
    }
}

/// A side, its name and the line it starts from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_wars::SideNames)]
pub struct SideNames {
    /// Which side.
    pub id: Side,
    /// The name shown to people.
    #[schema(min_length = 1, max_length = 64)]
    pub name: String,
    /// Its back line.
    pub line: Line,
}

/// One seat of a seat plan.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_wars::SeatEntry)]
pub struct SeatEntry {
    /// Its id.
    pub seat: Seat,
    /// Its side.
    pub side: Side,
    /// The name shown to people.
    #[schema(min_length = 1, max_length = 64)]
    pub name: String,
    /// Whether it is the side's general (LW-11.3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(default = false)]
    pub general: bool,
    /// The men and guns it commands.
    pub figures: Vec<Pieces>,
}

impl PlanEntry for SeatEntry {
    fn seat(&self) -> &Seat {
        &self.seat
    }

    fn side(&self) -> &str {
        self.side.as_str()
    }

    fn name(&self) -> &str {
        &self.name
    }
}

/// What each side has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_wars::Forces)]
pub struct Forces {
    /// Red's.
    pub red: Force,
    /// Blue's.
    pub blue: Force,
}

impl Forces {
    /// One side's.
    pub fn of(&self, side: Side) -> Force {
        match side {
            Side::Red => self.red,
            Side::Blue => self.blue,
        }
    }
}

/// A number of men and guns.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_wars::Force)]
pub struct Force {
    /// Foot.
    #[schema(minimum = 0, maximum = 250)]
    pub infantry: u32,
    /// Horse.
    #[schema(minimum = 0, maximum = 250)]
    pub cavalry: u32,
    /// Guns.
    #[schema(minimum = 0, maximum = 9)]
    pub guns: u32,
}

impl Force {
    /// Men of an arm.
    pub fn of(self, arm: Arm) -> u32 {
        match arm {
            Arm::Infantry => self.infantry,
            Arm::Cavalry => self.cavalry,
        }
    }

    /// Men, of both arms.
    pub fn men(self) -> u32 {
        self.infantry + self.cavalry
    }

    /// Two thirds of each arm, and of the guns one at least (LW-9.13).
    pub fn two_thirds(self) -> Force {
        let part = |n: u32| 2 * n / 3;
        let guns = part(self.guns).max(self.guns.min(1));
        Force { infantry: part(self.infantry), cavalry: part(self.cavalry), guns }
    }

    /// Whether it is all in another one.
    pub fn is_within(self, other: Force) -> bool {
        self.infantry <= other.infantry && self.cavalry <= other.cavalry && self.guns <= other.guns
    }

    /// What it costs, in half-points (LW-10.2).
    pub fn half_points(self) -> u64 {
        2 * u64::from(self.infantry) + 3 * u64::from(self.cavalry) + 20 * u64::from(self.guns)
    }
}

/// A thing of the Country (LW-1.5). It has one of `poly`, `rect` and `points`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_wars::Terrain)]
pub struct Terrain {
    /// Its id.
    pub id: String,
    /// What it is.
    pub kind: TerrainKind,
    /// The name shown to people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub name: Option<String>,
    /// Height above the floor, also of things on a hill.
    #[schema(minimum = 0, maximum = 2000)]
    pub top: i32,
    /// Of a trunk; 15 where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 5, maximum = 100)]
    pub radius: Option<i32>,
    /// Its corners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, min_items = 3, max_items = 64)]
    pub poly: Option<Vec<Point>>,
    /// West, north, east and south.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rect: Option<[i32; 4]>,
    /// Its trunks, or where its label stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_items = 64)]
    pub points: Option<Vec<Point>>,
}
