//! The first pass: what no die can change about an order, judged on the position in which the request arrives
//! (LBH-14.4). Each order has at most one fault here, the first in the sequence of the rules (LBH-14.3).

use super::{
    cell::Cell,
    command::{Command, FLAG, Figures, Phase, Push, ReplyTo},
    pieces::FigureId,
    rejection::Rejection,
    state::State,
};
use crate::ids::Seat;

/// The faults of a list: the index of each faulty order and its first fault.
pub(super) fn check(state: &State, seat: &Seat, commands: &[(usize, Command)]) -> Vec<(usize, Rejection)> {
    let Some(seat_idx) = state.ground.seat_idx(seat) else {
        return commands.iter().map(|(at, _)| (*at, Rejection::NotYourPhase(state.phase))).collect();
    };
    commands
        .iter()
        .filter_map(|(at, command)| first_fault(state, seat_idx, command).err().map(|fault| (*at, fault)))
        .collect()
}

fn first_fault(state: &State, seat_idx: usize, command: &Command) -> Result<(), Rejection> {
    check_names(state, seat_idx, command)?;
    let fallen = |id: &&FigureId| figure(state, id).is_ok_and(|idx| !state.figures[idx].is_living());
    if let Some(id) = ordered(command).into_iter().find(fallen) {
        return Err(Rejection::FigureEliminated(id.clone())); // LBH-2.9
    }
    match command {
        Command::Deploy { .. } => match state.phase {
            Phase::Deployment => Ok(()),
            Phase::Movement | Phase::Combat | Phase::ReturnFire => {
                Err(Rejection::NotYourPhase(Phase::Deployment)) // LBH-14.10
            }
        },
        Command::Move { .. } => match state.phase {
            Phase::Combat => Err(Rejection::NotYourPhase(Phase::Movement)), // LBH-14.4
            Phase::Deployment | Phase::Movement | Phase::ReturnFire => check_ground(state, command),
        },
        Command::Attack { targets, .. } => {
            let all_fallen = targets.iter().all(|id| fallen(&id));
            match targets.first() {
                Some(first) if all_fallen => Err(Rejection::TargetEliminated(first.clone())),
                Some(_) | None => check_ground(state, command),
            }
        }
        Command::Standing { .. } | Command::EndPhase { .. } => Ok(()),
    }
}

/// The part of the first pass that no event of a request can change either: a decider may ask for it again.
pub(super) fn check_timeless(state: &State, seat_idx: usize, command: &Command) -> Result<(), Rejection> {
    check_names(state, seat_idx, command)?;
    check_ground(state, command)
}

/// Whether the order names something, figures of this game, the seat's own, and cells of this board.
fn check_names(state: &State, seat_idx: usize, command: &Command) -> Result<(), Rejection> {
    match command {
        Command::Move { path, .. } if path.is_empty() => return Err(Rejection::EmptyPath),
        Command::Attack { targets, .. } if targets.is_empty() => return Err(Rejection::NoTargetNamed),
        Command::Move { .. }
        | Command::Attack { .. }
        | Command::Deploy { .. }
        | Command::Standing { .. }
        | Command::EndPhase { .. } => {}
    }
    for id in ordered(command).into_iter().chain(named(command)) {
        figure(state, id)?;
    }
    for id in ordered(command) {
        if state.figures[figure(state, id)?].seat_idx != seat_idx {
            return Err(Rejection::NotYourFigure(id.clone())); // LBH-15.2
        }
    }
    match cells(command).into_iter().find(|cell| !state.ground.has(*cell)) {
        Some(cell) => Err(Rejection::OffBoard(cell)), // LBH-1.1
        None => Ok(()),
    }
}

/// What terrain, class and side decide once and for all.
fn check_ground(state: &State, command: &Command) -> Result<(), Rejection> {
    match command {
        Command::Move { figure: id, path, with_flag } => {
            let class = state.figures[figure(state, id)?].class;
            let gait = class.gait();
            if gait.longest_move() < path.len() {
                return Err(Rejection::PathTooLong(id.clone(), gait)); // LBH-4.2 LBH-4.3
            }
            if *with_flag && !state.may_bear(class) {
                return Err(Rejection::NotABearer(id.clone())); // LBH-4.8
            }
            let mut before = None;
            for cell in path {
                if let Some(from) = before {
                    state.check_adjacent(gait, from, *cell)?;
                }
                state.check_terrain(gait, *cell)?;
                before = Some(*cell);
            }
            Ok(())
        }
        Command::Attack { figure: id, targets, .. } => {
            let side = state.figures[figure(state, id)?].side();
            for target in targets {
                if state.figures[figure(state, target)?].side() == side {
                    return Err(Rejection::NotAnEnemy(target.clone())); // LBH-7.8
                }
            }
            Ok(())
        }
        Command::Deploy { .. } | Command::Standing { .. } | Command::EndPhase { .. } => Ok(()),
    }
}

/// The roster place of a figure that an order names.
pub(super) fn figure(state: &State, id: &FigureId) -> Result<usize, Rejection> {
    state.find(id).ok_or_else(|| Rejection::UnknownFigure(id.clone()))
}

/// The roster places of several figures.
pub(super) fn figures(state: &State, ids: &[FigureId]) -> Result<Vec<usize>, Rejection> {
    ids.iter().map(|id| figure(state, id)).collect()
}

/// The figures that an order commands; the flag is none.
fn ordered(command: &Command) -> Vec<&FigureId> {
    match command {
        Command::Deploy { placements } => {
            placements.iter().map(|to| &to.piece).filter(|piece| piece.as_str() != FLAG).collect()
        }
        Command::Move { figure, .. } | Command::Attack { figure, .. } => vec![figure],
        Command::Standing { figures: Figures::Named(figures), .. } => figures.iter().collect(),
        Command::Standing { figures: Figures::All(_), .. } | Command::EndPhase { .. } => Vec::new(),
    }
}

/// The figures that an order names besides.
fn named(command: &Command) -> Vec<&FigureId> {
    match command {
        Command::Attack { targets, .. } => targets.iter().collect(),
        Command::Standing { reply_to, .. } => reply_to
            .iter()
            .flatten()
            .filter_map(|whom| match whom {
                ReplyTo::Figure(id) => Some(id),
                ReplyTo::Class(_) => None,
            })
            .collect(),
        Command::Deploy { .. } | Command::Move { .. } | Command::EndPhase { .. } => Vec::new(),
    }
}

/// Every cell that an order names.
fn cells(command: &Command) -> Vec<Cell> {
    match command {
        Command::Deploy { placements } => placements.iter().map(|to| to.cell).collect(),
        Command::Move { path, .. } => path.clone(),
        Command::Attack { push, .. } | Command::Standing { push, .. } => match push {
            Some(Push::To { cells }) => cells.clone(),
            Some(Push::Toward { cell } | Push::Away { cell }) => vec![*cell],
            Some(Push::Auto {}) | None => Vec::new(),
        },
        Command::EndPhase { .. } => Vec::new(),
    }
}
