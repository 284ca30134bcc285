//! The dice of a log, thrown again.

use crate::dice::{Dice, NoDice, RollProof, Throw};

/// Dice that a log has recorded: they answer only the throws that were asked for then.
pub struct RecordedDice<'a> {
    proofs: Vec<&'a RollProof>,
    at: usize,
}

impl<'a> RecordedDice<'a> {
    /// The dice of one turn, in order.
    pub fn new(proofs: Vec<&'a RollProof>) -> Self {
        RecordedDice { proofs, at: 0 }
    }

    /// Whether each of them has been asked for.
    pub fn are_used_up(&self) -> bool {
        self.at == self.proofs.len()
    }
}

impl Dice for RecordedDice<'_> {
    fn roll(&mut self, throw: &Throw) -> Result<Vec<u32>, NoDice> {
        let proof = self.proofs.get(self.at).ok_or(NoDice)?;
        let same = proof.sides == throw.sides
            && proof.values.len() == usize::from(throw.dice)
            && proof.rule == throw.rule.0
            && proof.why == throw.why();
        if !same {
            return Err(NoDice);
        }
        self.at += 1;
        Ok(proof.values.clone())
    }

    fn rolled(&self) -> usize {
        self.at
    }
}
