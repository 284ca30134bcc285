//! Dice as the rules see them: they ask for a throw and get values, or learn that dice are closed. Where values come
//! from (a seed chain, a script, a recorded log) is not theirs to know: that is what makes a decider serve the live
//! turn, the dry run and the verifier alike.

mod chain;
mod entropy;
mod numbered;
mod stream;

pub use chain::{NumberedSalts, Seed, SeedChain, Seeds};
pub use entropy::{commitment, mix, seal, stream_key};
pub use numbered::NumberedDice;
pub use stream::{SeededDice, values};

use crate::rule::RuleId;

/// One throw for one purpose: `dice` dice of `sides` faces, thrown together (verifiable-dice §3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// How many dice, 1 to 1000.
    pub dice: u16,
    /// Faces, 2 to 65536.
    pub sides: u32,
    /// What for, e.g. `attack`.
    pub purpose: &'static str,
    /// The figure that rolls, where there is one.
    pub roller: Option<String>,
    /// The figure it rolls against, where there is one.
    pub against: Option<String>,
    /// The rule that asks for the throw.
    pub rule: RuleId,
}

impl Throw {
    /// The line's `why`: purpose, then `: roller` and ` x against` where they exist (log-mapping §5).
    pub fn why(&self) -> String {
        why(self.purpose, self.roller.as_deref(), self.against.as_deref())
    }
}

/// Purpose, then `: roller` and ` x against` where they exist (log-mapping §5).
pub fn why(purpose: &str, roller: Option<&str>, against: Option<&str>) -> String {
    let mut text = purpose.to_owned();
    if let Some(roller) = roller {
        text.push_str(": ");
        text.push_str(roller);
    }
    if let Some(against) = against {
        text.push_str(" x ");
        text.push_str(against);
    }
    text
}

/// Dice are closed: a dry run, or a first pass that must not touch a seed. It ends the decision where the first roll
/// would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoDice;

/// A source of dice.
pub trait Dice {
    /// The values of one throw, in the order drawn: `throw.dice` values of 1 to `throw.sides`.
    ///
    /// # Errors
    /// [`NoDice`] when dice are closed here; the caller hands it on with `?`.
    fn roll(&mut self, throw: &Throw) -> Result<Vec<u32>, NoDice>;

    /// How many throws have been made: from the first one on, nothing may be refused.
    fn rolled(&self) -> usize;
}

/// Dice that are never thrown (dry runs, hints).
#[derive(Clone, Copy, Debug, Default)]
pub struct ClosedDice;

impl Dice for ClosedDice {
    fn roll(&mut self, _: &Throw) -> Result<Vec<u32>, NoDice> {
        Err(NoDice)
    }

    fn rolled(&self) -> usize {
        0
    }
}

/// A roll as the log's line holds it: the proof of one throw (verifiable-dice §3).
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RollProof {
    /// Its place in the epoch, from 1.
    pub index: u64,
    /// What asked for it.
    pub rule: String,
    /// The seed it reveals.
    pub seed: crate::hash::Hash,
    /// Faces of each die.
    pub sides: u32,
    /// The values, in drawing order.
    pub values: Vec<u32>,
    /// Purpose, roller and target, as [`why`] writes them.
    pub why: String,
}
