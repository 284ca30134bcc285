//! What a turn costs with many games in the store, and with a long log: it should be the same.

use std::{
    fmt::{self, Display, Formatter},
    path::Path,
    time::{Duration, Instant},
};

use rusqlite::{Connection, params};

use super::{
    client::Client,
    percentile,
    server::{Server, alone, turn},
    wait_for_disk,
};

const MEASURED: usize = 500;

pub fn run() {
    games(&[1, 10_000]);
    lines(&[100, 10_000, 100_000]);
}

/// The same with a million games.
pub fn million() {
    games(&[1, 10_000, 1_000_000]);
}

fn games(sizes: &[usize]) {
    let mut server = Server::start();
    let mut player = server.player("player");
    let (token, game) = (player.token.clone(), alone(&mut player));
    let (mut number, mut there) = (0, 1);
    for size in sizes {
        server.change(|path| copies(path, &game, there, *size));
        there = *size;
        let cost = Cost::of(&server, &mut server.client(&token), &game, &mut number);
        println!("a turn, {size} games in the store: {cost}");
    }
}

fn lines(sizes: &[usize]) {
    let server = Server::start();
    let mut player = server.player("player");
    let game = alone(&mut player);
    let mut number = 0;
    for size in sizes {
        while length(&mut player, &game) + MEASURED < *size {
            for _ in 0..MEASURED / 4 {
                turn(&mut player, &game, number);
                number += 1;
            }
        }
        let cost = Cost::of(&server, &mut player, &game, &mut number);
        println!("a turn, a log of {} lines: {cost}", length(&mut player, &game));
    }
}

fn length(player: &mut Client, game: &str) -> usize {
    let seen = player.get(&format!("/v1/games/{game}?summary=true")).expect(200).json();
    usize::try_from(seen["version"].as_u64().expect("a version")).expect("a length")
}

/// What a turn costs.
struct Cost {
    /// Half of the turns take less…
    time: Duration,
    /// …of which the disk takes this, alone, at that moment.
    disk: Duration,
    /// What the server's processors do for one.
    work: Duration,
}

impl Cost {
    fn of(server: &Server, player: &mut Client, game: &str, number: &mut usize) -> Self {
        let before = server.used();
        let mut times: Vec<Duration> = (0..MEASURED)
            .map(|_| {
                let began = Instant::now();
                turn(player, game, *number);
                *number += 1;
                began.elapsed()
            })
            .collect();
        let work = (server.used() - before) / u32::try_from(MEASURED).expect("a number");
        Cost { time: percentile(&mut times, 50), disk: wait_for_disk(), work }
    }
}

impl Display for Cost {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Cost { time, disk, work } = self;
        write!(f, "{time:.1?} (a wait for the disk: {disk:.1?}), processor time {work:.0?}")
    }
}

/// Fills the store with copies of a game under other names.
fn copies(path: &Path, game: &str, from: usize, to: usize) {
    let conn = Connection::open(path).expect("the database");
    conn.execute_batch("PRAGMA synchronous = OFF; BEGIN").expect("a transaction");
    for table in ["games", "seats", "lines", "turns", "to_act", "seeds"] {
        let columns: Vec<String> = conn
            .prepare(&format!("SELECT name FROM pragma_table_info('{table}')"))
            .and_then(|mut asked| asked.query_map([], |row| row.get(0))?.collect())
            .expect("columns");
        let own = if table == "games" { "id" } else { "game" };
        let taken =
            columns.iter().map(|name| if name == own { "?2" } else { name }).collect::<Vec<_>>().join(", ");
        let few = match table {
            "lines" => " AND seq < 12",
            "turns" => " AND last < 12",
            _ => "",
        };
        let copy = format!("INSERT INTO {table} SELECT {taken} FROM {table} WHERE {own} = ?1{few}");
        let mut copy = conn.prepare(&copy).expect("a statement");
        for number in from..to {
            // The names of games look drawn at random.
            let name = format!("{:012x}", (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16);
            copy.execute(params![game, name]).expect("a copy");
        }
    }
    conn.execute_batch("COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)").expect("on the disk");
}
