//! What does not change in a game: the table with its hills, the units and their figures, who commands whom, the options.

use std::ops::Range;

use super::{
    bounds::Bounds,
    ids::{FigureId, UnitId},
    scenario::{
        self, Deployment, Edition, Entry, Hill, Options, RandomDeployment, Role, Scenario, SeatEntry,
        ShootingTable, Side, TableSize, Weapon,
    },
};
use crate::{
    geometry::{Point, Segment},
    ids::Seat,
};

/// Radius of a figure, foot or mounted.
pub(crate) const RADIUS: i32 = 50; // CCC-2.2
/// The least distance of two figures' centres.
pub(crate) const APART: i64 = 100; // CCC-2.2
/// The greatest distance of two centres in contact.
pub(crate) const CONTACT: i64 = 110; // CCC-2.5
/// The near band of shooting.
pub(crate) const NEAR: i64 = 1200; // CCC-2.4
/// How far a falling bearer's comrade may be to take the guidon over.
pub(crate) const AT_HAND: i64 = 600; // CCC-10.3

/// What does not change.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Ground {
    pub(crate) table: TableSize,
    pub(crate) hills: Vec<Hill>,
    /// Of the hills, in their order.
    bounds: Vec<Bounds>,
    pub(crate) units: Vec<GroundUnit>,
    pub(crate) figures: Vec<GroundFigure>,
    pub(crate) seats: Vec<SeatEntry>,
    pub(crate) options: Options,
    pub(crate) random: Option<RandomDeployment>,
}

/// A unit, as the scenario has it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GroundUnit {
    pub(crate) id: UnitId,
    pub(crate) side: Side,
    pub(crate) name: String,
    pub(crate) custers: bool,
    pub(crate) seat_idx: usize,
    pub(crate) entry: Option<Entry>,
    /// Where its figures come in, in the order in which places are tried.
    pub(crate) slots: Vec<Point>,
    /// Its figures.
    pub(crate) figures: Range<usize>,
}

/// A figure, as the scenario has it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GroundFigure {
    pub(crate) id: FigureId,
    pub(crate) unit_idx: usize,
    pub(crate) side: Side,
    pub(crate) name: Option<String>,
    pub(crate) role: Role,
    pub(crate) weapon: Weapon,
    pub(crate) mounted: bool,
    pub(crate) bearer: bool,
    pub(crate) at: Option<Point>,
    pub(crate) enters: Option<u32>,
}

impl GroundFigure {
    /// Whether it may shoot at all.
    pub(crate) fn shoots(&self) -> bool {
        match self.role {
            Role::Officer | Role::Trooper | Role::Chief => true, // CCC-6.2
            Role::Warrior => self.is_armed(),
        }
    }

    /// Whether it has a bow or a firearm.
    pub(crate) fn is_armed(&self) -> bool {
        match self.weapon {
            Weapon::Carbine | Weapon::Rifle | Weapon::Bow => true,
            Weapon::None => false,
        }
    }

    /// Whether it is an officer or a chief.
    pub(crate) fn leads(&self) -> bool {
        match self.role {
            Role::Officer | Role::Chief => true,
            Role::Trooper | Role::Warrior => false,
        }
    }

    /// Whether it is a chief.
    pub(crate) fn is_chief(&self) -> bool {
        match self.role {
            Role::Chief => true,
            Role::Officer | Role::Trooper | Role::Warrior => false,
        }
    }
}

impl Ground {
    /// The ground of a game: the units that the options name, in the scenario's order.
    pub(crate) fn new(scenario: &Scenario, options: &Options, seats: &[SeatEntry]) -> Ground {
        let mut units = Vec::new();
        let mut figures = Vec::new();
        for unit in scenario.units.iter().filter(|unit| options.units.contains(&unit.id)) {
            let unit_idx = units.len();
            let first = figures.len();
            figures.extend(unit.figures.iter().map(|figure| GroundFigure {
                id: figure.id,
                unit_idx,
                side: unit.side,
                name: figure.name.clone(),
                role: figure.role,
                weapon: figure.weapon,
                mounted: figure.mounted,
                bearer: figure.bearer,
                at: figure.at,
                enters: figure.enters,
            }));
            let commands = |entry: &SeatEntry| entry.units.contains(&unit.id);
            units.push(GroundUnit {
                id: unit.id,
                side: unit.side,
                name: unit.name.clone(),
                custers: unit.is_custers(),
                seat_idx: seats.iter().position(commands).unwrap_or(0), // CCC-1.2: a plan gives each unit to a seat
                entry: unit.entry,
                slots: unit
                    .entry
                    .iter()
                    .flat_map(|entry| scenario::entry_slots(entry, &scenario.table))
                    .collect(),
                figures: first..figures.len(),
            });
        }
        Ground {
            table: scenario.table,
            hills: scenario.hills.clone(),
            bounds: scenario.hills.iter().map(Bounds::of).collect(),
            units,
            figures,
            seats: seats.to_vec(),
            options: options.clone(),
            random: match options.deployment {
                Deployment::Random => scenario.random_deployment.clone(), // CCC-3.4
                Deployment::Fixed => None,
            },
        }
    }

    /// The place of a unit in the order of units.
    pub(crate) fn unit_idx(&self, id: UnitId) -> Option<usize> {
        self.units.iter().position(|unit| unit.id == id)
    }

    /// The place of a figure in the order of figures.
    pub(crate) fn figure_idx(&self, id: FigureId) -> Option<usize> {
        let unit = &self.units[self.unit_idx(id.unit)?];
        self.figures[unit.figures.clone()]
            .iter()
            .position(|figure| figure.id == id)
            .map(|at| unit.figures.start + at)
    }

    /// The place of a seat in the plan.
    pub(crate) fn seat_idx(&self, seat: &Seat) -> Option<usize> {
        self.seats.iter().position(|entry| entry.seat == *seat)
    }

    /// The units that a seat commands, in the order of units.
    pub(crate) fn commanded(&self, seat_idx: usize) -> impl Iterator<Item = usize> + '_ {
        self.units.iter().enumerate().filter(move |(_, unit)| unit.seat_idx == seat_idx).map(|(idx, _)| idx)
    }

    /// Whether a figure may stand here: half an inch or more from every edge.
    pub(crate) fn has(&self, point: Point) -> bool {
        let inside = |value: i32, size: i32| RADIUS <= value && value <= size.saturating_sub(RADIUS);
        inside(point.x, self.table.width) && inside(point.y, self.table.height) // CCC-2.1 CCC-5.7
    }

    /// Whether one point is seen from another: hills alone hide, figures never do.
    pub(crate) fn sees(&self, from: Point, to: Point) -> bool {
        let line = Segment { from, to };
        let mut hills = self.bounds.iter().zip(&self.hills);
        !hills.any(|(bounds, hill)| bounds.is_crossed(line) && hill.hides(line)) // CCC-6.4 CCC-6.5
    }

    /// Whether shots go by the table that version 2 prints.
    pub(crate) fn near_shots_are_better(&self) -> bool {
        match (self.options.edition, self.options.shooting_table) {
            (Edition::V2, ShootingTable::AsPrinted | ShootingTable::Corrected)
            | (Edition::V1, ShootingTable::Corrected) => true,
            (Edition::V1, ShootingTable::AsPrinted) => false, // CCC-1.5
        }
    }

    /// Whether fights and guidons earn honor.
    pub(crate) fn fights_earn_honor(&self) -> bool {
        match self.options.edition {
            Edition::V2 => true,
            Edition::V1 => false, // CCC-11.5
        }
    }

    /// Whether each side has one seat.
    pub(crate) fn is_duel(&self) -> bool {
        Side::ALL.iter().all(|side| self.seats.iter().filter(|entry| entry.side == *side).count() == 1)
    }
}
