//! Whole battles over HTTP, with nothing but what the server suggests; a third watches.

use serde_json::{Value, json};

use crate::support::{Player, Server, audited, duel, number, verb};

/// Plays on until the end; the watcher sees what the players see.
fn to_the_end(server: &Server, players: &[(&str, &Player<'_>)], game: &str) -> Value {
    for _ in 0..600 {
        let seen = server.get(&format!("/v1/games/{game}?summary=true")).expect(200);
        let Some(next) = seen["to_act"][0]["seat"].as_str() else { return seen };
        let (_, player) = players.iter().find(|(seat, _)| *seat == next).expect("a seat of ours");
        let turn = player.play_suggested(game, next);
        let watched = server.get(&format!("/v1/games/{game}?summary=true")).expect(200);
        assert_eq!((&watched["version"], &watched["head"]), (&turn["version"], &turn["head"]));
        assert_eq!(watched["to_act"], turn["to_act"]);
    }
    panic!("it does not end");
}

#[test]
fn two_players_finish_a_skirmish_and_a_standard_battle_on_suggestions_alone() {
    let server = Server::start();
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    for scenario in ["skirmish", "standard"] {
        let game = duel(&alice, &bob, scenario);
        let end = to_the_end(&server, &[("long_knives", &alice), ("plains_nations", &bob)], &game);
        assert_eq!(end["state"], "finished");
        assert!(["win", "draw"].contains(&end["result"]["outcome"].as_str().expect("an outcome")), "{end}");
        audited(&server, &game, 5);
    }
    let (right, said) = verb(&["check", "--data", server.data().to_str().expect("a path")]);
    assert!(right, "{said}");
}

#[test]
fn both_players_bring_numbers_of_their_own() {
    let server = Server::start();
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let made = alice
        .post(
            "/v1/games",
            &json!({"ruleset": "little_bighorn", "scenario": "skirmish",
                "seats": [{"seat": "long_knives", "player": "me", "entropy": true}]}),
        )
        .expect(201);
    let game = made["id"].as_str().expect("an id");
    let number = |seat: &str| number(game, 0, seat).0;
    let commit = |seat: &str| crate::support::number(game, 0, seat).1;
    let seat = |seat: &str| format!("/v1/games/{game}/seats/{seat}");
    let ready = |name: &str| format!("{}/ready", seat(name));
    alice.put(&seat("long_knives"), &json!({"commit": commit("long_knives")})).expect(200);
    let early = json!({"entropy": number("long_knives")});
    alice.post(&ready("long_knives"), &early).refused(409, "seats-missing");
    let joined = bob.put(&seat("plains_nations"), &json!({"commit": commit("plains_nations")})).expect(200);
    assert_eq!((joined["state"].as_str(), joined["phase"].as_str()), (Some("open"), Some("entropy")));
    assert_eq!(joined["dice"]["waiting"], json!(["long_knives", "plains_nations"]));
    bob.put(&seat("plains_nations"), &json!({})).refused(409, "seats-fixed");
    let wrong = json!({"entropy": number("somebody_else")});
    bob.post(&ready("plains_nations"), &wrong).refused(422, "invalid-fields");
    alice
        .post(&ready("plains_nations"), &json!({"entropy": number("plains_nations")}))
        .refused(403, "forbidden");
    bob.post(&ready("plains_nations"), &json!({"entropy": number("plains_nations")})).expect(200);
    bob.post(&ready("plains_nations"), &json!({"entropy": number("plains_nations")}))
        .refused(409, "nothing-owed");
    let begun = alice.post(&ready("long_knives"), &early).expect(200);
    assert_eq!((begun["state"].as_str(), begun["phase"].as_str()), (Some("active"), Some("movement")));
    assert!(begun["seats"].as_array().expect("seats").iter().all(|seat| seat["entropy"] == "own"));
    to_the_end(&server, &[("long_knives", &alice), ("plains_nations", &bob)], game);
    audited(&server, game, 5);
}

#[test]
fn a_person_plays_a_bot_and_the_bot_answers_by_itself() {
    let server = Server::start();
    let alice = server.player("Alice");
    let made = alice
        .post(
            "/v1/games",
            &json!({"ruleset": "little_bighorn", "scenario": "skirmish",
                "seats": [{"seat": "long_knives", "player": "me"}, {"seat": "plains_nations", "player": {"bot": "standard"}}]}),
        )
        .expect(201);
    assert_eq!(made["state"], "active", "nobody brings a number: it begins at once");
    let game = made["id"].as_str().expect("an id");
    for _ in 0..200 {
        let seen = alice.get(&format!("/v1/games/{game}?summary=true")).expect(200);
        if seen["state"] == "finished" {
            return audited(&server, game, 1);
        }
        if seen["to_act"][0]["seat"] == "long_knives" {
            alice.play_suggested(game, "long_knives");
        } else {
            // The bot's turn comes by itself: wait for the game to move on.
            alice.get(&format!("/v1/games/{game}?summary=true&wait=10"));
        }
    }
    panic!("it does not end");
}

#[test]
fn a_draw_is_offered_declined_by_a_bot_and_agreed_by_people() {
    let server = Server::start();
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let game = duel(&alice, &bob, "skirmish");
    bob.orders(&game, "accept draw").refused(409, "no-draw-offered");
    bob.orders(&game, "offer draw").expect(201);
    assert_eq!(alice.get(&format!("/v1/games/{game}")).expect(200)["draw"], json!(["plains_nations"]));
    alice.orders(&game, "decline draw").expect(201);
    alice.orders(&game, "offer draw").expect(201);
    let end = bob.orders(&game, "accept draw").expect(201);
    assert_eq!((end["state"].as_str(), end["result"]["outcome"].as_str()), (Some("finished"), Some("draw")));
    alice.orders(&game, "sol1 f4").refused(409, "game-over");
    audited(&server, &game, 0);
}
