//! The checks that orders have in common, in their order: the first that fails is the code. And the rehearsal of a whole
//! list, which tells every fault that no die can change.

use super::{
    command::Command,
    course::{Chance, Course},
    decide,
    ids::{FigureId, UnitId},
    phase::{Kind, Phase},
    rejection::{Detail, Fault, Rejection},
    scenario::Side,
    state::State,
};
use crate::{
    geometry::Point,
    ids::Seat,
    ruleset::{Halt, Stage},
};

/// Who gives an order, and what the half-round was when his list arrived.
pub(super) struct Asked<'a> {
    pub(super) seat_idx: usize,
    /// The seat's side.
    pub(super) side: Side,
    /// When the list arrived.
    pub(super) arrived: &'a Stage,
}

impl Asked<'_> {
    /// Whether the game still stands in the half-round in which the list arrived.
    pub(super) fn in_same_half_round(&self, state: &State) -> bool {
        self.arrived.round == state.round && self.arrived_side() == Some(state.phase.side())
    }

    /// The side that was active when the list arrived.
    pub(super) fn arrived_side(&self) -> Option<Side> {
        Phase::parse(self.arrived.phase).map(Phase::side)
    }

    fn check_moment(&self, state: &State, kinds: &[Kind], fault: Rejection) -> Result<(), Rejection> {
        let is_now = state.phase.side() == self.side && kinds.contains(&state.phase.kind());
        let detail = || Detail::Phases { side: self.side, kinds: kinds.to_vec(), now: state.phase };
        if is_now { Ok(()) } else { Err(fault.with(detail())) } // CCC-4.1
    }

    /// A figure that may be given an order in phases of these kinds.
    pub(super) fn figure_to_act(
        &self,
        state: &State,
        id: FigureId,
        kinds: &[Kind],
    ) -> Result<usize, Rejection> {
        let figure_idx = state.ground().figure_idx(id).ok_or_else(|| Fault::UnknownFigure.of(id))?;
        let unit_idx = state.piece(figure_idx).unit_idx;
        if state.unit(unit_idx).seat_idx != self.seat_idx {
            return Err(Fault::NotYourUnit.of(id));
        }
        self.check_moment(state, kinds, Fault::NotYourPhase.of(id))?;
        if state.is_done(unit_idx) {
            return Err(Fault::AlreadyDone.of(id)); // CCC-4.5
        }
        match state.at(figure_idx) {
            Some(_) => Ok(figure_idx),
            None => Err(Fault::NotOnTable.of(id)),
        } // CCC-4.2
    }

    /// A figure that may move.
    pub(super) fn figure_to_move(&self, state: &State, id: FigureId) -> Result<usize, Rejection> {
        let figure_idx = self.figure_to_act(state, id, &[Kind::Move, Kind::Action])?;
        super::movement::may_move(state, figure_idx)?;
        Ok(figure_idx)
    }

    /// A unit of the seat.
    pub(super) fn own_unit(&self, state: &State, id: UnitId) -> Result<usize, Rejection> {
        let unit_idx = state.ground().unit_idx(id).ok_or_else(|| Fault::UnknownUnit.of_unit(id))?;
        let is_own = state.unit(unit_idx).seat_idx == self.seat_idx;
        if is_own { Ok(unit_idx) } else { Err(Fault::NotYourUnit.of_unit(id)) }
    }

    /// A unit that may be given an order in phases of these kinds.
    pub(super) fn unit_to_order(
        &self,
        state: &State,
        id: UnitId,
        kinds: &[Kind],
    ) -> Result<usize, Rejection> {
        let unit_idx = self.own_unit(state, id)?;
        self.check_moment(state, kinds, Fault::NotYourPhase.of_unit(id))?;
        if state.is_done(unit_idx) { Err(Fault::AlreadyDone.of_unit(id)) } else { Ok(unit_idx) }
    }

    /// Several figures of a unit by name, each checked to the end before the next.
    pub(super) fn named(
        &self,
        state: &State,
        unit: UnitId,
        ids: &[FigureId],
        judge: impl Fn(usize, &State) -> Result<(), Rejection>,
    ) -> Result<Vec<(usize, Point)>, Rejection> {
        if let Some((_, twice)) = ids.iter().enumerate().find(|(at, id)| ids[..*at].contains(id)) {
            return Err(Fault::DuplicateFigure.of(*twice)); // CCC-4.7
        }
        let kinds = [state.phase.kind()];
        ids.iter()
            .map(|id| {
                let figure_idx = self.figure_to_act(state, *id, &kinds)?;
                if id.unit != unit {
                    return Err(Fault::NotInUnit.of(*id));
                }
                judge(figure_idx, state)?;
                let at = state.at(figure_idx).ok_or_else(|| Fault::NotOnTable.of(*id))?;
                Ok((figure_idx, at))
            })
            .collect()
    }

    /// An enemy figure on the table, and where it stands.
    pub(super) fn enemy_on_table(&self, state: &State, id: FigureId) -> Result<(usize, Point), Rejection> {
        let figure_idx = state.ground().figure_idx(id).ok_or_else(|| Fault::UnknownFigure.of(id))?;
        if state.piece(figure_idx).side == self.side {
            return Err(Fault::NotAnEnemy.of(id));
        }
        let at = state.at(figure_idx).ok_or_else(|| Fault::NotOnTable.of(id))?;
        Ok((figure_idx, at))
    }
}

/// Rehearses a list on a copy, without dice: the index of each faulty order, and its fault (CCC-4.7).
pub(super) fn check(state: &State, seat: &Seat, commands: &[(usize, Command)]) -> Vec<(usize, Rejection)> {
    let arrived = decide::stage(state);
    let mut course = Course::from(state);
    let mut faults = Vec::new();
    for (at, command) in commands {
        match decide::order(&course.state, seat, command, &arrived, &mut Chance::Rehearsal) {
            Ok(next) => course.state = next.state,
            Err(Halt::Refused(why)) => faults.push((*at, why)),
            Err(Halt::NoDice) => {}
        }
        if course.state.result.is_some() && !commands.is_empty() {
            break; // CCC-4.8: the rest is not tried
        }
    }
    faults
}
