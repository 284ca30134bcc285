//! The sequence of play: phases that end and begin, figures that come from the village, the end of the battle.

use super::{
    course::{Course, one},
    event::{Die, DieResult, DieRule, Event, Piece, Placing, Purpose, Reason, SideResult},
    ground::GroundUnit,
    movement,
    phase::{Kind, Phase},
    ranking,
    scenario::Side,
    state::{Place, State},
};
use crate::{
    dice::{Dice, NoDice, Throw},
    geometry::Point,
    ids::Seat,
};

/// The battle begins: companies find their places, the first round starts.
pub(super) fn start(state: &State, dice: &mut dyn Dice) -> Result<Vec<Event>, NoDice> {
    let mut course = Course::from(state);
    let random = state.ground().random.clone();
    let mut places: Vec<Option<Point>> = (0..state.figures.len()).map(|idx| state.at(idx)).collect();
    if let Some(random) = &random {
        let mut taken = [false; 12];
        let rolling = random.units.iter().filter_map(|id| state.ground().unit_idx(*id)); // CCC-3.4
        for unit_idx in rolling {
            let direction = roll_direction(&mut course, unit_idx, &mut taken, dice)?;
            let unit = state.unit(unit_idx);
            for (nth, figure_idx) in unit.figures.clone().enumerate() {
                places[figure_idx] = random.place(direction, nth);
            }
        }
    }
    for (figure_idx, place) in places.into_iter().enumerate() {
        if let Some(point) = place {
            let figure = state.id(figure_idx);
            course.say(Event::FigurePlaced { figure, point, reason: Placing::Deploy });
        }
    }
    course.say(Event::RoundStarted { round: 1 });
    begin_phase(&mut course, Phase::CavalryMove);
    settle(&mut course);
    Ok(course.events)
}

fn roll_direction(
    course: &mut Course,
    unit_idx: usize,
    taken: &mut [bool; 12],
    dice: &mut dyn Dice,
) -> Result<usize, NoDice> {
    let state = &course.state;
    let GroundUnit { id, .. } = *state.unit(unit_idx);
    let throw = Throw {
        dice: 1,
        sides: 12,
        purpose: Purpose::Deploy.as_str(),
        roller: Some(id.to_string()),
        against: None,
        rule: DieRule::Deployment.id(),
    };
    let value = one(dice, &throw)?;
    let rolled = value as usize % 12;
    let free = (0..12).map(|step| (rolled + step) % 12).find(|direction| !taken[*direction]);
    let direction = free.unwrap_or(rolled); // a scenario has at most twelve such units
    taken[direction] = true;
    let shown = if direction == 0 { 12 } else { u8::try_from(direction).unwrap_or(12) };
    let roll = Die {
        purpose: Purpose::Deploy,
        rule: DieRule::Deployment,
        seat: state.seat_of(unit_idx).clone(),
        roller: Piece::Unit(id),
        against: None,
        sides: 12,
        value,
        modifiers: Vec::new(),
        total: i64::from(value),
        result: DieResult::Direction(shown),
    };
    course.say(Event::DirectionRolled { unit: id, roll, direction: shown });
    Ok(direction)
}

/// A seat's time is up: its units that are still to act are done for the rest of the half-round.
pub(super) fn time_out(state: &State, seat: &Seat) -> Vec<Event> {
    let mut course = Course::from(state);
    let through = Phase::of(state.phase.side(), Kind::Melee);
    let late: Vec<usize> =
        state.awaited_units().filter(|unit_idx| state.seat_of(*unit_idx) == seat).collect();
    for unit_idx in late {
        course.say(Event::UnitDone { unit: state.unit_id(unit_idx), through }); // CCC-4.9
    }
    settle(&mut course);
    course.events
}

/// A seat has left: its units stand idle to the end.
pub(super) fn resign(state: &State, seat: &Seat) -> Vec<Event> {
    let mut course = Course::from(state);
    for unit_idx in 0..state.units.len() {
        if state.seat_of(unit_idx) == seat && !state.units[unit_idx].retired {
            course.say(Event::UnitRetired { unit: state.unit_id(unit_idx) }); // CCC-13.7
        }
    }
    settle(&mut course);
    course.events
}

/// All have agreed to a draw.
pub(super) fn draw(state: &State) -> Vec<Event> {
    let mut course = Course::from(state);
    end(&mut course, Reason::Drawn, SideResult::Draw); // CCC-13.6
    course.events
}

/// After an order or a report: is the battle over; if not, is the phase?
pub(super) fn settle(course: &mut Course) {
    if let Some((reason, result)) = decided(&course.state) {
        end(course, reason, result);
    }
    while course.state.result.is_none() && course.state.awaited_units().next().is_none() {
        end_phase(course); // CCC-4.3
    }
}

/// The end that the position brings at once.
fn decided(state: &State) -> Option<(Reason, SideResult)> {
    let is_live = |side| (0..state.units.len()).any(|idx| state.unit(idx).side == side && state.is_live(idx));
    if state.result.is_some() {
        None
    } else if state.side_on_table(Side::Cavalry).next().is_none() {
        Some((Reason::CavalryDestroyed, SideResult::Nations)) // CCC-13.1
    } else if !is_live(Side::Cavalry) {
        Some((Reason::CavalryResigned, SideResult::Nations)) // CCC-13.7
    } else if !is_live(Side::Nations) {
        Some((Reason::NationsResigned, SideResult::Cavalry))
    } else {
        None
    }
}

fn end(course: &mut Course, reason: Reason, side_result: SideResult) {
    let nations_ranking = ranking::nations(&course.state);
    let cavalry_ranking = ranking::cavalry(&course.state);
    course.say(Event::GameEnded { reason, side_result, nations_ranking, cavalry_ranking });
}

fn end_phase(course: &mut Course) {
    let (round, phase) = (course.state.round, course.state.phase);
    course.say(Event::PhaseEnded { round, phase });
    match phase.next() {
        Some(next) => {
            if next == Phase::NationsMove {
                enter(course); // CCC-8.3
            }
            begin_phase(course, next);
        }
        None => end_round(course, round),
    }
}

fn end_round(course: &mut Course, round: u32) {
    course.say(Event::RoundEnded { round }); // CCC-4.11
    if course.state.ground().options.round_limit == Some(round) {
        let keeps = (0..course.state.units.len()).any(|idx| {
            course.state.unit(idx).side == Side::Cavalry && course.state.units[idx].guidon_lost.is_none()
        });
        let result = if keeps { SideResult::Cavalry } else { SideResult::Nations }; // CCC-13.3
        end(course, Reason::RoundLimit, result); // CCC-13.2
    } else {
        course.say(Event::RoundStarted { round: round + 1 });
        begin_phase(course, Phase::CavalryMove);
    }
}

fn begin_phase(course: &mut Course, phase: Phase) {
    let round = course.state.round;
    let started = |must_act| Event::PhaseStarted { round, phase, must_act };
    let mut begun = course.state.clone();
    super::evolve::evolve(&mut begun, &started(Vec::new()));
    let must_act = begun.awaited_units().map(|unit_idx| begun.unit_id(unit_idx)).collect();
    course.say(started(must_act));
}

/// Whoever waits for this round or an earlier one comes in at his band's marker, where there is room.
fn enter(course: &mut Course) {
    let round = course.state.round;
    for figure_idx in 0..course.state.figures.len() {
        let is_due = match course.state.figures[figure_idx].place {
            Place::Waiting(due) => due <= round,
            Place::Table(_) | Place::Gone => false,
        };
        if is_due {
            let figure = course.state.id(figure_idx);
            course.say(match free_slot(&course.state, figure_idx) {
                Some(point) => Event::FigurePlaced { figure, point, reason: Placing::Enter },
                None => Event::EntryDelayed { figure },
            });
        }
    }
}

fn free_slot(state: &State, figure_idx: usize) -> Option<Point> {
    let slots = &state.unit(state.piece(figure_idx).unit_idx).slots;
    let is_free = |slot: &Point| state.on_table().all(|(_, at)| movement::is_apart(*slot, at));
    slots.iter().copied().find(is_free)
}
