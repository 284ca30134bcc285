//! The battle as a picture: the floor from above, north up, with a line every foot; men as small as they are, so that the
//! picture is made to be zoomed; what happened lately lies over it. And the same in letters. It draws what the view says.

mod floor;
mod focus;
mod groups;
mod lately;
mod legend;
mod letters;
mod paint;
mod pieces;
#[cfg(test)]
mod tests;
mod words;

use super::{event::Event, view::View};
use crate::{
    geometry,
    picture::{Item, Picture, Point, Weight, at},
    ruleset::Focus,
};
use paint::{INK, PAPER};

/// Beside the floor, for numbers; in pixels of the natural size, as all of the frame is.
const MARGIN_PX: i32 = 30;
/// Above it, for the two lines that say what is going on.
const HEADER_PX: i32 = 54;
/// What a floor may take up, in pixels.
const FLOOR_PX: i32 = 1260;
/// Even the smallest floor leaves room for the words.
const NARROWEST_PX: i32 = 900;
/// The least hundredths of an inch that a pixel shows.
const FINEST: i32 = 5;

/// The picture of what a viewer is shown.
pub(super) fn board(view: &View, focus: &Focus<'_, Event>) -> Picture {
    let plan = Plan::of(view);
    let mut items = plan.ground();
    items.extend(plan.rings());
    items.extend(focus.figure.into_iter().flat_map(|id| plan.focus(id)));
    items.extend(plan.edges());
    items.extend(plan.header());
    let lately = plan.lately(focus.lately);
    items.extend(lately.below);
    items.extend(plan.leads());
    items.extend(plan.guns());
    items.extend(plan.men());
    items.extend(lately.above);
    Picture {
        name: "little-wars",
        title: words::title(view),
        description: words::description(view),
        width: plan.width,
        height: plan.height(),
        units_per_pixel: plan.pixel,
        part: focus
            .region
            .and_then(|region| region.on_floor(plan.origin, (view.table.width, view.table.height))),
        paper: PAPER,
        patterns: Vec::new(),
        items,
        legend: legend::legend(&plan, !focus.lately.is_empty()),
        text: letters::text(view, focus),
    }
}

/// Where things are on the picture. One unit of it is a hundredth of an inch.
struct Plan<'a> {
    view: &'a View,
    /// Units that a pixel of the natural size shows.
    pixel: i32,
    width: i32,
    /// North-west corner of the floor.
    origin: Point,
}

impl<'a> Plan<'a> {
    fn of(view: &'a View) -> Self {
        let longest = view.table.width.max(view.table.height);
        let pixel = ((longest + FLOOR_PX - 1) / FLOOR_PX).max(FINEST);
        let width = (view.table.width + 2 * MARGIN_PX * pixel).max(NARROWEST_PX * pixel);
        let origin = at((width - view.table.width) / 2, (HEADER_PX + MARGIN_PX) * pixel);
        Plan { view, pixel, width, origin }
    }

    /// So many pixels, in units.
    fn px(&self, pixels: i32) -> i32 {
        pixels * self.pixel
    }

    fn height(&self) -> i32 {
        self.origin.y + self.view.table.height + self.px(MARGIN_PX + 6)
    }

    /// Where a point of the floor is drawn. Nothing is drawn far off it, whatever a log says.
    fn spot(&self, point: geometry::Point) -> Point {
        const OFF: i32 = 3000;
        let near = |value: i32, size: i32| value.clamp(-OFF, size.saturating_add(OFF));
        let (x, y) = (near(point.x, self.view.table.width), near(point.y, self.view.table.height));
        at(self.origin.x + x, self.origin.y + y)
    }

    fn header(&self) -> Vec<Item> {
        let left = self.px(MARGIN_PX);
        let title = words::title(self.view);
        vec![
            Item::words(at(left, self.px(28)), self.px(20), Weight::Bold, title).fill(INK),
            Item::words(at(left, self.px(47)), self.px(13), Weight::Normal, words::status(self.view))
                .fill(INK),
        ]
    }
}
