//! The counters: one per figure, up to three beside each other in a square. Sides differ in outline as well as in
//! colour: the Long Knives are blocks, the Plains Nations are round on foot and pointed when mounted.

use super::{
    super::{
        pieces::{Class, Gait, Side},
        view::ViewFigure,
    },
    tiles::{CELL, INK, RED, WHITE},
    words,
};
use crate::picture::{Colour, Item, Point, at};

const LONG_KNIVES: Colour = Colour(0x1f4a86);
const LONG_KNIVES_INK: Colour = Colour(0xffffff);
const LONG_KNIVES_EDGE: Colour = Colour(0x0d2444);
const PLAINS_NATIONS: Colour = Colour(0xf2b13c);
const PLAINS_NATIONS_INK: Colour = Colour(0x2a1600);
const PLAINS_NATIONS_EDGE: Colour = Colour(0x5e2f00);

/// Height of a counter: with the flag's badge above it, it fills a square.
const HEIGHT: i32 = 100;

/// The letter of a class, as the scenarios' plans write it.
pub(super) fn letter(class: Class) -> char {
    match class {
        Class::General => 'G',
        Class::Officer => 'O',
        Class::Soldier => 'S',
        Class::Chief => 'H',
        Class::Rider => 'R',
        Class::Warrior => 'W',
    }
}

/// What a counter shows.
pub(super) struct Token {
    /// Decides outline and letter.
    pub(super) class: Class,
    /// The id's number.
    pub(super) number: String,
    /// Shots it had at the beginning of the turn, and still has.
    pub(super) shots: (u8, u8),
    /// Signs at its corners.
    pub(super) signs: Vec<Sign>,
}

/// A sign at a corner of a counter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// It must fight in melee before its side may fire at a distance.
    OwesMelee,
    /// An enemy stands beside it.
    InContact,
    /// It has moved this turn.
    Moved,
    /// It has answered this turn.
    Replied,
    /// It has standing orders of its own.
    Standing,
}

impl Token {
    pub(super) fn of(figure: &ViewFigure) -> Token {
        let number = figure.id.form().map_or_else(String::new, |(_, number)| number.to_string());
        let shots = figure.class.shots();
        let signs = [
            (figure.owes_melee, Sign::OwesMelee),
            (figure.in_contact && !figure.owes_melee, Sign::InContact),
            (figure.moved, Sign::Moved),
            (figure.replied, Sign::Replied),
            (words::has_own_orders(&figure.standing), Sign::Standing),
        ];
        let signs = signs.into_iter().filter_map(|(shown, sign)| shown.then_some(sign)).collect();
        Token { class: figure.class, number, shots: (shots, figure.shots_left), signs }
    }

    /// A counter in the `place`-th of `of` places of the square whose north-west corner is given.
    pub(super) fn draw(&self, corner: Point, place: i32, of: i32) -> Vec<Item> {
        let width = match of {
            1 => 84,
            2 => 64,
            3.. => 44,
            ..=0 => return Vec::new(),
        };
        let gap = (CELL - of * width) / (of + 1);
        let left = corner.x + gap + place * (width + gap);
        let top = corner.y + (CELL - HEIGHT) * 2 / 3;
        self.draw_in(at(left, top), width)
    }

    /// A counter of that width.
    pub(super) fn draw_in(&self, corner: Point, width: i32) -> Vec<Item> {
        let paint = paint(self.class.side());
        let mut items = vec![outline(self.class, corner, width, 0).fill(paint.body).stroke(paint.edge, 4)];
        if self.class.is_leader() {
            items.push(outline(self.class, corner, width, 6).stroke(paint.ink, 3));
        }
        items.extend(self.name(corner, width, paint.ink));
        items.extend(self.pips(at(corner.x + width / 2, corner.y + HEIGHT - 17), &paint));
        for &sign in &self.signs {
            items.extend(sign.draw(corner, width));
        }
        items
    }

    /// Letter and number: beside each other where there is room, else the number below the letter.
    fn name(&self, corner: Point, width: i32, ink: Colour) -> Vec<Item> {
        let middle = corner.x + width / 2;
        let letter = letter(self.class).to_string();
        if width < 80 {
            let small = if width < 60 && 1 < self.number.len() { 27 } else { 34 };
            return vec![
                Item::label(at(middle, corner.y + 28), 38, letter).fill(ink),
                Item::label(at(middle, corner.y + 60), small, &*self.number).fill(ink),
            ];
        }
        let size = if 1 < self.number.len() { 33 } else { 42 };
        vec![Item::label(at(middle, corner.y + 44), size, format!("{letter}{}", self.number)).fill(ink)]
    }

    /// A full pip for each shot left, an empty one for each fired: the electronic form of turning one's back.
    fn pips(&self, middle: Point, paint: &Paint) -> Vec<Item> {
        let (all, left) = self.shots;
        (0..all)
            .map(|shot| {
                let x = middle.x + (2 * i32::from(shot) + 1 - i32::from(all)) * 10;
                let pip = Item::circle(at(x, middle.y), 6).stroke(paint.ink, 3);
                if shot < left { pip.fill(paint.ink) } else { pip }
            })
            .collect()
    }
}

struct Paint {
    body: Colour,
    edge: Colour,
    ink: Colour,
}

fn paint(side: Side) -> Paint {
    match side {
        Side::LongKnives => Paint { body: LONG_KNIVES, edge: LONG_KNIVES_EDGE, ink: LONG_KNIVES_INK },
        Side::PlainsNations => {
            Paint { body: PLAINS_NATIONS, edge: PLAINS_NATIONS_EDGE, ink: PLAINS_NATIONS_INK }
        }
    }
}

fn outline(class: Class, corner: Point, width: i32, inset: i32) -> Item {
    let (left, top) = (corner.x + inset, corner.y + inset);
    let (right, bottom) = (corner.x + width - inset, corner.y + HEIGHT - inset);
    let inner = at(left, top);
    match (class.side(), class.gait()) {
        (Side::LongKnives, Gait::Foot | Gait::Mounted) => {
            Item::rounded(inner, width - 2 * inset, HEIGHT - 2 * inset, 4)
        }
        (Side::PlainsNations, Gait::Foot) => {
            Item::rounded(inner, width - 2 * inset, HEIGHT - 2 * inset, (width / 2 - inset).min(36))
        }
        (Side::PlainsNations, Gait::Mounted) => {
            let (middle, shoulder) = ((left + right) / 2, 17);
            Item::polygon([
                at(middle, top),
                at(right, top + shoulder),
                at(right, bottom - shoulder),
                at(middle, bottom),
                at(left, bottom - shoulder),
                at(left, top + shoulder),
            ])
        }
    }
}

impl Sign {
    /// At its own corner of a counter, so that all of them can be there together.
    fn draw(self, corner: Point, width: i32) -> Vec<Item> {
        let (left, right) = (corner.x + 5, corner.x + width - 5);
        let (top, bottom) = (corner.y + 5, corner.y + HEIGHT - 5);
        self.alone(match self {
            Sign::OwesMelee | Sign::InContact => at(left, top),
            Sign::Moved => at(right, top),
            Sign::Replied => at(right, bottom),
            Sign::Standing => at(left, bottom),
        })
    }

    /// Around a point.
    pub(super) fn alone(self, middle: Point) -> Vec<Item> {
        let Point { x, y } = middle;
        let badge = |edge: Colour| Item::circle(middle, 14).fill(WHITE).stroke(edge, 3);
        let cross = |arm: i32, ink: Colour, width: i32| {
            [[at(x - arm, y - arm), at(x + arm, y + arm)], [at(x + arm, y - arm), at(x - arm, y + arm)]]
                .map(|stroke| Item::line(stroke).stroke(ink, width))
        };
        let chevron = |point: i32| {
            Item::line([at(x - point, y - 7), at(x + point, y), at(x - point, y + 7)]).stroke(INK, 5)
        };
        let (first, more) = match self {
            Sign::OwesMelee => {
                (Item::circle(middle, 17).fill(RED).stroke(WHITE, 3), cross(7, WHITE, 6).to_vec())
            }
            Sign::InContact => (badge(RED), cross(5, RED, 5).to_vec()),
            Sign::Moved => (badge(INK), vec![chevron(4)]),
            Sign::Replied => (badge(INK), vec![chevron(-4)]),
            Sign::Standing => {
                let bar = |y| Item::line([at(x - 5, y), at(x + 5, y)]).stroke(INK, 3);
                (badge(INK), vec![bar(y - 5), bar(y), bar(y + 5)])
            }
        };
        std::iter::once(first).chain(more).collect()
    }
}
