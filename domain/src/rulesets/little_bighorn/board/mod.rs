//! The battle as a picture: squares with coordinates on all four sides, the ground, the figures with what they have
//! done this turn; and the same in letters. It draws what the view says and works nothing out that the rules have
//! not.

mod legend;
mod letters;
#[cfg(test)]
mod tests;
mod tiles;
mod token;
mod words;

use super::{
    cell::Cell,
    ground::Terrain,
    view::{View, ViewFigure},
};
use crate::picture::{Item, Picture, Point, Step, Weight, at};
use tiles::{BLUE, CELL, GRID, INK, PAPER, PLAIN, RED};
use token::Token;

/// Beside the board, for coordinates.
const MARGIN: i32 = 70;
/// Above the board, for the two lines that say what is going on.
const HEADER: i32 = 210;
/// Even the smallest board leaves room for those lines.
const NARROWEST: i32 = 1500;

/// The picture of what a viewer is shown.
pub(super) fn board(view: &View) -> Picture {
    let plan = Plan::of(view);
    let mut items = plan.ground();
    items.extend(plan.header());
    items.extend(plan.squares());
    items.extend(plan.coordinates());
    if view.round < 2 {
        items.extend(plan.triangles());
    }
    items.extend(view.board.exits.iter().map(|exit| plan.exit(*exit)));
    items.extend(plan.flag_shadow());
    items.extend(plan.figures());
    items.push(plan.flag());
    Picture {
        name: "little-bighorn",
        title: words::title(view),
        description: words::description(view),
        width: plan.width,
        height: plan.origin.y + plan.rows * CELL + MARGIN + 24,
        units_per_pixel: 3,
        part: None,
        paper: PAPER,
        patterns: tiles::patterns(plan.origin),
        items,
        legend: legend::legend(plan.width, plan.origin),
        text: letters::text(view),
    }
}

/// Whether a Long Knife stands on the flag's square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guard {
    Guarded,
    Unguarded,
}

/// The flag's badge in the corner of a square.
fn flag(corner: Point, guard: Guard) -> Item {
    let (left, top) = (corner.x + CELL - 56, corner.y - 6);
    let (edge, width) = match guard {
        Guard::Guarded => (INK, 4),
        Guard::Unguarded => (RED, 9),
    };
    let guidon = |upper: i32, lower: i32, notch: i32| {
        let (hoist, fly) = (left + 14, left + 49);
        [at(hoist, top + upper), at(fly, top + upper), at(fly - notch, top + lower), at(hoist, top + lower)]
    };
    let lower =
        [at(left + 14, top + 19), at(left + 38, top + 19), at(left + 49, top + 31), at(left + 14, top + 31)];
    Item::group([
        Item::rounded(at(left, top), 60, 50, 8).fill(PAPER).stroke(edge, width),
        Item::line([at(left + 13, top + 8), at(left + 13, top + 43)]).stroke(INK, 5),
        Item::polygon(guidon(7, 19, 11)).fill(RED).stroke(INK, 2),
        Item::polygon(lower).fill(tiles::WHITE).stroke(INK, 2),
    ])
}

/// Where things are on the picture.
struct Plan<'a> {
    view: &'a View,
    cols: i32,
    rows: i32,
    width: i32,
    /// North-west corner of the board.
    origin: Point,
}

impl<'a> Plan<'a> {
    fn of(view: &'a View) -> Self {
        let (cols, rows) = (i32::from(view.board.cols), i32::from(view.board.rows));
        let width = (cols * CELL + 2 * MARGIN).max(NARROWEST);
        Plan { view, cols, rows, width, origin: at((width - cols * CELL) / 2, HEADER) }
    }

    fn corner(&self, cell: Cell) -> Point {
        at(self.origin.x + i32::from(cell.col) * CELL, self.origin.y + i32::from(cell.row) * CELL)
    }

    fn cells(&self) -> impl Iterator<Item = (Cell, Terrain)> {
        let cols = usize::from(self.view.board.cols);
        (0..).zip(&self.view.board.terrain).flat_map(move |(row, letters)| {
            let terrains = letters.chars().take(cols).filter_map(Terrain::parse);
            (0..).zip(terrains).map(move |(col, terrain)| (Cell { col, row }, terrain))
        })
    }

    fn header(&self) -> Vec<Item> {
        let left = self.origin.x;
        vec![
            Item::words(at(left, 72), 54, Weight::Bold, words::title(self.view)).fill(INK),
            Item::words(at(left, 124), 38, Weight::Normal, words::status(self.view)).fill(INK),
        ]
    }

    /// The plain and the water, below the squares.
    fn ground(&self) -> Vec<Item> {
        let (width, height) = (self.cols * CELL, self.rows * CELL);
        let wet: Vec<Cell> =
            self.cells().filter(|(_, terrain)| terrain.is_wet()).map(|(cell, _)| cell).collect();
        let is_wet = |col: i32, row: i32| {
            wet.iter().any(|cell| i32::from(cell.col) == col && i32::from(cell.row) == row)
        };
        let centre = |col: i32, row: i32| {
            at(self.origin.x + col * CELL + CELL / 2, self.origin.y + row * CELL + CELL / 2)
        };
        let mut items = vec![Item::rect(self.origin, width, height).fill(PLAIN)];
        items.extend(tiles::water(&is_wet, self.cols, self.rows, &centre));
        // The river runs on over the edge; a frame of paper cuts it off.
        let frame = Item::rect(at(self.origin.x - 80, self.origin.y - 80), width + 160, height + 160);
        items.push(frame.stroke(PAPER, 160));
        items
    }

    fn squares(&self) -> Vec<Item> {
        let square = |(cell, terrain): (Cell, Terrain)| {
            Item::rect(self.corner(cell), CELL, CELL)
                .patterned(terrain.as_str())
                .stroke(GRID, 2)
                .class("cell")
                .data("cell", cell.to_string())
                .data("terrain", terrain.as_str())
                .titled(format!("{cell}, {}", terrain.as_str()))
        };
        let frame = Item::rect(self.origin, self.cols * CELL, self.rows * CELL).stroke(INK, 5);
        self.cells().map(square).chain([frame]).collect()
    }

    fn coordinates(&self) -> Vec<Item> {
        let label = |middle, words: String| Item::label(middle, 40, words).fill(INK);
        let (west, east) = (self.origin.x - 38, self.origin.x + self.cols * CELL + 38);
        let (north, south) = (self.origin.y - 34, self.origin.y + self.rows * CELL + 38);
        let columns = (0..self.view.board.cols).flat_map(|col| {
            let x = self.corner(Cell { col, row: 0 }).x + CELL / 2;
            [at(x, north), at(x, south)].map(|middle| label(middle, char::from(b'a' + col).to_string()))
        });
        let rows = (0..self.view.board.rows).flat_map(|row| {
            let y = self.corner(Cell { col: 0, row }).y + CELL / 2;
            [at(west, y), at(east, y)].map(|middle| label(middle, (row + 1).to_string()))
        });
        columns.chain(rows).collect()
    }

    /// Where pieces started: faint, and only while that is of interest.
    fn triangles(&self) -> Vec<Item> {
        let triangle = |cell: &Cell, colour| {
            let corner = self.corner(*cell);
            Item::polygon([
                at(corner.x + CELL / 2, corner.y + 10),
                at(corner.x + CELL - 8, corner.y + CELL - 8),
                at(corner.x + 8, corner.y + CELL - 8),
            ])
            .fill(colour)
            .stroke(colour, 4)
            .faded(38)
        };
        let triangles = &self.view.board.triangles;
        let blue = triangles.blue.iter().map(|cell| triangle(cell, BLUE));
        let red = triangles.red.iter().map(|cell| triangle(cell, RED));
        let horses = triangles.horse.iter().map(|cell| horse_head(self.corner(*cell)));
        blue.chain(red).chain(horses).collect()
    }

    /// A blue arrow that leaves the board by the nearest edge.
    fn exit(&self, cell: Cell) -> Item {
        let corner = self.corner(cell);
        let middle = at(corner.x + CELL / 2, corner.y + CELL / 2);
        let (col, row) = (i32::from(cell.col), i32::from(cell.row));
        let ways =
            [(row, (0, -1)), (self.rows - 1 - row, (0, 1)), (col, (-1, 0)), (self.cols - 1 - col, (1, 0))];
        let (east, south) = ways.into_iter().min_by_key(|(steps, _)| *steps).map_or((0, 1), |(_, way)| way);
        let spot = |along: i32| at(middle.x + east * along, middle.y + south * along);
        Item::arrow(spot(-60), spot(62), 34)
            .fill(BLUE)
            .stroke(tiles::WHITE, 4)
            .class("exit")
            .data("exit", cell.to_string())
            .titled(format!("{cell}, exit: the flag carried here wins for the Long Knives"))
    }

    fn flag(&self) -> Item {
        let title = match words::guard(self.view) {
            Guard::Guarded => "the flag, guarded",
            Guard::Unguarded => "the flag, unguarded",
        };
        flag(self.corner(self.view.flag), words::guard(self.view))
            .class("flag")
            .data("flag", self.view.flag.to_string())
            .titled(title)
    }

    /// A glow on the flag's square, so that it is found at a glance.
    fn flag_shadow(&self) -> Vec<Item> {
        let corner = self.corner(self.view.flag);
        let colour = match words::guard(self.view) {
            Guard::Guarded => INK,
            Guard::Unguarded => RED,
        };
        let frame = Item::rounded(at(corner.x + 4, corner.y + 4), CELL - 8, CELL - 8, 8);
        vec![frame.stroke(colour, 5).dashed(16, 10)]
    }

    fn figures(&self) -> Vec<Item> {
        let mut drawn = Vec::new();
        for (cell, _) in self.cells() {
            let here: Vec<&ViewFigure> =
                self.view.figures.iter().filter(|figure| figure.cell == Some(cell)).collect();
            let of = i32::try_from(here.len()).unwrap_or(3);
            for (place, figure) in (0..).zip(here) {
                let counter = Item::group(Token::of(figure).draw(self.corner(cell), place, of))
                    .class("figure")
                    .data("figure", figure.id.as_str())
                    .data("side", figure.side.as_str())
                    .data("class", figure.class.as_str())
                    .data("seat", figure.seat.as_str())
                    .titled(words::figure(figure));
                drawn.push(counter);
            }
        }
        drawn
    }
}

/// The head of a horse, looking west, in the lower corner of a square.
fn horse_head(corner: Point) -> Item {
    let (x, y) = (corner.x + 10, corner.y + CELL - 46);
    Item::path([
        Step::Move(at(x, y + 20)),
        Step::Line(at(x + 16, y + 4)),
        Step::Line(at(x + 20, y - 4)),
        Step::Line(at(x + 25, y + 5)),
        Step::Curve(at(x + 38, y + 14), at(x + 36, y + 38)),
        Step::Line(at(x + 14, y + 38)),
        Step::Curve(at(x + 22, y + 26), at(x + 18, y + 22)),
        Step::Line(at(x + 6, y + 27)),
        Step::Close,
    ])
    .fill(INK)
    .faded(60)
}
