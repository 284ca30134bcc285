//! What a seat may order now: for the whole seat an overview that stays small however many figures it has, for one
//! figure all that it can do (moves at the points of the compass only). Standing orders always can be given and are not
//! listed. Every hint is legal as it stands, and none does nothing.

use super::{
    bot::{along, compass},
    check::Asked,
    command::{Chosen, Command, Through, Vector},
    course::Chance,
    decide,
    ground::{CONTACT, NEAR},
    ids::{FigureId, UnitId},
    melee, movement,
    phase::Kind,
    shooting::{self, Volley},
    state::State,
};
use crate::{geometry::Point, ids::Seat};

/// So many orders of an overview the units share; how to be done comes after them.
const OVERVIEW: usize = 60;
/// North, east, south, west.
const QUARTERS: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
/// The most charges of a unit in an overview.
const CHARGES: usize = 3;
/// The most fights of a unit in an overview.
const FIGHTS: usize = 12;

/// A figure on the table, and where it stands.
type Placed = (usize, Point);

/// The orders of a seat, by unit, how to be done last; or those of one figure.
pub(super) fn hints(known: &State, seat: &Seat, figure: Option<&str>) -> Vec<Command> {
    let ground = known.ground();
    let is_active = |seat_idx: &usize| ground.seats[*seat_idx].side == known.phase.side();
    let Some(seat_idx) = ground.seat_idx(seat).filter(is_active).filter(|_| known.result.is_none()) else {
        return Vec::new();
    };
    let arrived = decide::stage(known);
    let asked = Asked { seat_idx, side: known.phase.side(), arrived: &arrived };
    let hints = Hints { known, seat, asked };
    match figure {
        None => hints.overview(),
        Some(figure) => FigureId::parse(figure).map(|figure| hints.of_figure(figure)).unwrap_or_default(),
    }
}

/// The order of a whole seat that ends its phase.
pub(super) fn done(kind: Kind) -> Command {
    let through = match kind {
        Kind::Move => Through::Move,
        Kind::Action => Through::Action,
        Kind::Melee => Through::Melee,
    };
    Command::Done { through, units: None }
}

/// Somebody of the active side who asks.
struct Hints<'a> {
    known: &'a State,
    seat: &'a Seat,
    asked: Asked<'a>,
}

impl Hints<'_> {
    fn overview(&self) -> Vec<Command> {
        let commanded = || self.known.ground().commanded(self.asked.seat_idx);
        let to_act: Vec<usize> = commanded().filter(|unit_idx| self.known.must_act(*unit_idx)).collect();
        let most = (OVERVIEW / to_act.len().max(1)).max(1);
        let mut orders: Vec<Command> =
            to_act.iter().flat_map(|unit_idx| self.of_unit(*unit_idx).into_iter().take(most)).collect();
        orders.extend(self.ways_out());
        orders
    }

    /// To be done with this phase, or with all that is left of the half-round; once the whole seat is done, to take that
    /// back. A `done` that would mark nobody is left out.
    fn ways_out(&self) -> Vec<Command> {
        let now = self.known.phase.kind();
        let commanded = self.known.ground().commanded(self.asked.seat_idx);
        let live: Vec<usize> = commanded.filter(|unit_idx| self.known.is_live(*unit_idx)).collect();
        let is_marked = |unit_idx: &usize, kind: Kind| self.known.units[*unit_idx].done[kind as usize];
        let marks = |last: Kind| {
            let mut kinds = Kind::ALL.into_iter().filter(|kind| now <= *kind && *kind <= last);
            kinds.any(|kind| !live.iter().all(|unit_idx| is_marked(unit_idx, kind)))
        };
        let lasts = match now {
            Kind::Move | Kind::Action => vec![now, Kind::Melee],
            Kind::Melee => vec![Kind::Melee],
        };
        let dones = lasts.into_iter().filter(|last| marks(*last)).map(done);
        let is_over = !live.is_empty() && live.iter().all(|unit_idx| is_marked(unit_idx, now)); // CCC-4.6
        is_over.then_some(Command::Resume { units: None }).into_iter().chain(dones).collect()
    }

    /// What a unit may do as a whole, then what single figures may.
    fn of_unit(&self, unit_idx: usize) -> Vec<Command> {
        match self.known.phase.kind() {
            Kind::Move => [self.group_moves(unit_idx), self.charges(unit_idx)].concat(),
            Kind::Action => {
                [self.group_moves(unit_idx), self.volleys(unit_idx), self.charges(unit_idx)].concat()
            }
            Kind::Melee => {
                let figures = self.known.unit_on_table(unit_idx);
                figures.flat_map(|(figure_idx, _)| self.fights(figure_idx)).take(FIGHTS).collect()
            }
        }
    }

    /// The figures of a unit that may move.
    fn movers(&self, unit_idx: usize) -> impl Iterator<Item = Placed> + '_ {
        let may_move = |(idx, _): &Placed| movement::may_move(self.known, *idx).is_ok();
        self.known.unit_on_table(unit_idx).filter(may_move)
    }

    fn enemies(&self) -> Vec<Placed> {
        self.known.side_on_table(self.asked.side.other()).collect()
    }

    /// Each mover of a unit with each enemy, the nearest pair first.
    fn pairs(&self, unit_idx: usize) -> Vec<(Placed, Placed)> {
        let enemies = self.enemies();
        let mut pairs: Vec<(Placed, Placed)> =
            self.movers(unit_idx).flat_map(|own| enemies.iter().map(move |enemy| (own, *enemy))).collect();
        pairs.sort_by_key(|((_, at), (_, there))| at.distance_squared(*there));
        pairs
    }

    /// All of a unit towards the enemy that is nearest to any of them, and away from it, each as far as it goes. Where no
    /// enemy is on the table, or no such move is legal, to the four quarters.
    fn group_moves(&self, unit_idx: usize) -> Vec<Command> {
        let Some(allowance) = self.movers(unit_idx).map(|(idx, _)| self.known.allowance(idx)).min() else {
            return Vec::new();
        };
        let unit = self.known.unit_id(unit_idx);
        let legal = |by: Vector| {
            let order = Command::MoveGroup { unit, figures: Chosen::All, by };
            self.is_legal(&order).then_some(order)
        };
        let ways: Vec<Command> = match self.pairs(unit_idx).first() {
            Some(((_, at), (_, goal))) => {
                let lengths = [allowance, 3 * allowance / 4, allowance / 2, allowance / 4];
                let first_legal = |sign: i32| {
                    lengths.into_iter().find_map(|length| {
                        let end = along(*at, *goal, length)?;
                        legal(Vector { x: sign * (end.x - at.x), y: sign * (end.y - at.y) })
                    })
                };
                [1, -1].into_iter().filter_map(first_legal).collect()
            }
            None => Vec::new(),
        };
        let length = i32::try_from(allowance).unwrap_or(0);
        let quarters =
            || QUARTERS.into_iter().filter_map(|(x, y)| legal(Vector { x: x * length, y: y * length }));
        if ways.is_empty() { quarters().collect() } else { ways }
    }

    fn is_legal(&self, order: &Command) -> bool {
        decide::order(self.known, self.seat, order, self.asked.arrived, &mut Chance::Rehearsal).is_ok()
    }

    /// A few charges, each of another figure, the shortest first.
    fn charges(&self, unit_idx: usize) -> Vec<Command> {
        let mut chargers = Vec::new();
        let mut orders = Vec::new();
        for (own, enemy) in self.pairs(unit_idx) {
            if orders.len() < CHARGES && !chargers.contains(&own.0) {
                let charge = self.charge(own, enemy);
                chargers.extend(charge.is_some().then_some(own.0));
                orders.extend(charge);
            }
        }
        orders
    }

    fn charge(&self, (figure_idx, at): Placed, (enemy_idx, there): Placed) -> Option<Command> {
        let in_reach = at.within(there, self.known.allowance(figure_idx) + CONTACT);
        if at.within(there, CONTACT) || !in_reach {
            return None;
        }
        movement::charge_spot(self.known, figure_idx, at, there)?;
        Some(Command::Charge { figure: self.known.id(figure_idx), target: self.known.id(enemy_idx) })
    }

    /// A unit's volleys at each enemy unit that it sees: only from within 12 inches where somebody stands so near.
    fn volleys(&self, unit_idx: usize) -> Vec<Command> {
        let unit = self.known.unit_id(unit_idx);
        let volley = |target: UnitId| {
            let distance = self.nearest(unit, &Chosen::All, target)?;
            let within = (distance <= NEAR).then_some(NEAR).and_then(|near| u32::try_from(near).ok());
            Some((distance, Command::Shoot { unit, shooters: Chosen::All, target, within }))
        };
        let mut volleys: Vec<(i64, Command)> = self.enemy_units().filter_map(volley).collect();
        volleys.sort_by_key(|(distance, _)| *distance);
        volleys.into_iter().map(|(_, order)| order).collect()
    }

    /// The shortest distance over which these figures would shoot at a unit.
    fn nearest(&self, unit: UnitId, shooters: &Chosen, target: UnitId) -> Option<i64> {
        let volley = Volley { unit, shooters, target, within: None };
        let lines = shooting::lines(self.known, &self.asked, &volley).ok()?;
        lines.iter().map(|line| line.distance).min()
    }

    fn enemy_units(&self) -> impl Iterator<Item = UnitId> + '_ {
        let enemy = self.asked.side.other();
        self.known.ground().units.iter().filter(move |unit| unit.side == enemy).map(|unit| unit.id)
    }

    /// The fights of a figure, each followed by the same as a coup where that may be tried.
    fn fights(&self, figure_idx: usize) -> Vec<Command> {
        let figure = self.known.id(figure_idx);
        let ways = self.known.touching(figure_idx).flat_map(|enemy_idx| {
            let target = self.known.id(enemy_idx);
            [(target, false), (target, true)]
        });
        ways.filter(|(target, coup)| melee::judge(self.known, &self.asked, figure, *target, *coup).is_ok())
            .map(|(target, coup)| Command::Melee { figure, target, coup })
            .collect()
    }

    /// All that a figure can do.
    fn of_figure(&self, figure: FigureId) -> Vec<Command> {
        let kind = self.known.phase.kind();
        let found = self.asked.figure_to_act(self.known, figure, &[kind]).ok();
        let is_in_play = |idx: &usize| !self.known.units[self.known.piece(*idx).unit_idx].retired; // CCC-13.7
        let own = found.filter(is_in_play).and_then(|idx| Some((idx, self.known.at(idx)?)));
        match (kind, own) {
            (_, None) => Vec::new(),
            (Kind::Move, Some(own)) => self.ways_of(own),
            (Kind::Action, Some(own)) => [self.ways_of(own), self.shots(figure)].concat(),
            (Kind::Melee, Some((figure_idx, _))) => self.fights(figure_idx),
        }
    }

    /// Every charge of a figure, the shortest first; then its moves to the points of the compass.
    fn ways_of(&self, (figure_idx, at): Placed) -> Vec<Command> {
        if movement::may_move(self.known, figure_idx).is_err() {
            return Vec::new();
        }
        let mut enemies = self.enemies();
        enemies.sort_by_key(|(_, there)| at.distance_squared(*there));
        let charges = enemies.into_iter().filter_map(|enemy| self.charge((figure_idx, at), enemy));
        let allowance = self.known.allowance(figure_idx);
        let figure = self.known.id(figure_idx);
        let moves = [allowance, allowance / 2]
            .into_iter()
            .flat_map(|length| compass(at, length))
            .filter(|end| movement::judge_path(self.known, figure_idx, &[*end]).is_ok())
            .map(|end| Command::Move { figure, path: vec![end] });
        charges.chain(moves).collect()
    }

    /// The shots of a figure, one at each enemy unit that it sees.
    fn shots(&self, figure: FigureId) -> Vec<Command> {
        let shooters = Chosen::Named(vec![figure]);
        self.enemy_units()
            .filter(|target| self.nearest(figure.unit, &shooters, *target).is_some())
            .map(|target| Command::Shoot {
                unit: figure.unit,
                shooters: shooters.clone(),
                target,
                within: None,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests;
