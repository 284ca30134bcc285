//! A whole service behind its doors, for requests: a game of two people, an onlooker, and a way in for mail.

use std::{collections::BTreeMap, rc::Rc, sync::Arc};

use actix_web::{
    http::{StatusCode, header},
    rt::{System, SystemRunner},
    test::{self, TestRequest},
    web::Bytes,
};
use api::{
    app::{App, SystemClock},
    config::{Config, Settings, Sources},
    keys::Keys,
    post::{
        address::{self, Bearer},
        content::LetterContent,
    },
    server,
};
use domain::{ids::GameId, rulesets};
use futures_util::future::LocalBoxFuture;
use serde_json::{Value, json};
use storage::sqlite::SqliteStorage;
use tempfile::TempDir;

/// The secret of the operator's mail server.
const INBOUND: &str = "a-secret-of-the-operator";

/// An answer, as far as it is looked at.
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) media: String,
    pub(super) body: Bytes,
}

type Call = Box<dyn Fn(TestRequest) -> LocalBoxFuture<'static, Answer>>;

/// The service.
pub(super) struct House {
    runner: SystemRunner,
    call: Call,
    /// What stands for `{game}`, `{alice}` and so on in inputs.
    pub(super) words: BTreeMap<&'static str, String>,
    _folder: TempDir,
}

impl House {
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = [
            ("RATE_LIMIT", "off"),
            ("BASE_URL", "https://fieldpost.example.org"),
            ("REPLY_TO", "reply+{token}@fieldpost.example.org"),
            ("INBOUND_TOKEN", INBOUND),
        ];
        let variables =
            settings.iter().map(|(name, value)| (format!("FIELDPOST_{name}"), (*value).to_owned()));
        let sources = Sources { variables: variables.collect(), ..Default::default() };
        let config = Config::new(&Settings::read(sources).expect("settings")).expect("a configuration");
        let store = SqliteStorage::open(folder.path().join("fieldpost.sqlite")).expect("a store");
        let keys = Keys::open(folder.path()).expect("keys");
        let app = Arc::new(App::new(config, Arc::new(store), keys, Arc::new(SystemClock)));
        let runner = System::new();
        let service = Rc::new(runner.block_on(test::init_service(server::http(Arc::clone(&app)))));
        let call: Call = Box::new(move |request| {
            let service = Rc::clone(&service);
            Box::pin(async move {
                let response = match test::try_call_service(&*service, request.to_request()).await {
                    Ok(response) => response.map_into_boxed_body().into_parts().1,
                    Err(error) => error.error_response(),
                };
                let media = response.headers().get(header::CONTENT_TYPE);
                let media = media.and_then(|media| media.to_str().ok()).unwrap_or("").to_owned();
                let status = response.status();
                // A stream never ends.
                let is_stream = media.starts_with("text/event-stream");
                let body = match is_stream {
                    true => Bytes::new(),
                    false => actix_web::body::to_bytes(response.into_body()).await.expect("a body"),
                };
                Answer { status, media, body }
            })
        });
        let mut house = House { runner, call, words: BTreeMap::new(), _folder: folder };
        house.seat_people(&app);
        house
    }

    pub(super) fn ask(&self, request: TestRequest) -> Answer {
        self.runner.block_on((self.call)(request))
    }

    fn seat_people(&mut self, app: &Arc<App>) {
        for (name, email) in
            [("alice", "alice@example.org"), ("bob", "bob@example.org"), ("mallory", "m@example.org")]
        {
            let made = self.post("/v1/players", "", &json!({"name": name, "email": email}));
            let token = made["token"].as_str().expect("a token").to_owned();
            let code = last_code(app, email);
            self.post("/v1/me/verify", &token, &json!({"code": code}));
            self.words.insert(name, token);
        }
        let ruleset = rulesets::ALL[0].id();
        let seats = [json!({"seat": "long_knives", "player": "me"})];
        let game =
            json!({"ruleset": ruleset, "scenario": "skirmish", "seats": seats, "title": "At the ford"});
        let made = self.post("/v1/games", &self.words["alice"], &game);
        let id = made["id"].as_str().expect("a game").to_owned();
        let seats = made["seats"].as_array().expect("seats");
        let other = seats[1]["seat"].as_str().expect("a seat").to_owned();
        let claim = test::TestRequest::put()
            .uri(&format!("/v1/games/{id}/seats/{other}"))
            .insert_header(("authorization", format!("Bearer {}", self.words["bob"])))
            .set_json(json!({}));
        assert_eq!(self.ask(claim).status, 200, "the other seat");
        let game = GameId::new(&id).expect("an id");
        let opened = app.look(&game).expect("the game");
        let way =
            address::of(app, &game, &opened.seats[0], Bearer::Holder, opened.chronicle.ledger().version());
        self.words.insert("reply", way.expect("a way in").address);
        self.words.insert("game", id);
        self.words.insert("seat", "long_knives".to_owned());
        self.words.insert("inbound", INBOUND.to_owned());
    }

    fn post(&self, path: &str, token: &str, body: &Value) -> Value {
        let mut request = TestRequest::post().uri(path).set_json(body);
        if !token.is_empty() {
            request = request.insert_header(("authorization", format!("Bearer {token}")));
        }
        let answer = self.ask(request);
        assert!(answer.status.is_success(), "{path}: {:?}", answer.body);
        serde_json::from_slice(&answer.body).unwrap_or_default()
    }
}

fn last_code(app: &App, email: &str) -> String {
    let due = app.store.letters_due(u64::MAX >> 1, 1000).expect("letters");
    let code = |row: storage::LetterRow| {
        let content = LetterContent::open(&app.keys, &row.letter.content, &row.letter.kind).ok()?;
        match content {
            LetterContent::Verify { code, .. } if row.letter.address.as_deref() == Some(email) => Some(code),
            _ => None,
        }
    };
    due.into_iter().filter_map(code).next_back().expect("a code")
}
