//! What the audit sees of secrets that were not handled as the rules say.

use domain::{
    hash::Hash,
    log::{Kind, Line},
};

use super::{begun, seat, verdict};

/// Writes a log again with one line changed, hashes and all: the protocol alone sees nothing wrong.
fn changed(log: &[String], change: &dyn Fn(usize, &mut Line)) -> Vec<String> {
    let mut prev = Hash::ZERO;
    let mut out = Vec::new();
    for (at, text) in log.iter().enumerate() {
        let mut line = Line::read(text).expect("a line");
        change(at, &mut line);
        line.prev = prev;
        let text = line.to_text();
        prev = Hash::of(&text);
        out.push(text);
    }
    out
}

#[test]
fn the_audit_sees_a_secret_that_is_not_opened_in_time_or_not_owed() {
    let mut table = begun("pairs");
    for name in ["north_a", "south_a", "south_b", "north_b"] {
        table.submit(name, "bid 2\nready");
    }
    table.submit("north_a", "resign");
    table.submit("north_b", "resign");
    table.verdict().expect("the log holds");
    let reveal = table.log.iter().position(|line| line.contains("\"secrets_opened\"")).expect("the opening");
    let seq = reveal as u64 + 1;
    let last = table.log.len() - 2;
    // The first seal is opened before the end, and not when it should have been.
    let late = changed(&table.log, &|at, line| {
        let Kind::Event(event) = &mut line.kind else { return };
        if at == reveal {
            event.opens.remove(0);
        }
        if at == last {
            let first = Line::read(&table.log[reveal]).expect("a line");
            let Kind::Event(first) = first.kind else { panic!("an event") };
            event.opens.push(first.opens[0].clone());
        }
    });
    assert_eq!(verdict(&late).map(|_| ()), Err(format!("decision-differs at line:{seq}")));
    // A second seal of the same decision.
    let twice = changed(&table.log, &|at, line| {
        if let (Kind::Event(event), true) = (&mut line.kind, at == reveal - 1) {
            event.seals.push(event.seals[0].clone());
        }
        if let Kind::End { unopened, .. } = &mut line.kind {
            unopened.push((seq - 1, 1));
        }
    });
    assert_eq!(verdict(&twice).map(|_| ()), Err(format!("decision-differs at line:{}", seq - 1)));
    // Another's name on the seal would not hold its text: that, the protocol sees.
    let other = changed(&table.log, &|at, line| {
        if let (Kind::Event(event), true) = (&mut line.kind, at == reveal - 1) {
            event.seals[0].owner = domain::ids::Actor::Seat(seat("south_a"));
        }
    });
    assert!(verdict(&other).is_err());
}
