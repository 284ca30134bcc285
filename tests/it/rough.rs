//! Connections that mean no good: requests that could be read in two ways, and clients that take their time.

use std::{
    io::{ErrorKind, Read, Write},
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};

use crate::support::Server;

/// A request of its own, hidden in what stands before it.
const INNER: &str = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";

const JSON: &str = "Host: x\r\nContent-Type: application/json\r\n";

fn connect(server: &Server) -> TcpStream {
    TcpStream::connect(server.url.trim_start_matches("http://")).expect("a connection")
}

/// All that is answered until the server closes or has nothing more to say, and whether it closed.
fn answers(server: &Server, sent: &[u8]) -> (Vec<u16>, bool) {
    let mut socket = connect(server);
    // A server that refuses the beginning does not read the end.
    let _ = socket.write_all(sent);
    socket.set_read_timeout(Some(Duration::from_secs(3))).expect("a time");
    let (mut all, mut chunk) = (Vec::new(), [0; 4096]);
    let closed = loop {
        match socket.read(&mut chunk) {
            Ok(0) => break true,
            Ok(n) => all.extend_from_slice(&chunk[..n]),
            Err(error) => break error.kind() == ErrorKind::ConnectionReset,
        }
    };
    let text = String::from_utf8_lossy(&all);
    let statuses = text.split("HTTP/1.1 ").skip(1).filter_map(|answer| answer.get(..3)?.parse().ok());
    (statuses.collect(), closed)
}

#[test]
fn what_could_be_two_requests_is_refused_and_the_connection_closed() {
    let server = Server::start();
    let post = |head: &str, body: &str| {
        (head.to_owned(), format!("POST /v1/players HTTP/1.1\r\n{JSON}{head}\r\n{body}{INNER}"))
    };
    let chunks = "0\r\n\r\n";
    let mut shapes = vec![
        post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", chunks),
        post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", chunks),
        post("Content-Length: 2\r\nContent-Length: 3\r\n", "{}"),
        post("Content-Length: 2, 2\r\n", "{}"),
        post("Content-Length: +2\r\n", "{}"),
        post("Content-Length: -2\r\n", "{}"),
        post("Content-Length: 0x2\r\n", "{}"),
        post("Content-Length: 99999999999999999999999\r\n", "{}"),
        post("Content-Length : 2\r\n", "{}"),
        post("Transfer-Encoding : chunked\r\n", chunks),
        post("Transfer-Encoding: xchunked\r\n", chunks),
        post("Transfer-Encoding: chunked, identity\r\n", chunks),
        post("Transfer-Encoding: gzip, chunked\r\n", chunks),
        post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", chunks),
        post("Transfer-Encoding: \u{b}chunked\r\n", chunks),
        post("Transfer-Encoding:\r\n chunked\r\n", chunks),
    ];
    for bad in [
        "zz\r\n{}\r\n",
        "-2\r\n{}\r\n",
        "fffffffffffffffffff\r\n{}\r\n",
        "2;\n{}\r\n",
        "2\n{}\n",
        "2\r\n{}x\r\n",
    ] {
        shapes.push(post("Transfer-Encoding: chunked\r\n", &format!("{bad}0\r\n\r\n")));
    }
    let old = format!("POST /v1/players HTTP/1.0\r\n{JSON}Transfer-Encoding: chunked\r\n\r\n{chunks}{INNER}");
    shapes.push(("HTTP/1.0 in chunks".to_owned(), old));
    for head in ["", "Host: x\r\nHost: y\r\n", "Host: x\r\nA: b\0c\r\n", "Host: x\r\nA: b\rc\r\n"] {
        shapes.push((head.to_owned(), format!("GET /healthz HTTP/1.1\r\n{head}\r\n{INNER}")));
    }
    // Each waits for its server: so they do it together.
    thread::scope(|scope| {
        for (name, sent) in &shapes {
            let server = &server;
            scope.spawn(move || assert_eq!(answers(server, sent.as_bytes()), (vec![400], true), "{name:?}"));
        }
    });
}

#[test]
fn a_body_that_nobody_reads_is_no_request() {
    let server = Server::start();
    let length = INNER.len();
    for (path, status) in [("POST /v1/games", 401), ("GET /healthz", 200), ("POST /nowhere", 404)] {
        let sent = format!("{path} HTTP/1.1\r\n{JSON}Content-Length: {length}\r\n\r\n{INNER}");
        assert_eq!(answers(&server, sent.as_bytes()).0, [status], "{path}");
    }
    let two = format!("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n{INNER}");
    assert_eq!(answers(&server, two.as_bytes()).0, [200, 200], "one after the other they are two");
}

#[test]
fn heads_have_a_size() {
    let server = Server::start();
    let many: String = (0..500).map(|n| format!("A{n}: b\r\n")).collect();
    let heads = [
        format!("GET /healthz HTTP/1.1\r\nHost: x\r\n{many}\r\n"),
        format!("GET /healthz HTTP/1.1\r\nHost: x\r\nA: {}\r\n\r\n", "b".repeat(2_000_000)),
        format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(300_000)),
    ];
    for head in &heads {
        // The rest of a head may be on its way when the answer leaves: then the answer may be lost, the connection not kept.
        let (statuses, closed) = answers(&server, head.as_bytes());
        assert!(closed && statuses.iter().all(|status| *status == 431), "{statuses:?}");
    }
    server.get("/readyz").expect(200);
}

/// Sends a piece every half second; how long the server bears it, and what it said.
fn dribbled(server: &Server, begin: &str, piece: &str) -> (Duration, String) {
    let mut socket = connect(server);
    socket.set_nonblocking(true).expect("a socket");
    let begun = Instant::now();
    let (mut said, mut chunk) = (String::new(), [0; 4096]);
    let mut sent = socket.write_all(begin.as_bytes());
    while sent.is_ok() && begun.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(500));
        match socket.read(&mut chunk) {
            Ok(0) => break,
            Ok(n) => said.push_str(&String::from_utf8_lossy(&chunk[..n])),
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(_) => break,
        }
        sent = socket.write_all(piece.as_bytes());
    }
    (begun.elapsed(), said)
}

#[test]
fn who_takes_his_time_is_not_waited_for() {
    let server = Server::start();
    let length = "Content-Length: 1000\r\n\r\n";
    let (post, unread) = ("POST /v1/players HTTP/1.1\r\n", "POST /v1/games HTTP/1.1\r\n");
    let cases = [
        ("says nothing", String::new(), "", "408"),
        ("a head, line by line", "GET / HTTP/1.1\r\nHost: x\r\n".to_owned(), "A: b\r\n", "408"),
        ("a body, byte by byte", format!("{post}{JSON}{length}"), " ", "408"),
        ("a body that nobody reads", format!("{unread}{JSON}{length}"), " ", "401"),
        ("says nothing more", INNER.to_owned(), "", "200"),
    ];
    thread::scope(|scope| {
        for (name, begin, piece, status) in &cases {
            let server = &server;
            scope.spawn(move || {
                let (took, said) = dribbled(server, begin, piece);
                assert!(took < Duration::from_secs(60), "{name}: still connected");
                assert!(said.starts_with(&format!("HTTP/1.1 {status}")), "{name}: {said}");
            });
        }
        // Meanwhile others are served.
        server.get("/readyz").expect(200);
    });
}

#[test]
fn the_log_holds_nothing_that_a_client_wrote() {
    let server = Server::start_with(&[("FIELDPOST_LOG", "debug")]);
    let odd = "forged%0a2027-01-01T00:00:00Z%1b[2J";
    let requests = [
        format!("GET /forged/{odd}?forged={odd} HTTP/1.1\r\nHost: forged\r\nUser-Agent: forged\r\n"),
        "GET /v1/games HTTP/1.1\r\nHost: x\r\nX-Request-Id: forged\u{1b}[2J\r\nReferer: forged\r\n"
            .to_owned(),
        "GET /v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer fp_forged\r\nCookie: fieldpost=forged\r\n"
            .to_owned(),
        format!("GET /v1/games/forged{odd}/orders HTTP/1.1\r\nHost: x\r\nIf-None-Match: forged\r\n"),
    ];
    for request in &requests {
        let (statuses, _) = answers(&server, format!("{request}Connection: close\r\n\r\n").as_bytes());
        assert_eq!(statuses.len(), 1, "{request}");
    }
    let body = "{\"name\":\"forged\\n\",\"email\":\"forged\",\"zone\":\"forged\"}";
    let sent = format!("POST /v1/players HTTP/1.1\r\n{JSON}Content-Length: {}\r\n\r\n{body}", body.len());
    assert_eq!(answers(&server, sent.as_bytes()).0, [422]);
    let log = server.log();
    assert!(requests.len() < log.matches("answered").count(), "{log}");
    assert!(!log.contains("forged"), "{log}");
}
