//! An hour of play while no mail leaves, then a server that puts everything off, then one that takes it: each person gets
//! what is still true, once, and nobody who plays has to wait for any of it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use actix_web::test;
use domain::ids::GameId;
use serde_json::{Value, json};

use super::{
    house::House,
    sink::{Mood, Sink, Vacant},
};
use crate::{
    post::deliver::{self, Round, Worker},
    server,
};

/// What nobody waits longer for, though no mail leaves.
const IN_TIME: Duration = Duration::from_secs(10);

/// Four people and their tokens.
struct Club {
    house: House,
    tokens: BTreeMap<&'static str, String>,
    games: Vec<(GameId, [&'static str; 2])>,
}

impl Club {
    fn new(url: &str) -> Self {
        let house = House::with(&[
            ("FIELDPOST_SMTP", url),
            ("FIELDPOST_MAIL_FROM", "Fieldpost <post@fieldpost.example.org>"),
            ("FIELDPOST_BASE_URL", "https://fieldpost.example.org"),
            ("FIELDPOST_RATE_LIMIT", "off"),
        ]);
        let people = ["Alice", "Bob", "Carol", "Dora"].map(|name| (name, house.player(name)));
        let tokens = people.iter().map(|(name, player)| (*name, house.token(player))).collect();
        let id = |wanted: &str| &people.iter().find(|(name, _)| *name == wanted).expect("a player").1;
        let pairs = [["Alice", "Bob"], ["Bob", "Alice"], ["Carol", "Dora"]];
        let games = pairs.map(|pair| (house.duel(id(pair[0]), id(pair[1])), pair));
        Club { house, tokens, games: games.to_vec() }
    }

    fn worker(&self) -> Worker {
        let transport = deliver::transport(&self.house.app.config).expect("a mail server");
        let beat = self.house.app.beats.register("outbox", 60, self.house.app.now());
        Worker::new(Arc::clone(&self.house.app), transport, beat)
    }

    /// A request of somebody, answered in time, with success.
    async fn ask(&self, who: &str, method: &str, path: &str, body: Value) -> Value {
        let service = test::init_service(server::http(Arc::clone(&self.house.app))).await;
        let mut request = test::TestRequest::default()
            .method(method.parse().expect("a method"))
            .uri(path)
            .insert_header(("Authorization", format!("Bearer {}", self.tokens[who])));
        if !body.is_null() {
            request = request.set_json(body);
        }
        let asked = async { test::call_service(&service, request.to_request()).await };
        let answer = tokio::time::timeout(IN_TIME, asked).await.expect("an answer in time");
        let (status, text) = (answer.status(), test::read_body(answer).await);
        let text = String::from_utf8_lossy(&text);
        assert!(status.is_success(), "{method} {path}: {status} {text}");
        serde_json::from_str(&text).expect("JSON")
    }

    async fn game(&self, n: usize) -> Value {
        self.ask(
            self.games[n].1[0],
            "GET",
            &format!("/v1/games/{}?summary=true", self.games[n].0),
            Value::Null,
        )
        .await
    }

    /// Who is waited for in a game, and the seat.
    fn mover(&self, n: usize, game: &Value) -> (&'static str, String) {
        let seat = game["to_act"][0]["seat"].as_str().expect("a seat").to_owned();
        let place = House::seats().iter().position(|own| *own == seat).expect("a place");
        (self.games[n].1[place], seat)
    }

    /// Whoever is waited for plays what is suggested, until the other is waited for: he gets a mail.
    async fn move_on(&self, n: usize) {
        let id = &self.games[n].0;
        let (who, seat) = self.mover(n, &self.game(n).await);
        for _ in 0..10 {
            let path = format!("/v1/games/{id}/orders?seat={seat}&limit=1");
            let orders = self.ask(who, "GET", &path, Value::Null).await;
            let list: Vec<&Value> =
                orders["suggested"].as_array().expect("a list").iter().map(|one| &one["order"]).collect();
            let turn = json!({ "seat": seat, "orders": list });
            self.ask(who, "POST", &format!("/v1/games/{id}/turns"), turn).await;
            if self.mover(n, &self.game(n).await).1 != seat {
                return;
            }
        }
        panic!("{seat} has no end");
    }

    async fn write(&self, who: &str, n: usize, text: &str) {
        let path = format!("/v1/games/{}/messages", self.games[n].0);
        self.ask(who, "POST", &path, json!({ "text": text })).await;
    }
}

/// What is due is tried.
async fn rounds(worker: &Worker) {
    while worker.round().await == Round::Worked {}
}

/// A minute passes; mail is tried while somebody plays.
async fn minute(club: &Club, worker: &Worker, play: impl Future<Output = ()>) {
    club.house.pass(60);
    tokio::join!(rounds(worker), play);
}

/// Recipient, kind and Message-ID of a mail.
fn told(mail: &(String, String)) -> (String, String, String) {
    let id = mail.1.lines().find_map(|line| line.strip_prefix("Message-ID: <")).expect("an id");
    let local = id.split('@').next().expect("a local part");
    let kind = local.rsplit('.').next().expect("a kind");
    (mail.0.trim_end_matches("@example.org").to_owned(), kind.to_owned(), local.to_owned())
}

#[actix_web::test]
async fn after_an_hour_without_mail_each_gets_what_is_still_true_once() {
    let vacant = Vacant::reserve();
    let mut club = Club::new(&vacant.url());
    let worker = club.worker();
    for n in 1..=60_usize {
        minute(&club, &worker, async {
            match n {
                5 => {
                    let code = json!({"email": "dora@example.org"});
                    club.ask("Dora", "POST", "/v1/sign-in", code).await;
                }
                15 | 45 => club.write("Alice", 0, &format!("Minute {n}.")).await,
                30 => {
                    let resign = json!({"seat": House::seats()[0], "orders": [{"type": "resign"}]});
                    let path = format!("/v1/games/{}/turns", club.games[1].0);
                    club.ask("Bob", "POST", &path, resign).await;
                }
                _ if n % 5 == 0 => club.move_on(0).await,
                _ if n % 7 == 0 => club.move_on(2).await,
                _ => {}
            }
        })
        .await;
    }
    // It ends with the letters in its hands, and begins again.
    drop(worker);
    club.house.restart();
    let worker = club.worker();
    let sink: Sink = vacant.open();
    sink.insist(Some(("RCPT", "451 4.7.1 come back later")));
    sink.mood("EHLO", Mood::IsSlow(Duration::from_millis(700)));
    for n in 1..=30_usize {
        minute(&club, &worker, async {
            match n {
                10 => club.write("Dora", 2, "Still there?").await,
                20 => club.move_on(0).await,
                _ => {}
            }
        })
        .await;
    }
    assert!(sink.mails().is_empty() && sink.commands().iter().any(|said| said.starts_with("RCPT")));
    sink.insist(None);
    sink.mood("<END>", Mood::TakesAndVanishes);
    for _ in 0..12 * 60 {
        minute(&club, &worker, async {}).await;
    }
    assert!(club.house.queued().is_empty());
    assert_all(&club, &sink).await;
}

/// Exactly what is true now has arrived, each once, but one with the same id and bytes twice.
async fn assert_all(club: &Club, sink: &Sink) {
    let mails = sink.mails();
    let mut arrived: BTreeMap<String, Vec<&(String, String)>> = BTreeMap::new();
    for mail in &mails {
        arrived.entry(told(mail).2).or_default().push(mail);
    }
    let twice: Vec<_> = arrived.values().filter(|copies| 1 < copies.len()).collect();
    assert_eq!(twice.len(), 1, "one was taken by a server that could not say so");
    assert!(twice.iter().all(|copies| copies.len() == 2 && copies[0] == copies[1]), "the same to the byte");
    let found: BTreeSet<(String, String)> =
        arrived.values().map(|copies| told(copies[0])).map(|(to, kind, _)| (to, kind)).collect();
    let mut wanted: Vec<(String, String)> =
        ["alice", "bob"].map(|to| (to.into(), "game_over".into())).to_vec();
    wanted.extend(
        [("bob", "press"), ("bob", "press"), ("carol", "press")].map(|(to, kind)| (to.into(), kind.into())),
    );
    for n in [0, 2] {
        let game = club.game(n).await;
        let (who, seat) = club.mover(n, &game);
        wanted.push((who.to_lowercase(), "your_move".into()));
        let (id, version) = (&club.games[n].0, &game["version"]);
        let letter = arrived
            .iter()
            .find(|(local, _)| local.starts_with(&format!("{id}.{seat}.")) && local.ends_with(".your_move"));
        let text = &letter.unwrap_or_else(|| panic!("nobody asks {who} to move")).1[0].1;
        assert!(text.contains(&format!("version {version}")), "it tells the newest state: {text}");
    }
    assert_eq!(arrived.len(), wanted.len(), "{found:?}");
    for one in &wanted {
        let n_wanted = wanted.iter().filter(|other| *other == one).count();
        let n_arrived = arrived.values().filter(|copies| {
            let (to, kind, _) = told(copies[0]);
            (to, kind) == *one
        });
        assert_eq!(n_arrived.count(), n_wanted, "{one:?}");
    }
}
