//! What a playable scenario must have beyond the shape of its JSON: everything that the rules need (section 10),
//! nothing that is only taste. Also the ranges of options, and seat plans.

use std::collections::BTreeSet;

use super::{
    cell::Cell,
    ground::{Ground, Terrain},
    pieces::{Class, Gait, Side},
    plan_faults::{Plan, plans},
    scenario::{Options, SCHEMA, Scenario},
};
use crate::{ids::Seat, ruleset::SetupFault};

pub(super) fn fault(pointer: impl Into<String>, code: &'static str, detail: impl Into<String>) -> SetupFault {
    SetupFault { pointer: pointer.into(), code, rule: None, detail: detail.into() }
}

/// All faults of a scenario, each with its place.
pub(super) fn faults(scenario: &Scenario) -> Vec<SetupFault> {
    let mut found = Vec::new();
    if scenario.schema != SCHEMA {
        found.push(fault("/schema", "unknown-schema", format!("the schema is not {SCHEMA}")));
    }
    if !is_word(&scenario.id) {
        found.push(fault("/id", "bad-id", "an id is a small letter, then small letters, digits and _"));
    }
    let shape = board_shape(scenario);
    let is_board = shape.is_empty();
    found.extend(shape);
    found.extend(groups(scenario));
    found.extend(figures(scenario));
    found.extend(plans(scenario));
    found.extend(triangles(scenario));
    found.extend(option_faults(&scenario.options));
    if is_board {
        found.extend(on_the_ground(scenario, &Ground::new(scenario, &scenario.options, &[])));
    }
    found
}

/// Whether options are within their ranges.
pub(super) fn option_faults(options: &Options) -> Vec<SetupFault> {
    let within = |name: &str, value: u32, most: u32| {
        (most < value).then(|| fault(format!("/options/{name}"), "out-of-range", format!("0 to {most}")))
    };
    within("round_limit", options.round_limit, 200)
        .into_iter()
        .chain(within("quiet_limit", options.quiet_limit, 50))
        .collect()
}

/// A custom seat plan against the scenario.
pub(super) fn plan_faults(scenario: &Scenario, plan: &[super::scenario::SeatEntry]) -> Vec<SetupFault> {
    Plan { pointer: "/seat_plan".to_owned(), seats: plan }.faults(scenario)
}

/// `[a-z][a-z0-9_]*`
pub(super) fn is_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

fn board_shape(scenario: &Scenario) -> Vec<SetupFault> {
    let board = &scenario.board;
    let mut found = Vec::new();
    if board.cols == 0 || 26 < board.cols {
        found.push(fault("/board/cols", "out-of-range", "a board has 1 to 26 columns"));
    }
    if board.rows == 0 || 99 < board.rows {
        found.push(fault("/board/rows", "out-of-range", "a board has 1 to 99 rows"));
    }
    if board.terrain.len() != usize::from(board.rows) {
        found.push(fault("/board/terrain", "wrong-size", "the terrain has not a line for each row"));
    }
    for (at, row) in board.terrain.iter().enumerate() {
        let pointer = || format!("/board/terrain/{at}");
        if row.chars().count() != usize::from(board.cols) {
            found.push(fault(pointer(), "wrong-size", "the line has not a letter for each column")); // LBH-1.1
        }
        if let Some(letter) = row.chars().find(|letter| Terrain::parse(*letter).is_none()) {
            let detail = format!("{letter:?} is no terrain");
            found.push(fault(pointer(), "unknown-terrain", detail)); // LBH-1.2
        }
    }
    found
}

fn groups(scenario: &Scenario) -> Vec<SetupFault> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for (at, group) in scenario.groups.iter().enumerate() {
        let pointer = format!("/groups/{at}/id");
        if !is_word(&group.id) || Seat::new(&group.id).is_err() {
            found.push(fault(&pointer, "bad-id", format!("{:?} cannot name a group and its seat", group.id)));
        }
        if !seen.insert(&group.id) {
            found.push(fault(&pointer, "duplicate", format!("there are two groups {}", group.id)));
        }
        if !scenario.figures.iter().any(|figure| figure.group == group.id) {
            found.push(fault(format!("/groups/{at}"), "empty-group", format!("{} has no figure", group.id)));
        }
    }
    found
}

fn figures(scenario: &Scenario) -> Vec<SetupFault> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for (at, figure) in scenario.figures.iter().enumerate() {
        let at = |field: &str| format!("/figures/{at}/{field}");
        if figure.class.side() != figure.side {
            let detail = format!("a {} is of the {}", figure.class.as_str(), figure.class.side().name());
            found.push(fault(at("side"), "wrong-side", detail)); // LBH-1.11
        }
        if figure.id.form().is_none_or(|(class, _)| class != figure.class) {
            let detail = format!("the id is {} and a number of 1 to 99", figure.class.prefix());
            found.push(fault(at("id"), "bad-id", detail));
        }
        if !seen.insert(&figure.id) {
            found.push(fault(at("id"), "duplicate", format!("there are two figures {}", figure.id)));
        }
        let group = scenario.groups.iter().find(|group| group.id == figure.group);
        if group.is_none_or(|group| group.side != figure.side) {
            let detail = format!("the side has no group {:?}", figure.group);
            found.push(fault(at("group"), "unknown-group", detail));
        }
    }
    let count = |class| scenario.figures.iter().filter(|figure| figure.class == class).count();
    if count(Class::General) != 1 {
        found.push(fault("/figures", "general-wanted", "the Long Knives need one general"));
    }
    if count(Class::Chief) == 0 {
        found.push(fault("/figures", "chief-wanted", "the Plains Nations need a chief"));
    }
    found
}

/// Every piece has a triangle of its own, and there are no others.
fn triangles(scenario: &Scenario) -> Vec<SetupFault> {
    let starts = |which: &dyn Fn(Class) -> bool| {
        let some = scenario.figures.iter().filter(|figure| which(figure.class));
        some.map(|figure| figure.start).collect::<Vec<Cell>>()
    };
    let mut blue = starts(&|class| class.side() == Side::LongKnives);
    blue.push(scenario.flag.start); // LBH-2.1
    let red = starts(&|class| class.side() == Side::PlainsNations); // LBH-2.2
    let horse = starts(&|class| class.gait() == Gait::Mounted);
    let given = &scenario.triangles;
    [("blue", &given.blue, blue), ("red", &given.red, red), ("horse", &given.horse, horse)]
        .into_iter()
        .filter(|(_, given, wanted)| sorted(given) != sorted(wanted))
        .map(|(name, _, _)| {
            let detail = format!("the {name} triangles are not the starts of the pieces they are for");
            fault(format!("/triangles/{name}"), "wrong-triangles", detail) // LBH-1.8
        })
        .collect()
}

fn sorted(cells: &[Cell]) -> Vec<Cell> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

fn on_the_ground(scenario: &Scenario, ground: &Ground) -> Vec<SetupFault> {
    let mut found = Vec::new();
    let exits = &scenario.board.exits;
    let mut taken = BTreeSet::new();
    let flag = ("/flag/start".to_owned(), Gait::Foot, scenario.flag.start);
    let figures = scenario
        .figures
        .iter()
        .enumerate()
        .map(|(at, figure)| (format!("/figures/{at}/start"), figure.class.gait(), figure.start));
    for (pointer, gait, start) in std::iter::once(flag).chain(figures) {
        if !ground.admits(gait, start) {
            found.push(fault(&pointer, "forbidden-start", format!("the piece cannot stand on {start}"))); // LBH-1.3
        }
        if exits.contains(&start) {
            found.push(fault(&pointer, "starts-on-exit", format!("{start} is an exit")));
        }
        if !taken.insert(start) {
            found.push(fault(&pointer, "duplicate", format!("two pieces start on {start}"))); // LBH-2.1
        }
    }
    if exits.len() != 2 || exits.first() == exits.last() {
        found.push(fault("/board/exits", "two-exits", "a board has two exits")); // LBH-1.9
    }
    let reached = on_foot_from(ground, scenario.flag.start);
    for (at, exit) in exits.iter().enumerate().filter(|(_, exit)| !reached.contains(*exit)) {
        let detail = format!("nobody on foot gets from the flag to {exit}");
        found.push(fault(format!("/board/exits/{at}"), "unreachable-exit", detail));
    }
    found.extend(leaks(ground));
    found
}

fn on_foot_from(ground: &Ground, start: Cell) -> BTreeSet<Cell> {
    let mut reached = BTreeSet::from([start]);
    let mut todo = vec![start];
    while let Some(cell) = todo.pop() {
        let fresh = ground.neighbours(cell).filter(|to| ground.admits(Gait::Foot, *to));
        for to in fresh {
            if reached.insert(to) {
                todo.push(to);
            }
        }
    }
    reached
}

/// Where the river could be crossed between two of its cells that touch at a corner only.
fn leaks(ground: &Ground) -> Vec<SetupFault> {
    let wet = |cell: Option<Cell>| cell.and_then(|cell| ground.terrain(cell)).is_some_and(Terrain::is_wet);
    let river = |cell: Cell| ground.terrain(cell) == Some(Terrain::River);
    let mut found = Vec::new();
    for cell in ground.cells() {
        for east in [-1, 1] {
            let Some(corner) = cell.offset((east, 1)) else { continue };
            let is_river = wet(Some(cell)) && wet(Some(corner)) && (river(cell) || river(corner));
            if is_river && !wet(cell.offset((east, 0))) && !wet(cell.offset((0, 1))) {
                let detail = format!("the river can be crossed between {cell} and {corner}");
                found.push(fault(format!("/board/terrain/{}", cell.row), "river-leaks", detail)); // LBH-1.7
            }
        }
    }
    found
}
