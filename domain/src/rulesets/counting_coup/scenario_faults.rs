//! What a playable scenario must have beyond the shape of its JSON: all that its schema and the rules demand, nothing that
//! is only taste. Also options against their scenario. Seat plans are judged in `plan_faults`, places on the table in
//! `places`.

mod places;

use std::collections::BTreeSet;

use super::{
    plan_faults::plans,
    rules::{OPTIONS, SCENARIO, UNITS_IN_PLAY},
    scenario::{self, Deployment, FORMAT, Hill, Options, Role, Scenario, ScenarioFigure, Side, Unit, Weapon},
};
use crate::{picture::clean, rule::RuleId, ruleset::SetupFault};

/// Faults told at once.
pub(super) const MOST: usize = 50;
/// Characters of a name or an id.
const NAME: usize = 64;
/// Bytes of a text.
const TEXT: usize = 4096;
/// What a game may be asked to carry.
const FIGURES: usize = 500;
const HILLS: usize = 200;
/// By the scenario format.
const LOBES: usize = 8;
const FIGURES_OF_A_UNIT: usize = 20;
const LONGEST_LIMIT: u32 = 60;

/// A fault, the rule it offends and its place.
pub(super) fn fault(
    rule: RuleId,
    code: &'static str,
    pointer: impl Into<String>,
    detail: impl Into<String>,
) -> SetupFault {
    SetupFault { pointer: pointer.into(), code, rule: Some(rule), detail: detail.into() }
}

/// A fault of a scenario.
pub(super) fn bad(pointer: impl Into<String>, detail: impl Into<String>) -> SetupFault {
    fault(SCENARIO, "bad-scenario", pointer, detail) // CCC-3.5
}

/// The faults of a scenario, each with its place; 50 at most.
pub(super) fn faults(scenario: &Scenario) -> Vec<SetupFault> {
    let mut found = sizes(scenario);
    // What is too large is not looked at further: each figure is measured against all others.
    if found.is_empty() {
        found.extend(head(scenario));
        found.extend(own_options(scenario));
        found.extend(hills(scenario));
        found.extend(units(scenario));
        found.extend(plans(scenario));
        found.extend(places::faults(scenario));
    }
    found.truncate(MOST);
    found
}

/// The faults of options that are to be played with this scenario; 50 at most.
pub(super) fn option_faults(scenario: &Scenario, options: &Options) -> Vec<SetupFault> {
    let wrong = |member: &str, detail: String| {
        fault(OPTIONS, "bad-option", format!("/options/{member}"), detail) // CCC-1.8
    };
    let mut found = Vec::new();
    found.extend(round_limit(options.round_limit).map(|detail| wrong("round_limit", detail)));
    found.extend(deployment(scenario, options.deployment).map(|detail| wrong("deployment", detail)));
    let mut seen = BTreeSet::new();
    for (at, id) in options.units.iter().enumerate() {
        let member = format!("units/{at}");
        if scenario.unit(*id).is_none() {
            found.push(wrong(&member, format!("the scenario has no unit {id}"))); // CCC-1.7
        } else if !seen.insert(*id) {
            found.push(wrong(&member, format!("{id} is named twice"))); // CCC-1.7
        }
    }
    let chosen = || scenario.units.iter().filter(|unit| seen.contains(&unit.id));
    for side in Side::ALL.into_iter().filter(|side| !chosen().any(|unit| unit.side == *side)) {
        found.push(wrong("units", format!("no unit of the {} takes part", side.name()))); // CCC-1.7
    }
    if found.is_empty() {
        found.extend(
            too_few(chosen()).map(|detail| fault(UNITS_IN_PLAY, "too-few-nations", "/options/units", detail)),
        ); // CCC-1.7
    }
    found.truncate(MOST);
    found
}

fn round_limit(limit: Option<u32>) -> Option<String> {
    let is_bad = limit.is_some_and(|limit| !(1..=LONGEST_LIMIT).contains(&limit)); // CCC-1.8
    is_bad.then(|| format!("a limit is 1 to {LONGEST_LIMIT} rounds, or null for none"))
}

fn deployment(scenario: &Scenario, deployment: Deployment) -> Option<String> {
    match (deployment, &scenario.random_deployment) {
        (Deployment::Random, None) => Some("the scenario does not say where to deploy by lot".to_owned()), // CCC-1.8
        (Deployment::Random, Some(_)) | (Deployment::Fixed, Some(_) | None) => None,
    }
}

fn too_few<'a>(units: impl Iterator<Item = &'a Unit>) -> Option<String> {
    let (mut cavalry, mut nations) = (0, 0);
    for unit in units {
        match unit.side {
            Side::Cavalry => cavalry += unit.figures.len(),
            Side::Nations => nations += unit.figures.len(),
        }
    }
    (nations < cavalry)
        .then(|| format!("{nations} figures of the {} against {cavalry}", Side::Nations.name()))
}

/// `[a-z][a-z0-9_]*`, no longer than that.
pub(super) fn is_word(text: &str, longest: usize) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.len() <= longest
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

/// What is wrong with a name that people are shown.
pub(super) fn name_fault(name: &str) -> Option<&'static str> {
    let is_name = !name.trim().is_empty() && name.chars().count() <= NAME && clean(name) == name;
    (!is_name).then_some("a name has 1 to 64 characters, some to be seen, none that breaks or turns the line")
}

fn name(pointer: String, name: &str) -> Option<SetupFault> {
    name_fault(name).map(|detail| bad(pointer, detail))
}

fn sizes(scenario: &Scenario) -> Vec<SetupFault> {
    let mut found = Vec::new();
    let figures = scenario.units.iter().map(|unit| unit.figures.len());
    if FIGURES < figures.sum() {
        found.push(bad("/units", format!("a scenario has at most {FIGURES} figures")));
    }
    if FIGURES < scenario.units.len() {
        found.push(bad("/units", format!("a scenario has at most {FIGURES} units")));
    }
    if HILLS < scenario.hills.len() {
        found.push(bad("/hills", format!("a scenario has at most {HILLS} hills")));
    }
    found
}

fn head(scenario: &Scenario) -> Vec<SetupFault> {
    let mut found = Vec::new();
    if scenario.format != FORMAT {
        found.push(bad("/format", format!("the format is not {FORMAT}")));
    }
    if scenario.ruleset != "counting_coup" {
        found.push(bad("/ruleset", "the ruleset is not counting_coup"));
    }
    if !is_word(&scenario.id, NAME) {
        found.push(bad("/id", "an id is a small letter, then small letters, digits and _, at most 64"));
    }
    found.extend(name("/title".to_owned(), &scenario.title));
    if TEXT < scenario.summary.len() || clean(&scenario.summary) != scenario.summary {
        found.push(bad(
            "/summary",
            format!("a text has at most {TEXT} bytes, none of which breaks or turns the line"),
        ));
    }
    if scenario.players.min == 0 {
        found.push(bad("/players/min", "somebody has to play"));
    }
    if scenario.players.max < scenario.players.min {
        found.push(bad("/players/max", "the most players are fewer than the fewest"));
    }
    for (at, side) in scenario.sides.iter().enumerate() {
        found.extend(name(format!("/sides/{at}/name"), &side.name));
    }
    let mut sides: Vec<Side> = scenario.sides.iter().map(|side| side.id).collect();
    sides.sort_unstable();
    if sides != Side::ALL {
        found.push(bad("/sides", "there are two sides, each named once")); // CCC-1.1
    }
    found
}

/// A scenario's own options are ones that a game of all its units could have.
fn own_options(scenario: &Scenario) -> Vec<SetupFault> {
    let own = scenario::options(scenario);
    let limit = round_limit(own.round_limit).map(|detail| bad("/options/round_limit", detail));
    let deployment = deployment(scenario, own.deployment).map(|detail| bad("/options/deployment", detail));
    let forces = too_few(scenario.units.iter()).map(|detail| bad("/units", detail)); // CCC-1.7
    limit.into_iter().chain(deployment).chain(forces).collect()
}

fn hills(scenario: &Scenario) -> Vec<SetupFault> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for (at, Hill { id, name: called, lobes }) in scenario.hills.iter().enumerate() {
        let number = id.strip_prefix('H').unwrap_or_default();
        let digits = number.bytes().all(|b| b.is_ascii_digit());
        if !digits || !(1..=2).contains(&number.len()) || number.starts_with('0') {
            found.push(bad(format!("/hills/{at}/id"), "a hill's id is H and a number of 1 to 99"));
        }
        if !seen.insert(id) {
            found.push(bad(format!("/hills/{at}/id"), format!("there are two hills {id}")));
        }
        found.extend(name(format!("/hills/{at}/name"), called));
        if !(1..=LOBES).contains(&lobes.len()) {
            found.push(bad(format!("/hills/{at}/lobes"), format!("a hill has 1 to {LOBES} lobes")));
        }
    }
    found
}

fn units(scenario: &Scenario) -> Vec<SetupFault> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for (at, unit) in scenario.units.iter().enumerate() {
        let at = |member: &str| format!("/units/{at}{member}");
        if !seen.insert(unit.id) {
            found.push(bad(at("/id"), format!("there are two units {}", unit.id)));
        }
        found.extend(name(at("/name"), &unit.name));
        if !(1..=FIGURES_OF_A_UNIT).contains(&unit.figures.len()) {
            let detail = format!("a unit has 1 to {FIGURES_OF_A_UNIT} figures");
            found.push(bad(at("/figures"), detail));
        }
        match (unit.side, unit.custer, &unit.entry) {
            (Side::Cavalry, None, _) => {
                found.push(bad(at(""), format!("{} does not say whether it is Custer's", unit.id)));
            }
            (Side::Nations, _, None) => {
                found.push(bad(at(""), format!("{} has no entry marker", unit.id))); // CCC-3.5
            }
            (Side::Cavalry, Some(_), _) | (Side::Nations, _, Some(_)) => {}
        }
        for (place, figure) in unit.figures.iter().enumerate() {
            let number = place + 1;
            if figure.id.unit != unit.id || usize::from(figure.id.number) != number {
                let pointer = at(&format!("/figures/{place}/id"));
                found.push(bad(pointer, format!("figure {number} of {0} is {0}{number}", unit.id)));
            }
            let figure_faults = figure_faults(unit.side, figure);
            let pointed = |(member, detail): (&str, _)| bad(at(&format!("/figures/{place}{member}")), detail);
            found.extend(figure_faults.into_iter().map(pointed));
        }
        found.extend(bearers(unit).map(|detail| bad(at("/figures"), detail)));
    }
    found
}

fn bearers(unit: &Unit) -> Option<String> {
    let bearers = unit.figures.iter().filter(|figure| figure.bearer).count();
    match unit.side {
        Side::Cavalry if bearers != 1 => Some(format!("{bearers} figures bear the guidon of {}", unit.id)), // CCC-10.1
        Side::Nations if bearers != 0 => Some(format!("{} is a band and has no guidon", unit.id)), // CCC-10.1
        Side::Cavalry | Side::Nations => None,
    }
}

/// What is wrong with a figure, by member.
fn figure_faults(side: Side, figure: &ScenarioFigure) -> Vec<(&'static str, &'static str)> {
    let mut found = Vec::new();
    found.extend(figure.name.as_deref().and_then(name_fault).map(|detail| ("/name", detail)));
    if figure.role.side() != side {
        found.push(("/role", "cavalry are officers and troopers, bands are chiefs and warriors"));
    }
    let weapon = match (side, figure.role, figure.weapon) {
        (Side::Cavalry, _, Weapon::Carbine) => None, // CCC-3.5
        (Side::Cavalry, _, Weapon::Rifle | Weapon::Bow | Weapon::None) => Some("cavalry have carbines"),
        (Side::Nations, _, Weapon::Carbine) => Some("bands have rifles, bows or none"),
        (Side::Nations, Role::Chief, Weapon::Bow | Weapon::None) => Some("a chief has a rifle"), // CCC-3.5
        (Side::Nations, _, Weapon::Rifle | Weapon::Bow | Weapon::None) => None,                  // CCC-3.5
    };
    found.extend(weapon.map(|detail| ("/weapon", detail)));
    match (figure.at, figure.enters, side) {
        (Some(_), None, _) | (None, Some(1..), Side::Nations) => {} // CCC-3.7
        (None, Some(0), _) => found.push(("/enters", "the first round is 1")),
        (None, Some(1..), Side::Cavalry) => found.push(("/enters", "cavalry start on the table")),
        (Some(_), Some(_), _) => found.push(("", "a figure stands somewhere or comes on later, not both")),
        (None, None, _) => found.push(("", "a figure stands somewhere or comes on later")),
    }
    found
}
