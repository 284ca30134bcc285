//! Giving men and guns to another seat of the side (LW-11.3). Where forces are picked, that is part of the draft.

use super::{
    course::Course,
    decide::Asked,
    event::Event,
    ids::{FigureId, Figures, GunId, PieceId, Pieces, Side},
    putting_down,
    rejection::{Code, Rejection},
    rules::LW_11_3,
    state::{Phase, State},
    words::{Composition, Status},
};
use crate::ids::Seat;

/// `assign` (LW-11.3).
///
/// # Errors
/// `not-general`, `no-such-seat`, ids of the side; while men are put down `already-ready` of what is on the floor and of a seat
/// that has bound; in a move `already-moved`, `gun-already-moved`, `gun-already-fired`.
pub(super) fn assign(
    course: &mut Course,
    asked: &Asked<'_>,
    figures: &[Pieces],
    seat: &Seat,
) -> Result<(), Rejection> {
    let state = &course.state;
    if state.phase == Phase::PuttingDown && state.options().composition == Composition::Selection {
        return putting_down::assign(course, asked, figures, seat); // LW-10.2
    }
    if state.general(asked.side) != Some(asked.seat) {
        return Err(Code::NotGeneral.plain());
    }
    let Some((_, to)) = state.seats_of(asked.side).find(|(entry, _)| entry.seat == *seat) else {
        return Err(Code::NoSuchSeat.plain());
    };
    if state.phase == Phase::PuttingDown && to.ready {
        return Err(Code::AlreadyReady.plain().by_rule(LW_11_3)); // nobody would put them down
    }
    let pieces = named(state, asked.side, figures)?;
    for &piece in &pieces {
        is_unused(state, piece)?;
    }
    course.say(Event::FiguresAssigned { figures: pieces, to: seat.clone() });
    Ok(())
}

/// The pieces a list means, in its order, each once (LW-5.13): of a range or a star those of the side that can be meant; who is
/// named singly must be able.
fn named(state: &State, side: Side, words: &[Pieces]) -> Result<Vec<PieceId>, Rejection> {
    words.iter().try_for_each(|word| is_known(state, *word))?;
    let single = || words.iter().filter_map(|word| one(*word));
    single().try_for_each(|piece| is_of(state, side, piece))?;
    single().try_for_each(|piece| is_able(state, piece))?;
    let men = state.figures.iter().map(|man| PieceId::from(man.id));
    let all: Vec<PieceId> = men.chain(state.guns.iter().map(|gun| PieceId::from(gun.id))).collect();
    let mut pieces: Vec<PieceId> = Vec::new();
    for word in words {
        let is_named = |piece: &PieceId| match piece {
            PieceId::Figure(id) => word.names_figure(*id),
            PieceId::Gun(id) => word.names_gun(*id),
        };
        let can_be_meant = |piece: &PieceId| {
            is_of(state, side, *piece).is_ok() && is_able(state, *piece).is_ok() && !pieces.contains(piece)
        };
        let meant: Vec<PieceId> = all.iter().filter(|piece| is_named(piece)).copied().collect();
        let meant: Vec<PieceId> = meant.into_iter().filter(can_be_meant).collect();
        pieces.extend(meant);
    }
    if pieces.is_empty() { Err(Code::NotAvailable.plain()) } else { Ok(pieces) }
}

/// What a word names that is no range.
fn one(word: Pieces) -> Option<PieceId> {
    match word {
        Pieces::Figures(Figures::One(id)) => Some(id.into()),
        Pieces::Gun(id) => Some(id.into()),
        Pieces::Figures(Figures::Range(..) | Figures::All(..)) | Pieces::Guns(..) | Pieces::AllGuns(_) => {
            None
        }
    }
}

/// Every id, and both ends of every range, which are of one kind, the first not after the last (LW §6).
fn is_known(state: &State, word: Pieces) -> Result<(), Rejection> {
    let man = |id: FigureId| state.figure(id).map(|_| ()).ok_or_else(|| Code::UnknownFigure.of(id));
    let gun = |id: GunId| state.gun(id).map(|_| ()).ok_or_else(|| Code::UnknownFigure.of(id));
    match word {
        Pieces::Figures(Figures::One(id)) => man(id),
        Pieces::Gun(id) => gun(id),
        Pieces::Figures(Figures::Range(from, to)) => {
            man(from)?;
            man(to)?;
            let fits = (from.side, from.arm) == (to.side, to.arm) && from.number <= to.number;
            if fits { Ok(()) } else { Err(Code::UnknownFigure.of(to)) }
        }
        Pieces::Guns(from, to) => {
            gun(from)?;
            gun(to)?;
            let fits = from.origin == to.origin && from.number <= to.number;
            if fits { Ok(()) } else { Err(Code::UnknownFigure.of(to)) }
        }
        Pieces::Figures(Figures::All(..)) | Pieces::AllGuns(_) => Ok(()),
    }
}

/// Whether a piece is the side's: a man's own, a gun's holder's (LW-8.3).
fn is_of(state: &State, side: Side, piece: PieceId) -> Result<(), Rejection> {
    match piece {
        PieceId::Figure(id) if id.side != side => Err(Code::NotYourFigure.of(id)),
        PieceId::Gun(id) if state.gun(id).is_some_and(|gun| gun.holder != side) => {
            Err(Code::NotYourGun.of(id))
        }
        PieceId::Figure(_) | PieceId::Gun(_) => Ok(()),
    }
}

/// Whether a piece can be ordered about: it is not yet put down, or free on the floor (LW-5.11).
fn is_able(state: &State, piece: PieceId) -> Result<(), Rejection> {
    let is_able = match piece {
        PieceId::Figure(id) => {
            let man = state.figure(id);
            man.is_some_and(|man| man.is_free() || man.status == Status::Waiting)
        }
        PieceId::Gun(id) => state.gun(id).is_some_and(|gun| gun.is_on_floor() || gun.waiting),
    };
    if is_able { Ok(()) } else { Err(Code::NotAvailable.of(piece)) }
}

/// Whether a piece may still change hands: before it is put down, or before it has moved or fired (LW-11.3).
fn is_unused(state: &State, piece: PieceId) -> Result<(), Rejection> {
    let is_down = match piece {
        PieceId::Figure(id) => state.figure(id).is_some_and(|man| man.status != Status::Waiting),
        PieceId::Gun(id) => state.gun(id).is_some_and(|gun| !gun.waiting),
    };
    let code = match (state.phase, piece) {
        (Phase::PuttingDown, _) => is_down.then_some(Code::AlreadyReady),
        (_, PieceId::Figure(id)) => {
            let has_moved = state.figure(id).is_some_and(|man| man.moved || man.used.is_some());
            has_moved.then_some(Code::AlreadyMoved)
        }
        (_, PieceId::Gun(id)) => state.gun(id).and_then(|gun| match (gun.moved, gun.shots) {
            (true, _) => Some(Code::GunAlreadyMoved),
            (false, 1..) => Some(Code::GunAlreadyFired),
            (false, 0) => None,
        }),
    };
    code.map_or(Ok(()), |code| Err(code.of(piece).by_rule(LW_11_3)))
}
