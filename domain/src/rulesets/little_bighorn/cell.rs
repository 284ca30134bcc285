//! A square of the board: its text form (`k9`), its neighbours and distances. What lies on it is not known here.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};

/// A square: `a1` is the north-west corner, columns run east, rows run south.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell {
    /// 0 to 25, for `a` to `z`.
    pub col: u8,
    /// 0 to 98, for 1 to 99.
    pub row: u8,
}

/// Cells are ordered by row, then by column, as every list of cells in the rules is.
impl Ord for Cell {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.row, self.col).cmp(&(other.row, other.col))
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The offsets of the eight squares that touch one, by row, then by column.
pub(crate) const NEIGHBOURS: [(i32, i32); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]; // LBH-1.6

impl Cell {
    /// Reads a lower-case letter and a number of 1 to 99 without a leading zero.
    pub fn parse(text: &str) -> Option<Cell> {
        let (col, number) = match *text.as_bytes() {
            [col, ones] => (col, [b'0', ones]),
            [col, tens, ones] if tens != b'0' => (col, [tens, ones]),
            _ => return None,
        };
        if !col.is_ascii_lowercase() || !number.iter().all(u8::is_ascii_digit) || number == *b"00" {
            return None;
        }
        Some(Cell { col: col - b'a', row: (number[0] - b'0') * 10 + number[1] - b'0' - 1 })
    }

    /// The cell `col` columns east and `row` rows south, where such a cell can be named.
    pub(crate) fn offset(self, (col, row): (i32, i32)) -> Option<Cell> {
        let col = i32::from(self.col) + col;
        let row = i32::from(self.row) + row;
        match (u8::try_from(col), u8::try_from(row)) {
            (Ok(col), Ok(row)) if col < 26 && row < 99 => Some(Cell { col, row }),
            (Ok(_) | Err(_), Ok(_) | Err(_)) => None,
        }
    }

    /// Columns and rows from `from` to this cell.
    pub(crate) fn minus(self, from: Cell) -> (i32, i32) {
        (i32::from(self.col) - i32::from(from.col), i32::from(self.row) - i32::from(from.row))
    }

    /// King's moves between two cells.
    pub(crate) fn distance(self, to: Cell) -> u32 {
        let cols = self.col.abs_diff(to.col);
        let rows = self.row.abs_diff(to.row);
        u32::from(cols.max(rows))
    }

    /// The squared distance of the centres.
    pub(crate) fn d2(self, to: Cell) -> i32 {
        let (cols, rows) = self.minus(to);
        cols * cols + rows * rows
    }

    /// Whether two cells touch at any point; a cell does not touch itself.
    pub(crate) fn touches(self, other: Cell) -> bool {
        self.distance(other) == 1 // LBH-1.6
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.col), self.row + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(from)?;
        Cell::parse(&text)
            .ok_or_else(|| serde::de::Error::custom("not a cell: a letter and a number of 1 to 99"))
    }
}

impl utoipa::PartialSchema for Cell {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("A square: column letter and row number; a1 is the north-west corner."))
            .pattern(Some("^[a-z][1-9][0-9]?$"))
            .build()
            .into()
    }
}

impl utoipa::ToSchema for Cell {
    fn name() -> std::borrow::Cow<'static, str> {
        "little_bighorn.Cell".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_a_letter_and_a_number_without_a_leading_zero() {
        assert_eq!(Cell::parse("k9"), Some(Cell { col: 10, row: 8 }));
        assert_eq!(Cell::parse("z99"), Some(Cell { col: 25, row: 98 }));
        for bad in ["", "k", "k0", "k00", "k09", "K9", "k100", "9k", "kk", "ä1", "k9 "] {
            assert_eq!(Cell::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn diagonals_count_as_one_and_cells_touch_at_corners() {
        let cell = |text| Cell::parse(text).unwrap();
        assert_eq!(cell("a1").distance(cell("c2")), 2);
        assert!(cell("b2").touches(cell("c3")));
        assert!(!cell("b2").touches(cell("b2")));
    }
}
