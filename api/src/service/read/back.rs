//! Looking back: a seat's last turn, and what has happened since.

use std::ops::ControlFlow;

use domain::{
    ids::{GameId, Seat},
    log::{Body, Kind, Line},
};
use storage::TurnRow;

use super::PAGE;
use crate::{app::App, problem::Problem, service::hall::Opened};

/// Turns read from the store at a time.
const TURNS: usize = 64;

impl App {
    /// Shows the turns of a game before turn `end`, the newest first, until `look` has seen enough.
    ///
    /// # Errors
    /// As the store.
    pub fn newest_turns(
        &self,
        game: &GameId,
        mut end: u64,
        look: &mut dyn FnMut(&TurnRow) -> ControlFlow<()>,
    ) -> Result<(), Problem> {
        while 0 < end {
            let from = end.saturating_sub(TURNS as u64);
            let page = self.store.turns(game, from, TURNS)?;
            for turn in page.iter().rev().filter(|turn| turn.turn < end) {
                if look(turn).is_break() {
                    return Ok(());
                }
            }
            end = from;
        }
        Ok(())
    }

    /// The last turn that a seat made by itself; with `upto`, the last that was over with that line.
    ///
    /// # Errors
    /// As the store.
    pub fn last_turn_of(
        &self,
        game: &Opened,
        seat: &Seat,
        upto: Option<u64>,
    ) -> Result<Option<TurnRow>, Problem> {
        let mut own = None;
        self.newest_turns(&game.row.id, game.chronicle.turns(), &mut |turn| {
            let is_past = upto.is_none_or(|upto| turn.last <= upto);
            if is_past && turn.seat == seat.as_str() {
                own = Some(turn.clone());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        })?;
        Ok(own)
    }

    /// The bodies of the events after one line up to another, in order.
    ///
    /// # Errors
    /// As the store; 500 for a line that cannot be read.
    pub fn bodies_between(&self, game: &GameId, after: u64, upto: u64) -> Result<Vec<Body>, Problem> {
        let mut bodies = Vec::new();
        let mut seq = after;
        while seq < upto {
            let rows = self.store.lines(game, seq, PAGE)?;
            let Some(last) = rows.last() else { break };
            seq = last.seq;
            for row in rows.iter().filter(|row| row.seq <= upto) {
                let line = Line::read(&row.line).map_err(|why| Problem::internal(&why))?;
                if let Kind::Event(event) = line.kind {
                    bodies.push(event.body);
                }
            }
        }
        Ok(bodies)
    }
}
