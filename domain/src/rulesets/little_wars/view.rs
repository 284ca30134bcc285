//! What a viewer is shown: the floor, everything on it, the sequence of play, the score as it stands. Nothing is hidden in it:
//! who may know more is given more to be shown (LW §8).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    event::{Breakdown, PerSide},
    ids::{FigureId, GunId, Side},
    scenario::{Lines, TableSize, Terrain},
    state::{Figure, Gun, Phase, SeatStage, State},
    words::{GunStatus, Line, Role, Status, Used},
};
use crate::{
    geometry::{Direction, Point},
    ids::Seat,
};

/// A position as it is shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::View)]
pub struct View {
    /// The floor.
    pub table: TableSize,
    /// Where the back lines run.
    pub lines: Lines,
    /// The things on the floor.
    pub country: Vec<Terrain>,
    /// Each side's n-th move, counted from 1.
    pub round: u32,
    /// Where the sequence of play stands.
    pub phase: String,
    /// Whose move it is; null before the first one.
    #[schema(required = true)]
    pub mover: Option<Side>,
    /// Who moves first; null before that is known.
    #[schema(required = true)]
    pub first_player: Option<Side>,
    /// The two sides.
    pub sides: PerSide<SideView>,
    /// The seats, in the plan's order.
    pub seats: Vec<SeatView>,
    /// All men, in id order.
    pub figures: Vec<FigureView>,
    /// All guns, in id order.
    pub guns: Vec<GunView>,
    /// Melees that wait for their dead to be named.
    pub melees: Vec<MeleeView>,
    /// Who names them.
    #[schema(required = true)]
    pub decider: Option<Seat>,
    /// The beaten side's time to get away (LW-9.10).
    #[schema(required = true)]
    pub retreat: Option<RetreatView>,
    /// Side-moves in a row in which nothing moved (LW-9.21).
    pub idle_moves: u32,
    /// Side-moves in a row without a loss (LW-9.21).
    pub quiet_moves: u32,
    /// How the battle ended.
    #[schema(required = true)]
    pub end: Option<EndView>,
}

/// A side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::SideView)]
pub struct SideView {
    /// Its back line.
    pub line: Line,
    /// Whether it attacks or defends.
    pub role: Role,
    /// Men at the start.
    pub original: u32,
    /// Moves it has made.
    pub moves_made: u32,
    /// The source's minutes for a move now (LW-2.5).
    pub minutes: u32,
    /// Those of its first move; 0 before it.
    pub full_minutes: u32,
    /// What it would have if the battle ended now, without a victory (LW-9.4).
    pub points: Breakdown,
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::SeatView)]
pub struct SeatView {
    /// Which.
    pub seat: Seat,
    /// Whose side.
    pub side: Side,
    /// Whether it is its side's general.
    pub general: bool,
    /// Whether it has left the game.
    pub left: bool,
    /// Whether it has bound its deployment.
    pub ready: bool,
    /// How far it is in its move: `guns`, `men` or `done`.
    pub stage: String,
}

/// A man.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::FigureView)]
pub struct FigureView {
    /// Who.
    pub id: FigureId,
    /// Whose orders he takes.
    pub seat: Seat,
    /// What has become of him.
    pub status: Status,
    /// Where he is; null off the floor.
    #[schema(required = true)]
    pub at: Option<Point>,
    /// Where he fell; left out of all but the dead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fell: Option<Point>,
    /// Where he is measured from in this move; null off the floor.
    #[schema(required = true)]
    pub start: Option<Point>,
    /// He has moved in it.
    pub moved: bool,
    /// What he was used for in it.
    #[schema(required = true)]
    pub used: Option<Used>,
    /// Whose captive he is.
    #[schema(required = true)]
    pub captor: Option<Side>,
    /// Who leads him.
    #[schema(required = true)]
    pub escort: Option<FigureId>,
    /// The side-move, counted from 0, in which he was freed.
    #[schema(required = true)]
    pub freed_at: Option<u32>,
    /// The guns he has passed.
    pub passed: Vec<GunId>,
}

/// A gun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::GunView)]
pub struct GunView {
    /// Which.
    pub id: GunId,
    /// Whose it is now.
    pub holder: Side,
    /// Whose orders it takes.
    pub seat: Seat,
    /// Where it is: on the floor, or gone over its holder's line.
    pub status: GunStatus,
    /// Where its axis stands; null off the floor.
    #[schema(required = true)]
    pub at: Option<Point>,
    /// Where it points.
    pub face: Direction,
    /// In ten-thousandths of its tangent.
    pub elevation: i32,
    /// It has moved in this move.
    pub moved: bool,
    /// Shots in this move.
    pub shots: u8,
    /// Whether four armed men of its holder's are with it (LW-3.1).
    pub in_action: bool,
    /// Whether enemies keep it from its holder or its captors: men of both sides within six inches (LW-8.3).
    pub in_dispute: bool,
}

/// A melee whose dead are to be named.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::MeleeView)]
pub struct MeleeView {
    /// Its number.
    pub melee: u32,
    /// Red's men in it.
    pub red: Vec<FigureId>,
    /// Blue's men in it.
    pub blue: Vec<FigureId>,
    /// How many of each side die.
    pub kill: usize,
    /// How many of the smaller force are taken.
    pub prisoners: usize,
    /// The smaller force.
    #[schema(required = true)]
    pub inferior: Option<Side>,
    /// Which sides have a choice who.
    pub choice: PerSide<bool>,
}

/// The beaten side's time to get away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::RetreatView)]
pub struct RetreatView {
    /// Who is beaten.
    pub side: Side,
    /// Moves it has left.
    pub moves_left: u32,
}

/// How the battle ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::EndView)]
pub struct EndView {
    /// Why.
    pub reason: super::words::Reason,
    /// Who has won.
    #[schema(required = true)]
    pub winner: Option<Side>,
    /// What each has, in half-points.
    pub half_points: PerSide<i64>,
    /// What for.
    pub breakdown: PerSide<Breakdown>,
}

/// What is shown of a position.
pub(super) fn view(known: &State) -> View {
    let seat = |at: usize| known.house.seats[at].seat.clone();
    View {
        table: known.house.scenario.table,
        lines: known.house.scenario.lines,
        country: known.house.scenario.country.clone(),
        round: known.round(),
        phase: known.phase.as_str().to_owned(),
        mover: matches!(known.phase, Phase::Move | Phase::Adjudicate).then_some(known.mover),
        first_player: known.first_player,
        sides: PerSide::of(|side| side_view(known, side)),
        seats: seats(known),
        figures: known.figures.iter().map(|man| figure(man, seat(man.seat))).collect(),
        guns: known.guns.iter().map(|piece| gun(known, piece, seat(piece.seat))).collect(),
        melees: melees(known),
        decider: known.decider.clone(),
        retreat: known.retreat.map(|clock| RetreatView { side: clock.side, moves_left: clock.moves_left }),
        idle_moves: known.idle_moves,
        quiet_moves: known.quiet_moves,
        end: known.end.as_ref().map(|end| EndView {
            reason: end.reason,
            winner: end.winner,
            half_points: end.half_points,
            breakdown: end.breakdown,
        }),
    }
}

fn side_view(known: &State, side: Side) -> SideView {
    let own = known.sides.side(side);
    SideView {
        line: own.line,
        role: own.role,
        original: own.original,
        moves_made: own.moves_made,
        minutes: super::pace::at_beginning(known, side).minutes,
        full_minutes: own.full_minutes,
        points: *super::score::standing(known).side(side),
    }
}

fn seats(known: &State) -> Vec<SeatView> {
    let stage = |stage: SeatStage| match stage {
        SeatStage::Guns => "guns",
        SeatStage::Men => "men",
        SeatStage::Done => "done",
    };
    let entries = known.house.seats.iter().zip(&known.seats);
    entries
        .map(|(entry, seat)| SeatView {
            seat: entry.seat.clone(),
            side: entry.side,
            general: entry.general,
            left: seat.left,
            ready: seat.ready,
            stage: stage(seat.stage).to_owned(),
        })
        .collect()
}

fn figure(man: &Figure, seat: Seat) -> FigureView {
    let here = |at: Point| man.is_on_floor().then_some(at);
    FigureView {
        id: man.id,
        seat,
        status: man.status,
        at: here(man.at),
        fell: (man.status == Status::Dead).then_some(man.at),
        start: here(man.start),
        moved: man.moved,
        used: man.used,
        captor: man.captor,
        escort: man.escort,
        freed_at: man.freed_at,
        passed: man.passed.clone(),
    }
}

fn gun(known: &State, gun: &Gun, seat: Seat) -> GunView {
    let on_floor = gun.is_on_floor();
    let has_near = |side: Side| known.free_men(side).any(|man| State::is_near_gun(gun, man));
    GunView {
        id: gun.id,
        holder: gun.holder,
        seat,
        status: gun.status,
        at: on_floor.then_some(gun.at),
        face: gun.face,
        elevation: gun.elevation,
        moved: gun.moved,
        shots: gun.shots,
        in_action: known.in_action(gun),
        in_dispute: on_floor && Side::ALL.into_iter().all(has_near),
    }
}

fn melees(known: &State) -> Vec<MeleeView> {
    let shown = known.melees.iter().map(|melee| MeleeView {
        melee: melee.number,
        red: melee.men.red.clone(),
        blue: melee.men.blue.clone(),
        kill: melee.kill,
        prisoners: melee.prisoners,
        inferior: melee.inferior,
        choice: melee.choice,
    });
    shown.collect()
}
