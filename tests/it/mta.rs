//! Played through a real mail server: letters leave by SMTP into mailboxes, answers are sent there by SMTP and come in by
//! LMTP. The binary and the mail server know of each other only what docs/operating.md says.

use std::{
    collections::BTreeSet,
    path::PathBuf,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::support::{
    Player, Server, code_in, duel, have,
    mta::{EXIM, Letter, Mta},
    number, proved,
};

/// How long a mail may be under way.
const PATIENCE: Duration = Duration::from_secs(60);

/// Somebody who has a mailbox and nothing else.
struct Person<'a> {
    mta: &'a Mta,
    name: &'static str,
    read: BTreeSet<PathBuf>,
    /// What came so far.
    letters: Vec<Letter>,
    n_sent: usize,
}

impl<'a> Person<'a> {
    fn new(mta: &'a Mta, name: &'static str) -> Self {
        Person { mta, name, read: BTreeSet::new(), letters: Vec::new(), n_sent: 0 }
    }

    fn address(&self) -> String {
        format!("{}@example.org", self.name)
    }

    /// What has come since this was asked last.
    fn fetch(&mut self) -> Vec<Letter> {
        let fresh = self.mta.fetch(self.name, &mut self.read);
        self.letters.extend(fresh.iter().cloned());
        fresh
    }

    /// Waits for the next letter of a kind.
    fn next(&mut self, kind: &str) -> Letter {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            if let Some(letter) = self.fetch().into_iter().find(|letter| letter.kind() == kind) {
                return letter;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("{} waits for {kind} in vain:\n{}", self.name, self.mta.log());
    }

    fn answer(&mut self, letter: &Letter, own: &str) {
        self.n_sent += 1;
        let id = format!("{}-{}", self.name, self.n_sent);
        let raw = letter.answered(&self.address(), &id, own);
        self.mta.send(&self.address(), &letter.header("Reply-To"), &raw);
    }
}

/// A game for two people who are invited by mail, made by a third who does not play.
fn invited(server: &Server) -> String {
    let made = server.player("Host").post(
        "/v1/games",
        &json!({
            "ruleset": "little_bighorn",
            "scenario": "skirmish",
            "title": "By the river",
            "seats": [
                {"seat": "long_knives", "player": {"email": "alice@example.org"}},
                {"seat": "plains_nations", "player": {"email": "bob@example.org"}},
            ],
        }),
    );
    made.expect(201)["id"].as_str().expect("an id").to_owned()
}

#[test]
fn a_whole_skirmish_is_played_by_two_mailboxes_through_a_real_mail_server() {
    if !have("a game played through a mail server", &[EXIM]) {
        return;
    }
    let mta = Mta::start(&["alice", "bob", "host"]);
    let server = Server::start_with(&mta.settings("post", "reply+{token}"));
    let game = invited(&server);
    let mut people = [Person::new(&mta, "alice"), Person::new(&mta, "bob")];
    join(&mut people, &game);
    play(&mut people);
    let end = server.get(&format!("/v1/games/{game}?summary=true")).expect(200);
    assert_eq!(end["state"], "finished", "{end}");
    assert!(end["result"]["outcome"].is_string(), "{end}");
    audit(&server, &game);
    let mut n_sent = 0;
    for person in &mut people {
        person.fetch();
        n_sent += person.n_sent;
        is_told_each_thing_once(person, &end);
    }
    let taken = mta.n_logged(&["=>", "T=fieldpost_lmtp", "C=\"250 2.0.0 taken\""]);
    assert_eq!(taken, n_sent, "each answer came in by LMTP, once:\n{}", mta.log());
    assert_eq!(mta.n_logged(&[" ** "]) + mta.n_logged(&[" == "]), 0, "nothing bounced:\n{}", mta.log());
}

/// Both take their seats with numbers of their own, and show them.
fn join(people: &mut [Person<'_>; 2], game: &str) {
    for (person, seat) in people.iter_mut().zip(["long_knives", "plains_nations"]) {
        let invitation = person.next("invitation");
        assert!(
            invitation.header("Subject").contains("Host invites you"),
            "{}",
            invitation.header("Subject")
        );
        let (_, commitment) = number(game, 0, seat);
        person.answer(&invitation, &format!("accept {commitment}"));
        let answer = person.next("reply");
        assert!(answer.text.contains("you hold a seat of"), "{}", answer.text);
    }
    for (person, seat) in people.iter_mut().zip(["long_knives", "plains_nations"]) {
        let asked = match person.letters.iter().find(|letter| letter.kind() == "all_joined") {
            Some(letter) => letter.clone(),
            None => person.next("all_joined"),
        };
        let (mine, _) = number(game, 0, seat);
        person.answer(&asked, &format!("reveal {mine}"));
    }
}

/// Each sends what is proposed to him, until both are told that the game is over.
fn play(people: &mut [Person<'_>; 2]) {
    let mut n_over = 0;
    let mut until = Instant::now() + PATIENCE;
    while n_over < 2 {
        for person in people.iter_mut() {
            for letter in person.fetch() {
                until = Instant::now() + PATIENCE;
                let kind = letter.kind();
                assert!(person.n_sent < 400, "a skirmish comes to an end");
                let told = ["your orders are carried out", "your number for"];
                assert!(
                    kind != "reply" || told.iter().any(|words| letter.text.contains(words)),
                    "{}",
                    letter.text
                );
                match (kind.as_str(), letter.proposal()) {
                    ("game_over", _) => n_over += 1,
                    // Who is still waited for goes on from the answer.
                    ("your_move" | "reply", Some(orders)) => person.answer(&letter, &orders),
                    (_, _) => {}
                }
            }
        }
        assert!(Instant::now() < until, "nobody gets any mail:\n{}", people[0].mta.log());
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The log holds mailed turns alone, with the players' own numbers in its dice, and all of it is proved.
fn audit(server: &Server, game: &str) {
    let mut requests: Vec<String> = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = server.get(&format!("/v1/games/{game}/turns?limit=100{cursor}")).expect(200);
        for turn in page["items"].as_array().expect("turns") {
            requests.push(turn["request"].as_str().expect("a name").to_owned());
        }
        let Some(next) = page["next"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    assert!(2 < requests.len(), "both have moved: {requests:?}");
    assert!(requests.iter().all(|name| name == "start" || name.starts_with("mail:")), "{requests:?}");
    let seats = server.get(&format!("/v1/games/{game}?summary=true")).expect(200);
    let own = |seat: &Value| seat["entropy"] == "own";
    assert!(seats["seats"].as_array().expect("seats").iter().all(own), "{seats}");
    proved(server, game);
}

/// No letter came twice, each went through the mail server, each mail was answered once, and one told the end.
fn is_told_each_thing_once(person: &Person<'_>, end: &Value) {
    let ids: BTreeSet<String> = person.letters.iter().map(|letter| letter.header("Message-ID")).collect();
    assert_eq!(ids.len(), person.letters.len());
    let of = |kind: &str| person.letters.iter().filter(|letter| letter.kind() == kind).count();
    assert_eq!((of("invitation"), of("all_joined"), of("game_over")), (1, 1, 1));
    assert_eq!(of("reply"), person.n_sent, "one answer a mail");
    for letter in &person.letters {
        let raw = String::from_utf8_lossy(&letter.raw);
        assert!(raw.contains("by mail.example.org with esmtp (Exim"), "{raw}");
        assert!(raw.starts_with("Return-path: <post@reply.example.org>"), "{raw}");
    }
    let over = person.letters.iter().find(|letter| letter.kind() == "game_over").expect("one");
    let reason = end["result"]["reason"].as_str().expect("a reason");
    assert!(!reason.is_empty() && over.text.contains("over"), "{}", over.text);
}

/// Proves a player's address with the code from his mail.
fn prove(player: &Player<'_>, person: &mut Person<'_>) {
    let letter = person.next("verify");
    let code = code_in(&letter.text);
    player.post("/v1/me/verify", &json!({ "code": code.expect("a code") })).expect(200);
}

/// Waits until something has happened so often.
fn wait_for(n_wanted: usize, what: &str, count: impl Fn() -> usize) {
    let until = Instant::now() + PATIENCE;
    while count() < n_wanted {
        assert!(Instant::now() < until, "{} of {n_wanted} {what}", count());
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(count(), n_wanted, "{what}");
}

#[test]
fn five_bounces_of_our_own_mail_change_nothing_and_one_address_for_all_answers_works_beside_them() {
    if !have("bounces of a mail server", &[EXIM]) {
        return;
    }
    // Our mail is from the very address that takes answers: what cannot be delivered comes back to it.
    let mta = Mta::start(&["alice", "bob", "replies"]);
    let server = Server::start_with(&mta.settings("post", "post"));
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let (mut alices, mut bobs) = (Person::new(&mta, "alice"), Person::new(&mta, "bob"));
    prove(&alice, &mut alices);
    prove(&bob, &mut bobs);
    mta.close_mailbox("bob");
    let games: Vec<String> = (0..5).map(|_| duel(&bob, &alice, "skirmish")).collect();
    let before: Vec<Value> = games.iter().map(|game| summary(&server, game)).collect();
    wait_for(5, "bounces", || mta.n_logged(&["<= <>"]));
    wait_for(5, "bounces handed over", || mta.n_logged(&["=> post", "T=fieldpost_lmtp"]));
    wait_for(5, "mails ignored as bounces", || {
        server.log().matches("a bounce: its envelope names no sender").count()
    });
    // They are real ones, and each leads to the seat whose mail it returns.
    let returned = mta.fetch("replies", &mut BTreeSet::new());
    assert_eq!(returned.len(), 5);
    for letter in &returned {
        let raw = String::from_utf8_lossy(&letter.raw);
        assert!(raw.contains("multipart/report") && raw.contains(".your_move."), "{raw}");
        assert!(games.iter().any(|game| letter.header("References").starts_with(game.as_str())), "{raw}");
    }
    // Nothing was answered: what left since then are the five mails alone.
    let n_left = mta.n_logged(&["<= post@reply.example.org"]);
    assert_eq!(n_left, 2 + 5, "{}", mta.log());
    for (game, before) in games.iter().zip(&before) {
        let after = summary(&server, game);
        for same in ["version", "head", "to_act", "seats", "state"] {
            assert_eq!(after[same], before[same], "{same}");
        }
    }
    // Whoever answers that address is heard, by what his mail refers to.
    let own = duel(&alice, &bob, "skirmish");
    let asked = alices.next("your_move");
    assert_eq!(asked.header("Reply-To"), "post@reply.example.org");
    alices.answer(&asked, &asked.proposal().expect("a proposal"));
    let answer = alices.next("reply");
    assert!(answer.text.contains("your orders are carried out: turn 1"), "{}", answer.text);
    let turn = server.get(&format!("/v1/games/{own}/turns/1")).expect(200);
    assert!(turn["request"].as_str().is_some_and(|name| name.starts_with("mail:")), "{turn}");
}

fn summary(server: &Server, game: &str) -> Value {
    server.get(&format!("/v1/games/{game}?summary=true")).expect(200)
}
