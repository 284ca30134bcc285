//! The small words of a scenario: sides, roles, weapons, edges.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One of the two sides (CCC-1.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = counting_coup::Side)]
pub enum Side {
    /// The 7th Cavalry: companies, each with a guidon.
    Cavalry,
    /// The Plains Nations: bands, each with a chief, whose fallen warriors come again.
    Nations,
}

impl Side {
    /// Both, in the order in which they act.
    pub const ALL: [Side; 2] = [Side::Cavalry, Side::Nations];

    /// The enemy of this side.
    pub fn other(self) -> Side {
        match self {
            Side::Cavalry => Side::Nations,
            Side::Nations => Side::Cavalry,
        }
    }

    /// As people read it.
    pub fn name(self) -> &'static str {
        match self {
            Side::Cavalry => "7th Cavalry",
            Side::Nations => "Plains Nations",
        }
    }
}

/// What a figure is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = counting_coup::Role)]
pub enum Role {
    /// Leads a company, or is Custer.
    Officer,
    /// Any other of the cavalry.
    Trooper,
    /// Leads a band.
    Chief,
    /// Any other of a band.
    Warrior,
}

impl Role {
    /// The side whose units have such figures.
    pub fn side(self) -> Side {
        match self {
            Role::Officer | Role::Trooper => Side::Cavalry,
            Role::Chief | Role::Warrior => Side::Nations,
        }
    }
}

/// What a figure shoots with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = counting_coup::Weapon)]
pub enum Weapon {
    /// The cavalry's.
    Carbine,
    /// A chief's, and some warriors'.
    Rifle,
    /// Some warriors'.
    Bow,
    /// Nothing: it fights hand to hand only.
    None,
}

/// An edge of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = counting_coup::Edge)]
pub enum Edge {
    /// y = 0.
    #[serde(rename = "N")]
    North,
    /// x = the table's width.
    #[serde(rename = "E")]
    East,
    /// y = the table's height.
    #[serde(rename = "S")]
    South,
    /// x = 0.
    #[serde(rename = "W")]
    West,
}

/// Gives small enums their word in JSON.
macro_rules! as_str {
    ($($type:ident { $($variant:ident => $word:literal),+ })+) => {$(
        impl $type {
            /// As JSON and logs write it.
            pub fn as_str(self) -> &'static str {
                match self {
                    $($type::$variant => $word),+
                }
            }
        }
    )+};
}
pub(super) use as_str;

as_str! {
    Side { Cavalry => "cavalry", Nations => "nations" }
    Role { Officer => "officer", Trooper => "trooper", Chief => "chief", Warrior => "warrior" }
    Weapon { Carbine => "carbine", Rifle => "rifle", Bow => "bow", None => "none" }
    Edge { North => "N", East => "E", South => "S", West => "W" }
}
