//! A real browser, driven from outside: headless Chromium and as much of its DevTools protocol as opens a page, asks it
//! something, and puts a file into a field. Traffic stays on loopback.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;

/// The program.
pub const CHROMIUM: &str = "chromium";

/// How long a page may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// A browser with one page.
pub struct Browser {
    child: Child,
    socket: BufReader<TcpStream>,
    n_asked: u64,
    /// What the page complained of: refused by its policy, thrown, not found.
    pub complaints: Vec<String>,
    _folder: TempDir,
}

impl Browser {
    pub fn start() -> Self {
        let folder = TempDir::new().expect("a folder");
        let child = Command::new(CHROMIUM)
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
            ])
            // Nothing is asked of anybody else.
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--disable-extensions", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"])
            .arg("--remote-debugging-port=0")
            .arg(format!("--user-data-dir={}", folder.path().display()))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromium");
        let until = Instant::now() + PATIENCE;
        let port = loop {
            let told = std::fs::read_to_string(folder.path().join("DevToolsActivePort")).unwrap_or_default();
            // The file has two lines; it may be seen half written.
            if let [port, _] = told.lines().collect::<Vec<_>>()[..] {
                break port.parse::<u16>().expect("a port");
            }
            assert!(Instant::now() < until, "chromium does not come up");
            std::thread::sleep(Duration::from_millis(50));
        };
        let socket = BufReader::new(connected(port, &page_of(port)));
        let mut browser = Browser { child, socket, n_asked: 0, complaints: Vec::new(), _folder: folder };
        for domain in ["Page", "Runtime", "Log", "DOM"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        browser
    }

    /// Goes to an address and waits until everything there has been loaded.
    pub fn open(&mut self, url: &str) {
        self.complaints.clear();
        let gone = self.call("Page.navigate", &json!({ "url": url }));
        assert!(gone["errorText"].is_null(), "{url}: {gone}");
        self.until("document.readyState === 'complete'");
    }

    /// What an expression of the page comes to.
    pub fn ask(&mut self, expression: &str) -> Value {
        let asked = json!({"expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true});
        let answer = self.call("Runtime.evaluate", &asked);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// The text of what a selector finds.
    pub fn text(&mut self, selector: &str) -> String {
        let text = self.ask(&format!("document.querySelector({})?.textContent ?? ''", json!(selector)));
        text.as_str().unwrap_or("").to_owned()
    }

    /// Waits until an expression is true.
    pub fn until(&mut self, expression: &str) {
        let until = Instant::now() + PATIENCE;
        while self.ask(expression) != true {
            let body = "document.body?.innerText.slice(0, 2000)";
            assert!(Instant::now() < until, "{expression}: {}\n{:?}", self.ask(body), self.complaints);
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Presses what a selector finds.
    pub fn click(&mut self, selector: &str) {
        self.ask(&format!("void document.querySelector({}).click()", json!(selector)));
    }

    /// Presses a key, as a keyboard does.
    pub fn key(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", &json!({"type": kind, "key": key, "code": key}));
        }
    }

    /// Chooses a file in a field.
    pub fn choose(&mut self, selector: &str, file: &Path) {
        let root = self.call("DOM.getDocument", &json!({}))["root"]["nodeId"].clone();
        let node = self.call("DOM.querySelector", &json!({"nodeId": root, "selector": selector}));
        let files = json!({"nodeId": node["nodeId"], "files": [file]});
        self.call("DOM.setFileInputFiles", &files);
    }

    fn call(&mut self, method: &str, params: &Value) -> Value {
        self.n_asked += 1;
        let id = self.n_asked;
        self.send(&json!({"id": id, "method": method, "params": params}).to_string());
        loop {
            let message = self.receive();
            if message["id"] == id {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            let complaint = match message["method"].as_str() {
                Some("Runtime.exceptionThrown") => &message["params"]["exceptionDetails"],
                Some("Log.entryAdded") => &message["params"]["entry"],
                _ => continue,
            };
            // Every browser asks for one, and there is none.
            if !complaint["url"].as_str().is_some_and(|url| url.ends_with("/favicon.ico")) {
                self.complaints.push(complaint.to_string());
            }
        }
    }

    /// A text frame (RFC 6455), masked with zeros: the mask is for proxies, and there is none.
    fn send(&mut self, text: &str) {
        let mut frame = vec![0x81, 0x80 | 127];
        frame.extend((text.len() as u64).to_be_bytes());
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        self.socket.get_mut().write_all(&frame).expect("the browser listens");
    }

    fn receive(&mut self) -> Value {
        let mut text = Vec::new();
        loop {
            let [first, length] = self.take::<2>();
            let length = match length & 0x7f {
                126 => u64::from(u16::from_be_bytes(self.take())),
                127 => u64::from_be_bytes(self.take()),
                short => u64::from(short),
            };
            let mut part = vec![0; usize::try_from(length).expect("a length")];
            self.socket.read_exact(&mut part).expect("the browser talks");
            text.extend(part);
            if first & 0x80 != 0 {
                return serde_json::from_slice(&text).expect("JSON");
            }
        }
    }

    fn take<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.socket.read_exact(&mut bytes).expect("the browser talks");
        bytes
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Asked to close, it ends its own children too.
        self.n_asked += 1;
        let close = json!({"id": self.n_asked, "method": "Browser.close"}).to_string();
        if !std::thread::panicking() {
            self.send(&close);
        }
        let until = Instant::now() + Duration::from_secs(10);
        while Instant::now() < until && !std::thread::panicking() {
            if self.child.try_wait().is_ok_and(|ended| ended.is_some()) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The path of the one page's socket.
fn page_of(port: u16) -> String {
    let until = Instant::now() + PATIENCE;
    loop {
        let url = format!("http://127.0.0.1:{port}/json/list");
        let listed =
            ureq::get(&url).call().ok().and_then(|mut answer| answer.body_mut().read_to_string().ok());
        let pages: Value = serde_json::from_str(&listed.unwrap_or_default()).unwrap_or_default();
        let page = pages.as_array().and_then(|pages| pages.iter().find(|page| page["type"] == "page"));
        if let Some(url) = page.and_then(|page| page["webSocketDebuggerUrl"].as_str()) {
            let (_, path) = url.split_once("/devtools/").expect("an address of a page");
            return format!("/devtools/{path}");
        }
        assert!(Instant::now() < until, "chromium shows no page");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn connected(port: u16, path: &str) -> TcpStream {
    let mut socket = TcpStream::connect(("127.0.0.1", port)).expect("chromium listens");
    socket.set_read_timeout(Some(PATIENCE)).expect("a socket");
    let asked = format!(
        "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    );
    socket.write_all(asked.as_bytes()).expect("chromium listens");
    // The answer byte by byte: what follows its blank line is the first frame.
    let mut answer = Vec::new();
    let mut byte = [0];
    while !answer.ends_with(b"\r\n\r\n") {
        socket.read_exact(&mut byte).expect("chromium answers");
        answer.push(byte[0]);
    }
    let first = BufReader::new(answer.as_slice()).lines().next().and_then(Result::ok).unwrap_or_default();
    assert!(first.contains(" 101 "), "{first}");
    socket
}
