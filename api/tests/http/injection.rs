//! What goes into headers of mails and answers, and into lines of logs, has no line ends and nothing that is not seen.

use serde_json::{Value, json};

use crate::world::{World, request};

/// What would begin a header of its own, end a text early, or turn it around.
const ODD: &[&str] = &[
    "a\r\nBcc: victim@example.org",
    "a\nBcc: victim@example.org",
    "a\rb",
    "a\0b",
    "a\u{85}b",
    "a\u{2028}b",
    "a\u{202e}b",
    "a\u{1b}[2Jb",
];

/// Addresses that are more than one, or none.
const ADDRESSES: &[&str] = &[
    "a@example.org\r\nBcc: victim@example.org",
    "a\r\nBcc: victim@example.org\r\n@example.org",
    "\"a\r\nBcc: victim\"@example.org",
    "\"a\nb\"@example.org",
    "a@exa\nmple.org",
    "a@example.org, victim@example.org",
    "a@example.org;victim@example.org",
    "A <a@example.org>",
    "<a@example.org>",
    "a@example.org\0",
    "a@example.org>\r\nRCPT TO:<victim@example.org",
];

#[actix_web::test]
async fn names_have_no_line_ends() {
    let world = World::with(&[("RATE_LIMIT", "off")]);
    let token = world.proved("Alice", "alice@example.org").await;
    let game = |title: &str| json!({"ruleset": "little_bighorn", "scenario": "skirmish", "title": title});
    for odd in ODD {
        let asked = [
            ("POST", "/v1/players", json!({"name": odd, "email": "a@example.org"})),
            ("PATCH", "/v1/me", json!({"name": odd})),
            ("POST", "/v1/me/tokens", json!({"name": odd})),
            ("POST", "/v1/games", game(odd)),
        ];
        refused(&world, &token, &asked).await;
    }
}

#[actix_web::test]
async fn an_address_is_one_address() {
    let world = World::with(&[("RATE_LIMIT", "off")]);
    let token = world.proved("Alice", "alice@example.org").await;
    let before = world.letters().len();
    let game = |email: &str| {
        let seats = json!([{"seat": "long_knives", "player": {"email": email}}]);
        json!({"ruleset": "little_bighorn", "scenario": "skirmish", "seats": seats})
    };
    for email in ADDRESSES {
        let asked = [
            ("POST", "/v1/players", json!({"name": "A", "email": email})),
            ("POST", "/v1/sign-in", json!({"email": email})),
            ("PATCH", "/v1/me", json!({"email": email})),
            ("POST", "/v1/games", game(email)),
        ];
        refused(&world, &token, &asked).await;
    }
    assert_eq!(world.letters().len(), before, "nobody gets a mail");
}

async fn refused(world: &World, token: &str, asked: &[(&str, &str, Value)]) {
    let requests = asked.iter().map(|(method, path, body)| request(method, path, token, body)).collect();
    for ((method, path, body), answer) in asked.iter().zip(world.send_all(requests).await) {
        assert_eq!(answer.problem(), (422, "invalid-fields"), "{method} {path} {body}");
    }
}
