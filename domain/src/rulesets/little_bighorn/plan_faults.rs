//! Seat plans: every group belongs to one seat of its own side, and both sides have a seat (LBH-15.1).

use std::collections::BTreeSet;

use super::{
    pieces::Side,
    scenario::{DUEL, GROUPS, Scenario, SeatEntry},
    scenario_faults::{fault, is_word},
};
use crate::ruleset::SetupFault;

/// A seat plan and where it stands.
pub(super) struct Plan<'a> {
    /// Its JSON pointer.
    pub(super) pointer: String,
    /// Its entries.
    pub(super) seats: &'a [SeatEntry],
}

impl Plan<'_> {
    /// What is wrong with it in itself.
    pub(super) fn faults(&self, scenario: &Scenario) -> Vec<SetupFault> {
        let mut found = self.seat_faults();
        found.extend(self.group_faults(scenario));
        for side in Side::ALL {
            if !self.seats.iter().any(|seat| seat.side == side) {
                found.push(fault(
                    &self.pointer,
                    "side-without-seat",
                    format!("the {} have no seat", side.name()),
                ));
            }
        }
        found
    }

    fn seat_faults(&self) -> Vec<SetupFault> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        for (at, entry) in self.seats.iter().enumerate() {
            let at = |field: &str| format!("{}/{at}/{field}", self.pointer);
            if !seen.insert(&entry.seat) {
                found.push(fault(at("seat"), "duplicate", format!("there are two seats {}", entry.seat)));
            }
            let letters = entry.name.chars().count();
            if letters == 0 || 64 < letters {
                found.push(fault(at("name"), "bad-name", "a seat's name has 1 to 64 letters"));
            }
            if entry.groups.is_empty() {
                found.push(fault(at("groups"), "seat-without-group", "a seat commands one group at least"));
            }
        }
        found
    }

    fn group_faults(&self, scenario: &Scenario) -> Vec<SetupFault> {
        let mut found = Vec::new();
        let mut given = BTreeSet::new();
        for (at, entry) in self.seats.iter().enumerate() {
            for (group_at, id) in entry.groups.iter().enumerate() {
                let pointer = format!("{}/{at}/groups/{group_at}", self.pointer);
                match scenario.groups.iter().find(|group| group.id == *id) {
                    None => found.push(fault(&pointer, "unknown-group", format!("there is no group {id:?}"))),
                    Some(group) if group.side != entry.side => {
                        found.push(fault(&pointer, "wrong-side", format!("{id} is of the other side")));
                    }
                    Some(_) => {}
                }
                if !given.insert(id) {
                    found.push(fault(&pointer, "duplicate", format!("{id} has two seats")));
                }
            }
        }
        for group in scenario.groups.iter().filter(|group| !given.contains(&group.id)) {
            found.push(fault(&self.pointer, "group-without-seat", format!("{} has no seat", group.id)));
        }
        found
    }
}

/// The faults of a scenario's own plans.
pub(super) fn plans(scenario: &Scenario) -> Vec<SetupFault> {
    let plans = match (&scenario.seat_plans, &scenario.default_seat_plan) {
        (None, None) => return Vec::new(),
        (Some(_), None) => {
            return vec![fault("/seat_plans", "default-wanted", "default_seat_plan is missing")];
        }
        (None, Some(_)) => return vec![fault("/default_seat_plan", "plans-wanted", "seat_plans is missing")],
        (Some(plans), Some(default)) if !plans.contains_key(default) => {
            return vec![fault(
                "/default_seat_plan",
                "unknown-plan",
                format!("there is no plan {default:?}"),
            )];
        }
        (Some(plans), Some(_)) => plans,
    };
    let mut found = Vec::new();
    for (name, seats) in plans {
        let pointer = format!("/seat_plans/{}", name.replace('~', "~0").replace('/', "~1"));
        if !is_word(name) {
            found.push(fault(&pointer, "bad-id", format!("{name:?} cannot name a seat plan")));
        }
        found.extend(Plan { pointer, seats }.faults(scenario));
    }
    let names = |plan: &[SeatEntry]| plan.iter().map(|entry| entry.seat.to_string()).collect::<Vec<_>>();
    let mut duel = plans.get(DUEL).map_or(Vec::new(), |plan| names(plan));
    duel.sort_unstable();
    if duel != Side::ALL.map(Side::as_str) {
        found.push(fault("/seat_plans/duel", "plan-wanted", "duel has one seat per side, named like it"));
    }
    let groups = plans.get(GROUPS).map_or(Vec::new(), |plan| names(plan));
    if !groups.iter().eq(scenario.groups.iter().map(|group| &group.id)) {
        let detail = "groups has one seat per group, named like it, in their order";
        found.push(fault("/seat_plans/groups", "plan-wanted", detail));
    }
    found
}
