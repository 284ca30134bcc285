//! Games as they cross HTTP: creating them, their seats, what they look like (service §§2, 13).

use domain::{
    ids::{GameId, Seat},
    ruleset::Outcome,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::offers::OfferView;

/// A new game.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "ruleset": "some_battle", "scenario": "skirmish", "seat_plan": "duel",
    "seats": [{"seat": "long_knives", "player": "me"}, {"seat": "plains_nations", "player": {"email": "bob@example.org"}}]
}))]
pub struct NewGame {
    /// Which rules: an id of `GET /v1/rulesets`.
    pub ruleset: String,
    /// A scenario's id, or a whole scenario of one's own (public with the game, names and all).
    #[schema(value_type = crate::register::ScenarioChoice)]
    pub scenario: Value,
    /// One of the scenario's seat plans, or a list of entries of one's own; left out: the scenario's default.
    #[serde(default)]
    #[schema(nullable)]
    pub seat_plan: Option<Value>,
    /// Options laid over the scenario's.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub options: Option<Value>,
    /// What the game is called: 1 to 64 characters.
    #[serde(default)]
    pub title: Option<String>,
    /// Who sits where; a seat that is not named is open.
    #[serde(default)]
    pub seats: Vec<SeatChoice>,
    /// How time is kept; left out: `{"kind":"none"}`.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub clock: Option<Value>,
    /// Who may find and watch it.
    #[serde(default)]
    pub visibility: Option<GameVisibility>,
}

/// Who shall sit on a seat, or on all seats of a side.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatChoice {
    /// The seat.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub seat: Option<String>,
    /// Instead of `seat`: all seats of this side.
    #[serde(default)]
    pub side: Option<String>,
    /// Who.
    pub player: SeatPlayer,
    /// With `"player":"me"`: I shall bring a number of my own to the dice; the seat waits for my `PUT` with the commitment.
    #[serde(default)]
    pub entropy: bool,
}

/// Who shall sit on a seat.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum SeatPlayer {
    /// `"me"` or `"open"`.
    Word(SeatWord),
    /// Somebody by address; he gets an invitation.
    Email(SeatEmail),
    /// A bot.
    Bot(SeatBot),
}

/// `"me"` or `"open"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatWord {
    /// The creator.
    Me,
    /// Anybody.
    Open,
}

/// Somebody by address.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatEmail {
    /// Where the invitation goes.
    pub email: String,
}

/// A bot.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatBot {
    /// Which; every ruleset has `standard`.
    pub bot: String,
}

/// Who may find and watch a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameVisibility {
    /// Listed for all.
    Public,
    /// Watched by who knows its id.
    #[default]
    Unlisted,
    /// Only by those who play.
    Private,
}

/// The life of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameLife {
    /// Seats or numbers are still missing.
    Open,
    /// Being played.
    Active,
    /// Over, with a result.
    Finished,
    /// Over, without one.
    Aborted,
}

/// Taking a seat, or choosing again.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The secret of the invitation, where the seat is kept for somebody.
    #[serde(default)]
    pub invite: Option<String>,
    /// The hash of a number of one's own (64 hex digits): takes part in the dice. Left out: relies on the others'.
    #[serde(default)]
    pub commit: Option<String>,
}

/// The number that was committed to.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Ready {
    /// 64 hex digits.
    pub entropy: String,
}

/// A new invitation for a seat.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewInvite {
    /// Where it goes; left out: only the answer holds it.
    #[serde(default)]
    pub email: Option<String>,
}

/// A game as this viewer may see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameView {
    /// Its id.
    pub id: GameId,
    /// What it is called.
    pub title: String,
    /// Which rules.
    pub ruleset: String,
    /// The scenario's id.
    pub scenario: String,
    /// All options.
    #[schema(value_type = crate::register::Options)]
    pub options: Value,
    /// Who may find and watch it.
    pub visibility: GameVisibility,
    /// Its life.
    pub state: GameLife,
    /// True for a bundle from elsewhere: watched and audited, not played on.
    pub imported: bool,
    /// The ruleset's count; 0 before the start.
    pub round: u32,
    /// The ruleset's phase; before the start `joining`, and `entropy` while numbers are owed.
    pub phase: String,
    /// This server's time.
    pub now: String,
    /// Who must act.
    pub to_act: Vec<ToAct>,
    /// The caller's own seats, in the plan's order, each with what it is asked.
    pub mine: Vec<OwnSeat>,
    /// Number of lines in the log.
    pub version: u64,
    /// Hash of the newest line.
    pub head: String,
    /// The dice.
    pub dice: DiceState,
    /// Every seat.
    pub seats: Vec<SeatView>,
    /// How time is kept.
    #[schema(value_type = Object)]
    pub clock: Value,
    /// Seats that have offered a draw or agreed to one.
    pub draw: Vec<Seat>,
    /// The offers that stand.
    pub offers: Vec<OfferView>,
    /// The result, when there is one.
    pub result: Option<Outcome>,
    /// The ruleset's state as this viewer may see it; left out with `?summary=true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<crate::register::View>)]
    pub view: Option<Value>,
}

/// A seat that must act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ToAct {
    /// Which.
    pub seat: Seat,
    /// Since when (RFC 3339, UTC).
    pub since: String,
    /// Until when; `null` without a clock.
    pub deadline: Option<String>,
}

/// A seat of the caller's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OwnSeat {
    /// Which.
    pub seat: Seat,
    /// What it is called.
    pub name: String,
    /// Whether the game waits for it.
    pub acts: bool,
    /// Since when it does (RFC 3339, UTC).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Until when; left out without a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<String>,
}

/// The state of a game's dice (`verifiable-dice.md`).
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DiceState {
    /// The present epoch, from 0.
    pub epoch: u64,
    /// Its anchor: the public end of the seed chain.
    pub anchor: String,
    /// Seeds in the chain.
    pub length: u64,
    /// Seeds used.
    pub rolls: u64,
    /// Whether dice may be thrown.
    pub open: bool,
    /// Seats that owe a commitment or a reveal.
    pub waiting: Vec<Seat>,
    /// The key that this game's heads are signed with, for the whole game.
    pub vkey: String,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SeatView {
    /// Its id.
    pub seat: Seat,
    /// Its side.
    pub side: String,
    /// Its name.
    pub name: String,
    /// `open`, `invited`, `taken`, `offered` or `resigned`.
    pub status: String,
    /// Who holds it.
    pub player: Option<PlayerRef>,
    /// Whether a bot holds it.
    pub bot: bool,
    /// Until when its holder is away and its time stands still (RFC 3339, UTC).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away_until: Option<String>,
    /// `own`: brings a number to the dice; `declined`: relies on the others; `null`: not decided.
    pub entropy: Option<String>,
    /// The invitation's secret: shown once, to who made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
}

/// A player as others see him.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayerRef {
    /// Public id.
    pub id: String,
    /// Name.
    pub name: String,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameItem {
    /// Its id.
    pub id: GameId,
    /// What it is called.
    pub title: String,
    /// Which rules.
    pub ruleset: String,
    /// The scenario's id.
    pub scenario: String,
    /// Who may find it.
    pub visibility: GameVisibility,
    /// Its life.
    pub state: GameLife,
    /// The ruleset's count.
    pub round: u32,
    /// The ruleset's phase.
    pub phase: String,
    /// Who must act.
    pub to_act: Vec<ToAct>,
    /// The caller's own seats, in the plan's order, each with what it is asked.
    pub mine: Vec<OwnSeat>,
    /// Number of lines in the log.
    pub version: u64,
    /// Every seat.
    pub seats: Vec<SeatView>,
    /// The result, when there is one.
    pub result: Option<Outcome>,
    /// When something last happened.
    pub active: String,
}
