//! The battle as a picture: the table with its hills from above, figures an inch wide, markers, and what the looker has in
//! mind; and the same in letters. It draws what the view says and works nothing out that the rules have not, but for
//! lines of sight, which are geometry.

mod field;
mod focus;
mod lately;
mod legend;
mod letters;
mod near;
mod paint;
mod roll_call;
mod sight;
mod signs;
#[cfg(test)]
mod tests;
mod token;
mod words;

use super::{
    event::Event,
    ground::CONTACT,
    ids::UnitId,
    view::{View, ViewFigure, ViewGuidon},
};
use crate::{
    geometry,
    picture::{Item, Picture, Point, Weight, at},
    ruleset::Focus,
};
use paint::{Dress, INK, PAPER, RED, dresses};
use token::Token;

/// Beside the table, for numbers and markers; in pixels of the natural size, as all of the frame is.
const MARGIN_PX: i32 = 32;
/// Above it, for the two lines that say what is going on.
const HEADER_PX: i32 = 54;
/// What a table may take up, in pixels.
const TABLE_PX: i32 = 1286;
/// Even the smallest table leaves room for the words.
const NARROWEST_PX: i32 = 900;
/// The least hundredths of an inch that a pixel shows: a figure is at most 20 pixels wide.
const FINEST: i32 = 5;

/// How near a move must end to take up a fallen guidon, in units.
const REACH: i32 = CONTACT as i32; // CCC-10.5

/// The picture of what a viewer is shown.
pub(super) fn board(view: &View, focus: &Focus<'_, Event>) -> Picture {
    let plan = Plan::of(view);
    let chosen = focus.figure.and_then(|id| plan.chosen(id));
    let mut items = plan.ground();
    items.extend(plan.gravestones());
    if let Some(chosen) = &chosen {
        items.extend(plan.reach(chosen));
        items.push(plan.mask());
    }
    items.extend(plan.header());
    items.extend(plan.edges());
    items.extend(plan.markers());
    let lately = plan.lately(focus.lately);
    items.extend(lately.below);
    items.extend(lately.fallen);
    if let Some(chosen) = &chosen {
        items.extend(plan.sight(chosen));
    }
    items.extend(plan.fallen_guidons());
    items.extend(plan.figures());
    if let Some(chosen) = &chosen {
        items.extend(plan.contact(chosen));
    }
    items.extend(lately.above);
    Picture {
        name: "counting-coup",
        title: words::title(view),
        description: words::description(view),
        width: plan.width,
        height: plan.height(),
        units_per_pixel: plan.pixel,
        part: focus
            .region
            .and_then(|region| region.on_floor(plan.origin, (view.table.width, view.table.height))),
        paper: PAPER,
        patterns: plan.patterns(),
        items,
        legend: legend::legend(&plan, chosen.as_ref(), focus.lately),
        text: letters::text(&plan, chosen.as_ref(), focus.lately),
    }
}

/// Where things are on the picture. One unit of it is a hundredth of an inch.
struct Plan<'a> {
    view: &'a View,
    dresses: Vec<Dress>,
    /// Units that a pixel of the natural size shows.
    pixel: i32,
    width: i32,
    /// North-west corner of the table.
    origin: Point,
}

impl<'a> Plan<'a> {
    fn of(view: &'a View) -> Self {
        let longest = view.table.width.max(view.table.height);
        let pixel = ((longest + TABLE_PX - 1) / TABLE_PX).max(FINEST);
        let width = (view.table.width + 2 * MARGIN_PX * pixel).max(NARROWEST_PX * pixel);
        let origin = at((width - view.table.width) / 2, (HEADER_PX + MARGIN_PX) * pixel);
        Plan { view, dresses: dresses(view), pixel, width, origin }
    }

    /// So many pixels, in units.
    fn px(&self, pixels: i32) -> i32 {
        pixels * self.pixel
    }

    fn height(&self) -> i32 {
        self.origin.y + self.view.table.height + self.px(MARGIN_PX + 6)
    }

    /// Where a point of the table is drawn. Nothing is drawn far off it, whatever a log says.
    fn spot(&self, point: geometry::Point) -> Point {
        const OFF: i32 = 2000;
        let near = |value: i32, size: i32| value.clamp(-OFF, size.saturating_add(OFF));
        let (x, y) = (near(point.x, self.view.table.width), near(point.y, self.view.table.height));
        at(self.origin.x + x, self.origin.y + y)
    }

    fn dress(&self, unit: UnitId) -> Option<Dress> {
        self.dresses.iter().find(|dress| dress.unit == unit).copied()
    }

    fn header(&self) -> Vec<Item> {
        let left = self.px(MARGIN_PX);
        let words = words::status(self.view);
        vec![
            Item::words(at(left, self.px(28)), self.px(20), Weight::Bold, words::title(self.view)).fill(INK),
            Item::words(at(left, self.px(47)), self.px(13), Weight::Normal, words).fill(INK),
        ]
    }

    fn gravestones(&self) -> Vec<Item> {
        let stones = self.view.gravestones.iter(); // CCC-12.2
        let drawn = stones.map(|stone| {
            Item::group(signs::gravestone(self.spot(stone.point)))
                .class("gravestone")
                .data("gravestone", stone.figure.to_string())
                .titled(words::gravestone(stone))
        });
        drawn.collect()
    }

    /// With the circle within which a move must end to take it up.
    fn fallen_guidons(&self) -> Vec<Item> {
        let lying = self.view.units.iter().filter_map(|unit| match unit.guidon {
            Some(ViewGuidon::Fallen { at }) => Some((unit, self.spot(at))),
            Some(ViewGuidon::Carried { .. } | ViewGuidon::Captured { .. }) | None => None,
        });
        let drawn = lying.map(|(unit, middle)| {
            let reach = Item::circle(middle, REACH).stroke(RED, 8).dashed(20, 16);
            Item::group(std::iter::once(reach).chain(signs::fallen_guidon(middle)).collect::<Vec<_>>())
                .class("guidon")
                .data("guidon", unit.id.to_string())
                .titled(format!("the guidon of {} lies here", unit.name))
        });
        drawn.collect()
    }

    /// From north to south, so that flags stand before who is behind them.
    fn figures(&self) -> Vec<Item> {
        let mut standing: Vec<(geometry::Point, &ViewFigure)> =
            self.view.figures.iter().filter_map(|figure| Some((figure.at?, figure))).collect();
        standing.sort_by_key(|(at, _)| (at.y, at.x));
        let drawn = standing.into_iter().filter_map(|(at, figure)| {
            let dress = self.dress(figure.unit)?;
            let token = Item::group(Token::of(figure, dress).draw(self.spot(at)))
                .class("figure")
                .data("figure", figure.id.to_string())
                .data("unit", figure.unit.to_string())
                .data("side", dress.side.as_str())
                .data("role", figure.role.as_str())
                .titled(words::figure(figure));
            Some(token)
        });
        drawn.collect()
    }
}
