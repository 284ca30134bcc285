//! The orders of a seat. Canonical JSON leaves defaults out; a form that is not one of these is refused before anything
//! is judged. What is merely wrong in play (no point in a path, nobody in a list, a stranger in it, a casualty that is
//! no word of the game) is read all the same, since it has a code of its own.

mod form;

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ids::{FigureId, UnitId};
use crate::geometry::Point;
pub use crate::geometry::Vector;

/// The most points of a path that are read. How many a figure may use is a rule (CCC-5.3).
pub(super) const MOST_POINTS: usize = 500;

/// The most figures or casualties a list may name.
pub(super) const MOST_FIGURES: usize = 100;

/// The most units a list may name.
pub(super) const MOST_UNITS: usize = 64;

/// The most characters of an entry in a casualty order.
const LONGEST_LOSS: usize = 20;

/// One order of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = counting_coup::Command)]
pub enum Command {
    /// Moves a figure along a path: `move C4 > 12.50,30.00 > 14.00,31.25`.
    Move {
        /// Who.
        figure: FigureId,
        /// The ends of the legs, in hundredths of an inch, without the place it stands on.
        #[serde(deserialize_with = "form::points")]
        #[schema(max_items = 500)]
        path: Vec<Point>,
    },
    /// Moves several figures of a unit alike: `move HUN* by +3.00,-2.50`, `move HUN2-4,HUN9 by +0.00,-6.00`.
    MoveGroup {
        /// Whose.
        unit: UnitId,
        /// Who.
        figures: Chosen,
        /// How far, east and south.
        by: Vector,
    },
    /// Moves a figure into contact with an enemy: `charge HUN2 x C4`.
    Charge {
        /// Who.
        figure: FigureId,
        /// Whom it is to touch.
        target: FigureId,
    },
    /// Shoots at a unit: `shoot C* @ HUN within 12.00`, `shoot C1-3 @ HUN`.
    Shoot {
        /// Whose figures shoot.
        unit: UnitId,
        /// Who.
        shooters: Chosen,
        /// At whom.
        target: UnitId,
        /// Hundredths of an inch; shooters farther from the target than this hold their fire. Left out, none does.
        #[serde(default, deserialize_with = "form::given", skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        within: Option<u32>,
    },
    /// Fights: `melee HUN2 x C4`, or tries to count coup: `coup HUN1 x C4`.
    Melee {
        /// Who attacks.
        figure: FigureId,
        /// Whom.
        target: FigureId,
        /// Whether the attacking chief tries to count coup.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[schema(default = false)]
        coup: bool,
    },
    /// Says who of a unit is to fall first when it is shot at: `lose C: C7,trooper nearest`, `lose C: - farthest`.
    SetCasualtyOrder {
        /// Whose.
        unit: UnitId,
        /// Whom, first choice first; empty for the default.
        #[serde(deserialize_with = "form::losses")]
        #[schema(max_items = 100)]
        order: Vec<Loss>,
        /// Who goes among equals.
        #[serde(default, skip_serializing_if = "Tie::is_default")]
        #[schema(default = "farthest")]
        tie: Tie,
    },
    /// Says whether a chief who is attacked tries to count coup: `coups HUN always`.
    SetCoupOrder {
        /// Whose.
        unit: UnitId,
        /// When.
        when_attacked: WhenAttacked,
    },
    /// Has nothing more to do up to the end of a phase of this half-round: `done melee C,E`, `done move`.
    Done {
        /// The last phase that is passed.
        through: Through,
        /// Which units; left out, all the seat has.
        #[serde(default, deserialize_with = "form::some_units", skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false, min_items = 1, max_items = 64)]
        units: Option<Vec<UnitId>>,
    },
    /// Takes `done` back: `resume`, `resume E`.
    Resume {
        /// Which units; left out, all the seat has.
        #[serde(default, deserialize_with = "form::some_units", skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false, min_items = 1, max_items = 64)]
        units: Option<Vec<UnitId>>,
    },
}

/// Which figures of a unit an order is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Chosen {
    /// `"all"`: those that can do it.
    All,
    /// These, in this order. They need not be the unit's, nor be any: both are judged, not read.
    Named(Vec<FigureId>),
}

/// An entry of a casualty order (CCC-6.11). JSON has it as one word.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Loss {
    /// Anyone of this kind.
    Token(Token),
    /// This figure, whatever it is or carries.
    Figure(FigureId),
    /// What is neither, up to 20 characters. It is read so that it can be refused by its rule.
    Other(String),
}

impl Loss {
    /// Reads an entry; `None` where it is too long to be one.
    pub fn read(text: &str) -> Option<Loss> {
        match (Token::parse(text), FigureId::parse(text)) {
            (Some(token), Some(_) | None) => Some(Loss::Token(token)),
            (None, Some(figure)) => Some(Loss::Figure(figure)),
            (None, None) => (text.chars().count() <= LONGEST_LOSS).then(|| Loss::Other(text.to_owned())),
        }
    }
}

/// A word of the game is written as it is; any other in quotation marks, on one line, so that it cannot pass for one.
impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Token(token) => f.write_str(token.as_str()),
            Loss::Figure(figure) => write!(f, "{figure}"),
            Loss::Other(text) => write!(f, "{text:?}"),
        }
    }
}

crate::ruleset::words! { in counting_coup;
    /// A kind of figure in a casualty order (CCC-6.11).
    Token {
        /// Of the cavalry, neither officer nor bearer.
        Trooper "trooper",
        /// An officer who does not carry the guidon.
        Officer "officer",
        /// Whoever carries the guidon.
        Bearer "bearer",
        /// Any warrior.
        Warrior "warrior",
        /// A warrior with neither bow nor rifle.
        Melee "melee",
        /// A warrior with a bow.
        Bow "bow",
        /// A warrior with a rifle.
        Rifle "rifle",
        /// A chief.
        Chief "chief",
    }

    /// Who falls first among those a casualty order holds equal (CCC-6.12).
    #[derive(Default)]
    Tie {
        /// The farthest from the shooter: the front line stands longest.
        #[default]
        Farthest "farthest",
        /// The nearest to the shooter.
        Nearest "nearest",
    }
}

impl Tie {
    fn is_default(&self) -> bool {
        *self == Tie::default()
    }
}

crate::ruleset::words! { in counting_coup;
    /// Whether a chief who is attacked tries to count coup (CCC-9.6).
    #[derive(Default)]
    WhenAttacked {
        /// He fights, with his bonuses.
        #[default]
        Never "never",
        /// Whenever he has not yet counted coup on his attacker.
        Always "always",
    }

    /// One of the three phases of a half-round, whichever side's it is.
    Through {
        /// Phase 1 or 4.
        Move "move",
        /// Phase 2 or 5.
        Action "action",
        /// Phase 3 or 6, and so the whole half-round.
        Melee "melee",
    }
}
