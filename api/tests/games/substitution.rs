//! What is left to somebody whose seat is in other hands: what everybody has, at once, on lines that are open as on new ones.

use actix_web::rt;
use serde_json::{Value, json};

use crate::{
    bids::{Bids, SEATS, wanted},
    sink::Sink,
    streams::Stream,
    webhook_deliveries::{deliveries, start, until},
    webhooks::make,
    world::{START, World},
};

const LEAVER: &str = "north_a";
const MATE: &str = "north_b";

/// A table at which webhooks may lead to this machine.
async fn table() -> Bids {
    let world = World::with(&[("RATE_LIMIT", "off"), ("WEBHOOK_PRIVATE", "true")]);
    Bids::begun_in(world, wanted("public", json!({"kind": "none"}), json!({})), &SEATS).await
}

/// The leaver offers his seat, and the stranger takes it.
async fn change_hands(bids: &Bids) {
    let seat = format!("/seats/{LEAVER}");
    let offered = bids.ask("POST", &format!("{seat}/substitute"), LEAVER, json!({})).await;
    assert_eq!(offered.status, 200, "{offered:?}");
    let taken = bids.ask("PUT", &seat, "stranger", json!({})).await;
    assert_eq!(taken.status, 200, "{taken:?}");
}

async fn version(bids: &Bids) -> u64 {
    bids.get("?summary=true", "").await.json["version"].as_u64().expect("a number")
}

#[actix_web::test]
async fn a_stream_of_the_seat_ends_and_any_other_tells_what_everybody_is_told() {
    let bids = table().await;
    let open = async |path: &str, who: &str| {
        Stream::open_as(&bids.world, &bids.path(path), None, bids.token(who)).await
    };
    let own = format!("/events?seat={LEAVER}");
    let (mut seated, mut plain) = (open(&own, LEAVER).await, open("/events", LEAVER).await);
    let (mut mate, mut watcher) = (open("/events", MATE).await, open("/events", "").await);
    bids.bid(MATE, 5).await;
    for stream in [&mut seated, &mut plain, &mut mate] {
        assert!(stream.hear("\"tokens\":5").await, "it is a secret of his side");
    }
    bids.say("/turns", LEAVER, "bid 4").await;
    change_hands(&bids).await;
    assert!(!seated.hear("never said").await, "it ends by itself: {}", seated.text);
    assert!(plain.hear("event: seat_substituted\n").await);
    bids.say("/turns", "stranger", "bid 7\nready").await;
    let last = format!("id: {}\n", version(&bids).await);
    for stream in [&mut plain, &mut mate, &mut watcher] {
        assert!(stream.hear(&last).await);
    }
    assert!(mate.text.contains("\"tokens\":7"), "the newcomer's secrets are his side's");
    let since = |stream: &Stream| {
        let (_, after) = stream.text.split_once("event: seat_substituted\n").expect("the line");
        after.to_owned()
    };
    assert_eq!(since(&plain), since(&watcher));
    // Whoever comes back begins with that too.
    let mut anew = open("/events", LEAVER).await;
    assert!(anew.hear(&last).await);
    assert_eq!(anew.text, watcher.text);
    for rest in [own.as_str(), &format!("/draft?seat={LEAVER}"), &format!("/orders?seat={LEAVER}")] {
        assert_eq!(bids.get(rest, LEAVER).await.problem(), (403, "forbidden"), "{rest}");
    }
    assert_eq!(bids.get("", LEAVER).await.json["view"], bids.get("", "").await.json["view"]);
    assert_eq!(bids.get(&format!("/draft?seat={LEAVER}"), "stranger").await.problem(), (404, "not-found"));
}

#[actix_web::test]
async fn a_stream_of_a_private_game_ends_whatever_its_eyes_and_so_does_who_waits_for_news() {
    let wanted = wanted("private", json!({"kind": "none"}), json!({}));
    let world = World::with(&[("RATE_LIMIT", "off"), ("BASE_URL", "http://fieldpost.example.org")]);
    let host = world.proved("Newcomer", "newcomer@example.org").await;
    let mut bids = private(world, wanted).await;
    bids.stranger = host;
    let mut plain = Stream::open_as(&bids.world, &bids.path("/events"), None, bids.token(LEAVER)).await;
    assert!(plain.hear("event: game_started\n").await);
    let before = bids.get("?summary=true", LEAVER).await;
    let asked =
        crate::world::request("GET", &bids.path("?summary=true&wait=30"), bids.token(LEAVER), &Value::Null)
            .insert_header(("if-none-match", before.header("etag").to_owned()));
    let acts = async {
        rt::time::sleep(std::time::Duration::from_millis(200)).await;
        let offer = json!({"email": "newcomer@example.org"});
        let seat = format!("/seats/{LEAVER}");
        bids.ask("POST", &format!("{seat}/substitute"), LEAVER, offer).await;
        let taken = bids.ask("PUT", &seat, "stranger", json!({})).await;
        assert_eq!(taken.status, 200, "{taken:?}");
    };
    let (waited, ()) = futures_util::future::join(bids.world.send(asked), acts).await;
    // The offer alone is news of the game, and woke him while it was his.
    assert!([200, 404].contains(&waited.status.as_u16()), "{waited:?}");
    assert!(!plain.hear("seat_substituted").await, "{}", plain.text);
    assert_eq!(bids.get("", LEAVER).await.problem(), (404, "not-found"));
}

/// A private game, whose seats are taken by invitation.
async fn private(world: World, wanted: Value) -> Bids {
    let host = world.player("Hester", "hester@example.org").await;
    let made = world.ask("POST", "/v1/games", &host, wanted).await;
    let game = made.json["id"].as_str().expect("an id").to_owned();
    let mut players = Vec::new();
    for seat in SEATS {
        let path = format!("/v1/games/{game}/seats/{seat}");
        let invite = world.ask("POST", &format!("{path}/invite"), &host, Value::Null).await;
        let token = world.proved(seat, &format!("{seat}@example.org")).await;
        let claim = json!({"invite": invite.json["invite"]});
        let taken = world.ask("PUT", &path, &token, claim).await;
        assert_eq!(taken.status, 200, "{taken:?}");
        players.push((seat.to_owned(), token));
    }
    Bids { world, game, stranger: String::new(), host, players }
}

#[actix_web::test]
async fn a_webhook_hears_of_the_seat_no_more_not_even_what_was_on_its_way() {
    let (bids, sink) = (table().await, Sink::answering(200));
    let hook = make(&bids.world, bids.token(LEAVER), json!({"url": sink.url("/hook")})).await;
    start(&bids.world);
    let told = async || deliveries(&bids.world, &hook, bids.token(LEAVER)).await;
    let write = async |text: &str| {
        let message = json!({"text": text, "to": {"seat": LEAVER}});
        assert_eq!(bids.ask("POST", "/messages", "south_a", message).await.status, 201);
    };
    write("One").await;
    until("the first arrives", async || sink.asked().len() == 1).await;
    // The second is on its way, and is to come again, when the seat changes hands.
    sink.now_answering(503);
    write("Two").await;
    until("the second is missed", async || told().await[0]["tries"] == 1).await;
    change_hands(&bids).await;
    sink.now_answering(200);
    bids.world.clock.set(START + 3600);
    until("nothing waits", async || told().await.iter().all(|one| one["state"] != "queued")).await;
    let n_asked = sink.asked().len();
    assert_eq!(n_asked, 2, "one that arrived, and one that did not: {:?}", sink.asked());
    write("Three").await;
    for (seat, tokens) in [(MATE, 1), ("south_a", 2), ("south_b", 3), ("stranger", 4)] {
        bids.bid(seat, tokens).await;
    }
    // The newcomer is told of what followed, the leaver's webhook is not.
    let letters = bids.world.app.store.letters_due(u64::MAX >> 1, 1000).expect("letters");
    let of_seat = letters.iter().filter(|row| row.letter.seat.as_deref() == Some(LEAVER));
    let told_of: Vec<_> = of_seat.map(|row| (row.letter.kind.as_str(), &row.letter.player)).collect();
    let (first, last) = (told_of.first().expect("a letter"), told_of.last().expect("a letter"));
    assert!(last.0 == "press" && last.1 != first.1, "{told_of:?}");
    let n_told = told().await.len();
    rt::time::sleep(std::time::Duration::from_millis(200)).await;
    assert_eq!((sink.asked().len(), told().await.len()), (n_asked, n_told));
    let states: Vec<Value> = told().await.iter().map(|one| one["state"].clone()).collect();
    assert!(states.iter().all(|state| state == "sent" || state == "dropped"), "{states:?}");
}
