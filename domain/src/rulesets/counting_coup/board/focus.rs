//! A figure in focus: how far it gets in one move, whom it touches, whom it sees within twelve inches and farther off.

use super::{
    super::{ground::NEAR, ids::FigureId, scenario::Side, view::ViewFigure},
    Plan,
    paint::{BLUE, RED, WHITE},
    sight, words,
};
use crate::{
    geometry,
    picture::{Item, at},
};

/// The radius of near shots, in units.
const NEAR_SHOT: i32 = NEAR as i32; // CCC-2.4

/// A figure on the table that the looker has chosen.
pub(super) struct Chosen<'a> {
    /// Who.
    pub(super) figure: &'a ViewFigure,
    /// Where it stands.
    pub(super) at: geometry::Point,
    /// Whose it is.
    pub(super) side: Side,
}

impl<'a> Plan<'a> {
    /// The figure of that id, if it is on the table.
    pub(super) fn chosen(&self, id: &str) -> Option<Chosen<'a>> {
        let id = FigureId::parse(id)?;
        let figure = self.view.figures.iter().find(|figure| figure.id == id)?;
        Some(Chosen { figure, at: figure.at?, side: self.dress(figure.unit)?.side })
    }

    /// The circles of one move and of near shots; they may reach over the edge of the table.
    pub(super) fn reach(&self, chosen: &Chosen<'_>) -> Vec<Item> {
        let middle = self.spot(chosen.at);
        let reach = words::allowance(chosen.figure);
        vec![
            Item::circle(middle, reach).fill(BLUE).faded(9),
            Item::circle(middle, reach)
                .stroke(BLUE, self.px(2))
                .class("reach")
                .data("reach", reach.to_string()),
            Item::circle(middle, NEAR_SHOT)
                .stroke(BLUE, self.px(1))
                .dashed(self.px(6), self.px(4))
                .class("near")
                .titled("12 inches"), // CCC-2.4
        ]
    }

    /// A line to every enemy that it sees, and that sees it.
    pub(super) fn sight(&self, chosen: &Chosen<'_>) -> Vec<Item> {
        let from = self.spot(chosen.at);
        let seen = self.view.figures.iter().filter_map(|enemy| {
            let there = enemy.at?;
            let is_enemy = self.dress(enemy.unit)?.side != chosen.side;
            (is_enemy && sight::is_clear(self.view, chosen.at, there)).then_some((enemy, there))
        });
        let lines = seen.map(|(enemy, there)| {
            let line = Item::line([from, self.spot(there)]);
            let (line, class) = match chosen.at.within(there, NEAR) {
                true => (line.stroke(BLUE, self.px(2)).faded(70), "sight-near"), // CCC-2.4
                false => {
                    (line.stroke(BLUE, self.px(1)).dashed(self.px(1), self.px(5)).faded(70), "sight-far")
                }
            };
            line.class(class).data("target", enemy.id.to_string()).titled(words::aim(chosen.at, enemy, there))
        });
        lines.collect()
    }

    /// Rings around the figure and the enemies in contact with it.
    pub(super) fn contact(&self, chosen: &Chosen<'_>) -> Vec<Item> {
        let middle = self.spot(chosen.at);
        let own = [Item::circle(middle, 82).stroke(WHITE, 22), Item::circle(middle, 82).stroke(BLUE, 12)];
        let touching = chosen.figure.touching.iter().filter_map(|id| {
            let enemy = self.view.figures.iter().find(|figure| figure.id == *id)?;
            let ring = Item::circle(self.spot(enemy.at?), 66).stroke(RED, 12);
            Some(ring.class("contact").data("contact", id.to_string()))
        });
        own.into_iter().chain(touching).collect()
    }
}

/// The signs of a figure in focus, for the legend: what each is called and how it looks in a square of that size.
pub(super) fn samples(size: i32, pixel: i32) -> Vec<(&'static str, Vec<Item>)> {
    let middle = at(size / 2, size / 2);
    let line = || Item::line([at(size / 8, size * 7 / 8), at(size * 7 / 8, size / 8)]);
    vec![
        (
            "in focus: reach of one move",
            vec![
                Item::circle(middle, size * 3 / 8).fill(BLUE).faded(9),
                Item::circle(middle, size * 3 / 8).stroke(BLUE, 2 * pixel),
            ],
        ),
        (
            "12 inches",
            vec![Item::circle(middle, size * 3 / 8).stroke(BLUE, pixel).dashed(6 * pixel, 4 * pixel)],
        ),
        ("sees, within 12 inches", vec![line().stroke(BLUE, 2 * pixel).faded(70)]),
        ("sees, farther off", vec![line().stroke(BLUE, pixel).dashed(pixel, 5 * pixel).faded(70)]),
        ("enemy in contact with it", vec![Item::circle(middle, 56).stroke(RED, 12)]),
    ]
}
