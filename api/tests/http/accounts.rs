//! Making, proving, changing and leaving an account.

use api::post::content::LetterContent;
use serde_json::{Value, json};

use crate::world::{START, World, request};

#[actix_web::test]
async fn who_signs_up_plays_at_once_and_proves_his_address_later() {
    let world = World::new();
    let made =
        world.ask("POST", "/v1/players", "", json!({"name": " Alice ", "email": "alice@example.org"})).await;
    assert_eq!((made.status.as_u16(), made.header("location")), (201, "/v1/me"));
    let player = &made.json["player"];
    assert!(player["id"].as_str().expect("an id").starts_with("p_"));
    assert_eq!((&player["name"], &player["email_verified"]), (&json!("Alice"), &json!(false)));
    let token = made.json["token"].as_str().expect("a token");
    assert_eq!(world.ask("GET", "/v1/me", token, Value::Null).await.json, *player);

    let code = world.last_code("alice@example.org").to_lowercase().replace('-', " ");
    let wrong = world.ask("POST", "/v1/me/verify", token, json!({"code": "0000-0000"})).await;
    assert_eq!((wrong.problem().0, wrong.faults()), (422, vec![("wrong-code", "/code")]));
    let right = world.ask("POST", "/v1/me/verify", token, json!({"code": code})).await;
    assert_eq!((right.status.as_u16(), &right.json["email_verified"]), (200, &json!(true)));
    let again = world.ask("POST", "/v1/me/verify", token, json!({"code": code})).await;
    assert_eq!(again.faults(), [("wrong-code", "/code")]);
}

#[actix_web::test]
async fn a_known_and_an_unknown_address_differ_in_nothing_a_stranger_sees() {
    let world = World::new();
    world.proved("Owner", "owner@example.org").await;
    let known =
        world.ask("POST", "/v1/players", "", json!({"name": "X", "email": "OWNER@example.org"})).await;
    let unknown =
        world.ask("POST", "/v1/players", "", json!({"name": "X", "email": "nobody@example.org"})).await;
    let shape = |answer: &crate::world::Answer| {
        let mut json = answer.json.clone();
        for (pointer, blank) in [("/token", ""), ("/player/id", ""), ("/player/email", "")] {
            *json.pointer_mut(pointer).expect("a member") = json!(blank);
        }
        let names: Vec<String> = answer.headers.keys().map(ToString::to_string).collect();
        (answer.status, json, names.len())
    };
    assert_eq!(shape(&known), shape(&unknown));
    let kinds: Vec<String> = world.letters().into_iter().map(|(kind, ..)| kind).collect();
    assert_eq!(kinds, ["verify", "address_taken", "verify"]);

    for email in ["owner@example.org", "stranger@example.org"] {
        let answer = world.ask("POST", "/v1/sign-in", "", json!({"email": email})).await;
        assert_eq!(answer.status, 202);
        assert_eq!(
            answer.json,
            json!({"detail": "If a player has proved this address, a code is on its way to it."})
        );
    }
}

#[actix_web::test]
async fn an_address_belongs_to_the_first_who_proves_it() {
    let world = World::new();
    let first = world.player("First", "x@example.org").await;
    let code_of_first = world.last_code("x@example.org");
    world.proved("Second", "X@example.org").await;
    let late = world.ask("POST", "/v1/me/verify", &first, json!({"code": code_of_first})).await;
    assert_eq!(late.problem(), (409, "address-taken"));
}

#[actix_web::test]
async fn every_fault_of_a_form_is_told_at_once() {
    let world = World::new();
    let body = json!({"name": "\u{202e}", "email": "nowhere", "zone": "Mars/Base"});
    let answer = world.ask("POST", "/v1/players", "", body).await;
    assert_eq!(answer.problem(), (422, "invalid-fields"));
    assert_eq!(answer.faults(), [("bad-name", "/name"), ("bad-email", "/email"), ("bad-zone", "/zone")]);

    let typo = world.ask("POST", "/v1/players", "", json!({"nam": "A", "email": "a@x.example"})).await;
    assert_eq!((typo.problem(), typo.faults()), ((422, "invalid-fields"), vec![("unknown-field", "/nam")]));
    let missing = world.ask("POST", "/v1/players", "", json!({"name": "A"})).await;
    assert_eq!(missing.faults(), [("missing-field", "")]);
    let null = world.ask("POST", "/v1/players", "", json!({"name": null, "email": "a@x.example"})).await;
    assert_eq!(null.faults(), [("wrong-type", "/name")]);
}

#[actix_web::test]
async fn a_change_changes_what_it_names() {
    let world = World::new();
    let token = world.player("Alice", "alice@example.org").await;
    let change = json!({"zone": "europe/berlin", "notifications": {"press": "digest", "offer": "off"},
        "vacation": {"until": "2026-12-20T01:00:00+01:00"}});
    let me = world.ask("PATCH", "/v1/me", &token, change).await.json;
    assert_eq!((&me["zone"], &me["name"]), (&json!("Europe/Berlin"), &json!("Alice")));
    assert_eq!(
        (&me["notifications"]["press"], &me["notifications"]["your_move"]),
        (&json!("digest"), &json!("each"))
    );
    assert_eq!(me["vacation"], json!({"until": "2026-12-20T00:00:00Z"}));
    let me = world.ask("PATCH", "/v1/me", &token, json!({"vacation": null, "name": "Alice B."})).await.json;
    assert_eq!(
        (&me["vacation"], &me["name"], &me["zone"]),
        (&Value::Null, &json!("Alice B."), &json!("Europe/Berlin"))
    );
    assert_eq!(world.ask("GET", "/v1/me", &token, Value::Null).await.json, me);

    for (change, fault) in [
        (json!({"name": ""}), ("bad-name", "/name")),
        (json!({"zone": "x"}), ("bad-zone", "/zone")),
        (json!({"vacation": {"until": "2020-01-01T00:00:00Z"}}), ("bad-time", "/vacation/until")),
        (json!({"vacation": {"until": "2040-01-01T00:00:00Z"}}), ("bad-time", "/vacation/until")),
        (json!({"vacation": {"from": 1}}), ("unknown-field", "/vacation/from")),
        (json!({"notifications": {"pres": "off"}}), ("unknown-field", "/notifications/pres")),
        (json!({"notifications": {"press": "never"}}), ("wrong-type", "/notifications/press")),
        (json!({"email_verified": true}), ("unknown-field", "/email_verified")),
        (json!({"name": null}), ("wrong-type", "/name")),
    ] {
        let answer = world.ask("PATCH", "/v1/me", &token, change.clone()).await;
        assert_eq!((answer.problem().0, answer.faults()), (422, vec![fault]), "{change}");
    }
    assert_eq!(world.ask("GET", "/v1/me", &token, Value::Null).await.json, me, "a refusal changes nothing");
}

#[actix_web::test]
async fn a_new_address_is_proved_first_and_the_old_one_is_told() {
    let world = World::new();
    let token = world.proved("Alice", "old@example.org").await;
    let me = world.ask("PATCH", "/v1/me", &token, json!({"email": "new@example.org"})).await.json;
    assert_eq!((&me["email"], &me["email_pending"]), (&json!("old@example.org"), &json!("new@example.org")));
    let code = world.last_code("new@example.org");
    let me = world.ask("POST", "/v1/me/verify", &token, json!({"code": code})).await.json;
    assert_eq!((&me["email"], &me["email_pending"]), (&json!("new@example.org"), &Value::Null));
    let told = world.letters().into_iter().next_back().expect("a letter");
    let content = LetterContent::AddressChanged { name: "Alice".to_owned() };
    assert_eq!(told, ("address_changed".to_owned(), Some("old@example.org".to_owned()), content));
}

#[actix_web::test]
async fn who_leaves_is_gone() {
    let world = World::new();
    let token = world.proved("Alice", "alice@example.org").await;
    let gone = world.ask("DELETE", "/v1/me", &token, Value::Null).await;
    assert_eq!((gone.status.as_u16(), &*gone.text), (204, ""));
    assert_eq!(world.ask("GET", "/v1/me", &token, Value::Null).await.problem(), (401, "unauthorized"));
    assert_eq!(world.app.store.player_by_email("alice@example.org").expect("the store"), None);
    // The address is free again.
    world.proved("Alice", "alice@example.org").await;
}

#[actix_web::test]
async fn a_repeated_request_gets_its_first_answer_byte_for_byte() {
    let world = World::new();
    let token = world.player("Alice", "alice@example.org").await;
    let body = json!({"name": "laptop"});
    let post = |path: &str, key: &str, body: &Value| {
        request("POST", path, &token, body).insert_header(("idempotency-key", key.to_owned()))
    };
    let first = world.send(post("/v1/me/tokens", "k:1", &body)).await;
    world.clock.set(START + 1000);
    let second = world.send(post("/v1/me/tokens", "k:1", &body)).await;
    assert_eq!((first.status.as_u16(), &first.text), (201, &second.text));
    assert_eq!(first.header("content-type"), second.header("content-type"));
    let tokens = world.ask("GET", "/v1/me/tokens", &token, Value::Null).await.json;
    assert_eq!(tokens["items"].as_array().map(Vec::len), Some(2));

    let other_body = world.send(post("/v1/me/tokens", "k:1", &json!({"name": "phone"}))).await;
    assert_eq!(other_body.problem(), (422, "idempotency-key-reused"));
    let other_path = world.send(post("/v1/me/verify", "k:1", &json!({"code": "0000-0000"}))).await;
    assert_eq!(other_path.problem(), (422, "idempotency-key-reused"));
    for bad in ["", "two words", &"k".repeat(65), "ü"] {
        let answer = world.send(post("/v1/me/tokens", bad, &body)).await;
        assert_eq!(answer.problem(), (400, "bad-idempotency-key"), "{bad}");
    }
    let refused = world.send(post("/v1/me/tokens", "k:2", &json!({"name": ""}))).await;
    assert_eq!(refused.problem().0, 422);
    let corrected = world.send(post("/v1/me/tokens", "k:2", &body)).await;
    assert_eq!(corrected.status, 201, "a refusal is not remembered");

    let code = world.last_code("alice@example.org");
    let proved = world.send(post("/v1/me/verify", "k:3", &json!({"code": code}))).await;
    let again = world.send(post("/v1/me/verify", "k:3", &json!({"code": code}))).await;
    assert_eq!((proved.status.as_u16(), &proved.text), (200, &again.text));
}

#[actix_web::test]
async fn accounts_are_made_as_the_operator_wants() {
    let body = json!({"name": "A", "email": "a@example.org"});
    let closed = World::with(&[("REGISTRATION", "closed")]);
    assert_eq!(
        closed.ask("POST", "/v1/players", "", body.clone()).await.problem(),
        (403, "registration-closed")
    );
    let invite = World::with(&[("REGISTRATION", "invite")]);
    let code = (403, "registration-by-invitation");
    assert_eq!(invite.ask("POST", "/v1/players", "", body.clone()).await.problem(), code);
    let mut guessed = body;
    guessed["invite"] = json!("guessed");
    assert_eq!(invite.ask("POST", "/v1/players", "", guessed).await.problem(), code);
}
