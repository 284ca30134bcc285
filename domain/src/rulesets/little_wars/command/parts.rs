//! What orders are made of. Each form of an order stands beside the order's `type`, and is read by [`super::forms`].

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{MOST, Vector};
use crate::{
    form,
    geometry::Point,
    rulesets::little_wars::ids::{FigureId, Figures, GunId},
};

/// `retreat`: one man by a path, or many straight back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged, try_from = "super::forms::RetreatForm")]
#[schema(as = little_wars::Retreat)]
pub enum Retreat {
    /// One man.
    One(RetreatOne),
    /// Many.
    Many(RetreatMany),
}

/// One man leaves by a path.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::RetreatOne)]
pub struct RetreatOne {
    /// Who.
    pub figure: FigureId,
    /// The ends of the legs.
    #[serde(deserialize_with = "form::at_most::<MOST, _, _>")]
    #[schema(max_items = 500)]
    pub path: Vec<Point>,
}

/// Many leave straight back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::RetreatMany)]
pub struct RetreatMany {
    /// Who.
    #[serde(deserialize_with = "form::at_most::<MOST, _, _>")]
    #[schema(max_items = 500)]
    pub figures: Vec<Figures>,
}

/// `allocate`: the dead by name, or by default.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged, try_from = "super::forms::AllocateForm")]
#[schema(as = little_wars::Allocate)]
pub enum Allocate {
    /// As LW-6.14 says.
    Auto(AllocateAuto),
    /// By name.
    Named(AllocateNamed),
}

/// A melee settled as LW-6.14 says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::AllocateAuto)]
pub struct AllocateAuto {
    /// Its number.
    pub melee: u32,
    /// `true`.
    pub auto: Yes,
}

/// A melee settled by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = little_wars::AllocateNamed)]
pub struct AllocateNamed {
    /// Its number.
    pub melee: u32,
    /// Who dies, of both sides.
    #[serde(deserialize_with = "form::at_most::<MOST, _, _>")]
    #[schema(max_items = 500)]
    pub dead: Vec<Figures>,
    /// Prisoners and their captors.
    #[serde(
        default,
        deserialize_with = "form::at_most::<MOST, _, _>",
        skip_serializing_if = "Vec::is_empty"
    )]
    #[schema(value_type = Vec<Vec<FigureId>>, max_items = 500)]
    pub captors: Vec<(FigureId, FigureId)>,
}

/// `true`, and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "bool", into = "bool")]
pub struct Yes;

impl From<Yes> for bool {
    fn from(_: Yes) -> bool {
        true
    }
}

impl TryFrom<bool> for Yes {
    type Error = &'static str;

    fn try_from(value: bool) -> Result<Self, Self::Error> {
        if value { Ok(Yes) } else { Err("`auto` is true or left out") }
    }
}

impl utoipa::PartialSchema for Yes {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new().schema_type(utoipa::openapi::Type::Boolean).into()
    }
}

impl ToSchema for Yes {}

/// Men or a gun to be put down. The k-th man, from 0, goes to `at` + (k mod `per_row`)·`step` + ⌊k/`per_row`⌋·`row`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged, try_from = "super::forms::BlockForm")]
#[schema(as = little_wars::Block)]
pub enum Block {
    /// Men.
    Men(MenBlock),
    /// A gun.
    Gun(GunBlock),
}

/// Men to be put down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_wars::MenBlock)]
pub struct MenBlock {
    /// Who.
    pub figures: Figures,
    /// Where the first goes.
    pub at: Point,
    /// From one to the next.
    pub step: Vector,
    /// How many stand in a row.
    #[schema(value_type = u32, minimum = 1)]
    pub per_row: std::num::NonZeroU32,
    /// From one row to the next.
    #[serde(default, deserialize_with = "form::given", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub row: Option<Vector>,
}

/// A gun to be put down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_wars::GunBlock)]
pub struct GunBlock {
    /// Which.
    pub gun: GunId,
    /// Where its axis goes.
    pub at: Point,
}

/// What a gun is aimed at (LW-4.2, LW-4.24).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged, try_from = "super::forms::AimForm")]
#[schema(as = little_wars::Aim)]
pub enum Aim {
    /// A man.
    Figure(AimFigure),
    /// The first of these who can be aimed at.
    Figures(AimFigures),
    /// A place.
    Place(AimPlace),
}

/// Aimed at a man.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_wars::AimFigure)]
pub struct AimFigure {
    /// Whom.
    pub figure: FigureId,
}

/// Aimed at the first of several.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_wars::AimFigures)]
pub struct AimFigures {
    /// Whom.
    #[serde(deserialize_with = "form::at_most::<MOST, _, _>")]
    #[schema(max_items = 500)]
    pub figures: Vec<Figures>,
}

/// Aimed at a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = little_wars::AimPlace)]
pub struct AimPlace {
    /// East, in hundredths of an inch.
    pub x: i32,
    /// South.
    pub y: i32,
    /// Above the ground there; 100 where it is left out.
    #[serde(default, deserialize_with = "form::given", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub h: Option<i32>,
}

/// A man who goes along, with a path of his own or without one; or several, without.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "super::forms::MoverForm")]
#[schema(as = little_wars::Mover)]
pub struct Mover {
    /// Who. With a path it is one man.
    pub figure: Figures,
    /// The ends of the legs; left out, he goes as the others do.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_items = 500)]
    pub path: Option<Vec<Point>>,
}
