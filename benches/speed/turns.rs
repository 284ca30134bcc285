//! Durable turns over HTTP by 64 clients, against the rows of the same turns written by SQLite alone.

use std::{
    thread,
    time::{Duration, Instant},
};

use super::{
    percentile, rate, raw,
    server::{Server, alone, turn},
};

/// Clients at once, each with a game of his own.
pub const N_CLIENTS: usize = 64;
const TURNS_EACH: usize = 400;

pub fn run() {
    let server = Server::start();
    let (idle, _) = server.memory();
    let mut players: Vec<_> = (0..N_CLIENTS)
        .map(|number| {
            let mut player = server.player(&format!("player{number}"));
            let game = alone(&mut player);
            (player, game)
        })
        .collect();
    let (began, before) = (Instant::now(), server.used());
    let mut times: Vec<Duration> = thread::scope(|scope| {
        let workers: Vec<_> = players
            .iter_mut()
            .map(|(player, game)| {
                scope.spawn(move || {
                    let each = (0..TURNS_EACH).map(|number| {
                        let began = Instant::now();
                        turn(player, game, number);
                        began.elapsed()
                    });
                    each.collect::<Vec<_>>()
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a client")).collect()
    });
    let ours = rate(times.len(), began.elapsed());
    let each = (server.used() - before) / u32::try_from(times.len()).expect("a number");
    let (now, most) = server.memory();
    let (middle, slow) = (percentile(&mut times, 50), percentile(&mut times, 99));
    println!(
        "{N_CLIENTS} clients, {} turns: {ours:.0} turns/s, half within {middle:.1?}, 99 of 100 within {slow:.1?}",
        times.len()
    );
    println!("processor time of the server: {each:.0?} a turn");
    println!("memory: {} MB idle, {} MB after, {} MB at most", idle / 1024, now / 1024, most / 1024);
    drop(players);
    let limit = raw::run(&server.database(), N_CLIENTS);
    println!("the same rows by SQLite alone, {N_CLIENTS} turns a commit: {limit:.0} turns/s");
    println!("ratio {:.2}", ours / limit);
}
