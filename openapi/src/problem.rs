//! Refusals and failures as they are sent: RFC 9457, `application/problem+json`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why a request was refused, or failed.
///
/// `code` is stable and is what programs should look at; every code is described under `/problems/{code}`. Codes may be
/// added. Some problems have further members: `version` and `phase` of a game that stands elsewhere, `request_id` of a
/// failure of the server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({
    "type": "/problems/invalid-fields", "title": "Some fields are not right", "status": 422, "code": "invalid-fields",
    "detail": "A name has 1 to 64 characters.",
    "errors": [{"code": "bad-name", "detail": "A name has 1 to 64 characters.", "pointer": "/name"}]
}))]
pub struct Problem {
    /// A page that explains this kind of problem: `/problems/` and the code.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind of problem in a few words; the same for every problem of this code.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// The kind of problem, in kebab-case.
    pub code: String,
    /// What went wrong this time, for people.
    pub detail: String,
    /// The resource it happened to, where that is not the one asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// One item per fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Fault>,
    /// Further members, by kind of problem.
    #[serde(flatten)]
    #[schema(value_type = Object, additional_properties)]
    pub more: serde_json::Map<String, serde_json::Value>,
}

/// One fault of a request: where it is and what is wrong there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Fault {
    /// The kind of fault, in kebab-case.
    pub code: String,
    /// What is wrong, for people.
    pub detail: String,
    /// JSON Pointer (RFC 6901) into the request's body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// Line of the text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Column in the line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// Which order of the list, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_index: Option<u32>,
    /// What the rules say of it.
    #[serde(flatten)]
    pub about: Box<FaultAbout>,
}

/// What the rules say of a fault, where it is one of theirs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FaultAbout {
    /// The rule that forbids it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The figure that fails the check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure: Option<String>,
    /// The figure in its way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// A length that is too great, in the ruleset's unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<i64>,
}
