//! The facts of a game: the position is the fold of these alone. `rules` is no field here: which rules a fact rests on
//! follows from it and the position, and the seam adds them to the body.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    command::{Loss, Tie, WhenAttacked},
    ids::{FigureId, UnitId},
    phase::Phase,
};
pub use super::{
    die::{Die, DieResult, DieRule, Piece, Purpose},
    event_words::{
        Band, BandRank, Cause, CompanyRank, Fate, GuidonLoss, HonorReason, LossReason, MovedBy, Placing,
        Reason, Shot, SideResult,
    },
};
use crate::{
    geometry::Point,
    ruleset::{Fact, Roll},
};

/// One fact.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = counting_coup::Event)]
pub enum Event {
    /// A company's place on the ring is found by chance.
    DirectionRolled {
        /// Which unit.
        unit: UnitId,
        /// The twelve-sided die.
        roll: Die,
        /// The direction taken, 12 for north and 3 for east.
        direction: u8,
    },
    /// A figure is put on the table.
    FigurePlaced {
        /// Who.
        figure: FigureId,
        /// Where.
        point: Point,
        /// At the start, or from the village.
        reason: Placing,
    },
    /// No entry slot was free: the figure waits for the next round.
    EntryDelayed {
        /// Who.
        figure: FigureId,
    },
    /// A round begins.
    RoundStarted {
        /// Which, from 1.
        round: u32,
    },
    /// A round is over.
    RoundEnded {
        /// Which.
        round: u32,
    },
    /// A phase begins.
    PhaseStarted {
        /// The round.
        round: u32,
        /// Which.
        phase: Phase,
        /// The units of the active side that have something to do.
        must_act: Vec<UnitId>,
    },
    /// A phase is over.
    PhaseEnded {
        /// The round.
        round: u32,
        /// Which.
        phase: Phase,
    },
    /// A figure has moved.
    FigureMoved {
        /// Who.
        figure: FigureId,
        /// From where.
        start: Point,
        /// The points it went to, one after the other.
        path: Vec<Point>,
        /// Hundredths of an inch.
        length: i64,
        /// By which order.
        by: MovedBy,
    },
    /// A unit has shot at another.
    VolleyFired {
        /// Who shoots.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// Shooter by shooter.
        shots: Vec<Shot>,
        /// How many hit.
        hits: u32,
    },
    /// Nobody was left whom this shooter saw.
    HitWasted {
        /// The shooter.
        figure: FigureId,
    },
    /// Two figures have fought.
    MeleeFought {
        /// Who attacked.
        attacker: FigureId,
        /// Whom.
        defender: FigureId,
        /// The chief who tried to count coup.
        #[schema(required = true)]
        coup: Option<FigureId>,
        /// The attacker's die.
        attacker_roll: Die,
        /// The defender's die.
        defender_roll: Die,
        /// Whether the totals were equal.
        tie: bool,
        /// Who won.
        winner: FigureId,
    },
    /// A chief has touched an enemy and left him standing.
    CoupCounted {
        /// The chief.
        chief: FigureId,
        /// The enemy.
        figure: FigureId,
    },
    /// A band has earned honor.
    HonorAwarded {
        /// Which.
        unit: UnitId,
        /// How much.
        points: u32,
        /// What for.
        reason: HonorReason,
        /// Who earned it.
        figure: FigureId,
        /// The band's honor now.
        total: u32,
    },
    /// A chief has lost his horse.
    ChiefUnhorsed {
        /// Who.
        figure: FigureId,
        /// Where.
        point: Point,
        /// What hit him.
        cause: Cause,
        /// Whose doing it was.
        by: FigureId,
    },
    /// A figure is off the table.
    FigureRemoved {
        /// Who.
        figure: FigureId,
        /// Where it stood.
        point: Point,
        /// What hit it.
        cause: Cause,
        /// Whose doing it was.
        by: FigureId,
        /// For good, or to the village.
        fate: Fate,
        /// When it comes back, if it does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        returns_round: Option<u32>,
    },
    /// A marker shows where a cavalryman fell.
    GravestonePlaced {
        /// Who fell.
        figure: FigureId,
        /// Where.
        point: Point,
        /// What hit him.
        cause: Cause,
    },
    /// A comrade takes the guidon from a bearer who is shot.
    GuidonPassed {
        /// Whose guidon.
        unit: UnitId,
        /// Who carried it.
        previous: FigureId,
        /// Who carries it now.
        to: FigureId,
    },
    /// The guidon lies on the ground.
    GuidonFallen {
        /// Whose guidon.
        unit: UnitId,
        /// Where.
        point: Point,
    },
    /// A comrade has picked the guidon up.
    GuidonRecovered {
        /// Whose guidon.
        unit: UnitId,
        /// Who carries it now.
        by: FigureId,
    },
    /// An enemy has the guidon.
    GuidonCaptured {
        /// Whose guidon.
        unit: UnitId,
        /// Who took it.
        by: FigureId,
    },
    /// For the ranking, the unit has lost its guidon.
    GuidonLost {
        /// Whose guidon.
        unit: UnitId,
        /// Taken, or nobody is left to carry it.
        reason: LossReason,
        /// The how-manieth loss of the game it is.
        order: u32,
    },
    /// A standing order: who falls first when the unit is shot at.
    CasualtyOrderSet {
        /// Whose.
        unit: UnitId,
        /// From the first to be taken; empty for the default.
        order: Vec<Loss>,
        /// Among equals, the farthest from the shooter or the nearest.
        tie: Tie,
    },
    /// A standing order: whether an attacked chief tries to count coup.
    CoupOrderSet {
        /// Whose.
        unit: UnitId,
        /// When.
        when_attacked: WhenAttacked,
    },
    /// A unit will do no more.
    UnitDone {
        /// Which.
        unit: UnitId,
        /// Up to the end of this phase.
        through: Phase,
    },
    /// A unit takes its `done` back.
    UnitResumed {
        /// Which.
        unit: UnitId,
    },
    /// A unit's player has left: its figures stand idle to the end.
    UnitRetired {
        /// Which.
        unit: UnitId,
    },
    /// The battle is over.
    GameEnded {
        /// Why.
        reason: Reason,
        /// Which side has won.
        side_result: SideResult,
        /// The bands, best first.
        nations_ranking: Vec<BandRank>,
        /// The cavalry's units, best first.
        cavalry_ranking: Vec<CompanyRank>,
    },
}

impl Fact for Event {
    fn rolls(&self) -> Vec<Roll> {
        match self {
            Event::DirectionRolled { roll, .. } => vec![roll.roll()],
            Event::VolleyFired { shots, .. } => shots.iter().map(|shot| shot.roll.roll()).collect(),
            Event::MeleeFought { attacker_roll, defender_roll, .. } => {
                vec![attacker_roll.roll(), defender_roll.roll()]
            }
            Event::FigurePlaced { .. }
            | Event::EntryDelayed { .. }
            | Event::RoundStarted { .. }
            | Event::RoundEnded { .. }
            | Event::PhaseStarted { .. }
            | Event::PhaseEnded { .. }
            | Event::FigureMoved { .. }
            | Event::HitWasted { .. }
            | Event::CoupCounted { .. }
            | Event::HonorAwarded { .. }
            | Event::ChiefUnhorsed { .. }
            | Event::FigureRemoved { .. }
            | Event::GravestonePlaced { .. }
            | Event::GuidonPassed { .. }
            | Event::GuidonFallen { .. }
            | Event::GuidonRecovered { .. }
            | Event::GuidonCaptured { .. }
            | Event::GuidonLost { .. }
            | Event::CasualtyOrderSet { .. }
            | Event::CoupOrderSet { .. }
            | Event::UnitDone { .. }
            | Event::UnitResumed { .. }
            | Event::UnitRetired { .. }
            | Event::GameEnded { .. } => Vec::new(),
        }
    }
}
