//! What the table writes into the log (log-mapping §4).

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::ids::Seat;

/// The `type`s of the table's bodies; no ruleset may use one of them.
pub const TABLE_EVENTS: &[&str] = &[
    "game_started",
    "orders_given",
    "order_lapsed",
    "seat_timed_out",
    "seat_resigned",
    "draw_offered",
    "draw_accepted",
    "draw_declined",
    "offer_made",
    "offer_answered",
    "taken_back",
    "seat_substituted",
    "deadline_set",
    "clock_stopped",
    "clock_resumed",
    "secrets_opened",
    "rules_updated",
    "game_aborted",
];

/// A fact of the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = table::Event)]
pub enum TableEvent {
    /// Seats and numbers are complete: the rules open the battle.
    GameStarted {},
    /// What a seat asked for, in canonical JSON. Decided again by a verifier.
    OrdersGiven {
        /// As decided: defaults left out.
        orders: Vec<Value>,
    },
    /// No longer possible after the first die; the list went on.
    OrderLapsed {
        /// Its place in the list.
        order_index: usize,
        /// The order.
        order: Value,
        /// Why.
        code: String,
        /// The code's rule.
        rules: Vec<String>,
    },
    /// A seat's time was up.
    SeatTimedOut {
        /// Whose.
        seat: Seat,
        /// What was done.
        action: TimeOutAction,
    },
    /// A seat left the game.
    SeatResigned {
        /// Which.
        seat: Seat,
    },
    /// A seat would agree to a draw.
    DrawOffered {
        /// Which.
        seat: Seat,
    },
    /// A seat agrees to the draw.
    DrawAccepted {
        /// Which.
        seat: Seat,
    },
    /// A seat does not: no offer stands any more.
    DrawDeclined {
        /// Which.
        seat: Seat,
    },
    /// A seat has until another time than its clock alone would give it.
    DeadlineSet {
        /// Which.
        seat: Seat,
        /// Unix seconds.
        deadline: u64,
        /// Why.
        why: DeadlineWhy,
    },
    /// Nobody's time runs any more.
    ClockStopped {
        /// Why.
        why: StopWhy,
    },
    /// Time runs again; whoever is waited for has it from the beginning.
    ClockResumed {
        /// Why.
        why: ResumeWhy,
    },
    /// From here on a program decides whose rules have another version.
    RulesUpdated {
        /// Its version.
        version: u32,
    },
    /// Ended from outside.
    GameAborted {
        /// Why.
        why: AbortReason,
    },
}

/// What was done when a seat's time was up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = table::TimeOutAction)]
pub enum TimeOutAction {
    /// The ruleset's safe default.
    DefaultAction,
    /// A bot plays the hand-over.
    Bot,
    /// The seat resigned.
    Forfeit,
}

/// Why a deadline was moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = table::DeadlineWhy)]
pub enum DeadlineWhy {
    /// The service was down when the seat should have been reminded: that is not the player's fault.
    Outage,
}

/// Why time stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = table::StopWhy)]
pub enum StopWhy {
    /// Every seat still in the game has let its time run out, one after the other.
    AllAbsent,
}

/// Why time runs again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = table::ResumeWhy)]
pub enum ResumeWhy {
    /// A seat has given orders again.
    Returned,
}

/// Why a game was ended from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = table::AbortReason)]
pub enum AbortReason {
    /// The operator.
    Operator,
    /// All seats.
    Agreed,
    /// Seats stayed empty.
    NotFilled,
}

impl AbortReason {
    /// As in the log.
    pub fn as_str(self) -> &'static str {
        match self {
            AbortReason::Operator => "operator",
            AbortReason::Agreed => "agreed",
            AbortReason::NotFilled => "not_filled",
        }
    }
}
