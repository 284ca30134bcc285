//! A player's mail by HTTP: when it comes, what became of it, ending it by a link; and the operator's counts.

use actix_web::http::header;
use api::post::unsubscribe;
use serde_json::{Value, json};

use crate::world::{Answer, World, request};

#[actix_web::test]
async fn when_mail_comes_is_read_changed_and_refused_as_a_whole() {
    let world = World::new();
    let token = world.proved("Alice", "alice@example.org").await;
    let usual = json!({"interval": "PT0S", "digest_at": "08:00", "quiet": null});
    assert_eq!(world.ask("GET", "/v1/me", &token, Value::Null).await.json["pace"], usual);
    let change = json!({"pace": {"interval": "PT1H", "quiet": {"from": "22:00", "to": "07:00"}}});
    let changed = world.ask("PATCH", "/v1/me", &token, change.clone()).await;
    assert_eq!(changed.json["pace"]["interval"], "PT1H");
    let bad = json!({
        "name": "Alicia", "pace": {"interval": "P9D", "digest_at": "8", "quiet": {"from": "7:00", "to": "25:00"}}
    });
    let refused = world.ask("PATCH", "/v1/me", &token, bad).await;
    let pointers: Vec<&str> = refused.faults().into_iter().map(|(_, pointer)| pointer).collect();
    assert_eq!((refused.status.as_u16(), refused.faults()[0].0), (422, "bad-time"));
    assert_eq!(pointers, ["/pace/interval", "/pace/digest_at", "/pace/quiet/from", "/pace/quiet/to"]);
    let typo = world.ask("PATCH", "/v1/me", &token, json!({"pace": {"intervall": "PT1H"}})).await;
    assert_eq!(typo.problem().0, 422);
    let now = world.ask("GET", "/v1/me", &token, Value::Null).await.json;
    assert_eq!((&now["name"], &now["pace"]["quiet"]["to"]), (&json!("Alice"), &json!("07:00")));
    let ended = world.ask("PATCH", "/v1/me", &token, json!({"pace": {"quiet": null}})).await;
    assert_eq!(ended.json["pace"], json!({"interval": "PT1H", "digest_at": "08:00", "quiet": null}));
}

#[actix_web::test]
async fn mails_are_listed_in_pages_for_their_owner() {
    let world = World::new();
    let token = world.player("Alice", "alice@example.org").await;
    for n in 0..3 {
        let change = json!({ "email": format!("alice{n}@example.org") });
        assert_eq!(world.ask("PATCH", "/v1/me", &token, change).await.status, 200);
    }
    let whole = world.ask("GET", "/v1/me/mails", &token, Value::Null).await.json;
    assert_eq!(whole["items"].as_array().expect("items").len(), 4);
    let first = &whole["items"][0];
    assert_eq!((&first["direction"], &first["kind"]), (&json!("sent"), &json!("verify")));
    assert_eq!((&first["state"], &first["game"]), (&json!("queued"), &Value::Null));
    assert!(!whole.to_string().contains('@'), "no address, no text: {whole}");
    let (mut items, mut path) = (Vec::new(), "/v1/me/mails?limit=3".to_owned());
    loop {
        let page = world.ask("GET", &path, &token, Value::Null).await.json;
        items.extend(page["items"].as_array().expect("items").clone());
        let Some(next) = page["next"].as_str() else { break };
        path = format!("/v1/me/mails?limit=3&cursor={next}");
    }
    assert_eq!(Value::from(items), whole["items"]);
    let bob = world.player("Bob", "bob@example.org").await;
    let his = world.ask("GET", "/v1/me/mails", &bob, Value::Null).await.json;
    assert_eq!(his["items"].as_array().expect("items").len(), 1);
    let none = world.ask("GET", "/v1/me/mails?game=0123456789ab", &token, Value::Null).await.json;
    assert_eq!(none["items"], json!([]));
    for bad in ["?cursor=x", "?limit=0", "?limit=201", "?game=", "?gmae=x"] {
        let answer = world.ask("GET", &format!("/v1/me/mails{bad}"), &token, Value::Null).await;
        assert_eq!(answer.problem(), (400, "bad-query"), "{bad}");
    }
}

/// What a mail program, or the page's own button, sends.
async fn press(world: &World, path: &str, media: &str, body: &str) -> Answer {
    let pressed = request("POST", path, "", &Value::Null);
    let pressed = pressed.insert_header((header::CONTENT_TYPE, media)).set_payload(body.to_owned());
    world.send(pressed).await
}

#[actix_web::test]
async fn opening_a_link_does_nothing_and_its_button_ends_the_mail() {
    let world = World::new();
    let token = world.proved("Alice", "alice@example.org").await;
    let player = world.app.store.player_by_email("alice@example.org").expect("a store").expect("a player");
    let wanted = || async {
        world.ask("GET", "/v1/me", &token, Value::Null).await.json["notifications"]["press"].clone()
    };
    let link = unsubscribe::link(&world.app, Some(&player), "alice@example.org", "press");
    let path = link.strip_prefix(world.app.config.base_url.as_str()).expect("a link of ours");
    for method in ["GET", "HEAD", "OPTIONS"] {
        let opened = world.ask(method, path, "", Value::Null).await;
        assert!(opened.status.is_success(), "{method}: {opened:?}");
    }
    let page = world.get(path).await;
    assert_eq!(page.text.matches("<button").count(), 1, "{}", page.text);
    assert!(page.text.contains("method=\"post\"") && page.text.contains("somebody writes to you"));
    assert!(!page.text.contains("Alice") && !page.text.contains("alice@"), "it tells nobody whose it is");
    assert_eq!(wanted().await, "each");
    let form = "List-Unsubscribe=One-Click";
    let pressed = press(&world, path, "application/x-www-form-urlencoded", form).await;
    assert_eq!((pressed.status.as_u16(), wanted().await), (200, json!("off")));
    let parts =
        "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n";
    assert_eq!(press(&world, path, "multipart/form-data; boundary=b", parts).await.status, 200);

    let all = unsubscribe::link(&world.app, Some(&player), "alice@example.org", "all");
    let path = all.strip_prefix(world.app.config.base_url.as_str()).expect("a link of ours");
    assert_eq!(press(&world, path, "application/x-www-form-urlencoded", form).await.status, 200);
    let me = world.ask("GET", "/v1/me", &token, Value::Null).await.json;
    let kinds = me["notifications"].as_object().expect("kinds");
    assert!(kinds.values().all(|delivery| delivery == "off"), "{me}");
    let forged = path.replace("all", "press");
    assert_eq!(press(&world, &forged, "application/x-www-form-urlencoded", form).await.problem().0, 404);
}

#[actix_web::test]
async fn counts_are_for_the_operator() {
    let world = World::with(&[("METRICS_TOKEN", "a-secret-of-the-operator")]);
    world.player("Alice", "alice@example.org").await;
    let asked = |peer: &str, header: Option<(&'static str, &'static str)>| {
        let asked = request("GET", "/metrics", "", &Value::Null).peer_addr(peer.parse().expect("an address"));
        world.send(match header {
            Some(header) => asked.insert_header(header),
            None => asked,
        })
    };
    let here = asked("127.0.0.1:9", None).await;
    assert_eq!(here.status, 200);
    assert!(here.text.lines().any(|line| line == "fieldpost_mail_queued 1"), "{}", here.text);
    assert_eq!(asked("192.0.2.1:9", None).await.status, 404);
    assert_eq!(asked("127.0.0.1:9", Some(("x-forwarded-for", "192.0.2.1"))).await.status, 404);
    let known = Some(("authorization", "Bearer a-secret-of-the-operator"));
    assert_eq!(asked("192.0.2.1:9", known).await.status, 200);
    assert_eq!(asked("192.0.2.1:9", Some(("authorization", "Bearer a-secret-of-nobody"))).await.status, 404);
}
