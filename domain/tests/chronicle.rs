//! Writing and reading agree: whatever was written, a reader of the lines knows the same of it, also who is waited for since
//! when, through epochs and out of turn.

use domain::{
    chronicle::{Chronicle, NewGame, Step},
    dice::{self, Seed, SeedChain},
    game::Orders,
    hash::Hash,
    ids::{GameId, Request, Seat},
    log::{self, Bundle, EpochHead, Signer},
    rulesets,
    seam::PlanChoice,
    table::TimeOutAction,
};
use serde_json::json;

const LENGTH: u64 = 512;

struct Told {
    log: Vec<String>,
    game: Chronicle,
}

impl Told {
    /// Takes a step, and reads the whole log again.
    fn take(&mut self, step: Step) {
        self.log.extend(step.lines.iter().map(|line| line.text.clone()));
        self.game = step.next;
        let lines = self.log.iter().map(|line| (line.as_str(), Hash::of(line)));
        let read = Chronicle::open(&rulesets::find, lines).expect("what was written can be read");
        let seen = |c: &Chronicle| {
            (c.awaited().to_vec(), c.turns(), c.stage(), c.epoch_since(), c.owing_commitment())
        };
        assert_eq!(seen(&read), seen(&self.game), "after {}", self.log.last().expect("a line"));
        assert!(read.game().same(self.game.game()));
    }
}

fn seeds(epoch: u64) -> SeedChain {
    SeedChain::new(Seed::from_bytes(*Hash::of(&format!("chain {epoch}")).as_bytes()), LENGTH)
}

fn head(epoch: u64) -> EpochHead {
    EpochHead { anchor: seeds(epoch).anchor(), length: LENGTH, number: epoch }
}

fn seat(name: &str) -> Seat {
    Seat::new(name).expect("a seat")
}

fn number(seat: &Seat, epoch: u64) -> Hash {
    Hash::of(&format!("the number of {seat} for {epoch}"))
}

fn commit(game: &Chronicle, seat: &Seat, epoch: u64) -> Option<Hash> {
    Some(dice::commitment(game.ledger().game(), epoch, seat, &number(seat, epoch)))
}

fn begun() -> Told {
    let ruleset = rulesets::find("little_bighorn").expect("registered");
    let scenario = serde_json::from_str(ruleset.scenarios()[0].1).expect("JSON");
    let prepared = ruleset.prepare(&scenario, &PlanChoice::Default, None).expect("a scenario of the house");
    let signer = Signer::new("chronicle", Hash::of("key").as_bytes()).expect("an origin");
    let new = NewGame {
        id: GameId::new("chronicle").expect("an id"),
        origin: signer.origin(),
        vkey: signer.vkey(),
        prepared: &prepared,
        bots: std::collections::BTreeSet::new(),
        clock: json!({"kind": "per_turn", "allow": "P3D", "on_timeout": "default_action", "resign_after": 3}),
        epoch: head(0),
        now: 1_000,
    };
    let step = Chronicle::create(ruleset, new).expect("begins");
    let mut told = Told { log: Vec::new(), game: step.next.clone() };
    told.take(step);
    told
}

/// Both bring numbers, at different times; then the battle begins.
fn both_reveal(told: &mut Told, epoch: u64, at: u64) {
    let (knives, nations) = (seat("long_knives"), seat("plains_nations"));
    let commits = [commit(&told.game, &knives, epoch), commit(&told.game, &nations, epoch)];
    told.take(told.game.commit(&commits, at, &seeds(epoch)).expect("no dice"));
    for (seat, after) in [(nations, 100), (knives, 5_000)] {
        let step = told.game.reveal(&seat, number(&seat, epoch), at + after, &seeds(epoch));
        told.take(step.expect("owed").expect("no dice"));
    }
}

fn submit(told: &mut Told, name: &str, text: &str, epoch: u64, at: u64) {
    let request = Request::new(&format!("r-{at}")).expect("a request");
    let step = told.game.submit(&seat(name), &Orders::Text(text), request, at, &seeds(epoch));
    told.take(step.unwrap_or_else(|why| panic!("{why:?}")));
}

#[test]
fn a_reader_knows_what_the_writer_knew_through_epochs() {
    let mut told = begun();
    both_reveal(&mut told, 0, 2_000);
    let first = &told.game.awaited()[0];
    assert_eq!(
        (first.seat.as_str(), first.since),
        ("long_knives", 7_000),
        "the clock runs from the start, not before"
    );
    submit(&mut told, "long_knives", "sol4 j7\nend movement\nsol4 x war4\nend combat", 0, 8_000);
    told.take(told.game.new_epoch(head(1), "a test", 9_000));
    assert_eq!(told.game.awaited().len(), 2, "both owe a commitment");
    both_reveal(&mut told, 1, 10_000);
    submit(&mut told, "plains_nations", "end return_fire\nend movement\nend combat", 1, 20_000);
    let verified = log::verify(&Bundle::new(told.log.clone(), Vec::new()), None, &[]);
    verified.unwrap_or_else(|why| panic!("{why}"));
    domain::audit::judge(&rulesets::find, &told.log, &mut |_| {}).unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn who_withholds_a_number_runs_out_of_time_or_leaves_and_play_goes_on() {
    let mut told = begun();
    both_reveal(&mut told, 0, 2_000);
    told.take(told.game.new_epoch(head(1), "a test", 9_000));
    let moves = Orders::Text("sol4 j7");
    let request = Request::new("too-early").expect("a request");
    let refused = told.game.submit(&seat("long_knives"), &moves, request, 9_500, &seeds(1));
    assert_eq!(refused.err().expect("closed")[0].code, "entropy-owed");
    let late = told.game.time_out(&seat("long_knives"), TimeOutAction::DefaultAction, 10_000, &seeds(1));
    told.take(late.expect("the rules are not asked"));
    let commits = [None, commit(&told.game, &seat("plains_nations"), 1)];
    told.take(told.game.commit(&commits, 11_000, &seeds(1)).expect("no dice"));
    let nations = seat("plains_nations");
    let step = told.game.reveal(&nations, number(&nations, 1), 12_000, &seeds(1));
    told.take(step.expect("owed").expect("no dice"));
    submit(&mut told, "long_knives", "sol4 j7\nend movement\nsol4 x war4\nend combat", 1, 13_000);
    told.take(told.game.new_epoch(head(2), "another test", 14_000));
    submit(&mut told, "plains_nations", "resign", 2, 15_000);
    assert!(told.game.game().outcome().is_some());
    domain::audit::judge(&rulesets::find, &told.log, &mut |_| {}).unwrap_or_else(|why| panic!("{why}"));
}
