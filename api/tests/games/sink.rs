//! The other side of a webhook: a server on the loopback interface that answers what the test says, and remembers what
//! it was asked.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU16, Ordering},
    },
    thread,
    time::Duration,
};

use serde_json::Value;

/// No answer, until it is told another status.
pub const SILENCE: u16 = 0;

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Asked {
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Asked {
    /// The value of a header, which must be there once.
    pub fn header(&self, name: &str) -> &str {
        let values: Vec<&String> =
            self.headers.iter().filter(|(known, _)| known == name).map(|(_, value)| value).collect();
        assert_eq!(values.len(), 1, "{name}: {self:?}");
        values[0]
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }
}

/// Answers every request with the same status until it is told another.
pub struct Sink {
    port: u16,
    status: Arc<AtomicU16>,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Sink {
    pub fn answering(status: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let sink = Sink { port, status: Arc::new(AtomicU16::new(status)), asked: Arc::default() };
        let (status, asked) = (Arc::clone(&sink.status), Arc::clone(&sink.asked));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let Some(request) = read(&stream) else { continue };
                asked.lock().expect("not poisoned").push(request);
                let status = Arc::clone(&status);
                thread::spawn(move || answer(stream, &status));
            }
        });
        sink
    }

    pub fn now_answering(&self, status: u16) {
        self.status.store(status, Ordering::SeqCst);
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("not poisoned").clone()
    }
}

fn read(stream: &TcpStream) -> Option<Asked> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let path = line.split(' ').nth(1)?.to_owned();
    let (mut headers, mut n_bytes) = (Vec::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        let name = name.to_ascii_lowercase();
        if name == "content-length" {
            n_bytes = value.parse().ok()?;
        }
        headers.push((name, value.to_owned()));
    }
    let mut body = vec![0; n_bytes];
    reader.read_exact(&mut body).ok()?;
    Some(Asked { path, headers, body: String::from_utf8(body).ok()? })
}

/// A redirection leads to another path of the same server, so that following it would be seen.
fn answer(mut stream: TcpStream, status: &AtomicU16) {
    while status.load(Ordering::SeqCst) == SILENCE {
        thread::sleep(Duration::from_millis(10));
    }
    let status = status.load(Ordering::SeqCst);
    let answer = format!(
        "HTTP/1.1 {status} X\r\nLocation: /elsewhere\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"
    );
    // Whoever asked may have gone.
    let _ = stream.write_all(answer.as_bytes());
}
