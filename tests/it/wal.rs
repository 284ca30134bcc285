//! The store's write-ahead log stays small while everybody looks on: no stream and no long wait keeps it from being emptied.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use crate::support::{Player, Server, TEXT, duel};

/// Tables, and turns at each of them.
const N_TABLES: usize = 4;
const N_TURNS: usize = 500;

/// Watchers of each table; one of them never reads what he is sent.
const N_WATCHERS: usize = 6;

/// The log may be as large, and much more than that is written.
const MOST_BYTES: u64 = 32 << 20;

/// All that a process has written so far, in bytes.
fn written(pid: u32) -> u64 {
    let told = fs::read_to_string(format!("/proc/{pid}/io")).expect("our own child");
    let line = told.lines().find_map(|line| line.strip_prefix("wchar: ")).expect("a count");
    line.parse().expect("a number")
}

fn wal_bytes(server: &Server) -> u64 {
    let told = server.get("/metrics").text();
    let line = told.lines().find_map(|line| line.strip_prefix("fieldpost_store_wal_bytes ")).expect("a size");
    line.parse().expect("a number")
}

fn stream(player: &Player<'_>, game: &str) -> TcpStream {
    let server = player.server.url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(server).expect("a connection");
    let asked = format!(
        "GET /v1/games/{game}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\nAccept: text/event-stream\r\n\r\n",
        player.token
    );
    stream.write_all(asked.as_bytes()).expect("heard");
    stream
}

fn play(player: &Player<'_>, game: &str) {
    for n in 0..N_TURNS {
        let reply = ["always", "even", "better", "never"][n % 4];
        let (path, key) = (format!("/v1/games/{game}/turns"), format!("standing-{n}"));
        let headers = [TEXT, ("Idempotency-Key", key.as_str())];
        let text = format!("standing all reply {reply}");
        player.server.call("POST", &path, Some(&player.token), &headers, Some(text.as_bytes())).expect(201);
    }
}

#[test]
fn under_streams_and_readers_the_write_ahead_log_stays_small() {
    let mut server = Server::start();
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let games: Vec<String> = (0..N_TABLES).map(|_| duel(&alice, &bob, "skirmish")).collect();
    let before = written(server.pid());
    let over = AtomicBool::new(false);
    let (most, all) = thread::scope(|scope| {
        let (mut deaf, mut readers) = (Vec::new(), Vec::new());
        for game in &games {
            deaf.push(stream(&alice, game));
            for _ in 1..N_WATCHERS {
                let lines = BufReader::new(stream(&bob, game)).lines();
                scope.spawn(move || lines.map_while(Result::ok).count());
            }
            let (over, bob) = (&over, &bob);
            readers.push(scope.spawn(move || {
                while !over.load(Ordering::SeqCst) {
                    bob.get(&format!("/v1/games/{game}/events?limit=100")).expect(200);
                }
            }));
        }
        let tables: Vec<_> = games.iter().map(|game| scope.spawn(|| play(&alice, game))).collect();
        let mut most = 0;
        while tables.iter().any(|table| !table.is_finished()) {
            most = most.max(wal_bytes(&server));
            // It leaves the machine to the tables.
            thread::sleep(Duration::from_millis(10));
        }
        over.store(true, Ordering::SeqCst);
        // Whoever still asks is answered first.
        readers.into_iter().for_each(|reader| reader.join().expect("each was answered"));
        let all = written(server.pid()) - before;
        // The watchers' streams end with it, and only then do they.
        server.signal("TERM");
        (most, all)
    });
    assert!(server.wait_for_end(), "{}", server.log());
    eprintln!("the log had {most} bytes at most, of {all} written");
    assert!(2 * MOST_BYTES < all, "{all} bytes are too few to tell anything");
    assert!(most < MOST_BYTES, "{most}");
}
