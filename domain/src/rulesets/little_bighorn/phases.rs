//! The sequence of play: how phases end, are skipped and begin, how rounds pass, and how the game ends.

use super::{
    command::Phase,
    course::Course,
    encounter::encounter,
    event::{Ended, Event, Reason, Victor},
    evolve::enter,
    fire::owed_melee,
    pieces::Side,
    rejection::Rejection,
    state::State,
};
use crate::{
    dice::{Dice, NoDice},
    ids::Seat,
    ruleset::Halt,
};

/// A place in the sequence of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Moment {
    round: u32,
    mover: Side,
    phase: Phase,
    deploying: Option<Side>,
}

impl Moment {
    fn of(state: &State) -> Moment {
        Moment { round: state.round, mover: state.mover, phase: state.phase, deploying: state.deploying }
    }

    /// What follows; turns alternate whether or not there is combat (LBH-11.2).
    fn next(self) -> Moment {
        let deploying = None;
        match (self.phase, self.mover) {
            (Phase::Deployment, mover) => match self.deploying {
                Some(Side::PlainsNations) => Moment { deploying: Some(Side::LongKnives), ..self }, // LBH-2.4
                Some(Side::LongKnives) | None => Moment { phase: Phase::Movement, mover, deploying, ..self },
            },
            (Phase::Movement, _) => Moment { phase: Phase::Combat, ..self }, // LBH-7.1
            (Phase::Combat, _) => Moment { phase: Phase::ReturnFire, ..self }, // LBH-7.27
            (Phase::ReturnFire, Side::LongKnives) => {
                Moment { phase: Phase::Movement, mover: Side::PlainsNations, ..self } // LBH-7.29 LBH-11.1
            }
            (Phase::ReturnFire, Side::PlainsNations) => {
                let round = self.round + 1; // LBH-11.3
                Moment { round, phase: Phase::Movement, mover: Side::LongKnives, ..self }
            }
        }
    }

    /// The seats that would be waited for if it were now.
    fn awaited(self, state: &State) -> Vec<Seat> {
        let mut then = state.clone();
        enter(&mut then, self.round, self.mover, self.phase);
        then.deploying = self.deploying;
        then.awaited().map(|seat_idx| then.seat(seat_idx).clone()).collect()
    }
}

/// The battle begins with the phase the position is set up for.
pub(super) fn start(state: &State) -> Vec<Event> {
    let mut course = Course::from(state);
    begin(&mut course, Moment::of(state)); // LBH-3.1
    course.events
}

/// Three of each side.
const PHASES_IN_A_ROUND: usize = 6;

/// Begins a phase, or the first one after it that somebody has something to do in.
fn begin(course: &mut Course, mut moment: Moment) {
    // Six phases are a round: where nobody has anything to do in a whole one, nobody will have, and the rest is silence.
    for _ in 0..=PHASES_IN_A_ROUND {
        if course.is_over() {
            return;
        }
        let Moment { round, mover, phase, .. } = moment;
        let awaited = moment.awaited(&course.state);
        if !awaited.is_empty() {
            course.say(Event::PhaseBegan { round, mover, phase, awaited });
            return;
        }
        course.say(Event::PhaseSkipped { round, mover, phase }); // LBH-7.31
        moment = following(course, moment);
    }
}

/// The moment after this one; between two rounds the limits are looked at.
fn following(course: &mut Course, moment: Moment) -> Moment {
    let next = moment.next();
    if moment.round != next.round {
        end_at_limits(course);
    }
    next
}

fn end_at_limits(course: &mut Course) {
    let options = course.state.ground.options();
    let quiet_rounds = if course.state.quiet { course.state.quiet_rounds + 1 } else { 0 };
    if options.round_limit != 0 && options.round_limit <= course.state.round {
        end_game(course, Victor::Draw, Reason::RoundLimit); // LBH-12.8
    } else if options.quiet_limit != 0 && options.quiet_limit <= quiet_rounds {
        end_game(course, Victor::Draw, Reason::QuietLimit); // LBH-12.9
    }
}

/// The current phase is over.
fn go_on(course: &mut Course) {
    let now = Moment::of(&course.state);
    let next = following(course, now);
    begin(course, next);
}

/// A phase in which nobody is waited for any more ends by itself.
pub(super) fn settle(course: &mut Course) {
    if course.is_over() || course.state.awaited().next().is_some() {
        return;
    }
    let phase = course.state.phase;
    course.say(Event::PhaseEnded { seat: None, phase, how: Ended::NothingLeft }); // LBH-7.31
    go_on(course);
}

/// A seat ends a phase; with the last one waited for, the phase is over.
fn end_for(course: &mut Course, seat_idx: usize, how: Ended) {
    let (seat, phase) = (course.state.seat(seat_idx).clone(), course.state.phase);
    course.say(Event::PhaseEnded { seat: Some(seat), phase, how });
    if course.state.awaited().next().is_none() {
        go_on(course);
    }
}

/// What an order to end a phase means here.
enum Ending {
    /// The phase is this one.
    Now,
    /// It has ended by itself, or may have: nothing happens.
    Past,
}

fn judge(state: &State, seat_idx: usize, phase: Phase) -> Result<Ending, Rejection> {
    let is_acting = state.acting() == Some(state.side_of(seat_idx));
    let past = match is_acting {
        true => place(phase) < place(state.phase),
        false => phase == Phase::Combat,
    };
    if past {
        Ok(Ending::Past) // LBH-14.9
    } else if is_acting && phase == state.phase && !state.has_ended(seat_idx) {
        Ok(Ending::Now)
    } else {
        Err(Rejection::NotYourPhase(phase)) // LBH-14.10
    }
}

/// The phases of one side in the order in which it acts in them.
fn place(phase: Phase) -> u8 {
    match phase {
        Phase::Deployment => 0,
        Phase::ReturnFire => 1,
        Phase::Movement => 2,
        Phase::Combat => 3,
    }
}

/// Ends a phase for a seat that owes nothing in it. Nobody need have moved (LBH-4.4), and in return fire not even
/// melee is owed (LBH-7.30).
pub(super) fn end(state: &State, seat_idx: usize, phase: Phase) -> Result<Course, Rejection> {
    let mut course = Course::from(state);
    match judge(state, seat_idx, phase)? {
        Ending::Past => {}
        Ending::Now => match (phase, state.owing_of_seat(seat_idx)) {
            (Phase::Combat, Some(figure_idx)) => {
                return Err(Rejection::MeleeOwed(state.piece(figure_idx).id.clone())); // LBH-7.9
            }
            (Phase::Combat | Phase::Deployment | Phase::Movement | Phase::ReturnFire, Some(_) | None) => {
                end_for(&mut course, seat_idx, Ended::Order);
            }
        },
    }
    Ok(course)
}

/// Ends a phase for a seat after fighting what melee it owes in combat.
pub(super) fn end_after_melees(
    state: &State,
    seat_idx: usize,
    phase: Phase,
    dice: &mut dyn Dice,
) -> Result<Course, Halt<Rejection>> {
    let mut course = Course::from(state);
    match judge(state, seat_idx, phase)? {
        Ending::Past => {}
        Ending::Now => {
            finish(&mut course, seat_idx, Ended::Order, dice)?;
        }
    }
    Ok(course)
}

/// The melees a seat owes in combat, if it is combat, and then its end. Between them no phase ends by itself.
fn finish(course: &mut Course, seat_idx: usize, how: Ended, dice: &mut dyn Dice) -> Result<(), NoDice> {
    match course.state.phase {
        Phase::Combat => {
            while let Some(strike) = owed_melee(&course.state, seat_idx) {
                encounter(course, &strike, dice)?; // LBH-14.8
            }
        }
        Phase::Deployment | Phase::Movement | Phase::ReturnFire => {}
    }
    if !course.is_over() {
        end_for(course, seat_idx, how);
    }
    Ok(())
}

/// A seat's time is up: nothing is moved or fired but the melees it owes, phase after phase, until it is not waited
/// for.
pub(super) fn time_out(state: &State, seat: &Seat, dice: &mut dyn Dice) -> Result<Vec<Event>, NoDice> {
    let mut course = Course::from(state);
    if let Some(seat_idx) = state.ground.seat_idx(seat) {
        while course.state.is_awaited(seat_idx) {
            finish(&mut course, seat_idx, Ended::Timeout, dice)?; // LBH-12.12
        }
    }
    Ok(course.events)
}

/// A seat has left the game: its figures pass to the first of its side that is left, or the side has lost.
pub(super) fn resign(state: &State, seat: &Seat, left: &[Seat]) -> Vec<Event> {
    let mut course = Course::from(state);
    let Some(seat_idx) = state.ground.seat_idx(seat) else { return course.events };
    let side = state.side_of(seat_idx);
    let heir = left
        .iter()
        .find(|heir| state.ground.seat_idx(heir).is_some_and(|heir_idx| state.side_of(heir_idx) == side));
    match heir {
        _ if course.is_over() => {}
        None => end_game(&mut course, Victor::of(side.other()), Reason::Resignation), // LBH-12.10
        Some(heir) => {
            let figures: Vec<_> =
                state.commanded_by(seat_idx).map(|(idx, _, _)| state.piece(idx).id.clone()).collect();
            if !figures.is_empty() {
                let (from, to) = (seat.clone(), heir.clone());
                course.say(Event::CommandPassed { from, to, figures }); // LBH-15.4
            }
            settle(&mut course);
        }
    }
    course.events
}

/// All who are still in the game have agreed.
pub(super) fn draw(state: &State) -> Vec<Event> {
    let mut course = Course::from(state);
    end_game(&mut course, Victor::Draw, Reason::Agreed); // LBH-12.11
    course.events
}

/// The battle is over, unless it was: the first end that is met counts.
pub(super) fn end_game(course: &mut Course, result: Victor, reason: Reason) {
    if !course.is_over() {
        course.say(Event::GameEnded { result, reason }); // LBH-12.5
    }
}

/// A side that has lost its last chief, or general and every officer, is beaten.
pub(super) fn end_if_leaderless(course: &mut Course, side: Side) {
    if course.state.living_of(side).any(|(_, figure, _)| figure.class.is_leader()) {
        return; // LBH-12.6: while the game lasts either side can still win
    }
    match side {
        Side::PlainsNations => end_game(course, Victor::LongKnives, Reason::ChiefsEliminated), // LBH-12.1
        Side::LongKnives => end_game(course, Victor::PlainsNations, Reason::OfficersEliminated), // LBH-12.3
    }
}
