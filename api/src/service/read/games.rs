//! One game as a viewer may see it, with the tag that tells whether it has changed for him.

use domain::ids::{GameId, Seat};
use openapi::games::GameView;
use storage::PlayerId;

use crate::{
    app::App,
    etag,
    problem::Problem,
    service::{answers::own_seats, hall::Opened, lobby::viewer_for},
};

/// How somebody looks at a game.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// After which line.
    pub at: Option<u64>,
    /// With the eyes of which seat.
    pub seat: Option<String>,
    /// Without the view.
    pub summary: bool,
}

/// A game as it is answered: JSON, and its tag.
#[derive(Clone, Debug)]
pub struct GameAnswer {
    /// Which.
    pub id: GameId,
    /// JSON.
    pub body: String,
    /// Its entity tag, quoted.
    pub tag: String,
}

impl App {
    /// A game, for somebody who may know of it.
    ///
    /// # Errors
    /// 404; 403 when he wants to look with eyes that are not his.
    pub fn read_game(
        &self,
        game: &str,
        caller: Option<&PlayerId>,
        look: &Look,
    ) -> Result<GameAnswer, Problem> {
        let opened = self.seen_at(game, caller, look.at)?;
        self.game_answer(&opened, caller, look, &[])
    }

    /// A game that is at hand. `invites` are secrets that were just made, for who made them.
    ///
    /// # Errors
    /// As [`App::read_game`].
    pub fn game_answer(
        &self,
        opened: &Opened,
        caller: Option<&PlayerId>,
        look: &Look,
        invites: &[(Seat, String)],
    ) -> Result<GameAnswer, Problem> {
        let mut shown = self.shown(opened, caller, look)?;
        for (seat, secret) in invites {
            if let Some(row) = shown.seats.iter_mut().find(|row| row.seat == *seat) {
                row.invite = Some(secret.clone());
            }
        }
        let ledger = opened.chronicle.ledger();
        // The time of day is part of every answer and changes nothing: it is left out of the tag.
        let now = std::mem::take(&mut shown.now);
        let tag = etag::of(ledger.version(), &ledger.head(), json(&shown)?.as_bytes());
        shown.now = now;
        Ok(GameAnswer { id: opened.row.id.clone(), body: json(&shown)?, tag })
    }

    fn shown(&self, opened: &Opened, caller: Option<&PlayerId>, look: &Look) -> Result<GameView, Problem> {
        let viewer = viewer_for(opened, caller, look.seat.as_deref())?;
        let people = self.people(&opened.seats)?;
        let mut shown = self.game_view(opened, &|id| people.get(id));
        shown.mine = own_seats(&shown.seats, &shown.to_act, caller);
        if !look.summary {
            shown.view = Some(opened.chronicle.game().view(&viewer));
        }
        Ok(shown)
    }
}

/// JSON text of an answer.
///
/// # Errors
/// 500: an answer is always JSON.
pub fn json(answer: &impl serde::Serialize) -> Result<String, Problem> {
    serde_json::to_string(answer).map_err(|why| Problem::internal(&why))
}
