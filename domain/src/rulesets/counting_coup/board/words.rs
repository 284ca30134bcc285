//! What the picture says in words: its title, what is going on, and what there is to know about a unit or a figure.

use super::super::{
    event::Cause,
    ids::{FigureId, UnitId},
    notation::inches,
    scenario::{Role, Side, Weapon},
    tell::{place, victory, why_over},
    view::{View, ViewFigure, ViewGravestone, ViewGuidon, ViewResult, ViewStatus, ViewUnit},
};
use crate::geometry::Point;

/// Letters of a name that are shown where there is little room.
const SHORT: usize = 28;
/// Letters of the names of all who are waited for; where there are more, their seats' ids stand for them.
const NAMES: usize = 130;

/// Round and phase; at the end, the result.
pub(super) fn title(view: &View) -> String {
    let game = "Counting Coup on Custer";
    match (&view.result, view.phase.running(), view.round) {
        (Some(result), _, round) => {
            let why = why_over(result.reason);
            format!("{game}, round {round}: {}, {why}", victory(result.side_result))
        }
        (None, _, 0) | (None, None, _) => format!("{game}, before the first round"),
        (None, Some(phase), round) => format!("{game}, round {round}: {}", phase.in_words()),
    }
}

/// Who is waited for, and how the guidons stand; at the end, who is first.
pub(super) fn status(view: &View) -> String {
    let first = match &view.result {
        Some(result) => Some(winners(view, result)),
        None => waiting(view),
    };
    first.into_iter().chain(guidons(view)).collect::<Vec<_>>().join(" ")
}

/// Who is waited for.
pub(super) fn waiting(view: &View) -> Option<String> {
    let awaited = || view.seats.iter().filter(|entry| view.to_act.contains(&entry.seat));
    let named = awaited().map(|entry| {
        let due: Vec<&str> = due(view, &entry.units).map(UnitId::as_str).collect();
        match entry.units.as_slice() {
            [] | [_] => entry.name.clone(),
            [_, _, ..] => format!("{} ({})", entry.name, due.join(", ")),
        }
    });
    let mut names: String = named.collect::<Vec<_>>().join(", ");
    if NAMES < names.chars().count() {
        names = awaited().map(|entry| entry.seat.as_str()).collect::<Vec<_>>().join(", ");
    }
    (!names.is_empty()).then(|| format!("To act: {names}."))
}

/// Those of these units that are still to act.
fn due<'a>(view: &'a View, units: &'a [UnitId]) -> impl Iterator<Item = &'a UnitId> {
    units.iter().filter(|unit| view.must_act.contains(unit))
}

fn winners(view: &View, result: &ViewResult) -> String {
    let name = |id: UnitId| {
        let unit = view.units.iter().find(|unit| unit.id == id);
        unit.map_or_else(|| id.to_string(), |unit| unit.name.clone())
    };
    let bands: Vec<String> =
        result.nations_ranking.iter().filter(|own| own.rank == 1).map(|own| name(own.unit)).collect();
    let companies: Vec<String> =
        result.cavalry_ranking.iter().filter(|own| own.rank == 1).map(|own| name(own.unit)).collect();
    format!(
        "First of the Plains Nations: {}. First of the 7th Cavalry: {}.",
        bands.join(", "),
        companies.join(", ")
    )
}

fn guidons(view: &View) -> Option<String> {
    let n_guidons = view.units.iter().filter(|unit| unit.guidon.is_some()).count();
    (0 < n_guidons).then(|| format!("Guidons lost: {} of {n_guidons}.", view.guidons_lost))
}

/// For whoever cannot see the picture.
pub(super) fn description(view: &View) -> String {
    let size = |hundredths: i32| inches(hundredths.into()).trim_end_matches(".00").to_owned();
    let hills = match view.hills.len() {
        1 => "1 hill".to_owned(),
        n_hills => format!("{n_hills} hills"),
    };
    let strengths = Side::ALL.map(|side| side_strength(view, side)).join("; ");
    let table =
        format!("A table of {} by {} inches with {hills}.", size(view.table.width), size(view.table.height));
    format!("{table} {} {strengths}.", status(view))
}

fn side_strength(view: &View, side: Side) -> String {
    let units = || view.units.iter().filter(|unit| unit.side == side);
    let left: u32 = units().map(|unit| unit.figures_left).sum();
    let waiting: u32 = units().map(|unit| unit.waiting).sum();
    let figures = match left {
        1 => format!("{}: 1 figure on the table", side.name()),
        left => format!("{}: {left} figures on the table", side.name()),
    };
    match waiting {
        0 => figures,
        some => format!("{figures}, {some} waiting to come on"),
    }
}

/// How many of a unit there are.
pub(super) fn strength(unit: &ViewUnit) -> String {
    let waiting = match unit.waiting {
        0 => String::new(),
        some => format!(", {some} waiting"),
    };
    let retired = if unit.retired { ", retired" } else { "" };
    format!("{}{waiting}{retired}", unit.figures_left)
}

/// Where a unit's guidon is.
pub(super) fn guidon(unit: &ViewUnit) -> Option<String> {
    let lost = match unit.guidon_lost {
        Some(loss) => format!(", lost in round {}", loss.round),
        None => String::new(),
    };
    let state = match unit.guidon? {
        ViewGuidon::Carried { by } => format!("guidon carried by {by}"),
        ViewGuidon::Fallen { at } => format!("guidon fallen at {}", place(at)),
        ViewGuidon::Captured { by_figure: Some(by), .. } => format!("guidon captured by {by}"),
        ViewGuidon::Captured { by_figure: None, .. } => "guidon captured".to_owned(),
    };
    Some(format!("{state}{lost}"))
}

/// A name, cut where it is long.
pub(super) fn shortened(name: &str) -> String {
    match name.chars().count() <= SHORT {
        true => name.to_owned(),
        false => format!("{}…", name.chars().take(SHORT - 1).collect::<String>()),
    }
}

/// How far a figure gets in one move.
pub(super) fn allowance(figure: &ViewFigure) -> i32 {
    if figure.mounted { 1200 } else { 600 } // CCC-5.2
}

/// A figure in a line, for whoever points at it.
pub(super) fn figure(figure: &ViewFigure) -> String {
    let name = figure.name.iter().map(|name| format!(", {name}"));
    let at = match (figure.status, figure.at) {
        (ViewStatus::Table, Some(at)) => format!(" at {}", place(at)),
        (ViewStatus::Table, None) | (ViewStatus::Waiting | ViewStatus::Gone, _) => String::new(),
    };
    let what = what(figure).join(", ");
    format!("{}{}{at}: {what}", figure.id, name.collect::<String>())
}

/// What a figure is, carries and has done.
pub(super) fn what(figure: &ViewFigure) -> Vec<String> {
    let role = figure.role.as_str();
    let armed = match (figure.role, figure.weapon) {
        (Role::Officer | Role::Trooper, Weapon::Carbine) => role.to_owned(),
        (Role::Officer | Role::Trooper | Role::Chief | Role::Warrior, weapon) => match weapon {
            Weapon::None => format!("{role} without bow or rifle"),
            Weapon::Carbine | Weapon::Rifle | Weapon::Bow => format!("{role} with a {}", weapon.as_str()),
        },
    };
    let signs = [
        (figure.mounted, "mounted"),
        (figure.bearer, "bears the guidon"),
        (figure.hits == 1, "hit once"),
        (figure.moved, "moved"),
        (figure.acted, "acted"),
        (figure.fought, "fought"),
    ];
    let signs = signs.into_iter().filter_map(|(shown, word)| shown.then_some(word)).map(str::to_owned);
    let listed = |verb: &str, ids: &[FigureId]| {
        let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
        (!ids.is_empty()).then(|| format!("{verb} {}", ids.join(" ")))
    };
    let couped = listed("has counted coup on", &figure.couped);
    let touching = listed("touches", &figure.touching);
    std::iter::once(armed).chain(signs).chain(couped).chain(touching).collect()
}

/// Who fell here, when and by what.
pub(super) fn gravestone(stone: &ViewGravestone) -> String {
    let cause = match stone.cause {
        Cause::Shot => "shot",
        Cause::Melee | Cause::CoupFailed => "beaten",
    };
    format!("{} fell here in round {}, in {}: {cause}", stone.figure, stone.round, stone.phase.in_words())
}

/// Whom a figure sees, and how far off.
pub(super) fn aim(from: Point, enemy: &ViewFigure, there: Point) -> String {
    format!("{} at {} inches", enemy.id, inches(from.distance(there))) // CCC-2.3
}
