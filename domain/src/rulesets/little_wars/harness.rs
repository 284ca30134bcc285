//! Positions set up by hand, for tests: a `setup` of the vectors (see their `note`).

use std::{collections::BTreeMap, num::NonZeroU32};

use serde::Deserialize;
use serde_json::Value;

use super::{
    LittleWars,
    command::{Block, MenBlock},
    event::PerSide,
    ids::{Arm, FigureId, Figures, GunId, Pieces, Side},
    scenario::{
        Force, Forces, Lines, Options, Players, Scenario, ScenarioOptions, SeatEntry, SideNames, TableSize,
        Terrain,
    },
    state::{Phase, RetreatClock, State},
    words::{GunStatus, Line, Role, Status},
};
use crate::{
    geometry::{Direction, Point, Vector},
    ids::Seat,
    ruleset::{Ruleset, Setup},
};

/// A position as the vectors write one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    #[serde(default = "floor")]
    table: TableSize,
    #[serde(default)]
    country: Vec<Terrain>,
    #[serde(default)]
    options: serde_json::Map<String, Value>,
    figures: BTreeMap<FigureId, Point>,
    #[serde(default)]
    status: BTreeMap<FigureId, PlacedStatus>,
    #[serde(default)]
    guns: BTreeMap<GunId, PlacedGun>,
    #[serde(default)]
    seats: Vec<PlainSeat>,
    #[serde(default = "both_have_moved_twice")]
    ply: u32,
    original: Option<BTreeMap<Side, u32>>,
    full_minutes: Option<BTreeMap<Side, u32>>,
    #[serde(default)]
    idle: u32,
    #[serde(default)]
    quiet: u32,
    retreat: Option<PlacedRetreat>,
    roles: Option<BTreeMap<Side, Role>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlacedStatus {
    status: Status,
    captor: Option<Side>,
    escort: Option<FigureId>,
    freed_at: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlacedGun {
    at: Point,
    face: Option<Direction>,
    holder: Option<Side>,
    #[serde(default)]
    status: Option<GunStatus>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainSeat {
    seat: Seat,
    side: Side,
    #[serde(default)]
    general: bool,
    #[serde(default)]
    figures: Vec<Pieces>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlacedRetreat {
    side: Side,
    left: u32,
}

fn floor() -> TableSize {
    TableSize { width: 9600, height: 7200 }
}

fn both_have_moved_twice() -> u32 {
    4
}

fn seat(name: &str) -> Seat {
    Seat::new(name).expect("a seat")
}

/// Sets a position up; gives it with its seats, in their order.
///
/// # Errors
/// What is wrong with its JSON.
pub fn position(json: &Value) -> Result<(State, Vec<Seat>), String> {
    let position = Position::deserialize(json).map_err(|error| error.to_string())?;
    let setup = setup(&position)?;
    let seats = setup.seats.iter().map(|entry| entry.seat.clone()).collect();
    let mut state = LittleWars::initial(&setup);
    put_down(&mut state, &position);
    let mover = if position.ply % 2 == 0 { Side::Red } else { Side::Blue };
    state.first_player = Some(Side::Red);
    state.ply = position.ply;
    for side in Side::ALL {
        let made = if side == Side::Red { position.ply.div_ceil(2) } else { position.ply / 2 };
        let listed = position.figures.keys().filter(|id| id.side == side).count();
        let own = state.sides.side_mut(side);
        own.moves_made = made;
        own.original = u32::try_from(listed).expect("few");
        if let Some(role) = position.roles.as_ref().and_then(|roles| roles.get(&side)) {
            own.role = *role;
        }
        if let Some(original) = position.original.as_ref().and_then(|all| all.get(&side)) {
            own.original = *original;
        }
    }
    for side in Side::ALL {
        let (men, guns) = *state.strength().side(side);
        let given = position.full_minutes.as_ref().and_then(|all| all.get(&side)).copied();
        let reckoned = u32::try_from(men.div_ceil(30) + guns).expect("few").max(1);
        state.sides.side_mut(side).full_minutes = given.unwrap_or(reckoned);
    }
    (state.idle_moves, state.quiet_moves) = (position.idle, position.quiet);
    state.retreat = position
        .retreat
        .as_ref()
        .map(|retreat| RetreatClock { side: retreat.side, moves_left: retreat.left });
    state.phase = Phase::Move;
    super::evolve::begin_move(&mut state, mover);
    state.sides.side_mut(mover).minutes = super::pace::at_beginning(&state, mover).minutes;
    Ok((state, seats))
}

fn setup(position: &Position) -> Result<Setup<LittleWars>, String> {
    let mut options = serde_json::json!({"draw_below": 0, "gunnery": "steady"});
    let all = options.as_object_mut().expect("an object");
    position.options.iter().for_each(|(name, value)| {
        all.insert(name.clone(), value.clone());
    });
    let chosen: ScenarioOptions = serde_json::from_value(options).map_err(|error| error.to_string())?;
    let plain = |side: Side| SeatEntry {
        seat: seat(side.as_str()),
        side,
        name: side.as_str().to_owned(),
        general: false,
        figures: Vec::new(),
    };
    let seats: Vec<SeatEntry> = match position.seats.as_slice() {
        [] => Side::ALL.map(plain).to_vec(),
        seats => seats
            .iter()
            .map(|entry| SeatEntry {
                seat: entry.seat.clone(),
                side: entry.side,
                name: entry.seat.as_str().to_owned(),
                general: entry.general,
                figures: entry.figures.clone(),
            })
            .collect(),
    };
    let scenario = Scenario {
        format: 1,
        ruleset: LittleWars::ID.to_owned(),
        id: "position".to_owned(),
        title: "A position".to_owned(),
        summary: String::new(),
        players: Players { min: 2, max: 8 },
        table: position.table,
        lines: Lines { north: 600, south: 6600 },
        options: chosen,
        sides: Side::ALL
            .map(|id| SideNames {
                id,
                name: id.as_str().to_owned(),
                line: if id == Side::Red { Line::North } else { Line::South },
            })
            .to_vec(),
        default_seat_plan: "duel".to_owned(),
        seat_plans: BTreeMap::from([("duel".to_owned(), seats.clone())]),
        forces: Forces { red: Force::default(), blue: Force::default() },
        r#box: None,
        agreed: Some(true),
        country: position.country.clone(),
        deployment: vec![Block::Men(MenBlock {
            figures: Figures::All(Side::Red, Arm::Infantry),
            at: Point::new(0, 0),
            step: Vector { x: 0, y: 0 },
            per_row: NonZeroU32::MIN,
            row: None,
        })],
    };
    let options: Options = LittleWars::options(&scenario);
    Ok(Setup { scenario, options, seats })
}

/// Men and guns stand where the position says.
fn put_down(state: &mut State, position: &Position) {
    let most = |side: Side, arm: Arm| {
        let own = position.figures.keys().filter(|id| (id.side, id.arm) == (side, arm));
        own.map(|id| id.number).max().unwrap_or(0)
    };
    for side in Side::ALL {
        let guns = position.guns.keys().filter(|id| id.origin == side).map(|id| id.number).max().unwrap_or(0);
        let force = Force { infantry: most(side, Arm::Infantry), cavalry: most(side, Arm::Cavalry), guns };
        state.muster(side, force);
    }
    state.figures.retain(|figure| position.figures.contains_key(&figure.id));
    state.guns.retain(|gun| position.guns.contains_key(&gun.id));
    for figure in &mut state.figures {
        figure.at = position.figures[&figure.id];
        figure.start = figure.at;
        figure.status = Status::Armed;
        if let Some(placed) = position.status.get(&figure.id) {
            figure.status = placed.status;
            (figure.captor, figure.escort) = (placed.captor, placed.escort);
            figure.freed_at = placed.freed_at;
        }
    }
    let first_seat = PerSide::of(|side| {
        state.house.seats.iter().position(|entry| entry.side == side).expect("every side has a seat")
    });
    for gun in &mut state.guns {
        let placed = &position.guns[&gun.id];
        gun.waiting = false;
        gun.holder = placed.holder.unwrap_or(gun.id.origin);
        if gun.holder != gun.id.origin {
            gun.seat = *first_seat.side(gun.holder);
        }
        (gun.at, gun.start) = (placed.at, placed.at);
        gun.face = placed.face.unwrap_or(gun.face);
        gun.start_face = gun.face;
        gun.status = placed.status.unwrap_or(GunStatus::OnField);
    }
}
