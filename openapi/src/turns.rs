//! Turns, events and dice as they cross HTTP (service §13).

use domain::{
    ids::{Actor, Seat},
    ruleset::{Modifier, Odds, Outcome},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, value::RawValue};
use utoipa::ToSchema;

use crate::games::{GameLife, ToAct};

/// A submission in JSON.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTurn {
    /// Whose turn; may be left out when the caller holds one seat.
    #[serde(default)]
    pub seat: Option<String>,
    /// Carried out in this order, all or nothing up to the first die.
    #[schema(value_type = Vec<crate::register::Order>)]
    pub orders: Vec<Box<RawValue>>,
    /// The round it is meant for.
    #[serde(default)]
    pub round: Option<u32>,
    /// The phase it is meant for: 409 `phase-over` when the game stands elsewhere.
    #[serde(default)]
    pub phase: Option<String>,
}

/// A line of the log, as the API shows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EventView {
    /// Its place in the log, from 1.
    pub seq: u64,
    /// When (RFC 3339, UTC).
    pub at: String,
    /// The turn it belongs to; `null` for lines of the protocol.
    pub turn: Option<u64>,
    /// Who acted; `null` for lines of the protocol that are nobody's.
    #[schema(value_type = Option<String>)]
    pub seat: Option<Actor>,
    /// Round after it.
    pub round: u32,
    /// Phase after it.
    pub phase: String,
    /// The event's type, or the line's.
    #[serde(rename = "type")]
    pub kind: String,
    /// The rules it rests on.
    pub rules: Vec<String>,
    /// As the record has it, in a line; replays tell it in a sentence.
    pub text: String,
    /// True when a take-back has made it void: it stands in the log, and no longer counts.
    #[serde(skip_serializing_if = "is_not")]
    pub void: bool,
    /// The body, as it stands in the log; of a protocol line its other members.
    #[schema(value_type = crate::register::EventBody)]
    pub body: Value,
    /// What its seal hides, for the side that sealed it; others have no such member.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<crate::register::EventBody>)]
    pub secret: Option<Value>,
    /// What it opens of what earlier lines sealed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opens: Vec<OpenedView>,
    /// The line's hash.
    pub hash: String,
}

/// A secret that is opened.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OpenedView {
    /// The line that sealed it.
    pub seq: u64,
    /// Which of that line's seals, from 0.
    pub n: u64,
    /// As the record has it, in a line.
    pub text: String,
    /// What was sealed: an event, folded as if it stood here.
    #[schema(value_type = crate::register::EventBody)]
    pub body: Value,
}

/// Left out where it is false, as it almost always is.
#[allow(clippy::trivially_copy_pass_by_ref)] // serde's form
pub(crate) fn is_not(flag: &bool) -> bool {
    !flag
}

/// A roll of the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RollView {
    /// The line that shows it.
    pub seq: u64,
    /// The epoch of its seed.
    pub epoch: u64,
    /// Its index in the epoch, from 1.
    pub index: u64,
    /// What for.
    pub purpose: String,
    /// The rule that asked for it.
    pub rule: String,
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
    /// What was added.
    pub modifiers: Vec<ModifierView>,
    /// Sum of all.
    pub total: i64,
    /// What it came to, where the rules have a word for it.
    pub result: Option<String>,
    /// The seed it revealed.
    pub seed: String,
}

/// Something added to a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ModifierView {
    /// Why.
    pub name: String,
    /// How much.
    pub value: i64,
}

impl From<&Modifier> for ModifierView {
    fn from(modifier: &Modifier) -> Self {
        ModifierView { name: modifier.name.clone(), value: modifier.value }
    }
}

/// An order that no longer applied after the first die.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Lapsed {
    /// Its place in the list.
    pub order_index: usize,
    /// The order.
    #[schema(value_type = crate::register::Order)]
    pub order: Value,
    /// Why.
    pub code: String,
    /// The code's rule.
    pub rule: Option<String>,
}

/// The answer to a submission: a function of the log up to the turn's last line.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TurnAnswer {
    /// Its number.
    pub turn: u64,
    /// Whose.
    #[schema(value_type = String)]
    pub seat: Actor,
    /// Number of lines after it.
    pub version: u64,
    /// Hash of its last line.
    pub head: String,
    /// That head as a signed note.
    pub receipt: String,
    /// What happened.
    pub events: Vec<EventView>,
    /// The dice thrown.
    pub dice: Vec<RollView>,
    /// Orders that no longer applied.
    pub lapsed: Vec<Lapsed>,
    /// Who must act now.
    pub to_act: Vec<ToAct>,
    /// The round now.
    pub round: u32,
    /// The phase now.
    pub phase: String,
    /// The game's life now.
    pub state: GameLife,
    /// The result, if this ended the game.
    pub result: Option<Outcome>,
}

/// The answer to a dry run: what would happen up to the first die.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DryRun {
    /// Whose.
    #[schema(value_type = String)]
    pub seat: Seat,
    /// The version it was judged on.
    pub version: u64,
    /// The events before the first die: `type`, `rules`, `text`, `body`.
    pub events: Vec<Foreseen>,
    /// The order that would roll; `null` when none would.
    pub order_index: Option<usize>,
    /// Its chances.
    pub odds: Option<Odds>,
    /// The round then.
    pub round: u32,
    /// The phase then.
    pub phase: String,
}

/// An event that would happen.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Foreseen {
    /// The event's type.
    #[serde(rename = "type")]
    pub kind: String,
    /// The rules it rests on.
    pub rules: Vec<String>,
    /// In a sentence, with the names on the board.
    pub text: String,
    /// The body.
    #[schema(value_type = crate::register::EventBody)]
    pub body: Value,
    /// What its seal would hide.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<crate::register::EventBody>)]
    pub secret: Option<Value>,
}

/// A turn as the list shows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TurnView {
    /// Its number, from 0.
    pub turn: u64,
    /// Whose; `server` for start and clock.
    pub seat: String,
    /// The key it was sent under.
    pub request: String,
    /// When.
    pub at: String,
    /// True when it was taken back.
    #[serde(skip_serializing_if = "is_not")]
    pub void: bool,
    /// Its orders.
    pub orders: Vec<OrderView>,
    /// What happened.
    pub events: Vec<EventView>,
    /// The dice thrown.
    pub dice: Vec<RollView>,
}

/// An order in JSON and in notation.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OrderView {
    /// In JSON.
    #[schema(value_type = crate::register::Order)]
    pub order: Value,
    /// In notation.
    pub notation: String,
    /// Its chances, where it would roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<Odds>,
}

/// What a seat may order now.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OrdersView {
    /// The seat.
    pub seat: Seat,
    /// Where the game stands.
    pub round: u32,
    /// Where the game stands.
    pub phase: String,
    /// The version it was worked out on.
    pub version: u64,
    /// Legal orders.
    pub items: Vec<OrderView>,
    /// The next page.
    pub next: Option<String>,
    /// A sensible whole turn: empty when the seat is not waited for.
    pub suggested: Vec<OrderView>,
}
