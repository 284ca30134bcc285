//! The standard bot (LW §13): deterministic given what its seat knows, but for a whim. Every order is tried on a copy of the
//! position in which the earlier ones have been carried out; one that is refused is left out. It never knows the dice.

mod advance;
mod charge;
mod guns;
mod home;
#[cfg(test)]
mod tests;

use super::{
    command::{Allocate, AllocateAuto, Command, Yes},
    course::Chance,
    decide, deployment,
    ids::{FigureId, Side},
    score,
    state::{Figure, Phase, SeatStage, State},
};
use crate::ids::Seat;

/// A sensible list: with something to shoot at, the guns alone, so that the rest is ordered by who looks again.
pub(super) fn bot(known: &State, seat: &Seat, whim: u64) -> Vec<Command> {
    let Some(at) = known.seat_index(seat) else { return Vec::new() };
    match known.phase {
        Phase::Start | Phase::Over => Vec::new(),
        Phase::ChooseSide => choose_side(known, known.house.seats[at].side),
        Phase::PuttingDown => {
            let mut orders = deployment::as_orders(known, seat);
            if !matches!(orders.last(), Some(Command::Ready {})) {
                orders.push(Command::Ready {});
            }
            orders
        }
        Phase::Adjudicate => known
            .melees
            .iter()
            .map(|melee| Command::Allocate(Allocate::Auto(AllocateAuto { melee: melee.number, auto: Yes })))
            .collect(),
        Phase::Move => turn(known, seat, at, whim),
    }
}

/// It declines draws unless behind on points.
pub(super) fn agrees_to_draw(known: &State, seat: &Seat) -> bool {
    let Some(side) = known.side_of(seat) else { return false };
    let points = score::standing(known);
    points.side(side).total() < points.side(side.enemy()).total()
}

fn choose_side(known: &State, side: Side) -> Vec<Command> {
    let names = known.house.scenario.sides.iter().find(|names| names.id == side);
    names.map(|names| Command::ChooseSide { line: names.line }).into_iter().collect()
}

fn turn(known: &State, seat: &Seat, at: usize, whim: u64) -> Vec<Command> {
    let mut hand =
        Hand { state: known.clone(), seat, at, side: known.house.seats[at].side, orders: Vec::new() };
    if known.seats[at].stage == SeatStage::Guns {
        let goes_home = home::must_go(known, hand.side);
        let fired = hand.shots();
        hand.move_guns(goes_home);
        let has_guns = !hand.orders.is_empty();
        if has_guns {
            hand.give(Command::EndGuns {});
        }
        if fired {
            return hand.orders;
        }
    }
    hand.men(whim);
    hand.give(Command::EndMove { side: false });
    hand.orders
}

/// A seat's orders in the making.
struct Hand<'a> {
    /// The position after the orders so far, shots taken for misses.
    state: State,
    seat: &'a Seat,
    /// The seat's place in the plan.
    at: usize,
    side: Side,
    orders: Vec<Command>,
}

impl Hand<'_> {
    /// Gives an order if it is legal; tells whether it was.
    fn give(&mut self, order: Command) -> bool {
        match decide::order(&self.state, self.seat, &order, &mut Chance::Rehearsal) {
            Ok(course) => {
                self.state = course.state;
                self.orders.push(order);
                true
            }
            Err(_) => false,
        }
    }

    /// The first of these that is legal.
    fn give_first(&mut self, orders: impl IntoIterator<Item = Command>) -> bool {
        orders.into_iter().any(|order| self.give(order))
    }

    /// The seat's men who have not yet moved and of whom this holds, in id order.
    fn idle(&self, holds: impl Fn(&Figure) -> bool) -> Vec<FigureId> {
        let own = self.state.figures.iter().filter(|man| man.seat == self.at && man.side() == self.side);
        own.filter(|man| man.is_free() && !man.moved && man.used.is_none() && holds(man))
            .map(|man| man.id)
            .collect()
    }

    fn men(&mut self, whim: u64) {
        if home::must_go(&self.state, self.side) {
            self.go_home();
        }
        self.lead_away();
        if home::must_go(&self.state, self.side) {
            return;
        }
        let kept = self.kept_back();
        self.charge(&kept);
        self.advance(&kept, whim);
    }

    /// The four nearest armed men of every gun in action that fired or has a target, and of every gun in action while the
    /// enemy has ten armed men or more: of those who have not yet moved, as in all these steps. So the two who serve its trail
    /// are none of the four, and a gun has six men when the enemy comes.
    fn kept_back(&self) -> Vec<FigureId> {
        const STILL_DANGEROUS: usize = 10;
        let enemy_is_strong = STILL_DANGEROUS <= self.state.armed_men(self.side.enemy()).count();
        let mut kept = Vec::new();
        for gun in self.state.guns_held(self.side).filter(|gun| self.state.in_action(gun)) {
            let is_wanted = enemy_is_strong || gun.shots > 0 || !self.targets(gun, &[]).is_empty();
            if is_wanted {
                let unmoved = |man: &&Figure| !man.moved && man.used.is_none();
                let mut men: Vec<&Figure> = self.state.armed_men(self.side).filter(unmoved).collect();
                men.sort_by_key(|man| (man.at.distance_squared(gun.at), man.id));
                kept.extend(men.iter().take(super::measures::CREW).map(|man| man.id));
            }
        }
        kept
    }
}
