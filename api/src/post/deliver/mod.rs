//! The worker: takes the letters that are due, has their text made, sends them, notes what became of them.
//!
//! A letter may leave twice only if the process dies between sending and noting it, and then with the same bytes. It
//! is never lost: until it has left or is given up it stays in the queue. One that cannot be made or sent holds up
//! no other.

mod backoff;
mod files;
mod smtp;
mod transport;

use std::{
    collections::BTreeMap,
    panic::AssertUnwindSafe,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use futures_util::{FutureExt, StreamExt};
use storage::{LetterOutcome, LetterRow, PlayerId};

use super::compose::{Composed, Ready, compose, is_paced};
use crate::{
    app::{App, Wake},
    problem::{Chain, Problem, codes},
    tasks::Beat,
};

pub use files::Files;
pub use smtp::Smtp;
pub use transport::{Failure, Parcel, Sending, Transport, transport};

/// Letters taken from the queue at a time.
const BATCH: usize = 64;

/// Letters on their way at the same time.
const LANES: usize = 4;

/// How long nothing is looked at when nothing is due and nobody wakes us.
const IDLE: Duration = Duration::from_secs(2);

/// How long nothing is tried after the store or the mail server could not be reached.
const PAUSE: Duration = Duration::from_secs(15);

/// How long the letters in hand may take when the service ends.
const LAST_LETTERS: Duration = Duration::from_secs(6);

/// A sign of life is given for every letter, and no letter takes so long.
const BEAT_WITHIN_SECONDS: u64 = 180;

/// Sends letters until the service ends.
pub async fn run(app: Arc<App>, transport: Arc<dyn Transport>) {
    let beat = app.beats.register("outbox", BEAT_WITHIN_SECONDS, app.now());
    let mut wake = app.wake.listen();
    let worker = Worker::new(Arc::clone(&app), transport, beat);
    let ended = async {
        app.stop.wait().await;
        tokio::time::sleep(LAST_LETTERS).await;
    };
    tokio::pin!(ended);
    while !app.stop.is_set() {
        // Whoever queues a letter during the round wakes us after it.
        wake.mark_unchanged();
        let pause = tokio::select! {
            round = worker.round() => match round {
                Round::Worked => continue,
                Round::Idle => worker.quiet().await,
                Round::Failed => PAUSE,
            },
            // What is in hand stays in the queue, with its text: it leaves after the next start.
            () = &mut ended => return,
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = Wake::heard(&mut wake), if pause != PAUSE => {}
            () = app.stop.wait() => {}
        }
    }
}

/// What a round came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Round {
    /// There may be more.
    Worked,
    /// Nothing was due.
    Idle,
    /// The store or the mail server cannot be reached.
    Failed,
}

/// What became of one letter in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It is done with, or has a later time.
    Noted,
    /// It was not looked at.
    Left,
    /// The store or the mail server cannot be reached.
    Failed,
}

/// A letter whose outcome the store did not take.
#[derive(Clone)]
enum Held {
    /// It has left: it must not leave again while this process lives.
    Sent(u64),
    /// Its trouble could not be noted; it is not looked at before this time.
    Until(u64),
}

pub(super) struct Worker {
    app: Arc<App>,
    transport: Arc<dyn Transport>,
    beat: Arc<Beat>,
    held: Mutex<BTreeMap<u64, Held>>,
    is_down: AtomicBool,
    /// Letters on their way at the same time.
    pub(super) lanes: usize,
}

impl Worker {
    pub(super) fn new(app: Arc<App>, transport: Arc<dyn Transport>, beat: Arc<Beat>) -> Self {
        Worker { app, transport, beat, held: Mutex::default(), is_down: AtomicBool::new(false), lanes: LANES }
    }

    /// Takes what is due, once.
    pub(super) async fn round(&self) -> Round {
        self.beat.beat(self.app.now());
        self.is_down.store(false, Ordering::Relaxed);
        let now = self.app.now();
        let limit = BATCH + self.held().len();
        let due = self.app.block(move |app| Ok(app.store.letters_due(now, limit)?)).await;
        let Ok(mut due) = due else { return Round::Failed };
        due.retain(|row| !matches!(self.held().get(&row.id), Some(Held::Until(until)) if now < *until));
        if due.is_empty() {
            return Round::Idle;
        }
        let letters = futures_util::stream::iter(due).map(|row| self.letter(row));
        let fates: Vec<Fate> = letters.buffer_unordered(self.lanes).collect().await;
        match fates {
            fates if fates.contains(&Fate::Failed) => Round::Failed,
            fates if fates.contains(&Fate::Noted) => Round::Worked,
            _ => Round::Idle,
        }
    }

    /// How long until the next letter is due, at most [`IDLE`].
    async fn quiet(&self) -> Duration {
        let next = self.app.block(|app| Ok(app.store.next_letter_due()?)).await;
        match next {
            Ok(Some(due)) => {
                // Held letters are due already: not faster than this.
                let seconds = due.saturating_sub(self.app.now());
                Duration::from_secs(seconds).clamp(Duration::from_millis(500), IDLE)
            }
            Ok(None) => IDLE,
            Err(_) => PAUSE,
        }
    }

    /// One letter. Whatever goes wrong with it stays with it.
    async fn letter(&self, row: LetterRow) -> Fate {
        if self.app.stop.is_set() || self.is_down.load(Ordering::Relaxed) {
            return Fate::Left;
        }
        self.beat.beat(self.app.now());
        let sent = match self.held().get(&row.id) {
            Some(Held::Sent(at)) => Some(*at),
            Some(Held::Until(_)) | None => None,
        };
        if let Some(at) = sent {
            return self.note(&row, LetterOutcome::Sent(at)).await;
        }
        let (shared, asked) = (Arc::new(row), Arc::clone(&self.app));
        let row = Arc::clone(&shared);
        match asked.block(move |app| prepare(app, &shared)).await {
            Ok(Composed::Ready(ready)) => self.send(&row, ready).await,
            Ok(Composed::Dropped(why)) => {
                tracing::info!(letter = row.id, kind = row.letter.kind, why, "mail dropped");
                let (at, why) = (self.app.now(), why.to_owned());
                self.note(&row, LetterOutcome::Dropped { at, why }).await
            }
            Ok(Composed::Waits(due)) => self.note(&row, LetterOutcome::Wait { due }).await,
            Ok(Composed::Carried) => Fate::Noted,
            Err(problem) if problem.code() == codes::STORAGE_UNAVAILABLE.code => {
                // Nor could any other be noted: none is made in vain.
                self.is_down.store(true, Ordering::Relaxed);
                Fate::Failed
            }
            Err(problem) => self.retry(&row, format!("cannot be made: {problem}")).await,
        }
    }

    async fn send(&self, row: &LetterRow, ready: Ready) -> Fate {
        let letter = &row.letter;
        let parcel = Parcel {
            id: row.id,
            kind: &letter.kind,
            queued: letter.queued,
            to: &ready.to,
            bytes: &ready.made.bytes,
        };
        let sending = AssertUnwindSafe(async { self.transport.send(parcel).await }).catch_unwind();
        let sent = sending.await.unwrap_or_else(|_| Err(Failure::Later("sending it broke off".to_owned())));
        let game = letter.game.as_ref().map(|game| game.as_str());
        match sent {
            Ok(_) => {
                let now = self.app.now();
                tracing::info!(letter = row.id, kind = letter.kind, game, tries = row.tries + 1, "mail sent");
                self.held().insert(row.id, Held::Sent(now));
                if let Some(player) = ready.marked {
                    self.mark(player, ready.to, None).await;
                }
                self.note(row, LetterOutcome::Sent(now)).await
            }
            Err(Failure::Down(said)) => {
                self.is_down.store(true, Ordering::Relaxed);
                tracing::error!(letter = row.id, said, "the mail server cannot be used");
                self.retry(row, said).await;
                Fate::Failed
            }
            Err(Failure::Later(said)) => self.retry(row, said).await,
            Err(Failure::Refused(said)) => self.give_up(row, said).await,
            Err(Failure::NoSuchAddress(said)) => {
                if let Some(player) = letter.player.clone() {
                    self.mark(player, ready.to, Some(said.clone())).await;
                }
                self.give_up(row, said).await
            }
        }
    }

    /// Puts a letter off, or gives it up when it has been tried for long enough.
    async fn retry(&self, row: &LetterRow, said: String) -> Fate {
        match backoff::delay_seconds(row.tries) {
            Some(delay) => {
                // What the other side says may name an address: it is kept beside the letter, not in the log.
                tracing::warn!(
                    letter = row.id,
                    kind = row.letter.kind,
                    tries = row.tries + 1,
                    delay,
                    "mail put off"
                );
                let due = self.app.now() + delay;
                self.note(row, LetterOutcome::Retry { due, error: said }).await
            }
            None => self.give_up(row, said).await,
        }
    }

    async fn give_up(&self, row: &LetterRow, said: String) -> Fate {
        tracing::warn!(letter = row.id, kind = row.letter.kind, tries = row.tries + 1, "mail given up");
        self.note(row, LetterOutcome::Failed { at: self.app.now(), error: said }).await
    }

    /// Writes down what became of a letter.
    async fn note(&self, row: &LetterRow, outcome: LetterOutcome) -> Fate {
        let (id, is_sent) = (row.id, matches!(outcome, LetterOutcome::Sent(_)));
        let noted = self.app.block(move |app| Ok(app.store.letter_outcome(id, outcome)?)).await;
        match noted {
            Ok(()) => {
                self.held().remove(&id);
                Fate::Noted
            }
            Err(_) => {
                let until = self.app.now() + PAUSE.as_secs();
                if !is_sent {
                    self.held().insert(id, Held::Until(until));
                }
                Fate::Failed
            }
        }
    }

    /// Marks a player's address as failing with these words, or as working again.
    async fn mark(&self, player: PlayerId, address: String, failure: Option<String>) {
        let marked = self.app.block(move |app| {
            let _one_at_a_time = app.player_rows();
            let mut row = app.store.player(&player)?;
            // He may have another address by now, about which nothing was said.
            let is_his = row.email.as_ref().is_some_and(|email| email.eq_ignore_ascii_case(&address));
            if is_his && row.email_failure != failure {
                row.email_failure = failure;
                app.store.put_player(row, Vec::new(), None)?;
            }
            Ok(())
        });
        if let Err(problem) = marked.await {
            tracing::warn!(error = %Chain(&problem), "an address could not be marked");
        }
    }

    fn held(&self) -> MutexGuard<'_, BTreeMap<u64, Held>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes a letter's text, and keeps it before it can leave.
fn prepare(app: &App, row: &LetterRow) -> Result<Composed, Problem> {
    let _one_at_a_time = is_paced(app, row)?.then(|| app.paced_letters());
    let composed = compose(app, row)?;
    if let (Composed::Ready(ready), None) = (&composed, &row.made) {
        let made = LetterOutcome::Made { made: ready.made.clone(), at: app.now() };
        match app.store.letter_outcome(row.id, made) {
            Ok(()) => {}
            // It was put into another letter, or dropped, since it was taken.
            Err(storage::Error::Conflict) => return Ok(Composed::Carried),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(composed)
}
