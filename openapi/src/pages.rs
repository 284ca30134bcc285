//! Collections: items, and an opaque cursor to what follows them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    games::GameItem,
    messages::MessageView,
    turns::{EventView, TurnView},
};

/// A page of games, newest activity first.
#[derive(Debug, Serialize, ToSchema)]
pub struct GamePage {
    /// The games.
    pub items: Vec<GameItem>,
    /// Give it as `cursor` to get the next page; `null` on the last one.
    pub next: Option<String>,
}

/// A page of a game's log.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventPage {
    /// The lines, in order.
    pub items: Vec<EventView>,
    /// Give it as `cursor` to get the next page; `null` when these are the newest lines.
    pub next: Option<String>,
}

/// A page of a game's press, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessagePage {
    /// The messages that are for you.
    pub items: Vec<MessageView>,
    /// Give it as `cursor` to get older ones; `null` on the last page.
    pub next: Option<String>,
}

/// A page of a game's turns.
#[derive(Debug, Serialize, ToSchema)]
pub struct TurnPage {
    /// The turns, in order.
    pub items: Vec<TurnView>,
    /// Give it as `cursor` to get the next page; `null` on the last one.
    pub next: Option<String>,
}
