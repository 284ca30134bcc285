//! Waiting for what happens: long polls, live streams, files of lines.

use std::{pin::Pin, sync::Arc, time::Duration};

use actix_web::{body::MessageBody, rt, test};
use api::server;
use serde_json::{Value, json};

use crate::{
    table::Table,
    world::{World, request},
};

/// A stream that is read piece by piece.
pub struct Stream {
    body: Pin<Box<dyn MessageBody<Error = Box<dyn std::error::Error>>>>,
    pub text: String,
}

impl Stream {
    pub async fn open(world: &World, path: &str, last: Option<&str>) -> Self {
        Self::open_as(world, path, last, "").await
    }

    pub async fn open_as(world: &World, path: &str, last: Option<&str>, token: &str) -> Self {
        let service = test::init_service(server::http(Arc::clone(&world.app))).await;
        let mut asked =
            request("GET", path, token, &Value::Null).insert_header(("accept", "text/event-stream"));
        asked = asked.insert_header(("accept-encoding", "gzip"));
        if let Some(last) = last {
            asked = asked.insert_header(("last-event-id", last.to_owned()));
        }
        let answer = test::call_service(&service, asked.to_request()).await;
        assert_eq!(answer.status(), 200);
        let header =
            |name| answer.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or("").to_owned();
        assert_eq!(header("content-type"), "text/event-stream");
        assert_eq!(
            (header("content-encoding"), header("x-accel-buffering")),
            ("identity".into(), "no".into())
        );
        Stream { body: Box::pin(answer.into_body().boxed()), text: String::new() }
    }

    /// Reads until the text holds this; false when the stream ends before.
    pub async fn hear(&mut self, words: &str) -> bool {
        while !self.text.contains(words) {
            let next = std::future::poll_fn(|context| self.body.as_mut().poll_next(context));
            let piece =
                tokio::time::timeout(Duration::from_secs(20), next).await.expect("a piece, or the end");
            match piece {
                Some(Ok(bytes)) => self.text.push_str(&String::from_utf8_lossy(&bytes)),
                Some(Err(error)) => panic!("{error}"),
                None => return false,
            }
        }
        true
    }

    pub fn ids(&self) -> Vec<u64> {
        self.text.lines().filter_map(|line| line.strip_prefix("id: ")?.parse().ok()).collect()
    }
}

#[actix_web::test]
async fn who_comes_back_hears_exactly_what_he_missed() {
    let table = Table::begun("public").await;
    let path = table.path("/events");
    let version = table.state().await.json["version"].as_u64().expect("a number");
    let mut first = Stream::open(&table.world, &path, None).await;
    assert!(first.hear(&format!("id: {version}\n")).await);
    assert!(first.text.starts_with("retry: "));
    assert_eq!(first.ids(), (1..=version).collect::<Vec<_>>());
    drop(first);
    table.play_on().await;
    table.play_on().await;
    let now = table.state().await.json["version"].as_u64().expect("a number");
    let mut second = Stream::open(&table.world, &path, Some(&version.to_string())).await;
    assert!(second.hear(&format!("id: {now}\n")).await);
    assert_eq!(second.ids(), (version + 1..=now).collect::<Vec<_>>());
    // And what comes while he listens.
    table.play_on().await;
    let later = table.state().await.json["version"].as_u64().expect("a number");
    assert!(second.hear(&format!("id: {later}\n")).await);
    assert_eq!(second.ids(), (version + 1..=later).collect::<Vec<_>>());
    let data = second.text.lines().filter_map(|line| line.strip_prefix("data: "));
    let events: Vec<Value> = data.map(|json| serde_json::from_str(json).expect("JSON")).collect();
    let page = table.get(&format!("/events?after={version}&limit=1000"), "").await;
    assert_eq!(json!(events), page.json["items"]);
}

#[actix_web::test]
async fn an_id_beyond_the_log_is_told_to_look_anew() {
    let table = Table::begun("public").await;
    let version = table.state().await.json["version"].clone();
    for last in ["999999", "x"] {
        let mut stream = Stream::open(&table.world, &table.path("/events"), Some(last)).await;
        assert!(stream.hear("event: resync\n").await);
        table.play_on().await;
        let now = table.state().await.json["version"].clone();
        assert!(stream.hear(&format!("id: {now}\n")).await);
        assert_eq!(stream.text.matches("event: resync").count(), 1);
        assert!(version.as_u64() < now.as_u64());
    }
}

#[actix_web::test]
async fn a_quiet_stream_beats_and_ends_with_the_service() {
    let table = Table::begun("public").await;
    let version = table.state().await.json["version"].to_string();
    let mut stream = Stream::open(&table.world, &table.path("/events"), Some(&version)).await;
    assert!(stream.hear("\n:\n\n").await, "{}", stream.text);
    let app = Arc::clone(&table.world.app);
    rt::spawn(async move {
        tokio::time::sleep(Duration::from_millis(50)).await;
        app.stop.set();
    });
    assert!(!stream.hear("never said").await);
}

#[actix_web::test]
async fn a_stream_ends_with_the_log_and_is_not_to_be_asked_for_again() {
    let table = Table::begun("public").await;
    let mut stream = Stream::open(&table.world, &table.path("/events"), None).await;
    assert!(stream.hear("game_started").await);
    let resigned = table.post("/turns", &table.alice, json!({"orders": [{"type": "resign"}]})).await;
    assert_eq!(resigned.status, 201, "{resigned:?}");
    assert!(stream.hear("event: end\n").await && !stream.hear("never said").await);
    let last = stream.ids().last().expect("a line").to_string();
    let asked = request("GET", &table.path("/events"), "", &Value::Null)
        .insert_header(("accept", "text/event-stream"))
        .insert_header(("last-event-id", last));
    assert_eq!(table.world.send(asked).await.status, 204);
}

#[actix_web::test]
async fn all_lines_come_as_a_file() {
    let table = Table::begun("public").await;
    table.play_on().await;
    let get = async |rest: &str| {
        let asked = request("GET", &table.path(rest), "", &Value::Null)
            .insert_header(("accept", "application/x-ndjson"));
        table.world.send(asked).await
    };
    let file = get("/events").await;
    assert_eq!(file.header("content-type"), "application/x-ndjson");
    let lines: Vec<Value> = file.text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let page = table.get("/events?limit=1000", "").await;
    assert_eq!(json!(lines), page.json["items"]);
    assert_eq!(get("/events?after=2&limit=3").await.text.lines().count(), 3);
    let odd = request("GET", &table.path("/events"), "", &Value::Null).insert_header(("accept", "image/png"));
    assert_eq!(table.world.send(odd).await.problem(), (406, "not-acceptable"));
}

#[actix_web::test]
async fn a_long_poll_answers_when_something_happens_and_not_before() {
    let table = Table::begun("public").await;
    let state = table.state().await;
    let asked = |wait: &str| {
        request("GET", &table.path(&format!("?summary=true&wait={wait}")), &table.host, &Value::Null)
    };
    let summary = table.get("?summary=true", &table.host).await;
    assert!(summary.json.get("view").is_none() && summary.text.len() <= 2048, "{}", summary.text.len());
    let quiet = table.world.send(asked("1").insert_header(("if-none-match", summary.header("etag")))).await;
    assert_eq!(quiet.status, 304, "{quiet:?}");
    let known = table.world.send(asked("30").insert_header(("if-none-match", state.header("etag")))).await;
    assert_eq!(known.status, 200, "another form of it was known");
    let started = std::time::Instant::now();
    let waits = table.world.send(asked("30").insert_header(("if-none-match", summary.header("etag"))));
    let acts = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        table.play_on().await;
    };
    let (woken, ()) = futures_util::future::join(waits, acts).await;
    assert_eq!(woken.status, 200, "{woken:?}");
    assert!(state.json["version"].as_u64() < woken.json["version"].as_u64());
    assert!(started.elapsed() < Duration::from_secs(10));
    assert_eq!(table.world.send(asked("61")).await.problem(), (400, "bad-query"));
}

#[actix_web::test]
async fn a_revoked_token_ends_its_stream() {
    let table = Table::begun("private").await;
    let made = table.world.ask("POST", "/v1/me/tokens", &table.alice, json!({})).await;
    let (id, token) =
        (made.json["id"].as_str().expect("an id"), made.json["token"].as_str().expect("a token"));
    let mut stream = Stream::open_as(&table.world, &table.path("/events"), None, token).await;
    assert!(stream.hear("game_started").await);
    let gone = table.world.ask("DELETE", &format!("/v1/me/tokens/{id}"), &table.alice, Value::Null).await;
    assert_eq!(gone.status, 204);
    table.play_on().await;
    assert!(!stream.hear("orders_given").await, "{}", stream.text);
}
