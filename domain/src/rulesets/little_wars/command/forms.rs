//! Orders and parts of them that have one of several forms. Each is read as all of its members at once, so that a wrong one is
//! told by name, and then is one of its forms or none.

use std::num::NonZeroU32;

use serde::Deserialize;

use super::{
    Aim, AimFigure, AimFigures, AimPlace, Allocate, AllocateAuto, AllocateNamed, Block, GunBlock, MOST,
    MenBlock, Mover, Retreat, RetreatMany, RetreatOne, Vector, Yes,
};
use crate::{
    form::{at_most, given, given_at_most},
    geometry::Point,
    rulesets::little_wars::ids::{FigureId, Figures, GunId},
};

/// A [`Retreat`] as it comes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RetreatForm {
    #[serde(default, deserialize_with = "given")]
    figure: Option<FigureId>,
    #[serde(default, deserialize_with = "given_at_most::<MOST, _, _>")]
    path: Option<Vec<Point>>,
    #[serde(default, deserialize_with = "given_at_most::<MOST, _, _>")]
    figures: Option<Vec<Figures>>,
}

impl TryFrom<RetreatForm> for Retreat {
    type Error = &'static str;

    fn try_from(form: RetreatForm) -> Result<Self, Self::Error> {
        match (form.figure, form.path, form.figures) {
            (Some(figure), Some(path), None) => Ok(Retreat::One(RetreatOne { figure, path })),
            (None, None, Some(figures)) => Ok(Retreat::Many(RetreatMany { figures })),
            _ => Err("`retreat` has `figure` and `path`, or `figures`"),
        }
    }
}

/// A [`Mover`] as it comes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoverForm {
    figure: Figures,
    #[serde(default, deserialize_with = "given_at_most::<MOST, _, _>")]
    path: Option<Vec<Point>>,
}

impl TryFrom<MoverForm> for Mover {
    type Error = &'static str;

    fn try_from(MoverForm { figure, path }: MoverForm) -> Result<Self, Self::Error> {
        match (figure, &path) {
            (Figures::Range(..) | Figures::All(..), Some(_)) => Err("a path is one man's"),
            (_, _) => Ok(Mover { figure, path }),
        }
    }
}

/// An [`Allocate`] as it comes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AllocateForm {
    melee: u32,
    #[serde(default, deserialize_with = "given")]
    auto: Option<Yes>,
    #[serde(default, deserialize_with = "given_at_most::<MOST, _, _>")]
    dead: Option<Vec<Figures>>,
    #[serde(default, deserialize_with = "at_most::<MOST, _, _>")]
    captors: Vec<(FigureId, FigureId)>,
}

impl TryFrom<AllocateForm> for Allocate {
    type Error = &'static str;

    fn try_from(form: AllocateForm) -> Result<Self, Self::Error> {
        let AllocateForm { melee, auto, dead, captors } = form;
        match (auto, dead) {
            (Some(auto), None) if captors.is_empty() => Ok(Allocate::Auto(AllocateAuto { melee, auto })),
            (None, Some(dead)) => Ok(Allocate::Named(AllocateNamed { melee, dead, captors })),
            _ => Err("`allocate` has `dead` and perhaps `captors`, or `auto`"),
        }
    }
}

/// A [`Block`] as it comes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BlockForm {
    #[serde(default, deserialize_with = "given")]
    gun: Option<GunId>,
    #[serde(default, deserialize_with = "given")]
    figures: Option<Figures>,
    at: Point,
    #[serde(default, deserialize_with = "given")]
    step: Option<Vector>,
    #[serde(default, deserialize_with = "given")]
    per_row: Option<NonZeroU32>,
    #[serde(default, deserialize_with = "given")]
    row: Option<Vector>,
}

impl TryFrom<BlockForm> for Block {
    type Error = &'static str;

    fn try_from(form: BlockForm) -> Result<Self, Self::Error> {
        let BlockForm { gun, figures, at, step, per_row, row } = form;
        match (gun, figures, step, per_row) {
            (Some(gun), None, None, None) if row.is_none() => Ok(Block::Gun(GunBlock { gun, at })),
            (None, Some(figures), Some(step), Some(per_row)) => {
                Ok(Block::Men(MenBlock { figures, at, step, per_row, row }))
            }
            _ => Err("a block has `figures`, `at`, `step`, `per_row` and perhaps `row`, or `gun` and `at`"),
        }
    }
}

/// An [`Aim`] as it comes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AimForm {
    #[serde(default, deserialize_with = "given")]
    figure: Option<FigureId>,
    #[serde(default, deserialize_with = "given_at_most::<MOST, _, _>")]
    figures: Option<Vec<Figures>>,
    #[serde(default, deserialize_with = "given")]
    x: Option<i32>,
    #[serde(default, deserialize_with = "given")]
    y: Option<i32>,
    #[serde(default, deserialize_with = "given")]
    h: Option<i32>,
}

impl TryFrom<AimForm> for Aim {
    type Error = &'static str;

    fn try_from(form: AimForm) -> Result<Self, Self::Error> {
        let AimForm { figure, figures, x, y, h } = form;
        match (figure, figures, x, y) {
            (Some(figure), None, None, None) if h.is_none() => Ok(Aim::Figure(AimFigure { figure })),
            (None, Some(figures), None, None) if h.is_none() => Ok(Aim::Figures(AimFigures { figures })),
            (None, None, Some(x), Some(y)) => Ok(Aim::Place(AimPlace { x, y, h })),
            _ => Err("`at` has `figure`, or `figures`, or `x`, `y` and perhaps `h`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::rulesets::little_wars::command::Command;

    fn read(order: Value) -> Result<Command, String> {
        serde_json::from_value(order).map_err(|error| error.to_string())
    }

    #[test]
    fn a_wrong_member_is_told_by_name() {
        let wrong = [
            (json!({"type": "fire", "gun": "rg1", "at": {"figur": "bi1"}}), "figur"),
            (json!({"type": "fire", "gun": "rg1", "at": {"figure": "bi1", "x": 3}}), "`at` has"),
            (json!({"type": "retreat", "figure": "ri1"}), "`retreat` has"),
            (json!({"type": "allocate", "melee": 1, "auto": false}), "`auto` is true"),
            (
                json!({"type": "place", "blocks": [{"gun": "rg1", "at": [1, 2], "row": [1, 1]}]}),
                "a block has",
            ),
            (
                json!({"type": "place", "blocks": [{"figures": "ri1", "at": [1, 2], "step": [1, 1], "per_row": 0}]}),
                "nonzero",
            ),
            (json!({"type": "escort", "escort": "ri1", "prisoners": null}), "null"),
            (json!({"type": "trail", "gun": "rg1", "figures": []}), "one man or two"),
        ];
        for (order, told) in wrong {
            let why = read(order.clone()).expect_err("it has not the right form");
            assert!(why.contains(told), "{order}: {why}");
        }
    }

    #[test]
    fn what_is_right_comes_out_as_it_went_in() {
        let right = [
            json!({"type": "fire", "gun": "rg1", "at": {"figures": ["bi12"]}}),
            json!({"type": "trail", "gun": "rg1", "figures": [null, "ri4"]}),
            json!({"type": "retreat", "figures": ["ri1-ri6"]}),
            json!({"type": "allocate", "melee": 2, "auto": true}),
            json!({"type": "end_move"}),
            json!({"type": "ready"}),
        ];
        for order in right {
            let command = read(order.clone()).expect("it has the right form");
            assert_eq!(serde_json::to_value(&command).expect("JSON"), order);
        }
    }
}
