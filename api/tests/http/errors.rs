//! Whatever goes wrong has one form.

use actix_web::test::TestRequest;
use serde_json::{Value, json};

use crate::world::{BROKEN, START, World, request};

#[actix_web::test]
async fn what_is_not_there_cannot_be_done_or_is_no_json_is_a_problem() {
    let world = World::new();
    let token = world.player("Alice", "alice@example.org").await;
    let raw = |content_type: &str, body: &[u8]| {
        TestRequest::post()
            .uri("/v1/players")
            .insert_header(("content-type", content_type.to_owned()))
            .set_payload(body.to_vec())
    };
    let json = "application/json";
    let deep = "[".repeat(40) + &"]".repeat(40);
    for (sent, problem) in [
        (TestRequest::get().uri("/nowhere"), (404, "not-found")),
        (TestRequest::get().uri("/v1/problems"), (404, "not-found")),
        (TestRequest::get().uri("/problems/nothing"), (404, "not-found")),
        (TestRequest::delete().uri("/v1/players"), (405, "method-not-allowed")),
        (TestRequest::get().uri("/v1/me"), (401, "unauthorized")),
        (raw("text/plain", b"{}"), (415, "unsupported-media-type")),
        (TestRequest::post().uri("/v1/players").set_payload("{}"), (415, "unsupported-media-type")),
        (raw(json, b"{}").insert_header(("content-encoding", "gzip")), (415, "unsupported-media-type")),
        (raw(json, b""), (400, "bad-json")),
        (raw(json, b"{\"name\":"), (400, "bad-json")),
        (raw(json, b"{\"name\":\"\xff\"}"), (400, "not-utf8")),
        (raw(json, deep.as_bytes()), (400, "too-deep")),
        (raw(json, b"{\"name\":\"a\",\"name\":\"b\"}"), (422, "invalid-fields")),
        (raw(json, &vec![b' '; 256 * 1024 + 1]), (413, "body-too-large")),
        (
            request("POST", "/v1/me/tokens", &token, &Value::Null).set_payload("{}"),
            (415, "unsupported-media-type"),
        ),
        (
            TestRequest::get().uri("/healthz").insert_header(("accept-encoding", "x, identity;q=0")),
            (406, "not-acceptable"),
        ),
    ] {
        let answer = world.send(sent).await;
        assert_eq!(answer.problem(), problem, "{answer:?}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert!(
            !answer.header("x-request-id").is_empty() && !answer.header("content-security-policy").is_empty()
        );
    }
    let exact = world.send(raw(json, &vec![b' '; 256 * 1024])).await;
    assert_eq!(exact.problem(), (400, "bad-json"), "the limit itself is allowed");
    let large = world.send(raw(json, &vec![b' '; 300 * 1024])).await;
    assert!(large.json["detail"].as_str().is_some_and(|detail| detail.contains("256 KiB (262144 bytes)")));
}

#[actix_web::test]
async fn methods_are_named_where_they_are_asked_for() {
    let world = World::new();
    let not_allowed = world.ask("PUT", "/v1/me", "", Value::Null).await;
    assert_eq!(not_allowed.header("allow"), "DELETE, GET, HEAD, OPTIONS, PATCH");
    let options = world.ask("OPTIONS", "/v1/players", "", Value::Null).await;
    assert_eq!((options.status.as_u16(), options.header("allow")), (204, "OPTIONS, POST"));
    assert_eq!(options.header("access-control-allow-origin"), "", "closed");
    assert_eq!(world.ask("OPTIONS", "/nowhere", "", Value::Null).await.problem().0, 404);
    let get = world.get("/openapi.json").await;
    let head = world.ask("HEAD", "/openapi.json", "", Value::Null).await;
    assert_eq!((head.status.as_u16(), &*head.text), (200, ""));
    assert_eq!(head.header("content-type"), get.header("content-type"));
    assert_eq!(world.ask("HEAD", "/nowhere", "", Value::Null).await.status, 404);
}

#[actix_web::test]
async fn a_request_id_is_echoed_or_made() {
    let world = World::new();
    let with = |id: &str| {
        request("GET", "/healthz", "", &Value::Null).insert_header(("x-request-id", id.to_owned()))
    };
    assert_eq!(world.send(with("my-id:7")).await.header("x-request-id"), "my-id:7");
    assert!(world.send(with("<b>")).await.header("x-request-id").starts_with("r_"));
    assert!(world.get("/nowhere").await.header("x-request-id").starts_with("r_"));
}

#[actix_web::test]
async fn a_panic_is_a_500_with_the_request_id_and_harms_no_other_request() {
    let world = World::new();
    let sign_up = |id: &str| {
        request("POST", "/v1/players", "", &json!({"name": "A", "email": "a@example.org"}))
            .insert_header(("x-request-id", id.to_owned()))
    };
    let about = |id: &str| {
        request("GET", "/v1/about", "", &Value::Null).insert_header(("x-request-id", id.to_owned()))
    };
    for _ in 0..3 {
        world.clock.set(BROKEN);
        for (sent, id) in [(sign_up("blocking"), "blocking"), (about("async"), "async")] {
            let answer = world.send(sent).await;
            assert_eq!(answer.problem(), (500, "internal"));
            assert_eq!((&answer.json["request_id"], answer.header("x-request-id")), (&json!(id), id));
            assert_eq!(answer.header("x-content-type-options"), "nosniff");
            assert!(!answer.text.contains("clock"), "the cause is not told");
        }
        world.clock.set(START);
        assert_eq!(world.get("/v1/about").await.status, 200);
        assert_eq!(world.send(sign_up("well")).await.status, 201);
    }
}

#[actix_web::test]
async fn readiness_tells_what_is_not_well() {
    let world = World::new();
    assert_eq!(world.get("/readyz").await.json["status"], "ok");
    let _beat = world.app.beats.register("outbox", 60, START);
    world.clock.set(START + 61);
    let answer = world.get("/readyz").await;
    assert_eq!((answer.problem(), &answer.json["checks"][2]["name"]), ((503, "not-ready"), &json!("outbox")));
    world.clock.set(START);
    world.app.stop.set();
    assert_eq!(world.get("/readyz").await.json["detail"], "service: is ending");
    assert_eq!(world.get("/healthz").await.status, 200);
    world.app.store.close();
    assert_eq!(
        world.get("/readyz").await.json["checks"][1],
        json!({"name": "store", "ok": false, "detail": "cannot be written"})
    );
}
