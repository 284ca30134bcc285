//! Players are mailed when it is their move, as files where no mail server is named.

use std::{
    fs,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::support::{Player, Server, duel};

/// Waits for a mail whose text fulfils this; gives it with soft line ends joined.
fn mail(server: &Server, wanted: impl Fn(&str) -> bool) -> String {
    let until = Instant::now() + Duration::from_secs(30);
    while Instant::now() < until {
        let found = mails(server).into_iter().find(|text| wanted(text));
        if let Some(text) = found {
            return text;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("no such mail; there are:\n{}", mails(server).join("\n----\n"));
}

fn mails(server: &Server) -> Vec<String> {
    let Ok(folder) = fs::read_dir(server.data().join("mail")) else { return Vec::new() };
    let mut paths: Vec<_> = folder
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "eml"))
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| fs::read_to_string(path).unwrap_or_default().replace("=\r\n", "").replace("=3D", "="))
        .collect()
}

/// Proves a player's address with the code from his mail.
fn prove(player: &Player<'_>, address: &str) {
    let text = mail(player.server, |text| text.contains("verify") && text.contains(address));
    let code = text
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .find(|word| {
            word.len() == 9
                && word.as_bytes()[4] == b'-'
                && word.chars().all(|c| c == '-' || c.is_ascii_uppercase() || c.is_ascii_digit())
        })
        .unwrap_or_else(|| panic!("a code in {text}"));
    player.post("/v1/me/verify", &json!({ "code": code })).expect(200);
}

#[test]
fn whose_move_it_is_gets_one_mail_with_board_orders_and_head() {
    let server = Server::start();
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    prove(&alice, "alice@example.org");
    prove(&bob, "bob@example.org");
    let game = duel(&alice, &bob, "skirmish");
    let first = mail(&server, |text| text.contains(&format!("<{game}.long_knives.5.your_move@")));
    assert!(
        first.contains("To: ") && first.contains("alice@example.org") && !first.contains("bob@example.org")
    );
    for wanted in [
        "Auto-Submitted: auto-generated",
        "filename=\"head.txt\"",
        "end movement",
        "a b c d e f g h i j k l m",
    ] {
        assert!(first.contains(wanted), "{wanted} in\n{first}");
    }
    let turn = alice.orders(&game, "sol4 j7\nend movement\nsol4 x war4\nend combat\n").expect(201);
    let version = turn["version"].as_u64().expect("a number");
    let second = mail(&server, |text| text.contains(&format!("<{game}.plains_nations.{version}.your_move@")));
    assert!(
        second.contains("Soldier 4 (sol4) fires at Warrior 4 (war4)") && second.contains("LBH-7.18"),
        "what happened, with its rules:\n{second}"
    );
    bob.orders(&game, "resign").expect(201);
    let over = mail(&server, |text| text.contains(".game_over@") && text.contains("alice@example.org"));
    assert!(over.contains("resignation"), "{over}");
    let moves = mails(&server)
        .iter()
        .filter(|text| text.contains(".your_move@") && text.contains("Message-ID"))
        .count();
    assert_eq!(moves, 2, "one mail a hand-over");
}
