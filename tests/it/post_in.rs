//! Playing with nothing but a mailbox: mails go out as files, answers come in by the door for mail servers.

use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::support::{Answer, BINARY, Player, Server, code_in, duel};

const SECRET: &str = "a-secret-of-the-operator";

const SETTINGS: &[(&str, &str)] =
    &[("FIELDPOST_REPLY_TO", "reply+{token}@post.example.org"), ("FIELDPOST_INBOUND_TOKEN", SECRET)];

const MAIL: (&str, &str) = ("Content-Type", "message/rfc822");

/// A mail that arrived, as its file has it.
#[derive(Clone)]
struct Letter {
    name: String,
    text: String,
}

impl Letter {
    fn header(&self, name: &str) -> &str {
        let start = format!("{name}: ");
        let line = self.text.lines().find_map(|line| line.strip_prefix(start.as_str()));
        line.unwrap_or("").trim().trim_start_matches('<').trim_end_matches('>')
    }

    fn is_to(&self, address: &str) -> bool {
        self.text.lines().any(|line| line.starts_with("To: ") && line.contains(address))
    }

    /// The whole turn that it proposes.
    fn proposal(&self) -> String {
        let (_, after) = self.text.split_once("A whole turn, ready to send\n").expect("a proposal");
        after.split("\n\n").nth(2).expect("lines below the words").trim().to_owned()
    }
}

/// All mails, in the order in which they were written.
fn letters(server: &Server) -> Vec<Letter> {
    let Ok(folder) = fs::read_dir(server.data().join("mail")) else { return Vec::new() };
    let mut letters: Vec<Letter> = folder
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|e| e == "eml"))
        .map(|entry| Letter {
            name: entry.file_name().to_string_lossy().into_owned(),
            text: fs::read_to_string(entry.path()).unwrap_or_default().replace("\r\n", "\n"),
        })
        .collect();
    let number = |letter: &Letter| letter.name.rsplit('-').next().unwrap_or("").to_owned();
    letters.sort_by_key(number);
    letters
}

/// Waits for a mail nobody has read yet.
fn next(server: &Server, read: &mut BTreeSet<String>, wanted: impl Fn(&Letter) -> bool) -> Letter {
    let until = Instant::now() + Duration::from_secs(30);
    while Instant::now() < until {
        let found = letters(server).into_iter().find(|letter| !read.contains(&letter.name) && wanted(letter));
        if let Some(letter) = found {
            read.insert(letter.name.clone());
            return letter;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let all = letters(server);
    let subjects: Vec<String> =
        all.iter().map(|letter| format!("{} {}", letter.name, letter.header("Subject"))).collect();
    let newest = all.last().map_or("", |letter| letter.text.as_str());
    panic!("no such mail; there are:\n{}\nthe newest is\n{newest}", subjects.join("\n"));
}

fn count(server: &Server, kind: &str) -> usize {
    letters(server).iter().filter(|letter| letter.name.contains(&format!("-{kind}-"))).count()
}

/// A reply as a mail program writes it.
fn reply(from: &str, to: &str, id: &str, text: &str) -> String {
    let body = text.replace('\n', "\r\n");
    format!(
        "From: Somebody <{from}>\r\nTo: Fieldpost <{to}>\r\nMessage-ID: <{id}@mail.example.org>\r\nSubject: Re: x\r\n\
         MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n{body}\r\n"
    )
}

fn hand_over(server: &Server, mail: &str) -> Answer {
    server.call("POST", "/v1/mail/inbound", Some(SECRET), &[MAIL], Some(mail.as_bytes()))
}

fn outcome(server: &Server, mail: &str) -> String {
    hand_over(server, mail).expect(200)["outcome"].as_str().expect("a word").to_owned()
}

/// Proves a player's address with the code from his mail.
fn prove(player: &Player<'_>, address: &str, read: &mut BTreeSet<String>) {
    let letter =
        next(player.server, read, |letter| letter.name.contains("-verify-") && letter.is_to(address));
    let code = code_in(&letter.text);
    player.post("/v1/me/verify", &json!({ "code": code.expect("a code") })).expect(200);
}

const ADDRESSES: [(&str, &str); 2] =
    [("long_knives", "alice@example.org"), ("plains_nations", "bob@example.org")];

/// A game that two people have begun, who are known by their addresses.
fn begun(server: &Server, read: &mut BTreeSet<String>) -> String {
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    prove(&alice, "alice@example.org", read);
    prove(&bob, "bob@example.org", read);
    duel(&alice, &bob, "skirmish")
}

fn game(server: &Server, game: &str) -> Value {
    server.get(&format!("/v1/games/{game}?summary=true")).expect(200)
}

#[test]
fn a_whole_skirmish_is_played_by_two_mailboxes_alone() {
    let server = Server::start_with(SETTINGS);
    let mut read = BTreeSet::new();
    let id = begun(&server, &mut read);
    let mut n_mails = 0;
    let is_news =
        |letter: &Letter| letter.name.contains("-your_move-") || letter.name.contains("-game_over-");
    let mut letter = next(&server, &mut read, is_news);
    while !letter.name.contains("-game_over-") {
        n_mails += 1;
        assert!(n_mails < 400, "a skirmish comes to an end");
        let (_, address) =
            ADDRESSES.iter().find(|(_, address)| letter.is_to(address)).expect("one of the two");
        // On its way the address loses its small letters; above the quotation stand the writer's lines.
        let to = letter.header("Reply-To").to_uppercase();
        let quoted: String = letter.text.lines().map(|line| format!("> {line}\n")).collect();
        let text =
            format!("{}\n\nOn Monday, 18/01/2027 12:11, Fieldpost wrote:\n{quoted}", letter.proposal());
        let mail = reply(address, &to, &format!("move-{n_mails}"), &text);
        assert_eq!(outcome(&server, &mail), "answered");
        let is_answer = |letter: &Letter| letter.name.contains("-reply-") && letter.is_to(address);
        let answer = next(&server, &mut read, is_answer);
        assert_eq!(answer.header("In-Reply-To"), format!("move-{n_mails}@mail.example.org"));
        assert!(answer.text.contains("your orders are carried out"), "{}", answer.text);
        // Who is still waited for goes on from the answer; else the next mail says whose move it is.
        letter = match answer.text.contains("A whole turn, ready to send\n") {
            true => answer,
            false => next(&server, &mut read, is_news),
        };
    }
    let end = game(&server, &id);
    assert_eq!(end["state"], "finished", "{end}");
    assert_eq!(count(&server, "reply"), n_mails, "one answer a mail");
    for request in
        server.get(&format!("/v1/games/{id}/turns")).expect(200)["items"].as_array().expect("turns")
    {
        let name = request["request"].as_str().expect("a name");
        assert!(name == "start" || name.starts_with("mail:"), "{name}");
    }
}

#[test]
fn what_does_not_count_moves_nothing() {
    let server = Server::start_with(SETTINGS);
    let mut read = BTreeSet::new();
    let id = begun(&server, &mut read);
    let letter = next(&server, &mut read, |letter| letter.name.contains("-your_move-"));
    let (to, orders) = (letter.header("Reply-To").to_owned(), letter.proposal());
    let before = game(&server, &id)["version"].clone();
    let with = |header: &str| format!("{header}\r\n{}", reply("alice@example.org", &to, "robot", &orders));
    for mail in [
        reply("bob@example.org", &to, "bob", &orders),
        reply("mallory@example.org", &to, "mallory", &orders),
        reply("alice@example.org", "reply+0@post.example.org", "nowhere", &orders),
        with("Auto-Submitted: auto-replied"),
        with("Return-Path: <>"),
        letter.text.replace('\n', "\r\n"),
    ] {
        assert_eq!(outcome(&server, &mail), "ignored", "{mail}");
    }
    let large = reply("alice@example.org", &to, "large", &format!("{orders}\n\n{}", "> x\n".repeat(300_000)));
    hand_over(&server, &large).refused(413, "body-too-large");
    let mail = reply("alice@example.org", &to, "no-secret", &orders);
    for token in [None, Some("another-secret-word")] {
        let answer = server.call("POST", "/v1/mail/inbound", token, &[MAIL], Some(mail.as_bytes()));
        answer.refused(401, "unauthorized");
    }
    assert_eq!(game(&server, &id)["version"], before);
    // Two strangers' mails were told to the owner, and nobody else was told anything.
    for _ in 0..2 {
        let told = next(&server, &mut read, |letter| letter.name.contains("-reply-"));
        assert!(told.is_to("alice@example.org") && told.text.contains("came from"), "{}", told.text);
    }
    assert_eq!(count(&server, "reply"), 2);
}

#[test]
fn typing_and_pretty_dashes_do_no_harm_and_faults_are_cited() {
    let server = Server::start_with(SETTINGS);
    let mut read = BTreeSet::new();
    let id = begun(&server, &mut read);
    let letter = next(&server, &mut read, |letter| letter.name.contains("-your_move-"));
    let to = letter.header("Reply-To").to_owned();
    let text = "sol4 j7\nend movment\nsol4 x war4";
    assert_eq!(outcome(&server, &reply("alice@example.org", &to, "faulty", text)), "answered");
    let answer = next(&server, &mut read, |letter| letter.name.contains("-reply-"));
    for wanted in ["Line 2: end movment", "Did you mean: end movement", "nothing was done"] {
        assert!(answer.text.contains(wanted), "{wanted} in {}", answer.text);
    }
    let to = answer.header("Reply-To").to_owned();
    let text = "Sol4\u{a0}J7\u{200b}\nEnd  Movement\nsol4 \u{d7} war4\nend combat\n\nSent from my iPhone";
    assert_eq!(outcome(&server, &reply("alice@example.org", &to, "right", text)), "answered");
    let answer = next(&server, &mut read, |letter| letter.name.contains("-reply-"));
    assert!(answer.text.contains("your orders are carried out: turn 1"), "{}", answer.text);
    // The first mail's address belongs to a hand-over that is over.
    let old = letter.header("Reply-To");
    assert_eq!(outcome(&server, &reply("alice@example.org", old, "late", "sol1 k9")), "answered");
    let answer = next(&server, &mut read, |letter| letter.name.contains("-reply-"));
    assert!(answer.text.contains("was about an earlier moment"), "{}", answer.text);
    assert_eq!(
        server.get(&format!("/v1/games/{id}/turns")).expect(200)["items"].as_array().map(Vec::len),
        Some(2)
    );
}

#[test]
fn a_mail_that_comes_again_after_a_crash_does_nothing_again() {
    let mut server = Server::start_with(SETTINGS);
    let mut read = BTreeSet::new();
    let id = begun(&server, &mut read);
    let letter = next(&server, &mut read, |letter| letter.name.contains("-your_move-"));
    let mail = reply("alice@example.org", letter.header("Reply-To"), "once", &letter.proposal());
    assert_eq!(outcome(&server, &mail), "answered");
    server.kill_and_restart();
    assert_eq!(outcome(&server, &mail), "ignored");
    let answer = next(&server, &mut read, |letter| letter.name.contains("-reply-"));
    assert!(answer.text.contains("your orders are carried out: turn 1"), "{}", answer.text);
    let copy = mail.replace("<once@", "<another@");
    assert_eq!(outcome(&server, &copy), "answered");
    let answer = next(&server, &mut read, |letter| letter.name.contains("-reply-"));
    assert!(answer.text.contains("came before"), "{}", answer.text);
    assert_eq!(
        server.get(&format!("/v1/games/{id}/turns")).expect(200)["items"].as_array().map(Vec::len),
        Some(2)
    );
}

/// Runs `fieldpost deliver` on a mail: its exit status.
fn deliver(bind: &str, mail: &str) -> Option<i32> {
    let mut child = Command::new(BINARY)
        .args(["deliver", "--bind", bind])
        .envs(SETTINGS.iter().copied())
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary");
    child.stdin.take().expect("piped").write_all(mail.as_bytes()).expect("heard");
    child.wait().expect("our own child").code()
}

#[test]
fn a_pipe_hands_mails_over_and_keeps_them_while_nobody_is_there() {
    let server = Server::start_with(SETTINGS);
    let mut read = BTreeSet::new();
    begun(&server, &mut read);
    let letter = next(&server, &mut read, |letter| letter.name.contains("-your_move-"));
    let mail = reply("alice@example.org", letter.header("Reply-To"), "piped", "help");
    let bind = server.url.trim_start_matches("http://").to_owned();
    assert_eq!(deliver(&bind, &mail), Some(0));
    let answer = next(&server, &mut read, |letter| letter.name.contains("-reply-"));
    assert!(answer.text.contains("you play by answering these mails"), "{}", answer.text);
    drop(server);
    assert_eq!(deliver(&bind, &mail), Some(75));
}

#[test]
fn a_mail_server_hands_mails_over_by_lmtp() {
    let lmtp =
        std::net::TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a port");
    let address: &'static str = lmtp.to_string().leak();
    let server = Server::start_with(&[SETTINGS[0], ("FIELDPOST_LMTP", address)]);
    let mut read = BTreeSet::new();
    begun(&server, &mut read);
    let letter = next(&server, &mut read, |letter| letter.name.contains("-your_move-"));
    let to = letter.header("Reply-To");
    let mail = reply("alice@example.org", "hidden@example.org", "by-lmtp", "orders");
    let mut stream = TcpStream::connect(address).expect("an open door");
    write!(
        stream,
        "LHLO mx\r\nMAIL FROM:<alice@example.org>\r\nRCPT TO:<{to}>\r\nDATA\r\n{mail}.\r\nQUIT\r\n"
    )
    .expect("heard");
    let said: Vec<String> = BufReader::new(stream).lines().map_while(Result::ok).collect();
    assert!(said.iter().any(|line| line == "250 2.0.0 taken"), "{said:?}");
    let answer = next(&server, &mut read, |letter| letter.name.contains("-reply-"));
    assert!(answer.text.contains("What you may order now"), "{}", answer.text);
}
