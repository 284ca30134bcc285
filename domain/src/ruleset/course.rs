//! The course of one decision: facts as they come about, each taken in at once by a copy of the position, so that what follows is
//! judged on it.

use super::Ruleset;
use crate::dice::{Dice, NoDice, Throw};

/// A decision in the making.
pub struct Course<R: Ruleset> {
    /// The position after the facts so far.
    pub state: R::State,
    /// What has come about.
    pub events: Vec<R::Event>,
}

impl<R: Ruleset> Course<R> {
    /// A course that begins here.
    pub fn from(state: &R::State) -> Self {
        Course { state: state.clone(), events: Vec::new() }
    }

    /// One more fact.
    pub fn say(&mut self, event: R::Event) {
        R::evolve(&mut self.state, &event);
        self.events.push(event);
    }
}

/// Where a decision takes its chance from.
pub enum Chance<'a> {
    /// Dice, perhaps closed.
    Dice(&'a mut dyn Dice),
    /// None: what hangs on chance uses up whoever tries it, and has no other effect.
    Rehearsal,
}

/// One die.
///
/// # Errors
/// Dice that are closed.
pub fn one(dice: &mut dyn Dice, throw: &Throw) -> Result<u32, NoDice> {
    dice.roll(throw).map(|values| values[0])
}
