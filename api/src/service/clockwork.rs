//! What is due by itself: bots' turns, time-outs, absences that end, seats that are freed, games that are closed. Timers are rows written with
//! the lines that set them, so a crash loses none; what they do happens once by the log's own rule.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};

use storage::TimerRow;

use super::play::Rung;
use crate::{
    app::{App, Wake},
    problem::Problem,
};

/// How long nothing is looked at when nothing is due: another process may have written a timer.
const AT_LEAST_EVERY: Duration = Duration::from_secs(5);

/// How long is waited for orders that came in time and are being judged.
const A_MOMENT: Duration = Duration::from_millis(50);

/// How many timers are taken at a time.
const AT_ONCE: usize = 100;

/// How long a game whose timer failed is left alone, in seconds.
const PATIENCE: u64 = 60;

/// Does what is due until the service ends.
pub async fn run(app: Arc<App>) {
    let beat = app.beats.register("clockwork", 12 * AT_LEAST_EVERY.as_secs(), app.now());
    let mut wake = app.wake.listen();
    let mut failing = Failing::default();
    while !app.stop.is_set() {
        wake.mark_unchanged();
        let skip = failing.clone();
        let done = app.block(move |app| due(app, skip)).await;
        beat.beat(app.now());
        let pause = match done {
            Ok((seen, next)) => {
                failing = seen;
                next
            }
            Err(_) => AT_LEAST_EVERY, // logged where it happened
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = Wake::heard(&mut wake) => {}
            () = app.stop.wait() => {}
        }
    }
}

/// Games whose timers failed, and until when they are left alone: they must not delay the others.
#[derive(Clone, Default)]
pub(crate) struct Failing(std::collections::BTreeMap<domain::ids::GameId, u64>);

/// Does what is due by now, at most so much at a time; gives how long it may be waited for more.
///
/// # Errors
/// As the store.
pub(crate) fn due(app: &App, mut failing: Failing) -> Result<(Failing, Duration), Problem> {
    let now = app.now();
    app.tend_absences()?;
    failing.0.retain(|_, until| now < *until);
    // Failing games keep their timers, at most one a seat: enough are taken for the others to be among them.
    let timers = app.store.timers_due(now, AT_ONCE + failing.0.len() * 64)?;
    let (mut did, mut waits) = (0, false);
    for timer in &timers {
        if failing.0.contains_key(&timer.game) {
            continue;
        }
        if app.stop.is_set() || AT_ONCE <= did {
            break;
        }
        match attempt(app, timer) {
            Some(Rung::Done) => did += 1,
            Some(Rung::Waits) => waits = true,
            None => {
                did += 1;
                failing.0.insert(timer.game.clone(), now + PATIENCE);
            }
        }
    }
    let wait = match (did, app.store.next_timer_due()?) {
        (0, _) if waits => A_MOMENT,
        (0, Some(next)) if now < next => Duration::from_secs(next - now).min(AT_LEAST_EVERY),
        (0, _) => AT_LEAST_EVERY,
        (_, _) => Duration::ZERO,
    };
    Ok((failing, wait))
}

/// Does one timer's work. `None` when it failed: a fault of one game, even a panic, stops no other.
fn attempt(app: &App, timer: &TimerRow) -> Option<Rung> {
    match catch_unwind(AssertUnwindSafe(|| app.timer(timer))) {
        Ok(Ok(rung)) => Some(rung),
        Ok(Err(problem)) => {
            tracing::error!(game = %timer.game, kind = timer.kind, code = problem.code(), "a timer failed");
            None
        }
        Err(_) => {
            tracing::error!(game = %timer.game, kind = timer.kind, "a timer's work panicked");
            None
        }
    }
}
