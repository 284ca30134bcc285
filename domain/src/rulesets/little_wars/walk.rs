//! The way of a man or a gun: its points, its length, and what bars it (LW-0.8, LW-0.9, LW-5.1–5.4). Whether it may stand
//! where its way ends is judged in [`super::places`].

use super::{
    country::{ROUNDING, Walker},
    ids::{Arm, FigureId, PieceId, Side},
    measures::{FOOT, TWO_FEET},
    rejection::{Code, Rejection},
    rules,
    state::{Figure, Gun, State},
};
use crate::{
    geometry::{Length, Point, Segment, march, path_length},
    rule::RuleId,
};

/// A path: where one was when the move began, then the points of the order; equal neighbours count once (LW-0.9).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Path {
    points: Vec<Point>,
}

impl Path {
    /// From `start` by these points.
    pub(super) fn new(start: Point, points: impl IntoIterator<Item = Point>) -> Path {
        let mut all: Vec<Point> = std::iter::once(start).chain(points).collect();
        all.dedup();
        Path { points: all }
    }

    /// Where it ends.
    pub(super) fn end(&self) -> Point {
        self.points[self.points.len() - 1]
    }

    /// Its length in hundredths of an inch, each leg rounded up.
    pub(super) fn length(&self) -> i64 {
        path_length(self.points[0], &self.points[1..])
    }

    /// Its legs, none of them of no length.
    pub(super) fn legs(&self) -> impl DoubleEndedIterator<Item = Segment> {
        self.points.windows(2).map(|ends| Segment { from: ends[0], to: ends[1] })
    }

    /// All points, as events have them.
    pub(super) fn points(&self) -> &[Point] {
        &self.points
    }
}

/// The way of one piece in an order.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// Whose.
    pub(super) piece: PieceId,
    /// Where it goes.
    pub(super) path: Path,
    /// What bars such a walker of the Country.
    walker: Walker,
    /// For which side it goes: the other's free men bar it.
    side: Side,
    /// How long the path may be, in hundredths of an inch.
    reach: i64,
    /// The rule that says so.
    reach_rule: RuleId,
}

/// How far a man goes in a move, and the rule that says so.
fn reach(arm: Arm) -> (i64, RuleId) {
    let rule = match arm {
        Arm::Infantry => rules::LW_5_1,
        Arm::Cavalry => rules::LW_5_2,
    };
    (arm.reach(), rule)
}

impl Way {
    /// A man's, by himself, from where he is measured in this move (LW-5.3).
    pub(super) fn of_man(man: &Figure, points: impl IntoIterator<Item = Point>) -> Way {
        let (reach, reach_rule) = reach(man.id.arm);
        let path = Path::new(man.start, points);
        Way { piece: man.id.into(), path, walker: Walker::Man, side: man.side(), reach, reach_rule }
    }

    /// A prisoner's: as a man of his captor's, and no faster than his escort (LW-7.3).
    pub(super) fn of_prisoner(
        man: &Figure,
        escort: FigureId,
        points: impl IntoIterator<Item = Point>,
    ) -> Way {
        Way {
            side: escort.side,
            reach: man.id.arm.reach().min(escort.arm.reach()),
            reach_rule: rules::LW_7_3,
            ..Way::of_man(man, points)
        }
    }

    /// A gun's axis', with so many horsemen in its crew (LW-3.4, LW-3.6).
    pub(super) fn of_gun(gun: &Gun, horsemen: usize, points: impl IntoIterator<Item = Point>) -> Way {
        Way {
            piece: gun.id.into(),
            path: Path::new(gun.start, points),
            walker: Walker::Gun,
            side: gun.holder,
            reach: if horsemen < super::measures::CREW { FOOT } else { TWO_FEET },
            reach_rule: rules::LW_3_4,
        }
    }

    fn off_floor(&self, state: &State) -> Result<(), Rejection> {
        let table = state.house().scenario.table;
        match self.path.points().iter().all(|&point| table.holds(point)) {
            true => Ok(()),
            false => Err(Code::OffTable.of(self.piece)), // LW-0.9
        }
    }

    fn too_far(&self) -> Result<(), Rejection> {
        let length = self.path.length();
        match length <= self.reach {
            true => Ok(()),
            false => Err(Code::TooFar.of(self.piece).with_length(length).by_rule(self.reach_rule)),
        }
    }

    /// What is in the way at some checkpoint: a thing of the Country, which no shot takes away, else a free enemy (LW-5.4).
    fn barred(&self, state: &State) -> Result<(), Rejection> {
        let fault = Code::PathBlocked.of(self.piece);
        if let Some(thing) = self.path.legs().find_map(|leg| state.country().bar(self.walker, leg)) {
            return Err(fault.because_of(&thing.id));
        }
        let (start, length) = (self.path.points()[0], self.path.length());
        let near: Vec<&Figure> = state
            .free_men(self.side.enemy())
            .filter(|enemy| enemy.at.within(start, length + enemy.radius()))
            .collect();
        match self.path.legs().find_map(|leg| enemy_on(leg, &near)) {
            Some(enemy) => Err(fault.because_of(enemy).curable(true)),
            None => Ok(()),
        }
    }
}

/// The first man in whose disc a checkpoint of a leg lies.
fn enemy_on(leg: Segment, men: &[&Figure]) -> Option<FigureId> {
    let beside: Vec<&&Figure> =
        men.iter().filter(|man| leg.passes_closer(man.at, man.radius() + ROUNDING)).collect();
    if beside.is_empty() {
        return None;
    }
    let is_in =
        |point: Point, man: &Figure| point.compare_distance(man.at, Length::hundredths(man.radius())).is_lt();
    march(leg.from, leg.to).find_map(|point| beside.iter().find(|man| is_in(point, man))).map(|man| man.id)
}

/// The first fault of ways taken together: each test is made for all, in this order, before the next (LW-5.9).
///
/// # Errors
/// `off-table`, `too-far` or `path-blocked`; the last is curable where an enemy bars the way, and nothing else does.
pub(super) fn path_fault(state: &State, ways: &[Way]) -> Result<(), Rejection> {
    ways.iter().try_for_each(|way| way.off_floor(state))?;
    ways.iter().try_for_each(Way::too_far)?;
    ways.iter().try_for_each(|way| way.barred(state))
}
