//! Mail by SMTP, with a server of our own that has its moods.

use std::{sync::Arc, time::Duration};

use super::{
    house::House,
    sink::{Mood, Sink},
};
use crate::post::{
    content::LetterContent,
    deliver::{self, Failure, Parcel, Round, Worker},
};

async fn house(sink: &Sink) -> (House, Worker) {
    let house = House::with(&[
        ("FIELDPOST_SMTP", &sink.url()),
        ("FIELDPOST_MAIL_FROM", "Fieldpost <post@fieldpost.example.org>"),
        ("FIELDPOST_BASE_URL", "https://fieldpost.example.org"),
    ]);
    let transport = deliver::transport(&house.app.config).expect("a mail server");
    let beat = house.app.beats.register("outbox", 60, 0);
    let worker = Worker::new(Arc::clone(&house.app), transport, beat);
    (house, worker)
}

fn queue(house: &House, name: &str) {
    let player = house.player(name);
    let content = LetterContent::AddressTaken { name: ".\n.\nA dotted name".to_owned() };
    let letter = content.letter(&house.app, &player, None).expect("a letter");
    house.app.store.post(vec![letter]).expect("queued");
}

async fn all(worker: &Worker) {
    while worker.round().await == Round::Worked {}
}

#[actix_web::test]
async fn a_letter_arrives_as_it_was_made() {
    let sink = Sink::open().await;
    let (house, worker) = house(&sink).await;
    queue(&house, "Ann");
    all(&worker).await;
    let mails = sink.mails();
    assert_eq!((mails.len(), mails[0].0.as_str()), (1, "ann@example.org"));
    assert!(mails[0].1.contains("\r\nTo: Ann <ann@example.org>\r\n"), "{}", mails[0].1);
    assert!(sink.commands().contains(&"MAIL FROM:<post@fieldpost.example.org>".to_owned()));
    assert!(sink.commands()[0].eq_ignore_ascii_case("EHLO fieldpost.example.org"));
}

#[actix_web::test]
async fn a_letter_with_umlauts_is_sent_in_seven_bits() {
    let sink = Sink::open().await;
    let (house, worker) = house(&sink).await;
    let player = house.player_at("Äda", "ada@example.org", "UTC");
    let content = LetterContent::AddressTaken { name: "Äda".to_owned() };
    house.app.store.post(vec![content.letter(&house.app, &player, None).expect("a letter")]).expect("queued");
    all(&worker).await;
    let mail = &sink.mails()[0].1;
    assert!(mail.is_ascii() && mail.contains("Hello =C3=84da,"), "{mail}");
}

#[actix_web::test]
async fn a_server_that_says_421_gets_the_letter_later() {
    for command in ["MAIL", "RCPT", "DATA", "<END>"] {
        let sink = Sink::open().await;
        let (house, worker) = house(&sink).await;
        queue(&house, "Ann");
        let mood = if command == "<END>" { Mood::Says("421 busy") } else { Mood::HangsUp("421 busy") };
        sink.mood(command, mood);
        all(&worker).await;
        assert_eq!((sink.mails().len(), house.queued()[0].tries), (0, 1), "{command}");
        house.pass(60);
        all(&worker).await;
        assert_eq!(sink.mails().len(), 1, "{command}");
    }
}

#[actix_web::test]
async fn a_recipient_who_is_refused_is_marked_and_others_are_not() {
    let sink = Sink::open().await;
    let (house, worker) = house(&sink).await;
    for (said, is_marked) in
        [("550 no such user", true), ("550 5.1.1 unknown", true), ("554 5.7.1 relay access denied", false)]
    {
        queue(&house, "Ann");
        sink.mood("RCPT", Mood::Says(said));
        let id = house.queued()[0].letter.player.clone().expect("a player");
        all(&worker).await;
        let failure = house.app.store.player(&id).expect("a player").email_failure;
        assert_eq!(failure.is_some(), is_marked, "{said}: {failure:?}");
        assert!(house.queued().is_empty(), "{said}");
        assert!(failure.is_none_or(|failure| failure.contains("550")));
        // Addresses are unique: the next player needs it.
        house.change_player(&id, |row| row.email_verified = false);
    }
    assert!(sink.mails().is_empty());
}

#[actix_web::test]
async fn a_sender_who_is_refused_is_our_fault_and_the_letter_waits() {
    let sink = Sink::open().await;
    let (house, worker) = house(&sink).await;
    queue(&house, "Ann");
    sink.mood("MAIL", Mood::Says("550 who are you"));
    all(&worker).await;
    let row = &house.queued()[0];
    let player = row.letter.player.as_ref().expect("a player");
    assert_eq!(row.tries, 1);
    assert_eq!(house.app.store.player(player).expect("a player").email_failure, None);
}

#[actix_web::test]
async fn a_connection_the_server_closed_is_replaced_at_once() {
    let sink = Sink::open().await;
    let (house, worker) = house(&sink).await;
    queue(&house, "Ann");
    all(&worker).await;
    queue(&house, "Bob");
    all(&worker).await;
    assert_eq!((sink.mails().len(), sink.n_connections()), (2, 1), "the connection is kept");
    for mood in [Mood::Vanishes, Mood::HangsUp("421 idle for too long")] {
        sink.mood("NOOP", mood);
        let n_before = sink.mails().len();
        queue(&house, &format!("C{n_before}"));
        all(&worker).await;
        assert_eq!(sink.mails().len(), n_before + 1);
    }
    assert_eq!(sink.n_connections(), 3);
}

#[actix_web::test]
async fn a_slow_server_holds_up_only_what_it_is_slow_with() {
    let sink = Sink::open().await;
    let (house, worker) = house(&sink).await;
    for name in ["A", "B", "C", "D", "E", "F"] {
        queue(&house, name);
    }
    sink.mood("RCPT TO:<A@", Mood::IsSlow(Duration::from_secs(1)));
    all(&worker).await;
    let order: Vec<String> = sink.mails().into_iter().map(|(to, _)| to).collect();
    assert_eq!(order.len(), 6);
    assert_eq!(order.last().map(String::as_str), Some("a@example.org"));
}

#[actix_web::test]
async fn a_server_that_is_not_there_is_down() {
    let url = "smtp://127.0.0.1:1";
    let house = House::with(&[
        ("FIELDPOST_SMTP", url),
        ("FIELDPOST_MAIL_FROM", "post@x.example"),
        ("FIELDPOST_BASE_URL", "https://x.example"),
    ]);
    let transport = deliver::transport(&house.app.config).expect("a mail server");
    let parcel =
        Parcel { id: 1, kind: "x", queued: 0, to: "ann@example.org", bytes: b"Subject: x\r\n\r\nx\r\n" };
    assert!(matches!(transport.send(parcel).await, Err(Failure::Down(_))));
}

#[actix_web::test]
async fn without_tls_nothing_is_sent_away_from_this_machine() {
    let sink = Sink::open().await;
    let with = |url: &str| {
        let house = House::with(&[
            ("FIELDPOST_SMTP", url),
            ("FIELDPOST_MAIL_FROM", "post@x.example"),
            ("FIELDPOST_BASE_URL", "https://x.example"),
        ]);
        deliver::transport(&house.app.config).map_err(|bad| bad.0)
    };
    // The sink knows no STARTTLS.
    let transport = with(&format!("{}?tls=required", sink.url())).expect("a mail server");
    let parcel =
        Parcel { id: 1, kind: "x", queued: 0, to: "ann@example.org", bytes: b"Subject: x\r\n\r\nx\r\n" };
    assert!(matches!(transport.send(parcel).await, Err(Failure::Down(_))));
    assert!(sink.commands().iter().all(|command| !command.starts_with("MAIL")));
    for (url, said) in [
        ("smtp://geheim@h.example", "user and no password"),
        ("smtps://u:geheim@h.example?tls=none", "has a query"),
    ] {
        let bad = with(url).map(|_| ()).expect_err("a bad URL");
        assert!(
            bad.starts_with("FIELDPOST_SMTP: ") && bad.contains(said) && !bad.contains("geheim"),
            "{bad}"
        );
    }
}
