//! What a browser verifies by itself: every vector of the dice, a game on the audit page, a changed bundle, and a replay
//! that is opened from a disk.

use std::{path::Path, time::Duration};

use serde_json::{Value, json};

use crate::support::{
    Player, Server,
    browser::{Browser, CHROMIUM},
    duel, have,
};

const VECTORS: &str = include_str!("../../domain/vectors/log/dice-vectors.json");

/// A few turns of a battle with dice in them.
fn played(server: &Server, n_turns: usize) -> (String, Player<'_>) {
    let (alice, bob) = (server.player("Alice"), server.player("Bob"));
    let game = duel(&alice, &bob, "skirmish");
    for _ in 0..n_turns {
        let next = server.get(&format!("/v1/games/{game}?summary=true")).expect(200);
        let Some(seat) = next["to_act"][0]["seat"].as_str() else { break };
        let player = if seat == "long_knives" { &alice } else { &bob };
        player.play_suggested(&game, seat);
    }
    (game, alice)
}

/// Verifies all vectors with the modules of the page that is open: what is not as it should be, and how many were asked.
const RUN_VECTORS: &str = r#"
(async () => {
  const vectors = JSON.parse(VECTORS);
  const [{ verifyBundle, verifyRoll, commitmentOf, mixText, keyText, sealOf, beaconRound }, hash, { wordsOf, throwDice },
    { parseLine }, { judgeHead, keyOf, notesIn }] = await Promise.all(
    ["verify", "hash", "chacha", "shape", "head"].map((name) => import(`${location.origin}/script/${name}.js`)));
  const wrong = [];
  let asked = 0;
  const same = (what, got, wanted) => {
    asked += 1;
    if (JSON.stringify(got) !== JSON.stringify(wanted)) wrong.push([what, got, wanted]);
  };
  for (const native of [true, false]) {
    hash.hashing.native = native;
    for (const { root, length, seeds } of vectors.chain) {
      const chain = [root];
      for (let n = 0; n < length; n++) chain.unshift(await hash.sha(chain[0]));
      same("chain", chain, seeds);
    }
    for (const c of vectors.entropy) same("entropy", await commitmentOf(c.game, c.epoch, c.seat, c.entropy), c.commit);
    for (const c of vectors.mix) same("mix", await hash.sha(mixText(c.game, c.epoch, c.anchor, c.seats)), c.mix);
    for (const c of vectors.key) same("key", await hash.sha(keyText(c)), c.key);
    for (const c of vectors.stream) {
      const words = wordsOf(c.key);
      same("stream", c.words.map(() => words.next().value), c.words);
    }
    for (const c of vectors.dice) {
      const { values, words } = throwDice(c.key, c.sides, c.count);
      same("dice", [values, words.length], [c.values, c.words]);
    }
    for (const c of vectors.seal) same("seal", await sealOf(c.game, c.owner, c.salt, c.text), c.seal);
    for (const c of vectors.canonical) same(`canonical ${c.line}`, parseLine(c.line) !== null, c.ok);
    for (const c of vectors.line) same("line", await hash.sha(c.line), c.hash);
    for (const c of vectors.round) same("round", `${beaconRound(c.beacon, c.time)}`, `${c.round}`);
    for (const c of vectors.head) {
      const key = await keyOf(c.vkey, c.origin);
      const hashes = Array.from({ length: c.size }, () => c.head);
      same("head", await judgeHead(c.note, { origin: c.origin, game: c.game, key, hashes }), null);
      same("notes", notesIn(`> x\r\n\r\n${c.note.replaceAll("\n", "\r\n")}\r\n`), [c.note]);
    }
    for (const { name, bundle, mail, vkey, expect } of vectors.bundles) {
      for (const given of [bundle, JSON.stringify(bundle)]) {
        const result = await verifyBundle(given, { heads: mail, vkey });
        const told = ({ code, at }) => ({ code, at });
        const wanted = expect.ok ?? told(expect);
        const got = expect.ok ? Object.fromEntries(Object.keys(expect.ok).map((key) => [key, result[key]])) : told(result);
        same(name, got, wanted);
        same(name, result.ok, expect.ok !== undefined);
        for (const roll of result.list) {
          const again = await verifyRoll(roll);
          const faces = again.words.map(({ face }) => face).filter((face) => face !== null);
          same(name, [again.ok, faces], [true, roll.values]);
          same(name, (await verifyRoll({ ...roll, values: roll.values.map((value) => value + 1) })).ok, false);
        }
      }
    }
    for (const text of ["", "{", "null", "[]", '{"format":"fair-dice/v1/bundle","heads":[],"log":["x"],"log":["x"]}']) {
      same(text, (await verifyBundle(text)).code, "bundle-format");
    }
  }
  hash.hashing.native = true;
  return { wrong, asked };
})()
"#;

#[test]
fn every_vector_comes_out_the_same_in_a_browser() {
    if !have("the vectors in a browser", &[CHROMIUM]) {
        return;
    }
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&format!("{}/audit", server.url));
    let told = browser.ask(&RUN_VECTORS.replace("VECTORS", &json!(VECTORS).to_string()));
    assert_eq!(told["wrong"], json!([]), "{told}");
    assert!(500 < told["asked"].as_u64().expect("a number"), "{told}");
    let vectors: Value = serde_json::from_str(VECTORS).expect("JSON");
    let codes: std::collections::BTreeSet<&str> = vectors["bundles"]
        .as_array()
        .expect("bundles")
        .iter()
        .filter_map(|bundle| bundle["expect"]["code"].as_str())
        .collect();
    assert_eq!(codes.len(), 23, "{codes:?}");
    // Each of them means something to a person.
    let meant = browser.ask(&format!(
        "import(`${{location.origin}}/script/codes.js`).then(({{ MEANING }}) => {}.filter((code) => !MEANING[code]))",
        json!(codes)
    ));
    assert_eq!(meant, json!([]));
    assert_eq!(browser.complaints, Vec::<String>::new());
}

#[test]
fn a_game_is_verified_on_its_page_and_a_changed_bundle_is_refused() {
    if !have("the audit page", &[CHROMIUM]) {
        return;
    }
    let server = Server::start();
    let (game, _) = played(&server, 12);
    let mut browser = Browser::start();
    browser.open(&format!("{}/games/{game}/audit", server.url));
    browser.click("#form button");
    browser.until("document.querySelector('.verdict') !== null");
    let bundle = server.get(&format!("/v1/games/{game}/audit")).json();
    let dice = server.get(&format!("/v1/games/{game}/dice?limit=1000")).expect(200);
    let verdict = browser.text(".verdict");
    let n_lines = bundle["log"].as_array().expect("lines").len();
    let n_rolls = dice["items"].as_array().expect("rolls").len();
    assert!(verdict.starts_with(&format!("Verified: {n_lines} lines, {n_rolls} rolls")), "{verdict}");
    assert!(0 < n_rolls, "a skirmish has dice");
    // Each roll has its row; one is followed to its end.
    assert_eq!(browser.ask("document.querySelectorAll('tr.roll').length"), n_rolls);
    let row = browser.text("tr.roll");
    assert!(row.contains(dice["items"][0]["rule"].as_str().expect("a rule")), "{row}");
    browser.click("tr.roll button");
    browser.until("document.querySelector('.steps') !== null");
    assert!(browser.text(".steps").starts_with("Right: "), "{}", browser.text(".steps"));
    // The same chi-square as the server's.
    let told = dice["statistics"]["all"][0]["chi_square_thousandths"].as_f64().expect("a number") / 1000.0;
    let caption = browser.text("#fairness figcaption");
    let shown = caption.split("χ² = ").nth(1).and_then(|rest| rest.split(',').next()).expect("a number");
    assert!((shown.parse::<f64>().expect("a number") - told).abs() < 0.006, "{caption} {told}");
    assert!(browser.ask("document.querySelectorAll('#fairness svg.plot rect').length").as_u64() > Some(5));
    // With a head from a mailbox, and the key.
    let head = server.get(&format!("/v1/games/{game}/head")).text();
    browser.ask(&format!("void (document.querySelector('[name=heads]').value = {})", json!(head)));
    browser.click("#form button");
    browser
        .until("document.querySelector('#checks')?.textContent.includes('no head from your own') === false");
    assert!(browser.text(".verdict").starts_with("Verified"), "{}", browser.text(".verdict"));
    changed_is_refused(&mut browser, &bundle);
    assert_eq!(browser.complaints, Vec::<String>::new());
}

/// One die is changed in a file, with texts in it that would be markup.
fn changed_is_refused(browser: &mut Browser, bundle: &Value) {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("bundle.json");
    let lines: Vec<&str> =
        bundle["log"].as_array().expect("lines").iter().filter_map(Value::as_str).collect();
    let at = lines.iter().position(|line| line.contains("\"rolls\":[{\"index\"")).expect("a line with dice");
    let mut forged = bundle.clone();
    let mut line: Value = serde_json::from_str(lines[at]).expect("JSON");
    let values = &mut line["rolls"][0]["values"][0];
    *values = Value::from(values.as_u64().expect("a die") % 6 + 1);
    line["rolls"][0]["why"] = Value::from("<img src=x onerror=alert(1)>\u{202e}");
    forged["log"][at] = Value::from(line.to_string());
    std::fs::write(&path, forged.to_string()).expect("written");
    browser.choose("[name=file]", &path);
    browser.ask("void document.querySelector('#results').replaceChildren()");
    browser.click("#form button");
    browser.until("document.querySelector('.verdict.failed') !== null");
    assert_eq!(browser.text(".verdict .code"), "dice-mismatch");
    assert_eq!(browser.text(".verdict .at"), format!("line:{}", at + 1));
    assert_eq!(browser.ask("document.querySelectorAll('main img').length"), 0);
}

#[test]
fn a_replay_in_one_file_plays_and_verifies_from_a_disk() {
    if !have("a replay from a disk", &[CHROMIUM]) {
        return;
    }
    let server = Server::start();
    let (game, alice) = played(&server, 12);
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("replay.html");
    let answer = alice.get(&format!("/v1/games/{game}/replay.html"));
    assert_eq!(answer.status, 200, "{}", answer.text());
    std::fs::write(&path, &answer.body).expect("written");
    let again = [("If-None-Match", answer.header("etag"))];
    let again =
        server.call("GET", &format!("/v1/games/{game}/replay.html"), Some(&alice.token), &again, None);
    assert_eq!((again.status, again.body.len()), (304, 0));
    plays_without_a_server(server, &path);
}

/// The server is gone; what was saved still works.
fn plays_without_a_server(server: Server, path: &Path) {
    drop(server);
    let mut browser = Browser::start();
    browser.open(&format!("file://{}", path.display()));
    browser.until("document.querySelector('.verdict') !== null");
    assert!(browser.text(".verdict").starts_with("Verified: "), "{}", browser.text(".verdict"));
    let at = "document.querySelector('.place').textContent";
    let board = "document.querySelector('img.board').src";
    assert!(browser.ask(at).as_str().is_some_and(|place| place.starts_with("Line 1 of ")));
    browser.until("document.querySelector('img.board').naturalWidth > 0");
    let first = browser.ask(board);
    browser.key("ArrowRight");
    assert!(browser.ask(at).as_str().is_some_and(|place| place.starts_with("Line 2 of ")));
    browser.key("End");
    let last = browser.ask(at);
    assert_ne!(browser.ask(board), first, "the battle has moved");
    browser.until("document.querySelector('img.board').naturalWidth > 0");
    browser.key("PageUp");
    assert_ne!(browser.ask(at), last);
    // To the first event with dice, and how they came about.
    browser.key("Home");
    while browser.ask("document.querySelector('.event .dice') === null") == true {
        browser.key("ArrowRight");
        assert_ne!(browser.ask(at), last, "there are dice before the end");
    }
    browser.click(".event .dice button");
    browser.until("document.querySelector('.steps') !== null");
    assert!(browser.text(".steps").starts_with("Right: "), "{}", browser.text(".steps"));
    // It goes by itself, and stops at the end.
    browser.ask("void (document.querySelector('select').value = '100')");
    browser.key("Home");
    browser.ask("void document.activeElement.blur()");
    browser.key(" ");
    std::thread::sleep(Duration::from_millis(1_000));
    let place = browser.ask(at);
    assert!(!place.as_str().is_some_and(|place| place.starts_with("Line 1 of ")), "{place}");
    assert_eq!(browser.complaints, Vec::<String>::new());
}
