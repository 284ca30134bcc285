//! The six phases of a round: whose each is, what comes next, how far an order reaches.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{command::Through, scenario::Side};

/// One of the six phases.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = counting_coup::Phase)]
pub enum Phase {
    /// The cavalry move.
    CavalryMove,
    /// The cavalry shoot, or move again.
    CavalryAction,
    /// The cavalry attack.
    CavalryMelee,
    /// The Plains Nations move.
    NationsMove,
    /// The Plains Nations shoot, or move again.
    NationsAction,
    /// The Plains Nations attack.
    NationsMelee,
}

/// What may be done in a phase.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Moves.
    Move,
    /// Shots, or a second move.
    Action,
    /// Fights.
    Melee,
}

impl Kind {
    /// In the order of a half-round.
    pub const ALL: [Kind; 3] = [Kind::Move, Kind::Action, Kind::Melee];

    /// As people say it.
    pub fn in_words(self) -> &'static str {
        match self {
            Kind::Move => "move",
            Kind::Action => "action",
            Kind::Melee => "melee",
        }
    }
}

impl From<Through> for Kind {
    fn from(through: Through) -> Kind {
        match through {
            Through::Move => Kind::Move,
            Through::Action => Kind::Action,
            Through::Melee => Kind::Melee,
        }
    }
}

impl Phase {
    /// In the order of a round.
    pub const ALL: [Phase; 6] = [
        Phase::CavalryMove,
        Phase::CavalryAction,
        Phase::CavalryMelee,
        Phase::NationsMove,
        Phase::NationsAction,
        Phase::NationsMelee,
    ]; // CCC-4.1 CCC-1.6: the same in both editions

    /// The phase of a side.
    pub fn of(side: Side, kind: Kind) -> Phase {
        match (side, kind) {
            (Side::Cavalry, Kind::Move) => Phase::CavalryMove,
            (Side::Cavalry, Kind::Action) => Phase::CavalryAction,
            (Side::Cavalry, Kind::Melee) => Phase::CavalryMelee,
            (Side::Nations, Kind::Move) => Phase::NationsMove,
            (Side::Nations, Kind::Action) => Phase::NationsAction,
            (Side::Nations, Kind::Melee) => Phase::NationsMelee,
        }
    }

    /// The active side.
    pub fn side(self) -> Side {
        match self {
            Phase::CavalryMove | Phase::CavalryAction | Phase::CavalryMelee => Side::Cavalry,
            Phase::NationsMove | Phase::NationsAction | Phase::NationsMelee => Side::Nations,
        }
    }

    /// What may be done in it.
    pub fn kind(self) -> Kind {
        match self {
            Phase::CavalryMove | Phase::NationsMove => Kind::Move,
            Phase::CavalryAction | Phase::NationsAction => Kind::Action,
            Phase::CavalryMelee | Phase::NationsMelee => Kind::Melee, // CCC-7.1
        }
    }

    /// The phase after it in the same round.
    pub fn next(self) -> Option<Phase> {
        match self {
            Phase::CavalryMove => Some(Phase::CavalryAction),
            Phase::CavalryAction => Some(Phase::CavalryMelee),
            Phase::CavalryMelee => Some(Phase::NationsMove),
            Phase::NationsMove => Some(Phase::NationsAction),
            Phase::NationsAction => Some(Phase::NationsMelee),
            Phase::NationsMelee => None,
        }
    }

    /// As JSON writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Phase::CavalryMove => "cavalry_move",
            Phase::CavalryAction => "cavalry_action",
            Phase::CavalryMelee => "cavalry_melee",
            Phase::NationsMove => "nations_move",
            Phase::NationsAction => "nations_action",
            Phase::NationsMelee => "nations_melee",
        }
    }

    /// The phase of this name.
    pub fn parse(name: &str) -> Option<Phase> {
        Phase::ALL.into_iter().find(|phase| phase.as_str() == name)
    }

    /// As people say it.
    pub fn in_words(self) -> &'static str {
        match self {
            Phase::CavalryMove => "the cavalry's move",
            Phase::CavalryAction => "the cavalry's action",
            Phase::CavalryMelee => "the cavalry's melee",
            Phase::NationsMove => "the Plains Nations' move",
            Phase::NationsAction => "the Plains Nations' action",
            Phase::NationsMelee => "the Plains Nations' melee",
        }
    }
}
