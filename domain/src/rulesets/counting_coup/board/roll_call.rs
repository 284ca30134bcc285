//! A unit in lines: whose it is and how it stands, then its figures on the table with their places in inches; those of whom
//! the same is to be said stand together.

use std::collections::BTreeSet;

use super::{
    super::{
        command::{Tie, WhenAttacked},
        event::Event,
        ids::FigureId,
        phase::Phase,
        scenario::Side,
        tell::{losses, place, tie_in_words},
        view::{View, ViewFigure, ViewStatus, ViewUnit},
    },
    words,
};

/// The longest line, as long as no single word is longer.
pub(super) const WIDTH: usize = 100;

/// Who has done what since the looker last acted. The signs are those of the orders.
#[derive(Default)]
pub(super) struct Deeds {
    moved: BTreeSet<FigureId>,
    shot: BTreeSet<FigureId>,
    fought: BTreeSet<FigureId>,
}

impl Deeds {
    /// Of these events.
    pub(super) fn of(lately: &[Event]) -> Deeds {
        let mut deeds = Deeds::default();
        for event in lately {
            match event {
                Event::FigureMoved { figure, .. } => {
                    deeds.moved.insert(*figure);
                }
                Event::VolleyFired { shots, .. } => deeds.shot.extend(shots.iter().map(|shot| shot.figure)),
                Event::MeleeFought { attacker, defender, .. } => {
                    deeds.fought.extend([*attacker, *defender]);
                }
                Event::DirectionRolled { .. }
                | Event::FigurePlaced { .. }
                | Event::EntryDelayed { .. }
                | Event::RoundStarted { .. }
                | Event::RoundEnded { .. }
                | Event::PhaseStarted { .. }
                | Event::PhaseEnded { .. }
                | Event::FigureRemoved { .. }
                | Event::HitWasted { .. }
                | Event::CoupCounted { .. }
                | Event::HonorAwarded { .. }
                | Event::ChiefUnhorsed { .. }
                | Event::GravestonePlaced { .. }
                | Event::GuidonPassed { .. }
                | Event::GuidonFallen { .. }
                | Event::GuidonRecovered { .. }
                | Event::GuidonCaptured { .. }
                | Event::GuidonLost { .. }
                | Event::CasualtyOrderSet { .. }
                | Event::CoupOrderSet { .. }
                | Event::UnitDone { .. }
                | Event::UnitResumed { .. }
                | Event::UnitRetired { .. }
                | Event::GameEnded { .. } => {}
            }
        }
        deeds
    }

    /// How to read the signs, if there are any.
    pub(super) fn key(&self) -> Option<String> {
        let is_idle = self.moved.is_empty() && self.shot.is_empty() && self.fought.is_empty();
        (!is_idle).then(|| "Behind an id, lately: > has moved, @ has shot, x has fought.".to_owned())
    }

    /// What stands behind a figure's id.
    fn signs(&self, id: FigureId) -> String {
        let signs = [(&self.moved, '>'), (&self.shot, '@'), (&self.fought, 'x')];
        signs.into_iter().filter_map(|(who, sign)| who.contains(&id).then_some(sign)).collect()
    }
}

/// The unit and its figures.
pub(super) fn unit(view: &View, unit: &ViewUnit, deeds: &Deeds) -> Vec<String> {
    let own = || view.figures.iter().filter(|figure| figure.unit == unit.id);
    let gone = own().filter(|figure| figure.status == ViewStatus::Gone).map(|_| 1).sum();
    let head = format!("{} ({}, seat {}): ", unit.name, unit.id, unit.seat.as_str());
    let mut lines = wrapped(&head, &standing(view, unit, gone), "; ", "  ");
    let mut groups: Vec<(String, Vec<&ViewFigure>)> = Vec::new();
    for figure in own().filter(|figure| figure.at.is_some()) {
        let what = what(figure);
        match groups.iter_mut().find(|(other, _)| *other == what) {
            Some((_, group)) => group.push(figure),
            None => groups.push((what, vec![figure])),
        }
    }
    for (what, figures) in groups {
        let places: Vec<String> = figures.iter().filter_map(|figure| at(figure, deeds)).collect();
        lines.extend(match places.as_slice() {
            [one] => {
                let parts: Vec<String> = what.split(", ").map(str::to_owned).collect();
                wrapped(&format!("  {one} "), &parts, ", ", "    ")
            }
            several => wrapped(&format!("  {what}: "), several, "  ", "    "),
        });
    }
    lines
}

/// What there is to say about a unit as a whole.
fn standing(view: &View, unit: &ViewUnit, gone: u32) -> Vec<String> {
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
    let lasts = |phase: &Phase| view.phase.running().is_some_and(|now| now <= *phase);
    let done = unit.done.iter().copied().filter(lasts).map(Phase::in_words).collect::<Vec<_>>().join(", ");
    let done = (!done.is_empty()).then(|| format!("done with {done}"));
    let retired = unit.retired.then(|| "retired".to_owned());
    let parts = [Some(figures), retired, score, casualties, coups, done];
    parts.into_iter().flatten().collect()
}

fn at(figure: &ViewFigure, deeds: &Deeds) -> Option<String> {
    Some(format!("{}{} {}", figure.id, deeds.signs(figure.id), place(figure.at?)))
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
