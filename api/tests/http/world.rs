//! A service of its own for each test: real store, real keys, a clock that stands still until it is told to go on.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use actix_web::{
    http::{Method, StatusCode, header::HeaderMap},
    test,
};
use api::{
    app::{App, Clock},
    config::{Config, Settings, Sources},
    keys::Keys,
    post::content::LetterContent,
    server,
};
use serde_json::Value;
use storage::sqlite::SqliteStorage;
use tempfile::TempDir;

/// The first moment of every test.
pub const START: u64 = 1_796_000_000;

/// A clock that stands still; at `BROKEN` it panics, as any part might.
#[derive(Default)]
pub struct TestClock(AtomicU64);

pub const BROKEN: u64 = u64::MAX;

impl TestClock {
    pub fn set(&self, now: u64) {
        self.0.store(now, Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> u64 {
        match self.0.load(Ordering::SeqCst) {
            BROKEN => panic!("the clock is broken"),
            now => now,
        }
    }
}

pub struct World {
    pub app: Arc<App>,
    pub clock: Arc<TestClock>,
    folder: TempDir,
}

/// An answer, whole.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
    pub json: Value,
}

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
    }

    /// Status and code of a problem, which must be whole.
    pub fn problem(&self) -> (u16, &str) {
        assert_eq!(self.header("content-type"), "application/problem+json", "{self:?}");
        let code = self.json["code"].as_str().expect("a code");
        assert_eq!(self.json["type"], format!("/problems/{code}"));
        assert_eq!(self.json["status"], self.status.as_u16());
        assert!(self.json["title"].is_string() && self.json["detail"].is_string());
        assert!(api::problem::codes::lookup(code).is_some(), "{code} is not explained");
        (self.status.as_u16(), code)
    }

    /// Code and pointer of each fault.
    pub fn faults(&self) -> Vec<(&str, &str)> {
        let faults = self.json["errors"].as_array().expect("faults");
        faults
            .iter()
            .map(|f| (f["code"].as_str().unwrap_or(""), f["pointer"].as_str().unwrap_or("")))
            .collect()
    }
}

impl World {
    pub fn new() -> Self {
        Self::with(&[])
    }

    pub fn with(settings: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let variables =
            settings.iter().map(|(name, value)| (format!("FIELDPOST_{name}"), (*value).to_owned()));
        let sources = Sources { variables: variables.collect(), ..Default::default() };
        let config = Config::new(&Settings::read(sources).expect("settings")).expect("a configuration");
        let store = SqliteStorage::open(folder.path().join("fieldpost.sqlite")).expect("a store");
        let keys = Keys::open(folder.path()).expect("keys");
        let clock = Arc::new(TestClock::default());
        clock.set(START);
        let app = App::new(config, Arc::new(store), keys, Arc::clone(&clock) as Arc<dyn Clock>);
        Self { app: Arc::new(app), clock, folder }
    }

    /// The same service after its end and a new start: what it had on disk, and nothing else.
    pub fn restarted(self) -> Self {
        self.app.stop.set();
        self.app.store.close();
        let store = SqliteStorage::open(self.folder.path().join("fieldpost.sqlite")).expect("the store");
        let keys = Keys::open(self.folder.path()).expect("the keys");
        let clock = Arc::clone(&self.clock) as Arc<dyn Clock>;
        let app = App::new(self.app.config.clone(), Arc::new(store), keys, clock);
        Self { app: Arc::new(app), ..self }
    }

    /// Two services from here on, each with its own copy of what is on disk: the same games, players and keys.
    pub fn twins(self) -> (Self, Self) {
        self.app.store.close();
        let copy = tempfile::tempdir().expect("a folder");
        copy_folder(self.folder.path(), copy.path());
        let clock = Arc::new(TestClock::default());
        clock.set(self.clock.now());
        let twin = Self { app: Arc::clone(&self.app), clock, folder: copy }.restarted();
        (self.restarted(), twin)
    }

    /// Where it keeps what it has on disk.
    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    pub async fn send(&self, request: test::TestRequest) -> Answer {
        self.send_all(vec![request]).await.pop().expect("an answer")
    }

    /// Several, one after the other, through one door: to open it takes a while.
    pub async fn send_all(&self, requests: Vec<test::TestRequest>) -> Vec<Answer> {
        let service = test::init_service(server::http(Arc::clone(&self.app))).await;
        let mut answers = Vec::new();
        for request in requests {
            let (status, headers, body) = match test::try_call_service(&service, request.to_request()).await {
                Ok(response) => {
                    let (status, headers) = (response.status(), response.headers().clone());
                    (status, headers, test::read_body(response).await)
                }
                // What the server itself would make of an error that reaches it.
                Err(error) => {
                    let response = error.error_response();
                    let (status, headers) = (response.status(), response.headers().clone());
                    let body = actix_web::body::to_bytes(response.into_body()).await;
                    (status, headers, body.expect("a body"))
                }
            };
            let text = String::from_utf8_lossy(&body).into_owned();
            let json = serde_json::from_str(&text).unwrap_or(Value::Null);
            answers.push(Answer { status, headers, text, json });
        }
        answers
    }

    /// A request with a JSON body (null: none), signed in with a token ("": not).
    pub async fn ask(&self, method: &str, path: &str, token: &str, body: Value) -> Answer {
        self.send(request(method, path, token, &body)).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "", Value::Null).await
    }

    /// Makes an account and gives its token.
    pub async fn player(&self, name: &str, email: &str) -> String {
        let answer =
            self.ask("POST", "/v1/players", "", serde_json::json!({"name": name, "email": email})).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        answer.json["token"].as_str().expect("a token").to_owned()
    }

    /// Makes an account and proves its address.
    pub async fn proved(&self, name: &str, email: &str) -> String {
        let token = self.player(name, email).await;
        let code = self.last_code(email);
        let answer = self.ask("POST", "/v1/me/verify", &token, serde_json::json!({"code": code})).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        token
    }

    /// Kind, address and content of all letters so far.
    pub fn letters(&self) -> Vec<(String, Option<String>, LetterContent)> {
        let due = self.app.store.letters_due(u64::MAX >> 1, 1000).expect("letters");
        let open = |row: storage::LetterRow| {
            let content = LetterContent::open(&self.app.keys, &row.letter.content, &row.letter.kind);
            (row.letter.kind, row.letter.address, content.expect("content"))
        };
        due.into_iter().map(open).collect()
    }

    /// The newest code sent to this address.
    pub fn last_code(&self, email: &str) -> String {
        let mut codes = self.letters().into_iter().filter_map(|(_, address, content)| match content {
            LetterContent::Verify { code, .. } | LetterContent::SignIn { code, .. }
                if address.as_deref() == Some(email) =>
            {
                Some(code)
            }
            _ => None,
        });
        codes.next_back().expect("a code")
    }
}

fn copy_folder(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy_folder(&from, &to);
        } else {
            std::fs::copy(&from, &to).expect("a copy");
        }
    }
}

pub fn request(method: &str, path: &str, token: &str, body: &Value) -> test::TestRequest {
    let method = Method::from_bytes(method.as_bytes()).expect("a method");
    let mut request = test::TestRequest::with_uri(path).method(method);
    if !token.is_empty() {
        request = request.insert_header(("authorization", format!("Bearer {token}")));
    }
    if !body.is_null() {
        request = request.insert_header(("content-type", "application/json")).set_payload(body.to_string());
    }
    request
}
