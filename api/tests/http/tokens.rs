//! Signing in again, and the tokens of a player.

use serde_json::{Value, json};

use crate::world::{START, World, request};

#[actix_web::test]
async fn a_code_from_the_mail_gives_a_token() {
    let world = World::new();
    world.proved("Alice", "Alice@example.org").await;
    assert_eq!(world.ask("POST", "/v1/sign-in", "", json!({"email": "alice@EXAMPLE.org"})).await.status, 202);
    let body = json!({"email": "ALICE@example.org", "code": world.last_code("Alice@example.org"), "name": "new phone"});
    let made = world.ask("POST", "/v1/tokens", "", body.clone()).await;
    assert_eq!((made.status.as_u16(), &made.json["player"]["name"]), (201, &json!("Alice")));
    let token = made.json["token"].as_str().expect("a token");
    assert_eq!(world.ask("GET", "/v1/me", token, Value::Null).await.status, 200);
    assert_eq!(
        world.ask("POST", "/v1/tokens", "", body).await.faults(),
        [("wrong-code", "/code")],
        "one time"
    );
}

#[actix_web::test]
async fn a_code_is_good_for_a_quarter_of_an_hour_and_five_tries() {
    let world = World::new();
    let email = "alice@example.org";
    world.proved("Alice", email).await;
    let ask =
        async || assert_eq!(world.ask("POST", "/v1/sign-in", "", json!({"email": email})).await.status, 202);
    let try_code = async |code: &str| {
        world.ask("POST", "/v1/tokens", "", json!({"email": email, "code": code})).await.status.as_u16()
    };
    ask().await;
    for _ in 0..5 {
        assert_eq!(try_code("0000-0000").await, 422);
    }
    assert_eq!(try_code(&world.last_code(email)).await, 422, "tried too often");
    ask().await;
    world.clock.set(START + 901);
    assert_eq!(try_code(&world.last_code(email)).await, 422, "too old");
    ask().await;
    world.clock.set(START + 1800);
    assert_eq!(try_code(&world.last_code(email)).await, 201);
}

#[actix_web::test]
async fn nobody_signs_in_with_an_address_that_was_not_proved() {
    let world = World::new();
    world.player("Alice", "alice@example.org").await;
    let before = world.letters().len();
    assert_eq!(world.ask("POST", "/v1/sign-in", "", json!({"email": "alice@example.org"})).await.status, 202);
    assert_eq!(world.letters().len(), before, "no mail to an unproved address");
}

#[actix_web::test]
async fn tokens_are_listed_named_and_revoked() {
    let world = World::new();
    let first = world.player("Alice", "alice@example.org").await;
    world.clock.set(START + 5);
    let made = world.ask("POST", "/v1/me/tokens", &first, json!({"name": "bot"})).await;
    let second = made.json["token"].as_str().expect("a token").to_owned();
    world.clock.set(START + 6);
    let bare = world.ask("POST", "/v1/me/tokens", &first, Value::Null).await;
    assert_eq!((bare.status.as_u16(), &bare.json["name"]), (201, &json!("unnamed")));

    let list = world.ask("GET", "/v1/me/tokens", &second, Value::Null).await;
    let items = list.json["items"].as_array().expect("items");
    let names: Vec<&str> = items.iter().filter_map(|token| token["name"].as_str()).collect();
    assert_eq!((names, &list.json["next"]), (vec!["first", "bot", "unnamed"], &Value::Null));
    let current: Vec<bool> = items.iter().filter_map(|token| token["current"].as_bool()).collect();
    assert_eq!(current, [false, true, false]);
    assert!(!list.text.contains(&first) && !list.text.contains(&second));

    let path = format!("/v1/me/tokens/{}", made.json["id"].as_str().expect("an id"));
    let stranger = world.player("Bob", "bob@example.org").await;
    assert_eq!(world.ask("DELETE", &path, &stranger, Value::Null).await.problem(), (404, "not-found"));
    assert_eq!(world.ask("DELETE", &path, &first, Value::Null).await.status, 204);
    assert_eq!(world.ask("DELETE", &path, &first, Value::Null).await.problem(), (404, "not-found"));
    let revoked = world.ask("GET", "/v1/me", &second, Value::Null).await;
    assert_eq!(revoked.problem(), (401, "unauthorized"));
    assert!(revoked.header("www-authenticate").starts_with("Bearer"));
    assert_eq!(world.ask("GET", "/v1/me", &first, Value::Null).await.status, 200);
}

#[actix_web::test]
async fn a_credential_is_a_token_in_its_header_and_nothing_else() {
    let world = World::new();
    let token = world.player("Alice", "alice@example.org").await;
    for value in ["", "Bearer", "Bearer ", "Bearer fp_x", "Basic YTpi", &token, &format!("Bearer {token}x")] {
        let sent =
            request("GET", "/v1/me", "", &Value::Null).insert_header(("authorization", value.to_owned()));
        assert_eq!(world.send(sent).await.problem(), (401, "unauthorized"), "{value}");
    }
    let lower = request("GET", "/v1/me", "", &Value::Null)
        .insert_header(("authorization", format!("bearer {token}")));
    assert_eq!(world.send(lower).await.status, 200);
    for path in ["/v1/me?token=x", "/v1/about?access_token=y", &format!("/v1/me?x={token}")] {
        let answer = world.ask("GET", path, &token, Value::Null).await;
        assert_eq!(answer.problem(), (401, "token-in-url"), "{path}");
        assert!(!answer.text.contains(&token));
    }
}
