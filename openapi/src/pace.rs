//! When mail may come: how often, at what hour of the day together, and not at night.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::players::{given, nullable};

/// When mail about your games comes, in your time zone. Mail about your account, and answers to your own mails, come at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(example = json!({"interval": "PT1H", "digest_at": "08:00", "quiet": {"from": "22:00", "to": "07:00"}}))]
pub struct Pace {
    /// The shortest time between two mails, ISO 8601, at most a day; `PT0S`: each comes at once. What happens meanwhile
    /// comes in one mail, as far as it is still true.
    pub interval: String,
    /// The hour of the day at which kinds with `digest` come together.
    pub digest_at: String,
    /// Hours in which no mail comes: it waits for their end.
    pub quiet: Option<QuietHours>,
}

impl Default for Pace {
    fn default() -> Self {
        Self { interval: "PT0S".to_owned(), digest_at: "08:00".to_owned(), quiet: None }
    }
}

/// Hours in which no mail comes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"from": "22:00", "to": "07:00"}))]
pub struct QuietHours {
    /// When they begin, `HH:MM`.
    pub from: String,
    /// When they end, `HH:MM`; earlier than `from`: on the next day.
    pub to: String,
}

/// What of it shall change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"interval": "PT1H", "quiet": {"from": "22:00", "to": "07:00"}}))]
pub struct PaceChange {
    /// The shortest time between two mails, ISO 8601, at most a day.
    #[serde(default, deserialize_with = "given")]
    pub interval: Option<String>,
    /// The hour of the day at which kinds with `digest` come together, `HH:MM`.
    #[serde(default, deserialize_with = "given")]
    pub digest_at: Option<String>,
    /// Hours in which no mail comes; `null` ends them.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<QuietHours>)]
    pub quiet: Option<Option<QuietHours>>,
}
