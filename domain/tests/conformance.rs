//! Every ruleset, every scenario, every seat plan: whole games of the bot, with all that must hold (see the harness).

use domain::{
    audit,
    harness::conformance,
    ids::Seat,
    rulesets,
    rulesets::{counting_coup::CountingCoup, little_bighorn::LittleBighorn, little_wars::LittleWars},
    seam::PlanChoice,
    simulate::simulate,
    table,
};

#[test]
fn little_bighorn_holds_on_the_skirmish() {
    conformance::<LittleBighorn>("skirmish", "duel", 0..120);
    conformance::<LittleBighorn>("skirmish", "groups", 1_000..1_040);
}

#[test]
fn little_bighorn_holds_on_the_standard_battle() {
    conformance::<LittleBighorn>("standard", "duel", 0..12);
    conformance::<LittleBighorn>("standard", "groups", 1_000..1_006);
}

#[test]
fn counting_coup_holds_on_the_skirmish() {
    conformance::<CountingCoup>("skirmish", "duel", 0..10);
    conformance::<CountingCoup>("skirmish", "units", 1_000..1_006);
}

#[test]
fn counting_coup_holds_on_the_last_stand() {
    conformance::<CountingCoup>("last_stand", "units", 0..1);
}

#[test]
fn little_wars_holds_on_the_skirmish() {
    conformance::<LittleWars>("skirmish", "duel", 0..6);
}

#[test]
fn little_wars_holds_on_hooks_farm() {
    conformance::<LittleWars>("hooks_farm", "duel", 0..1);
}

#[test]
fn little_wars_holds_on_the_meeting_engagement() {
    conformance::<LittleWars>("meeting_engagement", "staff", 0..1);
}

/// P6: thousands of games, no bot refused, all ended within the round limit; and both sides can win.
#[test]
fn lbh_12_8_thousands_of_bot_games_end_within_the_round_limit() {
    let mut wins = std::collections::BTreeMap::<String, u32>::new();
    for number in 0..2_000 {
        let played = domain::harness::play::<LittleBighorn>("skirmish", "duel", 10_000 + number);
        assert!(played.rounds <= 15, "game {number} took {} rounds", played.rounds);
        let winner = played.outcome.winners.first().map_or("nobody", Seat::as_str);
        *wins.entry(winner.to_owned()).or_default() += 1;
    }
    for side in ["long_knives", "plains_nations"] {
        assert!(wins.get(side).is_some_and(|won| 700 < *won), "{side} wins about half: {wins:?}");
    }
}

#[test]
fn no_ruleset_uses_an_event_or_a_first_word_of_the_table() {
    for ruleset in rulesets::ALL {
        for (_, json) in ruleset.scenarios() {
            let scenario = serde_json::from_str(json).expect("scenarios are JSON");
            ruleset.page(&scenario).unwrap_or_else(|faults| panic!("{}: {faults:?}", ruleset.id()));
        }
        for order in ruleset.orders() {
            assert!(table::TableOrder::of_type(order.order).is_none(), "{}", order.order);
            assert!(table::TableOrder::parse(order.notation).is_none(), "{}", order.notation);
            let json =
                ruleset.parse(order.notation).unwrap_or_else(|why| panic!("{}: {why}", order.notation));
            assert_eq!(json[0]["type"], order.order, "the example of an order is one");
        }
        let schema = serde_json::to_string(&ruleset.schemas().components).expect("schemas are JSON");
        for event in table::TABLE_EVENTS {
            assert!(!schema.contains(&format!("\"{event}\"")), "{}: {event} is the table's", ruleset.id());
        }
    }
}

/// A game of some of the scenario's units: its log is judged like any other, with every seat plan.
#[test]
fn ccc_1_7_a_game_of_some_units_is_played_and_judged() {
    let ruleset = rulesets::find("counting_coup").expect("registered");
    let (_, json) = ruleset.scenarios().iter().find(|(id, _)| *id == "last_stand").expect("a scenario");
    let scenario = serde_json::from_str(json).expect("scenarios are JSON");
    let options = serde_json::json!({"units": ["HUN", "GAC", "C", "CHE"], "round_limit": 3});
    for (plan, seats) in [("units", 4), ("duel", 2)] {
        let plan = PlanChoice::Named(plan.to_owned());
        let prepared = ruleset.prepare(&scenario, &plan, Some(&options)).expect("these may play");
        assert_eq!(prepared.seats.len(), seats);
        let played = simulate(ruleset, &prepared, 3).expect("bots play to the end");
        let report = audit::judge(&rulesets::find, &played.log, &mut |_| {}).expect("as the rules have it");
        assert_eq!(report.turns_folded, 0);
        let ranked = played.outcome.ranking.expect("places");
        assert_eq!(ranked.len(), 4);
    }
}
