//! Seat plans: every unit belongs to one seat of its own side, and both sides have a seat (CCC-1.2).

use std::collections::{BTreeMap, BTreeSet};

use super::{
    ids::UnitId,
    scenario::{DUEL, Scenario, SeatEntry, Side, UNITS},
    scenario_faults::{MOST, bad, fault, is_word, name_fault},
};
use crate::{rule::RuleId, ruleset::SetupFault};

const SEATS: RuleId = RuleId("CCC-1.2");
const MOST_SEATS: usize = 64;
const LONGEST_NAME: usize = 40;

/// The faults of a custom seat plan against its scenario; 50 at most. Each unit in play needs a seat; units that stay away
/// may be given to one or not (CCC-1.7).
pub(super) fn plan_faults(scenario: &Scenario, in_play: &[UnitId], plan: &[SeatEntry]) -> Vec<SetupFault> {
    let plan = Plan { pointer: "/seat_plan".to_owned(), seats: plan, in_play };
    let mut found = plan.faults(scenario);
    found.truncate(MOST);
    found
}

/// The faults of a scenario's own plans.
pub(super) fn plans(scenario: &Scenario) -> Vec<SetupFault> {
    let mut found = Vec::new();
    if scenario.default_seat_plan != UNITS {
        found.push(bad("/default_seat_plan", format!("the default seat plan is {UNITS}"))); // CCC-1.2
    }
    for wanted in [UNITS, DUEL] {
        if !scenario.seat_plans.contains_key(wanted) {
            found.push(bad("/seat_plans", format!("there is no plan {wanted}"))); // CCC-1.2
        }
    }
    let all: Vec<UnitId> = scenario.units.iter().map(|unit| unit.id).collect();
    for (name, seats) in &scenario.seat_plans {
        let pointer = format!("/seat_plans/{}", name.replace('~', "~0").replace('/', "~1"));
        if !is_word(name, LONGEST_NAME) {
            let detail = "a plan's name is a small letter, then small letters, digits and _, at most 40";
            found.push(bad(&pointer, detail));
        }
        let plan = Plan { pointer, seats, in_play: &all };
        found.extend(plan.faults(scenario).into_iter().map(|told| bad(told.pointer, told.detail)));
        match name.as_str() {
            UNITS => found.extend(plan.is_by_unit()),
            DUEL => found.extend(plan.is_by_side()),
            _ => {}
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
    /// The units that must have a seat.
    in_play: &'a [UnitId],
}

impl Plan<'_> {
    /// What is wrong with it in itself.
    fn faults(&self, scenario: &Scenario) -> Vec<SetupFault> {
        if MOST_SEATS < self.seats.len() {
            let detail = format!("a plan has at most {MOST_SEATS} seats");
            return vec![self.fault("", "too-many-seats", detail)];
        }
        let mut found = self.seat_faults();
        found.extend(self.unit_faults(scenario));
        for side in Side::ALL {
            if !self.seats.iter().any(|entry| entry.side == side) {
                let detail = format!("the {} have no seat", side.name());
                found.push(self.fault("", "side-without-seat", detail)); // CCC-1.2
            }
        }
        found
    }

    fn fault(&self, place: &str, code: &'static str, detail: impl Into<String>) -> SetupFault {
        fault(SEATS, code, format!("{}{place}", self.pointer), detail)
    }

    fn seat_faults(&self) -> Vec<SetupFault> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        for (at, entry) in self.seats.iter().enumerate() {
            if !seen.insert(&entry.seat) {
                let detail = format!("there are two seats {}", entry.seat);
                found.push(self.fault(&format!("/{at}/seat"), "duplicate", detail));
            }
            found.extend(
                name_fault(&entry.name).map(|detail| self.fault(&format!("/{at}/name"), "bad-name", detail)),
            );
            if entry.units.is_empty() {
                let detail = "a seat commands one unit at least";
                found.push(self.fault(&format!("/{at}/units"), "seat-without-unit", detail)); // CCC-1.2
            }
        }
        found
    }

    fn unit_faults(&self, scenario: &Scenario) -> Vec<SetupFault> {
        let sides: BTreeMap<UnitId, Side> = scenario.units.iter().map(|unit| (unit.id, unit.side)).collect();
        let mut found = Vec::new();
        let mut given = BTreeSet::new();
        for (at, entry) in self.seats.iter().enumerate() {
            for (unit_at, id) in entry.units.iter().enumerate() {
                let place = format!("/{at}/units/{unit_at}");
                match sides.get(id) {
                    None => found.push(self.fault(&place, "unknown-unit", format!("there is no unit {id}"))),
                    Some(side) if *side != entry.side => {
                        found.push(self.fault(&place, "wrong-side", format!("{id} is of the other side"))); // CCC-1.2
                    }
                    Some(_) => {}
                }
                if !given.insert(*id) {
                    found.push(self.fault(&place, "duplicate", format!("{id} is given to a seat twice"))); // CCC-1.2
                }
            }
        }
        for id in self.in_play.iter().filter(|id| !given.contains(id)) {
            found.push(self.fault("", "unit-without-seat", format!("{id} has no seat"))); // CCC-1.2
        }
        found
    }

    fn is_by_unit(&self) -> Vec<SetupFault> {
        let mut found = Vec::new();
        for (at, entry) in self.seats.iter().enumerate() {
            let is_its_units = match entry.units.as_slice() {
                [unit] => *entry.seat == unit.as_str().to_ascii_lowercase(),
                _ => false,
            };
            if !is_its_units {
                let detail = format!("in {UNITS} a seat commands one unit and has its id in small letters");
                found.push(bad(format!("{}/{at}", self.pointer), detail)); // CCC-1.2
            }
        }
        found
    }

    fn is_by_side(&self) -> Option<SetupFault> {
        let is_duel = self.seats.len() == Side::ALL.len();
        (!is_duel).then(|| bad(self.pointer.clone(), format!("{DUEL} has a seat for each side"))) // CCC-1.2
    }
}
