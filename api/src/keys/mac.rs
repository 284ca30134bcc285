//! HMAC-SHA256 (RFC 2104), on the hash function that is here already.

use sha2::{Digest, Sha256};

/// The hash function's block.
const BLOCK_BYTES: usize = 64;

/// The keyed hash of a message.
pub(super) fn hmac_sha256(key: &[u8; 32], message: &[u8]) -> [u8; 32] {
    let padded = |pad: u8| {
        let mut block = [pad; BLOCK_BYTES];
        for (byte, key) in block.iter_mut().zip(key) {
            *byte ^= key;
        }
        block
    };
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(message).finalize();
    Sha256::new().chain_update(padded(0x5c)).chain_update(inner).finalize().into()
}

#[cfg(test)]
mod tests {
    use domain::hash::Hash;

    use super::hmac_sha256;

    #[test]
    fn the_keyed_hash_is_that_of_the_standard() {
        // RFC 4231, test case 1: a key shorter than the block is filled up with zeros.
        let mut key = [0; 32];
        key[..20].fill(0x0b);
        assert_eq!(
            Hash::from_bytes(hmac_sha256(&key, b"Hi There")).to_string(),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        );
    }
}
