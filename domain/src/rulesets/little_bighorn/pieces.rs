//! The words for what stands on the board: sides, classes, figure ids, and what a class can do. Where a figure
//! stands is the state's.

use std::{fmt, ops::Deref, sync::Arc};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = little_bighorn::Side)]
pub enum Side {
    /// The 7th Cavalry, all on foot, with a flag.
    LongKnives,
    /// Chiefs and riders mounted, warriors on foot.
    PlainsNations,
}

impl Side {
    /// Both, in the order of the scenario's description.
    pub const ALL: [Side; 2] = [Side::LongKnives, Side::PlainsNations];

    /// The enemy of this side.
    pub fn other(self) -> Side {
        match self {
            Side::LongKnives => Side::PlainsNations,
            Side::PlainsNations => Side::LongKnives,
        }
    }

    /// As JSON and logs write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Side::LongKnives => "long_knives",
            Side::PlainsNations => "plains_nations",
        }
    }

    /// As people read it.
    pub fn name(self) -> &'static str {
        match self {
            Side::LongKnives => "Long Knives",
            Side::PlainsNations => "Plains Nations",
        }
    }
}

/// What a figure is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = little_bighorn::Class)]
pub enum Class {
    /// `gen1`: on foot, rifle, two shots.
    General,
    /// `off1`: on foot, rifle, two shots.
    Officer,
    /// `sol1`: on foot, rifle; carries the flag.
    Soldier,
    /// `chf1`: mounted, rifle.
    Chief,
    /// `rid1`: mounted, tomahawk.
    Rider,
    /// `war1`: on foot, rifle.
    Warrior,
}

/// How a figure gets about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gait {
    /// One cell a move; stands in every terrain but the river.
    Foot,
    /// Up to three cells a move; neither woods nor rocks nor river.
    Mounted,
}

impl Gait {
    /// The cells of the longest move.
    pub(crate) fn longest_move(self) -> usize {
        match self {
            Gait::Foot => 1,    // LBH-4.2
            Gait::Mounted => 3, // LBH-4.3
        }
    }
}

impl Class {
    /// All classes, in the order in which a roster is usually written.
    pub const ALL: [Class; 6] =
        [Class::General, Class::Officer, Class::Soldier, Class::Chief, Class::Rider, Class::Warrior];

    /// As JSON and notation write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Class::General => "general",
            Class::Officer => "officer",
            Class::Soldier => "soldier",
            Class::Chief => "chief",
            Class::Rider => "rider",
            Class::Warrior => "warrior",
        }
    }

    /// The class of that name.
    pub fn parse(text: &str) -> Option<Class> {
        Class::ALL.into_iter().find(|class| class.as_str() == text)
    }

    /// The three letters that its figures' ids begin with.
    pub fn prefix(self) -> &'static str {
        match self {
            Class::General => "gen",
            Class::Officer => "off",
            Class::Soldier => "sol",
            Class::Chief => "chf",
            Class::Rider => "rid",
            Class::Warrior => "war",
        }
    }

    /// The side it fights on.
    pub fn side(self) -> Side {
        match self {
            Class::General | Class::Officer | Class::Soldier => Side::LongKnives,
            Class::Chief | Class::Rider | Class::Warrior => Side::PlainsNations,
        }
    }

    /// On foot or mounted.
    pub fn gait(self) -> Gait {
        match self {
            Class::General | Class::Officer | Class::Soldier | Class::Warrior => Gait::Foot, // LBH-1.11
            Class::Chief | Class::Rider => Gait::Mounted,
        }
    }

    /// The greatest range of its weapon.
    pub fn reach(self) -> u32 {
        match self {
            Class::General | Class::Officer | Class::Soldier | Class::Chief | Class::Warrior => 3, // LBH-7.2
            Class::Rider => 1,                                                                     // LBH-7.3
        }
    }

    /// Shots a turn.
    pub fn shots(self) -> u8 {
        match self {
            Class::General | Class::Officer => 2, // LBH-7.7
            Class::Soldier | Class::Chief | Class::Rider | Class::Warrior => 1, // LBH-7.6
        }
    }

    /// Its place where the automatic melee chooses by rank, the highest first.
    pub(crate) fn rank(self) -> u8 {
        match self {
            Class::General | Class::Chief => 0, // LBH-14.8
            Class::Officer | Class::Rider => 1,
            Class::Soldier | Class::Warrior => 2,
        }
    }

    /// Whether it counts for LBH-12.1 or LBH-12.3: its side is beaten when the last of them has fallen.
    pub fn is_leader(self) -> bool {
        match self {
            Class::General | Class::Officer | Class::Chief => true,
            Class::Soldier | Class::Rider | Class::Warrior => false,
        }
    }
}

/// A figure's id as written, `sol3`. It need not be one of the game's figures: orders may name anything.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = little_bighorn::FigureId, value_type = String)]
pub struct FigureId(Arc<str>);

impl FigureId {
    /// The id with that text.
    pub fn new(text: &str) -> FigureId {
        FigureId(text.into())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Class and number, where the id has the form of one: three letters and a number of 1 to 99.
    pub fn form(&self) -> Option<(Class, u8)> {
        let class = Class::ALL.into_iter().find(|class| self.0.starts_with(class.prefix()))?;
        let digits = &self.0[class.prefix().len()..];
        let number: u8 = digits.parse().ok()?;
        let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
        (plain && number < 100).then_some((class, number))
    }
}

impl Deref for FigureId {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FigureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for FigureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_three_letters_and_a_number() {
        assert_eq!(FigureId::new("sol12").form(), Some((Class::Soldier, 12)));
        for bad in ["", "sol", "sol0", "sol01", "sol100", "sol+1", "abc1", "flag", "Sol1"] {
            assert_eq!(FigureId::new(bad).form(), None, "{bad}");
        }
    }
}
