//! Writing: once, in bounds, and as whom.

use futures_util::future::join;
use serde_json::{Value, json};

use super::table::{ALICE, BOB, CAROL, Press, seat, side};
use crate::world::request;

#[actix_web::test]
async fn a_repeated_request_is_one_message_and_one_letter() {
    let press = Press::begun("public").await;
    let path = format!("{}/messages", press.game);
    let body = json!({"text": "Once", "to": {"seat": BOB}});
    let send = |key: &'static str, body: Value| {
        let keyed =
            request("POST", &path, press.token("alice"), &body).insert_header(("idempotency-key", key));
        press.world.send(keyed)
    };
    let first = send("k1", body.clone()).await;
    let again = send("k1", body.clone()).await;
    assert_eq!((first.status.as_u16(), again.status.as_u16(), &first.text), (201, 201, &again.text));
    let other = send("k1", json!({"text": "Twice", "to": {"seat": BOB}})).await;
    assert_eq!(other.problem(), (422, "idempotency-key-reused"));
    assert_eq!((press.read("bob").await, press.mailed()), (vec!["Once".to_owned()], vec![BOB.to_owned()]));
    assert_eq!(send("k2", body).await.status, 201, "another key means it twice");
    assert_eq!(press.letters().len(), 2);
}

#[actix_web::test]
async fn a_double_click_writes_once() {
    let press = Press::begun("public").await;
    let body = json!({"text": "Once", "to": {"seat": BOB}});
    let (one, other) = join(press.post("alice", body.clone()), press.post("alice", body.clone())).await;
    let (written, refused) = if one.status == 201 { (one, other) } else { (other, one) };
    assert_eq!((written.status.as_u16(), refused.problem()), (201, (409, "repeated")));
    assert_eq!(refused.json["message"], written.json["id"]);
    assert_eq!((press.read("bob").await, press.letters().len()), (vec!["Once".to_owned()], 1));
    assert_eq!(
        press.post("alice", json!({"text": "Once"})).await.status,
        201,
        "to others it is another message"
    );
    press.world.clock.set(crate::world::START + 3);
    assert_eq!(press.post("alice", body).await.status, 201);
}

#[actix_web::test]
async fn what_is_not_right_is_told_and_nothing_is_written() {
    let press = Press::begun("public").await;
    let text = |text: &str| json!({"text": text});
    for (body, faults) in [
        (text(""), vec![("bad-text", "/text")]),
        (text(&"ü".repeat(2049)), vec![("bad-text", "/text")]),
        (text("a\u{1b}[31m"), vec![("bad-text", "/text")]),
        (text("\u{202e}olleh"), vec![("bad-text", "/text")]),
        (json!({}), vec![("missing-field", "")]),
        (json!({"text": "x", "too": "all"}), vec![("unknown-field", "/too")]),
        (json!({"text": "x", "to": "everybody"}), vec![("wrong-type", "/to")]),
        (json!({"text": "x", "to": {"seat": BOB, "side": "long_knives"}}), vec![("wrong-type", "/to")]),
        (
            json!({"text": "", "to": {"seat": "nowhere"}}),
            vec![("bad-text", "/text"), ("unknown-seat", "/to/seat")],
        ),
        (json!({"text": "x", "to": {"side": "nowhere"}}), vec![("unknown-seat", "/to/side")]),
    ] {
        let answer = press.post("alice", body.clone()).await;
        assert_eq!((answer.status.as_u16(), answer.faults()), (422, faults), "{body}");
    }
    let foreign = json!({"text": "x", "seat": BOB});
    assert_eq!(press.post("alice", foreign).await.problem(), (403, "forbidden"));
    for name in ["hester", "mallory"] {
        assert_eq!(press.post(name, text("x")).await.problem(), (403, "forbidden"), "{name}");
    }
    assert_eq!(press.post("nobody", text("x")).await.problem(), (401, "unauthorized"));
    assert!(press.read("alice").await.is_empty() && press.letters().is_empty());
    let long = "x".repeat(4096);
    assert_eq!(press.write("alice", json!("all"), &long).await.len(), 26);
    assert_eq!(press.write("alice", json!("all"), "<img src=x onerror=1>").await.len(), 26);
}

#[actix_web::test]
async fn thirty_an_hour_in_a_game_and_no_more() {
    let press = Press::begun("public").await;
    for number in 0..30 {
        press.write("alice", seat(BOB), &format!("text {number}")).await;
    }
    let refused = press.post("alice", json!({"text": "one more"})).await;
    assert_eq!(refused.problem(), (429, "too-many-messages"));
    let wait: u64 = refused.header("retry-after").parse().expect("seconds");
    assert!((1..=120).contains(&wait), "{wait}");
    assert_eq!(refused.json["policy"], "messages");
    assert_eq!(press.letters().len(), 30);
    press.write("bob", json!("all"), "Others may").await;
}

#[actix_web::test]
async fn who_holds_several_seats_says_which_one_writes_and_gets_one_letter() {
    let press = Press::open("public").await;
    for (name, seat) in [("alice", ALICE), ("bob", BOB), ("bob", CAROL)] {
        press.claim(name, seat).await;
    }
    press.write("alice", side("plains_nations"), "To both").await;
    assert_eq!(press.mailed(), [BOB], "one person, one letter");
    assert_eq!(press.post("bob", json!({"text": "x"})).await.faults(), [("seat-needed", "/seat")]);
    let answer =
        press.post("bob", json!({"text": "From Carol's", "seat": CAROL, "to": side("plains_nations")})).await;
    assert_eq!((answer.status.as_u16(), &answer.json["from"]["seat"]), (201, &CAROL.into()));
    assert_eq!(press.letters().len(), 1, "he need not write to himself");
    assert_eq!(press.read("bob").await, ["From Carol's", "To both"]);
}
