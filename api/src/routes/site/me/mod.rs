//! One's own account. All of it is the caller's own: whoever is not signed in gets a page that says so.

pub mod mails;
pub mod profile;
pub mod tokens;
pub mod webhooks;

use actix_web::{HttpResponse, web};
use openapi::games::GameItem;
use serde::Deserialize;
use storage::PlayerId;

use super::away;
use crate::{app::App, problem::Problem, service::read::list::GamesWanted};

/// Games offered in a choice.
const CHOICES: usize = 100;

/// Where a page goes on, and whether something was just done.
#[derive(Deserialize)]
pub struct Showing {
    cursor: Option<String>,
    #[serde(default)]
    done: bool,
}

/// Whoever opens again what a form had answered, comes back to his account.
pub async fn back(app: web::Data<App>) -> HttpResponse {
    away(&app.path("/me"))
}

/// Games of a player that are open or run.
fn own_games(app: &App, player: &PlayerId) -> Result<Vec<GameItem>, Problem> {
    let wanted = GamesWanted {
        state: Some("open,active".to_owned()),
        mine: true,
        limit: Some(CHOICES),
        ..GamesWanted::default()
    };
    Ok(app.list_games(Some(player), &wanted)?.items)
}
