//! A mail server that takes all it is sent and keeps it: on loopback, owned by the test, alive while the binary dies.

use std::{
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Condvar, Mutex},
    thread,
    time::{Duration, Instant},
};

/// A mail as it came.
#[derive(Clone)]
pub struct Mail {
    /// Whom it was handed over for.
    pub to: String,
    /// To the byte, without the doubled dots.
    pub raw: Vec<u8>,
}

impl Mail {
    pub fn message_id(&self) -> String {
        let parsed = mail_parser::MessageParser::default().parse(&self.raw).expect("a mail");
        parsed.message_id().expect("a Message-ID").to_owned()
    }

    /// The code to prove an address or to sign in, if there is one: four, a hyphen, four.
    fn code(&self) -> Option<String> {
        let parsed = mail_parser::MessageParser::default().parse(&self.raw)?;
        super::code_in(&parsed.body_text(0)?).map(str::to_owned)
    }
}

/// The server.
#[derive(Clone)]
pub struct Sink {
    address: SocketAddr,
    mails: Arc<Mutex<Vec<Mail>>>,
    /// Whether mails are kept and not acknowledged, for now.
    held: Arc<(Mutex<bool>, Condvar)>,
}

/// Mails are kept and not acknowledged, as long as this is.
pub struct Held(Arc<(Mutex<bool>, Condvar)>);

impl Held {
    /// Acknowledges them, and those that come.
    pub fn release(self) {}
}

impl Drop for Held {
    fn drop(&mut self) {
        *self.0.0.lock().expect("nobody panics with it") = false;
        self.0.1.notify_all();
    }
}

impl Sink {
    /// From now on mails are taken, and what became of them is not said.
    pub fn hold(&self) -> Held {
        *self.held.0.lock().expect("nobody panics with it") = true;
        Held(Arc::clone(&self.held))
    }

    pub fn start() -> Self {
        let door = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = door.local_addr().expect("an address");
        let sink = Sink { address, mails: Arc::default(), held: Arc::default() };
        let own = sink.clone();
        thread::spawn(move || {
            for stream in door.incoming().flatten() {
                let own = own.clone();
                // A client that was killed is no matter of ours.
                thread::spawn(move || own.talk(stream));
            }
        });
        sink
    }

    /// What the binary has to be told.
    pub fn settings(&self) -> Vec<(&'static str, &'static str)> {
        self.settings_with("")
    }

    /// The same with who logs in: `user:password@`. Whoever does, may.
    pub fn settings_with(&self, who: &str) -> Vec<(&'static str, &'static str)> {
        vec![
            ("FIELDPOST_SMTP", format!("smtp://{who}{}", self.address).leak()),
            ("FIELDPOST_MAIL_FROM", "Fieldpost <post@example.org>"),
            ("FIELDPOST_BASE_URL", "http://fieldpost.example.org"),
        ]
    }

    /// All mails so far.
    pub fn mails(&self) -> Vec<Mail> {
        self.mails.lock().expect("nobody panics with it").clone()
    }

    /// The newest code that was sent to this address after so many mails, as soon as it is there.
    pub fn code(&self, to: &str, after: usize, patience: Duration) -> Option<String> {
        let until = Instant::now() + patience;
        while Instant::now() < until {
            let mails = self.mails();
            if let Some(code) = mails[after..].iter().rev().filter(|m| m.to == to).find_map(Mail::code) {
                return Some(code);
            }
            thread::sleep(Duration::from_millis(20));
        }
        None
    }

    /// As much SMTP as a client needs to be rid of its mail. `None` when it hangs up.
    fn talk(&self, mut stream: TcpStream) -> Option<()> {
        let mut lines = BufReader::new(stream.try_clone().ok()?);
        let mut to = String::new();
        stream.write_all(b"220 sink\r\n").ok()?;
        loop {
            let line = read(&mut lines)?;
            let command = String::from_utf8_lossy(&line).trim_end().to_uppercase();
            let answer: &[u8] = match command.split([' ', ':']).next()? {
                "EHLO" => b"250-sink\r\n250-AUTH PLAIN\r\n250 8BITMIME\r\n",
                "AUTH" => b"235 welcome\r\n",
                "RCPT" => {
                    to = command.split(['<', '>']).nth(1)?.to_lowercase();
                    b"250 ok\r\n"
                }
                "DATA" => {
                    stream.write_all(b"354 go on\r\n").ok()?;
                    let raw = body(&mut lines)?;
                    // Kept before it is acknowledged: what was answered was taken.
                    self.mails.lock().expect("nobody panics with it").push(Mail { to: to.clone(), raw });
                    let is_held = self.held.0.lock().expect("nobody panics with it");
                    drop(self.held.1.wait_while(is_held, |held| *held));
                    b"250 taken\r\n"
                }
                "QUIT" => b"221 bye\r\n",
                _ => b"250 ok\r\n",
            };
            stream.write_all(answer).ok()?;
        }
    }
}

fn read(lines: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    lines.read_until(b'\n', &mut line).ok()?;
    line.ends_with(b"\n").then_some(line)
}

fn body(lines: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut raw = Vec::new();
    loop {
        let line = read(lines)?;
        match line.strip_prefix(b".") {
            Some(b"\r\n") => return Some(raw),
            Some(rest) => raw.extend_from_slice(rest),
            None => raw.extend_from_slice(&line),
        }
    }
}
