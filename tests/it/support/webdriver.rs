//! A real browser: Chromium, led by its own driver (W3C WebDriver), on loopback.

use std::{
    net::TcpListener,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use tempfile::TempDir;

/// What these tests need, of Debian's packages `chromium` and `chromium-driver`.
pub const PROGRAMS: &[&str] = &["chromium", "chromedriver"];

/// How long something on a page may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// The key of an element in WebDriver's answers (§11.1 there).
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A driver; each of its windows is a browser of its own.
pub struct Driver {
    child: Child,
    port: u16,
    folder: TempDir,
}

impl Driver {
    pub fn start() -> Self {
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let folder = TempDir::new().expect("a folder");
        let child = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .env("TMPDIR", folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let driver = Driver { child, port, folder };
        let until = Instant::now() + PATIENCE;
        while driver.call("GET", "/status", &Value::Null).is_err() {
            assert!(Instant::now() < until, "chromedriver does not answer");
            std::thread::sleep(Duration::from_millis(50));
        }
        driver
    }

    /// A browser with a profile of its own; without scripting if so wished.
    pub fn browser(&self, scripting: bool) -> Browser<'_> {
        let profile = self.folder.path().join(format!("profile-{scripting}-{:?}", Instant::now()));
        let javascript = if scripting { 1 } else { 2 };
        let wanted = json!({"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": {
            "args": ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,1000",
                format!("--user-data-dir={}", profile.display())],
            "prefs": {"profile.managed_default_content_settings.javascript": javascript},
        }}}});
        let made = self.call("POST", "/session", &wanted).expect("a session");
        let session = made["sessionId"].as_str().expect("an id").to_owned();
        Browser { driver: self, session }
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Result<Value, Value> {
        let url = format!("http://127.0.0.1:{}{path}", self.port);
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let answer = match method {
            "GET" => agent.get(&url).call(),
            "DELETE" => agent.delete(&url).call(),
            _ => agent.post(&url).header("content-type", "application/json").send(body.to_string()),
        };
        let mut answer = answer.map_err(|why| json!(why.to_string()))?;
        let text = answer.body_mut().read_to_string().map_err(|why| json!(why.to_string()))?;
        let told: Value = serde_json::from_str(&text).map_err(|why| json!(why.to_string()))?;
        if answer.status().is_success() { Ok(told["value"].clone()) } else { Err(told["value"].clone()) }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It ends its browsers when it is asked to; a kill alone would leave them.
        let _ = self.call("GET", "/shutdown", &Value::Null);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A browser with one window.
pub struct Browser<'a> {
    driver: &'a Driver,
    session: String,
}

impl Browser<'_> {
    fn call(&self, method: &str, path: &str, body: &Value) -> Result<Value, Value> {
        self.driver.call(method, &format!("/session/{}{path}", self.session), body)
    }

    pub fn open(&self, url: &str) {
        self.call("POST", "/url", &json!({ "url": url })).expect("the page");
    }

    pub fn url(&self) -> String {
        self.call("GET", "/url", &Value::Null).expect("an address").as_str().expect("a text").to_owned()
    }

    fn find(&self, css: &str) -> Option<String> {
        let found = self.call("POST", "/element", &json!({"using": "css selector", "value": css})).ok()?;
        found[ELEMENT].as_str().map(str::to_owned)
    }

    pub fn has(&self, css: &str) -> bool {
        self.find(css).is_some()
    }

    /// Waits until something is on the page.
    pub fn wait(&self, css: &str) {
        let until = Instant::now() + PATIENCE;
        while !self.has(css) {
            assert!(Instant::now() < until, "no {css} at {}:\n{}", self.url(), self.text("body"));
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until this holds.
    pub fn until(&self, what: &str, mut holds: impl FnMut(&Self) -> bool) {
        let until = Instant::now() + PATIENCE;
        while !holds(self) {
            assert!(Instant::now() < until, "{what}: not at {}:\n{}", self.url(), self.text("body"));
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses it, as with a mouse; what a page changes at that moment is looked for anew.
    pub fn click(&self, css: &str) {
        self.until(css, |browser| browser.press(css));
    }

    /// Presses it if it is there at this moment; whether it was.
    pub fn press(&self, css: &str) -> bool {
        let Some(element) = self.find(css) else { return false };
        self.call("POST", &format!("/element/{element}/click"), &json!({})).is_ok()
    }

    /// Types into a field.
    pub fn write(&self, css: &str, text: &str) {
        self.until(css, |browser| {
            let Some(element) = browser.find(css) else { return false };
            browser.call("POST", &format!("/element/{element}/value"), &json!({ "text": text })).is_ok()
        });
    }

    /// What can be read there; empty when it is not there.
    pub fn text(&self, css: &str) -> String {
        let Some(element) = self.find(css) else { return String::new() };
        let text = self.call("GET", &format!("/element/{element}/text"), &Value::Null);
        text.ok().and_then(|text| text.as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// What stands in a field.
    pub fn value(&self, css: &str) -> String {
        self.property(css, "value")
    }

    /// A property, a number in digits; empty when it is not there.
    pub fn property(&self, css: &str, name: &str) -> String {
        let Some(element) = self.find(css) else { return String::new() };
        match self.call("GET", &format!("/element/{element}/property/{name}"), &Value::Null) {
            Ok(Value::String(text)) => text,
            Ok(Value::Null) | Err(_) => String::new(),
            Ok(other) => other.to_string(),
        }
    }

    /// How many there are.
    pub fn count(&self, css: &str) -> usize {
        let found = self.call("POST", "/elements", &json!({"using": "css selector", "value": css}));
        found.ok().and_then(|found| found.as_array().map(Vec::len)).unwrap_or_default()
    }

    /// An attribute; empty when it is not there.
    pub fn attribute(&self, css: &str, name: &str) -> String {
        let Some(element) = self.find(css) else { return String::new() };
        let text = self.call("GET", &format!("/element/{element}/attribute/{name}"), &Value::Null);
        text.ok().and_then(|text| text.as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// Presses keys, whatever has the focus: WebDriver's names of keys are single letters (§17.4.2 there).
    pub fn keys(&self, keys: &[char]) {
        let presses: Vec<Value> = keys
            .iter()
            .flat_map(|key| {
                [json!({"type": "keyDown", "value": key}), json!({"type": "keyUp", "value": key})]
            })
            .collect();
        let wanted = json!({"actions": [{"type": "key", "id": "keyboard", "actions": presses}]});
        self.call("POST", "/actions", &wanted).expect("keys");
    }

    /// Leads the pointer, with its button held, from the middle of one thing to so far east and south of the middle of another;
    /// with Shift if so wished. Both may be one: then it is a press beside it.
    pub fn drag(&self, from: (&str, i32, i32), to: (&str, i32, i32), shift: bool) {
        const SHIFT: char = '\u{e008}';
        // Where it is, is asked once: a driver that is told elements scrolls them into view at each step.
        let step = |(css, dx, dy): (&str, i32, i32)| {
            let (x, y) = self.middle(css);
            json!({"type": "pointerMove", "duration": 50, "origin": "viewport", "x": x + dx, "y": y + dy})
        };
        self.middle(to.0);
        let [down, up] = ["pointerDown", "pointerUp"].map(|kind| json!({"type": kind, "button": 0}));
        let pause = || json!({"type": "pause"});
        let mut keys = vec![pause(), pause(), pause(), pause(), pause(), pause()];
        if shift {
            keys[0] = json!({"type": "keyDown", "value": SHIFT});
            keys[5] = json!({"type": "keyUp", "value": SHIFT});
        }
        let wanted = json!({"actions": [
            {"type": "key", "id": "keyboard", "actions": keys},
            {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
                "actions": [pause(), step(from), down, step(to), up, pause()]},
        ]});
        self.call("POST", "/actions", &wanted).expect("a pointer");
    }

    /// The middle of what is seen of it, in pixels of the window, after it was brought into view
    /// and rests there.
    fn middle(&self, css: &str) -> (i32, i32) {
        let place = self.run_async(&format!(
            "const done = arguments[0];
             const mid = (from, to, end) => Math.round((Math.max(0, from) + Math.min(to, end)) / 2);
             const now = () => {{
               const part = document.querySelector({css:?});
               part.scrollIntoView({{ block: 'nearest', inline: 'nearest', behavior: 'instant' }});
               const {{ left, right, top, bottom }} = part.getBoundingClientRect();
               return [mid(left, right, innerWidth), mid(top, bottom, innerHeight)];
             }};
             const rest = (before) => setTimeout(() => {{
               const place = now();
               place.join() === before.join() ? done(place) : rest(place);
             }}, 60);
             rest(now());"
        ));
        let [x, y] = [0, 1].map(|n| place[n].as_i64().and_then(|n| i32::try_from(n).ok()));
        x.zip(y).unwrap_or_else(|| panic!("no {css}: {place}"))
    }

    /// Leads the pointer there, and presses nothing.
    pub fn hover(&self, css: &str) {
        let (x, y) = self.middle(css);
        let there = json!({"type": "pointerMove", "duration": 50, "origin": "viewport", "x": x, "y": y});
        let wanted = json!({"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [there]}]});
        self.call("POST", "/actions", &wanted).expect("a pointer");
    }

    /// Runs a script in the page: what it returns.
    pub fn run(&self, script: &str) -> Value {
        self.call("POST", "/execute/sync", &json!({"script": script, "args": []}))
            .expect("a script that runs")
    }

    /// Runs a script that calls its last argument with what it comes to.
    pub fn run_async(&self, script: &str) -> Value {
        self.call("POST", "/execute/async", &json!({"script": script, "args": []}))
            .expect("a script that ends")
    }

    /// What is seen, as PNG.
    pub fn picture(&self) -> Vec<u8> {
        let taken = self.call("GET", "/screenshot", &Value::Null).expect("a picture");
        STANDARD.decode(taken.as_str().expect("base64")).expect("base64")
    }

    /// As on a screen of this size, light or dark.
    pub fn shown_as(&self, (width, height): (u32, u32), scheme: &str) {
        let command = |name: &str, params: Value| {
            self.call("POST", "/goog/cdp/execute", &json!({"cmd": name, "params": params}))
                .expect("a setting");
        };
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600});
        command("Emulation.setDeviceMetricsOverride", size);
        let scheme = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        command("Emulation.setEmulatedMedia", scheme);
    }

    /// What has the focus: one of its properties.
    pub fn focused(&self, property: &str) -> String {
        let Ok(active) = self.call("GET", "/element/active", &Value::Null) else { return String::new() };
        let Some(element) = active[ELEMENT].as_str() else { return String::new() };
        let text = self.call("GET", &format!("/element/{element}/property/{property}"), &Value::Null);
        text.ok().and_then(|text| text.as_str().map(str::to_owned)).unwrap_or_default()
    }
}

impl Drop for Browser<'_> {
    fn drop(&mut self) {
        let _ = self.call("DELETE", "", &Value::Null);
    }
}
