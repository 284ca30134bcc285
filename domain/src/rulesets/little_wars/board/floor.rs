//! The floor: a line every foot, the back lines, and the Country from the lowest thing up.

use super::{
    super::{
        scenario::Terrain,
        tell::name,
        words::{Line, TerrainKind},
    },
    MARGIN_PX, Plan,
    paint::{CROSSING, FAINT, FLOOR, GRID, HEDGE, HILL_EDGE, HILLS, HOUSE, INK, LEAVES, STONE, TREE, WATER},
};
use crate::{
    geometry,
    picture::{Colour, Item, Point, at},
    rulesets::little_wars::{ids::Side, notation::inches},
};

/// From line to line, in hundredths of an inch.
const FOOT: i32 = 1200;
/// The radius of a trunk that has none of its own.
const TRUNK: i32 = 15;

impl Plan<'_> {
    /// What men stand on and between.
    pub(super) fn ground(&self) -> Vec<Item> {
        let (width, height) = (self.view.table.width, self.view.table.height);
        let mut items = vec![Item::rect(self.origin, width, height).fill(FLOOR).class("floor")];
        let (left, top) = (self.origin.x, self.origin.y);
        let line = |ends: [Point; 2]| Item::line(ends).stroke(GRID, self.px(1));
        items.extend(feet(width).map(|x| line([at(left + x, top), at(left + x, top + height)])));
        items.extend(feet(height).map(|y| line([at(left, top + y), at(left + width, top + y)])));
        items.extend(self.back_lines());
        let mut things: Vec<&Terrain> = self.view.country.iter().collect();
        things.sort_by_key(|thing| (layer(thing.kind), thing.top));
        items.extend(things.iter().map(|thing| self.thing(thing)));
        items.extend(things.iter().filter_map(|thing| self.thing_name(thing)));
        items
    }

    fn back_lines(&self) -> Vec<Item> {
        let drawn = Side::ALL.into_iter().map(|side| {
            let line = self.view.sides.side(side).line;
            let y = self.view.lines.y(line);
            let ends = [self.floor_at(0, y), self.floor_at(self.view.table.width, y)];
            let lift = match line {
                Line::North => -self.px(7),
                Line::South => self.px(7),
            };
            let middle = at(ends[0].x + self.px(60), ends[0].y + lift);
            Item::group([
                Item::line(ends).stroke(INK, self.px(1)).dashed(self.px(8), self.px(5)).faded(70),
                Item::label(middle, self.px(9), format!("{}'s back line", name(side))).fill(FAINT),
            ])
            .class("back-line")
            .data("side", side.as_str())
        });
        drawn.collect()
    }

    fn floor_at(&self, x: i32, y: i32) -> Point {
        self.spot(geometry::Point::new(x, y))
    }

    fn thing(&self, thing: &Terrain) -> Item {
        let colour = colour(thing);
        let shapes: Vec<Item> = match (area(thing), &thing.points) {
            (Some(corners), _) => {
                let corners: Vec<Point> = corners.iter().map(|corner| self.spot(*corner)).collect();
                let edge = if thing.kind == TerrainKind::Hill { HILL_EDGE } else { INK };
                let width = if thing.kind == TerrainKind::Hill { self.px(2) } else { self.px(1) };
                vec![Item::polygon(corners).fill(colour).stroke(edge, width)]
            }
            (None, Some(points)) if thing.kind == TerrainKind::Trees => {
                let trunk = thing.radius.unwrap_or(TRUNK);
                let tree = |point: &geometry::Point| {
                    let middle = self.spot(*point);
                    [
                        Item::circle(middle, trunk * 4).fill(LEAVES).faded(60),
                        Item::circle(middle, trunk).fill(TREE),
                    ]
                };
                points.iter().flat_map(tree).collect()
            }
            (None, Some(_) | None) => Vec::new(),
        };
        let title = match thing.kind {
            TerrainKind::Label => thing.name.clone().unwrap_or_default(),
            kind => format!(
                "{}{}, {} inches high",
                thing.name.as_ref().map(|name| format!("{name}, ")).unwrap_or_default(),
                kind.as_str(),
                inches(thing.top.into())
            ),
        };
        Item::group(shapes).class("thing").data("thing", thing.id.clone()).titled(title)
    }

    fn thing_name(&self, thing: &Terrain) -> Option<Item> {
        let name = thing.name.as_ref()?;
        let points = area(thing).or_else(|| thing.points.clone())?;
        let x = (points.iter().map(|point| point.x).min()?, points.iter().map(|point| point.x).max()?);
        let y = (points.iter().map(|point| point.y).min()?, points.iter().map(|point| point.y).max()?);
        // Within the northern rim of a hill, on water, below everything else.
        let south = match thing.kind {
            TerrainKind::Hill => y.0.saturating_add(self.px(9)),
            TerrainKind::Water | TerrainKind::Label => y.0 / 2 + y.1 / 2,
            TerrainKind::House
            | TerrainKind::Wall
            | TerrainKind::Hedge
            | TerrainKind::Rock
            | TerrainKind::Trees
            | TerrainKind::Bridge
            | TerrainKind::Ford => y.1.saturating_add(self.px(9)),
        };
        let middle = geometry::Point::new(x.0 / 2 + x.1 / 2, south);
        Some(Item::label(self.spot(middle), self.px(8), name.clone()).fill(FAINT))
    }

    /// Frame and numbers, above what may reach over the edge.
    pub(super) fn edges(&self) -> Vec<Item> {
        let (width, height) = (self.view.table.width, self.view.table.height);
        let (left, top, away) = (self.origin.x, self.origin.y, self.px(MARGIN_PX / 2));
        let number = |middle: Point, hundredths: i32| {
            Item::label(middle, self.px(10), inches(hundredths.into())).fill(FAINT)
        };
        let mut items = vec![Item::rect(self.origin, width, height).stroke(INK, self.px(2))];
        for x in std::iter::once(0).chain(feet(width)) {
            items.push(number(at(left + x, top - away), x));
            items.push(number(at(left + x, top + height + away), x));
        }
        for y in std::iter::once(0).chain(feet(height)) {
            items.push(number(at(left - away, top + y), y));
            items.push(number(at(left + width + away, top + y), y));
        }
        items
    }
}

/// The corners of a thing that covers ground.
pub(super) fn area(thing: &Terrain) -> Option<Vec<geometry::Point>> {
    let corner = geometry::Point::new;
    match (&thing.poly, thing.rect) {
        (Some(corners), _) => Some(corners.clone()),
        (None, Some([west, north, east, south])) => {
            Some(vec![corner(west, north), corner(east, north), corner(east, south), corner(west, south)])
        }
        (None, None) => None,
    }
}

/// What lies below what.
fn layer(kind: TerrainKind) -> u8 {
    match kind {
        TerrainKind::Hill => 0,
        TerrainKind::Water => 1,
        TerrainKind::Bridge | TerrainKind::Ford => 2,
        TerrainKind::House
        | TerrainKind::Wall
        | TerrainKind::Hedge
        | TerrainKind::Rock
        | TerrainKind::Trees
        | TerrainKind::Label => 3,
    }
}

fn colour(thing: &Terrain) -> Colour {
    match thing.kind {
        TerrainKind::House => HOUSE,
        TerrainKind::Wall | TerrainKind::Rock => STONE,
        TerrainKind::Hedge => HEDGE,
        TerrainKind::Trees => LEAVES,
        TerrainKind::Hill => {
            let step = usize::try_from((thing.top.max(1) - 1) / 100).unwrap_or(0);
            HILLS[step.min(HILLS.len() - 1)]
        }
        TerrainKind::Water => WATER,
        TerrainKind::Bridge | TerrainKind::Ford => CROSSING,
        TerrainKind::Label => FLOOR,
    }
}

/// Every twelve inches of an edge, its ends left out.
fn feet(length: i32) -> impl Iterator<Item = i32> {
    (1..).map(|foot| foot * FOOT).take_while(move |along| *along < length)
}
