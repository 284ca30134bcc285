//! What is near, in words: for each unit the enemies within twelve inches of it and the guidons on the ground that it could
//! take up, for a figure in focus its reach, whom it touches and whom it sees.

use super::{
    super::{
        ground::{CONTACT, NEAR},
        ids::{FigureId, UnitId},
        notation::inches,
        scenario::Side,
        tell::place,
        view::{View, ViewFigure, ViewGuidon, ViewUnit},
    },
    focus::Chosen,
    roll_call::{WIDTH, wrapped},
    sight, words,
};
use crate::geometry::Point;

/// An enemy and how far off it is, in hundredths of an inch.
type Seen = (FigureId, i64);

/// What is near a unit that is in the game; nothing once the battle is over.
pub(super) fn unit(view: &View, unit: &ViewUnit) -> Vec<String> {
    if view.result.is_some() || !unit.live {
        return Vec::new();
    }
    let own: Vec<(&ViewFigure, Point)> =
        standing(view).filter(|(figure, _)| figure.unit == unit.id).collect();
    let enemies = enemies(view, unit.side).filter_map(|(enemy, there)| {
        let nearest = own.iter().map(|(_, at)| *at).min_by_key(|at| at.distance_squared(there))?;
        nearest.within(there, NEAR).then(|| (enemy.id, nearest.distance(there))) // CCC-2.4
    });
    let enemies = sorted(enemies.collect());
    let near = (!enemies.is_empty()).then(|| on_one_line("  within 12 inches: ", &enemies));
    near.into_iter().chain(guidons(view, unit, &own)).collect()
}

/// The guidons on the ground that a figure of the unit reaches in one move: a company's own, for a band all.
fn guidons(view: &View, unit: &ViewUnit, own: &[(&ViewFigure, Point)]) -> Vec<String> {
    let lying = view.units.iter().filter_map(|other| match (other.guidon, unit.side) {
        (Some(ViewGuidon::Fallen { at }), Side::Nations) => Some((other.id, at)), // CCC-10.6
        (Some(ViewGuidon::Fallen { at }), Side::Cavalry) => (other.id == unit.id).then_some((other.id, at)), // CCC-10.5
        (Some(ViewGuidon::Carried { .. } | ViewGuidon::Captured { .. }) | None, _) => None,
    });
    let reached = lying.filter_map(|(id, there)| {
        let reaches = |(figure, at): &&(&ViewFigure, Point)| {
            at.within(there, i64::from(words::allowance(figure)) + CONTACT)
        };
        let (figure, at) = own.iter().filter(reaches).min_by_key(|(_, at)| at.distance_squared(there))?;
        let far = inches(at.distance(there));
        Some(format!("  in reach: the guidon of {id} at {}, {far} from {}", place(there), figure.id))
    });
    reached.collect()
}

/// A figure in focus: how far it goes, whom it touches, whom it sees near and farther off.
pub(super) fn focus(view: &View, chosen: &Chosen<'_>) -> Vec<String> {
    let figure = chosen.figure;
    let reach = inches(words::allowance(figure).into()); // CCC-5.2
    let mut lines = vec![format!("In focus: {} at {}, reach {reach} inches", figure.id, place(chosen.at))];
    let seen = enemies(view, chosen.side)
        .filter(|(_, there)| sight::is_clear(view, chosen.at, *there))
        .map(|(enemy, there)| (enemy.id, chosen.at.distance(there)));
    let (near, far): (Vec<Seen>, Vec<Seen>) =
        sorted(seen.collect()).into_iter().partition(|(_, distance)| *distance <= NEAR); // CCC-2.4
    let touching: Vec<String> = figure.touching.iter().map(ToString::to_string).collect();
    let told = [
        ("touches: ", touching),
        ("sees within 12 inches: ", near.iter().map(shown).collect()),
        ("sees farther off: ", far.iter().map(shown).collect()),
    ];
    for (head, listed) in told {
        let listed = if listed.is_empty() { vec!["nobody".to_owned()] } else { listed };
        lines.extend(wrapped(&format!("  {head}"), &listed, ", ", "    "));
    }
    lines
}

fn standing(view: &View) -> impl Iterator<Item = (&ViewFigure, Point)> {
    view.figures.iter().filter_map(|figure| Some((figure, figure.at?)))
}

/// The enemies of a side on the table.
fn enemies(view: &View, side: Side) -> impl Iterator<Item = (&ViewFigure, Point)> {
    let hostile: Vec<UnitId> =
        view.units.iter().filter(|unit| unit.side != side).map(|unit| unit.id).collect();
    standing(view).filter(move |(figure, _)| hostile.contains(&figure.unit))
}

/// The nearest first; equals in figure order.
fn sorted(mut seen: Vec<Seen>) -> Vec<Seen> {
    seen.sort_by_key(|(_, distance)| *distance);
    seen
}

fn shown((id, distance): &Seen) -> String {
    format!("{id} {}", inches(*distance))
}

/// As many as a line takes, and how many more there are.
fn on_one_line(head: &str, seen: &[Seen]) -> String {
    let more = |n_told: usize| match seen.len() - n_told {
        0 => String::new(),
        n_more => format!(" and {n_more} more"),
    };
    let told = |n_told: usize| {
        let told: Vec<String> = seen[..n_told].iter().map(shown).collect();
        format!("{head}{}{}", told.join(", "), more(n_told))
    };
    let fits = |n_told: &usize| told(*n_told).chars().count() <= WIDTH;
    told((1..=seen.len()).rev().find(fits).unwrap_or(seen.len()))
}
