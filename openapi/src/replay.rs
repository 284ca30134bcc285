//! A game played again, event by event (service §2).

use domain::ids::Actor;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::turns::RollView;

/// A stretch of a game, frame by frame.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReplayPage {
    /// One frame per line of the log. The first frame of each page has the whole `view`, the others a `delta`.
    pub frames: Vec<Frame>,
    /// The next page.
    pub next: Option<String>,
}

/// A line of the log, and what it changed in what this viewer sees.
#[derive(Debug, Serialize, ToSchema)]
pub struct Frame {
    /// The line.
    pub seq: u64,
    /// When (RFC 3339, UTC).
    pub at: String,
    /// The turn it belongs to; `null` for lines of the protocol.
    pub turn: Option<u64>,
    /// Who acted; `null` for lines of the protocol that are nobody's.
    #[schema(value_type = Option<String>)]
    pub seat: Option<Actor>,
    /// The event's type, or the line's.
    #[serde(rename = "type")]
    pub kind: String,
    /// Round after it.
    pub round: u32,
    /// Phase after it.
    pub phase: String,
    /// In a sentence, with the names on the board.
    pub text: String,
    /// True when a take-back has made it void.
    #[serde(skip_serializing_if = "crate::turns::is_not")]
    pub void: bool,
    /// The rules it rests on.
    pub rules: Vec<String>,
    /// The dice it shows.
    pub dice: Vec<RollView>,
    /// How it came about, step by step, where the sentence leaves something to reckon (a shot, say).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<String>,
    /// What the viewer sees after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<crate::register::View>)]
    pub view: Option<Value>,
    /// What to do to the view of the frame before to get the view after this one: a JSON Patch (RFC 6902) of `add`,
    /// `replace` and `remove`, to be applied in order. Applied, it gives exactly what `GET …?at=seq` shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta: Option<Vec<PatchStep>>,
}

/// A step of a JSON Patch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum PatchStep {
    /// Puts a member into an object, or an item at the end of a list.
    Add {
        /// JSON Pointer (RFC 6901).
        path: String,
        /// What to put there.
        #[schema(value_type = Value)]
        value: Value,
    },
    /// Puts another value in the place of one.
    Replace {
        /// JSON Pointer.
        path: String,
        /// What to put there.
        #[schema(value_type = Value)]
        value: Value,
    },
    /// Takes a member or the last item away.
    Remove {
        /// JSON Pointer.
        path: String,
    },
}
