//! The register: a new ruleset is one `mod` and one line of [`ALL`].

pub mod counting_coup;
pub mod little_bighorn;

use crate::seam::{AnyRuleset, Seam};

/// Every ruleset of this program.
pub static ALL: &[&dyn AnyRuleset] =
    &[&Seam::<little_bighorn::LittleBighorn>::new(), &Seam::<counting_coup::CountingCoup>::new()];

/// The ruleset with this id.
pub fn find(id: &str) -> Option<&'static dyn AnyRuleset> {
    ALL.iter().copied().find(|ruleset| ruleset.id() == id)
}
