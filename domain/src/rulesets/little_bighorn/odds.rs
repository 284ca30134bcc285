//! Exact chances of an encounter, in 36ths: counted over all pairs of dice, not looked up.

use super::{command::Command, decide::decide, fire::owed_melee, ground::Contact, state::State};
use crate::{
    dice::ClosedDice,
    ids::Seat,
    ruleset::{Chance, Halt, Odds},
};

/// How an encounter can end, in 36ths; the rest is nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chances {
    /// The target is out.
    pub(super) eliminated: u32,
    /// The target is pushed back.
    pub(super) pushed_back: u32,
    /// The attacker is out.
    pub(super) own_eliminated: u32,
    /// The attacker is pushed back.
    pub(super) own_pushed_back: u32,
}

/// All pairs of two d6.
const PAIRS: u32 = 36;

impl Chances {
    const NONE: Chances = Chances { eliminated: 0, pushed_back: 0, own_eliminated: 0, own_pushed_back: 0 };

    /// Both roll, each with its bonus.
    pub(super) const fn answered(attacker: i32, target: i32) -> Chances {
        let mut chances = Chances::NONE;
        let mut pair = 0;
        while pair < 36 {
            let (attack, reply) = (1 + pair / 6 + attacker, 1 + pair % 6 + target);
            match (attack, reply) {
                (6.., _) if reply < attack => chances.eliminated += 1,
                (4..=5, _) if reply < attack => chances.pushed_back += 1,
                (_, 6..) if attack < reply => chances.own_eliminated += 1,
                (_, 4..=5) if attack < reply => chances.own_pushed_back += 1,
                _ => {} // LBH-7.19 LBH-7.22
            }
            pair += 1;
        }
        chances
    }

    /// The attacker alone rolls; `net` is his bonus, less the target's where the option says so.
    pub(super) const fn unanswered(net: i32) -> Chances {
        let mut chances = Chances::NONE;
        let mut die = 1;
        while die < 7 {
            match die + net {
                6.. => chances.eliminated += 6,    // LBH-7.20
                4..=5 => chances.pushed_back += 6, // LBH-7.21
                ..=3 => {}
            }
            die += 1;
        }
        chances
    }
}

/// The chances of an order: `Some` exactly when deciding it here would roll. An order that would fight several melees
/// has those of the first.
pub(super) fn odds(known: &State, seat: &Seat, command: &Command) -> Option<Odds> {
    // The decider itself says whether it rolls, so there is no second opinion that could differ.
    match decide(known, seat, command, &mut ClosedDice) {
        Err(Halt::NoDice) => {}
        Ok(_) | Err(Halt::Refused(_)) => return None,
    }
    let (attacker, target, contact) = first_encounter(known, seat, command)?;
    let mut chances = chances(known, attacker, target, contact);
    if known.retreats(target, attacker).is_empty() {
        chances.eliminated += std::mem::take(&mut chances.pushed_back); // LBH-8.5
    }
    if known.retreats(attacker, target).is_empty() {
        chances.own_eliminated += std::mem::take(&mut chances.own_pushed_back);
    }
    Some(told(chances))
}

/// Who would fight whom first.
fn first_encounter(known: &State, seat: &Seat, command: &Command) -> Option<(usize, usize, Contact)> {
    match command {
        Command::Attack { figure, targets, .. } => {
            let attacker = known.find(figure)?;
            let legal = |target: usize| {
                known.attack_on(attacker, target).ok().map(|aim| (attacker, target, aim.contact))
            };
            targets.iter().filter_map(|target| known.find(target)).find_map(legal) // LBH-14.7
        }
        Command::EndPhase { .. } => {
            let first = owed_melee(known, known.ground().seat_idx(seat)?)?; // LBH-14.8
            Some((first.attacker_idx, first.target_idx, first.aim.contact))
        }
        Command::Deploy { .. } | Command::Move { .. } | Command::Standing { .. } => None,
    }
}

/// As the dice fall, whatever lies behind the loser.
fn chances(known: &State, attacker: usize, target: usize, contact: Contact) -> Chances {
    let bonus = |figure_idx: usize| i32::from(known.bonus(figure_idx, contact).is_some());
    match known.reply(target, attacker, contact) {
        Ok(_) => Chances::answered(bonus(attacker), bonus(target)),
        Err(_) if known.ground().options().unanswered_cover => {
            Chances::unanswered(bonus(attacker) - bonus(target)) // LBH-10.8
        }
        Err(_) => Chances::unanswered(bonus(attacker)),
    }
}

fn told(chances: Chances) -> Odds {
    let Chances { eliminated, pushed_back, own_eliminated, own_pushed_back } = chances;
    let nothing = PAIRS - eliminated - pushed_back - own_eliminated - own_pushed_back;
    let outcomes = [
        ("eliminated", eliminated),
        ("pushed_back", pushed_back),
        ("nothing", nothing),
        ("own_pushed_back", own_pushed_back),
        ("own_eliminated", own_eliminated),
    ];
    let chance = |(name, n): (&str, u32)| Chance { name: name.to_owned(), n: u64::from(n) };
    Odds { of: u64::from(PAIRS), outcomes: outcomes.into_iter().map(chance).collect() }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{super::harness::position, *};

    const VECTORS: &str = include_str!("../../../vectors/little_bighorn/vectors.json");

    #[test]
    fn lbh_10_7_and_10_8_the_chances_are_those_of_the_specification() {
        let vectors: Value = serde_json::from_str(VECTORS).expect("the vectors");
        for row in vectors["odds"].as_array().expect("odds") {
            let bonus = |field: &str| i32::from(row[field] == 1);
            let cover = if row["unanswered_cover"] == true { bonus("target_bonus") } else { 0 };
            let chances = match row["answered"] == true {
                true => Chances::answered(bonus("attacker_bonus"), bonus("target_bonus")),
                false => Chances::unanswered(bonus("attacker_bonus") - cover),
            };
            let Chances { eliminated, pushed_back, own_eliminated, own_pushed_back } = chances;
            let shown = json!({
                "eliminated": eliminated, "pushed_back": pushed_back,
                "own_eliminated": own_eliminated, "own_pushed_back": own_pushed_back,
            });
            assert_eq!(shown, row["of36"], "{row}");
        }
    }

    /// `sol1` on c1 against `war1` on c3 and `war2` on e1, on a board of 5 by 3 with a river in row 2.
    fn told(figures: Value, order: Value) -> Option<Vec<u64>> {
        let mut setup = json!({
            "board": {
                "cols": 5, "rows": 3, "terrain": [".....", "~~~~~", "....."], "exits": ["a1", "e3"], "flag": "a1",
            },
            "round": 2, "mover": "long_knives", "phase": "combat",
            "figures": {"gen1": {"cell": "a1"}, "chf1": {"cell": "a3"}, "sol1": {"cell": "c1"}},
        });
        for (id, figure) in figures.as_object().expect("figures") {
            setup["figures"][id] = figure.clone();
        }
        let state = position(&setup).expect("a position");
        let seat = Seat::new("long_knives").expect("a seat");
        let odds = odds(&state, &seat, &serde_json::from_value(order).expect("an order"))?;
        Some(odds.outcomes.iter().map(|chance| chance.n).collect())
    }

    fn attack(targets: &[&str]) -> Value {
        json!({"type": "attack", "figure": "sol1", "targets": targets})
    }

    #[test]
    fn lbh_8_5_who_cannot_be_pushed_back_is_out() {
        let free = told(json!({"war2": {"cell": "d1"}}), attack(&["war2"]));
        assert_eq!(free, Some(vec![5, 7, 12, 7, 5]));
        let cornered =
            told(json!({"war2": {"cell": "e1"}, "war1": {"cell": null}}), attack(&["war1", "war2"]));
        assert_eq!(cornered, Some(vec![12, 0, 12, 7, 5]));
    }

    #[test]
    fn lbh_13_2_whether_the_target_replies_is_known() {
        let held = told(json!({"war1": {"cell": "c3", "reply": "never"}}), attack(&["war1"]));
        assert_eq!(held, Some(vec![18, 0, 18, 0, 0]));
    }

    #[test]
    fn an_order_that_would_not_roll_has_no_odds() {
        assert_eq!(told(json!({"war1": {"cell": null}}), attack(&["war1"])), None);
        assert_eq!(
            told(json!({"sol1": {"cell": "c1", "shots_used": 1}, "war1": {"cell": "c3"}}), attack(&["war1"])),
            None
        );
        let end = |auto| json!({"type": "end_phase", "phase": "combat", "auto_melee": auto});
        assert_eq!(told(json!({"war2": {"cell": "d1"}}), end(false)), None);
        assert_eq!(told(json!({"war2": {"cell": "d1"}}), end(true)), Some(vec![5, 7, 12, 7, 5]));
    }
}
