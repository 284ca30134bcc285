//! One order, judged on one position: what it causes, or why it is not legal here.

use super::{
    command::{Allocate, Command},
    course::{Chance, Course},
    event::Event,
    ids::Side,
    rejection::{Code, Rejection},
    selection,
    state::{Phase, SeatStage, State},
};
use crate::{
    ids::Seat,
    ruleset::{Halt, Stage},
};

/// Who gives an order.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    /// His seat.
    pub(super) seat: &'a Seat,
    /// Its place in the plan.
    pub(super) at: usize,
    /// Its side.
    pub(super) side: Side,
}

/// Where the sequence of play stands, as all rulesets say it.
pub(super) fn stage(state: &State) -> Stage {
    match state.phase {
        Phase::Start => Stage { round: 0, phase: "start" },
        Phase::Over => Stage { round: state.round(), phase: "finished" },
        phase => Stage { round: state.round(), phase: phase.as_str() },
    }
}

/// Who asks.
pub(super) fn asked<'a>(state: &State, seat: &'a Seat) -> Result<Asked<'a>, Rejection> {
    let at = state.seat_index(seat).ok_or_else(|| Code::NotYourFigure.plain())?;
    Ok(Asked { seat, at, side: state.house().seats[at].side })
}

/// Carries an order out on a copy of the position; what follows from it, the ends of moves included, comes about too.
pub(super) fn order(
    state: &State,
    seat: &Seat,
    command: &Command,
    chance: &mut Chance<'_>,
) -> Result<Course, Halt<Rejection>> {
    if state.phase == Phase::Over {
        return Err(Code::GameOver.plain().into());
    }
    let asked = asked(state, seat)?;
    is_now(state, &asked, command)?;
    let mut course = Course::from(state);
    let on = &mut course;
    match command {
        Command::ChooseSide { line } => super::opening::choose_side(on, &asked, *line, chance)?,
        Command::Pick { infantry, cavalry, guns } => {
            super::putting_down::pick(on, &asked, [*infantry, *cavalry, *guns])?;
        }
        Command::Place { blocks } => super::putting_down::place(on, &asked, blocks)?,
        Command::Ready {} => super::putting_down::ready(on, &asked)?,
        Command::Fire { gun, at, elevation, lie_down } => {
            super::shot::fire(on, &asked, *gun, at, *elevation, *lie_down, chance)?;
        }
        Command::MoveGun { gun, path, crew, off } => {
            super::gun_move::move_gun(on, &asked, *gun, path, crew.as_deref(), *off)?;
        }
        Command::Trail { gun, figures } => super::trail::name(on, &asked, *gun, figures)?,
        Command::EndGuns {} => super::trail::end_guns(on, &asked)?,
        Command::Move { figure, path } => super::moving::walk(on, &asked, *figure, path)?,
        Command::March { figures, by, loose } => super::moving::march(on, &asked, figures, *by, *loose)?,
        Command::Line { figures, from, to } => super::moving::line(on, &asked, figures, *from, *to)?,
        Command::Close { figures, on: enemy } => super::close::close(on, &asked, figures, *enemy)?,
        Command::Escort { escort, path, prisoners } => {
            super::escort::escort(on, &asked, *escort, path, prisoners.as_deref())?;
        }
        Command::Retreat(retreat) => super::moving::retreat(on, &asked, retreat)?,
        Command::Surrender { figures } => super::surrender::surrender(on, &asked, figures)?,
        Command::Assign { figures, seat } => super::assign::assign(on, &asked, figures, seat)?,
        Command::EndMove { side } => super::move_end::end_move(on, &asked, *side)?,
        Command::Allocate(Allocate::Auto(auto)) => super::melee::allocate_auto(on, &asked, auto.melee)?,
        Command::Allocate(Allocate::Named(named)) => super::melee::allocate(on, &asked, named)?,
    }
    Ok(course)
}

/// What an order causes though it lapses: the first of the men stage whose men may be ordered closes the guns (LW-2.2).
pub(super) fn lapse(state: &State, seat: &Seat, command: &Command) -> Vec<Event> {
    let close = || {
        let asked = asked(state, seat).ok()?;
        is_now(state, &asked, command).ok()?;
        let (entries, fit) = selection::of_men_order(command)?;
        let mut course = Course::from(state);
        selection::begin(&mut course, &asked, &entries, fit).ok()?;
        Some(course.events)
    };
    close().unwrap_or_default()
}

/// Whether the order belongs to this phase and this seat's turn (LW §4): the first test of all.
fn is_now(state: &State, asked: &Asked<'_>, command: &Command) -> Result<(), Rejection> {
    let in_move = state.phase == Phase::Move;
    // LW-2.1 and LW-2.9: a side whose move has not begun stands at attention.
    let moves = in_move && asked.side == state.mover && state.seats[asked.at].stage != SeatStage::Done;
    // A general without men may do this as long as his side moves (LW §4).
    let presides = in_move
        && asked.side == state.mover
        && state.general(asked.side) == Some(asked.seat)
        && !super::awaited::has_to_do(state, asked.at);
    let is_now = match command {
        Command::ChooseSide { .. } => {
            state.phase == Phase::ChooseSide && super::opening::chooser(state) == Some(asked.seat)
        }
        Command::Pick { .. } | Command::Place { .. } | Command::Ready {} => {
            state.phase == Phase::PuttingDown && super::putting_down::is_now(state, asked, command)
        }
        Command::Assign { .. } => {
            moves
                || presides
                || (state.phase == Phase::PuttingDown && super::putting_down::is_now(state, asked, command))
        }
        Command::Surrender { .. } => in_move,
        Command::Allocate(_) => {
            state.phase == Phase::Adjudicate && state.decider.as_ref() == Some(asked.seat)
        }
        Command::Fire { .. }
        | Command::MoveGun { .. }
        | Command::Trail { .. }
        | Command::EndGuns {}
        | Command::Move { .. }
        | Command::March { .. }
        | Command::Line { .. }
        | Command::Close { .. }
        | Command::Escort { .. }
        | Command::Retreat(_)
        | Command::EndMove { side: false } => moves,
        Command::EndMove { side: true } => moves || presides,
    };
    if is_now { Ok(()) } else { Err(Code::NotYourPhase.plain()) }
}
