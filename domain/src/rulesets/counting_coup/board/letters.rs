//! The table in letters: a plan whose characters are squares of ground twice as high as wide, then who stands where, for
//! mails, terminals and screen readers.

use super::{
    super::{
        event::Event,
        notation::inches,
        scenario::{Edge, Side},
        view::{View, ViewGuidon, ViewUnit},
    },
    Plan,
    focus::Chosen,
    near,
    paint::Dress,
    roll_call::{self, Deeds},
    words,
};
use crate::geometry::{Disc, Point};

/// The widest plan, in characters.
const COLUMNS: i32 = 80;
/// Widths of a character in hundredths of an inch, each a part of twelve inches.
const WIDTHS: [i32; 4] = [50, 75, 100, 150];
/// From number to number.
const FOOT: i32 = 1200;
/// Room for numbers and markers to the west of the plan.
const GUTTER: usize = 4;

/// The whole text under the title.
pub(super) fn text(plan: &Plan<'_>, chosen: Option<&Chosen<'_>>, lately: &[Event]) -> Vec<String> {
    let view = plan.view;
    let letters = Letters::of(view, &plan.dresses);
    let deeds = Deeds::of(lately);
    let status: Vec<String> = words::status(view).split(' ').map(str::to_owned).collect();
    let mut lines = roll_call::wrapped("", &status, " ", "");
    lines.push(String::new());
    lines.extend(letters.lines());
    lines.push(String::new());
    lines.extend(letters.key());
    lines.extend(deeds.key());
    if let Some(chosen) = chosen {
        lines.push(String::new());
        lines.extend(near::focus(view, chosen));
    }
    for unit in &view.units {
        lines.push(String::new());
        lines.extend(roll_call::unit(view, unit, &deeds));
        lines.extend(near::unit(view, unit));
    }
    lines
}

struct Letters<'a> {
    view: &'a View,
    dresses: &'a [Dress],
    /// Of a character, in hundredths of an inch; it is twice as high.
    width: i32,
}

impl<'a> Letters<'a> {
    fn of(view: &'a View, dresses: &'a [Dress]) -> Self {
        let fits = |width: &i32| view.table.width <= width.saturating_mul(COLUMNS);
        Letters { view, dresses, width: WIDTHS.into_iter().find(fits).unwrap_or(150) }
    }

    fn columns(&self) -> usize {
        usize::try_from((self.view.table.width + self.width - 1) / self.width).unwrap_or(0)
    }

    fn rows(&self) -> usize {
        let height = 2 * self.width;
        usize::try_from((self.view.table.height + height - 1) / height).unwrap_or(0)
    }

    /// The column and the row of a point of the table.
    fn square(&self, point: Point) -> (usize, usize) {
        let part = |value: i32, size: i32, n: usize| {
            usize::try_from(value.max(0) / size).unwrap_or(0).min(n.saturating_sub(1))
        };
        (part(point.x, self.width, self.columns()), part(point.y, 2 * self.width, self.rows()))
    }

    /// The plan with its edges: markers, and inches from the north-west corner.
    fn lines(&self) -> Vec<String> {
        let (columns, rows) = (self.columns(), self.rows());
        let mut squares = vec![vec!['.'; columns]; rows];
        self.hills(&mut squares);
        self.stones(&mut squares);
        self.figures(&mut squares);
        self.guidons(&mut squares);
        let mut lines = vec![self.numbers()];
        lines.extend(self.border(Edge::North));
        for (row, squares) in squares.iter().enumerate() {
            let west = self.gate(Edge::West, row).unwrap_or_else(|| self.row_number(row));
            let east = self.gate(Edge::East, row).unwrap_or_default();
            let squares: String = squares.iter().collect();
            lines.push(format!("{west:>3} {squares} {east}"));
        }
        lines.extend(self.border(Edge::South));
        lines.iter().map(|line| line.trim_end().to_owned()).collect()
    }

    fn hills(&self, squares: &mut [Vec<char>]) {
        let lobes = self.view.hills.iter().flat_map(|hill| &hill.lobes);
        let discs: Vec<Disc> =
            lobes.map(|lobe| Disc { centre: Point::new(lobe.x, lobe.y), radius: lobe.r }).collect();
        for (y, row) in (0..).map(|row| (2 * row + 1) * self.width).zip(squares) {
            for (x, square) in (0..).map(|column| column * self.width + self.width / 2).zip(row) {
                if discs.iter().any(|disc| disc.holds(Point::new(x, y))) {
                    *square = '^';
                }
            }
        }
    }

    fn stones(&self, squares: &mut [Vec<char>]) {
        for stone in &self.view.gravestones {
            let (column, row) = self.square(stone.point);
            squares[row][column] = 'x';
        }
    }

    /// Whoever stands there; a star where both sides do.
    fn figures(&self, squares: &mut [Vec<char>]) {
        let mut sides = vec![vec![None; self.columns()]; self.rows()];
        for figure in &self.view.figures {
            let dress = self.dresses.iter().find(|dress| dress.unit == figure.unit);
            let (Some(at), Some(dress)) = (figure.at, dress) else { continue };
            let (column, row) = self.square(at);
            squares[row][column] = match sides[row][column] {
                Some(side) if side != dress.side => '*',
                Some(_) | None => dress.sign,
            };
            sides[row][column] = sides[row][column].or(Some(dress.side));
        }
    }

    fn guidons(&self, squares: &mut [Vec<char>]) {
        for unit in &self.view.units {
            match unit.guidon {
                Some(ViewGuidon::Fallen { at }) => {
                    let (column, row) = self.square(at);
                    squares[row][column] = '!';
                }
                Some(ViewGuidon::Carried { .. } | ViewGuidon::Captured { .. }) | None => {}
            }
        }
    }

    /// Inches every foot, above the plan.
    fn numbers(&self) -> String {
        let mut line = " ".repeat(GUTTER);
        for foot in (0..).map(|foot| foot * FOOT).take_while(|foot| *foot < self.view.table.width) {
            let (column, _) = self.square(Point::new(foot, 0));
            line.push_str(&" ".repeat((GUTTER + column).saturating_sub(line.len())));
            line.push_str(&(foot / 100).to_string());
        }
        line
    }

    fn row_number(&self, row: usize) -> String {
        let south = i32::try_from(row).unwrap_or(0).saturating_mul(2 * self.width);
        match south % FOOT {
            0 => (south / 100).to_string(),
            _ => String::new(),
        }
    }

    fn entries(&self, edge: Edge) -> impl Iterator<Item = (&'a ViewUnit, Point)> {
        let entries = self.view.units.iter().filter_map(|unit| Some((unit, unit.entry?)));
        entries.filter(move |(_, entry)| entry.edge == edge).map(|(unit, entry)| (unit, entry.at))
    }

    /// Markers on the north or south edge, if there are any.
    fn border(&self, edge: Edge) -> Option<String> {
        let mut gates: Vec<(usize, &str)> =
            self.entries(edge).map(|(unit, at)| (self.square(at).0, unit.id.as_str())).collect();
        gates.sort_unstable();
        let mut line = String::new();
        for (column, id) in gates {
            let start = (GUTTER + column).saturating_sub(id.len() / 2);
            line.push_str(&" ".repeat(start.saturating_sub(line.len())));
            line.push_str(id);
        }
        (!line.is_empty()).then_some(line)
    }

    /// A marker on the west or east edge of a row.
    fn gate(&self, edge: Edge, row: usize) -> Option<String> {
        self.entries(edge).find(|(_, at)| self.square(*at).1 == row).map(|(unit, _)| unit.id.to_string())
    }

    /// How to read the plan; the letters follow at the end of the text.
    fn key(&self) -> [String; 3] {
        let inches = |hundredths: i32| inches(hundredths.into());
        let custers = self.view.units.iter().any(|unit| unit.custer);
        let custers = if custers { ", + is Custer's unit" } else { "" };
        let bands = self.view.units.iter().any(|unit| unit.side == Side::Nations && unit.entry.is_some());
        let markers = if bands { " A band's letters at an edge are its marker." } else { "" };
        [
            format!(
                "A character is {} by {} inches; numbers are inches from the north-west corner.",
                inches(self.width),
                inches(2 * self.width)
            ),
            format!("Capital letters are companies, small letters are bands{custers}."),
            format!("* is both sides at one spot.{markers}"),
        ]
    }
}
