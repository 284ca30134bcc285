//! All counts as they are told: what was counted here, what the store and the process know.

use storage::{MailCount, PostDepth, Stats};

use super::{PANICS, process, text::Text};
use crate::{app::App, problem::Problem};

/// Microseconds in a second, the unit in which times are told.
const SECOND: u64 = 1_000_000;

/// What the store knows at the moment.
pub struct Stored {
    /// Letters by kind and what became of them.
    pub mails: Vec<MailCount>,
    /// The queue.
    pub depth: PostDepth,
    /// Players with an address that was refused for good.
    pub n_failing: u64,
    /// Timers that are due and not carried out.
    pub n_timers: u64,
    /// When the next timer is, or was, due.
    pub next_timer: Option<u64>,
    /// What it has written.
    pub stats: Stats,
}

impl Stored {
    /// # Errors
    /// As the store.
    pub fn of(app: &App) -> Result<Self, Problem> {
        Ok(Stored {
            mails: app.store.mail_counts()?,
            depth: app.store.post_depth()?,
            n_failing: app.store.failing_addresses()?,
            n_timers: app.store.n_timers_due(app.now())?,
            next_timer: app.store.next_timer_due()?,
            stats: app.store.stats(),
        })
    }
}

/// Everything, in the text format of Prometheus.
pub fn all(app: &App, stored: &Stored) -> String {
    let mut text = Text::default();
    doors(&mut text, app);
    games(&mut text, app, stored);
    store(&mut text, &stored.stats);
    post(&mut text, stored, app.now());
    tasks(&mut text, app);
    program(&mut text, app);
    text.finish()
}

fn doors(text: &mut Text, app: &App) {
    let requests = app.metrics.requests.read();
    let mut family = text.counter("fieldpost_http_requests_total", "Requests answered.");
    for told in &requests {
        for (class, n) in &told.by_class {
            family.value(&[("route", &told.route), ("method", told.method), ("status", class)], n);
        }
    }
    let help = "Time from the head of a request to the head of its answer.";
    let mut family = text.histogram("fieldpost_http_request_seconds", help);
    for told in &requests {
        family.distribution(&[("route", &told.route), ("method", told.method)], &told.took, SECOND);
    }
    text.gauge("fieldpost_streams", "Event streams that are open.").value(&[], app.metrics.streams.get());
}

fn games(text: &mut Text, app: &App, stored: &Stored) {
    let help = "Time from a turn's orders to the disk, for turns that were accepted.";
    text.histogram("fieldpost_turn_seconds", help).distribution(&[], &app.metrics.turns.read(), SECOND);
    text.gauge("fieldpost_games_open", "Games in memory.").value(&[], app.hall.len());
    let help = "Games whose logs could not be read when somebody wanted them; all others are played on.";
    text.gauge("fieldpost_games_corrupt", help).value(&[], app.hall.n_corrupt());
    let mut family = text.counter("fieldpost_cache_total", "What caches were asked for.");
    let metrics = &app.metrics;
    for (name, cache) in
        [("games", &metrics.games), ("showings", &metrics.showings), ("tokens", &metrics.tokens)]
    {
        family.value(&[("cache", name), ("outcome", "hit")], cache.hits.get());
        family.value(&[("cache", name), ("outcome", "miss")], cache.misses.get());
    }
    text.gauge("fieldpost_timers_due", "Timers that are due and not carried out.")
        .value(&[], stored.n_timers);
    let late = stored.next_timer.map_or(0, |due| app.now().saturating_sub(due));
    text.gauge("fieldpost_timers_late_seconds", "How long the first of them has been due.").value(&[], late);
}

fn store(text: &mut Text, stats: &Stats) {
    text.histogram("fieldpost_store_commit_seconds", "Time a commit took, with its wait for the disk.")
        .distribution(&[], &stats.commits, SECOND);
    text.histogram("fieldpost_store_commit_writes", "Writes in one commit.").distribution(
        &[],
        &stats.batches,
        1,
    );
    text.counter("fieldpost_store_failures_total", "Commits of which nothing was written.")
        .value(&[], stats.failures);
    text.gauge("fieldpost_store_wal_bytes", "Size of the write-ahead log.").value(&[], stats.wal_bytes);
}

fn post(text: &mut Text, stored: &Stored, now: u64) {
    let help = "Letters by kind: sent, carried in another, dropped, failed; and how often one was deferred.";
    let mut family = text.counter("fieldpost_mail_total", help);
    for count in &stored.mails {
        family.value(&[("kind", &count.kind), ("outcome", &count.what)], count.n);
    }
    let help = "When a letter of this kind was last taken by the mail server.";
    let mut family = text.gauge("fieldpost_mail_last_success_timestamp_seconds", help);
    for count in stored.mails.iter().filter(|count| count.what == "sent") {
        family.value(&[("kind", &count.kind)], count.last);
    }
    text.gauge("fieldpost_mail_queued", "Letters that wait.").value(&[], stored.depth.queued);
    let age = stored.depth.oldest.map_or(0, |oldest| now.saturating_sub(oldest));
    text.gauge("fieldpost_mail_oldest_seconds", "Age of the oldest letter that waits.").value(&[], age);
    text.gauge("fieldpost_mail_failing_addresses", "Players with an address that was refused for good.")
        .value(&[], stored.n_failing);
}

fn tasks(text: &mut Text, app: &App) {
    let tasks = app.beats.told();
    let help = "When a background task last gave a sign of life.";
    let mut family = text.gauge("fieldpost_task_beat_timestamp_seconds", help);
    for task in &tasks {
        family.value(&[("task", task.name)], task.last);
    }
    let help = "How often a background task broke off and was started again.";
    let mut family = text.counter("fieldpost_task_restarts_total", help);
    for task in &tasks {
        family.value(&[("task", task.name)], task.restarts);
    }
}

fn program(text: &mut Text, app: &App) {
    text.counter("fieldpost_panics_total", "Mistakes of the program that ended what it was doing.")
        .value(&[], PANICS.get());
    text.gauge("fieldpost_build_info", "Always 1.").value(&[("version", env!("CARGO_PKG_VERSION"))], 1);
    text.gauge("process_start_time_seconds", "When the process started.").value(&[], app.metrics.since);
    let mut family = text.gauge("process_resident_memory_bytes", "Memory in use.");
    if let Some(bytes) = process::resident_bytes() {
        family.value(&[], bytes);
    }
    let mut family = text.gauge("process_open_fds", "Files and connections that are open.");
    if let Some(n) = process::open_files() {
        family.value(&[], n);
    }
}
