//! The table: its hills, a line every twelve inches, ticks every inch, numbers in the margin, and the markers by which
//! bands come on.

use super::{
    super::{
        scenario::{Edge, Entry, Hill, Lobe},
        view::ViewUnit,
    },
    MARGIN_PX, Plan,
    paint::{Dress, FAINT, GRID, HILL, HILL_CONTOUR, HILL_EDGE, HILL_INK, HILL_TOP, INK, PAPER, PLAIN},
    words,
};
use crate::{
    geometry,
    picture::{Item, Pattern, Point, at},
};

/// From line to line, in hundredths of an inch.
const FOOT: i32 = 1200;
const INCH: i32 = 100;

/// Ticks for an edge that runs east, and for one that runs south.
const EASTWARD: &str = "inches-east";
const SOUTHWARD: &str = "inches-south";

impl Plan<'_> {
    /// The tiles of the ticks; they repeat from the table's corner.
    pub(super) fn patterns(&self) -> Vec<Pattern> {
        let tile = |name, tick| Pattern {
            name,
            corner: self.origin,
            width: INCH,
            height: INCH,
            items: vec![Item::line(tick).stroke(FAINT, self.px(1))],
        };
        vec![tile(EASTWARD, [at(0, 0), at(0, INCH)]), tile(SOUTHWARD, [at(0, 0), at(INCH, 0)])]
    }

    /// What figures stand on.
    pub(super) fn ground(&self) -> Vec<Item> {
        let (width, height) = (self.view.table.width, self.view.table.height);
        let mut items = vec![Item::rect(self.origin, width, height).fill(PLAIN).class("table")];
        let (left, top) = (self.origin.x, self.origin.y);
        let line = |ends: [Point; 2]| Item::line(ends).stroke(GRID, self.px(1));
        items.extend(feet(width).map(|x| line([at(left + x, top), at(left + x, top + height)])));
        items.extend(feet(height).map(|y| line([at(left, top + y), at(left + width, top + y)])));
        items.extend(self.view.hills.iter().map(|hill| self.hill(hill)));
        items.extend(self.view.hills.iter().filter_map(|hill| self.hill_name(hill)));
        items
    }

    /// All rims first, then all that is inside: no rim shows within the hill.
    fn hill(&self, hill: &Hill) -> Item {
        let rim = self.px(2);
        let lobes = |radius: &dyn Fn(i32) -> i32, colour| -> Vec<Item> {
            let lobe = |lobe: &Lobe| {
                let middle = self.spot(geometry::Point::new(lobe.x, lobe.y));
                Item::circle(middle, radius(lobe.r).max(1)).fill(colour)
            };
            hill.lobes.iter().map(lobe).collect()
        };
        let height = |radius: i32| radius * 6 / 10;
        let mut items = lobes(&|radius| radius, HILL_EDGE);
        items.extend(lobes(&|radius| radius - rim, HILL));
        items.extend(lobes(&height, HILL_CONTOUR));
        items.extend(lobes(&|radius| height(radius) - rim, HILL_TOP));
        Item::group(items).class("hill").data("hill", &*hill.id).titled(format!("{}, hill", hill.name))
    }

    /// Its name below it, where the table has room; else upon it.
    fn hill_name(&self, hill: &Hill) -> Option<Item> {
        let foot = |lobe: &Lobe| lobe.y.saturating_add(lobe.r);
        let lowest = hill.lobes.iter().max_by_key(|lobe| foot(lobe))?;
        let below = foot(lowest).saturating_add(self.px(8));
        let has_room = below.saturating_add(self.px(8)) < self.view.table.height;
        let y = if has_room { below } else { lowest.y };
        let middle = self.spot(geometry::Point::new(lowest.x, y));
        Some(Item::label(middle, self.px(9), words::shortened(&hill.name)).fill(HILL_INK))
    }

    /// Frame, ticks and numbers, above what may reach over the edge.
    pub(super) fn edges(&self) -> Vec<Item> {
        let (width, height) = (self.view.table.width, self.view.table.height);
        let (left, top) = (self.origin.x, self.origin.y);
        let (tick, frame) = (self.px(4), self.px(2));
        vec![
            Item::rect(at(left, top - tick), width, tick).patterned(EASTWARD),
            Item::rect(at(left, top + height), width, tick).patterned(EASTWARD),
            Item::rect(at(left - tick, top), tick, height).patterned(SOUTHWARD),
            Item::rect(at(left + width, top), tick, height).patterned(SOUTHWARD),
            Item::rect(self.origin, width, height).stroke(INK, frame),
        ]
        .into_iter()
        .chain(self.numbers())
        .collect()
    }

    fn numbers(&self) -> Vec<Item> {
        let (width, height) = (self.view.table.width, self.view.table.height);
        let (left, top, away) = (self.origin.x, self.origin.y, self.px(12));
        let number = |middle: Point, hundredths: i32| {
            Item::label(middle, self.px(10), (hundredths / INCH).to_string()).fill(FAINT)
        };
        let mut items = Vec::new();
        for (edge, length) in
            [(Edge::North, width), (Edge::South, width), (Edge::West, height), (Edge::East, height)]
        {
            let free =
                std::iter::once(0).chain(feet(length)).filter(|along| !self.is_near_marker(edge, *along));
            items.extend(free.map(|along| {
                let middle = match edge {
                    Edge::North => at(left + along, top - away),
                    Edge::South => at(left + along, top + height + away),
                    Edge::West => at(left - away - self.px(2), top + along),
                    Edge::East => at(left + width + away + self.px(2), top + along),
                };
                number(middle, along)
            }));
        }
        items
    }

    fn is_near_marker(&self, edge: Edge, along: i32) -> bool {
        let entries = self.view.units.iter().filter_map(|unit| unit.entry);
        entries.filter(|entry| entry.edge == edge).any(|entry| (place_on(&entry) - along).abs() < self.px(24))
    }

    /// Where bands come on, and how many wait there.
    pub(super) fn markers(&self) -> Vec<Item> {
        let units = self.view.units.iter().zip(&self.dresses);
        units.filter_map(|(unit, dress)| Some(self.marker(unit, dress, &unit.entry?))).collect()
    }

    fn marker(&self, unit: &ViewUnit, dress: &Dress, entry: &Entry) -> Item {
        let gate = self.spot(entry.at);
        let (half, inner, outer) = (self.px(15), self.px(5), self.px(MARGIN_PX - 2));
        // A point so far out of the table and so far along its edge.
        let out = |away: i32, along: i32| match entry.edge {
            Edge::North => at(gate.x + along, gate.y - away),
            Edge::East => at(gate.x + away, gate.y + along),
            Edge::South => at(gate.x - along, gate.y + away),
            Edge::West => at(gate.x - away, gate.y - along),
        };
        let tag = [out(-inner, 0), out(inner, half), out(outer, half), out(outer, -half), out(inner, -half)];
        let middle = out((inner + outer) / 2, 0);
        let line = |rise: i32, words: String| {
            Item::label(at(middle.x, middle.y + self.px(rise)), self.px(10), words).fill(dress.paint.ink)
        };
        let title = format!("{}: comes on here, {} waiting", unit.name, unit.waiting);
        Item::group([
            Item::polygon(tag).fill(dress.paint.body).stroke(dress.paint.edge, self.px(1)),
            line(-6, unit.id.to_string()),
            line(6, unit.waiting.to_string()),
        ])
        .class("entry")
        .data("entry", unit.id.to_string())
        .titled(title)
    }

    /// Paper over what reaches beyond the table.
    pub(super) fn mask(&self) -> Item {
        let thick = self.width + self.height();
        let corner = at(self.origin.x - thick / 2, self.origin.y - thick / 2);
        let (width, height) = (self.view.table.width + thick, self.view.table.height + thick);
        Item::rect(corner, width, height).stroke(PAPER, thick)
    }
}

/// Every twelve inches of an edge, its ends left out.
fn feet(length: i32) -> impl Iterator<Item = i32> {
    (1..).map(|foot| foot * FOOT).take_while(move |along| *along < length)
}

/// How far along its edge a marker stands.
fn place_on(entry: &Entry) -> i32 {
    match entry.edge {
        Edge::North | Edge::South => entry.at.x,
        Edge::East | Edge::West => entry.at.y,
    }
}
