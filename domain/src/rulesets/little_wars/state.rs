//! The position (LW §3), and what follows from it alone.

mod counters;
mod men;
mod parts;

use std::{collections::BTreeMap, sync::Arc};

pub use counters::Counters;
pub use parts::{
    Draft, End, Figure, Gun, Melee, Phase, RetreatClock, SeatState, SideState, Stage as SeatStage,
};

use super::{
    country::Country,
    event::PerSide,
    ids::{FigureId, GunId, Side},
    scenario::{Options, Scenario, SeatEntry},
    words::{GameKind, Role},
};
use crate::{geometry::Point, ids::Seat, ruleset::Setup};

/// What a game is made of and never changes.
#[derive(PartialEq, Debug)]
pub struct House {
    /// The scenario, whole.
    pub scenario: Scenario,
    /// All options.
    pub options: Options,
    /// The seats, in the plan's order.
    pub seats: Vec<SeatEntry>,
    /// The things on the floor, ready to be asked (LW-1.3).
    pub country: Country,
}

/// A position.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub(super) house: Arc<House>,
    /// All men, in id order; none before a force that is picked is known.
    pub(super) figures: Vec<Figure>,
    /// All guns, in id order.
    pub(super) guns: Vec<Gun>,
    pub(super) sides: PerSide<SideState>,
    /// As the seats of [`House`].
    pub(super) seats: Vec<SeatState>,
    pub(super) phase: Phase,
    /// Whose move it is, once the first one has begun.
    pub(super) mover: Side,
    /// Who moves first, once that is known.
    pub(super) first_player: Option<Side>,
    /// Who counts as arranger of the Country, where a coin said so (LW-1.1).
    pub(super) arranger: Option<Side>,
    /// A side has chosen its line (LW-1.2).
    pub(super) is_line_chosen: bool,
    /// Which sides have thrown for the men they had left out (LW-10.3).
    pub(super) has_thrown: PerSide<bool>,
    /// Who is to serve trails in this move, by gun.
    pub(super) trail_orders: BTreeMap<GunId, [Option<FigureId>; 2]>,
    /// Those of [`State::trail_orders`] that no line of the log tells yet.
    pub(super) trail_untold: Vec<GunId>,
    /// Melees that wait for their dead to be named, by number.
    pub(super) melees: Vec<Melee>,
    /// Who is to name them.
    pub(super) decider: Option<Seat>,
    /// Side-moves in a row in which nothing moved (LW-9.21).
    pub(super) idle_moves: u32,
    /// Side-moves in a row without a loss (LW-9.21).
    pub(super) quiet_moves: u32,
    /// Something has moved, fired or been captured in this side-move.
    pub(super) is_stirred: bool,
    /// Somebody was killed, taken, freed, secured or withdrawn in it, or a gun changed hands or left.
    pub(super) is_bloody: bool,
    pub(super) retreat: Option<RetreatClock>,
    /// Side-moves completed.
    pub(super) ply: u32,
    pub(super) end: Option<End>,
}

impl State {
    /// Before the first event: the scenario's forces wait beside the floor, unless they are to be picked.
    pub(super) fn at_start(setup: &Setup<super::LittleWars>) -> State {
        let scenario = setup.scenario.clone();
        let country = Country::new(&scenario.country);
        let lines = PerSide::of(|side| scenario.line_of(side));
        let seats = setup.seats.iter().map(SeatState::new).collect();
        let house = House { scenario, options: setup.options.clone(), seats: setup.seats.clone(), country };
        let mut state = State {
            house: Arc::new(house),
            figures: Vec::new(),
            guns: Vec::new(),
            sides: PerSide::of(|side| SideState::new(*lines.side(side))),
            seats,
            phase: Phase::Start,
            mover: Side::Red,
            first_player: super::opening::first_by_option(&setup.options),
            arranger: None,
            is_line_chosen: false,
            has_thrown: PerSide::default(),
            trail_orders: BTreeMap::new(),
            trail_untold: Vec::new(),
            melees: Vec::new(),
            decider: None,
            idle_moves: 0,
            quiet_moves: 0,
            is_stirred: false,
            is_bloody: false,
            retreat: None,
            ply: 0,
            end: None,
        };
        if state.options().composition == super::words::Composition::Fixed {
            for side in Side::ALL {
                state.muster(side, state.house.scenario.forces.of(side));
            }
        }
        state.phase = super::opening::phase(&state);
        state
    }

    /// What never changes.
    pub fn house(&self) -> &House {
        &self.house
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.house.options
    }

    /// The things on the floor.
    pub fn country(&self) -> &Country {
        &self.house.country
    }

    /// The y of the line a side started from.
    pub fn line_y(&self, side: Side) -> i32 {
        self.house.scenario.lines.y(self.sides.side(side).line)
    }

    /// Whether a disc touches a side's own line or is beyond it (LW-5.10).
    pub fn touches_line(&self, side: Side, at: Point, radius: i64) -> bool {
        self.house.scenario.lines.touches(self.sides.side(side).line, at, radius)
    }

    /// The seat's place in the plan.
    pub fn seat_index(&self, seat: &Seat) -> Option<usize> {
        self.house.seats.iter().position(|entry| entry.seat == *seat)
    }

    /// The seat's side.
    pub fn side_of(&self, seat: &Seat) -> Option<Side> {
        self.seat_index(seat).map(|at| self.house.seats[at].side)
    }

    /// The seats of a side that are still in the game, in the plan's order.
    pub fn seats_of(&self, side: Side) -> impl Iterator<Item = (&SeatEntry, &SeatState)> {
        self.house.seats.iter().zip(&self.seats).filter(move |(entry, seat)| entry.side == side && !seat.left)
    }

    /// The first seat of a side that is still in the game (LW-11.3).
    pub fn chief_seat(&self, side: Side) -> Option<&Seat> {
        self.seats_of(side).next().map(|(entry, _)| &entry.seat)
    }

    /// Who may assign and end the move for a side: its general, or without one its chief seat (LW-11.3, LW-11.4).
    pub fn general(&self, side: Side) -> Option<&Seat> {
        let general = self.seats_of(side).find(|(entry, _)| entry.general);
        general.map(|(entry, _)| &entry.seat).or_else(|| self.chief_seat(side))
    }

    /// Whether this is the defensive game (LW-9.13).
    pub fn is_defensive(&self) -> bool {
        self.options().game == GameKind::Defensive
    }

    /// The side with this role, in the defensive game once it is known.
    pub fn with_role(&self, role: Role) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.sides.side(side).role == role && role != Role::None)
    }

    /// The man of that name.
    pub fn figure(&self, id: FigureId) -> Option<&Figure> {
        self.figure_at(id).map(|at| &self.figures[at])
    }

    /// Where in [`State::figures`] he is.
    pub(super) fn figure_at(&self, id: FigureId) -> Option<usize> {
        self.figures.binary_search_by_key(&id, |figure| figure.id).ok()
    }

    /// The gun of that name.
    pub fn gun(&self, id: GunId) -> Option<&Gun> {
        self.gun_at(id).map(|at| &self.guns[at])
    }

    /// Where in [`State::guns`] it is.
    pub(super) fn gun_at(&self, id: GunId) -> Option<usize> {
        self.guns.binary_search_by_key(&id, |gun| gun.id).ok()
    }

    /// The round: each side's n-th move (LW §1).
    pub fn round(&self) -> u32 {
        self.ply / 2 + 1
    }
}
