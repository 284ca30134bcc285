//! Requests to everything the service answers: the operations of the document, and the forms of its pages.
//!
//! An input is `METHOD PATH WHO`, header lines, a blank line, the body. In it `{game}` and the like stand for what each
//! service draws anew.

use std::cell::RefCell;

use actix_web::{
    http::{Method, Uri, header::HeaderName, header::HeaderValue},
    test::TestRequest,
};
use api::routes;
use serde_json::{Value, json};

use super::{house::House, is_code, mail};

/// After so many requests the service is a new one: what an input does depends on little that came before.
const N_REQUESTS: u32 = 400;

/// Forms of the pages, which the document leaves out.
const FORMS: &[(&str, &str)] = &[
    ("/join", "name=Carol&email=carol%40example.org"),
    ("/session", "token={alice}"),
    ("/session", "email=alice%40example.org&code=AAAA-AAAA"),
    ("/session/code", "email=alice%40example.org"),
    ("/me", "name=Alice&zone=Europe%2FBerlin&notify.your_move=on"),
    ("/me/verify", "code=AAAA-AAAA"),
    ("/new/little_bighorn/skirmish", "title=A&seat.long_knives=me&seat.plains_nations=bot&visibility=public"),
    ("/games/{game}/turns", "orders=sol4+j7%0D%0Aend+movement&seat={seat}&try="),
    ("/games/{game}/turns", "orders=sol4+j7&seat={seat}&send=&version=5"),
    ("/games/{game}/messages", "text=Hello&to="),
    ("/games/{game}/offers", "kind=draw&seat={seat}"),
    ("/games/{game}/offers/1", "accept=&seat={seat}"),
    ("/games/{game}/seats/{seat}", "claim=&invite="),
];

/// Pages.
const PAGES: &[&str] = &[
    "/",
    "/new",
    "/new/little_bighorn/skirmish",
    "/rules/little_bighorn",
    "/games/{game}?figure=sol4&orders=sol4+j7",
    "/games/{game}/replay?at=5",
    "/me",
];

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let document = serde_json::to_value(routes::document()).expect("JSON");
    let mut seeds = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            let asked = asked(&document, &method.to_uppercase(), path, operation);
            seeds.extend(asked.map(String::into_bytes));
        }
    }
    let cookie = "cookie: fieldpost={alice}\norigin: https://fieldpost.example.org";
    for (path, form) in FORMS {
        let form_media = "content-type: application/x-www-form-urlencoded";
        seeds.push(format!("POST {path} nobody\n{form_media}\n{cookie}\n\n{form}").into_bytes());
    }
    seeds.extend(PAGES.iter().map(|path| format!("GET {path} nobody\n{cookie}\n\n").into_bytes()));
    let mails = [
        "sol4 j7\nend movement",
        "help",
        "dry run\nsol4 j7",
        "message Hello",
        "vacation until 2030-01-01",
        "resign",
    ];
    for text in mails {
        let head = "POST /v1/mail/inbound inbound\ncontent-type: message/rfc822\n";
        let mail =
            "From: Alice <alice@example.org>\nTo: {reply}\nMessage-ID: <{id}@example.org>\nSubject: Re\n";
        seeds.push(format!("{head}\n{mail}\n{text}\n").into_bytes());
    }
    let others = mail::seeds().into_iter().take(12);
    seeds.extend(others.map(|raw| {
        [&b"POST /v1/mail/inbound?to={reply} inbound\ncontent-type: message/rfc822\n\n"[..], &raw].concat()
    }));
    seeds
}

/// A request that means well, as the document has it, and the same with every parameter there is.
fn asked(document: &Value, method: &str, path: &str, operation: &Value) -> [String; 2] {
    let mut query = Vec::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().unwrap_or("");
        // A request that waits holds everything up.
        if parameter["in"] == "query" && name != "wait" {
            query.push(format!("{name}=1"));
        }
    }
    let (mut head, mut body) = (String::new(), String::new());
    let contents = operation["requestBody"]["content"].as_object();
    if let Some((media, content)) = contents.and_then(|all| all.iter().next()) {
        head = format!("content-type: {media}\n");
        let schema =
            content["schema"]["$ref"].as_str().and_then(|to| document.pointer(to.strip_prefix('#')?));
        let example = schema.and_then(|schema| schema.get("example")).or_else(|| content.get("example"));
        body = example.cloned().unwrap_or_else(|| json!({})).to_string();
    }
    let words =
        [("ruleset", "little_bighorn"), ("scenario", "skirmish"), ("rule", "LBH-4.2"), ("code", "stale")];
    let numbers = [("turn", "1"), ("offer", "1")];
    let put_in = |path: String, (name, word): (&str, &str)| path.replace(&format!("{{{name}}}"), word);
    let path = words.into_iter().chain(numbers).fold(path.to_owned(), put_in);
    [format!("{method} {path}"), format!("{method} {path}?{}", query.join("&"))]
        .map(|first| format!("{first} alice\n{head}\n{body}"))
}

thread_local! {
    static HOUSE: RefCell<(u32, Option<House>)> = const { RefCell::new((0, None)) };
}

pub(super) fn end() {
    HOUSE.with_borrow_mut(|(_, house)| *house = None);
}

pub(super) fn run(input: &[u8]) {
    HOUSE.with_borrow_mut(|(n_asked, house)| {
        if N_REQUESTS <= *n_asked {
            (*n_asked, *house) = (0, None);
        }
        *n_asked += 1;
        let house = house.get_or_insert_with(House::new);
        // No mail is the one before it: it would be left alone.
        house.words.insert("id", n_asked.to_string());
        ask(house, input);
    });
}

fn ask(house: &House, input: &[u8]) {
    let end = input.windows(2).position(|two| two == b"\n\n").unwrap_or(input.len());
    let (head, body) = input.split_at(end);
    let filled = |text: &[u8]| -> Vec<u8> {
        let Ok(text) = std::str::from_utf8(text) else { return text.to_vec() };
        let put_in =
            |text: String, (name, word): (&&str, &String)| text.replace(&format!("{{{name}}}"), word);
        house.words.iter().fold(text.to_owned(), put_in).into_bytes()
    };
    let (head, body) = (filled(head), filled(body.get(2..).unwrap_or(&[])));
    let Some(request) = request(house, &head) else { return };
    let answer = house.ask(request.set_payload(body));
    let told = String::from_utf8_lossy(&answer.body);
    assert!(!answer.status.is_server_error(), "{} {told}", answer.status);
    if answer.status.is_client_error() && !answer.media.starts_with("text/html") {
        let problem: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
        assert_eq!(answer.media, "application/problem+json", "{} {told}", answer.status);
        assert!(problem["code"].as_str().is_some_and(is_code), "{} {told}", answer.status);
    }
}

/// The head of a request, if it is one that could come through the parser.
fn request(house: &House, head: &[u8]) -> Option<TestRequest> {
    let head = std::str::from_utf8(head).ok()?;
    let mut lines = head.lines();
    let mut first = lines.next()?.split(' ');
    let (method, path, who) = (first.next()?, first.next()?, first.next().unwrap_or(""));
    let method = Method::from_bytes(method.as_bytes()).ok()?;
    let uri: Uri = path.parse().ok().filter(|uri: &Uri| uri.path().starts_with('/'))?;
    if uri.query().is_some_and(|query| query.contains("wait")) {
        return None;
    }
    let mut request = TestRequest::default().method(method).uri(path);
    if let Some(token) = house.words.get(who) {
        request = request.insert_header(("authorization", format!("Bearer {token}")));
    }
    for line in lines {
        let (name, value) = line.split_once(':')?;
        let name = HeaderName::from_bytes(name.trim().as_bytes()).ok()?;
        request = request.append_header((name, HeaderValue::from_str(value.trim()).ok()?));
    }
    Some(request)
}
