//! The data file: table, hills, units with their figures, seat plans and options. Lengths are hundredths of an inch from
//! the north-west corner, x eastward, y southward. The options stand in `options`, the small words in `words`. What makes a scenario playable is checked in `scenario_faults`.

mod options;
mod words;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use options::{ChiefFirstHit, Deployment, Edition, GuidonGuard, Options, ScenarioOptions, ShootingTable};
pub(super) use options::{options, seats};
pub use words::{Edge, Role, Side, Weapon};

use super::{
    ground::RADIUS,
    ids::{FigureId, UnitId},
};
use crate::{
    geometry::{Disc, Point, Segment},
    ids::Seat,
    ruleset::PlanEntry,
};

/// The version of this format.
pub const FORMAT: u32 = 1;
/// The plan with a seat per unit: the default of every scenario.
pub const UNITS: &str = "units";
/// The plan with a seat per side.
pub const DUEL: &str = "duel";

/// A scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = counting_coup::Scenario)]
pub struct Scenario {
    /// 1.
    #[schema(minimum = 1, maximum = 1)]
    pub format: u32,
    /// `counting_coup`.
    pub ruleset: String,
    /// Its id.
    #[schema(pattern = "^[a-z][a-z0-9_]*$", max_length = 64)]
    pub id: String,
    /// Its name.
    #[schema(min_length = 1, max_length = 64)]
    pub title: String,
    /// What it is about.
    pub summary: String,
    /// How many people it is meant for.
    pub players: Players,
    /// How large the table is.
    pub table: TableSize,
    /// The options it is meant to be played with.
    pub options: ScenarioOptions,
    /// The two sides.
    #[schema(min_items = 2, max_items = 2)]
    pub sides: Vec<SideNames>,
    /// `units`.
    pub default_seat_plan: String,
    /// Which seats there are and what they command, in the order in which they are listed; `units` and `duel` at least.
    pub seat_plans: BTreeMap<String, Vec<SeatEntry>>,
    /// What hides figures from each other.
    #[schema(max_items = 200)]
    pub hills: Vec<Hill>,
    /// Where companies may be put by lot; without it the option `deployment` cannot be `random`.
    #[serde(default, deserialize_with = "form::given", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub random_deployment: Option<RandomDeployment>,
    /// The companies and bands, in unit order.
    #[schema(min_items = 2)]
    pub units: Vec<Unit>,
}

impl Scenario {
    /// The unit of that name.
    pub(super) fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.id == id)
    }
}

/// How many people a scenario is meant for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = counting_coup::Players)]
pub struct Players {
    /// At least so many.
    #[schema(minimum = 1)]
    pub min: u32,
    /// At most so many.
    pub max: u32,
}

/// The size of the table, in hundredths of an inch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = counting_coup::TableSize)]
pub struct TableSize {
    /// West to east.
    #[schema(minimum = 300, maximum = 12_000)]
    pub width: i32,
    /// North to south.
    #[schema(minimum = 300, maximum = 12_000)]
    pub height: i32,
}

impl TableSize {
    /// The point, if a figure can stand on it: not with a part of its disc beyond an edge. Any numbers will do.
    pub(super) fn place(&self, x: i64, y: i64) -> Option<Point> {
        let radius = i64::from(RADIUS);
        let fits = |at: i64, length: i32| (radius..=i64::from(length) - radius).contains(&at); // CCC-2.1 CCC-2.2
        match (fits(x, self.width), fits(y, self.height)) {
            (true, true) => Some(Point::new(i32::try_from(x).ok()?, i32::try_from(y).ok()?)),
            (false, _) | (_, false) => None,
        }
    }
}

/// A side and its name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = counting_coup::SideNames)]
pub struct SideNames {
    /// Which side.
    pub id: Side,
    /// The name shown to people.
    #[schema(min_length = 1, max_length = 64)]
    pub name: String,
}

/// One seat of a seat plan.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = counting_coup::SeatEntry)]
pub struct SeatEntry {
    /// Its id.
    pub seat: Seat,
    /// Its side.
    pub side: Side,
    /// The name shown to people, 64 characters at most.
    #[schema(min_length = 1, max_length = 64)]
    pub name: String,
    /// The units it commands, one at least.
    #[schema(min_items = 1)]
    pub units: Vec<UnitId>,
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

/// A low hill: all the ground that any of its lobes covers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = counting_coup::Hill)]
pub struct Hill {
    /// Its id.
    #[schema(pattern = "^H[1-9][0-9]?$")]
    pub id: String,
    /// The name shown to people.
    #[schema(min_length = 1, max_length = 64)]
    pub name: String,
    /// Its discs, one at least.
    #[schema(min_items = 1, max_items = 8)]
    pub lobes: Vec<Lobe>,
}

/// A disc of a hill, in hundredths of an inch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = counting_coup::Lobe)]
pub struct Lobe {
    /// Of its centre.
    pub x: i32,
    /// Of its centre.
    pub y: i32,
    /// Its radius.
    #[schema(minimum = 50, maximum = 2000)]
    pub r: i32,
}

impl Hill {
    fn lobes(&self) -> impl Iterator<Item = Disc> + '_ {
        self.lobes.iter().map(|lobe| Disc { centre: Point::new(lobe.x, lobe.y), radius: lobe.r })
    }

    /// Whether a figure here stands on it, rim included.
    pub(super) fn holds(&self, point: Point) -> bool {
        self.lobes().any(|lobe| lobe.holds(point)) // CCC-2.6
    }

    /// Whether it hides one point from another: all that a hill does (CCC-2.9, CCC-5.12).
    pub(super) fn hides(&self, line: Segment) -> bool {
        let on_it = self.holds(line.from) || self.holds(line.to);
        !on_it && self.lobes().any(|lobe| lobe.cuts(line)) // CCC-2.7 CCC-2.8
    }
}

/// Where companies are put by lot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = counting_coup::RandomDeployment)]
pub struct RandomDeployment {
    /// Who rolls for a direction, in this order.
    #[schema(max_items = 12)]
    pub units: Vec<UnitId>,
    /// What the directions start from.
    pub centre: Point,
    /// From the centre to the middle of a company, for 12 o'clock, 1 o'clock and so on to 11.
    #[schema(min_items = 12, max_items = 12)]
    pub ring: Vec<Point>,
    /// From the middle of a company to each of its figures, in their order.
    #[schema(min_items = 1)]
    pub formation: Vec<Point>,
}

impl RandomDeployment {
    /// Where a unit's figure (from 0) goes when the unit has that clock direction (12 and 0 are north), if ring and
    /// formation reach so far; it need not be on the table.
    pub(super) fn place(&self, direction: usize, figure: usize) -> Option<Point> {
        let (ring, own) = (self.ring.get(direction % 12)?, self.formation.get(figure)?);
        self.centre.offset((ring.x, ring.y))?.offset((own.x, own.y)) // CCC-3.3 CCC-3.4
    }
}

/// A company (CCC-3.2) or a band (CCC-3.5).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = counting_coup::Unit)]
pub struct Unit {
    /// Its id.
    pub id: UnitId,
    /// Its side.
    pub side: Side,
    /// The name shown to people.
    #[schema(min_length = 1, max_length = 64)]
    pub name: String,
    /// Whether this is Custer's own unit; companies say so, bands need not.
    #[serde(default, deserialize_with = "form::given", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub custer: Option<bool>,
    /// Where its figures come on; every band has such a marker.
    #[serde(default, deserialize_with = "form::given", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub entry: Option<Entry>,
    /// Its figures: the n-th is the unit's id and n.
    #[schema(min_items = 1, max_items = 20)]
    pub figures: Vec<ScenarioFigure>,
}

impl Unit {
    /// Whether this is Custer's own unit.
    pub fn is_custers(&self) -> bool {
        self.custer == Some(true)
    }
}

/// A marker on an edge of the table, by which figures come on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = counting_coup::Entry)]
pub struct Entry {
    /// Which edge.
    pub edge: Edge,
    /// Where on it.
    pub at: Point,
}

/// A figure as it starts: on the table, or waiting for its round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = counting_coup::ScenarioFigure)]
pub struct ScenarioFigure {
    /// Its id.
    pub id: FigureId,
    /// Whom it stands for, where history has a name.
    #[serde(default, deserialize_with = "form::given", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, min_length = 1, max_length = 64)]
    pub name: Option<String>,
    /// What it is.
    pub role: Role,
    /// What it shoots with.
    pub weapon: Weapon,
    /// Whether it sits on a horse.
    pub mounted: bool,
    /// Whether it carries its unit's guidon; only `true` is ever written.
    #[serde(default, deserialize_with = "form::only_true", skip_serializing_if = "std::ops::Not::not")]
    pub bearer: bool,
    /// Where it stands; left out when `enters` is given.
    #[serde(default, deserialize_with = "form::given", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub at: Option<Point>,
    /// The round in which it comes on, from 1; left out when `at` is given.
    #[serde(default, deserialize_with = "form::given", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1)]
    pub enters: Option<u32>,
}

/// The names of the scenario's seat plans with their entries, the default one first.
pub(super) fn seat_plans(scenario: &Scenario) -> Vec<(String, Vec<SeatEntry>)> {
    let plans = scenario.seat_plans.iter();
    let mut named: Vec<_> = plans.map(|(name, plan)| (name.clone(), plan.clone())).collect();
    named.sort_by_key(|(name, _)| *name != scenario.default_seat_plan);
    named
}

/// Where figures may come on by a marker, in the order in which they are tried.
pub(super) fn entry_slots(entry: &Entry, table: &TableSize) -> impl Iterator<Item = Point> + use<> {
    const ROWS: i64 = 6;
    const STEPS: i64 = 6;
    const FIRST: i64 = 60;
    const STEP: i64 = 110;
    let (entry, table) = (*entry, *table);
    (0..ROWS).flat_map(move |row| {
        let depth = FIRST + STEP * row;
        let pairs = (1..=STEPS).flat_map(|step| [STEP * step, -STEP * step]);
        std::iter::once(0).chain(pairs).filter_map(move |aside| {
            let (x, y) = (i64::from(entry.at.x) + aside, i64::from(entry.at.y) + aside);
            match entry.edge {
                Edge::North => table.place(x, depth),
                Edge::East => table.place(i64::from(table.width) - depth, y),
                Edge::South => table.place(x, i64::from(table.height) - depth),
                Edge::West => table.place(depth, y),
            }
        })
    }) // CCC-3.6
}

/// What serde is told beyond the types.
mod form {
    use serde::{Deserialize, Deserializer, de::Error};

    pub(super) use crate::form::given;

    /// What is not so is left out.
    pub(super) fn only_true<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
        match bool::deserialize(from)? {
            true => Ok(true),
            false => Err(D::Error::custom("left out where it is not true")),
        }
    }
}
