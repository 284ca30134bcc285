//! A mail server talks to the door, over a pipe in memory.

use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

use super::house::House;
use crate::post::{lmtp::session, receive::LIMIT_BYTES};

/// Says all this, and gives what was answered; the other side has hung up by then.
async fn talk(said: &[u8]) -> Vec<String> {
    let house = House::with(&[
        ("FIELDPOST_BASE_URL", "https://fieldpost.example.org"),
        ("FIELDPOST_REPLY_TO", "reply+{token}@fieldpost.example.org"),
        ("FIELDPOST_LMTP", "127.0.0.1:0"),
    ]);
    let (here, there) = duplex(64 * 1024);
    let app = house.app.clone();
    let server = actix_web::rt::spawn(async move { session::hold(&app, there).await });
    let (mut answers, mut words) = tokio::io::split(here);
    let said = said.to_vec();
    let speaker = actix_web::rt::spawn(async move {
        words.write_all(&said).await.expect("heard");
        words.shutdown().await.expect("heard");
    });
    let mut text = String::new();
    answers.read_to_string(&mut text).await.expect("answers");
    speaker.await.expect("said");
    server.await.expect("no panic").expect("no failure");
    text.lines().map(|line| line.get(..3).unwrap_or(line).to_owned()).collect()
}

const HELLO: &str = "LHLO mx.example.org\r\n";

/// What is answered to [`HELLO`] and before it.
const HEARD: [&str; 7] = ["220", "250", "250", "250", "250", "250", "250"];

#[actix_web::test]
async fn each_recipient_has_a_status_of_his_own_and_all_may_be_said_at_once() {
    let mail = "From: a@example.org\r\n\r\n..\r\nhello\r\n.\r\n";
    let said = format!(
        "{HELLO}MAIL FROM:<a@example.org> SIZE=40 BODY=8BITMIME SMTPUTF8\r\nRCPT TO:<reply+x@fieldpost.example.org>\r\n\
         RCPT TO:<reply+y@fieldpost.example.org>\r\nDATA\r\n{mail}NOOP\r\nQUIT\r\n"
    );
    let answers = talk(said.as_bytes()).await;
    assert_eq!(answers[..7], HEARD);
    assert_eq!(answers[7..], ["250", "250", "250", "354", "250", "250", "250", "221"]);
}

#[actix_web::test]
async fn what_is_out_of_turn_is_refused_and_the_talk_goes_on() {
    let said = format!(
        "EHLO x\r\nMAIL FROM:<>\r\n{HELLO}RCPT TO:<a@b>\r\nDATA\r\nMAIL FROM:a@b\r\nMAIL FROM:<> X=1\r\nMAIL FROM:<>\r\n\
         RSET\r\nDATA\r\n{}\r\nQUIT\r\n",
        "X".repeat(5000)
    );
    let answers = talk(said.as_bytes()).await;
    assert_eq!(answers[..3], ["220", "500", "503"]);
    assert_eq!(answers[9..], ["503", "503", "501", "555", "250", "250", "503", "500", "221"]);
}

#[actix_web::test]
async fn a_mail_that_is_too_large_is_refused_and_the_next_is_heard() {
    let large = "x".repeat(998) + "\r\n";
    let large = large.repeat(LIMIT_BYTES / 1000 + 2);
    let said = format!(
        "{HELLO}MAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\nDATA\r\n{large}.\r\nMAIL FROM:<a@b> SIZE=9999999\r\nMAIL FROM:<a@b>\r\n\
         QUIT\r\n"
    );
    assert_eq!(talk(said.as_bytes()).await[7..], ["250", "250", "354", "552", "552", "250", "221"]);
}

#[actix_web::test]
async fn a_dot_ends_a_mail_only_on_a_line_of_its_own() {
    let said = format!(
        "{HELLO}MAIL FROM:<a@b>\r\nRCPT TO:<c@d>\r\nDATA\r\na\n.\nMAIL FROM:<z@b>\r\n.\nx\r\n.\r\nNOOP\r\nQUIT\r\n"
    );
    assert_eq!(talk(said.as_bytes()).await[7..], ["250", "250", "354", "250", "250", "221"]);
}

#[actix_web::test]
async fn ten_faults_end_the_talk() {
    let answers = talk("NONSENSE\r\n".repeat(20).as_bytes()).await;
    assert_eq!((answers.len(), answers.last().map(String::as_str)), (11, Some("421")));
}
