//! Webhooks: what a player's mail tells of his games, told to addresses of his. A delivery is a row, written with its
//! letter; this worker makes its message when it first leaves, so that it is true then, and sends that until it has
//! arrived or is given up.
//!
//! One delivery of a webhook is under way at a time, and few of a player: whoever is slow delays only himself.

pub mod message;
mod outcome;
#[cfg(test)]
mod samples;
pub mod send;
pub mod target;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use futures_util::{StreamExt, stream::FuturesUnordered};
use storage::{DeliveryOutcome, DeliveryRow, PlayerId};
use ureq::Agent;

use crate::{
    app::{App, Wake},
    problem::{Problem, codes},
    tasks::Beat,
};

pub use outcome::{Place, place, sealed};

/// The kind of a delivery that its player asked for, to see whether it arrives.
pub const TEST: &str = "test";

/// Deliveries on their way at the same time.
const LANES: usize = 32;

/// As many of one player's.
const LANES_OF_PLAYER: usize = 2;

/// Deliveries looked at when a lane is free.
const BATCH: usize = 512;

/// How long nothing is looked at when nothing is due and nobody wakes us.
const IDLE: Duration = Duration::from_secs(2);

/// How long nothing is tried after the store could not be reached.
const PAUSE: Duration = Duration::from_secs(15);

/// How long the deliveries in hand may take when the service ends; then they are broken off, and repeated later.
const LAST_DELIVERIES: Duration = Duration::from_secs(5);

/// A sign of life is given at least every [`PAUSE`].
const BEAT_WITHIN_SECONDS: u64 = 120;

/// What became of a delivery in this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It is noted, or stays as it is.
    Done,
    /// The store cannot be reached.
    Failed,
}

/// Delivers until the service ends.
pub async fn run(app: Arc<App>) {
    let beat = app.beats.register("webhooks", BEAT_WITHIN_SECONDS, app.now());
    let worker = Arc::new(Worker {
        agent: send::agent(app.config.webhook_targets),
        beat,
        held: Mutex::default(),
        app: Arc::clone(&app),
    });
    let mut wake = app.wake.listen();
    let (mut flying, mut busy) = (FuturesUnordered::new(), Busy::default());
    while !app.stop.is_set() {
        // Whoever queues a delivery while we look wakes us after it.
        wake.mark_unchanged();
        let pause = match worker.due().await {
            Ok(rows) => {
                for row in rows {
                    if busy.takes(&row) {
                        flying.push(Arc::clone(&worker).deliver(row));
                    }
                }
                if flying.is_empty() { worker.quiet().await } else { IDLE }
            }
            Err(_) => PAUSE,
        };
        tokio::select! {
            Some((webhook, fate)) = flying.next(), if !flying.is_empty() => {
                busy.free(&webhook);
                if fate == Fate::Failed {
                    pause_or_stop(&app).await;
                }
            }
            () = tokio::time::sleep(pause) => {}
            () = Wake::heard(&mut wake), if pause != PAUSE => {}
            () = app.stop.wait() => {}
        }
    }
    let landing = async { while flying.next().await.is_some() {} };
    if tokio::time::timeout(LAST_DELIVERIES, landing).await.is_err() {
        worker.agent.clone().shutdown();
        while flying.next().await.is_some() {}
    }
}

async fn pause_or_stop(app: &App) {
    // However it ends, the loop looks again.
    let _ = tokio::time::timeout(PAUSE, app.stop.wait()).await;
}

/// Whose deliveries are under way: webhooks, and their players.
#[derive(Default)]
struct Busy(BTreeMap<String, PlayerId>);

impl Busy {
    /// Takes a lane for a delivery, if there is one for it.
    fn takes(&mut self, row: &DeliveryRow) -> bool {
        let Some(player) = &row.letter.player else { return false };
        let n_of_player = self.0.values().filter(|busy| *busy == player).count();
        if LANES <= self.0.len() || LANES_OF_PLAYER <= n_of_player || self.0.contains_key(&row.webhook) {
            return false;
        }
        self.0.insert(row.webhook.clone(), player.clone());
        true
    }

    fn free(&mut self, webhook: &str) {
        self.0.remove(webhook);
    }
}

struct Worker {
    app: Arc<App>,
    agent: Agent,
    beat: Arc<Beat>,
    /// Outcomes that the store did not take: what has arrived must not be sent again while this process lives.
    held: Mutex<BTreeMap<u64, DeliveryOutcome>>,
}

impl Worker {
    async fn due(&self) -> Result<Vec<DeliveryRow>, Problem> {
        let now = self.app.now();
        self.beat.beat(now);
        self.app.block(move |app| Ok(app.store.deliveries_due(now, BATCH)?)).await
    }

    /// How long until the next delivery is due, at most [`IDLE`].
    async fn quiet(&self) -> Duration {
        match self.app.block(|app| Ok(app.store.next_delivery_due()?)).await {
            Ok(Some(due)) => {
                let seconds = due.saturating_sub(self.app.now());
                Duration::from_secs(seconds).clamp(Duration::from_millis(500), IDLE)
            }
            Ok(None) => IDLE,
            Err(_) => PAUSE,
        }
    }

    /// One delivery, on a thread of its own. Whatever goes wrong with it stays with it.
    async fn deliver(self: Arc<Self>, row: DeliveryRow) -> (String, Fate) {
        let (worker, webhook) = (Arc::clone(&self), row.webhook.clone());
        let fate = self.app.block(move |_| Ok(worker.try_once(&row))).await;
        (webhook, fate.unwrap_or(Fate::Failed))
    }

    fn try_once(&self, row: &DeliveryRow) -> Fate {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner).remove(&row.id);
        let outcome = match held {
            Some(outcome) => Ok(outcome),
            None => outcome::of(&self.app, &self.agent, row),
        };
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(problem) if problem.code() == codes::STORAGE_UNAVAILABLE.code => return Fate::Failed,
            Err(problem) => outcome::cannot_be_made(&self.app, row, &problem),
        };
        // A try that we broke off ourselves says nothing about the other side.
        if self.app.stop.is_set() && matches!(outcome, DeliveryOutcome::Missed(_)) {
            return Fate::Done;
        }
        let end = end(&outcome);
        tracing::info!(
            delivery = row.id,
            webhook = row.webhook,
            kind = row.letter.kind,
            end,
            "webhook tried"
        );
        self.note(row, outcome)
    }

    fn note(&self, row: &DeliveryRow, outcome: DeliveryOutcome) -> Fate {
        let id = row.id;
        let noted = {
            let _one_at_a_time = self.app.player_rows();
            // The letter first: its name is that of the delivery, so that it is queued once, however often this is tried.
            outcome::told_off(&self.app, row, &outcome)
                .and_then(|letters| self.app.store.post(letters))
                .and_then(|()| self.app.store.delivery_outcome(id, outcome.clone()))
        };
        match noted {
            // Deleted meanwhile, with its webhook.
            Ok(()) | Err(storage::Error::NotFound) => Fate::Done,
            Err(error) => {
                // It is logged in becoming a problem.
                let _ = Problem::from(error);
                self.held.lock().unwrap_or_else(PoisonError::into_inner).insert(id, outcome);
                Fate::Failed
            }
        }
    }
}

/// What became of a try, for the log: addresses and answers stand beside the delivery, not there.
fn end(outcome: &DeliveryOutcome) -> &'static str {
    match outcome {
        DeliveryOutcome::Made(_) => "made",
        DeliveryOutcome::Sent { .. } => "sent",
        DeliveryOutcome::Dropped { .. } => "dropped",
        DeliveryOutcome::PutOff { .. } => "put off",
        DeliveryOutcome::Missed(miss) if miss.again.is_some() => "put off",
        DeliveryOutcome::Missed(_) => "given up",
    }
}

#[cfg(test)]
mod tests {
    use super::{samples::delivery, *};

    fn row(webhook: &str, player: &str) -> DeliveryRow {
        delivery(webhook, player, TEST, 0)
    }

    #[test]
    fn a_player_has_two_lanes_and_a_webhook_one() {
        let mut busy = Busy::default();
        assert!(busy.takes(&row("w_1", "p_1")));
        assert!(!busy.takes(&row("w_1", "p_1")), "the webhook is under way");
        assert!(busy.takes(&row("w_2", "p_1")));
        assert!(!busy.takes(&row("w_3", "p_1")), "two of his are");
        for n in 2..LANES {
            assert!(busy.takes(&row(&format!("w_x{n}"), &format!("p_x{n}"))));
        }
        assert!(!busy.takes(&row("w_9", "p_9")), "all lanes are taken");
        busy.free("w_1");
        assert!(busy.takes(&row("w_3", "p_1")));
    }
}
