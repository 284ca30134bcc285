//! What is done now and then: giving the sign of life by which the next start knows how long nobody was here, noting when
//! tokens were used, forgetting old answers, deliveries and mails.

use std::{sync::Arc, time::Duration};

use crate::{
    app::{App, Outage},
    idempotency,
    problem::Problem,
};

/// How often it is done.
const EVERY: Duration = Duration::from_secs(60);

/// How often the sign of life is given: so exactly is known when the service died.
const SIGN_EVERY: Duration = Duration::from_secs(10);

/// How long deliveries to webhooks can be looked at after their end.
const DELIVERIES_KEPT_SECONDS: u64 = 7 * 24 * 3600;

/// How long it is known which letters were sent and which mails came, after their end. A mail that comes again after that
/// finds its reply address out of force.
const MAIL_KEPT_SECONDS: u64 = 90 * 24 * 3600;

/// So many are forgotten at a time at most: no write shall take long.
const N_MAILS_FORGOTTEN: usize = 2_000;

/// The store's own value that tells when the service last gave a sign of life.
const ALIVE: &str = "alive";

/// A gap between two signs of life that is no outage, in seconds: less than half of the shortest time there is for a move.
const NO_OUTAGE: u64 = 20;

/// The time since the last sign of life in this store, if it was long enough to matter.
///
/// # Errors
/// As the store.
pub fn outage(store: &dyn storage::Storage, now: u64) -> storage::Result<Option<Outage>> {
    let last: Option<u64> = store.meta(ALIVE)?.and_then(|text| text.parse().ok());
    Ok(last.filter(|from| from.saturating_add(NO_OUTAGE) < now).map(|from| Outage { from, until: now }))
}

/// Does it until the service ends; once at the beginning, and once more at the end.
pub async fn run(app: Arc<App>) {
    let beat = app.beats.register("housekeeping", 3 * EVERY.as_secs(), app.now());
    let mut next = app.now();
    loop {
        let ends = app.stop.is_set();
        let is_due = ends || next <= app.now();
        // What failed was logged, and is tried again.
        let done = app.block(move |app| {
            live(app)?;
            if is_due { once(app) } else { Ok(()) }
        });
        if done.await.is_ok() {
            beat.beat(app.now());
            if is_due {
                next = app.now() + EVERY.as_secs();
            }
        }
        if ends {
            return;
        }
        let _ = tokio::time::timeout(SIGN_EVERY, app.stop.wait()).await;
    }
}

/// Gives the sign of life, and lets whatever copy of the store was made before be an older one.
///
/// # Errors
/// As the store; the file beside the keys that cannot be written.
pub fn live(app: &App) -> Result<(), Problem> {
    app.store.put_meta(ALIVE, &app.now().to_string())?;
    app.keys.count(&*app.store).map_err(|why| Problem::internal(&*why))
}

/// Forgets what is old, and notes when tokens were used.
pub(crate) fn once(app: &App) -> Result<(), Problem> {
    let used = app.touches.drain();
    if !used.is_empty() {
        app.store.touch_tokens(&used)?;
    }
    app.store.forget_answers(app.now().saturating_sub(idempotency::KEPT_SECONDS))?;
    app.store.forget_deliveries(app.now().saturating_sub(DELIVERIES_KEPT_SECONDS))?;
    app.store.forget_mail(app.now().saturating_sub(MAIL_KEPT_SECONDS), N_MAILS_FORGOTTEN)?;
    Ok(())
}
