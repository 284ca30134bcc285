//! The whole service, from its doors to the file of its store, through days of play and bad luck, in one process and in no real
//! time. One seed decides everything: who does what and when, which dice fall, when the disk fails, when the process dies, which
//! letter is lost on its way. So a seed that finds a fault finds it again, with each step before it.
//!
//! What must be true throughout: acknowledged ⇒ present, and present once; no number twice, no seed before its line; each letter
//! once, or again to the byte; a failure is only told where there was one; what is in memory is what is on disk; and when the
//! trouble ends, all goes on.

mod club;
mod fate;
mod luck;
mod people;
mod proof;
mod world;

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use sha2::{Digest, Sha256};

use self::world::World;
use crate::{png, random};

/// Seeds that the suite tries, and steps of each.
const N_SEEDS: u64 = 4;
const N_STEPS: u64 = 250;

/// Numbers that follow from a seed.
#[derive(Clone)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64, purpose: u64) -> Self {
        let mut random = Random(seed ^ purpose.wrapping_mul(0xd6e8_feb8_6659_fd93));
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// True once in so many times.
    pub(super) fn once_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    pub(super) fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        if all.is_empty() { None } else { all.get(usize::try_from(self.below(all.len() as u64)).ok()?) }
    }
}

/// What happened, so far as it can be told apart: equal for equal seeds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) requests: u64,
    pub(super) acknowledged: u64,
    pub(super) turns: u64,
    pub(super) failures: u64,
    pub(super) deaths: u64,
    pub(super) restored: u64,
    pub(super) letters: u64,
    pub(super) days: u64,
    /// SHA-256 over each request and answer, each letter, in their order.
    pub(super) trace: String,
}

impl Tally {
    fn and(self, other: Self) -> Self {
        Tally {
            requests: self.requests + other.requests,
            acknowledged: self.acknowledged + other.acknowledged,
            turns: self.turns + other.turns,
            failures: self.failures + other.failures,
            deaths: self.deaths + other.deaths,
            restored: self.restored + other.restored,
            letters: self.letters + other.letters,
            days: self.days + other.days,
            trace: other.trace,
        }
    }
}

/// What happened, noted while it does.
#[derive(Default)]
pub(super) struct Trace(Sha256);

impl Trace {
    pub(super) fn note(&mut self, what: &str) {
        self.0.update(what.as_bytes());
        self.0.update([0]);
        if is_told() {
            println!("{what}");
        }
    }

    fn end(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Whether each step is to be printed.
fn is_told() -> bool {
    std::env::var_os("SIMULATION_TELL").is_some()
}

/// Plays one seed from beginning to end, in a runtime of its own whose every thread draws from it.
fn play(seed: u64, n_steps: u64) -> Tally {
    let mut drawn = Random::new(seed, 1);
    let source: random::given::Source = Arc::new(Mutex::new(move |bytes: &mut [u8]| {
        bytes.iter_mut().for_each(|byte| *byte = drawn.next().to_le_bytes()[0]);
    }));
    let on_each = Arc::clone(&source);
    random::given::from(Some(source));
    png::LEFT_OUT.set(true);
    actix_web::rt::System::with_tokio_rt(move || {
        let on_each = Arc::clone(&on_each);
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .on_thread_start(move || {
                random::given::from(Some(Arc::clone(&on_each)));
                png::LEFT_OUT.set(true);
            })
            .build()
            .expect("a runtime")
    })
    .block_on(async {
        let mut world = World::new(seed).await;
        for _ in 0..n_steps {
            world.step().await;
        }
        world.comes_to_rest().await;
        world.prove().await
    })
}

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}: {text:?} is no number")))
}

/// Plays a seed; a fault is told with it.
fn told(seed: u64, n_steps: u64) -> Tally {
    // The name of a thread is what a panic is told with.
    let thread = std::thread::Builder::new().name(format!("SIMULATION_SEED={seed}"));
    let played = thread.spawn(move || play(seed, n_steps)).expect("a thread").join();
    played.unwrap_or_else(|_| panic!("SIMULATION_SEED={seed} finds it again"))
}

#[test]
fn days_of_play_and_bad_luck() {
    let (first, n_seeds) = match number("SIMULATION_SEED") {
        Some(seed) => (seed, 1),
        None => (0, number("SIMULATION_SEEDS").unwrap_or(N_SEEDS)),
    };
    let n_steps = number("SIMULATION_STEPS").unwrap_or(N_STEPS);
    let began = Instant::now();
    let next = AtomicU64::new(first);
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    let all = std::thread::scope(|scope| {
        let play_some = || {
            let seeds = std::iter::repeat_with(|| next.fetch_add(1, Ordering::SeqCst));
            seeds
                .take_while(|seed| *seed < first + n_seeds)
                .map(|seed| told(seed, n_steps))
                .collect::<Vec<_>>()
        };
        let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(play_some)).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("each seed plays"))
            .fold(Tally::default(), Tally::and)
    });
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{n_seeds} seeds in {seconds:.0} s, {:.0} days a minute: {all:?}",
        all.days as f64 * 60.0 / seconds
    );
    if number("SIMULATION_SEED").is_none() {
        let happened = [all.turns, all.failures, all.deaths, all.restored, all.letters, all.days];
        assert!(happened.iter().all(|n| 0 < *n), "there was something to lose: {all:?}");
    }
}

#[test]
fn a_seed_plays_out_the_same_again() {
    let twice = || {
        let thread = std::thread::Builder::new().name("twice".to_owned());
        thread.spawn(|| play(7, 120)).expect("a thread").join().expect("a whole run")
    };
    assert_eq!(twice(), twice());
}
