//! The course of a decision of these rules.

use super::{CountingCoup, rejection::Rejection};
use crate::ruleset::{Halt, course};

pub(super) use course::{Chance, one};

/// A decision in the making.
pub(super) type Course = course::Course<CountingCoup>;

impl From<Rejection> for Halt<Rejection> {
    fn from(fault: Rejection) -> Self {
        Halt::Refused(fault)
    }
}
