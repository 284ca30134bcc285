//! The position: where figures stand, what they have done this turn, whose phase it is; and what follows from it
//! without judging any order. What follows for attacks is in `reach`, for steps in `movement`.

use std::sync::Arc;

use super::{
    cell::Cell,
    command::{Advance, Phase, Push, ReplyTo, ReplyWhen},
    event::{Reason, Victor},
    ground::{Ground, Piece},
    pieces::{Class, Side},
    scenario::Deployment,
};
use crate::ids::Seat;

/// The position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) ground: Arc<Ground>,
    /// In roster order.
    pub(super) figures: Vec<Figure>,
    /// The flag is always on the board; it has no bearer between moves.
    pub(super) flag: Cell,
    pub(super) round: u32,
    /// The side that makes, or has made, the movement of this turn.
    pub(super) mover: Side,
    pub(super) phase: Phase,
    /// Whose deployment it is; only in that phase.
    pub(super) deploying: Option<Side>,
    /// By seat, in the plan's order: whether it has ended the current phase.
    pub(super) ended: Vec<bool>,
    /// This turn.
    pub(super) flag_moved: bool,
    /// No attack and no move of the flag so far in this round.
    pub(super) quiet: bool,
    /// Complete quiet rounds in a row.
    pub(super) quiet_rounds: u32,
    /// How the battle ended.
    pub(super) result: Option<End>,
}

/// A figure as it is now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// What it is.
    pub class: Class,
    /// The seat that commands it, by its place in the plan.
    pub seat_idx: usize,
    /// Where it stands; nowhere once it has fallen.
    pub cell: Option<Cell>,
    /// Whether it has moved this turn.
    pub moved: bool,
    /// Shots used this turn, replies among them.
    pub shots_used: u8,
    /// Whether it has replied this turn.
    pub replied: bool,
    /// What it does when others are on move; shared until it is changed, so that positions are cheap to copy.
    pub standing: Arc<StandingOrders>,
}

/// What a figure does of its own accord (LBH-13.1).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StandingOrders {
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// Who has won.
    pub result: Victor,
    /// Why.
    pub reason: Reason,
}

impl Figure {
    /// Its side.
    pub fn side(&self) -> Side {
        self.class.side()
    }

    /// Whether it is on the board.
    pub fn is_living(&self) -> bool {
        self.cell.is_some()
    }

    /// Shots it may still fire this turn, in attack or in reply.
    pub fn shots_left(&self) -> u8 {
        self.class.shots().saturating_sub(self.shots_used) // LBH-7.6
    }
}

impl State {
    /// Everything on its start, before the first event.
    pub(super) fn at_start(ground: Arc<Ground>) -> State {
        let standing = Arc::new(StandingOrders::default());
        let figures = ground
            .roster()
            .iter()
            .map(|piece| Figure {
                class: piece.class,
                seat_idx: commander(&ground, piece),
                cell: Some(piece.start), // LBH-2.1 LBH-2.3
                moved: false,
                shots_used: 0,
                replied: false,
                standing: Arc::clone(&standing),
            })
            .collect();
        let (phase, deploying) = match ground.options().deployment {
            Deployment::Fixed => (Phase::Movement, None),
            Deployment::Free => (Phase::Deployment, Some(Side::PlainsNations)), // LBH-2.4
        };
        State {
            figures,
            flag: ground.flag_start(), // LBH-2.1
            round: 1,
            mover: Side::LongKnives, // LBH-3.1
            phase,
            deploying,
            ended: vec![false; ground.seats().len()],
            flag_moved: false,
            quiet: true,
            quiet_rounds: 0,
            result: None,
            ground,
        }
    }

    /// What does not change.
    pub(super) fn ground(&self) -> &Ground {
        &self.ground
    }

    /// What the roster says about a figure.
    pub(super) fn piece(&self, figure_idx: usize) -> &Piece {
        &self.ground.roster()[figure_idx]
    }

    /// A figure's place in the roster.
    pub(super) fn find(&self, id: &str) -> Option<usize> {
        self.ground.roster().iter().position(|piece| piece.id.as_str() == id)
    }

    /// The figures on the board, in roster order.
    pub(super) fn living(&self) -> impl Iterator<Item = (usize, &Figure, Cell)> {
        self.figures.iter().enumerate().filter_map(|(idx, figure)| Some((idx, figure, figure.cell?)))
    }

    /// The figures of a side on the board, in roster order.
    pub(super) fn living_of(&self, side: Side) -> impl Iterator<Item = (usize, &Figure, Cell)> {
        self.living().filter(move |(_, figure, _)| figure.side() == side)
    }

    /// The living figures that a seat commands, in roster order.
    pub(super) fn commanded_by(&self, seat_idx: usize) -> impl Iterator<Item = (usize, &Figure, Cell)> {
        self.living().filter(move |(_, figure, _)| figure.seat_idx == seat_idx)
    }

    /// The figures on a cell, in roster order.
    pub(super) fn on(&self, cell: Cell) -> impl Iterator<Item = (usize, &Figure)> {
        self.figures.iter().enumerate().filter(move |(_, figure)| figure.cell == Some(cell))
    }

    /// Whether a figure of that side stands on a cell.
    pub(super) fn holds(&self, side: Side, cell: Cell) -> bool {
        self.on(cell).any(|(_, figure)| figure.side() == side)
    }

    /// Whether a figure of that side stands on a neighbouring cell. Terrain does not matter.
    pub(super) fn touches(&self, side: Side, cell: Cell) -> bool {
        self.living_of(side).any(|(_, _, at)| at.touches(cell)) // LBH-5.5
    }

    /// Whether no Long Knife stands on the flag's cell.
    pub(super) fn flag_unguarded(&self) -> bool {
        !self.holds(Side::LongKnives, self.flag)
    }

    /// Whether an enemy stands on a cell that touches the figure's.
    pub(super) fn in_contact(&self, figure_idx: usize) -> bool {
        let figure = &self.figures[figure_idx];
        figure.cell.is_some_and(|cell| self.touches(figure.side().other(), cell))
    }

    /// Whether a figure must still attack in contact before its seat may end combat and its side may fire at a
    /// distance.
    pub(super) fn owes_melee(&self, figure_idx: usize) -> bool {
        let figure = &self.figures[figure_idx];
        self.acting() == Some(figure.side())
            && figure.shots_used == 0 // LBH-7.9
            && !self.has_ended(figure.seat_idx) // LBH-7.11
            && self.in_contact(figure_idx) // LBH-5.4
    }

    /// The first figure of a side, in roster order, that owes melee.
    pub(super) fn owing(&self, side: Side) -> Option<usize> {
        self.living_of(side).map(|(idx, _, _)| idx).find(|idx| self.owes_melee(*idx))
    }

    /// The first figure of a seat, in roster order, that owes melee.
    pub(super) fn owing_of_seat(&self, seat_idx: usize) -> Option<usize> {
        self.commanded_by(seat_idx).map(|(idx, _, _)| idx).find(|idx| self.owes_melee(*idx))
    }

    /// The side of a seat.
    pub(super) fn side_of(&self, seat_idx: usize) -> Side {
        self.ground.seats()[seat_idx].side
    }

    /// The id of a seat.
    pub(super) fn seat(&self, seat_idx: usize) -> &Seat {
        &self.ground.seats()[seat_idx].seat
    }

    /// Whether a seat has ended the current phase.
    pub(super) fn has_ended(&self, seat_idx: usize) -> bool {
        self.ended.get(seat_idx).copied().unwrap_or(false)
    }

    /// The side whose phase it is.
    pub(super) fn acting(&self) -> Option<Side> {
        match (self.result, self.phase) {
            (Some(_), Phase::Deployment | Phase::Movement | Phase::Combat | Phase::ReturnFire) => None,
            (None, Phase::Deployment) => self.deploying,
            (None, Phase::Movement | Phase::Combat) => Some(self.mover),
            (None, Phase::ReturnFire) => Some(self.mover.other()), // LBH-7.27
        }
    }

    /// Whether a seat may give orders of the current phase.
    pub(super) fn may_act(&self, seat_idx: usize) -> bool {
        self.acting() == Some(self.side_of(seat_idx)) && !self.has_ended(seat_idx) // LBH-15.3
    }

    /// Whether a seat is waited for.
    pub(super) fn is_awaited(&self, seat_idx: usize) -> bool {
        self.may_act(seat_idx)
            && match self.phase {
                Phase::Deployment | Phase::Movement => self.commanded_by(seat_idx).next().is_some(), // LBH-12.7
                Phase::Combat | Phase::ReturnFire => self.can_attack(seat_idx),
            }
    }

    /// The seats that are waited for, by their places in the plan.
    pub(super) fn awaited(&self) -> impl Iterator<Item = usize> {
        (0..self.ground.seats().len()).filter(|seat_idx| self.is_awaited(*seat_idx)) // LBH-15.2
    }
}

fn commander(ground: &Ground, piece: &Piece) -> usize {
    let seats = ground.seats();
    let by_group = seats.iter().position(|seat| seat.groups.contains(&piece.group)); // LBH-15.1
    by_group.unwrap_or_else(|| seats.iter().position(|seat| seat.side == piece.class.side()).unwrap_or(0))
}
