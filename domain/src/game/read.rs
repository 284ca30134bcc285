//! Reading: a list of orders as it came becomes orders of the table and of the rules, by its form alone.

use std::collections::BTreeMap;

use serde_json::{Value, value::RawValue};

use super::Game;
use crate::{
    ids::Seat,
    notation,
    seam::{AnyGame, AnyOrder, Refusal, to_value},
    table::TableOrder,
};

/// Orders as they come: curl and post meet here.
pub enum Orders<'a> {
    /// Each a JSON value.
    Json(&'a [Box<RawValue>]),
    /// Notation, one order a line.
    Text(&'a str),
}

/// An order, read.
pub(super) enum Order {
    /// Of the table.
    Table(TableOrder),
    /// Of the rules.
    Rules(Box<dyn AnyOrder>),
}

impl Order {
    /// The order, where it is the rules'.
    pub(super) fn of_rules(&self) -> Option<&dyn AnyOrder> {
        match self {
            Order::Rules(order) => Some(&**order),
            Order::Table(_) => None,
        }
    }

    pub(super) fn json(&self) -> Value {
        match self {
            Order::Table(order) => to_value(order),
            Order::Rules(order) => order.json(),
        }
    }
}

/// The line of the text that each order came from, by its place in the list.
type LineNumbers = BTreeMap<usize, usize>;

/// A list, read, with the lines its orders came from.
pub(super) struct Placed {
    pub(super) list: Vec<Order>,
    pub(super) lines: LineNumbers,
}

impl Placed {
    /// Refusals with their places in the text.
    pub(super) fn place(&self, mut refusals: Vec<Refusal>) -> Vec<Refusal> {
        for refusal in &mut refusals {
            refusal.place = self.lines.get(&refusal.order_index).map(|&line| (line, 1));
        }
        refusals
    }

    /// What no die can change, for the whole list, by what the seat knows.
    pub(super) fn check(&self, known: &dyn AnyGame, seat: &Seat) -> Result<(), Vec<Refusal>> {
        let rules: Vec<(usize, &dyn AnyOrder)> =
            self.list.iter().enumerate().filter_map(|(at, order)| Some((at, order.of_rules()?))).collect();
        let faults = known.check(seat, &rules);
        if faults.is_empty() { Ok(()) } else { Err(self.place(faults)) }
    }
}

impl Game {
    /// Reads a draft and what is sent after it, as one list.
    pub(super) fn read_with(
        &self,
        draft: &[Box<RawValue>],
        orders: &Orders<'_>,
    ) -> Result<Placed, Vec<Refusal>> {
        let read = |orders| self.read(orders);
        let (before, after) = match (read(&Orders::Json(draft)), read(orders)) {
            (Ok((before, _)), Ok(after)) => (before, after),
            (before, after) => {
                let later = after.err().unwrap_or_default().into_iter().map(|why| why.later(draft.len()));
                return Err(before.err().unwrap_or_default().into_iter().chain(later).collect());
            }
        };
        let (list, lines) = after;
        let lines = lines.into_iter().map(|(at, line)| (at + draft.len(), line)).collect();
        Ok(Placed { list: before.into_iter().chain(list).collect(), lines })
    }

    /// Reads the whole list: form alone. The line numbers of orders that came as text stand beside them.
    pub(super) fn read(&self, orders: &Orders<'_>) -> Result<(Vec<Order>, LineNumbers), Vec<Refusal>> {
        let mut list = Vec::new();
        let mut lines = LineNumbers::new();
        let mut faults = Vec::new();
        match orders {
            Orders::Json(values) => {
                for (at, json) in values.iter().enumerate() {
                    match self.read_json(at, json) {
                        Ok(order) => list.push(order),
                        Err(why) => faults.push(why),
                    }
                }
            }
            Orders::Text(text) => {
                let mut at = 0;
                for (number, line) in notation::order_lines(text) {
                    let read = match TableOrder::parse(line) {
                        Some(order) => Ok(vec![Order::Table(order)]),
                        None => self
                            .play
                            .read_text(at, number, line)
                            .map(|orders| orders.into_iter().map(Order::Rules).collect()),
                    };
                    let n_orders = read.as_ref().map_or(1, Vec::len);
                    lines.extend((at..at + n_orders).map(|at| (at, number)));
                    at += n_orders;
                    match read {
                        Ok(orders) => list.extend(orders),
                        Err(why) => faults.push(why),
                    }
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
