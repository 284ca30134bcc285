//! A die as the events show it: what for, who rolls against whom, what was added, what it came to.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

use super::{
    ids::{FigureId, UnitId},
    rules,
};
use crate::{
    ids::Seat,
    rule::RuleId,
    ruleset::{Modifier, Roll},
};

/// One die.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = counting_coup::Die)]
pub struct Die {
    /// What for.
    pub purpose: Purpose,
    /// The rule that asks for it.
    pub rule: DieRule,
    /// The seat of the unit that rolls.
    pub seat: Seat,
    /// Who rolls: a figure, or for the deployment a unit.
    pub roller: Piece,
    /// Against whom: the other figure, or the unit shot at.
    #[schema(required = true)]
    pub against: Option<Piece>,
    /// Faces: 6, or 12 for a direction.
    pub sides: u32,
    /// What fell.
    pub value: u32,
    /// What was added.
    pub modifiers: Vec<Modifier>,
    /// Value and modifiers.
    pub total: i64,
    /// What it came to.
    pub result: DieResult,
}

impl Die {
    /// As all rulesets show a roll.
    pub fn roll(&self) -> Roll {
        Roll {
            purpose: self.purpose.as_str().to_owned(),
            rule: self.rule.id(),
            seat: Some(self.seat.clone()),
            roller: Some(self.roller.to_string()),
            against: self.against.map(|piece| piece.to_string()),
            sides: self.sides,
            values: vec![self.value],
            value: self.value,
            modifiers: self.modifiers.clone(),
            total: self.total,
            result: Some(self.result.to_string()),
        }
    }
}

/// A figure or a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A figure.
    Figure(FigureId),
    /// A unit.
    Unit(UnitId),
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Piece::Figure(id) => id.fmt(f),
            Piece::Unit(id) => id.fmt(f),
        }
    }
}

/// What a die came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DieResult {
    /// A shot hits.
    Hit,
    /// A shot misses.
    Miss,
    /// The better in a fight.
    Win,
    /// The worse in a fight.
    Lose,
    /// The direction taken, 1 to 12.
    Direction(u8),
}

impl fmt::Display for DieResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DieResult::Hit => f.write_str("hit"),
            DieResult::Miss => f.write_str("miss"),
            DieResult::Win => f.write_str("win"),
            DieResult::Lose => f.write_str("lose"),
            DieResult::Direction(direction) => write!(f, "{direction}"),
        }
    }
}

fn piece(text: &str) -> Option<Piece> {
    FigureId::parse(text).map(Piece::Figure).or_else(|| UnitId::parse(text).map(Piece::Unit))
}

fn die_result(text: &str) -> Option<DieResult> {
    match text {
        "hit" => Some(DieResult::Hit),
        "miss" => Some(DieResult::Miss),
        "win" => Some(DieResult::Win),
        "lose" => Some(DieResult::Lose),
        digits => digits.parse().ok().filter(|n| (1..=12).contains(n)).map(DieResult::Direction),
    }
}

macro_rules! as_text {
    ($type:ident, $read:ident, $what:literal, $component:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(from)?;
                $read(&text).ok_or_else(|| D::Error::custom(concat!("not ", $what)))
            }
        }

        impl utoipa::PartialSchema for $type {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new().schema_type(Type::String).description(Some($what)).build().into()
            }
        }

        impl ToSchema for $type {
            fn name() -> std::borrow::Cow<'static, str> {
                $component.into()
            }
        }
    };
}

as_text!(Piece, piece, "a figure or a unit", "counting_coup.Piece");
as_text!(
    DieResult,
    die_result,
    "`hit`, `miss`, `win`, `lose` or a direction of 1 to 12",
    "counting_coup.DieResult"
);

/// What a die is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = counting_coup::Purpose)]
pub enum Purpose {
    /// A company's direction.
    Deploy,
    /// A shot.
    Shoot,
    /// A fight.
    Melee,
    /// A fight in which a chief tries to count coup.
    Coup,
}

impl Purpose {
    /// As the log writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Purpose::Deploy => "deploy",
            Purpose::Shoot => "shoot",
            Purpose::Melee => "melee",
            Purpose::Coup => "coup",
        }
    }
}

/// The rule a die rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = counting_coup::DieRule)]
pub enum DieRule {
    /// A random direction.
    #[serde(rename = "CCC-3.4")]
    Deployment,
    /// A shot by the table of version 2.
    #[serde(rename = "CCC-6.6")]
    Shot,
    /// A shot by the table of the first edition as printed.
    #[serde(rename = "CCC-6.7")]
    ShotAsFirstPrinted,
    /// A fight.
    #[serde(rename = "CCC-7.6")]
    Fight,
}

impl DieRule {
    /// Its id.
    pub fn id(self) -> RuleId {
        match self {
            DieRule::Deployment => rules::DEPLOYMENT,
            DieRule::Shot => rules::SHOOTING_TABLE,
            DieRule::ShotAsFirstPrinted => rules::FIRST_SHOOTING_TABLE,
            DieRule::Fight => rules::FIGHT,
        }
    }
}
