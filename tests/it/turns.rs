//! A turn, exactly: atomic, never twice, never lost, no peeking.

use std::thread;

use serde_json::{Value, json};

use crate::support::{Answer, Player, Server, TEXT, duel};

const FIRST: &str = "sol4 j7\nend movement\nsol4 x war4\nend combat\n";

fn keyed(player: &Player<'_>, game: &str, key: &str, text: &str) -> Answer {
    let path = format!("/v1/games/{game}/turns");
    let headers = [TEXT, ("Idempotency-Key", key)];
    player.server.call("POST", &path, Some(&player.token), &headers, Some(text.as_bytes()))
}

fn state(server: &Server, game: &str) -> Value {
    server.get(&format!("/v1/games/{game}?summary=true")).expect(200)
}

#[test]
fn what_is_refused_and_what_is_rehearsed_reveals_no_die_and_consumes_none() {
    let server = Server::start();
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let game = duel(&alice, &bob, "skirmish");
    let before = state(&server, &game);
    let tag = server.get(&format!("/v1/games/{game}?summary=true")).header("etag").to_owned();
    for _ in 0..100 {
        // The last order can never be carried out: nothing of the list is, though two orders before it would roll.
        let problem = alice.orders(&game, &format!("{FIRST}sol1 x sol2\n")).refused(422, "not-an-enemy");
        assert_eq!(problem["errors"][0]["order_index"], 4);
        assert_eq!(problem["errors"][0]["rule"], "LBH-7.8");
        let path = format!("/v1/games/{game}/turns?dry_run=true");
        let dry = server.call("POST", &path, Some(&alice.token), &[TEXT], Some(FIRST.as_bytes())).expect(200);
        assert_eq!((dry["order_index"].as_u64(), dry["odds"]["of"].as_u64()), (Some(2), Some(36)));
    }
    let after = state(&server, &game);
    assert_eq!(
        (&before["version"], &before["head"], &after["dice"]["rolls"]),
        (&after["version"], &after["head"], &json!(0))
    );
    let same = server.get(&format!("/v1/games/{game}?summary=true")).header("etag").to_owned();
    assert_eq!(tag.split('.').take(2).collect::<Vec<_>>(), same.split('.').take(2).collect::<Vec<_>>());
    let turn = alice.orders(&game, FIRST).expect(201);
    assert_eq!(turn["dice"][0]["index"], 1, "the first die is still the first");
    let genesis = &server.get(&format!("/v1/games/{game}/events?limit=1")).expect(200)["items"][0];
    let seed = turn["dice"][0]["seed"].as_str().expect("a seed");
    assert_eq!(domain::hash::Hash::of(seed).to_string(), genesis["body"]["epoch"]["anchor"]);
}

#[test]
fn the_same_key_and_body_is_done_once_and_answered_alike() {
    let mut server = Server::start();
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let game = duel(&alice, &bob, "skirmish");
    let answers: Vec<Answer> = thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| keyed(&alice, &game, "once", FIRST))).collect();
        threads.into_iter().map(|thread| thread.join().expect("an answer")).collect()
    });
    let first = &answers[0];
    for answer in &answers {
        assert_eq!((answer.status, &answer.body), (201, &first.body));
        assert_eq!(answer.header("etag"), first.header("etag"));
    }
    assert_eq!(state(&server, &game)["version"], first.json()["version"]);
    keyed(&alice, &game, "once", "sol1 f4").refused(422, "idempotency-key-reused");
    let token = alice.token.clone();
    let body = first.body.clone();
    server.kill_and_restart();
    let alice = Player { server: &server, token };
    assert_eq!(keyed(&alice, &game, "once", FIRST).body, body, "after a power cut, too");
}

#[test]
fn a_double_click_is_done_once() {
    let server = Server::start();
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let game = duel(&alice, &bob, "skirmish");
    alice.orders(&game, "standing all reply never").expect(201);
    alice.orders(&game, "standing all reply never").refused(409, "repeated");
    alice.orders(&game, "standing all reply even").expect(201);
}

#[test]
fn two_seats_at_the_same_instant_both_succeed_unless_one_asked_to_be_alone() {
    let server = Server::start();
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let made = alice
        .post(
            "/v1/games",
            &json!({"ruleset": "little_bighorn", "scenario": "standard", "seat_plan": "groups", "seats": [
                {"seat": "headquarters", "player": "me"}, {"seat": "company_f", "player": "me"},
                {"seat": "company_e", "player": "me"}, {"side": "plains_nations", "player": {"bot": "standard"}}]}),
        )
        .expect(201);
    let game = made["id"].as_str().expect("an id").to_owned();
    bob.put(&format!("/v1/games/{game}/seats/company_i"), &json!({})).expect(200);
    let tag = server.get(&format!("/v1/games/{game}?summary=true")).header("etag").to_owned();
    let path = format!("/v1/games/{game}/turns?seat=headquarters&round=1&phase=movement");
    let path = path.as_str();
    let (one, two) = thread::scope(|scope| {
        let one = scope
            .spawn(|| server.call("POST", path, Some(&alice.token), &[TEXT], Some(b"sol1 l6\nend movement")));
        let two = scope.spawn(|| bob.orders(&game, "sol5 k6\nend movement"));
        (one.join().expect("an answer"), two.join().expect("an answer"))
    });
    one.expect(201);
    two.expect(201);
    // Who asks for one state alone is refused when it is gone, and told where it is now.
    let alone = [TEXT, ("If-Match", tag.as_str())];
    let path = format!("/v1/games/{game}/turns?seat=company_f");
    let stale = server.call("POST", &path, Some(&alice.token), &alone, Some(b"end movement"));
    stale.refused(412, "stale");
    assert!(stale.header("etag").starts_with('"'));
    let over = format!("/v1/games/{game}/turns?seat=company_f&round=1&phase=combat");
    let over = server
        .call("POST", &over, Some(&alice.token), &[TEXT], Some(b"end combat"))
        .refused(409, "phase-over");
    assert_eq!(over["phase"], "movement");
    alice.orders(&game, "end movement").refused(422, "invalid-fields");
}
