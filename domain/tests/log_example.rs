//! The whole example of the log's specification: it verifies, it folds, it is decided again with its own dice, and the
//! program writes it again to the byte.

use std::collections::BTreeMap;

use domain::{
    audit,
    chronicle::{Chronicle, NewGame, Step},
    dice::{Seed, Seeds},
    game::Orders,
    hash::Hash,
    ids::{Request, Seat},
    log::{self, Bundle, EpochHead, Kind, Line},
    rulesets,
    seam::PlanChoice,
    table::TimeOutAction,
};

const EXAMPLE: &str = include_str!("../vectors/log/log-example.json");

fn example() -> Bundle {
    Bundle::read(EXAMPLE).expect("the example is a bundle")
}

/// The seeds that the example has revealed.
struct Revealed(BTreeMap<u64, Hash>);

impl Seeds for Revealed {
    fn seed(&self, index: u64) -> Option<Seed> {
        self.0.get(&index).map(|seed| Seed::from_bytes(*seed.as_bytes()))
    }
}

fn revealed(lines: &[Line]) -> Revealed {
    Revealed(lines.iter().flat_map(Line::rolls).map(|roll| (roll.index, roll.seed)).collect())
}

fn seat(name: &str) -> Seat {
    Seat::new(name).expect("a seat")
}

/// Takes a step: what it writes must be the next lines of the example.
fn take(step: Step, expected: &mut std::slice::Iter<'_, String>) -> Chronicle {
    for written in &step.lines {
        assert_eq!(Some(&written.text), expected.next(), "line {}", written.line.seq);
    }
    step.next
}

#[test]
fn the_example_verifies_and_the_rules_decide_it_again() {
    let bundle = example();
    let summary = log::verify(&bundle, None, &[]).expect("the 23 codes");
    assert_eq!(serde_json::to_value(summary).expect("JSON")["rolls"], 2);
    let report = audit::judge(&rulesets::find, &bundle.log, &mut |_| {}).expect("the rules");
    assert_eq!((report.turns_decided, report.turns_folded), (4, 0));
}

#[test]
fn the_example_is_written_again_to_the_byte() {
    let bundle = example();
    let lines: Vec<Line> = bundle.log.iter().map(|text| Line::parse(text).expect("canonical")).collect();
    let seeds = revealed(&lines);
    let Kind::Genesis(genesis) = &lines[0].kind else { panic!("a genesis") };
    let rules: serde_json::Value = serde_json::from_str(genesis.rules.get()).expect("JSON");
    let ruleset = rulesets::find("little_bighorn").expect("registered");
    let prepared = ruleset.prepare(&rules["scenario"], &PlanChoice::Default, None).expect("a right scenario");
    let epoch: EpochHead = genesis.epoch.clone();
    let new = NewGame {
        id: lines[0].game.clone(),
        origin: &genesis.origin,
        vkey: genesis.vkey.clone(),
        prepared: &prepared,
        bots: std::collections::BTreeSet::new(),
        clock: rules["clock"].clone(),
        epoch,
        now: lines[0].time,
    };
    let mut expected = bundle.log.iter();
    let game = take(Chronicle::create(ruleset, new).expect("begins"), &mut expected);
    let commits: Vec<Option<Hash>> = lines
        .iter()
        .filter_map(|line| match &line.kind {
            Kind::Commit { commit, .. } => Some(*commit),
            _ => None,
        })
        .collect();
    let mut game = take(game.commit(&commits, lines[1].time, &seeds).expect("no dice yet"), &mut expected);
    for at in [3, 4] {
        let Kind::Reveal { seat, entropy, .. } = &lines[at].kind else { panic!("a reveal") };
        let step = game.reveal(seat, *entropy, lines[at].time, &seeds).expect("owed").expect("no dice yet");
        game = take(step, &mut expected);
    }
    let text = Orders::Text("off1 e3\nend movement\noff1 x chf1 push a3\n");
    let request = |text: &str| Request::new(text).expect("a request");
    let key = request("0b9f6c1e-5a77-4b1e-9d0a-3f2f6f1c8e21");
    let step = game.submit(&seat("long_knives"), &text, key, lines[7].time, &seeds).expect("legal");
    let game = take(step, &mut expected);
    let nations = seat("plains_nations");
    let step =
        game.time_out(&nations, TimeOutAction::DefaultAction, lines[16].time, &seeds).expect("no dice");
    let game = take(step, &mut expected);
    let mail = request("mail:84075939f9db6322da240ccd0df29cf4bcd8097b");
    let step = game.submit(&nations, &Orders::Text("resign"), mail, lines[21].time, &seeds).expect("legal");
    take(step, &mut expected);
    assert_eq!(expected.next(), None, "nothing is left of the example");
}

/// A bundle whose lines are changed and all hashes made new: only the rules can find it.
fn with_line(seq: usize, change: &dyn Fn(&str) -> String) -> Vec<String> {
    let mut log = example().log;
    log[seq - 1] = change(&log[seq - 1]);
    for at in seq..log.len() {
        let mut line = Line::parse(&log[at]).expect("canonical");
        line.prev = Hash::of(&log[at - 1]);
        log[at] = line.to_text();
    }
    log
}

#[test]
fn what_the_23_codes_cannot_see_the_rules_find() {
    let cases: &[(usize, &str, &str, &str)] = &[
        (13, "\"to\":\"a3\"", "\"to\":\"a4\"", "decision-differs at line:13"),
        (12, "\"value\":5", "\"value\":6", "decision-differs at line:12"),
        (9, "\"type\":\"figure_moved\"", "\"type\":\"figure_flew\"", "decision-differs at line:9"),
        (18, "\"phase\":\"movement\"", "\"phase\":\"combat\"", "decision-differs at line:18"),
        (
            25,
            "\"winners\":[\"long_knives\"]",
            "\"winners\":[\"plains_nations\"]",
            "result-differs at line:25",
        ),
        (25, "\"reason\":\"resignation\"", "\"reason\":\"flag_exit\"", "result-differs at line:25"),
    ];
    for (seq, old, new, failure) in cases {
        let log = with_line(*seq, &|line| {
            assert!(line.contains(old), "line {seq} has {old}");
            line.replacen(old, new, 1)
        });
        let bundle = Bundle::new(log.clone(), Vec::new());
        log::verify(&bundle, None, &[]).expect("the protocol alone sees nothing wrong");
        let found = audit::judge(&rulesets::find, &log, &mut |_| {}).expect_err(failure);
        assert_eq!(found.to_string(), *failure);
    }
}

#[test]
fn a_body_that_shows_other_dice_or_no_event_does_not_fold() {
    let open = |log: &[String]| {
        let lines = log.iter().map(|text| (text.as_str(), Hash::of(text)));
        Chronicle::open(&rulesets::find, lines).map(|_| ()).expect_err("corrupt").to_string()
    };
    let other = with_line(12, &|line| line.replacen("\"value\":5", "\"value\":6", 1));
    assert_eq!(open(&other), "rolls-differ at line:12");
    let unknown = with_line(9, &|line| line.replacen("figure_moved", "figure_flew", 1));
    assert_eq!(open(&unknown), "body-unreadable at line:9");
    assert_eq!(open(&[]), "body-unreadable at line:1");
}

/// The example up to line `keep`, and one line more.
fn forged(keep: usize, kind: Kind) -> Vec<String> {
    let mut log = example().log;
    log.truncate(keep);
    let last = Line::parse(&log[keep - 1]).expect("canonical");
    let seq = last.seq + 1;
    let line = Line { game: last.game, seq, prev: Hash::of(&log[keep - 1]), time: last.time, kind };
    log.push(line.to_text());
    log
}

fn event(seat: domain::ids::Actor, body: serde_json::Value) -> Kind {
    Kind::Event(log::Event {
        seat,
        request: Request::new("forged").expect("a request"),
        body: log::Body::of(&body).expect("JSON"),
        rolls: Vec::new(),
        seals: Vec::new(),
        opens: Vec::new(),
    })
}

#[test]
fn what_no_cause_explains_is_not_merely_folded() {
    use domain::ids::Actor;
    let found = |log: &[String]| {
        let bundle = Bundle::new(log.to_vec(), Vec::new());
        log::verify(&bundle, None, &[]).expect("the protocol alone sees nothing wrong");
        audit::judge(&rulesets::find, log, &mut |_| {}).expect_err("forged").to_string()
    };
    let fallen = serde_json::json!({"type": "figure_eliminated", "figure": "gen1", "cell": "g3", "by": "chf1",
        "cause": "fire", "rules": ["LBH-7.20"]});
    assert_eq!(found(&forged(16, event(Actor::Server, fallen))), "decision-differs at line:17");
    let late =
        |seat: &str| serde_json::json!({"type": "seat_timed_out", "seat": seat, "action": "default_action"});
    let by_a_seat = forged(16, event(Actor::Seat(seat("long_knives")), late("plains_nations")));
    assert_eq!(found(&by_a_seat), "decision-differs at line:17");
    let not_waited_for = forged(16, event(Actor::Server, late("long_knives")));
    assert_eq!(found(&not_waited_for), "decision-differs at line:17");
    let result = serde_json::json!({"outcome": "win", "reason": "resignation", "scores": {}, "winners": ["long_knives"]});
    let end = Kind::End { body: log::Body::of(&result).expect("JSON"), unopened: Vec::new() };
    assert_eq!(found(&forged(5, end)), "result-differs at line:6");
}
