//! The Country of a scenario: things have a shape that suits their kind, on the floor, thick enough to be met by a path or a
//! shot, and higher than the ground under them (LW-0.8, LW-1.5).

use std::collections::BTreeSet;

use super::{NO_WORD, bad, fault, is_word, name_fault};
use crate::{
    geometry::{Place, Point, Polygon},
    rule::RuleId,
    ruleset::SetupFault,
    rulesets::little_wars::{
        rules::{LW_0_8, LW_1_5},
        scenario::{Scenario, Terrain, TerrainKind},
    },
};

/// Thinner than that, a path or a shot might pass through (LW-0.8).
const THINNEST: i128 = 20;
const HIGHEST: i32 = 2000;

/// The faults of all things.
pub(super) fn faults(scenario: &Scenario) -> Vec<SetupFault> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let areas: Vec<Option<Polygon>> = scenario.country.iter().map(area).collect();
    for (at, thing) in scenario.country.iter().enumerate() {
        let pointer = |member: &str| format!("/country/{at}{member}");
        if !is_word(&thing.id) {
            found.push(bad(pointer("/id"), NO_WORD));
        }
        if !seen.insert(&thing.id) {
            found.push(bad(pointer("/id"), format!("there are two things {}", thing.id)));
        }
        let name = thing.name.as_deref().and_then(name_fault);
        found.extend(name.map(|detail| bad(pointer("/name"), detail)));
        let shape = shape(scenario, thing, areas[at].as_ref());
        let is_shaped = shape.is_none();
        found
            .extend(shape.map(|(member, rule, detail)| fault(rule, "bad-scenario", pointer(member), detail)));
        let height = if is_shaped { height(scenario, &areas, at) } else { None };
        found.extend(height.map(|detail| fault(LW_1_5, "bad-scenario", pointer("/top"), detail)));
        let is_trunk = thing.radius.is_none_or(|radius| (5..=100).contains(&radius));
        if !is_trunk || (thing.radius.is_some() && thing.kind != TerrainKind::Trees) {
            let detail = "trunks have a radius, of 5 to 100";
            found.push(fault(LW_1_5, "bad-scenario", pointer("/radius"), detail));
        }
    }
    found
}

/// The corners of an area, a rectangle's too.
fn corners(thing: &Terrain) -> Option<Vec<Point>> {
    match (&thing.poly, thing.rect) {
        (Some(corners), _) => Some(corners.clone()),
        (None, Some([west, north, east, south])) => Some(vec![
            Point::new(west, north),
            Point::new(east, north),
            Point::new(east, south),
            Point::new(west, south),
        ]),
        (None, None) => None,
    }
}

fn area(thing: &Terrain) -> Option<Polygon> {
    corners(thing).and_then(Polygon::new)
}

type Fault = (&'static str, RuleId, &'static str);

/// What is wrong with where a thing is: the member, the rule, a sentence.
fn shape(scenario: &Scenario, thing: &Terrain, area: Option<&Polygon>) -> Option<Fault> {
    let n_shapes = [thing.poly.is_some(), thing.rect.is_some(), thing.points.is_some()];
    if n_shapes.into_iter().filter(|given| *given).count() != 1 {
        return Some(("", LW_1_5, "it has one of `poly`, `rect` and `points`"));
    }
    let member = match (&thing.poly, thing.rect) {
        (Some(_), _) => "/poly",
        (None, Some(_)) => "/rect",
        (None, None) => "/points",
    };
    match (thing.kind, &thing.points) {
        (TerrainKind::Trees, None) => return Some((member, LW_1_5, "trees are points")),
        (TerrainKind::Trees | TerrainKind::Label, Some(points)) if points.is_empty() => {
            return Some((member, LW_1_5, "there is one point at least"));
        }
        (TerrainKind::Trees | TerrainKind::Label, _) => {}
        (_, Some(_)) => return Some((member, LW_1_5, "only trees and labels are points")),
        (_, None) => {}
    }
    if let (Some([west, north, east, south]), None) = (thing.rect, &thing.poly)
        && (east <= west || south <= north)
    {
        return Some((member, LW_1_5, "a rectangle is west, north, east, south"));
    }
    let points = corners(thing).or_else(|| thing.points.clone()).unwrap_or_default();
    if !points.iter().all(|point| scenario.table.holds(*point)) {
        return Some((member, LW_1_5, "it is not wholly on the floor"));
    }
    match (area, &thing.points) {
        (Some(area), _) if thing.kind != TerrainKind::Label && is_thin(area) => {
            Some((member, LW_0_8, "it is at least 20 hundredths of an inch thick"))
        }
        (None, None) => Some((member, LW_1_5, "its outline meets itself")),
        (Some(_), _) | (None, Some(_)) => None,
    }
}

/// Whether all of it lies within 20 hundredths of the line of one of its edges.
fn is_thin(area: &Polygon) -> bool {
    area.edges().any(|edge| {
        let (east, south) = edge.to.minus(edge.from);
        let (east, south) = (i128::from(east), i128::from(south));
        let aside = |corner: &Point| {
            let (x, y) = corner.minus(edge.from);
            (east * i128::from(y) - south * i128::from(x)).abs()
        };
        let most = area.corners().iter().map(aside).max().unwrap_or(0);
        most.pow(2) < THINNEST.pow(2) * (east.pow(2) + south.pow(2))
    })
}

/// What is wrong with a thing's height.
fn height(scenario: &Scenario, areas: &[Option<Polygon>], at: usize) -> Option<String> {
    let thing = &scenario.country[at];
    if !(0..=HIGHEST).contains(&thing.top) {
        return Some(format!("a height is 0 to {HIGHEST}"));
    }
    let ground = match thing.kind {
        TerrainKind::House
        | TerrainKind::Wall
        | TerrainKind::Hedge
        | TerrainKind::Rock
        | TerrainKind::Trees => ground(scenario, areas, at),
        TerrainKind::Hill => 0,
        TerrainKind::Water | TerrainKind::Bridge | TerrainKind::Ford | TerrainKind::Label => return None,
    };
    (thing.top <= ground).then(|| format!("its top is above the ground under it, which is at {ground}"))
}

/// The highest ground under a thing.
fn ground(scenario: &Scenario, areas: &[Option<Polygon>], at: usize) -> i32 {
    let thing = &scenario.country[at];
    let hills = scenario.country.iter().zip(areas).filter(|(hill, _)| hill.kind == TerrainKind::Hill);
    let under = hills.filter(|(_, hill)| {
        let Some(hill) = hill else { return false };
        match (&areas[at], &thing.points) {
            (Some(area), _) => overlap(area, hill),
            (None, points) => points.iter().flatten().any(|point| hill.place(*point) != Place::Out),
        }
    });
    under.map(|(hill, _)| hill.top).max().unwrap_or(0)
}

fn overlap(one: &Polygon, other: &Polygon) -> bool {
    let has_corner_in = |one: &Polygon, other: &Polygon| {
        one.corners().iter().any(|corner| other.place(*corner) != Place::Out)
    };
    has_corner_in(one, other)
        || has_corner_in(other, one)
        || one.edges().any(|edge| other.edges().any(|other| edge.meets(other)))
}
