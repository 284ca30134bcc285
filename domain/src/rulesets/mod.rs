//! The register: a new ruleset is one `mod` and one line of [`ALL`].

pub mod little_bighorn;

use crate::seam::{AnyRuleset, Seam};

/// Every ruleset of this program.
pub static ALL: &[&dyn AnyRuleset] = &[&Seam::<little_bighorn::LittleBighorn>::new()];

/// The ruleset with this id.
pub fn find(id: &str) -> Option<&'static dyn AnyRuleset> {
    ALL.iter().copied().find(|ruleset| ruleset.id() == id)
}
