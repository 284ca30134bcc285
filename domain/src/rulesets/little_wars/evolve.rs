//! Taking a fact in. It judges nothing: whoever is not there is passed over.
//!
//! A figure stands where the log says; nothing is disturbed by accident (LW-2.10).

mod guns;
mod men;

use super::{
    event::{Event, PerSide},
    ids::{PieceId, Side},
    opening,
    scenario::Force,
    state::{Draft, End, Melee, Phase, RetreatClock, SeatStage, State},
    words::{Reason, Role, Toss},
};

/// The position after a fact.
pub(super) fn evolve(state: &mut State, event: &Event) {
    take_in(state, event);
    if matches!(state.phase, Phase::Start | Phase::ChooseSide | Phase::PuttingDown) {
        state.phase = opening::phase(state);
    }
}

fn take_in(state: &mut State, event: &Event) {
    match event {
        Event::CoinTossed { .. }
        | Event::RolesSet { .. }
        | Event::LineChosen { .. }
        | Event::HandicapRolled { .. }
        | Event::Placed { .. }
        | Event::DeploymentCommitted { .. } => before_the_first_move(state, event),
        Event::Deployed { .. } | Event::Sealed { .. } => men::deploy(state, event),
        Event::MoveBegan { side, minutes, full_minutes, .. } => {
            begin_move(state, *side);
            let side = state.sides.side_mut(*side);
            (side.minutes, side.full_minutes) = (*minutes, *full_minutes);
        }
        Event::ShotFired { .. }
        | Event::GunMoved { .. }
        | Event::TrailNamed { .. }
        | Event::TrailOrdered { .. }
        | Event::TrailUnmanned { .. }
        | Event::GunsClosed { .. }
        | Event::GunWithdrawn { .. }
        | Event::GunCaptured { .. } => guns::evolve(state, event),
        Event::SeatDone { seat, late } => {
            if let Some(seat) = state.seat_index(seat) {
                state.seats[seat].stage = SeatStage::Done;
                state.seats[seat].late = *late;
            }
        }
        Event::MeleeFormed { .. } => await_decision(state, event),
        Event::MeleeResolved { melee, .. } => {
            state.melees.retain(|waiting| waiting.number != *melee);
            if state.melees.is_empty() {
                state.decider = None;
            }
        }
        Event::FigureKilled { .. }
        | Event::FigureMoved { .. }
        | Event::PrisonerTaken { .. }
        | Event::EscortChanged { .. }
        | Event::PrisonerFreed { .. }
        | Event::PrisonerSecured { .. }
        | Event::FigureRearmed { .. }
        | Event::FlagRaised { .. }
        | Event::FigureWithdrawn { .. }
        | Event::GunPassesCleared { .. }
        | Event::GunPassed { .. } => men::evolve(state, event),
        Event::BlowStruck { side, moves_left, .. } => {
            state.retreat = Some(RetreatClock { side: side.enemy(), moves_left: *moves_left });
        }
        Event::FiguresAssigned { figures, to } => men::assign(state, figures, to),
        Event::SeatLeft { seat, to, figures } => {
            men::assign(state, figures, to);
            if let Some(seat) = state.seat_index(seat) {
                state.seats[seat].left = true;
            }
        }
        Event::MovePassed { .. } => {}
        Event::MoveEnded { next, .. } => end_move(state, *next),
        Event::GameEnded { .. } => end_battle(state, event),
    }
}

/// A melee whose dead are to be named waits for that.
fn await_decision(state: &mut State, event: &Event) {
    let Event::MeleeFormed { melee, red, blue, inferior, kill, prisoners, choice, decider, .. } = event
    else {
        return;
    };
    let Some(decider) = decider else { return };
    state.decider = Some(decider.clone());
    state.phase = Phase::Adjudicate;
    state.melees.push(Melee {
        number: *melee,
        men: PerSide { red: red.clone(), blue: blue.clone() },
        inferior: *inferior,
        kill: *kill as usize,
        prisoners: *prisoners as usize,
        choice: *choice,
    });
}

/// The battle is over.
fn end_battle(state: &mut State, event: &Event) {
    let Event::GameEnded { reason, winner, half_points, breakdown, .. } = event else { return };
    give_up_guns(state, *reason, *winner);
    state.end =
        Some(End { reason: *reason, winner: *winner, half_points: *half_points, breakdown: *breakdown });
    state.phase = Phase::Over;
    state.melees.clear();
    state.decider = None;
}

/// Takes in a fact of the opening.
fn before_the_first_move(state: &mut State, event: &Event) {
    match event {
        Event::CoinTossed { purpose, side, .. } => match purpose {
            Toss::Arranger => state.arranger = Some(*side),
            Toss::FirstMove => state.first_player = Some(*side),
            Toss::Defender => {}
        },
        Event::RolesSet { defender, attacker, left_out } => {
            state.sides.side_mut(*defender).role = Role::Defender;
            state.sides.side_mut(*attacker).role = Role::Attacker;
            state.first_player = Some(*attacker); // LW-9.16
            leave_out(state, left_out.iter().copied());
        }
        Event::LineChosen { side, line } => {
            state.sides.side_mut(*side).line = *line;
            state.sides.side_mut(side.enemy()).line = line.other();
            state.is_line_chosen = true;
            face_ahead(state);
        }
        Event::HandicapRolled { side, removed, .. } => {
            *state.has_thrown.side_mut(*side) = true;
            leave_out(state, removed.iter().map(|id| PieceId::Figure(*id)));
        }
        Event::Placed { seat, pick, figures, guns, assigned } => {
            let draft = Draft {
                pick: *pick,
                figures: figures.clone(),
                guns: guns.clone(),
                assigned: assigned.clone(),
            };
            if let Some(seat) = state.seat_index(seat) {
                state.seats[seat].draft = draft;
            }
        }
        Event::DeploymentCommitted { seat } => {
            if let Some(seat) = state.seat_index(seat) {
                state.seats[seat].ready = true;
                state.seats[seat].draft = Draft::default();
            }
        }
        _ => {}
    }
}

/// Men and guns that are not in this game (LW-9.13, LW-10.3).
fn leave_out(state: &mut State, out: impl Iterator<Item = PieceId>) {
    for piece in out {
        match piece {
            PieceId::Figure(id) => state.figures.retain(|figure| figure.id != id),
            PieceId::Gun(id) => state.guns.retain(|gun| gun.id != id),
        }
    }
    count_originals(state);
}

fn count_originals(state: &mut State) {
    for side in Side::ALL {
        let men = state.figures.iter().filter(|figure| figure.side() == side).count();
        state.sides.side_mut(side).original = u32::try_from(men).unwrap_or(u32::MAX);
    }
}

fn face_ahead(state: &mut State) {
    for at in 0..state.guns.len() {
        let ahead = state.ahead(state.guns[at].holder);
        (state.guns[at].face, state.guns[at].start_face) = (ahead, ahead);
    }
}

/// The resets of a move's beginning (LW §3).
pub(super) fn begin_move(state: &mut State, side: Side) {
    state.phase = Phase::Move;
    state.mover = side;
    (state.is_stirred, state.is_bloody) = (false, false);
    state.trail_orders.clear();
    state.trail_untold.clear();
    let is_first = state.sides.side(side).moves_made == 0;
    state.first_player = state.first_player.or(Some(side));
    let is_own_line_start = is_first && !state.is_defensive(); // LW-1.9, LW-9.16
    let line = state.line_y(side);
    let starts_at = |at: crate::geometry::Point| {
        if is_own_line_start { crate::geometry::Point::new(at.x, line) } else { at }
    };
    for figure in state.figures.iter_mut().filter(|figure| figure.is_on_floor()) {
        let moves_now = figure.captor.unwrap_or(figure.id.side) == side;
        if moves_now {
            figure.start = if figure.id.side == side { starts_at(figure.at) } else { figure.at };
            (figure.moved, figure.used) = (false, None);
        }
    }
    for gun in state.guns.iter_mut().filter(|gun| gun.holder == side && gun.is_on_floor()) {
        gun.start = starts_at(gun.at);
        gun.start_face = gun.face;
        (gun.moved, gun.shots) = (false, 0);
    }
    let seats = state.house.clone();
    for (entry, seat) in seats.seats.iter().zip(&mut state.seats) {
        if entry.side == side {
            (seat.stage, seat.late) = (SeatStage::Guns, false);
        }
    }
}

/// The move counts (LW §4).
fn end_move(state: &mut State, next: Side) {
    let counted = state.counted();
    for side in Side::ALL {
        state.sides.side_mut(side).moves_made = *counted.moves_made.side(side);
    }
    (state.idle_moves, state.quiet_moves) = (counted.idle_moves, counted.quiet_moves);
    state.retreat = counted.retreat;
    state.ply += 1;
    state.phase = Phase::Move;
    state.mover = next;
}

/// A force that was picked stands beside the floor.
fn muster(state: &mut State, side: Side, force: Force) {
    state.muster(side, force);
    face_ahead(state);
}

/// Whether a reason of the end makes captives of the beaten side (LW-9.10, LW-9.19).
pub(super) fn is_capitulation(reason: Reason) -> bool {
    matches!(reason, Reason::Blow | Reason::Resigned)
}

/// At the end the beaten side's guns on the floor, and those not yet put down, are the victor's (LW-9.1, LW-9.10).
pub(super) fn give_up_guns(state: &mut State, reason: Reason, winner: Option<Side>) {
    let Some(winner) = winner else { return };
    if is_capitulation(reason) || reason == Reason::Annihilation {
        for gun in state.guns.iter_mut().filter(|gun| gun.is_on_floor() || gun.waiting) {
            gun.holder = winner;
        }
    }
}
