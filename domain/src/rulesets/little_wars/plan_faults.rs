//! Seat plans: every man and gun belongs to one seat of his own side, and both sides have a seat (LW-11.1, LW-11.2).

use std::collections::BTreeSet;

use super::{
    ids::{GunId, PieceId, Pieces, Side},
    rules::LW_11_1,
    scenario::{DUEL, Options, Scenario, SeatEntry},
    scenario_faults::{MOST, NO_WORD, all, bad, fault, is_word, name_fault, named},
};
use crate::ruleset::SetupFault;

const MOST_SEATS: usize = 64;

/// The faults of a custom seat plan against its scenario; 50 at most. Where forces are picked, what the plan gives to whom has
/// no meaning but for the order of the seats (LW-10.2); it must be a right plan all the same.
pub(super) fn plan_faults(scenario: &Scenario, _: &Options, plan: &[SeatEntry]) -> Vec<SetupFault> {
    let mut found = Plan { pointer: "/seat_plan".to_owned(), seats: plan }.faults(scenario);
    found.truncate(MOST);
    found
}

/// The faults of a scenario's own plans.
pub(super) fn plans(scenario: &Scenario) -> Vec<SetupFault> {
    let mut found = Vec::new();
    if scenario.default_seat_plan != DUEL {
        found.push(bad("/default_seat_plan", format!("the default seat plan is {DUEL}")));
    }
    if !scenario.seat_plans.contains_key(DUEL) {
        found.push(bad("/seat_plans", format!("there is no plan {DUEL}")));
    }
    for (name, seats) in &scenario.seat_plans {
        let pointer = format!("/seat_plans/{}", name.replace('~', "~0").replace('/', "~1"));
        if !is_word(name) {
            found.push(bad(&pointer, NO_WORD));
        }
        let plan = Plan { pointer: pointer.clone(), seats };
        let own = plan.faults(scenario).into_iter();
        found.extend(own.map(|told| SetupFault { code: "bad-scenario", ..told }));
        if name == DUEL && !plan.is_by_side() {
            found.push(bad(pointer, format!("{DUEL} has a seat for each side, named like it")));
        }
    }
    found
}

/// A seat plan and where it stands.
struct Plan<'a> {
    /// Its JSON pointer.
    pointer: String,
    /// Its entries.
    seats: &'a [SeatEntry],
}

impl Plan<'_> {
    fn faults(&self, scenario: &Scenario) -> Vec<SetupFault> {
        if MOST_SEATS < self.seats.len() {
            let detail = format!("a plan has at most {MOST_SEATS} seats");
            return vec![self.fault("", "too-many-seats", detail)];
        }
        let mut found = self.seat_faults();
        found.extend(self.piece_faults(scenario));
        for side in Side::ALL {
            let seats = self.seats.iter().filter(|entry| entry.side == side);
            if { seats }.clone().next().is_none() {
                let detail = format!("the {} side has no seat", side.as_str());
                found.push(self.fault("", "side-without-seat", detail));
            }
        }
        found
    }

    fn fault(&self, place: &str, code: &'static str, detail: impl Into<String>) -> SetupFault {
        fault(LW_11_1, code, format!("{}{place}", self.pointer), detail)
    }

    fn seat_faults(&self) -> Vec<SetupFault> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        let mut generals = BTreeSet::new();
        for (at, entry) in self.seats.iter().enumerate() {
            if !seen.insert(&entry.seat) {
                let detail = format!("there are two seats {}", entry.seat);
                found.push(self.fault(&format!("/{at}/seat"), "duplicate", detail));
            }
            found.extend(
                name_fault(&entry.name).map(|detail| self.fault(&format!("/{at}/name"), "bad-name", detail)),
            );
            if entry.figures.is_empty() && !entry.general {
                let detail = "only a general may have neither men nor guns";
                found.push(self.fault(&format!("/{at}/figures"), "seat-without-figures", detail));
            }
            if entry.general && !generals.insert(entry.side) {
                let detail = "a side has one general at most";
                found.push(self.fault(&format!("/{at}/general"), "duplicate", detail));
            }
        }
        found
    }

    fn piece_faults(&self, scenario: &Scenario) -> Vec<SetupFault> {
        let mut found = Vec::new();
        let mut given: BTreeSet<PieceId> = BTreeSet::new();
        for (at, entry) in self.seats.iter().enumerate() {
            for (piece_at, word) in entry.figures.iter().enumerate() {
                let place = format!("/{at}/figures/{piece_at}");
                match pieces(scenario, *word) {
                    Err(detail) => found.push(self.fault(&place, "unknown-figure", detail)),
                    Ok(pieces) if side_of(*word) != entry.side => {
                        let detail = format!("{word} ({} in all) is of the other side", pieces.len());
                        found.push(self.fault(&place, "wrong-side", detail));
                    }
                    Ok(pieces) => {
                        let twice: Vec<PieceId> =
                            pieces.into_iter().filter(|piece| !given.insert(*piece)).collect();
                        if let Some(piece) = twice.first() {
                            let detail = format!("{piece} is given to a seat twice");
                            found.push(self.fault(&place, "duplicate", detail));
                        }
                    }
                }
            }
        }
        for side in Side::ALL {
            if let Some(piece) = all(scenario, side).into_iter().find(|piece| !given.contains(piece)) {
                found.push(self.fault("", "figure-without-seat", format!("{piece} has no seat")));
            }
        }
        found
    }

    fn is_by_side(&self) -> bool {
        let named = |side: Side| {
            let mut seats = self.seats.iter().filter(|entry| entry.side == side);
            seats.next().is_some_and(|entry| *entry.seat == *side.as_str()) && seats.next().is_none()
        };
        Side::ALL.into_iter().all(named)
    }
}

fn side_of(word: Pieces) -> Side {
    use super::ids::Figures;
    match word {
        Pieces::Figures(Figures::One(id) | Figures::Range(id, _)) => id.side,
        Pieces::Figures(Figures::All(side, _)) | Pieces::AllGuns(side) => side,
        Pieces::Gun(id) | Pieces::Guns(id, _) => id.origin,
    }
}

/// What a word of a plan names, all of which there must be.
fn pieces(scenario: &Scenario, word: Pieces) -> Result<Vec<PieceId>, String> {
    let guns = |from: GunId, to: GunId| {
        if from.origin != to.origin || to.number < from.number {
            return Err(format!("{word} is no range"));
        }
        match [from, to].into_iter().find(|gun| scenario.forces.of(gun.origin).guns < gun.number) {
            Some(gun) => Err(format!("there is no gun {gun}")),
            None => Ok((from.number..=to.number).map(|number| GunId { number, ..from }.into()).collect()),
        }
    };
    match word {
        Pieces::Figures(figures) => Ok(named(scenario, figures)?.into_iter().map(PieceId::from).collect()),
        Pieces::Gun(gun) => guns(gun, gun),
        Pieces::Guns(from, to) => guns(from, to),
        Pieces::AllGuns(origin) => {
            let numbers = 1..=scenario.forces.of(origin).guns;
            Ok(numbers.map(|number| GunId { origin, number }.into()).collect())
        }
    }
}
