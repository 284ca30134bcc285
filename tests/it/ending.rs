//! How the binary ends when it is told to: in time, with everybody answered, and with no letter lost or changed.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crate::support::{Server, duel, have_said, prove, sink::Sink};

/// As the documentation promises.
const WITHIN: Duration = Duration::from_secs(10);

const N_STREAMS: usize = 25;

fn connected(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(server.url.trim_start_matches("http://")).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a limit");
    stream
}

/// Somebody who watches until the end; gives all he heard.
fn watcher(server: &Server, token: &str, game: &str) -> JoinHandle<String> {
    let mut stream = connected(server);
    let asked = format!(
        "GET /v1/games/{game}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nAccept: text/event-stream\r\n\r\n"
    );
    stream.write_all(asked.as_bytes()).expect("heard");
    thread::spawn(move || {
        let mut told = String::new();
        stream.read_to_string(&mut told).expect("an end, and no break");
        told
    })
}

/// Asks on a connection that stays open: the status; nothing where nobody answers any more.
fn ready(stream: &mut TcpStream) -> String {
    let asked = stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n");
    let mut lines = BufReader::new(stream);
    let mut status = String::new();
    if asked.and_then(|()| lines.read_line(&mut status)).unwrap_or(0) == 0 {
        return String::new();
    }
    let (mut line, mut length) = (String::new(), 0);
    while lines.read_line(&mut line).expect("a header") > 2 {
        if let Some(n) = line.to_lowercase().strip_prefix("content-length: ") {
            length = n.trim().parse().expect("a length");
        }
        line.clear();
    }
    lines.read_exact(&mut vec![0; length]).expect("a body");
    status.split(' ').nth(1).unwrap_or("").to_owned()
}

/// Until so many letters have arrived at the mail server.
fn arrived(sink: &Sink, n: usize) {
    let until = Instant::now() + Duration::from_secs(60);
    while sink.mails().len() < n {
        assert!(Instant::now() < until, "{} of {n} letters", sink.mails().len());
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn who_is_in_the_middle_of_something_is_answered_and_all_streams_end() {
    let sink = Sink::start();
    let mut server = Server::start_with(&sink.settings());
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    prove(&alice, &sink, "alice@example.org");
    prove(&bob, &sink, "bob@example.org");
    let before = sink.mails().len();
    let held = sink.hold();
    let game = duel(&alice, &bob, "skirmish");
    arrived(&sink, before + 1);
    let watchers: Vec<_> = (0..N_STREAMS).map(|_| watcher(&server, &alice.token, &game)).collect();
    let until = Instant::now() + Duration::from_secs(60);
    while !server.get("/metrics").text().contains(&format!("\nfieldpost_streams {N_STREAMS}\n")) {
        assert!(Instant::now() < until, "not all streams are open");
        thread::sleep(Duration::from_millis(20));
    }
    let mut kept = connected(&server);
    assert_eq!(ready(&mut kept), "200");
    let orders = "sol4 j7\nend movement\nsol4 x war4\nend combat\n";
    let (early, late) = orders.split_at(10);
    let mut slow = connected(&server);
    write!(
        slow,
        "POST /v1/games/{game}/turns HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\nContent-Type: text/plain\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{early}",
        alice.token,
        orders.len()
    )
    .expect("heard");
    let version = server.get(&format!("/v1/games/{game}?summary=true")).expect(200)["version"].clone();
    let token = alice.token.clone();

    let began = Instant::now();
    server.signal("TERM");
    have_said(&server, "ending: no new requests");
    let told = ready(&mut kept);
    assert!(["", "503"].contains(&told.as_str()), "it is ready no longer, and says so or nothing: {told}");
    slow.write_all(late.as_bytes()).expect("heard");
    let mut answer = String::new();
    slow.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    held.release();
    for watcher in watchers {
        let told = watcher.join().expect("a watcher");
        assert!(told.starts_with("HTTP/1.1 200 ") && told.contains("event: game_started"), "{told}");
        assert!(told.ends_with("\r\n0\r\n\r\n"), "it ends as a whole answer does: {told}");
    }
    assert!(server.wait_for_end(), "{}", server.log());
    assert!(began.elapsed() < WITHIN, "{:?}", began.elapsed());
    server.restart();
    let seen =
        server.call("GET", &format!("/v1/games/{game}?summary=true"), Some(&token), &[], None).expect(200);
    assert!(version.as_u64() < seen["version"].as_u64(), "the turn is there");
    // The letter in hand was noted as sent: the next to come is of the turn.
    arrived(&sink, before + 2);
    let ids: Vec<String> = sink.mails()[before..].iter().map(|mail| mail.message_id()).collect();
    assert!(ids[0].contains(".long_knives.") && ids[1..].iter().all(|id| *id != ids[0]), "{ids:?}");
}

#[test]
fn a_mail_server_that_does_not_answer_delays_no_end_and_gets_the_same_letter_again() {
    let sink = Sink::start();
    let mut server = Server::start_with(&sink.settings());
    let held = sink.hold();
    server.player("Alice");
    arrived(&sink, 1);
    let began = Instant::now();
    server.signal("TERM");
    assert!(server.wait_for_end(), "{}", server.log());
    assert!(began.elapsed() < WITHIN, "{:?}", began.elapsed());
    held.release();
    server.restart();
    arrived(&sink, 2);
    let mails = sink.mails();
    assert_eq!(mails[0].message_id(), mails[1].message_id());
    assert_eq!(mails[0].raw, mails[1].raw, "to the byte");
}
