//! The course of a decision of these rules.

use super::LittleBighorn;
use crate::ruleset::course;

/// A decision in the making.
pub(super) type Course = course::Course<LittleBighorn>;

impl Course {
    /// Whether the battle is over: nothing follows then.
    pub(super) fn is_over(&self) -> bool {
        self.state.result.is_some() // LBH-14.6
    }
}
