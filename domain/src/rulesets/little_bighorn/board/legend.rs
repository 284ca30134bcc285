//! What the signs on the picture mean.

use super::{
    super::{ground::Terrain, pieces::Class},
    Guard, flag,
    tiles::{BLUE, CELL, GRID, INK, PLAIN, WATER},
    token::{Sign, Token, letter},
};
use crate::picture::{Entry, Item, Legend, Point, at};

/// Side of a sample.
const SAMPLE: i32 = 80;

/// The legend for a picture of that width, whose tiles repeat from `origin`.
pub(super) fn legend(width: i32, origin: Point) -> Legend {
    let mut entries: Vec<Entry> = Terrain::ALL.into_iter().map(|terrain| ground(terrain, origin)).collect();
    entries.extend(Class::ALL.into_iter().map(counter));
    entries.push(sign(Sign::OwesMelee, "owes melee: must fight first"));
    entries.push(sign(Sign::InContact, "in contact"));
    entries.push(sign(Sign::Moved, "has moved"));
    entries.push(sign(Sign::Replied, "has replied"));
    entries.push(sign(Sign::Standing, "has standing orders"));
    entries.push(drawn("the flag", vec![flag(at(8 - CELL + 56, 22), Guard::Guarded)]));
    entries.push(drawn("the flag, unguarded", vec![flag(at(8 - CELL + 56, 22), Guard::Unguarded)]));
    entries.push(drawn("exit for the flag", vec![Item::arrow(at(40, 78), at(40, 2), 20).fill(BLUE)]));
    let columns = (width / 700).max(1);
    Legend { size: SAMPLE, columns, ink: INK, entries }
}

fn drawn(label: &str, sample: Vec<Item>) -> Entry {
    Entry { letter: None, label: label.to_owned(), sample }
}

fn ground(terrain: Terrain, origin: Point) -> Entry {
    let label = match terrain {
        Terrain::Open => "open",
        Terrain::Woods => "woods: cover, blocks fire",
        Terrain::Rocks => "rocks: cover, block fire",
        Terrain::Parapet => "parapet: cover",
        Terrain::Ford => "ford",
        Terrain::River => "river: no crossing",
    };
    let square = Item::rect(origin, SAMPLE, SAMPLE);
    let base = if terrain.is_wet() { square.clone().fill(WATER) } else { square.clone().fill(PLAIN) };
    let tiled = square.patterned(terrain.as_str()).stroke(GRID, 2);
    // A tile knows only its place on the board, so the sample is cut there and moved here.
    let sample = vec![Item::shifted(at(-origin.x, -origin.y), [base, tiled])];
    Entry { letter: Some(terrain.letter()), label: label.to_owned(), sample }
}

fn counter(class: Class) -> Entry {
    let token =
        Token { class, number: String::new(), shots: (class.shots(), class.shots()), signs: Vec::new() };
    let label = match class.shots() {
        2 => format!("{} ({}): two shots", class.as_str(), letter(class)),
        0 | 1 | 3.. => format!("{} ({})", class.as_str(), letter(class)),
    };
    Entry { letter: None, label, sample: vec![Item::group(token.draw_in(at(-2, -10), 84))] }
}

fn sign(sign: Sign, label: &str) -> Entry {
    drawn(label, sign.alone(at(40, 40)))
}
