//! What a backend keeps of webhooks: addresses players want to be told at, and what is on its way to them.

use crate::{AnswerRow, DeliveryOutcome, DeliveryRow, NewLetter, PlayerId, Result, WebhookRow};

/// The part of [`Storage`](crate::Storage) about webhooks. Every letter about a game that is queued for a player, at
/// whatever address he has, is also queued, in the same transaction, for those of his active webhooks that want its game
/// and kind. Not so the kinds of [`MAIL_ONLY`](crate::MAIL_ONLY), nor the letters given to
/// [`put_player`](crate::Storage::put_player), which tell an address what the player was told before.
pub trait WebhookStorage {
    /// Makes a webhook, unless its player has `n_max` already; and remembers an answer.
    ///
    /// # Errors
    /// [`Error::Conflict`](crate::Error::Conflict) when the id or the answer's key is taken, or when he has so many.
    fn create_webhook(&self, webhook: WebhookRow, n_max: usize, answer: Option<AnswerRow>) -> Result<()>;

    /// A player's webhooks, oldest first.
    fn webhooks_of(&self, player: &PlayerId) -> Result<Vec<WebhookRow>>;

    /// One webhook.
    ///
    /// # Errors
    /// [`Error::NotFound`](crate::Error::NotFound) when the player has no such webhook.
    fn webhook(&self, player: &PlayerId, id: &str) -> Result<WebhookRow>;

    /// Writes a webhook again, and remembers an answer.
    ///
    /// # Errors
    /// [`Error::NotFound`](crate::Error::NotFound) when its player has no such webhook;
    /// [`Error::Conflict`](crate::Error::Conflict) when the answer's key is taken.
    fn put_webhook(&self, webhook: WebhookRow, answer: Option<AnswerRow>) -> Result<()>;

    /// Forgets a webhook and all that was delivered to it, or should have been.
    ///
    /// # Errors
    /// [`Error::NotFound`](crate::Error::NotFound) when the player has no such webhook.
    fn delete_webhook(&self, player: &PlayerId, id: &str) -> Result<()>;

    /// Queues a letter for one webhook alone, whatever it wants, and remembers an answer; the delivery's number.
    ///
    /// # Errors
    /// [`Error::NotFound`](crate::Error::NotFound) when the letter's player has no such webhook;
    /// [`Error::Conflict`](crate::Error::Conflict) when the answer's key is taken.
    fn post_to_webhook(&self, webhook: &str, letter: NewLetter, answer: Option<AnswerRow>) -> Result<u64>;

    /// What was delivered to a webhook or will be, newest first: those with a number below `before`, at most `limit`.
    fn deliveries(&self, webhook: &str, before: Option<u64>, limit: usize) -> Result<Vec<DeliveryRow>>;

    /// Of each webhook the one delivery that should leave first, if it should by now; by time, at most `limit`.
    fn deliveries_due(&self, now: u64, limit: usize) -> Result<Vec<DeliveryRow>>;

    /// When the next delivery should leave.
    fn next_delivery_due(&self) -> Result<Option<u64>>;

    /// What became of a delivery. Sent, dropped and given up are final: what comes after changes nothing.
    ///
    /// # Errors
    /// [`Error::NotFound`](crate::Error::NotFound) when there is no such delivery (any more).
    fn delivery_outcome(&self, id: u64, outcome: DeliveryOutcome) -> Result<()>;

    /// Forgets deliveries that came to their end before this; how many.
    fn forget_deliveries(&self, before: u64) -> Result<usize>;
}
