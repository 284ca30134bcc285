//! Webhooks: addresses at which a player is told of his games, and what was delivered there.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::players::{given, nullable};

macro_rules! words {
    ($(#[$doc:meta])* $type:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $type { $($(#[$vdoc])* $variant),+ }

        impl $type {
            /// All there are.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word in answers.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// The variant of this word.
            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.as_str() == word)
            }
        }
    };
}

words!(
    /// How a message looks when it arrives.
    WebhookShape {
        /// JSON `{"type", "timestamp", "data"}`, signed, in the layout of Standard Webhooks.
        Generic = "generic",
        /// What a webhook of a Discord channel takes.
        Discord = "discord",
        /// What an incoming webhook of Slack takes, or of those that imitate it.
        Slack = "slack",
        /// What a topic of ntfy takes: the text, with title and link in headers.
        Ntfy = "ntfy",
    }
);

words!(
    /// What a webhook is told. Kinds may be added.
    WebhookEvent {
        /// A seat of yours is waited for.
        YourMove = "your_move",
        /// All have joined: your number, or a new commitment, is wanted.
        AllJoined = "all_joined",
        /// A game of yours has a result.
        GameOver = "game_over",
        /// A game of yours was called off.
        GameAborted = "game_aborted",
        /// Somebody at the table wrote to you; the message tells that, not what.
        Press = "press",
        /// A seat of yours is still waited for.
        Reminder = "reminder",
        /// The time of a seat of yours was up.
        TimeOut = "time_out",
        /// An offer in a game of yours waits for your answer.
        Offer = "offer",
        /// An offer was declined, or a turn was taken back.
        OfferAnswered = "offer_answered",
        /// A game that is over is to be played once more, or is.
        Rematch = "rematch",
        /// A seat of yours is offered to somebody else, or a seat of a game of yours has changed hands.
        Substitution = "substitution",
        /// Time stands still in a game of yours, or runs again; or you were given more.
        Clock = "clock",
    }
);

words!(
    /// What became of a delivery.
    DeliveryState {
        /// It is on its way, or will be tried again.
        Queued = "queued",
        /// The other side took it.
        Sent = "sent",
        /// It was no longer true when it should have left, or nobody wanted it any more.
        Dropped = "dropped",
        /// It is given up.
        Failed = "failed",
    }
);

fn generic() -> WebhookShape {
    WebhookShape::Generic
}

fn yes() -> bool {
    true
}

/// Asks for a webhook.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"url": "https://example.org/fieldpost", "events": ["your_move", "game_over"]}))]
pub struct NewWebhook {
    /// Where messages are sent: https, on a host that everybody can reach; at most 2048 bytes.
    pub url: String,
    /// How they look.
    #[serde(default = "generic")]
    #[schema(default = "generic")]
    pub shape: WebhookShape,
    /// Of what. Empty or left out: of everything, also of what will be added.
    #[serde(default)]
    pub events: Vec<WebhookEvent>,
    /// Only of this game.
    #[serde(default)]
    pub game: Option<String>,
    /// False: it is made, and told nothing yet.
    #[serde(default = "yes")]
    #[schema(default = true)]
    pub active: bool,
}

/// Changes a webhook: what is left out stays as it is.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"active": true}))]
pub struct WebhookChange {
    /// Where messages are sent. The secret stays.
    #[serde(default, deserialize_with = "given")]
    pub url: Option<String>,
    /// How they look.
    #[serde(default, deserialize_with = "given")]
    pub shape: Option<WebhookShape>,
    /// Of what; empty: of everything.
    #[serde(default, deserialize_with = "given")]
    pub events: Option<Vec<WebhookEvent>>,
    /// Only of this game; `null`: of all.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>)]
    pub game: Option<Option<String>>,
    /// Switches it off, or on again; on, its failures are forgotten.
    #[serde(default, deserialize_with = "given")]
    pub active: Option<bool>,
}

/// A webhook, without its secret.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "id": "w_4x8k2m7q9c3n5r6s", "url": "https://example.org/fieldpost", "shape": "generic",
    "events": ["your_move", "game_over"], "game": null, "active": true, "off_reason": null, "failures": 0,
    "created": "2026-11-30T05:22:49Z"
}))]
pub struct Webhook {
    /// Its id.
    pub id: String,
    /// Where messages are sent; `null` when this server has lost the key it was kept under: delete it and make it anew.
    pub url: Option<String>,
    /// How they look.
    pub shape: WebhookShape,
    /// Of what; empty: of everything.
    pub events: Vec<WebhookEvent>,
    /// Only of this game.
    pub game: Option<String>,
    /// Whether it is told anything.
    pub active: bool,
    /// Why the server switched it off, if it did.
    pub off_reason: Option<String>,
    /// Tries that failed since the last that did not.
    pub failures: u32,
    /// When it was made.
    #[schema(format = DateTime)]
    pub created: String,
}

/// A webhook with its secret: shown this once.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "id": "w_4x8k2m7q9c3n5r6s", "url": "https://example.org/fieldpost", "shape": "generic", "events": [], "game": null,
    "active": true, "off_reason": null, "failures": 0, "created": "2026-11-30T05:22:49Z",
    "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw…"
}))]
pub struct WebhookMade {
    /// What can be seen of it later.
    #[serde(flatten)]
    pub about: Webhook,
    /// The key of its signatures: `whsec_` and 32 bytes in base64.
    pub secret: String,
}

/// A player's webhooks, oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Webhooks {
    /// All of them.
    pub items: Vec<Webhook>,
    /// Always null: they fit on one page.
    pub next: Option<String>,
}

/// A message to a webhook.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "id": "msg_5d41402abc4b2a76b9719d911017c592", "event": "your_move", "game": "7k3m9q2x4c8n", "seat": "long_knives",
    "state": "queued", "queued": "2026-11-30T05:22:49Z", "tries": 1, "status": 503, "error": "The answer was 503.",
    "next_try": "2026-11-30T05:22:59Z", "ended": null
}))]
pub struct WebhookDelivery {
    /// Its id: the header `webhook-id`, the same at each try.
    pub id: String,
    /// What it tells; `test` for one you asked for.
    pub event: String,
    /// The game it is about.
    pub game: Option<String>,
    /// Your seat in it.
    pub seat: Option<String>,
    /// What became of it.
    pub state: DeliveryState,
    /// When it happened.
    #[schema(format = DateTime)]
    pub queued: String,
    /// How often it was tried.
    pub tries: u32,
    /// The status of the last answer.
    pub status: Option<u16>,
    /// What went wrong at the last try, or why it was dropped.
    pub error: Option<String>,
    /// When it is tried next.
    #[schema(format = DateTime)]
    pub next_try: Option<String>,
    /// When it came to its end.
    #[schema(format = DateTime)]
    pub ended: Option<String>,
}

/// A page of deliveries, newest first. They are kept for a week.
#[derive(Debug, Serialize, ToSchema)]
pub struct WebhookDeliveries {
    /// The deliveries.
    pub items: Vec<WebhookDelivery>,
    /// Give it as `cursor` to get older ones; `null` on the last page.
    pub next: Option<String>,
}
