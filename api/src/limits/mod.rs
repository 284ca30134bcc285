//! How often somebody may ask: buckets that fill up again, in bounded memory. Forgotten at a restart, which harms nobody.

mod window;

use std::{
    collections::HashMap,
    hash::Hash,
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

pub use window::Window;

use crate::config::Rate;

/// How many different callers one limiter knows at most.
const N_KEYS: usize = 50_000;

/// All limits of the service.
pub struct Limits {
    /// Requests of a signed-in player, by token.
    pub requests_of_token: Limiter<[u8; 32]>,
    /// Requests of those who are not signed in, by address.
    pub requests_of_address: Limiter<IpAddr>,
    /// New accounts, by address.
    pub sign_ups: Limiter<IpAddr>,
    /// Codes tried, by address.
    pub tries: Limiter<IpAddr>,
    /// Mails with a code to sign in, by mailbox.
    pub sign_in_mails: Window<String>,
    /// Mails with a code to prove an address, by mailbox.
    pub verify_mails: Window<String>,
    /// Messages, by player and game: each may become a mail to everybody at the table.
    pub messages: Limiter<(String, String)>,
    /// Offers, by player and game: each may become a mail to everybody at the table.
    pub offers: Limiter<(String, String)>,
    /// Webhooks made, led elsewhere or tested, by player: each looks up or reaches a host somebody named.
    pub webhooks: Limiter<String>,
    /// Answers to mails that changed nothing, by game and seat: two machines that answer each other come to an end.
    pub mail_answers: Window<String>,
    /// Mails asked for once more, by player, game and seat.
    pub mails_again: Window<String>,
    /// Invitations, by mailbox: whoever sends them.
    pub invitation_mails: Window<String>,
    /// Invitations by mail, by the player who sends them: each goes to somebody who may not want it.
    pub invitations: Window<String>,
}

impl Limits {
    /// The limits. `rate` is the operator's for requests: `None` switches off those that protect the server; those that
    /// protect other people's mailboxes stay.
    pub fn new(rate: Option<Rate>) -> Self {
        let guarding =
            |policy, n_requests, seconds| Limiter::new(policy, rate.map(|_| Rate { n_requests, seconds }));
        let mails = |policy| Window::new(policy, Rate { n_requests: 3, seconds: 600 });
        Self {
            requests_of_token: Limiter::new("token", rate),
            requests_of_address: Limiter::new("address", rate),
            sign_ups: guarding("sign-ups", 100, 3600),
            tries: guarding("codes", 30, 600),
            messages: Limiter::new("messages", Some(Rate { n_requests: 30, seconds: 3600 })),
            offers: Limiter::new("offers", Some(Rate { n_requests: 30, seconds: 3600 })),
            sign_in_mails: mails("sign-in-mails"),
            verify_mails: mails("verify-mails"),
            webhooks: Limiter::new("webhooks", Some(Rate { n_requests: 30, seconds: 600 })),
            mail_answers: Window::new("mail-answers", Rate { n_requests: 20, seconds: 3600 }),
            mails_again: Window::new("mails-again", Rate { n_requests: 3, seconds: 3600 }),
            invitation_mails: Window::new("invitation-mails", Rate { n_requests: 10, seconds: 3600 }),
            invitations: Window::new("invitations", Rate { n_requests: 50, seconds: 24 * 3600 }),
        }
    }
}

/// One limit, for many callers.
pub struct Limiter<K> {
    policy: &'static str,
    rate: Option<Rate>,
    buckets: Mutex<HashMap<K, Bucket>>,
    start: Instant,
}

/// What a caller has left. Counted in "request-milliseconds" so that whole numbers do: a request costs the whole window,
/// and each millisecond gives back as much as requests are allowed.
#[derive(Clone, Copy)]
struct Bucket {
    left: u64,
    at_ms: u64,
}

/// How a limit stands for a caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Which limit.
    pub policy: &'static str,
    /// The limit.
    pub rate: Rate,
    /// Requests left.
    pub remaining: u64,
    /// Seconds until it is whole again, or, when nothing is left, until the next request may come.
    pub reset: u64,
    /// True when this request is one too many.
    pub exceeded: bool,
}

impl Standing {
    /// `RateLimit-Policy`, as the IETF draft has it.
    pub fn policy_header(&self) -> String {
        format!("\"{}\";q={};w={}", self.policy, self.rate.n_requests, self.rate.seconds)
    }

    /// `RateLimit`.
    pub fn limit_header(&self) -> String {
        format!("\"{}\";r={};t={}", self.policy, self.remaining, self.reset)
    }

    /// The limit in words.
    pub fn in_words(&self) -> String {
        format!("The limit \"{}\" is {} in {} seconds.", self.policy, self.rate.n_requests, self.rate.seconds)
    }
}

impl<K: Eq + Hash + Clone> Limiter<K> {
    fn new(policy: &'static str, rate: Option<Rate>) -> Self {
        Self { policy, rate, buckets: Mutex::new(HashMap::new()), start: Instant::now() }
    }

    /// Takes one from the caller's bucket. `None` when there is no limit.
    pub fn take(&self, key: &K) -> Option<Standing> {
        let now_ms = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.take_at(key, now_ms)
    }

    fn take_at(&self, key: &K, now_ms: u64) -> Option<Standing> {
        let rate = self.rate?;
        let cost = u64::from(rate.seconds) * 1000;
        let gain = u64::from(rate.n_requests);
        let full = cost * gain;
        let mut buckets = self.lock();
        if N_KEYS <= buckets.len() && !buckets.contains_key(key) {
            make_room(&mut buckets, |bucket| {
                full <= bucket.left + gain * now_ms.saturating_sub(bucket.at_ms)
            });
        }
        let bucket = buckets.entry(key.clone()).or_insert(Bucket { left: full, at_ms: now_ms });
        let passed_ms = now_ms.saturating_sub(bucket.at_ms).min(cost);
        bucket.left = full.min(bucket.left + gain * passed_ms);
        bucket.at_ms = now_ms;
        let exceeded = bucket.left < cost;
        if !exceeded {
            bucket.left -= cost;
        }
        let missing = if bucket.left < cost { cost - bucket.left } else { full - bucket.left };
        let reset = missing.div_ceil(gain).div_ceil(1000);
        Some(Standing { policy: self.policy, rate, remaining: bucket.left / cost, reset, exceeded })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, Bucket>> {
        // Nothing here is ever half done.
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Forgets those whose bucket is full again; if that is not enough, half of all, whoever they are: memory stays bounded,
/// and a flood of keys gains at most a fresh bucket.
fn make_room<K: Eq + Hash + Clone>(buckets: &mut HashMap<K, Bucket>, is_full: impl Fn(&Bucket) -> bool) {
    buckets.retain(|_, bucket| !is_full(bucket));
    if N_KEYS / 2 < buckets.len() {
        let mut keep = false;
        buckets.retain(|_, _| {
            keep = !keep;
            keep
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limiter(n_requests: u32, seconds: u32) -> Limiter<u32> {
        Limiter::new("test", Some(Rate { n_requests, seconds }))
    }

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let limiter = limiter(3, 600);
        let take = |key, s: u64| limiter.take_at(&key, s * 1000).map(|s| (s.exceeded, s.remaining, s.reset));
        assert_eq!(take(1, 0), Some((false, 2, 200)));
        assert_eq!(take(1, 0), Some((false, 1, 400)));
        assert_eq!(take(1, 0), Some((false, 0, 200)));
        assert_eq!(take(1, 60), Some((true, 0, 140)));
        assert_eq!(take(2, 60), Some((false, 2, 200)));
        assert_eq!(take(1, 199), Some((true, 0, 1)));
        assert_eq!(take(1, 200), Some((false, 0, 200)));
    }

    #[test]
    fn after_the_told_wait_the_request_passes() {
        let limiter = limiter(7, 3);
        let mut now_ms = 12_345;
        let mut n_waits = 0;
        for _ in 0..1000 {
            now_ms += 1;
            let standing = limiter.take_at(&1, now_ms).expect("a limit");
            if standing.exceeded {
                now_ms += standing.reset * 1000;
                n_waits += 1;
                assert!(!limiter.take_at(&1, now_ms).expect("a limit").exceeded);
            }
        }
        assert!(100 < n_waits);
    }

    #[test]
    fn memory_is_bounded_and_the_greedy_are_not_all_forgotten() {
        let limiter = limiter(1, 1_000_000);
        for key in 0..200_000 {
            limiter.take_at(&key, u64::from(key));
        }
        assert!(limiter.lock().len() <= N_KEYS);
    }

    #[test]
    fn no_rate_is_no_limit() {
        assert_eq!(Limiter::<u32>::new("test", None).take(&1), None);
    }
}
