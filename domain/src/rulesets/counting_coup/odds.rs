//! Exact chances of volleys and fights: all dice are counted, none is approximated.

use super::{
    check::Asked,
    command::Command,
    decide,
    melee::{self, Fight},
    scenario::Side,
    shooting::{self, Line, Volley},
    state::State,
};
use crate::{
    ids::Seat,
    ruleset::{Chance, Odds},
};

/// Faces of every die that is thrown after the set-up.
const FACES: u64 = 6;

/// The chances of an order: `Some` exactly when deciding it here would roll. A volley's outcomes are its numbers of
/// hits, from none to all; a fight's are those of its attacker.
pub(super) fn odds(known: &State, seat: &Seat, command: &Command) -> Option<Odds> {
    let ground = known.ground();
    let seat_idx = ground.seat_idx(seat).filter(|_| known.result.is_none())?;
    let arrived = decide::stage(known);
    let asked = Asked { seat_idx, side: ground.seats[seat_idx].side, arrived: &arrived };
    match command {
        Command::Shoot { unit, shooters, target, within } => {
            let volley = Volley { unit: *unit, shooters, target: *target, within: *within };
            let lines = shooting::lines(known, &asked, &volley).ok()?;
            Some(of_volley(known, asked.side, &lines))
        }
        Command::Melee { figure, target, coup } => {
            let fight = melee::judge(known, &asked, *figure, *target, *coup).ok()?;
            Some(of_fight(known, &fight))
        }
        Command::Move { .. }
        | Command::MoveGroup { .. }
        | Command::Charge { .. }
        | Command::SetCasualtyOrder { .. }
        | Command::SetCoupOrder { .. }
        | Command::Done { .. }
        | Command::Resume { .. } => None,
    }
}

/// Shot by shot, the ways in which each number of hits comes about. A unit has at most 20 figures, and so no number is
/// above 6²⁰, which JSON readers still hold exactly.
fn of_volley(known: &State, side: Side, lines: &[Line]) -> Odds {
    let mut ways = vec![1_u64];
    for line in lines {
        let (_, needed) = shooting::needed(known, side, line.distance);
        let misses = u64::from(needed) - 1; // CCC-6.6 CCC-6.7
        let hits = FACES - misses;
        let missed = ways.iter().map(|n| n * misses).chain([0]);
        let hit = [0].into_iter().chain(ways.iter().map(|n| n * hits));
        ways = missed.zip(hit).map(|(missed, hit)| missed + hit).collect();
    }
    let chance = |(n_hits, n)| Chance { name: usize::to_string(&n_hits), n };
    Odds { of: ways.iter().sum(), outcomes: ways.into_iter().enumerate().map(chance).collect() }
}

fn of_fight(known: &State, fight: &Fight) -> Odds {
    let bonus = |figure_idx: usize| -> i64 {
        melee::modifiers(known, figure_idx, fight.coup_idx).iter().map(|modifier| modifier.value).sum()
    };
    let ahead = bonus(fight.attacker_idx) - bonus(fight.defender_idx);
    let least = match known.piece(fight.attacker_idx).side {
        Side::Cavalry => 1,
        Side::Nations => 0, // CCC-7.7
    };
    let pairs = (1..=6).flat_map(|own: i64| (1..=6).map(move |other: i64| own - other));
    let wins = pairs.map(|margin| u64::from(least <= margin + ahead)).sum();
    let of = FACES * FACES;
    let chance = |name: &str, n| Chance { name: name.to_owned(), n };
    Odds { of, outcomes: vec![chance("win", wins), chance("lose", of - wins)] }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{
        super::{
            bot::tests::{position, seat},
            course,
            event::Event,
            notation,
        },
        *,
    };
    use crate::harness::ScriptedDice;

    fn outcome(rolled: &Event) -> String {
        if let Event::VolleyFired { hits, .. } = rolled {
            return hits.to_string();
        }
        let Event::MeleeFought { attacker, winner, .. } = rolled else { panic!("{rolled:?}") };
        if attacker == winner { "win".to_owned() } else { "lose".to_owned() }
    }

    /// The outcomes of all dice that an order can roll, by name, counted by the decider.
    fn counted(state: &State, id: &str, order: &Command, n_dice: u32) -> Vec<(String, u64)> {
        let arrived = decide::stage(state);
        let mut counts: Vec<(String, u64)> = Vec::new();
        for number in 0..6_u32.pow(n_dice) {
            let mut dice = ScriptedDice::new((0..n_dice).map(|nth| number / 6_u32.pow(nth) % 6 + 1));
            let mut chance = course::Chance::Dice(&mut dice);
            let course = decide::order(state, &seat(id), order, &arrived, &mut chance).expect("it is legal");
            assert_eq!(dice.left(), 0);
            let name = outcome(&course.events[0]);
            match counts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, n)) => *n += 1,
                None => counts.push((name, 1)),
            }
        }
        counts
    }

    fn check(phase: &str, id: &str, line: &str, n_dice: u32, changes: Value) {
        let state = position(phase, changes);
        let order = notation::parse(line).expect("an order");
        let odds = odds(&state, &seat(id), &order).expect("it rolls");
        let counts = counted(&state, id, &order, n_dice);
        assert_eq!(odds.of, 6_u64.pow(n_dice), "{line}");
        assert_eq!(odds.outcomes.iter().map(|chance| chance.n).sum::<u64>(), odds.of, "{line}");
        for Chance { name, n } in &odds.outcomes {
            let found = counts.iter().find(|(known, _)| known == name).map_or(0, |(_, n)| *n);
            assert_eq!(*n, found, "{line}: {name}");
        }
    }

    #[test]
    fn ccc_6_6_and_6_7_a_volley_has_the_chances_of_all_its_dice() {
        let figures = json!({
            "C1": {"at": [1000, 1000]}, "C2": {"at": [1000, 1200]}, "C3": {"at": [600, 1000]},
            "HUN2": {"at": [2200, 1000]}, "HUN3": {"at": [2200, 1200]},
        });
        for (edition, table) in [("v2", "as_printed"), ("v1", "as_printed"), ("v1", "corrected")] {
            let options = json!({"edition": edition, "shooting_table": table});
            let changes = json!({"figures": figures, "options": options});
            check("cavalry_action", "c", "shoot C* @ HUN", 3, changes.clone());
            check("cavalry_action", "c", "shoot C* @ HUN within 12.00", 2, changes.clone());
            check("nations_action", "hun", "shoot HUN3,HUN2 @ C", 2, changes);
        }
    }

    #[test]
    fn ccc_7_8_and_9_2_a_fight_has_the_chances_of_both_dice() {
        for (own, other) in [("C1", "HUN1"), ("C1", "HUN2"), ("C2", "HUN1"), ("C2", "HUN2")] {
            for coups in ["never", "always"] {
                let figures = json!({own: {"at": [2000, 1000]}, other: {"at": [2105, 1000]}});
                let units = json!({"HUN": {"coup_when_attacked": coups}});
                let changes = json!({"figures": figures, "units": units});
                check("cavalry_melee", "c", &format!("melee {own} x {other}"), 2, changes.clone());
                check("nations_melee", "hun", &format!("melee {other} x {own}"), 2, changes.clone());
                if other == "HUN1" {
                    check("nations_melee", "hun", &format!("coup {other} x {own}"), 2, changes);
                }
            }
        }
    }

    #[test]
    fn what_rolls_no_dice_or_is_not_legal_here_has_no_odds() {
        let figures = json!({"C1": {"at": [2000, 1000]}, "HUN2": {"at": [2105, 1000], "weapon": "none"}});
        let told = |phase: &str, id: &str, line: &str| {
            let state = position(phase, json!({"figures": figures}));
            odds(&state, &seat(id), &notation::parse(line).expect("an order")).is_some()
        };
        assert!(told("cavalry_action", "c", "shoot C1 @ HUN"));
        assert!(!told("cavalry_action", "c", "move C1 > 18.00,10.00"));
        assert!(!told("cavalry_action", "c", "done action"));
        assert!(!told("cavalry_action", "hun", "shoot C1 @ HUN"));
        assert!(!told("nations_action", "hun", "shoot HUN2 @ C"));
        assert!(!told("cavalry_action", "c", "melee C1 x HUN2"));
        assert!(!told("cavalry_melee", "nobody", "melee C1 x HUN2"));
        assert!(told("cavalry_melee", "c", "melee C1 x HUN2"));
    }
}
