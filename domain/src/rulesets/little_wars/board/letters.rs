//! The floor in letters: a plan whose characters are pieces of ground twice as high as wide, then who stands where, for
//! mails, terminals and screen readers.

use super::{
    super::{
        event::Event,
        ids::{Arm, Side},
        view::View,
        words::{Status, TerrainKind},
    },
    floor::area,
    groups, words,
};
use crate::{
    geometry::{Place, Point, Polygon},
    picture::{Region, at},
    ruleset::Focus,
};

/// The widest plan, in characters.
const COLUMNS: i32 = 72;
/// Widths of a character in hundredths of an inch, each a part of twelve inches.
const WIDTHS: [i32; 10] = [25, 40, 50, 75, 100, 120, 150, 200, 300, 600];
/// From number to number.
const FOOT: i32 = 1200;
/// Room for numbers to the west of the plan.
const GUTTER: usize = 4;

/// The whole text under the title.
pub(super) fn text(view: &View, focus: &Focus<'_, Event>) -> Vec<String> {
    let mut lines = vec![words::status(view), String::new()];
    lines.extend(Letters::of(view, focus.region).lines());
    for side in Side::ALL {
        lines.push(String::new());
        lines.extend(groups::side(view, side));
    }
    if let Some(man) = focus.figure.and_then(|id| view.figures.iter().find(|man| man.id.to_string() == id)) {
        lines.push(String::new());
        lines.push(words::man(man));
    }
    lines
}

struct Letters<'a> {
    view: &'a View,
    /// The part of the floor that is shown.
    part: Region,
    /// Of a character, in hundredths of an inch; it is twice as high.
    width: i32,
}

impl<'a> Letters<'a> {
    fn of(view: &'a View, region: Option<Region>) -> Self {
        let size = (view.table.width, view.table.height);
        let all = Region { corner: at(0, 0), width: size.0, height: size.1 };
        let part = region.and_then(|region| region.of_floor(size)).unwrap_or(all);
        let fits = |width: &i32| part.width <= width.saturating_mul(COLUMNS);
        Letters { view, part, width: WIDTHS.into_iter().find(fits).unwrap_or(600) }
    }

    fn columns(&self) -> usize {
        usize::try_from((self.part.width + self.width - 1) / self.width).unwrap_or(0)
    }

    fn rows(&self) -> usize {
        let height = 2 * self.width;
        usize::try_from((self.part.height + height - 1) / height).unwrap_or(0)
    }

    /// The column and the row of a point of the floor, if it is shown. What lies on the far edge is in the last square.
    fn square(&self, point: Point) -> Option<(usize, usize)> {
        let place = |value: i32, from: i32, length: i32, size: i32| {
            let is_shown = (from..=from + length).contains(&value);
            is_shown.then(|| usize::try_from((value - from).min(length - 1) / size).unwrap_or(0))
        };
        let Region { corner, width, height } = self.part;
        Some((
            place(point.x, corner.x, width, self.width)?,
            place(point.y, corner.y, height, 2 * self.width)?,
        ))
    }

    fn sign(&self, squares: &mut [Vec<char>], point: Point, sign: char) {
        if let Some((column, row)) = self.square(point) {
            squares[row][column] = sign;
        }
    }

    fn lines(&self) -> Vec<String> {
        let mut squares = vec![vec!['.'; self.columns()]; self.rows()];
        self.things(&mut squares);
        self.pieces(&mut squares);
        let mut lines = vec![self.numbers()];
        for (row, squares) in squares.iter().enumerate() {
            let squares: String = squares.iter().collect();
            lines.push(format!("{:>3} {squares}", self.row_number(row)));
        }
        lines.iter().map(|line| line.trim_end().to_owned()).collect()
    }

    fn things(&self, squares: &mut [Vec<char>]) {
        let mut things: Vec<_> = self.view.country.iter().collect();
        things.sort_by_key(|thing| (order(thing.kind), thing.top));
        for thing in things {
            let Some(sign) = sign(thing.kind) else { continue };
            if let Some(polygon) = area(thing).and_then(Polygon::new) {
                self.fill(squares, &polygon, sign);
            }
            for point in thing.points.iter().flatten() {
                self.sign(squares, *point, sign);
            }
        }
    }

    /// Squares whose middle is in an area, and those of its corners, so that the thinnest wall is seen.
    fn fill(&self, squares: &mut [Vec<char>], polygon: &Polygon, sign: char) {
        let corner = self.part.corner;
        for (y, row) in (0..).map(|row| corner.y + (2 * row + 1) * self.width).zip(squares.iter_mut()) {
            for (x, square) in (0..).map(|column| corner.x + column * self.width + self.width / 2).zip(row) {
                if polygon.place(Point::new(x, y)) != Place::Out {
                    *square = sign;
                }
            }
        }
        for edge in polygon.edges() {
            let steps = (edge.from.distance(edge.to) / i64::from(self.width)).clamp(1, 400);
            for step in 0..=steps {
                let part = |from: i32, to: i32| {
                    let along = i64::from(from) + (i64::from(to) - i64::from(from)) * step / steps;
                    i32::try_from(along).unwrap_or(from)
                };
                let at = Point::new(part(edge.from.x, edge.to.x), part(edge.from.y, edge.to.y));
                self.sign(squares, at, sign);
            }
        }
    }

    /// Whoever stands there; a mark where both sides do. Guns stand above horse, horse above foot.
    fn pieces(&self, squares: &mut [Vec<char>]) {
        let mut sides = vec![vec![None; self.columns()]; self.rows()];
        let men = self.view.figures.iter().filter_map(|man| {
            let sign = match (man.status, man.id.side, man.id.arm) {
                (Status::Prisoner | Status::Flag, _, _) => 'x',
                (_, Side::Red, Arm::Infantry) => 'i',
                (_, Side::Red, Arm::Cavalry) => 'c',
                (_, Side::Blue, Arm::Infantry) => 'I',
                (_, Side::Blue, Arm::Cavalry) => 'C',
            };
            Some((man.at?, man.id.side, sign, u8::from(man.id.arm == Arm::Cavalry)))
        });
        let guns = self.view.guns.iter().filter_map(|gun| {
            let sign = if gun.holder == Side::Red { 'g' } else { 'G' };
            Some((gun.at?, gun.holder, sign, 2))
        });
        let mut all: Vec<_> = men.chain(guns).collect();
        all.sort_by_key(|(_, _, _, rank)| *rank);
        for (at, side, sign, _) in all {
            let Some((column, row)) = self.square(at) else { continue };
            squares[row][column] = match sides[row][column] {
                Some(other) if other != side => '!',
                Some(_) | None => sign,
            };
            sides[row][column] = sides[row][column].or(Some(side));
        }
    }

    /// Inches every foot, above the plan.
    fn numbers(&self) -> String {
        let mut line = " ".repeat(GUTTER);
        let corner = self.part.corner;
        let feet = (0..).map(|foot| foot * FOOT).take_while(|foot| *foot < corner.x + self.part.width);
        for foot in feet {
            let Some((column, _)) = self.square(Point::new(foot, corner.y)) else { continue };
            line.push_str(&" ".repeat((GUTTER + column).saturating_sub(line.len())));
            line.push_str(&(foot / 100).to_string());
        }
        line
    }

    fn row_number(&self, row: usize) -> String {
        let south = self.part.corner.y + i32::try_from(row).unwrap_or(0).saturating_mul(2 * self.width);
        let next = south + 2 * self.width;
        // The row in which a foot begins; on a plan of the whole floor feet begin with rows.
        let foot = (south + FOOT - 1) / FOOT * FOOT;
        if foot < next { (foot / 100).to_string() } else { String::new() }
    }
}

fn order(kind: TerrainKind) -> u8 {
    match kind {
        TerrainKind::Hill => 0,
        TerrainKind::Water => 1,
        TerrainKind::Bridge | TerrainKind::Ford => 2,
        TerrainKind::Trees => 4,
        TerrainKind::House
        | TerrainKind::Wall
        | TerrainKind::Hedge
        | TerrainKind::Rock
        | TerrainKind::Label => 3,
    }
}

fn sign(kind: TerrainKind) -> Option<char> {
    match kind {
        TerrainKind::House => Some('H'),
        TerrainKind::Wall => Some('|'),
        TerrainKind::Hedge => Some('%'),
        TerrainKind::Rock => Some('o'),
        TerrainKind::Trees => Some('t'),
        TerrainKind::Hill => Some('^'),
        TerrainKind::Water => Some('~'),
        TerrainKind::Bridge | TerrainKind::Ford => Some('='),
        TerrainKind::Label => None,
    }
}
