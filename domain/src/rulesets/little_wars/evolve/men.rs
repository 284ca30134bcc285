//! What facts do to men.

use super::{is_capitulation, muster};
use crate::{
    ids::Seat,
    rulesets::little_wars::{
        event::Event,
        ids::{FigureId, PieceId, Side},
        scenario::Force,
        state::{Figure, State},
        words::{MovedBy, Status, Used},
    },
};

/// Takes in a fact about men.
pub(super) fn evolve(state: &mut State, event: &Event) {
    match event {
        Event::FigureKilled { figure, .. } => {
            state.is_bloody = true;
            with(state, *figure, |man| leave_as(man, Status::Dead));
        }
        Event::FigureMoved { figure, path, reason, .. } => {
            state.is_stirred = true;
            let Some(&end) = path.last() else { return };
            with(state, *figure, |man| {
                (man.at, man.moved) = (end, true);
                man.used = match reason {
                    MovedBy::Order => man.used,
                    MovedBy::Crew => Some(Used::Crew),
                    MovedBy::Trail => Some(Used::Trail),
                    MovedBy::Escort => Some(Used::Escort),
                    MovedBy::Prisoner => Some(Used::Prisoner),
                };
            });
        }
        Event::FigureWithdrawn { figure, .. } => {
            (state.is_stirred, state.is_bloody) = (true, true);
            with(state, *figure, |man| leave_as(man, Status::Withdrawn));
        }
        Event::GunPassesCleared { gun, figures } => {
            for figure in figures {
                with(state, *figure, |man| man.passed.retain(|passed| passed != gun));
            }
        }
        Event::GunPassed { gun, figures } => {
            for figure in figures {
                with(state, *figure, |man| {
                    man.passed.push(*gun);
                    man.passed.sort();
                    man.passed.dedup();
                });
            }
        }
        _ => captives(state, event),
    }
}

/// Takes in a fact about captives.
fn captives(state: &mut State, event: &Event) {
    match event {
        Event::PrisonerTaken { figure, side, escort, .. } => {
            state.is_bloody = true;
            let ply = state.ply;
            with(state, *figure, |man| {
                // Whoever is not yet put down has no place on the floor (LW §9).
                let is_beside = man.status == Status::Waiting;
                man.status = if is_beside { Status::Secured } else { Status::Prisoner };
                (man.captor, man.escort, man.freed_at) = (Some(*side), *escort, None);
                man.taken_at = Some(ply);
                man.passed.clear(); // LW-7.1
            });
        }
        Event::EscortChanged { figure, escort } => {
            with(state, *figure, |man| man.escort = Some(*escort));
        }
        Event::PrisonerFreed { figure, .. } => {
            state.is_bloody = true;
            let ply = state.ply;
            with(state, *figure, |man| {
                man.status = Status::Disarmed; // LW-7.8
                (man.captor, man.escort, man.taken_at) = (None, None, None);
                man.freed_at = Some(ply); // LW-7.6
                // Where he was led in his captor's move, he has not moved in his own side's (LW-5.3).
                (man.moved, man.used) = (false, None);
            });
        }
        Event::PrisonerSecured { figure } => {
            state.is_bloody = true;
            with(state, *figure, |man| {
                man.status = Status::Secured;
                man.escort = None;
            });
        }
        Event::FigureRearmed { figure } => with(state, *figure, |man| {
            man.status = Status::Armed;
            man.freed_at = None;
        }),
        Event::FlagRaised { figures, .. } => {
            state.is_bloody = true;
            for figure in figures {
                with(state, *figure, |man| {
                    man.status = Status::Flag;
                    (man.captor, man.escort, man.freed_at) = (Some(man.id.side.enemy()), None, None);
                    man.passed.clear();
                });
            }
        }
        _ => {}
    }
}

/// A seat's men and guns are put down.
pub(super) fn deploy(state: &mut State, event: &Event) {
    let (Event::Deployed { seat, pick, figures, guns } | Event::Sealed { seat, pick, figures, guns }) = event
    else {
        return;
    };
    if let (Some(side), Some(pick)) = (state.side_of(seat), pick) {
        let force = Force { infantry: pick.infantry, cavalry: pick.cavalry, guns: pick.guns };
        muster(state, side, force);
    }
    let taken_by = state.side_of(seat).and_then(|side| captor_at_the_end(state, side));
    for placed in figures {
        let owner = owner(state, &placed.seat);
        with(state, placed.id, |man| {
            (man.at, man.start) = (placed.at, placed.at);
            man.seat = owner.unwrap_or(man.seat);
            (man.status, man.captor) = match taken_by {
                None => (Status::Armed, None),
                Some(captor) => (Status::Prisoner, Some(captor)),
            };
        });
    }
    for placed in guns {
        let owner = owner(state, &placed.seat);
        if let Some(at) = state.gun_at(placed.id) {
            let gun = &mut state.guns[at];
            gun.waiting = false;
            (gun.at, gun.start) = (placed.at, placed.at);
            (gun.face, gun.start_face) = (placed.face, placed.face);
            gun.seat = owner.unwrap_or(gun.seat);
        }
    }
    if let Some(seat) = state.seat_index(seat) {
        state.seats[seat].ready = true;
        state.seats[seat].draft = Default::default();
    }
}

/// Who has a side that capitulated before what it had sealed was opened (LW-9.19).
fn captor_at_the_end(state: &State, side: Side) -> Option<Side> {
    let end = state.end.as_ref().filter(|end| is_capitulation(end.reason))?;
    end.winner.filter(|winner| *winner != side)
}

/// The seat that has what another put down for it: where that one has left since, who has its men now (LW-9.19).
fn owner(state: &State, seat: &Seat) -> Option<usize> {
    let at = state.seat_index(seat)?;
    if !state.seats[at].left {
        return Some(at);
    }
    state.chief_seat(state.house.seats[at].side).and_then(|chief| state.seat_index(chief))
}

/// Men and guns have another seat.
pub(super) fn assign(state: &mut State, pieces: &[PieceId], to: &Seat) {
    let Some(to) = state.seat_index(to) else { return };
    for seat in &mut state.seats {
        seat.draft.figures.retain(|placed| !pieces.contains(&placed.id.into()));
        seat.draft.guns.retain(|placed| !pieces.contains(&placed.id.into()));
    }
    for piece in pieces {
        match *piece {
            PieceId::Figure(id) => with(state, id, |man| man.seat = to),
            PieceId::Gun(id) => {
                if let Some(at) = state.gun_at(id) {
                    state.guns[at].seat = to;
                }
            }
        }
    }
}

fn leave_as(man: &mut Figure, status: Status) {
    man.status = status;
    (man.captor, man.escort) = (None, None);
    man.passed.clear();
}

fn with(state: &mut State, id: FigureId, change: impl FnOnce(&mut Figure)) {
    if let Some(at) = state.figure_at(id) {
        change(&mut state.figures[at]);
    }
}
