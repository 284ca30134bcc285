//! What anybody is shown: the position in the rules' own words and, with it, what a client would otherwise have to
//! work out. There is nothing hidden in this game, standing orders included, so all viewers see the same.

mod show;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(super) use self::show::view;
use super::{
    command::{Loss, Tie, WhenAttacked},
    event::{BandRank, Cause, CompanyRank, GuidonLoss, Reason, SideResult},
    ids::{FigureId, UnitId},
    phase::Phase,
    scenario::{Entry, Hill, Options, Role, SeatEntry, Side, TableSize, Weapon},
    state::State,
};
use crate::{geometry::Point, ids::Seat};

/// The position. Points and lengths are hundredths of an inch from the table's north-west corner.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = counting_coup::View)]
pub struct View {
    /// The round, from 1; 0 before the battle.
    pub round: u32,
    /// The phase.
    pub phase: ViewPhase,
    /// The side whose phase it is; null once the battle is over.
    #[schema(required = true)]
    pub active: Option<Side>,
    /// How large the table is.
    pub table: TableSize,
    /// What hides figures from each other.
    pub hills: Vec<Hill>,
    /// The options of this game.
    pub options: Options,
    /// The seats, in the plan's order.
    pub seats: Vec<SeatEntry>,
    /// The seats that are waited for, in the plan's order.
    pub to_act: Vec<Seat>,
    /// The units still to act in this phase, in unit order.
    pub must_act: Vec<UnitId>,
    /// The companies and bands, in unit order.
    pub units: Vec<ViewUnit>,
    /// All figures, in figure order.
    pub figures: Vec<ViewFigure>,
    /// How many units have lost their guidon.
    pub guidons_lost: u32,
    /// Where cavalrymen fell, in the order in which they did.
    pub gravestones: Vec<ViewGravestone>,
    /// How it ended.
    #[schema(required = true)]
    pub result: Option<ViewResult>,
}

/// The phase, or that the battle is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = counting_coup::ViewPhase)]
pub enum ViewPhase {
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
    /// The battle is over.
    Finished,
}

impl ViewPhase {
    /// The phase of a position.
    pub(super) fn of(state: &State) -> ViewPhase {
        match (&state.result, state.phase) {
            (
                Some(_),
                Phase::CavalryMove
                | Phase::CavalryAction
                | Phase::CavalryMelee
                | Phase::NationsMove
                | Phase::NationsAction
                | Phase::NationsMelee,
            ) => ViewPhase::Finished,
            (None, Phase::CavalryMove) => ViewPhase::CavalryMove,
            (None, Phase::CavalryAction) => ViewPhase::CavalryAction,
            (None, Phase::CavalryMelee) => ViewPhase::CavalryMelee,
            (None, Phase::NationsMove) => ViewPhase::NationsMove,
            (None, Phase::NationsAction) => ViewPhase::NationsAction,
            (None, Phase::NationsMelee) => ViewPhase::NationsMelee,
        }
    }

    /// The phase, unless the battle is over.
    pub(super) fn running(self) -> Option<Phase> {
        match self {
            ViewPhase::CavalryMove => Some(Phase::CavalryMove),
            ViewPhase::CavalryAction => Some(Phase::CavalryAction),
            ViewPhase::CavalryMelee => Some(Phase::CavalryMelee),
            ViewPhase::NationsMove => Some(Phase::NationsMove),
            ViewPhase::NationsAction => Some(Phase::NationsAction),
            ViewPhase::NationsMelee => Some(Phase::NationsMelee),
            ViewPhase::Finished => None,
        }
    }
}

/// A company or a band.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = counting_coup::ViewUnit)]
pub struct ViewUnit {
    /// Its id.
    pub id: UnitId,
    /// Its side.
    pub side: Side,
    /// The seat that commands it.
    pub seat: Seat,
    /// The name shown to people.
    pub name: String,
    /// Whether this is Custer's own unit.
    pub custer: bool,
    /// Where its figures come on.
    #[schema(required = true)]
    pub entry: Option<Entry>,
    /// Honor earned.
    pub honor: u32,
    /// Coups counted.
    pub coups: u32,
    /// Guidons captured from the enemy.
    pub guidons: u32,
    /// The same, Custer's counted twice.
    pub guidon_points: u32,
    /// Fights won, coups not among them.
    pub melee_wins: u32,
    /// How often its figures were hit: those removed, and horses lost.
    pub hits_taken: u32,
    /// Whether its player has left, so that its figures stand idle to the end.
    pub retired: bool,
    /// Whether it is in the game: not retired, and of the cavalry only with a figure on the table.
    pub live: bool,
    /// Who falls first when it is shot at; empty for the default.
    pub casualty_order: Vec<Loss>,
    /// Who falls among equals.
    pub casualty_tie: Tie,
    /// Whether an attacked chief tries to count coup.
    pub coup_when_attacked: WhenAttacked,
    /// Where its own guidon is; bands have none.
    #[schema(required = true)]
    pub guidon: Option<ViewGuidon>,
    /// When it lost its guidon.
    #[schema(required = true)]
    pub guidon_lost: Option<GuidonLoss>,
    /// The phases of this half-round for which it is marked done.
    pub done: Vec<Phase>,
    /// Its figures on the table.
    pub figures_left: u32,
    /// Its figures off the table that will come.
    pub waiting: u32,
}

/// Where a unit's guidon is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = counting_coup::ViewGuidon)]
pub enum ViewGuidon {
    /// A figure of the unit has it.
    Carried {
        /// The bearer.
        by: FigureId,
    },
    /// It lies on the ground.
    Fallen {
        /// Where.
        at: Point,
    },
    /// The enemy has it.
    Captured {
        /// Which band; null where nobody knows.
        #[schema(required = true)]
        by_unit: Option<UnitId>,
        /// Who took it; null where nobody knows.
        #[schema(required = true)]
        by_figure: Option<FigureId>,
    },
}

/// A figure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = counting_coup::ViewFigure)]
pub struct ViewFigure {
    /// Its id.
    pub id: FigureId,
    /// Its unit.
    pub unit: UnitId,
    /// Whom it stands for, where history has a name.
    #[schema(required = true)]
    pub name: Option<String>,
    /// What it is.
    pub role: Role,
    /// What it shoots with.
    pub weapon: Weapon,
    /// Whether it sits on a horse now.
    pub mounted: bool,
    /// Whether it carries its unit's guidon now.
    pub bearer: bool,
    /// On the table, waiting to come on, or out for good.
    pub status: ViewStatus,
    /// Where it stands; null off the table.
    #[schema(required = true)]
    pub at: Option<Point>,
    /// The round in which it comes on; null unless it waits.
    #[schema(required = true)]
    pub returns: Option<u32>,
    /// Of a chief: 0, 1 or 2.
    pub hits: u8,
    /// The enemies on whom a chief has counted coup, sorted.
    pub couped: Vec<FigureId>,
    /// Whether it has moved in its side's move.
    pub moved: bool,
    /// Whether it has shot or moved again in its side's action.
    pub acted: bool,
    /// Whether it has fought in this melee, or the last one.
    pub fought: bool,
    /// The enemies in contact with it, in figure order.
    pub touching: Vec<FigureId>,
}

/// Where a figure is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = counting_coup::ViewStatus)]
pub enum ViewStatus {
    /// On the table.
    Table,
    /// Off it, and coming.
    Waiting,
    /// Out for good.
    Gone,
}

/// Where a cavalryman fell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = counting_coup::ViewGravestone)]
pub struct ViewGravestone {
    /// Where.
    pub point: Point,
    /// Who.
    pub figure: FigureId,
    /// When.
    pub round: u32,
    /// In which phase.
    pub phase: Phase,
    /// By what.
    pub cause: Cause,
}

/// How the battle ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = counting_coup::ViewResult)]
pub struct ViewResult {
    /// Why.
    pub reason: Reason,
    /// Which side has won.
    pub side_result: SideResult,
    /// The bands, best first.
    pub nations_ranking: Vec<BandRank>,
    /// The cavalry's units, best first.
    pub cavalry_ranking: Vec<CompanyRank>,
}
