//! The words of the events: how a figure moved, how far a shot went, what became of whom, why the battle is over.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    die::Die,
    ids::{FigureId, UnitId},
    phase::Phase,
    scenario::Side,
};

crate::ruleset::words! { in counting_coup;
    /// Why a figure is put on the table.
    Placing {
        /// At the start.
        Deploy "deploy",
        /// From the village.
        Enter "enter",
    }

    /// The order that moved a figure.
    MovedBy {
        /// Its own.
        Move "move",
        /// With others of its unit.
        Group "group",
        /// Into contact.
        Charge "charge",
    }

    /// How far a shot goes.
    Band {
        /// Within twelve inches.
        Short "short",
        /// Farther.
        Long "long",
    }

    /// What hit a figure.
    Cause {
        /// A shot.
        Shot "shot",
        /// A lost fight.
        Melee "melee",
        /// His own attempt to count coup.
        CoupFailed "coup_failed",
    }

    /// What becomes of a figure taken off the table.
    Fate {
        /// Out for good.
        Permanent "permanent",
        /// Back next round.
        Returns "returns",
    }

    /// What honor is given for.
    HonorReason {
        /// A fight won.
        Melee "melee",
        /// A coup.
        Coup "coup",
        /// A guidon.
        Guidon "guidon",
        /// Custer's guidon.
        CustersGuidon "custers_guidon",
    }

    /// How a guidon is lost.
    LossReason {
        /// An enemy has it.
        Captured "captured",
        /// The unit has no figure left.
        Destroyed "destroyed",
    }

    /// Which side has won.
    SideResult {
        /// The 7th Cavalry.
        Cavalry "cavalry",
        /// The Plains Nations.
        Nations "nations",
        /// Neither.
        Draw "draw",
    }
}

impl SideResult {
    /// The victory of a side.
    pub fn of(side: Side) -> SideResult {
        match side {
            Side::Cavalry => SideResult::Cavalry,
            Side::Nations => SideResult::Nations,
        }
    }

    /// The side that has won.
    pub fn side(self) -> Option<Side> {
        match self {
            SideResult::Cavalry => Some(Side::Cavalry),
            SideResult::Nations => Some(Side::Nations),
            SideResult::Draw => None,
        }
    }
}

crate::ruleset::words! { in counting_coup;
    /// Why the battle is over.
    Reason {
        /// No cavalry figure is left on the table.
        CavalryDestroyed "cavalry_destroyed",
        /// The last round is over.
        RoundLimit "round_limit",
        /// A draw was agreed.
        Drawn "drawn",
        /// Every player of the cavalry has left.
        CavalryResigned "cavalry_resigned",
        /// Every player of the Plains Nations has left.
        NationsResigned "nations_resigned",
    }
}

/// One shot of a volley.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = counting_coup::Shot)]
pub struct Shot {
    /// Who shoots.
    pub figure: FigureId,
    /// To the nearest figure of the target that it sees, in hundredths of an inch, rounded up.
    pub distance: i64,
    /// Near or far.
    pub band: Band,
    /// The least value that hits.
    pub needed: u32,
    /// The die.
    pub roll: Die,
}

/// When a unit lost its guidon.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = counting_coup::GuidonLoss)]
pub struct GuidonLoss {
    /// The round.
    pub round: u32,
    /// The phase.
    pub phase: Phase,
    /// The how-manieth loss of the game it was.
    pub order: u32,
}

/// A band's place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = counting_coup::BandRank)]
pub struct BandRank {
    /// Which.
    pub unit: UnitId,
    /// From 1; equals share one.
    pub rank: u32,
    /// Its honor.
    pub honor: u32,
}

/// A cavalry unit's place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = counting_coup::CompanyRank)]
pub struct CompanyRank {
    /// Which.
    pub unit: UnitId,
    /// From 1; equals share one.
    pub rank: u32,
    /// Its figures on the table.
    pub figures_left: u32,
    /// When it lost its guidon; null for never.
    #[schema(required = true)]
    pub guidon_lost: Option<GuidonLoss>,
}
