//! What those who play do, and what they do again because nobody answered.

use actix_web::test::TestRequest;
use domain::{
    ids::GameId,
    log::{Kind, Line},
};
use serde_json::{Value, json};

use super::{
    club::{Request, Table, Told},
    world::{INBOUND, World},
};
use crate::post::tests::mail_in::proposed_in;

/// Games that are played at the same time.
const N_TABLES: usize = 5;

/// How long a request is told the same again, in seconds: a little less than the service promises.
const KEPT: u64 = 20 * 3_600;

impl World {
    pub(super) async fn somebody_acts(&mut self) {
        if self.tables.iter().filter(|table| !table.is_over).count() < N_TABLES && self.random.once_in(4) {
            return self.makes_a_game().await;
        }
        match self.random.below(20) {
            0 => self.asks_again().await,
            1 => self.writes().await,
            2 | 3 => self.offers().await,
            4 => self.answers_an_offer().await,
            5 => self.plays_nonsense().await,
            6 => self.puts_a_draft().await,
            7 | 8 => self.answers_a_mail().await,
            9 => self.goes_away().await,
            10 => self.sends_what_was_open().await,
            _ => self.plays().await,
        }
    }

    fn key(&mut self) -> String {
        self.n_requests += 1;
        format!("k-{}", self.n_requests)
    }

    async fn makes_a_game(&mut self) {
        let all: Vec<_> = domain::rulesets::ALL
            .iter()
            .filter_map(|ruleset| {
                let (_, text) = ruleset.scenarios().iter().find(|(id, _)| *id == "skirmish")?;
                let page = ruleset.page(&serde_json::from_str(text).ok()?).ok()?;
                let (_, plan) = page.seat_plans.iter().find(|(name, _)| *name == "duel")?;
                let seats: Vec<String> =
                    plan.iter().filter_map(|entry| Some(entry["seat"].as_str()?.to_owned())).collect();
                Some((ruleset.id(), seats))
            })
            .collect();
        let (ruleset, seats) = self.random.of(&all).cloned().expect("a skirmish");
        let clocks = [
            json!({"kind": "none"}),
            json!({"kind": "per_turn", "allow": "PT12H", "remind": ["PT2H"], "on_timeout": "bot"}),
            json!({"kind": "per_turn", "allow": "P1D", "all_absent": "run"}),
            json!({"kind": "per_turn", "allow": "P3D", "on_timeout": "wait"}),
            json!({"kind": "bank", "start": "P2D", "add": "PT6H", "cap": "P2D"}),
            json!({"kind": "daily", "at": "21:00", "zone": "Europe/Berlin", "min": "PT6H"}),
        ];
        let clock = self.random.of(&clocks).cloned().expect("a clock");
        let person = self.anybody();
        let other = (person + 1 + usize::from(self.random.once_in(2))) % self.people.len();
        let is_bot = self.random.once_in(4);
        let second = if is_bot { json!({"bot": "standard"}) } else { json!("open") };
        let body = json!({
            "ruleset": ruleset, "scenario": "skirmish", "seat_plan": "duel", "clock": clock,
            "seats": [{"seat": seats[0], "player": "me"}, {"seat": seats[1], "player": second}],
        });
        let key = self.key();
        let other = (!is_bot).then_some(other);
        self.send(Request { person, path: "/v1/games".to_owned(), key, body, other }).await;
    }

    fn anybody(&mut self) -> usize {
        usize::try_from(self.random.below(self.people.len() as u64)).expect("a few")
    }

    /// Sends it, and keeps what was said, or that nothing was.
    pub(super) async fn send(&mut self, request: Request) -> Option<Value> {
        let what = format!("{} {} {}", self.people[request.person].name, request.path, request.key);
        let person = &self.people[request.person];
        let http =
            person.request("POST", &request.path).insert_header(("Idempotency-Key", request.key.as_str()));
        let Some(answer) = self.call(http.set_json(&request.body), &what).await else {
            self.open.push(request);
            return None;
        };
        match answer.status {
            200 | 201 => {
                let said = answer.json();
                self.tally.acknowledged += 1;
                if request.path == "/v1/games" {
                    self.sits_down(&request, &said);
                }
                let at = self.now();
                self.told.push(Told { request, answer, at });
                Some(said)
            }
            503 => {
                self.open.push(request);
                None
            }
            400..500 => None,
            _ => panic!("{what}: {answer:?}"),
        }
    }

    fn sits_down(&mut self, request: &Request, said: &Value) {
        let game = said["id"].as_str().expect("an id").to_owned();
        if self.tables.iter().any(|table| table.game == game) {
            return;
        }
        let seat = |n: usize| request.body["seats"][n]["seat"].as_str().expect("a seat").to_owned();
        let mut seats = vec![(seat(0), request.person)];
        seats.extend(request.other.map(|other| (seat(1), other)));
        self.tables.push(Table { game, seats, is_over: false });
    }

    async fn asks(&mut self, person: usize, path: &str) -> Option<Value> {
        let what = format!("{} GET {path}", self.people[person].name);
        let request = self.people[person].request("GET", path);
        let answer = self.call(request, &what).await?;
        (answer.status == 200).then(|| answer.json())
    }

    /// A game at which somebody is waited for: its place, the seat and who holds it. Seats nobody has taken yet are taken.
    async fn waited_for(&mut self) -> Option<(usize, String, usize)> {
        let all: Vec<usize> = (0..self.tables.len()).filter(|at| !self.tables[*at].is_over).collect();
        let at = *self.random.of(&all)?;
        let (game, host) = (self.tables[at].game.clone(), self.tables[at].seats[0].1);
        let seen = self.asks(host, &format!("/v1/games/{game}?summary=true")).await?;
        match seen["state"].as_str() {
            Some("open") => {
                let (seat, person) = self.tables[at].seats.last().cloned()?;
                let what = format!("{} takes {seat} of {game}", self.people[person].name);
                let path = format!("/v1/games/{game}/seats/{seat}");
                let request = self.people[person].request("PUT", &path).set_json(json!({}));
                self.call(request, &what).await?;
                None
            }
            Some("active") => {
                let waits = |seat: &str| {
                    seen["to_act"].as_array().is_some_and(|all| all.iter().any(|one| one["seat"] == seat))
                };
                let (seat, person) = self.tables[at].seats.iter().find(|(seat, _)| waits(seat))?.clone();
                Some((at, seat, person))
            }
            _ => {
                self.tables[at].is_over = true;
                None
            }
        }
    }

    async fn suggested(&mut self, game: &str, seat: &str, person: usize) -> Option<Vec<Value>> {
        let seen = self.asks(person, &format!("/v1/games/{game}/orders?seat={seat}&limit=1")).await?;
        let all = seen["suggested"].as_array()?;
        (!all.is_empty()).then(|| all.iter().map(|one| one["order"].clone()).collect())
    }

    async fn plays(&mut self) {
        let Some((at, seat, person)) = self.waited_for().await else { return };
        let game = self.tables[at].game.clone();
        let Some(orders) = self.suggested(&game, &seat, person).await else { return };
        let body = json!({"seat": seat, "orders": orders});
        let (key, path) = (self.key(), format!("/v1/games/{game}/turns"));
        self.send(Request { person, path, key, body, other: None }).await;
    }

    /// What nobody can do, and what was meant for an earlier moment: nothing changes.
    async fn plays_nonsense(&mut self) {
        let Some((at, seat, person)) = self.waited_for().await else { return };
        let game = self.tables[at].game.clone();
        let path = format!("/v1/games/{game}");
        let Some(before) = self.deeds(&game) else { return };
        let is_stale = self.random.once_in(2);
        let (body, tag) = if is_stale {
            (json!({"seat": seat, "orders": [{"order": "resign"}]}), Some("\"1.0\""))
        } else {
            (json!({"seat": seat, "orders": [{"order": "fly", "to": "the moon"}]}), None)
        };
        let mut request = self.people[person].request("POST", &format!("{path}/turns")).set_json(body);
        if let Some(tag) = tag {
            request = request.insert_header(("If-Match", tag));
        }
        let Some(answer) = self.call(request, &format!("nonsense at {game}")).await else { return };
        assert!(matches!(answer.status, 400 | 409 | 412 | 422 | 503), "{answer:?}");
        if let Some(after) = self.deeds(&game) {
            assert_eq!(before.len(), after.len(), "a refusal changes nothing: {:?}", after.last());
        }
    }

    /// What players have done in a game. What the service does by itself before it hears anybody (after an outage, or for
    /// new dice after a copy was put back) is not part of it.
    fn deeds(&self, game: &str) -> Option<Vec<String>> {
        let game = GameId::new(game).expect("an id");
        let rows = self.store().lines(&game, 0, 100_000).ok()?;
        let is_deed = |row: &storage::LineRow| {
            let line = Line::read(&row.line).expect("a line");
            matches!(line.kind, Kind::Event(_)) && line.seat() != Some("server")
        };
        Some(rows.into_iter().filter(is_deed).map(|row| row.line).collect())
    }

    async fn writes(&mut self) {
        let Some((at, seat, person)) = self.waited_for().await else { return };
        let key = self.key();
        let path = format!("/v1/games/{}/messages", self.tables[at].game);
        let body = json!({ "text": format!("{seat}: how goes it? ({key})") });
        self.send(Request { person, path, key, body, other: None }).await;
    }

    async fn offers(&mut self) {
        let Some((at, seat, person)) = self.waited_for().await else { return };
        let wanted = [
            json!({"kind": "time", "add": "PT3H"}),
            json!({"kind": "pause", "for": "P1D"}),
            json!({"kind": "take_back"}),
            json!({"kind": "time", "add": "P1D"}),
        ];
        let body = self.random.of(&wanted).cloned().expect("an offer");
        let (key, path) = (self.key(), format!("/v1/games/{}/offers?seat={seat}", self.tables[at].game));
        self.send(Request { person, path, key, body, other: None }).await;
    }

    async fn answers_an_offer(&mut self) {
        let all: Vec<usize> = (0..self.tables.len()).filter(|at| !self.tables[*at].is_over).collect();
        let Some(at) = self.random.of(&all).copied() else { return };
        let (game, seats) = (self.tables[at].game.clone(), self.tables[at].seats.clone());
        let Some((seat, person)) = self.random.of(&seats).cloned() else { return };
        let Some(page) = self.asks(person, &format!("/v1/games/{game}/offers")).await else { return };
        let items = page["items"].as_array().cloned().unwrap_or_default();
        let Some(offer) = items.iter().find(|offer| offer["state"] == "standing") else { return };
        let word = if self.random.once_in(3) { "decline" } else { "accept" };
        let path = format!("/v1/games/{game}/offers/{}/{word}?seat={seat}", offer["offer"]);
        let key = self.key();
        self.send(Request { person, path, key, body: json!({}), other: None }).await;
    }

    async fn puts_a_draft(&mut self) {
        let Some((at, seat, person)) = self.waited_for().await else { return };
        let game = self.tables[at].game.clone();
        let Some(orders) = self.suggested(&game, &seat, person).await else { return };
        let path = format!("/v1/games/{game}/draft?seat={seat}");
        let request = self.people[person].request("PUT", &path).set_json(json!({ "orders": orders }));
        let Some(put) = self.call(request, &path).await else { return };
        if put.status == 200
            && let Some(kept) = self.asks(person, &path).await
        {
            assert_eq!(put.json()["orders"], kept["orders"], "a draft that was taken is kept");
        }
    }

    /// The newest letter that asks for a move is answered with what it proposes.
    async fn answers_a_mail(&mut self) {
        let found = {
            let arrived = self.post.arrived.lock().expect("a lock");
            let recent = arrived.iter().rev().take(12).filter(|letter| letter.kind == "your_move");
            let all: Vec<_> = recent
                .filter_map(|letter| {
                    Some((letter.to.clone(), letter.reply_to.clone()?, proposed_in(&letter.text)?))
                })
                .collect();
            self.random.of(&all).cloned()
        };
        let Some((from, to, orders)) = found else { return };
        let id = self.key();
        let raw = format!(
            "From: <{from}>\r\nTo: <{to}>\r\nMessage-ID: <{id}@mail.example.org>\r\n\r\n{}",
            orders.replace('\n', "\r\n")
        );
        // A mail server that was not answered brings it again.
        for _ in 0..3 {
            let request = TestRequest::post()
                .uri("/v1/mail/inbound")
                .insert_header(("Authorization", format!("Bearer {INBOUND}")))
                .insert_header(("Content-Type", "message/rfc822"))
                .set_payload(raw.clone());
            match self.call(request, &format!("a mail from {from}")).await {
                Some(answer) if answer.status < 300 => return,
                Some(answer) => assert_eq!(answer.status, 503, "{answer:?}"),
                None => {}
            }
        }
    }

    async fn goes_away(&mut self) {
        let person = self.anybody();
        let until = jiff::Timestamp::from_second((self.now() + 2 * 86_400).cast_signed()).expect("a time");
        let wanted = if self.random.once_in(3) { json!({"until": until.to_string()}) } else { Value::Null };
        let request = self.people[person].request("PATCH", "/v1/me").set_json(json!({ "vacation": wanted }));
        self.call(request, "goes away, or comes back").await;
    }

    async fn sends_what_was_open(&mut self) {
        if !self.open.is_empty() {
            let at = usize::try_from(self.random.below(self.open.len() as u64)).expect("a few");
            let request = self.open.remove(at);
            self.send(request).await;
        }
    }

    /// What was acknowledged is told the same again, to the byte, as long as that is promised.
    async fn asks_again(&mut self) {
        let since = self.now().saturating_sub(KEPT);
        let recent: Vec<usize> = (0..self.told.len()).filter(|at| since < self.told[*at].at).collect();
        let Some(at) = self.random.of(&recent).copied() else { return };
        let (request, before) = (self.told[at].request.clone(), self.told[at].answer.clone());
        let person = &self.people[request.person];
        let http =
            person.request("POST", &request.path).insert_header(("Idempotency-Key", request.key.as_str()));
        let what = format!("{} again", request.key);
        let Some(again) = self.call(http.set_json(&request.body), &what).await else { return };
        if again.status != 503 {
            assert_eq!(again, before, "{request:?} is told otherwise");
        }
    }
}
