//! Webhooks at the door: whose they are, where they may lead, what is shown of them.

use serde_json::{Value, json};

use crate::{
    sink::Sink,
    table::Table,
    world::{Answer, World, request},
};

/// A service whose webhooks may lead to this machine.
pub fn private() -> World {
    World::with(&[("RATE_LIMIT", "off"), ("WEBHOOK_PRIVATE", "true")])
}

/// Makes a webhook.
pub async fn make(world: &World, token: &str, body: Value) -> Answer {
    let made = world.ask("POST", "/v1/me/webhooks", token, body).await;
    assert_eq!(made.status, 201, "{made:?}");
    made
}

pub fn path(made: &Answer) -> String {
    format!("/v1/me/webhooks/{}", made.json["id"].as_str().expect("an id"))
}

#[actix_web::test]
async fn a_secret_is_shown_once_and_anew_only_when_it_is_another() {
    let world = private();
    let token = world.player("Alice", "alice@example.org").await;
    let body = json!({"url": "http://127.0.0.1:9/hook#x", "events": ["game_over", "your_move", "game_over"]});
    let made = make(&world, &token, body).await;
    let secret = made.json["secret"].as_str().expect("a secret").to_owned();
    assert!(secret.starts_with("whsec_") && secret.len() == 50, "{secret}");
    assert_eq!(made.header("location"), path(&made));
    let mut expected = made.json.clone();
    expected.as_object_mut().expect("an object").remove("secret");
    assert_eq!(expected["url"], "http://127.0.0.1:9/hook");
    assert_eq!(expected["events"], json!(["your_move", "game_over"]));
    assert_eq!((&expected["shape"], &expected["active"]), (&"generic".into(), &true.into()));
    let read = world.ask("GET", &path(&made), &token, Value::Null).await;
    let listed = world.ask("GET", "/v1/me/webhooks", &token, Value::Null).await;
    assert_eq!((&read.json, &listed.json["items"]), (&expected, &json!([expected])));
    let change = json!({"shape": "ntfy", "events": [], "active": false, "url": "http://127.0.0.1:9/other"});
    let changed = world.ask("PATCH", &path(&made), &token, change).await;
    assert_eq!((&changed.json["shape"], &changed.json["events"]), (&"ntfy".into(), &json!([])));
    assert_eq!(
        (&changed.json["url"], &changed.json["active"]),
        (&"http://127.0.0.1:9/other".into(), &false.into())
    );
    let renewed = world.ask("POST", &format!("{}/secret", path(&made)), &token, Value::Null).await;
    let other = renewed.json["secret"].as_str().expect("a secret");
    assert!(other.starts_with("whsec_") && other != secret);
    let row = &world.app.store.webhooks_of(&player_of(&world, &token).await).expect("rows")[0];
    let stored = format!("{row:?}{}", String::from_utf8_lossy(&row.sealed));
    for hidden in [other, &secret, "127.0.0.1"] {
        assert!(!stored.contains(hidden), "stored as it is: {hidden}");
    }
}

async fn player_of(world: &World, token: &str) -> storage::PlayerId {
    let me = world.ask("GET", "/v1/me", token, Value::Null).await;
    storage::PlayerId(me.json["id"].as_str().expect("an id").to_owned())
}

#[actix_web::test]
async fn a_webhook_is_its_owners_alone() {
    let world = private();
    let (alice, bob) =
        (world.player("Alice", "alice@example.org").await, world.player("Bob", "bob@example.org").await);
    let made = make(&world, &alice, json!({"url": "http://127.0.0.1:9/"})).await;
    for (method, rest, body) in [
        ("GET", "", Value::Null),
        ("PATCH", "", json!({"active": false})),
        ("PATCH", "", json!({"url": "http://127.0.0.1:9/mine"})),
        ("DELETE", "", Value::Null),
        ("POST", "/test", Value::Null),
        ("POST", "/secret", Value::Null),
        ("GET", "/deliveries", Value::Null),
    ] {
        let his = world.ask(method, &format!("{}{rest}", path(&made)), &bob, body.clone()).await;
        let none = world.ask(method, &format!("/v1/me/webhooks/w_0000000000000000{rest}"), &bob, body).await;
        assert_eq!(his.problem(), (404, "not-found"), "{method} {rest}");
        assert_eq!(his.text, none.text, "{method} {rest}");
    }
    let read = world.ask("GET", &path(&made), &alice, Value::Null).await;
    assert_eq!((&read.json["active"], &read.json["url"]), (&true.into(), &"http://127.0.0.1:9/".into()));
    assert_eq!(world.ask("DELETE", &path(&made), &alice, Value::Null).await.status, 204);
    assert_eq!(world.ask("GET", &path(&made), &alice, Value::Null).await.status, 404);
}

#[actix_web::test]
async fn no_webhook_leads_inside_unless_the_operator_allows_it_neither_new_nor_changed() {
    let world = World::with(&[("RATE_LIMIT", "off")]);
    let token = world.player("Alice", "alice@example.org").await;
    let made = make(&world, &token, json!({"url": "https://8.8.8.8/hook"})).await;
    for url in [
        "https://127.0.0.1/",
        "https://localhost/",
        "https://0x7f.1/",
        "https://[::ffff:169.254.169.254]/latest/meta-data",
        "https://no-such-host.invalid/",
        "https://user:pass@8.8.8.8/",
        "http://8.8.8.8/",
        "nonsense",
    ] {
        let refused = [
            world.ask("POST", "/v1/me/webhooks", &token, json!({"url": url})).await,
            world.ask("PATCH", &path(&made), &token, json!({"url": url})).await,
        ];
        for answer in refused {
            assert_eq!(answer.problem(), (422, "webhook-target-refused"), "{url}");
            assert_eq!(answer.faults(), [("webhook-target-refused", "/url")]);
            assert!(!answer.text.contains("127.") && !answer.text.contains("169."), "{answer:?}");
        }
    }
    let inside = world.ask("POST", "/v1/me/webhooks", &token, json!({"url": "https://localhost/"})).await;
    let unknown = json!({"url": "https://no-such-host.invalid/"});
    let unknown = world.ask("POST", "/v1/me/webhooks", &token, unknown).await;
    assert_eq!(inside.text, unknown.text, "the refusal tells whether a name stands for something");
    let read = world.ask("GET", &path(&made), &token, Value::Null).await;
    assert_eq!(read.json["url"], "https://8.8.8.8/hook");
}

#[actix_web::test]
async fn a_webhook_for_one_game_is_for_a_game_one_may_see() {
    let table = Table::open_in(private(), "private").await;
    let ask = |token: String, game: String| {
        let body = json!({"url": "http://127.0.0.1:9/", "game": game});
        let world = &table.world;
        async move { world.ask("POST", "/v1/me/webhooks", &token, body).await }
    };
    let hidden = ask(table.stranger.clone(), table.game.clone()).await;
    let unknown = ask(table.stranger.clone(), "0123456789ab".to_owned()).await;
    assert_eq!(hidden.faults(), [("unknown-game", "/game")]);
    assert_eq!(hidden.text, unknown.text);
    let made = ask(table.alice.clone(), table.game.clone()).await;
    assert_eq!(made.json["game"], table.game.as_str());
    let all = table.world.ask("PATCH", &path(&made), &table.alice, json!({"game": null})).await;
    assert_eq!(all.json["game"], Value::Null);
}

#[actix_web::test]
async fn a_repeated_request_makes_one_webhook_and_twenty_are_enough() {
    let (world, sink) = (private(), Sink::answering(200));
    let token = world.player("Alice", "alice@example.org").await;
    let body = json!({"url": sink.url("/hook")});
    let repeated =
        || request("POST", "/v1/me/webhooks", &token, &body).insert_header(("idempotency-key", "once"));
    let (first, second) = (world.send(repeated()).await, world.send(repeated()).await);
    assert_eq!((first.status.as_u16(), &first.text), (201, &second.text), "the same secret");
    for _ in 1..20 {
        make(&world, &token, body.clone()).await;
    }
    let over = world.ask("POST", "/v1/me/webhooks", &token, body).await;
    assert_eq!(over.problem(), (409, "conflict"));
    let tests = format!("{}/test", path(&first));
    let mut last = 202;
    for _ in 0..15 {
        last = world.ask("POST", &tests, &token, Value::Null).await.status.as_u16();
    }
    assert_eq!(last, 429, "a webhook is no hammer");
    assert!(sink.asked().is_empty(), "nothing leaves while the worker rests");
    let nonsense = world.ask("POST", &tests, &token, json!({"url": "https://8.8.8.8/"})).await;
    assert_eq!(nonsense.problem().0, 422);
}
