//! What a ruleset tells: rolls, chances, the stage, the result, what its page says of phases and orders.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{ids::Seat, rule::RuleId};

/// One throw as people read it (service §13, less `seq`, `epoch`, `index`, `seed`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Roll {
    /// What for, e.g. `attack`.
    pub purpose: String,
    /// The rule that asked for it.
    pub rule: RuleId,
    /// The seat whose roll it is.
    pub seat: Option<Seat>,
    /// The figure that rolls.
    pub roller: Option<String>,
    /// The figure it rolls against.
    pub against: Option<String>,
    /// Faces.
    pub sides: u32,
    /// Each die.
    pub values: Vec<u32>,
    /// Sum of the dice.
    pub value: u32,
    /// What was added, by name.
    pub modifiers: Vec<Modifier>,
    /// Sum of dice and modifiers.
    pub total: i64,
    /// What it came to, where the rules have a word for it.
    pub result: Option<String>,
}

impl Roll {
    /// The line's `why`.
    pub fn why(&self) -> String {
        crate::dice::why(&self.purpose, self.roller.as_deref(), self.against.as_deref())
    }
}

/// Something added to a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
pub struct Modifier {
    /// Why, e.g. `parapet`.
    pub name: String,
    /// How much.
    pub value: i64,
}

/// The result of a game (service §13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
pub struct Outcome {
    /// How it ended.
    pub outcome: OutcomeKind,
    /// The rules' word for why, e.g. `flag_exit`.
    pub reason: String,
    /// Whole numbers in the ruleset's smallest unit, by side or by unit.
    pub scores: std::collections::BTreeMap<String, i64>,
    /// The winning seats, in the plan's order.
    pub winners: Vec<Seat>,
    /// Where the rules rank several: by side, each best first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranking: Option<Vec<Ranked>>,
    /// Where places count before sides: which side has won all the same, or `draw`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side_result: Option<String>,
}

/// A place at the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
pub struct Ranked {
    /// The side in which it is ranked.
    pub side: String,
    /// Who.
    pub unit: String,
    /// From 1; equals share one.
    pub rank: u32,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeKind {
    /// A side has won.
    Win,
    /// Nobody has.
    Draw,
    /// Places, not sides.
    Ranking,
    /// Ended from outside.
    Aborted,
}

/// The ruleset's own count and name of where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Round, turn or move: the ruleset's own count, from 1; 0 before the start.
    pub round: u32,
    /// E.g. `movement`; `finished` at the end.
    pub phase: &'static str,
}

/// Exact chances: `n` of `of` for each outcome, summing to `of`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Odds {
    /// The common denominator.
    pub of: u64,
    /// In the ruleset's order.
    pub outcomes: Vec<Chance>,
}

/// One outcome's share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Chance {
    /// E.g. `eliminated`.
    pub name: String,
    /// Of [`Odds::of`].
    pub n: u64,
}

/// A phase of the sequence of play, for the ruleset's page.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct PhaseInfo {
    /// Its name as in [`Stage::phase`].
    pub phase: &'static str,
    /// Which seats act.
    pub who: &'static str,
    /// What running out of time does (`default_action`).
    pub on_timeout: &'static str,
}

/// A type of order, for the ruleset's page.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct OrderInfo {
    /// The `type` of its JSON.
    pub order: &'static str,
    /// What it does.
    pub text: &'static str,
    /// One example in notation.
    pub notation: &'static str,
}
