//! Drafts and secrets through the front door: put down, kept, bound, sealed, opened, lost.

use domain::{
    ids::{GameId, Seat},
    table::AbortReason,
};
use serde_json::{Value, json};

use crate::{bids::Bids, world::START};

fn orders(draft: &Value) -> Vec<&str> {
    draft["notation"].as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

#[actix_web::test]
async fn secret_orders_become_a_draft_until_one_binds_them() {
    let bids = Bids::begun().await;
    let before = bids.get("", "south_a").await;
    let first = bids.say("/turns", "north_a", "bid 2").await;
    assert_eq!(first.status, 200, "{first:?}");
    assert_eq!(orders(&first.json["draft"]), ["bid 2"]);
    assert_eq!(first.json["draft"]["seat"], "north_a");
    bids.world.clock.set(START + 60);
    let second =
        bids.ask("POST", "/turns", "north_a", json!({"orders": [{"type": "bid", "tokens": 5}]})).await;
    assert_eq!(orders(&second.json["draft"]), ["bid 2", "bid 5"], "it is added");
    // Another device of the same player sees it; nobody else does.
    assert_eq!(bids.get("/draft", "north_a").await.json, second.json["draft"]);
    for other in ["north_b", "south_a", "host", "stranger"] {
        let answer = bids.get("/draft?seat=north_a", other).await;
        assert_eq!(answer.problem(), (403, "forbidden"));
    }
    assert_eq!(bids.get("", "south_a").await.header("etag"), before.header("etag"));
    // What is not legal is refused, and the draft stays.
    let refused =
        bids.ask("POST", "/turns", "north_a", json!({"orders": [{"type": "bid", "tokens": 99}]})).await;
    assert_eq!((refused.status.as_u16(), &refused.json["code"]), (422, &json!("over-purse")));
    assert_eq!(refused.faults(), [("over-purse", "/orders/0")]);
    assert_eq!(bids.get("/draft", "north_a").await.json, second.json["draft"]);
    let tried = bids.say("/turns?dry_run=true", "north_a", "ready").await;
    assert_eq!(
        tried.json["events"][0]["secret"],
        json!({"type": "bid_made", "rules": ["SB-1"], "seat": "north_a", "tokens": 5})
    );
    assert_eq!(tried.json["order_index"], Value::Null);
    let bound = bids.say("/turns", "north_a", "ready").await;
    assert_eq!(bound.status, 201, "{bound:?}");
    let events = bound.json["events"].as_array().expect("a list");
    assert_eq!(events.len(), 1);
    assert_eq!(events[0]["body"], json!({"type": "bid_committed", "rules": ["SB-1"], "seat": "north_a"}));
    assert_eq!(bids.get("/draft", "north_a").await.problem(), (404, "not-found"));
    assert_eq!(bids.bids("north_b").await, json!({"north_a": 5}));
    assert_eq!(bids.bids("south_a").await, json!({}));
    assert_eq!(bids.bids("").await, json!({}));
    let again = bids.say("/turns", "north_a", "bid 1").await;
    assert_eq!((again.status.as_u16(), &again.json["code"]), (409, &json!("already-ready")));
}

#[actix_web::test]
async fn a_draft_that_is_sent_twice_is_kept_once() {
    let bids = Bids::begun().await;
    let keyed = |key: &'static str, text: &str| {
        bids.saying("POST", "/turns", "north_a", text).insert_header(("idempotency-key", key))
    };
    let first = bids.world.send(keyed("d-1", "bid 2")).await;
    bids.world.clock.set(START + 100);
    bids.world.send(keyed("d-2", "bid 3")).await;
    let again = bids.world.send(keyed("d-1", "bid 2")).await;
    assert_eq!((again.status, &again.text), (first.status, &first.text));
    assert_eq!(orders(&bids.get("/draft", "north_a").await.json), ["bid 2", "bid 3"]);
    let other = bids.world.send(keyed("d-1", "bid 4")).await;
    assert_eq!(other.problem(), (422, "idempotency-key-reused"));
    let bound = bids.world.send(keyed("d-3", "ready")).await;
    assert_eq!(bound.status, 201);
    assert_eq!(bids.world.send(keyed("d-3", "ready")).await.text, bound.text);
    assert_eq!(bids.world.send(keyed("d-1", "bid 2")).await.text, first.text, "also when all is bound");
    // Without a key: a double click.
    assert_eq!(bids.say("/turns", "south_a", "bid 2").await.status, 200);
    assert_eq!(bids.say("/turns", "south_a", "bid 2").await.problem(), (409, "repeated"));
}

#[actix_web::test]
async fn a_draft_is_put_read_and_thrown_away() {
    let bids = Bids::begun().await;
    let put = bids.world.send(bids.saying("PUT", "/draft", "south_b", "bid 1 # a comment\n\nbid 4\n")).await;
    assert_eq!(put.status, 200, "{put:?}");
    assert_eq!(put.json["orders"], json!([{"type": "bid", "tokens": 1}, {"type": "bid", "tokens": 4}]));
    assert_eq!(bids.get("/draft", "south_b").await.json, put.json);
    // Its form alone is judged: nobody has that many tokens.
    let put = bids.ask("PUT", "/draft", "south_b", json!({"orders": [{"type": "bid", "tokens": 99}]})).await;
    assert_eq!(put.status, 200, "{put:?}");
    let bad = bids.ask("PUT", "/draft", "south_b", json!({"orders": [{"type": "bit"}, 1]})).await;
    assert_eq!(bad.faults(), [("unknown-order", "/orders/0"), ("malformed", "/orders/1")]);
    let bad = bids.world.send(bids.saying("PUT", "/draft", "south_b", "bid\nready")).await;
    assert_eq!((bad.status.as_u16(), &bad.json["code"]), (422, &json!("malformed")));
    let many = vec![json!({"type": "ready"}); 501];
    let many = bids.ask("PUT", "/draft", "south_b", json!({"orders": many})).await;
    assert_eq!(many.problem(), (422, "too-many-orders"));
    assert_eq!(bids.get("/draft", "south_b").await.json, put.json);
    // A fault of the draft is told as one of the draft.
    let refused = bids.say("/turns", "south_b", "ready").await;
    assert_eq!(refused.faults(), [("over-purse", "/draft/orders/0")]);
    assert_eq!(refused.json["errors"][0].get("order_index"), None);
    assert_eq!(bids.ask("DELETE", "/draft", "south_b", Value::Null).await.status, 204);
    assert_eq!(bids.ask("DELETE", "/draft", "south_b", Value::Null).await.status, 204);
    assert_eq!(bids.get("/draft", "south_b").await.status, 404);
}

#[actix_web::test]
async fn a_side_reads_a_draft_where_the_rules_say_so() {
    let shared = json!({"purse": 12, "rounds": 3, "shared_drafts": true});
    let bids = Bids::begun_with(json!({"kind": "none"}), shared).await;
    let put = bids.ask("PUT", "/draft", "north_a", json!({"orders": [{"type": "bid", "tokens": 3}]})).await;
    assert_eq!(bids.get("/draft?seat=north_a", "north_b").await.json, put.json);
    assert_eq!(bids.get("/draft?seat=north_a", "south_a").await.problem(), (403, "forbidden"));
    assert_eq!(bids.get("/draft?seat=north_a", "stranger").await.problem(), (403, "forbidden"));
    let change = bids.ask("DELETE", "/draft?seat=north_a", "north_b", Value::Null).await;
    assert_eq!(change.problem(), (403, "forbidden"));
}

#[actix_web::test]
async fn a_time_out_binds_the_draft_and_forgets_it() {
    let clock =
        json!({"kind": "per_turn", "allow": "PT1H", "on_timeout": "default_action", "resign_after": 0});
    let bids = Bids::begun_with(clock, json!({})).await;
    bids.say("/turns", "north_a", "bid 4").await;
    bids.ask("PUT", "/draft", "south_a", json!({"orders": [{"type": "bid", "tokens": 13}]})).await;
    bids.world.clock.set(START + 3_700);
    let game = GameId::new(&bids.game).expect("an id");
    for seat in ["north_a", "south_a"] {
        bids.world.app.time_out(&game, &Seat::new(seat).expect("a seat")).expect("its time is up");
        assert_eq!(bids.get("/draft", seat).await.status, 404);
    }
    assert_eq!(bids.bids("north_a").await, json!({"north_a": 4}));
    assert_eq!(bids.bids("south_b").await, json!({"south_a": 0}), "what is not legal is not bound");
    let lines = bids.get("/events", "").await;
    let lines = lines.json["items"].as_array().expect("a list");
    let bodies: Vec<String> = lines[lines.len() - 4..].iter().map(|line| line["body"].to_string()).collect();
    assert_eq!(bodies[0].replace("north", "south"), bodies[2]);
    assert_eq!(bodies[1].replace("north", "south"), bodies[3]);
}

#[actix_web::test]
async fn a_draft_ends_with_its_seats_time_at_the_table() {
    let bids = Bids::begun().await;
    let put = json!({"orders": [{"type": "bid", "tokens": 3}]});
    for seat in ["north_a", "south_a"] {
        assert_eq!(bids.ask("PUT", "/draft", seat, put.clone()).await.status, 200);
    }
    // What only the table hears leaves it alone.
    assert_eq!(bids.say("/turns", "north_a", "offer draw").await.status, 201);
    assert_eq!(bids.get("/draft", "north_a").await.status, 200);
    assert_eq!(bids.ask("DELETE", "/seats/north_a", "north_a", Value::Null).await.status, 200);
    let store = &bids.world.app.store;
    let (game, seat) = (GameId::new(&bids.game).expect("an id"), |name| Seat::new(name).expect("a seat"));
    assert_eq!(store.draft(&game, &seat("north_a")).expect("a store"), None);
    bids.world.app.abort(&game, AbortReason::Operator).expect("aborted");
    assert_eq!(store.draft(&game, &seat("south_a")).expect("a store"), None);
}

#[actix_web::test]
async fn what_is_kept_is_encrypted_and_survives_a_restart() {
    let bids = Bids::begun().await;
    bids.bid("north_a", 5).await;
    bids.say("/turns", "south_a", "bid 7").await;
    let (game, seat) = (GameId::new(&bids.game).expect("an id"), Seat::new("south_a").expect("a seat"));
    let draft = bids.world.app.store.draft(&game, &seat).expect("a store").expect("a draft");
    assert!(!draft.orders.contains("tokens"), "{}", draft.orders);
    let secrets = bids.world.app.store.secrets(&game).expect("a store");
    assert_eq!(secrets.len(), 1);
    assert!(!String::from_utf8_lossy(&secrets[0].sealed).contains("bid_made"));
    let bids = bids.restarted();
    assert_eq!(bids.bids("north_b").await, json!({"north_a": 5}));
    assert_eq!(bids.bids("south_a").await, json!({}));
    assert_eq!(orders(&bids.get("/draft", "south_a").await.json), ["bid 7"]);
    bids.bid("north_b", 1).await;
    bids.bid("south_b", 1).await;
    let last = bids.say("/turns", "south_a", "ready").await;
    assert_eq!(last.status, 201, "{last:?}");
    let opening = &last.json["events"][1];
    assert_eq!(opening["type"], "secrets_opened");
    assert_eq!(opening["opens"].as_array().map(Vec::len), Some(4));
    assert_eq!(opening["opens"][0]["text"], "north_a bid 5");
    let audit = bids.get("/audit", "").await;
    let bundle = domain::log::Bundle::read(&audit.text).expect("a bundle");
    domain::log::verify(&bundle, None, &[]).expect("the protocol");
    let report = domain::audit::judge(&domain::rulesets::find, &bundle.log, &mut |_| {}).expect("the rules");
    assert_eq!((report.turns_sealed, report.turns_folded), (4, 0));
    // Looking back: everybody sees what he knew.
    let seq = lines_of(&bids, "north_a").await.iter().position(|line| line["type"] == "bid_committed");
    let then = format!("?at={}", seq.expect("a line") + 1);
    assert_eq!(bids.get(&then, "north_b").await.json["view"]["bids"], json!({"north_a": 5}));
    assert_eq!(bids.get(&then, "south_b").await.json["view"]["bids"], json!({}));
}

async fn lines_of(bids: &Bids, who: &str) -> Vec<Value> {
    let answer = bids.get("/events", who).await;
    answer.json["items"].as_array().expect("a list").clone()
}

#[actix_web::test]
async fn a_game_whose_key_is_lost_is_read_and_played_on() {
    let bids = Bids::begun().await;
    bids.bid("north_a", 5).await;
    bids.say("/turns", "south_a", "bid 7").await;
    std::fs::remove_file(bids.world.folder().join("keys/seal.key")).expect("the key");
    let bids = bids.restarted();
    assert_eq!(bids.bids("north_a").await, json!({}), "nobody can know it any more");
    assert_eq!(bids.get("/draft", "south_a").await.problem(), (404, "not-found"));
    assert_eq!(bids.get("/replay", "north_a").await.status, 200);
    for seat in ["north_b", "south_b", "south_a"] {
        let bid = bids.say("/turns", seat, "bid 1\nready").await;
        // The seeds are lost as well: what asks for dice waits for a new epoch, which a restore brings.
        assert!(bid.status == 201 || seat == "south_a", "{bid:?}");
    }
    assert_eq!(bids.bids("south_a").await, json!({"south_b": 1}));
}

#[actix_web::test]
async fn a_seal_s_own_side_is_told_its_content_with_it() {
    let bids = Bids::begun().await;
    bids.bid("north_a", 5).await;
    let line = |lines: Vec<Value>| lines.last().expect("a line").clone();
    let own = line(lines_of(&bids, "north_b").await);
    assert_eq!(own["secret"], json!({"type": "bid_made", "rules": ["SB-1"], "seat": "north_a", "tokens": 5}));
    for other in ["south_a", "host", "stranger", ""] {
        let seen = line(lines_of(&bids, other).await);
        assert_eq!(seen.get("secret"), None);
        let mut same = own.clone();
        same.as_object_mut().expect("an object").remove("secret");
        assert_eq!(seen, same);
    }
    let file = crate::world::request("GET", &bids.path("/events"), bids.token("north_a"), &Value::Null)
        .insert_header(("accept", "application/x-ndjson"));
    assert!(bids.world.send(file).await.text.contains("\"tokens\":5"));
    let eyes = bids.get("/events?seat=south_a", "north_a").await;
    assert_eq!(eyes.problem(), (403, "forbidden"));
}

#[actix_web::test]
async fn a_record_tells_of_secrets_what_the_log_opens_and_plays_again() {
    let bids = Bids::begun().await;
    bids.bid("north_a", 5).await;
    bids.bid("south_a", 2).await;
    let early = bids.get("/record", "north_a").await.text;
    assert!(early.contains("! bound ") && !early.contains("! sealed "), "{early}");
    let record = api::record::parse_record(&early).expect("a record");
    record.play(&mut |_, _| {}).expect("it plays as far as it goes");
    bids.bid("north_b", 1).await;
    bids.bid("south_b", 3).await;
    bids.say("/turns", "north_a", "resign").await;
    bids.say("/turns", "north_b", "resign").await;
    let text = bids.get("/record", "").await.text;
    assert!(text.contains("! sealed ") && text.contains("# north_a bid 5"), "{text}");
    let record = api::record::parse_record(&text).expect("a record");
    let end = record.play(&mut |_, _| {}).unwrap_or_else(|why| panic!("{why}\n{text}"));
    assert_eq!(end.view(&domain::ruleset::Viewer::Spectator), bids.get("", "").await.json["view"]);
}
