//! Secrets from the draft to the audit, on the smallest game that has some: one line a decision, known to its side, opened
//! together, and no word of it to anybody else.

#[path = "secrets/audit.rs"]
mod audited;

use std::collections::BTreeSet;

use domain::{
    audit,
    chronicle::{Chronicle, Kept, Lore, NewGame, Step},
    dice::{NumberedSalts, Seed, SeedChain},
    game::{Orders, Sending},
    harness::{conformance, sealed_bids::SealedBids},
    hash::Hash,
    ids::{GameId, Request, Seat},
    log::{self, Bundle, EpochHead, Kind, Line, Signer},
    ruleset::Viewer,
    rulesets,
    seam::{PlanChoice, Refusal},
    simulate::simulate,
    table::{AbortReason, TimeOutAction},
};
use serde_json::{Value, json, value::RawValue};

const LENGTH: u64 = 512;

struct Table {
    log: Vec<String>,
    kept: Vec<Kept>,
    game: Chronicle,
    at: u64,
}

fn seeds() -> SeedChain {
    SeedChain::new(Seed::from_bytes(*Hash::of("chain").as_bytes()), LENGTH)
}

fn seat(name: &str) -> Seat {
    Seat::new(name).expect("a seat")
}

fn begun(plan: &str) -> Table {
    let ruleset = rulesets::find("sealed_bids").expect("known to tests");
    let scenario = serde_json::from_str(ruleset.scenarios()[0].1).expect("JSON");
    let plan = PlanChoice::Named(plan.to_owned());
    let prepared = ruleset.prepare(&scenario, &plan, None).expect("a scenario of the house");
    let signer = Signer::new("secrets", Hash::of("key").as_bytes()).expect("an origin");
    let new = NewGame {
        id: GameId::new("secrets").expect("an id"),
        origin: signer.origin(),
        vkey: signer.vkey(),
        prepared: &prepared,
        bots: BTreeSet::new(),
        clock: json!({"kind": "per_turn", "allow": "P3D", "on_timeout": "default_action", "resign_after": 3}),
        epoch: EpochHead { anchor: seeds().anchor(), length: LENGTH, number: 0 },
        now: 1_000,
    };
    let step = Chronicle::create(ruleset, new).expect("begins");
    let mut table = Table { log: Vec::new(), kept: Vec::new(), game: step.next.clone(), at: 1_000 };
    let none = vec![None; prepared.seats.len()];
    table.take(step);
    table.take(table.game.commit(&none, 1_000, &seeds()).expect("no dice"));
    table
}

impl Table {
    /// Takes a step, and reads the whole log again: with what was kept beside it, and without.
    fn take(&mut self, step: Step) {
        self.log.extend(step.lines.iter().map(|line| line.text.clone()));
        self.kept.extend(step.kept);
        self.game = step.next;
        let (with, without) = (self.read(Some(&self.kept)), self.read(None));
        assert!(with.game().same(self.game.game()) && without.game().same(self.game.game()));
        assert_eq!(with.game().secrets(), self.game.game().secrets());
        assert_eq!(with.awaited(), self.game.awaited());
        assert_eq!(with.lost_seals(), []);
        assert_eq!(without.game().secrets(), []);
        for name in ["north", "north_a", "south", "south_b"] {
            let viewer = Viewer::Seat(seat(name));
            assert_eq!(with.game().view(&viewer), self.game.game().view(&viewer));
            assert_eq!(without.game().view(&viewer), self.game.game().view(&Viewer::Spectator));
        }
    }

    fn read(&self, kept: Option<&[Kept]>) -> Chronicle {
        let mut lines = self.log.iter().map(|line| (line.as_str(), Hash::of(line)));
        let mut read = Chronicle::open(&rulesets::find, lines.next()).expect("a first line");
        read.knows(Lore::new(kept.into_iter().flatten().cloned()));
        for (text, hash) in lines {
            read.follow(&Line::read(text).expect("a line"), hash).expect("our own log");
        }
        read.settle();
        read
    }

    fn try_with(&self, name: &str, draft: &[&str], text: &str) -> Result<Step, Vec<Refusal>> {
        let draft: Vec<Box<RawValue>> = draft.iter().map(|order| bid(order)).collect();
        let request = Request::new(&format!("r-{}-{name}", self.at)).expect("a request");
        let (seeds, at) = (seeds(), self.at);
        let salted = NumberedSalts::new(&seeds, at);
        self.game.submit_with_draft(&seat(name), &draft, &Orders::Text(text), request, at, &salted)
    }

    fn submit(&mut self, name: &str, text: &str) -> Vec<Line> {
        self.submit_with(name, &[], text)
    }

    fn submit_with(&mut self, name: &str, draft: &[&str], text: &str) -> Vec<Line> {
        self.at += 100;
        let step = self.try_with(name, draft, text).unwrap_or_else(|why| panic!("{why:?}"));
        let lines = step.lines.iter().map(|line| line.line.clone()).collect();
        self.take(step);
        lines
    }

    fn time_out(&mut self, name: &str, draft: &[&str]) -> Vec<Line> {
        self.at += 100;
        let draft: Vec<Box<RawValue>> = draft.iter().map(|order| bid(order)).collect();
        let (seeds, at) = (seeds(), self.at);
        let salted = NumberedSalts::new(&seeds, at);
        let action = TimeOutAction::DefaultAction;
        let step = self.game.time_out_with_draft(&seat(name), action, &draft, at, &salted).expect("seeds");
        let lines = step.lines.iter().map(|line| line.line.clone()).collect();
        self.take(step);
        lines
    }

    fn view(&self, name: &str) -> Value {
        self.game.game().view(&Viewer::Seat(seat(name)))
    }

    fn verdict(&self) -> Result<audit::RulesReport, String> {
        verdict(&self.log)
    }
}

fn verdict(log: &[String]) -> Result<audit::RulesReport, String> {
    log::verify(&Bundle::new(log.to_vec(), Vec::new()), None, &[]).map_err(|why| why.to_string())?;
    audit::judge(&rulesets::find, log, &mut |_| {}).map_err(|why| why.to_string())
}

/// `3` is a bid of three, anything else an order of that type.
fn bid(order: &str) -> Box<RawValue> {
    let value = match order.parse::<u32>() {
        Ok(tokens) => json!({"type": "bid", "tokens": tokens}),
        Err(_) => json!({"type": order}),
    };
    serde_json::value::to_raw_value(&value).expect("JSON")
}

fn bodies(lines: &[Line]) -> Vec<String> {
    let tag = |line: &Line| match &line.kind {
        Kind::End { .. } => "end".to_owned(),
        _ => domain::tell::type_of(line.body().expect("a body")),
    };
    lines.iter().map(tag).collect()
}

fn codes(refused: Result<Step, Vec<Refusal>>) -> Vec<(usize, &'static str)> {
    refused.err().expect("refused").iter().map(|why| (why.order_index, why.code)).collect()
}

#[test]
fn bots_play_sealed_bids_and_every_game_is_confirmed() {
    for plan in ["duel", "pairs"] {
        conformance::<SealedBids>("auction", plan, 0..40);
    }
    let ruleset = rulesets::find("sealed_bids").expect("known to tests");
    let scenario = serde_json::from_str(ruleset.scenarios()[0].1).expect("JSON");
    let prepared =
        ruleset.prepare(&scenario, &PlanChoice::Named("pairs".to_owned()), None).expect("playable");
    for number in 0..20 {
        let played = simulate(ruleset, &prepared, number).unwrap_or_else(|why| panic!("{why}"));
        let report = verdict(&played.log).unwrap_or_else(|why| panic!("game {number}: {why}"));
        assert_eq!((report.turns_decided, report.turns_sealed, report.turns_folded), (1, 12, 0));
    }
}

#[test]
fn a_secret_decision_is_one_line_the_same_whatever_was_decided() {
    let line_of = |tokens: &str, draft: &[&str]| {
        let mut table = begun("duel");
        let lines = table.submit_with("north", draft, &format!("{tokens}ready"));
        assert_eq!(lines.len(), 1);
        lines[0].clone()
    };
    let (three, eleven) = (line_of("bid 3\n", &[]), line_of("", &["2", "5", "11"]));
    let without_seals = |line: &Line| {
        let Kind::Event(event) = &line.kind else { panic!("an event") };
        assert_eq!(event.seals.len(), 1);
        assert_eq!(event.seals[0].owner.as_str(), "north");
        let mut event = event.clone();
        event.seals.clear();
        event
    };
    assert_eq!(without_seals(&three), without_seals(&eleven));
    assert_eq!(
        three.body().expect("a body").get(),
        r#"{"rules":["SB-1"],"seat":"north","type":"bid_committed"}"#
    );
    assert_ne!(three, eleven, "the seals differ");
    assert_eq!(three.to_text().len(), eleven.to_text().len());
}

#[test]
fn what_is_sealed_is_known_to_its_side_alone_until_all_is_opened() {
    let mut table = begun("pairs");
    table.submit("north_a", "bid 5\nready");
    assert_eq!(table.view("north_a")["bids"], json!({"north_a": 5}));
    assert_eq!(table.view("north_b")["bids"], json!({"north_a": 5}));
    assert_eq!(table.view("south_a"), table.game.game().view(&Viewer::Spectator));
    assert_eq!(table.view("south_a")["bids"], json!({}));
    assert_eq!(table.view("south_a")["committed"], json!(["north_a"]));
    // A bound seat plays on in the open, whatever is sealed.
    assert_eq!(bodies(&table.submit("north_a", "boast")), ["orders_given", "boasted"]);
    assert_eq!(codes(table.try_with("south_a", &[], "boast")), [(0, "not-bound")]);
    table.submit("south_b", "bid 2\nready");
    table.submit("north_b", "bid 7\nready");
    let last = table.submit_with("south_a", &["9"], "ready");
    assert_eq!(bodies(&last), ["bid_committed", "secrets_opened", "round_taken", "round_began"]);
    let Kind::Event(opening) = &last[1].kind else { panic!("an event") };
    let opened: Vec<&str> = opening.opens.iter().map(|open| open.text.as_str()).collect();
    assert_eq!(opened[0], r#"{"rules":["SB-1"],"seat":"north_a","tokens":5,"type":"bid_made"}"#);
    let seats = opening.opens.iter().map(|open| serde_json::from_str::<Value>(&open.text).expect("JSON"));
    let seats: Vec<Value> = seats.map(|text| text["seat"].clone()).collect();
    assert_eq!(seats, ["north_a", "south_b", "north_b", "south_a"], "in the order of the seals");
    assert_eq!(table.view("north_a")["purses"], json!({"north": 0, "south": 1}));
    assert_eq!(table.view("north_a"), table.view("south_a"));
    let report = table.verdict().expect("the log holds");
    assert_eq!((report.turns_decided, report.turns_sealed), (2, 4));
}

#[test]
fn a_refusal_tells_only_of_what_the_seat_may_know() {
    let mut rich = begun("pairs");
    let mut poor = begun("pairs");
    rich.submit("south_a", "bid 1\nready");
    poor.submit("south_a", "bid 12\nready");
    for table in [&mut rich, &mut poor] {
        table.submit("north_a", "bid 5\nready");
        // Its own side's sealed bid counts; nothing of the other's does.
        assert_eq!(codes(table.try_with("north_b", &["7"], "bid 8\nready")), [(1, "over-purse")]);
        assert!(table.try_with("north_b", &[], "bid 7\nready").is_ok());
        assert_eq!(codes(table.try_with("north_b", &[], "bid 1")), [(0, "not-bound")]);
        assert_eq!(codes(table.try_with("north_b", &[], "bid 1\nready\nready")), [(2, "already-ready")]);
        assert_eq!(codes(table.try_with("north_b", &[], "ready")), [(0, "no-bid")]);
        assert_eq!(
            codes(table.try_with("north_b", &[], "bid 1\noffer draw\nready")),
            [(1, "not-with-secret-orders")]
        );
    }
    let [rich, poor] = [&rich, &poor].map(|table| table.game.game());
    for name in ["north_a", "north_b"] {
        let seat = seat(name);
        let notations = |game: &domain::game::Game| {
            let hints = game.hints(&seat, None);
            hints.iter().map(|order| order.notation()).collect::<Vec<_>>()
        };
        assert_eq!(rich.bot_orders(&seat, 1), poor.bot_orders(&seat, 1));
        assert_eq!(notations(rich), notations(poor));
        assert_eq!(rich.view(&Viewer::Seat(seat.clone())), poor.view(&Viewer::Seat(seat.clone())));
    }
    let spent = |game: &domain::game::Game, name| game.hints(&seat(name), None).len();
    assert_eq!((spent(rich, "south_b"), spent(poor, "south_b")), (12, 1), "its own side does know");
}

#[test]
fn a_draft_is_judged_and_kept_as_it_was_meant() {
    let table = begun("duel");
    let game = table.game.game();
    let north = seat("north");
    let sending = |text| game.sending(&north, &Orders::Text(text)).expect("readable");
    assert_eq!(sending("bid 3"), Sending::Draft);
    assert_eq!(sending("bid 3\nready"), Sending::Binds);
    assert_eq!(sending("offer draw"), Sending::Turn);
    assert!(game.sending(&north, &Orders::Text("bid much")).is_err());
    assert_eq!(
        game.as_draft(&Orders::Text("bid 3")).expect("readable"),
        [json!({"type": "bid", "tokens": 3})]
    );
    let judged = |draft: &[&str], text| {
        let draft: Vec<_> = draft.iter().map(|order| bid(order)).collect();
        game.judge_draft(&north, &draft, &Orders::Text(text)).map_err(|why| (why[0].order_index, why[0].code))
    };
    assert_eq!(judged(&["3"], "bid 4").expect("legal").len(), 2);
    assert_eq!(judged(&["3"], "bid 13").map(|_| ()), Err((1, "over-purse")));
}

#[test]
fn a_rehearsal_opens_nothing() {
    let mut table = begun("duel");
    table.submit("south", "bid 4\nready");
    let game = table.game.game();
    let rehearsed = game.rehearse(&seat("north"), &[bid("5")], &Orders::Text("ready")).expect("legal");
    let stop = rehearsed.stopped.expect("before anything is opened");
    assert_eq!((stop.order_index, stop.odds), (1, None));
    assert_eq!(rehearsed.done.len(), 1);
    assert_eq!(rehearsed.next.view(&Viewer::Seat(seat("north")))["bids"], json!({"north": 5}));
}

#[test]
fn a_time_out_binds_the_draft_or_the_default_in_the_same_line() {
    for (draft, bid) in [(&["4"][..], 4), (&["4", "ready"], 4), (&["13"], 0), (&[], 0), (&["resign"], 0)] {
        let mut table = begun("duel");
        let lines = table.time_out("north", draft);
        assert_eq!(bodies(&lines), ["seat_timed_out", "bid_committed"], "{draft:?}");
        let line = lines[1].body().expect("a body").get();
        assert_eq!(line, r#"{"rules":["SB-1"],"seat":"north","type":"bid_committed"}"#);
        assert_eq!(table.view("north")["bids"], json!({"north": bid}), "{draft:?}");
        assert_eq!(table.view("south")["bids"], json!({}));
        let last = table.time_out("south", &["12"]);
        let opened = ["seat_timed_out", "bid_committed", "secrets_opened", "round_taken", "round_began"];
        assert_eq!(bodies(&last), opened);
        let report = table.verdict().expect("the log holds");
        assert_eq!((report.turns_decided, report.turns_sealed), (1, 2));
    }
}

#[test]
fn what_is_sealed_at_the_end_is_opened_before_it() {
    let mut table = begun("duel");
    table.submit("south", "bid 4\nready");
    let lines = table.submit("north", "resign");
    let all = ["orders_given", "seat_resigned", "seat_left", "game_ended", "secrets_opened", "end"];
    assert_eq!(bodies(&lines), all);
    let Kind::End { unopened, .. } = &lines[5].kind else { panic!("the end") };
    assert!(unopened.is_empty());
    table.verdict().expect("the log holds");
    let mut table = begun("duel");
    table.submit("south", "bid 4\nready");
    let step = table.game.abort(AbortReason::Operator, table.at + 1);
    table.take(step);
    assert_eq!(table.view("north")["bids"], json!({"south": 4}));
    table.verdict().expect("the log holds");
}

#[test]
fn a_seat_that_leaves_lets_the_others_secrets_be_opened() {
    let mut table = begun("pairs");
    for name in ["north_a", "south_a", "south_b"] {
        table.submit(name, "bid 2\nready");
    }
    let lines = table.submit("north_b", "resign");
    let all = ["orders_given", "seat_resigned", "seat_left", "secrets_opened", "round_taken", "round_began"];
    assert_eq!(bodies(&lines), all);
    table.verdict().expect("the log holds");
}

#[test]
fn a_log_whose_texts_are_lost_is_read_and_played_on() {
    let mut table = begun("duel");
    table.submit("south", "bid 4\nready");
    table.kept.clear();
    table.game = table.read(None);
    assert_eq!(table.game.lost_seals().len(), 1);
    assert_eq!(table.view("south")["bids"], json!({}));
    table.at += 100;
    let step = table.try_with("north", &[], "bid 1\nready").expect("legal");
    let lines: Vec<Line> = step.lines.iter().map(|line| line.line.clone()).collect();
    let Kind::Event(opening) = &lines[1].kind else { panic!("an event") };
    assert_eq!(opening.opens.len(), 1, "what can be opened is");
    table.log.extend(step.lines.iter().map(|line| line.text.clone()));
    table.game = step.next;
    table.verdict().expect("the log holds");
    // A wrong text is not believed either.
    let wrong = Kept { seq: lines[0].seq, n: 0, salt: Hash::ZERO, text: "{}".to_owned() };
    assert_eq!(table.read(Some(&[wrong])).game().secrets(), []);
}
