//! The data file: board, triangles, order of battle, seat plans and options, as `lbh-scenario-1` writes them. What
//! makes one playable is checked in `scenario_faults`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    cell::Cell,
    pieces::{Class, FigureId, Side},
};
use crate::{ids::Seat, ruleset::PlanEntry};

/// The name of this format.
pub const SCHEMA: &str = "lbh-scenario-1";

/// A scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_bighorn::Scenario)]
pub struct Scenario {
    /// `lbh-scenario-1`.
    pub schema: String,
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is about.
    pub description: String,
    /// The squares.
    pub board: Board,
    /// Where pieces may start.
    pub triangles: Triangles,
    /// Where the flag starts.
    pub flag: FlagStart,
    /// The smallest units of command.
    pub groups: Vec<Group>,
    /// The name of the seat plan that is taken if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub default_seat_plan: Option<String>,
    /// Which seats there are and what they command, in the order in which they are listed and inherit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub seat_plans: Option<BTreeMap<String, Vec<SeatEntry>>>,
    /// The figures, in roster order.
    pub figures: Vec<FigureEntry>,
    /// The options it is meant to be played with.
    pub options: Options,
}

/// The squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_bighorn::Board)]
pub struct Board {
    /// 1 to 26.
    #[schema(minimum = 1, maximum = 26)]
    pub cols: u8,
    /// 1 to 99.
    #[schema(minimum = 1, maximum = 99)]
    pub rows: u8,
    /// One string per row, north to south, one letter per column, west to east: `.` open, `w` woods, `r` rocks,
    /// `p` parapet, `=` ford, `~` river.
    pub terrain: Vec<String>,
    /// The two cells with a blue arrow.
    #[schema(min_items = 2, max_items = 2)]
    pub exits: Vec<Cell>,
}

/// Where pieces may start.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_bighorn::Triangles)]
pub struct Triangles {
    /// Long Knives and flag.
    pub blue: Vec<Cell>,
    /// Plains Nations.
    pub red: Vec<Cell>,
    /// The red ones with a horse's head: mounted figures.
    pub horse: Vec<Cell>,
}

/// Where the flag starts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_bighorn::FlagStart)]
pub struct FlagStart {
    /// The cell.
    pub start: Cell,
}

/// A group of figures: what a seat plan gives to seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_bighorn::Group)]
pub struct Group {
    /// Its id.
    pub id: String,
    /// Its side.
    pub side: Side,
    /// Its name.
    pub name: String,
}

/// One seat of a seat plan.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_bighorn::SeatEntry)]
pub struct SeatEntry {
    /// Its id.
    pub seat: Seat,
    /// Its side.
    pub side: Side,
    /// The name shown to people, 64 characters at most.
    #[schema(min_length = 1, max_length = 64)]
    pub name: String,
    /// The groups it commands, one at least.
    #[schema(min_items = 1)]
    pub groups: Vec<String>,
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

/// One figure of the order of battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_bighorn::FigureEntry)]
pub struct FigureEntry {
    /// Its id: three letters and a number of 1 to 99.
    pub id: FigureId,
    /// Its side.
    pub side: Side,
    /// What it is.
    pub class: Class,
    /// The group it belongs to.
    pub group: String,
    /// Its name.
    pub name: String,
    /// Where it starts.
    pub start: Cell,
}

/// What may be chosen when a game is created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_bighorn::Options)]
pub struct Options {
    /// Whether the sides may exchange their pieces before the battle.
    pub deployment: Deployment,
    /// Draw when that round is complete; 0 for none.
    #[schema(minimum = 0, maximum = 200)]
    pub round_limit: u32,
    /// Draw after that many quiet rounds in a row; 0 for none.
    #[schema(minimum = 0, maximum = 50)]
    pub quiet_limit: u32,
    /// Who may carry the flag.
    pub flag_bearers: FlagBearers,
    /// Whether the bonus of a target that does not reply counts against the attacker.
    pub unanswered_cover: bool,
}

/// Whether pieces may be exchanged before the battle (LBH-2.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = little_bighorn::Deployment)]
pub enum Deployment {
    /// As the scenario says.
    Fixed,
    /// Both sides in turn exchange their pieces.
    Free,
}

/// Who may carry the flag (LBH-4.8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = little_bighorn::FlagBearers)]
pub enum FlagBearers {
    /// Soldiers.
    Soldiers,
    /// Any Long Knife.
    Any,
}

/// The plan with a seat per side, named like it.
pub(crate) const DUEL: &str = "duel";
/// The plan with a seat per group, named like it.
pub(crate) const GROUPS: &str = "groups";

/// The names of the scenario's seat plans with their entries, the default one first.
pub(crate) fn seat_plans(scenario: &Scenario) -> Vec<(String, Vec<SeatEntry>)> {
    let Some(plans) = &scenario.seat_plans else {
        return vec![(DUEL.to_owned(), duel(scenario)), (GROUPS.to_owned(), by_group(scenario))];
    };
    let default = scenario.default_seat_plan.as_deref().unwrap_or(DUEL);
    let mut named: Vec<_> = plans.iter().map(|(name, plan)| (name.clone(), plan.clone())).collect();
    named.sort_by_key(|(name, _)| name != default);
    named
}

fn duel(scenario: &Scenario) -> Vec<SeatEntry> {
    let groups_of = |side| scenario.groups.iter().filter(move |group| group.side == side);
    Side::ALL
        .into_iter()
        .filter_map(|side| {
            Some(SeatEntry {
                seat: Seat::new(side.as_str()).ok()?,
                side,
                name: side.name().to_owned(),
                groups: groups_of(side).map(|group| group.id.clone()).collect(),
            })
        })
        .collect()
}

fn by_group(scenario: &Scenario) -> Vec<SeatEntry> {
    scenario
        .groups
        .iter()
        .filter_map(|group| {
            Some(SeatEntry {
                seat: Seat::new(&group.id).ok()?,
                side: group.side,
                name: group.name.clone(),
                groups: vec![group.id.clone()],
            })
        })
        .collect()
}
