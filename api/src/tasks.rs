//! The background tasks: each gives signs of life, and one that breaks off is started again.

use std::{
    panic::AssertUnwindSafe,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::FutureExt;
use openapi::about::Check;

use crate::app::App;

/// How long is waited before a task that broke off is started again; twice as long each time…
pub const PAUSE: Duration = Duration::from_secs(1);
/// …up to this, and again from the beginning if it has lived so long meanwhile.
const PAUSE_MAX: Duration = Duration::from_secs(60);

/// Runs a task until the service ends, however often it breaks off. It must register itself by this name.
pub async fn keep<F: Future<Output = ()>>(
    app: &App,
    name: &'static str,
    first_pause: Duration,
    task: impl Fn() -> F,
) {
    let mut pause = first_pause;
    loop {
        let began = Instant::now();
        let ended = AssertUnwindSafe(task()).catch_unwind().await;
        if app.stop.is_set() {
            return;
        }
        app.beats.broke_off(name);
        // A panic was logged with its place by the hook.
        tracing::error!(task = name, panicked = ended.is_err(), "a background task broke off");
        if PAUSE_MAX <= began.elapsed() {
            pause = first_pause;
        }
        // However it ends, the task is started: what it does at the end of the service is not left out.
        let _ = tokio::time::timeout(pause, app.stop.wait()).await;
        pause = PAUSE_MAX.min(2 * pause).max(first_pause);
    }
}

/// The background tasks, by name. One that stands still makes the service not ready.
#[derive(Default)]
pub struct Beats(Mutex<Vec<Arc<Beat>>>);

/// A background task's sign of life.
pub struct Beat {
    name: &'static str,
    within_seconds: u64,
    last: AtomicU64,
    is_down: AtomicBool,
    n_restarts: AtomicU64,
}

/// How a task is, for metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its name.
    pub name: &'static str,
    /// Unix seconds of its last sign of life.
    pub last: u64,
    /// How often it broke off.
    pub restarts: u64,
}

impl Beats {
    /// Adds a task that promises a sign of life at least every so many seconds, or notes that it is there again.
    pub fn register(&self, name: &'static str, within_seconds: u64, now: u64) -> Arc<Beat> {
        let mut beats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(beat) = beats.iter().find(|beat| beat.name == name) {
            beat.beat(now);
            beat.is_down.store(false, Ordering::Relaxed);
            return Arc::clone(beat);
        }
        let beat = Arc::new(Beat {
            name,
            within_seconds,
            last: AtomicU64::new(now),
            is_down: AtomicBool::new(false),
            n_restarts: AtomicU64::new(0),
        });
        beats.push(Arc::clone(&beat));
        beat
    }

    /// How each task is.
    pub fn checks(&self, now: u64) -> Vec<Check> {
        let beats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let check = |beat: &Arc<Beat>| {
            let age = now.saturating_sub(beat.last.load(Ordering::Relaxed));
            let is_down = beat.is_down.load(Ordering::Relaxed);
            let trouble = if is_down { "broke off, will be started again; " } else { "" };
            Check {
                name: beat.name.to_owned(),
                ok: !is_down && age <= beat.within_seconds,
                detail: format!("{trouble}last sign of life {age} s ago"),
            }
        };
        beats.iter().map(check).collect()
    }

    /// The same as numbers.
    pub fn told(&self) -> Vec<Told> {
        let beats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let told = |beat: &Arc<Beat>| Told {
            name: beat.name,
            last: beat.last.load(Ordering::Relaxed),
            restarts: beat.n_restarts.load(Ordering::Relaxed),
        };
        beats.iter().map(told).collect()
    }

    fn broke_off(&self, name: &str) {
        let beats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(beat) = beats.iter().find(|beat| beat.name == name) {
            beat.is_down.store(true, Ordering::Relaxed);
            beat.n_restarts.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Beat {
    /// Gives a sign of life.
    pub fn beat(&self, now: u64) {
        self.last.store(now, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_that_stands_still_is_seen() {
        let beats = Beats::default();
        let outbox = beats.register("outbox", 60, 1000);
        assert!(beats.checks(1060)[0].ok && !beats.checks(1061)[0].ok);
        outbox.beat(1061);
        assert!(beats.checks(1100)[0].ok);
    }

    #[test]
    fn a_task_that_broke_off_is_ill_until_it_is_there_again() {
        let beats = Beats::default();
        beats.register("outbox", 60, 1000);
        beats.broke_off("outbox");
        assert!(!beats.checks(1000)[0].ok);
        beats.register("outbox", 60, 1010);
        assert!(beats.checks(1010)[0].ok);
        assert_eq!(beats.told(), [Told { name: "outbox", last: 1010, restarts: 1 }]);
    }
}
