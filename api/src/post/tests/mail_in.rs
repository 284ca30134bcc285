//! Playing by answering mails: what counts, what does not, and that each is answered once or not at all.

use std::sync::Arc;

use domain::ids::GameId;

use super::house::{Arrived, FakePost, House};
use crate::{post::receive::Envelope, service::mail::Received};

/// A duel of two people who have nothing but mailboxes.
pub(super) struct Table {
    pub(super) house: House,
    post: Arc<FakePost>,
    pub(super) game: GameId,
    /// Mails sent so far.
    n_sent: u32,
}

impl Table {
    pub(super) async fn new() -> Self {
        let house = House::with(&[
            ("FIELDPOST_BASE_URL", "https://fieldpost.example.org"),
            ("FIELDPOST_REPLY_TO", "Reply+{token}@fieldpost.example.org"),
            ("FIELDPOST_INBOUND_TOKEN", "a-secret-of-the-operator"),
        ]);
        let (alice, bob) = (house.player("Alice"), house.player("Bob"));
        let game = house.duel(&alice, &bob);
        let post = FakePost::new();
        let mut table = Table { house, post, game, n_sent: 0 };
        table.post().await;
        table
    }

    /// What arrives now.
    pub(super) async fn post(&mut self) -> Vec<Arrived> {
        self.house.post_all(&self.post).await;
        self.post.arrived()
    }

    /// The newest letter of a kind to somebody.
    pub(super) fn newest(&self, kind: &str, to: &str) -> Arrived {
        let all = self.post.arrived();
        let found = all.into_iter().rev().find(|letter| letter.kind == kind && letter.to.contains(to));
        found.unwrap_or_else(|| panic!("no {kind} to {to}"))
    }

    /// Whose move it is, by the newest letter that asks for one.
    pub(super) fn mover(&self) -> (String, Arrived) {
        let asks = |letter: &Arrived| letter.shown().text.contains("A whole turn, ready to send\n");
        let letter = self.post.arrived().into_iter().rev().find(asks).expect("a move");
        (letter.to.clone(), letter)
    }

    pub(super) fn send(&mut self, from: &str, to: &str, text: &str) -> Received {
        self.n_sent += 1;
        let id = format!("<{}@mail.example.org>", self.n_sent);
        self.send_as(from, to, &id, text)
    }

    fn send_as(&mut self, from: &str, to: &str, id: &str, text: &str) -> Received {
        let raw = format!(
            "From: Somebody <{from}>\r\nTo: <{to}>\r\nMessage-ID: {id}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{}",
            text.replace('\n', "\r\n")
        );
        self.house.app.receive(raw.as_bytes(), &Envelope::default()).expect("a store")
    }

    pub(super) fn version(&self) -> u64 {
        self.house.app.look(&self.game).expect("the game").chronicle.ledger().version()
    }
}

/// The whole turn that a letter proposes.
pub(super) fn proposed(letter: &Arrived) -> String {
    proposed_in(&letter.shown().text).expect("a proposal")
}

/// The whole turn that the text of a letter proposes, if it does.
pub(super) fn proposed_in(text: &str) -> Option<String> {
    let (_, after) = text.split_once("A whole turn, ready to send\n")?;
    Some(after.split("\n\n").nth(2)?.trim().to_owned())
}

pub(super) fn answer_address(letter: &Arrived) -> String {
    let header = letter.header("Reply-To");
    header.trim_start_matches('<').trim_end_matches('>').to_owned()
}

#[actix_web::test]
async fn an_answer_is_a_turn_and_is_answered_once() {
    let mut table = Table::new().await;
    let (who, letter) = table.mover();
    let text = letter.shown().text;
    assert!(text.starts_with("=== Fieldpost: answer above this line ==="), "{text}");
    assert!(text.contains("You can play by answering this mail"), "{text}");
    assert!(!text.contains("Replies to this mail are not read"), "{text}");
    let before = table.version();
    let orders = proposed(&letter);
    // Addresses may lose or gain capitals on their way, and mail programs quote.
    let to = answer_address(&letter).to_uppercase();
    let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
    let mail = format!("{}\n\nOn 18/01/2027 12:11, Fieldpost wrote:\n{quoted}", orders.to_uppercase());
    let received = table.send_as(&who.to_uppercase(), &to, "<one@mail.example.org>", &mail);
    assert_eq!(received, Received::Answered);
    assert!(before < table.version());
    table.post().await;
    let answer = table.newest("reply", &who);
    assert_eq!(answer.header("In-Reply-To"), "<one@mail.example.org>");
    assert_eq!(answer.header("Auto-Submitted"), "auto-replied");
    assert!(answer.shown().text.contains("your orders are carried out: turn 1"), "{}", answer.shown().text);
    let turn = &table.house.app.store.turns(&table.game, 1, 1).expect("turns")[0];
    let hash = domain::hash::Hash::of("<one@mail.example.org>").to_string();
    assert_eq!(turn.request.as_str(), format!("mail:{}", &hash[..40]));
    // The same mail again, and the same words in another: neither has a second effect.
    let version = table.version();
    let again = table.send_as(&who, &to, "<one@mail.example.org>", &mail);
    assert!(matches!(again, Received::Ignored(_)), "{again:?}");
    assert_eq!(table.send_as(&who, &to, "<two@mail.example.org>", &mail), Received::Answered);
    assert_eq!(table.version(), version);
    table.post().await;
    let replies = table.post.arrived().into_iter().filter(|letter| letter.kind == "reply").count();
    assert_eq!(replies, 2);
    assert!(table.newest("reply", &who).shown().text.contains("came before, and were carried out as turn 1"));
}

#[actix_web::test]
async fn both_factors_are_needed_and_the_owner_is_told() {
    let mut table = Table::new().await;
    let (who, letter) = table.mover();
    let (to, before) = (answer_address(&letter), table.version());
    let orders = proposed(&letter);
    let other = if who.contains("alice") { "bob@example.org" } else { "alice@example.org" };
    for from in [other, "mallory@elsewhere.example"] {
        assert!(matches!(table.send(from, &to, &orders), Received::Ignored(_)));
    }
    let forged = to.replace(&to[30..40], "0000000000");
    for address in [forged.as_str(), "reply+x@fieldpost.example.org", "post@fieldpost.example.org"] {
        assert!(matches!(table.send(&who, address, &orders), Received::Ignored(_)), "{address}");
    }
    table.post().await;
    assert_eq!(table.version(), before);
    let told: Vec<_> = table.post.arrived().into_iter().filter(|letter| letter.kind == "reply").collect();
    assert!(told.iter().all(|letter| letter.to == who), "only the owner is told: {told:?}");
    assert_eq!(told.len(), 2);
    assert!(told.iter().any(|letter| letter.shown().text.contains("mallory@elsewhere.example")));
}

#[actix_web::test]
async fn what_is_not_understood_is_cited_with_what_is_near_and_nothing_is_done() {
    let mut table = Table::new().await;
    let (who, letter) = table.mover();
    let (to, before) = (answer_address(&letter), table.version());
    let orders = proposed(&letter);
    let first = orders.lines().next().expect("an order");
    let wrong = format!("{orders}\nresgin\n");
    assert_eq!(table.send(&who, &to, &wrong), Received::Answered);
    assert_eq!(table.version(), before);
    table.post().await;
    let text = table.newest("reply", &who).shown().text;
    assert!(text.contains(": resgin") && text.contains("Did you mean: resign"), "{text}");
    assert!(text.contains("nothing was done") && text.contains(first), "{text}");
    // The answer can be answered.
    let answer = table.newest("reply", &who);
    assert_eq!(table.send(&who, &answer_address(&answer), &orders), Received::Answered);
    assert!(before < table.version());
}

#[actix_web::test]
async fn a_stale_address_gets_the_present_instead_of_a_move() {
    let mut table = Table::new().await;
    let (who, letter) = table.mover();
    let (to, orders) = (answer_address(&letter), proposed(&letter));
    // All in one second: the clock stands still.
    for n_turns in 1..=12 {
        let (mover, newest) = table.mover();
        assert_eq!(table.send(&mover, &answer_address(&newest), &proposed(&newest)), Received::Answered);
        table.post().await;
        let (next, newer) = table.mover();
        if next == who && newer.kind == "your_move" && newer.message_id() != letter.message_id() {
            break;
        }
        let subjects: Vec<String> =
            table.post.arrived().iter().map(|letter| letter.header("Subject")).collect();
        assert!(n_turns < 12, "the turn never comes back: {subjects:#?}");
    }
    let before = table.version();
    let renamed = format!("{orders}\n# another mail");
    assert_eq!(table.send(&who, &to, &renamed), Received::Answered);
    assert_eq!(table.version(), before);
    table.post().await;
    let text = table.newest("reply", &who).shown().text;
    assert!(text.contains("was about an earlier moment"), "{text}");
}

#[actix_web::test]
async fn words_are_answered_and_do_nothing() {
    let mut table = Table::new().await;
    let (who, letter) = table.mover();
    let (to, before) = (answer_address(&letter), table.version());
    let tried = format!("Dry  run\n{}", proposed(&letter));
    for (text, told) in [
        ("help", "you play by answering these mails"),
        ("BOARD", "The board"),
        ("orders", "What you may order now"),
        ("", "no line of yours was found"),
        (tried.as_str(), "this was a dry run"),
        ("vacation until monday", "Say the day on which you are back"),
        ("vacation monday", "Say `vacation until 2027-02-01`"),
        ("Message A truce?\nUntil noon.", "Until noon."),
        ("message @nobody A truce?", "The seats of this game are"),
    ] {
        assert_eq!(table.send(&who, &to, text), Received::Answered, "{text}");
        table.post().await;
        let reply = table.newest("reply", &who).shown().text;
        assert!(reply.contains(told), "{text}: {reply}");
    }
    assert_eq!(table.version(), before);
    let press = table.post.arrived().into_iter().filter(|letter| letter.kind == "press").count();
    assert_eq!(press, 1, "one message, to the other");
}

#[actix_web::test]
async fn machines_are_not_answered_and_loops_end() {
    let mut table = Table::new().await;
    let (who, letter) = table.mover();
    let (to, before) = (answer_address(&letter), table.version());
    let app = table.house.app.clone();
    for _ in 0..5 {
        let bounced = app
            .receive(&letter.bytes, &Envelope { sender: Some(String::new()), recipients: vec![to.clone()] });
        assert!(matches!(bounced, Ok(Received::Ignored(_))), "{bounced:?}");
        let returned = app.receive(&letter.bytes, &Envelope { sender: None, recipients: vec![to.clone()] });
        assert!(matches!(returned, Ok(Received::Ignored(_))), "{returned:?}");
    }
    table.post().await;
    assert!(table.post.arrived().iter().all(|letter| letter.kind != "reply"));
    let answered =
        (0..40).filter(|_| table.send(&who, &to, "thank you for your mail") == Received::Answered).count();
    assert_eq!(answered, 20);
    // What moves the game is no loop.
    assert_eq!(table.send(&who, &to, &proposed(&letter)), Received::Answered);
    assert!(before < table.version());
}

#[actix_web::test]
async fn who_gave_up_his_seat_is_told_so_and_has_no_address_any_more() {
    let mut table = Table::new().await;
    let (who, letter) = table.mover();
    let to = answer_address(&letter);
    assert_eq!(table.send(&who, &to, "Resign\n\n-- \nA."), Received::Answered);
    table.post().await;
    assert!(table.newest("reply", &who).shown().text.contains("your orders are carried out"));
    assert!(matches!(table.send(&who, &to, "board"), Received::Ignored(_)));
}

#[actix_web::test]
async fn who_is_banned_is_neither_heard_nor_written_to() {
    let mut table = Table::new().await;
    let (who, letter) = table.mover();
    let (to, before) = (answer_address(&letter), table.version());
    let store = table.house.app.store.clone();
    let player = store.player_by_email(&who).expect("a store").expect("a player");
    store.ban_player(&player.id, Some(table.house.app.now())).expect("a store");
    let n_letters = table.post().await.len();
    for text in [proposed(&letter).as_str(), "board", "resign"] {
        assert!(matches!(table.send(&who, &to, text), Received::Ignored(_)), "{text}");
    }
    assert_eq!((table.post().await.len(), table.version()), (n_letters, before));
    store.ban_player(&player.id, None).expect("a store");
    assert_eq!(table.send(&who, &to, &proposed(&letter)), Received::Answered);
    assert!(before < table.version());
}

#[actix_web::test]
async fn without_a_way_in_mails_promise_nothing() {
    let house = House::new();
    let (alice, bob) = (house.player("Alice"), house.player("Bob"));
    house.duel(&alice, &bob);
    let post = FakePost::new();
    house.post_all(&post).await;
    let letter = post.arrived().into_iter().find(|letter| letter.kind == "your_move").expect("a move");
    assert_eq!(letter.header("Reply-To"), "");
    let text = letter.shown().text;
    assert!(text.contains("Replies to this mail are not read") && !text.contains("answer above"), "{text}");
}

#[actix_web::test]
async fn who_has_nothing_but_a_mailbox_joins_and_plays() {
    let house = House::with(&[
        ("FIELDPOST_BASE_URL", "https://fieldpost.example.org"),
        ("FIELDPOST_REPLY_TO", "{token}@reply.example.org"),
        ("FIELDPOST_LMTP", "127.0.0.1:0"),
    ]);
    let alice = house.player("Alice");
    let made = house.game(&alice, serde_json::json!({"email": "carol@example.org"}), serde_json::json!({}));
    let mut table = Table { game: made.game.row.id.clone(), post: FakePost::new(), house, n_sent: 0 };
    table.post().await;
    let letter = table.newest("invitation", "carol");
    assert!(letter.shown().text.contains("answer this mail with the word `accept`"));
    let to = answer_address(&letter);
    assert!(matches!(table.send("mallory@example.org", &to, "accept"), Received::Ignored(_)));
    assert_eq!(table.send("carol@example.org", &to, "what is this?"), Received::Answered);
    assert_eq!(table.send("carol@example.org", &to, "Accept\n\nSent from my iPhone"), Received::Answered);
    let game = table.house.app.look(&table.game).expect("the game");
    assert_eq!(game.row.state, storage::GameState::Active);
    let carol =
        table.house.app.store.player_by_email("carol@example.org").expect("a store").expect("an account");
    assert_eq!((carol.name.as_str(), carol.email_verified), ("Somebody", true));
    table.post().await;
    assert!(table.newest("reply", "carol").shown().text.contains("you hold a seat of"));
    // Both play on from their letters, and the invitation's address is dead.
    let (who, letter) = table.mover();
    assert_eq!(table.send(&who, &answer_address(&letter), &proposed(&letter)), Received::Answered);
    assert!(matches!(table.send("carol@example.org", &to, "accept"), Received::Ignored(_)));
}

#[actix_web::test]
async fn who_brings_a_number_shows_it_by_mail_and_who_declines_leaves_the_seat_free() {
    let table = Table::new().await;
    let (house, post) = (table.house, table.post);
    let alice = house.player_at("Anna", "anna@example.org", "UTC");
    let made = house.game(&alice, serde_json::json!({"email": "carol@example.org"}), serde_json::json!({}));
    let other = house.game(&alice, serde_json::json!({"email": "dora@example.org"}), serde_json::json!({}));
    let mut table = Table { game: made.game.row.id.clone(), post, house, n_sent: 0 };
    table.post().await;
    let seat = domain::ids::Seat::new(&House::seats()[1]).expect("a seat");
    let number = domain::hash::Hash::of("a number");
    let commitment = domain::dice::commitment(&table.game, 0, &seat, &number);
    let to = answer_address(&table.newest("invitation", "carol"));
    assert_eq!(table.send("carol@example.org", &to, &format!("ACCEPT {commitment}")), Received::Answered);
    table.post().await;
    let to = answer_address(&table.newest("all_joined", "carol"));
    assert_eq!(
        table.send("carol@example.org", &to, &format!("reveal {}", "ab".repeat(32))),
        Received::Answered
    );
    table.post().await; // letters of one moment leave side by side
    assert_eq!(table.send("carol@example.org", &to, &format!("Reveal {number}")), Received::Answered);
    let game = table.house.app.look(&table.game).expect("the game");
    assert_eq!(game.row.state, storage::GameState::Active);
    let to = answer_address(&table.newest("invitation", "dora"));
    assert_eq!(table.send("dora@example.org", &to, "decline"), Received::Answered);
    let game = table.house.app.look(&other.game.row.id).expect("the game");
    assert_eq!(game.seats[1].status, storage::SeatStatus::Open);
    table.post().await;
    let told = table.newest("reply", "dora").shown().text;
    assert!(told.contains("free for somebody else"), "{told}");
    assert!(table.newest("reply", "carol").shown().text.contains("your number for"));
}
