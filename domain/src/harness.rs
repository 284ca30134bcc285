//! Tools of the tests: dice that fall as told, the conformance suite that every ruleset must pass, and the smallest ruleset
//! with secrets.

mod conformance;
pub mod sealed_bids;

use std::collections::{BTreeSet, VecDeque};

pub use conformance::{Played, Told, conformance, play};

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{
    dice::{Dice, NoDice, Throw},
    ids::Seat,
    ruleset::{Act, Ruleset, Setup},
    seam::AnyGame,
    table::{ClockRules, Hand, Table, TableEvent},
};

/// Dice that fall as told.
#[derive(Clone, Debug, Default)]
pub struct ScriptedDice {
    to_come: VecDeque<u32>,
    /// What was asked for.
    pub thrown: Vec<Throw>,
}

impl ScriptedDice {
    /// These values, in this order.
    pub fn new(values: impl IntoIterator<Item = u32>) -> Self {
        ScriptedDice { to_come: values.into_iter().collect(), thrown: Vec::new() }
    }

    /// Values nobody asked for.
    pub fn left(&self) -> usize {
        self.to_come.len()
    }
}

impl Dice for ScriptedDice {
    fn roll(&mut self, throw: &Throw) -> Result<Vec<u32>, NoDice> {
        let count = usize::from(throw.dice);
        if self.to_come.len() < count {
            return Err(NoDice);
        }
        self.thrown.push(throw.clone());
        Ok(self.to_come.drain(..count).collect())
    }

    fn rolled(&self) -> usize {
        self.thrown.len()
    }
}

/// Whatever in a JSON text is one of these, however deep it stands.
pub fn all_of<T: DeserializeOwned>(json: &str) -> Vec<Value> {
    fn collect<T: DeserializeOwned>(json: &Value, found: &mut Vec<Value>) {
        match json {
            Value::Object(members) => {
                if T::deserialize(json).is_ok() {
                    found.push(json.clone());
                }
                members.values().for_each(|member| collect::<T>(member, found));
            }
            Value::Array(items) => items.iter().for_each(|item| collect::<T>(item, found)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut found = Vec::new();
    collect::<T>(&serde_json::from_str(json).expect("JSON"), &mut found);
    found
}

/// A table at which the game has begun.
pub fn begun(seats: Vec<Seat>) -> Table {
    let mut table = Table::new(seats, BTreeSet::new(), ClockRules::default());
    table.evolve(&crate::ids::Actor::Server, Hand::Own, &TableEvent::GameStarted {});
    table
}

/// The position before the first event of one of the ruleset's scenarios, with its usual options and seats.
///
/// # Panics
/// When there is no such scenario.
pub fn at_start<R: Ruleset>(scenario: &str) -> R::State {
    let (_, json) = R::SCENARIOS.iter().find(|(id, _)| *id == scenario).expect("a scenario of the ruleset");
    let scenario: R::Scenario = serde_json::from_str(json).expect("scenarios are JSON");
    let (_, seats) = R::seat_plans(&scenario).into_iter().next().expect("a scenario has a seat plan");
    let options = R::options(&scenario);
    R::initial(&Setup { scenario, options, seats })
}

/// A battle whose rules have answered the start, with what they said.
///
/// # Panics
/// When the rules open with a roll that `dice` does not give.
pub fn start(
    mut play: Box<dyn AnyGame>,
    dice: &mut dyn Dice,
) -> (Box<dyn AnyGame>, Vec<crate::seam::Decided>) {
    let said = play.answer(&Act::Start, dice).expect("dice for the start");
    (play, said)
}
