//! Moving men: one by a path, many by one vector or onto a line, and off the floor over their own line (LW-5).

use std::cmp::Reverse;

use super::{
    command::{Retreat, Vector},
    course::Course,
    decide::Asked,
    event::Event,
    ids::{FigureId, Figures, PieceId},
    measures::shifted,
    places::Places,
    rejection::{Code, Rejection},
    selection::{self, Fit},
    state::{Figure, State},
    walk::{Way, path_fault},
    words::{LeftBy, Line, MovedBy},
};
use crate::geometry::{Point, rdiv};

/// `move` (LW-5.3).
pub(super) fn walk(
    course: &mut Course,
    asked: &Asked<'_>,
    figure: FigureId,
    path: &[Point],
) -> Result<(), Rejection> {
    let men = selection::men(course, asked, &[Figures::One(figure)], Fit::Free)?;
    let ways = ways(&course.state, &men, |_| path.to_vec());
    go(course, ways)
}

/// `march` (LW-5.9, LW-5.14).
pub(super) fn march(
    course: &mut Course,
    asked: &Asked<'_>,
    figures: &[Figures],
    by: Vector,
    loose: bool,
) -> Result<(), Rejection> {
    let men = selection::men(course, asked, figures, Fit::Free)?;
    if loose {
        return march_loose(course, &men, by);
    }
    let ways = ways(&course.state, &men, |man| vec![twelfths(man.at, by, WHOLE)]);
    go(course, ways)
}

/// `line` (LW-5.9).
pub(super) fn line(
    course: &mut Course,
    asked: &Asked<'_>,
    figures: &[Figures],
    from: Point,
    to: Point,
) -> Result<(), Rejection> {
    let men = selection::men(course, asked, figures, Fit::Free)?;
    let table = course.state.house().scenario.table;
    if !(table.holds(from) && table.holds(to)) {
        return Err(Code::OffTable.plain()); // LW-0.9
    }
    let ends = spread(from, to, men.len());
    let state = &course.state;
    let placed = men.iter().filter_map(|&id| state.figure(id)).zip(ends);
    let ways = placed.map(|(man, end)| Way::of_man(man, [end])).collect();
    go(course, ways)
}

/// `retreat` (LW-5.10).
pub(super) fn retreat(course: &mut Course, asked: &Asked<'_>, retreat: &Retreat) -> Result<(), Rejection> {
    let ways = match retreat {
        Retreat::One(one) => {
            let men = selection::men(course, asked, &[Figures::One(one.figure)], Fit::Free)?;
            ways(&course.state, &men, |_| one.path.clone())
        }
        Retreat::Many(many) => {
            let men = selection::men(course, asked, &many.figures, Fit::Free)?;
            let state = &course.state;
            ways(state, &men, |man| vec![straight_back(state, man)])
        }
    };
    let state = &course.state;
    path_fault(state, &ways)?;
    let leaving: Vec<(FigureId, Way)> =
        ways.into_iter().filter_map(|way| Some((man_of(&way)?, way))).collect();
    for (id, way) in &leaving {
        if !state.touches_line(asked.side, way.path.end(), id.arm.radius()) {
            return Err(Code::NotAtBackLine.of(*id));
        }
    }
    for (figure, way) in leaving {
        let path = way.path.points().to_vec();
        course.say(Event::FigureWithdrawn { figure, path, reason: LeftBy::Order });
    }
    Ok(())
}

/// Where a man who goes straight back ends: just touching his line, or where he is if he touches it already (LW-5.10).
fn straight_back(state: &State, man: &Figure) -> Point {
    if state.touches_line(man.side(), man.at, man.radius()) {
        return man.at;
    }
    let line = state.line_y(man.side());
    let inward = match state.sides.side(man.side()).line {
        Line::North => man.radius(),
        Line::South => -man.radius(),
    };
    shifted(Point::new(man.start.x, line), 0, inward)
}

/// A vector has so many twelfths.
const WHOLE: i64 = 12;

/// The point that many twelfths of a vector away (LW-5.14).
fn twelfths(from: Point, by: Vector, n: i64) -> Point {
    let part = |by: i32| rdiv(n * i64::from(by), WHOLE);
    shifted(from, part(by.x), part(by.y))
}

/// So many places, evenly on a segment (LW-5.9).
fn spread(from: Point, to: Point, n: usize) -> impl Iterator<Item = Point> {
    let (east, south) = to.minus(from);
    let gaps = i64::try_from(n).unwrap_or(i64::MAX) - 1;
    let part = move |at: i64, whole: i64| if gaps < 1 { 0 } else { rdiv(at * whole, gaps) };
    (0..=gaps).map(move |at| shifted(from, part(at, east), part(at, south)))
}

/// Each as far as he can, those in front first; all are judged where the ones before them have gone (LW-5.14).
fn march_loose(course: &mut Course, men: &[FigureId], by: Vector) -> Result<(), Rejection> {
    let state = &course.state;
    let mut men: Vec<&Figure> = men.iter().filter_map(|&id| state.figure(id)).collect();
    let along = |man: &Figure| i64::from(man.at.x) * i64::from(by.x) + i64::from(man.at.y) * i64::from(by.y);
    men.sort_by_key(|man| (Reverse(along(man)), man.id));
    let mut places = Places::of(state);
    let mut gone = Vec::new();
    for man in men {
        let farthest = (1..=WHOLE).rev().find_map(|n| {
            let way = Way::of_man(man, [twelfths(man.at, by, n)]);
            may_go(state, &places, &way).then_some(way)
        });
        if let Some(way) = farthest {
            places.put(man.id, way.path.end());
            gone.push(way);
        }
    }
    if gone.is_empty() {
        return Err(Code::NoMove.plain().by_rule(super::rules::LW_5_14).curable(true));
    }
    gone.into_iter().for_each(|way| tell(course, way, MovedBy::Order));
    Ok(())
}

/// Whether one may go a way by himself, the others where they stand (LW-5.1–5.7).
pub(super) fn may_go(state: &State, places: &Places, way: &Way) -> bool {
    places.is_free(way.piece, way.path.end()) && path_fault(state, std::slice::from_ref(way)).is_ok()
}

/// The ways of men, each by the points that `points` says.
fn ways(state: &State, men: &[FigureId], points: impl Fn(&Figure) -> Vec<Point>) -> Vec<Way> {
    men.iter().filter_map(|&id| state.figure(id)).map(|man| Way::of_man(man, points(man))).collect()
}

/// All go, or none (LW-5.9).
fn go(course: &mut Course, ways: Vec<Way>) -> Result<(), Rejection> {
    together(&course.state, &ways)?;
    ways.into_iter().for_each(|way| tell(course, way, MovedBy::Order));
    Ok(())
}

/// The first fault of pieces that go together: their ways, then their places once all have gone (LW-5.9).
///
/// # Errors
/// `off-table`, `too-far`, `path-blocked`, `not-clear`, `too-close-to-man`.
pub(super) fn together(state: &State, ways: &[Way]) -> Result<(), Rejection> {
    path_fault(state, ways)?;
    let mut places = Places::of(state);
    ways.iter().for_each(|way| places.put(way.piece, way.path.end()));
    let pieces: Vec<PieceId> = ways.iter().map(|way| way.piece).collect();
    places.stand(&pieces)
}

fn man_of(way: &Way) -> Option<FigureId> {
    match way.piece {
        PieceId::Figure(id) => Some(id),
        PieceId::Gun(_) => None,
    }
}

/// A man has gone his way; a gun's is told by who moves it.
pub(super) fn tell(course: &mut Course, way: Way, reason: MovedBy) {
    if let Some(figure) = man_of(&way) {
        let length = way.path.length();
        let path = way.path.points().to_vec();
        course.say(Event::FigureMoved { figure, path, length, reason });
    }
}
