//! The story for people and the primers, as they are for every ruleset.

use std::collections::BTreeSet;

use domain::{
    game::Game,
    hash::Hash,
    ids::{Actor, Request, Seat},
    log::{Beacon, Body, EpochHead, Kind, Line, Wait},
    ruleset::Viewer,
    rulesets,
    seam::{AnyRuleset, PlanChoice},
    simulate::{Simulated, simulate},
    story::Story,
    table::{TABLE_EVENTS, TableEvent},
};
use serde_json::{Value, json};

fn played(ruleset: &'static dyn AnyRuleset, scenario: &str, plan: &str, number: u64) -> Simulated {
    let (_, json) = ruleset.scenarios().iter().find(|(id, _)| *id == scenario).expect("a scenario");
    let json = serde_json::from_str(json).expect("scenarios are JSON");
    let prepared =
        ruleset.prepare(&json, &PlanChoice::Named(plan.to_owned()), None).expect("it may be played");
    simulate(ruleset, &prepared, number).expect("bots play to the end")
}

/// A sentence without the orders that it quotes: those are notation.
fn without_orders(line: &Line, told: &str) -> String {
    let Kind::Event(event) = &line.kind else { return told.to_owned() };
    match serde_json::from_str(event.body.get()) {
        Ok(TableEvent::OrdersGiven { .. } | TableEvent::OrderLapsed { .. }) => {
            told.split_once(": ").expect("orders follow a colon").0.to_owned() + "."
        }
        Ok(_) | Err(_) => told.to_owned(),
    }
}

fn is_a_sentence(told: &str) -> bool {
    let begins_well = told.starts_with(|first: char| first.is_uppercase() || first.is_numeric());
    let forbidden = ["_", "{", "}", "[", "]", "\"", "\n", "  ", "Some(", "None", "..", " .", ": .", "Indian"];
    begins_well && told.ends_with('.') && !forbidden.iter().any(|no| told.contains(no))
}

/// Every line of a game, told with what was known at its end.
fn tells_well(ruleset: &'static dyn AnyRuleset, game: &Simulated) {
    let known_at_end = game.end.game();
    let seats: Vec<Seat> = known_at_end.table().seats().to_vec();
    for text in &game.log {
        let line = Line::read(text).expect("a line");
        let told = game.end.story().line(&line);
        let bare = without_orders(&line, &told);
        assert!(is_a_sentence(&bare), "{}: {bare}", ruleset.id());
        assert!(bare.chars().count() < 1_200, "{bare}");
        let Kind::Event(event) = &line.kind else { continue };
        for seat in &seats {
            let known = known_at_end.known(&Viewer::Seat(seat.clone()));
            assert_eq!(known.narrate(&event.body), known_at_end.play().narrate(&event.body), "to {seat}");
        }
    }
}

#[test]
fn every_line_of_whole_games_is_a_sentence() {
    let games: &[(&str, &str, &str, u64)] = &[
        ("little_bighorn", "skirmish", "duel", 6),
        ("little_bighorn", "standard", "groups", 2),
        ("counting_coup", "skirmish", "duel", 4),
        ("counting_coup", "skirmish", "units", 2),
        ("little_wars", "skirmish", "duel", 4),
    ];
    for (id, scenario, plan, seeds) in games {
        let ruleset = rulesets::find(id).expect("registered");
        for number in 0..*seeds {
            tells_well(ruleset, &played(ruleset, scenario, plan, number));
        }
    }
}

/// Behind the curtain too, and with all that was under seal.
#[test]
fn what_was_sealed_is_told_in_sentences() {
    let ruleset = rulesets::find("little_wars").expect("registered");
    let game = played(ruleset, "meeting_engagement", "duel", 1);
    tells_well(ruleset, &game);
    let mut n_opened = 0;
    for text in &game.log {
        let line = Line::read(text).expect("a line");
        let Kind::Event(event) = &line.kind else { continue };
        for opening in &event.opens {
            let body = Body::of(&serde_json::from_str::<Value>(&opening.text).expect("JSON"));
            let told = game.end.story().event(&event.seat, &body.expect("a body"));
            assert!(is_a_sentence(&told), "{told}");
            n_opened += 1;
        }
    }
    assert_eq!(n_opened, 2);
}

/// The same line reads the same at the beginning and at the end of a game: only names are taken from it.
#[test]
fn a_line_reads_the_same_whenever_it_is_told() {
    for ruleset in rulesets::ALL {
        let (scenario, _) = ruleset.scenarios().first().expect("a scenario");
        let game = played(*ruleset, scenario, "duel", 9);
        let rules = &game.end.genesis().rules;
        let fresh = Game::begin(*ruleset, &game.end.genesis().seats, rules).expect("it began");
        let (fresh, end) = (Story::new(*ruleset, &fresh), game.end.story());
        for text in &game.log {
            let line = Line::read(text).expect("a line");
            assert_eq!(fresh.line(&line), end.line(&line));
        }
    }
}

#[test]
fn primers_are_short_and_their_orders_can_be_read() {
    for ruleset in rulesets::ALL {
        let primer = ruleset.primer();
        assert!((4..=7).contains(&primer.len()), "{}: {}", ruleset.id(), primer.len());
        let mut n_orders = 0;
        for text in primer {
            assert!(text.ends_with(['.', ')']) && !text.contains("  ") && text.len() < 520, "{text}");
            for order in text.split('`').skip(1).step_by(2) {
                assert!(
                    ruleset.parse(order).is_ok_and(|read| !read.is_empty()),
                    "{}: `{order}`",
                    ruleset.id()
                );
                n_orders += 1;
            }
            assert_eq!(text.matches('`').count() % 2, 0, "{text}");
        }
        assert!(4 <= n_orders, "{} quotes its orders", ruleset.id());
    }
}

/// What the table writes, and the protocol.
#[test]
fn a_sentence_for_each_fact_of_the_table() {
    let ruleset = rulesets::find("little_bighorn").expect("registered");
    let game = played(ruleset, "skirmish", "duel", 0);
    let seat = Actor::Seat(Seat::new("plains_nations").expect("a seat"));
    let order = json!({"type": "attack", "figure": "war3", "targets": ["sol1"], "push": {"mode": "auto"}});
    let end = json!({"type": "end_phase", "phase": "return_fire"});
    let facts = [
        json!({"type": "game_started"}),
        json!({"type": "orders_given", "orders": [order, end]}),
        json!({"type": "order_lapsed", "order_index": 2, "order": order, "code": "not-in-reach", "rules": []}),
        json!({"type": "seat_timed_out", "seat": "long_knives", "action": "default_action"}),
        json!({"type": "seat_timed_out", "seat": "long_knives", "action": "bot"}),
        json!({"type": "seat_timed_out", "seat": "long_knives", "action": "forfeit"}),
        json!({"type": "seat_timed_out", "seat": "long_knives", "action": "default_action", "orders": [end]}),
        json!({"type": "seat_resigned", "seat": "long_knives"}),
        json!({"type": "draw_offered", "seat": "long_knives"}),
        json!({"type": "draw_accepted", "seat": "long_knives"}),
        json!({"type": "draw_declined", "seat": "long_knives"}),
        json!({"type": "offer_made", "offer": 3, "kind": "take_back", "to": 12}),
        json!({"type": "offer_made", "offer": 4, "kind": "time", "seat": "long_knives", "add": 90_000}),
        json!({"type": "offer_made", "offer": 5, "kind": "pause", "for": 86_400}),
        json!({"type": "offer_made", "offer": 6, "kind": "abort"}),
        json!({"type": "offer_answered", "offer": 3, "answer": "accepted"}),
        json!({"type": "offer_answered", "offer": 4, "answer": "declined"}),
        json!({"type": "offer_answered", "offer": 5, "answer": "withdrawn"}),
        json!({"type": "taken_back", "to": 12}),
        json!({"type": "seat_substituted", "seat": "long_knives", "by": "player"}),
        json!({"type": "seat_substituted", "seat": "long_knives", "by": "bot"}),
        json!({"type": "secrets_opened"}),
        json!({"type": "deadline_set", "seat": "long_knives", "deadline": 1, "why": "outage"}),
        json!({"type": "deadline_set", "seat": "long_knives", "deadline": 1, "why": "granted"}),
        json!({"type": "deadline_set", "seat": "long_knives", "deadline": 1, "why": "host"}),
        json!({"type": "clock_stopped", "why": "all_absent"}),
        json!({"type": "clock_stopped", "why": "agreed"}),
        json!({"type": "clock_stopped", "seat": "long_knives", "why": "vacation"}),
        json!({"type": "clock_resumed", "why": "returned"}),
        json!({"type": "clock_resumed", "why": "elapsed"}),
        json!({"type": "clock_resumed", "seat": "long_knives", "why": "vacation"}),
        json!({"type": "rules_updated", "version": 2}),
        json!({"type": "game_aborted", "why": "operator"}),
        json!({"type": "game_aborted", "why": "agreed"}),
        json!({"type": "game_aborted", "why": "not_filled"}),
    ];
    let kinds: BTreeSet<&str> = facts.iter().filter_map(|fact| fact["type"].as_str()).collect();
    assert_eq!(kinds, TABLE_EVENTS.iter().copied().collect(), "every kind");
    let story = game.end.story();
    let mut told = String::new();
    for fact in facts {
        serde_json::from_value::<TableEvent>(fact.clone()).expect("a fact of the table");
        told.push_str(&story.event(&seat, &Body::of(&fact).expect("JSON")));
        told.push('\n');
    }
    expect_test::expect![[r#"
        The battle begins.
        Orders from Plains Nations: war3 x sol1 push auto; end return_fire.
        Order 3 from Plains Nations can no longer be carried out (not in reach): war3 x sol1 push auto.
        Time has run out for Long Knives, and the rules' default is done.
        Time has run out for Long Knives, and a bot plays this turn.
        Time has run out for Long Knives, and the battle is given up.
        Time has run out for Long Knives, and the draft is sent: end return_fire.
        The battle is given up by Long Knives.
        A draw is offered by Long Knives.
        The draw is accepted by Long Knives.
        The draw is declined by Long Knives.
        Offer 3 from Plains Nations is to go back to where it stood after line 12.
        Offer 4 from Plains Nations is 1 day 1 hour more for Long Knives.
        Offer 5 from Plains Nations is to let time stand still for 1 day.
        Offer 6 from Plains Nations is to end the game without a result.
        Offer 3 is accepted by Plains Nations.
        Offer 4 is declined by Plains Nations.
        Offer 5 is withdrawn by Plains Nations.
        What was played after line 12 is taken back, and the battle goes on from there.
        From here on Long Knives will be played by another player.
        From here on Long Knives will be played by a bot.
        What was kept secret is opened.
        More time is given to Long Knives: the service was down.
        More time is given to Long Knives: the players have agreed to it.
        More time is given to Long Knives: whoever made the game grants it.
        Time stands still: everybody has let it run out.
        Time stands still: the players have agreed to a pause.
        Time stands still for Long Knives, whose player is away.
        Time runs again: somebody has come back.
        Time runs again: the pause is over.
        Time runs again for Long Knives, whose player is back.
        From here on version 2 of the rules decides.
        The game ends without a result: the operator has ended it.
        The game ends without a result: all have agreed.
        The game ends without a result: seats have stayed empty.
    "#]]
    .assert_eq(&told);
}

#[test]
fn a_sentence_for_each_line_of_the_protocol() {
    let ruleset = rulesets::find("little_bighorn").expect("registered");
    let game = played(ruleset, "skirmish", "duel", 0);
    let (story, hash) = (game.end.story(), Hash::of("anything"));
    let seat = || Seat::new("long_knives").expect("a seat");
    let end = |outcome: &str, winners: &[&str]| {
        let body = json!({"outcome": outcome, "reason": "flag_exit", "scores": {}, "winners": winners});
        Kind::End { body: Body::of(&body).expect("JSON"), unopened: Vec::new() }
    };
    let first = Line::read(&game.log[0]).expect("a line");
    let kinds = [
        first.kind.clone(),
        Kind::Commit { seat: seat(), epoch: 0, commit: Some(hash) },
        Kind::Commit { seat: seat(), epoch: 0, commit: None },
        Kind::Reveal { seat: seat(), epoch: 0, entropy: hash },
        Kind::Wait(Wait {
            seat: Actor::Seat(seat()),
            request: Request::new("once").expect("a key"),
            body: Body::of(&json!({})).expect("JSON"),
            round: 7,
        }),
        Kind::Beacon(Beacon { round: 7, randomness: hash, signature: "00".to_owned() }),
        Kind::Epoch {
            epoch: EpochHead { anchor: hash, length: 8, number: 1 },
            reason: "a number was not shown".to_owned(),
        },
        end("win", &["plains_nations"]),
        end("ranking", &["long_knives", "plains_nations"]),
        end("draw", &[]),
        end("aborted", &[]),
    ];
    let told: String =
        kinds.into_iter().map(|kind| story.line(&Line { kind, ..first.clone() }) + "\n").collect();
    expect_test::expect![[r#"
        The game is set up for Long Knives and Plains Nations.
        A sealed number for the dice comes from Long Knives.
        The dice do without a number from Long Knives.
        The sealed number from Long Knives is opened.
        The orders from Long Knives wait for round 7 of the public beacon.
        Round 7 of the public beacon is out.
        The dice begin a new chain of seeds, number 1: a number was not shown.
        The game is over, won by Plains Nations (flag exit).
        The game is over; the first places go to Long Knives and Plains Nations (flag exit).
        The game is over without a winner (flag exit).
        The game is over without a result (flag exit).
    "#]]
    .assert_eq(&told);
}
