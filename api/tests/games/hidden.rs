//! Non-interference (service §3): two games that differ only in what a viewer may not see give him the same bytes, on every
//! route, in every letter and notice, to the byte and to the length. The twins share keys, ids and clock; what a seal
//! itself looks like, and with it the hashes and signatures of the lines that follow, is the one thing that must differ, and
//! is blinded by its place before the rest is compared.

mod asks;
mod twin;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use asks::{Ask, Body, OF_NO_GAME, acting, reading};
use twin::{Twin, without_signatures};

use crate::bids::{Bids, SEATS};

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
