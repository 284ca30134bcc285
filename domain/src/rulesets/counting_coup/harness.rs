//! Positions set up by hand, for tests: a `setup` of the vectors.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::{
    command::{Loss, Tie, WhenAttacked},
    event::GuidonLoss,
    ground::Ground,
    ids::{FigureId, UnitId},
    phase::Phase,
    scenario::{
        Entry, Hill, Options, RandomDeployment, Role, Scenario, ScenarioFigure, SeatEntry, Side, TableSize,
        Unit, Weapon,
    },
    state::{Guidon, Place, State},
};
use crate::{geometry::Point, ids::Seat};

/// A position as the vectors write one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    table: TableSize,
    hills: Vec<PlainHill>,
    options: Value,
    units: Vec<PlacedUnit>,
    seats: Option<Vec<PlainSeat>>,
    round: u32,
    /// Null before the start.
    phase: Option<Phase>,
    random_deployment: Option<RandomDeployment>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainHill {
    id: String,
    lobes: Vec<super::scenario::Lobe>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainSeat {
    seat: Seat,
    units: Vec<UnitId>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlacedUnit {
    id: UnitId,
    side: Side,
    custer: Option<bool>,
    entry: Option<Entry>,
    figures: Vec<PlacedFigure>,
    #[serde(default)]
    honor: u32,
    #[serde(default)]
    coups: u32,
    #[serde(default)]
    guidon_points: u32,
    #[serde(default)]
    melee_wins: u32,
    #[serde(default)]
    hits_taken: u32,
    #[serde(default)]
    casualty_order: Vec<Loss>,
    #[serde(default)]
    casualty_tie: Tie,
    #[serde(default)]
    coup_when_attacked: WhenAttacked,
    guidon_fallen: Option<Point>,
    guidon_lost: Option<(u32, Phase)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlacedFigure {
    id: FigureId,
    role: Role,
    weapon: Weapon,
    mounted: bool,
    #[serde(default)]
    bearer: bool,
    at: Option<Point>,
    status: Option<String>,
    returns: Option<u32>,
    #[serde(default)]
    hits: u8,
    #[serde(default)]
    couped: Vec<FigureId>,
    #[serde(default)]
    moved: bool,
    #[serde(default)]
    acted: bool,
    #[serde(default)]
    fought: bool,
}

impl PlacedFigure {
    fn place(&self) -> Result<Place, String> {
        match (self.status.as_deref(), self.at, self.returns) {
            (None | Some("table"), Some(at), _) => Ok(Place::Table(at)),
            (Some("waiting"), _, Some(round)) => Ok(Place::Waiting(round)),
            (Some("gone"), _, _) | (None, None, None) => Ok(Place::Gone),
            (status, at, _) => Err(format!("{}: {status:?} at {at:?}", self.id)),
        }
    }
}

/// Sets a position up; gives it with its seats, in their order.
///
/// # Errors
/// What is wrong with its JSON.
pub fn position(json: &Value) -> Result<(State, Vec<Seat>), String> {
    let position = Position::deserialize(json).map_err(|error| error.to_string())?;
    let seats = seats(&position)?;
    let ground = Ground::new(&scenario(&position)?, &options(&position)?, &seats);
    let mut state = State::at_start(Arc::new(ground));
    (state.round, state.phase) = (position.round, position.phase.unwrap_or(Phase::CavalryMove));
    for unit in &position.units {
        place_unit(&mut state, unit)?;
    }
    let mut losses: Vec<(u32, Phase, UnitId)> = position
        .units
        .iter()
        .filter_map(|unit| unit.guidon_lost.map(|(round, phase)| (round, phase, unit.id)))
        .collect();
    losses.sort();
    for (round, phase, id) in losses {
        state.guidons_lost += 1;
        let unit_idx = state.ground().unit_idx(id).ok_or("no such unit")?;
        state.units[unit_idx].guidon = Some(Guidon::Captured(None));
        state.units[unit_idx].guidon_lost = Some(GuidonLoss { round, phase, order: state.guidons_lost });
    }
    Ok((state, seats.into_iter().map(|entry| entry.seat).collect()))
}

fn place_unit(state: &mut State, unit: &PlacedUnit) -> Result<(), String> {
    let unit_idx = state.ground().unit_idx(unit.id).ok_or("no such unit")?;
    let own = &mut state.units[unit_idx];
    (own.honor, own.coups, own.melee_wins) = (unit.honor, unit.coups, unit.melee_wins);
    (own.guidon_points, own.hits_taken) = (unit.guidon_points, unit.hits_taken);
    own.casualty_order.clone_from(&unit.casualty_order);
    (own.casualty_tie, own.coup_when_attacked) = (unit.casualty_tie, unit.coup_when_attacked);
    if let Some(at) = unit.guidon_fallen {
        own.guidon = Some(Guidon::Fallen(at));
    }
    for placed in &unit.figures {
        let figure_idx = state.ground().figure_idx(placed.id).ok_or("no such figure")?;
        let figure = &mut state.figures[figure_idx];
        figure.place = placed.place()?;
        (figure.hits, figure.couped) = (placed.hits, placed.couped.clone());
        (figure.moved, figure.acted, figure.fought) = (placed.moved, placed.acted, placed.fought);
    }
    Ok(())
}

fn seats(position: &Position) -> Result<Vec<SeatEntry>, String> {
    let side_of = |id: UnitId| position.units.iter().find(|unit| unit.id == id).map(|unit| unit.side);
    let entry = |seat: &Seat, units: &[UnitId]| {
        let side = units.first().and_then(|id| side_of(*id)).ok_or("a seat without a unit")?;
        Ok(SeatEntry { seat: seat.clone(), side, name: seat.to_string(), units: units.to_vec() })
    };
    match &position.seats {
        Some(named) => named.iter().map(|plain| entry(&plain.seat, &plain.units)).collect(),
        None => position
            .units
            .iter()
            .map(|unit| {
                let seat = Seat::new(&unit.id.as_str().to_lowercase()).map_err(|error| error.to_string())?;
                entry(&seat, &[unit.id])
            })
            .collect(),
    }
}

fn options(position: &Position) -> Result<Options, String> {
    let mut options = position.options.clone();
    options["units"] = position.units.iter().map(|unit| unit.id.to_string()).collect();
    Options::deserialize(options).map_err(|error| error.to_string())
}

fn scenario(position: &Position) -> Result<Scenario, String> {
    let (_, json) = super::table::SCENARIOS.first().ok_or("no scenario")?;
    let mut scenario: Scenario = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let hill =
        |hill: &PlainHill| Hill { id: hill.id.clone(), name: hill.id.clone(), lobes: hill.lobes.clone() };
    scenario.hills = position.hills.iter().map(hill).collect();
    scenario.table = position.table;
    scenario.random_deployment.clone_from(&position.random_deployment);
    scenario.units = position.units.iter().map(unit).collect();
    Ok(scenario)
}

fn unit(unit: &PlacedUnit) -> Unit {
    let figure = |figure: &PlacedFigure| ScenarioFigure {
        id: figure.id,
        name: None,
        role: figure.role,
        weapon: figure.weapon,
        mounted: figure.mounted,
        bearer: figure.bearer,
        at: figure.at,
        enters: figure.returns,
    };
    Unit {
        id: unit.id,
        side: unit.side,
        name: unit.id.to_string(),
        custer: unit.custer,
        entry: unit.entry,
        figures: unit.figures.iter().map(figure).collect(),
    }
}
