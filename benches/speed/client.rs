//! A client that costs next to nothing, since it shares the machine with what it measures: one connection, one request after
//! the other, HTTP/1.1.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
};

use serde_json::Value;

/// A connection that stays open.
pub struct Client {
    stream: BufReader<TcpStream>,
    port: u16,
    /// The bearer token, if there is one.
    pub token: String,
    request: Vec<u8>,
    line: String,
}

/// Status and body.
pub struct Answer {
    pub status: u16,
    pub etag: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|why| panic!("{why}: {}", String::from_utf8_lossy(&self.body)))
    }

    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.body));
        self
    }
}

impl Client {
    pub fn new(port: u16, token: &str) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        stream.set_nodelay(true).expect("no delay");
        Client {
            stream: BufReader::new(stream),
            port,
            token: token.to_owned(),
            request: Vec::new(),
            line: String::new(),
        }
    }

    /// One request, whose answer has a length.
    pub fn send(&mut self, method: &str, path: &str, more: &str, body: &[u8]) -> Answer {
        self.request.clear();
        let Client { port, token, request, .. } = self;
        write!(request, "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n{more}").expect("memory");
        if !token.is_empty() {
            write!(request, "authorization: Bearer {token}\r\n").expect("memory");
        }
        write!(request, "content-length: {}\r\n\r\n", body.len()).expect("memory");
        request.extend_from_slice(body);
        self.stream.get_mut().write_all(&self.request).expect("sent");
        self.answer()
    }

    fn answer(&mut self) -> Answer {
        let status = self.header().split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
        let (mut length, mut etag) = (Some(0), String::new());
        loop {
            let line = self.header();
            if line.is_empty() {
                break;
            }
            match line.split_once(": ") {
                Some(("content-length", value)) => length = Some(value.parse().expect("a length")),
                Some(("transfer-encoding", _)) => length = None,
                Some(("etag", value)) => etag = value.to_owned(),
                Some(_) | None => {}
            }
        }
        let body = match length {
            Some(length) => self.part(length),
            None => self.parts(),
        };
        Answer { status, etag, body }
    }

    fn part(&mut self, length: usize) -> Vec<u8> {
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).expect("a body");
        body
    }

    /// A body that comes in parts, each with its length before it.
    fn parts(&mut self) -> Vec<u8> {
        let mut body = Vec::new();
        loop {
            let length = usize::from_str_radix(&self.header(), 16).expect("a length");
            body.extend(self.part(length));
            self.header();
            if length == 0 {
                return body;
            }
        }
    }

    fn header(&mut self) -> String {
        self.line.clear();
        self.stream.read_line(&mut self.line).expect("a line");
        self.line.trim_end().to_owned()
    }

    pub fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, "", b"")
    }

    pub fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, "content-type: application/json\r\n", body.to_string().as_bytes())
    }

    /// Sends a request whose answer does not end; what comes is left unread.
    pub fn listen(mut self, path: &str) -> TcpStream {
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{}\r\naccept: text/event-stream\r\nauthorization: Bearer {}\r\n\r\n",
            self.port, self.token
        );
        self.stream.get_mut().write_all(request.as_bytes()).expect("sent");
        let status = self.header();
        assert!(status.contains(" 200 "), "{status}");
        self.stream.into_inner()
    }
}
