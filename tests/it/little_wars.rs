//! Little Wars over HTTP: a battle that begins behind the curtain, and what is known of it meanwhile.

use serde_json::{Value, json};

use crate::support::{Player, Server, audited};

/// A game of two, begun, Alice Red and Bob Blue.
fn begun(alice: &Player<'_>, bob: &Player<'_>, scenario: &str, options: &Value) -> String {
    let made = alice
        .post(
            "/v1/games",
            &json!({"ruleset": "little_wars", "scenario": scenario, "options": options,
                "seats": [{"seat": "red", "player": "me"}]}),
        )
        .expect(201);
    let game = made["id"].as_str().expect("an id").to_owned();
    bob.put(&format!("/v1/games/{game}/seats/blue"), &json!({})).expect(200);
    game
}

/// Plays what is suggested to whoever is waited for, until the end.
fn to_the_end(server: &Server, players: &[(&str, &Player<'_>)], game: &str) -> Value {
    for _ in 0..300 {
        let seen = server.get(&format!("/v1/games/{game}?summary=true")).expect(200);
        let Some(next) = seen["to_act"][0]["seat"].as_str() else { return seen };
        let (_, player) = players.iter().find(|(seat, _)| *seat == next).expect("a seat of ours");
        player.play_suggested(game, next);
    }
    panic!("it does not end");
}

#[test]
fn a_meeting_engagement_is_put_down_behind_the_curtain_and_fought_to_its_end() {
    let server = Server::start();
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let game = begun(&alice, &bob, "meeting_engagement", &json!({"first_move": "red"}));
    let turns = format!("/v1/games/{game}/turns");
    let seen = |player: &Player<'_>| player.get(&format!("/v1/games/{game}")).expect(200);

    // Red puts down a part: a draft, which leaves no line and is nobody's business.
    let before = seen(&bob);
    let orders = alice.suggested(&game, "red");
    let (places, ready) = orders.split_at(orders.len() - 1);
    assert_eq!(ready[0]["type"], "ready");
    let drafted = alice.post(&turns, &json!({"seat": "red", "orders": places})).expect(200);
    assert_eq!(drafted["draft"]["orders"].as_array().map(Vec::len), Some(places.len()));
    let after = seen(&bob);
    assert_eq!(
        (&before["version"], &before["head"], &before["view"]),
        (&after["version"], &after["head"], &after["view"])
    );

    // He binds it: one line, the same whatever it holds; his side knows, the others do not.
    alice.post(&turns, &json!({"seat": "red", "orders": ready})).expect(201);
    let (own, other) = (seen(&alice), seen(&bob));
    assert_eq!(own["version"], other["version"]);
    let placed = |view: &Value| {
        let men = view["view"]["figures"].as_array().expect("men").iter();
        men.filter(|man| man["side"] == "red" || man["id"].as_str().is_some_and(|id| id.starts_with('r')))
            .filter(|man| !man["at"].is_null())
            .count()
    };
    assert_eq!((placed(&own), placed(&other)), (100, 0));
    assert_eq!(placed(&server.get(&format!("/v1/games/{game}")).expect(200)), 0, "a spectator neither");

    let end = to_the_end(&server, &[("red", &alice), ("blue", &bob)], &game);
    assert_eq!(end["state"], "finished");
    assert_eq!(placed(&server.get(&format!("/v1/games/{game}?at=9")).expect(200)), 100, "opened together");
    audited(&server, &game, 20);
}

#[test]
fn a_shot_is_told_with_its_dice_and_its_rules() {
    let server = Server::start();
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let game = begun(&alice, &bob, "skirmish", &json!({"first_move": "red"}));
    to_the_end(&server, &[("red", &alice), ("blue", &bob)], &game);
    let dice = server.get(&format!("/v1/games/{game}/dice?limit=500")).expect(200);
    let rolls = dice["items"].as_array().expect("rolls");
    let purposes: Vec<&str> = rolls.iter().filter_map(|roll| roll["purpose"].as_str()).collect();
    for purpose in ["deflection", "elevation", "topple"] {
        assert!(purposes.contains(&purpose), "{purpose} among {purposes:?}");
    }
    let scatter = rolls.iter().find(|roll| roll["purpose"] == "deflection").expect("a shot");
    assert_eq!(scatter["values"].as_array().map(Vec::len), Some(2));
    assert_eq!(scatter["rule"], "LW-4.6");
}
