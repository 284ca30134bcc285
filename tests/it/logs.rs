//! What the log says and what it never says: every kind of secret is used, rightly and wrongly, while our own code tells all it
//! can; none of them stands in it, and nobody writes lines of his own into it.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    thread,
    time::{Duration, Instant},
};

use mail_parser::{HeaderValue, MessageParser};
use serde_json::{Value, json};

use crate::support::{JSON, Player, Server, TEXT, have_said, number, sink::Sink};

const INBOUND: &str = "the-secret-of-the-way-in";
const METRICS: &str = "the-secret-of-the-counts";
const PASSWORD: &str = "the-secret-of-the-post";
const HOOK: &str = "the-secret-of-the-hook";
const FORGED: &str = "FORGED";

/// A secret and what it is.
type Secrets = Vec<(&'static str, String)>;

fn settings(sink: &Sink, lmtp: &'static str, format: &'static str) -> Vec<(&'static str, &'static str)> {
    let mut settings = sink.settings_with(&format!("fieldpost:{PASSWORD}@"));
    settings.extend([
        ("FIELDPOST_REPLY_TO", "reply+{token}@post.example.org"),
        ("FIELDPOST_INBOUND_TOKEN", INBOUND),
        ("FIELDPOST_LMTP", lmtp),
        ("FIELDPOST_METRICS_TOKEN", METRICS),
        ("FIELDPOST_WEBHOOK_PRIVATE", "true"),
        ("FIELDPOST_LOG", "trace"),
        ("FIELDPOST_LOG_FORMAT", format),
    ]);
    settings
}

fn free_address() -> String {
    TcpListener::bind("127.0.0.1:0").and_then(|door| door.local_addr()).expect("a port").to_string()
}

/// Whoever is written to, and says yes.
fn hook() -> String {
    let door = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/{HOOK}", door.local_addr().expect("an address"));
    thread::spawn(move || {
        for mut stream in door.incoming().flatten() {
            let mut piece = [0; 65_536];
            let _ = stream.read(&mut piece);
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        }
    });
    url
}

/// Says this on a connection of its own; what comes back is not looked at.
fn say(server: &Server, bytes: &[u8]) {
    let mut stream = TcpStream::connect(server.url.trim_start_matches("http://")).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(10))).expect("a limit");
    stream.write_all(bytes).expect("heard");
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let _ = stream.read_to_end(&mut Vec::new());
}

/// The parts of a mail that open something: the reply address, the link that ends its kind; and its text.
fn opened(raw: &[u8]) -> (String, String, String) {
    let mail = MessageParser::default().parse(raw).expect("a mail");
    let reply = mail.reply_to().and_then(|list| list.first()?.address().map(str::to_owned));
    let link = match mail.header("List-Unsubscribe") {
        Some(HeaderValue::Address(list)) => list.first().and_then(|one| one.address().map(str::to_owned)),
        Some(HeaderValue::Text(text)) => Some(text.to_string()),
        _ => None,
    };
    let link = link.unwrap_or_default();
    let token = link.trim_matches(['<', '>']).rsplit('/').next().unwrap_or("").to_owned();
    (reply.expect("a reply address"), token, mail.body_text(0).expect("a text").replace("\r\n", "\n"))
}

/// A proved player: his token, and the code that proved him.
fn proved<'a>(server: &'a Server, sink: &Sink, name: &str, secrets: &mut Secrets) -> Player<'a> {
    let player = server.player(name);
    let code = sink.code(&format!("{}@example.org", name.to_lowercase()), 0, Duration::from_secs(30));
    let code = code.expect("a code");
    player.post("/v1/me/verify", &json!({"code": "AAAA-AAAA"}));
    player.post("/v1/me/verify", &json!({ "code": code })).expect(200);
    secrets.push(("a bearer token", player.token.clone()));
    secrets.push(("a code", code));
    player
}

/// A game by invitation with numbers of their own; gives its id.
fn begun(alice: &Player<'_>, bob: &Player<'_>, secrets: &mut Secrets) -> String {
    let seats = json!([
        {"seat": "long_knives", "player": "me", "entropy": true},
        {"seat": "plains_nations", "player": {"email": "bob@example.org"}},
    ]);
    let wanted =
        json!({"ruleset": "little_bighorn", "scenario": "skirmish", "visibility": "private", "seats": seats});
    let made = alice.post("/v1/games", &wanted).expect(201);
    let game = made["id"].as_str().expect("an id").to_owned();
    let invite = made["seats"][1]["invite"].as_str().expect("an invitation").to_owned();
    let seat = |seat: &str, rest: &str| format!("/v1/games/{game}/seats/{seat}{rest}");
    bob.get(&format!("/v1/games/{game}?invite={invite}"));
    bob.put(&seat("plains_nations", ""), &json!({"invite": [invite]}));
    bob.put(&seat("plains_nations", ""), &json!({"invite": invite, "commit": invite}));
    let (mine, commit) = number(&game, 0, "long_knives");
    alice.put(&seat("long_knives", ""), &json!({ "commit": commit })).expect(200);
    bob.put(&seat("plains_nations", ""), &json!({ "invite": invite })).expect(200);
    alice.post(&seat("long_knives", "/ready"), &json!({"entropy": {"x": mine}}));
    alice.post(&seat("long_knives", "/ready"), &json!({ "entropy": mine })).expect(200);
    secrets.extend([("an invitation", invite), ("a number for the dice", mine)]);
    game
}

/// A session by cookie, made with a code from a mail.
fn session(server: &Server, sink: &Sink, secrets: &mut Secrets) {
    let after = sink.mails().len();
    let body = json!({"email": "alice@example.org"}).to_string();
    server.call("POST", "/v1/sign-in", None, &[JSON], Some(body.as_bytes())).expect(202);
    let code = sink.code("alice@example.org", after, Duration::from_secs(30)).expect("a code");
    let body = json!({"email": "alice@example.org", "code": code, "name": "page"}).to_string();
    let made = server.call("POST", "/v1/tokens", None, &[JSON], Some(body.as_bytes())).expect(201);
    let token = made["token"].as_str().expect("a token").to_owned();
    let cookie = format!("fieldpost={token}");
    for path in ["/", "/me", "/me/tokens", "/me/webhooks"] {
        let page = server.call("GET", path, None, &[("Cookie", &cookie), ("Accept", "text/html")], None);
        assert_eq!(page.status, 200, "{path}");
    }
    secrets.extend([("a code to sign in", code), ("a cookie", token)]);
}

fn webhook(alice: &Player<'_>, secrets: &mut Secrets) {
    let made = alice.post("/v1/me/webhooks", &json!({ "url": hook() })).expect(201);
    let path = format!("/v1/me/webhooks/{}", made["id"].as_str().expect("an id"));
    secrets.push(("a webhook's secret", made["secret"].as_str().expect("a secret").to_owned()));
    secrets.push(("a webhook's address", HOOK.to_owned()));
    assert_eq!(alice.post(&format!("{path}/test"), &json!({})).status / 100, 2);
    have_said(alice.server, "webhook tried");
}

/// The first mail of a move: answered by LMTP, and its kind ended.
fn play_by_mail(server: &Server, sink: &Sink, lmtp: &str, secrets: &mut Secrets) {
    let until = Instant::now() + Duration::from_secs(30);
    let raw = loop {
        let asks = |raw: &[u8]| String::from_utf8_lossy(raw).contains(".your_move@");
        if let Some(mail) = sink.mails().into_iter().find(|mail| asks(&mail.raw)) {
            break mail.raw;
        }
        assert!(Instant::now() < until, "no mail says whose move it is");
        thread::sleep(Duration::from_millis(20));
    };
    let (to, unsubscribe, _) = opened(&raw);
    let token = to.trim_start_matches("reply+").split('@').next().expect("a token").to_owned();
    assert!(40 < token.len() && 20 < unsubscribe.len(), "{to} {unsubscribe}");
    let mail = |id: &str, text: &str| {
        format!(
            "From: <alice@example.org>\r\nTo: <{to}>\r\nMessage-ID: <{id}@mail.example.org>\r\nSubject: Re: {FORGED}\r\n\
             Content-Type: text/plain\r\n\r\n{text}\r\n"
        )
    };
    let broken = format!("RCPT TO <{to}>\r\nAUTH {token}\r\nRCPT TO:<{to}x>\r\n");
    let sent = mail("one", "sol4 j7\r\nend movement\r\nsol4 x war4\r\nend combat");
    let talk = format!(
        "LHLO mx\r\n{broken}MAIL FROM:<alice@example.org>\r\nRCPT TO:<{to}>\r\nDATA\r\n{sent}.\r\nQUIT\r\n"
    );
    let mut stream = TcpStream::connect(lmtp).expect("an open door");
    stream.write_all(talk.as_bytes()).expect("heard");
    let mut said = String::new();
    stream.read_to_string(&mut said).expect("text");
    assert!(said.contains("250 2.0.0 taken"), "{said}");
    let kind = ("Content-Type", "message/rfc822");
    for secret in [Some(INBOUND), Some("the-secret-of-nobody"), None] {
        server.call("POST", "/v1/mail/inbound", secret, &[kind], Some(mail("two", "help").as_bytes()));
    }
    let path = format!("/unsubscribe/{unsubscribe}");
    server.get(&path);
    assert_eq!(server.call("POST", &path, None, &[], Some(b"")).status, 200);
    server.get(&format!("{path}x"));
    secrets.extend([("a reply address", token), ("a link that ends mail", unsubscribe)]);
}

/// Every secret where it does not belong.
fn misuse(server: &Server, game: &str, secrets: &Secrets) {
    for (_, secret) in secrets {
        let paths = [
            format!("/v1/me?token={secret}"),
            format!("/v1/games?x={secret}&x={secret}"),
            format!("/v1/games/{game}?invite={secret}"),
            format!("/v1/games/{secret}"),
            format!("/v1/games/{game}/seats/{secret}"),
            format!("/{secret}?%zz={secret}"),
            format!("/metrics?{secret}"),
        ];
        for path in paths {
            server.call("GET", &path, Some(secret), &[("Accept", "text/html")], None);
        }
        let headers = [
            ("Authorization", format!("Basic {secret}")),
            ("Cookie", format!("fieldpost={secret}; {secret}")),
            // A sane one is kept: it is the client's to choose.
            ("X-Request-Id", format!("{secret} {secret}")),
            ("User-Agent", secret.clone()),
            ("If-Match", secret.clone()),
            ("Idempotency-Key", format!("{secret} {secret}")),
            ("Accept", secret.clone()),
            ("Content-Type", secret.clone()),
        ];
        for (name, value) in &headers {
            server.call("POST", "/v1/games", None, &[(name, value)], Some(secret.as_bytes()));
        }
        let bodies =
            [format!("{{\"token\":\"{secret}\""), format!("{{\"{secret}\":1}}"), format!("\"{secret}\"")];
        for body in bodies {
            for path in ["/v1/players", "/v1/tokens", "/v1/me/verify", "/v1/mail/inbound"] {
                server.call("POST", path, None, &[JSON], Some(body.as_bytes()));
            }
        }
        say(server, format!("GET /{secret} {secret}\r\n\r\n").as_bytes());
        say(server, format!("{secret}\r\n{secret}: \x01\r\n\r\n").as_bytes());
        let broken = "Transfer-Encoding: chunked\r\nContent-Type: application/json";
        say(
            server,
            format!("POST /v1/players HTTP/1.1\r\nHost: x\r\n{broken}\r\n\r\n{secret}\r\n").as_bytes(),
        );
    }
}

/// Who would like to write a line of his own into the log.
fn forge(server: &Server, player: &Player<'_>) {
    for end in ["%0A", "%0D%0A", "%1b%5B2K%0D", "%E2%80%A8", "%00"] {
        for path in ["/v1/games/", "/", "/v1/games?cursor=", "/v1/rulesets/"] {
            server.get(&format!("{path}{end}{FORGED}"));
        }
    }
    for name in ["Eve\nFORGED", "Eve\r\nFORGED", "Eve\u{1b}[2KFORGED", "Eve\u{2028}FORGED"] {
        player.server.call(
            "PATCH",
            "/v1/me",
            Some(&player.token),
            &[JSON],
            Some(json!({"name": name}).to_string().as_bytes()),
        );
        player.server.call("POST", "/v1/games", Some(&player.token), &[TEXT], Some(name.as_bytes()));
    }
    for header in ["User-Agent: a\x1b[2K\x0bFORGED", "X-Request-Id: a\tFORGED", "X-Request-Id: a\r\n FORGED"]
    {
        say(server, format!("GET / HTTP/1.1\r\nHost: x\r\n{header}\r\nConnection: close\r\n\r\n").as_bytes());
    }
}

/// Everything that can be done with a secret; the log of it, and the secrets.
fn played(format: &'static str) -> (String, Secrets, String) {
    let sink = Sink::start();
    let lmtp: &'static str = free_address().leak();
    let mut server = Server::start_with(&settings(&sink, lmtp, format));
    let mut secrets: Secrets = vec![
        ("the password of the mail server", PASSWORD.to_owned()),
        ("the token of the way in", INBOUND.to_owned()),
        ("the token of the counts", METRICS.to_owned()),
    ];
    let alice = proved(&server, &sink, "Alice", &mut secrets);
    let bob = proved(&server, &sink, "Bob", &mut secrets);
    webhook(&alice, &mut secrets);
    // Before there are mails about a game.
    session(&server, &sink, &mut secrets);
    let game = begun(&alice, &bob, &mut secrets);
    play_by_mail(&server, &sink, lmtp, &mut secrets);
    bob.play_suggested(&game, "plains_nations");
    server.call("GET", "/metrics", Some(METRICS), &[], None);
    misuse(&server, &game, &secrets);
    forge(&server, &alice);
    server.stop();
    have_said(&server, "ended");
    (server.log(), secrets, game)
}

fn tells_none(log: &str, secrets: &Secrets) {
    assert!(log.lines().count() > 500, "it tells what happens");
    for (what, secret) in secrets {
        let found = log.lines().find(|line| line.to_lowercase().contains(&secret.to_lowercase()));
        assert_eq!(found, None, "{what}");
    }
    for address in ["alice@example.org", "bob@example.org"] {
        assert!(!log.contains(address), "{address}");
    }
}

#[test]
fn every_line_is_an_object_that_says_what_it_is_about_and_no_secret() {
    let (log, secrets, game) = played("json");
    tells_none(&log, &secrets);
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}")))
        .collect();
    let turns: Vec<&Value> = lines.iter().filter(|line| line["fields"]["message"] == "turn").collect();
    let of_seat = |seat: &str| {
        let own = |line: &&&Value| line["fields"]["seat"] == seat && line["fields"]["game"] == game.as_str();
        turns.iter().find(own).unwrap_or_else(|| panic!("a turn of {seat}"))
    };
    for (seat, span) in [("long_knives", "mail"), ("plains_nations", "request")] {
        let turn = of_seat(seat);
        assert!(turn["fields"]["seq"].is_u64() && turn["fields"]["turn"].is_u64(), "{turn}");
        assert_eq!(turn["span"]["name"], span, "{turn}");
        assert!(turn["span"]["request_id"].as_str().is_some_and(|id| id.starts_with("r_")), "{turn}");
    }
    let answered = |line: &&Value| line["fields"]["message"] == "answered";
    let request = lines.iter().find(answered).expect("an answer");
    assert!(request["span"]["route"].is_string() && request["fields"]["status"].is_u64(), "{request}");
}

#[test]
fn nobody_writes_a_line_of_his_own() {
    let (log, secrets, _) = played("text");
    tells_none(&log, &secrets);
    for line in log.lines() {
        let is_stamped = line.len() > 30 && line.as_bytes()[4] == b'-' && line.as_bytes()[10] == b'T';
        assert!(is_stamped && !line.contains(FORGED), "{line:?}");
        assert!(!line.contains(|c: char| c.is_control()), "{line:?}");
    }
}
