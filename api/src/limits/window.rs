//! So many in any stretch of so long, counted exactly: for mails, where a bucket that fills up in between would let more
//! through than was promised to the owner of the mailbox.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
    sync::{Mutex, PoisonError},
    time::Instant,
};

use super::{N_KEYS, Standing};
use crate::config::Rate;

/// A limit on every stretch of time, for many callers.
pub struct Window<K> {
    policy: &'static str,
    rate: Rate,
    taken: Mutex<HashMap<K, VecDeque<u64>>>,
    start: Instant,
}

impl<K: Eq + Hash + Clone> Window<K> {
    pub(super) fn new(policy: &'static str, rate: Rate) -> Self {
        Self { policy, rate, taken: Mutex::new(HashMap::new()), start: Instant::now() }
    }

    /// Takes one, if there is one left.
    pub fn take(&self, key: &K) -> Standing {
        self.take_at(key, self.start.elapsed().as_secs())
    }

    fn take_at(&self, key: &K, now: u64) -> Standing {
        let (seconds, limit) = (u64::from(self.rate.seconds), self.rate.n_requests as usize);
        // A second counts whole: what was taken in it is forgotten only when all of it lies outside.
        let is_over = |at: u64| at + seconds < now;
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if N_KEYS <= taken.len() && !taken.contains_key(key) {
            taken.retain(|_, times| times.back().is_some_and(|at| !is_over(*at)));
            if N_KEYS <= taken.len() {
                // Too many mailboxes at once: the new one waits. Forgetting another would break its promise.
                return self.standing(0, seconds, true);
            }
        }
        let times = taken.entry(key.clone()).or_default();
        while times.front().is_some_and(|at| is_over(*at)) {
            times.pop_front();
        }
        let exceeded = limit <= times.len();
        if !exceeded {
            times.push_back(now);
        }
        let reset = times.front().map_or(0, |at| at + seconds + 1 - now);
        self.standing(limit - times.len(), reset, exceeded)
    }

    fn standing(&self, remaining: usize, reset: u64, exceeded: bool) -> Standing {
        Standing { policy: self.policy, rate: self.rate, remaining: remaining as u64, reset, exceeded }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_stretch_holds_more_than_the_limit() {
        let window = Window::new("test", Rate { n_requests: 3, seconds: 600 });
        let mut passed = Vec::new();
        for now in (0..5000).step_by(7) {
            let standing = window.take_at(&"bob@example.org", now);
            if !standing.exceeded {
                passed.push(now);
            }
        }
        assert!(passed.windows(4).all(|four| 600 < four[3] - four[0]));
        assert!(20 < passed.len());
    }

    #[test]
    fn after_the_told_wait_it_passes() {
        let window = Window::new("test", Rate { n_requests: 1, seconds: 600 });
        assert!(!window.take_at(&1, 5).exceeded);
        let standing = window.take_at(&1, 10);
        assert_eq!((standing.exceeded, standing.reset), (true, 596));
        assert!(window.take_at(&1, 605).exceeded && !window.take_at(&1, 606).exceeded);
        assert!(!window.take_at(&2, 10).exceeded);
    }
}
