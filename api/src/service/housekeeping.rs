//! What is done now and then: noting when tokens were used, forgetting old answers.

use std::{sync::Arc, time::Duration};

use crate::{app::App, idempotency, problem::Problem};

/// How often it is done.
const EVERY: Duration = Duration::from_secs(60);

/// Does it until the service ends; once more then.
pub async fn run(app: Arc<App>) {
    let beat = app.beats.register("housekeeping", 3 * EVERY.as_secs(), app.now());
    loop {
        let ended = tokio::time::timeout(EVERY, app.stop.wait()).await.is_ok();
        // What failed was logged, and is tried again.
        if app.block(|app| once(app)).await.is_ok() {
            beat.beat(app.now());
        }
        if ended {
            return;
        }
    }
}

fn once(app: &App) -> Result<(), Problem> {
    let used = app.touches.drain();
    if !used.is_empty() {
        app.store.touch_tokens(&used)?;
    }
    app.store.forget_answers(app.now().saturating_sub(idempotency::KEPT_SECONDS))?;
    Ok(())
}
