//! Bad luck: the disk's and the mail's. It lasts until the world says otherwise.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use domain::hash::Hash;
use storage::sqlite::luck::{Fate, Luck};

use super::Random;
use crate::post::{
    deliver::{Failure, Parcel, Sending, Transport},
    mailbox::show,
};

/// The disk under the store, and the process above it.
pub(super) struct Disk {
    random: Mutex<Random>,
    /// Whether there is any trouble in this time.
    is_moody: AtomicBool,
    /// Nothing is written: the disk is full.
    is_full: AtomicBool,
    /// Nothing is read.
    is_gone: AtomicBool,
    /// The process is as good as dead: nothing is written or read, whatever it still does.
    is_dead: AtomicBool,
    n_failures: AtomicU64,
}

impl Disk {
    pub(super) fn new(seed: u64) -> Arc<Self> {
        Arc::new(Disk {
            random: Mutex::new(Random::new(seed, 2)),
            is_moody: AtomicBool::new(false),
            is_full: AtomicBool::new(false),
            is_gone: AtomicBool::new(false),
            is_dead: AtomicBool::new(false),
            n_failures: AtomicU64::new(0),
        })
    }

    pub(super) fn moody(&self, is_moody: bool) {
        self.is_moody.store(is_moody, Ordering::SeqCst);
    }

    pub(super) fn full(&self, is_full: bool) {
        self.is_full.store(is_full, Ordering::SeqCst);
    }

    pub(super) fn gone(&self, is_gone: bool) {
        self.is_gone.store(is_gone, Ordering::SeqCst);
    }

    pub(super) fn is_full(&self) -> bool {
        self.is_full.load(Ordering::SeqCst)
    }

    pub(super) fn is_dead(&self) -> bool {
        self.is_dead.load(Ordering::SeqCst)
    }

    /// The process ends; nothing it does from here on reaches the disk.
    pub(super) fn die(&self) {
        self.is_dead.store(true, Ordering::SeqCst);
    }

    pub(super) fn live(&self) {
        self.is_dead.store(false, Ordering::SeqCst);
    }

    /// How often somebody met trouble.
    pub(super) fn n_failures(&self) -> u64 {
        self.n_failures.load(Ordering::SeqCst)
    }

    fn failed(&self) {
        self.n_failures.fetch_add(1, Ordering::SeqCst);
    }
}

impl Luck for Disk {
    fn read_fails(&self) -> bool {
        let fails = self.is_dead() || self.is_gone.load(Ordering::SeqCst);
        if fails {
            self.failed();
        }
        fails
    }

    fn write(&self) -> Fate {
        if self.is_dead() || self.is_full() || self.is_gone.load(Ordering::SeqCst) {
            self.failed();
            return Fate::NotWritten;
        }
        if !self.is_moody.load(Ordering::SeqCst) {
            return Fate::Written;
        }
        let drawn = self.random.lock().expect("a lock").below(300);
        let fate = match drawn {
            0..6 => Fate::NotWritten,
            6..8 => {
                self.die();
                Fate::NotWritten
            }
            8..11 => {
                self.die();
                Fate::WrittenUntold
            }
            _ => return Fate::Written,
        };
        self.failed();
        fate
    }
}

/// A letter that arrived.
pub(super) struct Arrived {
    pub(super) kind: String,
    pub(super) to: String,
    pub(super) reply_to: Option<String>,
    pub(super) text: String,
}

/// A mail server with moods.
pub(super) struct Post {
    random: Mutex<Random>,
    disk: Arc<Disk>,
    is_moody: AtomicBool,
    pub(super) arrived: Mutex<Vec<Arrived>>,
    /// What each Message-ID said, and how often it came.
    copies: Mutex<BTreeMap<String, (Hash, u64)>>,
    /// Those of which nobody knew whether they had left.
    doubted: Mutex<BTreeMap<String, u64>>,
}

impl Post {
    pub(super) fn new(seed: u64, disk: &Arc<Disk>) -> Arc<Self> {
        Arc::new(Post {
            random: Mutex::new(Random::new(seed, 3)),
            disk: Arc::clone(disk),
            is_moody: AtomicBool::new(false),
            arrived: Mutex::default(),
            copies: Mutex::default(),
            doubted: Mutex::default(),
        })
    }

    pub(super) fn moody(&self, is_moody: bool) {
        self.is_moody.store(is_moody, Ordering::SeqCst);
    }

    /// After an older store was put back: letters of its time may be made anew.
    pub(super) fn forgets(&self) {
        self.copies.lock().expect("a lock").clear();
        self.doubted.lock().expect("a lock").clear();
    }

    /// The same letter again, to the byte, and only if it was not known that it had left.
    fn take(&self, id: &str, bytes: &[u8]) {
        let mut copies = self.copies.lock().expect("a lock");
        let (first, n) = copies.entry(id.to_owned()).or_insert_with(|| (Hash::of_bytes(bytes), 0));
        *n += 1;
        assert_eq!(
            *first,
            Hash::of_bytes(bytes),
            "{id} says two things:\n{}",
            String::from_utf8_lossy(bytes)
        );
        let doubts = self.doubted.lock().expect("a lock").get(id).copied().unwrap_or(0);
        assert!(*n <= 1 + doubts, "{id} came {n} times, and {doubts} times it was not known that it had");
    }

    fn doubt(&self, id: &str) {
        *self.doubted.lock().expect("a lock").entry(id.to_owned()).or_default() += 1;
    }

    fn receive(&self, parcel: &Parcel<'_>) -> Result<String, Failure> {
        let drawn = self.random.lock().expect("a lock").below(100);
        let trouble = if self.is_moody.load(Ordering::SeqCst) { drawn } else { 99 };
        match trouble {
            0..6 => return Err(Failure::Later("451 not now".to_owned())),
            6..9 => return Err(Failure::Down("nobody is there".to_owned())),
            9 => return Err(Failure::Refused("554 I do not like it".to_owned())),
            _ => {}
        }
        let shown = show(parcel.bytes);
        let header = |wanted: &str| {
            let found = shown.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
            found.map(|(_, value)| value.trim_matches(['<', '>']).to_owned())
        };
        let id = header("Message-ID").expect("each letter has one");
        self.take(&id, parcel.bytes);
        self.arrived.lock().expect("a lock").push(Arrived {
            kind: parcel.kind.to_owned(),
            to: parcel.to.to_owned(),
            reply_to: header("Reply-To"),
            text: shown.text,
        });
        match trouble {
            // It has the letter, and the answer is lost.
            10..13 => {
                self.doubt(&id);
                Err(Failure::Down("the line broke".to_owned()))
            }
            13 => {
                self.doubt(&id);
                self.disk.die();
                Ok("250 taken".to_owned())
            }
            // The store may fail while it is noted.
            _ => {
                if self.is_moody.load(Ordering::SeqCst) || self.disk.is_full() {
                    self.doubt(&id);
                }
                Ok("250 taken".to_owned())
            }
        }
    }
}

impl Transport for Post {
    fn send<'a>(&'a self, parcel: Parcel<'a>) -> Sending<'a> {
        Box::pin(async move { self.receive(&parcel) })
    }
}
