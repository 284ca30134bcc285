//! Closing the guns, and the two men at the end of each trail (LW-2.2, LW-4.20).

use super::{
    course::Course,
    decide::Asked,
    event::Event,
    ids::{FigureId, Figures, GunId},
    measures::{spaced, trail_place},
    moving::tell,
    places::Places,
    rejection::{Code, Rejection},
    selection,
    state::{Figure, Gun, SeatStage, State},
    walk::{Way, path_fault},
    words::{MovedBy, TrailPlace},
};
use crate::geometry::Point;

/// Both places, in the order in which men are sent there.
const SIDES: [TrailPlace; 2] = [TrailPlace::Left, TrailPlace::Right];

/// Who is to serve, left and right.
type Names = [Option<FigureId>; 2];

/// `trail`: names one man or both; a later one replaces it.
pub(super) fn name(
    course: &mut Course,
    asked: &Asked<'_>,
    gun: GunId,
    figures: &[Option<FigureId>],
) -> Result<(), Rejection> {
    let state = &course.state;
    let gun = selection::gun(state, asked, gun)?;
    selection::guns_open(state, asked)?;
    if gun.shots == 0 {
        return Err(Code::NoGunsOrder.of(gun.id));
    }
    let entries: Vec<Figures> = figures.iter().flatten().map(|&id| Figures::One(id)).collect();
    selection::ids(state, &entries, |man| man.seat == asked.at, Figure::is_free)?;
    let names = [figures.first().copied().flatten(), figures.get(1).copied().flatten()];
    can_serve(state, gun, names)?;
    let gun = gun.id;
    course.say(Event::TrailNamed { gun, figures: names });
    Ok(())
}

/// `end_guns`.
pub(super) fn end_guns(course: &mut Course, asked: &Asked<'_>) -> Result<(), Rejection> {
    selection::guns_open(&course.state, asked)?;
    close(course, asked.at);
    Ok(())
}

/// Closes a seat's guns if they are open: they have done, and those that fired get their trail men, in id order (LW-2.2,
/// LW-4.20).
pub(super) fn close(course: &mut Course, seat_at: usize) {
    let seat = &course.state.seats[seat_at];
    if seat.stage != SeatStage::Guns {
        return;
    }
    let has_fired = |gun: &&Gun| gun.seat == seat_at && 0 < gun.shots;
    let fired: Vec<GunId> = course.state.guns_on_floor().filter(has_fired).map(|gun| gun.id).collect();
    let named: Vec<(GunId, Names)> = fired
        .into_iter()
        .map(|gun| (gun, course.state.trail_orders.get(&gun).copied().unwrap_or_default()))
        .collect();
    let seat = course.state.house().seats[seat_at].seat.clone();
    course.say(Event::GunsClosed { seat });
    for (gun, names) in named {
        serve(course, gun, names);
    }
}

/// A man who may serve a place.
struct Server {
    id: FigureId,
    way: Way,
    /// How far he has to go, in hundredths of an inch.
    length: i64,
    /// Whose turn it is to be asked: the seat's own men, then its escorts, then the side's other seats (LW-4.20, LW-11.5).
    turn: u8,
    /// The one man who stands too close to the place, who may be the other server.
    neighbour: Option<FigureId>,
}

impl Server {
    fn place(&self) -> Point {
        self.way.path.end()
    }
}

/// Sends two men to a trail, or one, or nobody.
fn serve(course: &mut Course, gun: GunId, names: Names) {
    let state = &course.state;
    let Some(gun) = state.gun(gun) else { return };
    let [left, right] = SIDES.map(|side| servers(state, gun, side));
    let sent = pair(&left, &right, names)
        .or_else(|| pair(&left, &right, Names::default())) // the names are forgotten
        .unwrap_or_else(|| alone(&left, &right));
    let gun = gun.id;
    for (place, server) in SIDES.into_iter().zip(sent.map(|server| server.map(|server| server.way.clone()))) {
        match server {
            Some(way) => tell(course, way, MovedBy::Trail),
            None => course.say(Event::TrailUnmanned { gun, place }),
        }
    }
}

/// The way of a man to his place at a trail.
fn way_to(gun: &Gun, man: &Figure, side: TrailPlace) -> Way {
    Way::of_man(man, [trail_place(gun.at, gun.face, man.radius(), side)])
}

/// Whether a man may serve a place: armed, not yet moved, his straight way legal, the place clear (LW-4.20).
fn may_serve(state: &State, places: &Places, man: &Figure, way: &Way) -> bool {
    man.is_armed()
        && !man.moved
        && man.used.is_none()
        && path_fault(state, std::slice::from_ref(way)).is_ok()
        && places.clear(way.piece, way.path.end()).is_ok()
}

/// All who may serve a place, the nearest first, but for those whom two others there would hinder.
fn servers(state: &State, gun: &Gun, side: TrailPlace) -> Vec<Server> {
    let places = Places::of(state);
    let escorts = state.escorts();
    let as_server = |man: &Figure| {
        let way = way_to(gun, man, side);
        let mut near = places.neighbours(way.piece, way.path.end());
        let (neighbour, another) = (near.next(), near.next());
        if another.is_some() || !may_serve(state, &places, man, &way) {
            return None;
        }
        let turn = match (man.seat == gun.seat, escorts.contains(&man.id)) {
            (true, false) => 0,
            (true, true) => 1,
            (false, _) => 2,
        };
        let length = way.path.length();
        Some(Server { id: man.id, way, length, turn, neighbour })
    };
    let mut servers: Vec<Server> = state.armed_men(gun.holder).filter_map(as_server).collect();
    servers.sort_by_key(|server| (server.length, server.id));
    servers
}

/// The pair with the least way to go, of those whose turn comes first; a named man keeps his place (LW-4.20).
fn pair<'a>(left: &'a [Server], right: &'a [Server], names: Names) -> Option<[Option<&'a Server>; 2]> {
    (0..=2).find_map(|turn| {
        let asked = |servers: &'a [Server], name: Option<FigureId>| {
            servers.iter().filter(move |server| match name {
                Some(id) => server.id == id,
                None => server.turn <= turn,
            })
        };
        let pairs = asked(left, names[0]).flat_map(|one| asked(right, names[1]).map(move |two| (one, two)));
        pairs
            .filter(|(one, two)| is_pair(one, two))
            .min_by_key(|(one, two)| (one.length + two.length, one.id, two.id))
            .map(|(one, two)| [Some(one), Some(two)])
    })
}

/// Whether two stand spaced when both have gone to their places (LW-5.7).
fn is_pair(one: &Server, two: &Server) -> bool {
    one.id != two.id
        && one.neighbour.is_none_or(|id| id == two.id)
        && two.neighbour.is_none_or(|id| id == one.id)
        && spaced(one.place(), two.place(), one.id.arm.radius() + two.id.arm.radius())
}

/// One man alone: for the left place, else for the right (LW-4.20).
fn alone<'a>(left: &'a [Server], right: &'a [Server]) -> [Option<&'a Server>; 2] {
    let first = |servers: &'a [Server]| {
        let free = servers.iter().filter(|server| server.neighbour.is_none());
        free.min_by_key(|server| (server.turn, server.length, server.id))
    };
    match first(left) {
        Some(server) => [Some(server), None],
        None => [None, first(right)],
    }
}

/// Whether those who are named may serve, and stand spaced when they have gone there (LW-4.20).
fn can_serve(state: &State, gun: &Gun, names: Names) -> Result<(), Rejection> {
    let named = || {
        let each = names.into_iter().zip(SIDES);
        each.filter_map(|(name, side)| Some((state.figure(name?)?, side)))
    };
    let mut places = Places::of(state);
    for (man, side) in named() {
        if !may_serve(state, &places, man, &way_to(gun, man, side)) {
            return Err(Code::CannotServeTrail.of(man.id));
        }
    }
    if let [Some(left), Some(right)] = names
        && left == right
    {
        return Err(Code::CannotServeTrail.of(right));
    }
    named().for_each(|(man, side)| places.put(man.id, way_to(gun, man, side).path.end()));
    for (man, side) in named() {
        let way = way_to(gun, man, side);
        if let Some(neighbour) = places.neighbours(way.piece, way.path.end()).next() {
            return Err(Code::CannotServeTrail.of(man.id).because_of(neighbour));
        }
    }
    Ok(())
}
