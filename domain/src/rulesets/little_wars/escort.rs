//! Leading prisoners (LW-7.2, LW-7.3).

use super::{
    command::Mover,
    course::Course,
    decide::Asked,
    event::Event,
    ids::{FigureId, Figures, PieceId},
    measures::{MOST_PRISONERS, SIX_INCHES, shifted},
    moving::{tell, together},
    rejection::{Code, Rejection},
    selection::{self, Fit},
    state::{Figure, State},
    walk::Way,
    words::{MovedBy, Status},
};
use crate::geometry::Point;

/// A prisoner who is led, with the path that the order gives him.
struct Led<'a> {
    id: FigureId,
    path: Option<&'a [Point]>,
}

/// `escort`.
pub(super) fn escort(
    course: &mut Course,
    asked: &Asked<'_>,
    escort: FigureId,
    path: &[Point],
    prisoners: Option<&[Mover]>,
) -> Result<(), Rejection> {
    selection::men(course, asked, &[Figures::One(escort)], Fit::Armed)?;
    let state = &course.state;
    let Some(leader) = state.figure(escort) else { return Err(Code::UnknownFigure.of(escort)) };
    let led = match prisoners {
        Some(movers) => named(state, leader, movers)?,
        None => state.held_by(escort).map(|man| Led { id: man.id, path: None }).collect(),
    };
    if led.is_empty() {
        return Err(Code::NotAvailable.plain()); // LW-5.13
    }
    let men: Vec<&Figure> = led.iter().filter_map(|led| state.figure(led.id)).collect();
    may_be_led(asked, leader, &men)?;
    let left = state.held_by(escort).filter(|held| !led.iter().any(|led| led.id == held.id)).count();
    if MOST_PRISONERS < left + men.len() {
        return Err(Code::TooManyPrisoners.of(escort)); // LW-7.2
    }
    let ways = ways(leader, path, &led, &men);
    together(state, &ways)?;
    stay_near(escort, &ways)?;
    let new: Vec<FigureId> = men.iter().filter(|man| man.escort != Some(escort)).map(|man| man.id).collect();
    for way in ways {
        let reason = match way.piece {
            PieceId::Figure(id) if id == escort => MovedBy::Escort,
            PieceId::Figure(figure) => {
                if new.contains(&figure) {
                    course.say(Event::EscortChanged { figure, escort });
                }
                MovedBy::Prisoner
            }
            PieceId::Gun(_) => continue,
        };
        tell(course, way, reason);
    }
    Ok(())
}

/// The prisoners that an order names; a range or a star means those that this man holds (LW-5.13).
fn named<'a>(state: &State, leader: &Figure, movers: &'a [Mover]) -> Result<Vec<Led<'a>>, Rejection> {
    let entries: Vec<Figures> = movers.iter().map(|mover| mover.figure).collect();
    selection::known(state, &entries)?;
    let is_held = |man: &Figure| man.status == Status::Prisoner && man.escort == Some(leader.id);
    let mut led: Vec<Led<'a>> = Vec::new();
    for mover in movers {
        for id in selection::of_entry(state, mover.figure, is_held) {
            if !led.iter().any(|led| led.id == id) {
                led.push(Led { id, path: mover.path.as_deref() });
            }
        }
    }
    Ok(led)
}

/// Each is a prisoner of the side, has not been led in this move, and is this man's or was within six inches of him when the
/// move began (LW-7.3); whose seat his escort is makes no difference (LW-11.5).
fn may_be_led(asked: &Asked<'_>, leader: &Figure, men: &[&Figure]) -> Result<(), Rejection> {
    let is_ours = |man: &Figure| man.status == Status::Prisoner && man.captor == Some(asked.side);
    if let Some(man) = men.iter().find(|man| !is_ours(man)) {
        return Err(Code::NotAPrisoner.of(man.id));
    }
    if let Some(man) = men.iter().find(|man| man.moved || man.used.is_some()) {
        return Err(Code::AlreadyMoved.of(man.id));
    }
    let was_near = |man: &Figure| man.start.within(leader.start, SIX_INCHES + man.radius() + leader.radius());
    match men.iter().find(|man| man.escort != Some(leader.id) && !was_near(man)) {
        Some(man) => Err(Code::TooFarFromEscort.of(man.id).because_of(leader.id)),
        None => Ok(()),
    }
}

/// The escort's way, then the prisoners': who has no path keeps his offset at every point (LW-7.3).
fn ways(leader: &Figure, path: &[Point], led: &[Led<'_>], men: &[&Figure]) -> Vec<Way> {
    let go = |(led, &man): (&Led<'_>, &&Figure)| match led.path {
        Some(own) => Way::of_prisoner(man, leader.id, own.iter().copied()),
        None => {
            let (east, south) = man.start.minus(leader.start);
            let beside = path.iter().map(|&point| shifted(point, east, south));
            Way::of_prisoner(man, leader.id, beside)
        }
    };
    let leads = Way::of_man(leader, path.iter().copied());
    std::iter::once(leads).chain(led.iter().zip(men).map(go)).collect()
}

/// Each prisoner ends within six inches of the escort (LW-7.3).
fn stay_near(escort: FigureId, ways: &[Way]) -> Result<(), Rejection> {
    let Some((leads, others)) = ways.split_first() else { return Ok(()) };
    let is_near = |way: &Way| match way.piece {
        PieceId::Figure(id) => {
            let reach = SIX_INCHES + id.arm.radius() + escort.arm.radius();
            way.path.end().within(leads.path.end(), reach)
        }
        PieceId::Gun(_) => true,
    };
    match others.iter().find(|way| !is_near(way)) {
        Some(way) => Err(Code::TooFarFromEscort.of(way.piece).because_of(escort)),
        None => Ok(()),
    }
}
