//! What the tests of this crate share.

/// Fails with every fault found, not only the first.
pub fn none(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
