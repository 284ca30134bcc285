//! The texts that are hashed around a seed: what a seat commits to, the mix of all seats' entropy, the key of a roll,
//! and a seal (verifiable-dice §2). Each begins with its own tag, so that none can stand for another.

use std::fmt::Write as _;

use crate::hash::Hash;

/// What a seat publishes before any entropy is shown: it binds the seat to its 32 random bytes for one epoch.
pub fn commitment(game: &str, epoch: u64, seat: &str, entropy: &Hash) -> Hash {
    Hash::of(&format!("fair-dice/v1/entropy\n{game}\n{epoch}\n{seat}\n{entropy}\n"))
}

/// The entropy of all seats together, in the order of the genesis line; `None` for a seat that declined.
pub fn mix<'a>(
    game: &str,
    epoch: u64,
    anchor: Hash,
    seats: impl IntoIterator<Item = (&'a str, Option<Hash>)>,
) -> Hash {
    let mut text = format!("fair-dice/v1/mix\n{game}\n{epoch}\n{anchor}\n");
    for (seat, entropy) in seats {
        let written = match entropy {
            Some(entropy) => writeln!(text, "{seat}={entropy}"),
            None => writeln!(text, "{seat}=-"),
        };
        written.expect("a String takes every write");
    }
    Hash::of(&text)
}

/// The key of roll `index`: what its dice are drawn from. `beacon` is the round's randomness in a beacon game.
pub fn stream_key(seed: Hash, game: &str, epoch: u64, index: u64, mix: Hash, beacon: Option<Hash>) -> Hash {
    let beacon = beacon.map_or_else(|| "-".to_owned(), |randomness| randomness.to_string());
    Hash::of(&format!("fair-dice/v1/key\n{seed}\n{game}\n{epoch}\n{index}\n{mix}\n{beacon}\n"))
}

/// What stands in the log for a text that is not yet shown. `owner` is a seat or `server`; it is hashed along, so that
/// nobody can copy another's seal.
pub fn seal(game: &str, owner: &str, salt: Hash, text: &str) -> Hash {
    Hash::of(&format!("fair-dice/v1/seal\n{game}\n{owner}\n{salt}\n{text}"))
}
