//! What a seat may order now, and what it has put down and not sent.

use domain::{
    ids::{GameId, Seat},
    seam::AnyOrder,
};
use openapi::turns::{DraftView, OrderView, OrdersView};
use serde_json::value::RawValue;
use storage::{DraftRow, PlayerId};

use crate::{
    app::App,
    problem::{Problem, codes},
    service::{
        fields::rfc3339,
        hall::Opened,
        lobby::{may_see, seat_for},
    },
};

/// Which part of the legal orders is wanted.
#[derive(Default)]
pub struct OrdersWanted {
    /// For which seat.
    pub seat: Option<String>,
    /// Only those of this figure.
    pub figure: Option<String>,
    /// How many to leave out.
    pub skip: usize,
    /// How many at most.
    pub limit: usize,
}

impl App {
    /// Legal orders of the caller's seat with exact odds, and a sensible whole turn.
    ///
    /// # Errors
    /// 403, 404; 409 when the game is not being played.
    pub fn orders(
        &self,
        game: &GameId,
        player: &PlayerId,
        wanted: &OrdersWanted,
    ) -> Result<OrdersView, Problem> {
        let opened = self.look(game)?;
        may_see(&opened, Some(player))?;
        let seat = seat_for(&opened, player, wanted.seat.as_deref())?;
        if opened.row.state != storage::GameState::Active {
            return Err(Problem::new(codes::NOT_STARTED, "The game is not being played."));
        }
        let game = opened.chronicle.game();
        let play = game.play();
        let all = play.hints(&seat, wanted.figure.as_deref());
        let view = |order: &dyn AnyOrder| OrderView {
            order: order.json(),
            notation: order.notation(),
            odds: play.odds(&seat, order),
        };
        let items: Vec<OrderView> =
            all.iter().skip(wanted.skip).take(wanted.limit).map(|order| view(&**order)).collect();
        let next = wanted.skip + items.len();
        let stage = opened.chronicle.stage();
        let plain = |order: Box<dyn AnyOrder>| OrderView {
            order: order.json(),
            notation: order.notation(),
            odds: None,
        };
        Ok(OrdersView {
            round: stage.round,
            phase: stage.phase.to_owned(),
            version: opened.chronicle.ledger().version(),
            next: (next < all.len()).then(|| next.to_string()),
            suggested: game.suggested(&seat).into_iter().map(plain).collect(),
            items,
            seat,
        })
    }

    /// The seat's draft.
    ///
    /// # Errors
    /// 403, 404 (also when there is none).
    pub fn draft(&self, game: &GameId, player: &PlayerId, seat: Option<&str>) -> Result<DraftView, Problem> {
        let (_, seat) = self.drafting(game, player, seat)?;
        let draft = self.store.draft(game, &seat)?;
        let draft = draft.ok_or_else(|| Problem::new(codes::NOT_FOUND, "This seat has no draft."))?;
        Ok(draft_view(seat, &draft))
    }

    /// Keeps a draft in the place of any other; judges nothing.
    ///
    /// # Errors
    /// 403, 404; 422 for too many orders.
    pub fn put_draft(
        &self,
        game: &GameId,
        player: &PlayerId,
        seat: Option<&str>,
        orders: &[Box<RawValue>],
    ) -> Result<DraftView, Problem> {
        if super::MAX_ORDERS < orders.len() {
            return Err(Problem::plain(codes::TOO_MANY_ORDERS));
        }
        let (_, seat) = self.drafting(game, player, seat)?;
        let orders = serde_json::to_string(orders).map_err(|why| Problem::internal(&why))?;
        let draft = DraftRow { orders, at: self.clock.now() };
        self.store.put_draft(game, &seat, Some(draft.clone()))?;
        Ok(draft_view(seat, &draft))
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
        let seat = seat_for(&opened, player, seat)?;
        Ok((opened, seat))
    }
}

fn draft_view(seat: Seat, draft: &DraftRow) -> DraftView {
    let orders = serde_json::from_str(&draft.orders).unwrap_or_default();
    DraftView { seat, orders, at: rfc3339(draft.at) }
}
