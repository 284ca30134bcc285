//! The machine dies at any moment, again and again: what was acknowledged is there, once.
//!
//! `FIELDPOST_KILLS=200` makes it die so often; `FIELDPOST_KILL_SEED` repeats the moments of a run, as far as a machine with
//! threads can.

mod load;
mod proof;

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use load::{Door, Table, Watcher};

use crate::support::{Server, prove, sink::Sink};

/// How often it dies where nobody says more.
const N_KILLS: u64 = 8;

/// Numbers that look random and are the same for the same seed (SplitMix64).
pub struct Random(u64);

impl Random {
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }
}

/// A number of the environment.
fn given(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}: {text:?} is no number")))
}

#[test]
fn what_was_acknowledged_survives_being_killed_at_any_moment() {
    let n_kills = given("FIELDPOST_KILLS").unwrap_or(N_KILLS);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let seed = given("FIELDPOST_KILL_SEED").unwrap_or(now);
    println!("{n_kills} kills, FIELDPOST_KILL_SEED={seed}");
    let mut random = Random(seed);

    let sink = Sink::start();
    let mut server = Server::start_with(&sink.settings());
    let tokens = ["Alice", "Bob"].map(|name| {
        let player = server.player(name);
        prove(&player, &sink, &format!("{}@example.org", name.to_lowercase()));
        player.token
    });
    let mut tables: Vec<Table> = Table::all(&tokens, seed);
    // On a slow machine a game takes longer to make than the server lives.
    thread::scope(|scope| tables.iter_mut().for_each(|table| drop(scope.spawn(|| table.begin(&server.url)))));
    let mut door = Door::new(&sink);
    let mut watcher = Watcher::default();
    for _ in 0..n_kills {
        let moment = Duration::from_millis(random.below(2_000));
        let dies = AtomicBool::new(false);
        let url = server.url.clone();
        thread::scope(|scope| {
            for table in &mut tables {
                scope.spawn(|| table.play_until_killed(&url, &dies));
            }
            scope.spawn(|| door.knock_until_killed(&url, &dies));
            scope.spawn(|| watcher.watch_until_killed(&url, &dies));
            thread::sleep(moment);
            dies.store(true, Ordering::SeqCst);
            server.kill();
        });
        watcher.games = tables.iter().filter_map(|table| table.game.clone()).collect();
        // Now and then it dies while it starts, too.
        if random.below(4) == 0 {
            server.spawn();
            thread::sleep(Duration::from_millis(random.below(400)));
            server.kill();
        }
        server.restart();
    }
    for table in &mut tables {
        table.ask_again(&server.url);
    }
    proof::all_is_there(&server, &sink, &tables, &door, &watcher, n_kills);
}
