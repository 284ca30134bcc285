//! Dice from a number, for simulations and tests: the streams of the protocol under keys that anybody can compute.

use super::{Dice, NoDice, Throw, values};
use crate::hash::Hash;

/// The dice of game `number`: the same number gives the same dice, on every machine.
#[derive(Clone, Debug)]
pub struct NumberedDice {
    number: u64,
    before: usize,
    rolled: usize,
}

impl NumberedDice {
    /// The dice of game `number`, of which `before` have been thrown already.
    pub fn new(number: u64, before: usize) -> Self {
        NumberedDice { number, before, rolled: 0 }
    }
}

impl Dice for NumberedDice {
    fn roll(&mut self, throw: &Throw) -> Result<Vec<u32>, NoDice> {
        let key = Hash::of(&format!("game {} throw {}", self.number, self.before + self.rolled));
        self.rolled += 1;
        Ok(values(&key, throw.sides, throw.dice))
    }

    fn rolled(&self) -> usize {
        self.rolled
    }
}
