//! What the signs mean.

use super::{
    super::{
        ids::{Arm, Side},
        words::Status,
    },
    Plan, lately,
    paint::{DEATH, HEDGE, HILL_EDGE, HILLS, HOUSE, INK, LEAVES, READY, STONE, TREE, WATER},
    pieces::{man_at, sample_gun},
};
use crate::picture::{Entry, Item, Legend, at};

/// A sample's side, in pixels; on a fine picture it grows, so that a gun fits.
const SAMPLE_PX: i32 = 24;
/// What a gun takes up.
const LARGEST: i32 = 260;

/// The legend of a picture.
pub(super) fn legend(plan: &Plan<'_>, has_lately: bool) -> Legend {
    let size = plan.px(SAMPLE_PX).max(LARGEST);
    let middle = at(size / 2, size / 2);
    let man = |side, arm, status| man_at(side, arm, status, middle, "");
    let ground =
        |colour| vec![Item::rect(at(0, size / 4), size, size / 2).fill(colour).stroke(INK, plan.px(1))];
    let ring = |colour| vec![Item::circle(middle, size * 2 / 5).stroke(colour, plan.px(1))];
    let armed = Status::Armed;
    let mut entries = vec![
        entry(Some('i'), "Red, on foot", man(Side::Red, Arm::Infantry, armed)),
        entry(Some('c'), "Red, mounted", man(Side::Red, Arm::Cavalry, armed)),
        entry(Some('g'), "a gun of Red", sample_gun(Side::Red, middle)),
        entry(Some('I'), "Blue, on foot", man(Side::Blue, Arm::Infantry, armed)),
        entry(Some('C'), "Blue, mounted", man(Side::Blue, Arm::Cavalry, armed)),
        entry(Some('G'), "a gun of Blue", sample_gun(Side::Blue, middle)),
        entry(Some('!'), "both sides", Vec::new()),
        entry(Some('x'), "a captive", man(Side::Blue, Arm::Infantry, Status::Prisoner)),
        entry(None, "without a weapon", man(Side::Red, Arm::Infantry, Status::Disarmed)),
        entry(None, "white flag", man(Side::Red, Arm::Infantry, Status::Flag)),
        entry(None, "six inches of a gun in action", ring(READY)),
        entry(None, "… in dispute", ring(DEATH)),
        entry(
            Some('^'),
            "hill",
            vec![Item::circle(middle, size / 3).fill(HILLS[0]).stroke(HILL_EDGE, plan.px(2))],
        ),
        entry(Some('H'), "house", ground(HOUSE)),
        entry(Some('|'), "wall", ground(STONE)),
        entry(Some('%'), "hedge", ground(HEDGE)),
        entry(Some('o'), "rock", ground(STONE)),
        entry(
            Some('t'),
            "tree",
            vec![Item::circle(middle, 60).fill(LEAVES).faded(60), Item::circle(middle, 15).fill(TREE)],
        ),
        entry(Some('~'), "water", ground(WATER)),
        entry(Some('='), "bridge or ford", ground(super::paint::CROSSING)),
    ];
    if has_lately {
        let samples = lately::samples(size, plan.pixel);
        entries.extend(samples.into_iter().map(|(label, sample)| entry(None, label, sample)));
    }
    let columns = (plan.width / (size * 9)).max(1);
    Legend { size, columns, ink: INK, entries }
}

fn entry(letter: Option<char>, label: &str, sample: Vec<Item>) -> Entry {
    Entry { letter, label: label.to_owned(), sample }
}
