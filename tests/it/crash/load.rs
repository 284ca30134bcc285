//! What goes on while the machine dies: games of all battles, drafts, offers, press, accounts, and somebody who watches. Each
//! notes what the server said it had done.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use super::Random;
use crate::support::{Answer, JSON, sink::Sink, try_call};

/// A request that must happen once, however often it is sent.
#[derive(Clone)]
pub struct Request {
    pub token: String,
    pub path: String,
    pub key: String,
    pub body: Value,
}

impl Request {
    /// `None` when the server dies before it answered.
    pub fn send(&self, url: &str) -> Option<Answer> {
        let headers = [JSON, ("Idempotency-Key", self.key.as_str())];
        try_call(url, "POST", &self.path, Some(&self.token), &headers, Some(self.body.to_string().as_bytes()))
    }
}

/// Something the server said it had done.
pub struct Told {
    pub request: Request,
    pub answer: Answer,
}

/// A table at which one game after the other is played.
pub struct Table {
    /// Whose token each seat has; the others are bots'.
    seats: Vec<(&'static str, String)>,
    new_game: Value,
    name: String,
    random: Random,
    n_requests: u64,
    /// Sent, and not answered: it may have happened.
    open: Option<Request>,
    /// The draft that must be there, and of which seat.
    draft: Option<(&'static str, Value)>,
    pub game: Option<String>,
    pub games: Vec<String>,
    pub told: Vec<Told>,
}

impl Table {
    /// Two of people, three against bots; all three battles.
    pub fn all(tokens: &[String; 2], seed: u64) -> Vec<Self> {
        let bot = json!({"bot": "standard"});
        let kinds = [
            ("little_bighorn", "skirmish", "long_knives", "plains_nations", json!("open"), json!({})),
            ("little_bighorn", "standard", "long_knives", "plains_nations", bot.clone(), json!({})),
            ("counting_coup", "skirmish", "cavalry", "nations", bot.clone(), json!({})),
            ("little_wars", "skirmish", "red", "blue", bot, json!({"first_move": "red"})),
            ("little_wars", "meeting_engagement", "red", "blue", json!("open"), json!({"first_move": "red"})),
        ];
        let table = |(n, (ruleset, scenario, mine, other, who, options)): (usize, _)| {
            let is_open = who == "open";
            let mut seats = vec![(mine, tokens[0].clone())];
            seats.extend(is_open.then(|| (other, tokens[1].clone())));
            let new_game = json!({
                "ruleset": ruleset, "scenario": scenario, "seat_plan": "duel", "options": options,
                "clock": {"kind": "per_turn", "allow": "P30D"},
                "seats": [{"seat": mine, "player": "me"}, {"seat": other, "player": who}]
            });
            Table {
                seats,
                new_game,
                name: format!("t{n}"),
                random: Random(seed.wrapping_add(n as u64)),
                n_requests: 0,
                open: None,
                draft: None,
                game: None,
                games: Vec::new(),
                told: Vec::new(),
            }
        };
        kinds.into_iter().enumerate().map(table).collect()
    }

    /// Makes the first game.
    pub fn begin(&mut self, url: &str) {
        while self.game.is_none() {
            self.step(url).expect("a server that lives");
        }
    }

    pub fn play_until_killed(&mut self, url: &str, dies: &AtomicBool) {
        while !dies.load(Ordering::SeqCst) && self.step(url).is_some() {}
    }

    /// Sends once more what was not answered.
    pub fn ask_again(&mut self, url: &str) -> Option<()> {
        match self.open.clone() {
            Some(request) => self.send(url, request).map(drop),
            None => Some(()),
        }
    }

    fn step(&mut self, url: &str) -> Option<()> {
        self.ask_again(url)?;
        let Some(game) = self.game.clone() else {
            let request = self.request(0, "/v1/games".to_owned(), self.new_game.clone());
            return self.send(url, request).map(drop);
        };
        let seen = self.get(url, 0, &format!("/v1/games/{game}?summary=true"))?.expect(200);
        if seen["state"] == "open" {
            let (seat, token) = &self.seats[1];
            let path = format!("/v1/games/{game}/seats/{seat}");
            try_call(url, "PUT", &path, Some(token), &[JSON], Some(b"{}"))?.expect(200);
            return Some(());
        }
        if seen["state"] != "active" {
            self.game = None;
            self.draft = None;
            return Some(());
        }
        let waited =
            |seat: &str| seen["to_act"].as_array().is_some_and(|all| all.iter().any(|a| a["seat"] == seat));
        let Some(place) = self.seats.iter().position(|(seat, _)| waited(seat)) else {
            thread::sleep(Duration::from_millis(10)); // a bot moves
            return Some(());
        };
        match self.random.below(8) {
            0 => self.write(url, &game, place),
            1 => self.offer(url, &game, place),
            2 => self.put_draft(url, &game, place),
            _ => self.play(url, &game, place),
        }
    }

    fn play(&mut self, url: &str, game: &str, place: usize) -> Option<()> {
        let seat = self.seats[place].0;
        if let Some((of, draft)) = self.draft.take_if(|(of, _)| *of == seat) {
            let kept = self.get(url, place, &format!("/v1/games/{game}/draft?seat={of}"))?;
            assert_eq!(kept.expect(200)["orders"], draft, "{game}: a draft that was taken is kept");
        }
        let Some(orders) = self.suggested(url, game, place)? else { return Some(()) };
        let body = json!({"seat": seat, "orders": orders});
        let request = self.request(place, format!("/v1/games/{game}/turns"), body);
        self.send(url, request).map(drop)
    }

    fn write(&mut self, url: &str, game: &str, place: usize) -> Option<()> {
        let text = format!("{}: how goes it? ({})", self.name, self.n_requests);
        let request = self.request(place, format!("/v1/games/{game}/messages"), json!({ "text": text }));
        self.send(url, request).map(drop)
    }

    fn offer(&mut self, url: &str, game: &str, place: usize) -> Option<()> {
        let path = format!("/v1/games/{game}/offers?seat={}", self.seats[place].0);
        let request = self.request(place, path, json!({"kind": "time", "add": "PT1H"}));
        let Some(offer) = self.send(url, request)?["offer"]["offer"].as_u64() else { return Some(()) };
        // Bots agree at once; then nothing is left to withdraw.
        let path = format!("/v1/games/{game}/offers/{offer}/withdraw?seat={}", self.seats[place].0);
        let request = self.request(place, path, json!({}));
        self.send(url, request).map(drop)
    }

    fn put_draft(&mut self, url: &str, game: &str, place: usize) -> Option<()> {
        let (seat, token) = self.seats[place].clone();
        let Some(orders) = self.suggested(url, game, place)? else { return Some(()) };
        // Until it is answered, either is right.
        self.draft = None;
        let body = json!({ "orders": orders }).to_string();
        let path = format!("/v1/games/{game}/draft?seat={seat}");
        let put = try_call(url, "PUT", &path, Some(&token), &[JSON], Some(body.as_bytes()))?;
        if put.status == 200 {
            self.draft = Some((seat, put.json()["orders"].clone()));
        }
        Some(())
    }

    fn suggested(&self, url: &str, game: &str, place: usize) -> Option<Option<Vec<Value>>> {
        let path = format!("/v1/games/{game}/orders?seat={}&limit=1", self.seats[place].0);
        let asked = self.get(url, place, &path)?;
        if asked.status != 200 {
            return Some(None);
        }
        let all = asked.json()["suggested"].as_array().cloned().unwrap_or_default();
        let orders: Vec<Value> = all.into_iter().map(|one| one["order"].clone()).collect();
        Some((!orders.is_empty()).then_some(orders))
    }

    fn get(&self, url: &str, place: usize, path: &str) -> Option<Answer> {
        try_call(url, "GET", path, Some(&self.seats[place].1), &[], None)
    }

    fn request(&mut self, place: usize, path: String, body: Value) -> Request {
        self.n_requests += 1;
        let key = format!("{}-{}", self.name, self.n_requests);
        Request { token: self.seats[place].1.clone(), path, key, body }
    }

    /// Sends it and notes what was said; the answer, or null where it was refused.
    fn send(&mut self, url: &str, request: Request) -> Option<Value> {
        self.open = Some(request.clone());
        let answer = request.send(url)?;
        self.open = None;
        match answer.status {
            200 | 201 => {
                let said = answer.json();
                if request.path == "/v1/games" {
                    let game = said["id"].as_str().expect("an id").to_owned();
                    self.games.push(game.clone());
                    self.game = Some(game);
                }
                self.told.push(Told { request, answer });
                Some(said)
            }
            // The game has moved on, or somebody has written enough for an hour.
            409 | 422 | 429 => Some(Value::Null),
            other => panic!("{} {}: {other}: {}", request.key, request.path, answer.text()),
        }
    }
}

/// People who come in: each gets a token.
pub struct Door {
    sink: Sink,
    n_players: u64,
    pub tokens: Vec<String>,
}

impl Door {
    pub fn new(sink: &Sink) -> Self {
        Door { sink: sink.clone(), n_players: 0, tokens: Vec::new() }
    }

    pub fn knock_until_killed(&mut self, url: &str, dies: &AtomicBool) {
        while !dies.load(Ordering::SeqCst) && self.come_in(url).is_some() {}
    }

    /// A new player; and Bob, once more, with a code from his mail.
    fn come_in(&mut self, url: &str) -> Option<()> {
        let post = |path: &str, body: &Value| {
            try_call(url, "POST", path, None, &[JSON], Some(body.to_string().as_bytes()))
        };
        self.n_players += 1;
        let email = format!("guest{}@example.org", self.n_players);
        let made = post("/v1/players", &json!({"name": "Guest", "email": email}))?;
        self.keep(&made.expect(201));
        let after = self.sink.mails().len();
        let asked = post("/v1/sign-in", &json!({"email": "bob@example.org"}))?;
        if asked.status == 202
            && let Some(code) = self.sink.code("bob@example.org", after, Duration::from_millis(300))
        {
            let signed_in = post("/v1/tokens", &json!({"email": "bob@example.org", "code": code}))?;
            // A code that was used before the server dies is no longer one.
            if signed_in.status < 300 {
                self.keep(&signed_in.json());
            }
        }
        thread::sleep(Duration::from_millis(50));
        Some(())
    }

    fn keep(&mut self, said: &Value) {
        self.tokens.push(said["token"].as_str().expect("a token").to_owned());
    }
}

/// Somebody who watches the games: whatever he was shown must stay.
#[derive(Default)]
pub struct Watcher {
    pub games: Vec<String>,
    /// The hash of each line he saw.
    pub seen: BTreeMap<(String, u64), String>,
}

impl Watcher {
    pub fn watch_until_killed(&mut self, url: &str, dies: &AtomicBool) {
        let games = std::mem::take(&mut self.games);
        let followed = thread::scope(|scope| {
            let watched: Vec<_> = games.iter().map(|game| scope.spawn(move || follow(url, game))).collect();
            watched.into_iter().map(|one| one.join().expect("a watcher")).collect::<Vec<_>>()
        });
        let all_over = followed.iter().all(|followed| followed.is_over);
        assert!(dies.load(Ordering::SeqCst) || all_over, "a stream ended while server and game lived");
        let seen = followed.into_iter().flat_map(|followed| followed.seen);
        for (line, hash) in seen {
            let before = self.seen.insert(line.clone(), hash.clone());
            assert!(before.is_none_or(|before| before == hash), "{line:?} was another before");
        }
    }
}

/// What a stream of a game showed.
#[derive(Default)]
struct Followed {
    /// The game has ended, and so did the stream.
    is_over: bool,
    seen: Vec<((String, u64), String)>,
}

/// All lines of a game from its first on, until the stream breaks or the game is over.
fn follow(url: &str, game: &str) -> Followed {
    let mut followed = Followed::default();
    let request = ureq::http::Request::get(format!("{url}/v1/games/{game}/events"))
        .header("Accept", "text/event-stream")
        .header("Last-Event-ID", "0")
        .body(())
        .expect("a request");
    let agent: ureq::Agent = ureq::Agent::config_builder().build().into();
    let Ok(answer) = agent.run(request) else { return followed };
    for line in BufReader::new(answer.into_body().into_reader()).lines().map_while(Result::ok) {
        let Some(data) = line.strip_prefix("data:") else { continue };
        // The last one may be cut off.
        let Ok(event) = serde_json::from_str::<Value>(data) else { continue };
        followed.is_over |= event["type"] == "end";
        if let (Some(seq), Some(hash)) = (event["seq"].as_u64(), event["hash"].as_str()) {
            followed.seen.push(((game.to_owned(), seq), hash.to_owned()));
        }
    }
    followed
}
