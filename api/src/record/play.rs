//! Playing a record again: its orders decided anew, with the dice that it tells.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    audit::RecordedDice,
    dice::{NoDice, RollProof},
    game::{Decision, Game, Orders, Told},
    hash::Hash,
    ids::{Actor, Seat},
    log::Body,
    rulesets,
    table::{AbortReason, Life, TimeOutAction},
};
use serde::Deserialize;

use super::{Record, RecordFault, RecordItem, RecordTurn};

#[derive(Deserialize)]
struct Rules {
    ruleset: String,
    seats: Vec<Sitting>,
}

#[derive(Deserialize)]
struct Sitting {
    seat: Seat,
}

impl Record {
    /// Plays the game again; `seen` is shown each position, the first one before turn 0.
    ///
    /// # Errors
    /// The first turn that the rules would not play like this. Its `line` is the turn's place among the turns, from 1; 0
    /// stands for the rules.
    pub fn play(&self, seen: &mut dyn FnMut(Option<&RecordTurn>, &Game)) -> Result<Game, RecordFault> {
        let unreadable = || RecordFault::new(0, "the rules cannot be read");
        let rules: Rules = serde_json::from_str(&self.rules).map_err(|_| unreadable())?;
        let value: serde_json::Value = serde_json::from_str(&self.rules).map_err(|_| unreadable())?;
        let ruleset = rulesets::find(&rules.ruleset)
            .ok_or_else(|| RecordFault::new(0, format!("the ruleset {} is not known here", rules.ruleset)))?;
        let body = Body::of(&value).map_err(|_| unreadable())?;
        let seats: Vec<Seat> = rules.seats.into_iter().map(|sitting| sitting.seat).collect();
        let mut game = Game::begin(ruleset, &seats, &body).map_err(|_| unreadable())?;
        seen(None, &game);
        let wanted: BTreeSet<u64> = self.turns.iter().filter_map(RecordTurn::goes_back_to).collect();
        let mut before: BTreeMap<u64, Game> = BTreeMap::new();
        for (at, turn) in (1..).zip(&self.turns) {
            let told = |what: String| RecordFault::new(at, format!("turn {}: {what}", turn.turn));
            if wanted.contains(&turn.turn) {
                before.insert(turn.turn, game.clone());
            }
            match turn.goes_back_to() {
                Some(number) => {
                    let earlier = before.get(&number).filter(|_| number < turn.turn);
                    game = earlier
                        .cloned()
                        .ok_or_else(|| told(format!("there is no turn {number} before it")))?;
                }
                None => {
                    if let Some(decision) = turn.decide(&game).map_err(told)? {
                        game = decision.next;
                    }
                }
            }
            seen(Some(turn), &game);
        }
        Ok(game)
    }
}

impl RecordTurn {
    fn proofs(&self) -> Vec<RollProof> {
        let proof = |item: &RecordItem| match item {
            RecordItem::Roll(roll) => Some(RollProof {
                index: roll.index,
                rule: roll.rule.clone(),
                // A record tells dice, it does not prove them.
                seed: Hash::ZERO,
                sides: roll.sides,
                values: roll.values.clone(),
                why: roll.why.clone(),
            }),
            RecordItem::Order(_) | RecordItem::Act(_) | RecordItem::Comment(_) => None,
        };
        self.items.iter().filter_map(proof).collect()
    }

    fn orders(&self) -> String {
        let order = |item: &RecordItem| match item {
            RecordItem::Order(order) => Some(format!("{order}\n")),
            RecordItem::Act(_) | RecordItem::Comment(_) | RecordItem::Roll(_) => None,
        };
        self.items.iter().filter_map(order).collect()
    }

    /// The turn before which the battle stands again, if this takes something back.
    fn goes_back_to(&self) -> Option<u64> {
        match self.act()?.as_slice() {
            ["taken_back", turn] => turn.parse().ok(),
            _ => None,
        }
    }

    fn act(&self) -> Option<Vec<&str>> {
        self.items.iter().find_map(|item| match item {
            RecordItem::Act(act) => Some(act.split(' ').collect()),
            RecordItem::Order(_) | RecordItem::Comment(_) | RecordItem::Roll(_) => None,
        })
    }

    /// What acts of this kind say.
    fn said<'a>(&'a self, kind: &'static str) -> impl Iterator<Item = &'a str> {
        self.items.iter().filter_map(move |item| match item {
            RecordItem::Act(act) => act.strip_prefix(kind),
            RecordItem::Order(_) | RecordItem::Comment(_) | RecordItem::Roll(_) => None,
        })
    }

    /// A decision made in secret is told, not made again; what followed from it is.
    fn bound(&self, game: &Game, body: &str, dice: &mut RecordedDice<'_>) -> Result<Decision, String> {
        let read = |text: &str| {
            let value = serde_json::from_str::<serde_json::Value>(text).ok()?;
            Body::of(&value).ok()
        };
        let unreadable = || "what was decided in secret cannot be read".to_owned();
        let told = Told {
            timed_out: match self.act().as_deref() {
                Some(["time_out", seat, action]) => {
                    Some((word::<Seat>(seat)?, word::<TimeOutAction>(action)?))
                }
                Some(_) | None => None,
            },
            body: read(body).ok_or_else(unreadable)?,
            text: self.said("sealed ").next().map(|text| read(text).ok_or_else(unreadable)).transpose()?,
        };
        game.told_in_secret(word::<Actor>(&self.seat)?, told, dice)
            .map_err(|_| unreadable())?
            .map_err(|NoDice| "the rules ask for other dice".to_owned())
    }

    /// What the rules make of this turn; `None` when there is nothing to decide.
    fn decide(&self, game: &Game) -> Result<Option<Decision>, String> {
        let proofs = self.proofs();
        let mut dice = RecordedDice::new(proofs.iter().collect());
        let other_dice = || "the rules ask for other dice".to_owned();
        if let Some(body) = self.said("bound ").next() {
            return self.bound(game, body, &mut dice).map(Some);
        }
        let act = self.act().unwrap_or_default();
        match act.as_slice() {
            // Offers, clocks and hands: nothing that the rules hear of.
            [] if self.orders().is_empty() => Ok(None),
            [] => {
                let seat = Seat::new(&self.seat).map_err(|why| why.to_string())?;
                let refused = |why: Vec<domain::seam::Refusal>| {
                    why.first().map_or_else(String::new, |first| format!("{}: {}", first.code, first.message))
                };
                let decision =
                    game.submit(&seat, &Orders::Text(&self.orders()), &mut dice).map_err(refused)?;
                if decision.stopped.is_some() { Err(other_dice()) } else { Ok(Some(decision)) }
            }
            ["start"] if *game.table().life() == Life::Open => {
                game.start(&mut dice).map(Some).map_err(|_| other_dice())
            }
            ["time_out", seat, action] => {
                let seat = Seat::new(seat).map_err(|why| why.to_string())?;
                let action = word::<TimeOutAction>(action)?;
                let late = game.time_out_with_draft(&seat, action, &Orders::Text(&self.orders()), &mut dice);
                late.map(Some).map_err(|_| other_dice())
            }
            ["abort", why] => Ok(Some(game.abort(word::<AbortReason>(why)?))),
            ["rules", _] => Ok(None),
            unknown => Err(format!("`{}` is no act of the server", unknown.join(" "))),
        }
    }
}

fn word<T: serde::de::DeserializeOwned>(word: &str) -> Result<T, String> {
    serde_json::from_value(word.into()).map_err(|why| why.to_string())
}
