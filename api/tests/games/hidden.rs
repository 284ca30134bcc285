//! Non-interference (service §3): two games that differ only in what a viewer may not see give him the same bytes, on every
//! route, in every letter and notice, to the byte and to the length. The twins share keys, ids and clock; what a seal
//! itself looks like, and with it the hashes and signatures of the lines that follow, is the one thing that must differ, and
//! is blinded by its place before the rest is compared.

use std::collections::BTreeSet;

use actix_web::{body::MessageBody, test as calls};
use api::{
    post::{compose, mailbox},
    server,
};
use domain::log::{Kind, Line};
use serde_json::{Value, json};

use crate::{
    bids::{Bids, SEATS},
    world::{Answer, request},
};

/// A game with a secret in it, and who has a part in that.
struct Secret {
    /// As it is made.
    game: Value,
    seats: &'static [&'static str],
    /// Whose secret it is.
    owner: &'static str,
    /// A seat of his side.
    mate: &'static str,
    /// A seat of another side, which acts after him.
    other: &'static str,
    /// The two secrets, as drafts: lists of orders.
    drafts: [Value; 2],
    /// What binds them, in notation.
    binding: &'static str,
    /// What the other seat may do: lists of orders.
    legal: Vec<Value>,
    /// What it may not do, in notation.
    illegal: &'static [&'static str],
}

fn sealed_bids() -> Secret {
    Secret {
        game: json!({
            "ruleset": "sealed_bids", "scenario": "auction", "seat_plan": "pairs", "visibility": "public",
            "title": "A secret", "clock": {"kind": "per_turn", "allow": "P3D"},
        }),
        seats: &SEATS,
        owner: "north_a",
        mate: "north_b",
        other: "south_a",
        drafts: [json!([{"type": "bid", "tokens": 3}]), json!([{"type": "bid", "tokens": 9}])],
        binding: "ready",
        legal: vec![
            json!([{"type": "bid", "tokens": 2}]),
            json!([{"type": "bid", "tokens": 12}, {"type": "ready"}]),
            json!([{"type": "boast"}]),
        ],
        illegal: &["bid 13", "boast", "bid 1\noffer draw\nready", "bid", "bid 1\nready\nready"],
    }
}

/// Putting down behind the curtain (LW-1.7): as the bot would, or all of it a little to the side.
fn curtain() -> Secret {
    Secret {
        game: json!({
            "ruleset": "little_wars", "scenario": "hooks_farm", "seat_plan": "wings", "visibility": "public",
            "title": "A curtain", "options": {"deployment": "free"}, "clock": {"kind": "per_turn", "allow": "P3D"},
        }),
        seats: &["red_left", "red_right", "blue_left", "blue_right"],
        owner: "red_left",
        mate: "red_right",
        other: "blue_left",
        drafts: [Value::Null, Value::Null],
        binding: "ready",
        legal: Vec::new(),
        illegal: &["ready", "end move", "what", "ready\noffer draw"],
    }
}

impl Secret {
    /// What the game itself proposes, where nothing is said.
    async fn prepared(mut self, bids: &Bids) -> Self {
        if self.drafts[0].is_null() {
            let own = suggested(bids, self.owner).await;
            let mut shifts = [10, -10, 30, -30, 70, -70].into_iter().map(|by| shifted(&own, by));
            let other = loop {
                let other = shifts.next().expect("a legal place beside the proposed one");
                let tried =
                    bids.ask("POST", "/turns?dry_run=true", self.owner, json!({"orders": other})).await;
                if tried.status == 200 {
                    break other;
                }
            };
            self.drafts = [without_last(&own), without_last(&other)];
            let theirs = suggested(bids, self.other).await;
            self.legal = vec![without_last(&theirs), theirs];
        }
        self
    }
}

/// The whole turn that a seat is proposed.
async fn suggested(bids: &Bids, who: &str) -> Value {
    let orders = bids.get("/orders?limit=1", who).await;
    assert_eq!(orders.status, 200, "{orders:?}");
    orders.json["suggested"].as_array().expect("a list").iter().map(|item| item["order"].clone()).collect()
}

fn without_last(orders: &Value) -> Value {
    let all = orders.as_array().expect("a list");
    all[..all.len() - 1].iter().cloned().collect()
}

/// The same orders with every place so far to the side.
fn shifted(orders: &Value, by: i64) -> Value {
    match orders {
        Value::Array(items) => items.iter().map(|item| shifted(item, by)).collect(),
        Value::Object(members) => {
            let shift =
                |(name, value): (&String, &Value)| match (name.as_str(), value.as_array().map(Vec::as_slice))
                {
                    ("at", Some([x, y])) => (name.clone(), json!([x.as_i64().expect("a place") + by, y])),
                    _ => (name.clone(), shifted(value, by)),
                };
            Value::Object(members.iter().map(shift).collect())
        }
        other => other.clone(),
    }
}

/// A request: the operation it belongs to, method, path below the game (or with `/v1` whole), `Accept`, body.
struct Ask {
    operation: &'static str,
    method: &'static str,
    path: String,
    accept: &'static str,
    body: Body,
}

enum Body {
    None,
    Json(Value),
    Text(String),
}

fn read(operation: &'static str, path: &str) -> Ask {
    Ask { operation, method: "GET", path: path.to_owned(), accept: "*/*", body: Body::None }
}

/// All that can be asked without changing anything.
fn reading(secret: &Secret) -> Vec<Ask> {
    let accept = |accept, ask| Ask { accept, ..ask };
    let mut asks = vec![
        read("read_game", ""),
        read("read_game", "?summary=true"),
        read("read_game", "?at=4"),
        read("list_games", "/v1/games"),
        read("list_games", "/v1/games?mine=true&to_act=me"),
        read("list_turns", "/turns"),
        read("read_turn", "/turns/1"),
        read("list_events", "/events"),
        accept("application/x-ndjson", read("list_events", "/events")),
        read("draw_board_svg", "/board.svg"),
        read("draw_board_txt", "/board.txt"),
        read("draw_board_png", "/board.png"),
        read("replay_game", "/replay"),
        read("replay_file", "/replay.html"),
        read("list_dice", "/dice"),
        read("read_head", "/head"),
        read("read_audit", "/audit"),
        read("read_record", "/record"),
        read("list_messages", "/messages"),
        read("list_offers", "/offers"),
        read("list_orders", "/orders"),
        read("read_draft", "/draft"),
        read("page", "page:"),
        read("page", "page:?since=0"),
        read("page", "page:/replay?at=4"),
    ];
    for seat in secret.seats {
        asks.extend([
            read("page", &format!("page:?seat={seat}")),
            read("page", &format!("page:/replay?at=4&seat={seat}")),
        ]);
        asks.extend(
            ["", "/board.txt", "/board.svg", "/replay", "/replay.html", "/orders", "/draft", "/events"].map(
                |path| {
                    let operation = match path {
                        "" => "read_game",
                        "/board.txt" => "draw_board_txt",
                        "/board.svg" => "draw_board_svg",
                        "/replay" => "replay_game",
                        "/replay.html" => "replay_file",
                        "/orders" => "list_orders",
                        "/draft" => "read_draft",
                        _ => "list_events",
                    };
                    read(operation, &format!("{path}?seat={seat}"))
                },
            ),
        );
    }
    let legal = secret.legal.iter().map(|orders| Body::Json(json!({"orders": orders})));
    let illegal = secret.illegal.iter().map(|text| Body::Text((*text).to_owned()));
    asks.extend(legal.chain(illegal).map(|body| Ask {
        operation: "submit_turn",
        method: "POST",
        path: "/turns?dry_run=true".to_owned(),
        accept: "*/*",
        body,
    }));
    asks
}

/// All that changes something, and what is refused.
fn acting(secret: &Secret) -> Vec<Ask> {
    let ask = |operation, method, path: &str, body| {
        let path = path.replace("{owner}", secret.owner).replace("{other}", secret.other);
        Ask { operation, method, path, accept: "*/*", body }
    };
    let say = |text: &&str| ask("submit_turn", "POST", "/turns", Body::Text((*text).to_owned()));
    let mut asks: Vec<Ask> = secret.illegal.iter().map(say).collect();
    asks.extend([
        ask("submit_turn", "POST", "/turns?seat={owner}", Body::Text(secret.binding.to_owned())),
        ask("put_draft", "PUT", "/draft?seat={owner}", Body::Json(json!({"orders": secret.drafts[0]}))),
        ask("put_draft", "PUT", "/draft", Body::Json(json!({"orders": secret.drafts[0]}))),
        ask("drop_draft", "DELETE", "/draft", Body::None),
        ask("claim_seat", "PUT", "/seats/{owner}", Body::Json(json!({}))),
        ask("leave_seat", "DELETE", "/seats/{owner}", Body::None),
        ask("invite_to_seat", "POST", "/seats/{owner}/invite", Body::None),
        ask("offer_seat", "POST", "/seats/{owner}/substitute", Body::Json(json!({}))),
        ask("make_offer", "POST", "/offers", Body::Json(json!({"kind": "no such kind"}))),
        ask("accept_offer", "POST", "/offers/1/accept", Body::None),
        ask("decline_offer", "POST", "/offers/1/decline", Body::None),
        ask("withdraw_offer", "POST", "/offers/1/withdraw", Body::None),
        ask("ready_seat", "POST", "/seats/{other}/ready", Body::Json(json!({"entropy": "ab".repeat(32)}))),
        ask("write_message", "POST", "/messages", Body::Json(json!({"text": "What have you put down?"}))),
    ]);
    let orders = |orders: &Value| ask("submit_turn", "POST", "/turns", Body::Json(json!({"orders": orders})));
    asks.extend(secret.legal.iter().map(orders));
    asks
}

/// Operations that know nothing of a running game.
const OF_NO_GAME: &[&str] = &[
    "about",
    "audit_page",
    "audit_page_of_file",
    "change_me",
    "change_webhook",
    "create_game",
    "create_token",
    "create_webhook",
    "delete_webhook",
    "docs",
    "docs_style",
    "draw_scenario_png",
    "draw_scenario_svg",
    "draw_scenario_txt",
    "erase_me",
    "hand_over_mail",
    "health",
    "import_game",
    "invitation_page",
    "list_my_mails", // one's own, whose texts are compared below
    "list_rulesets",
    "list_tokens",
    "list_webhook_deliveries",
    "list_webhooks",
    "mail",
    "mail_file",
    "mail_html",
    "mailbox",
    "metrics",
    "move_page",
    "number_page",
    "openapi",
    "problem",
    "problems",
    "read_me",
    "read_rule",
    "read_ruleset",
    "read_scenario",
    "read_webhook",
    "ready",
    "renew_webhook_secret",
    "revoke_token",
    "script",
    "send_mail_again",
    "sign_in",
    "sign_in_page",
    "sign_up",
    "test_webhook",
    "token_from_code",
    "unsubscribe",
    "unsubscribe_page",
    "verify_me",
    "verify_page",
];

#[test]
fn every_operation_is_asked_or_knows_no_game() {
    let secret = sealed_bids();
    let asked: BTreeSet<&str> =
        reading(&secret).iter().chain(&acting(&secret)).map(|ask| ask.operation).collect();
    let document = serde_json::to_value(api::routes::document()).expect("JSON");
    for item in document["paths"].as_object().expect("paths").values() {
        for operation in item.as_object().expect("operations").values() {
            let id = operation["operationId"].as_str().expect("an id");
            let is_known = asked.contains(id) != OF_NO_GAME.contains(&id);
            assert!(is_known, "{id}: does it tell of a secret? Ask it here, or say that it knows of no game");
        }
    }
}

/// A page without the name that each showing of its form has of its own.
fn without_form_keys(text: &str) -> String {
    const BEFORE: &str = "name=\"key\" value=\"page:";
    let mut parts = text.split(BEFORE);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| out + BEFORE + part.trim_start_matches(|c: char| c.is_ascii_alphanumeric()))
}

/// A twin, and what of its answers must be its own.
struct Twin {
    bids: Bids,
    /// Whether its log differs from its twin's.
    differs: bool,
    blind: Vec<(String, String)>,
}

impl Twin {
    fn new(bids: Bids) -> Self {
        Twin { bids, differs: false, blind: Vec::new() }
    }

    /// Learns the hashes and seals of its log, and the ids of its messages.
    async fn learn(&mut self) {
        let game = domain::ids::GameId::new(&self.bids.game).expect("an id");
        let rows = self.bids.world.app.store.lines(&game, 0, 10_000).expect("the log");
        self.differs = true;
        self.blind.clear();
        for row in rows {
            let hash = domain::hash::Hash::from_bytes(row.hash).to_string();
            self.blind.push((hash[..16].to_owned(), format!("<hash {}>", row.seq)));
            if let Kind::Event(event) = Line::read(&row.line).expect("a line").kind {
                let seal = |(n, seal): (usize, &domain::log::Seal)| {
                    (seal.seal.to_string(), format!("<seal {} {n}>", row.seq))
                };
                self.blind.extend(event.seals.iter().enumerate().map(seal));
            }
        }
        let messages = self.bids.get("/messages", "host").await;
        let ids = messages.json["items"].as_array().expect("a list").iter().rev().enumerate();
        let ids = ids
            .map(|(n, message)| (message["id"].as_str().unwrap_or("").to_owned(), format!("<message {n}>")));
        self.blind.extend(ids.collect::<Vec<_>>());
    }

    /// A text without what must differ: hashes from their 17th digit on are left out with the rest of them.
    fn blinded(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (own, name) in &self.blind {
            if !name.starts_with("<hash") {
                text = text.replace(own, name);
                continue;
            }
            let mut out = String::new();
            let mut rest = text.as_str();
            while let Some(at) = rest.find(own.as_str()) {
                out.push_str(&rest[..at]);
                out.push_str(name);
                rest = rest[at + own.len()..].trim_start_matches(|c: char| c.is_ascii_hexdigit());
            }
            out.push_str(rest);
            text = out;
        }
        without_form_keys(&without_signatures(&text))
    }

    async fn ask(&self, who: &str, ask: &Ask) -> Answer {
        self.bids.world.send(self.request(who, ask)).await
    }

    fn request(&self, who: &str, ask: &Ask) -> calls::TestRequest {
        let path = match ask.path.strip_prefix("page:") {
            Some(below) => self.bids.path(below).replacen("/v1", "", 1),
            None if ask.path.starts_with("/v1") => ask.path.clone(),
            None => self.bids.path(&ask.path),
        };
        let body = match &ask.body {
            Body::Json(body) => body.clone(),
            Body::None | Body::Text(_) => Value::Null,
        };
        let mut asked = request(ask.method, &path, self.bids.token(who), &body)
            .insert_header(("accept", ask.accept))
            .insert_header(("x-request-id", "the-same"));
        if ask.method == "POST" && !who.is_empty() {
            let text = format!("{who} {} {}", ask.path, ask.text());
            let key = domain::hash::Hash::of(&text).to_string();
            asked = asked.insert_header(("idempotency-key", key[..32].to_owned()));
        }
        if let Body::Text(text) = &ask.body {
            asked = asked.insert_header(("content-type", "text/plain")).set_payload(text.clone());
        }
        asked
    }

    /// All that an answer tells, with its length.
    fn told(&self, answer: &Answer) -> (u16, usize, Vec<(String, String)>, String) {
        let id = answer.json["id"].as_str().unwrap_or("<no id>");
        let text = self.blinded(&answer.text.replace(id, "<id>"));
        let header = |(name, value): (&actix_web::http::header::HeaderName, _)| {
            let value: &actix_web::http::header::HeaderValue = value;
            let value = self.blinded(value.to_str().unwrap_or("").replace(id, "<id>").as_str());
            // A tag, or its last part, is a hash of the rest of the answer, which is compared itself.
            let value = match name.as_str() {
                "etag" => value.rsplit_once('.').map_or(String::new(), |(kept, _)| kept.to_owned()),
                _ => value,
            };
            (name.to_string(), value)
        };
        let headers: BTreeSet<_> = answer.headers.iter().map(header).collect();
        (answer.status.as_u16(), answer.text.len(), headers.into_iter().collect(), text)
    }

    /// What the live stream tells up to the newest line.
    async fn stream(&self, who: &str) -> String {
        let service = calls::init_service(server::http(std::sync::Arc::clone(&self.bids.world.app))).await;
        let asked = request("GET", &self.bids.path("/events"), self.bids.token(who), &Value::Null)
            .insert_header(("accept", "text/event-stream"));
        let answer = calls::call_service(&service, asked.to_request()).await;
        let mut body = Box::pin(answer.into_body().boxed());
        let last =
            format!("id: {}\n", self.blind.iter().filter(|(_, name)| name.starts_with("<hash")).count());
        let mut text = String::new();
        while !text.contains(&last) {
            match std::future::poll_fn(|context| body.as_mut().poll_next(context)).await {
                Some(Ok(bytes)) => text.push_str(&String::from_utf8_lossy(&bytes)),
                Some(Err(_)) | None => break,
            }
        }
        assert!(text.contains(&last), "{text}");
        self.blinded(&text)
    }

    /// All letters and notices that are due for others than the owner's side, as they would leave.
    fn post(&self, secret: &Secret) -> Vec<(String, usize, String, String)> {
        let app = &self.bids.world.app;
        let rows = app.store.letters_due(u64::MAX >> 1, 1_000).expect("letters");
        let own = |row: &storage::LetterRow| {
            row.letter.seat.as_ref().is_some_and(|seat| [secret.owner, secret.mate].contains(&seat.as_str()))
        };
        let mut post = Vec::new();
        for row in rows.iter().filter(|row| !own(row) && row.letter.game.is_some()) {
            let notice = compose::notice::notice(app, &row.letter).expect("a notice");
            let notice = notice.map(|notice| serde_json::to_string(&notice).expect("JSON"));
            let notice = self.blinded(&notice.unwrap_or_default());
            match compose::compose(app, row).expect("a letter") {
                compose::Composed::Ready(ready) => {
                    let shown = mailbox::show(&ready.made.bytes);
                    let text = self.blinded(&shown.text);
                    post.push((self.blinded(&row.letter.message_id), ready.made.bytes.len(), text, notice));
                }
                compose::Composed::Dropped(why) => {
                    post.push((self.blinded(&row.letter.message_id), 0, why.to_owned(), notice));
                }
                compose::Composed::Waits(until) => {
                    post.push((
                        self.blinded(&row.letter.message_id),
                        0,
                        format!("waits until {until}"),
                        notice,
                    ));
                }
                compose::Composed::Carried => {
                    post.push((self.blinded(&row.letter.message_id), 0, "carried".to_owned(), notice));
                }
            }
        }
        post.sort();
        post
    }
}

impl Ask {
    fn text(&self) -> String {
        match &self.body {
            Body::None => String::new(),
            Body::Json(body) => body.to_string(),
            Body::Text(text) => text.clone(),
        }
    }
}

/// A signature is 68 bytes in base64, the last line of a note.
fn without_signatures(text: &str) -> String {
    let is_base64 = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("\u{2014} ") {
        let (before, after) = rest.split_at(at + "\u{2014} ".len());
        out.push_str(before);
        let (name, after) = after.split_once(' ').unwrap_or((after, ""));
        let end = after.find(|c| !is_base64(c)).unwrap_or(after.len());
        out.push_str(name);
        out.push_str(if 80 <= end { " <signature>" } else { " " });
        rest = if 80 <= end { &after[end..] } else { after };
    }
    out.push_str(rest);
    out
}

async fn same_answers(twins: &mut [Twin; 2], who: &str, asks: &[Ask]) {
    let mut answers = Vec::new();
    for twin in twins.iter_mut() {
        let requests = asks.iter().map(|ask| twin.request(who, ask)).collect();
        answers.push(twin.bids.world.send_all(requests).await);
        if twin.differs {
            twin.learn().await;
        }
    }
    for ((ask, one), other) in asks.iter().zip(&answers[0]).zip(&answers[1]) {
        assert_eq!(
            twins[0].told(one),
            twins[1].told(other),
            "{who} learns something from {} {} {}",
            ask.method,
            ask.path,
            ask.text()
        );
        assert!(one.status.as_u16() < 500, "{}: {one:?}", ask.path);
    }
}

/// Walks the table through a secret: put down, bound, known to its side.
async fn nothing_is_told(secret: Secret) {
    let bids = Bids::begun_as(secret.game.clone(), secret.seats).await;
    let secret = secret.prepared(&bids).await;
    let webhook = json!({"url": "https://8.8.8.8/hook"});
    let made = bids.world.ask("POST", "/v1/me/webhooks", bids.token(secret.other), webhook).await;
    assert_eq!(made.status, 201, "{made:?}");
    let (one, other) = bids.twins();
    let mut twins = [Twin::new(one), Twin::new(other)];
    let viewers = ["", "stranger", "host", secret.other];

    // Put down, and not bound: nothing at all differs, for the other side and for his own.
    for (twin, draft) in twins.iter().zip(&secret.drafts) {
        let kept = twin.bids.ask("POST", "/turns", secret.owner, json!({"orders": draft})).await;
        assert_eq!(kept.status, 200, "{kept:?}");
    }
    for who in viewers.into_iter().chain([secret.mate]) {
        same_answers(&mut twins, who, &reading(&secret)).await;
    }
    let [one, other] = [&twins[0], &twins[1]].map(|twin| twin.post(&secret));
    assert_eq!(one, other);

    // Bound: one line, and nothing of what is in it.
    for twin in &mut twins {
        let ask = Ask {
            operation: "submit_turn",
            method: "POST",
            path: "/turns".to_owned(),
            accept: "*/*",
            body: Body::Text(secret.binding.to_owned()),
        };
        let bound = twin.ask(secret.owner, &ask).await;
        assert_eq!(bound.status, 201, "{bound:?}");
        twin.learn().await;
    }
    for who in viewers {
        same_answers(&mut twins, who, &reading(&secret)).await;
        assert_eq!(twins[0].stream(who).await, twins[1].stream(who).await, "{who} hears something");
    }
    for who in [secret.owner, secret.mate] {
        let [one, other] = [twins[0].bids.get("", who).await, twins[1].bids.get("", who).await]
            .map(|a| a.json["view"].clone());
        assert_ne!(one, other, "{who} is of the side that knows");
        let heard = [twins[0].stream(who).await, twins[1].stream(who).await];
        assert!(heard.iter().all(|text| text.contains("\"secret\":{")) && heard[0] != heard[1]);
    }

    // Whatever others do meanwhile, comes out the same.
    for who in ["", "stranger", "host", secret.other] {
        same_answers(&mut twins, who, &acting(&secret)).await;
    }
    for who in viewers {
        same_answers(&mut twins, who, &reading(&secret)).await;
    }
    for twin in &twins {
        twin.bids.world.clock.set(crate::world::START + 2 * 24 * 3_600);
    }
    let [one, other] = [&twins[0], &twins[1]].map(|twin| twin.post(&secret));
    assert!(!one.is_empty());
    assert_eq!(one, other);
}

#[actix_web::test]
async fn a_secret_of_sealed_bids_is_told_to_nobody_else() {
    nothing_is_told(sealed_bids()).await;
}

#[actix_web::test]
async fn what_is_put_down_behind_the_curtain_is_told_to_nobody_else() {
    nothing_is_told(curtain()).await;
}

#[test]
fn blinding_leaves_all_but_hashes_and_signatures() {
    let signature = "A".repeat(92);
    assert_eq!(
        without_signatures(&format!("x\n\u{2014} a.example {signature}\nrest")),
        "x\n\u{2014} a.example <signature>\nrest"
    );
    assert_eq!(without_signatures("a \u{2014} b c d"), "a \u{2014} b c d");
}
