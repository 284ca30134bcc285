//! A game with secrets, those who play it and those who look on. Mostly it is sealed bids, two seats a side.

use actix_web::test::TestRequest;
use serde_json::{Value, json};

use crate::world::{Answer, World, request};

pub const SEATS: [&str; 4] = ["north_a", "south_a", "north_b", "south_b"];

/// Four people at a table, its host and a stranger beside them.
pub struct Bids {
    pub world: World,
    pub game: String,
    pub host: String,
    pub stranger: String,
    /// Seats with the tokens of who holds them.
    pub players: Vec<(String, String)>,
}

/// What the game is made of.
pub fn wanted(visibility: &str, clock: Value, options: Value) -> Value {
    json!({
        "ruleset": "sealed_bids", "scenario": "auction", "seat_plan": "pairs", "visibility": visibility,
        "title": "A test", "clock": clock, "options": options,
    })
}

impl Bids {
    pub async fn begun() -> Self {
        Self::begun_with(json!({"kind": "none"}), json!({})).await
    }

    pub async fn begun_with(clock: Value, options: Value) -> Self {
        Self::begun_as(wanted("public", clock, options), &SEATS).await
    }

    /// Any game, all of whose seats are taken by people.
    pub async fn begun_as(wanted: Value, seats: &[&str]) -> Self {
        let world = World::with(&[("RATE_LIMIT", "off"), ("BASE_URL", "http://fieldpost.example.org")]);
        Self::begun_in(world, wanted, seats).await
    }

    /// The same in a service that is there already.
    pub async fn begun_in(world: World, wanted: Value, seats: &[&str]) -> Self {
        let host = world.player("Hester", "hester@example.org").await;
        let stranger = world.player("Mallory", "mallory@example.org").await;
        let made = world.ask("POST", "/v1/games", &host, wanted).await;
        assert_eq!(made.status, 201, "{made:?}");
        let game = made.json["id"].as_str().expect("an id").to_owned();
        let mut players = Vec::new();
        for &seat in seats {
            let token = world.proved(seat, &format!("{seat}@example.org")).await;
            let answer = world.ask("PUT", &format!("/v1/games/{game}/seats/{seat}"), &token, json!({})).await;
            assert_eq!(answer.status, 200, "{answer:?}");
            players.push((seat.to_owned(), token));
        }
        Bids { world, game, host, stranger, players }
    }

    /// The same table in two services.
    pub fn twins(self) -> (Self, Self) {
        let (one, other) = self.world.twins();
        let of = |world| Bids {
            world,
            game: self.game.clone(),
            host: self.host.clone(),
            stranger: self.stranger.clone(),
            players: self.players.clone(),
        };
        (of(one), of(other))
    }

    pub fn restarted(self) -> Self {
        Bids { world: self.world.restarted(), ..self }
    }

    /// The token of who holds a seat; "" is nobody.
    pub fn token(&self, who: &str) -> &str {
        match who {
            "" => "",
            "host" => &self.host,
            "stranger" => &self.stranger,
            seat => &self.players.iter().find(|(own, _)| own == seat).expect("a seat").1,
        }
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}{rest}", self.game)
    }

    pub async fn get(&self, rest: &str, who: &str) -> Answer {
        self.ask("GET", rest, who, Value::Null).await
    }

    pub async fn ask(&self, method: &str, rest: &str, who: &str, body: Value) -> Answer {
        self.world.ask(method, &self.path(rest), self.token(who), body).await
    }

    /// Orders as text.
    pub async fn say(&self, rest: &str, who: &str, text: &str) -> Answer {
        self.world.send(self.saying("POST", rest, who, text)).await
    }

    pub fn saying(&self, method: &str, rest: &str, who: &str, text: &str) -> TestRequest {
        request(method, &self.path(rest), self.token(who), &Value::Null)
            .insert_header(("content-type", "text/plain"))
            .set_payload(text.to_owned())
    }

    /// Binds a bid.
    pub async fn bid(&self, who: &str, tokens: u32) -> Answer {
        let answer = self.say("/turns", who, &format!("bid {tokens}\nready")).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        answer
    }

    /// The bids a viewer knows.
    pub async fn bids(&self, who: &str) -> Value {
        let answer = self.get("", who).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json["view"]["bids"].clone()
    }
}
