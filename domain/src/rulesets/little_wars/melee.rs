//! Melees: who takes part, who dies, who is taken (LW-6).
//!
//! Horse, foot and escorts count alike (LW-6.9). The smaller force is isolated or supported (LW-6.5), whoever charged (LW-6.10).
//! Prisoners of an earlier melee have no part in a later one (LW-6.15). The dead are named after the move (LW-6.12).

mod knot;
mod losses;

pub use knot::{Knot, Terms, is_isolated, knots, terms};

use self::losses::{Losses, named_losses, usual_losses};
use super::{
    command::AllocateNamed,
    course::Course,
    decide::Asked,
    event::{DeathCause, Event, ResolvedBy, TakenBy},
    move_end,
    rejection::{Code, Rejection},
    state::{Melee, State},
    words::Adjudication,
};
use crate::ids::Seat;

/// The melees of a move's end are formed; those without a choice are settled at once, the others too where nobody is to be
/// asked (LW-6.3, LW-6.14). Otherwise they wait to be allocated.
pub(super) fn form(course: &mut Course) {
    let state = &course.state;
    let knots = knots(state);
    let terms: Vec<Terms> = knots.iter().map(|knot| terms(state, &knots, knot)).collect();
    let has_choice = |terms: &Terms| terms.choice.red || terms.choice.blue;
    let decider = decider(state, knots.iter().zip(&terms).filter(|(_, terms)| has_choice(terms)));
    let mut at_once = Vec::new();
    for ((number, knot), terms) in (1..).zip(&knots).zip(terms) {
        let decider = decider.clone().filter(|_| has_choice(&terms));
        let melee = Melee {
            number,
            men: knot.men.clone(),
            inferior: terms.inferior,
            kill: terms.kill,
            prisoners: terms.prisoners,
            choice: terms.choice,
        };
        course.say(formed(knot, &melee, &terms, decider.clone()));
        if decider.is_none() {
            at_once.push(melee);
        }
    }
    for melee in at_once {
        settle_by_default(course, &melee);
    }
}

fn formed(knot: &Knot, melee: &Melee, terms: &Terms, decider: Option<Seat>) -> Event {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Event::MeleeFormed {
        melee: melee.number,
        core: knot.core.clone(),
        red: knot.men.red.clone(),
        blue: knot.men.blue.clone(),
        inferior: terms.inferior,
        support: terms.support.clone(),
        isolated: terms.isolated,
        kill: count(terms.kill),
        prisoners: count(terms.prisoners),
        choice: terms.choice,
        decider,
    }
}

/// The mover's seat with most men in the melees that leave a choice, the first among equals (LW §4, LW-6.11); nobody, where
/// there is none, the default decides or his time is up (LW-6.14).
fn decider<'a>(state: &State, open: impl Iterator<Item = (&'a Knot, &'a Terms)>) -> Option<Seat> {
    let mut men = vec![0_usize; state.seats.len()];
    for (knot, _) in open {
        for man in knot.men.side(state.mover).iter().filter_map(|id| state.figure(*id)) {
            men[man.seat] += 1;
        }
    }
    let most = men.iter().max().copied().filter(|most| *most > 0)?;
    let at = men.iter().position(|count| *count == most)?;
    let is_asked = state.options().adjudication == Adjudication::Mover && !state.seats[at].late;
    is_asked.then(|| state.house.seats[at].seat.clone())
}

/// `allocate` as LW-6.14 says.
pub(super) fn allocate_auto(course: &mut Course, _: &Asked<'_>, number: u32) -> Result<(), Rejection> {
    let melee = waiting(&course.state, number)?;
    settle_by_default(course, &melee);
    go_on_after_the_last(course);
    Ok(())
}

/// `allocate` by name.
pub(super) fn allocate(course: &mut Course, _: &Asked<'_>, named: &AllocateNamed) -> Result<(), Rejection> {
    let melee = waiting(&course.state, named.melee)?;
    let losses = named_losses(&course.state, &melee, named)?;
    settle(course, &melee, losses, ResolvedBy::Mover);
    go_on_after_the_last(course);
    Ok(())
}

/// All that wait are settled as LW-6.14 says: the decider's time is up, or he has left (LW-9.19).
pub(super) fn settle_all_by_default(course: &mut Course) {
    for melee in course.state.melees.clone() {
        settle_by_default(course, &melee);
    }
    go_on_after_the_last(course);
}

fn waiting(state: &State, number: u32) -> Result<Melee, Rejection> {
    let melee = state.melees.iter().find(|melee| melee.number == number);
    melee.cloned().ok_or_else(|| Code::NoSuchMelee.plain())
}

fn go_on_after_the_last(course: &mut Course) {
    if course.state.melees.is_empty() {
        move_end::after_melees(course);
        move_end::settle(course);
    }
}

fn settle_by_default(course: &mut Course, melee: &Melee) {
    let losses = usual_losses(&course.state, melee);
    settle(course, melee, losses, ResolvedBy::Default);
}

fn settle(course: &mut Course, melee: &Melee, losses: Losses, by: ResolvedBy) {
    let Losses { dead, prisoners } = losses;
    let number = melee.number;
    let told = Event::MeleeResolved { melee: number, dead: dead.clone(), prisoners: prisoners.clone(), by };
    course.say(told);
    for figure in dead {
        course.say(Event::FigureKilled { figure, cause: DeathCause::Melee, gun: None, melee: Some(number) });
    }
    for (figure, escort) in prisoners {
        let side = figure.side.enemy();
        course.say(Event::PrisonerTaken { figure, side, escort, cause: TakenBy::Melee });
    }
}
