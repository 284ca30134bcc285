//! The document is a promise: whatever is sent to an operation, well meant or not, the answer is one that the document
//! names, in the form it names, and never a 5xx.
//!
//! The requests are made from the document, so that a new operation is asked like all others.

use std::collections::BTreeMap;

use actix_web::{http::Method, test::TestRequest};
use serde_json::{Value, json};

use crate::{
    schema::Contract,
    world::{Answer, World},
};

/// What may stand in an address.
const PLACES: &[&str] =
    &["x", "%00", "%ff", "..%2f..", "%F0%9F%8E%B2", "%0d%0aA:b", "0", "-1", "99999999999999999999"];

/// What may stand in a query or a header.
const WORDS: &[&str] = &[
    "",
    "0",
    "1",
    "-1",
    "1.5",
    "99999999999999999999",
    "true",
    "x",
    "%00",
    "%ff",
    "%E2%80%AE",
    "\"5.a\", *",
];

/// Bodies that mean nothing.
const BODIES: &[&[u8]] = &[
    b"",
    b"{",
    b"null",
    b"[]",
    b"7",
    b"\"x\"",
    b"{}",
    b"{\"\":1}",
    b"{\"orders\":1e400}",
    b"{\"name\":\"\\ud800\"}",
    b"{\"name\":\"\xc3\x28\"}",
    b"\xef\xbb\xbf{}",
];

/// Values for a member that wants another.
fn values() -> Vec<Value> {
    let odd = "a\u{0}b\r\nBcc: x@example.org\u{202e}\u{1f3b2}";
    let numbers = [json!(0), json!(-1), json!(1.5), json!(9_007_199_254_740_993_u64), json!(i64::MIN)];
    let texts = [json!(""), json!("x"), json!(odd), json!("x".repeat(70_000))];
    let others = [json!(null), json!(true), json!([]), json!([null]), json!({}), json!({ "email": odd })];
    [&numbers[..], &texts, &others].concat()
}

/// An operation of the document.
struct Operation<'a> {
    method: String,
    path: &'a str,
    says: &'a Value,
}

fn operations(document: &Value) -> Vec<Operation<'_>> {
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, says) in item.as_object().expect("operations") {
            all.push(Operation { method: method.to_uppercase(), path, says });
        }
    }
    all
}

/// A request, and how it is shown when its answer is not as promised.
type Sent = (TestRequest, String);

/// A service with a game of two people.
struct Table {
    world: World,
    alice: String,
    /// What stands in the place of a path's parameters.
    places: Vec<(&'static str, String)>,
}

impl Table {
    async fn new() -> Self {
        let world = World::with(&[("RATE_LIMIT", "off")]);
        let alice = world.proved("Alice", "alice@example.org").await;
        let bob = world.player("Bob", "bob@example.org").await;
        let seats = json!([{"seat": "long_knives", "player": "me"}]);
        let game = json!({"ruleset": "little_bighorn", "scenario": "skirmish", "seats": seats});
        let made = world.ask("POST", "/v1/games", &alice, game).await;
        let game = made.json["id"].as_str().expect("a game").to_owned();
        let seat = format!("/v1/games/{game}/seats/plains_nations");
        assert_eq!(world.ask("PUT", &seat, &bob, json!({})).await.status, 200);
        let mut places = vec![("{game}", game)];
        let others = [
            ("{seat}", "long_knives"),
            ("{ruleset}", "little_bighorn"),
            ("{scenario}", "skirmish"),
            ("{rule}", "LBH-4.2"),
            ("{turn}", "0"),
            ("{offer}", "1"),
            ("{code}", "stale"),
        ];
        places.extend(others.map(|(name, word)| (name, word.to_owned())));
        Table { world, alice, places }
    }

    fn path(&self, path: &str) -> String {
        let filled = self.places.iter().fold(path.to_owned(), |path, (name, word)| path.replace(name, word));
        filled.replace(['{', '}'], "")
    }

    fn request(&self, operation: &Operation<'_>, path: &str, token: &str) -> TestRequest {
        let method = Method::from_bytes(operation.method.as_bytes()).expect("a method");
        let request = TestRequest::default().method(method).uri(path);
        match token.is_empty() {
            true => request,
            false => request.insert_header(("authorization", format!("Bearer {token}"))),
        }
    }

    /// All that is asked of an operation.
    fn requests(&self, operation: &Operation<'_>, contract: &Contract) -> Vec<Sent> {
        let mut all = self.at_odd_places(operation);
        all.extend(self.with_odd_parameters(operation));
        all.extend(self.with_odd_bodies(operation, contract));
        all
    }

    fn at_odd_places(&self, operation: &Operation<'_>) -> Vec<Sent> {
        let mut paths = vec![self.path(operation.path)];
        for (start, _) in operation.path.match_indices('{') {
            let end = start + operation.path[start..].find('}').expect("a name's end") + 1;
            let odd = |word: &&str| {
                self.path(&format!("{}{word}{}", &operation.path[..start], &operation.path[end..]))
            };
            paths.extend(PLACES.iter().map(odd));
        }
        let mut asked: Vec<(&String, &str)> = paths.iter().map(|path| (path, &*self.alice)).collect();
        asked.extend([(&paths[0], ""), (&paths[0], "fp_x")]);
        let sent = |(path, token): (&String, &str)| (self.request(operation, path, token), path.clone());
        asked.into_iter().map(sent).collect()
    }

    fn with_odd_parameters(&self, operation: &Operation<'_>) -> Vec<Sent> {
        let path = self.path(operation.path);
        let mut all = Vec::new();
        for parameter in operation.says["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().expect("a name");
            for word in WORDS {
                let (path, header) = match parameter["in"].as_str() {
                    Some("query") => {
                        (format!("{path}?{name}={}", word.replace(['"', ' ', ','], "%22")), None)
                    }
                    Some("header") => (path.clone(), Some((name.to_owned(), (*word).to_owned()))),
                    Some(_) | None => continue,
                };
                let shown = format!("{path} {header:?}");
                let request = self.request(operation, &path, &self.alice);
                all.push((header.into_iter().fold(request, TestRequest::insert_header), shown));
            }
        }
        all
    }

    fn with_odd_bodies(&self, operation: &Operation<'_>, contract: &Contract) -> Vec<Sent> {
        let path = self.path(operation.path);
        let Some(contents) = operation.says["requestBody"]["content"].as_object() else { return Vec::new() };
        let mut all = Vec::new();
        for (media, content) in contents {
            let mut bodies: Vec<Vec<u8>> = BODIES.iter().map(|body| body.to_vec()).collect();
            bodies.extend(spoilt(content, contract).iter().map(|body| body.to_string().into_bytes()));
            for body in bodies {
                let shown = format!("{path} {media} {:.200}", String::from_utf8_lossy(&body));
                let request = self.request(operation, &path, &self.alice);
                let request = request.insert_header(("content-type", media.clone())).set_payload(body);
                all.push((request, shown));
            }
        }
        all
    }
}

/// The document's own example of a body, or what its schema wants at least, and the same with a member spoilt.
fn spoilt(content: &Value, contract: &Contract) -> Vec<Value> {
    let schema = contract.resolved(&content["schema"]);
    let names: Vec<&String> =
        schema["properties"].as_object().into_iter().flat_map(|all| all.keys()).collect();
    let well = content.get("example").or(schema.get("example")).cloned().unwrap_or_else(|| json!({}));
    let mut bodies = vec![well.clone(), with(&well, "no_such_member", json!(1))];
    for name in names {
        bodies.extend(values().into_iter().map(|value| with(&well, name, value)));
        let mut without = well.clone();
        without.as_object_mut().and_then(|members| members.remove(name));
        bodies.push(without);
    }
    bodies
}

fn with(well: &Value, name: &str, value: Value) -> Value {
    let mut body = well.clone();
    body.as_object_mut().and_then(|members| members.insert(name.to_owned(), value));
    body
}

/// In what an answer is not as promised.
fn broken(
    document: &Value,
    contract: &Contract,
    operation: &Operation<'_>,
    answer: &Answer,
) -> Option<String> {
    let status = answer.status.as_u16();
    if answer.status.is_server_error() {
        return Some("a failure of ours".to_owned());
    }
    let responses = &operation.says["responses"];
    let named = &responses[status.to_string()];
    let response = match (named, status) {
        (Value::Null, ..400) => return Some("a status that is not named".to_owned()),
        (Value::Null, _) => &responses["default"],
        (named, _) => named,
    };
    let response = match response["$ref"].as_str().and_then(|to| to.strip_prefix('#')) {
        Some(pointer) => document.pointer(pointer)?,
        None => response,
    };
    let media = answer.header("content-type").split(';').next().unwrap_or("").to_owned();
    let Some(contents) = response["content"].as_object() else {
        return (!answer.text.is_empty()).then(|| format!("a body ({media}) that is not named"));
    };
    let Some(content) = contents.get(&media) else { return Some(format!("{media} is not named")) };
    match content.get("schema").filter(|_| media.ends_with("json") && media != "application/x-ndjson") {
        Some(schema) => contract.judge(schema, &answer.json, "").into_iter().next(),
        None => None,
    }
}

#[actix_web::test]
async fn every_answer_is_as_the_document_says() {
    let document = serde_json::to_value(api::routes::document()).expect("JSON");
    let contract = Contract::of_document(&document);
    let table = Table::new().await;
    // One example of each fault is enough.
    let mut faults = BTreeMap::new();
    let mut n_asked = 0;
    // Who asks is gone after this one.
    for operation in operations(&document).iter().filter(|own| own.says["operationId"] != "erase_me") {
        let (requests, shown): (Vec<_>, Vec<_>) = table.requests(operation, &contract).into_iter().unzip();
        n_asked += requests.len();
        for (answer, shown) in table.world.send_all(requests).await.iter().zip(shown) {
            if let Some(what) = broken(&document, &contract, operation, answer) {
                let fault = format!("{} {}: {}: {what}", operation.method, operation.path, answer.status);
                faults.entry(fault).or_insert_with(|| format!("{shown}: {:.300}", answer.text));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(2_000 < n_asked, "{n_asked}");
}
