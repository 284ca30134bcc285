//! Why an order is not carried out: the code, the rule it rests on, whom it concerns, and a sentence.

mod detail;
#[cfg(test)]
mod tests;

use std::fmt;

pub use self::detail::{Asking, Detail};
use super::{
    ids::{FigureId, UnitId},
    notation::inches,
    rules,
};
use crate::{
    rule::RuleId,
    ruleset::{About, Reject},
};

/// What is wrong with an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The battle is over.
    GameOver,
    /// No figure of this game.
    UnknownFigure,
    /// No unit of this game.
    UnknownUnit,
    /// Another seat's.
    NotYourUnit,
    /// The order belongs to another phase.
    NotYourPhase,
    /// The unit is marked done.
    AlreadyDone,
    /// Off the table.
    NotOnTable,
    /// A second move in the phase of moves.
    AlreadyMoved,
    /// A second action.
    AlreadyActed,
    /// No leg, or more than six.
    BadPath,
    /// Too near the edge, or beyond it.
    OffTable,
    /// Farther than the figure goes.
    TooFar,
    /// Past an enemy.
    PathBlocked,
    /// On top of another figure.
    SpaceOccupied,
    /// Named twice.
    DuplicateFigure,
    /// Of another unit.
    NotInUnit,
    /// Nobody is left who could do it.
    EmptyOrder,
    /// One's own side.
    NotAnEnemy,
    /// A charge at somebody touched already.
    AlreadyInContact,
    /// No place beside the target can be reached.
    NoChargeSpot,
    /// A warrior without bow or rifle.
    CannotShoot,
    /// A hill lies between.
    NoLineOfSight,
    /// A casualty order that names what is not the unit's.
    BadCasualtyOrder,
    /// They do not touch.
    NotInContact,
    /// One of the two has fought in this phase.
    AlreadyFought,
    /// Comrades of the bearer have no opponent yet.
    GuidonGuarded,
    /// Only chiefs count coup.
    NotAChief,
    /// On this enemy he has counted coup.
    CoupAlreadyCounted,
}

/// A refusal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection {
    /// What is wrong.
    pub fault: Fault,
    /// The figure that fails the check.
    pub figure: Option<FigureId>,
    /// The unit concerned, where no figure is.
    pub unit: Option<UnitId>,
    /// The figure in the way.
    pub by: Option<FigureId>,
    /// Of the path, in hundredths of an inch.
    pub length: Option<i64>,
    /// What else its sentence tells.
    pub detail: Option<Detail>,
}

impl Fault {
    /// This fault, of nobody in particular.
    pub fn plain(self) -> Rejection {
        Rejection { fault: self, figure: None, unit: None, by: None, length: None, detail: None }
    }

    /// This fault of a figure.
    pub fn of(self, figure: FigureId) -> Rejection {
        Rejection { figure: Some(figure), ..self.plain() }
    }

    /// This fault of a unit.
    pub fn of_unit(self, unit: UnitId) -> Rejection {
        Rejection { unit: Some(unit), ..self.plain() }
    }
}

impl Rejection {
    /// The same, with more to tell.
    pub fn with(self, detail: Detail) -> Rejection {
        Rejection { detail: Some(detail), ..self }
    }
}

impl Reject for Rejection {
    fn code(&self) -> &'static str {
        match self.fault {
            Fault::GameOver => "game-over",
            Fault::UnknownFigure => "unknown-figure",
            Fault::UnknownUnit => "unknown-unit",
            Fault::NotYourUnit => "not-your-unit",
            Fault::NotYourPhase => "not-your-phase",
            Fault::AlreadyDone => "already-done",
            Fault::NotOnTable => "not-on-table",
            Fault::AlreadyMoved => "already-moved",
            Fault::AlreadyActed => "already-acted",
            Fault::BadPath => "bad-path",
            Fault::OffTable => "off-table",
            Fault::TooFar => "too-far",
            Fault::PathBlocked => "path-blocked",
            Fault::SpaceOccupied => "space-occupied",
            Fault::DuplicateFigure => "duplicate-figure",
            Fault::NotInUnit => "not-in-unit",
            Fault::EmptyOrder => "empty-order",
            Fault::NotAnEnemy => "not-an-enemy",
            Fault::AlreadyInContact => "already-in-contact",
            Fault::NoChargeSpot => "no-charge-spot",
            Fault::CannotShoot => "cannot-shoot",
            Fault::NoLineOfSight => "no-line-of-sight",
            Fault::BadCasualtyOrder => "bad-casualty-order",
            Fault::NotInContact => "not-in-contact",
            Fault::AlreadyFought => "already-fought",
            Fault::GuidonGuarded => "guidon-guarded",
            Fault::NotAChief => "not-a-chief",
            Fault::CoupAlreadyCounted => "coup-already-counted",
        }
    }

    fn rule(&self) -> RuleId {
        match self.fault {
            Fault::GameOver
            | Fault::UnknownFigure
            | Fault::UnknownUnit
            | Fault::NotYourUnit
            | Fault::NotOnTable
            | Fault::NotInUnit
            | Fault::NotAnEnemy => rules::CHECKS,
            Fault::NotYourPhase => rules::SEQUENCE,
            Fault::AlreadyDone => rules::DONE,
            Fault::DuplicateFigure | Fault::EmptyOrder => rules::REHEARSAL,
            Fault::AlreadyMoved => rules::ONE_MOVE,
            Fault::AlreadyActed => rules::MOVE_OR_SHOOT,
            Fault::BadPath => rules::PATH,
            Fault::OffTable => rules::TABLE_EDGE,
            Fault::TooFar => rules::ALLOWANCE,
            Fault::PathBlocked => rules::ENEMY_IN_THE_WAY,
            Fault::SpaceOccupied => rules::FREE_SPACE,
            Fault::AlreadyInContact | Fault::NoChargeSpot => rules::CHARGE,
            Fault::CannotShoot => rules::WHO_SHOOTS,
            Fault::NoLineOfSight => rules::SIGHT,
            Fault::BadCasualtyOrder => rules::CASUALTY_ORDER,
            Fault::NotInContact => rules::MUST_TOUCH,
            Fault::AlreadyFought => rules::ONE_FIGHT,
            Fault::GuidonGuarded => rules::GUIDON_GUARD,
            Fault::NotAChief => rules::COUP,
            Fault::CoupAlreadyCounted => rules::COUP_ONCE,
        }
    }

    fn untimely(&self) -> bool {
        matches!(self.fault, Fault::GameOver | Fault::NotYourPhase | Fault::AlreadyDone)
    }

    fn about(&self) -> About {
        About {
            figure: self.figure.map(|id| id.to_string()),
            by: self.by.map(|id| id.to_string()),
            length: self.length,
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = match (self.figure, self.unit) {
            (Some(figure), _) => figure.to_string(),
            (None, Some(unit)) => unit.to_string(),
            (None, None) => "this".to_owned(),
        };
        if let Some(detail) = &self.detail {
            return detail.tell(f, &who, self.length);
        }
        let by = self.by.map_or_else(|| "another figure".to_owned(), |by| by.to_string());
        match self.fault {
            Fault::GameOver => write!(f, "the battle is over"),
            Fault::UnknownFigure => write!(f, "there is no figure {who} in this game"),
            Fault::UnknownUnit => write!(f, "there is no unit {who} in this game"),
            Fault::NotYourUnit => write!(f, "{who} is not under the command of this seat"),
            Fault::NotYourPhase => write!(f, "this order of {who} belongs to a phase that is not now"),
            Fault::AlreadyDone => {
                write!(f, "the unit of {who} is done for this phase; `resume` takes that back")
            }
            Fault::NotOnTable => write!(f, "{who} is not on the table"),
            Fault::AlreadyMoved => write!(f, "{who} has moved in this phase"),
            Fault::AlreadyActed => write!(f, "{who} has shot or moved in this phase"),
            Fault::BadPath => write!(f, "the path of {who} must have one to six legs"),
            Fault::OffTable => write!(f, "{who} must stay half an inch or more from the edges of the table"),
            Fault::TooFar => {
                write!(f, "{who} cannot go that far: the path is {} inches", inches(self.length.unwrap_or(0)))
            }
            Fault::PathBlocked => write!(f, "{who} would come too near {by} on the way"),
            Fault::SpaceOccupied => write!(f, "{who} would end on top of {by}"),
            Fault::DuplicateFigure => write!(f, "{who} is named twice"),
            Fault::NotInUnit => write!(f, "{who} belongs to another unit"),
            Fault::EmptyOrder => write!(f, "nobody is left who could carry this out"),
            Fault::NotAnEnemy => write!(f, "{who} is no enemy"),
            Fault::AlreadyInContact => write!(f, "{who} touches that enemy already"),
            Fault::NoChargeSpot => write!(f, "{who} can reach no place beside that enemy"),
            Fault::CannotShoot => write!(f, "{who} has neither bow nor rifle"),
            Fault::NoLineOfSight => write!(f, "{who} sees nobody of that unit"),
            Fault::BadCasualtyOrder => {
                write!(f, "a casualty order names kinds or figures of {who}, each once")
            }
            Fault::NotInContact => write!(f, "{who} does not touch that enemy"),
            Fault::AlreadyFought => write!(f, "{who} has fought in this phase"),
            Fault::GuidonGuarded => write!(f, "{who} carries the guidon, and comrades have no opponent yet"),
            Fault::NotAChief => match self.unit {
                Some(_) => write!(f, "{who} is of the cavalry, whose units have no chief to count coup"),
                None => write!(f, "{who} is no chief, and only chiefs count coup"),
            },
            Fault::CoupAlreadyCounted => write!(f, "{who} has counted coup on that enemy"),
        }
    }
}
