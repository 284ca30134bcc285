//! Colours, and how units are told apart: each by a letter and, among the bands, by a colour of its own. The cavalry are
//! blue; a colour is never the only difference, since sides differ in outline and units in their letter.

use super::super::{
    ids::UnitId,
    scenario::Side,
    view::{View, ViewUnit},
};
use crate::picture::Colour;

/// Words, frames, marks.
pub(super) const INK: Colour = Colour(0x2c2620);
/// Behind everything.
pub(super) const PAPER: Colour = Colour(0xf5f0e3);
/// The table.
pub(super) const PLAIN: Colour = Colour(0xeae0bf);
/// Lines every twelve inches.
pub(super) const GRID: Colour = Colour(0xd6c99f);
/// Words of lesser weight.
pub(super) const FAINT: Colour = Colour(0x7c7156);
/// Light on dark.
pub(super) const WHITE: Colour = Colour(0xffffff);
/// Danger: contact, hits, guidons in reach.
pub(super) const RED: Colour = Colour(0xc01f1f);
/// What a figure in focus can do.
pub(super) const BLUE: Colour = Colour(0x1d5fa8);
/// Stars, and the edge of Custer's own.
pub(super) const GOLD: Colour = Colour(0xf4c430);

/// The rim of a hill.
pub(super) const HILL_EDGE: Colour = Colour(0x7f9a5e);
/// A hill.
pub(super) const HILL: Colour = Colour(0xc3d1a0);
/// The line higher up.
pub(super) const HILL_CONTOUR: Colour = Colour(0xaabd84);
/// Above that line.
pub(super) const HILL_TOP: Colour = Colour(0xd0dcb0);
/// A hill's name.
pub(super) const HILL_INK: Colour = Colour(0x5c7440);

/// A gravestone.
pub(super) const STONE: Colour = Colour(0xc9c5bd);
/// Its edge.
pub(super) const STONE_EDGE: Colour = Colour(0x6f6a62);

/// How figures of a unit are painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Paint {
    /// Of the figure.
    pub(super) body: Colour,
    /// Of what is written on it.
    pub(super) ink: Colour,
    /// Around it.
    pub(super) edge: Colour,
    /// How that is drawn.
    pub(super) edge_is: Edge,
}

/// The line around a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Edge {
    /// Of a unit in the game.
    Whole,
    /// Of a unit that has retired.
    Broken,
}

const fn paint(body: u32, ink: Colour, edge: u32) -> Paint {
    Paint { body: Colour(body), ink, edge: Colour(edge), edge_is: Edge::Whole }
}

const DARK: Colour = Colour(0x2a1600);
const CAVALRY: Paint = paint(0x1f4a86, WHITE, 0x0d2444);
const CUSTERS: Paint = Paint { edge: GOLD, ..CAVALRY };
const RETIRED: Paint = Paint { edge_is: Edge::Broken, ..paint(0xcfc9bd, Colour(0x6f6a62), 0x8f897e) };

/// The bands' in unit order, over and over: light and dark by turns, so that neighbours differ for every eye.
const BANDS: [Paint; 8] = [
    paint(0xf6d743, DARK, 0x5a4500),
    paint(0xc4402c, WHITE, 0x561208),
    paint(0xfbf7ea, DARK, 0x4a4438),
    paint(0x7a3f98, WHITE, 0x371548),
    paint(0xee9134, DARK, 0x612f00),
    paint(0x3d2a1e, WHITE, 0x140b05),
    paint(0xeaa6c6, DARK, 0x682546),
    paint(0x17796b, WHITE, 0x04342d),
];

/// How a unit is told from the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Dress {
    /// Whose it is.
    pub(super) unit: UnitId,
    /// Decides the outline.
    pub(super) side: Side,
    /// What its figures look like.
    pub(super) paint: Paint,
    /// How many letters of its id stand on its figures.
    n_letters: usize,
    /// What stands for them in the plan of letters: the bands' are small, Custer's own is a plus.
    pub(super) sign: char,
}

impl Dress {
    /// What stands on its figures: of no other unit in the game the same.
    pub(super) fn label(&self) -> &str {
        &self.unit.as_str()[..self.n_letters]
    }
}

/// One for each unit, in unit order.
pub(super) fn dresses(view: &View) -> Vec<Dress> {
    let mut taken = Vec::new();
    let mut n_bands = 0;
    let mut dresses = Vec::new();
    for unit in &view.units {
        let paint = match unit.side {
            Side::Cavalry if unit.custer => CUSTERS,
            Side::Cavalry => CAVALRY,
            Side::Nations => BANDS[n_bands % BANDS.len()],
        };
        match unit.side {
            Side::Cavalry => {}
            Side::Nations => n_bands += 1,
        }
        let letter = letter(unit, &taken);
        taken.push((unit.side, letter));
        dresses.push(Dress {
            unit: unit.id,
            side: unit.side,
            paint: if unit.retired { RETIRED } else { paint },
            n_letters: n_letters(unit.id, view),
            sign: match unit.side {
                Side::Cavalry if unit.custer => '+',
                Side::Cavalry => letter,
                Side::Nations => letter.to_ascii_lowercase(),
            },
        });
    }
    dresses
}

/// As few letters as begin no other unit's id; all of them where another's id goes on after them.
fn n_letters(own: UnitId, view: &View) -> usize {
    let own = own.as_str();
    let is_own = |n_letters: &usize| {
        let mut others = view.units.iter().map(|unit| unit.id).filter(|id| id.as_str() != own);
        !others.any(|id| id.as_str().starts_with(&own[..*n_letters]))
    };
    (1..own.len()).find(is_own).unwrap_or(own.len())
}

/// The first letter of its id that no unit of its side has yet; if all are taken, the first of the alphabet that is free.
fn letter(unit: &ViewUnit, taken: &[(Side, char)]) -> char {
    let is_free = |letter: &char| !taken.contains(&(unit.side, *letter));
    unit.id.as_str().chars().chain('A'..='Z').find(is_free).unwrap_or('?')
}
