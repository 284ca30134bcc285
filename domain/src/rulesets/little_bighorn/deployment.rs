//! The free deployment: pieces of a seat exchange their starting squares (LBH-2.4).

use super::{
    cell::Cell,
    check,
    command::{FLAG, Phase, Placement},
    course::Course,
    event::Event,
    pieces::{Class, Gait, Side},
    rejection::Rejection,
    state::State,
};

/// The pieces named permute among the cells they hold.
pub(super) fn deploy(state: &State, seat_idx: usize, placements: &[Placement]) -> Result<Course, Rejection> {
    if state.phase != Phase::Deployment || !state.may_act(seat_idx) {
        return Err(Rejection::NotYourPhase(Phase::Deployment)); // LBH-14.10
    }
    let flag = placements.iter().find(|to| to.piece.as_str() == FLAG);
    if let Some(flag) = flag.filter(|_| !has_general(state, seat_idx)) {
        return Err(Rejection::NotYourFigure(flag.piece.clone())); // LBH-2.4
    }
    check_permutation(state, placements)?;
    for to in placements {
        if !is_triangle_for(state, to)? {
            return Err(Rejection::WrongTriangle(to.piece.clone(), to.cell)); // LBH-2.2
        }
    }
    let mut course = Course::from(state);
    course.say(Event::PiecesDeployed { seat: state.seat(seat_idx).clone(), placements: placements.to_vec() });
    Ok(course)
}

fn has_general(state: &State, seat_idx: usize) -> bool {
    state.commanded_by(seat_idx).any(|(_, figure, _)| figure.class == Class::General)
}

fn check_permutation(state: &State, placements: &[Placement]) -> Result<(), Rejection> {
    let mut pieces: Vec<&str> = placements.iter().map(|to| to.piece.as_str()).collect();
    pieces.sort_unstable();
    let named_twice = pieces.windows(2).any(|pair| pair[0] == pair[1]);
    let mut held = Vec::with_capacity(placements.len());
    for to in placements {
        held.extend(cell_of(state, to)?);
    }
    held.sort_unstable();
    let mut wanted: Vec<Cell> = placements.iter().map(|to| to.cell).collect();
    wanted.sort_unstable();
    match named_twice || held != wanted {
        true => Err(Rejection::NotAPermutation),
        false => Ok(()),
    }
}

fn cell_of(state: &State, placement: &Placement) -> Result<Option<Cell>, Rejection> {
    match placement.piece.as_str() {
        FLAG => Ok(Some(state.flag)),
        _ => Ok(state.figures[check::figure(state, &placement.piece)?].cell),
    }
}

fn is_triangle_for(state: &State, placement: &Placement) -> Result<bool, Rejection> {
    let triangles = state.ground.triangles();
    let cell = &placement.cell;
    if placement.piece.as_str() == FLAG {
        return Ok(triangles.blue.contains(cell)); // LBH-2.1
    }
    let class = state.figures[check::figure(state, &placement.piece)?].class;
    Ok(match (class.side(), class.gait()) {
        (Side::LongKnives, Gait::Foot | Gait::Mounted) => triangles.blue.contains(cell),
        (Side::PlainsNations, Gait::Mounted) => triangles.horse.contains(cell),
        (Side::PlainsNations, Gait::Foot) => triangles.red.contains(cell) && !triangles.horse.contains(cell),
    })
}
