//! A mail server that takes what it is sent, or answers as it is told. It speaks as much SMTP as the tests need.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpSocket, TcpStream},
};

/// How the server behaves at one command.
#[derive(Clone, Debug)]
pub(super) enum Mood {
    /// Answers this instead.
    Says(&'static str),
    /// Answers this, and hangs up.
    HangsUp(&'static str),
    /// Hangs up without a word.
    Vanishes,
    /// Takes so long before it answers as usual.
    IsSlow(Duration),
    /// At the end of a mail: takes it, and dies before it can say so.
    TakesAndVanishes,
}

#[derive(Default)]
struct Inside {
    moods: Vec<(&'static str, Mood)>,
    insists: Option<(&'static str, &'static str)>,
    mails: Vec<(String, String)>,
    commands: Vec<String>,
    n_connections: usize,
}

/// The server.
#[derive(Clone)]
pub(super) struct Sink {
    address: SocketAddr,
    inside: Arc<Mutex<Inside>>,
}

/// A place where no server stands yet: whoever comes is refused.
pub(super) struct Vacant(TcpSocket);

impl Vacant {
    pub(super) fn reserve() -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind("127.0.0.1:0".parse().expect("an address")).expect("a port");
        Vacant(socket)
    }

    pub(super) fn url(&self) -> String {
        format!("smtp://{}", self.0.local_addr().expect("an address"))
    }

    /// From now on a server stands here.
    pub(super) fn open(self) -> Sink {
        Sink::serve(self.0.listen(64).expect("a port of our own"))
    }
}

impl Sink {
    pub(super) async fn open() -> Self {
        Self::serve(TcpListener::bind("127.0.0.1:0").await.expect("a port"))
    }

    fn serve(listener: TcpListener) -> Self {
        let sink = Sink { address: listener.local_addr().expect("an address"), inside: Arc::default() };
        let server = sink.clone();
        actix_web::rt::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                server.inside.lock().expect("a lock").n_connections += 1;
                let server = server.clone();
                actix_web::rt::spawn(async move { server.talk(stream).await });
            }
        });
        sink
    }

    pub(super) fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// At the next command that begins so, the server is in this mood, once.
    pub(super) fn mood(&self, command: &'static str, mood: Mood) {
        self.inside.lock().expect("a lock").moods.push((command, mood));
    }

    /// From now on the server answers commands that begin so with this, always; `None`: as usual again.
    pub(super) fn insist(&self, answer: Option<(&'static str, &'static str)>) {
        self.inside.lock().expect("a lock").insists = answer;
    }

    /// Recipient and text of what arrived.
    pub(super) fn mails(&self) -> Vec<(String, String)> {
        self.inside.lock().expect("a lock").mails.clone()
    }

    pub(super) fn commands(&self) -> Vec<String> {
        self.inside.lock().expect("a lock").commands.clone()
    }

    pub(super) fn n_connections(&self) -> usize {
        self.inside.lock().expect("a lock").n_connections
    }

    fn take_mood(&self, command: &str) -> Option<Mood> {
        let mut inside = self.inside.lock().expect("a lock");
        inside.commands.push(command.to_owned());
        let upper = command.to_uppercase();
        if let Some((_, said)) = inside.insists.filter(|(begin, _)| upper.starts_with(begin)) {
            return Some(Mood::Says(said));
        }
        let place = inside.moods.iter().position(|(begin, _)| upper.starts_with(begin))?;
        Some(inside.moods.remove(place).1)
    }

    async fn talk(&self, stream: TcpStream) {
        let mut stream = BufReader::new(stream);
        let (mut to, mut line) = (String::new(), String::new());
        if stream.write_all(b"220 sink\r\n").await.is_err() {
            return;
        }
        loop {
            line.clear();
            if !matches!(stream.read_line(&mut line).await, Ok(n_bytes) if 0 < n_bytes) {
                return;
            }
            let command = line.trim_end().to_owned();
            let said = match self.take_mood(&command) {
                Some(Mood::Vanishes | Mood::TakesAndVanishes) => return,
                Some(Mood::HangsUp(said)) => {
                    let _ = stream.write_all(format!("{said}\r\n").as_bytes()).await;
                    return;
                }
                Some(Mood::Says(said)) => said.to_owned(),
                Some(Mood::IsSlow(time)) => {
                    tokio::time::sleep(time).await;
                    usual(&command, &mut to)
                }
                None => usual(&command, &mut to),
            };
            if stream.write_all(format!("{said}\r\n").as_bytes()).await.is_err() {
                return;
            }
            if said.starts_with("354") {
                let Some(text) = body(&mut stream).await else { return };
                let said = match self.take_mood("<END>") {
                    Some(Mood::Says(said)) => said,
                    Some(Mood::HangsUp(_) | Mood::Vanishes) => return,
                    Some(Mood::TakesAndVanishes) => {
                        self.inside.lock().expect("a lock").mails.push((to.clone(), text));
                        return;
                    }
                    Some(Mood::IsSlow(_)) | None => {
                        self.inside.lock().expect("a lock").mails.push((to.clone(), text));
                        "250 2.0.0 taken"
                    }
                };
                let _ = stream.write_all(format!("{said}\r\n").as_bytes()).await;
            }
        }
    }
}

fn usual(command: &str, to: &mut String) -> String {
    let upper = command.to_uppercase();
    if let Some(rest) = upper.strip_prefix("RCPT TO:<") {
        *to = rest.split('>').next().unwrap_or("").to_lowercase();
    }
    match upper.split([' ', ':']).next().unwrap_or("") {
        "EHLO" => "250-sink\r\n250 8BITMIME".to_owned(),
        "DATA" => "354 go on".to_owned(),
        "QUIT" => "221 bye".to_owned(),
        _ => "250 ok".to_owned(),
    }
}

/// A letter up to its dot, with doubled dots undone.
async fn body(stream: &mut BufReader<TcpStream>) -> Option<String> {
    let (mut text, mut line) = (String::new(), String::new());
    loop {
        line.clear();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        match line.as_str() {
            ".\r\n" => return Some(text),
            dotted if dotted.starts_with('.') => text.push_str(&dotted[1..]),
            plain => text.push_str(plain),
        }
    }
}
