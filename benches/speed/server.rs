//! The program as it is shipped, on a data folder of its own.

use std::{
    fs,
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::json;
use tempfile::TempDir;

use super::client::Client;

/// A running server.
pub struct Server {
    child: Child,
    pub port: u16,
    folder: TempDir,
}

impl Server {
    pub fn start() -> Self {
        Self::start_in(TempDir::new().expect("a folder"))
    }

    fn start_in(folder: TempDir) -> Self {
        let (child, port) = spawn(folder.path());
        Server { child, port, folder }
    }

    /// The database.
    pub fn database(&self) -> PathBuf {
        let data = self.folder.path().join("data");
        let files = fs::read_dir(&data).expect("the data folder").filter_map(Result::ok);
        let mut files = files.map(|entry| entry.path());
        files.find(|path| path.extension().is_some_and(|end| end == "sqlite")).expect("a database")
    }

    /// Ends it, lets something happen to its database, and starts it again.
    pub fn change(&mut self, work: impl FnOnce(&Path)) {
        self.end();
        work(&self.database());
        (self.child, self.port) = spawn(self.folder.path());
    }

    fn end(&mut self) {
        let pid = self.child.id().to_string();
        let _ = Command::new("kill").args(["-TERM", &pid]).status();
        let _ = self.child.wait();
    }

    /// Kilobytes of memory in use, and the most there ever were.
    pub fn memory(&self) -> (u64, u64) {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let read = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
        };
        (read("VmRSS:"), read("VmHWM:"))
    }

    /// Processor time used so far: it tells what a thing costs when others use the machine too.
    pub fn used(&self) -> Duration {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        // The name, in brackets, may have blanks; behind it the 12th and 13th are hundredths of a second (proc(5)).
        let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
        let ticks: u64 =
            after.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
        Duration::from_millis(10 * ticks)
    }

    pub fn client(&self, token: &str) -> Client {
        Client::new(self.port, token)
    }

    /// A player's connection.
    pub fn player(&self, name: &str) -> Client {
        let mut client = self.client("");
        let wanted = json!({"name": name, "email": format!("{name}@example.org")});
        let made = client.post("/v1/players", &wanted).expect(201).json();
        self.client(made["token"].as_str().expect("a token"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

fn spawn(folder: &Path) -> (Child, u16) {
    let port = free_port();
    let child = Command::new(env!("CARGO_BIN_EXE_fieldpost"))
        .args(["serve", "--bind", &format!("127.0.0.1:{port}"), "--rate-limit", "off", "--log", "error"])
        .current_dir(folder)
        .env("FIELDPOST_DATA", folder.join("data"))
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    wait(port);
    (child, port)
}

/// A port nobody listens on.
pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a free port").port()
}

/// Waits until somebody does.
pub fn wait(port: u16) {
    let until = Instant::now() + Duration::from_secs(120);
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < until, "nobody listens");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A game that one player plays against himself: it begins at once.
pub fn alone(player: &mut Client) -> String {
    let wanted = json!({"ruleset": "little_bighorn", "scenario": "skirmish", "seats": [
        {"seat": "long_knives", "player": "me"}, {"seat": "plains_nations", "player": "me"},
    ]});
    let made = player.post("/v1/games", &wanted).expect(201).json();
    made["id"].as_str().expect("an id").to_owned()
}

/// A turn that can be taken at any time: standing orders, each time others than before.
pub fn turn(player: &mut Client, game: &str, number: usize) {
    let reply = ["always", "even", "better", "never"][number % 4];
    let path = format!("/v1/games/{game}/turns?seat=long_knives");
    let key = format!("content-type: text/plain\r\nidempotency-key: turn-{number}\r\n");
    player.send("POST", &path, &key, format!("standing sol3 reply {reply}").as_bytes()).expect(201);
}
