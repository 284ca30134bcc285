//! What the lobby gets and gives: a game's make-up, checked; the page of a scenario; schemas.

use serde_json::Value;

use crate::{ids::Seat, ruleset::ScenarioNames};

/// Which seat plan a new game shall have.
#[derive(Clone, Debug)]
pub enum PlanChoice {
    /// The scenario's default.
    Default,
    /// One of the scenario's, by name.
    Named(String),
    /// A list of the creator's own.
    Custom(Value),
}

/// A seat as the lobby knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreparedSeat {
    /// Its id.
    pub seat: Seat,
    /// Its side.
    pub side: String,
    /// The name shown to people.
    pub name: String,
}

/// A game that may begin: checked, defaults filled in.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The ruleset.
    pub ruleset: &'static str,
    /// Its version.
    pub version: u32,
    /// The scenario as it was given.
    pub scenario: Value,
    /// The scenario's id.
    pub scenario_id: String,
    /// The scenario's name.
    pub scenario_name: String,
    /// All options.
    pub options: Value,
    /// The plan's entries, as they stand in the first line.
    pub entries: Vec<Value>,
    /// The same, as the lobby knows them.
    pub seats: Vec<PreparedSeat>,
}

/// What the page of a scenario shows.
#[derive(Clone, Debug)]
pub struct ScenarioPage {
    /// What it says of itself.
    pub names: ScenarioNames,
    /// Sides: id and name.
    pub sides: Vec<(String, String)>,
    /// Seat plans with their entries, the default one first.
    pub seat_plans: Vec<(String, Vec<Value>)>,
    /// Its options.
    pub options: Value,
    /// The whole scenario.
    pub data: Value,
}

/// The JSON schema components of a ruleset, for the API's document.
pub struct Schemas {
    /// Component name of one order.
    pub order: String,
    /// Component name of one event.
    pub event: String,
    /// Component name of the view.
    pub view: String,
    /// Component name of the scenario.
    pub scenario: String,
    /// Component name of the options.
    pub options: String,
    /// All components, by name.
    pub components: Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::schema::Schema>)>,
}
