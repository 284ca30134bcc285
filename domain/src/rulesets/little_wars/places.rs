//! Who stands where, and whether all stand clear of things and of each other (LW-5.6, LW-5.7). What moves together is put
//! where it goes first, and judged then.

use std::sync::Arc;

use super::{
    ids::{FigureId, GunId, PieceId},
    measures::{WHEEL, spaced},
    rejection::{Code, Rejection},
    state::{House, State},
};
use crate::geometry::Point;

/// Where men and guns stand, or would stand.
#[derive(Clone, Debug)]
pub(super) struct Places {
    house: Arc<House>,
    /// In id order.
    men: Vec<(FigureId, Point)>,
    /// In id order.
    guns: Vec<(GunId, Point)>,
}

impl Places {
    /// Where all on the floor stand now.
    pub(super) fn of(state: &State) -> Places {
        Places {
            house: state.house.clone(),
            men: state.on_floor().map(|man| (man.id, man.at)).collect(),
            guns: state.guns_on_floor().map(|gun| (gun.id, gun.at)).collect(),
        }
    }

    /// Stands a man or a gun there, and nowhere else.
    pub(super) fn put(&mut self, piece: impl Into<PieceId>, at: Point) {
        match piece.into() {
            PieceId::Figure(id) => put(&mut self.men, id, at),
            PieceId::Gun(id) => put(&mut self.guns, id, at),
        }
    }

    fn place_of(&self, piece: PieceId) -> Option<Point> {
        match piece {
            PieceId::Figure(id) => place_of(&self.men, id),
            PieceId::Gun(id) => place_of(&self.guns, id),
        }
    }

    /// Whether these stand as they must where they have been put: each test is made for all, in this order, before the
    /// next.
    ///
    /// # Errors
    /// `not-clear` (LW-5.6) or `too-close-to-man` (LW-5.7).
    pub(super) fn stand(&self, pieces: &[PieceId]) -> Result<(), Rejection> {
        let placed = || pieces.iter().filter_map(|&piece| Some((piece, self.place_of(piece)?)));
        placed().try_for_each(|(piece, at)| self.clear(piece, at))?;
        placed().try_for_each(|(piece, at)| match self.neighbours(piece, at).next() {
            Some(man) => Err(Code::TooCloseToMan.of(piece).because_of(man)),
            None => Ok(()),
        })
    }

    /// Whether one would stand as it must at a place, the others where they are.
    pub(super) fn is_free(&self, piece: impl Into<PieceId>, at: Point) -> bool {
        let piece = piece.into();
        self.clear(piece, at).is_ok() && self.neighbours(piece, at).next().is_none()
    }

    /// Whether one would stand clear at a place of the floor's edge, of all things, and of all guns but itself (LW-5.6).
    ///
    /// # Errors
    /// `not-clear`, with what is in the way; without it is the edge of the floor.
    pub(super) fn clear(&self, piece: PieceId, at: Point) -> Result<(), Rejection> {
        let (radius, table) = (radius(piece), self.house.scenario.table);
        let fault = Code::NotClear.of(piece);
        let fits = |at: i32, size: i32| (radius..=i64::from(size) - radius).contains(&i64::from(at));
        if !(fits(at.x, table.width) && fits(at.y, table.height)) {
            return Err(fault);
        }
        if let Some(thing) = self.house.country.crowding(at, radius) {
            return Err(fault.because_of(&thing.id));
        }
        let touches =
            |&&(id, axis): &&(GunId, Point)| piece != PieceId::Gun(id) && !spaced(at, axis, radius + WHEEL);
        match self.guns.iter().find(touches) {
            Some((id, _)) => Err(fault.because_of(id)),
            None => Ok(()),
        }
    }

    /// The men who stand too close to a piece at a place, in id order (LW-5.7, LW-0.5).
    pub(super) fn neighbours(&self, piece: PieceId, at: Point) -> impl Iterator<Item = FigureId> {
        let own = radius(piece);
        let is_near = move |id: FigureId, man: Point| {
            // A cheap look along the axes first: nobody farther off than this is too close.
            let far = own + id.arm.radius() + 7;
            let (east, south) = man.minus(at);
            east.abs() <= far && south.abs() <= far && !spaced(at, man, own + id.arm.radius())
        };
        let others = self.men.iter().filter(move |(id, _)| piece != PieceId::Figure(*id));
        others.filter(move |&&(id, man)| is_near(id, man)).map(|(id, _)| *id)
    }
}

fn radius(piece: PieceId) -> i64 {
    match piece {
        PieceId::Figure(id) => id.arm.radius(),
        PieceId::Gun(_) => WHEEL,
    }
}

fn put<I: Ord + Copy>(all: &mut Vec<(I, Point)>, id: I, at: Point) {
    match all.binary_search_by_key(&id, |&(id, _)| id) {
        Ok(found) => all[found].1 = at,
        Err(gap) => all.insert(gap, (id, at)),
    }
}

fn place_of<I: Ord + Copy>(all: &[(I, Point)], id: I) -> Option<Point> {
    all.binary_search_by_key(&id, |&(id, _)| id).ok().map(|found| all[found].1)
}
