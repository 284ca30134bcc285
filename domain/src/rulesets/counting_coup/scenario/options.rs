//! The options of a game: how a scenario words them, how they are when all is filled in, and what follows for the
//! seats. Their ranges are checked in `scenario_faults`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Scenario, SeatEntry, words::as_str};
use crate::rulesets::counting_coup::ids::UnitId;

/// The options a scenario is meant to be played with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = counting_coup::ScenarioOptions)]
pub struct ScenarioOptions {
    /// Which edition of the rules.
    pub edition: Edition,
    /// Which shooting table.
    pub shooting_table: ShootingTable,
    /// Where the companies start.
    pub deployment: Deployment,
    /// The battle ends when that round is complete; `null` for no such end.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required = true, minimum = 1, maximum = 60)]
    pub round_limit: Option<u32>,
    /// What the first hit does to a chief.
    pub chief_first_hit: ChiefFirstHit,
    /// Which comrades keep a guidon bearer from being attacked.
    pub guidon_guard: GuidonGuard,
}

/// What may be chosen when a game is created, all filled in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = counting_coup::Options)]
pub struct Options {
    /// Which edition of the rules.
    pub edition: Edition,
    /// Which shooting table.
    pub shooting_table: ShootingTable,
    /// Where the companies start.
    pub deployment: Deployment,
    /// The battle ends when that round is complete; `null` for no such end.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required = true, minimum = 1, maximum = 60)]
    pub round_limit: Option<u32>,
    /// What the first hit does to a chief.
    pub chief_first_hit: ChiefFirstHit,
    /// Which comrades keep a guidon bearer from being attacked.
    pub guidon_guard: GuidonGuard,
    /// The scenario's units that take part, in any order, each once.
    #[schema(min_items = 2)]
    pub units: Vec<UnitId>,
}

/// Which of the two printed texts is played (CCC-1.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = counting_coup::Edition)]
pub enum Edition {
    /// The first one.
    V1,
    /// Version 2.
    V2,
}

/// Which shooting table is used (CCC-1.5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = counting_coup::ShootingTable)]
pub enum ShootingTable {
    /// That of the edition.
    AsPrinted,
    /// That of version 2 in both editions.
    Corrected,
}

/// Where the companies start (CCC-3.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = counting_coup::Deployment)]
pub enum Deployment {
    /// Each in a direction from the centre that is rolled for.
    Random,
    /// As the scenario says.
    Fixed,
}

/// What the first hit does to a chief besides the loss of his horse (CCC-8.5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = counting_coup::ChiefFirstHit)]
pub enum ChiefFirstHit {
    /// Nothing: he fights on where he is.
    Stays,
    /// He leaves the table and comes on again in the next round.
    Withdraws,
}

/// Which comrades keep a guidon bearer from being attacked (CCC-7.9).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = counting_coup::GuidonGuard)]
pub enum GuidonGuard {
    /// All other figures of his unit, until they have fought.
    Company,
    /// Only those that have not fought and touch an enemy who has not fought either.
    Contact,
}

as_str! {
    Edition { V1 => "v1", V2 => "v2" }
    ShootingTable { AsPrinted => "as_printed", Corrected => "corrected" }
    Deployment { Random => "random", Fixed => "fixed" }
    ChiefFirstHit { Stays => "stays", Withdraws => "withdraws" }
    GuidonGuard { Company => "company", Contact => "contact" }
}

/// The scenario's own options, with all its units.
pub(in crate::rulesets::counting_coup) fn options(scenario: &Scenario) -> Options {
    let ScenarioOptions { edition, shooting_table, deployment, round_limit, chief_first_hit, guidon_guard } =
        scenario.options.clone();
    let units = scenario.units.iter().map(|unit| unit.id).collect();
    Options { edition, shooting_table, deployment, round_limit, chief_first_hit, guidon_guard, units }
}

/// What is left of a seat plan in a game of fewer units: nobody commands what does not take part, and who would
/// command nothing has no seat.
pub(in crate::rulesets::counting_coup) fn seats(options: &Options, plan: Vec<SeatEntry>) -> Vec<SeatEntry> {
    plan.into_iter()
        .filter_map(|mut entry| {
            entry.units.retain(|id| options.units.contains(id)); // CCC-1.7
            (!entry.units.is_empty()).then_some(entry)
        })
        .collect()
}
