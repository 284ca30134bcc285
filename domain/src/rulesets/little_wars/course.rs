//! The course of one decision: events as they come about, each taken in at once by a copy of the position, so that what
//! follows is judged on it.

use super::{event::Event, evolve::evolve, rejection::Rejection, state::State};
use crate::{
    dice::{Dice, NoDice, Throw},
    ruleset::Halt,
};

/// A decision in the making.
pub(super) struct Course {
    /// The position after the events so far.
    pub(super) state: State,
    /// What has come about.
    pub(super) events: Vec<Event>,
}

impl Course {
    /// A course that begins here.
    pub(super) fn from(state: &State) -> Course {
        Course { state: state.clone(), events: Vec::new() }
    }

    /// One more fact.
    pub(super) fn say(&mut self, event: Event) {
        evolve(&mut self.state, &event);
        self.events.push(event);
    }
}

/// Where a decision takes its chance from.
pub(super) enum Chance<'a> {
    /// Dice, perhaps closed.
    Dice(&'a mut dyn Dice),
    /// None: a shot is used up, turns its gun and hits nothing (LW §6).
    Rehearsal,
}

impl From<Rejection> for Halt<Rejection> {
    fn from(fault: Rejection) -> Self {
        Halt::Refused(fault)
    }
}

/// One die.
pub(super) fn one(dice: &mut dyn Dice, throw: &Throw) -> Result<u32, NoDice> {
    dice.roll(throw).map(|values| values[0])
}
