//! Press: who reads what, and what the others can tell of it (nothing).

mod by_mail;
mod table;
mod writing;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use self::table::{ALICE, BOB, CAROL, Press, SEATS, seat, side};

#[actix_web::test]
async fn everybody_reads_what_is_for_him_and_nothing_else() {
    for visibility in ["public", "unlisted", "private"] {
        let press = Press::begun(visibility).await;
        let watching: &[&str] = match visibility {
            "private" => &["hester"],
            _ => &["nobody", "hester", "mallory"],
        };
        let all: Vec<&str> = watching.iter().copied().chain(["alice", "bob", "carol"]).collect();
        let (nations, knives) = (side("plains_nations"), side("long_knives"));
        let cases: Vec<(&str, Value, Vec<&str>)> = vec![
            ("alice", json!("all"), all.clone()),
            ("alice", knives.clone(), vec!["alice"]),
            ("alice", nations.clone(), vec!["alice", "bob", "carol"]),
            ("alice", seat(ALICE), vec!["alice"]),
            ("alice", seat(BOB), vec!["alice", "bob"]),
            ("alice", seat(CAROL), vec!["alice", "carol"]),
            ("bob", json!("all"), all.clone()),
            ("bob", knives.clone(), vec!["alice", "bob"]),
            ("bob", nations.clone(), vec!["bob", "carol"]),
            ("bob", seat(ALICE), vec!["alice", "bob"]),
            ("bob", seat(CAROL), vec!["bob", "carol"]),
            ("carol", nations, vec!["bob", "carol"]),
            ("carol", seat(ALICE), vec!["alice", "carol"]),
        ];
        for (number, (author, to, _)) in cases.iter().enumerate() {
            press.write(author, to.clone(), &format!("text {number}")).await;
        }
        for name in &all {
            let his = cases.iter().enumerate().rev().filter(|(_, (_, _, readers))| readers.contains(name));
            let expected: Vec<String> = his.map(|(number, _)| format!("text {number}")).collect();
            assert_eq!(press.read(name).await, expected, "{visibility} {name}");
        }
        let n_letters: usize = cases
            .iter()
            .map(|(author, _, readers)| {
                readers
                    .iter()
                    .filter(|name| *name != author && SEATS.iter().any(|(held, _)| held == *name))
                    .count()
            })
            .sum();
        assert_eq!(press.letters().len(), n_letters, "one to each reader with a seat, none to the author");
    }
}

#[actix_web::test]
async fn a_message_tells_who_wrote_it_to_whom_and_when() {
    let press = Press::begun("public").await;
    let answer = press.post("bob", json!({"text": "  Hello\r\n\tall \n"})).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    let page = press.get("/messages", "nobody").await;
    assert_eq!(page.json["items"][0], answer.json, "the answer is the message");
    let shown = &answer.json;
    assert_eq!((&shown["text"], &shown["to"]), (&"Hello\n\tall".into(), &"all".into()));
    assert_eq!((&shown["from"]["seat"], &shown["from"]["player"]["name"]), (&BOB.into(), &"bob".into()));
    assert!(
        shown["at"].as_str().is_some_and(|at| at.ends_with('Z'))
            && press.game.ends_with(shown["game"].as_str().unwrap_or("?"))
    );
}

/// All that somebody is answered, but for the requests' own ids.
async fn all_that_is_told(press: &Press, name: &str) -> Vec<(String, Vec<String>)> {
    let mut told = Vec::new();
    for rest in ["", "/messages", "/messages?limit=1", "/events", "/turns", "/replay", "/audit", "/seats/x"] {
        let answer = press.get(rest, name).await;
        let headers = answer.headers.iter().filter(|(name, _)| name.as_str() != "x-request-id");
        let headers: BTreeSet<String> = headers.map(|(name, value)| format!("{name}: {value:?}")).collect();
        told.push((answer.text, headers.into_iter().collect()));
    }
    let games = press.world.ask("GET", "/v1/games", press.token(name), Value::Null).await;
    told.push((games.text, Vec::new()));
    told
}

#[actix_web::test]
async fn nobody_else_can_tell_that_somebody_wrote() {
    let press = Press::begun("public").await;
    press.write("bob", json!("all"), "one").await;
    press.write("alice", json!("all"), "two").await;
    let others = ["nobody", "mallory", "hester", "alice"];
    let mut before = Vec::new();
    for name in others {
        before.push(all_that_is_told(&press, name).await);
    }
    press.world.clock.set(crate::world::START + 60);
    let mut later = Vec::new();
    for name in others {
        later.push(all_that_is_told(&press, name).await);
    }
    press.write("bob", side("plains_nations"), "three").await;
    press.write("carol", seat(BOB), "four").await;
    for ((name, before), later) in others.iter().zip(before).zip(later) {
        let after = all_that_is_told(&press, name).await;
        assert_eq!(after, later, "{name}");
        assert_eq!(after[1..3], before[1..3], "{name}: pages of press do not tell the time either");
    }
    assert_eq!(press.read("alice").await, ["two", "one"]);
}

#[actix_web::test]
async fn pages_have_no_gap_and_no_repeat_while_messages_arrive() {
    let press = Press::begun("public").await;
    for number in 0..7 {
        press.write("bob", seat(CAROL), &format!("hidden {number}")).await;
        press.write("carol", json!("all"), &format!("text {number}")).await;
    }
    let (mut seen, mut path) = (Vec::new(), "/messages?limit=2".to_owned());
    for number in 0.. {
        let page = press.get(&path, "alice").await;
        let items = page.json["items"].as_array().expect("items").clone();
        seen.extend(items.iter().map(|item| item["text"].as_str().expect("a text").to_owned()));
        press.write("bob", json!("all"), &format!("late {number}")).await;
        press.write("bob", seat(CAROL), &format!("late and hidden {number}")).await;
        let Some(next) = page.json["next"].as_str() else { break };
        assert!(page.header("link").contains(&format!("cursor={next}>; rel=\"next\"")), "{page:?}");
        path = format!("/messages?limit=2&cursor={next}");
    }
    assert_eq!(seen, (0..7).rev().map(|number| format!("text {number}")).collect::<Vec<_>>());
    let events = press.get("/events?limit=1", "alice").await.json["next"].as_str().expect("more").to_owned();
    for query in ["limit=0", "limit=101", "cursor=x", "offset=1", &format!("cursor={events}")] {
        let answer = press.get(&format!("/messages?{query}"), "alice").await;
        assert_eq!(answer.problem(), (400, "bad-query"), "{query}");
    }
}

#[actix_web::test]
async fn a_seat_that_has_resigned_is_out_of_it_until_the_game_is_over() {
    let press = Press::begun("private").await;
    press.write("bob", side("plains_nations"), "before").await;
    press.leave("carol", CAROL).await;
    assert_eq!(press.post("carol", json!({"text": "x"})).await.problem(), (403, "forbidden"));
    assert_eq!(
        press.post("bob", json!({"text": "x", "to": {"seat": CAROL}})).await.problem(),
        (409, "no-reader")
    );
    press.write("bob", side("plains_nations"), "after").await;
    press.write("alice", json!("all"), "to all").await;
    assert_eq!(press.read("carol").await, ["to all", "before"]);
    assert_eq!(press.read("bob").await, ["to all", "after", "before"]);
    assert_eq!(press.mailed(), [CAROL, BOB], "the first to Carol, the last to Bob alone");
    press.leave("alice", ALICE).await;
    assert_eq!(press.get("", "alice").await.json["state"], "finished");
    press.write("carol", json!("all"), "good game").await;
    press.write("alice", seat(CAROL), "thanks").await;
    assert_eq!(press.read("carol").await, ["thanks", "good game", "to all", "before"]);
    assert_eq!(press.read("bob").await, ["good game", "to all", "after", "before"]);
}

#[actix_web::test]
async fn before_the_start_who_takes_a_free_seat_reads_nothing_that_was_written_to_another() {
    let press = Press::open("public").await;
    press.claim("alice", ALICE).await;
    press.claim("bob", BOB).await;
    let to_nobody = press.post("alice", json!({"text": "Anybody?", "to": {"seat": CAROL}})).await;
    assert_eq!(to_nobody.problem(), (409, "no-reader"));
    press.write("alice", seat(BOB), "to Bob").await;
    press.write("bob", side("plains_nations"), "to his side").await;
    press.write("bob", json!("all"), "to all").await;
    press.leave("bob", BOB).await;
    assert_eq!(press.read("bob").await, ["to all"]);
    press.claim("mallory", BOB).await;
    assert_eq!(press.read("mallory").await, ["to all"]);
    assert_eq!(press.read("alice").await, ["to all", "to Bob"]);
}

#[actix_web::test]
async fn who_erases_his_account_takes_his_words_with_him() {
    let press = Press::begun("public").await;
    press.write("bob", json!("all"), "his words").await;
    press.write("alice", seat(BOB), "her words").await;
    let gone = press.world.ask("DELETE", "/v1/me", press.token("bob"), Value::Null).await;
    assert_eq!(gone.status, 204, "{gone:?}");
    let page = press.get("/messages", "alice").await;
    let (hers, his) = (&page.json["items"][0], &page.json["items"][1]);
    assert_eq!((&hers["text"], &hers["to"]["seat"]), (&"her words".into(), &BOB.into()));
    assert_eq!((&his["text"], &his["from"]["player"]["name"]), (&Value::Null, &"former player".into()));
    assert!(press.letters().is_empty(), "neither his nor to him");
}
