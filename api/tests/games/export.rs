//! Proof: a bundle taken here verifies, and is taken in elsewhere as it is.

use serde_json::{Value, json};

use crate::{
    table::{FIRST, Table},
    world::World,
};

async fn import(world: &World, token: &str, bundle: &str) -> crate::world::Answer {
    let request = crate::world::request("POST", "/v1/games/import", token, &Value::Null);
    world
        .send(request.insert_header(("content-type", "application/json")).set_payload(bundle.to_owned()))
        .await
}

#[actix_web::test]
async fn a_game_goes_to_another_server_and_is_the_same_at_every_event() {
    let table = Table::begun("private").await;
    for _ in 0..4 {
        assert!(table.play_on().await);
    }
    let bundle = table.get("/audit", &table.alice).await;
    assert_eq!((bundle.status.as_u16(), bundle.header("content-type")), (200, "application/json"));
    assert_eq!(table.get("/audit", &table.bob).await.text, bundle.text);
    let parsed = domain::log::Bundle::read(&bundle.text).expect("a bundle");
    let head = table.get("/head", &table.host).await.text;
    let summary = domain::log::verify(&parsed, None, std::slice::from_ref(&head)).expect("it verifies");
    let state = table.state().await.json;
    assert_eq!(
        (json!(summary.lines), json!(summary.head.to_string())),
        (state["version"].clone(), state["head"].clone())
    );
    assert_eq!(parsed.heads, [head]);

    let elsewhere = World::with(&[("RATE_LIMIT", "off")]);
    let carol = elsewhere.player("Carol", "carol@example.org").await;
    let taken = import(&elsewhere, &carol, &bundle.text).await;
    assert_eq!((taken.status.as_u16(), &taken.json["imported"]), (201, &true.into()), "{taken:?}");
    assert_eq!(taken.header("location"), table.path(""));
    assert_eq!(
        (&taken.json["head"], &taken.json["view"], &taken.json["dice"]["vkey"]),
        (&state["head"], &state["view"], &state["dice"]["vkey"])
    );
    for rest in [
        "/events?limit=1000",
        "/turns?limit=100",
        "/dice?limit=1000",
        "/replay?limit=1000",
        "/audit",
        "/head",
        "/board.svg",
        "?at=9",
    ] {
        let here = table.get(rest, &table.host).await;
        let there = elsewhere.get(&table.path(rest)).await;
        assert_eq!(there.status, 200, "{rest} {there:?}");
        if rest == "?at=9" {
            assert_eq!(here.json["view"], there.json["view"]);
        } else {
            assert_eq!(here.text, there.text, "{rest}");
        }
    }
    let again = import(&elsewhere, &carol, &bundle.text).await;
    assert_eq!((again.status.as_u16(), &again.json["head"]), (200, &state["head"]), "{again:?}");
    let play = json!({"orders": [{"type": "resign"}]});
    let play = elsewhere.ask("POST", &table.path("/turns"), &carol, play).await;
    assert!(matches!(play.status.as_u16(), 403 | 409), "{play:?}");
    let claim = elsewhere.ask("PUT", &table.path(&format!("/seats/{FIRST}")), &carol, json!({})).await;
    assert!(matches!(claim.status.as_u16(), 403 | 409), "{claim:?}");
    assert!(table.play_on().await);
    let newer = table.get("/audit", &table.alice).await.text;
    assert_eq!(import(&elsewhere, &carol, &newer).await.problem(), (409, "game-exists"));
    assert_eq!(import(&table.world, &table.alice, &newer).await.status, 200);
    assert_eq!(import(&table.world, &table.stranger, &newer).await.problem(), (409, "game-exists"));
}

#[actix_web::test]
async fn a_forged_bundle_is_refused_with_code_and_place() {
    let table = Table::begun("public").await;
    while table.state().await.json["dice"]["rolls"] == 0 {
        table.play_on().await;
    }
    let bundle = table.get("/audit", "").await.json;
    let world = World::with(&[("RATE_LIMIT", "off")]);
    let token = world.player("Carol", "carol@example.org").await;
    type Forge = fn(&mut Value);
    let cases: [(&str, Forge, &str, &str); 5] = [
        ("a member more", |b| b["more"] = json!(1), "bundle-format", "bundle"),
        (
            "a blank",
            |b| b["log"][1] = json!(format!("{} ", b["log"][1].as_str().expect("a line"))),
            "line-encoding",
            "line:2",
        ),
        ("a line less", |b| drop(b["log"].as_array_mut().expect("lines").remove(3)), "seq-gap", "line:4"),
        ("cut", |b| drop(b["log"].as_array_mut().expect("lines").pop()), "head-ahead", "head:1"),
        ("another head", |b| b["heads"][0] = json!("x"), "head-format", "head:1"),
    ];
    for (what, forge, code, place) in cases {
        let mut forged = bundle.clone();
        forge(&mut forged);
        let answer = import(&world, &token, &forged.to_string()).await;
        assert_eq!(
            (answer.problem(), answer.json["place"].as_str()),
            ((422, code), Some(place)),
            "{what}: {answer:?}"
        );
    }
    let lines: Vec<String> = serde_json::from_value(bundle["log"].clone()).expect("lines");
    let at = lines.iter().position(|line| line.contains("\"values\":[")).expect("a roll");
    let other = lines[at].replacen("\"values\":[", "\"values\":[7,", 1);
    let mut forged = bundle.clone();
    forged["log"][at] = json!(other);
    let answer = import(&world, &token, &forged.to_string()).await;
    assert_eq!(
        (answer.status.as_u16(), answer.json["place"].as_str()),
        (422, Some(&*format!("line:{}", at + 1)))
    );
    assert_eq!(import(&world, &token, "{").await.problem(), (422, "bundle-format"));
    assert_eq!(import(&world, "", &bundle.to_string()).await.problem(), (401, "unauthorized"));
}
