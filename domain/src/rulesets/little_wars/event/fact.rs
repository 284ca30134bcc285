//! What the seam asks of an event: the dice it shows, whose secret it is, whether it leaves a line.

use super::{Event, shot};
use crate::{
    ids::Seat,
    ruleset::{Fact, Roll},
};

impl Fact for Event {
    fn rolls(&self) -> Vec<Roll> {
        shot::rolls(self)
    }

    fn hidden(&self) -> Option<&Seat> {
        match self {
            Event::Sealed { seat, .. } => Some(seat), // LW-1.7
            _ => None,
        }
    }

    fn is_draft(&self) -> bool {
        matches!(self, Event::Placed { .. } | Event::TrailNamed { .. })
    }
}
