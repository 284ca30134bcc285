//! The page of a game: gathered here, drawn in [`crate::page::game`].

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use domain::{ids::GameId, picture::Picture};
use openapi::{
    games::{GameLife, GameView, OwnSeat},
    messages::MessageView,
    replay::Frame,
    turns::{DryRun, OrdersView},
};
use serde::Deserialize;
use storage::PlayerId;

use super::{Shown, away, refusal, shown};
use crate::{
    app::App,
    auth::MaybeCaller,
    page::{
        game::{self, Scene, Typed},
        site::Reader,
    },
    problem::{Problem, codes},
    random,
    service::{
        lobby::game_id,
        play::OrdersWanted,
        read::{board::Pointing, games::Look, replay::ReplayWanted},
    },
};

/// Events shown at once.
const EVENTS: usize = 200;
/// Events shown to who has not played yet.
const NEWEST: u64 = 30;
/// Legal orders shown at once: of a figure all that anybody reads, of all only the first.
const OF_A_FIGURE: usize = 150;
const OF_ALL: usize = 40;
/// Messages shown.
const MESSAGES: usize = 20;

/// What of a game is to be shown.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Wanted {
    /// With the eyes of which seat.
    pub seat: Option<String>,
    /// The figure that is pointed at.
    pub figure: Option<String>,
    /// What happened after this line.
    pub since: Option<u64>,
}

pub async fn game(
    app: web::Data<App>,
    caller: MaybeCaller,
    id: web::Path<String>,
    query: web::Query<Wanted>,
) -> HttpResponse {
    let player = caller.0.as_ref().map(|caller| caller.player.clone());
    shown(&app, caller.0, move |app, reader| {
        let gathered = Gathered::of(app, &id, player.as_ref(), &query)?;
        let typed = Typed { orders: gathered.drafted(app, player.as_ref()), key: key() };
        Ok(Shown::page(reader, &game::title(&gathered.game), &gathered.page(reader, &typed, None, None)))
    })
    .await
}

/// Whoever opens again what a form had answered, comes back to the game.
pub async fn back(app: web::Data<App>, caller: MaybeCaller, request: HttpRequest) -> HttpResponse {
    match game_id(request.match_info().get("game").unwrap_or_default()) {
        Ok(game) => away(&app.path(&format!("/games/{game}"))),
        Err(why) => refusal(&app, caller, why).await,
    }
}

/// A key for one sending of a form.
pub(super) fn key() -> String {
    format!("page:{}", random::request_name())
}

/// What the page needs, read at one moment.
pub(super) struct Gathered {
    pub(super) game: GameView,
    pub(super) seat: Option<OwnSeat>,
    board: Picture,
    figure: Option<String>,
    lately: (u64, Vec<Frame>),
    orders: Option<OrdersView>,
    endings: Vec<String>,
    messages: Vec<MessageView>,
}

impl Gathered {
    /// # Errors
    /// 403 for another's eyes; 404.
    pub(super) fn of(
        app: &Arc<App>,
        id: &str,
        player: Option<&PlayerId>,
        wanted: &Wanted,
    ) -> Result<Self, Problem> {
        let opened = app.seen(id, player)?;
        let first = Look { at: None, seat: wanted.seat.clone(), summary: true };
        let game = app.shown(&opened, player, &first)?;
        // Who does not say with whose eyes looks with those that are waited for.
        let own = |seat: &&OwnSeat| wanted.seat.as_deref().is_none_or(|eyes| eyes == seat.seat.as_str());
        let seat = game.mine.iter().filter(own).max_by_key(|seat| seat.acts).cloned();
        let eyes = seat.as_ref().map(|seat| seat.seat.to_string());
        let look = Look { at: None, seat: eyes.clone(), summary: true };
        let figure = wanted.figure.clone().filter(|figure| !figure.is_empty());
        let since = match (wanted.since, &seat) {
            (Some(since), _) => since.min(game.version),
            (None, Some(own)) => app.last_turn_of(&opened, &own.seat, None)?.map_or(0, |turn| turn.last),
            (None, None) => game.version.saturating_sub(NEWEST),
        };
        let pointing = Pointing { figure: figure.clone(), since: Some(since), region: None };
        let board = app.board(id, player, &look, &pointing)?;
        let told = ReplayWanted {
            seat: eyes.clone(),
            after: Some(since),
            limit: Some(EVENTS),
            only_told: true,
            ..ReplayWanted::default()
        };
        let frames = app.replay(id, player, &told)?.frames;
        let orders = match (player, &seat) {
            (Some(player), Some(_)) if game.state == GameLife::Active => {
                let limit = if figure.is_some() { OF_A_FIGURE } else { OF_ALL };
                let wanted = OrdersWanted {
                    seat: eyes.clone(),
                    figure: figure.clone(),
                    limit,
                    ..OrdersWanted::default()
                };
                match app.orders(&opened.row.id, player, &wanted) {
                    Err(why) if why.code() == codes::NOT_STARTED.code => None, // it has just ended
                    orders => Some(orders?),
                }
            }
            (_, _) => None,
        };
        let endings = match (player, &orders) {
            (Some(player), Some(_)) => app.endings(&opened.row.id, player, eyes.as_deref())?,
            (_, _) => Vec::new(),
        };
        let messages = app.message_page(id, player, None, Some(MESSAGES))?.items;
        Ok(Gathered { game, seat, board, figure, lately: (since, frames), orders, endings, messages })
    }

    /// The draft of the seat, as text.
    pub(super) fn drafted(&self, app: &Arc<App>, player: Option<&PlayerId>) -> String {
        let (Some(player), Some(seat)) = (player, &self.seat) else { return String::new() };
        let draft = GameId::new(self.game.id.as_str())
            .ok()
            .and_then(|id| app.draft(&id, player, Some(seat.seat.as_str())).ok());
        draft.map_or_else(String::new, |draft| draft.notation.join("\n"))
    }

    pub(super) fn page(
        &self,
        reader: &Reader,
        typed: &Typed,
        tried: Option<&DryRun>,
        why: Option<&Problem>,
    ) -> maud::Markup {
        game::page(&Scene {
            reader,
            game: &self.game,
            seat: self.seat.as_ref(),
            board: &self.board,
            figure: self.figure.as_deref(),
            lately: (self.lately.0, &self.lately.1),
            orders: self.orders.as_ref(),
            endings: &self.endings,
            typed,
            tried,
            why,
            messages: &self.messages,
        })
    }
}
