//! A whole battle by two people who follow what is suggested, and what can be read of it then.

use serde_json::{Value, json};

use crate::table::{FIRST, SECOND, Table, invite_of};

#[actix_web::test]
async fn a_whole_battle_is_played_by_what_is_suggested() {
    let table = Table::begun("public").await;
    let mut turns = 0;
    while table.play_on().await {
        turns += 1;
        assert!(turns < 400, "the battle does not end");
    }
    let state = table.state().await;
    assert_eq!(state.json["state"], "finished");
    assert!(state.json["result"]["reason"].is_string() && state.json["to_act"] == json!([]));
    for path in [
        "",
        "/turns",
        "/events",
        "/dice",
        "/replay",
        "/head",
        "/audit",
        "/record",
        "/board.svg",
        "/board.txt",
    ] {
        let answer = table.get(path, "").await;
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
    }
    assert!(table.get("/board.png", "").await.header("content-type") == "image/png");
    replay_leads_to_every_view(&table).await;
    dice_are_all_there(&table).await;
    record_plays_to_the_same_end(&table).await;
    let over = table.post("/turns", &table.alice, json!({"orders": [{"type": "resign"}]})).await;
    assert_eq!((over.status.as_u16(), over.json["code"].as_str()), (409, Some("game-over")));
}

async fn replay_leads_to_every_view(table: &Table) {
    let mut path = "/replay?limit=700".to_owned();
    let (mut view, mut seq) = (Value::Null, 0);
    loop {
        let page = table.get(&path, "").await;
        for frame in page.json["frames"].as_array().expect("frames") {
            seq += 1;
            assert_eq!(frame["seq"], seq);
            view = match frame.get("view") {
                Some(whole) => whole.clone(),
                None => patched(view, &frame["delta"]),
            };
            if seq % 25 == 0 {
                let then = table.get(&format!("?at={seq}"), "").await;
                assert_eq!(then.json["view"], view, "at {seq}");
                assert_eq!((&then.json["round"], &then.json["version"]), (&frame["round"], &frame["seq"]));
            }
        }
        match page.json["next"].as_str() {
            Some(next) => path = format!("/replay?limit=700&cursor={next}"),
            None => break,
        }
    }
    let state = table.state().await;
    assert_eq!((&state.json["view"], &state.json["version"]), (&view, &seq.into()));
}

/// A JSON Patch, done by other code than ours makes it with.
fn patched(mut view: Value, delta: &Value) -> Value {
    for step in delta.as_array().expect("a patch") {
        let path = step["path"].as_str().expect("a pointer");
        let (parent, last) = path.rsplit_once('/').expect("a member");
        let parent = view.pointer_mut(parent).expect("a parent");
        match (step["op"].as_str(), parent) {
            (Some("replace" | "add"), Value::Object(members)) => {
                members.insert(last.to_owned(), step["value"].clone());
            }
            (Some("remove"), Value::Object(members)) => drop(members.remove(last).expect("a member")),
            (Some("replace"), Value::Array(items)) => {
                items[last.parse::<usize>().expect("a place")] = step["value"].clone();
            }
            (Some("add"), Value::Array(items)) => {
                items.insert(last.parse().expect("a place"), step["value"].clone())
            }
            (Some("remove"), Value::Array(items)) => drop(items.remove(last.parse().expect("a place"))),
            (op, parent) => panic!("{op:?} on {parent}"),
        }
    }
    view
}

async fn dice_are_all_there(table: &Table) {
    let all = table.get("/dice?limit=1000", "").await;
    let items = all.json["items"].as_array().expect("rolls");
    assert!(!items.is_empty());
    for (index, roll) in (1..).zip(items) {
        assert_eq!((&roll["epoch"], &roll["index"]), (&0.into(), &json!(index)));
        assert!(roll["seed"].as_str().is_some_and(|seed| seed.len() == 64) && roll["rule"].is_string());
    }
    let statistics = &all.json["statistics"];
    assert_eq!(statistics["rolls"], items.len());
    let faces: u64 =
        statistics["all"][0]["faces"].as_array().expect("faces").iter().filter_map(Value::as_u64).sum();
    assert_eq!(statistics["dice"], faces);
    let (mut seen, mut path) = (Vec::new(), "/dice?limit=7".to_owned());
    loop {
        let page = table.get(&path, "").await;
        seen.extend(page.json["items"].as_array().expect("rolls").clone());
        assert_eq!(page.json["statistics"], *statistics);
        match page.json["next"].as_str() {
            Some(next) => path = format!("/dice?limit=7&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(&seen, items);
}

async fn record_plays_to_the_same_end(table: &Table) {
    let text = table.get("/record", "").await.text;
    let record = api::record::parse_record(&text).expect("a record");
    assert_eq!(record.to_text(), text);
    let mut turns = 0;
    let end = record.play(&mut |turn, _| turns += u32::from(turn.is_some())).expect("the same battle");
    let state = table.state().await;
    assert_eq!(serde_json::to_value(end.outcome()).expect("JSON"), state.json["result"]);
    assert_eq!(end.view(&domain::ruleset::Viewer::Spectator), state.json["view"]);
    assert_eq!(record.turns.len() as u32, turns);
}

#[actix_web::test]
async fn players_bring_numbers_of_their_own_to_the_dice() {
    let table = Table::begun("public").await;
    let world = &table.world;
    let made = json!({"ruleset": "little_bighorn", "scenario": "skirmish",
        "seats": [{"seat": FIRST, "player": "me", "entropy": true}, {"seat": SECOND, "player": {"email": "b@example.org"}}]});
    let made = world.ask("POST", "/v1/games", &table.alice, made).await;
    assert_eq!(
        (made.status.as_u16(), made.json["seats"][0]["entropy"].clone()),
        (201, Value::Null),
        "{made:?}"
    );
    let id = made.json["id"].as_str().expect("an id").to_owned();
    let entropy = |fill: &str| fill.repeat(32);
    let commit = |seat: &str, fill: &str| {
        let text = format!("fair-dice/v1/entropy\n{id}\n0\n{seat}\n{}\n", entropy(fill));
        domain::hash::Hash::of(&text).to_string()
    };
    let seat = |seat: &str, rest: &str| format!("/v1/games/{id}/seats/{seat}{rest}");
    let ready = json!({"entropy": entropy("ab")});
    let early = world.ask("POST", &seat(FIRST, "/ready"), &table.alice, ready.clone()).await;
    assert_eq!(early.problem(), (409, "seats-missing"));
    let own = world.ask("PUT", &seat(FIRST, ""), &table.alice, json!({"commit": commit(FIRST, "ab")})).await;
    assert_eq!(
        (own.status.as_u16(), own.json["seats"][0]["entropy"].as_str()),
        (200, Some("own")),
        "{own:?}"
    );
    let invite = invite_of(&made, SECOND);
    let claim = json!({"invite": invite, "commit": commit(SECOND, "cd")});
    let full = world.ask("PUT", &seat(SECOND, ""), &table.bob, claim).await;
    assert_eq!((&full.json["state"], &full.json["phase"]), (&"open".into(), &"entropy".into()), "{full:?}");
    assert_eq!(full.json["dice"]["waiting"], json!([FIRST, SECOND]));
    let wrong =
        world.ask("POST", &seat(FIRST, "/ready"), &table.alice, json!({"entropy": entropy("ff")})).await;
    assert_eq!(wrong.faults(), [("entropy-mismatch", "/entropy")]);
    let first = world.ask("POST", &seat(FIRST, "/ready"), &table.alice, ready).await;
    assert_eq!((first.status.as_u16(), &first.json["state"]), (200, &"open".into()));
    let last =
        world.ask("POST", &seat(SECOND, "/ready"), &table.bob, json!({"entropy": entropy("cd")})).await;
    assert_eq!(
        (last.status.as_u16(), &last.json["state"], &last.json["dice"]["open"]),
        (200, &"active".into(), &true.into())
    );
}

#[actix_web::test]
async fn whoever_leaves_before_the_start_frees_his_seat_and_afterwards_resigns() {
    let table = Table::begun("unlisted").await;
    let gone =
        table.world.ask("DELETE", &table.path(&format!("/seats/{SECOND}")), &table.bob, Value::Null).await;
    assert_eq!((gone.status.as_u16(), &gone.json["state"]), (200, &"finished".into()), "{gone:?}");
    assert_eq!(gone.json["result"]["winners"], json!([FIRST]));
    let again =
        table.world.ask("DELETE", &table.path(&format!("/seats/{SECOND}")), &table.bob, Value::Null).await;
    assert_eq!(again.status, 200, "{again:?}");
    let made = json!({"ruleset": "little_bighorn", "scenario": "skirmish", "seats": [{"seat": FIRST, "player": "me"}]});
    let made = table.world.ask("POST", "/v1/games", &table.alice, made).await;
    let seat = format!("{}/seats/{FIRST}", made.header("location"));
    let left = table.world.ask("DELETE", &seat, &table.alice, Value::Null).await;
    assert_eq!((left.status.as_u16(), &left.json["seats"][0]["status"]), (200, &"open".into()), "{left:?}");
    let made = json!({"ruleset": "little_bighorn", "scenario": "skirmish", "visibility": "private",
        "seats": [{"seat": SECOND, "player": {"email": "bob@example.org"}}]});
    let made = table.world.ask("POST", "/v1/games", &table.alice, made).await;
    let seat = format!("{}/seats/{SECOND}", made.header("location"));
    let taken = table.world.ask("PUT", &seat, &table.bob, json!({"invite": invite_of(&made, SECOND)})).await;
    assert_eq!(
        (taken.status.as_u16(), &taken.json["seats"][1]["status"]),
        (200, &"taken".into()),
        "{taken:?}"
    );
    let left = table.world.ask("DELETE", &seat, &table.bob, Value::Null).await;
    assert_eq!((left.status.as_u16(), &left.json["seats"][1]["status"]), (200, &"open".into()), "{left:?}");
    let back = table.world.ask("GET", made.header("location"), &table.bob, Value::Null).await;
    assert_eq!(back.problem(), (404, "not-found"));
}
