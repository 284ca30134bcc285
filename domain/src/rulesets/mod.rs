//! The register: a new ruleset is one `mod` and one line of [`ALL`].

pub mod counting_coup;
pub mod little_bighorn;
pub mod little_wars;

use crate::seam::{AnyRuleset, Seam};

/// Every ruleset of this program.
pub static ALL: &[&dyn AnyRuleset] = &[
    &Seam::<little_bighorn::LittleBighorn>::new(),
    &Seam::<counting_coup::CountingCoup>::new(),
    &Seam::<little_wars::LittleWars>::new(),
];

/// The ruleset with this id.
pub fn find(id: &str) -> Option<&'static dyn AnyRuleset> {
    ALL.iter().copied().chain(for_tests()).find(|ruleset| ruleset.id() == id)
}

/// Rulesets that only tests know.
#[cfg(any(test, feature = "testing"))]
fn for_tests() -> Option<&'static dyn AnyRuleset> {
    Some(&crate::harness::sealed_bids::SEALED_BIDS)
}

/// Rulesets that only tests know: none in what is shipped.
#[cfg(not(any(test, feature = "testing")))]
fn for_tests() -> Option<&'static dyn AnyRuleset> {
    None
}
