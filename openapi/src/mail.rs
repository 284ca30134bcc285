//! Mail that comes in.

use serde::Serialize;
use utoipa::ToSchema;

/// What became of a mail that was handed over. It is told to the operator's mail server alone; the writer of the mail, if
/// he may know, is told by mail.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({"outcome": "ignored", "why": "it says that it was sent by itself"}))]
pub struct MailReceived {
    /// What became of it.
    pub outcome: MailOutcome,
    /// Why it was ignored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What became of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MailOutcome {
    /// It was heard, and one letter answers it.
    Answered,
    /// It was neither obeyed nor answered.
    Ignored,
}
