//! After a restored copy no seed is used that may have been shown: a new epoch before the next die.

use serde_json::json;

use crate::support::{Player, Server, duel, number, verb, verify_independently};

fn audited(server: &Server, game: &str, epochs: u64) {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("bundle.json");
    std::fs::write(&path, server.get(&format!("/v1/games/{game}/audit")).body).expect("written");
    let (verified, said) = verb(&["verify", path.to_str().expect("a path"), "--json"]);
    assert!(verified, "{said}");
    let report: serde_json::Value = serde_json::from_str(said.trim()).expect("JSON");
    assert_eq!(report["protocol"]["epochs"], epochs, "{report}");
    verify_independently(&path);
}

fn on_move(server: &Server, game: &str) -> String {
    let seen = server.get(&format!("/v1/games/{game}?summary=true")).expect(200);
    seen["to_act"][0]["seat"].as_str().expect("a seat").to_owned()
}

#[test]
fn a_restored_game_opens_a_new_epoch_before_its_next_die() {
    let mut server = Server::start();
    let folder = tempfile::TempDir::new().expect("a folder");
    let copy = folder.path().join("copy.sqlite");
    let (declined, own, tokens) = {
        let (alice, bob) = (server.player("Alice"), server.player("Bob"));
        let declined = duel(&alice, &bob, "skirmish");
        let made = alice
            .post(
                "/v1/games",
                &json!({"ruleset": "little_bighorn", "scenario": "skirmish",
                    "seats": [{"seat": "long_knives", "player": "me", "entropy": true}]}),
            )
            .expect(201);
        let own = made["id"].as_str().expect("an id").to_owned();
        let (mine, commit) = number(&own, 0, "long_knives");
        alice.put(&format!("/v1/games/{own}/seats/long_knives"), &json!({ "commit": commit })).expect(200);
        bob.put(&format!("/v1/games/{own}/seats/plains_nations"), &json!({})).expect(200);
        alice
            .post(&format!("/v1/games/{own}/seats/long_knives/ready"), &json!({ "entropy": mine }))
            .expect(200);
        let data = server.data();
        let args = ["backup", copy.to_str().expect("a path"), "--data", data.to_str().expect("a path")];
        let (done, said) = verb(&args);
        assert!(done, "{said}");
        // What the copy does not know: dice are shown here.
        let text = "sol4 j7\nend movement\nsol4 x war4\nend combat\n";
        alice.orders(&declined, text).expect(201);
        alice.orders(&own, text).expect(201);
        (declined, own, [alice.token.clone(), bob.token.clone()])
    };
    server.restore(&copy);
    let [alice, bob] = tokens.map(|token| Player { server: &server, token });
    // Nobody had brought a number: the new epoch opens by itself, with the next turn.
    let turn = alice.orders(&declined, "sol4 j7\nend movement\nsol4 x war4\nend combat\n").expect(201);
    assert_eq!((turn["dice"][0]["epoch"].as_u64(), turn["dice"][0]["index"].as_u64()), (Some(1), Some(1)));
    audited(&server, &declined, 2);
    // Who had brought one owes another first.
    alice.orders(&own, "sol4 j7").refused(409, "entropy-owed");
    let waiting = server.get(&format!("/v1/games/{own}?summary=true")).expect(200);
    assert_eq!(
        (waiting["phase"].as_str(), on_move(&server, &own).as_str()),
        (Some("entropy"), "long_knives")
    );
    let (mine, commit) = number(&own, 1, "long_knives");
    alice.put(&format!("/v1/games/{own}/seats/long_knives"), &json!({ "commit": commit })).expect(200);
    bob.put(&format!("/v1/games/{own}/seats/plains_nations"), &json!({})).refused(409, "already-started");
    alice.post(&format!("/v1/games/{own}/seats/long_knives/ready"), &json!({ "entropy": mine })).expect(200);
    assert_eq!(on_move(&server, &own), "long_knives");
    let turn = alice.orders(&own, "sol4 j7\nend movement\nsol4 x war4\nend combat\n").expect(201);
    assert_eq!(turn["dice"][0]["epoch"], 1);
    audited(&server, &own, 2);
}
