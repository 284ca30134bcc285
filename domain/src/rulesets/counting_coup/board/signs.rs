//! The small signs: stars, flags, weapons, what a figure has done, gravestones. Each is drawn around a point.

use super::paint::{GOLD, INK, PAPER, RED, STONE, STONE_EDGE, WHITE};
use crate::picture::{Colour, Item, Point, Step, at};

/// Whether an officer or chief is whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leader {
    /// Not hit so far.
    Whole,
    /// A chief who has lost his horse: one more hit and he is out.
    Hurt,
}

/// What a figure has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Done {
    /// It has moved.
    Moved,
    /// It has shot, or moved again.
    Acted,
    /// It has fought.
    Fought,
}

/// A star of an officer or chief; that of a chief who was hit is pale and struck through.
pub(super) fn star(middle: Point, leader: Leader) -> Vec<Item> {
    const POINTS: [(i32, i32); 10] = [
        (0, -100),
        (28, -38),
        (95, -31),
        (45, 15),
        (59, 81),
        (0, 47),
        (-59, 81),
        (-45, 15),
        (-95, -31),
        (-28, -38),
    ];
    const RADIUS: i32 = 33;
    let Point { x, y } = middle;
    let star =
        Item::polygon(POINTS.map(|(east, south)| at(x + east * RADIUS / 100, y + south * RADIUS / 100)));
    match leader {
        Leader::Whole => vec![star.fill(GOLD).stroke(INK, 7)],
        Leader::Hurt => vec![
            star.fill(WHITE).stroke(INK, 6),
            Item::line([at(x - 30, y + 28), at(x + 30, y - 28)]).stroke(RED, 12),
        ],
    }
}

/// A guidon: swallow-tailed, red over white, from the foot of its pole.
pub(super) fn guidon(foot: Point) -> Vec<Item> {
    let (x, top) = (foot.x, foot.y - 100);
    let upper = [at(x, top), at(x + 74, top), at(x + 54, top + 24), at(x, top + 24)];
    let lower = [at(x, top + 24), at(x + 54, top + 24), at(x + 74, top + 48), at(x, top + 48)];
    vec![
        Item::polygon(upper).fill(RED).stroke(INK, 5),
        Item::polygon(lower).fill(WHITE).stroke(INK, 5),
        Item::line([foot, at(x, top - 4)]).stroke(INK, 9),
    ]
}

/// A guidon that lies on the ground, its pole aslant.
pub(super) fn fallen_guidon(middle: Point) -> Vec<Item> {
    let Point { x, y } = middle;
    let (tip, half, notch) = (at(x + 62, y - 8), at(x + 36, y + 3), at(x + 17, y - 46));
    let red = [tip, half, notch, at(x + 37, y - 72)];
    let white = [half, at(x + 10, y + 13), at(x - 16, y - 52), notch];
    vec![
        Item::polygon(red).fill(RED).stroke(INK, 5),
        Item::polygon(white).fill(WHITE).stroke(INK, 5),
        Item::line([at(x - 62, y + 40), tip]).stroke(INK, 9),
    ]
}

/// A barrel that points north-east.
pub(super) fn rifle(middle: Point) -> Vec<Item> {
    let Point { x, y } = middle;
    let barrel = [at(x - 20, y + 20), at(x + 20, y - 20)];
    vec![Item::line(barrel).stroke(PAPER, 20), Item::line(barrel).stroke(INK, 12)]
}

/// A bow bent towards the north-east, with its string.
pub(super) fn bow(middle: Point) -> Vec<Item> {
    let Point { x, y } = middle;
    let (north, east) = (at(x - 16, y - 26), at(x + 26, y + 16));
    let stave = [Step::Move(north), Step::Curve(at(x + 30, y - 30), east), Step::Close];
    vec![Item::path(stave).fill(PAPER).stroke(INK, 8)]
}

/// A small mark of what has been done.
pub(super) fn done(middle: Point, done: Done) -> Vec<Item> {
    let Point { x, y } = middle;
    let mut items = vec![Item::circle(middle, 20).fill(WHITE).stroke(INK, 5)];
    match done {
        Done::Moved => {
            items.push(Item::line([at(x - 6, y - 10), at(x + 7, y), at(x - 6, y + 10)]).stroke(INK, 8))
        }
        Done::Acted => items.push(Item::circle(middle, 9).fill(INK)),
        Done::Fought => items.extend(cross(middle, 9, INK, 8)),
    }
    items
}

/// Two strokes across each other.
pub(super) fn cross(middle: Point, arm: i32, ink: Colour, width: i32) -> [Item; 2] {
    let Point { x, y } = middle;
    [[at(x - arm, y - arm), at(x + arm, y + arm)], [at(x + arm, y - arm), at(x - arm, y + arm)]]
        .map(|stroke| Item::line(stroke).stroke(ink, width))
}

/// A stone with a round head and a cross on it.
pub(super) fn gravestone(middle: Point) -> Vec<Item> {
    let Point { x, y } = middle;
    let stone = [
        Step::Move(at(x - 30, y + 40)),
        Step::Line(at(x - 30, y - 12)),
        Step::Clockwise(30, at(x, y - 42)),
        Step::Clockwise(30, at(x + 30, y - 12)),
        Step::Line(at(x + 30, y + 40)),
        Step::Close,
    ];
    vec![
        Item::path(stone).fill(STONE).stroke(STONE_EDGE, 6),
        Item::line([at(x, y - 26), at(x, y + 22)]).stroke(STONE_EDGE, 7),
        Item::line([at(x - 14, y - 10), at(x + 14, y - 10)]).stroke(STONE_EDGE, 7),
        Item::line([at(x - 42, y + 41), at(x + 42, y + 41)]).stroke(STONE_EDGE, 6),
    ]
}
