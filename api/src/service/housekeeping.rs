//! What is done now and then: noting when tokens were used, forgetting old answers and deliveries.

use std::{sync::Arc, time::Duration};

use crate::{
    app::{App, Outage},
    idempotency,
    problem::Problem,
};

/// How often it is done.
const EVERY: Duration = Duration::from_secs(60);

/// How long deliveries to webhooks can be looked at after their end.
const DELIVERIES_KEPT_SECONDS: u64 = 7 * 24 * 3600;

/// The store's own value that tells when the service last gave a sign of life.
const ALIVE: &str = "alive";

/// A gap between two signs of life that is no outage, in seconds.
const NO_OUTAGE: u64 = 180;

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
    loop {
        let ends = app.stop.is_set();
        // What failed was logged, and is tried again.
        if app.block(|app| once(app)).await.is_ok() {
            beat.beat(app.now());
        }
        if ends {
            return;
        }
        let _ = tokio::time::timeout(EVERY, app.stop.wait()).await;
    }
}

fn once(app: &App) -> Result<(), Problem> {
    app.store.put_meta(ALIVE, &app.now().to_string())?;
    let used = app.touches.drain();
    if !used.is_empty() {
        app.store.touch_tokens(&used)?;
    }
    app.store.forget_answers(app.now().saturating_sub(idempotency::KEPT_SECONDS))?;
    app.store.forget_deliveries(app.now().saturating_sub(DELIVERIES_KEPT_SECONDS))?;
    Ok(())
}
