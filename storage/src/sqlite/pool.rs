//! Connections that only read, shared by all threads. Each is lent for one piece of work and has no transaction open
//! when it comes back, so that nothing keeps the write-ahead log from being emptied.

use std::{
    path::PathBuf,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

use rusqlite::Connection;

use super::{connect, fault};
use crate::{Error, Result};

/// As many read at the same moment; the others wait their turn.
const N_READERS_MAX: usize = 8;

pub(super) struct Pool {
    path: PathBuf,
    state: Mutex<State>,
    freed: Condvar,
    #[cfg(feature = "contract")]
    pub(super) luck: Option<std::sync::Arc<dyn super::luck::Luck>>,
}

struct State {
    idle: Vec<Connection>,
    n_open: usize,
    closed: bool,
}

impl Pool {
    pub(super) fn new(path: PathBuf) -> Self {
        let state = State { idle: Vec::new(), n_open: 0, closed: false };
        Self {
            path,
            state: Mutex::new(state),
            freed: Condvar::new(),
            #[cfg(feature = "contract")]
            luck: None,
        }
    }

    /// Lends a connection to `work`. One that met trouble is not used again.
    pub(super) fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        #[cfg(feature = "contract")]
        if self.luck.as_ref().is_some_and(|luck| luck.read_fails()) {
            return Err(Error::Unavailable("the test lets this read fail".into()));
        }
        let mut loan = Loan { pool: self, conn: self.take()? };
        let conn = match loan.conn.take() {
            Some(conn) => conn,
            None => connect::reader(&self.path)?,
        };
        let outcome = work(loan.conn.insert(conn));
        match &outcome {
            Ok(_) | Err(Error::NotFound | Error::Conflict) => {}
            Err(Error::Corrupt(_) | Error::Foreign(_) | Error::Unavailable(_) | Error::Backend(_)) => {
                loan.conn = None;
            }
        }
        outcome
    }

    /// Closes what is idle; what is lent closes when it comes back.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.n_open -= state.idle.len();
        state.idle.clear();
        drop(state);
        self.freed.notify_all();
    }

    /// An idle connection, or the right to open one.
    fn take(&self) -> Result<Option<Connection>> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return Err(fault::closed());
            }
            if let Some(conn) = state.idle.pop() {
                return Ok(Some(conn));
            }
            if state.n_open < N_READERS_MAX {
                state.n_open += 1;
                return Ok(None);
            }
            state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A lent connection; given back whatever happens, a panic included.
struct Loan<'a> {
    pool: &'a Pool,
    conn: Option<Connection>,
}

impl Drop for Loan<'_> {
    fn drop(&mut self) {
        let mut state = self.pool.lock();
        match self.conn.take() {
            Some(conn) if !state.closed && !std::thread::panicking() => state.idle.push(conn),
            Some(_) | None => state.n_open -= 1,
        }
        drop(state);
        self.pool.freed.notify_one();
    }
}
