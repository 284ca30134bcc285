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
    table::{DeadlineWhy, ResumeWhy, TimeOutAction},
};
use serde_json::json;

#[path = "chronicle/offers.rs"]
mod offers;
#[path = "chronicle/seats.rs"]
mod seats;
#[path = "chronicle/walk.rs"]
mod walk;

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
            let took: Vec<Vec<u64>> =
                c.ledger().seats().iter().map(|seat| c.hand_overs(seat).to_vec()).collect();
            (c.awaited().to_vec(), c.turns(), c.stage(), c.epoch_since(), c.owing_commitment(), took)
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
    let clock =
        json!({"kind": "per_turn", "allow": "P3D", "on_timeout": "default_action", "resign_after": 3});
    begun_with("little_bighorn", clock)
}

fn begun_with(ruleset: &str, clock: serde_json::Value) -> Told {
    let ruleset = rulesets::find(ruleset).expect("registered");
    let scenario = serde_json::from_str(ruleset.scenarios()[0].1).expect("JSON");
    let prepared = ruleset.prepare(&scenario, &PlanChoice::Default, None).expect("a scenario of the house");
    let signer = Signer::new("chronicle", Hash::of("key").as_bytes()).expect("an origin");
    let new = NewGame {
        id: GameId::new("chronicle").expect("an id"),
        origin: signer.origin(),
        vkey: signer.vkey(),
        prepared: &prepared,
        bots: std::collections::BTreeSet::new(),
        clock,
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

/// Nobody brings a number; the battle begins at once.
fn nobody_reveals(told: &mut Told, at: u64) {
    let declined = vec![None; told.game.ledger().seats().len()];
    told.take(told.game.commit(&declined, at, &seeds(0)).expect("no dice"));
}

fn since(told: &Told, name: &str) -> Option<u64> {
    told.game.awaited().iter().find(|awaited| *awaited.seat == *name).map(|awaited| awaited.since)
}

fn judged(told: &Told) {
    domain::audit::judge(&rulesets::find, &told.log, &mut |_| {}).unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn who_takes_done_back_goes_on_where_he_left_off() {
    let mut told = begun_with("counting_coup", json!({"kind": "per_turn", "allow": "P3D"}));
    nobody_reveals(&mut told, 2_000);
    submit(&mut told, "c", "done melee", 0, 3_000);
    assert_eq!((since(&told, "che"), since(&told, "hun")), (Some(3_000), Some(3_000)));
    submit(&mut told, "che", "done melee", 0, 4_000);
    assert_eq!(since(&told, "che"), None);
    assert_eq!(told.game.hand_overs(&seat("che")), [1_000]);
    submit(&mut told, "che", "resume", 0, 9_000);
    assert_eq!(since(&told, "che"), Some(3_000), "no new time for who was done already");
    assert_eq!(told.game.hand_overs(&seat("che")), [] as [u64; 0]);
    submit(&mut told, "che", "done move", 0, 10_000);
    submit(&mut told, "hun", "done move", 0, 11_000);
    assert_eq!(since(&told, "che"), Some(11_000), "a new phase is a new hand-over");
    judged(&told);
}

#[test]
fn a_stand_in_plays_for_the_absent_and_does_not_make_him_present() {
    let clock = json!({"kind": "per_turn", "allow": "P3D", "on_timeout": "bot", "resign_after": 3, "all_absent": "run"});
    let mut told = begun_with("little_bighorn", clock);
    nobody_reveals(&mut told, 2_000);
    for at in [10_000, 20_000, 30_000] {
        let late = told.game.awaited()[0].seat.clone();
        let action = told.game.game().table().time_out_action(&late).expect("a policy");
        assert_eq!(action, TimeOutAction::Bot);
        told.take(told.game.time_out(&late, action, at, &seeds(0)).expect("seeds"));
        while told.game.game().bots_due().contains(&late) {
            let orders = told.game.game().bot_orders(&late, 0);
            let raw: Vec<_> =
                orders.iter().map(|order| serde_json::value::to_raw_value(order).expect("JSON")).collect();
            let request = told.game.own_request("bot");
            let step = told.game.submit(&late, &Orders::Json(&raw), request, at + 1, &seeds(0));
            told.take(step.unwrap_or_else(|why| panic!("{why:?}")));
        }
        assert!(told.game.game().table().times_out(&late) != 0, "a bot's turn is not his");
        assert_eq!(since(&told, &late), None, "the hand-over is played");
    }
    judged(&told);
    let own = told.game.awaited()[0].seat.clone();
    submit(&mut told, &own, "end return_fire\nend movement\nend combat auto", 0, 40_000);
    assert_eq!(told.game.game().table().times_out(&own), 0, "his own turn counts");
    judged(&told);
}

#[test]
fn when_all_are_absent_time_stands_still_until_somebody_comes_back() {
    let clock = json!({"kind": "per_turn", "allow": "P3D", "all_absent": "pause"});
    let mut told = begun_with("little_bighorn", clock);
    nobody_reveals(&mut told, 2_000);
    let table = |told: &Told| told.game.game().table().stopped();
    for (at, is_stopped) in [(10_000, false), (20_000, true)] {
        let late = told.game.awaited()[0].seat.clone();
        let action = told.game.game().table().time_out_action(&late).expect("a policy");
        told.take(told.game.time_out(&late, action, at, &seeds(0)).expect("seeds"));
        assert_eq!(table(&told).is_some(), is_stopped);
    }
    assert!(!table(&told).expect("stopped").returned);
    let back = told.game.awaited()[0].seat.clone();
    submit(&mut told, &back, "end return_fire\nend movement\nend combat auto", 0, 900_000);
    assert!(table(&told).expect("stopped").returned);
    told.take(told.game.resume_clock(ResumeWhy::Returned, 900_001));
    assert!(table(&told).is_none());
    assert!(
        told.game.awaited().iter().all(|awaited| awaited.since == 900_001),
        "everybody has his time anew"
    );
    let took = told.game.hand_overs(&back).last().copied();
    assert!(took.is_some_and(|took| took < 100_000), "time that stood still is nobody's: {took:?}");
    judged(&told);
    let granted = told.game.awaited()[0].seat.clone();
    told.take(told.game.set_deadline(&granted, 2_000_000, DeadlineWhy::Outage, 900_002));
    assert_eq!(told.game.game().table().granted(&granted), Some(2_000_000));
    submit(&mut told, &granted, "end return_fire\nend movement\nend combat auto", 0, 900_003);
    assert_eq!(told.game.game().table().granted(&granted), None, "it was for that hand-over");
    judged(&told);
}
