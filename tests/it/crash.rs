//! What was acknowledged is there after a power cut, once.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use serde_json::Value;

use crate::support::{JSON, Server, duel, verb};

/// A request that may get no answer because the server dies.
fn try_turn(url: &str, token: &str, game: &str, key: &str, orders: &Value) -> Option<Value> {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_secs(10)))
        .build()
        .into();
    let request = ureq::http::Request::builder()
        .method("POST")
        .uri(format!("{url}/v1/games/{game}/turns"))
        .header("Authorization", format!("Bearer {token}"))
        .header(JSON.0, JSON.1)
        .header("Idempotency-Key", key)
        .body(orders.to_string())
        .expect("a request");
    let mut answer = agent.run(request).ok()?;
    let status = answer.status().as_u16();
    let body: Value = serde_json::from_slice(&answer.body_mut().read_to_vec().ok()?).ok()?;
    (status == 201).then_some(body)
}

#[test]
fn what_was_acknowledged_survives_being_killed_at_any_moment() {
    let mut server = Server::start();
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let games: Vec<String> = (0..4).map(|_| duel(&alice, &bob, "skirmish")).collect();
    let token = alice.token.clone();
    let mut acknowledged: Vec<(String, String, Value)> = Vec::new();
    for round in 0..4_u64 {
        let url = server.url.clone();
        let stop = AtomicBool::new(false);
        let got: Vec<Vec<(String, String, Value)>> = thread::scope(|scope| {
            let workers: Vec<_> = games
                .iter()
                .map(|game| {
                    let (url, token, stop) = (&url, &token, &stop);
                    scope.spawn(move || {
                        let mut got = Vec::new();
                        for at in 0..10_000 {
                            if stop.load(Ordering::Relaxed) {
                                break;
                            }
                            // Standing orders may be given at any time: each is a turn of its own.
                            let reply = ["always", "even", "better", "never"][at % 4];
                            let orders = serde_json::json!({"orders": [{"type": "standing", "figures": "all", "reply": reply}]});
                            let key = format!("kill-{round}-{at}");
                            match try_turn(url, token, game, &key, &orders) {
                                Some(answer) => got.push((game.clone(), key, answer)),
                                None => break,
                            }
                        }
                        got
                    })
                })
                .collect();
            thread::sleep(Duration::from_millis(150 + 130 * round));
            server.kill_and_restart();
            stop.store(true, Ordering::Relaxed);
            workers.into_iter().map(|worker| worker.join().expect("a worker")).collect()
        });
        acknowledged.extend(got.into_iter().flatten());
    }
    assert!(8 <= acknowledged.len(), "the server took {} turns", acknowledged.len());
    for (game, key, answer) in &acknowledged {
        let orders =
            serde_json::json!({"orders": [{"type": "standing", "figures": "all", "reply": "always"}]});
        // The same key with whatever body is known: present, once.
        let again = server.call(
            "POST",
            &format!("/v1/games/{game}/turns"),
            Some(&token),
            &[JSON, ("Idempotency-Key", key)],
            Some(orders.to_string().as_bytes()),
        );
        assert!([201, 422].contains(&again.status), "{key}: {}", again.text());
        if again.status == 201 {
            assert_eq!(again.json(), *answer);
        }
        let turn = server.get(&format!("/v1/games/{game}/turns/{}", answer["turn"])).expect(200);
        assert_eq!(turn["request"], *key, "the turn stands where it was said to stand");
    }
    let (right, said) = verb(&["check", "--data", server.data().to_str().expect("a path")]);
    assert!(right, "{said}");
}
