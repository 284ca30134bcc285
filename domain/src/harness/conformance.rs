//! What every ruleset must hold, shown on whole games of its bot over many seeds (style §2.8).

use std::{collections::BTreeSet, marker::PhantomData};

use serde_json::{Value, value::to_raw_value};

use crate::{
    dice::{ClosedDice, Dice, NoDice, NumberedDice},
    game::{Decision, Game, Orders},
    hash::Hash,
    ids::{Actor, Seat},
    log::{Body, Opening},
    ruleset::{Halt, Outcome, Ruleset, Standing},
    seam::{AnyRuleset, Decided, PlanChoice, Prepared, Seam},
    table::{Hand, Life, TimeOutAction},
};

/// More turns than any game of a bot may take.
const BOUND: usize = 2_000;

/// Of so many figures that a bot orders about, all legal orders are looked at.
const FIGURES_LOOKED_AT: usize = 4;

/// A fact as a log would tell it.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// Who.
    pub actor: Actor,
    /// What.
    pub body: Body,
    /// What was opened with it.
    pub opens: Vec<Body>,
    /// The seat that bound a secret with it.
    pub bound: Option<Seat>,
}

/// A game that was played to its end.
pub struct Played {
    /// Who did what, in order.
    pub log: Vec<Told>,
    /// How it ended.
    pub outcome: Outcome,
    /// Turns taken.
    pub turns: usize,
    /// Dice thrown.
    pub dice: usize,
    /// Rounds, as the ruleset counts.
    pub rounds: u32,
}

/// A game before its first event.
fn fresh<R: Ruleset>(prepared: &Prepared) -> Game {
    let seam = Seam::<R>(PhantomData);
    let seats: Vec<Seat> = prepared.seats.iter().map(|seat| seat.seat.clone()).collect();
    let rules = serde_json::json!({
        "ruleset": prepared.ruleset, "version": prepared.version, "scenario": prepared.scenario,
        "options": prepared.options, "clock": {"kind": "none"}, "seats": prepared.entries, "bots": [],
    });
    let rules = Body::of(&rules).expect("prepared rules are JSON");
    Game::begin(&seam, &seats, &rules).expect("what was prepared can begin")
}

fn prepared<R: Ruleset>(scenario: &str, plan: &str) -> Prepared {
    let seam = Seam::<R>(PhantomData);
    let (_, json) = R::SCENARIOS.iter().find(|(id, _)| *id == scenario).expect("a scenario of the ruleset");
    let json: Value = serde_json::from_str(json).expect("scenarios are JSON");
    seam.prepare(&json, &PlanChoice::Named(plan.to_owned()), None).expect("the house's scenarios are right")
}

/// Bots play one game to its end; no invariant but the bound is looked at.
///
/// # Panics
/// When a bot is refused, or the game does not end.
pub fn play<R: Ruleset>(scenario: &str, plan: &str, number: u64) -> Played {
    run::<R>(scenario, plan, number, &mut |_, _, _| {})
}

/// Something to look at before each turn: the game, the seat that acts, its orders.
type Look<'a> = &'a mut dyn FnMut(&Game, &Seat, &[Value]);

fn run<R: Ruleset>(scenario: &str, plan: &str, number: u64, look: Look<'_>) -> Played {
    let mut game = fresh::<R>(&prepared::<R>(scenario, plan));
    let mut dice_before = 0;
    let mut dice = NumberedDice::new(number, 0);
    let mut log = Vec::new();
    let mut keep = |actor: &Actor, done: &[Decided], bound: Option<&Seat>| {
        for (at, d) in done.iter().enumerate() {
            let opens = d.opens.iter().map(|secret| secret.text.clone()).collect();
            let bound = bound.filter(|_| at == 0 && !d.seals.is_empty()).cloned();
            log.push(Told { actor: actor.clone(), body: d.body.clone(), opens, bound });
        }
    };
    let start = game.start(&mut dice).expect("numbered dice never run dry");
    dice_before += dice.rolled();
    keep(&Actor::Server, &start.done, None);
    let mut outcome = start.outcome.clone();
    game = start.next;
    let mut turns = 0;
    while outcome.is_none() {
        turns += 1;
        assert!(turns <= BOUND, "{}: {scenario} {plan} {number} does not end", R::ID);
        let awaited = game.awaited();
        let seat =
            awaited.first().unwrap_or_else(|| panic!("{}: nobody is waited for, yet it goes on", R::ID));
        let orders: Vec<Value> =
            game.known_to(seat).bot(seat, number).iter().map(|order| order.json()).collect();
        look(&game, seat, &orders);
        let raw: Vec<_> = orders.iter().map(|order| to_raw_value(order).expect("an order is JSON")).collect();
        let mut dice = NumberedDice::new(number, dice_before);
        let decision = game.submit(seat, &Orders::Json(&raw), &mut dice);
        let decision = decision.unwrap_or_else(|why| {
            panic!(
                "{}: {scenario} {plan} {number}, turn {turns}: the bot of {seat} is refused: {why:?}",
                R::ID
            )
        });
        dice_before += dice.rolled();
        let seat = seat.clone();
        keep(&Actor::Seat(seat.clone()), &decision.done, game.play().is_secret(&seat).then_some(&seat));
        outcome = decision.outcome.clone();
        game = decision.next;
    }
    let rounds = game.stage().round;
    Played { log, outcome: outcome.expect("the loop has ended"), turns, dice: dice_before, rounds }
}

/// Plays games `numbers` of a scenario and a seat plan and checks all that must hold in each.
///
/// # Panics
/// When something does not hold; the message names the game.
pub fn conformance<R: Ruleset>(scenario: &str, plan: &str, numbers: std::ops::Range<u64>) {
    for number in numbers {
        let mut seen = 0;
        let played = run::<R>(scenario, plan, number, &mut |game, seat, orders| {
            seen += 1;
            at_a_turn::<R>(game, seat, orders, &format!("{scenario} {plan} {number}, turn {seen}"));
        });
        folds_to_the_same::<R>(scenario, plan, number, &played);
        let again = play::<R>(scenario, plan, number);
        assert!(again.log == played.log, "{}: {scenario} {plan} {number}: same dice, other bytes", R::ID);
    }
}

fn at_a_turn<R: Ruleset>(game: &Game, seat: &Seat, orders: &[Value], place: &str) {
    assert_eq!(*game.table().life(), Life::Active, "{place}");
    assert!(matches!(game.play().standing(), Standing::Waiting(_)), "{place}: waiting until over");
    orders_round_trip::<R>(orders, place);
    hints_are_legal::<R>(game, seat, orders, place);
    an_unrolled_refusal_changes_nothing(game, seat, orders, place);
    a_time_out_leads_on(game, seat, place);
}

fn orders_round_trip<R: Ruleset>(orders: &[Value], place: &str) {
    for order in orders {
        let command: R::Command =
            serde_json::from_value(order.clone()).expect("canonical JSON is read again");
        assert_eq!(serde_json::to_value(&command).ok().as_ref(), Some(order), "{place}: JSON");
        let line = R::format(&command);
        assert!(
            line.len() <= 60
                || line.contains(" x ")
                || ["deploy", "fire ", "close ", "place "].iter().any(|word| line.starts_with(word)),
            "{place}: long line {line}"
        );
        let first = line.split(' ').next().unwrap_or_default();
        let tables =
            crate::table::TABLE_ORDERS.iter().map(|(words, _)| words.split(' ').next().unwrap_or_default());
        assert!(!tables.into_iter().any(|word| word == first), "{place}: {first} is the table's word");
        assert_eq!(R::parse(&line).as_deref(), Ok(&[command.clone()][..]), "{place}: notation {line}");
        assert_eq!(
            R::parse(&line.to_uppercase()).as_deref(),
            Ok(&[command.clone()][..]),
            "{place}: no meaning in letter case"
        );
    }
}

/// Each hint is carried out, or would roll; and it has odds exactly when it would roll.
fn hints_are_legal<R: Ruleset>(game: &Game, seat: &Seat, orders: &[Value], place: &str) {
    let hints = game.hints(seat, None);
    assert!(!hints.is_empty(), "{place}: who is waited for has something to do");
    let figures: BTreeSet<String> = orders
        .iter()
        .filter_map(|order| order.get("figure").and_then(Value::as_str).map(str::to_owned))
        .take(FIGURES_LOOKED_AT)
        .collect();
    let of_figures = figures.iter().flat_map(|figure| game.hints(seat, Some(figure)));
    for hint in hints.into_iter().chain(of_figures) {
        orders_round_trip::<R>(&[hint.json()], place);
        let known = game.known_to(seat);
        let refused = known.check(seat, &[(0, &*hint)]);
        assert!(refused.is_empty(), "{place}: {} is a hint, but refused: {refused:?}", hint.notation());
        let odds = game.odds(seat, &*hint);
        let decided = match game.play().is_secret(seat) {
            true => known.copy().draft(seat, (0, &*hint), &game.stage()),
            false => known.copy().decide(seat, (0, &*hint), &game.stage(), &mut ClosedDice),
        };
        let rolls = match decided {
            Ok(_) => false,
            Err(Halt::NoDice) => true,
            Err(Halt::Refused(why)) => panic!("{place}: {} is a hint, but refused: {why:?}", hint.notation()),
        };
        assert_eq!(odds.is_some(), rolls, "{place}: {} has odds exactly when it rolls", hint.notation());
        if let Some(odds) = odds {
            let sum: u64 = odds.outcomes.iter().map(|chance| chance.n).sum();
            assert_eq!(sum, odds.of, "{place}: chances of {} sum up", hint.notation());
        }
    }
}

/// A list with an order nobody can carry out is refused as a whole, and throws nothing.
fn an_unrolled_refusal_changes_nothing(game: &Game, seat: &Seat, orders: &[Value], place: &str) {
    let mut bad = orders.to_vec();
    bad.push(serde_json::json!({ "type": "no such order" }));
    let raw: Vec<_> = bad.iter().map(|order| to_raw_value(order).expect("JSON")).collect();
    let mut dice = NumberedDice::new(1, 0);
    let before = game.clone();
    assert!(game.submit(seat, &Orders::Json(&raw), &mut dice).is_err(), "{place}");
    assert_eq!(dice.rolled(), 0, "{place}: a refused list throws no die");
    assert!(before.same(game), "{place}: a refused list changes nothing");
}

fn a_time_out_leads_on(game: &Game, seat: &Seat, place: &str) {
    let mut dice = NumberedDice::new(2, 0);
    let decision: Result<Decision, NoDice> = game.time_out(seat, TimeOutAction::DefaultAction, &mut dice);
    let decision = decision.expect("numbered dice never run dry");
    let still = decision.next.awaited().contains(seat) && decision.next.stage() == game.stage();
    assert!(!still, "{place}: a time-out of {seat} leads on");
}

/// The log, read from its text, folds to where the live game stood; and every body is written again as it is.
fn folds_to_the_same<R: Ruleset>(scenario: &str, plan: &str, number: u64, played: &Played) {
    let mut game = fresh::<R>(&prepared::<R>(scenario, plan));
    let seam = Seam::<R>(PhantomData);
    for Told { actor, body, opens, bound } in &played.log {
        let rolls = seam.rolls(body).unwrap_or_default();
        let proofs: Vec<_> = rolls.iter().enumerate().map(|(at, roll)| proof(at, roll)).collect();
        game.apply(actor, Hand::Own, body, &proofs)
            .unwrap_or_else(|why| panic!("{number}: {} {why:?}", body.get()));
        if let Some(seat) = bound {
            game.bound(seat, Hand::Own);
        }
        game.open(&openings(opens)).unwrap_or_else(|why| panic!("{number}: what was sealed: {why:?}"));
        if let Some(mut damaged) = proofs.first().cloned() {
            damaged.values[0] = damaged.values[0] % damaged.sides + 1;
            let mut other = game.clone();
            let all: Vec<_> = std::iter::once(damaged).chain(proofs.into_iter().skip(1)).collect();
            assert!(
                other.apply(actor, Hand::Own, body, &all).is_err(),
                "a body that shows other dice is corrupt"
            );
        }
    }
    match game.play().standing() {
        Standing::Over(outcome) => assert_eq!(outcome, played.outcome, "{scenario} {plan} {number}"),
        other => panic!("{scenario} {plan} {number}: folded, it is not over: {other:?}"),
    }
}

fn openings(texts: &[Body]) -> Vec<Opening> {
    let opening = |text: &Body| Opening { n: 0, salt: Hash::ZERO, seq: 0, text: text.get().to_owned() };
    texts.iter().map(opening).collect()
}

fn proof(at: usize, roll: &crate::ruleset::Roll) -> crate::dice::RollProof {
    crate::dice::RollProof {
        index: at as u64 + 1,
        rule: roll.rule.0.to_owned(),
        seed: Hash::ZERO,
        sides: roll.sides,
        values: roll.values.clone(),
        why: roll.why(),
    }
}
