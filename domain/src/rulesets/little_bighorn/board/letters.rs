//! The board in letters: for each square its terrain and who stands there; below it every figure in a line, for
//! mails, terminals and screen readers.

use super::{
    super::{
        cell::Cell,
        pieces::Side,
        view::{View, ViewFigure},
    },
    token::letter,
    words,
};

/// How to read the plan; the letters of the terrain follow at the end of the text.
const KEY: [&str; 2] = [
    "A square is its terrain and who stands there: G general, O officer, S soldier,",
    "H chief, R rider, W warrior, F the flag with nobody, ^ an exit.",
];

/// The whole text under the title.
pub(super) fn text(view: &View) -> Vec<String> {
    let mut lines: Vec<String> = words::waiting(view).into_iter().collect();
    lines.push(words::flag(view));
    lines.push(String::new());
    lines.extend(plan(view));
    lines.push(String::new());
    lines.extend(KEY.map(str::to_owned));
    for side in Side::ALL {
        lines.push(String::new());
        lines.push(format!("{}.", words::strength(view, side)));
        let figures = view.figures.iter().filter(|figure| figure.side == side);
        lines.extend(figures.filter(|figure| figure.cell.is_some()).map(line));
    }
    lines
}

/// Two letters a square, coordinates on all four sides.
fn plan(view: &View) -> Vec<String> {
    let columns: String = (0..view.board.cols).map(|col| format!(" {}", char::from(b'a' + col))).collect();
    let columns = format!("   {columns}");
    let rows = (0..).zip(&view.board.terrain).map(|(row, letters)| {
        let squares: String = (0..)
            .zip(letters.chars())
            .map(|(col, terrain)| format!("{terrain}{}", occupant(view, Cell { col, row })))
            .collect();
        let number = row + 1;
        format!("{number:>3} {squares} {number}")
    });
    std::iter::once(columns.clone()).chain(rows).chain([columns]).collect()
}

/// The first figure on a square in roster order; else what else there is.
fn occupant(view: &View, cell: Cell) -> char {
    let first = view.figures.iter().find(|figure| figure.cell == Some(cell));
    match first {
        Some(figure) => letter(figure.class),
        None if view.flag == cell => 'F',
        None if view.board.exits.contains(&cell) => '^',
        None => ' ',
    }
}

fn line(figure: &ViewFigure) -> String {
    let cell = figure.cell.map_or_else(String::new, |cell| cell.to_string());
    format!("  {:<5} {cell:<3} {}; {}", figure.id.as_str(), words::state(figure).join(", "), figure.name)
}
