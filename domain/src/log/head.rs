//! Signed heads: a C2SP signed note that says how long a game's log was and what its last line's hash was
//! (verifiable-dice §5). Making one, checking one, and finding them in a text.

use std::fmt;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};

use super::{Code, form::TAG};
use crate::{
    hash::Hash,
    ids::{BadName, GameId},
};

/// `[a-z0-9][a-z0-9./:-]{0,126}`: the name in front of a signature.
pub fn is_origin(text: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    text.len() <= 127
        && text.bytes().next().is_some_and(is_plain)
        && text.bytes().all(|b| is_plain(b) || matches!(b, b'.' | b'/' | b':' | b'-'))
}

/// The first four bytes of SHA-256(origin, 0A, 01, public key).
fn key_id(origin: &str, public: &[u8; 32]) -> [u8; 4] {
    let hash = Hash::of_bytes(&[origin.as_bytes(), b"\n\x01", public].concat());
    let [a, b, c, d, ..] = *hash.as_bytes();
    [a, b, c, d]
}

/// A public key in C2SP's notation: origin `+` id `+` base64(01, key).
fn vkey_of(origin: &str, public: &[u8; 32]) -> String {
    let id = u32::from_be_bytes(key_id(origin, public));
    format!("{origin}+{id:08x}+{}", STANDARD.encode([b"\x01".as_slice(), public].concat()))
}

/// Base64 in the one form that RFC 4648 gives these bytes.
fn strict_base64(text: &str) -> Option<Vec<u8>> {
    let bytes = STANDARD.decode(text).ok()?;
    (STANDARD.encode(&bytes) == text).then_some(bytes)
}

/// The public key of a `vkey`; `None` when it is not that of `origin`, or no canonical point of the curve.
pub fn read_vkey(vkey: &str, origin: &str) -> Option<VerifyingKey> {
    let encoded = vkey.splitn(3, '+').nth(2)?;
    let public: [u8; 32] = strict_base64(encoded)?.strip_prefix(&[1])?.try_into().ok()?;
    if vkey_of(origin, &public) != vkey {
        return None;
    }
    let key = VerifyingKey::from_bytes(&public).ok()?;
    // The curve's own decoder takes a coordinate of p or more, and a sign for zero, for the point they mean.
    (key.to_edwards().compress().to_bytes() == public).then_some(key)
}

/// What is signed.
fn head_text(origin: &str, game: &str, size: u64, head: &Hash) -> String {
    format!("{TAG}/head\n{origin}\n{game}\n{size}\n{head}\n")
}

/// The key that signs the heads of an origin. Its memory is cleared when it is dropped, and `Debug` does not show it.
pub struct Signer {
    origin: String,
    key: SigningKey,
}

impl Signer {
    /// The signer of `origin` whose Ed25519 secret these 32 bytes are.
    ///
    /// # Errors
    /// [`BadName`] when `origin` has not that form (§1).
    pub fn new(origin: &str, secret: &[u8; 32]) -> Result<Self, BadName> {
        if !is_origin(origin) {
            return Err(BadName { what: "origin" });
        }
        Ok(Signer { origin: origin.to_owned(), key: SigningKey::from_bytes(secret) })
    }

    /// The name in front of its signatures.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The public key as `genesis` and the joining mail show it.
    pub fn vkey(&self) -> String {
        vkey_of(&self.origin, self.key.verifying_key().as_bytes())
    }

    /// The note for a log of `size` lines whose last has the hash `head`.
    pub fn sign(&self, game: &GameId, size: u64, head: Hash) -> String {
        let text = head_text(&self.origin, game, size, &head);
        let id = key_id(&self.origin, self.key.verifying_key().as_bytes());
        let signature = self.key.sign(text.as_bytes()).to_bytes();
        format!(
            "{text}\n\u{2014} {} {}\n",
            self.origin,
            STANDARD.encode([id.as_slice(), &signature].concat())
        )
    }
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signer({}, secret)", self.origin)
    }
}

/// What a note says, and its signature lines, still unchecked.
struct Note<'a> {
    size: u64,
    head: Hash,
    signatures: Vec<&'a str>,
}

/// Reads the form of a note of this origin and game.
fn read_note<'a>(note: &'a str, origin: &str, game: &str) -> Option<Note<'a>> {
    let rows: Vec<&str> = note.split('\n').collect();
    let [first, of, about, size, head, "", signatures @ .., ""] = rows.as_slice() else { return None };
    let digits = size.len() <= 16 && !size.starts_with('0') && size.bytes().all(|b| b.is_ascii_digit());
    let fits = first.strip_prefix(TAG) == Some("/head") && *of == origin && *about == game;
    if !digits || !fits || !(1..=16).contains(&signatures.len()) {
        return None;
    }
    Some(Note { size: size.parse().ok()?, head: head.parse().ok()?, signatures: signatures.to_vec() })
}

/// Reads the form of a signature line: its name, its key's id, and what remains.
fn read_signature(line: &str) -> Option<(&str, [u8; 4], Vec<u8>)> {
    let mut words = line.split(' ');
    let (Some("\u{2014}"), Some(name), Some(encoded), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return None;
    };
    let bytes = strict_base64(encoded)?;
    let (id, signature) = bytes.split_first_chunk::<4>()?;
    (is_origin(name) && !signature.is_empty()).then(|| (name, *id, signature.to_vec()))
}

/// Judges a head against the hashes of a game's lines. Signatures by other names or keys are ignored, but at least one
/// must be by this key, and all of those must be good.
pub(super) fn check_head(
    note: &str,
    origin: &str,
    game: &str,
    key: &VerifyingKey,
    hashes: &[Hash],
) -> Result<(), Code> {
    let Note { size, head, signatures } = read_note(note, origin, game).ok_or(Code::HeadFormat)?;
    let own = (origin, key_id(origin, key.as_bytes()));
    let text = head_text(origin, game, size, &head);
    let mut judged = Vec::new();
    for line in signatures {
        let (name, id, signature) = read_signature(line).ok_or(Code::HeadFormat)?;
        if (name, id) == own {
            let good = Signature::from_slice(&signature).and_then(|s| key.verify_strict(text.as_bytes(), &s));
            judged.push(good.is_ok());
        }
    }
    if judged.is_empty() || judged.contains(&false) {
        return Err(Code::HeadSignature);
    }
    let place = usize::try_from(size - 1).map_err(|_| Code::HeadAhead)?;
    match hashes.get(place) {
        None => Err(Code::HeadAhead),
        Some(hash) if *hash == head => Ok(()),
        Some(_) => Err(Code::HeadMismatch),
    }
}

/// The notes that stand in a text, in order, each once: a saved `head.txt`, or a mail's decoded part. Line ends may be
/// CR LF. A mail as it came over the wire must have been decoded (MIME is the caller's), because the dash in front of a
/// signature is not ASCII.
pub fn notes_in(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n");
    // Only whole lines: a note cut off in its last one is none.
    let rows: Vec<&str> = text.split_inclusive('\n').filter(|row| row.ends_with('\n')).collect();
    let mut found: Vec<String> = Vec::new();
    let mut rest = rows.as_slice();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let is_note = first.trim_end_matches('\n').strip_prefix(TAG) == Some("/head")
            && 5 < after.len()
            && after[..4].iter().all(|row| *row != "\n")
            && after[4] == "\n";
        if !is_note {
            continue;
        }
        let signed = after[5..]
            .iter()
            .take_while(|row| row.starts_with("\u{2014} ") && "\u{2014} \n".len() < row.len());
        let n_signed = signed.count();
        if 0 < n_signed {
            let note = [*first].into_iter().chain(after[..5 + n_signed].iter().copied()).collect();
            if !found.contains(&note) {
                found.push(note);
            }
            rest = &after[5 + n_signed..];
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: &str = "dice.example.org";

    fn signer() -> Signer {
        Signer::new(ORIGIN, &[7; 32]).expect("an origin")
    }

    fn judged(note: &str, hashes: &[Hash]) -> Result<(), Code> {
        let key = read_vkey(&signer().vkey(), ORIGIN).expect("a key");
        check_head(note, ORIGIN, "g-1", &key, hashes)
    }

    fn note(size: u64, head: Hash) -> String {
        signer().sign(&GameId::new("g-1").expect("a name"), size, head)
    }

    #[test]
    fn a_secret_does_not_show_in_debug() {
        assert_eq!(format!("{:?}", signer()), "Signer(dice.example.org, secret)");
        assert!(Signer::new("Dice", &[7; 32]).is_err());
    }

    #[test]
    fn a_head_fits_its_log_or_says_why_not() {
        let hashes = [Hash::of("1"), Hash::of("2")];
        assert_eq!(judged(&note(2, hashes[1]), &hashes), Ok(()));
        assert_eq!(judged(&note(1, hashes[0]), &hashes), Ok(()));
        assert_eq!(judged(&note(3, hashes[1]), &hashes), Err(Code::HeadAhead));
        assert_eq!(judged(&note(u64::MAX, hashes[1]), &hashes), Err(Code::HeadFormat));
        assert_eq!(judged(&note(1, hashes[1]), &hashes), Err(Code::HeadMismatch));
        assert_eq!(judged(&note(0, hashes[1]), &hashes), Err(Code::HeadFormat));
    }

    #[test]
    fn signatures_by_others_are_ignored_but_one_must_be_ours() {
        let hashes = [Hash::of("1")];
        let good = note(1, hashes[0]);
        let other = "\u{2014} w.example.net AAAAAAA=\n";
        let own = good.lines().last().expect("a signature").to_owned() + "\n";
        assert_eq!(judged(&(good.clone() + other), &hashes), Ok(()));
        assert_eq!(judged(&(good.clone() + &other.repeat(15)), &hashes), Ok(()));
        assert_eq!(judged(&(good.clone() + &other.repeat(16)), &hashes), Err(Code::HeadFormat));
        assert_eq!(judged(&good.replace(&own, other), &hashes), Err(Code::HeadSignature));
        assert_eq!(judged(&good.replace(&own, ""), &hashes), Err(Code::HeadFormat));
        // A second signature under our own name and id must be good, too.
        let id = strict_base64(own.split(' ').nth(2).expect("three words").trim()).expect("base64");
        let forged = format!("\u{2014} {ORIGIN} {}\n", STANDARD.encode([&id[..4], &[0; 64]].concat()));
        assert_eq!(judged(&(good + &forged), &hashes), Err(Code::HeadSignature));
    }

    #[test]
    fn a_vkey_has_one_form() {
        let vkey = signer().vkey();
        assert!(read_vkey(&vkey, ORIGIN).is_some());
        assert!(read_vkey(&vkey, "dice.example.com").is_none());
        assert!(read_vkey(&vkey.replace('+', "-"), ORIGIN).is_none());
        // y = p + 1 means the point with y = 1, but is not its encoding; nor is a sign on x = 0.
        let mut large = [0xff; 32];
        (large[0], large[31]) = (0xee, 0x7f);
        let mut signed_zero = [0; 32];
        (signed_zero[0], signed_zero[31]) = (1, 0x80);
        for public in [large, signed_zero] {
            assert!(VerifyingKey::from_bytes(&public).is_ok(), "else the test shows nothing");
            assert!(read_vkey(&vkey_of(ORIGIN, &public), ORIGIN).is_none());
        }
    }

    #[test]
    fn notes_are_found_in_a_text_each_once() {
        let (one, two) = (note(1, Hash::ZERO), note(2, Hash::ZERO));
        let mail = format!("Your move.\n\n{one}\nand\n{two}{one}-- \nfoot").replace('\n', "\r\n");
        assert_eq!(notes_in(&mail), [one.clone(), two.clone()]);
        assert_eq!(notes_in(&one), std::slice::from_ref(&one));
        assert_eq!(notes_in(one.trim_end()), [""; 0]);
        assert_eq!(notes_in(&one.replace("\n\n", "\n")), [""; 0]);
        assert_eq!(notes_in(&format!("> {one}")), [""; 0]);
        assert_eq!(notes_in(&format!("fair-dice/v1/head\n{two}")), [two]);
    }
}
