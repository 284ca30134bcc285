//! What the signs on the picture mean: the units first, then what stands around a figure, then the rest.

use super::{
    super::{
        event::Event,
        scenario::{Side, Weapon},
        view::ViewUnit,
    },
    Plan,
    focus::{self, Chosen},
    lately,
    paint::{Dress, HILL, HILL_EDGE, INK},
    signs::{self, Done, Leader},
    token::Token,
    words,
};
use crate::picture::{Entry, Item, Legend, Point, at};

/// A sample's side, in pixels; on a fine picture it grows, so that a figure fits.
const SAMPLE_PX: i32 = 26;
/// What a figure with all its signs takes up.
const FIGURE: i32 = 170;

/// The legend of a picture.
pub(super) fn legend(plan: &Plan<'_>, chosen: Option<&Chosen<'_>>, lately: &[Event]) -> Legend {
    let size = plan.px(SAMPLE_PX).max(FIGURE);
    let middle = at(size / 2, size / 2);
    let units = plan.view.units.iter().zip(&plan.dresses);
    let mut entries: Vec<Entry> = units.map(|(unit, dress)| of_unit(unit, dress, middle)).collect();
    entries.extend(around_figures(plan, middle));
    entries.extend(on_the_ground(plan, middle));
    if chosen.is_some() {
        entries.extend(focus::samples(size, plan.pixel).into_iter().map(plain));
    }
    if !lately.is_empty() {
        entries.extend(lately::samples(size, plan.pixel).into_iter().map(plain));
    }
    Legend { size, columns: columns(plan.width - 2 * size, size, &entries), ink: INK, entries }
}

/// As many as the longest label allows.
fn columns(width: i32, size: i32, entries: &[Entry]) -> i32 {
    let longest = entries.iter().map(|entry| entry.label.chars().count()).max().unwrap_or(0);
    let n_letters = i32::try_from(longest).unwrap_or(100).min(100);
    // Words are half as high as a sample, and letters somewhat more than half as wide as high.
    let column = size * 3 / 2 + n_letters * size * 28 / 100;
    (width / column).max(1)
}

fn plain((label, sample): (&str, Vec<Item>)) -> Entry {
    Entry { letter: None, label: label.to_owned(), sample }
}

fn of_unit(unit: &ViewUnit, dress: &Dress, middle: Point) -> Entry {
    let label = format!("{} ({}): {}", words::shortened(&unit.name), unit.id, words::strength(unit));
    Entry { letter: Some(dress.sign), label, sample: Token::plain(*dress).draw(middle) }
}

/// Each on a figure of the side that has it.
fn around_figures(plan: &Plan<'_>, middle: Point) -> Vec<Entry> {
    let of = |side: Side| {
        let units = plan.view.units.iter().zip(&plan.dresses).filter(|(unit, _)| unit.side == side);
        units.min_by_key(|(unit, _)| unit.custer).map(|(_, dress)| Token::plain(*dress))
    };
    let shown = |side: Side, label: &str, change: &dyn Fn(&mut Token)| {
        let mut token = of(side)?;
        change(&mut token);
        Some(plain((label, token.draw(middle))))
    };
    let did = |done| move |token: &mut Token| token.done = vec![done];
    [
        shown(Side::Cavalry, "officer", &|token| token.leader = Some(Leader::Whole)),
        shown(Side::Nations, "chief, on horseback", &|token| {
            (token.leader, token.mounted) = (Some(Leader::Whole), true);
        }),
        shown(Side::Nations, "chief hit once", &|token| token.leader = Some(Leader::Hurt)),
        shown(Side::Cavalry, "bears the guidon", &|token| token.bearer = true),
        shown(Side::Nations, "rifle", &|token| token.weapon = Weapon::Rifle),
        shown(Side::Nations, "bow", &|token| token.weapon = Weapon::Bow),
        shown(Side::Cavalry, "has moved", &did(Done::Moved)),
        shown(Side::Cavalry, "has shot or moved again", &did(Done::Acted)),
        shown(Side::Cavalry, "has fought", &did(Done::Fought)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn on_the_ground(plan: &Plan<'_>, middle: Point) -> Vec<Entry> {
    let hill = vec![
        Item::circle(middle, middle.x * 7 / 8).fill(HILL_EDGE),
        Item::circle(middle, middle.x * 7 / 8 - plan.px(2)).fill(HILL),
    ];
    let lying = signs::fallen_guidon(at(middle.x, middle.y + 16));
    let entry = |letter, label: &str, sample| Entry { letter: Some(letter), ..plain((label, sample)) };
    vec![
        entry('^', "hill: blocks sight", hill),
        entry('!', "fallen guidon", lying),
        entry('x', "gravestone", signs::gravestone(middle)),
    ]
}
