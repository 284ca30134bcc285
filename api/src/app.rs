//! What all doors and the hall behind them share: configuration, store, keys, clock, limits. Made once, at the start.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use actix_web::web;
use domain::log::Signer;
use storage::Storage;
use tokio::sync::watch;

use crate::{
    auth::{Tokens, Touches},
    config::Config,
    idempotency::Running,
    keys::Keys,
    limits::Limits,
    metrics::Metrics,
    problem::{Problem, codes},
    service::{arrivals::Arrivals, freshness::Lookout, hall::Hall},
    tasks::Beats,
};

/// The service: shared by all threads.
pub struct App {
    /// What is in force.
    pub config: Config,
    /// The archive. It blocks: call it inside [`App::block`].
    pub store: Arc<dyn Storage>,
    /// The keys of the data folder.
    pub keys: Keys,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Who may ask how often.
    pub limits: Limits,
    /// The background tasks and when they last gave a sign of life.
    pub beats: Beats,
    /// What is counted.
    pub metrics: Metrics,
    /// Requests with an idempotency key that are being answered.
    pub running: Running,
    /// Tokens whose last use is not noted yet.
    pub touches: Touches,
    /// Tokens that were in force when they were last seen.
    pub tokens: Tokens,
    /// What caches are compared with.
    pub lookout: Lookout,
    /// The games that are open.
    pub hall: Hall,
    /// Orders that are being judged.
    pub arrivals: Arrivals,
    /// Signs the heads of the games of this service.
    pub signer: Signer,
    /// Tells the background tasks that something was written that may be due.
    pub wake: Wake,
    /// Tells everything that waits that the service ends.
    pub stop: Stop,
    /// When the database was found to be older than the one this data folder last ran, if it ever was: a game whose epoch
    /// was opened before that opens a new one before its next die.
    pub restored_at: Option<u64>,
    /// The time before this start in which the service was down, if that was longer than a moment.
    pub outage: Option<Outage>,
    player_rows: Mutex<()>,
    paced_letters: Mutex<()>,
}

/// A time in which the service was down, in Unix seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// The last sign of life before it.
    pub from: u64,
    /// The start after it.
    pub until: u64,
}

/// The time in Unix seconds. Tests bring their own.
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> u64;
}

/// The machine's clock.
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
    }
}

impl App {
    /// The service with a store and keys that are open already.
    pub fn new(config: Config, store: Arc<dyn Storage>, keys: Keys, clock: Arc<dyn Clock>) -> Self {
        let limits = Limits::new(config.rate_limit);
        let metrics = Metrics::new(clock.now());
        let signer =
            Signer::new(config.origin(), keys.signing()).expect("a base URL's host and path are an origin");
        Self {
            config,
            store,
            keys,
            clock,
            limits,
            beats: Beats::default(),
            metrics,
            running: Running::default(),
            touches: Touches::default(),
            tokens: Tokens::default(),
            lookout: Lookout::default(),
            hall: Hall::default(),
            arrivals: Arrivals::default(),
            signer,
            wake: Wake::default(),
            stop: Stop::default(),
            restored_at: None,
            outage: None,
            player_rows: Mutex::new(()),
            paced_letters: Mutex::new(()),
        }
    }

    /// Does blocking work (the store, cryptography, rules) on a thread that may block. It is finished even when the client
    /// goes away meanwhile.
    ///
    /// # Errors
    /// What the work says; a panic in it is a 500.
    pub async fn block<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Arc<App>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let (app, span) = (Arc::clone(self), tracing::Span::current());
        match web::block(move || span.in_scope(|| work(&app))).await {
            Ok(done) => done,
            // The panic itself was logged where it happened.
            Err(_) => Err(Problem::plain(codes::INTERNAL)),
        }
    }

    /// Whoever reads a player's row to write it again holds this meanwhile, so that no change is lost.
    pub fn player_rows(&self) -> MutexGuard<'_, ()> {
        self.player_rows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whoever finds out whether a letter may leave beside others to the same player holds this until it has its text: else
    /// two would leave at once, each as the only one.
    pub fn paced_letters(&self) -> MutexGuard<'_, ()> {
        self.paced_letters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Now.
    pub fn now(&self) -> u64 {
        self.clock.now()
    }

    /// The full link to a path such as `/v1/games/x`.
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.config.base_url.as_str())
    }

    /// A path as clients see it, for `Location` and links of our pages: under the path of the base URL.
    pub fn path(&self, path: &str) -> String {
        format!("{}{path}", self.config.base_url.path())
    }
}

/// How long a background task lets writes come together before it looks.
const BREATH: Duration = Duration::from_millis(20);

/// Says "look again" to the background tasks. What was said while nobody listened is heard by who listens next.
#[derive(Default)]
pub struct Wake(watch::Sender<u64>);

impl Wake {
    /// Something was written.
    pub fn notify(&self) {
        self.0.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// An ear for one task.
    pub fn listen(&self) -> watch::Receiver<u64> {
        self.0.subscribe()
    }

    /// Waits until something was written, and a breath longer: in it, what a busy service writes comes together, and one look
    /// finds all of it.
    pub async fn heard(ear: &mut watch::Receiver<u64>) {
        // The sender lives as long as the service.
        let _ = ear.changed().await;
        tokio::time::sleep(BREATH).await;
    }
}

/// The end of the service: said once, heard by all.
pub struct Stop(watch::Sender<bool>);

impl Default for Stop {
    fn default() -> Self {
        Self(watch::Sender::new(false))
    }
}

impl Stop {
    /// Says that the service ends.
    pub fn set(&self) {
        self.0.send_replace(true);
    }

    /// True when it was said.
    pub fn is_set(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until it is said: for streams and background tasks.
    pub async fn wait(&self) {
        // The sender lives as long as `self`, so waiting cannot fail.
        let _ = self.0.subscribe().wait_for(|stop| *stop).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn the_end_is_heard_by_those_who_wait_and_by_those_who_ask_later() {
        let stop = Arc::new(Stop::default());
        let waiting = actix_web::rt::spawn({
            let stop = Arc::clone(&stop);
            async move { stop.wait().await }
        });
        stop.set();
        waiting.await.expect("heard");
        stop.wait().await;
        assert!(stop.is_set());
    }
}
