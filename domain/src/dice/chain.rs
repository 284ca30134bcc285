//! The seed chain of an epoch: `s_(i-1) = H(s_i)`, walked down from a secret root to the public anchor `s_0`
//! (verifiable-dice §2). Every 256th seed is kept, so that revealing one costs at most 255 hashes (§8.6). Where the
//! root comes from, and how what is kept is encrypted, is the service's.

use std::fmt;

use zeroize::Zeroize;

use crate::hash::{Hash, of_secret_hex};

/// A seed that is not yet revealed. Its memory is cleared when it is dropped, and `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed that these bytes are.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Seed(bytes)
    }

    /// The secret bytes, for whoever encrypts them.
    pub const fn expose(&self) -> &[u8; 32] {
        &self.0
    }

    /// The seed as the log shows it. From here on it is public: call this only for a roll that is thrown.
    pub const fn reveal(&self) -> Hash {
        Hash::from_bytes(self.0)
    }

    /// The seed used before this one: `s_(i-1)` of `s_i`.
    pub fn below(&self) -> Seed {
        Seed(of_secret_hex(&self.0))
    }
}

impl Drop for Seed {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl zeroize::ZeroizeOnDrop for Seed {}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

/// Whatever can produce the seeds of one epoch.
pub trait Seeds {
    /// `s_index`; `None` when this holds no such seed (0 is the anchor and no seed).
    fn seed(&self, index: u64) -> Option<Seed>;

    /// A salt for a new seal: 32 random bytes, never from the seeds. `None` where nothing can be sealed.
    fn salt(&self) -> Option<Hash> {
        None
    }
}

/// Seeds with salts that come from a number: for simulations and tests, where nothing is secret.
pub struct NumberedSalts<'a> {
    seeds: &'a dyn Seeds,
    number: u64,
    drawn: std::cell::Cell<u64>,
}

impl<'a> NumberedSalts<'a> {
    /// The salts of a number, from the first.
    pub fn new(seeds: &'a dyn Seeds, number: u64) -> Self {
        NumberedSalts { seeds, number, drawn: std::cell::Cell::new(0) }
    }
}

impl Seeds for NumberedSalts<'_> {
    fn seed(&self, index: u64) -> Option<Seed> {
        self.seeds.seed(index)
    }

    fn salt(&self) -> Option<Hash> {
        let drawn = self.drawn.get();
        self.drawn.set(drawn + 1);
        Some(Hash::of(&format!("salt {drawn} of {}", self.number)))
    }
}

/// The seeds of one epoch, by their checkpoints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedChain {
    length: u64,
    anchor: Hash,
    checkpoints: Vec<Seed>,
}

impl SeedChain {
    /// How many seeds lie between two checkpoints.
    pub const SPACING: u64 = 256;

    /// Walks from `root`, which is `s_length`, down to the anchor: `length` hashes.
    ///
    /// # Panics
    /// When `length` is not 1 to 2^20, the lengths an epoch may have (§4).
    pub fn new(root: Seed, length: u64) -> Self {
        assert!((1..=1 << 20).contains(&length), "an epoch has 1 to 2^20 seeds, not {length}");
        let mut checkpoints = vec![root.clone()];
        let mut seed = root;
        for index in (0..length).rev() {
            seed = seed.below();
            if index.is_multiple_of(Self::SPACING) && index != 0 {
                checkpoints.push(seed.clone());
            }
        }
        checkpoints.reverse();
        SeedChain { length, anchor: seed.reveal(), checkpoints }
    }

    /// The public end of the chain, `s_0`.
    pub fn anchor(&self) -> Hash {
        self.anchor
    }

    /// How many seeds the chain has.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The seeds kept, from the lowest: the `n`-th from 0 is that of [`SeedChain::checkpoint_index`] `(n, length)`.
    pub fn checkpoints(&self) -> &[Seed] {
        &self.checkpoints
    }

    /// The index of the `n`-th checkpoint of a chain of `length` seeds: 256, 512 …, and at last `length`.
    pub fn checkpoint_index(n: u64, length: u64) -> u64 {
        n.saturating_add(1).saturating_mul(Self::SPACING).min(length)
    }

    /// Which checkpoint, from 0, lies nearest above seed `index` or on it.
    pub fn checkpoint_for(index: u64) -> u64 {
        index.saturating_sub(1) / Self::SPACING
    }

    /// The seeds `bottom` to `top`, in this order, from `checkpoint`, which is `s_top`. Empty when `top < bottom`.
    pub fn block(checkpoint: &Seed, top: u64, bottom: u64) -> Vec<Seed> {
        if top < bottom {
            return Vec::new();
        }
        let mut seeds = vec![checkpoint.clone()];
        for _ in bottom..top {
            let below = seeds[seeds.len() - 1].below();
            seeds.push(below);
        }
        seeds.reverse();
        seeds
    }
}

impl Seeds for SeedChain {
    fn seed(&self, index: u64) -> Option<Seed> {
        if index == 0 || self.length < index {
            return None;
        }
        let n = Self::checkpoint_for(index);
        let mut seed = self.checkpoints.get(usize::try_from(n).ok()?)?.clone();
        for _ in index..Self::checkpoint_index(n, self.length) {
            seed = seed.below();
        }
        Some(seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> Seed {
        Seed::from_bytes(*Hash::of("root").as_bytes())
    }

    #[test]
    fn a_seed_does_not_show_in_debug() {
        let digits = root().reveal().to_string();
        let shown = format!("{:?} {:?}", root(), SeedChain::new(root(), 3));
        assert!(!shown.contains(&digits[..8]), "{shown}");
        assert!(!shown.contains(&format!("{:?}", root().expose())), "{shown}");
    }

    #[test]
    fn every_seed_is_found_from_its_checkpoint() {
        for length in [1, 255, 256, 257, 512, 600] {
            let chain = SeedChain::new(root(), length);
            let all = SeedChain::block(&root(), length, 0);
            assert_eq!(all[0].reveal(), chain.anchor());
            for (index, seed) in (0..).zip(&all) {
                let found = chain.seed(index);
                if index == 0 { assert_eq!(found, None) } else { assert_eq!(found.as_ref(), Some(seed)) }
            }
            assert_eq!(chain.seed(length + 1), None);
            for (n, kept) in (0..).zip(chain.checkpoints()) {
                let index = usize::try_from(SeedChain::checkpoint_index(n, length)).expect("small");
                assert_eq!(kept, &all[index]);
            }
            assert_eq!(chain.checkpoints().len() as u64, length.div_ceil(SeedChain::SPACING));
        }
    }

    #[test]
    fn a_block_runs_from_bottom_to_top() {
        let chain = SeedChain::new(root(), 600);
        let block = SeedChain::block(&chain.checkpoints()[1], 512, 257);
        assert_eq!(block.len(), 256);
        assert_eq!(Some(&block[0]), chain.seed(257).as_ref());
        assert_eq!(Some(&block[255]), chain.seed(512).as_ref());
        assert_eq!(SeedChain::block(&root(), 3, 4), []);
    }
}
