//! Ids, tokens and codes: drawn from the operating system here, and nowhere else but in `keys`.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use zeroize::Zeroizing;

/// Digits and letters that are not mistaken for each other (no i, l, o, u): 5 bits each.
pub const BASE32: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// How a token begins, so that it is recognised where it does not belong.
pub const TOKEN_PREFIX: &str = "fp_";

/// Bytes nobody can guess.
pub fn bytes<const N: usize>() -> Zeroizing<[u8; N]> {
    let mut bytes = Zeroizing::new([0; N]);
    fill(&mut *bytes);
    bytes
}

/// Fills a slice with bytes nobody can guess.
pub fn fill(bytes: &mut [u8]) {
    #[cfg(test)]
    if given::fill(bytes) {
        return;
    }
    // A machine without entropy must not go on: every secret would be a guess.
    getrandom::fill(bytes).expect("the operating system gives random bytes");
}

/// So many characters of 5 bits.
fn base32(n_characters: usize) -> String {
    let mut drawn = vec![0; n_characters];
    fill(&mut drawn);
    drawn.iter().map(|byte| char::from(BASE32[usize::from(byte & 31)])).collect()
}

/// A game's id: 60 bits, for it opens an unlisted game.
pub fn game_id() -> String {
    base32(12)
}

/// A player's id.
pub fn player_id() -> String {
    format!("p_{}", base32(16))
}

/// The id a token is listed and revoked by.
pub fn token_id() -> String {
    format!("t_{}", base32(16))
}

/// A webhook's id.
pub fn webhook_id() -> String {
    format!("w_{}", base32(16))
}

/// A request's id.
pub fn request_id() -> String {
    format!("r_{}", base32(20))
}

/// The name of a turn whose sender gave it none.
pub fn request_name() -> String {
    base32(26)
}

/// The secret of an invitation: 160 bits. Only its hash is kept.
pub fn invite() -> String {
    base32(32)
}

/// A message's id: 120 bits, for a page of press can be asked for by it.
pub fn message_id() -> String {
    format!("m_{}", base32(24))
}

/// A part of a Message-ID.
pub fn letter_id() -> String {
    base32(24)
}

/// A token: 256 bits. Only its hash is kept.
pub fn token() -> Zeroizing<String> {
    let secret = bytes::<32>();
    Zeroizing::new(format!("{TOKEN_PREFIX}{}", URL_SAFE_NO_PAD.encode(&secret[..])))
}

/// True for what could be a token.
pub fn is_token(text: &str) -> bool {
    text.strip_prefix(TOKEN_PREFIX).is_some_and(|rest| {
        rest.len() == 43 && rest.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    })
}

/// A code to be typed from a mail: 40 bits, e.g. `K3M9-Q2X4`.
pub fn code() -> String {
    let code = base32(8).to_ascii_uppercase();
    format!("{}-{}", &code[..4], &code[4..])
}

/// A code as it was typed, in the form in which it is hashed: `None` when it cannot be one.
pub fn typed_code(typed: &str) -> Option<String> {
    let mut code = String::with_capacity(8);
    for c in typed.chars().filter(|c| !c.is_whitespace() && *c != '-') {
        let c = match c.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            c => c,
        };
        if !c.is_ascii() || !BASE32.contains(&(c as u8)) || code.len() == 8 {
            return None;
        }
        code.push(c);
    }
    (code.len() == 8).then_some(code)
}

/// Random bytes that a test gives, so that all that is drawn comes again with its seed.
#[cfg(test)]
pub(crate) mod given {
    use std::{
        cell::RefCell,
        sync::{Arc, Mutex},
    };

    /// Fills a slice.
    pub(crate) type Source = Arc<Mutex<dyn FnMut(&mut [u8]) + Send>>;

    thread_local! {
        static SOURCE: RefCell<Option<Source>> = const { RefCell::new(None) };
    }

    /// From now on this thread draws from here.
    pub(crate) fn from(source: Option<Source>) {
        SOURCE.set(source);
    }

    pub(super) fn fill(bytes: &mut [u8]) -> bool {
        let source = SOURCE.with_borrow(Clone::clone);
        source.is_some_and(|source| {
            source.lock().expect("a source")(bytes);
            true
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_their_form() {
        assert!(domain::ids::GameId::new(&game_id()).is_ok());
        assert_eq!((game_id().len(), player_id().len()), (12, 18));
        assert!(is_token(&token()));
        assert!(!is_token("fp_short") && !is_token(&token()[3..]));
        assert_ne!(*token(), *token());
    }

    #[test]
    fn a_code_may_be_typed_carelessly() {
        let code = code();
        let kept = typed_code(&code).expect("our own code");
        assert_eq!(kept.len(), 8);
        assert_eq!(typed_code(&format!(" {} ", code.to_lowercase().replace('-', " "))), Some(kept));
        assert_eq!(typed_code("oOIl-2222").as_deref(), Some("00112222"));
        for bad in ["", "1234567", "123456789", "uuuu-uuuu", "ÄÄÄÄ-ÄÄÄÄ"] {
            assert_eq!(typed_code(bad), None, "{bad}");
        }
    }
}
