//! A service in a temporary folder, with a clock that stands still and post that goes where the test says.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use domain::{ids::GameId, rulesets, seam::AnyRuleset};
use openapi::games::NewGame;
use serde_json::json;
use storage::{PlayerId, PlayerRow, sqlite::SqliteStorage};
use tempfile::TempDir;

use crate::{
    app::{App, Clock},
    config::{Config, Settings, Sources},
    keys::Keys,
    post::{
        deliver::{Failure, Parcel, Round, Sending, Transport, Worker},
        mailbox::{Shown, show},
    },
    service::lobby::Created,
};

/// When the tests begin: 2027-01-15T08:00:00Z.
pub(super) const START: u64 = 1_800_000_000;

/// A clock the test sets.
pub(super) struct FakeClock(AtomicU64);

impl Clock for FakeClock {
    fn now(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }
}

/// The service.
pub(super) struct House {
    pub(super) app: Arc<App>,
    clock: Arc<FakeClock>,
    data: TempDir,
}

impl House {
    pub(super) fn new() -> Self {
        Self::with(&[("FIELDPOST_BASE_URL", "https://fieldpost.example.org")])
    }

    pub(super) fn with(variables: &[(&str, &str)]) -> Self {
        let data = tempfile::tempdir().expect("a folder");
        // The same key in every run, for letters show the public one.
        std::fs::create_dir(data.path().join("keys")).expect("a folder");
        std::fs::write(data.path().join("keys/signing.key"), "07".repeat(32)).expect("a key");
        let mut all: Vec<(String, String)> =
            variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        all.push(("FIELDPOST_DATA".to_owned(), data.path().display().to_string()));
        let settings = Settings::read(Sources { variables: all, ..Default::default() }).expect("settings");
        let config = Config::new(&settings).expect("a configuration");
        let keys = Keys::open(data.path()).expect("keys");
        let store = SqliteStorage::open(data.path().join("fieldpost.sqlite")).expect("a store");
        let clock = Arc::new(FakeClock(AtomicU64::new(START)));
        let app = App::new(config, Arc::new(store), keys, Arc::clone(&clock) as Arc<dyn Clock>);
        House { app: Arc::new(app), clock, data }
    }

    /// The same service after its end and a new start: what it had on disk, and nothing else. How it ended, the folder
    /// tells.
    pub(super) fn restart(&mut self) {
        self.app.stop.set();
        self.app.store.close();
        let store = SqliteStorage::open(self.data.path().join("fieldpost.sqlite")).expect("the store");
        let keys = Keys::open(self.data.path()).expect("the keys");
        let clock = Arc::clone(&self.clock) as Arc<dyn Clock>;
        let mut app = App::new(self.app.config.clone(), Arc::new(store), keys, clock);
        app.outage = crate::service::housekeeping::outage(&*app.store, app.now()).expect("the store");
        self.app = Arc::new(app);
    }

    /// A token of this player.
    pub(super) fn token(&self, player: &PlayerId) -> String {
        let token = crate::random::token();
        let row = storage::TokenRow {
            id: crate::random::token_id(),
            hash: crate::auth::hash(&token),
            player: player.clone(),
            name: "another".to_owned(),
            created: START,
            used: None,
        };
        self.app.store.create_token(row).expect("a new token");
        token.to_string()
    }

    pub(super) fn pass(&self, seconds: u64) {
        self.clock.0.fetch_add(seconds, Ordering::SeqCst);
    }

    /// Sets the clock, to whatever time.
    pub(super) fn set(&self, now: u64) {
        self.clock.0.store(now, Ordering::SeqCst);
    }

    pub(super) fn data(&self) -> &std::path::Path {
        self.data.path()
    }

    /// A player who has proved `<name>@example.org`.
    pub(super) fn player(&self, name: &str) -> PlayerId {
        self.player_at(name, &format!("{}@example.org", name.to_lowercase()), "Europe/Berlin")
    }

    pub(super) fn player_at(&self, name: &str, email: &str, zone: &str) -> PlayerId {
        let id = PlayerId(crate::random::player_id());
        let player = PlayerRow {
            id: id.clone(),
            name: name.to_owned(),
            email: Some(email.to_owned()),
            email_verified: true,
            zone: zone.to_owned(),
            settings: String::new(),
            email_failure: None,
            created: START,
            erased: None,
            banned: None,
        };
        let token = crate::random::token();
        let row = storage::TokenRow {
            id: crate::random::token_id(),
            hash: crate::auth::hash(&token),
            player: id.clone(),
            name: "first".to_owned(),
            created: START,
            used: None,
        };
        self.app.store.create_player(player, row, Vec::new()).expect("a new player");
        id
    }

    pub(super) fn change_player(&self, id: &PlayerId, change: impl FnOnce(&mut PlayerRow)) {
        let mut row = self.app.store.player(id).expect("a player");
        change(&mut row);
        self.app.store.put_player(row, Vec::new(), None).expect("the same player");
    }

    /// The first ruleset there is, and its last scenario: the tests know neither by name.
    pub(super) fn ruleset() -> &'static dyn AnyRuleset {
        rulesets::ALL[0]
    }

    /// The seats of the game the tests play.
    pub(super) fn seats() -> Vec<String> {
        let (_, json) = Self::ruleset().scenarios().last().expect("a scenario");
        let scenario: serde_json::Value = serde_json::from_str(json).expect("JSON");
        let page = Self::ruleset().page(&scenario).expect("a page");
        let (_, entries) = page.seat_plans.iter().find(|(name, _)| name == "duel").expect("a duel");
        entries.iter().map(|entry| entry["seat"].as_str().expect("a seat").to_owned()).collect()
    }

    /// A duel between the host and who is named.
    pub(super) fn game(&self, host: &PlayerId, other: serde_json::Value, more: serde_json::Value) -> Created {
        let seats = Self::seats();
        let mut wanted = json!({
            "ruleset": Self::ruleset().id(),
            "scenario": Self::ruleset().scenarios().last().expect("a scenario").0,
            "seat_plan": "duel",
            "title": "The outpost",
            "seats": [{"seat": seats[0], "player": "me"}, {"seat": seats[1], "player": other}],
        });
        if let (Some(wanted), serde_json::Value::Object(more)) = (wanted.as_object_mut(), more) {
            wanted.extend(more);
        }
        let wanted: NewGame = serde_json::from_value(wanted).expect("a new game");
        self.app.create_game(host, &wanted, &|_| Ok(None)).expect("a game")
    }

    /// A duel in which both players rely on the other's number: it has begun.
    pub(super) fn duel(&self, first: &PlayerId, second: &PlayerId) -> GameId {
        let clock = json!({"clock": {"kind": "per_turn", "allow": "P3D"}});
        let created = self.game(first, json!("open"), clock);
        let id = created.game.row.id.clone();
        let claim = serde_json::from_value(json!({})).expect("a claim");
        self.app.claim_seat(&id, &Self::seats()[1], second, &claim).expect("a seat");
        id
    }

    pub(super) fn worker(&self, post: &Arc<FakePost>) -> Worker {
        let beat = self.app.beats.register("outbox", 60, self.app.now());
        Worker::new(Arc::clone(&self.app), Arc::clone(post) as Arc<dyn Transport>, beat)
    }

    /// Sends all that is due.
    pub(super) async fn post_all(&self, post: &Arc<FakePost>) {
        let worker = self.worker(post);
        while worker.round().await == Round::Worked {}
    }

    /// What is still in the queue, whenever it is due.
    pub(super) fn queued(&self) -> Vec<storage::LetterRow> {
        self.app.store.letters_due(u64::MAX / 4, 10_000).expect("letters")
    }
}

/// A letter that arrived.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arrived {
    pub(super) kind: String,
    pub(super) to: String,
    pub(super) bytes: Vec<u8>,
}

impl Arrived {
    pub(super) fn shown(&self) -> Shown {
        show(&self.bytes)
    }

    pub(super) fn header(&self, name: &str) -> String {
        let shown = self.shown();
        let mut found = shown.headers.into_iter().filter(|(header, _)| header.eq_ignore_ascii_case(name));
        let value = found.next().map(|(_, value)| value).unwrap_or_default();
        assert!(found.next().is_none(), "{name} stands twice");
        value
    }

    pub(super) fn message_id(&self) -> String {
        self.header("Message-ID")
    }
}

/// Post that goes nowhere, and fails as it is told.
#[derive(Default)]
pub(super) struct FakePost {
    arrived: Mutex<Vec<Arrived>>,
    failures: Mutex<Vec<Failure>>,
    refused: Mutex<BTreeMap<String, Failure>>,
    hangs_after: Mutex<Option<usize>>,
}

impl FakePost {
    pub(super) fn new() -> Arc<Self> {
        Arc::default()
    }

    /// The next letters fail like this, in order.
    pub(super) fn fail(&self, failures: impl IntoIterator<Item = Failure>) {
        self.failures.lock().expect("a lock").extend(failures);
    }

    /// Letters to this address fail like this, always.
    pub(super) fn refuse(&self, to: &str, failure: Failure) {
        self.refused.lock().expect("a lock").insert(to.to_owned(), failure);
    }

    /// After so many letters no call comes back: as when the machine dies.
    pub(super) fn hang_after(&self, n_letters: Option<usize>) {
        *self.hangs_after.lock().expect("a lock") = n_letters;
    }

    pub(super) fn arrived(&self) -> Vec<Arrived> {
        self.arrived.lock().expect("a lock").clone()
    }

    pub(super) fn take(&self) -> Vec<Arrived> {
        std::mem::take(&mut self.arrived.lock().expect("a lock"))
    }

    fn receive(&self, parcel: &Parcel<'_>) -> Result<bool, Failure> {
        if let Some(failure) = self.refused.lock().expect("a lock").get(parcel.to) {
            return Err(failure.clone());
        }
        let mut failures = self.failures.lock().expect("a lock");
        if !failures.is_empty() {
            return Err(failures.remove(0));
        }
        let mut arrived = self.arrived.lock().expect("a lock");
        arrived.push(Arrived {
            kind: parcel.kind.to_owned(),
            to: parcel.to.to_owned(),
            bytes: parcel.bytes.to_vec(),
        });
        Ok(self.hangs_after.lock().expect("a lock").is_some_and(|n_letters| n_letters <= arrived.len()))
    }
}

impl Transport for FakePost {
    fn send<'a>(&'a self, parcel: Parcel<'a>) -> Sending<'a> {
        Box::pin(async move {
            let hangs = self.receive(&parcel)?;
            if hangs {
                std::future::pending::<()>().await;
            }
            Ok("250 OK".to_owned())
        })
    }
}

/// What differs from run to run, in words that do not.
pub(super) fn masked(text: &str, game: Option<&GameId>, secrets: &[(&str, &str)]) -> String {
    let mut text = text.to_owned();
    for (secret, word) in secrets {
        text = text.replace(secret, word);
    }
    if let Some(game) = game {
        text = text.replace(game.as_str(), "7k3m9q2x4c8n");
    }
    let parts: Vec<&str> = text.split("/unsubscribe/").collect();
    let rest = parts.iter().skip(1).map(|part| {
        let end = part.find(['>', '"', '<', '\n']).unwrap_or(part.len());
        let setting = part[..end].split('.').nth(1).unwrap_or_default();
        format!("/unsubscribe/PLAYER.{setting}.HASH{}", &part[end..])
    });
    text = format!("{}{}", parts[0], rest.collect::<String>());
    let mut hashes = BTreeSet::new();
    for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
        if word.len() == 64 && word.bytes().all(|b| b.is_ascii_hexdigit()) {
            hashes.insert(word.to_owned());
        }
    }
    for hash in hashes {
        text = text.replace(&hash, &"0".repeat(64));
    }
    text
}

/// Whether all lines are short enough for any mail program.
pub(super) fn assert_lines(bytes: &[u8]) {
    for line in bytes.split(|byte| *byte == b'\n') {
        assert!(line.len() <= 998, "a line of {} bytes", line.len());
    }
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("an end of the headers");
    assert!(bytes[..end].is_ascii(), "headers have seven bits");
}
