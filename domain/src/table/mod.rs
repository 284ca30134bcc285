//! The table: what is the same for all games. Seats, the start, resigning, draws, time-outs, the end from outside.
//!
//! It knows no figure and no phase; what follows from its acts in a battle, the rules answer (log-mapping §4).

mod event;
mod offers;
mod order;

use std::collections::{BTreeMap, BTreeSet};

pub use event::{
    AbortReason, DeadlineWhy, ResumeWhy, StopWhy, Substitute, TABLE_EVENTS, TableEvent, TimeOutAction,
};
pub use offers::{Fate, Offer, OfferAnswer, OfferTerms, Offered};
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
    /// What happens when every seat has timed out in a row.
    #[serde(default)]
    pub all_absent: AllAbsent,
}

/// What happens when every seat still in the game has timed out, one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AllAbsent {
    /// The game runs on, as it did before there was a choice: old logs do not say.
    #[default]
    Run,
    /// Time stands still until somebody gives orders.
    Pause,
}

/// Whose hand gave a seat's orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// Whoever holds the seat.
    Own,
    /// A bot, for somebody whose time was up: he is as absent as before.
    StandIn,
}

fn three() -> u32 {
    3
}

impl Default for ClockRules {
    fn default() -> Self {
        ClockRules {
            on_timeout: OnTimeout::default(),
            resign_after: three(),
            all_absent: AllAbsent::default(),
        }
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
    /// Seats whose time was up in their present hand-over: however many phases it has left, it counts once.
    late: BTreeSet<Seat>,
    /// Seats whose present hand-over a bot plays.
    stood_in: BTreeSet<Seat>,
    /// Deadlines of present hand-overs that are not their clock's.
    granted: BTreeMap<Seat, u64>,
    stopped: Option<Pause>,
    /// Seats whose own time stands still, and until when.
    away: BTreeMap<Seat, u64>,
    /// How often each seat was handed over to somebody else.
    handed_over: BTreeMap<Seat, u32>,
    /// All offers there ever were, by number.
    offers: Vec<Offer>,
}

/// Time that stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// Why.
    pub why: StopWhy,
    /// When it is over by itself, Unix seconds.
    pub until: Option<u64>,
    /// Somebody has given orders since: time may run again.
    pub returned: bool,
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
            late: BTreeSet::new(),
            stood_in: BTreeSet::new(),
            granted: BTreeMap::new(),
            stopped: None,
            away: BTreeMap::new(),
            handed_over: BTreeMap::new(),
            offers: Vec::new(),
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

    /// How often in a row a seat's time has run out.
    pub fn times_out(&self, seat: &Seat) -> u32 {
        self.timed_out.get(seat).copied().unwrap_or(0)
    }

    /// The seats whose present hand-over a bot plays.
    pub fn stood_in(&self) -> &BTreeSet<Seat> {
        &self.stood_in
    }

    /// Until when a seat has time in its present hand-over, where that is not what its clock gives.
    pub fn granted(&self, seat: &Seat) -> Option<u64> {
        self.granted.get(seat).copied()
    }

    /// Whether time stands still, and why.
    pub fn stopped(&self) -> Option<Pause> {
        self.stopped
    }

    /// The seats whose own time stands still, and until when.
    pub fn away(&self) -> &BTreeMap<Seat, u64> {
        &self.away
    }

    /// Whether this seat's time stands still, with all others' or alone.
    pub fn is_still(&self, seat: &Seat) -> bool {
        self.stopped.is_some() || self.away.contains_key(seat)
    }

    /// How often this seat was handed over to somebody else.
    pub fn handed_over(&self, seat: &Seat) -> u32 {
        self.handed_over.get(seat).copied().unwrap_or(0)
    }

    /// So many seconds have passed in which these seats' time stood still: what they were granted moves on by them.
    pub fn hold_still(&mut self, is_still: impl Fn(&Seat) -> bool, seconds: u64) {
        for (_, deadline) in self.granted.iter_mut().filter(|(seat, _)| is_still(seat)) {
            *deadline = deadline.saturating_add(seconds);
        }
    }

    /// Whether the game stops now that all of these seats have timed out in a row. A bot's seat never has.
    pub fn all_are_absent(&self, in_game: &[Seat]) -> bool {
        let is_absent = |seat: &Seat| self.timed_out.get(seat).is_some_and(|times| 0 < *times);
        match self.clock.all_absent {
            AllAbsent::Run => false,
            AllAbsent::Pause => self.stopped.is_none() && in_game.iter().all(is_absent),
        }
    }

    /// Hand-overs have ended: what was granted or stood in for in them is forgotten.
    pub fn keep_hand_overs(&mut self, awaited: &[Seat]) {
        self.late.retain(|seat| awaited.contains(seat));
        self.stood_in.retain(|seat| awaited.contains(seat));
        self.granted.retain(|seat, _| awaited.contains(seat));
        self.lapse_times(awaited);
    }

    /// What happens to this seat when its time is up now; `None`: the clock waits.
    pub fn time_out_action(&self, seat: &Seat) -> Option<TimeOutAction> {
        let in_a_row = self.times_out(seat) + u32::from(!self.late.contains(seat));
        let policy = match self.clock.on_timeout {
            OnTimeout::DefaultAction => TimeOutAction::DefaultAction,
            OnTimeout::Bot => TimeOutAction::Bot,
            OnTimeout::Forfeit => TimeOutAction::Forfeit,
            OnTimeout::Wait => return None,
        };
        let patience_ends = 0 < self.clock.resign_after && self.clock.resign_after <= in_a_row;
        Some(if patience_ends { TimeOutAction::Forfeit } else { policy })
    }

    /// A seat has given orders by this hand, in the open or under seal.
    pub fn acted(&mut self, seat: &Seat, hand: Hand) {
        match hand {
            Hand::Own => {
                self.drawing.remove(seat);
                self.timed_out.remove(seat);
                self.late.remove(seat);
                self.stood_in.remove(seat);
                self.stopped.iter_mut().for_each(|pause| pause.returned = true);
            }
            Hand::StandIn => {}
        }
    }

    /// Takes in a fact, written by `actor`'s `hand`.
    pub fn evolve(&mut self, actor: &Actor, hand: Hand, event: &TableEvent) {
        match event {
            TableEvent::GameStarted {} => self.life = Life::Active,
            TableEvent::OrdersGiven { orders } => {
                if let Actor::Seat(seat) = actor {
                    self.acted(seat, hand);
                    if hand == Hand::Own {
                        self.lapse_by_orders(seat, orders);
                    }
                }
            }
            TableEvent::SeatTimedOut { seat, action, .. } => {
                if self.late.insert(seat.clone()) {
                    *self.timed_out.entry(seat.clone()).or_default() += 1;
                }
                self.granted.remove(seat);
                if *action == TimeOutAction::Bot {
                    self.stood_in.insert(seat.clone());
                }
            }
            TableEvent::DeadlineSet { seat, deadline, .. } => {
                self.granted.insert(seat.clone(), *deadline);
            }
            TableEvent::ClockStopped { seat: None, until, why } => {
                self.stopped = Some(Pause { why: *why, until: *until, returned: false });
            }
            TableEvent::ClockStopped { seat: Some(seat), until, .. } => {
                self.away.insert(seat.clone(), until.unwrap_or(u64::MAX));
            }
            TableEvent::ClockResumed { seat: None, .. } => self.stopped = None,
            TableEvent::ClockResumed { seat: Some(seat), .. } => {
                self.away.remove(seat);
            }
            TableEvent::SeatResigned { seat } => {
                self.resigned.insert(seat.clone());
                self.gone(seat);
            }
            TableEvent::SeatSubstituted { seat, by } => self.hand_over(seat, *by),
            TableEvent::DrawOffered { seat } => {
                self.count_draw(seat);
                self.drawing.insert(seat.clone());
            }
            TableEvent::DrawAccepted { seat } => {
                self.drawing.insert(seat.clone());
            }
            TableEvent::DrawDeclined { seat } => self.close_draw(seat),
            TableEvent::OfferMade { offer, terms } => self.make_offer(actor, *offer, terms),
            TableEvent::OfferAnswered { offer, answer } => self.answer_offer(actor, *offer, *answer),
            TableEvent::TakenBack { .. } => self.lapse_all(),
            TableEvent::OrderLapsed { .. }
            | TableEvent::SecretsOpened {}
            | TableEvent::RulesUpdated { .. }
            | TableEvent::GameAborted { .. } => {}
        }
    }

    /// Whoever held this seat has no part any more: nothing that he began goes on.
    fn gone(&mut self, seat: &Seat) {
        self.drawing.remove(seat);
        self.away.remove(seat);
        self.forget_offers_of(seat);
    }

    /// Somebody else holds the seat: he begins anew, and what the other had pending is over.
    fn hand_over(&mut self, seat: &Seat, by: Substitute) {
        self.gone(seat);
        self.timed_out.remove(seat);
        self.late.remove(seat);
        self.stood_in.remove(seat);
        self.granted.remove(seat);
        *self.handed_over.entry(seat.clone()).or_default() += 1;
        match by {
            Substitute::Player => self.bots.remove(seat),
            Substitute::Bot => self.bots.insert(seat.clone()),
        };
    }

    /// The game is over, with this result.
    pub fn end(&mut self, outcome: Outcome) {
        self.life = Life::Ended(outcome);
    }
}
