//! What arrives at webhooks: signed, true, again after a failure, and not where it should not go.

use std::{sync::Arc, time::Duration};

use api::post::webhook;
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{
    sink::{Asked, SILENCE, Sink},
    table::{FIRST, SECOND, Table},
    webhooks::{make, path, private},
    world::{Answer, START, World, request},
};

/// Waits until something is so, which takes a moment.
pub async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    for _ in 0..400 {
        if is_so().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("this never came to be: {what}");
}

/// Delivers, until the service ends.
pub fn start(world: &World) {
    actix_web::rt::spawn(webhook::run(Arc::clone(&world.app)));
}

/// The deliveries of a webhook, newest first.
pub async fn deliveries(world: &World, made: &Answer, token: &str) -> Vec<Value> {
    let page = world.ask("GET", &format!("{}/deliveries", path(made)), token, Value::Null).await;
    assert_eq!(page.status, 200, "{page:?}");
    page.json["items"].as_array().expect("a list").clone()
}

/// Waits until the newest delivery has been tried so often, or has come to this end.
async fn newest(world: &World, made: &Answer, token: &str, n_tries: u64, state: &str) -> Value {
    let mut found = Value::Null;
    until(&format!("{n_tries} tries, {state}"), async || {
        found = deliveries(world, made, token).await.first().cloned().unwrap_or_default();
        found["tries"] == n_tries && found["state"] == state
    })
    .await;
    found
}

/// HMAC by its definition (RFC 2104), so that ours is not checked with itself.
fn hmac(key: &[u8], message: &[u8]) -> Vec<u8> {
    let mut block = [0_u8; 64];
    block[..key.len()].copy_from_slice(key);
    let pad = |byte: u8| block.iter().map(|b| b ^ byte).collect::<Vec<u8>>();
    let inner = Sha256::digest([&pad(0x36)[..], message].concat());
    Sha256::digest([&pad(0x5c)[..], &inner[..]].concat()).to_vec()
}

fn assert_signed(asked: &Asked, secret: &Value, now: u64) {
    let key = secret.as_str().and_then(|secret| secret.strip_prefix("whsec_")).expect("a secret");
    let (id, time) = (asked.header("webhook-id"), asked.header("webhook-timestamp"));
    assert_eq!(time, now.to_string());
    let signature =
        hmac(&STANDARD.decode(key).expect("base64"), format!("{id}.{time}.{}", asked.body).as_bytes());
    assert_eq!(asked.header("webhook-signature"), format!("v1,{}", STANDARD.encode(signature)));
}

/// A table at which Alice has a webhook; the game begins with it.
async fn table_of_alice(world: World, hook: Value) -> (Table, Answer) {
    let alice = world.player("Alice of the hooks", "hooks@example.org").await;
    let made = make(&world, &alice, hook).await;
    let body = json!({
        "ruleset": "little_bighorn", "scenario": "skirmish", "visibility": "private", "title": "A *test*",
        "seats": [{"seat": FIRST, "player": "me"}, {"seat": SECOND, "player": "open"}],
    });
    let game = world.ask("POST", "/v1/games", &alice, body).await;
    assert_eq!(game.status, 201, "{game:?}");
    let game = game.json["id"].as_str().expect("an id").to_owned();
    let bob = world.player("Bob", "bob@example.org").await;
    let table = Table { world, host: alice.clone(), alice, bob, stranger: String::new(), game };
    (table, made)
}

/// Lets the other seat be taken: the game begins, and a seat is waited for.
async fn begin(table: &Table) {
    let invite = table.post(&format!("/seats/{SECOND}/invite"), &table.host, Value::Null).await;
    let claim = json!({"invite": invite.json["invite"]});
    let path = table.path(&format!("/seats/{SECOND}"));
    let taken = table.world.ask("PUT", &path, &table.bob, claim).await;
    assert_eq!(taken.status, 200, "{taken:?}");
}

#[actix_web::test]
async fn a_move_arrives_signed_and_tells_no_more_than_it_must() {
    let sink = Sink::answering(204);
    let (table, made) = table_of_alice(private(), json!({"url": sink.url("/hook?a=b")})).await;
    start(&table.world);
    begin(&table).await;
    let told = newest(&table.world, &made, &table.alice, 1, "sent").await;
    assert_eq!(
        (&told["event"], &told["status"], &told["seat"]),
        (&"your_move".into(), &204.into(), &FIRST.into())
    );
    let asked = &sink.asked()[0];
    assert_eq!(
        (asked.path.as_str(), asked.header("webhook-id")),
        ("/hook?a=b", told["id"].as_str().expect("an id"))
    );
    assert_signed(asked, &made.json["secret"], START);
    let (body, state) = (asked.json(), table.state().await.json);
    assert_eq!((&body["type"], &body["timestamp"]), (&"your_move".into(), &told["queued"]));
    let data = &body["data"];
    assert_eq!(
        (&data["game"]["id"], &data["game"]["title"]),
        (&table.game.as_str().into(), &"A *test*".into())
    );
    for member in ["round", "phase", "version", "head"] {
        assert_eq!(data[member], state[member], "{member}");
    }
    assert!(data["text"].as_str().expect("a text").starts_with("A *test*: your move, round 1"), "{data}");
    assert!(!asked.body.contains("Bob") && !asked.body.contains("example.org"), "{}", asked.body);
    let log = format!("{:?}", table.world.app.config);
    assert!(!log.contains("whsec_"));
}

#[actix_web::test]
async fn what_fails_is_tried_again_with_the_same_id_and_bytes_and_no_redirection_is_followed() {
    let sink = Sink::answering(500);
    let (table, made) = table_of_alice(private(), json!({"url": sink.url("/hook")})).await;
    let world = &table.world;
    start(world);
    begin(&table).await;
    let failed = newest(world, &made, &table.alice, 1, "queued").await;
    assert_eq!((&failed["status"], &failed["error"]), (&500.into(), &"The answer was 500.".into()));
    assert_eq!(failed["next_try"], api::service::fields::rfc3339(START + 10));
    sink.now_answering(302);
    world.clock.set(START + 10);
    world.app.wake.notify();
    let redirected = newest(world, &made, &table.alice, 2, "queued").await;
    assert_eq!(redirected["error"], "The answer was 302; redirections are not followed.");
    assert_eq!(redirected["next_try"], api::service::fields::rfc3339(START + 70));
    let hook = world.ask("GET", &path(&made), &table.alice, Value::Null).await;
    assert_eq!(hook.json["failures"], 2);
    sink.now_answering(200);
    world.clock.set(START + 70);
    world.app.wake.notify();
    newest(world, &made, &table.alice, 3, "sent").await;
    let asked = sink.asked();
    assert_eq!(asked.iter().map(|asked| asked.path.as_str()).collect::<Vec<_>>(), ["/hook"; 3]);
    for (asked, now) in asked.iter().zip([START, START + 10, START + 70]) {
        assert_eq!(asked.body, sink.asked()[0].body);
        assert_eq!(asked.header("webhook-id"), failed["id"].as_str().expect("an id"));
        assert_signed(asked, &made.json["secret"], now);
    }
    let hook = world.ask("GET", &path(&made), &table.alice, Value::Null).await;
    assert_eq!(hook.json["failures"], 0);
}

#[actix_web::test]
async fn what_waits_is_there_after_a_restart_and_leaves_only_if_it_is_still_true() {
    let sink = Sink::answering(200);
    let (mut table, made) = table_of_alice(private(), json!({"url": sink.url("/hook")})).await;
    begin(&table).await;
    // Alice's move is made before anything could leave; then she is waited for once more.
    let mut n_turns = 0;
    while n_turns == 0 || table.to_act().await.is_some_and(|(seat, _)| seat != FIRST) {
        assert!(table.play_on().await);
        n_turns += 1;
    }
    table.world = table.world.restarted();
    start(&table.world);
    until("all has come to an end", async || {
        let all = deliveries(&table.world, &made, &table.alice).await;
        all.iter().all(|row| row["state"] != "queued")
    })
    .await;
    let all = deliveries(&table.world, &made, &table.alice).await;
    let moves: Vec<&Value> = all.iter().filter(|row| row["event"] == "your_move").collect();
    assert_eq!((moves.len(), &moves[0]["state"], &moves[1]["state"]), (2, &"sent".into(), &"dropped".into()));
    assert_eq!((&moves[1]["tries"], &moves[1]["error"]), (&0.into(), &"the seat has acted since".into()));
    assert_eq!(sink.asked().iter().filter(|asked| asked.json()["type"] == "your_move").count(), 1);
}

#[actix_web::test]
async fn a_target_that_is_gone_is_switched_off_and_its_owner_sees_why() {
    let sink = Sink::answering(410);
    let (table, made) =
        table_of_alice(private(), json!({"url": sink.url("/hook"), "events": ["your_move"]})).await;
    let world = &table.world;
    start(world);
    begin(&table).await;
    newest(world, &made, &table.alice, 1, "failed").await;
    let hook = world.ask("GET", &path(&made), &table.alice, Value::Null).await;
    let why = "the other side answered 410: it is gone for good";
    assert_eq!((&hook.json["active"], &hook.json["off_reason"]), (&false.into(), &why.into()));
    let due = world.app.store.letters_due(u64::MAX / 4, 1_000).expect("letters");
    let told: Vec<_> = due.iter().filter(|row| row.letter.kind == "webhook_off").collect();
    assert_eq!(told.len(), 1, "and is told so by mail, once");
    for _ in 0..4 {
        assert!(table.play_on().await);
    }
    assert_eq!(deliveries(world, &made, &table.alice).await.len(), 1, "it is told nothing more");
    sink.now_answering(200);
    let on = world.ask("PATCH", &path(&made), &table.alice, json!({"active": true})).await;
    assert_eq!((&on.json["active"], &on.json["off_reason"]), (&true.into(), &Value::Null));
}

#[actix_web::test]
async fn one_slow_target_delays_nobody_else() {
    let (slow, quick) = (Sink::answering(SILENCE), Sink::answering(200));
    let (table, made) = table_of_alice(private(), json!({"url": slow.url("/hook")})).await;
    let world = &table.world;
    let other = make(world, &table.alice, json!({"url": quick.url("/hook"), "shape": "slack"})).await;
    begin(&table).await;
    for hook in [&made, &made, &made, &other] {
        let asked = world.ask("POST", &format!("{}/test", path(hook)), &table.alice, Value::Null).await;
        assert_eq!(asked.status, 202, "{asked:?}");
    }
    start(world);
    until("both of the quick one arrived", async || quick.asked().len() == 2).await;
    assert_eq!(slow.asked().len(), 1, "one at a time");
    let waiting = deliveries(world, &made, &table.alice).await;
    assert!(waiting.iter().all(|row| row["state"] == "queued"), "{waiting:?}");
    slow.now_answering(200);
    until("all of the slow one arrived", async || slow.asked().len() == 4).await;
}

#[actix_web::test]
async fn a_test_is_sent_once_also_to_a_webhook_that_is_switched_off() {
    let (world, sink) = (private(), Sink::answering(503));
    let token = world.player("Alice", "alice@example.org").await;
    let made = make(&world, &token, json!({"url": sink.url("/hook"), "active": false})).await;
    start(&world);
    let ask = || {
        request("POST", &format!("{}/test", path(&made)), &token, &Value::Null)
            .insert_header(("idempotency-key", "a-test"))
    };
    let (first, second) = (world.send(ask()).await, world.send(ask()).await);
    assert_eq!((first.status.as_u16(), &first.text), (202, &second.text));
    assert_eq!((&first.json["state"], &first.json["event"]), (&"queued".into(), &"test".into()));
    let failed = newest(&world, &made, &token, 1, "failed").await;
    assert_eq!((&failed["id"], &failed["next_try"]), (&first.json["id"], &Value::Null));
    let asked = sink.asked();
    assert_eq!((asked.len(), &asked[0].json()["type"]), (1, &"test".into()));
    assert_signed(&asked[0], &made.json["secret"], START);
}

#[actix_web::test]
async fn each_shape_is_what_its_service_takes() {
    let sink = Sink::answering(200);
    let (table, _) =
        table_of_alice(private(), json!({"url": sink.url("/discord"), "shape": "discord"})).await;
    for shape in ["slack", "ntfy"] {
        make(&table.world, &table.alice, json!({"url": sink.url(&format!("/{shape}")), "shape": shape}))
            .await;
    }
    start(&table.world);
    begin(&table).await;
    until("three messages", async || sink.asked().len() == 3).await;
    let asked = |path: &str| sink.asked().into_iter().find(|asked| asked.path == path).expect("a message");
    let discord = asked("/discord").json();
    assert!(discord["content"].as_str().expect("a text").starts_with(r"A \*test\*\: your move"), "{discord}");
    assert_eq!(discord["allowed_mentions"], json!({"parse": []}));
    let slack = asked("/slack").json();
    assert!(slack["text"].as_str().expect("a text").starts_with("A *test*: your move"), "{slack}");
    let ntfy = asked("/ntfy");
    assert!(ntfy.body.starts_with("A *test*: your move"), "{ntfy:?}");
    assert_eq!(ntfy.header("title"), "A *test*");
    assert!(ntfy.header("click").ends_with(&table.game), "{ntfy:?}");
}

#[actix_web::test]
async fn a_target_that_moves_inside_after_it_was_saved_is_not_reached() {
    let sink = Sink::answering(200);
    let world = private();
    let token = world.player("Alice", "alice@example.org").await;
    let made = make(&world, &token, json!({"url": sink.url("/hook")})).await;
    // The operator takes his word back: what was saved is looked at again.
    let strict = World::with(&[]);
    let agent = webhook::send::agent(strict.app.config.webhook_targets);
    let sent = webhook::send::post(&agent, &sink.url("/hook"), &[], "{}");
    let why = "The host cannot be found, or is not one that everybody can reach.";
    assert_eq!(sent.map(|_| ()), Err(why.to_owned()));
    let name = format!("http://localhost:{}/", sink.url("").rsplit(':').next().expect("a port"));
    assert_eq!(webhook::send::post(&agent, &name, &[], "{}").map(|_| ()), Err(why.to_owned()));
    assert!(sink.asked().is_empty());
    start(&world);
    world.ask("POST", &format!("{}/test", path(&made)), &token, Value::Null).await;
    newest(&world, &made, &token, 1, "sent").await;
}
