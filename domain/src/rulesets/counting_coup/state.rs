//! The position, and what follows from it without any choice: who touches whom, which unit is alive, who still has to act.
//! It is the fold of the events alone.

use std::sync::Arc;

use super::{
    command::{Loss, Tie, WhenAttacked},
    event::{BandRank, CompanyRank, GuidonLoss, Reason, SideResult},
    ground::{CONTACT, Ground, GroundFigure, GroundUnit},
    ids::{FigureId, UnitId},
    phase::{Kind, Phase},
    scenario::Side,
};
use crate::{geometry::Point, ids::Seat};

/// A position.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    ground: Arc<Ground>,
    /// From 1; 0 before the start.
    pub(crate) round: u32,
    /// The phase it stands in.
    pub(crate) phase: Phase,
    /// In the order of units.
    pub(crate) units: Vec<UnitState>,
    /// In the order of figures.
    pub(crate) figures: Vec<Figure>,
    /// Where cavalrymen fell, in their order.
    pub(crate) gravestones: Vec<Gravestone>,
    /// How many units have lost their guidon.
    pub(crate) guidons_lost: u32,
    /// How it ended.
    pub(crate) result: Option<End>,
}

/// What changes about a unit.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct UnitState {
    pub(crate) honor: u32,
    pub(crate) coups: u32,
    /// Captured from the enemy.
    pub(crate) guidons: u32,
    /// The same, Custer's counted twice.
    pub(crate) guidon_points: u32,
    pub(crate) melee_wins: u32,
    pub(crate) hits_taken: u32,
    pub(crate) retired: bool,
    /// Empty: the default.
    pub(crate) casualty_order: Vec<Loss>,
    pub(crate) casualty_tie: Tie,
    pub(crate) coup_when_attacked: WhenAttacked,
    /// Its own flag; bands have none.
    pub(crate) guidon: Option<Guidon>,
    pub(crate) guidon_lost: Option<GuidonLoss>,
    /// The phases of this half-round for which it is marked done, by [`Kind`].
    pub(crate) done: [bool; 3],
}

/// Where a unit's guidon is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Guidon {
    /// A figure of the unit, by its place, carries it.
    Carried(usize),
    /// It lies on the ground.
    Fallen(Point),
    /// A band's figure has it; nobody knows whose where the game began so.
    Captured(Option<FigureId>),
}

/// What changes about a figure.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Figure {
    pub(crate) place: Place,
    pub(crate) mounted: bool,
    /// Of a chief: 0, 1 or 2.
    pub(crate) hits: u8,
    /// The enemies on whom a chief has counted coup.
    pub(crate) couped: Vec<FigureId>,
    pub(crate) moved: bool,
    pub(crate) acted: bool,
    pub(crate) fought: bool,
}

/// Where a figure is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Place {
    /// On the table.
    Table(Point),
    /// Off it until this round.
    Waiting(u32),
    /// Out for good.
    Gone,
}

/// A marker where a cavalryman fell.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Gravestone {
    pub(crate) point: Point,
    pub(crate) figure: FigureId,
    pub(crate) round: u32,
    pub(crate) phase: Phase,
    pub(crate) cause: super::event::Cause,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct End {
    pub(crate) reason: Reason,
    pub(crate) side_result: SideResult,
    pub(crate) nations: Vec<BandRank>,
    pub(crate) cavalry: Vec<CompanyRank>,
}

impl State {
    /// The position before the first event.
    pub(crate) fn at_start(ground: Arc<Ground>) -> State {
        let figure = |figure: &GroundFigure| Figure {
            place: match (figure.at, figure.enters) {
                (Some(point), _) => Place::Table(point),
                (None, Some(round)) => Place::Waiting(round), // CCC-3.7
                (None, None) => Place::Gone,
            },
            mounted: figure.mounted, // CCC-3.8
            hits: 0,
            couped: Vec::new(),
            moved: false,
            acted: false,
            fought: false,
        };
        let unit = |unit: &GroundUnit| UnitState {
            honor: 0,
            coups: 0,
            guidons: 0,
            guidon_points: 0,
            melee_wins: 0,
            hits_taken: 0,
            retired: false,
            casualty_order: Vec::new(),
            casualty_tie: Tie::Farthest,
            coup_when_attacked: WhenAttacked::Never,
            guidon: unit.figures.clone().find(|idx| ground.figures[*idx].bearer).map(Guidon::Carried), // CCC-10.1
            guidon_lost: None,
            done: [false; 3],
        };
        State {
            round: 0,
            phase: Phase::CavalryMove,
            units: ground.units.iter().map(unit).collect(),
            figures: ground.figures.iter().map(figure).collect(),
            gravestones: Vec::new(),
            guidons_lost: 0,
            result: None,
            ground,
        }
    }

    /// What does not change.
    pub(crate) fn ground(&self) -> &Ground {
        &self.ground
    }

    /// What the scenario says about a figure.
    pub(crate) fn piece(&self, figure_idx: usize) -> &GroundFigure {
        &self.ground.figures[figure_idx]
    }

    /// What the scenario says about a unit.
    pub(crate) fn unit(&self, unit_idx: usize) -> &GroundUnit {
        &self.ground.units[unit_idx]
    }

    /// A figure's name.
    pub(crate) fn id(&self, figure_idx: usize) -> FigureId {
        self.ground.figures[figure_idx].id
    }

    /// Where a figure stands, if it is on the table.
    pub(crate) fn at(&self, figure_idx: usize) -> Option<Point> {
        match self.figures[figure_idx].place {
            Place::Table(point) => Some(point),
            Place::Waiting(_) | Place::Gone => None,
        }
    }

    /// The figures on the table, in figure order.
    pub(crate) fn on_table(&self) -> impl Iterator<Item = (usize, Point)> + '_ {
        (0..self.figures.len()).filter_map(|idx| Some((idx, self.at(idx)?)))
    }

    /// The figures of a side on the table, in figure order.
    pub(crate) fn side_on_table(&self, side: Side) -> impl Iterator<Item = (usize, Point)> + '_ {
        self.on_table().filter(move |(idx, _)| self.piece(*idx).side == side)
    }

    /// The figures of a unit on the table, in figure order.
    pub(crate) fn unit_on_table(&self, unit_idx: usize) -> impl Iterator<Item = (usize, Point)> + '_ {
        self.unit(unit_idx).figures.clone().filter_map(|idx| Some((idx, self.at(idx)?)))
    }

    /// The figure that carries its unit's guidon, if one does.
    pub(crate) fn bearer(&self, unit_idx: usize) -> Option<usize> {
        match self.units[unit_idx].guidon {
            Some(Guidon::Carried(figure_idx)) => Some(figure_idx),
            Some(Guidon::Fallen(_) | Guidon::Captured(_)) | None => None,
        }
    }

    /// Whether a figure carries its unit's guidon.
    pub(crate) fn is_bearer(&self, figure_idx: usize) -> bool {
        self.bearer(self.piece(figure_idx).unit_idx) == Some(figure_idx)
    }

    /// The enemies in contact with a figure, in figure order.
    pub(crate) fn touching(&self, figure_idx: usize) -> impl Iterator<Item = usize> + '_ {
        let enemy = self.piece(figure_idx).side.other();
        let here = self.at(figure_idx);
        self.side_on_table(enemy)
            .filter(move |(_, there)| here.is_some_and(|here| here.within(*there, CONTACT))) // CCC-2.5
            .map(|(idx, _)| idx)
    }

    /// Whether a figure that has not fought touches an enemy that has not fought either.
    pub(crate) fn can_fight(&self, figure_idx: usize) -> bool {
        !self.figures[figure_idx].fought && self.touching(figure_idx).any(|enemy| !self.figures[enemy].fought)
    }

    /// Whether a unit is in the game: not retired, and of the cavalry only with a figure on the table.
    pub(crate) fn is_live(&self, unit_idx: usize) -> bool {
        let stands = match self.unit(unit_idx).side {
            Side::Cavalry => self.unit_on_table(unit_idx).next().is_some(),
            Side::Nations => true, // CCC-8.7
        };
        !self.units[unit_idx].retired && stands
    }

    /// Whether a unit is marked done for the present phase.
    pub(crate) fn is_done(&self, unit_idx: usize) -> bool {
        self.units[unit_idx].done[self.phase.kind() as usize]
    }

    /// Whether a unit is still to act in the present phase.
    pub(crate) fn must_act(&self, unit_idx: usize) -> bool {
        let waits = self.unit(unit_idx).side == self.phase.side()
            && !self.units[unit_idx].retired // CCC-13.7
            && !self.is_done(unit_idx);
        let can = |idx: usize| match self.phase.kind() {
            Kind::Move => !self.figures[idx].moved,
            Kind::Action => !self.figures[idx].acted,
            Kind::Melee => self.can_fight(idx),
        };
        waits && self.unit_on_table(unit_idx).any(|(idx, _)| can(idx)) // CCC-4.4
    }

    /// The units still to act, in their order.
    pub(crate) fn awaited_units(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.units.len()).filter(|unit_idx| self.must_act(*unit_idx))
    }

    /// The seats of the units still to act, by their places in the plan.
    pub(crate) fn awaited_seats(&self) -> Vec<usize> {
        let mut seats: Vec<usize> =
            self.awaited_units().map(|unit_idx| self.unit(unit_idx).seat_idx).collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    }

    /// How far a figure may go in one move.
    pub(crate) fn allowance(&self, figure_idx: usize) -> i64 {
        if self.figures[figure_idx].mounted { 1200 } else { 600 } // CCC-5.2
    }

    /// The seat that commands a unit.
    pub(crate) fn seat_of(&self, unit_idx: usize) -> &Seat {
        &self.ground.seats[self.unit(unit_idx).seat_idx].seat
    }

    /// The name of a unit.
    pub(crate) fn unit_id(&self, unit_idx: usize) -> UnitId {
        self.unit(unit_idx).id
    }
}
