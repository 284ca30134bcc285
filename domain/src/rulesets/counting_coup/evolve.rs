//! Event to state. Total, and without any judgement: what no rule would allow is taken in all the same, so that a log
//! written by an older program still reads.

use super::{
    event::{Event, Fate, GuidonLoss},
    ids::{FigureId, UnitId},
    phase::Kind,
    state::{End, Figure, Gravestone, Guidon, Place, State, UnitState},
};
use crate::geometry::Point;

/// Takes a fact in.
pub(super) fn evolve(state: &mut State, event: &Event) {
    match event {
        Event::DirectionRolled { .. }
        | Event::EntryDelayed { .. }
        | Event::RoundEnded { .. }
        | Event::PhaseEnded { .. }
        | Event::HitWasted { .. } => {}
        Event::FigurePlaced { figure, point, .. } => place(state, *figure, Place::Table(*point)),
        Event::RoundStarted { round } => state.round = *round,
        Event::PhaseStarted { round, phase, .. } => {
            (state.round, state.phase) = (*round, *phase);
            forget_marks(state);
        }
        Event::FigureMoved { figure, path, .. } => moved(state, *figure, path),
        Event::VolleyFired { shots, .. } => {
            shots.iter().for_each(|shot| with_figure(state, shot.figure, |own| own.acted = true));
        }
        Event::MeleeFought { attacker, defender, coup, winner, .. } => {
            with_figure(state, *attacker, |own| own.fought = true);
            with_figure(state, *defender, |own| own.fought = true);
            let beaten = u32::from(coup.is_none());
            with_unit(state, winner.unit, |own| own.melee_wins += beaten);
        }
        Event::CoupCounted { chief, figure } => {
            with_figure(state, *chief, |own| own.couped.push(*figure));
            with_unit(state, chief.unit, |own| own.coups += 1);
        }
        Event::HonorAwarded { unit, total, .. } => with_unit(state, *unit, |own| own.honor = *total),
        Event::ChiefUnhorsed { figure, .. } => hit(state, *figure),
        Event::FigureRemoved { figure, fate, returns_round, .. } => {
            hit(state, *figure);
            place(state, *figure, after_removal(*fate, *returns_round));
        }
        Event::GravestonePlaced { figure, point, cause } => state.gravestones.push(Gravestone {
            point: *point,
            figure: *figure,
            round: state.round,
            phase: state.phase,
            cause: *cause,
        }),
        Event::GuidonPassed { unit, to: bearer, .. } | Event::GuidonRecovered { unit, by: bearer } => {
            carry(state, *unit, *bearer);
        }
        Event::GuidonFallen { unit, point } => {
            with_unit(state, *unit, |own| own.guidon = Some(Guidon::Fallen(*point)));
        }
        Event::GuidonCaptured { unit, by } => capture(state, *unit, *by),
        Event::GuidonLost { unit, order, .. } => lose(state, *unit, *order),
        Event::CasualtyOrderSet { unit, order, tie } => with_unit(state, *unit, |own| {
            (own.casualty_order, own.casualty_tie) = (order.clone(), *tie);
        }),
        Event::CoupOrderSet { unit, when_attacked } => {
            with_unit(state, *unit, |own| own.coup_when_attacked = *when_attacked);
        }
        Event::UnitDone { unit, through } => done(state, *unit, through.kind()),
        Event::UnitResumed { unit } => with_unit(state, *unit, |own| own.done = [false; 3]),
        Event::UnitRetired { unit } => with_unit(state, *unit, |own| own.retired = true),
        Event::GameEnded { reason, side_result, nations_ranking, cavalry_ranking } => {
            state.result = Some(End {
                reason: *reason,
                side_result: *side_result,
                nations: nations_ranking.clone(),
                cavalry: cavalry_ranking.clone(),
            });
        }
    }
}

fn after_removal(fate: Fate, returns_round: Option<u32>) -> Place {
    match (fate, returns_round) {
        (Fate::Returns, Some(round)) => Place::Waiting(round), // CCC-8.2
        (Fate::Returns, None) | (Fate::Permanent, Some(_) | None) => Place::Gone,
    }
}

fn lose(state: &mut State, unit: UnitId, order: u32) {
    state.guidons_lost = order;
    let loss = GuidonLoss { round: state.round, phase: state.phase, order };
    with_unit(state, unit, |own| own.guidon_lost = Some(loss)); // CCC-10.7
}

fn with_figure(state: &mut State, id: FigureId, change: impl FnOnce(&mut Figure)) {
    if let Some(idx) = state.ground().figure_idx(id) {
        change(&mut state.figures[idx]);
    }
}

fn with_unit(state: &mut State, id: UnitId, change: impl FnOnce(&mut UnitState)) {
    if let Some(idx) = state.ground().unit_idx(id) {
        change(&mut state.units[idx]);
    }
}

fn place(state: &mut State, id: FigureId, place: Place) {
    with_figure(state, id, |own| own.place = place);
}

/// What a new phase makes forgotten.
fn forget_marks(state: &mut State) {
    let (side, kind) = (state.phase.side(), state.phase.kind());
    for idx in 0..state.figures.len() {
        let active = state.piece(idx).side == side;
        let figure = &mut state.figures[idx];
        figure.moved &= !active;
        figure.acted &= !active;
        figure.fought &= kind != Kind::Melee;
    }
    if kind == Kind::Move {
        state.units.iter_mut().for_each(|unit| unit.done = [false; 3]);
    } // CCC-4.10
}

fn moved(state: &mut State, id: FigureId, path: &[Point]) {
    let kind = state.phase.kind();
    with_figure(state, id, |own| {
        own.place = path.last().map_or(own.place, |end| Place::Table(*end));
        match kind {
            Kind::Move => own.moved = true,
            Kind::Action | Kind::Melee => own.acted = true, // CCC-5.8
        }
    });
}

/// A figure is hit: its unit counts it, and a chief loses his horse the first time (CCC-8.5).
fn hit(state: &mut State, id: FigureId) {
    with_unit(state, id.unit, |own| own.hits_taken += 1);
    let Some(idx) = state.ground().figure_idx(id) else { return };
    if state.piece(idx).is_chief() {
        let chief = &mut state.figures[idx];
        chief.hits = chief.hits.saturating_add(1);
        chief.mounted = false;
    }
}

fn carry(state: &mut State, unit: UnitId, bearer: FigureId) {
    let bearer = state.ground().figure_idx(bearer).map(Guidon::Carried);
    with_unit(state, unit, |own| own.guidon = bearer.or(own.guidon));
}

fn capture(state: &mut State, unit: UnitId, by: FigureId) {
    let ground = state.ground();
    let points = if ground.unit_idx(unit).is_some_and(|idx| ground.units[idx].custers) { 2 } else { 1 };
    with_unit(state, unit, |own| own.guidon = Some(Guidon::Captured(Some(by))));
    with_unit(state, by.unit, |band| {
        band.guidons += 1;
        band.guidon_points += points; // CCC-11.3
    });
}

fn done(state: &mut State, unit: UnitId, through: Kind) {
    let now = state.phase.kind();
    with_unit(state, unit, |own| {
        for kind in Kind::ALL {
            own.done[kind as usize] |= now <= kind && kind <= through; // CCC-4.5
        }
    });
}
