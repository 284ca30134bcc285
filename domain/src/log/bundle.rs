//! The audit bundle: a whole log and some of its heads in one file (verifiable-dice §6), and its verification.

use serde::{Deserialize, Serialize};

use super::{
    Code, Failure, Place, Summary, Verifier,
    form::{MAX_ITEMS, Object},
};

const FORMAT: &str = "fair-dice/v1/bundle";

/// A log as it is handed out: each line a string of its exact bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    /// `fair-dice/v1/bundle`.
    pub format: String,
    /// The lines, from the first.
    pub log: Vec<String>,
    /// Signed heads.
    pub heads: Vec<String>,
}

impl Bundle {
    /// A bundle of these lines and heads.
    pub fn new(log: Vec<String>, heads: Vec<String>) -> Self {
        Bundle { format: FORMAT.to_owned(), log, heads }
    }

    /// Reads a file. Anything but the three members, each once, in their forms is refused.
    ///
    /// # Errors
    /// `bundle-format`.
    pub fn read(text: impl AsRef<[u8]>) -> Result<Self, Failure> {
        let failure = Failure { code: Code::BundleFormat, at: Place::Bundle };
        let Object(bundle): Object<Bundle> = serde_json::from_slice(text.as_ref()).map_err(|_| failure)?;
        bundle.check()?;
        Ok(bundle)
    }

    fn check(&self) -> Result<(), Failure> {
        let sized = (1..=MAX_ITEMS).contains(&self.log.len()) && self.heads.len() <= MAX_ITEMS;
        if sized && self.format == FORMAT {
            Ok(())
        } else {
            Err(Failure { code: Code::BundleFormat, at: Place::Bundle })
        }
    }

    /// The bundle as it is served.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("a struct of texts serializes")
    }
}

/// Verifies a bundle, step by step, against what comes from outside of it: the key from the joining mail and the notes
/// from one's own mailbox, where one has them.
///
/// # Errors
/// The first failure.
pub fn verify(bundle: &Bundle, vkey: Option<&str>, mail: &[String]) -> Result<Summary, Failure> {
    bundle.check()?;
    let mut verifier = Verifier::new(vkey);
    for line in &bundle.log {
        verifier.add(line)?;
    }
    for (n, note) in (1..).zip(&bundle.heads) {
        verifier.head(note, Place::Head(n))?;
    }
    for (n, note) in (1..).zip(mail) {
        verifier.head(note, Place::Mail(n))?;
    }
    verifier.finish()
}
