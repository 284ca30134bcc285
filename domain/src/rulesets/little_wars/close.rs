//! Bringing men up to an enemy without a ruler (LW-5.12).

use super::{
    course::Course,
    decide::Asked,
    ids::{FigureId, Figures},
    measures::touching,
    moving::{may_go, tell},
    places::Places,
    rejection::{Code, Rejection},
    rules,
    selection::{self, Fit},
    state::{Figure, State},
    walk::Way,
    words::MovedBy,
};
use crate::geometry::{Direction, Point, rdiv, unit};

/// Gaps of the rings round the enemy, in hundredths of an inch; on the first one men touch him.
const GAPS: [i64; 4] = [10, 120, 230, 340];

/// Cosine and sine of the turns, in thousandths, in the order in which they are tried.
const TURNS: [(i64, i64); 16] = [
    (1000, 0),
    (924, 383),
    (924, -383),
    (707, 707),
    (707, -707),
    (383, 924),
    (383, -924),
    (0, 1000),
    (0, -1000),
    (-383, 924),
    (-383, -924),
    (-707, 707),
    (-707, -707),
    (-924, 383),
    (-924, -383),
    (-1000, 0),
];

/// `close`: in the order given each goes to the first place on the rings that is legal (LW-5.12).
pub(super) fn close(
    course: &mut Course,
    asked: &Asked<'_>,
    figures: &[Figures],
    enemy: FigureId,
) -> Result<(), Rejection> {
    let men = selection::men(course, asked, figures, Fit::Armed)?;
    let state = &course.state;
    let enemy = state.figure(enemy).ok_or_else(|| Code::UnknownFigure.of(enemy))?;
    if enemy.side() == asked.side || !enemy.is_free() {
        return Err(Code::NotAvailable.of(enemy.id).by_rule(rules::LW_5_12));
    }
    let mut places = Places::of(state);
    let mut gone = Vec::new();
    let mut has_touched = false;
    for man in men.iter().filter_map(|&id| state.figure(id)) {
        let Some(way) = first_way(state, &places, man, enemy) else { continue };
        has_touched |= touches(man, way.path.end(), enemy);
        places.put(man.id, way.path.end());
        gone.push(way);
    }
    if !has_touched {
        return Err(Code::NoContact.of(enemy.id));
    }
    gone.into_iter().for_each(|way| tell(course, way, MovedBy::Order));
    Ok(())
}

/// The way to the first place that is legal for a man.
fn first_way(state: &State, places: &Places, man: &Figure, enemy: &Figure) -> Option<Way> {
    let (east, south) = man.start.minus(enemy.at);
    let towards_him = unit(east, south);
    GAPS.into_iter().find_map(|gap| {
        let distance = man.radius() + enemy.radius() + gap;
        TURNS.into_iter().find_map(|turn| {
            let place = turned(towards_him, turn).walked(enemy.at, distance);
            let is_right = gap != GAPS[0] || touches(man, place, enemy);
            let way = Way::of_man(man, [place]);
            (is_right && may_go(state, places, &way)).then_some(way)
        })
    })
}

fn turned(direction: Direction, (cos, sin): (i64, i64)) -> Direction {
    let (x, y) = (i64::from(direction.x), i64::from(direction.y));
    let part = |thousandfold: i64| i32::try_from(rdiv(thousandfold, 1000)).unwrap_or(0);
    Direction { x: part(cos * x - sin * y), y: part(sin * x + cos * y) }
}

fn touches(man: &Figure, place: Point, enemy: &Figure) -> bool {
    touching(place, enemy.at, man.radius() + enemy.radius()) // LW-0.6
}
