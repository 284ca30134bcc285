//! Mail: what comes in, and what was sent to a player and received from him.

use serde::{Deserialize, Serialize};
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

/// A page of your mails, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct MailPage {
    /// The mails.
    pub items: Vec<MailItem>,
    /// Give it as `cursor` to get older ones; `null` on the last page.
    pub next: Option<String>,
}

/// A mail to you, or from you. Texts are not kept.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "direction": "sent", "kind": "your_move", "game": "7k3m9q2x4c8n", "seat": "long_knives", "state": "queued",
    "together": false, "at": "2027-01-15T08:00:00Z", "tries": 1, "error": "450 4.2.0 try again later",
    "next_try": "2027-01-15T08:01:00Z", "ended": null
}))]
pub struct MailItem {
    /// To you, or from you.
    pub direction: MailDirection,
    /// What it is about, e.g. `your_move`; of a mail from you `null`.
    pub kind: Option<String>,
    /// The game it is about.
    pub game: Option<String>,
    /// And your seat.
    pub seat: Option<String>,
    /// What became of it.
    pub state: MailItemState,
    /// True when it leaves, or left, in one mail with others: then the mail of kind `digest` tells more.
    pub together: bool,
    /// When it was written, or came.
    #[schema(format = DateTime)]
    pub at: String,
    /// How often it was handed to the mail server.
    pub tries: u32,
    /// What the mail server said last, or why the mail was dropped or ignored.
    pub error: Option<String>,
    /// When it is tried next, while it waits.
    #[schema(format = DateTime)]
    pub next_try: Option<String>,
    /// When it was done with.
    #[schema(format = DateTime)]
    pub ended: Option<String>,
}

/// Which way a mail went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MailDirection {
    /// To you.
    Sent,
    /// From you.
    Received,
}

/// What became of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MailItemState {
    /// It waits: for its time, or for the next try.
    Queued,
    /// The mail server has taken it.
    Sent,
    /// It was no longer true, or not wanted, when it should have left.
    Dropped,
    /// It was refused for good, or tried for two days.
    Failed,
    /// It was heard, and a mail answers it.
    Answered,
    /// It was neither obeyed nor answered.
    Ignored,
}

/// Asks for the mail about a seat of yours once more.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "7k3m9q2x4c8n", "seat": "long_knives"}))]
pub struct MailAgain {
    /// The game's id.
    pub game: String,
    /// The seat; needed only if the game waits for several of yours.
    #[serde(default)]
    pub seat: Option<String>,
}

/// The mail is on its way.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({"game": "7k3m9q2x4c8n", "seat": "long_knives"}))]
pub struct MailAsked {
    /// The game it is about.
    pub game: String,
    /// And your seat.
    pub seat: String,
}
