//! Drafts as they cross HTTP: orders put down and not sent, and what is sent in a secret phase before it binds.

use domain::ids::Seat;
use serde::{Deserialize, Serialize};
use serde_json::{Value, value::RawValue};
use utoipa::ToSchema;

use crate::turns::DryRun;

/// The orders of a turn not yet sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DraftView {
    /// The seat.
    #[schema(value_type = String)]
    pub seat: Seat,
    /// In their order.
    #[schema(value_type = Vec<crate::register::Order>)]
    pub orders: Vec<Value>,
    /// The same in notation, one each.
    pub notation: Vec<String>,
    /// When it was last changed (RFC 3339, UTC).
    pub at: String,
}

/// A draft.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewDraft {
    /// Their form alone is judged until they are sent.
    #[schema(value_type = Vec<crate::register::Order>)]
    pub orders: Vec<Box<RawValue>>,
}

/// The answer to secret orders that nothing binds yet: they are added to the seat's draft, and nobody else can tell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Drafted {
    /// The whole draft, as it is now.
    pub draft: DraftView,
}

/// A submission that has changed nothing at the table.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum NotYet {
    /// It was only tried.
    Tried(DryRun),
    /// It is a draft.
    Drafted(Drafted),
}
