//! The types of sealed bids.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{BID, BOAST, OVER};
use crate::{
    ids::Seat,
    rule::RuleId,
    ruleset::{Fact, PlanEntry, Reject, Roll},
};

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = sealed_bids::Side)]
pub enum Side {
    /// The first.
    North,
    /// The second.
    South,
}

impl Side {
    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Side::North => Side::South,
            Side::South => Side::North,
        }
    }

    /// Its id.
    pub fn as_str(self) -> &'static str {
        match self {
            Side::North => "north",
            Side::South => "south",
        }
    }
}

/// A scenario.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = sealed_bids::Scenario)]
pub struct Scenario {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is.
    pub description: String,
    /// The plan that is usual.
    pub default_seat_plan: String,
    /// Its options.
    pub options: Options,
    /// Its seat plans.
    pub seat_plans: BTreeMap<String, Vec<SeatEntry>>,
}

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = sealed_bids::Options)]
pub struct Options {
    /// Tokens a side has for the whole game.
    pub purse: u32,
    /// Rounds.
    pub rounds: u32,
    /// Whether a side reads its drafts.
    pub shared_drafts: bool,
}

/// A seat.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = sealed_bids::SeatEntry)]
pub struct SeatEntry {
    /// Its id.
    pub seat: Seat,
    /// Its side.
    pub side: Side,
    /// Its name.
    pub name: String,
}

impl PlanEntry for SeatEntry {
    fn seat(&self) -> &Seat {
        &self.seat
    }

    fn side(&self) -> &str {
        self.side.as_str()
    }

    fn name(&self) -> &str {
        &self.name
    }
}

/// An order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = sealed_bids::Command)]
pub enum Command {
    /// Bids so many tokens, in the place of an earlier bid: `bid 3`.
    Bid {
        /// How many.
        tokens: u32,
    },
    /// Binds the bid: `ready`.
    Ready {},
    /// Throws a die for nothing: `boast`.
    Boast {},
}

/// A fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = sealed_bids::Event)]
pub enum Event {
    /// A round begins.
    RoundBegan {
        /// From 1.
        round: u32,
    },
    /// A seat has bid; its line seals what.
    BidCommitted {
        /// Which.
        seat: Seat,
    },
    /// What a seat has bid.
    BidMade {
        /// Which.
        seat: Seat,
        /// How many tokens.
        tokens: u32,
    },
    /// A seat has boasted.
    Boasted {
        /// Which.
        seat: Seat,
        /// The die.
        value: u32,
    },
    /// The bids are compared.
    RoundTaken {
        /// By whom; null when by nobody.
        #[schema(required = true)]
        side: Option<Side>,
        /// The die of the north, then of the south.
        dice: [u32; 2],
    },
    /// A seat has left.
    SeatLeft {
        /// Which.
        seat: Seat,
    },
    /// It is over.
    GameEnded {
        /// Who has won; null when nobody.
        #[schema(required = true)]
        side: Option<Side>,
        /// Why.
        reason: String,
    },
}

/// A die as it is told.
pub(super) fn die(purpose: &str, rule: RuleId, seat: Option<&Seat>, value: u32) -> Roll {
    Roll {
        purpose: purpose.to_owned(),
        rule,
        seat: seat.cloned(),
        roller: None,
        against: None,
        sides: 6,
        values: vec![value],
        value,
        modifiers: Vec::new(),
        total: i64::from(value),
        result: None,
    }
}

impl Fact for Event {
    fn rolls(&self) -> Vec<Roll> {
        match self {
            Event::Boasted { seat, value } => vec![die("boast", BOAST, Some(seat), *value)],
            Event::RoundTaken { dice: [north, south], .. } => {
                vec![
                    die("luck-north", super::OPEN, None, *north),
                    die("luck-south", super::OPEN, None, *south),
                ]
            }
            Event::RoundBegan { .. }
            | Event::BidCommitted { .. }
            | Event::BidMade { .. }
            | Event::SeatLeft { .. }
            | Event::GameEnded { .. } => Vec::new(),
        }
    }

    fn hidden(&self) -> Option<&Seat> {
        match self {
            Event::BidMade { seat, .. } => Some(seat),
            Event::RoundBegan { .. }
            | Event::BidCommitted { .. }
            | Event::Boasted { .. }
            | Event::RoundTaken { .. }
            | Event::SeatLeft { .. }
            | Event::GameEnded { .. } => None,
        }
    }
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The seats and their sides.
    pub seats: Vec<(Seat, Side)>,
    /// Rounds in all.
    pub rounds: u32,
    /// Whether a side reads its drafts.
    pub shared_drafts: bool,
    /// The present round.
    pub round: u32,
    /// What is left of each purse, without this round's bids.
    pub purses: BTreeMap<Side, u32>,
    /// Who has bound a bid this round.
    pub committed: BTreeSet<Seat>,
    /// This round's bids, as far as known.
    pub bids: BTreeMap<Seat, u32>,
    /// Whether this round's bids are to be compared.
    pub taken: BTreeMap<Side, u32>,
    /// Who has left.
    pub left: BTreeSet<Seat>,
    /// How it ended.
    pub ended: Option<(Option<Side>, String)>,
}

impl State {
    pub(super) fn at_start(options: &Options, seats: &[SeatEntry]) -> Self {
        State {
            seats: seats.iter().map(|entry| (entry.seat.clone(), entry.side)).collect(),
            rounds: options.rounds,
            shared_drafts: options.shared_drafts,
            round: 0,
            purses: [(Side::North, options.purse), (Side::South, options.purse)].into(),
            committed: BTreeSet::new(),
            bids: BTreeMap::new(),
            taken: BTreeMap::new(),
            left: BTreeSet::new(),
            ended: None,
        }
    }

    /// The side of a seat.
    pub fn side_of(&self, seat: &Seat) -> Option<Side> {
        self.seats.iter().find(|(other, _)| other == seat).map(|(_, side)| *side)
    }

    /// Rounds a side has taken.
    pub fn taken_by(&self, side: Side) -> u32 {
        self.taken.get(&side).copied().unwrap_or(0)
    }

    /// The seats that owe a bid.
    pub fn owing(&self) -> impl Iterator<Item = &Seat> {
        let owes = |seat: &&Seat| {
            self.ended.is_none() && !self.left.contains(*seat) && !self.committed.contains(*seat)
        };
        self.seats.iter().map(|(seat, _)| seat).filter(owes)
    }

    /// What a side has bid this round, as far as known, without one of its seats.
    pub fn bid_by(&self, side: Side, but: Option<&Seat>) -> u32 {
        let of_side = |(seat, _): &(&Seat, &u32)| self.side_of(seat) == Some(side) && Some(*seat) != but;
        self.bids.iter().filter(of_side).map(|(_, tokens)| *tokens).sum()
    }

    /// What is left of a side's purse after these bids.
    pub fn purse(&self, side: Side) -> u32 {
        self.purses.get(&side).copied().unwrap_or(0)
    }
}

/// What a viewer is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = sealed_bids::View)]
pub struct View {
    /// The round.
    pub round: u32,
    /// Purses, by side.
    pub purses: BTreeMap<String, u32>,
    /// Who has bound a bid.
    pub committed: Vec<Seat>,
    /// The bids he knows.
    pub bids: BTreeMap<String, u32>,
    /// Rounds taken, by side.
    pub taken: BTreeMap<String, u32>,
}

impl View {
    pub(super) fn of(known: &State) -> Self {
        let by_side = |of: &BTreeMap<Side, u32>| {
            of.iter().map(|(side, n)| (side.as_str().to_owned(), *n)).collect::<BTreeMap<_, _>>()
        };
        View {
            round: known.round,
            purses: by_side(&known.purses),
            committed: known.committed.iter().cloned().collect(),
            bids: known.bids.iter().map(|(seat, tokens)| (seat.to_string(), *tokens)).collect(),
            taken: by_side(&known.taken),
        }
    }
}

/// Why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// More than the purse holds.
    OverPurse,
    /// A bid is bound.
    AlreadyReady,
    /// No bid is bound.
    NotReady,
    /// There is no bid to bind.
    NoBid,
    /// The game is over, or the seat has left.
    Over,
}

impl std::fmt::Display for Rejection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Rejection::OverPurse => "the purse does not hold that much",
            Rejection::AlreadyReady => "this seat has bid",
            Rejection::NotReady => "this seat has not bid yet",
            Rejection::NoBid => "there is no bid to bind",
            Rejection::Over => "the game is over",
        })
    }
}

impl Reject for Rejection {
    fn code(&self) -> &'static str {
        match self {
            Rejection::OverPurse => "over-purse",
            Rejection::AlreadyReady => "already-ready",
            Rejection::NotReady => "not-ready",
            Rejection::NoBid => "no-bid",
            Rejection::Over => "game-over",
        }
    }

    fn rule(&self) -> RuleId {
        match self {
            Rejection::OverPurse | Rejection::AlreadyReady | Rejection::NoBid => BID,
            Rejection::NotReady => BOAST,
            Rejection::Over => OVER,
        }
    }

    fn untimely(&self) -> bool {
        match self {
            Rejection::OverPurse | Rejection::NoBid => false,
            Rejection::AlreadyReady | Rejection::NotReady | Rejection::Over => true,
        }
    }
}
