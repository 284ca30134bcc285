//! SHA-256 as the protocol uses it: hash inputs are texts, and a 32-byte value always appears in them, and in JSON, as
//! 64 lower-case hex digits (verifiable-dice §1). Nothing here knows what is hashed.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

/// A 32-byte value: the SHA-256 of a text, or something shown in the same form (entropy, a salt, an anchor).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hash([u8; 32]);

impl Hash {
    /// `prev` of a log's first line.
    pub const ZERO: Hash = Hash([0; 32]);

    /// `H(text)`.
    pub fn of(text: &str) -> Self {
        Self::of_bytes(text.as_bytes())
    }

    /// SHA-256 of bytes that are no text, such as a beacon's signature.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Hash(Sha256::digest(bytes).into())
    }

    /// The value that these bytes are.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Hash(bytes)
    }

    /// The value's bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// The 64 lower-case hex digits of 32 bytes.
fn hex_digits(bytes: &[u8; 32]) -> [u8; 64] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut digits = [0; 64];
    for (pair, byte) in digits.chunks_exact_mut(2).zip(bytes) {
        pair[0] = DIGITS[usize::from(byte >> 4)];
        pair[1] = DIGITS[usize::from(byte & 15)];
    }
    digits
}

/// `H` of a secret's hex digits: one step down a seed chain. Allocates nothing and leaves no copy of the digits behind.
pub(crate) fn of_secret_hex(secret: &[u8; 32]) -> [u8; 32] {
    let digits = Zeroizing::new(hex_digits(secret));
    Sha256::digest(&digits[..]).into()
}

fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

/// The bytes that lower-case hex digits stand for; `None` for anything else, also for an odd number of digits.
pub(crate) fn bytes_of_hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    digits.chunks_exact(2).map(|pair| Some(nibble(pair[0])? << 4 | nibble(pair[1])?)).collect()
}

/// A text that is not exactly 64 lower-case hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAHash;

impl fmt::Display for NotAHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not 64 lower-case hex digits")
    }
}

impl std::error::Error for NotAHash {}

impl FromStr for Hash {
    type Err = NotAHash;

    fn from_str(text: &str) -> Result<Self, NotAHash> {
        let digits: &[u8; 64] = text.as_bytes().try_into().map_err(|_| NotAHash)?;
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = nibble(pair[0]).ok_or(NotAHash)? << 4 | nibble(pair[1]).ok_or(NotAHash)?;
        }
        Ok(Hash(bytes))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&hex_digits(&self.0)).expect("hex digits are ASCII"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(std::str::from_utf8(&hex_digits(&self.0)).expect("hex digits are ASCII"))
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Digits;
        impl de::Visitor<'_> for Digits {
            type Value = Hash;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("64 lower-case hex digits")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Hash, E> {
                text.parse().map_err(E::custom)
            }
        }
        from.deserialize_str(Digits)
    }
}

impl utoipa::PartialSchema for Hash {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .pattern(Some("^[0-9a-f]{64}$"))
            .description(Some("32 bytes as 64 lower-case hex digits"))
            .into()
    }
}

impl utoipa::ToSchema for Hash {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_shown_and_read_as_64_lower_case_hex_digits() {
        let shown = "b3a092a6af48807fa9482b2ee140105575daa26d5b24b3c0e60a7e2dee6683b1";
        let hash = Hash::of("{\"a\":\"é\"}");
        assert_eq!(hash.to_string(), shown);
        assert_eq!(shown.parse(), Ok(hash));
        assert_eq!(serde_json::to_string(&hash).expect("a string"), format!("\"{shown}\""));
        for bad in [&shown[1..], &shown.to_uppercase(), &format!("{shown}0"), &shown.replace('b', "g"), ""] {
            assert_eq!(bad.parse::<Hash>(), Err(NotAHash), "{bad}");
            assert!(serde_json::from_str::<Hash>(&format!("\"{bad}\"")).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_step_down_the_chain_is_the_hash_of_the_digits() {
        let secret = Hash::of("root");
        assert_eq!(of_secret_hex(secret.as_bytes()), Hash::of(&secret.to_string()).0);
    }

    #[test]
    fn hex_of_any_even_length_is_read() {
        assert_eq!(bytes_of_hex("00ff7a"), Some(vec![0, 255, 122]));
        assert_eq!(bytes_of_hex(""), Some(vec![]));
        for bad in ["0", "0F", "0g", "é"] {
            assert_eq!(bytes_of_hex(bad), None, "{bad}");
        }
    }
}
