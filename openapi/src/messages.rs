//! Press: what players of a game write to each other.

use domain::ids::{GameId, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::games::PlayerRef;

/// A message to be written.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"to": {"seat": "plains_nations"}, "text": "A truce until noon?"}))]
pub struct NewMessage {
    /// What it says: 1 to 4096 bytes of UTF-8; line ends and tabs, but no other control characters. It is kept as it is, but
    /// for blanks at its ends.
    pub text: String,
    /// Whom it is for; left out: `"all"`.
    #[serde(default)]
    pub to: Option<MessageTo>,
    /// Which seat writes; may be left out by who holds one.
    #[serde(default)]
    pub seat: Option<String>,
}

/// Whom a message is for: `"all"`, `{"side":"…"}` or `{"seat":"…"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged, expecting = "`to` is \"all\", {\"side\":…} or {\"seat\":…}")]
pub enum MessageTo {
    /// `"all"`.
    Word(MessageWord),
    /// A side.
    Side(MessageSide),
    /// A seat.
    Seat(MessageSeat),
}

/// `"all"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MessageWord {
    /// Everybody who may see the game.
    All,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MessageSide {
    /// Its id.
    pub side: String,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MessageSeat {
    /// Its id.
    pub seat: String,
}

/// A message, as those see it whom it is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(example = json!({
    "id": "m_7k3m9q2x4c8n1r5t7k3m9q2x", "game": "7k3m9q2x4c8n", "at": "2027-01-15T09:11:00Z",
    "from": {"seat": "long_knives", "player": {"id": "p_7k3m9q2x4c8n1r5t", "name": "Alice"}},
    "to": {"seat": "plains_nations"}, "text": "A truce until noon?"
}))]
pub struct MessageView {
    /// Its id: random, and tells nothing of other messages.
    pub id: String,
    /// The game it was written in.
    pub game: GameId,
    /// When (RFC 3339, UTC).
    #[schema(format = DateTime)]
    pub at: String,
    /// Who wrote it.
    pub from: MessageFrom,
    /// Whom it is for.
    pub to: MessageTo,
    /// What it says; `null` when its author has erased his account.
    pub text: Option<String>,
}

/// Who wrote a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MessageFrom {
    /// The seat that wrote it.
    pub seat: Seat,
    /// Who held that seat then.
    pub player: Option<PlayerRef>,
}
