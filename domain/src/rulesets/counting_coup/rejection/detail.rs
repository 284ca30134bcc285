//! What some faults have to say besides: which phase it is, how far a figure goes, who could not be found, what is no entry.

use std::fmt;

use super::super::{
    casualty,
    command::{Chosen, Loss},
    ids::UnitId,
    notation::inches,
    phase::{Kind, Phase},
    scenario::Side,
};

/// What the sentence of a refusal tells besides, where a fault needs more words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Detail {
    /// The phases that the order belongs to, and the one that it is.
    Phases {
        /// Whose phases.
        side: Side,
        /// Which of them; all for the whole half-round.
        kinds: Vec<Kind>,
        /// The phase that it is.
        now: Phase,
    },
    /// How far the figure goes.
    Allowance {
        /// In hundredths of an inch.
        reach: i64,
        /// Whether that is on horseback.
        mounted: bool,
    },
    /// Nobody is left to move.
    NoMover(Asking),
    /// Nobody is left to shoot.
    NoShooter {
        /// Of whom.
        asking: Asking,
        /// At whom.
        target: UnitId,
        /// Hundredths of an inch; who is farther away holds his fire.
        within: Option<u32>,
    },
    /// An entry of a casualty order that is none for a unit of that side.
    Entry(Loss, Side),
    /// An entry of a casualty order that stands there already.
    EntryTwice(Loss),
}

/// Whom an order was for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asking {
    /// All of the unit who can.
    All,
    /// Some, by name.
    Some,
    /// A list of nobody.
    Nobody,
}

impl From<&Chosen> for Asking {
    fn from(chosen: &Chosen) -> Asking {
        match chosen {
            Chosen::All => Asking::All,
            Chosen::Named(named) if named.is_empty() => Asking::Nobody,
            Chosen::Named(_) => Asking::Some,
        }
    }
}

impl Detail {
    /// The sentence about a figure or unit, and the length of its path where it has one.
    pub(super) fn tell(&self, f: &mut fmt::Formatter<'_>, who: &str, length: Option<i64>) -> fmt::Result {
        match self {
            Detail::Phases { side, kinds, now } => {
                let (theirs, now) = (phases_in_words(*side, kinds), now.in_words());
                write!(f, "this order of {who} belongs to {theirs}; now it is {now}")
            }
            Detail::Allowance { reach, mounted } => {
                let (length, reach) = (inches(length.unwrap_or(0)), inches(*reach));
                let how = if *mounted { "on horseback" } else { "on foot" };
                write!(f, "{who} cannot go that far: the path is {length} inches; {how} it goes {reach}")
            }
            Detail::NoMover(Asking::Nobody) => write!(f, "nobody of {who} is named who should move"),
            Detail::NoMover(Asking::All | Asking::Some) => {
                write!(f, "nobody of {who} can still move in this phase")
            }
            Detail::NoShooter { asking, target, within } => {
                let near = within.map(|within| format!(" within {} inches", inches(within.into())));
                let near = near.unwrap_or_default();
                match asking {
                    Asking::All => write!(f, "nobody of {who} who can still shoot sees {target}{near}"),
                    Asking::Some => write!(f, "nobody of {who} who is named sees {target}{near}"),
                    Asking::Nobody => write!(f, "nobody of {who} is named who should shoot"),
                }
            }
            Detail::Entry(entry, side) => {
                let words: Vec<&str> = casualty::tokens(*side).iter().map(|token| token.as_str()).collect();
                let words = words.join(", ");
                write!(
                    f,
                    "{entry} is no entry of a casualty order of {who}; it has {words} and figures of {who}"
                )
            }
            Detail::EntryTwice(entry) => write!(f, "the casualty order of {who} has {entry} twice"),
        }
    }
}

/// E.g. "the cavalry's move or action".
fn phases_in_words(side: Side, kinds: &[Kind]) -> String {
    let whose = match side {
        Side::Cavalry => "the cavalry's",
        Side::Nations => "the Plains Nations'",
    };
    let named: Vec<&str> = kinds.iter().map(|kind| kind.in_words()).collect();
    match kinds.len() < Kind::ALL.len() {
        true => format!("{whose} {}", named.join(" or ")),
        false => format!("{whose} half-round"),
    }
}
