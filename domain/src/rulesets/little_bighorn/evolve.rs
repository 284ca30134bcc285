//! Event to state. Total, and without any judgement: what no rule would allow is taken in all the same, so that a log
//! written by an older program still reads.

use std::sync::Arc;

use super::{
    cell::Cell,
    command::{FLAG, Phase, Placement},
    event::{Event, Reply},
    pieces::{FigureId, Side},
    state::{End, Figure, State},
};
use crate::ids::Seat;

/// Takes a fact in.
pub(super) fn evolve(state: &mut State, event: &Event) {
    match event {
        Event::PiecesDeployed { seat: _, placements } => placements.iter().for_each(|to| place(state, to)),
        Event::PhaseBegan { round, mover, phase, awaited } => {
            enter(state, *round, *mover, *phase);
            state.deploying = deploying(state, *phase, awaited);
        }
        Event::PhaseSkipped { round, mover, phase } => {
            enter(state, *round, *mover, *phase);
            state.deploying = None;
        }
        Event::PhaseEnded { seat, phase: _, how: _ } => end_for(state, seat.as_ref()),
        Event::FigureMoved { figure, path, with_flag } => {
            let Some(to) = path.last() else { return };
            change(state, figure, |figure| {
                figure.cell = Some(*to); // LBH-7.26: only a move sets `moved`
                figure.moved = true;
            });
            if *with_flag {
                carry_flag(state, *to);
            }
        }
        Event::EncounterFought { attacker, target, reply, .. } => {
            change(state, attacker, |figure| figure.shots_used = figure.shots_used.saturating_add(1)); // LBH-7.6
            match reply {
                Reply::None => {}
                Reply::Compulsory | Reply::Standing => change(state, target, |figure| {
                    figure.shots_used = figure.shots_used.saturating_add(1);
                    figure.replied = true; // LBH-7.14
                }),
            }
            state.quiet = false; // LBH-12.9
        }
        Event::FigureRetreated { figure, to, .. } | Event::FigureAdvanced { figure, to, .. } => {
            change(state, figure, |figure| figure.cell = Some(*to)); // LBH-8.6 LBH-8.8
        }
        Event::FigureEliminated { figure, .. } => change(state, figure, |figure| figure.cell = None), // LBH-2.9
        Event::FlagCaptured { .. } => {}
        Event::StandingSet { seat: _, figures, reply, reply_to, push, advance } => {
            for id in figures {
                change(state, id, |figure| {
                    let orders = Arc::make_mut(&mut figure.standing); // LBH-13.1: what is not named stays
                    orders.reply = reply.unwrap_or(orders.reply);
                    orders.advance = advance.unwrap_or(orders.advance);
                    reply_to.iter().for_each(|whom| orders.reply_to.clone_from(whom));
                    push.iter().for_each(|push| orders.push.clone_from(push));
                });
            }
        }
        Event::CommandPassed { from: _, to, figures } => {
            let Some(seat_idx) = state.ground.seat_idx(to) else { return };
            figures.iter().for_each(|id| change(state, id, |figure| figure.seat_idx = seat_idx)); // LBH-15.4
        }
        Event::GameEnded { result, reason } => {
            state.result = Some(End { result: *result, reason: *reason });
        }
    }
}

/// The first moment of a phase. A new round counts the old one if it was quiet; a new turn gives shots and moves
/// back.
pub(super) fn enter(state: &mut State, round: u32, mover: Side, phase: Phase) {
    if state.round != round {
        state.quiet_rounds = if state.quiet { state.quiet_rounds.saturating_add(1) } else { 0 }; // LBH-12.9
        state.quiet = true;
    }
    state.round = round;
    state.mover = mover;
    state.phase = phase;
    state.ended.fill(false);
    match phase {
        Phase::Movement => {
            state.flag_moved = false;
            for figure in &mut state.figures {
                figure.moved = false;
                figure.shots_used = 0; // LBH-7.6: at the start of every turn of either side
                figure.replied = false;
            }
        }
        Phase::Deployment | Phase::Combat | Phase::ReturnFire => {}
    }
}

fn deploying(state: &State, phase: Phase, awaited: &[Seat]) -> Option<Side> {
    match phase {
        Phase::Deployment => awaited
            .first()
            .and_then(|seat| state.ground.seat_idx(seat))
            .map(|seat_idx| state.side_of(seat_idx)),
        Phase::Movement | Phase::Combat | Phase::ReturnFire => None,
    }
}

fn end_for(state: &mut State, seat: Option<&Seat>) {
    let seat_idx = seat.and_then(|seat| state.ground.seat_idx(seat));
    if let Some(ended) = seat_idx.and_then(|seat_idx| state.ended.get_mut(seat_idx)) {
        *ended = true; // LBH-15.3
    }
}

fn place(state: &mut State, placement: &Placement) {
    if placement.piece.as_str() == FLAG {
        state.flag = placement.cell;
    } else {
        change(state, &placement.piece, |figure| figure.cell = Some(placement.cell)); // LBH-2.4
    }
}

fn carry_flag(state: &mut State, to: Cell) {
    state.flag = to; // LBH-4.10
    state.flag_moved = true;
    state.quiet = false;
}

fn change(state: &mut State, id: &FigureId, how: impl FnOnce(&mut Figure)) {
    if let Some(figure_idx) = state.find(id) {
        how(&mut state.figures[figure_idx]);
    }
}
