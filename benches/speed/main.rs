//! How fast the service is, measured against what the machine can do: `cargo bench --bench speed`, or only some parts,
//! `cargo bench --bench speed -- turns reads`. Each part prints what it measured, what is compared with it in the same run, and
//! the ratio. Nothing here passes or fails: a shared machine has moods, ratios of one run have fewer.
//!
//! Parts: `turns`, `reads`, `size` (with `million` up to a million games), `cold`, `memory`.

mod client;
mod cold;
mod hello;
mod memory;
mod raw;
mod reads;
mod server;
mod size;
mod turns;

use std::{
    fs::File,
    io::Write,
    time::{Duration, Instant},
};

/// What can be asked for.
const PARTS: [(&str, fn()); 6] = [
    ("turns", turns::run),
    ("reads", reads::run),
    ("size", size::run),
    ("million", size::million),
    ("cold", cold::run),
    ("memory", memory::run),
];

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    if let Some(port) = asked.first().and_then(|word| word.strip_prefix(hello::WORD)) {
        hello::serve(port);
        return;
    }
    println!("a wait for this disk takes {:?} (median of 200)", wait_for_disk());
    for (name, part) in PARTS {
        let is_asked = asked.iter().any(|word| word == name) || (asked.is_empty() && name != "million");
        if is_asked {
            println!("\n== {name}");
            part();
        }
    }
}

/// How long `fdatasync` takes after a page was appended.
fn wait_for_disk() -> Duration {
    let folder = tempfile::TempDir::new().expect("a folder");
    let mut file = File::create(folder.path().join("page")).expect("a file");
    let mut times: Vec<Duration> = (0..200)
        .map(|_| {
            file.write_all(&[7; 4096]).expect("written");
            let began = Instant::now();
            file.sync_data().expect("on the disk");
            began.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[times.len() / 2]
}

/// Times with their rate: `n` things by several at once in so much time.
fn rate(n: usize, time: Duration) -> f64 {
    n as f64 / time.as_secs_f64()
}

/// The time below which so many of a hundred are.
fn percentile(times: &mut [Duration], hundredth: usize) -> Duration {
    times.sort_unstable();
    times.get((times.len() * hundredth / 100).min(times.len().saturating_sub(1))).copied().unwrap_or_default()
}
