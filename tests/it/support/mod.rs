//! A server, its players, and what they say to it.

pub mod browser;
mod http;
pub mod mta;
mod proof;
pub mod sink;
pub mod webdriver;

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader},
    net::TcpListener,
    os::unix::fs::{DirBuilderExt, PermissionsExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

pub use http::{Answer, try_call};
pub use proof::{audited, code_in, prove, proved, verb};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The binary under test.
pub const BINARY: &str = env!("CARGO_BIN_EXE_fieldpost");

/// A running server with a data folder of its own.
pub struct Server {
    child: Child,
    /// `http://127.0.0.1:…`
    pub url: String,
    folder: TempDir,
    port: u16,
    settings: Vec<(&'static str, &'static str)>,
    /// What runs the binary, where it is not run by itself.
    under: &'static [&'static str],
}

impl Server {
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// With these variables.
    pub fn start_with(settings: &[(&'static str, &'static str)]) -> Self {
        Self::start_under(&[], settings)
    }

    /// Run by another program, which gets the binary as its last argument.
    pub fn start_under(under: &'static [&'static str], settings: &[(&'static str, &'static str)]) -> Self {
        Self::start_in(TempDir::new().expect("a folder"), under, settings)
    }

    /// On a copy of a data folder that another version left.
    pub fn start_on(data: &Path, settings: &[(&'static str, &'static str)]) -> Self {
        let folder = TempDir::new().expect("a folder");
        copy(data, &folder.path().join("data"));
        Self::start_in(folder, &[], settings)
    }

    fn start_in(
        folder: TempDir,
        under: &'static [&'static str],
        settings: &[(&'static str, &'static str)],
    ) -> Self {
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|socket| socket.local_addr())
            .expect("a free port")
            .port();
        let child = spawn(folder.path(), port, settings, under);
        let url = format!("http://127.0.0.1:{port}");
        let server = Server { child, url, folder, port, settings: settings.to_vec(), under };
        server.wait();
        server
    }

    /// Where its data lies.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// What it said on standard error.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("server.log")).unwrap_or_default()
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Ends it at once, as a power cut would, and starts it again on the same data.
    pub fn kill_and_restart(&mut self) {
        self.kill_and_restart_at(|| ());
    }

    /// The same, but it stays dead until this comes back.
    pub fn kill_and_restart_at(&mut self, moment: impl FnOnce()) {
        self.kill();
        moment();
        self.restart();
    }

    /// Ends it at once.
    pub fn kill(&mut self) {
        self.child.kill().expect("our own child");
        self.child.wait().expect("our own child");
    }

    /// Starts it after its end, and does not wait for it.
    pub fn spawn(&mut self) {
        self.child = spawn(self.folder.path(), self.port, &self.settings, self.under);
    }

    /// Starts it after its end.
    pub fn restart(&mut self) {
        self.spawn();
        self.wait();
    }

    /// Ends it as an operator does, and waits for its end.
    pub fn stop(&mut self) {
        self.signal("TERM");
        assert!(self.wait_for_end(), "{}", self.log());
    }

    /// Waits until it has ended; whether it did so well.
    pub fn wait_for_end(&mut self) -> bool {
        self.child.wait().expect("our own child").success()
    }

    /// Lets it stand still meanwhile: whatever is on disk is of one moment.
    pub fn freeze(&self, meanwhile: impl FnOnce(&Path)) {
        self.signal("STOP");
        meanwhile(&self.data());
        self.signal("CONT");
    }

    /// Sends it a signal.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([format!("-{name}"), self.pid().to_string()]).status();
        assert!(sent.expect("a shell's own tool").success());
    }

    fn wait(&self) {
        let until = Instant::now() + Duration::from_secs(60);
        while Instant::now() < until {
            if self.try_call("GET", "/readyz", None, &[], None).is_some_and(|answer| answer.status == 200) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("the server does not come up");
    }

    fn try_call(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> Option<Answer> {
        try_call(&self.url, method, path, token, headers, body)
    }

    /// Any request.
    pub fn call(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> Answer {
        self.try_call(method, path, token, headers, body)
            .unwrap_or_else(|| panic!("no answer to {method} {path}"))
    }

    pub fn get(&self, path: &str) -> Answer {
        self.call("GET", path, None, &[], None)
    }

    /// A new player.
    pub fn player(&self, name: &str) -> Player<'_> {
        let body = json!({ "name": name, "email": format!("{}@example.org", name.to_lowercase()) });
        let answer =
            self.call("POST", "/v1/players", None, &[JSON], Some(body.to_string().as_bytes())).expect(201);
        Player { server: self, token: answer["token"].as_str().expect("a token").to_owned() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Copies a folder; what it holds is for its owner's eyes alone, as the server leaves it.
pub fn copy(from: &Path, to: &Path) {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), &to).expect("copied");
            fs::set_permissions(&to, fs::Permissions::from_mode(0o600)).expect("our own file");
        }
    }
}

/// All files below a folder, with their bytes. A `-shm` is no data: SQLite makes it anew.
pub fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let name = PathBuf::from(entry.file_name());
        if entry.path().is_dir() {
            all.extend(contents(&entry.path()).into_iter().map(|(path, bytes)| (name.join(path), bytes)));
        } else if !name.to_string_lossy().ends_with("-shm") {
            all.insert(name, fs::read(entry.path()).expect("a file"));
        }
    }
    all
}

pub const JSON: (&str, &str) = ("Content-Type", "application/json");
pub const TEXT: (&str, &str) = ("Content-Type", "text/plain");

/// The binary, run by another program where one is named; of our environment it hears nothing that is meant for it.
pub fn binary(under: &[&str]) -> Command {
    let all = [under, &[BINARY]].concat();
    let mut command = Command::new(all[0]);
    command.args(&all[1..]);
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("FIELDPOST_"))
    {
        command.env_remove(name);
    }
    command
}

fn spawn(folder: &Path, port: u16, settings: &[(&str, &str)], under: &[&str]) -> Child {
    let mut child = binary(under)
        .current_dir(folder)
        .env("FIELDPOST_DATA", folder.join("data"))
        .env("FIELDPOST_BIND", format!("127.0.0.1:{port}"))
        .env("FIELDPOST_RATE_LIMIT", "off")
        .envs(settings.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary");
    // Whoever does not read its errors would one day stop it.
    let errors = child.stderr.take().expect("piped");
    let log = folder.join("server.log");
    std::thread::spawn(move || {
        let mut kept = fs::OpenOptions::new().create(true).append(true).open(log).expect("a log");
        for line in BufReader::new(errors).lines().map_while(Result::ok) {
            let _ = std::io::Write::write_all(&mut kept, format!("{line}\n").as_bytes());
        }
    });
    child
}

/// Somebody with a token.
#[derive(Clone)]
pub struct Player<'a> {
    pub server: &'a Server,
    pub token: String,
}

impl Player<'_> {
    pub fn get(&self, path: &str) -> Answer {
        self.server.call("GET", path, Some(&self.token), &[], None)
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.server.call("POST", path, Some(&self.token), &[JSON], Some(body.to_string().as_bytes()))
    }

    pub fn put(&self, path: &str, body: &Value) -> Answer {
        self.server.call("PUT", path, Some(&self.token), &[JSON], Some(body.to_string().as_bytes()))
    }

    /// Orders in notation.
    pub fn orders(&self, game: &str, text: &str) -> Answer {
        let path = format!("/v1/games/{game}/turns");
        self.server.call("POST", &path, Some(&self.token), &[TEXT], Some(text.as_bytes()))
    }

    /// What is suggested to this player.
    pub fn suggested(&self, game: &str, seat: &str) -> Vec<Value> {
        let orders = self.get(&format!("/v1/games/{game}/orders?seat={seat}&limit=1")).expect(200);
        orders["suggested"].as_array().expect("a list").iter().map(|o| o["order"].clone()).collect()
    }

    /// Sends what is suggested to this player.
    pub fn play_suggested(&self, game: &str, seat: &str) -> Value {
        let list = self.suggested(game, seat);
        self.post(&format!("/v1/games/{game}/turns"), &json!({ "seat": seat, "orders": list })).expect(201)
    }
}

/// Waits until a server's log says this.
pub fn have_said(server: &Server, words: &str) {
    let until = Instant::now() + Duration::from_secs(30);
    while !server.log().contains(words) {
        assert!(Instant::now() < until, "the log does not say {words:?}: {}", server.log());
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The number that a seat brings to an epoch of a game, and its commitment.
pub fn number(game: &str, epoch: u64, seat: &str) -> (String, String) {
    let seat = domain::ids::Seat::new(seat).expect("a seat");
    let number = domain::hash::Hash::of(&format!("the number of {seat} for epoch {epoch}"));
    (number.to_string(), domain::dice::commitment(game, epoch, &seat, &number).to_string())
}

/// A game of two players whose seats have the names of the sides, begun without numbers of their own.
pub fn duel(host: &Player<'_>, guest: &Player<'_>, scenario: &str) -> String {
    let made = host
        .post(
            "/v1/games",
            &json!({"ruleset": "little_bighorn", "scenario": scenario, "seats": [{"seat": "long_knives", "player": "me"}]}),
        )
        .expect(201);
    let game = made["id"].as_str().expect("an id").to_owned();
    let taken = guest.put(&format!("/v1/games/{game}/seats/plains_nations"), &json!({})).expect(200);
    assert_eq!(taken["state"], "active");
    game
}

/// Whether these programs are here. Where they are not, a test says so and is skipped; in CI that is a failure.
pub fn have(test: &str, programs: &[&str]) -> bool {
    let missing: Vec<&&str> = programs
        .iter()
        .filter(|program| {
            Command::new("sh")
                .args(["-c", &format!("command -v {program}")])
                .stdout(Stdio::null())
                .status()
                .map_or(true, |s| !s.success())
        })
        .collect();
    if missing.is_empty() {
        return true;
    }
    assert!(std::env::var_os("CI").is_none(), "{test} needs {missing:?}");
    eprintln!("skipped: {test} needs {missing:?}");
    false
}
