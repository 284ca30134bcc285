//! The orders of a seat (LW §6). Canonical JSON leaves defaults out; a form that is not one of these is refused before
//! anything is judged. What is merely wrong in play (nobody in a list, a range that does not fit) is read all the same,
//! since it has a code of its own.

mod forms;
mod parts;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ids::{FigureId, Figures, GunId, Pieces};
pub use parts::{
    Aim, AimFigure, AimFigures, AimPlace, Allocate, AllocateAuto, AllocateNamed, Block, GunBlock, MenBlock,
    Mover, Retreat, RetreatMany, RetreatOne, Yes,
};

pub use super::words::Line;
pub use crate::geometry::Vector;
use crate::{form, geometry::Point, ids::Seat};

/// The most entries of a list, points of a path and men of a move.
pub(super) const MOST: usize = 500;

/// One order of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = little_wars::Command)]
pub enum Command {
    /// Chooses the line one's side starts from: `side north` (LW-1.2).
    ChooseSide {
        /// Which.
        line: Line,
    },
    /// Makes up a force in secret: `pick 60 infantry 40 cavalry 3 guns` (LW-10.2).
    Pick {
        /// Foot.
        infantry: u32,
        /// Horse.
        cavalry: u32,
        /// Guns.
        guns: u32,
    },
    /// Puts men and guns down, in the seat's draft: `place ri1-ri13 at 69,5 step 1.7,0 per 13` (LW-1.9, LW-1.10).
    Place {
        /// Tested together.
        #[serde(deserialize_with = "form::at_most::<MOST, _, _>")]
        #[schema(max_items = 500)]
        blocks: Vec<Block>,
    },
    /// All are put down: `ready` (LW-1.7).
    Ready {},
    /// One shot: `fire rg1 @ bi12` (LW-4).
    Fire {
        /// Which gun.
        gun: GunId,
        /// At whom or what.
        at: Aim,
        /// In ten-thousandths of its tangent, instead of what the aim would need.
        #[serde(default, deserialize_with = "form::given", skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        elevation: Option<i32>,
        /// Whether one's own men lie while it fires (LW-4.4).
        #[serde(default = "yes", skip_serializing_if = "is_yes")]
        #[schema(default = true)]
        lie_down: bool,
    },
    /// Moves a gun with its crew: `gun rg2 > 34,18 > 34,25 crew rc1-rc3 rc4>35,26` (LW-3).
    MoveGun {
        /// Which.
        gun: GunId,
        /// Where its axis goes.
        #[serde(deserialize_with = "form::at_most::<MOST, _, _>")]
        #[schema(max_items = 500)]
        path: Vec<Point>,
        /// The men who go with it; left out, the rules take them.
        #[serde(
            default,
            deserialize_with = "form::given_at_most::<MOST, _, _>",
            skip_serializing_if = "Option::is_none"
        )]
        #[schema(nullable = false, max_items = 500)]
        crew: Option<Vec<Mover>>,
        /// Whether it leaves the floor over its holder's line (LW-3.7).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[schema(default = false)]
        off: bool,
    },
    /// Says who serves the trail of a gun that has fired: `trail rg1 ri3 ri4` (LW-4.20).
    Trail {
        /// Which gun.
        gun: GunId,
        /// Left and right; `null` leaves a place to the rules.
        #[serde(deserialize_with = "trail_men")]
        #[schema(min_items = 1, max_items = 2)]
        figures: Vec<Option<FigureId>>,
    },
    /// The guns have done: `guns done` (LW-2.2).
    EndGuns {},
    /// Moves a man: `move ri5 > 12,33 > 13,36` (LW-5).
    Move {
        /// Who.
        figure: FigureId,
        /// The ends of the legs.
        #[serde(deserialize_with = "form::at_most::<MOST, _, _>")]
        #[schema(max_items = 500)]
        path: Vec<Point>,
    },
    /// Moves many by one vector: `march ri1-ri12 by 0,11.5` (LW-5.9, LW-5.14).
    March {
        /// Who.
        #[serde(deserialize_with = "form::at_most::<MOST, _, _>")]
        #[schema(max_items = 500)]
        figures: Vec<Figures>,
        /// How far, east and south.
        by: Vector,
        /// Whether each goes as far as he can.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[schema(default = false)]
        loose: bool,
    },
    /// Spreads many evenly on a segment: `line ri1-ri12 from 10,30 to 22,30` (LW-5.9).
    Line {
        /// Who, in this order.
        #[serde(deserialize_with = "form::at_most::<MOST, _, _>")]
        #[schema(max_items = 500)]
        figures: Vec<Figures>,
        /// Where the first goes.
        from: Point,
        /// Where the last goes.
        to: Point,
    },
    /// Brings men up to an enemy: `close rc1-rc8 on bi5` (LW-5.12).
    Close {
        /// Who.
        #[serde(deserialize_with = "form::at_most::<MOST, _, _>")]
        #[schema(max_items = 500)]
        figures: Vec<Figures>,
        /// To whom.
        on: FigureId,
    },
    /// Leads prisoners: `escort ri4 > 20,10 with bi3 bi5>21,11` (LW-7.3).
    Escort {
        /// Who leads.
        escort: FigureId,
        /// Where he goes; empty, he stands.
        #[serde(
            default,
            deserialize_with = "form::at_most::<MOST, _, _>",
            skip_serializing_if = "Vec::is_empty"
        )]
        #[schema(max_items = 500)]
        path: Vec<Point>,
        /// Whom he leads; left out, all he holds.
        #[serde(
            default,
            deserialize_with = "form::given_at_most::<MOST, _, _>",
            skip_serializing_if = "Option::is_none"
        )]
        #[schema(nullable = false, max_items = 500)]
        prisoners: Option<Vec<Mover>>,
    },
    /// Leaves the floor over one's own line: `retreat ri7 > 12,6`, `retreat ri1-ri6` (LW-5.10).
    Retreat(Retreat),
    /// Hoists the white flag: `flag bi1-bi4` (LW-7.10).
    Surrender {
        /// The body that gives itself up.
        #[serde(deserialize_with = "form::at_most::<MOST, _, _>")]
        #[schema(max_items = 500)]
        figures: Vec<Figures>,
    },
    /// Gives men and guns to another seat of the side: `give ri1-ri5 rg2 to red_left` (LW-11.3).
    Assign {
        /// What.
        #[serde(deserialize_with = "form::at_most::<MOST, _, _>")]
        #[schema(max_items = 500)]
        figures: Vec<Pieces>,
        /// To whom.
        seat: Seat,
    },
    /// The move is over: `done`, `done side` (LW-11.4).
    EndMove {
        /// For all seats of the side.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[schema(default = false)]
        side: bool,
    },
    /// Names the dead of a melee: `melee 1 dead ri1-ri7 bi3-bi9 captors bi1:ri8`, `melee 2 auto` (LW-6.13).
    Allocate(Allocate),
}

fn trail_men<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<Option<FigureId>>, D::Error> {
    let men: Vec<Option<FigureId>> = form::at_most::<2, D, _>(from)?;
    match men.is_empty() {
        true => Err(serde::de::Error::custom("one man or two, left and right")),
        false => Ok(men),
    }
}

fn yes() -> bool {
    true
}

fn is_yes(value: &bool) -> bool {
    *value
}
