//! What does not change while a game lasts: the board with its terrain, lines of fire, triangles, the roster's
//! names, the seats and the options. States share one.

use super::{
    cell::Cell,
    event::Bonus,
    line_of_fire::{Met, met},
    pieces::{Class, FigureId, Gait},
    scenario::{Options, Scenario, SeatEntry, Triangles},
};
use crate::ids::Seat;

/// What a square is (LBH-1.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Terrain {
    /// `.`
    Open,
    /// `w`
    Woods,
    /// `r`
    Rocks,
    /// `p`
    Parapet,
    /// `=`
    Ford,
    /// `~`: not fordable.
    River,
}

impl Terrain {
    /// All, in the order of the rules.
    pub const ALL: [Terrain; 6] =
        [Terrain::Open, Terrain::Woods, Terrain::Rocks, Terrain::Parapet, Terrain::Ford, Terrain::River]; // LBH-1.2

    /// The letter in a scenario.
    pub fn letter(self) -> char {
        match self {
            Terrain::Open => '.',
            Terrain::Woods => 'w',
            Terrain::Rocks => 'r',
            Terrain::Parapet => 'p',
            Terrain::Ford => '=',
            Terrain::River => '~',
        }
    }

    /// The terrain of a letter.
    pub fn parse(letter: char) -> Option<Terrain> {
        Terrain::ALL.into_iter().find(|terrain| terrain.letter() == letter)
    }

    /// In words.
    pub fn as_str(self) -> &'static str {
        match self {
            Terrain::Open => "open",
            Terrain::Woods => "woods",
            Terrain::Rocks => "rocks",
            Terrain::Parapet => "parapet",
            Terrain::Ford => "ford",
            Terrain::River => "river",
        }
    }

    /// Whether a figure may ever stand here.
    pub fn admits(self, gait: Gait) -> bool {
        match (self, gait) {
            (Terrain::River, Gait::Foot | Gait::Mounted) => false, // LBH-1.3
            (Terrain::Woods | Terrain::Rocks, Gait::Mounted) => false, // LBH-1.5
            (Terrain::Woods | Terrain::Rocks, Gait::Foot) => true, // LBH-1.4
            (Terrain::Open | Terrain::Parapet | Terrain::Ford, Gait::Foot | Gait::Mounted) => true, // LBH-1.10
        }
    }

    /// Whether it stops a shot that crosses it.
    pub fn blocks(self) -> bool {
        match self {
            Terrain::Woods | Terrain::Rocks => true, // LBH-9.1
            Terrain::Open | Terrain::Parapet | Terrain::Ford | Terrain::River => false, // LBH-9.7
        }
    }

    /// Whether it is the river, fordable or not.
    pub fn is_wet(self) -> bool {
        match self {
            Terrain::Ford | Terrain::River => true,
            Terrain::Open | Terrain::Woods | Terrain::Rocks | Terrain::Parapet => false,
        }
    }

    /// What it gives to a figure on foot that fights from it.
    pub fn cover(self) -> Option<Bonus> {
        match self {
            Terrain::Woods => Some(Bonus::Woods),     // LBH-10.2
            Terrain::Rocks => Some(Bonus::Rocks),     // LBH-10.3
            Terrain::Parapet => Some(Bonus::Parapet), // LBH-10.4
            Terrain::Open | Terrain::Ford | Terrain::River => None,
        }
    }
}

/// The line between two cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// In cells, the river counted.
    pub range: u32,
    /// Whether woods or rocks lie between.
    pub blocked: bool,
}

/// What the roster says about a figure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its id.
    pub id: FigureId,
    /// What it is; its side follows.
    pub class: Class,
    /// The group it belongs to.
    pub group: String,
    /// Its name.
    pub name: String,
    /// Where the scenario puts it.
    pub start: Cell,
}

/// What does not change while a game lasts.
#[derive(PartialEq, Eq, Debug)]
pub struct Ground {
    cols: u8,
    rows: u8,
    terrain: Vec<Terrain>,
    exits: Vec<Cell>,
    triangles: Triangles,
    flag_start: Cell,
    roster: Vec<Piece>,
    seats: Vec<SeatEntry>,
    options: Options,
}

impl Ground {
    pub(super) fn new(scenario: &Scenario, options: &Options, seats: &[SeatEntry]) -> Ground {
        let letters = scenario.board.terrain.iter().flat_map(|row| row.chars());
        let roster = scenario.figures.iter().map(|entry| Piece {
            id: entry.id.clone(),
            class: entry.class,
            group: entry.group.clone(),
            name: entry.name.clone(),
            start: entry.start,
        });
        Ground {
            cols: scenario.board.cols,
            rows: scenario.board.rows,
            terrain: letters.map(|letter| Terrain::parse(letter).unwrap_or(Terrain::River)).collect(), // LBH-1.1
            exits: scenario.board.exits.clone(),
            triangles: scenario.triangles.clone(),
            flag_start: scenario.flag.start,
            roster: roster.collect(),
            seats: seats.to_vec(),
            options: options.clone(),
        }
    }

    /// Columns of the board.
    pub fn cols(&self) -> u8 {
        self.cols
    }

    /// Rows of the board.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// The cells with a blue arrow.
    pub fn exits(&self) -> &[Cell] {
        &self.exits // LBH-1.9
    }

    /// Where pieces may start; without meaning once the battle has begun.
    pub fn triangles(&self) -> &Triangles {
        &self.triangles // LBH-1.8
    }

    /// Where the scenario puts the flag.
    pub fn flag_start(&self) -> Cell {
        self.flag_start
    }

    /// The figures' names, in roster order.
    pub fn roster(&self) -> &[Piece] {
        &self.roster
    }

    /// The seats, in the plan's order.
    pub fn seats(&self) -> &[SeatEntry] {
        &self.seats // LBH-15.1
    }

    /// The place of a seat in the plan.
    pub fn seat_idx(&self, seat: &Seat) -> Option<usize> {
        self.seats.iter().position(|entry| entry.seat == *seat)
    }

    /// The options of this game.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Whether there is such a cell.
    pub fn has(&self, cell: Cell) -> bool {
        cell.col < self.cols && cell.row < self.rows // LBH-1.1
    }

    /// What a cell is; off the board, nothing.
    pub fn terrain(&self, cell: Cell) -> Option<Terrain> {
        if !self.has(cell) {
            return None;
        }
        self.terrain.get(usize::from(cell.row) * usize::from(self.cols) + usize::from(cell.col)).copied()
    }

    /// All cells, by row, then by column.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        (0..self.rows).flat_map(|row| (0..self.cols).map(move |col| Cell { col, row }))
    }

    /// The cells on the board that touch one, by row, then by column.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        super::cell::NEIGHBOURS
            .into_iter()
            .filter_map(move |offset| cell.offset(offset))
            .filter(|near| self.has(*near))
    }

    /// Whether figures of this gait may ever stand on a cell.
    pub fn admits(&self, gait: Gait, cell: Cell) -> bool {
        self.terrain(cell).is_some_and(|terrain| terrain.admits(gait))
    }

    /// The bonus of a figure of this gait that fights from a cell.
    pub fn bonus(&self, gait: Gait, cell: Cell, contact: Contact) -> Option<Bonus> {
        match (gait, contact) {
            (Gait::Mounted, Contact::Melee) => Some(Bonus::CavalryMelee), // LBH-10.1
            (Gait::Mounted, Contact::Distant) => None,                    // LBH-10.6
            (Gait::Foot, Contact::Melee | Contact::Distant) => {
                self.terrain(cell).and_then(Terrain::cover) // LBH-10.5
            }
        }
    }

    /// Range and blocking between two cells; the same from either end.
    pub fn line(&self, from: Cell, to: Cell) -> Line {
        let distance = from.distance(to); // LBH-7.4
        if distance < 2 {
            return Line { range: distance, blocked: false }; // LBH-9.8
        }
        let at = |offset| from.offset(offset).and_then(|cell| self.terrain(cell));
        let is = |offset, test: fn(Terrain) -> bool| at(offset).is_some_and(test);
        let meets = |test: fn(Terrain) -> bool| {
            met(to.minus(from)).any(|met| match met {
                Met::Cell(offset) => is(offset, test),
                Met::Corner(one, other) => is(one, test) && is(other, test), // LBH-9.3
            })
        };
        let over_river = meets(Terrain::is_wet); // LBH-9.6
        Line { range: distance + u32::from(over_river), blocked: meets(Terrain::blocks) } // LBH-9.5 LBH-9.9
    }
}

/// Whether two enemies touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contact {
    /// They do.
    Melee,
    /// They do not.
    Distant,
}
