//! What is refused changes nothing; what is repeated happens once; what is meant for another moment is not done now.

use futures_util::future::join;
use serde_json::{Value, json};

use crate::{
    table::{FIRST, SECOND, Table, invite_of},
    world::{Answer, request},
};

/// A turn with a key of its own.
async fn keyed(table: &Table, key: &str, token: &str, body: &Value) -> Answer {
    let request = request("POST", &table.path("/turns"), token, body);
    table.world.send(request.insert_header(("idempotency-key", key))).await
}

async fn matched(table: &Table, tag: &str, token: &str, body: &Value) -> Answer {
    let request = request("POST", &table.path("/turns"), token, body);
    table.world.send(request.insert_header(("if-match", tag))).await
}

#[actix_web::test]
async fn the_same_key_and_body_give_the_same_bytes_for_ever() {
    let table = Table::begun("public").await;
    let (seat, token) = table.to_act().await.expect("somebody");
    let body = json!({"seat": seat, "orders": table.suggested(token).await});
    let key = "0b9f6c1e-5a77-4b1e-9d0a-3f2f6f1c8e21";
    let first = keyed(&table, key, token, &body).await;
    assert_eq!(first.status, 201, "{first:?}");
    assert_eq!(first.header("location"), table.path(&format!("/turns/{}", first.json["turn"])));
    for _ in 0..3 {
        table.play_on().await;
    }
    table.world.clock.set(crate::world::START + 30 * 24 * 3600);
    let again = keyed(&table, key, token, &body).await;
    assert_eq!((again.status, &again.text), (first.status, &first.text));
    for name in ["location", "etag", "content-type"] {
        assert_eq!(again.header(name), first.header(name));
    }
    let other = json!({"seat": seat, "orders": [{"type": "resign"}]});
    assert_eq!(keyed(&table, key, token, &other).await.problem(), (422, "idempotency-key-reused"));
    let turn = table.get(&format!("/turns/{}", first.json["turn"]), "").await;
    assert_eq!((turn.json["request"].as_str(), &turn.json["dice"]), (Some(key), &first.json["dice"]));
    assert_eq!(
        (&turn.json["events"], &turn.json["orders"][0]["order"]),
        (&first.json["events"], &body["orders"][0])
    );
    let bad = keyed(&table, "not a key", token, &body).await;
    assert_eq!(bad.problem(), (400, "bad-idempotency-key"));
}

#[actix_web::test]
async fn a_game_is_made_once_for_a_key_and_its_secrets_are_told_again_only_with_it() {
    let table = Table::begun("public").await;
    let body = json!({"ruleset": "little_bighorn", "scenario": "skirmish", "seats": [
        {"seat": SECOND, "player": {"email": "x@example.org"}}]});
    let send = async || {
        let request = request("POST", "/v1/games", &table.host, &body);
        table.world.send(request.insert_header(("idempotency-key", "make-1"))).await
    };
    let first = send().await;
    table.world.clock.set(crate::world::START + 100);
    let again = send().await;
    assert_eq!((first.status.as_u16(), &first.text), (201, &again.text));
    assert_eq!(first.header("location"), again.header("location"));
    let read = table.world.ask("GET", first.header("location"), &table.host, Value::Null).await;
    assert!(!read.text.contains(&invite_of(&first, SECOND)));
}

#[actix_web::test]
async fn what_is_refused_or_only_tried_changes_nothing_not_even_the_next_die() {
    let table = Table::begun("public").await;
    let before = table.state().await;
    let (_, token) = table.to_act().await.expect("somebody");
    let good = table.suggested(token).await;
    let idle = if token == table.alice { &table.bob } else { &table.alice };
    let faulty = [
        json!({"orders": [{"type": "move", "figure": "nobody", "path": ["a1"]}]}),
        json!({"orders": [{"type": "march"}, {"type": "move"}, 7]}),
        json!({"orders": [{"type": "accept_draw"}]}),
        json!({"orders": []}),
        json!({"orders": good, "phase": "finished"}),
    ];
    for n in 0..100 {
        let body = &faulty[n % faulty.len()];
        let answer = table.post("/turns", token, body.clone()).await;
        assert!(matches!(answer.status.as_u16(), 409 | 422), "{answer:?}");
        let not_his = table.post("/turns", idle, json!({"orders": good})).await;
        assert!(matches!(not_his.status.as_u16(), 409 | 422), "{not_his:?}");
        let dry = table.post("/turns?dry_run=true", token, json!({"orders": good})).await;
        assert_eq!(dry.status, 200, "{dry:?}");
    }
    let after = table.state().await;
    assert_eq!((after.header("etag"), &after.text), (before.header("etag"), &before.text));
    while table.state().await.json["dice"]["rolls"] == 0 {
        assert!(table.play_on().await, "a battle without a die");
    }
    let rolls = table.get("/dice", "").await;
    assert_eq!(rolls.json["items"][0]["index"], 1);
    let seed = rolls.json["items"][0]["seed"].as_str().expect("a seed");
    assert_eq!(domain::hash::Hash::of(seed).to_string(), before.json["dice"]["anchor"]);
}

#[actix_web::test]
async fn every_fault_of_a_list_is_told_with_its_place() {
    let table = Table::begun("public").await;
    let (seat, token) = table.to_act().await.expect("somebody");
    let list = json!({"orders": [{"type": "march"}, {"type": "end_phase"}, {"type": "move", "figure": "x", "path": 3}]});
    let answer = table.post("/turns", token, list).await;
    assert_eq!(answer.status, 422, "{answer:?}");
    let places: Vec<_> = answer.faults().into_iter().map(|(_, pointer)| pointer).collect();
    assert_eq!(places, ["/orders/0", "/orders/1", "/orders/2"], "{answer:?}");
    let text = request("POST", &table.path(&format!("/turns?seat={seat}")), token, &Value::Null)
        .insert_header(("content-type", "text/plain"))
        .set_payload("# a comment\n\nmarch to the river\n");
    let answer = table.world.send(text).await;
    let fault = &answer.json["errors"][0];
    assert_eq!(
        (answer.status.as_u16(), &fault["line"], &fault["code"]),
        (422, &3.into(), &"malformed".into()),
        "{answer:?}"
    );
    let unknown = table.post("/turns", token, json!({"orders": [], "state": {}})).await;
    assert_eq!(unknown.faults(), [("unknown-field", "/state")]);
    let form = request("POST", &table.path("/turns"), token, &Value::Null)
        .insert_header(("content-type", "application/x-www-form-urlencoded"))
        .set_payload("orders=x");
    assert_eq!(table.world.send(form).await.problem(), (415, "unsupported-media-type"));
}

#[actix_web::test]
async fn a_turn_may_be_bound_to_a_version_or_to_a_phase() {
    let table = Table::begun("public").await;
    let state = table.state().await;
    let tag = state.header("etag").to_owned();
    let (_, token) = table.to_act().await.expect("somebody");
    let orders = table.suggested(token).await;
    let (round, phase) = (state.json["round"].clone(), state.json["phase"].clone());
    let elsewhere = table.post("/turns", token, json!({"orders": orders, "round": 9, "phase": phase})).await;
    assert_eq!(
        (elsewhere.problem(), &elsewhere.json["round"], &elsewhere.json["phase"]),
        ((409, "phase-over"), &round, &phase)
    );
    assert_eq!(matched(&table, "42", token, &json!({"orders": orders})).await.status, 400);
    assert_eq!(
        matched(&table, &format!("W/{tag}"), token, &json!({"orders": orders})).await.problem(),
        (412, "stale")
    );
    let bound = json!({"orders": orders, "round": round, "phase": phase});
    let done = matched(&table, &tag, token, &bound).await;
    assert_eq!(done.status, 201, "{done:?}");
    let (_, next) = table.to_act().await.expect("somebody");
    let late = matched(&table, &tag, next, &json!({"orders": table.suggested(next).await})).await;
    assert_eq!(late.problem(), (412, "stale"));
    assert!(late.header("etag").starts_with(&format!("\"{}.", done.json["version"])), "{late:?}");
    let star = matched(&table, "*", next, &json!({"orders": table.suggested(next).await})).await;
    assert_eq!(star.status, 201, "{star:?}");
    let text = table.get("", "").await;
    let cached = request("GET", &table.path(""), "", &Value::Null)
        .insert_header(("if-none-match", text.header("etag")));
    let cached = table.world.send(cached).await;
    assert_eq!((cached.status.as_u16(), cached.text.as_str()), (304, ""));
}

#[actix_web::test]
async fn a_double_click_is_one_turn() {
    let table = Table::begun("public").await;
    let (_, token) = table.to_act().await.expect("somebody");
    let offer = json!({"orders": [{"type": "offer_draw"}]});
    assert_eq!(table.post("/turns", token, offer.clone()).await.status, 201);
    let again = table.post("/turns", token, offer).await;
    assert!(again.status == 409, "{again:?}");
}

#[actix_web::test]
async fn two_seats_that_act_at_once_both_succeed() {
    let table = Table::begun("public").await;
    let world = &table.world;
    let seats = json!([{"seat": "headquarters", "player": "me"},
        {"seat": "band_gall", "player": {"email": "bob@example.org"}},
        {"seat": "band_crazy_horse", "player": {"email": "m@example.org"}}]);
    let made =
        json!({"ruleset": "little_bighorn", "scenario": "skirmish", "seat_plan": "groups", "seats": seats});
    let made = world.ask("POST", "/v1/games", &table.alice, made).await;
    let game = made.header("location").to_owned();
    for (seat, token) in [("band_gall", &table.bob), ("band_crazy_horse", &table.stranger)] {
        let claim = json!({"invite": invite_of(&made, seat)});
        assert_eq!(world.ask("PUT", &format!("{game}/seats/{seat}"), token, claim).await.status, 200);
    }
    let turns = format!("{game}/turns");
    let state = loop {
        let state = world.ask("GET", &game, &table.alice, Value::Null).await.json;
        if state["to_act"].as_array().expect("seats").len() == 2 {
            break state;
        }
        let token = if state["to_act"][0]["seat"] == "headquarters" { &table.alice } else { &table.bob };
        let body = json!({"orders": [{"type": "end_phase", "phase": state["phase"]}]});
        let answer = world.ask("POST", &turns, token, body).await;
        assert_eq!(answer.status, 201, "{answer:?}");
    };
    let body = json!({"orders": [{"type": "end_phase", "phase": state["phase"]}],
        "round": state["round"], "phase": state["phase"]});
    let (one, other) = join(
        world.ask("POST", &turns, &table.bob, body.clone()),
        world.ask("POST", &turns, &table.stranger, body),
    )
    .await;
    assert_eq!((one.status.as_u16(), other.status.as_u16()), (201, 201), "{one:?} {other:?}");
}

#[actix_web::test]
async fn drafts_are_kept_for_the_seat_and_forgotten_with_its_turn() {
    let table = Table::begun("public").await;
    let (_, token) = table.to_act().await.expect("somebody");
    assert_eq!(table.get("/draft", token).await.problem(), (404, "not-found"));
    let orders = table.suggested(token).await;
    let kept = table.world.ask("PUT", &table.path("/draft"), token, json!({"orders": orders})).await;
    assert_eq!((kept.status.as_u16(), &kept.json["orders"]), (200, &orders), "{kept:?}");
    assert_eq!(table.get("/draft", token).await.json, kept.json);
    let idle = if token == table.alice { &table.bob } else { &table.alice };
    let seat = if token == table.alice { FIRST } else { SECOND };
    assert_eq!(table.get("/draft", idle).await.status, 404);
    assert_eq!(table.get(&format!("/draft?seat={seat}"), idle).await.problem(), (403, "forbidden"));
    assert_eq!(table.post("/turns", token, json!({"orders": orders})).await.status, 201);
    assert_eq!(table.get("/draft", token).await.status, 404);
}
