//! Many seats on one table: everybody of a side acts at once, and nobody is in another's way without a reason of the rules.

use std::{
    collections::BTreeMap,
    sync::{Barrier, Mutex},
    thread,
};

use serde_json::{Value, json};

use crate::support::{JSON, Player, Server, proved, verb};

const CAVALRY: [&str; 6] = ["gac", "c", "e", "f", "i", "l"];
const NATIONS: [&str; 6] = ["che", "ogl", "min", "bru", "hun", "san"];

fn create(host: &Player<'_>, body: &Value) -> String {
    let made = host.post("/v1/games", body).expect(201);
    made["id"].as_str().expect("an id").to_owned()
}

fn summary(player: &Player<'_>, game: &str) -> Value {
    player.get(&format!("/v1/games/{game}?summary=true")).expect(200)
}

fn waits_for(seen: &Value, seat: &str) -> bool {
    seen["to_act"].as_array().expect("a list").iter().any(|asked| asked["seat"] == seat)
}

/// What one player did: the keys of the turns that were accepted, and the codes of those that were refused.
#[derive(Default)]
struct Done {
    accepted: Vec<(String, u64)>,
    refused: Vec<(String, String)>,
}

/// Plays a seat to the end with what is suggested, guarded by round and phase, while others do the same.
fn play_on(player: &Player<'_>, game: &str, seat: &str) -> Done {
    let mut done = Done::default();
    for attempt in 0.. {
        assert!(attempt < 5_000, "it does not end");
        let seen = summary(player, game);
        if seen["state"] == "finished" {
            break;
        }
        if !waits_for(&seen, seat) {
            let version = &seen["version"];
            player.server.call(
                "GET",
                &format!("/v1/games/{game}?summary=true&wait=1"),
                Some(&player.token),
                &[("If-None-Match", &format!("\"{version}\""))],
                None,
            );
            continue;
        }
        let asked = player.get(&format!("/v1/games/{game}/orders?seat={seat}&limit=1"));
        if asked.status == 409 {
            continue; // the battle ended meanwhile
        }
        let asked = asked.expect(200);
        let orders: Vec<&Value> =
            asked["suggested"].as_array().expect("a list").iter().map(|own| &own["order"]).collect();
        if orders.is_empty() {
            continue; // a friend's fight has left this seat nothing to do
        }
        let body = json!({"seat": seat, "orders": orders, "round": asked["round"], "phase": asked["phase"]});
        let key = format!("{seat}-{attempt}");
        let answer = player.server.call(
            "POST",
            &format!("/v1/games/{game}/turns"),
            Some(&player.token),
            &[JSON, ("Idempotency-Key", &key)],
            Some(body.to_string().as_bytes()),
        );
        match answer.status {
            201 => done.accepted.push((key, answer.json()["turn"].as_u64().expect("a number"))),
            409 | 422 => {
                let phase = asked["phase"].as_str().expect("a phase").to_owned();
                done.refused.push((phase, answer.json()["code"].as_str().expect("a code").to_owned()));
            }
            other => panic!("{other}: {}", answer.text()),
        }
    }
    done
}

/// Each turn of the log is one that somebody was told of, and the other way round.
fn nothing_lost_or_doubled(host: &Player<'_>, game: &str, played: &BTreeMap<String, Done>) {
    let mut logged = BTreeMap::<String, Vec<(String, u64)>>::new();
    let mut after = 0;
    loop {
        let page = host.get(&format!("/v1/games/{game}/events?after={after}&limit=500")).expect(200);
        let items = page["items"].as_array().expect("a list");
        for event in items.iter().filter(|event| event["type"] == "orders_given") {
            let seat = event["seat"].as_str().expect("a seat").to_owned();
            logged.entry(seat).or_default().push((String::new(), event["turn"].as_u64().expect("a turn")));
        }
        match items.last() {
            Some(last) => after = last["seq"].as_u64().expect("a number"),
            None => break,
        }
    }
    for (seat, done) in played {
        let told: Vec<u64> = done.accepted.iter().map(|(_, turn)| *turn).collect();
        let kept: Vec<u64> =
            logged.remove(seat).unwrap_or_default().into_iter().map(|(_, turn)| turn).collect();
        assert_eq!(told, kept, "{seat}");
    }
}

fn audited(server: &Server, game: &str) -> String {
    let (_, folder) = proved(server, game);
    let (shown, told) = verb(&["replay", folder.path().join("bundle.json").to_str().expect("a path")]);
    assert!(shown, "{told}");
    told
}

#[test]
fn twelve_tokens_play_a_last_stand_to_its_end_in_parallel() {
    let server = Server::start();
    let seats: Vec<&str> = CAVALRY.into_iter().chain(NATIONS).collect();
    let players: Vec<Player<'_>> =
        seats.iter().map(|seat| server.player(&format!("player-{seat}"))).collect();
    let game = create(
        &players[0],
        &json!({"ruleset": "counting_coup", "scenario": "last_stand",
            "seats": [{"seat": seats[0], "player": "me"}]}),
    );
    for (seat, player) in seats.iter().zip(&players).skip(1) {
        player.put(&format!("/v1/games/{game}/seats/{seat}"), &json!({})).expect(200);
    }
    assert_eq!(summary(&players[0], &game)["state"], "active");
    let played = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for (seat, player) in seats.iter().zip(&players) {
            let (played, game) = (&played, &game);
            scope.spawn(move || {
                let done = play_on(player, game, seat);
                played.lock().expect("no thread has panicked").insert((*seat).to_owned(), done);
            });
        }
    });
    let played = played.into_inner().expect("no thread has panicked");
    assert_eq!(played.len(), seats.len());
    for (seat, done) in &played {
        for (phase, code) in &done.refused {
            // A friend was quicker: he took the place, or the opponent. Of nothing else a list may fail that was legal.
            let why = [
                "space-occupied",
                "no-charge-spot",
                "path-blocked",
                "already-fought",
                "not-on-table",
                "phase-over",
                "guidon-guarded",
                "game-over",
                "already-in-contact",
                "empty-order",
                "no-line-of-sight",
                "not-your-phase",
            ];
            assert!(why.contains(&code.as_str()), "{seat} in {phase}: {code}");
        }
    }
    nothing_lost_or_doubled(&players[0], &game, &played);
    let end = summary(&players[0], &game);
    assert_eq!(end["result"]["outcome"], "ranking", "{end}");
    assert_eq!(end["result"]["ranking"].as_array().map(Vec::len), Some(12));
    let told = audited(&server, &game);
    assert!(told.contains("the end: "), "{told}");
}

/// Company C against two bands, each with a player of its own; the bands' turn has come.
fn bands_to_act<'a>(server: &'a Server) -> (String, Player<'a>, Player<'a>, Player<'a>) {
    let (ann, bob, eve) = (server.player("Ann"), server.player("Bob"), server.player("Eve"));
    let game = create(
        &ann,
        &json!({"ruleset": "counting_coup", "scenario": "skirmish", "seats": [{"seat": "c", "player": "me"}]}),
    );
    bob.put(&format!("/v1/games/{game}/seats/che"), &json!({})).expect(200);
    eve.put(&format!("/v1/games/{game}/seats/hun"), &json!({})).expect(200);
    ann.orders(&game, "done melee").expect(201);
    (game, ann, bob, eve)
}

#[test]
fn team_mates_who_saw_the_same_state_both_succeed_and_a_stale_match_does_not() {
    let server = Server::start();
    let (game, ann, bob, eve) = bands_to_act(&server);
    let seen = bob.get(&format!("/v1/games/{game}?summary=true"));
    let tag = seen.header("etag").to_owned();
    let seen = seen.json();
    assert_eq!(seen["phase"], "nations_move");
    assert!(waits_for(&seen, "che") && waits_for(&seen, "hun") && !waits_for(&seen, "c"), "{seen}");
    let gate = Barrier::new(2);
    let turn = |player: &Player<'_>, seat: &str, line: &str| {
        let path = format!("/v1/games/{game}/turns?seat={seat}&round={}&phase=nations_move", seen["round"]);
        gate.wait();
        let text = ("Content-Type", "text/plain");
        server.call("POST", &path, Some(&player.token), &[text], Some(line.as_bytes())).status
    };
    let answers: Vec<u16> = thread::scope(|scope| {
        let che = scope.spawn(|| turn(&bob, "che", "move CHE2 > 43.00,18.00"));
        let hun = scope.spawn(|| turn(&eve, "hun", "move HUN2 > 5.00,18.00"));
        [che, hun].into_iter().map(|mate| mate.join().expect("an answer")).collect()
    });
    assert_eq!(answers, [201, 201]);
    let stale = server.call(
        "POST",
        &format!("/v1/games/{game}/turns?seat=che"),
        Some(&bob.token),
        &[("Content-Type", "text/plain"), ("If-Match", &tag)],
        Some(b"done move"),
    );
    assert_eq!(stale.status, 412, "who wants to be judged on one state alone says so");
    bob.orders(&game, "done move").expect(201);
    let seen = summary(&bob, &game);
    assert!(!waits_for(&seen, "che") && waits_for(&seen, "hun"), "who is done is not asked: {seen}");
    bob.orders(&game, "resume").expect(201);
    assert!(waits_for(&summary(&bob, &game), "che"));
    ann.orders(&game, "done move").refused(409, "not-your-phase");
    bob.orders(&game, "done melee").expect(201);
    eve.orders(&game, "done melee").expect(201);
    let late = json!({"orders": [{"type": "done", "through": "move"}], "round": 1, "phase": "nations_move"});
    eve.post(&format!("/v1/games/{game}/turns"), &late).refused(409, "phase-over");
}

#[test]
fn a_player_of_several_seats_sees_them_in_one_list_and_plans_may_be_custom() {
    let server = Server::start();
    let (ann, bob) = (server.player("Ann"), server.player("Bob"));
    let plan = json!([
        {"seat": "custer", "side": "cavalry", "name": "Custer's own", "units": ["GAC", "C"]},
        {"seat": "reno", "side": "cavalry", "name": "The others", "units": ["E", "F", "I", "L"]},
        {"seat": "north", "side": "nations", "name": "From the north", "units": ["CHE", "OGL", "MIN"]},
        {"seat": "south", "side": "nations", "name": "From the south", "units": ["BRU", "HUN", "SAN"]},
    ]);
    let game = create(
        &ann,
        &json!({"ruleset": "counting_coup", "scenario": "last_stand", "seat_plan": plan,
            "seats": [{"side": "cavalry", "player": "me"}]}),
    );
    for seat in ["north", "south"] {
        bob.put(&format!("/v1/games/{game}/seats/{seat}"), &json!({})).expect(200);
    }
    let own = |player: &Player<'_>| summary(player, &game)["mine"].clone();
    let named = |list: Value| -> Vec<(String, bool)> {
        let seat =
            |seat: &Value| (seat["seat"].as_str().unwrap_or_default().to_owned(), seat["acts"] == true);
        list.as_array().expect("a list").iter().map(seat).collect()
    };
    assert_eq!(named(own(&ann)), [("custer".to_owned(), true), ("reno".to_owned(), true)]);
    assert_eq!(named(own(&bob)), [("north".to_owned(), false), ("south".to_owned(), false)]);
    let listed = ann.get("/v1/games?mine=true").expect(200);
    assert_eq!(listed["items"][0]["mine"], own(&ann));
    ann.orders(&game, "done melee").refused(422, "invalid-fields");
    for seat in ["custer", "reno"] {
        let path = format!("/v1/games/{game}/turns?seat={seat}");
        let body = Some(b"done melee".as_slice());
        server.call("POST", &path, Some(&ann.token), &[("Content-Type", "text/plain")], body).expect(201);
    }
    assert_eq!(named(own(&bob)), [("north".to_owned(), true), ("south".to_owned(), true)]);
    let mut twice = plan;
    twice[1]["units"] = json!(["E", "F", "I", "L", "C"]);
    let body = json!({"ruleset": "counting_coup", "scenario": "last_stand", "seat_plan": twice});
    let refused = ann.post("/v1/games", &body).refused(422, "invalid-fields");
    assert_eq!(refused["errors"][0]["rule"], "CCC-1.2", "{refused}");
}

#[test]
fn one_person_and_eleven_bots_fight_a_last_stand() {
    let server = Server::start();
    let ann = server.player("Ann");
    let bots: Vec<Value> = CAVALRY
        .into_iter()
        .chain(NATIONS)
        .filter(|seat| *seat != "hun")
        .map(|seat| json!({"seat": seat, "player": {"bot": "standard"}}))
        .chain([json!({"seat": "hun", "player": "me"})])
        .collect();
    let game = create(
        &ann,
        &json!({"ruleset": "counting_coup", "scenario": "last_stand", "options": {"round_limit": 1}, "seats": bots}),
    );
    let done = play_on(&ann, &game, "hun");
    assert!(!done.accepted.is_empty());
    let seen = summary(&ann, &game);
    assert_eq!((&seen["state"], &seen["result"]["reason"]), (&json!("finished"), &json!("round_limit")));
    audited(&server, &game);
}

#[test]
fn a_table_of_140_figures_is_asked_about_in_small_answers() {
    let server = Server::start();
    let (ann, bob) = (server.player("Ann"), server.player("Bob"));
    let game = create(
        &ann,
        &json!({"ruleset": "counting_coup", "scenario": "last_stand", "seat_plan": "duel",
            "options": {"deployment": "fixed"}, "seats": [{"seat": "cavalry", "player": "me"}]}),
    );
    bob.put(&format!("/v1/games/{game}/seats/nations"), &json!({})).expect(200);
    ann.orders(&game, "done melee").expect(201);
    let whole = bob.get(&format!("/v1/games/{game}/orders")).expect(200);
    let items = whole["items"].as_array().expect("a list");
    assert!(!items.is_empty() && items.len() <= 60, "{} items", items.len());
    assert_eq!(items[0]["order"]["type"], "move_group", "groups first: {}", items[0]);
    let of_one = bob.get(&format!("/v1/games/{game}/orders?figure=HUN1")).expect(200);
    let of_one = of_one["items"].as_array().expect("a list");
    assert!(of_one.iter().all(|item| item["order"]["figure"] == "HUN1") && !of_one.is_empty());
    let bulk = "move HUN* by +0.00,-6.00\ncharge HUN1 x C1\n";
    let refused = bob.orders(&game, bulk).refused(422, "already-moved");
    assert_eq!(refused["errors"][0]["figure"], "HUN1", "{refused}");
    assert_eq!(refused["errors"][0]["order_index"], 1);
    let far = bob.orders(&game, "move HUN2 > 20.00,40.00").refused(422, "too-far");
    assert!(far["errors"][0]["length"].as_i64().is_some_and(|length| 600 < length), "{far}");
    let moved = bob.orders(&game, "move HUN* by +0.00,-6.00").expect(201);
    let n_moved =
        moved["events"].as_array().expect("events").iter().filter(|e| e["type"] == "figure_moved").count();
    assert_eq!(n_moved, 13);
    for (format, sign) in [("svg", "HUN1"), ("txt", "HUN")] {
        let board = bob.get(&format!("/v1/games/{game}/board.{format}?figure=HUN1&since=1"));
        assert_eq!(board.status, 200);
        assert!(board.text().contains(sign));
    }
}
