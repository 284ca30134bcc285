//! A player's webhooks: made, changed, tested, deleted, and what was delivered to them.

use actix_web::http::{StatusCode, header};
use domain::ids::GameId;
use openapi::{
    problem::Fault,
    webhooks::{
        DeliveryState, NewWebhook, Webhook, WebhookChange, WebhookDeliveries, WebhookDelivery, WebhookEvent,
        WebhookMade, WebhookShape, Webhooks,
    },
};
use storage::{DeliveryRow, LetterState, NewLetter, PlayerId, WebhookRow};

use super::{fields::rfc3339, read::cursor};
use crate::{
    app::App,
    auth::Caller,
    idempotency::{Answer, Ticket},
    layers::gate::too_many,
    post::webhook::{
        Place, TEST,
        message::{draw_secret, id_of},
        place, sealed, target,
    },
    problem::{Problem, codes, fault},
    random,
};

/// How many webhooks a player has at most.
const N_WEBHOOKS: usize = 20;

/// Deliveries on a page where no number is asked for.
const USUAL: usize = 50;

/// Deliveries on a page at most.
const MOST: usize = 200;

/// Makes a webhook.
///
/// # Errors
/// 422 for where it may not lead, or a game the player may not see; 409 when he has too many; 429.
pub fn create(app: &App, caller: &Caller, new: &NewWebhook, ticket: &Ticket) -> Result<Answer, Problem> {
    let full = || Problem::new(codes::CONFLICT, format!("You have {N_WEBHOOKS} webhooks: delete one first."));
    if N_WEBHOOKS <= app.store.webhooks_of(&caller.player)?.len() {
        return Err(full());
    }
    let game = game(app, caller, new.game.as_deref())?;
    let url = reachable(app, caller, &new.url)?;
    let (id, secret) = (random::webhook_id(), draw_secret());
    let place = Place { url, secret: secret.clone() };
    let row = WebhookRow {
        sealed: sealed(app, &id, &place)?,
        id,
        player: caller.player.clone(),
        shape: new.shape.as_str().to_owned(),
        game,
        events: words(&new.events),
        active: new.active,
        off_reason: None,
        failures: 0,
        failing_since: None,
        created: app.now(),
    };
    let made = WebhookMade { about: shown(app, &row), secret: secret.to_string() };
    let answer = Answer::json(StatusCode::CREATED, &made)?
        .with_header(header::LOCATION, app.path(&format!("/v1/me/webhooks/{}", row.id)));
    app.store.create_webhook(row, N_WEBHOOKS, ticket.remember(app, &answer)?).map_err(
        |error| match error {
            storage::Error::Conflict => full(),
            other => other.into(),
        },
    )?;
    Ok(answer)
}

/// A player's webhooks.
///
/// # Errors
/// What the store says.
pub fn list(app: &App, caller: &Caller) -> Result<Webhooks, Problem> {
    let rows = app.store.webhooks_of(&caller.player)?;
    Ok(Webhooks { items: rows.iter().map(|row| shown(app, row)).collect(), next: None })
}

/// One of them.
///
/// # Errors
/// 404.
pub fn read(app: &App, caller: &Caller, id: &str) -> Result<Webhook, Problem> {
    Ok(shown(app, &app.store.webhook(&caller.player, id)?))
}

/// Changes one of them: all that is asked for, or nothing.
///
/// # Errors
/// 404; 422 as for a new one; 409 for another address when the key of the old one is lost; 429.
pub fn change(app: &App, caller: &Caller, id: &str, change: &WebhookChange) -> Result<Webhook, Problem> {
    app.store.webhook(&caller.player, id)?;
    let game = change.game.as_ref().map(|wanted| game(app, caller, wanted.as_deref())).transpose()?;
    let url = change.url.as_deref().map(|url| reachable(app, caller, url)).transpose()?;
    // The worker counts failures under the same lock: neither writes over the other.
    let _one_at_a_time = app.player_rows();
    let mut row = app.store.webhook(&caller.player, id)?;
    if let Some(url) = url {
        let Place { secret, .. } = kept(app, &row)?;
        row.sealed = sealed(app, &row.id, &Place { url, secret })?;
    }
    row.shape = change.shape.map_or(row.shape, |shape| shape.as_str().to_owned());
    row.events = change.events.as_deref().map_or(row.events, words);
    row.game = game.unwrap_or(row.game);
    if let Some(active) = change.active {
        row.active = active;
        row.off_reason = None;
        row.failures = 0;
        row.failing_since = None;
    }
    let changed = shown(app, &row);
    app.store.put_webhook(row, None)?;
    Ok(changed)
}

/// Draws a new secret for one of them. The old one signs nothing more.
///
/// # Errors
/// 404; 409 when the key it was kept under is lost.
pub fn renew_secret(app: &App, caller: &Caller, id: &str, ticket: &Ticket) -> Result<Answer, Problem> {
    let _one_at_a_time = app.player_rows();
    let mut row = app.store.webhook(&caller.player, id)?;
    let Place { url, .. } = kept(app, &row)?;
    let secret = draw_secret();
    row.sealed = sealed(app, &row.id, &Place { url, secret: secret.clone() })?;
    let made = WebhookMade { about: shown(app, &row), secret: secret.to_string() };
    let answer = Answer::json(StatusCode::OK, &made)?;
    app.store.put_webhook(row, ticket.remember(app, &answer)?)?;
    Ok(answer)
}

/// Deletes one of them, and what was on its way to it.
///
/// # Errors
/// 404.
pub fn delete(app: &App, caller: &Caller, id: &str) -> Result<(), Problem> {
    Ok(app.store.delete_webhook(&caller.player, id)?)
}

/// Queues a test for one of them, also if it is switched off: it is tried once.
///
/// # Errors
/// 404; 429.
pub fn test(app: &App, caller: &Caller, id: &str, ticket: &Ticket) -> Result<Answer, Problem> {
    let webhook = app.store.webhook(&caller.player, id)?;
    take(app, &caller.player)?;
    let letter = NewLetter {
        game: None,
        seat: None,
        seq: 0,
        kind: TEST.to_owned(),
        player: Some(caller.player.clone()),
        address: None,
        content: Vec::new(),
        message_id: format!("<{}.{TEST}@{}>", random::letter_id(), app.config.base_url.host()),
        queued: app.now(),
        due: app.now(),
    };
    let queued = WebhookDelivery {
        id: id_of(&webhook.id, &letter.message_id),
        event: TEST.to_owned(),
        game: None,
        seat: None,
        state: DeliveryState::Queued,
        queued: rfc3339(letter.queued),
        tries: 0,
        status: None,
        error: None,
        next_try: Some(rfc3339(letter.due)),
        ended: None,
    };
    let answer = Answer::json(StatusCode::ACCEPTED, &queued)?;
    app.store.post_to_webhook(&webhook.id, letter, ticket.remember(app, &answer)?)?;
    app.wake.notify();
    Ok(answer)
}

/// A page of what was delivered to one of them, newest first.
///
/// # Errors
/// 400 for a cursor or limit that cannot be read; 404.
pub fn deliveries(
    app: &App,
    caller: &Caller,
    id: &str,
    cursor: Option<&str>,
    limit: Option<usize>,
) -> Result<WebhookDeliveries, Problem> {
    let limit = cursor::limit(limit, USUAL, MOST)?;
    let before =
        cursor.map(|cursor| cursor::number(&cursor::decode::<1>("deliveries", cursor)?[0])).transpose()?;
    let webhook = app.store.webhook(&caller.player, id)?;
    let mut rows = app.store.deliveries(&webhook.id, before, limit + 1)?;
    let is_last = rows.len() <= limit;
    rows.truncate(limit);
    let next = rows.last().filter(|_| !is_last).map(|row| cursor::encode("deliveries", &[&row.id]));
    Ok(WebhookDeliveries { items: rows.iter().map(delivery).collect(), next })
}

/// Where a webhook shall lead, looked at.
fn reachable(app: &App, caller: &Caller, url: &str) -> Result<String, Problem> {
    take(app, &caller.player)?;
    let allowed = app.config.webhook_targets;
    let looked_at = target::parse(url, allowed).and_then(|url| target::check(&url, allowed).map(|()| url));
    looked_at.map_err(|refused| {
        let told: Fault = fault(codes::WEBHOOK_TARGET_REFUSED, "/url", refused.to_string());
        Problem::new(codes::WEBHOOK_TARGET_REFUSED, refused.to_string()).with_faults(vec![told])
    })
}

fn take(app: &App, player: &PlayerId) -> Result<(), Problem> {
    match app.limits.webhooks.take(&player.0).filter(|standing| standing.exceeded) {
        Some(standing) => Err(too_many(codes::TOO_MANY_REQUESTS, &standing)),
        None => Ok(()),
    }
}

/// The game a webhook shall be for. One that is not for the player is none, in the same words.
fn game(app: &App, caller: &Caller, wanted: Option<&str>) -> Result<Option<GameId>, Problem> {
    let Some(wanted) = wanted else { return Ok(None) };
    match app.seen(wanted, Some(&caller.player)) {
        Ok(game) => Ok(Some(game.row.id.clone())),
        Err(problem) if problem.code() == codes::NOT_FOUND.code => {
            Err(Problem::field(codes::UNKNOWN_GAME, "/game", codes::UNKNOWN_GAME.text))
        }
        Err(problem) => Err(problem),
    }
}

fn words(events: &[WebhookEvent]) -> Vec<String> {
    let wanted = |event: &&WebhookEvent| events.contains(event);
    WebhookEvent::ALL.iter().filter(wanted).map(|event| event.as_str().to_owned()).collect()
}

/// The place of a webhook that is to be changed.
fn kept(app: &App, row: &WebhookRow) -> Result<Place, Problem> {
    let lost = "This server has lost the key this webhook was kept under: delete it and make it anew.";
    place(app, row).map_err(|_| Problem::new(codes::CONFLICT, lost))
}

fn shown(app: &App, row: &WebhookRow) -> Webhook {
    Webhook {
        id: row.id.clone(),
        url: place(app, row).ok().map(|place| place.url),
        shape: WebhookShape::parse(&row.shape).unwrap_or(WebhookShape::Generic),
        events: row.events.iter().filter_map(|word| WebhookEvent::parse(word)).collect(),
        game: row.game.as_ref().map(GameId::to_string),
        active: row.active,
        off_reason: row.off_reason.clone(),
        failures: row.failures,
        created: rfc3339(row.created),
    }
}

fn delivery(row: &DeliveryRow) -> WebhookDelivery {
    let letter = &row.letter;
    let (state, is_queued) = match row.state {
        LetterState::Queued => (DeliveryState::Queued, true),
        LetterState::Sent => (DeliveryState::Sent, false),
        LetterState::Dropped => (DeliveryState::Dropped, false),
        LetterState::Failed => (DeliveryState::Failed, false),
    };
    WebhookDelivery {
        id: id_of(&row.webhook, &letter.message_id),
        event: letter.kind.clone(),
        game: letter.game.as_ref().map(GameId::to_string),
        seat: letter.seat.as_ref().map(ToString::to_string),
        state,
        queued: rfc3339(letter.queued),
        tries: row.tries,
        status: row.status,
        error: row.error.clone(),
        next_try: is_queued.then(|| rfc3339(letter.due)),
        ended: row.ended.map(rfc3339),
    }
}
