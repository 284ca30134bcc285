//! One try to deliver, from the row to what became of it.

use openapi::webhooks::WebhookShape;
use storage::{DeliveryOutcome, DeliveryRow, Miss, NewLetter, WebhookRow};
use ureq::Agent;
use zeroize::Zeroizing;

use super::{
    TEST,
    message::{self, Message},
    send,
};
use crate::{
    app::App,
    keys::CannotDecrypt,
    post::{
        compose::notice::{Notice, notice},
        content::LetterContent,
    },
    problem::{Chain, Problem},
    service::fields::rfc3339,
};

/// Seconds after each try: soon, then ever more patiently; together about a day and a half.
const DELAYS: [u64; 7] = [10, 60, 5 * 60, 30 * 60, 2 * 3600, 8 * 3600, 24 * 3600];

/// A webhook is switched off after so many tries in a row that failed,
const N_FAILURES: u32 = 20;

/// if the first of them was so long ago: the other side may be away for a weekend.
const FAILING_SECONDS: u64 = 3 * 24 * 3600;

/// Where a webhook leads and what signs for it: known to its owner and to us, so kept encrypted.
pub struct Place {
    /// The address.
    pub url: String,
    /// The secret.
    pub secret: Zeroizing<String>,
}

/// A place as it is stored, bound to its webhook.
///
/// # Errors
/// A 500 when it cannot be written as JSON.
pub fn sealed(app: &App, webhook: &str, place: &Place) -> Result<Vec<u8>, Problem> {
    let parts = (place.url.as_str(), place.secret.as_str());
    let text = serde_json::to_vec(&parts).map(Zeroizing::new).map_err(|error| Problem::internal(&error))?;
    Ok(app.keys.encrypt(&text, &format!("webhook:{webhook}")))
}

/// The place of a webhook.
///
/// # Errors
/// [`CannotDecrypt`] when it was stored under a key this data folder has not.
pub fn place(app: &App, row: &WebhookRow) -> Result<Place, CannotDecrypt> {
    let text = app.keys.decrypt(&row.sealed, &format!("webhook:{}", row.id))?;
    let (url, secret): (String, String) = serde_json::from_slice(&text).map_err(|_| CannotDecrypt)?;
    Ok(Place { url, secret: Zeroizing::new(secret) })
}

/// Tries a delivery.
///
/// # Errors
/// What the store says, or a letter this program cannot read.
pub(super) fn of(app: &App, agent: &Agent, row: &DeliveryRow) -> Result<DeliveryOutcome, Problem> {
    let dropped = |why: &str| Ok(DeliveryOutcome::Dropped { at: app.now(), why: why.to_owned() });
    let Some(player) = &row.letter.player else { return dropped("nobody is named") };
    let webhook = match app.store.webhook(player, &row.webhook) {
        Ok(webhook) => webhook,
        Err(storage::Error::NotFound) => return dropped("there is no such webhook"),
        Err(error) => return Err(error.into()),
    };
    if app.store.player(player)?.banned.is_some() {
        return dropped("its player is banned");
    }
    if !webhook.active && row.letter.kind != TEST {
        return dropped("the webhook is switched off");
    }
    let Ok(place) = place(app, &webhook) else {
        let why = "its address was kept under a key that this server has lost: delete it and make it anew";
        return Ok(DeliveryOutcome::Missed(gone(app.now(), None, why)));
    };
    let notice = match row.letter.kind == TEST {
        true => Notice::plain("A test from Fieldpost: this webhook works.".to_owned()),
        false => match notice(app, &row.letter)? {
            Ok(notice) => notice,
            Err(why) => return dropped(why),
        },
    };
    let message = message_of(app, row, &webhook, &notice)?;
    Ok(judged(app.now(), row, &webhook, post(app, agent, row, &place, &message)))
}

/// The message that was made before, unless the webhook has another shape since; else what is true now, kept before it
/// can leave.
fn message_of(
    app: &App,
    row: &DeliveryRow,
    webhook: &WebhookRow,
    notice: &Notice,
) -> Result<Message, Problem> {
    // A shape of a newer program is told as plainly as can be.
    let shape = WebhookShape::parse(&webhook.shape).unwrap_or(WebhookShape::Generic);
    let made = row.made.as_ref().and_then(|made| serde_json::from_slice::<Message>(made).ok());
    if let Some(made) = made.filter(|made| made.shape == shape) {
        return Ok(made);
    }
    let internal = |error: serde_json::Error| Problem::internal(&error);
    let message = Message::new(shape, &row.letter.kind, app.now(), notice).map_err(internal)?;
    let bytes = serde_json::to_vec(&message).map_err(internal)?;
    app.store.delivery_outcome(row.id, DeliveryOutcome::Made(bytes))?;
    Ok(message)
}

fn post(
    app: &App,
    agent: &Agent,
    row: &DeliveryRow,
    place: &Place,
    message: &Message,
) -> Result<send::Answered, String> {
    let (id, now) = (message::id_of(&row.webhook, &row.letter.message_id), app.now());
    let signature = message::sign(&place.secret, &id, now, &message.body);
    let signature = signature.ok_or_else(|| "The secret cannot be read: ask for a new one.".to_owned())?;
    let mut headers = message.headers.clone();
    headers.extend([
        ("webhook-id".to_owned(), id),
        ("webhook-timestamp".to_owned(), now.to_string()),
        ("webhook-signature".to_owned(), signature),
    ]);
    send::post(agent, &place.url, &headers, &message.body)
}

/// What an answer, or none, means for the delivery and its webhook.
fn judged(
    now: u64,
    row: &DeliveryRow,
    webhook: &WebhookRow,
    answer: Result<send::Answered, String>,
) -> DeliveryOutcome {
    let (status, wait, error) = match answer {
        Ok(send::Answered { status: status @ 200..=299, .. }) => {
            return DeliveryOutcome::Sent { at: now, status };
        }
        Ok(send::Answered { status: 410, .. }) => {
            let why = "the other side answered 410: it is gone for good";
            return DeliveryOutcome::Missed(gone(now, Some(410), why));
        }
        Ok(send::Answered { status: status @ 300..=399, .. }) => {
            (Some(status), None, format!("The answer was {status}; redirections are not followed."))
        }
        Ok(send::Answered { status, wait }) => (Some(status), wait, format!("The answer was {status}.")),
        Err(why) => (None, None, why),
    };
    let off_reason = off_reason(now, webhook);
    let may_again = row.letter.kind != TEST && off_reason.is_none();
    let delay = delay_seconds(row.tries).filter(|_| may_again).map(|delay| delay.max(wait.unwrap_or(0)));
    DeliveryOutcome::Missed(Miss {
        at: now,
        status,
        error,
        again: delay.map(|delay| now + delay),
        off_reason,
    })
}

/// Whether this failure is the one with which a webhook is switched off.
fn off_reason(now: u64, webhook: &WebhookRow) -> Option<String> {
    let since = webhook.failing_since.filter(|since| since + FAILING_SECONDS <= now)?;
    (N_FAILURES <= webhook.failures + 1)
        .then(|| format!("nothing arrived since {}: {N_FAILURES} tries in a row failed", rfc3339(since)))
}

/// The letter to the owner of a webhook that this outcome switches off.
///
/// # Errors
/// What the store says.
pub(super) fn told_off(
    app: &App,
    row: &DeliveryRow,
    outcome: &DeliveryOutcome,
) -> storage::Result<Vec<NewLetter>> {
    let (DeliveryOutcome::Missed(Miss { off_reason: Some(why), .. }), Some(player)) =
        (outcome, &row.letter.player)
    else {
        return Ok(Vec::new());
    };
    let webhook = match app.store.webhook(player, &row.webhook) {
        Ok(webhook) if webhook.active => webhook,
        Ok(_) | Err(storage::Error::NotFound) => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let url = place(app, &webhook).ok().and_then(|place| url::Url::parse(&place.url).ok());
    let content = LetterContent::WebhookOff {
        name: app.store.player(player)?.name,
        webhook: webhook.id.clone(),
        host: url.and_then(|url| url.host_str().map(str::to_owned)),
        why: why.clone(),
    };
    // A letter that cannot be written as JSON is logged in becoming a problem; the webhook is switched off all the same.
    let letter = content.letter(app, player, None).ok();
    let message_id = format!("<{}.{}.{}@{}>", webhook.id, row.id, content.kind(), app.config.base_url.host());
    Ok(letter.map(|letter| NewLetter { message_id, ..letter }).into_iter().collect())
}

/// A delivery with which its webhook ends.
fn gone(at: u64, status: Option<u16>, why: &str) -> Miss {
    Miss { at, status, error: why.to_owned(), again: None, off_reason: Some(why.to_owned()) }
}

/// What becomes of a delivery whose message this program cannot make: it is tried again, as with a mended game it can.
pub(super) fn cannot_be_made(app: &App, row: &DeliveryRow, problem: &Problem) -> DeliveryOutcome {
    tracing::warn!(delivery = row.id, kind = row.letter.kind, error = %Chain(problem), "cannot be made");
    let error = "the message cannot be made here; the operator finds why in the log".to_owned();
    let now = app.now();
    match delay_seconds(row.tries) {
        Some(delay) => DeliveryOutcome::PutOff { until: now + delay, error },
        None => DeliveryOutcome::Dropped { at: now, why: error },
    }
}

/// How long to wait after a try that failed, with so many before it; `None`: it is given up.
fn delay_seconds(n_before: u32) -> Option<u64> {
    DELAYS.get(usize::try_from(n_before).ok()?).copied()
}

#[cfg(test)]
mod tests {
    use storage::PlayerId;

    use super::{
        super::samples::{NOW, delivery},
        *,
    };

    fn row(kind: &str, tries: u32) -> DeliveryRow {
        delivery("w", "p", kind, tries)
    }

    fn webhook(failures: u32, failing_since: Option<u64>) -> WebhookRow {
        WebhookRow {
            id: "w".into(),
            player: PlayerId("p".into()),
            sealed: Vec::new(),
            shape: "generic".into(),
            game: None,
            events: Vec::new(),
            active: true,
            off_reason: None,
            failures,
            failing_since,
            created: NOW,
        }
    }

    fn miss(row: &DeliveryRow, webhook: &WebhookRow, status: u16, wait: Option<u64>) -> Miss {
        match judged(NOW, row, webhook, Ok(send::Answered { status, wait })) {
            DeliveryOutcome::Missed(miss) => miss,
            other => panic!("{status}: {other:?}"),
        }
    }

    #[test]
    fn an_answer_is_taken_for_what_it_says() {
        let (row, hook) = (row("your_move", 0), webhook(0, None));
        for status in [200, 204, 299] {
            let outcome = judged(NOW, &row, &hook, Ok(send::Answered { status, wait: None }));
            assert_eq!(outcome, DeliveryOutcome::Sent { at: NOW, status });
        }
        for status in [300, 302, 308, 400, 404, 429, 500, 503] {
            let miss = miss(&row, &hook, status, None);
            assert_eq!((miss.again, miss.status, miss.off_reason), (Some(NOW + 10), Some(status), None));
            assert_eq!(miss.error.contains("not followed"), status < 400, "{}", miss.error);
        }
        let gone = miss(&row, &hook, 410, Some(60));
        assert!(gone.again.is_none() && gone.off_reason.is_some());
        let silent = judged(NOW, &row, &hook, Err("There was no answer in time.".into()));
        assert!(matches!(silent, DeliveryOutcome::Missed(miss) if miss.again == Some(NOW + 10)));
    }

    #[test]
    fn a_try_waits_longer_than_the_one_before_and_as_long_as_it_is_told() {
        let again = |tries, wait| miss(&row("your_move", tries), &webhook(0, None), 503, wait).again;
        let delays: Vec<Option<u64>> = (0..8).map(|tries| again(tries, None)).collect();
        assert!(delays.windows(2).all(|pair| pair[1].is_none() || pair[0] < pair[1]), "{delays:?}");
        assert_eq!((again(6, None), again(7, None)), (Some(NOW + 24 * 3600), None));
        assert_eq!((again(0, Some(3600)), again(3, Some(1))), (Some(NOW + 3600), Some(NOW + 1800)));
        assert_eq!(miss(&row(TEST, 0), &webhook(0, None), 503, None).again, None);
    }

    #[test]
    fn a_webhook_is_switched_off_after_many_failures_in_a_long_time_only() {
        let off = |failures, since| {
            let miss = miss(&row("your_move", 0), &webhook(failures, since), 500, None);
            assert!(miss.off_reason.is_none() || miss.again.is_none());
            miss.off_reason
        };
        let long_ago = NOW - FAILING_SECONDS;
        assert_eq!(off(500, Some(long_ago + 1)), None, "many, but of today");
        assert_eq!(off(18, Some(long_ago)), None, "long, but few");
        assert_eq!(off(0, None), None);
        let why = off(19, Some(long_ago)).expect("off");
        assert!(why.starts_with("nothing arrived since 2027-01-12T08:00:00Z"), "{why}");
    }
}
