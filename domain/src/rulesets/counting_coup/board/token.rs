//! The figures: an inch wide, the cavalry round, the Plains Nations six-sided, with the letters of the unit above the
//! number. What a figure is, carries and has done stands around it.

use super::{
    super::{
        scenario::{Role, Side, Weapon},
        view::ViewFigure,
    },
    paint::{Dress, Edge, INK, Paint},
    signs::{self, Done, Leader},
};
use crate::picture::{Item, Point, at};

/// What a figure shows.
pub(super) struct Token {
    /// Decides outline, colour and letters.
    pub(super) dress: Dress,
    /// The id's number.
    pub(super) number: String,
    /// Officers and chiefs.
    pub(super) leader: Option<Leader>,
    /// What it shoots with.
    pub(super) weapon: Weapon,
    /// A ring, for a horse.
    pub(super) mounted: bool,
    /// A flag.
    pub(super) bearer: bool,
    /// Marks below it.
    pub(super) done: Vec<Done>,
}

impl Token {
    pub(super) fn of(figure: &ViewFigure, dress: Dress) -> Token {
        let leader = match (figure.role, figure.hits) {
            (Role::Officer, _) | (Role::Chief, 0) => Some(Leader::Whole),
            (Role::Chief, _) => Some(Leader::Hurt),
            (Role::Trooper | Role::Warrior, _) => None,
        };
        let done = [(figure.moved, Done::Moved), (figure.acted, Done::Acted), (figure.fought, Done::Fought)];
        Token {
            dress,
            number: figure.id.number.to_string(),
            leader,
            weapon: figure.weapon,
            mounted: figure.mounted,
            bearer: figure.bearer,
            done: done.into_iter().filter_map(|(shown, mark)| shown.then_some(mark)).collect(),
        }
    }

    /// One of a unit without anything to it.
    pub(super) fn plain(dress: Dress) -> Token {
        Token {
            dress,
            number: String::new(),
            leader: None,
            weapon: Weapon::None,
            mounted: false,
            bearer: false,
            done: Vec::new(),
        }
    }

    /// The figure around a point.
    pub(super) fn draw(&self, middle: Point) -> Vec<Item> {
        let Point { x, y } = middle;
        let mut items = Vec::new();
        if self.mounted {
            items.push(Item::circle(middle, 63).stroke(INK, 9));
        }
        items.push(body(self.dress.side, middle, &self.dress.paint));
        items.extend(self.name(middle));
        items.extend(match self.weapon {
            Weapon::Carbine | Weapon::None => Vec::new(),
            Weapon::Rifle => signs::rifle(at(x + 52, y - 46)),
            Weapon::Bow => signs::bow(at(x + 46, y - 40)),
        });
        if self.bearer {
            items.extend(signs::guidon(at(x + 36, y - 22)));
        }
        if let Some(leader) = self.leader {
            items.extend(signs::star(at(x - 40, y - 38), leader));
        }
        for done in &self.done {
            let spot = match done {
                Done::Moved => at(x - 43, y + 42),
                Done::Acted => at(x, y + 58),
                Done::Fought => at(x + 43, y + 42),
            };
            items.extend(signs::done(spot, *done));
        }
        items
    }

    fn name(&self, middle: Point) -> Vec<Item> {
        let Point { x, y } = middle;
        let ink = self.dress.paint.ink;
        let label = self.dress.label();
        // One letter alone, one above a number: the more there are, the smaller, so that all stay within the edge.
        let (alone, above) = match label.len() {
            0 | 1 => (66, 53),
            2 => (52, 44),
            _ => (40, 35),
        };
        match self.number.as_str() {
            "" => vec![Item::label(middle, alone, label).fill(ink)],
            number => vec![
                Item::label(at(x, y - 21), above, label).fill(ink),
                Item::label(at(x, y + 20), if 1 < number.len() { 49 } else { 54 }, number).fill(ink),
            ],
        }
    }
}

/// The outline of a side: what is an inch wide stays so, its edge included.
fn body(side: Side, middle: Point, paint: &Paint) -> Item {
    let Point { x, y } = middle;
    let outline = match side {
        Side::Cavalry => Item::circle(middle, 46),
        Side::Nations => Item::polygon([
            at(x - 46, y),
            at(x - 24, y - 42),
            at(x + 24, y - 42),
            at(x + 46, y),
            at(x + 24, y + 42),
            at(x - 24, y + 42),
        ]),
    };
    let body = outline.fill(paint.body).stroke(paint.edge, 8);
    match paint.edge_is {
        Edge::Whole => body,
        Edge::Broken => body.dashed(24, 10),
    }
}
