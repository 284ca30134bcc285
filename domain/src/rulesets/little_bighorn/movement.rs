//! The movement phase: one figure walks or rides a path, perhaps with the flag, perhaps onto it. What a single step
//! may do is in `steps`.

use super::{
    cell::Cell,
    command::Phase,
    course::Course,
    event::{Event, Reason, Victor},
    phases,
    pieces::Side,
    rejection::Rejection,
    state::State,
};

/// A figure moves alone: also one that could carry the flag and leaves it standing (LBH-4.13).
pub(super) fn walk(
    state: &State,
    seat_idx: usize,
    figure_idx: usize,
    path: &[Cell],
) -> Result<Course, Rejection> {
    let start = check_mover(state, seat_idx, figure_idx)?;
    let path = follow(state, figure_idx, start, path)?;
    let side = state.figures[figure_idx].side();
    let captured = path.last().copied().filter(|cell| state.takes_flag(side, *cell));
    let figure = state.piece(figure_idx).id.clone();
    let mut course = Course::from(state);
    course.say(Event::FigureMoved { figure: figure.clone(), path, with_flag: false });
    if let Some(cell) = captured {
        capture(&mut course, figure_idx, cell);
    }
    Ok(course)
}

/// A bearer moves with the flag: they begin and arrive together, and the flag never moves otherwise (LBH-4.9,
/// LBH-4.12).
pub(super) fn carry_flag(
    state: &State,
    seat_idx: usize,
    figure_idx: usize,
    path: &[Cell],
) -> Result<Course, Rejection> {
    let start = check_mover(state, seat_idx, figure_idx)?;
    if start != state.flag {
        return Err(Rejection::FlagNotHere(state.flag)); // LBH-4.10
    }
    if state.flag_moved {
        return Err(Rejection::FlagAlreadyMoved); // LBH-4.11
    }
    let path = follow(state, figure_idx, start, path)?;
    let reaches_exit = path.last().is_some_and(|cell| state.ground.exits().contains(cell));
    let figure = state.piece(figure_idx).id.clone();
    let mut course = Course::from(state);
    course.say(Event::FigureMoved { figure, path, with_flag: true });
    if reaches_exit {
        phases::end_game(&mut course, Victor::LongKnives, Reason::FlagExit); // LBH-12.2
    }
    Ok(course)
}

/// A figure of the Plains Nations has entered the cell of the unguarded flag.
pub(super) fn capture(course: &mut Course, figure_idx: usize, cell: Cell) {
    let figure = course.state.piece(figure_idx).id.clone();
    course.say(Event::FlagCaptured { figure, cell });
    phases::end_game(course, Victor::of(Side::PlainsNations), Reason::FlagCaptured); // LBH-12.4
}

/// Where the figure stands, if it may move now: any, all or none of the side's figures may, once each.
fn check_mover(state: &State, seat_idx: usize, figure_idx: usize) -> Result<Cell, Rejection> {
    if state.phase != Phase::Movement || !state.may_act(seat_idx) {
        return Err(Rejection::NotYourPhase(Phase::Movement)); // LBH-14.10
    }
    let figure = &state.figures[figure_idx];
    let id = || state.piece(figure_idx).id.clone();
    match figure.cell {
        None => Err(Rejection::FigureEliminated(id())), // LBH-2.9
        Some(_) if figure.moved => Err(Rejection::AlreadyMoved(id())), // LBH-4.1
        Some(start) => Ok(start),
    }
}

/// The cells from the start to where the path ends: on the unguarded flag, if it leads there.
fn follow(state: &State, figure_idx: usize, start: Cell, path: &[Cell]) -> Result<Vec<Cell>, Rejection> {
    let class = state.figures[figure_idx].class;
    let mut entered = vec![start];
    let mut at = start;
    for to in path {
        match at == start && entered.len() == 1 {
            true => state.check_adjacent(class.gait(), at, *to)?, // LBH-5.3: the first step is free of contact
            false if state.touches(class.side().other(), at) => return Err(Rejection::MustStop(at)), // LBH-5.2
            false => {}
        }
        state.check_room(figure_idx, *to)?;
        entered.push(*to);
        at = *to;
        if state.takes_flag(class.side(), at) {
            break; // LBH-6.3
        }
    }
    Ok(entered)
}
