//! Looking at a game, unchanged and whole, against a handler that answers two words.

use std::{
    thread,
    time::{Duration, Instant},
};

use super::{
    client::Client,
    hello::Hello,
    rate,
    server::{Server, alone, turn},
};

const N_CLIENTS: usize = 32;
const TIME: Duration = Duration::from_secs(4);

pub fn run() {
    let hello = Hello::start();
    let server = Server::start();
    let mut player = server.player("reader");
    let game = alone(&mut player);
    for number in 0..20 {
        turn(&mut player, &game, number);
    }
    let path = format!("/v1/games/{game}");
    let seen = player.get(&path).expect(200);
    let (token, etag) = (player.token.clone(), seen.etag.clone());
    let unchanged = format!("if-none-match: {etag}\r\n");
    // Twice in turns, so that a mood of the machine meets all three.
    let mut rates = [0.0; 3];
    for _ in 0..2 {
        rates[0] += ask(&|| Client::new(hello.port, ""), "/", "", 200);
        rates[1] += ask(&|| server.client(&token), &path, &unchanged, 304);
        rates[2] += ask(&|| server.client(&token), &path, "", 200);
    }
    let [hello, same, whole] = rates.map(|sum| sum / 2.0);
    println!("{N_CLIENTS} clients: hello, world {hello:.0}/s");
    println!("GET game, not changed (304): {same:.0}/s, ratio {:.2}", same / hello);
    println!("GET game, {} bytes: {whole:.0}/s, ratio {:.2}", seen.body.len(), whole / hello);
}

/// Answers a second.
fn ask(connect: &(dyn Fn() -> Client + Sync), path: &str, more: &str, status: u16) -> f64 {
    let began = Instant::now();
    let n_asked: usize = thread::scope(|scope| {
        let workers: Vec<_> = (0..N_CLIENTS)
            .map(|_| {
                scope.spawn(move || {
                    let mut client = connect();
                    let mut n_asked = 0;
                    while began.elapsed() < TIME {
                        client.send("GET", path, more, b"").expect(status);
                        n_asked += 1;
                    }
                    n_asked
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("a client")).sum()
    });
    rate(n_asked, began.elapsed())
}
