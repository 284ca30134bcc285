//! Positions set up by hand, for tests: a `setup` of the vectors, with the board itself in the place of its name.

use std::{collections::BTreeMap, sync::Arc};

use serde::Deserialize;
use serde_json::Value;

use super::{
    LittleBighorn,
    cell::Cell,
    command::{Advance, Phase, Push, ReplyTo, ReplyWhen},
    event::{Reason, Victor},
    ground::Ground,
    pieces::{Class, FigureId, Gait, Side},
    scenario::{
        Board, Deployment, FigureEntry, FlagBearers, FlagStart, Group, Options, SCHEMA, Scenario, SeatEntry,
        Triangles,
    },
    state::{End, StandingOrders, State},
};
use crate::{ids::Seat, ruleset::Setup};

/// A position as the vectors write one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    board: PlainBoard,
    round: u32,
    mover: Side,
    phase: Phase,
    flag: Option<Cell>,
    figures: BTreeMap<FigureId, PlacedFigure>,
    /// Roster order, where it is not by class and number.
    roster: Option<Vec<FigureId>>,
    #[serde(default)]
    seats: Value,
    #[serde(default)]
    options: GivenOptions,
    deploying: Option<Side>,
    #[serde(default)]
    ended: Vec<Seat>,
    #[serde(default)]
    flag_moved: bool,
    quiet: Option<bool>,
    #[serde(default)]
    quiet_rounds: u32,
    result: Option<(Victor, Reason)>,
}

#[derive(Deserialize)]
struct PlainBoard {
    cols: u8,
    rows: u8,
    terrain: Vec<String>,
    exits: Vec<Cell>,
    flag: Cell,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlacedFigure {
    cell: Option<Cell>,
    #[serde(default)]
    moved: bool,
    #[serde(default)]
    shots_used: u8,
    #[serde(default)]
    replied: bool,
    #[serde(default)]
    reply: ReplyWhen,
    #[serde(default)]
    reply_to: Vec<ReplyTo>,
    #[serde(default)]
    push: Push,
    #[serde(default)]
    advance: Advance,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct GivenOptions {
    deployment: Option<Deployment>,
    round_limit: Option<u32>,
    quiet_limit: Option<u32>,
    flag_bearers: Option<FlagBearers>,
    unanswered_cover: Option<bool>,
}

/// Sets a position up.
///
/// # Errors
/// What is wrong with its JSON.
pub fn position(json: &Value) -> Result<State, String> {
    let position = Position::deserialize(json).map_err(|error| error.to_string())?;
    let setup = setup_of(&position)?;
    let ground = Ground::new(&setup.scenario, &setup.options, &setup.seats);
    let mut state = State::at_start(Arc::new(ground));
    for (id, placed) in &position.figures {
        let figure_idx = state.find(id).ok_or_else(|| format!("{id} is not in the roster"))?;
        let figure = &mut state.figures[figure_idx];
        figure.cell = placed.cell;
        figure.moved = placed.moved;
        figure.shots_used = placed.shots_used;
        figure.replied = placed.replied;
        figure.standing = Arc::new(StandingOrders {
            reply: placed.reply,
            reply_to: placed.reply_to.clone(),
            push: placed.push.clone(),
            advance: placed.advance,
        });
    }
    for seat in &position.ended {
        let seat_idx = state.ground().seat_idx(seat).ok_or_else(|| format!("no seat {seat}"))?;
        state.ended[seat_idx] = true;
    }
    state.round = position.round;
    state.mover = position.mover;
    state.phase = position.phase;
    state.deploying = position.deploying;
    state.flag_moved = position.flag_moved;
    state.quiet = position.quiet.unwrap_or(true);
    state.quiet_rounds = position.quiet_rounds;
    state.result = position.result.map(|(result, reason)| End { result, reason });
    Ok(state)
}

/// The setup a position stands on: its triangles are the starts of its pieces.
///
/// # Errors
/// What is wrong with its JSON.
pub fn setup(json: &Value) -> Result<Setup<LittleBighorn>, String> {
    setup_of(&Position::deserialize(json).map_err(|error| error.to_string())?)
}

fn setup_of(position: &Position) -> Result<Setup<LittleBighorn>, String> {
    let flag = position.flag.unwrap_or(position.board.flag);
    let seats = seats(position)?;
    let figures = roster(position)?
        .into_iter()
        .map(|(id, class)| {
            let seat = seats.iter().find(|(_, figures)| figures.contains(&id));
            let (entry, _) = seat.ok_or_else(|| format!("nobody commands {id}"))?;
            let start = position.figures.get(&id).and_then(|placed| placed.cell).unwrap_or(flag);
            Ok(FigureEntry {
                side: class.side(),
                class,
                group: entry.seat.to_string(),
                name: id.to_string(),
                start,
                id,
            })
        })
        .collect::<Result<Vec<_>, String>>()?;
    let seats: Vec<SeatEntry> = seats.into_iter().map(|(entry, _)| entry).collect();
    let options = options(&position.options);
    let scenario = Scenario {
        schema: SCHEMA.to_owned(),
        id: "position".to_owned(),
        name: "Position".to_owned(),
        description: "Set up by hand.".to_owned(),
        board: Board {
            cols: position.board.cols,
            rows: position.board.rows,
            terrain: position.board.terrain.clone(),
            exits: position.board.exits.clone(),
        },
        triangles: triangles(position, &figures, flag),
        flag: FlagStart { start: flag },
        groups: seats
            .iter()
            .map(|seat| Group { id: seat.seat.to_string(), side: seat.side, name: seat.name.clone() })
            .collect(),
        default_seat_plan: None,
        seat_plans: None,
        figures,
        options: options.clone(),
    };
    Ok(Setup { scenario, options, seats })
}

fn triangles(position: &Position, figures: &[FigureEntry], flag: Cell) -> Triangles {
    let starts = |side: Side| {
        let living = figures
            .iter()
            .filter(move |figure| figure.side == side)
            .filter(|figure| position.figures.get(&figure.id).is_some_and(|placed| placed.cell.is_some()));
        living.map(|figure| (figure.class, figure.start)).collect::<Vec<_>>()
    };
    let red = starts(Side::PlainsNations);
    let mounted = |(class, _): &&(Class, Cell)| class.gait() == Gait::Mounted;
    Triangles {
        blue: starts(Side::LongKnives).into_iter().map(|(_, cell)| cell).chain([flag]).collect(),
        horse: red.iter().filter(mounted).map(|(_, cell)| *cell).collect(),
        red: red.into_iter().map(|(_, cell)| cell).collect(),
    }
}

/// General, officers, soldiers, chiefs, riders, warriors, each by number, unless the position says otherwise.
fn roster(position: &Position) -> Result<Vec<(FigureId, Class)>, String> {
    let form = |id: &FigureId| id.form().ok_or_else(|| format!("{id} is no figure id"));
    match &position.roster {
        Some(roster) => roster.iter().map(|id| Ok((id.clone(), form(id)?.0))).collect(),
        None => {
            let all: Result<Vec<_>, String> =
                position.figures.keys().map(|id| Ok((form(id)?, id.clone()))).collect();
            let mut all = all?;
            all.sort();
            Ok(all.into_iter().map(|((class, _), id)| (id, class)).collect())
        }
    }
}

/// One seat per side, named like it, unless the position has others, in its order.
fn seats(position: &Position) -> Result<Vec<(SeatEntry, Vec<FigureId>)>, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct GivenSeat {
        side: Side,
        figures: Vec<FigureId>,
    }
    let entry = |name: &str, side: Side| -> Result<SeatEntry, String> {
        let seat = Seat::new(name).map_err(|error| error.to_string())?;
        Ok(SeatEntry { seat, side, name: name.to_owned(), groups: vec![name.to_owned()] })
    };
    match position.seats.as_object() {
        None => Side::ALL
            .into_iter()
            .map(|side| {
                let of_side = |id: &&FigureId| id.form().is_some_and(|(class, _)| class.side() == side);
                let figures = position.figures.keys().filter(of_side).cloned().collect();
                Ok((entry(side.as_str(), side)?, figures))
            })
            .collect(),
        Some(seats) => seats
            .iter()
            .map(|(name, given)| {
                let given = GivenSeat::deserialize(given).map_err(|error| error.to_string())?;
                Ok((entry(name, given.side)?, given.figures))
            })
            .collect(),
    }
}

/// As in the standard scenario unless given.
fn options(given: &GivenOptions) -> Options {
    Options {
        deployment: given.deployment.unwrap_or(Deployment::Fixed),
        round_limit: given.round_limit.unwrap_or(30),
        quiet_limit: given.quiet_limit.unwrap_or(8),
        flag_bearers: given.flag_bearers.unwrap_or(FlagBearers::Soldiers),
        unanswered_cover: given.unanswered_cover.unwrap_or(false),
    }
}
