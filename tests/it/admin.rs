//! `fieldpost admin`: what an operator does to players and games beside his server, which goes by it at once.

use std::{
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::support::{Player, Server, duel, prove, sink::Sink, verb};

/// A verb on a server's data; what it said.
fn admin(server: &Server, args: &[&str]) -> (bool, String) {
    let data = server.data();
    verb(&[&["admin"], args, &["--data", data.to_str().expect("a path")]].concat())
}

fn done(server: &Server, args: &[&str]) -> String {
    let (done, said) = admin(server, args);
    assert!(done, "{args:?}: {said}");
    said
}

/// Looks until it is so: another process's change is seen within a moment.
fn comes_true(what: &str, is_so: impl Fn() -> bool) {
    let until = Instant::now() + Duration::from_secs(10);
    while !is_so() {
        assert!(Instant::now() < until, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn accounts_and_tokens_are_made_where_nobody_can_make_one_by_himself() {
    let sink = Sink::start();
    let settings = [&sink.settings()[..], &[("FIELDPOST_REGISTRATION", "closed")]].concat();
    let server = Server::start_with(&settings);
    let made = done(&server, &["player", "add", "Alice", "alice@example.org", "--json"]);
    let made: Value = serde_json::from_str(&made).expect("JSON");
    let token = |made: &Value| made["token"].as_str().expect("a token").to_owned();
    let alice = Player { server: &server, token: token(&made) };
    comes_true("the token opens", || alice.get("/v1/me").status == 200);
    assert_eq!(alice.get("/v1/me").expect(200)["name"], "Alice");
    let by_herself = json!({ "name": "Bob", "email": "bob@example.org" });
    assert_eq!(alice.post("/v1/players", &by_herself).status, 403);

    // By her address she is found once she has proved it: anybody could have named it.
    assert!(!admin(&server, &["player", "token", "alice@example.org"]).0);
    prove(&alice, &sink, "alice@example.org");
    let second = done(&server, &["player", "token", "alice@example.org"]);
    let second = Player { server: &server, token: second.trim().to_owned() };
    comes_true("the second opens, too", || second.get("/v1/me").status == 200);
    let tokens = alice.get("/v1/me/tokens").expect(200);
    assert!(tokens["items"].as_array().expect("a list").iter().any(|one| one["name"] == "from the operator"));

    for (args, words) in [
        (&["player", "add", "", "bob@example.org"][..], "name"),
        (&["player", "add", "Bob", "nowhere"], "address"),
        (&["player", "token", "p_nobody"], "there is no such player"),
        (&["game", "abort", "nowhere"], "there is no such game"),
    ] {
        let (done, said) = admin(&server, args);
        assert!(
            !done && said.to_lowercase().contains(words) && said.lines().count() == 1,
            "{args:?}: {said}"
        );
    }
}

#[test]
fn games_are_listed_exported_taken_in_and_ended() {
    let server = Server::start();
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let game = duel(&alice, &bob, "skirmish");
    alice.orders(&game, "standing all reply always").expect(201);
    let listed = done(&server, &["game", "list", "--state", "active", "--json"]);
    let listed: Value = serde_json::from_str(listed.trim()).expect("one line");
    assert_eq!((&listed["id"], &listed["state"]), (&json!(game), &json!("active")));
    assert_eq!(listed["version"], alice.get(&format!("/v1/games/{game}")).expect(200)["version"]);
    assert_eq!(done(&server, &["game", "list", "--state", "finished"]), "");

    let file = server.data().join("exported.json");
    let file = file.to_str().expect("a path");
    done(&server, &["game", "export", &game, file]);
    let again = admin(&server, &["game", "export", &game, file]);
    assert!(!again.0, "a file is not written over: {}", again.1);
    assert!(verb(&["verify", file]).0);
    let elsewhere = Server::start();
    let host = elsewhere.player("Carol").get("/v1/me").expect(200);
    let import = ["game", "import", file, "--host", host["id"].as_str().expect("an id")];
    assert_eq!(done(&elsewhere, &import).trim(), "taken in");
    assert_eq!(done(&elsewhere, &import).trim(), "it was here already");
    assert_eq!(elsewhere.get(&format!("/v1/games/{game}")).expect(200)["imported"], true);

    assert_eq!(done(&server, &["game", "abort", &game]).trim(), "aborted");
    let ended = alice.get(&format!("/v1/games/{game}")).expect(200);
    assert_eq!((&ended["state"], &ended["result"]["reason"]), (&json!("aborted"), &json!("operator")));
    assert_eq!(bob.orders(&game, "standing all reply never").status, 409);
    assert_eq!(done(&server, &["game", "abort", &game]).trim(), "it was over already");
}

#[test]
fn who_is_banned_is_out_at_once_and_may_be_let_in_again() {
    let sink = Sink::start();
    let server = Server::start_with(&sink.settings());
    let (alice, mallory) = (server.player("Alice"), server.player("Mallory"));
    prove(&mallory, &sink, "mallory@example.org");
    let game = duel(&alice, &mallory, "skirmish");
    let mut heard = listen(&server, &mallory, &game);
    done(&server, &["player", "ban", "mallory@example.org"]);
    comes_true("the token is shut out", || mallory.get("/v1/me").status == 401);
    assert_eq!(mallory.orders(&game, "standing all reply never").status, 401);
    alice.orders(&game, "standing all reply never").expect(201);
    // The end of the stream is the end of what can be read.
    let mut rest = String::new();
    while heard.read_line(&mut rest).is_ok_and(|n| n != 0) {}
    assert!(!rest.contains("always"), "nothing more is told: {rest}");
    assert_eq!(alice.get("/v1/me").status, 200);

    let id = done(&server, &["player", "ban", "mallory@example.org", "--lift"]);
    assert!(id.contains("let in again"), "{id}");
    comes_true("the token opens again", || mallory.get("/v1/me").status == 200);
}

/// A stream of a game's events, read up to its first event.
fn listen(server: &Server, player: &Player<'_>, game: &str) -> BufReader<TcpStream> {
    let address = server.url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a time");
    write!(
        stream,
        "GET /v1/games/{game}/events HTTP/1.1\r\nHost: {address}\r\nAccept: text/event-stream\r\nAuthorization: Bearer {}\r\n\r\n",
        player.token
    )
    .expect("sent");
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    while !line.starts_with("data:") {
        line.clear();
        assert_ne!(stream.read_line(&mut line).expect("a line"), 0, "it ended");
    }
    stream
}
