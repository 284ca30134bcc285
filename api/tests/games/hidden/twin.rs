//! A twin: the game with one of two secrets, and what of its answers must be its own.

use std::collections::BTreeSet;

use actix_web::{body::MessageBody, test as calls};
use api::{
    post::{compose, mailbox},
    server,
};
use domain::log::{Kind, Line};
use serde_json::Value;

use super::{
    Secret,
    asks::{Ask, Body},
};
use crate::{
    bids::Bids,
    world::{Answer, request},
};

/// A page without the name that each showing of its form has of its own.
pub(super) fn without_form_keys(text: &str) -> String {
    const BEFORE: &str = "name=\"key\" value=\"page:";
    let mut parts = text.split(BEFORE);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| out + BEFORE + part.trim_start_matches(|c: char| c.is_ascii_alphanumeric()))
}

/// A twin, and what of its answers must be its own.
pub(super) struct Twin {
    pub(super) bids: Bids,
    /// Whether its log differs from its twin's.
    pub(super) differs: bool,
    blind: Vec<(String, String)>,
}

impl Twin {
    pub(super) fn new(bids: Bids) -> Self {
        Twin { bids, differs: false, blind: Vec::new() }
    }

    /// Learns the hashes and seals of its log, and the ids of its messages.
    pub(super) async fn learn(&mut self) {
        let game = domain::ids::GameId::new(&self.bids.game).expect("an id");
        let rows = self.bids.world.app.store.lines(&game, 0, 10_000).expect("the log");
        self.differs = true;
        self.blind.clear();
        for row in rows {
            let hash = domain::hash::Hash::from_bytes(row.hash).to_string();
            self.blind.push((hash[..16].to_owned(), format!("<hash {}>", row.seq)));
            if let Kind::Event(event) = Line::read(&row.line).expect("a line").kind {
                let seal = |(n, seal): (usize, &domain::log::Seal)| {
                    (seal.seal.to_string(), format!("<seal {} {n}>", row.seq))
                };
                self.blind.extend(event.seals.iter().enumerate().map(seal));
            }
        }
        let messages = self.bids.get("/messages", "host").await;
        let ids = messages.json["items"].as_array().expect("a list").iter().rev().enumerate();
        let ids = ids
            .map(|(n, message)| (message["id"].as_str().unwrap_or("").to_owned(), format!("<message {n}>")));
        self.blind.extend(ids.collect::<Vec<_>>());
    }

    /// A text without what must differ: hashes from their 17th digit on are left out with the rest of them.
    pub(super) fn blinded(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (own, name) in &self.blind {
            if !name.starts_with("<hash") {
                text = text.replace(own, name);
                continue;
            }
            let mut out = String::new();
            let mut rest = text.as_str();
            while let Some(at) = rest.find(own.as_str()) {
                out.push_str(&rest[..at]);
                out.push_str(name);
                rest = rest[at + own.len()..].trim_start_matches(|c: char| c.is_ascii_hexdigit());
            }
            out.push_str(rest);
            text = out;
        }
        without_form_keys(&without_signatures(&text))
    }

    pub(super) async fn ask(&self, who: &str, ask: &Ask) -> Answer {
        self.bids.world.send(self.request(who, ask)).await
    }

    pub(super) fn request(&self, who: &str, ask: &Ask) -> calls::TestRequest {
        let path = match ask.path.strip_prefix("page:") {
            Some(below) => self.bids.path(below).replacen("/v1", "", 1),
            None if ask.path.starts_with("/v1") => ask.path.clone(),
            None => self.bids.path(&ask.path),
        };
        let body = match &ask.body {
            Body::Json(body) => body.clone(),
            Body::None | Body::Text(_) => Value::Null,
        };
        let mut asked = request(ask.method, &path, self.bids.token(who), &body)
            .insert_header(("accept", ask.accept))
            .insert_header(("x-request-id", "the-same"));
        if ask.method == "POST" && !who.is_empty() {
            let text = format!("{who} {} {}", ask.path, ask.text());
            let key = domain::hash::Hash::of(&text).to_string();
            asked = asked.insert_header(("idempotency-key", key[..32].to_owned()));
        }
        if let Body::Text(text) = &ask.body {
            asked = asked.insert_header(("content-type", "text/plain")).set_payload(text.clone());
        }
        asked
    }

    /// All that an answer tells, with its length.
    pub(super) fn told(&self, answer: &Answer) -> (u16, usize, Vec<(String, String)>, String) {
        let id = answer.json["id"].as_str().unwrap_or("<no id>");
        let text = self.blinded(&answer.text.replace(id, "<id>"));
        let header = |(name, value): (&actix_web::http::header::HeaderName, _)| {
            let value: &actix_web::http::header::HeaderValue = value;
            let value = self.blinded(value.to_str().unwrap_or("").replace(id, "<id>").as_str());
            // A tag, or its last part, is a hash of the rest of the answer, which is compared itself.
            let value = match name.as_str() {
                "etag" => value.rsplit_once('.').map_or(String::new(), |(kept, _)| kept.to_owned()),
                _ => value,
            };
            (name.to_string(), value)
        };
        let headers: BTreeSet<_> = answer.headers.iter().map(header).collect();
        (answer.status.as_u16(), answer.text.len(), headers.into_iter().collect(), text)
    }

    /// What the live stream tells up to the newest line.
    pub(super) async fn stream(&self, who: &str) -> String {
        let service = calls::init_service(server::http(std::sync::Arc::clone(&self.bids.world.app))).await;
        let asked = request("GET", &self.bids.path("/events"), self.bids.token(who), &Value::Null)
            .insert_header(("accept", "text/event-stream"));
        let answer = calls::call_service(&service, asked.to_request()).await;
        let mut body = Box::pin(answer.into_body().boxed());
        let last =
            format!("id: {}\n", self.blind.iter().filter(|(_, name)| name.starts_with("<hash")).count());
        let mut text = String::new();
        while !text.contains(&last) {
            match std::future::poll_fn(|context| body.as_mut().poll_next(context)).await {
                Some(Ok(bytes)) => text.push_str(&String::from_utf8_lossy(&bytes)),
                Some(Err(_)) | None => break,
            }
        }
        assert!(text.contains(&last), "{text}");
        self.blinded(&text)
    }

    /// All letters and notices that are due for others than the owner's side, as they would leave.
    pub(super) fn post(&self, secret: &Secret) -> Vec<(String, usize, String, String)> {
        let app = &self.bids.world.app;
        let rows = app.store.letters_due(u64::MAX >> 1, 1_000).expect("letters");
        let own = |row: &storage::LetterRow| {
            row.letter.seat.as_ref().is_some_and(|seat| [secret.owner, secret.mate].contains(&seat.as_str()))
        };
        let mut post = Vec::new();
        for row in rows.iter().filter(|row| !own(row) && row.letter.game.is_some()) {
            let notice = compose::notice::notice(app, &row.letter).expect("a notice");
            let notice = notice.map(|notice| serde_json::to_string(&notice).expect("JSON"));
            let notice = self.blinded(&notice.unwrap_or_default());
            match compose::compose(app, row).expect("a letter") {
                compose::Composed::Ready(ready) => {
                    let shown = mailbox::show(&ready.made.bytes);
                    let text = self.blinded(&shown.text);
                    post.push((self.blinded(&row.letter.message_id), ready.made.bytes.len(), text, notice));
                }
                compose::Composed::Dropped(why) => {
                    post.push((self.blinded(&row.letter.message_id), 0, why.to_owned(), notice));
                }
                compose::Composed::Waits(until) => {
                    post.push((
                        self.blinded(&row.letter.message_id),
                        0,
                        format!("waits until {until}"),
                        notice,
                    ));
                }
                compose::Composed::Carried => {
                    post.push((self.blinded(&row.letter.message_id), 0, "carried".to_owned(), notice));
                }
            }
        }
        post.sort();
        post
    }
}

/// A signature is 68 bytes in base64, the last line of a note.
pub(super) fn without_signatures(text: &str) -> String {
    let is_base64 = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("\u{2014} ") {
        let (before, after) = rest.split_at(at + "\u{2014} ".len());
        out.push_str(before);
        let (name, after) = after.split_once(' ').unwrap_or((after, ""));
        let end = after.find(|c| !is_base64(c)).unwrap_or(after.len());
        out.push_str(name);
        out.push_str(if 80 <= end { " <signature>" } else { " " });
        rest = if 80 <= end { &after[end..] } else { after };
    }
    out.push_str(rest);
    out
}
