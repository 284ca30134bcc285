//! What a piece in focus can do: how far a man goes from where his move began, where a gun points.

use super::{
    super::{
        ids::PieceId,
        measures::{MUZZLE, TWO_FEET},
    },
    Plan,
    paint::REACH,
};
use crate::{
    geometry::{Direction, Point},
    picture::Item,
};

impl Plan<'_> {
    /// What the piece of that name can do, if it is on the floor.
    pub(super) fn focus(&self, id: &str) -> Vec<Item> {
        match PieceId::parse(id) {
            Some(PieceId::Figure(id)) => {
                let man = self.view.figures.iter().find(|man| man.id == id);
                let place = man.and_then(|man| man.start.or(man.at));
                let reach = i32::try_from(id.arm.reach()).unwrap_or(0);
                place.map(|place| self.circle(place, reach)).into_iter().collect()
            }
            Some(PieceId::Gun(id)) => {
                let gun = self.view.guns.iter().find(|gun| gun.id == id);
                let Some((gun, place)) = gun.and_then(|gun| Some((gun, gun.at?))) else { return Vec::new() };
                let ends = [gun.face.walked(place, MUZZLE), self.edge(place, gun.face)];
                let line = Item::line(ends.map(|end| self.spot(end)))
                    .stroke(REACH, self.px(1))
                    .dashed(self.px(6), self.px(4));
                let reach = i32::try_from(TWO_FEET / 2).unwrap_or(0);
                vec![line.class("aim"), self.circle(place, reach)]
            }
            None => Vec::new(),
        }
    }

    /// The last whole inch from a place in a direction that is still on the floor.
    fn edge(&self, place: Point, way: Direction) -> Point {
        let (width, height) = (self.view.table.width, self.view.table.height);
        let on_floor = |at: &Point| (0..=width).contains(&at.x) && (0..=height).contains(&at.y);
        (1..).map(|inches| way.walked(place, 100 * inches)).take_while(on_floor).last().unwrap_or(place)
    }

    fn circle(&self, place: Point, reach: i32) -> Item {
        let circle = Item::circle(self.spot(place), reach);
        circle.fill(REACH).stroke(REACH, self.px(1)).faded(14).class("reach")
    }
}
