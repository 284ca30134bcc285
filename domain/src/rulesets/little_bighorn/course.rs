//! What one order causes, as it unfolds: each fact is taken in before the next is decided.

use super::{event::Event, evolve::evolve, state::State};

/// Facts so far and the position they have led to.
pub(super) struct Course {
    /// The position now.
    pub(super) state: State,
    /// What has happened.
    pub(super) events: Vec<Event>,
}

impl Course {
    /// Nothing has happened yet.
    pub(super) fn from(state: &State) -> Course {
        Course { state: state.clone(), events: Vec::new() }
    }

    /// This happens next.
    pub(super) fn happens(&mut self, event: Event) {
        evolve(&mut self.state, &event);
        self.events.push(event);
    }

    /// Whether the battle is over: nothing follows then.
    pub(super) fn is_over(&self) -> bool {
        self.state.result.is_some() // LBH-14.6
    }
}
