//! The bot, `standard`: an opponent, a stand-in and the author of suggested turns. It looks at the position only, has
//! no dice of its own and no whims, and plays for both sides. What it does is written in the rules, section 13, to
//! the letter: another implementation must give the same orders. It leaves all standing orders at their defaults.
//!
//! A list is made on a rehearsal copy, on which volleys and fights only use their figures up (CCC-4.7).

mod cavalry;
mod nations;
mod step;
#[cfg(test)]
pub(super) mod tests;

pub(super) use step::{along, compass};

use super::{
    check::Asked,
    command::{Chosen, Command},
    course::Chance,
    decide,
    hints::done,
    phase::{Kind, Phase},
    state::State,
};
use crate::{
    geometry::Point,
    ids::Seat,
    ruleset::{Halt, Stage},
};

/// The most orders of a list, its `done` included: no service reads more.
const LONGEST_LIST: usize = 500;

/// The orders of a seat for the present phase: never refused, and the last one always is `done`.
pub(super) fn bot(known: &State, seat: &Seat) -> Vec<Command> {
    let awaited = match known.result {
        Some(_) => Vec::new(),
        None => known.awaited_seats(),
    };
    let Some(seat_idx) = known.ground().seat_idx(seat).filter(|seat_idx| awaited.contains(seat_idx)) else {
        return Vec::new();
    };
    let arrived = decide::stage(known);
    let mut plan = Plan { position: known.clone(), seat, seat_idx, arrived, orders: Vec::new() };
    match known.phase {
        Phase::CavalryMove => cavalry::keep_away(&mut plan),
        Phase::CavalryAction => cavalry::fire(&mut plan),
        Phase::CavalryMelee => cavalry::attack(&mut plan),
        Phase::NationsMove | Phase::NationsAction => nations::close_in(&mut plan),
        Phase::NationsMelee => nations::attack(&mut plan),
    }
    plan.orders.push(done(known.phase.kind())); // does nothing where the phase has passed by itself
    plan.orders
}

/// Whether it agrees to a draw: always. It is asked only when every seat that no bot holds has agreed; offers are the
/// table's, a position knows of none.
pub(super) fn agrees_to_draw(_: &State, _: &Seat) -> bool {
    true
}

/// A list in the making.
struct Plan<'a> {
    /// The position after the rehearsal of the orders so far.
    position: State,
    seat: &'a Seat,
    seat_idx: usize,
    /// When the seat was asked.
    arrived: Stage,
    orders: Vec<Command>,
}

impl Plan<'_> {
    /// Gives an order and rehearses it. What is not legal here is not given: that is the answer.
    fn give(&mut self, order: Command) -> bool {
        let rehearsed =
            decide::order(&self.position, self.seat, &order, &self.arrived, &mut Chance::Rehearsal);
        match rehearsed {
            Ok(course) => {
                self.position = course.state;
                self.orders.push(order);
                true
            }
            Err(Halt::Refused(_) | Halt::NoDice) => false,
        }
    }

    /// Whether the phase in which the seat was asked still lasts, and the list has room for an order and its `done`.
    fn goes_on(&self) -> bool {
        decide::stage(&self.position) == self.arrived && self.orders.len() + 1 < LONGEST_LIST
    }

    /// The figures of the seat that have something left to do in this phase, in figure order.
    fn ready(&self) -> Vec<(usize, Point)> {
        let position = &self.position;
        let is_ready = |(idx, _): &(usize, Point)| {
            let figure = &position.figures[*idx];
            match position.phase.kind() {
                Kind::Move => !figure.moved,
                Kind::Action => !figure.acted,
                Kind::Melee => !figure.fought,
            }
        };
        let units =
            position.ground().commanded(self.seat_idx).filter(|unit_idx| position.must_act(*unit_idx));
        units.flat_map(|unit_idx| position.unit_on_table(unit_idx)).filter(is_ready).collect()
    }

    /// As the rules ask who gives an order.
    fn asked(&self) -> Asked<'_> {
        let side = self.position.ground().seats[self.seat_idx].side;
        Asked { seat_idx: self.seat_idx, side, arrived: &self.arrived }
    }
}

/// The enemies of a figure on the table with their squared distances from it, the nearest first.
fn enemies(position: &State, figure_idx: usize, at: Point) -> Vec<(i64, usize, Point)> {
    let enemy = position.piece(figure_idx).side.other();
    let mut enemies: Vec<_> =
        position.side_on_table(enemy).map(|(idx, there)| (at.distance_squared(there), idx, there)).collect();
    enemies.sort_unstable_by_key(|(squared, idx, _)| (*squared, *idx));
    enemies
}

/// The order of one figure to shoot at the unit of an enemy.
fn shot(position: &State, figure_idx: usize, enemy_idx: usize) -> Command {
    let shooter = position.id(figure_idx);
    let target = position.id(enemy_idx).unit;
    Command::Shoot { unit: shooter.unit, shooters: Chosen::Named(vec![shooter]), target, within: None }
}
