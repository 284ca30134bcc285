//! Those who play, and what is known of what they have done.

use actix_web::test::TestRequest;
use serde_json::Value;
use storage::{PlayerId, PlayerRow, TokenRow};

use super::world::{Answer, World};
use crate::{auth::hash, post::tests::house::START, random};

/// Somebody with a token.
pub(super) struct Person {
    pub(super) name: &'static str,
    token: String,
}

impl Person {
    pub(super) fn request(&self, method: &str, path: &str) -> TestRequest {
        TestRequest::default()
            .method(method.parse().expect("a method"))
            .uri(path)
            .insert_header(("Authorization", format!("Bearer {}", self.token)))
    }

    fn email(&self) -> String {
        format!("{}@example.org", self.name.to_lowercase())
    }
}

/// A game, and who sits where; seats of bots are not among them.
pub(super) struct Table {
    pub(super) game: String,
    pub(super) seats: Vec<(String, usize)>,
    pub(super) is_over: bool,
}

/// What must happen once, however often it is asked for.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) person: usize,
    pub(super) path: String,
    pub(super) key: String,
    pub(super) body: Value,
    /// Who takes the other seat of a new game.
    pub(super) other: Option<usize>,
}

/// What the service said it had done.
pub(super) struct Told {
    pub(super) request: Request,
    pub(super) answer: Answer,
    pub(super) at: u64,
}

impl World {
    /// Four people with addresses that are proved.
    pub(super) fn settle_people(&mut self) {
        for name in ["Ann", "Ben", "Cleo", "Dan"] {
            let id = PlayerId(random::player_id());
            let token = random::token();
            let mut person = Person { name, token: token.to_string() };
            let player = PlayerRow {
                id: id.clone(),
                name: name.to_owned(),
                email: Some(person.email()),
                email_verified: true,
                zone: "Europe/Berlin".to_owned(),
                settings: String::new(),
                email_failure: None,
                created: START,
                erased: None,
                banned: None,
            };
            let row = TokenRow {
                id: random::token_id(),
                hash: hash(&token),
                player: id,
                name: "first".to_owned(),
                created: START,
                used: None,
            };
            self.store().create_player(player, row, Vec::new()).expect("a new player");
            person.token = token.to_string();
            self.people.push(person);
        }
    }
}
