//! The table: what is the same for all games. Seats, the start, resigning, draws, time-outs, the end from outside.
//!
//! It knows no figure and no phase; what follows from its acts in a battle, the rules answer (log-mapping §4).

mod event;
mod order;

use std::collections::{BTreeMap, BTreeSet};

pub use event::{AbortReason, TABLE_EVENTS, TableEvent, TimeOutAction};
pub use order::{TABLE_ORDERS, TableOrder};

use crate::{
    ids::{Actor, Seat},
    ruleset::Outcome,
};

/// Where a game is in its life.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Life {
    /// Not begun.
    Open,
    /// Being played.
    Active,
    /// Over, with this result.
    Ended(Outcome),
}

/// What a game's clock tells the table; deadlines are the service's (service §4).
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ClockRules {
    /// What a time-out does.
    #[serde(default)]
    pub on_timeout: OnTimeout,
    /// So many time-outs of a seat in a row resign it; 0 never.
    #[serde(default = "three")]
    pub resign_after: u32,
}

fn three() -> u32 {
    3
}

impl Default for ClockRules {
    fn default() -> Self {
        ClockRules { on_timeout: OnTimeout::default(), resign_after: three() }
    }
}

/// The clock's policy for a seat whose time is up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnTimeout {
    /// The ruleset's safe default.
    #[default]
    DefaultAction,
    /// A bot plays this hand-over.
    Bot,
    /// The seat resigns.
    Forfeit,
    /// Nothing.
    Wait,
}

/// The state of a table. A fold of its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    seats: Vec<Seat>,
    bots: BTreeSet<Seat>,
    clock: ClockRules,
    life: Life,
    resigned: BTreeSet<Seat>,
    drawing: BTreeSet<Seat>,
    timed_out: BTreeMap<Seat, u32>,
}

impl Table {
    /// A table nobody has acted at.
    pub fn new(seats: Vec<Seat>, bots: BTreeSet<Seat>, clock: ClockRules) -> Self {
        Table {
            seats,
            bots,
            clock,
            life: Life::Open,
            resigned: BTreeSet::new(),
            drawing: BTreeSet::new(),
            timed_out: BTreeMap::new(),
        }
    }

    /// Where the game is in its life.
    pub fn life(&self) -> &Life {
        &self.life
    }

    /// All seats, in the plan's order.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// The seats that a bot holds.
    pub fn bots(&self) -> &BTreeSet<Seat> {
        &self.bots
    }

    /// Whether this seat has left the game.
    pub fn has_resigned(&self, seat: &Seat) -> bool {
        self.resigned.contains(seat)
    }

    /// The seats still in the game, in the plan's order.
    pub fn left(&self) -> Vec<Seat> {
        self.seats.iter().filter(|seat| !self.resigned.contains(*seat)).cloned().collect()
    }

    /// The seats that have offered a draw or agreed to one.
    pub fn drawing(&self) -> &BTreeSet<Seat> {
        &self.drawing
    }

    /// What happens to this seat when its time is up now; `None`: the clock waits.
    pub fn time_out_action(&self, seat: &Seat) -> Option<TimeOutAction> {
        let in_a_row = self.timed_out.get(seat).copied().unwrap_or(0) + 1;
        let policy = match self.clock.on_timeout {
            OnTimeout::DefaultAction => TimeOutAction::DefaultAction,
            OnTimeout::Bot => TimeOutAction::Bot,
            OnTimeout::Forfeit => TimeOutAction::Forfeit,
            OnTimeout::Wait => return None,
        };
        let patience_ends = 0 < self.clock.resign_after && self.clock.resign_after <= in_a_row;
        Some(if patience_ends { TimeOutAction::Forfeit } else { policy })
    }

    /// Takes in a fact, written by `actor`.
    pub fn evolve(&mut self, actor: &Actor, event: &TableEvent) {
        match event {
            TableEvent::GameStarted {} => self.life = Life::Active,
            TableEvent::OrdersGiven { .. } => {
                if let Actor::Seat(seat) = actor {
                    self.drawing.remove(seat);
                    self.timed_out.remove(seat);
                }
            }
            TableEvent::SeatTimedOut { seat, .. } => *self.timed_out.entry(seat.clone()).or_default() += 1,
            TableEvent::SeatResigned { seat } => {
                self.drawing.remove(seat);
                self.resigned.insert(seat.clone());
            }
            TableEvent::DrawOffered { seat } | TableEvent::DrawAccepted { seat } => {
                self.drawing.insert(seat.clone());
            }
            TableEvent::DrawDeclined { .. } => self.drawing.clear(),
            TableEvent::OrderLapsed { .. }
            | TableEvent::RulesUpdated { .. }
            | TableEvent::GameAborted { .. } => {}
        }
    }

    /// The game is over, with this result.
    pub fn end(&mut self, outcome: Outcome) {
        self.life = Life::Ended(outcome);
    }
}
