//! A unit in lines: whose it is and how it stands, then its figures on the table with their places in inches; those of whom
//! the same is to be said stand together.

use super::{
    super::{
        command::{Tie, WhenAttacked},
        phase::Phase,
        scenario::Side,
        tell::{losses, place, tie_in_words},
        view::{View, ViewFigure, ViewStatus, ViewUnit},
    },
    words,
};

/// The longest line, as long as no single word is longer.
const WIDTH: usize = 100;

/// The unit and its figures.
pub(super) fn unit(view: &View, unit: &ViewUnit) -> Vec<String> {
    let own = || view.figures.iter().filter(|figure| figure.unit == unit.id);
    let gone = own().filter(|figure| figure.status == ViewStatus::Gone).map(|_| 1).sum();
    let head = format!("{} ({}, seat {}): ", unit.name, unit.id, unit.seat.as_str());
    let mut lines = wrapped(&head, &standing(unit, gone), "; ", "  ");
    let mut groups: Vec<(String, Vec<&ViewFigure>)> = Vec::new();
    for figure in own().filter(|figure| figure.at.is_some()) {
        let what = what(figure);
        match groups.iter_mut().find(|(other, _)| *other == what) {
            Some((_, group)) => group.push(figure),
            None => groups.push((what, vec![figure])),
        }
    }
    for (what, figures) in groups {
        let places: Vec<String> = figures.iter().filter_map(|figure| at(figure)).collect();
        lines.extend(match places.as_slice() {
            [one] => wrapped(&format!("  {one} "), &[what], "", "    "),
            several => wrapped(&format!("  {what}: "), several, "  ", "    "),
        });
    }
    lines
}

/// What there is to say about a unit as a whole.
fn standing(unit: &ViewUnit, gone: u32) -> Vec<String> {
    let parts = [(unit.waiting, "waiting"), (gone, "gone")];
    let others = parts.into_iter().filter(|(n_figures, _)| 0 < *n_figures);
    let others = others.map(|(n_figures, what)| format!(", {n_figures} {what}")).collect::<String>();
    let figures = format!("{} on the table{others}", unit.figures_left);
    let score = match unit.side {
        Side::Cavalry => words::guidon(unit),
        Side::Nations => Some(format!(
            "honor {}, coups {}, guidons {}, fights won {}, hits taken {}",
            unit.honor, unit.coups, unit.guidons, unit.melee_wins, unit.hits_taken
        )),
    };
    let casualties = match (unit.casualty_order.as_slice(), unit.casualty_tie) {
        ([], Tie::Farthest) => None,
        ([], Tie::Nearest) => Some("casualties: the nearest among equals".to_owned()),
        (order, tie) => Some(format!("casualties: {}, {} among equals", losses(order), tie_in_words(tie))),
    };
    let coups = match unit.coup_when_attacked {
        WhenAttacked::Never => None,
        WhenAttacked::Always => Some("an attacked chief tries to count coup".to_owned()),
    };
    let done = unit.done.iter().copied().map(Phase::in_words).collect::<Vec<_>>().join(", ");
    let done = (!done.is_empty()).then(|| format!("done with {done}"));
    let retired = unit.retired.then(|| "retired".to_owned());
    let parts = [Some(figures), retired, score, casualties, coups, done];
    parts.into_iter().flatten().collect()
}

fn at(figure: &ViewFigure) -> Option<String> {
    Some(format!("{} {}", figure.id, place(figure.at?)))
}

fn what(figure: &ViewFigure) -> String {
    let what = figure.name.iter().cloned().chain(words::what(figure));
    what.collect::<Vec<_>>().join(", ")
}

/// Parts behind each other, on as many lines as they need.
pub(super) fn wrapped(head: &str, parts: &[String], between: &str, indent: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = head.to_owned();
    let n_parts = parts.len();
    for (nth, part) in parts.iter().enumerate() {
        let is_last = nth + 1 == n_parts;
        let part = if is_last { part.clone() } else { format!("{part}{between}") };
        if line.trim() != "" && line != head && WIDTH < line.chars().count() + part.trim_end().chars().count()
        {
            lines.push(line.trim_end().to_owned());
            line = indent.to_owned();
        }
        line.push_str(&part);
    }
    lines.push(line.trim_end().to_owned());
    lines
}
