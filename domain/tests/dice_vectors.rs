//! The vectors of verifiable-dice §11, `vectors/log/dice-vectors.json`, each section by what the domain computes; and
//! what must hold of the bundles among them beyond that: any changed byte is found, and lines read and write alike.

use domain::{
    dice::{self, Seed, SeedChain, Seeds as _},
    hash::Hash,
    ids::GameId,
    log::{BeaconChain, Body, Bundle, Code, Line, Signer, Verifier, beacon_round, notes_in, verify},
};
use rand_chacha::{
    ChaCha20Rng,
    rand_core::{Rng as _, SeedableRng as _},
};
use serde_json::{Value, json};

const VECTORS: &str = include_str!("../vectors/log/dice-vectors.json");
const EXAMPLE: &str = include_str!("../vectors/log/log-example.json");

/// Each section: how many cases it has, what in a case is the answer, and how the answer is computed from the rest.
/// `None` stands for a case that cannot be read.
type Answer = fn(&Value) -> Option<Value>;
const SECTIONS: [(&str, usize, &[&str], Answer); 12] = [
    ("chain", 1, &["seeds"], chain),
    ("entropy", 1, &["commit"], entropy),
    ("mix", 1, &["mix"], mix),
    ("key", 3, &["key"], key),
    ("stream", 3, &["words"], stream),
    ("dice", 18, &["values", "words"], throw),
    ("seal", 3, &["seal"], seal),
    ("canonical", 29, &["ok"], canonical),
    ("line", 1, &["hash"], line),
    ("round", 7, &["round"], round),
    ("head", 1, &["vkey", "note"], head),
    ("bundles", 42, &["expect"], outcome),
];

fn text<'a>(case: &'a Value, member: &str) -> Option<&'a str> {
    case[member].as_str()
}

fn hash(case: &Value, member: &str) -> Option<Hash> {
    text(case, member)?.parse().ok()
}

fn number(case: &Value, member: &str) -> Option<u64> {
    case[member].as_u64()
}

fn chain(case: &Value) -> Option<Value> {
    let root = Seed::from_bytes(*hash(case, "root")?.as_bytes());
    let length = number(case, "length")?;
    let chain = SeedChain::new(root, length);
    let seeds = (1..=length).map(|index| chain.seed(index).map(|seed| seed.reveal()));
    let seeds: Option<Vec<Hash>> = [Some(chain.anchor())].into_iter().chain(seeds).collect();
    Some(json!({ "seeds": seeds? }))
}

fn entropy(case: &Value) -> Option<Value> {
    let (game, seat) = (text(case, "game")?, text(case, "seat")?);
    Some(json!({ "commit": dice::commitment(game, number(case, "epoch")?, seat, &hash(case, "entropy")?) }))
}

fn mix(case: &Value) -> Option<Value> {
    let seats = case["seats"].as_array()?.iter();
    let seats: Option<Vec<(&str, Option<Hash>)>> =
        seats.map(|s| Some((s[0].as_str()?, serde_json::from_value(s[1].clone()).ok()?))).collect();
    Some(
        json!({ "mix": dice::mix(text(case, "game")?, number(case, "epoch")?, hash(case, "anchor")?, seats?) }),
    )
}

fn key(case: &Value) -> Option<Value> {
    let (seed, game, mix) = (hash(case, "seed")?, text(case, "game")?, hash(case, "mix")?);
    let beacon = serde_json::from_value(case["beacon"].clone()).ok()?;
    let key = dice::stream_key(seed, game, number(case, "epoch")?, number(case, "index")?, mix, beacon);
    Some(json!({ "key": key }))
}

fn words(key: Hash) -> impl Iterator<Item = u32> {
    let mut words = ChaCha20Rng::from_seed(*key.as_bytes());
    std::iter::repeat_with(move || words.next_u32())
}

fn stream(case: &Value) -> Option<Value> {
    let key = hash(case, "key")?;
    let words: Vec<u32> = words(key).take(case["words"].as_array()?.len()).collect();
    // A die of 65536 faces takes every word and shows its low half: the domain reads this very stream.
    let faces = dice::values(&key, 65536, u16::try_from(words.len()).ok()?);
    assert_eq!(faces, words.iter().map(|word| word % 65536 + 1).collect::<Vec<_>>());
    Some(json!({ "words": words }))
}

fn throw(case: &Value) -> Option<Value> {
    let (key, sides) = (hash(case, "key")?, u32::try_from(number(case, "sides")?).ok()?);
    let count = u16::try_from(number(case, "count")?).ok()?;
    let values = dice::values(&key, sides, count);
    // How many words that takes, counted apart: all up to the last die's, the refused ones among them.
    let limit = (1u64 << 32) - (1u64 << 32) % u64::from(sides);
    let mut n_accepted = 0;
    let n_words = words(key).take_while(|word| {
        let taken = n_accepted < count;
        n_accepted += u16::from(u64::from(*word) < limit);
        taken
    });
    Some(json!({ "words": n_words.count(), "values": values }))
}

fn seal(case: &Value) -> Option<Value> {
    let (game, owner) = (text(case, "game")?, text(case, "owner")?);
    Some(json!({ "seal": dice::seal(game, owner, hash(case, "salt")?, text(case, "text")?) }))
}

/// None of these texts is a line; those that are canonical fail at their members.
fn canonical(case: &Value) -> Option<Value> {
    let code = Verifier::new(None).add(text(case, "line")?).err()?.code;
    assert!([Code::LineEncoding, Code::LineFields].contains(&code));
    Some(json!({ "ok": code == Code::LineFields }))
}

fn line(case: &Value) -> Option<Value> {
    Some(json!({ "hash": Hash::of(text(case, "line")?) }))
}

fn round(case: &Value) -> Option<Value> {
    let chain = &case["beacon"];
    let chain = BeaconChain {
        chain: hash(chain, "chain")?,
        delay: number(chain, "delay")?,
        genesis: number(chain, "genesis")?,
        period: number(chain, "period")?,
    };
    Some(json!({ "round": beacon_round(&chain, number(case, "time")?) }))
}

fn head(case: &Value) -> Option<Value> {
    let signer = Signer::new(text(case, "origin")?, hash(case, "secret")?.as_bytes()).ok()?;
    let game = GameId::new(text(case, "game")?).ok()?;
    let note = signer.sign(&game, number(case, "size")?, hash(case, "head")?);
    assert_eq!(notes_in(&note), [note.as_str()]);
    Some(json!({ "vkey": signer.vkey(), "note": note }))
}

fn outcome(case: &Value) -> Option<Value> {
    let mail: Vec<String> = serde_json::from_value(case["mail"].clone()).ok()?;
    let verified = Bundle::read(case["bundle"].to_string());
    let expect = match verified.and_then(|bundle| verify(&bundle, text(case, "vkey"), &mail)) {
        Ok(summary) => json!({ "ok": summary }),
        Err(failure) => json!({ "code": failure.code.as_str(), "at": failure.at.to_string() }),
    };
    Some(json!({ "expect": expect }))
}

fn vectors() -> Value {
    serde_json::from_str(VECTORS).expect("the vectors are JSON")
}

fn holds(case: &Value, answers: &[&str], compute: Answer) -> bool {
    compute(case).is_some_and(|computed| answers.iter().all(|answer| computed[answer] == case[answer]))
}

/// The value with each of its leaves changed in turn, and each of its arrays made longer.
fn variants(value: &Value) -> Vec<Value> {
    let within = |replace: &dyn Fn(&mut Value, Value), parts: Vec<&Value>| -> Vec<Value> {
        let changed = parts.into_iter().flat_map(variants);
        changed
            .map(|part| {
                let mut whole = value.clone();
                replace(&mut whole, part);
                whole
            })
            .collect()
    };
    match value {
        Value::Null => vec![json!("0")],
        Value::Bool(is) => vec![json!(!is)],
        Value::Number(n) => vec![json!(n.as_u64().expect("whole") + 1)],
        Value::String(text) => {
            vec![json!(format!("{text}0")), json!(text.chars().skip(1).collect::<String>())]
        }
        Value::Array(items) => {
            let mut longer = items.clone();
            longer.push(json!(1));
            let each = (0..items.len()).flat_map(|n| within(&|whole, part| whole[n] = part, vec![&items[n]]));
            each.chain([json!(longer)]).collect()
        }
        Value::Object(members) => {
            members.iter().flat_map(|(name, m)| within(&|whole, part| whole[name] = part, vec![m])).collect()
        }
    }
}

#[test]
fn every_vector_holds() {
    let vectors = vectors();
    let sections = vectors.as_object().expect("an object").keys().filter(|name| *name != "format");
    assert_eq!(sections.count(), SECTIONS.len());
    for (section, n_cases, answers, compute) in SECTIONS {
        let cases = vectors[section].as_array().expect("a section is an array");
        assert_eq!(cases.len(), n_cases, "{section}");
        for case in cases {
            assert!(holds(case, answers, compute), "{section}: {case}\n{:?}", compute(case));
        }
    }
}

#[test]
fn every_vector_can_fail() {
    let vectors = vectors();
    for (section, _, answers, compute) in SECTIONS {
        for case in vectors[section].as_array().expect("a section is an array") {
            for answer in answers {
                for wrong in variants(&case[answer]) {
                    let wrong_case = {
                        let mut wrong_case = case.clone();
                        wrong_case[answer] = wrong.clone();
                        wrong_case
                    };
                    assert!(
                        wrong != case[answer] && !holds(&wrong_case, answers, compute),
                        "{section}: {wrong}"
                    );
                }
            }
        }
    }
}

#[test]
fn every_code_has_a_bundle() {
    let vectors = vectors();
    let codes: Vec<&str> = vectors["bundles"]
        .as_array()
        .expect("an array")
        .iter()
        .filter_map(|case| case["expect"]["code"].as_str())
        .collect();
    assert!(Code::ALL.iter().all(|code| codes.contains(&code.as_str())));
    assert!(codes.iter().all(|code| Code::ALL.iter().any(|known| known.as_str() == *code)));
}

/// The good bundles, by name, and the example.
fn good() -> Vec<(String, Bundle)> {
    let vectors = vectors();
    let cases = vectors["bundles"].as_array().expect("an array").iter();
    let good = cases.filter(|case| case["expect"]["ok"].is_object()).map(|case| {
        let bundle = Bundle::read(case["bundle"].to_string()).expect("a bundle");
        (case["name"].to_string(), bundle)
    });
    good.chain([("example".to_owned(), Bundle::read(EXAMPLE).expect("a bundle"))]).collect()
}

#[test]
fn the_example_verifies() {
    let bundle = Bundle::read(EXAMPLE).expect("a bundle");
    let vkey = "fieldpost.example.org+3651f633+AZUVf9Nv/c85xVRz8gASp5IO5ybJZdtwHdA5kM7GTtY+";
    let summary = verify(&bundle, Some(vkey), &[]).expect("a good bundle");
    assert_eq!((summary.lines, summary.ended, summary.unopened.len()), (25, true, 0));
    assert!(0 < summary.rolls && 0 < summary.heads);
}

#[test]
fn lines_and_bundles_are_written_as_they_were_read() {
    for (name, bundle) in good() {
        assert_eq!(Bundle::read(bundle.to_text()).as_ref(), Ok(&bundle), "{name}");
        for text in &bundle.log {
            let line = Line::parse(text).expect("a good line");
            assert_eq!(&line.to_text(), text);
            assert_eq!(Line::read(text), Ok(line));
        }
    }
}

#[test]
fn one_changed_byte_anywhere_is_found() {
    // Without the bundle in which a foreign signature is ignored, as it should be; the example's lines are as the others'.
    for (name, bundle) in
        good().iter().filter(|(name, _)| !["\"good-cosigned\"", "example"].contains(&name.as_str()))
    {
        let good = bundle.to_text().into_bytes();
        for at in 0..good.len() {
            for flip in [0x01, 0x20] {
                let mut changed = good.clone();
                changed[at] ^= flip;
                let found = Bundle::read(&changed).and_then(|bundle| verify(&bundle, None, &[]));
                assert!(found.is_err(), "{name}: byte {at} xor {flip}");
            }
        }
    }
}

/// The lines with one changed by `edit`, and every hash computed afresh, as a cheating operator would.
fn rewritten(lines: &[String], edit: impl Fn(u64, &mut Value)) -> Vec<String> {
    let mut prev = Hash::ZERO;
    let rewrite = |text: &String| {
        let mut line: Value = serde_json::from_str(text).expect("a good line");
        let seq = line["seq"].as_u64().expect("a number");
        line["prev"] = json!(prev);
        edit(seq, &mut line);
        let text = Body::of(&line).expect("canonical").get().to_owned();
        prev = Hash::of(&text);
        text
    };
    lines.iter().map(rewrite).collect()
}

#[test]
fn what_no_type_of_ours_holds_has_the_code_of_its_step() {
    let (_, small) = &good()[0];
    let found = |edit: &dyn Fn(u64, &mut Value)| {
        let bundle = Bundle::new(rewritten(&small.log, edit), Vec::new());
        verify(&bundle, None, &[]).map_err(|failure| failure.to_string())
    };
    assert!(found(&|_, _| {}).is_ok());
    let huge = found(&|seq, line| {
        if seq == 7 {
            line["rolls"][0]["values"][0] = json!(1u64 << 32);
        }
    });
    assert_eq!(huge, Err("dice-mismatch at line:7".to_owned()));
    let by_server = found(&|seq, line| {
        if seq == 3 {
            line["seat"] = json!("server");
        }
    });
    assert_eq!(by_server, Err("line-illegal at line:3".to_owned()));
    let by_server_late = found(&|seq, line| {
        if seq == 3 {
            line["seat"] = json!("server");
            line["time"] = json!(0);
        }
    });
    assert_eq!(by_server_late, Err("time-backwards at line:3".to_owned()));
    let array = found(&|seq, line| {
        if seq == 1 {
            let epoch = line["epoch"].clone();
            line["epoch"] = json!([epoch["number"], epoch["length"], epoch["anchor"]]);
        }
    });
    assert_eq!(array, Err("line-fields at line:1".to_owned()));
}

#[test]
fn a_bundle_has_three_members_once_and_is_no_array() {
    let (_, small) = &good()[0];
    let text = small.to_text();
    let array = json!([small.format, small.log, small.heads]).to_string();
    let twice = text.replacen("\"heads\":", "\"heads\":[],\"heads\":", 1);
    for bad in
        [array, twice, text.replacen("\"heads\"", "\"Heads\"", 1), text.replacen("v1/bundle", "v2/bundle", 1)]
    {
        assert!(Bundle::read(&bad).is_err(), "{}", &bad[..60]);
    }
    assert!(Bundle::read(&text).is_ok());
}
