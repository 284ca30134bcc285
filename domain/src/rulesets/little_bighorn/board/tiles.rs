//! What the ground looks like: the tiles of each terrain, told apart by form as well as by colour, and the course of
//! the water.

use crate::picture::{Colour, Item, Pattern, Point, Step, at};

/// Side of a square on the picture.
pub(super) const CELL: i32 = 144;

/// Words and grid.
pub(super) const INK: Colour = Colour(0x2c2620);
/// Behind everything.
pub(super) const PAPER: Colour = Colour(0xf5f0e3);
/// The plain.
pub(super) const PLAIN: Colour = Colour(0xeae0bf);
/// Lines between squares.
pub(super) const GRID: Colour = Colour(0xb5a780);
/// Warnings: an unguarded flag, a melee owed.
pub(super) const RED: Colour = Colour(0xc01f1f);
/// Exits and the triangles of the Long Knives.
pub(super) const BLUE: Colour = Colour(0x1d5fa8);

/// Light on dark.
pub(super) const WHITE: Colour = Colour(0xffffff);

const GRASS: Colour = Colour(0xc4b885);
const BANK: Colour = Colour(0x7f9fb4);
/// The river.
pub(super) const WATER: Colour = Colour(0xb3d0e0);
const WAVE: Colour = Colour(0x5f8fae);
const STONE: Colour = Colour(0xf0e3bb);
const STONE_EDGE: Colour = Colour(0x8d7d55);
const MOSS: Colour = Colour(0xc3d1a0);
const LEAF: Colour = Colour(0x6c975a);
const LEAF_EDGE: Colour = Colour(0x35562d);
const TRUNK: Colour = Colour(0x5b4129);
const GRAVEL: Colour = Colour(0xd6cfc2);
const ROCK: Colour = Colour(0xa39a8c);
const ROCK_EDGE: Colour = Colour(0x4f4941);
const EARTH: Colour = Colour(0xd9c596);
const SANDBAG: Colour = Colour(0xb08a52);
const SANDBAG_EDGE: Colour = Colour(0x5e4420);

/// The tiles; each repeats from `corner`, the north-west corner of the board. Two squares by two, where a wood or a
/// heap of rocks should not look like its neighbour.
pub(super) fn patterns(corner: Point) -> Vec<Pattern> {
    let tile = |name, side: i32, items| Pattern { name, corner, width: side, height: side, items };
    vec![
        tile("open", 2 * CELL, open_items()),
        tile("woods", 2 * CELL, woods_items()),
        tile("rocks", 2 * CELL, rocks_items()),
        tile("parapet", CELL, parapet_items()),
        tile("ford", CELL, ford_items()),
        tile("river", CELL, river_items()),
    ]
}

fn tuft(x: i32, y: i32) -> Item {
    Item::path([
        Step::Move(at(x - 9, y - 9)),
        Step::Line(at(x - 3, y)),
        Step::Move(at(x, y - 14)),
        Step::Line(at(x, y)),
        Step::Move(at(x + 9, y - 9)),
        Step::Line(at(x + 3, y)),
    ])
    .stroke(GRASS, 3)
}

fn open_items() -> Vec<Item> {
    vec![tuft(40, 112), tuft(236, 62), tuft(116, 240), tuft(206, 196)]
}

fn tree(x: i32, y: i32, radius: i32) -> Item {
    Item::group([
        Item::line([at(x, y), at(x, y + radius + 12)]).stroke(TRUNK, 8),
        Item::circle(at(x, y), radius).fill(LEAF).stroke(LEAF_EDGE, 4),
        Item::path([
            Step::Move(at(x - radius / 2, y)),
            Step::Curve(at(x - radius / 2, y - radius / 2), at(x, y - radius / 2)),
        ])
        .stroke(MOSS, 4),
    ])
}

/// From the back to the front, so that near trees cover far ones.
fn woods_items() -> Vec<Item> {
    let trees = [
        (34, 34, 21),
        (104, 28, 24),
        (68, 60, 25),
        (30, 96, 22),
        (110, 92, 24),
        (184, 30, 23),
        (250, 36, 21),
        (218, 66, 24),
        (178, 98, 21),
        (254, 98, 23),
        (40, 176, 23),
        (108, 182, 22),
        (72, 210, 23),
        (36, 244, 21),
        (108, 242, 23),
        (180, 178, 22),
        (248, 172, 23),
        (212, 206, 24),
        (180, 244, 22),
        (252, 238, 23),
    ];
    let ground = Item::rect(at(0, 0), 2 * CELL, 2 * CELL).fill(MOSS);
    std::iter::once(ground).chain(trees.map(|(x, y, radius)| tree(x, y, radius))).collect()
}

/// A boulder about 2·`half` wide, with a lit face.
fn boulder(x: i32, y: i32, half: i32) -> Item {
    let outline = [
        at(x - half, y + half / 2),
        at(x - half * 3 / 4, y - half / 3),
        at(x - half / 5, y - half * 3 / 4),
        at(x + half * 3 / 5, y - half / 2),
        at(x + half, y + half / 4),
        at(x + half * 3 / 5, y + half * 2 / 3),
    ];
    let ridge =
        [at(x - half * 3 / 4, y - half / 3), at(x + half / 6, y), at(x + half * 3 / 5, y + half * 2 / 3)];
    Item::group([
        Item::polygon(outline).fill(ROCK).stroke(ROCK_EDGE, 4),
        Item::line(ridge).stroke(ROCK_EDGE, 3),
        Item::line([at(x + half / 6, y), at(x + half * 3 / 5, y - half / 2)]).stroke(ROCK_EDGE, 3),
    ])
}

fn rocks_items() -> Vec<Item> {
    let boulders = [
        (46, 42, 34),
        (108, 56, 26),
        (70, 106, 38),
        (190, 46, 28),
        (244, 42, 32),
        (214, 104, 40),
        (40, 190, 28),
        (96, 186, 36),
        (72, 246, 34),
        (196, 192, 40),
        (256, 196, 24),
        (232, 246, 34),
    ];
    let ground = Item::rect(at(0, 0), 2 * CELL, 2 * CELL).fill(GRAVEL);
    std::iter::once(ground).chain(boulders.map(|(x, y, half)| boulder(x, y, half))).collect()
}

/// A breastwork of bags around the square, so that it stays visible behind a figure.
fn parapet_items() -> Vec<Item> {
    let (inset, bag, gap) = (6, 40, 6);
    let mut items = vec![Item::rect(at(0, 0), CELL, CELL).fill(EARTH)];
    let sandbag =
        |x, y, width, height| Item::rounded(at(x, y), width, height, 7).fill(SANDBAG).stroke(SANDBAG_EDGE, 3);
    for place in 0..3 {
        let along = inset + place * (bag + gap);
        items.push(sandbag(along, inset, bag, 17));
        items.push(sandbag(along, CELL - inset - 17, bag, 17));
        items.push(sandbag(inset, along, 17, bag));
        items.push(sandbag(CELL - inset - 17, along, 17, bag));
    }
    items
}

fn wave(x: i32, y: i32) -> Item {
    Item::path([
        Step::Move(at(x - 24, y)),
        Step::Curve(at(x - 12, y - 12), at(x, y)),
        Step::Curve(at(x + 12, y + 12), at(x + 24, y)),
    ])
    .stroke(WAVE, 4)
}

fn river_items() -> Vec<Item> {
    vec![wave(56, 36), wave(92, 72), wave(54, 108)]
}

fn ford_items() -> Vec<Item> {
    let stones =
        [(36, 40, 13), (74, 34, 11), (108, 44, 14), (54, 76, 14), (94, 80, 12), (34, 112, 12), (72, 114, 14)];
    let last = [(110, 112, 12)];
    stones
        .into_iter()
        .chain(last)
        .map(|(x, y, radius)| Item::circle(at(x, y), radius).fill(STONE).stroke(STONE_EDGE, 4))
        .collect()
}

/// The banks and the water between the centres of neighbouring wet squares, and out over the edge: it should look
/// like a river, not like blue squares.
pub(super) fn water(
    wet: &dyn Fn(i32, i32) -> bool,
    cols: i32,
    rows: i32,
    centre: &dyn Fn(i32, i32) -> Point,
) -> Vec<Item> {
    let inside = |col: i32, row: i32| 0 <= col && col < cols && 0 <= row && row < rows;
    let flows = |col: i32, row: i32| inside(col, row) && wet(col, row);
    let mut courses = Vec::new();
    for row in 0..rows {
        for col in (0..cols).filter(|&col| wet(col, row)) {
            let here = centre(col, row);
            courses.push([here, here]);
            for (east, south) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
                if !inside(col + east, row + south) {
                    courses.push([here, centre(col + east, row + south)]);
                }
            }
            for (east, south) in [(1, 0), (0, 1)].into_iter().filter(|&(e, s)| flows(col + e, row + s)) {
                courses.push([here, centre(col + east, row + south)]);
            }
            for east in [-1, 1] {
                let bend = flows(col + east, row) || flows(col, row + 1);
                if flows(col + east, row + 1) && !bend {
                    courses.push([here, centre(col + east, row + 1)]);
                }
            }
        }
    }
    let banks = courses.iter().map(|&course| Item::line(course).stroke(BANK, 126));
    let water = courses.iter().map(|&course| Item::line(course).stroke(WATER, 114));
    banks.chain(water).collect()
}
