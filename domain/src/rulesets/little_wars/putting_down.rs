//! Putting down (LW-1.6–1.11, LW-9.15, LW-9.16, LW-10.2). Until a seat is ready, its orders only make up its draft; with
//! `ready` it binds all of it, behind the curtain under seal. No refusal here looks at the enemy, or at what a friend has not
//! bound.

mod draft;

pub(super) use draft::{FEWEST_MEN, assign, fewest_men, pick, picked, place};

use super::{
    command::Command,
    course::{Chance, Course},
    decide::{self, Asked},
    deployment::{self, Deployed},
    event::Event,
    ids::{PieceId, Side},
    move_end,
    rejection::{Code, Rejection},
    state::{Phase, State},
    words::{Composition, Deployment, Role, Status},
};
use crate::{ids::Seat, ruleset::Standing};

/// Whether what is put down is secret: behind the curtain, and wherever forces are picked (LW-1.7, LW-9.15, LW-10.2).
pub(super) fn is_hidden(state: &State) -> bool {
    let options = state.options();
    match (options.deployment, options.composition) {
        (Deployment::Fixed, _) => false,
        (Deployment::Free, Composition::Selection) => true,
        (Deployment::Free, Composition::Fixed) => options.curtain && !state.is_defensive(),
    }
}

fn is_picked(state: &State) -> bool {
    state.options().composition == Composition::Selection
}

/// Whether what this seat orders now is secret: its draft is outside the log until it binds it (LW-1.7).
pub(super) fn is_secret(state: &State, seat: &Seat) -> bool {
    let at = state.seat_index(seat);
    state.phase == Phase::PuttingDown && is_hidden(state) && at.is_some_and(|at| owing(state).contains(&at))
}

/// Who is waited for; when the last seat has bound what is secret, all is opened.
pub(super) fn standing(state: &State) -> Standing {
    let owing = owing(state);
    if owing.is_empty() && is_hidden(state) {
        return Standing::Reveal;
    }
    Standing::Waiting(owing.into_iter().map(|at| state.house().seats[at].seat.clone()).collect())
}

/// The seats that have still to put down, and may do so now, in the plan's order.
fn owing(state: &State) -> Vec<usize> {
    if is_picked(state) {
        let chiefs = Side::ALL.into_iter().filter(|side| !is_side_ready(state, *side));
        let mut chiefs: Vec<usize> = chiefs.filter_map(|side| chief(state, side)).collect();
        chiefs.sort_unstable();
        return chiefs; // LW-10.2: one for its whole side
    }
    let now = is_open_to(state);
    let owes = |at: &usize| {
        let (entry, seat) = (&state.house().seats[*at], &state.seats[*at]);
        now.is_none_or(|side| side == entry.side) && !seat.left && !seat.ready && is_waiting(state, *at)
    };
    (0..state.seats.len()).filter(owes).collect()
}

/// The side that puts down now, where it is done in the open: the first player's first (LW-1.7), the defender's in the
/// defensive game (LW-9.15). None where both do it at once.
fn is_open_to(state: &State) -> Option<Side> {
    if is_hidden(state) {
        return None;
    }
    let first = match state.with_role(Role::Defender) {
        Some(defender) => defender,
        None => state.first_player.unwrap_or(state.mover),
    };
    let is_down = |side: Side| {
        let seats = (0..state.seats.len()).filter(|at| state.house().seats[*at].side == side);
        seats.filter(|at| !state.seats[*at].ready).all(|at| !is_waiting(state, at))
    };
    Some(if is_down(first) { first.enemy() } else { first })
}

fn chief(state: &State, side: Side) -> Option<usize> {
    state.chief_seat(side).and_then(|seat| state.seat_index(seat))
}

/// Whether a side whose force is picked has bound it, by whichever seat was its chief then.
fn is_side_ready(state: &State, side: Side) -> bool {
    let seats = state.house().seats.iter().zip(&state.seats);
    { seats }.any(|(entry, seat)| entry.side == side && seat.ready)
}

fn is_ready(state: &State, asked: &Asked<'_>) -> bool {
    if is_picked(state) { is_side_ready(state, asked.side) } else { state.seats[asked.at].ready }
}

fn is_waiting(state: &State, at: usize) -> bool {
    let man = state.figures.iter().any(|man| man.seat == at && man.status == Status::Waiting);
    man || state.guns.iter().any(|gun| gun.seat == at && gun.waiting)
}

/// What a seat has still to put down, in id order.
pub(super) fn waiting(state: &State, at: usize) -> Vec<PieceId> {
    let men = state.figures.iter().filter(|man| man.seat == at && man.status == Status::Waiting);
    let guns = state.guns.iter().filter(|gun| gun.seat == at && gun.waiting);
    let pieces = men.map(|man| PieceId::from(man.id)).chain(guns.map(|gun| PieceId::from(gun.id)));
    let mut pieces: Vec<PieceId> = pieces.collect();
    pieces.sort();
    pieces
}

/// Whether the seat may give this order now, in the phase of putting down.
pub(super) fn is_now(state: &State, asked: &Asked<'_>, command: &Command) -> bool {
    if is_picked(state) {
        return chief(state, asked.side) == Some(asked.at); // LW-10.2
    }
    let is_its_turn = is_open_to(state).is_none_or(|side| side == asked.side);
    match command {
        Command::Place { .. } | Command::Ready {} => {
            let owns = state.figures.iter().any(|man| man.seat == asked.at)
                || state.guns.iter().any(|gun| gun.seat == asked.at);
            is_its_turn && owns
        }
        Command::Assign { .. } => is_its_turn && !is_hidden(state), // LW-11.3
        _ => false,
    }
}

/// `ready`: the seat binds its draft (LW-1.7).
///
/// # Errors
/// `already-ready`, `not-all-placed`; what `place` would say of the draft, if a friend has bound since what it cannot stand
/// beside.
pub(super) fn ready(course: &mut Course, asked: &Asked<'_>) -> Result<(), Rejection> {
    if is_ready(&course.state, asked) {
        return Err(Code::AlreadyReady.plain());
    }
    let deployed = draft::drafted(&course.state, asked)?;
    bind(course, deployed);
    Ok(())
}

/// A deployment is bound: behind the curtain by a line that is the same whatever it seals (LW-1.7).
fn bind(course: &mut Course, deployed: Deployed) {
    if is_hidden(&course.state) {
        course.say(Event::DeploymentCommitted { seat: deployed.seat.clone() });
        course.say(deployed.sealed());
    } else {
        course.say(deployed.open());
        settle(course);
    }
}

/// A seat's time is up: its draft, if that may be bound as it is, else the scenario's deployment (LW §4, LW-10.8).
pub(super) fn time_out(course: &mut Course, seat: &Seat) {
    let state = &course.state;
    let Some(at) = state.seat_index(seat) else { return };
    let asked = Asked { seat, at, side: state.house().seats[at].side };
    let deployed = draft::drafted(state, &asked).unwrap_or_else(|_| deployment::default(state, at));
    bind(course, deployed);
}

/// After whatever may have been the last thing to wait for, in the open: what a seat that had bound already was left by a
/// friend who resigned is put down by default (LW-9.19, LW-10.8), and once all stand the first move begins.
pub(super) fn settle(course: &mut Course) {
    if course.state.phase != Phase::PuttingDown || is_hidden(&course.state) {
        return;
    }
    for at in 0..course.state.seats.len() {
        if course.state.seats[at].ready && is_waiting(&course.state, at) {
            let deployed = deployment::default(&course.state, at);
            course.say(deployed.open());
        }
    }
    if owing(&course.state).is_empty() {
        move_end::begin(course);
    }
}

/// All seals are opened: what is missing (its key is lost, or a friend left it to a seat that had bound) is put down by default
/// (LW-10.8), and the first move begins (LW-1.7).
pub(super) fn opened(course: &mut Course) {
    for at in 0..course.state.seats.len() {
        let state = &course.state;
        let side = state.house().seats[at].side;
        let is_missing = if is_picked(state) {
            chief(state, side) == Some(at) && state.figures.iter().all(|man| man.id.side != side)
        } else {
            is_waiting(state, at)
        };
        if is_missing {
            let deployed = deployment::default(state, at);
            course.say(deployed.open());
        }
    }
    move_end::begin(course);
}

/// What a seat may order while it has still to put down, each as it stands: the force it would have by default, the places of
/// its men and guns, and `ready` once all are placed. With a figure in mind only that one's place.
pub(super) fn hints(known: &State, seat: &Seat, figure: Option<&str>) -> Vec<Command> {
    let at = known.seat_index(seat);
    let Some(at) = at.filter(|at| owing(known).contains(at)) else { return Vec::new() };
    let asked = Asked { seat, at, side: known.house().seats[at].side };
    let draft = &known.seats[at].draft;
    let mut deployed = deployment::default(known, at);
    if let Some(figure) = figure {
        deployed.figures.retain(|placed| placed.id.to_string() == figure);
        deployed.guns.retain(|placed| placed.id.to_string() == figure);
    }
    let is_picked = deployed.pick == draft.pick;
    let orders = deployment::in_orders(deployed).into_iter().filter(|order| match order {
        Command::Pick { .. } => !is_picked && figure.is_none(),
        Command::Ready {} => figure.is_none() && draft::drafted(known, &asked).is_ok(),
        _ => is_picked && decide::order(known, seat, order, &mut Chance::Rehearsal).is_ok(),
    });
    let orders: Vec<Command> = orders.collect();
    if orders.is_empty() && figure.is_none() {
        // Where friends or his own draft stand in the way of all of it, whatever stands may stay.
        let own = draft.figures.first().map(|placed| draft::stay(placed.id, placed.at));
        return own.into_iter().collect();
    }
    orders
}
