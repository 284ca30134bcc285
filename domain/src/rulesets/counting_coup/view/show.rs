//! A position as a [`View`]: what the rules work out of it is asked of them, never worked out here.

use super::{View, ViewFigure, ViewGravestone, ViewGuidon, ViewPhase, ViewResult, ViewStatus, ViewUnit};
use crate::rulesets::counting_coup::{
    phase::{Kind, Phase},
    state::{End, Gravestone, Guidon, Place, State},
};

/// What everybody is shown.
pub(in crate::rulesets::counting_coup) fn view(state: &State) -> View {
    let ground = state.ground();
    let phase = ViewPhase::of(state);
    let is_over = state.result.is_some();
    let awaited = || state.awaited_units().filter(|_| !is_over);
    let seats = state.awaited_seats().into_iter().filter(|_| !is_over);
    View {
        round: state.round,
        phase,
        active: phase.running().map(Phase::side),
        table: ground.table,
        hills: ground.hills.clone(),
        options: ground.options.clone(),
        seats: ground.seats.clone(),
        to_act: seats.map(|seat_idx| ground.seats[seat_idx].seat.clone()).collect(), // CCC-4.4
        must_act: awaited().map(|unit_idx| state.unit_id(unit_idx)).collect(),
        units: (0..state.units.len()).map(|idx| unit(state, idx)).collect(),
        figures: (0..state.figures.len()).map(|idx| figure(state, idx)).collect(),
        guidons_lost: state.guidons_lost,
        gravestones: state.gravestones.iter().map(gravestone).collect(),
        result: state.result.as_ref().map(result),
    }
}

fn unit(state: &State, unit_idx: usize) -> ViewUnit {
    let (own, now) = (state.unit(unit_idx), &state.units[unit_idx]);
    let count = |is: &dyn Fn(Place) -> bool| {
        own.figures.clone().filter(|idx| is(state.figures[*idx].place)).map(|_| 1).sum()
    };
    let marked = Kind::ALL.into_iter().filter(|kind| now.done[*kind as usize]);
    ViewUnit {
        id: own.id,
        side: own.side,
        seat: state.seat_of(unit_idx).clone(),
        name: own.name.clone(),
        custer: own.custers,
        entry: own.entry,
        honor: now.honor,
        coups: now.coups,
        guidons: now.guidons,
        guidon_points: now.guidon_points,
        melee_wins: now.melee_wins,
        hits_taken: now.hits_taken,
        retired: now.retired,
        live: state.is_live(unit_idx),
        casualty_order: now.casualty_order.clone(),
        casualty_tie: now.casualty_tie,
        coup_when_attacked: now.coup_when_attacked,
        guidon: now.guidon.map(|guidon| shown(state, guidon)),
        guidon_lost: now.guidon_lost,
        done: marked.map(|kind| Phase::of(own.side, kind)).collect(),
        figures_left: count(&|place| match place {
            Place::Table(_) => true,
            Place::Waiting(_) | Place::Gone => false,
        }),
        waiting: count(&|place| match place {
            Place::Waiting(_) => true,
            Place::Table(_) | Place::Gone => false,
        }),
    }
}

fn shown(state: &State, guidon: Guidon) -> ViewGuidon {
    match guidon {
        Guidon::Carried(figure_idx) => ViewGuidon::Carried { by: state.id(figure_idx) },
        Guidon::Fallen(at) => ViewGuidon::Fallen { at },
        Guidon::Captured(by_figure) => {
            ViewGuidon::Captured { by_unit: by_figure.map(|figure| figure.unit), by_figure }
        }
    }
}

fn figure(state: &State, figure_idx: usize) -> ViewFigure {
    let (piece, now) = (state.piece(figure_idx), &state.figures[figure_idx]);
    let (status, returns) = match now.place {
        Place::Table(_) => (ViewStatus::Table, None),
        Place::Waiting(round) => (ViewStatus::Waiting, Some(round)),
        Place::Gone => (ViewStatus::Gone, None),
    };
    let mut couped = now.couped.clone();
    couped.sort_unstable();
    ViewFigure {
        id: piece.id,
        unit: piece.id.unit,
        name: piece.name.clone(),
        role: piece.role,
        weapon: piece.weapon,
        mounted: now.mounted,
        bearer: state.is_bearer(figure_idx),
        status,
        at: state.at(figure_idx),
        returns,
        hits: now.hits,
        couped,
        moved: now.moved,
        acted: now.acted,
        fought: now.fought,
        touching: state.touching(figure_idx).map(|enemy_idx| state.id(enemy_idx)).collect(),
    }
}

fn gravestone(stone: &Gravestone) -> ViewGravestone {
    ViewGravestone {
        point: stone.point,
        figure: stone.figure,
        round: stone.round,
        phase: stone.phase,
        cause: stone.cause,
    }
}

fn result(end: &End) -> ViewResult {
    ViewResult {
        reason: end.reason,
        side_result: end.side_result,
        nations_ranking: end.nations.clone(),
        cavalry_ranking: end.cavalry.clone(),
    }
}
