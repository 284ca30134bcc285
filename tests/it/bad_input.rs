//! Bad input gets a coded answer of the right status, never a 500, and takes no memory.

use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
};

use serde_json::json;

use crate::support::{JSON, Server, TEXT, duel};

fn resident_kib(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("our own child");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a size");
    line.split_whitespace().nth(1).and_then(|kib| kib.parse().ok()).expect("a number")
}

#[test]
fn bad_bodies_are_refused_by_code() {
    let server = Server::start();
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let game = duel(&alice, &bob, "skirmish");
    let turns = format!("/v1/games/{game}/turns");
    let deep = format!("{{\"orders\":{}{}}}", "[".repeat(100), "]".repeat(100));
    let post = |body: &[u8]| server.call("POST", &turns, Some(&alice.token), &[JSON], Some(body));
    post(b"{\"orders\":").refused(400, "bad-json");
    post(b"\xff\xfe").refused(400, "not-utf8");
    post(deep.as_bytes()).refused(400, "too-deep");
    post(b"{\"orders\":7}").refused(422, "invalid-fields");
    post(b"{\"orders\":[],\"speed\":2}").refused(422, "invalid-fields");
    post(b"{\"orders\":[]}").refused(422, "no-orders");
    post(b"{\"orders\":[7]}").refused(422, "malformed");
    post(b"{\"orders\":[{\"type\":\"dance\"}]}").refused(422, "unknown-order");
    post(b"{\"orders\":[{\"type\":\"move\",\"figure\":\"sol1\",\"path\":[\"l0\"]}]}")
        .refused(422, "malformed");
    let many = json!({ "orders": vec![json!({"type": "resign"}); 501] });
    post(many.to_string().as_bytes()).refused(422, "too-many-orders");
    let line = alice.orders(&game, "sol1 f4\n\nsol2 to the north").refused(422, "malformed");
    assert_eq!(
        (line["errors"][0]["line"].as_u64(), line["errors"][0]["column"].as_u64()),
        (Some(3), Some(6))
    );
    let wrong_kind = [("Content-Type", "application/xml")];
    server
        .call("POST", &turns, Some(&alice.token), &wrong_kind, Some(b"<x/>"))
        .refused(415, "unsupported-media-type");
    server.call("POST", &turns, None, &[TEXT], Some(b"sol1 f4")).refused(401, "unauthorized");
    server.call("POST", &turns, Some("fp_nonsense"), &[TEXT], Some(b"sol1 f4")).refused(401, "unauthorized");
    bob.orders(&game, "end movement").refused(409, "not-your-phase");
    server.get("/v1/games/nosuchgame00").refused(404, "not-found");
    server.get("/v1/nothing/here").refused(404, "not-found");
    server.call("PATCH", &turns, Some(&alice.token), &[JSON], Some(b"{}")).refused(405, "method-not-allowed");
    for name in ["", "a\u{202e}b", "two\nlines", &"x".repeat(65)] {
        let body = json!({ "name": name, "email": "x@example.org" }).to_string();
        server
            .call("POST", "/v1/players", None, &[JSON], Some(body.as_bytes()))
            .refused(422, "invalid-fields");
    }
    let state = server.get(&format!("/v1/games/{game}?summary=true")).expect(200);
    assert_eq!(state["version"], 5, "nothing of all this left a line");
}

#[test]
fn a_chunked_body_of_fifty_megabytes_is_refused_and_takes_no_memory() {
    let server = Server::start();
    let alice = server.player("Alice");
    let before = resident_kib(server.pid());
    let mut socket = TcpStream::connect(server.url.trim_start_matches("http://")).expect("a connection");
    let head = format!(
        "POST /v1/games HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
        alice.token
    );
    socket.write_all(head.as_bytes()).expect("sent");
    let chunk = vec![b' '; 64 * 1024];
    for _ in 0..800 {
        let sent = write!(socket, "{:x}\r\n", chunk.len())
            .and_then(|()| socket.write_all(&chunk))
            .and_then(|()| socket.write_all(b"\r\n"));
        if sent.is_err() {
            break; // refused before all of it was sent: so it should be
        }
    }
    let mut answer = vec![0; 64];
    let read = socket.read(&mut answer).unwrap_or(0);
    let said = String::from_utf8_lossy(&answer[..read]);
    assert!(read == 0 || said.starts_with("HTTP/1.1 413"), "{said}");
    let grown = resident_kib(server.pid()).saturating_sub(before);
    assert!(grown < 20 * 1024, "memory grew by {grown} KiB");
    server.get("/readyz").expect(200);
}
