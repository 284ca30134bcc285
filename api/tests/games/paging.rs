//! Pages: nothing twice, nothing left out, also while more is written.

use serde_json::{Value, json};

use crate::table::{FIRST, Table};

#[actix_web::test]
async fn pages_of_the_log_have_no_gap_and_no_repeat_while_it_grows() {
    let table = Table::begun("public").await;
    for _ in 0..3 {
        assert!(table.play_on().await);
    }
    let mut seen = Vec::new();
    let mut path = "/events?limit=3".to_owned();
    for n in 0.. {
        if n % 4 == 0 {
            table.play_on().await;
        }
        let page = table.get(&path, "").await;
        let items = page.json["items"].as_array().expect("items").clone();
        assert!(items.len() <= 3);
        seen.extend(items.iter().map(|event| event["seq"].as_u64().expect("a number")));
        let Some(next) = page.json["next"].as_str() else { break };
        assert!(page.header("link").contains(&format!("cursor={next}>; rel=\"next\"")), "{page:?}");
        path = format!("/events?limit=3&cursor={next}");
    }
    let version = table.state().await.json["version"].as_u64().expect("a number");
    assert!(50 < version, "{version}");
    assert_eq!(seen, (1..=version).collect::<Vec<_>>());
    let turns = whole(&table, "/turns", "turn", 4).await;
    assert_eq!(turns, (0..turns.len() as u64).collect::<Vec<_>>());
}

/// A number of every item of a collection.
async fn whole(table: &Table, collection: &str, number: &str, limit: usize) -> Vec<u64> {
    let (mut seen, mut path) = (Vec::new(), format!("{collection}?limit={limit}"));
    loop {
        let page = table.get(&path, "").await;
        let items = page.json["items"].as_array().expect("items").clone();
        seen.extend(items.iter().filter_map(|item| item[number].as_u64()));
        match page.json["next"].as_str() {
            Some(next) => path = format!("{collection}?limit={limit}&cursor={next}"),
            None => return seen,
        }
    }
}

#[actix_web::test]
async fn what_is_no_cursor_or_no_limit_is_refused() {
    let table = Table::begun("public").await;
    for query in ["limit=0", "limit=1001", "limit=x", "cursor=x", "offset=3", "after=-1", "after=1&after=2"] {
        for collection in ["/events", "/turns", "/dice", "/replay"] {
            let answer = table.get(&format!("{collection}?{query}"), "").await;
            let absent = query.starts_with("after") && !matches!(collection, "/events" | "/replay");
            assert_eq!(answer.problem(), (400, "bad-query"), "{collection} {query} {absent}");
        }
    }
    let turns = table.get("/turns?limit=1", "").await.json["next"].as_str().map(str::to_owned);
    if let Some(next) = turns {
        assert_eq!(table.get(&format!("/events?cursor={next}"), "").await.status, 400);
    }
}

#[actix_web::test]
async fn legal_orders_come_in_pages_of_one_position() {
    let table = Table::begun("public").await;
    let (seat, token) = table.to_act().await.expect("somebody");
    let all = table.get("/orders?limit=2000", token).await;
    let items = all.json["items"].as_array().expect("orders").clone();
    assert!(3 < items.len() && all.json["seat"] == seat.as_str());
    let (mut seen, mut path) = (Vec::new(), "/orders?limit=3".to_owned());
    let mut first_next = None;
    for _ in 0..5 {
        let page = table.get(&path, token).await;
        seen.extend(page.json["items"].as_array().expect("orders").clone());
        let Some(next) = page.json["next"].as_str() else { break };
        first_next.get_or_insert(next.to_owned());
        path = format!("/orders?limit=3&cursor={next}");
    }
    assert_eq!(seen[..], items[..seen.len()]);
    let figure = items.iter().find_map(|item| item["order"]["figure"].as_str()).expect("a figure");
    let of_figure = table.get(&format!("/orders?figure={figure}"), token).await;
    assert!(
        of_figure.json["items"]
            .as_array()
            .is_some_and(|list| list.iter().all(|i| i["order"]["figure"] == figure))
    );
    table.play_on().await;
    let old = table.get(&format!("/orders?limit=3&cursor={}", first_next.expect("pages")), token).await;
    assert!(matches!(old.problem(), (409, _)), "{old:?}");
}

#[actix_web::test]
async fn games_are_found_by_those_who_may_find_them() {
    let table = Table::begun("private").await;
    let world = &table.world;
    let mut made = Vec::new();
    for n in 0..7 {
        world.clock.set(crate::world::START + 10 + n / 2);
        let game = json!({"ruleset": "little_bighorn", "scenario": "skirmish", "visibility": "public",
            "seats": [{"seat": FIRST, "player": "me"}]});
        let answer = world.ask("POST", "/v1/games", &table.stranger, game).await;
        made.push(answer.json["id"].as_str().expect("an id").to_owned());
    }
    let list = async |path: &str, token: &str| {
        let (mut seen, mut next) = (Vec::new(), path.to_owned());
        loop {
            let page = world.ask("GET", &next, token, Value::Null).await;
            assert_eq!(page.status, 200, "{page:?}");
            let items = page.json["items"].as_array().expect("items").clone();
            seen.extend(items.iter().map(|game| game["id"].as_str().expect("an id").to_owned()));
            let Some(cursor) = page.json["next"].as_str() else { return seen };
            next = format!("{path}&cursor={cursor}");
        }
    };
    let mut public = list("/v1/games?limit=2", "").await;
    assert_eq!(public.len(), 7);
    public.sort();
    made.sort();
    assert_eq!(public, made);
    assert_eq!(list("/v1/games?limit=2", &table.alice).await.len(), 8);
    assert_eq!(list("/v1/games?limit=2&mine=true", &table.host).await, std::slice::from_ref(&table.game));
    let (_, token) = table.to_act().await.expect("somebody");
    assert_eq!(list("/v1/games?to_act=me&limit=2", token).await, std::slice::from_ref(&table.game));
    assert_eq!(
        list("/v1/games?state=active,finished&limit=2", token).await,
        std::slice::from_ref(&table.game)
    );
    assert!(list("/v1/games?ruleset=chess&limit=2", token).await.is_empty());
    assert_eq!(world.get("/v1/games?to_act=me").await.problem(), (401, "unauthorized"));
    assert_eq!(world.get("/v1/games?state=merry").await.problem(), (400, "bad-query"));
    let item = &world.ask("GET", "/v1/games?mine=true", &table.alice, Value::Null).await.json["items"][0];
    let state = table.get("", &table.alice).await.json;
    for same in ["id", "title", "state", "round", "phase", "version", "to_act", "seats"] {
        assert_eq!(item[same], state[same], "{same}");
    }
}
