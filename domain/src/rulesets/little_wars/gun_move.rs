//! Moving a gun with its crew (LW-3).

use super::{
    command::Mover,
    course::Course,
    decide::Asked,
    event::Event,
    ids::{Arm, FigureId, Figures, GunId},
    measures::{CREW, WHEEL, near_gun, shifted},
    moving::{tell, together},
    rejection::{Code, Rejection},
    rules, selection,
    state::{Figure, Gun, State},
    walk::{Way, path_fault},
    words::{LeftBy, MovedBy},
};
use crate::geometry::{Direction, Point, unit};

/// A man of the crew, with the path that the order gives him.
struct CrewMan<'a> {
    id: FigureId,
    path: Option<&'a [Point]>,
}

/// `move_gun`.
pub(super) fn move_gun(
    course: &mut Course,
    asked: &Asked<'_>,
    gun: GunId,
    path: &[Point],
    crew: Option<&[Mover]>,
    off: bool,
) -> Result<(), Rejection> {
    let state = &course.state;
    let gun = selection::gun(state, asked, gun)?;
    selection::guns_open(state, asked)?;
    may_move(state, gun)?;
    let table = state.house().scenario.table;
    if !path.iter().all(|&point| table.holds(point)) {
        return Err(Code::OffTable.of(gun.id)); // LW-0.9
    }
    let face = Way::of_gun(gun, 0, path.iter().copied()).path.legs().next_back().map(|last| {
        let (east, south) = last.to.minus(last.from);
        let ahead = unit(east, south);
        Direction { x: -ahead.x, y: -ahead.y } // LW-3.5
    });
    let Some(face) = face else { return Err(Code::NoMove.of(gun.id)) }; // LW-3.6
    let crew = match crew {
        Some(movers) => crew_named(state, asked, gun, movers)?,
        None => crew_by_default(state, gun),
    };
    let men: Vec<&Figure> = crew.iter().filter_map(|man| state.figure(man.id)).collect();
    if men.len() < CREW {
        return Err(Code::CrewTooFew.of(gun.id)); // LW-3.3
    }
    let horsemen = men.iter().filter(|man| man.id.arm == Arm::Cavalry).count();
    let way = Way::of_gun(gun, horsemen, path.iter().copied());
    let crew_ids: Vec<FigureId> = crew.iter().map(|man| man.id).collect();
    let (id, path) = (gun.id, way.path.points().to_vec());
    if off {
        leaves(state, gun, &way)?;
        let starts: Vec<Point> = men.iter().map(|man| man.start).collect();
        course.say(Event::GunWithdrawn { gun: id, path, crew: crew_ids.clone() });
        for (figure, start) in crew_ids.into_iter().zip(starts) {
            course.say(Event::FigureWithdrawn { figure, path: vec![start], reason: LeftBy::Crew });
        }
        return Ok(());
    }
    let ways = ways_together(gun, way, &crew, &men);
    together(state, &ways)?;
    in_placement(&ways, face, &men)?;
    course.say(Event::GunMoved { gun: id, path, face, crew: crew_ids });
    ways.into_iter().for_each(|way| tell(course, way, MovedBy::Crew));
    Ok(())
}

/// Whether a gun may move now (LW-3.1, LW-3.2).
fn may_move(state: &State, gun: &Gun) -> Result<(), Rejection> {
    if 0 < gun.shots {
        return Err(Code::GunAlreadyFired.of(gun.id));
    }
    if gun.moved {
        return Err(Code::GunAlreadyMoved.of(gun.id));
    }
    if state.in_action(gun) { Ok(()) } else { Err(Code::GunNotInAction.of(gun.id)) }
}

/// Whether a man may go with a gun, as far as a range asks (LW-3.3, LW-5.13).
fn may_go_along(gun: &Gun, man: &Figure) -> bool {
    man.is_armed() && man.seat == gun.seat && has_not_moved(man) && State::is_near_gun(gun, man)
}

fn has_not_moved(man: &Figure) -> bool {
    !man.moved && man.used.is_none()
}

/// The crew that an order names (LW-3.3).
fn crew_named<'a>(
    state: &State,
    asked: &Asked<'_>,
    gun: &Gun,
    movers: &'a [Mover],
) -> Result<Vec<CrewMan<'a>>, Rejection> {
    let entries: Vec<Figures> = movers.iter().map(|mover| mover.figure).collect();
    selection::ids(state, &entries, |man| man.seat == asked.at, Figure::is_armed)?;
    let mut crew: Vec<CrewMan<'a>> = Vec::new();
    for mover in movers {
        for id in selection::of_entry(state, mover.figure, |man| may_go_along(gun, man)) {
            if !crew.iter().any(|man| man.id == id) {
                crew.push(CrewMan { id, path: mover.path.as_deref() });
            }
        }
    }
    if crew.is_empty() && !movers.is_empty() {
        return Err(Code::NotAvailable.plain()); // LW-5.13
    }
    let all = || crew.iter().filter_map(|man| state.figure(man.id));
    if let Some(man) = all().find(|man| !has_not_moved(man)) {
        return Err(Code::AlreadyMoved.of(man.id).by_rule(rules::LW_3_3));
    }
    match all().find(|man| !State::is_near_gun(gun, man)) {
        Some(man) => Err(Code::CrewNotWithGun.of(man.id).because_of(gun.id)),
        None => Ok(crew),
    }
}

/// The crew where none is named: the four nearest horsemen, or without four of them the four nearest men (LW-3.3).
fn crew_by_default(state: &State, gun: &Gun) -> Vec<CrewMan<'static>> {
    let near = state.armed_men(gun.holder).filter(|man| may_go_along(gun, man) && !state.is_escort(man.id));
    let mut near: Vec<&Figure> = near.collect();
    near.sort_by_key(|man| (man.at.distance_squared(gun.at), man.id));
    let is_horse = |man: &&Figure| man.id.arm == Arm::Cavalry;
    if CREW <= near.iter().copied().filter(is_horse).count() {
        near.retain(is_horse);
    }
    near.into_iter().take(CREW).map(|man| CrewMan { id: man.id, path: None }).collect()
}

/// The gun's way, then those of its crew: who has no path goes as far as the gun and in the same direction (LW-3.3).
fn ways_together(gun: &Gun, way: Way, crew: &[CrewMan<'_>], men: &[&Figure]) -> Vec<Way> {
    let (east, south) = way.path.end().minus(gun.at);
    let go = |(man, &figure): (&CrewMan<'_>, &&Figure)| match man.path {
        Some(path) => Way::of_man(figure, path.iter().copied()),
        None => Way::of_man(figure, [shifted(figure.at, east, south)]),
    };
    std::iter::once(way).chain(crew.iter().zip(men).map(go)).collect()
}

/// All of the crew end within six inches of the gun in its new place and facing (LW-3.3).
fn in_placement(ways: &[Way], face: Direction, men: &[&Figure]) -> Result<(), Rejection> {
    let Some((gun, crew)) = ways.split_first() else { return Ok(()) };
    let axis = gun.path.end();
    match crew.iter().zip(men).find(|(way, man)| !near_gun(axis, face, way.path.end(), man.radius())) {
        Some((way, _)) => Err(Code::CrewPlacement.of(way.piece)),
        None => Ok(()),
    }
}

/// Whether a gun's way takes it off the floor (LW-3.7); its crew's ways and its place are not looked at.
fn leaves(state: &State, gun: &Gun, way: &Way) -> Result<(), Rejection> {
    path_fault(state, std::slice::from_ref(way))?;
    if state.touches_line(gun.holder, way.path.end(), WHEEL) {
        Ok(())
    } else {
        Err(Code::NotAtBackLine.of(gun.id).by_rule(rules::LW_3_7))
    }
}
