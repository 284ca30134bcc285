//! Seeds under lock: drawn from the operating system, kept encrypted, unpacked 256 at a time and only when a die is thrown.

use std::cell::RefCell;

use domain::{
    dice::{Seed, SeedChain, Seeds},
    hash::Hash,
    ids::GameId,
    log::EpochHead,
};

use crate::{app::App, problem::Problem};

/// Seeds in an epoch (verifiable-dice §2).
pub const LENGTH: u64 = 65_536;

/// Fewer seeds left than this: a new epoch before the next turn.
pub const LOW: u64 = 8_192;

/// A new chain: what goes into the log, and what is kept, encrypted.
pub struct NewChain {
    /// For the log.
    pub head: EpochHead,
    /// For the store.
    pub sealed: Vec<u8>,
}

fn place(game: &GameId, epoch: u64) -> String {
    format!("seeds\n{game}\n{epoch}")
}

impl App {
    /// Draws a fresh chain for an epoch of a game.
    pub fn new_chain(&self, game: &GameId, epoch: u64) -> NewChain {
        let root = Seed::from_bytes(*crate::random::bytes());
        let chain = SeedChain::new(root, LENGTH);
        let mut plain = zeroize::Zeroizing::new(Vec::with_capacity(chain.checkpoints().len() * 32));
        for seed in chain.checkpoints() {
            plain.extend_from_slice(seed.expose());
        }
        let sealed = self.keys.encrypt(&plain, &place(game, epoch));
        NewChain { head: EpochHead { anchor: chain.anchor(), length: LENGTH, number: epoch }, sealed }
    }

    /// The seeds of a game's present epoch, not yet unpacked.
    pub fn seeds<'a>(&'a self, game: &'a GameId, epoch: u64, length: u64) -> SealedSeeds<'a> {
        SealedSeeds {
            app: self,
            game,
            epoch,
            length,
            own: None,
            block: RefCell::new(None),
            failed: RefCell::new(None),
        }
    }

    /// The same for a chain that is not in the store yet.
    pub fn unsaved_seeds<'a>(&'a self, game: &'a GameId, chain: &'a NewChain) -> SealedSeeds<'a> {
        let EpochHead { number, length, .. } = chain.head;
        SealedSeeds { own: Some(&chain.sealed), ..self.seeds(game, number, length) }
    }
}

/// Seeds that are unpacked when the first die is thrown.
pub struct SealedSeeds<'a> {
    app: &'a App,
    game: &'a GameId,
    epoch: u64,
    length: u64,
    /// Encrypted, where they are not in the store yet.
    own: Option<&'a [u8]>,
    /// The lowest index, and the seeds from it on.
    block: RefCell<Option<(u64, Vec<Seed>)>>,
    failed: RefCell<Option<Problem>>,
}

impl SealedSeeds<'_> {
    /// Why a seed could not be had, if so: then dice that ran dry are a failure of ours.
    pub fn failure(&self) -> Option<Problem> {
        self.failed.borrow_mut().take()
    }

    fn unpack(&self, index: u64) -> Result<(u64, Vec<Seed>), Problem> {
        let kept;
        let sealed = match self.own {
            Some(own) => own,
            None => {
                kept = self.app.store.seeds(self.game, self.epoch)?;
                &kept
            }
        };
        let plain = self
            .app
            .keys
            .decrypt(sealed, &place(self.game, self.epoch))
            .map_err(|why| Problem::internal(&why))?;
        let n = SeedChain::checkpoint_for(index);
        let top = SeedChain::checkpoint_index(n, self.length);
        let at = usize::try_from(n).unwrap_or(usize::MAX).saturating_mul(32);
        let bytes = plain.get(at..at.saturating_add(32)).and_then(|bytes| <[u8; 32]>::try_from(bytes).ok());
        let checkpoint = Seed::from_bytes(bytes.ok_or_else(|| {
            Problem::internal(&std::io::Error::other("the seeds of this epoch are shorter than the epoch"))
        })?);
        let bottom = n * SeedChain::SPACING + 1;
        Ok((bottom, SeedChain::block(&checkpoint, top, bottom)))
    }
}

impl Seeds for SealedSeeds<'_> {
    fn seed(&self, index: u64) -> Option<Seed> {
        if index == 0 || self.length < index {
            return None;
        }
        let mut block = self.block.borrow_mut();
        let within = |block: &Option<(u64, Vec<Seed>)>| -> Option<Seed> {
            let (bottom, seeds) = block.as_ref()?;
            seeds.get(usize::try_from(index.checked_sub(*bottom)?).ok()?).cloned()
        };
        if let Some(seed) = within(&block) {
            return Some(seed);
        }
        match self.unpack(index) {
            Ok(unpacked) => *block = Some(unpacked),
            Err(problem) => *self.failed.borrow_mut() = Some(problem),
        }
        within(&block)
    }

    fn salt(&self) -> Option<Hash> {
        Some(Hash::from_bytes(*crate::random::bytes()))
    }
}

/// 64 lower-case hex digits from a request.
///
/// # Errors
/// 422 at this pointer.
pub fn hex(pointer: &str, text: &str) -> Result<Hash, Problem> {
    text.parse().map_err(|_| {
        Problem::field(crate::problem::codes::BAD_HEX, pointer, "64 lower-case hexadecimal digits")
    })
}
