//! One order, judged on one position: what it causes, or why it is not legal here.

use super::{
    casualty,
    check::Asked,
    command::{Command, Loss, Through, Tie},
    course::{Chance, Course},
    event::Event,
    ids::UnitId,
    melee, movement,
    phase::{Kind, Phase},
    phases,
    rejection::{Detail, Fault, Rejection},
    scenario::Side,
    shooting::{self, Volley},
    state::State,
};
use crate::{
    ids::Seat,
    ruleset::{Halt, Stage},
};

/// Where the sequence of play stands, as all rulesets say it.
pub(super) fn stage(state: &State) -> Stage {
    let phase = if state.result.is_some() { "finished" } else { state.phase.as_str() };
    Stage { round: state.round, phase }
}

/// Carries an order out on a copy of the position, phases that end and begin by themselves included.
pub(super) fn order(
    state: &State,
    seat: &Seat,
    command: &Command,
    arrived: &Stage,
    chance: &mut Chance<'_>,
) -> Result<Course, Halt<Rejection>> {
    if state.result.is_some() {
        return Err(Fault::GameOver.plain().into()); // CCC-4.2
    }
    let seat_idx = state.ground().seat_idx(seat).ok_or_else(|| Fault::NotYourUnit.plain())?;
    let side = state.ground().seats[seat_idx].side;
    let asked = Asked { seat_idx, side, arrived };
    let mut course = Course::from(state);
    let on = &mut course;
    match command {
        Command::Move { figure, path } => movement::walk(on, &asked, *figure, path)?,
        Command::MoveGroup { unit, figures, by } => movement::walk_group(on, &asked, *unit, figures, *by)?,
        Command::Charge { figure, target } => movement::charge(on, &asked, *figure, *target)?,
        Command::Shoot { unit, shooters, target, within } => {
            let volley = Volley { unit: *unit, shooters, target: *target, within: *within };
            shooting::shoot(on, &asked, &volley, chance)?;
        }
        Command::Melee { figure, target, coup } => {
            melee::attack(on, &asked, *figure, *target, *coup, chance)?;
        }
        Command::SetCasualtyOrder { unit, order, tie } => set_casualty_order(on, &asked, *unit, order, *tie)?,
        Command::SetCoupOrder { unit, when_attacked } => {
            let unit_idx = asked.own_unit(state, *unit)?;
            match state.unit(unit_idx).side {
                Side::Cavalry => return Err(Fault::NotAChief.of_unit(*unit).into()), // CCC-9.6
                Side::Nations => on.say(Event::CoupOrderSet { unit: *unit, when_attacked: *when_attacked }),
            }
        }
        Command::Done { through, units } => done(on, &asked, *through, units.as_deref())?,
        Command::Resume { units } => resume(on, &asked, units.as_deref())?,
    }
    phases::settle(on);
    Ok(course)
}

fn set_casualty_order(
    course: &mut Course,
    asked: &Asked<'_>,
    unit: UnitId,
    order: &[Loss],
    tie: Tie,
) -> Result<(), Rejection> {
    let unit_idx = asked.own_unit(&course.state, unit)?;
    let wrong = order.iter().enumerate().find_map(|(at, loss)| {
        if !casualty::may_name(&course.state, unit_idx, loss) {
            Some(Detail::Entry(loss.clone(), asked.side))
        } else if order[..at].contains(loss) {
            Some(Detail::EntryTwice(loss.clone()))
        } else {
            None
        }
    });
    if let Some(entry) = wrong {
        return Err(Fault::BadCasualtyOrder.of_unit(unit).with(entry)); // CCC-6.11
    }
    course.say(Event::CasualtyOrderSet { unit, order: order.to_vec(), tie }); // CCC-4.12
    Ok(())
}

/// The units that a `done` or `resume` speaks of: those named, or the seat's live ones.
fn spoken_of(
    state: &State,
    asked: &Asked<'_>,
    units: Option<&[UnitId]>,
    active: Option<Side>,
) -> Result<Vec<usize>, Rejection> {
    let theirs = || Detail::Phases { side: asked.side, kinds: Kind::ALL.to_vec(), now: state.phase };
    let check = |unit_idx: usize| match active {
        Some(side) if side == asked.side => Ok(unit_idx),
        Some(_) | None => Err(Fault::NotYourPhase.of_unit(state.unit_id(unit_idx)).with(theirs())), // CCC-4.5
    };
    match units {
        Some(named) => named.iter().map(|id| asked.own_unit(state, *id).and_then(check)).collect(),
        None => state
            .ground()
            .commanded(asked.seat_idx)
            .filter(|unit_idx| state.is_live(*unit_idx))
            .map(check)
            .collect(),
    }
}

fn done(
    course: &mut Course,
    asked: &Asked<'_>,
    through: Through,
    units: Option<&[UnitId]>,
) -> Result<(), Rejection> {
    let through = Kind::from(through);
    for unit_idx in spoken_of(&course.state, asked, units, asked.arrived_side())? {
        let state = &course.state;
        let now = state.phase.kind();
        let is_new =
            |kind: &Kind| now <= *kind && *kind <= through && !state.units[unit_idx].done[*kind as usize];
        if asked.in_same_half_round(state) && Kind::ALL.iter().any(is_new) {
            let through = Phase::of(state.phase.side(), through);
            course.say(Event::UnitDone { unit: state.unit_id(unit_idx), through }); // CCC-4.5
        }
    }
    Ok(())
}

fn resume(course: &mut Course, asked: &Asked<'_>, units: Option<&[UnitId]>) -> Result<(), Rejection> {
    let active = Some(course.state.phase.side());
    for unit_idx in spoken_of(&course.state, asked, units, active)? {
        if course.state.units[unit_idx].done.contains(&true) {
            course.say(Event::UnitResumed { unit: course.state.unit_id(unit_idx) }); // CCC-4.6
        }
    }
    Ok(())
}
