//! What anybody is shown: the position in the rules' own words and, with it, what a client would otherwise have to
//! work out. There is nothing hidden in this game, so all viewers see the same.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    cell::Cell,
    command::{Advance, Phase, Push, ReplyTo, ReplyWhen},
    event::{Reason, Victor},
    pieces::{Class, FigureId, Side},
    scenario::{Options, SeatEntry, Triangles},
    state::State,
};
use crate::ids::Seat;

/// The position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_bighorn::View)]
pub struct View {
    /// The squares.
    pub board: ViewBoard,
    /// Where the flag stands.
    pub flag: Cell,
    /// All figures, in roster order.
    pub figures: Vec<ViewFigure>,
    /// The figures on the board, by side.
    pub living: Living,
    /// The round, from 1.
    pub round: u32,
    /// The side that makes, or has made, the movement of this turn.
    pub mover: Side,
    /// The phase.
    pub phase: ViewPhase,
    /// Whose deployment it is.
    #[schema(required = true)]
    pub deploying: Option<Side>,
    /// The seats that have ended the phase, in the plan's order.
    pub ended: Vec<Seat>,
    /// The seats that are waited for, in the plan's order.
    pub awaited: Vec<Seat>,
    /// Whether the flag has moved this turn.
    pub flag_moved: bool,
    /// No attack and no move of the flag so far in this round.
    pub quiet: bool,
    /// Complete quiet rounds in a row.
    pub quiet_rounds: u32,
    /// The seats, in the plan's order.
    pub seats: Vec<SeatEntry>,
    /// The options of this game.
    pub options: Options,
    /// How it ended.
    #[schema(required = true)]
    pub result: Option<ViewResult>,
}

/// The squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_bighorn::ViewBoard)]
pub struct ViewBoard {
    /// Columns.
    pub cols: u8,
    /// Rows.
    pub rows: u8,
    /// One string per row, north to south: `.` open, `w` woods, `r` rocks, `p` parapet, `=` ford, `~` river.
    pub terrain: Vec<String>,
    /// The two cells with a blue arrow.
    pub exits: Vec<Cell>,
    /// Where pieces started.
    pub triangles: Triangles,
}

/// Figures on the board, by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_bighorn::Living)]
pub struct Living {
    /// Of the Long Knives.
    pub long_knives: u32,
    /// Of the Plains Nations.
    pub plains_nations: u32,
}

/// The phase of the sequence of play, or that it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = little_bighorn::ViewPhase)]
pub enum ViewPhase {
    /// Both sides in turn place their pieces.
    Deployment,
    /// The mover moves.
    Movement,
    /// The mover attacks.
    Combat,
    /// The other side attacks.
    ReturnFire,
    /// The battle is over.
    Finished,
}

impl ViewPhase {
    /// As JSON writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            ViewPhase::Deployment => Phase::Deployment.as_str(),
            ViewPhase::Movement => Phase::Movement.as_str(),
            ViewPhase::Combat => Phase::Combat.as_str(),
            ViewPhase::ReturnFire => Phase::ReturnFire.as_str(),
            ViewPhase::Finished => "finished",
        }
    }

    /// The phase of a position.
    pub(super) fn of(state: &State) -> ViewPhase {
        match (state.result, state.phase) {
            (Some(_), Phase::Deployment | Phase::Movement | Phase::Combat | Phase::ReturnFire) => {
                ViewPhase::Finished
            }
            (None, Phase::Deployment) => ViewPhase::Deployment,
            (None, Phase::Movement) => ViewPhase::Movement,
            (None, Phase::Combat) => ViewPhase::Combat,
            (None, Phase::ReturnFire) => ViewPhase::ReturnFire,
        }
    }
}

/// A figure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_bighorn::ViewFigure)]
pub struct ViewFigure {
    /// Its id.
    pub id: FigureId,
    /// Its side.
    pub side: Side,
    /// What it is.
    pub class: Class,
    /// The group it belongs to.
    pub group: String,
    /// The seat that commands it.
    pub seat: Seat,
    /// Its name.
    pub name: String,
    /// Where it stands; null once it has fallen.
    #[schema(required = true)]
    pub cell: Option<Cell>,
    /// Whether it has moved this turn.
    pub moved: bool,
    /// Shots used this turn.
    pub shots_used: u8,
    /// Shots it may still fire this turn.
    pub shots_left: u8,
    /// Whether it has replied this turn.
    pub replied: bool,
    /// Whether an enemy stands on a neighbouring cell.
    pub in_contact: bool,
    /// Whether it must attack in contact before its seat may end combat.
    pub owes_melee: bool,
    /// What it does when others are on move.
    pub standing: ViewStanding,
}

/// Standing orders.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_bighorn::ViewStanding)]
pub struct ViewStanding {
    /// When to answer distant fire.
    pub reply: ReplyWhen,
    /// Whom to answer; empty for anyone.
    pub reply_to: Vec<ReplyTo>,
    /// Where the vanquished goes.
    pub push: Push,
    /// Whether to follow.
    pub advance: Advance,
}

/// How the battle ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_bighorn::ViewResult)]
pub struct ViewResult {
    /// Who has won.
    pub result: Victor,
    /// Why.
    pub reason: Reason,
}

/// What everybody is shown.
pub(super) fn view(state: &State) -> View {
    let seats = state.ground().seats();
    let named = |which: &dyn Fn(usize) -> bool| {
        (0..seats.len()).filter(|idx| which(*idx)).map(|idx| seats[idx].seat.clone()).collect()
    };
    View {
        board: board(state),
        flag: state.flag,
        figures: (0..state.figures.len()).map(|idx| figure(state, idx)).collect(),
        living: Living {
            long_knives: count(state, Side::LongKnives),
            plains_nations: count(state, Side::PlainsNations),
        },
        round: state.round,
        mover: state.mover,
        phase: ViewPhase::of(state),
        deploying: state.deploying,
        ended: named(&|idx| state.has_ended(idx)),
        awaited: named(&|idx| state.is_awaited(idx)),
        flag_moved: state.flag_moved,
        quiet: state.quiet,
        quiet_rounds: state.quiet_rounds,
        seats: seats.to_vec(),
        options: state.ground().options().clone(),
        result: state.result.map(|end| ViewResult { result: end.result, reason: end.reason }),
    }
}

fn count(state: &State, side: Side) -> u32 {
    state.living_of(side).map(|_| 1).sum()
}

fn board(state: &State) -> ViewBoard {
    let ground = state.ground();
    let row = |row| {
        let cells = (0..ground.cols()).filter_map(|col| ground.terrain(Cell { col, row }));
        cells.map(|terrain| terrain.letter()).collect()
    };
    ViewBoard {
        cols: ground.cols(),
        rows: ground.rows(),
        terrain: (0..ground.rows()).map(row).collect(),
        exits: ground.exits().to_vec(),
        triangles: ground.triangles().clone(),
    }
}

fn figure(state: &State, figure_idx: usize) -> ViewFigure {
    let piece = state.piece(figure_idx);
    let now = &state.figures[figure_idx];
    ViewFigure {
        id: piece.id.clone(),
        side: now.side(),
        class: now.class,
        group: piece.group.clone(),
        seat: state.seat(now.seat_idx).clone(),
        name: piece.name.clone(),
        cell: now.cell,
        moved: now.moved,
        shots_used: now.shots_used,
        shots_left: now.shots_left(),
        replied: now.replied,
        in_contact: state.in_contact(figure_idx),
        owes_melee: state.owes_melee(figure_idx),
        standing: ViewStanding {
            reply: now.standing.reply,
            reply_to: now.standing.reply_to.clone(),
            push: now.standing.push.clone(),
            advance: now.standing.advance,
        },
    }
}
