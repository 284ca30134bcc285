//! Rulesets and scenarios as they cross HTTP (service §§2, 13).

use std::collections::BTreeMap;

use domain::ruleset::PhaseInfo;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// The rulesets there are.
#[derive(Debug, Serialize, ToSchema)]
pub struct Rulesets {
    /// All of them.
    pub items: Vec<RulesetItem>,
    /// Always null: they fit on one page.
    pub next: Option<String>,
}

/// A ruleset in the list.
#[derive(Debug, Serialize, ToSchema)]
pub struct RulesetItem {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Raised when it decides something differently.
    pub version: u32,
    /// Its scenarios, the first one to be recommended to a newcomer.
    pub scenarios: Vec<ScenarioItem>,
}

/// A scenario in the list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ScenarioItem {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is about.
    pub description: String,
    /// Where it is told whole.
    pub link: String,
    /// Where its starting position is drawn.
    pub picture: String,
}

/// A ruleset, whole.
#[derive(Debug, Serialize, ToSchema)]
pub struct RulesetView {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Raised when it decides something differently.
    pub version: u32,
    /// Its options, as a JSON Schema that refers to nothing outside itself.
    #[schema(value_type = Object)]
    pub options: Value,
    /// Its order types.
    pub orders: Vec<OrderType>,
    /// The orders every game has.
    pub table_orders: Vec<OrderType>,
    /// Its sequence of play: who acts, and what running out of time does.
    pub phases: Vec<PhaseInfo>,
    /// The bots that may hold a seat.
    pub bots: Vec<String>,
    /// Its rules.
    pub rules: Vec<RuleView>,
    /// Its scenarios.
    pub scenarios: Vec<ScenarioItem>,
}

/// A type of order.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderType {
    /// The `type` of its JSON.
    #[serde(rename = "type")]
    pub kind: String,
    /// What it does.
    pub text: String,
    /// One example in notation.
    pub notation: String,
    /// The same example in JSON.
    #[schema(value_type = Option<crate::register::Order>)]
    pub example: Option<Value>,
    /// Its JSON, as a JSON Schema that refers to nothing outside itself.
    #[schema(value_type = Object)]
    pub schema: Value,
}

/// A rule.
#[derive(Debug, Serialize, ToSchema)]
pub struct RuleView {
    /// Its id, as events and refusals cite it.
    pub id: String,
    /// The heading it stands under.
    pub section: String,
    /// `source`, `ruling` (ours, where the source is silent) or `source_and_ruling`.
    pub origin: String,
    /// What it says.
    pub text: String,
}

/// A side.
#[derive(Debug, Serialize, ToSchema)]
pub struct SideView {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// A scenario, whole.
#[derive(Debug, Serialize, ToSchema)]
pub struct ScenarioView {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is about.
    pub description: String,
    /// The sides.
    pub sides: Vec<SideView>,
    /// The seat plan a game has where none is chosen.
    pub default_seat_plan: String,
    /// The seat plans; an entry also says what the seat commands, in the ruleset's words.
    #[schema(value_type = BTreeMap<String, Vec<Object>>)]
    pub seat_plans: BTreeMap<String, Vec<Value>>,
    /// Its options.
    #[schema(value_type = crate::register::Options)]
    pub options: Value,
    /// The whole scenario: what `POST /v1/games` takes as a scenario of one's own.
    #[schema(value_type = crate::register::Scenario)]
    pub data: Value,
    /// Where its starting position is drawn (`.svg`; also `.png` and `.txt`).
    pub picture: String,
}
