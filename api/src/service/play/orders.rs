//! What a seat may order now.

use domain::{ids::GameId, rulesets, seam::AnyOrder};
use openapi::turns::{OrderView, OrdersView};
use serde_json::Value;
use storage::PlayerId;

use crate::{
    app::App,
    problem::{Problem, codes},
    service::lobby::{may_see, seat_for},
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
    /// Whether a whole turn is to be suggested: it takes the bot as long as a move of its own.
    pub suggest: bool,
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
        let known = game.known_to(&seat);
        let all = known.hints(&seat, wanted.figure.as_deref());
        let view = |order: &dyn AnyOrder| OrderView {
            order: order.json(),
            notation: order.notation(),
            odds: known.odds(&seat, order),
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
            suggested: wanted
                .suggest
                .then(|| game.suggested(&seat))
                .into_iter()
                .flatten()
                .map(plain)
                .collect(),
            items,
            seat,
        })
    }

    /// The legal orders by which a seat ends a part of its turn, in notation: those that somebody who does not know the rules
    /// looks for.
    ///
    /// # Errors
    /// 403, 404.
    pub fn endings(
        &self,
        game: &GameId,
        player: &PlayerId,
        seat: Option<&str>,
    ) -> Result<Vec<String>, Problem> {
        let opened = self.look(game)?;
        may_see(&opened, Some(player))?;
        let seat = seat_for(&opened, player, seat)?;
        let types = rulesets::find(&opened.row.ruleset).map_or(&[][..], |ruleset| ruleset.endings());
        let ends = |order: &dyn AnyOrder| {
            order.json().get("type").and_then(Value::as_str).is_some_and(|kind| types.contains(&kind))
        };
        let all = opened.chronicle.game().known_to(&seat).hints(&seat, None);
        Ok(all.iter().filter(|order| ends(&***order)).map(|order| order.notation()).collect())
    }
}
