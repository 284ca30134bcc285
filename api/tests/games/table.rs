//! A game with two people at it, and those who look on.

use serde_json::{Value, json};

use crate::world::{Answer, World};

/// A game of two people, host and stranger beside them.
pub struct Table {
    pub world: World,
    /// Made the game, and has no seat.
    pub host: String,
    /// Holds the first seat.
    pub alice: String,
    /// Holds the second seat.
    pub bob: String,
    /// Has nothing to do with it.
    pub stranger: String,
    pub game: String,
}

pub const FIRST: &str = "long_knives";
pub const SECOND: &str = "plains_nations";

impl Table {
    /// A game that has begun.
    pub async fn begun(visibility: &str) -> Self {
        let table = Self::open(visibility).await;
        let answer = table.world.ask("GET", &table.path(""), &table.alice, Value::Null).await;
        assert_eq!(
            (&answer.json["state"], &answer.json["round"]),
            (&"active".into(), &1.into()),
            "{answer:?}"
        );
        table
    }

    /// A game that waits for its second player.
    pub async fn waiting(visibility: &str) -> Self {
        let world = World::with(&[("RATE_LIMIT", "off")]);
        let (table, made) = Self::made_in(world, visibility).await;
        table.take_seat(&made, FIRST, &table.alice).await;
        table
    }

    /// A game whose seats were taken by invitation: nobody brings a number, so it begins with the last one.
    pub async fn open(visibility: &str) -> Self {
        Self::open_in(World::with(&[("RATE_LIMIT", "off")]), visibility).await
    }

    /// The same in a service that is there already.
    pub async fn open_in(world: World, visibility: &str) -> Self {
        let (table, made) = Self::made_in(world, visibility).await;
        table.take_seat(&made, FIRST, &table.alice).await;
        table.take_seat(&made, SECOND, &table.bob).await;
        table
    }

    async fn made_in(world: World, visibility: &str) -> (Self, Answer) {
        let host = world.player("Hester", "hester@example.org").await;
        let alice = world.player("Alice", "alice@example.org").await;
        let bob = world.player("Bob", "bob@example.org").await;
        let stranger = world.player("Mallory", "mallory@example.org").await;
        let game = json!({
            "ruleset": "little_bighorn", "scenario": "skirmish", "visibility": visibility, "title": "A test",
            "seats": [
                {"seat": FIRST, "player": {"email": "alice@example.org"}},
                {"seat": SECOND, "player": {"email": "bob@example.org"}},
            ]
        });
        let made = world.ask("POST", "/v1/games", &host, game).await;
        assert_eq!(made.status, 201, "{made:?}");
        let id = made.json["id"].as_str().expect("an id").to_owned();
        assert_eq!(made.header("location"), format!("/v1/games/{id}"));
        (Table { world, host, alice, bob, stranger, game: id }, made)
    }

    async fn take_seat(&self, made: &Answer, seat: &str, token: &str) {
        let path = self.path(&format!("/seats/{seat}"));
        let answer = self.world.ask("PUT", &path, token, json!({"invite": invite_of(made, seat)})).await;
        assert_eq!(answer.status, 200, "{answer:?}");
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}{rest}", self.game)
    }

    pub async fn get(&self, rest: &str, token: &str) -> Answer {
        self.world.ask("GET", &self.path(rest), token, Value::Null).await
    }

    pub async fn post(&self, rest: &str, token: &str, body: Value) -> Answer {
        self.world.ask("POST", &self.path(rest), token, body).await
    }

    /// The game as anybody sees it.
    pub async fn state(&self) -> Answer {
        let answer = self.get("", &self.host).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer
    }

    /// The seat that must act first, and the token of who holds it.
    pub async fn to_act(&self) -> Option<(String, &str)> {
        let state = self.state().await;
        let seat = state.json["to_act"][0]["seat"].as_str()?.to_owned();
        let token = if seat == FIRST { &self.alice } else { &self.bob };
        Some((seat, token))
    }

    /// A sensible turn for a seat.
    pub async fn suggested(&self, token: &str) -> Value {
        let orders = self.get("/orders?limit=1", token).await;
        assert_eq!(orders.status, 200, "{orders:?}");
        let list = orders.json["suggested"].as_array().expect("a list");
        list.iter().map(|item| item["order"].clone()).collect()
    }

    /// Plays one sensible turn; false when the game is over.
    pub async fn play_on(&self) -> bool {
        let Some((_, token)) = self.to_act().await else { return false };
        let orders = self.suggested(token).await;
        let answer = self.post("/turns", token, json!({"orders": orders})).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        true
    }
}

pub fn invite_of(made: &Answer, seat: &str) -> String {
    let seats = made.json["seats"].as_array().expect("seats");
    let found = seats.iter().find(|row| row["seat"] == seat).expect("the seat");
    found["invite"].as_str().expect("an invitation").to_owned()
}
