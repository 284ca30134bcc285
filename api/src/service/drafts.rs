//! Drafts: what a seat has put down and not sent. Kept for the seat, so that a second device sees it, and for nobody else
//! but, where the rules say so, its side. In a secret phase the draft is what a seat will have decided (service §3).

use domain::{
    ids::{GameId, Seat},
    tell::notation,
};
use openapi::drafts::DraftView;
use serde_json::{Value, value::RawValue};
use storage::{DraftRow, PlayerId};

use super::{
    fields::rfc3339,
    hall::Opened,
    lobby::{may_see, seat_for},
    play::{Given, MAX_ORDERS, refused},
};
use crate::{
    app::App,
    problem::{Problem, codes},
};

/// A draft as it is worked with.
#[derive(Default)]
pub struct Draft {
    /// Its orders, canonical.
    pub orders: Vec<Box<RawValue>>,
    /// When it was last changed, in Unix seconds.
    pub at: u64,
}

impl App {
    /// The draft of a seat of the caller's, or of his side where the rules say so.
    ///
    /// # Errors
    /// 403, 404 (also when there is none).
    pub fn draft(&self, game: &GameId, player: &PlayerId, seat: Option<&str>) -> Result<DraftView, Problem> {
        let opened = self.look(game)?;
        may_see(&opened, Some(player))?;
        let seat = match seat_for(&opened, player, seat) {
            Ok(seat) => seat,
            Err(why) => shared_with(&opened, player, seat).ok_or(why)?,
        };
        match self.kept_draft(game, &seat)? {
            Some(draft) => self.draft_view(&opened, seat, &draft),
            None => Err(Problem::new(codes::NOT_FOUND, "This seat has no draft.")),
        }
    }

    /// Keeps a draft in the place of any other; judges nothing but its form.
    ///
    /// # Errors
    /// 403, 404; 422 for orders that cannot be read, or too many of them.
    pub fn put_draft(
        &self,
        game: &GameId,
        player: &PlayerId,
        seat: Option<&str>,
        given: &Given,
    ) -> Result<DraftView, Problem> {
        let (opened, seat) = self.drafting(game, player, seat)?;
        let version = opened.chronicle.ledger().version();
        let orders = opened.chronicle.game().as_draft(&given.orders());
        let orders = orders.map_err(|refusals| refused(&refusals, given, version))?;
        few_enough(orders.len())?;
        let draft = Draft { orders: raw(&orders)?, at: self.clock.now() };
        self.store.put_draft(game, &seat, Some(self.draft_row(game, &seat, &draft)?))?;
        self.draft_view(&opened, seat, &draft)
    }

    /// Forgets a draft.
    ///
    /// # Errors
    /// 403, 404.
    pub fn drop_draft(&self, game: &GameId, player: &PlayerId, seat: Option<&str>) -> Result<(), Problem> {
        let (_, seat) = self.drafting(game, player, seat)?;
        Ok(self.store.put_draft(game, &seat, None)?)
    }

    fn drafting(
        &self,
        game: &GameId,
        player: &PlayerId,
        seat: Option<&str>,
    ) -> Result<(std::sync::Arc<Opened>, Seat), Problem> {
        let opened = self.look(game)?;
        may_see(&opened, Some(player))?;
        if opened.row.imported {
            return Err(Problem::plain(codes::IMPORTED));
        }
        let seat = seat_for(&opened, player, seat)?;
        Ok((opened, seat))
    }

    /// The seat's draft, if it has one that can be read.
    ///
    /// # Errors
    /// As the store.
    pub(super) fn kept_draft(&self, game: &GameId, seat: &Seat) -> Result<Option<Draft>, Problem> {
        let Some(row) = self.store.draft(game, seat)? else { return Ok(None) };
        let text = self.open_draft(game, seat, &row.orders);
        let orders = text.and_then(|text| serde_json::from_str(&text).ok());
        if orders.is_none() {
            tracing::warn!(game = %game, seat = %seat, "a draft cannot be read with the key of this data folder");
        }
        Ok(orders.map(|orders| Draft { orders, at: row.at }))
    }

    /// A draft as it is kept.
    ///
    /// # Errors
    /// 500: orders are always JSON.
    pub(super) fn draft_row(&self, game: &GameId, seat: &Seat, draft: &Draft) -> Result<DraftRow, Problem> {
        let text = serde_json::to_string(&draft.orders).map_err(|why| Problem::internal(&why))?;
        Ok(DraftRow { orders: self.seal_draft(game, seat, &text), at: draft.at })
    }

    /// A draft as it is shown.
    ///
    /// # Errors
    /// 500: orders are always JSON.
    pub(super) fn draft_view(
        &self,
        opened: &Opened,
        seat: Seat,
        draft: &Draft,
    ) -> Result<DraftView, Problem> {
        let ruleset = opened.chronicle.ruleset();
        let orders = draft.orders.iter().map(|order| serde_json::from_str(order.get()));
        let orders: Vec<Value> = orders.collect::<Result<_, _>>().map_err(|why| Problem::internal(&why))?;
        let notation = orders.iter().map(|order| notation(ruleset, order)).collect();
        Ok(DraftView { seat, orders, notation, at: rfc3339(draft.at) })
    }
}

/// Refuses a draft that no turn could hold.
pub(super) fn few_enough(n_orders: usize) -> Result<(), Problem> {
    if n_orders <= MAX_ORDERS { Ok(()) } else { Err(Problem::plain(codes::TOO_MANY_ORDERS)) }
}

/// Orders as they are read again.
///
/// # Errors
/// 500: an order is always JSON.
pub(super) fn raw(orders: &[Value]) -> Result<Vec<Box<RawValue>>, Problem> {
    let raw = orders.iter().map(serde_json::value::to_raw_value).collect::<Result<_, _>>();
    raw.map_err(|why| Problem::internal(&why))
}

/// A seat whose draft the caller may read because he holds another of its side.
fn shared_with(opened: &Opened, player: &PlayerId, seat: Option<&str>) -> Option<Seat> {
    let seat = Seat::new(seat?).ok()?;
    let game = opened.chronicle.game();
    let is_of_side = opened.held_by(player).any(|row| game.are_of_one_side(&row.seat, &seat));
    (opened.seat(&seat).is_some() && is_of_side && game.play().shares_draft(&seat)).then_some(seat)
}
