//! Where men and guns may be put down: the ground a side has for it (LW-1.9, LW-9.15, LW-9.16), and what stands there already,
//! all of it the side's own (LW-1.10). The enemy is never looked at.

use std::collections::BTreeMap;

use super::{
    ids::{FigureId, GunId, PieceId, Side},
    measures::{FOOT, SIX_INCHES, WHEEL, spaced},
    rejection::{Code, Rejection},
    rules::{LW_1_9, LW_9_15, LW_9_16},
    state::State,
    words::{Deployment, Line, Role},
};
use crate::{geometry::Point, rule::RuleId};

/// Farther apart than this along an axis, no two discs come near each other: both radii of the greatest, and an inch.
const FAR: i64 = 2 * WHEEL + 100;

impl PieceId {
    /// The radius of its disc: a man's (LW-0.3), or of a gun's wheels.
    pub fn radius(self) -> i64 {
        match self {
            PieceId::Figure(id) => id.arm.radius(),
            PieceId::Gun(_) => WHEEL,
        }
    }

    /// How far it goes in a move, where it is put down: a gun counts as foot (LW-9.15, LW-9.16).
    fn reach(self) -> i64 {
        match self {
            PieceId::Figure(id) => id.arm.reach(),
            PieceId::Gun(_) => FOOT,
        }
    }

    /// It, if it is a gun.
    pub fn gun(self) -> Option<GunId> {
        match self {
            PieceId::Gun(id) => Some(id),
            PieceId::Figure(_) => None,
        }
    }

    /// Its number, in its arm.
    pub fn number(self) -> u32 {
        match self {
            PieceId::Figure(id) => id.number,
            PieceId::Gun(id) => id.number,
        }
    }

    /// It, if it is a man.
    pub fn figure(self) -> Option<FigureId> {
        match self {
            PieceId::Figure(id) => Some(id),
            PieceId::Gun(_) => None,
        }
    }

    /// The side that brought it.
    pub fn side(self) -> Side {
        match self {
            PieceId::Figure(id) => id.side,
            PieceId::Gun(id) => id.origin,
        }
    }
}

/// The ground on which a side may put down pieces of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Zone {
    /// Wholly within six inches of the back line (LW-1.9): `most` is how far off it a centre may be.
    Strip { line: i64, most: i64 },
    /// On one's own side of the middle, farther from it than a move (LW-9.15): `least` is the distance a centre must exceed.
    Behind { middle: i64, least: i64, is_south: bool },
    /// Within a move of the back line (LW-9.16).
    AMove { line: i64, most: i64 },
}

impl Zone {
    fn of(state: &State, piece: PieceId) -> (Zone, RuleId) {
        let side = piece.side();
        let (line, radius) = (i64::from(state.line_y(side)), piece.radius());
        let strip = Zone::Strip { line, most: SIX_INCHES - radius };
        if state.options().deployment == Deployment::Fixed {
            return (strip, LW_1_9); // LW-1.11
        }
        match state.sides.side(side).role {
            Role::None => (strip, LW_1_9),
            Role::Attacker => (Zone::AMove { line, most: piece.reach() }, LW_9_16),
            Role::Defender => (Zone::of_defender(state, piece).unwrap_or(strip), LW_9_15),
        }
    }

    /// The defender's ground; none where the floor has no such place for the arm (LW-9.15).
    fn of_defender(state: &State, piece: PieceId) -> Option<Zone> {
        let scenario = &state.house().scenario;
        let middle = (i64::from(scenario.lines.north) + i64::from(scenario.lines.south)).div_euclid(2);
        let is_south = state.sides.side(piece.side()).line == Line::South;
        let depth = if is_south { i64::from(scenario.table.height) - middle } else { middle };
        let (radius, reach) = (piece.radius(), piece.reach());
        (reach < depth - 2 * radius).then_some(Zone::Behind { middle, least: reach + radius, is_south })
    }

    fn holds(self, at: Point) -> bool {
        let y = i64::from(at.y);
        match self {
            Zone::Strip { line, most } | Zone::AMove { line, most } => (y - line).abs() <= most,
            Zone::Behind { middle, least, is_south: true } => least < y - middle,
            Zone::Behind { middle, least, is_south: false } => least < middle - y,
        }
    }
}

/// A test of where a piece is to stand.
type Test = fn(&Layout, &State, PieceId, Point) -> Option<Rejection>;

/// What of a side stands on the floor, or is to stand there.
#[derive(Clone, Default, Debug)]
pub(super) struct Layout {
    men: BTreeMap<FigureId, Point>,
    guns: BTreeMap<GunId, Point>,
}

impl Layout {
    /// What a side has bound.
    pub(super) fn bound(state: &State, side: Side) -> Layout {
        let men = state.on_floor().filter(|man| man.id.side == side).map(|man| (man.id, man.at));
        let guns = state.guns_on_floor().filter(|gun| gun.id.origin == side).map(|gun| (gun.id, gun.at));
        Layout { men: men.collect(), guns: guns.collect() }
    }

    /// Puts a piece down, wherever it stood.
    pub(super) fn put(&mut self, piece: PieceId, at: Point) {
        match piece {
            PieceId::Figure(id) => self.men.insert(id, at),
            PieceId::Gun(id) => self.guns.insert(id, at),
        };
    }

    /// Where a piece is.
    pub(super) fn at(&self, piece: PieceId) -> Option<Point> {
        match piece {
            PieceId::Figure(id) => self.men.get(&id).copied(),
            PieceId::Gun(id) => self.guns.get(&id).copied(),
        }
    }

    /// The men, in id order.
    pub(super) fn men(&self) -> impl Iterator<Item = (FigureId, Point)> {
        self.men.iter().map(|(id, at)| (*id, *at))
    }

    /// The guns, in id order.
    pub(super) fn guns(&self) -> impl Iterator<Item = (GunId, Point)> {
        self.guns.iter().map(|(id, at)| (*id, *at))
    }

    /// Whether these pieces may stand where they are: each test is made for all, in their order, before the next one (LW §6).
    ///
    /// # Errors
    /// The first fault.
    pub(super) fn judge(&self, state: &State, pieces: &[PieceId]) -> Result<(), Rejection> {
        let tests: [Test; 3] = [outside, Layout::not_clear, Layout::too_close];
        for test in tests {
            let faults = pieces.iter().filter_map(|piece| test(self, state, *piece, self.at(*piece)?));
            if let Some(fault) = { faults }.next() {
                return Err(fault);
            }
        }
        Ok(())
    }

    /// Whether a piece might stand there, beside all the others (LW-10.7).
    pub(super) fn is_free(&self, state: &State, piece: PieceId, at: Point) -> bool {
        state.house().scenario.table.holds(at)
            && outside(self, state, piece, at).is_none()
            && self.not_clear(state, piece, at).is_none()
            && self.too_close(state, piece, at).is_none()
    }

    /// Fairly clear of things and of wheels, and wholly on the floor (LW-5.6).
    fn not_clear(&self, state: &State, piece: PieceId, at: Point) -> Option<Rejection> {
        let radius = piece.radius();
        let table = state.house().scenario.table;
        let is_on = |at: i32, length: i32| (radius..=i64::from(length) - radius).contains(&i64::from(at));
        if !is_on(at.x, table.width)
            || !is_on(at.y, table.height)
            || state.country().crowding(at, radius).is_some()
        {
            return Some(Code::NotClear.of(piece));
        }
        let mut others = self.guns().filter(|(id, _)| PieceId::Gun(*id) != piece);
        let near = others.find(|(_, wheels)| is_near(at, *wheels) && !spaced(at, *wheels, radius + WHEEL));
        near.map(|(gun, _)| Code::NotClear.of(piece).because_of(gun)) // LW-3.6
    }

    /// A sixteenth of an inch from every man (LW-5.7).
    fn too_close(&self, _: &State, piece: PieceId, at: Point) -> Option<Rejection> {
        let radius = piece.radius();
        let mut others = self.men().filter(|(id, _)| PieceId::Figure(*id) != piece);
        let near = others.find(|(id, man)| is_near(at, *man) && !spaced(at, *man, radius + id.arm.radius()));
        near.map(|(man, _)| Code::TooCloseToMan.of(piece).because_of(man))
    }
}

fn outside(_: &Layout, state: &State, piece: PieceId, at: Point) -> Option<Rejection> {
    let (zone, rule) = Zone::of(state, piece);
    (!zone.holds(at)).then(|| Code::OutsideDeployment.of(piece).by_rule(rule))
}

fn is_near(one: Point, other: Point) -> bool {
    let (east, south) = one.minus(other);
    east.abs() <= FAR && south.abs() <= FAR
}
