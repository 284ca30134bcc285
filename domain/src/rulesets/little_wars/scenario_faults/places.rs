//! The deployment of a scenario: every man and gun has one place, on his strip, clear and spaced (LW-1.9, LW-5.6, LW-5.7).

use std::collections::BTreeMap;

use super::{bad, fault};
use crate::{
    geometry::Point,
    ruleset::{Reject, Setup, SetupFault},
    rulesets::little_wars::{
        command::{Block, GunBlock},
        deployment::members,
        ids::{Arm, FigureId, Figures, GunId, PieceId, Side},
        layout::Layout,
        rules::LW_0_9,
        scenario::{self, DUEL, Options, Scenario},
        state::State,
        words::{Composition, Deployment, GameKind},
    },
};

/// The faults of who stands where.
pub(super) fn faults(scenario: &Scenario) -> Vec<SetupFault> {
    let mut found = Vec::new();
    let mut places: BTreeMap<PieceId, (usize, Point)> = BTreeMap::new();
    for (at, block) in scenario.deployment.iter().enumerate() {
        let pieces = match pieces(scenario, block) {
            Ok(pieces) => pieces,
            Err(detail) => {
                found.push(bad(format!("/deployment/{at}/{}", member(block)), detail));
                continue;
            }
        };
        let mut lost = Vec::new();
        for (piece, place) in pieces {
            match place.filter(|place| scenario.table.holds(*place)) {
                None => lost.push(piece),
                Some(place) if places.contains_key(&piece) => {
                    let pointer = format!("/deployment/{at}/{}", member(block));
                    found.push(bad(
                        pointer,
                        format!("{piece} has a place already, at {} {}", place.x, place.y),
                    ));
                    break;
                }
                Some(place) => {
                    places.insert(piece, (at, place));
                }
            }
        }
        if let Some(piece) = lost.first() {
            let pointer = format!("/deployment/{at}");
            found.push(fault(LW_0_9, "bad-scenario", pointer, format!("{piece} would be off the floor")));
        }
    }
    if found.is_empty() {
        found.extend(missing(scenario, &places));
    }
    if found.is_empty() {
        found.extend(on_the_floor(scenario, &places));
    }
    found
}

fn member(block: &Block) -> &'static str {
    match block {
        Block::Men(_) => "figures",
        Block::Gun(_) => "gun",
    }
}

/// The pieces of a block with their places, or which of them never was.
fn pieces(scenario: &Scenario, block: &Block) -> Result<Vec<(PieceId, Option<Point>)>, String> {
    match block {
        Block::Gun(GunBlock { gun, at }) => {
            let is_one = (1..=scenario.forces.of(gun.origin).guns).contains(&gun.number);
            if is_one { Ok(vec![((*gun).into(), Some(*at))]) } else { Err(format!("there is no gun {gun}")) }
        }
        Block::Men(block) => {
            let men = named(scenario, block.figures)?;
            Ok(men.into_iter().enumerate().map(|(k, id)| (id.into(), block.place(k))).collect())
        }
    }
}

/// The men a word names, all of whom there must be.
pub(in super::super) fn named(scenario: &Scenario, figures: Figures) -> Result<Vec<FigureId>, String> {
    let has = |id: FigureId| id.number <= scenario.forces.of(id.side).of(id.arm);
    let (from, to) = match figures {
        Figures::One(id) => (id, id),
        Figures::Range(from, to) => (from, to),
        Figures::All(..) => return Ok(members(figures, |side| scenario.forces.of(side))),
    };
    if (from.side, from.arm) != (to.side, to.arm) || to.number < from.number {
        return Err(format!("{figures} is no range"));
    }
    match [from, to].into_iter().find(|id| !has(*id)) {
        Some(id) => Err(format!("there is no man {id}")),
        None => Ok(members(figures, |side| scenario.forces.of(side))),
    }
}

/// Every man and gun of a side, in id order.
pub(in super::super) fn all(scenario: &Scenario, side: Side) -> Vec<PieceId> {
    let force = scenario.forces.of(side);
    let men = |arm: Arm| members(Figures::All(side, arm), |side| scenario.forces.of(side));
    let guns = (1..=force.guns).map(|number| PieceId::Gun(GunId { origin: side, number }));
    let men = Arm::ALL.into_iter().flat_map(men).map(PieceId::from);
    let mut all: Vec<PieceId> = men.chain(guns).collect();
    all.sort();
    all
}

fn missing(scenario: &Scenario, places: &BTreeMap<PieceId, (usize, Point)>) -> Option<SetupFault> {
    let all = Side::ALL.into_iter().flat_map(|side| all(scenario, side));
    let without = { all }.find(|piece| !places.contains_key(piece))?;
    Some(bad("/deployment", format!("{without} has no place")))
}

/// On his strip, clear and spaced: as whoever puts down must do it, each side by itself, for the strips are far apart.
fn on_the_floor(scenario: &Scenario, places: &BTreeMap<PieceId, (usize, Point)>) -> Vec<SetupFault> {
    let seats = scenario.seat_plans.get(DUEL).cloned().unwrap_or_default();
    let options = Options {
        composition: Composition::Fixed,
        deployment: Deployment::Fixed,
        game: GameKind::FightToTheFinish,
        ..scenario::options(scenario)
    };
    let state = State::at_start(&Setup { scenario: scenario.clone(), options, seats });
    let mut found = Vec::new();
    for side in Side::ALL {
        let own = places.iter().filter(|(piece, _)| piece.side() == side);
        let mut layout = Layout::default();
        own.clone().for_each(|(piece, (_, at))| layout.put(*piece, *at));
        for (piece, (at, _)) in own {
            if let Err(why) = layout.judge(&state, &[*piece]) {
                let pointer = format!("/deployment/{at}");
                found.push(fault(why.rule(), "bad-scenario", pointer, format!("{piece}: {why}")));
            }
        }
    }
    found.dedup_by(|one, other| one.pointer == other.pointer); // one of a block says it all
    found
}
