//! Tools of the tests: dice that fall as told, and the conformance suite that every ruleset must pass.

mod conformance;

use std::collections::{BTreeSet, VecDeque};

pub use conformance::{Played, conformance, play};

use crate::{
    dice::{Dice, NoDice, Throw},
    ids::Seat,
    ruleset::Act,
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

/// A table at which the game has begun.
pub fn begun(seats: Vec<Seat>) -> Table {
    let mut table = Table::new(seats, BTreeSet::new(), ClockRules::default());
    table.evolve(&crate::ids::Actor::Server, Hand::Own, &TableEvent::GameStarted {});
    table
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
