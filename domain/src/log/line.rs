//! What a line is: its kinds and their members, as the table of verifiable-dice §4 has them. How it is written and read
//! is in `wire`; whether it may stand where it stands is the verifier's to say.

use std::fmt;

use serde::Serialize;

use super::Body;
use crate::{
    dice::RollProof,
    hash::Hash,
    ids::{Actor, GameId, Request, Seat},
};

/// One line of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The game it belongs to.
    pub game: GameId,
    /// Its position, from 1.
    pub seq: u64,
    /// The hash of the line before; [`Hash::ZERO`] for the first.
    pub prev: Hash,
    /// Unix seconds, never falling.
    pub time: u64,
    /// What it says.
    pub kind: Kind,
}

impl Line {
    /// The first line of a game.
    pub fn first(game: GameId, time: u64, genesis: Genesis) -> Self {
        Line { game, seq: 1, prev: Hash::ZERO, time, kind: Kind::Genesis(Box::new(genesis)) }
    }

    /// The line's `type`.
    pub fn kind_name(&self) -> &'static str {
        self.kind.name()
    }

    /// The line's `seat`, for those kinds that have one.
    pub fn seat(&self) -> Option<&str> {
        match &self.kind {
            Kind::Commit { seat, .. } | Kind::Reveal { seat, .. } => Some(seat.as_str()),
            Kind::Event(event) => Some(event.seat.as_str()),
            Kind::Wait(wait) => Some(wait.seat.as_str()),
            Kind::Genesis(_) | Kind::Beacon(_) | Kind::Epoch { .. } | Kind::End { .. } => None,
        }
    }

    /// Who asked for it under which key, for those kinds that say so; all lines of one turn agree in both.
    pub fn turn(&self) -> Option<(&Actor, &Request)> {
        match &self.kind {
            Kind::Event(event) => Some((&event.seat, &event.request)),
            Kind::Wait(wait) => Some((&wait.seat, &wait.request)),
            Kind::Genesis(_)
            | Kind::Commit { .. }
            | Kind::Reveal { .. }
            | Kind::Beacon(_)
            | Kind::Epoch { .. }
            | Kind::End { .. } => None,
        }
    }

    /// The line's `body`, for those kinds that have one.
    pub fn body(&self) -> Option<&Body> {
        match &self.kind {
            Kind::Event(event) => Some(&event.body),
            Kind::Wait(wait) => Some(&wait.body),
            Kind::End { body, .. } => Some(body),
            Kind::Genesis(_)
            | Kind::Commit { .. }
            | Kind::Reveal { .. }
            | Kind::Beacon(_)
            | Kind::Epoch { .. } => None,
        }
    }

    /// The dice it proves; empty for every kind but `event`.
    pub fn rolls(&self) -> &[RollProof] {
        match &self.kind {
            Kind::Event(event) => &event.rolls,
            Kind::Genesis(_)
            | Kind::Commit { .. }
            | Kind::Reveal { .. }
            | Kind::Wait(_)
            | Kind::Beacon(_)
            | Kind::Epoch { .. }
            | Kind::End { .. } => &[],
        }
    }
}

/// What a line says, by its `type`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The first line of a game, and only that.
    Genesis(Box<Genesis>),
    /// A seat binds itself to its entropy.
    Commit {
        /// The seat.
        seat: Seat,
        /// The epoch's number.
        epoch: u64,
        /// The commitment; `None` declines.
        commit: Option<Hash>,
    },
    /// A seat shows its entropy, after all have committed.
    Reveal {
        /// The seat.
        seat: Seat,
        /// The epoch's number.
        epoch: u64,
        /// Its 32 random bytes.
        entropy: Hash,
    },
    /// Something happened.
    Event(Event),
    /// Beacon games: a turn stands still until a round is published.
    Wait(Wait),
    /// Beacon games: the round, right after its `wait`.
    Beacon(Beacon),
    /// A new epoch; the old one's seeds are dead.
    Epoch {
        /// The new chain.
        epoch: EpochHead,
        /// Why, in words.
        reason: String,
    },
    /// Nothing follows.
    End {
        /// The result.
        body: Body,
        /// Every seal still closed, in order: line and place in its `seals`.
        unopened: Vec<(u64, u64)>,
    },
}

impl Kind {
    /// The line's `type`.
    pub const fn name(&self) -> &'static str {
        match self {
            Kind::Genesis(_) => "genesis",
            Kind::Commit { .. } => "commit",
            Kind::Reveal { .. } => "reveal",
            Kind::Event(_) => "event",
            Kind::Wait(_) => "wait",
            Kind::Beacon(_) => "beacon",
            Kind::Epoch { .. } => "epoch",
            Kind::End { .. } => "end",
        }
    }
}

/// What is fixed for a whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genesis {
    /// The name in front of the signatures: host and path of the service.
    pub origin: String,
    /// The key that signs the game's heads.
    pub vkey: String,
    /// 1 to 64 different seats; their order is that of the mix.
    pub seats: Vec<Seat>,
    /// Ruleset, version, the whole scenario, options, seats.
    pub rules: Body,
    /// The beacon of a beacon game; `None` in an instant game.
    pub beacon: Option<BeaconChain>,
    /// The first epoch, number 0.
    pub epoch: EpochHead,
}

/// A drand chain, and how long its rounds are waited for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BeaconChain {
    /// The chain's hash.
    pub chain: Hash,
    /// Seconds between an order's time and the earliest round that may serve it, at least 1.
    pub delay: u64,
    /// When round 1 was published, in Unix seconds.
    pub genesis: u64,
    /// Seconds between two rounds, at least 1.
    pub period: u64,
}

/// The public end of an epoch's seed chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EpochHead {
    /// `s_0`.
    pub anchor: Hash,
    /// How many seeds it has, 1 to 2^20.
    pub length: u64,
    /// 0, 1, 2 …
    pub number: u64,
}

/// Something that happened, with the dice it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Who did it.
    pub seat: Actor,
    /// Its turn's idempotency key.
    pub request: Request,
    /// The event itself.
    pub body: Body,
    /// The proofs of its dice, in drawing order; at most 1000.
    pub rolls: Vec<RollProof>,
    /// What it hides.
    pub seals: Vec<Seal>,
    /// What it shows of what earlier lines hid.
    pub opens: Vec<Opening>,
}

/// A text that is not yet shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seal {
    /// Whose.
    pub owner: Actor,
    /// [`crate::dice::seal`] of it.
    pub seal: Hash,
}

/// A sealed text, shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opening {
    /// Which of that line's seals, from 0.
    pub n: u64,
    /// The salt it was sealed with.
    pub salt: Hash,
    /// The line with the seal.
    pub seq: u64,
    /// The text.
    pub text: String,
}

/// A turn of a beacon game that needs dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// Who asked.
    pub seat: Actor,
    /// Its turn's idempotency key.
    pub request: Request,
    /// The orders.
    pub body: Body,
    /// The round that will decide, from 1.
    pub round: u64,
}

/// A published round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beacon {
    /// Which, from 1.
    pub round: u64,
    /// SHA-256 of the signature's bytes.
    pub randomness: Hash,
    /// 1 to 200 bytes in lower-case hex.
    pub signature: String,
}

/// The first round published at or after `time` plus the chain's delay (§4, beacon games). Time is in Unix seconds.
pub fn beacon_round(chain: &BeaconChain, time: u64) -> u64 {
    let wait = i128::from(time) + i128::from(chain.delay) - i128::from(chain.genesis);
    let period = i128::from(chain.period.max(1));
    let periods = -(-wait).div_euclid(period);
    u64::try_from((periods + 1).max(1)).unwrap_or(u64::MAX)
}

/// When a round is published, in Unix seconds.
pub fn beacon_time(chain: &BeaconChain, round: u64) -> u128 {
    u128::from(chain.genesis) + u128::from(round.saturating_sub(1)) * u128::from(chain.period)
}

/// Why a text is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFault {
    /// It is not canonical (§1).
    Encoding,
    /// Its members or their forms are others than §4 says.
    Fields,
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LineFault::Encoding => "not a canonical JSON object",
            LineFault::Fields => "not the members of a line",
        })
    }
}

impl std::error::Error for LineFault {}
