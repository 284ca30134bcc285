//! What is kept in memory: idle, of a game that is open, of somebody who listens.

use super::server::{Server, alone, turn};

const N_GAMES: usize = 1000;
const N_LISTENERS: usize = 10_000;

pub fn run() {
    let server = Server::start();
    let mut player = server.player("player");
    let (idle, _) = server.memory();
    println!("idle: {:.1} MB", idle as f64 / 1024.0);
    let games: Vec<String> = (0..N_GAMES)
        .map(|number| {
            let game = alone(&mut player);
            turn(&mut player, &game, number);
            game
        })
        .collect();
    let (open, _) = server.memory();
    println!("an open game: {:.1} KB (of {N_GAMES})", (open.saturating_sub(idle)) as f64 / N_GAMES as f64);
    let mut listeners = Vec::new();
    for number in 0..N_LISTENERS {
        let path = format!("/v1/games/{}/events", games[number % games.len()]);
        listeners.push(server.client(&player.token).listen(&path));
    }
    let (heard, most) = server.memory();
    println!(
        "a listener: {:.1} KB (of {N_LISTENERS})",
        (heard.saturating_sub(open)) as f64 / N_LISTENERS as f64
    );
    println!("all of it: {} MB, {} MB at most", heard / 1024, most / 1024);
    // They are heard: the connection that made the games has been closed meanwhile.
    turn(&mut server.client(&player.token), &games[0], 1);
}
