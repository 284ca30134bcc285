//! A seat's deployment: what is put down for whoever does not do it himself (LW-10.7, LW-10.8), as facts and as orders.

use super::{
    command::{Block, Command, GunBlock, MenBlock},
    event::{DeployedFigure, DeployedGun, Event, Picked},
    ids::{Arm, FigureId, Figures, GunId, PieceId, Side},
    layout::Layout,
    putting_down,
    scenario::{Force, Scenario},
    state::State,
    words::{Composition, Line, Role},
};
use crate::{
    geometry::{Point, Vector},
    ids::Seat,
};

/// Rows of the raster, in front of the back line (LW-10.7).
const ROWS: [i64; 4] = [0, 140, 280, 420];
/// The first place of a row, and from each to the next (LW-10.7).
const FIRST: i32 = 100;
const STEP: usize = 140;
/// How far guns of a picked force stand in front of the line (LW-10.7).
const GUNS_IN_FRONT: i64 = 300;
/// Where the raster is full, places are looked for that far apart.
const FINE: usize = 35;

/// What one seat puts down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Deployed {
    /// Which.
    pub(super) seat: Seat,
    /// The force, where it is picked.
    pub(super) pick: Option<Picked>,
    /// Men, in id order.
    pub(super) figures: Vec<DeployedFigure>,
    /// Guns, in id order.
    pub(super) guns: Vec<DeployedGun>,
}

impl Deployed {
    /// Nothing is put down.
    pub(super) fn is_empty(&self) -> bool {
        self.figures.is_empty() && self.guns.is_empty()
    }

    /// In the open.
    pub(super) fn open(self) -> Event {
        let Deployed { seat, pick, figures, guns } = self;
        Event::Deployed { seat, pick, figures, guns }
    }

    /// Behind the curtain (LW-1.7).
    pub(super) fn sealed(self) -> Event {
        let Deployed { seat, pick, figures, guns } = self;
        Event::Sealed { seat, pick, figures, guns }
    }

    /// These pieces where the layout has them, in id order. A gun faces the enemy's line (LW-1.10).
    pub(super) fn of(
        state: &State,
        at: usize,
        (pick, pieces): (Option<Picked>, &[PieceId]),
        layout: &Layout,
        owner: impl Fn(PieceId) -> Seat,
    ) -> Deployed {
        let entry = &state.house().seats[at];
        let face = state.ahead(entry.side);
        let is_named = |piece: PieceId| pieces.contains(&piece);
        let figures = layout.men().filter(|(id, _)| is_named((*id).into()));
        let figures = figures.map(|(id, at)| DeployedFigure { id, seat: owner(id.into()), at });
        let guns = layout.guns().filter(|(id, _)| is_named((*id).into()));
        let guns = guns.map(|(id, at)| DeployedGun { id, seat: owner(id.into()), at, face });
        Deployed { seat: entry.seat.clone(), pick, figures: figures.collect(), guns: guns.collect() }
    }
}

/// What is put down for a seat by default: all of its own that is not yet on the floor.
pub(super) fn default(state: &State, at: usize) -> Deployed {
    let entry = &state.house().seats[at];
    match state.options().composition {
        Composition::Fixed => {
            let pieces = putting_down::waiting(state, at);
            let layout = as_in_scenario(state, entry.side, &pieces);
            Deployed::of(state, at, (None, &pieces), &layout, |_| entry.seat.clone())
        }
        Composition::Selection => {
            let force = default_pick(state, entry.side);
            let pick = Picked { infantry: force.infantry, cavalry: force.cavalry, guns: force.guns };
            let pieces = putting_down::picked(entry.side, pick);
            let layout = on_raster(state, entry.side, &pieces);
            Deployed::of(state, at, (Some(pick), &pieces), &layout, |_| entry.seat.clone())
        }
    }
}

/// The half-points a side may spend: the defender has two thirds (LW-10.2).
pub(super) fn budget(state: &State, side: Side) -> u64 {
    let points = u64::from(state.options().selection_points);
    match state.sides.side(side).role {
        Role::Defender => 2 * (2 * points / 3),
        Role::None | Role::Attacker => 2 * points,
    }
}

/// The force of who picks none: the scenario's, of a defender two thirds (LW-9.13). A ruling: where it costs too much, guns
/// are left out first, then horse, then foot, but horse is changed for foot where the box has some and men would be too few.
pub(super) fn default_pick(state: &State, side: Side) -> Force {
    let scenario = &state.house().scenario;
    let own = scenario.forces.of(side);
    let is_reduced = state.sides.side(side).role == Role::Defender && !scenario.is_agreed();
    let mut force = if is_reduced { own.two_thirds() } else { own };
    let (points, r#box) = (budget(state, side), scenario.box_of(side));
    let least = putting_down::fewest_men(state, side);
    while points < force.half_points() {
        if 0 < force.guns {
            force.guns -= 1;
        } else if 0 < force.cavalry && least < force.men() {
            force.cavalry -= 1;
        } else if 0 < force.cavalry && force.infantry < r#box.infantry {
            (force.cavalry, force.infantry) = (force.cavalry - 1, force.infantry + 1);
        } else if 0 < force.infantry && least < force.men() {
            force.infantry -= 1;
        } else {
            break; // `option_faults` lets no such game begin
        }
    }
    force
}

/// Each piece at its place in the scenario, turned where the side has the other line; where that is not free, at the first
/// free place of the raster (LW-10.8).
fn as_in_scenario(state: &State, side: Side, pieces: &[PieceId]) -> Layout {
    let places = places(&state.house().scenario, |piece| pieces.contains(&piece));
    let is_turned = state.sides.side(side).line != state.house().scenario.line_of(side);
    let mut layout = Layout::bound(state, side);
    let mut homeless = Vec::new();
    for &piece in pieces {
        let place = places.iter().find(|(placed, _)| *placed == piece).map(|(_, at)| *at);
        let place = place.map(|at| if is_turned { turned(&state.house().scenario, at) } else { at });
        match place.filter(|&at| layout.is_free(state, piece, at)) {
            Some(at) => layout.put(piece, at),
            None => homeless.push((piece, place)),
        }
    }
    homeless.sort_by_key(|(piece, _)| kind(*piece));
    put_on_raster(state, &mut layout, &homeless);
    layout
}

/// Guns spread evenly, then horse, then foot on the raster (LW-10.7).
fn on_raster(state: &State, side: Side, pieces: &[PieceId]) -> Layout {
    let width = i64::from(state.house().scenario.table.width);
    let guns: Vec<GunId> = pieces.iter().filter_map(|piece| piece.gun()).collect();
    let n_guns = guns.len() as i64;
    let mut layout = Layout::bound(state, side);
    let mut homeless = Vec::new();
    for (i, gun) in (1..).zip(guns) {
        let x = (width * (2 * i - 1)).div_euclid(2 * n_guns);
        let at = in_front(state, side, i32::try_from(x).unwrap_or(i32::MAX), GUNS_IN_FRONT);
        match at.filter(|&at| layout.is_free(state, gun.into(), at)) {
            Some(at) => layout.put(gun.into(), at),
            None => homeless.push((gun.into(), at)),
        }
    }
    homeless.extend(pieces.iter().filter(|piece| piece.gun().is_none()).map(|piece| (*piece, None)));
    homeless.sort_by_key(|(piece, _)| kind(*piece));
    put_on_raster(state, &mut layout, &homeless);
    layout
}

/// Guns, then horse, then foot, each by id (LW-10.7).
fn kind(piece: PieceId) -> (u8, PieceId) {
    match piece {
        PieceId::Gun(_) => (0, piece),
        PieceId::Figure(FigureId { arm: Arm::Cavalry, .. }) => (1, piece),
        PieceId::Figure(FigureId { arm: Arm::Infantry, .. }) => (2, piece),
    }
}

/// Pieces, ordered by kind, each at the first free place of the raster. Rulings: where its four rows are full, at the first
/// free place of a finer one over all of the floor; where there is none at all, at his place in the scenario all the same, for
/// what friends have put in the way stops no battle.
fn put_on_raster(state: &State, layout: &mut Layout, pieces: &[(PieceId, Option<Point>)]) {
    for group in pieces.chunk_by(|one, other| kind(one.0).0 == kind(other.0).0) {
        let Some(side) = group.first().map(|(piece, _)| piece.side()) else { continue };
        let mut spots = spots(state, side); // what was not free for one is not free for the next of his kind
        for &(piece, place) in group {
            let free = spots.find(|&at| layout.is_free(state, piece, at));
            let last_resort = || place.or_else(|| in_front(state, side, FIRST, 0));
            if let Some(at) = free.or_else(last_resort) {
                layout.put(piece, at);
            }
        }
    }
}

/// The raster of LW-10.7, and then a finer one, the nearest rows to the back line first.
fn spots(state: &State, side: Side) -> impl Iterator<Item = Point> {
    let table = state.house().scenario.table;
    let row = move |distance: i64, first: i32, step: usize| {
        (first..=table.width).step_by(step).filter_map(move |x| in_front(state, side, x, distance))
    };
    let raster = ROWS.into_iter().flat_map(move |distance| row(distance, FIRST, STEP));
    let distances = (0..=i64::from(table.height)).step_by(FINE).flat_map(|distance| [distance, -distance]);
    raster.chain(distances.flat_map(move |distance| row(distance, 0, FINE)))
}

/// The point so far in front of a side's back line, towards the enemy; none that is off the floor.
fn in_front(state: &State, side: Side, x: i32, distance: i64) -> Option<Point> {
    let line = i64::from(state.line_y(side));
    let y = match state.sides.side(side).line {
        Line::North => line + distance,
        Line::South => line - distance,
    };
    let at = Point::new(x, i32::try_from(y).ok()?);
    state.house().scenario.table.holds(at).then_some(at)
}

/// A place written for the other line (LW-1.2).
fn turned(scenario: &Scenario, at: Point) -> Point {
    Point::new(scenario.table.width.saturating_sub(at.x), scenario.table.height.saturating_sub(at.y))
}

/// Where the scenario puts the pieces that are wanted.
fn places(scenario: &Scenario, is_wanted: impl Fn(PieceId) -> bool) -> Vec<(PieceId, Point)> {
    let mut places = Vec::new();
    for block in &scenario.deployment {
        match block {
            Block::Gun(GunBlock { gun, at }) => places.push((PieceId::Gun(*gun), *at)),
            Block::Men(block) => {
                let force = |side: Side| scenario.forces.of(side);
                let men = members(block.figures, force).into_iter().enumerate();
                let men = men.filter_map(|(k, id)| Some((PieceId::Figure(id), block.place(k)?)));
                places.extend(men);
            }
        }
    }
    places.retain(|(piece, _)| is_wanted(*piece));
    places
}

/// The men a word names in forces that are numbered through.
pub(super) fn members(figures: Figures, force: impl Fn(Side) -> Force) -> Vec<FigureId> {
    let all = |side: Side, arm: Arm| {
        let numbers = 1..=force(side).of(arm);
        numbers.map(move |number| FigureId { side, arm, number })
    };
    match figures {
        Figures::One(id) => all(id.side, id.arm).filter(|other| *other == id).collect(),
        Figures::Range(from, to) => all(from.side, from.arm).filter(|id| (from..=to).contains(id)).collect(),
        Figures::All(side, arm) => all(side, arm).collect(),
    }
}

impl MenBlock {
    /// Where the k-th man, from 0, is put down (LW §10); none that the plane has not.
    pub(super) fn place(&self, k: usize) -> Option<Point> {
        let k = i64::try_from(k).ok()?;
        let per_row = i64::from(self.per_row.get());
        let row = self.row.unwrap_or(Vector { x: 0, y: 0 });
        let along = |at: i32, step: i32, row: i32| {
            let along = i64::from(at) + k % per_row * i64::from(step) + k / per_row * i64::from(row);
            i32::try_from(along).ok()
        };
        Some(Point::new(along(self.at.x, self.step.x, row.x)?, along(self.at.y, self.step.y, row.y)?))
    }
}

/// The default deployment as a seat's orders, `ready` among them (LW §13): a block a line.
pub(super) fn as_orders(state: &State, seat: &Seat) -> Vec<Command> {
    state.seat_index(seat).map(|at| in_orders(default(state, at))).unwrap_or_default()
}

/// A deployment as orders.
pub(super) fn in_orders(deployed: Deployed) -> Vec<Command> {
    let Deployed { pick, figures, guns, .. } = deployed;
    let mut orders = Vec::new();
    orders.extend(pick.map(|Picked { infantry, cavalry, guns }| Command::Pick { infantry, cavalry, guns }));
    let place = |block: Block| Command::Place { blocks: vec![block] };
    orders.extend(in_blocks(&figures).into_iter().map(|block| place(Block::Men(block))));
    let gun = |gun: &DeployedGun| Block::Gun(GunBlock { gun: gun.id, at: gun.at });
    orders.extend(guns.iter().map(gun).map(place));
    orders.push(Command::Ready {});
    orders
}

/// Men as rows: each goes on as long as ids follow one another and steps are the same.
fn in_blocks(figures: &[DeployedFigure]) -> Vec<MenBlock> {
    let mut blocks: Vec<(MenBlock, FigureId, Point)> = Vec::new();
    for man in figures {
        if let Some((block, last, at)) = blocks.last_mut()
            && let Some(per_row) = goes_on(block, (*last, *at), man)
        {
            let from = match block.figures {
                Figures::One(id) | Figures::Range(id, _) => id,
                Figures::All(..) => *last,
            };
            if *last == from {
                block.step = step(*at, man.at);
            }
            block.figures = Figures::Range(from, man.id);
            (block.per_row, *last, *at) = (per_row, man.id, man.at);
            continue;
        }
        let block = MenBlock {
            figures: Figures::One(man.id),
            at: man.at,
            step: Vector { x: 0, y: 0 },
            per_row: std::num::NonZeroU32::MIN,
            row: None,
        };
        blocks.push((block, man.id, man.at));
    }
    blocks.into_iter().map(|(block, ..)| block).collect()
}

/// How many stand in a row with this man in it, if he goes on with it.
fn goes_on(
    block: &MenBlock,
    (last, at): (FigureId, Point),
    man: &DeployedFigure,
) -> Option<std::num::NonZeroU32> {
    let follows = (last.side, last.arm, last.number + 1) == (man.id.side, man.id.arm, man.id.number);
    let is_second = matches!(block.figures, Figures::One(_));
    let in_step = is_second || block.step == step(at, man.at);
    (follows && in_step).then(|| block.per_row.checked_add(1)).flatten()
}

fn step(from: Point, to: Point) -> Vector {
    Vector { x: to.x.saturating_sub(from.x), y: to.y.saturating_sub(from.y) }
}
