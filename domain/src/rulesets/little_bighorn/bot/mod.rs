//! The bot, `standard`: an opponent, a stand-in and the author of suggested turns. It looks at the position only, has
//! no dice of its own and no whims, and plays for both sides. What it does is written in the rules, section 13, to
//! the letter: another implementation must give the same orders.
//!
//! Every decision is taken on a copy of the position, on which what is decided counts as done.

mod fire;
mod long_knives;
mod plains_nations;
mod road;
#[cfg(test)]
mod tests;
mod worth;

use super::{
    cell::Cell,
    command::{Command, Phase},
    evolve::enter,
    pieces::{FigureId, Side},
    state::State,
    walks::Walk,
};
use crate::ids::Seat;

/// Everything that follows for a seat without waiting for dice: never refused, and it always ends the seat's phase.
pub(super) fn bot(known: &State, seat: &Seat) -> Vec<Command> {
    let Some(seat_idx) = known.ground().seat_idx(seat).filter(|seat_idx| known.is_awaited(*seat_idx)) else {
        return Vec::new();
    };
    let mut plan = Plan { position: known.clone(), seat_idx, orders: Vec::new() };
    plan.make();
    plan.orders
}

/// Whether it agrees to a draw, whatever the score.
pub(super) fn agrees_to_draw(known: &State) -> bool {
    2 <= known.quiet_rounds
}

/// How far a list has got.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// More orders may follow.
    GoOn,
    /// Dice, a partner or the end of the game come first.
    Stop,
}

/// A list in the making.
struct Plan {
    /// The position as it will be when the orders so far are carried out, were all attacks missed.
    position: State,
    seat_idx: usize,
    orders: Vec<Command>,
}

impl Plan {
    fn make(&mut self) {
        loop {
            let next = match self.position.phase {
                Phase::Deployment => {
                    self.end();
                    Next::Stop
                }
                Phase::ReturnFire => self.return_fire(),
                Phase::Movement => self.movement(),
                Phase::Combat => {
                    fire::fire(self);
                    self.orders.push(Command::EndPhase { phase: Phase::Combat, auto_melee: true });
                    Next::Stop
                }
            };
            match next {
                Next::Stop => return,
                Next::GoOn => self.next_phase(),
            }
        }
    }

    fn return_fire(&mut self) -> Next {
        fire::fire(self);
        let has_fired = !self.orders.is_empty();
        let waits = self.waits_for_partner();
        self.end();
        if has_fired || waits { Next::Stop } else { Next::GoOn }
    }

    fn movement(&mut self) -> Next {
        let marched = match self.side() {
            Side::LongKnives => long_knives::march(self),
            Side::PlainsNations => plains_nations::march(self),
        };
        if marched == Next::Stop {
            return Next::Stop;
        }
        self.end();
        if self.waits_for_partner() { Next::Stop } else { Next::GoOn }
    }

    fn side(&self) -> Side {
        self.position.side_of(self.seat_idx)
    }

    /// Whether another seat is still to act in this phase.
    fn waits_for_partner(&self) -> bool {
        self.position.awaited().any(|seat_idx| seat_idx != self.seat_idx)
    }

    fn end(&mut self) {
        self.orders.push(Command::EndPhase { phase: self.position.phase, auto_melee: false });
    }

    /// The same side's next phase: return fire, movement, combat.
    fn next_phase(&mut self) {
        let (mover, round) = (self.position.mover, self.position.round);
        match self.position.phase {
            Phase::ReturnFire => {
                let new_round = match mover {
                    Side::LongKnives => round,
                    Side::PlainsNations => round + 1, // LBH-11.3
                };
                enter(&mut self.position, new_round, mover.other(), Phase::Movement);
            }
            Phase::Movement => enter(&mut self.position, round, mover, Phase::Combat),
            Phase::Deployment | Phase::Combat => {}
        }
    }

    /// Orders a move and does it on the copy.
    fn walk(&mut self, figure_idx: usize, walk: Walk) {
        let figure = self.arrive(figure_idx, walk.to);
        self.orders.push(Command::Move { figure, path: walk.path, with_flag: false });
    }

    /// Orders a move with the flag and does it on the copy.
    fn carry(&mut self, figure_idx: usize, walk: Walk) {
        let figure = self.arrive(figure_idx, walk.to);
        self.position.flag = walk.to; // LBH-4.10
        self.position.flag_moved = true;
        self.orders.push(Command::Move { figure, path: walk.path, with_flag: true });
    }

    fn arrive(&mut self, figure_idx: usize, to: Cell) -> FigureId {
        let figure = &mut self.position.figures[figure_idx];
        figure.cell = Some(to);
        figure.moved = true;
        self.position.piece(figure_idx).id.clone()
    }

    /// The living figures of the seat, in roster order.
    fn own_figures(&self) -> Vec<(usize, Cell)> {
        self.position.commanded_by(self.seat_idx).map(|(figure_idx, _, cell)| (figure_idx, cell)).collect()
    }

    /// Moves a figure to the cell with the greatest score, staying first among equals, or leaves it where it is.
    fn settle(&mut self, figure_idx: usize, score: impl Fn(&State, Cell) -> i64) {
        let Some(own) = self.position.figures[figure_idx].cell else { return };
        let (mut highest, mut best) = (score(&self.position, own), None);
        for walk in self.position.walks(figure_idx) {
            let reached = score(&self.position, walk.to);
            if highest < reached {
                (highest, best) = (reached, Some(walk));
            }
        }
        if let Some(walk) = best {
            self.walk(figure_idx, walk);
        }
    }
}
