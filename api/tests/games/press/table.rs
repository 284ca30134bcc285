//! A table of three who write to each other.

use serde_json::{Value, json};
use storage::LetterRow;

use crate::world::{Answer, World};

/// Alice alone on one side, Bob and Carol on the other; Hester made the game, Mallory has nothing to do with it.
pub struct Press {
    pub world: World,
    /// Names and tokens; nobody has none.
    people: Vec<(&'static str, String)>,
    pub game: String,
}

pub const ALICE: &str = "headquarters";
pub const BOB: &str = "band_gall";
pub const CAROL: &str = "band_crazy_horse";
pub const SEATS: [(&str, &str); 3] = [("alice", ALICE), ("bob", BOB), ("carol", CAROL)];

impl Press {
    /// A game that has begun.
    pub async fn begun(visibility: &str) -> Self {
        Self::open(visibility).await.begin().await
    }

    /// All take their seats.
    pub async fn begin(self) -> Self {
        let press = self;
        for (name, seat) in SEATS {
            press.claim(name, seat).await;
        }
        assert_eq!(press.get("", "alice").await.json["state"], "active");
        press
    }

    /// A game whose seats nobody has taken.
    pub async fn open(visibility: &str) -> Self {
        Self::open_in(World::with(&[("RATE_LIMIT", "off")]), visibility).await
    }

    /// The same in a service that is there already.
    pub async fn open_in(world: World, visibility: &str) -> Self {
        let mut people = vec![("nobody", String::new())];
        for name in ["hester", "alice", "bob", "carol", "mallory"] {
            people.push((name, world.proved(name, &format!("{name}@example.org")).await));
        }
        let mut press = Press { world, people, game: String::new() };
        let made = json!({"ruleset": "little_bighorn", "scenario": "skirmish", "seat_plan": "groups",
            "visibility": visibility, "seats": SEATS.map(|(name, seat)| json!({"seat": seat,
                "player": {"email": format!("{name}@example.org")}}))});
        let made = press.world.ask("POST", "/v1/games", press.token("hester"), made).await;
        assert_eq!(made.status, 201, "{made:?}");
        press.game = made.header("location").to_owned();
        press
    }

    pub fn token(&self, name: &str) -> &str {
        let found = self.people.iter().find(|(known, _)| *known == name);
        &found.expect("somebody").1
    }

    /// Makes a new invitation and takes the seat with it.
    pub async fn claim(&self, name: &str, seat: &str) {
        let path = format!("{}/seats/{seat}", self.game);
        let made = self.world.ask("POST", &format!("{path}/invite"), self.token("hester"), Value::Null).await;
        let taken =
            self.world.ask("PUT", &path, self.token(name), json!({"invite": made.json["invite"]})).await;
        assert_eq!(taken.status, 200, "{taken:?}");
    }

    pub async fn leave(&self, name: &str, seat: &str) {
        let path = format!("{}/seats/{seat}", self.game);
        let left = self.world.ask("DELETE", &path, self.token(name), Value::Null).await;
        assert_eq!(left.status, 200, "{left:?}");
    }

    pub async fn get(&self, rest: &str, name: &str) -> Answer {
        self.world.ask("GET", &format!("{}{rest}", self.game), self.token(name), Value::Null).await
    }

    pub async fn post(&self, name: &str, body: Value) -> Answer {
        self.world.ask("POST", &format!("{}/messages", self.game), self.token(name), body).await
    }

    /// Writes; gives the message's id.
    pub async fn write(&self, name: &str, to: Value, text: &str) -> String {
        let answer = self.post(name, json!({"to": to, "text": text})).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        assert_eq!((&answer.json["to"], &answer.json["text"]), (&to, &text.into()));
        answer.json["id"].as_str().expect("an id").to_owned()
    }

    /// The texts that somebody reads, newest first.
    pub async fn read(&self, name: &str) -> Vec<String> {
        let page = self.get("/messages?limit=100", name).await;
        assert_eq!((page.status.as_u16(), &page.json["next"]), (200, &Value::Null), "{page:?}");
        let items = page.json["items"].as_array().expect("items");
        items.iter().map(|item| item["text"].as_str().unwrap_or("(erased)").to_owned()).collect()
    }

    /// The letters of press that wait.
    pub fn letters(&self) -> Vec<LetterRow> {
        let due = self.world.app.store.letters_due(u64::MAX >> 1, 1000).expect("letters");
        due.into_iter().filter(|row| row.letter.kind == "press").collect()
    }

    /// The seats to whose holders letters wait.
    pub fn mailed(&self) -> Vec<String> {
        let seat = |row: LetterRow| row.letter.seat.expect("a seat").to_string();
        let mut seats: Vec<String> = self.letters().into_iter().map(seat).collect();
        seats.sort();
        seats
    }
}

pub fn side(side: &str) -> Value {
    json!({"side": side})
}

pub fn seat(seat: &str) -> Value {
    json!({"seat": seat})
}
