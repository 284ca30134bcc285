//! The four orders that every game has (service §1), and their words.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::notation;

/// The words of the table, read before the ruleset's notation: no ruleset begins a line with one of them.
pub const TABLE_ORDERS: &[(&str, TableOrder)] = &[
    ("resign", TableOrder::Resign {}),
    ("offer draw", TableOrder::OfferDraw {}),
    ("accept draw", TableOrder::AcceptDraw {}),
    ("decline draw", TableOrder::DeclineDraw {}),
];

/// An order of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = table::Order)]
pub enum TableOrder {
    /// `resign`: leave the game; the rules say what becomes of the figures.
    Resign {},
    /// `offer draw`: stands until somebody declines it or this seat orders again.
    OfferDraw {},
    /// `accept draw`
    AcceptDraw {},
    /// `decline draw`: no offer stands any more.
    DeclineDraw {},
}

impl TableOrder {
    /// The `type` of its JSON.
    pub fn type_name(self) -> &'static str {
        match self {
            TableOrder::Resign {} => "resign",
            TableOrder::OfferDraw {} => "offer_draw",
            TableOrder::AcceptDraw {} => "accept_draw",
            TableOrder::DeclineDraw {} => "decline_draw",
        }
    }

    /// The order with this `type`.
    pub fn of_type(name: &str) -> Option<Self> {
        TABLE_ORDERS.iter().map(|&(_, order)| order).find(|order| order.type_name() == name)
    }

    /// The order that this line says, if it is one of the table's.
    pub fn parse(line: &str) -> Option<Self> {
        let words = notation::words(line).into_iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
        TABLE_ORDERS.iter().find(|(text, _)| *text == words).map(|&(_, order)| order)
    }

    /// In words.
    pub fn format(self) -> &'static str {
        match self {
            TableOrder::Resign {} => "resign",
            TableOrder::OfferDraw {} => "offer draw",
            TableOrder::AcceptDraw {} => "accept draw",
            TableOrder::DeclineDraw {} => "decline draw",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_json_are_inverse() {
        for &(words, order) in TABLE_ORDERS {
            assert_eq!(TableOrder::parse(words), Some(order));
            assert_eq!(order.format(), words);
            let json = serde_json::to_string(&order).unwrap();
            assert_eq!(serde_json::from_str::<TableOrder>(&json).unwrap(), order);
            assert_eq!(TableOrder::of_type(order.type_name()), Some(order));
        }
        assert_eq!(TableOrder::parse("  Offer   DRAW  # please"), Some(TableOrder::OfferDraw {}));
        assert_eq!(TableOrder::parse("offer a draw"), None);
    }
}
