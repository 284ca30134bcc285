//! From a key to dice: the words of ChaCha20, those refused that would favour low faces, in the order drawn
//! (verifiable-dice §3); and the live dice of an instant game, which are fixed by the log and the seed chain alone.

use rand_chacha::{
    ChaCha20Rng,
    rand_core::{Rng as _, SeedableRng as _},
};

use super::{Dice, NoDice, RollProof, Seeds, Throw, stream_key};
use crate::{hash::Hash, ids::GameId};

/// The values of one roll: `dice` dice of `sides` faces, from word 0 of the stream of `key`.
///
/// # Panics
/// When `sides` is not 2 to 65536: no rule throws, and no line that is read holds, such a die.
pub fn values(key: &Hash, sides: u32, dice: u16) -> Vec<u32> {
    assert!((2..=65536).contains(&sides), "a die has 2 to 65536 faces, not {sides}");
    let mut words = ChaCha20Rng::from_seed(*key.as_bytes());
    // The greatest multiple of `sides` that is at most 2^32: a word from there up would favour low faces.
    let limit = (1u64 << 32) / u64::from(sides) * u64::from(sides);
    (0..dice)
        .map(|_| {
            loop {
                let word = words.next_u32();
                if u64::from(word) < limit {
                    return word % sides + 1;
                }
            }
        })
        .collect()
}

/// The dice of an instant game at the place its log has reached. The same place gives the same dice, whatever asks for
/// them; nothing is revealed until the caller writes what was drawn.
pub struct SeededDice<'a> {
    game: &'a GameId,
    epoch: u64,
    mix: Hash,
    used: u64,
    length: u64,
    seeds: &'a dyn Seeds,
    drawn: Vec<RollProof>,
}

impl<'a> SeededDice<'a> {
    /// Dice of an open epoch: `mix` of its seats' entropy, `used` rolls already in the log, `length` seeds in the chain.
    pub fn new(
        game: &'a GameId,
        epoch: u64,
        mix: Hash,
        used: u64,
        length: u64,
        seeds: &'a dyn Seeds,
    ) -> Self {
        SeededDice { game, epoch, mix, used, length, seeds, drawn: Vec::new() }
    }

    /// The proofs of all throws, in order.
    pub fn into_drawn(self) -> Vec<RollProof> {
        self.drawn
    }
}

impl Dice for SeededDice<'_> {
    fn roll(&mut self, throw: &Throw) -> Result<Vec<u32>, NoDice> {
        assert!((1..=1000).contains(&throw.dice), "a roll has 1 to 1000 dice, not {}", throw.dice);
        let index = self.used + 1;
        if self.length < index {
            return Err(NoDice);
        }
        let seed = self.seeds.seed(index).ok_or(NoDice)?.reveal();
        let key = stream_key(seed, self.game, self.epoch, index, self.mix, None);
        let values = values(&key, throw.sides, throw.dice);
        let rule = throw.rule.to_string();
        let proof =
            RollProof { index, rule, seed, sides: throw.sides, values: values.clone(), why: throw.why() };
        self.drawn.push(proof);
        self.used = index;
        Ok(values)
    }

    fn rolled(&self) -> usize {
        self.drawn.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dice::{Seed, SeedChain},
        rule::RuleId,
    };

    fn throw(dice: u16) -> Throw {
        let roller = Some("off1".to_owned());
        Throw { dice, sides: 6, purpose: "attack", roller, against: None, rule: RuleId("LBH-7.18") }
    }

    #[test]
    fn a_place_in_the_log_has_one_result() {
        let game = GameId::new("g-1").expect("a name");
        let chain = SeedChain::new(Seed::from_bytes([7; 32]), 3);
        let mix = Hash::of("mix");
        let mut all = SeededDice::new(&game, 0, mix, 0, 3, &chain);
        let first = all.roll(&throw(3)).expect("open");
        let second = all.roll(&throw(2)).expect("open");
        assert_eq!((first.len(), second.len(), all.rolled()), (3, 2, 2));
        let mut later = SeededDice::new(&game, 0, mix, 1, 3, &chain);
        assert_eq!(later.roll(&throw(2)), Ok(second.clone()));

        let drawn = all.into_drawn();
        assert_eq!(drawn[0].index, 1);
        assert_eq!(drawn[0].why, "attack: off1");
        assert_eq!(drawn[0].rule, "LBH-7.18");
        assert_eq!(Hash::of(&drawn[0].seed.to_string()), chain.anchor());
        assert_eq!(Hash::of(&drawn[1].seed.to_string()), drawn[0].seed);
        assert_eq!((&drawn[1].values, drawn[1].index), (&second, 2));
        assert_eq!(later.into_drawn(), drawn[1..]);
    }

    #[test]
    fn a_chain_that_is_used_up_has_no_dice() {
        let game = GameId::new("g-1").expect("a name");
        let chain = SeedChain::new(Seed::from_bytes([7; 32]), 3);
        let mut dice = SeededDice::new(&game, 0, Hash::ZERO, 2, 3, &chain);
        assert!(dice.roll(&throw(1)).is_ok());
        assert_eq!(dice.roll(&throw(1)), Err(NoDice));
        assert_eq!(dice.rolled(), 1);
        let mut beyond = SeededDice::new(&game, 0, Hash::ZERO, 3, 9, &chain);
        assert_eq!(beyond.roll(&throw(1)), Err(NoDice));
    }
}
