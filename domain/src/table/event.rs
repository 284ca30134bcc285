//! What the table writes into the log (log-mapping §4).

#![allow(clippy::disallowed_types)] // what serde derives for a flattened member names floats; none is read

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::offers::{OfferAnswer, OfferTerms};
use crate::{ids::Seat, log::Body};

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
        /// The draft that was sent for it, with what binds it. Decided again by a verifier; left out where there was none,
        /// where it was not legal, and in a secret phase.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        orders: Vec<Value>,
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
    /// A seat offers something to the others.
    OfferMade {
        /// Its number: the offers of a game are counted from 1, those of a draw among them.
        offer: u64,
        /// What is offered.
        #[serde(flatten)]
        terms: OfferTerms,
    },
    /// A seat answers an offer, or takes its own back.
    OfferAnswered {
        /// Which.
        offer: u64,
        /// How.
        answer: OfferAnswer,
    },
    /// The battle is again as it was after an earlier line; the lines between are void.
    TakenBack {
        /// That line.
        to: u64,
    },
    /// Somebody else holds a seat from here on.
    SeatSubstituted {
        /// Which.
        seat: Seat,
        /// Who took it.
        by: Substitute,
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
    /// Time stands still, for all or for one seat.
    ClockStopped {
        /// For which seat alone; left out: for all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// When it shall run again by itself, Unix seconds; left out: when somebody returns.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<u64>,
        /// Why.
        why: StopWhy,
    },
    /// Time runs again. After `all_absent` whoever is waited for has it from the beginning, else what was left of it.
    ClockResumed {
        /// For which seat alone; left out: for all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// Why.
        why: ResumeWhy,
    },
    /// What was sealed is shown: the line's `opens`, folded in their order as if they stood here.
    SecretsOpened {},
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

impl TableEvent {
    /// The fact that a line's body tells; `None` where it is one of the rules' own.
    pub fn of(body: &Body) -> Option<Self> {
        #[derive(Deserialize)]
        struct Tag<'a> {
            #[serde(rename = "type", borrow)]
            tag: Cow<'a, str>,
        }
        let Tag { tag } = serde_json::from_str(body.get()).ok()?;
        if !TABLE_EVENTS.contains(&&*tag) {
            return None; // to try it would cost more than to tell
        }
        serde_json::from_str(body.get()).ok()
    }
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
    /// The others have given the seat more time.
    Granted,
    /// Who made the game, and plays no seat of it, has given the seat more time.
    Host,
}

/// Who took a seat over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = table::Substitute)]
pub enum Substitute {
    /// Another player.
    Player,
    /// A bot.
    Bot,
}

/// Why time stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = table::StopWhy)]
pub enum StopWhy {
    /// Every seat still in the game has let its time run out, one after the other.
    AllAbsent,
    /// All have agreed to a pause.
    Agreed,
    /// Who holds the seat is away.
    Vacation,
}

/// Why time runs again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = table::ResumeWhy)]
pub enum ResumeWhy {
    /// A seat has given orders again.
    Returned,
    /// The pause that was agreed is over.
    Elapsed,
    /// Who holds the seat is back.
    Vacation,
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
