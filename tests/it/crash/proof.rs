//! What must be true when it is over.

use std::{
    collections::{BTreeMap, BTreeSet},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use super::load::{Door, Table, Told, Watcher};
use crate::support::{Server, proved, sink::Sink, verb};

/// So often it must die for chance to bring all kinds of requests.
const MANY: u64 = 50;

/// A game as it stands in the end.
struct Stands {
    /// Hash of each line.
    lines: BTreeMap<u64, String>,
    /// The request of each turn.
    turns: Vec<String>,
    /// Each roll by epoch and index.
    rolls: BTreeMap<(u64, u64), Value>,
}

pub fn all_is_there(
    server: &Server,
    sink: &Sink,
    tables: &[Table],
    door: &Door,
    watcher: &Watcher,
    n_kills: u64,
) {
    let mut n_rolls = 0;
    for table in tables {
        let games: BTreeMap<&String, Stands> =
            table.games.iter().map(|game| (game, stands(server, game))).collect();
        n_rolls += games.values().map(|game| game.rolls.len()).sum::<usize>();
        table.told.iter().for_each(|told| is_kept(server, told, &games));
        messages_are_there_once(server, table);
        for ((game, seq), hash) in &watcher.seen {
            if let Some(game) = games.get(game) {
                assert_eq!(game.lines.get(seq), Some(hash), "what was shown stays");
            }
        }
    }
    for token in &door.tokens {
        server.call("GET", "/v1/me", Some(token), &[], None).expect(200);
    }
    let n_told: usize = tables.iter().map(|table| table.told.len()).sum();
    let n_mails = mails_left_once(server, sink, n_kills);
    let (right, said) = verb(&["check", "--data", server.data().to_str().expect("a path")]);
    assert!(right, "{said}");
    let log = server.log();
    assert!(!log.contains("panicked"), "{log}");
    println!(
        "{n_kills} kills: {n_told} acknowledged, {} people, {n_rolls} rolls, {} lines watched, {n_mails} mails; {}",
        door.tokens.len(),
        watcher.seen.len(),
        said.trim()
    );
    let kinds = ["/turns", "/messages", "/offers", "/withdraw"];
    let told = || tables.iter().flat_map(|table| &table.told);
    for kind in kinds.iter().take_while(|_| MANY <= n_kills) {
        assert!(told().any(|told| told.request.path.contains(kind)), "no {kind} was acknowledged");
    }
    assert!(n_kills <= n_told as u64 && 0 < n_rolls, "there was something to lose");
}

/// Reads a game, and sees that its log has no gap, no turn and no die twice, and can be proved.
fn stands(server: &Server, game: &str) -> Stands {
    let version = server.get(&format!("/v1/games/{game}?summary=true")).expect(200)["version"].as_u64();
    let mut lines = BTreeMap::new();
    let mut turns = BTreeMap::new();
    let events = format!("/v1/games/{game}/events?limit=500");
    for (seq, event) in
        (1..).zip(pages(server, &format!("{events}&after="), "0", |page| page["seq"].to_string()))
    {
        assert_eq!(event["seq"], seq, "{game}: no line is missing");
        lines.insert(seq, event["hash"].as_str().expect("a hash").to_owned());
        if let Some(turn) = event["turn"].as_u64() {
            turns.entry(turn).or_insert(());
        }
    }
    assert_eq!(lines.last_key_value().map(|(seq, _)| *seq), version);
    let requests: Vec<(String, String)> = turns
        .keys()
        .map(|turn| server.get(&format!("/v1/games/{game}/turns/{turn}")).expect(200))
        .map(|turn| (turn["seat"].to_string(), turn["request"].as_str().unwrap_or_default().to_owned()))
        .collect();
    let once: BTreeSet<&(String, String)> = requests.iter().collect();
    assert_eq!(once.len(), requests.len(), "{game}: no turn is there twice");
    let mut rolls = BTreeMap::new();
    let mut next = Some(format!("/v1/games/{game}/dice?limit=500"));
    while let Some(path) = next {
        let page = server.get(&path).expect(200);
        for roll in page["items"].as_array().expect("rolls") {
            let place =
                (roll["epoch"].as_u64().expect("a number"), roll["index"].as_u64().expect("a number"));
            assert_eq!(
                place,
                (0, rolls.len() as u64 + 1),
                "{game}: each die once, none left out, no epoch left"
            );
            rolls.insert(place, roll.clone());
        }
        next = page["next"].as_str().map(|cursor| format!("/v1/games/{game}/dice?limit=500&cursor={cursor}"));
    }
    proved(server, game);
    Stands { lines, turns: requests.into_iter().map(|(_, request)| request).collect(), rolls }
}

/// All items of a list whose pages begin after something.
fn pages(server: &Server, path: &str, from: &str, after: impl Fn(&Value) -> String) -> Vec<Value> {
    let (mut all, mut from) = (Vec::<Value>::new(), from.to_owned());
    loop {
        let page = server.get(&format!("{path}{from}")).expect(200);
        let items = page["items"].as_array().expect("items");
        match items.last() {
            Some(last) => from = after(last),
            None => return all,
        }
        all.extend(items.iter().cloned());
    }
}

/// The server says the same again, and what it says is so.
fn is_kept(server: &Server, told: &Told, games: &BTreeMap<&String, Stands>) {
    let Told { request, answer } = told;
    let again = request.send(&server.url).expect("an answer");
    assert_eq!(
        (again.status, again.text()),
        (answer.status, answer.text()),
        "{} {}",
        request.key,
        request.path
    );
    let said = answer.json();
    let Some(number) = said["turn"].as_u64() else { return };
    let game = request.path.split('/').nth(3).map(str::to_owned).expect("a game");
    let game = &games[&game];
    assert_eq!(game.turns[usize::try_from(number).expect("a few")], request.key);
    assert_eq!(
        game.lines[&said["version"].as_u64().expect("a number")],
        said["head"].as_str().expect("a hash")
    );
    for roll in said["dice"].as_array().expect("rolls") {
        let place = (roll["epoch"].as_u64().expect("a number"), roll["index"].as_u64().expect("a number"));
        let kept = &game.rolls[&place];
        assert_eq!(
            (&kept["seed"], &kept["values"], &kept["seq"]),
            (&roll["seed"], &roll["values"], &roll["seq"])
        );
    }
}

fn messages_are_there_once(server: &Server, table: &Table) {
    for game in &table.games {
        let mut texts = Vec::new();
        let mut next = Some(format!("/v1/games/{game}/messages?limit=100"));
        while let Some(path) = next {
            let page = server.get(&path).expect(200);
            texts
                .extend(page["items"].as_array().expect("items").iter().map(|item| item["text"].to_string()));
            next = page["next"].as_str().map(|c| format!("/v1/games/{game}/messages?limit=100&cursor={c}"));
        }
        let once: BTreeSet<&String> = texts.iter().collect();
        assert_eq!(once.len(), texts.len(), "{game}: no message is there twice");
        let path = format!("/v1/games/{game}/messages");
        for told in table.told.iter().filter(|told| told.request.path == path) {
            assert!(once.contains(&told.request.body["text"].to_string()), "{}", told.request.key);
        }
    }
}

/// Waits until all letters have left; each left once, or again to the byte, because it was not known that it had.
fn mails_left_once(server: &Server, sink: &Sink, n_kills: u64) -> usize {
    let until = Instant::now() + Duration::from_secs(120);
    let queued = || {
        let counts = server.get("/metrics").text();
        counts.lines().find_map(|line| line.strip_prefix("fieldpost_mail_queued ").map(str::to_owned))
    };
    while queued().as_deref() != Some("0") {
        assert!(Instant::now() < until, "{:?} letters do not leave", queued());
        thread::sleep(Duration::from_millis(100));
    }
    let mut by_id = BTreeMap::<String, Vec<Vec<u8>>>::new();
    for mail in sink.mails() {
        by_id.entry(mail.message_id()).or_default().push(mail.raw);
    }
    for (id, copies) in &by_id {
        assert!(copies.iter().all(|copy| *copy == copies[0]), "{id} says two things");
        assert!(copies.len() as u64 <= 1 + n_kills, "{id} left {} times", copies.len());
    }
    let counts = server.get("/metrics").text();
    let sent =
        counts.lines().filter(|line| line.starts_with("fieldpost_mail_total") && line.contains("\"sent\""));
    let sent: usize = sent.filter_map(|line| line.rsplit(' ').next()?.parse::<usize>().ok()).sum();
    assert_eq!(by_id.len(), sent, "what counts as sent has arrived, and nothing else");
    by_id.len()
}
