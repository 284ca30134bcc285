//! Deciding: one submission.
//!
//! *No peeking* is kept here and nowhere else: up to the first die any illegal order refuses the whole list, from it on
//! none can be refused any more, and an order that no longer applies is recorded as lapsed (service §2).

use std::collections::BTreeMap;

use serde_json::{Value, value::RawValue};

use super::Game;
use crate::{
    dice::{Dice, NoDice},
    ids::{Actor, Seat},
    log::Body,
    notation,
    ruleset::{Act, Halt, Odds, Outcome, Stage, Standing},
    seam::{AnyOrder, Decided, Refusal, to_value},
    table::{Hand, Life, TableEvent, TableOrder},
};

/// Orders as they come: curl and post meet here.
pub enum Orders<'a> {
    /// Each a JSON value.
    Json(&'a [Box<RawValue>]),
    /// Notation, one order a line.
    Text(&'a str),
}

/// What was decided, and the game it leads to. The old game is untouched: a lost race leaves nothing to undo.
pub struct Decision {
    /// What happened, in order; all of it is of one actor and one request.
    pub done: Vec<Decided>,
    /// The result, if the game has ended.
    pub outcome: Option<Outcome>,
    /// The game after it.
    pub next: Game,
    /// Set when dice were closed: where the first roll would have been.
    pub stopped: Option<Stop>,
    /// Whether all of it was the table's business, and no order of the rules was among it.
    pub only_table: bool,
}

/// Where a rehearsal with closed dice ends.
pub struct Stop {
    /// The order that would roll.
    pub order_index: usize,
    /// Its chances.
    pub odds: Option<Odds>,
}

/// An order, read.
enum Order {
    Table(TableOrder),
    Rules(Box<dyn AnyOrder>),
}

impl Order {
    fn json(&self) -> Value {
        match self {
            Order::Table(order) => to_value(order),
            Order::Rules(order) => order.json(),
        }
    }
}

/// The line of the text that each order came from, by its place in the list.
type LineNumbers = BTreeMap<usize, usize>;

/// A decision in the making.
pub(super) struct Making<'a> {
    /// The game as it is after what was decided so far.
    pub(super) game: Game,
    actor: Actor,
    hand: Hand,
    done: Vec<Decided>,
    only_table: bool,
    dice: &'a mut dyn Dice,
}

impl Making<'_> {
    /// A fact of the table.
    pub(super) fn table(&mut self, event: &TableEvent) {
        self.game.table.evolve(&self.actor, self.hand, event);
        let body = Body::of(event).expect("a table's event is whole numbers and texts");
        let stage = self.game.stage();
        self.done.push(Decided { body, rolls: Vec::new(), stage });
    }

    /// Tells the rules, and takes in what they answer.
    pub(super) fn act(&mut self, act: &Act) -> Result<(), NoDice> {
        self.done.extend(self.game.play.answer(act, self.dice)?);
        Ok(())
    }

    /// A seat leaves the game.
    pub(super) fn resign(&mut self, seat: &Seat) -> Result<(), NoDice> {
        self.table(&TableEvent::SeatResigned { seat: seat.clone() });
        let left = self.game.table.left();
        self.act(&Act::Resigned { seat: seat.clone(), left })?;
        self.agree() // who has left is no longer asked: those who stay may have agreed already
    }

    /// One order of the table; on a refusal nothing has changed.
    fn table_order(
        &mut self,
        seat: &Seat,
        order_index: usize,
        order: TableOrder,
    ) -> Result<(), Halt<Refusal>> {
        let offered = !self.game.table.drawing().is_empty();
        let own = self.game.table.drawing().contains(seat);
        let refuse = |code, message| Err(Halt::Refused(Refusal::untimely(order_index, code, message)));
        match order {
            TableOrder::Resign {} => self.resign(seat)?,
            TableOrder::OfferDraw {} | TableOrder::AcceptDraw {} | TableOrder::DeclineDraw {}
                if !self.game.in_game().contains(seat) =>
            {
                return refuse("no-part-left", "this seat has no part in the battle any more");
            }
            TableOrder::OfferDraw {} if own => {
                return refuse("draw-already-offered", "this seat has offered a draw");
            }
            TableOrder::OfferDraw {} => {
                self.table(&TableEvent::DrawOffered { seat: seat.clone() });
                self.agree()?;
            }
            TableOrder::AcceptDraw {} | TableOrder::DeclineDraw {} if !offered => {
                return refuse("no-draw-offered", "no offer of a draw stands");
            }
            TableOrder::AcceptDraw {} if own => {
                return refuse("draw-already-offered", "this seat has agreed already");
            }
            TableOrder::AcceptDraw {} => {
                self.table(&TableEvent::DrawAccepted { seat: seat.clone() });
                self.agree()?;
            }
            TableOrder::DeclineDraw {} => self.table(&TableEvent::DrawDeclined { seat: seat.clone() }),
        }
        Ok(())
    }

    /// The draw, if all that are still in the game want it.
    fn agree(&mut self) -> Result<(), NoDice> {
        let agreed = self.over().is_none() && self.game.draw_is_agreed();
        if agreed { self.act(&Act::Drawn) } else { Ok(()) }
    }

    fn order(
        &mut self,
        seat: &Seat,
        order_index: usize,
        order: &Order,
        arrived: &Stage,
    ) -> Result<(), Halt<Refusal>> {
        if self.game.table.has_resigned(seat) {
            return Err(Halt::Refused(gone(order_index)));
        }
        match order {
            Order::Table(order) => self.table_order(seat, order_index, *order),
            Order::Rules(order) => {
                self.only_table = false;
                let order = (order_index, &**order);
                self.done.extend(self.game.play.decide(seat, order, arrived, self.dice)?);
                self.agree()?; // a seat may have lost its part in the battle: the others may have agreed already
                Ok(())
            }
        }
    }

    /// The result, if the battle is over.
    pub(super) fn over(&self) -> Option<Outcome> {
        match self.game.play.standing() {
            Standing::Over(outcome) => Some(outcome),
            Standing::Waiting(_) | Standing::Reveal => None,
        }
    }

    /// What has been decided.
    pub(super) fn finish(mut self, outcome: Option<Outcome>, stopped: Option<Stop>) -> Decision {
        if let Some(outcome) = &outcome {
            self.game.table.end(outcome.clone());
        }
        Decision { done: self.done, outcome, next: self.game, stopped, only_table: self.only_table }
    }
}

fn gone(order_index: usize) -> Refusal {
    Refusal::untimely(order_index, "seat-resigned", "this seat has left the game")
}

impl Game {
    /// A decision of this actor's, about to be made.
    pub(super) fn making<'a>(&self, actor: Actor, dice: &'a mut dyn Dice) -> Making<'a> {
        Making { game: self.clone(), actor, hand: Hand::Own, done: Vec::new(), only_table: true, dice }
    }

    /// Decides a list of orders of one seat. With closed dice it is a rehearsal: it ends before the first roll, with
    /// [`Decision::stopped`].
    ///
    /// # Errors
    /// Why nothing of the list is carried out: every fault that no die can change, or the first order that is illegal
    /// before the first die.
    pub fn submit(
        &self,
        seat: &Seat,
        orders: &Orders<'_>,
        dice: &mut dyn Dice,
    ) -> Result<Decision, Vec<Refusal>> {
        self.submit_by(Hand::Own, seat, orders, dice)
    }

    /// The same, by somebody's hand.
    ///
    /// # Errors
    /// As [`Game::submit`].
    pub fn submit_by(
        &self,
        hand: Hand,
        seat: &Seat,
        orders: &Orders<'_>,
        dice: &mut dyn Dice,
    ) -> Result<Decision, Vec<Refusal>> {
        self.may_submit(seat)?;
        let (list, places) = self.read(orders)?;
        let rules: Vec<(usize, &dyn AnyOrder)> = list
            .iter()
            .enumerate()
            .filter_map(|(at, order)| match order {
                Order::Rules(order) => Some((at, &**order)),
                Order::Table(_) => None,
            })
            .collect();
        let placed = |mut refusals: Vec<Refusal>| {
            for refusal in &mut refusals {
                refusal.place = places.get(&refusal.order_index).map(|&line| (line, 1));
            }
            refusals
        };
        let faults = self.play.check(seat, &rules);
        if !faults.is_empty() {
            return Err(placed(faults));
        }
        let arrived = self.stage();
        let mut making = self.making(Actor::Seat(seat.clone()), dice);
        making.hand = hand;
        making.table(&TableEvent::OrdersGiven { orders: list.iter().map(Order::json).collect() });
        for (at, order) in list.iter().enumerate() {
            if making.over().is_some() {
                break; // the rest is not tried and leaves no line
            }
            match making.order(seat, at, order, &arrived) {
                Ok(()) => {}
                Err(Halt::Refused(why)) if making.dice.rolled() == 0 => return Err(placed(vec![why])),
                Err(Halt::Refused(why)) => making.table(&TableEvent::OrderLapsed {
                    order_index: at,
                    order: order.json(),
                    code: why.code.to_owned(),
                    rules: why.rule.iter().map(|rule| rule.0.to_owned()).collect(),
                }),
                Err(Halt::NoDice) => {
                    let odds = match order {
                        Order::Rules(order) => making.game.play.odds(seat, &**order),
                        Order::Table(_) => None,
                    };
                    return Ok(making.finish(None, Some(Stop { order_index: at, odds })));
                }
            }
        }
        let outcome = making.over();
        Ok(making.finish(outcome, None))
    }

    fn may_submit(&self, seat: &Seat) -> Result<(), Vec<Refusal>> {
        let refuse = |code, rule, message| Err(vec![Refusal { rule, ..Refusal::untimely(0, code, message) }]);
        match self.table.life() {
            Life::Open => refuse("not-started", None, "the game has not begun"),
            Life::Ended(_) => refuse("game-over", Some(self.play.over_rule()), "the game is over"),
            Life::Active if self.table.has_resigned(seat) => Err(vec![gone(0)]),
            Life::Active => Ok(()),
        }
    }

    /// Reads the whole list: form alone. The line numbers of orders that came as text stand beside them.
    fn read(&self, orders: &Orders<'_>) -> Result<(Vec<Order>, LineNumbers), Vec<Refusal>> {
        let mut list = Vec::new();
        let mut lines = LineNumbers::new();
        let mut faults = Vec::new();
        let mut keep = |read: Result<Order, Refusal>| match read {
            Ok(order) => list.push(order),
            Err(why) => faults.push(why),
        };
        match orders {
            Orders::Json(values) => {
                values.iter().enumerate().for_each(|(at, json)| keep(self.read_json(at, json)))
            }
            Orders::Text(text) => {
                for (at, (number, line)) in notation::order_lines(text).enumerate() {
                    lines.insert(at, number);
                    keep(match TableOrder::parse(line) {
                        Some(order) => Ok(Order::Table(order)),
                        None => self.play.read_text(at, number, line).map(Order::Rules),
                    });
                }
            }
        }
        if faults.is_empty() { Ok((list, lines)) } else { Err(faults) }
    }

    fn read_json(&self, at: usize, json: &RawValue) -> Result<Order, Refusal> {
        #[derive(serde::Deserialize)]
        struct Tag<'a> {
            #[serde(rename = "type", borrow)]
            tag: std::borrow::Cow<'a, str>,
        }
        let table =
            serde_json::from_str::<Tag<'_>>(json.get()).ok().and_then(|t| TableOrder::of_type(&t.tag));
        match table {
            None => self.play.read_json(at, json).map(Order::Rules),
            Some(_) => serde_json::from_str(json.get()).map(Order::Table).map_err(|_| Refusal {
                untimely: false,
                ..Refusal::untimely(at, "malformed", "an order of the table has no member but `type`")
            }),
        }
    }
}
