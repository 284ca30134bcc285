//! Whether everything of a scenario has its place: on the table, and not on something else.

use super::bad;
use crate::{
    geometry::Point,
    ruleset::SetupFault,
    rulesets::counting_coup::{
        ground::APART,
        scenario::{Edge, Entry, RandomDeployment, Scenario, Side, TableSize, entry_slots},
    },
};

const TABLE_SIDE: std::ops::RangeInclusive<i32> = 300..=12_000;
const LOBE_RADIUS: std::ops::RangeInclusive<i32> = 50..=2000;
const DIRECTIONS: usize = 12;

/// The faults of the table and of all that stands on it.
pub(super) fn faults(scenario: &Scenario) -> Vec<SetupFault> {
    let mut found = Vec::new();
    for (member, length) in [("width", scenario.table.width), ("height", scenario.table.height)] {
        if !TABLE_SIDE.contains(&length) {
            let detail = format!("a table has sides of {} to {}", TABLE_SIDE.start(), TABLE_SIDE.end());
            found.push(bad(format!("/table/{member}"), detail));
        }
    }
    // Without a table nothing has a place.
    if found.is_empty() {
        found.extend(lobes(scenario));
        found.extend(entries(scenario));
        found.extend(standing(scenario));
        found
            .extend(scenario.random_deployment.iter().flat_map(|random| random_deployment(scenario, random)));
    }
    found
}

fn lobes(scenario: &Scenario) -> Vec<SetupFault> {
    let inside = |at: i32, r: i32, length: i32| {
        let (at, r) = (i64::from(at), i64::from(r));
        r <= at && at + r <= i64::from(length)
    };
    let TableSize { width, height } = scenario.table;
    let mut found = Vec::new();
    for (hill_at, hill) in scenario.hills.iter().enumerate() {
        for (at, lobe) in hill.lobes.iter().enumerate() {
            let pointer = format!("/hills/{hill_at}/lobes/{at}");
            if !LOBE_RADIUS.contains(&lobe.r) {
                let detail =
                    format!("a lobe has a radius of {} to {}", LOBE_RADIUS.start(), LOBE_RADIUS.end());
                found.push(bad(pointer + "/r", detail));
            } else if !inside(lobe.x, lobe.r, width) || !inside(lobe.y, lobe.r, height) {
                found.push(bad(pointer, "the lobe reaches beyond the table")); // CCC-2.6
            }
        }
    }
    found
}

fn entries(scenario: &Scenario) -> Vec<SetupFault> {
    let table = &scenario.table;
    let mut found = Vec::new();
    for (at, unit) in scenario.units.iter().enumerate() {
        let Some(entry) = &unit.entry else { continue };
        let is_open = is_on_its_edge(entry, table) && entry_slots(entry, table).next().is_some(); // CCC-3.6
        if !is_open {
            let detail = "the marker is not on its edge, or nobody could come on by it";
            found.push(bad(format!("/units/{at}/entry/at"), detail)); // CCC-3.5
        }
    }
    found
}

fn is_on_its_edge(Entry { edge, at }: &Entry, table: &TableSize) -> bool {
    let (width, height) = (0..=table.width, 0..=table.height);
    match edge {
        Edge::North => width.contains(&at.x) && at.y == 0,
        Edge::East => at.x == table.width && height.contains(&at.y),
        Edge::South => width.contains(&at.x) && at.y == table.height,
        Edge::West => at.x == 0 && height.contains(&at.y),
    }
}

fn are_apart(a: Point, b: Point) -> bool {
    APART * APART <= a.distance_squared(b) // CCC-2.2
}

/// The figures that start on the table, as the file has them.
fn standing(scenario: &Scenario) -> Vec<SetupFault> {
    let mut found = Vec::new();
    let mut placed: Vec<Point> = Vec::new();
    for (unit_at, unit) in scenario.units.iter().enumerate() {
        for (at, figure) in unit.figures.iter().enumerate() {
            let Some(place) = figure.at else { continue };
            let pointer = format!("/units/{unit_at}/figures/{at}/at");
            match scenario.table.place(place.x.into(), place.y.into()) {
                None => found.push(bad(pointer, "a figure stands 50 or more from every edge")), // CCC-2.2
                Some(place) => {
                    if placed.iter().any(|other| !are_apart(*other, place)) {
                        found.push(bad(pointer, "two figures stand 100 or more from each other")); // CCC-2.2
                    }
                    placed.push(place);
                }
            }
        }
    }
    found
}

fn random_deployment(scenario: &Scenario, random: &RandomDeployment) -> Vec<SetupFault> {
    let at = |member: &str| format!("/random_deployment{member}");
    let mut found = Vec::new();
    if DIRECTIONS < random.units.len() {
        return vec![bad(at("/units"), "there are 12 directions, each for one unit")]; // CCC-3.4
    }
    if random.ring.len() != DIRECTIONS {
        found.push(bad(at("/ring"), "the ring has a point for each of 12 directions")); // CCC-3.4
    }
    if random.formation.is_empty() {
        found.push(bad(at("/formation"), "a formation has one place at least"));
    }
    for (place, id) in random.units.iter().enumerate() {
        let pointer = at(&format!("/units/{place}"));
        match scenario.unit(*id) {
            None => found.push(bad(pointer, format!("there is no unit {id}"))),
            Some(unit) if unit.side != Side::Cavalry => {
                found.push(bad(pointer, format!("{id} is no unit of the {}", Side::Cavalry.name()))); // CCC-3.4
            }
            Some(_) if random.units[..place].contains(id) => {
                found.push(bad(pointer, format!("{id} is named twice")));
            }
            Some(unit) if random.formation.len() < unit.figures.len() => {
                let detail = format!("the formation has not a place for each figure of {id}");
                found.push(bad(at("/formation"), detail)); // CCC-3.4
            }
            Some(_) => {}
        }
    }
    // Only what is whole can be tried out.
    if found.is_empty() {
        found.extend(directions(scenario, random));
    }
    found
}

/// Every direction, tried with the largest unit; and every two directions, with the two largest.
fn directions(scenario: &Scenario, random: &RandomDeployment) -> Vec<SetupFault> {
    let (by_lot, by_file): (Vec<_>, Vec<_>) =
        scenario.units.iter().partition(|unit| random.units.contains(&unit.id));
    let fixed: Vec<Point> = by_file.iter().flat_map(|unit| &unit.figures).filter_map(|one| one.at).collect();
    let mut sizes: Vec<usize> = by_lot.iter().map(|unit| unit.figures.len()).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let largest = sizes.first().copied().unwrap_or(0);
    let second = sizes.get(1).copied().unwrap_or(0);

    let clear = |a: &[Point], b: &[Point]| a.iter().all(|a| b.iter().all(|b| are_apart(*a, *b)));
    let mut found = Vec::new();
    let mut tried: Vec<Vec<Point>> = Vec::new();
    for direction in 0..DIRECTIONS {
        let mut wrong = |detail| found.push(bad(format!("/random_deployment/ring/{direction}"), detail));
        let places = (0..largest).filter_map(|figure| random.place(direction, figure));
        let block: Vec<Point> =
            places.filter_map(|at| scenario.table.place(at.x.into(), at.y.into())).collect();
        if block.len() < largest {
            wrong("this way a figure would stand less than 50 from an edge"); // CCC-2.2
            continue;
        }
        let is_crowded = (1..largest).any(|figure| !clear(&block[..figure], &block[figure..=figure]));
        let is_mixed =
            tried.iter().any(|other| !clear(&block, &other[..second]) || !clear(&block[..second], other));
        if is_crowded || is_mixed || !clear(&block, &fixed) {
            wrong("this way two figures would stand less than 100 from each other"); // CCC-2.2
        }
        tried.push(block);
    }
    found
}
