//! The one thread that writes. Callers queue a job and wait; the thread takes what is queued, runs all of it in one
//! transaction, commits once, and only then answers. So many writers share one wait for the disk, and whoever was answered
//! has his rows on it.
//!
//! A job that fails is undone alone. That seldom happens, and to be ready for it costs copies of all pages: so a batch
//! is run without first, and once more, each job in a savepoint, when one of it was refused. When the store itself
//! fails, all jobs of the batch are told so and none has happened; the thread goes on with the next.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use rusqlite::Connection;

use super::{
    connect::{self, Patience},
    fault,
    sql::{Columns, first, put},
    stats::Counters,
    wal::Wal,
};
use crate::{Error, Result};

/// A batch takes no more jobs than this, so that nobody waits long for his answer.
const N_JOBS_MAX: usize = 256;
/// As many may wait in the queue; who comes then, waits to get in.
const N_QUEUED_MAX: usize = 1024;
/// When nothing was written for so long, the thread tidies up.
const IDLE: Duration = Duration::from_secs(2);

/// The way to the thread.
pub(super) struct Writer {
    queue: SyncSender<Message>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

enum Message {
    Work(Box<dyn Job>),
    #[cfg(feature = "contract")]
    DependOn(Arc<dyn super::luck::Luck>),
    EmptyWal,
    Stop,
}

impl Writer {
    /// Starts the thread. `tag` tells this process's writes from others'.
    pub(super) fn start(path: &Path, tag: String, counters: Arc<Counters>) -> Result<Self> {
        let (queue, jobs) = sync_channel(N_QUEUED_MAX);
        let conn = connect::writer(path)?;
        let wal = Wal::new(path, counters.clone());
        let desk = Desk {
            path: path.to_owned(),
            tag,
            conn: Some(conn),
            seen: None,
            wal,
            counters,
            #[cfg(feature = "contract")]
            luck: None,
        };
        let thread = thread::Builder::new()
            .name("storage-writer".into())
            .spawn(move || desk.run(&jobs))
            .map_err(|error| Error::Backend(error.into()))?;
        Ok(Self { queue, thread: Mutex::new(Some(thread)) })
    }

    /// Runs `work` in a transaction and returns when it is on disk. It may be undone and run again before that.
    pub(super) fn write<T: Send + 'static>(
        &self,
        work: impl FnMut(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let answer = self.queue(work)?;
        answer.recv().unwrap_or_else(|_| Err(fault::closed()))
    }

    /// As [`Writer::write`], but does not wait longer than this.
    pub(super) fn write_within(
        &self,
        time: Duration,
        work: impl FnMut(&Connection) -> Result<()> + Send + 'static,
    ) -> Result<()> {
        let answer = self.queue(work)?;
        match answer.recv_timeout(time) {
            Ok(outcome) => outcome,
            Err(RecvTimeoutError::Timeout) => Err(Error::Unavailable("the writer does not answer".into())),
            Err(RecvTimeoutError::Disconnected) => Err(fault::closed()),
        }
    }

    /// Asks for the write-ahead log to be emptied, since it holds what was erased. Does not wait for it.
    pub(super) fn empty_wal(&self) {
        // It fails when the thread has ended, and then the log is empty.
        let _ = self.queue.send(Message::EmptyWal);
    }

    /// From the next batch on a test decides what becomes of them.
    #[cfg(feature = "contract")]
    pub(super) fn depend_on(&self, luck: Arc<dyn super::luck::Luck>) {
        // It fails when the thread has ended.
        let _ = self.queue.send(Message::DependOn(luck));
    }

    /// Lets the thread finish what is queued, and waits for its end.
    pub(super) fn close(&self) {
        // It fails when the thread has ended already, which is what is wanted.
        let _ = self.queue.send(Message::Stop);
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(Err(_)) = thread.map(JoinHandle::join) {
            tracing::error!("the writer's thread panicked");
        }
    }

    fn queue<T: Send + 'static>(
        &self,
        work: impl FnMut(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<Receiver<Result<T>>> {
        let (reply, answer) = sync_channel(1);
        let task = Task { work, outcome: None, reply };
        self.queue.send(Message::Work(Box::new(task))).map_err(|_| fault::closed())?;
        Ok(answer)
    }
}

/// Tells a store's writes from those of others open on the file. No secret: it must only differ.
pub(super) fn tag() -> String {
    let nanos = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    format!("{}-{nanos}", std::process::id())
}

/// A job, whatever it gives.
trait Job: Send {
    fn run(&mut self, conn: &Connection) -> Ran;
    fn answer(self: Box<Self>, batch: Result<()>);
}

/// What became of a job before the commit.
enum Ran {
    Well,
    Refused,
    StoreFailed(Error),
}

struct Task<T, W> {
    work: W,
    outcome: Option<Result<T>>,
    reply: SyncSender<Result<T>>,
}

impl<T: Send, W: FnMut(&Connection) -> Result<T> + Send> Job for Task<T, W> {
    fn run(&mut self, conn: &Connection) -> Ran {
        let work = &mut self.work;
        // A panic is a mistake of ours in one job. It is undone like a refusal; the others' letters still leave.
        let outcome = catch_unwind(AssertUnwindSafe(|| work(conn)))
            .unwrap_or_else(|_| Err(Error::Backend("a job of the writer panicked".into())));
        let ran = match &outcome {
            Ok(_) => Ran::Well,
            Err(error @ Error::Unavailable(_)) => Ran::StoreFailed(fault::shared(error)),
            Err(
                Error::NotFound | Error::Conflict | Error::Corrupt(_) | Error::Foreign(_) | Error::Backend(_),
            ) => Ran::Refused,
        };
        self.outcome = Some(outcome);
        ran
    }

    fn answer(self: Box<Self>, batch: Result<()>) {
        let outcome = match (batch, self.outcome) {
            (Ok(()), Some(outcome)) => outcome,
            (Ok(()), None) => Err(fault::closed()),
            (Err(error), _) => Err(error),
        };
        // Whoever asked may have gone.
        let _ = self.reply.send(outcome);
    }
}

/// What the thread has before it.
struct Desk {
    path: PathBuf,
    tag: String,
    conn: Option<(Connection, Patience)>,
    /// SQLite's data version at our last commit: another one means that another process has written since.
    seen: Option<i64>,
    wal: Wal,
    counters: Arc<Counters>,
    #[cfg(feature = "contract")]
    luck: Option<Arc<dyn super::luck::Luck>>,
}

impl Desk {
    fn run(mut self, queue: &Receiver<Message>) {
        let mut stopped = false;
        while !stopped {
            match queue.recv_timeout(IDLE) {
                Ok(Message::Work(job)) => stopped = self.batch(job, queue),
                #[cfg(feature = "contract")]
                Ok(Message::DependOn(luck)) => self.luck = Some(luck),
                Ok(Message::EmptyWal) | Err(RecvTimeoutError::Timeout) => self.rest(),
                Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => stopped = true,
            }
        }
        self.rest();
    }

    /// Does this job and what is queued behind it; true when told to stop.
    fn batch(&mut self, job: Box<dyn Job>, queue: &Receiver<Message>) -> bool {
        let (mut jobs, mut stopped, mut erased) = (vec![job], false, false);
        while jobs.len() < N_JOBS_MAX && !stopped {
            match queue.try_recv() {
                Ok(Message::Work(job)) => jobs.push(job),
                Ok(Message::EmptyWal) => erased = true,
                #[cfg(feature = "contract")]
                Ok(Message::DependOn(luck)) => self.luck = Some(luck),
                Ok(Message::Stop) => stopped = true,
                Err(_) => break,
            }
        }
        let began = Instant::now();
        let outcome = self.transact(&mut jobs);
        match &outcome {
            Ok(()) => self.counters.committed(jobs.len(), began.elapsed()),
            Err(error) => {
                self.counters.failed();
                tracing::warn!(
                    jobs = jobs.len(),
                    error = fault::chain(error),
                    "nothing of a batch was written"
                );
                self.recover();
            }
        }
        for job in jobs {
            job.answer(outcome.as_ref().copied().map_err(fault::shared));
        }
        match &self.conn {
            Some((conn, patience)) if erased => self.wal.rest(conn, patience),
            Some((conn, patience)) => self.wal.bound(conn, patience),
            None => {}
        }
        stopped
    }

    #[cfg(feature = "contract")]
    fn transact(&mut self, jobs: &mut [Box<dyn Job>]) -> Result<()> {
        use super::luck::Fate;
        let fate = self.luck.as_ref().map_or(Fate::Written, |luck| luck.write());
        if fate != Fate::NotWritten {
            self.commit(jobs)?;
        }
        if fate == Fate::Written {
            return Ok(());
        }
        Err(Error::Unavailable("the test lets this batch fail".into()))
    }

    #[cfg(not(feature = "contract"))]
    fn transact(&mut self, jobs: &mut [Box<dyn Job>]) -> Result<()> {
        self.commit(jobs)
    }

    fn commit(&mut self, jobs: &mut [Box<dyn Job>]) -> Result<()> {
        if self.conn.is_none() {
            self.conn = Some(connect::writer(&self.path)?);
            self.seen = None;
        }
        let Some((conn, _)) = &self.conn else { return Err(fault::closed()) };
        let mut version = begin(conn, &self.tag, self.seen)?;
        if !all_went_well(conn, jobs)? {
            put(conn, "ROLLBACK", [])?;
            if jobs.len() == 1 {
                return Ok(()); // it knows that it was refused
            }
            version = begin(conn, &self.tag, self.seen)?;
            each_apart(conn, jobs)?;
        }
        put(conn, "COMMIT", [])?;
        self.seen = Some(version);
        Ok(())
    }

    /// Leaves no transaction open behind a failure; a connection that cannot do that is opened anew.
    fn recover(&mut self) {
        let unusable = self
            .conn
            .as_ref()
            .is_some_and(|(conn, _)| !conn.is_autocommit() && put(conn, "ROLLBACK", []).is_err());
        if unusable {
            self.conn = None;
        }
    }

    fn rest(&mut self) {
        if let Some((conn, patience)) = &self.conn {
            self.wal.rest(conn, patience);
        }
    }
}

/// Begins a transaction; SQLite's data version in it.
fn begin(conn: &Connection, tag: &str, seen: Option<i64>) -> Result<i64> {
    put(conn, "BEGIN IMMEDIATE", [])?;
    note_handover(conn, tag, seen)
}

/// Runs the jobs up to the first that is refused; false when there is one.
fn all_went_well(conn: &Connection, jobs: &mut [Box<dyn Job>]) -> Result<bool> {
    for job in jobs {
        match job.run(conn) {
            Ran::Well => {}
            Ran::Refused => return Ok(false),
            Ran::StoreFailed(error) => return Err(error),
        }
    }
    Ok(true)
}

/// Runs the jobs, of which those that are refused leave nothing.
fn each_apart(conn: &Connection, jobs: &mut [Box<dyn Job>]) -> Result<()> {
    for job in jobs {
        put(conn, "SAVEPOINT job", [])?;
        match job.run(conn) {
            Ran::Well => {}
            Ran::Refused => drop(put(conn, "ROLLBACK TO job", [])?),
            Ran::StoreFailed(error) => return Err(error),
        }
        put(conn, "RELEASE job", [])?;
    }
    Ok(())
}

/// Counts when others have written since our last commit, so that a reader can tell their writes from ours; the data
/// version seen. Nobody else can write until we commit.
fn note_handover(conn: &Connection, tag: &str, seen: Option<i64>) -> Result<i64> {
    let version = first(conn, "PRAGMA data_version", [], |row| row.take())?.unwrap_or_default();
    if seen != Some(version) {
        put(conn, "UPDATE store SET writer = ?1, handovers = handovers + 1", [tag])?;
    }
    Ok(version)
}

/// Changes when others have written; our own commits do not change it. While we were the last to write, it counts the times when
/// we found that somebody had written before us; since another process wrote, SQLite's counting goes on behind that.
pub(super) fn data_version(conn: &Connection, tag: &str) -> Result<u64> {
    let read = |row: &mut Columns| Ok((row.take::<String>()?, row.number::<u64>()?));
    let (writer, n_handovers) = first(conn, "SELECT writer, handovers FROM store", [], read)?
        .ok_or_else(|| Error::Corrupt("the table `store` is empty".into()))?;
    let n_others = if writer == tag {
        0
    } else {
        1 + first(conn, "PRAGMA data_version", [], |row| row.number::<u64>())?.unwrap_or_default()
    };
    Ok(n_handovers << 32 | n_others & 0xffff_ffff)
}

#[cfg(test)]
mod tests;
