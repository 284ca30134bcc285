//! One game as a viewer may see it, with the tag that tells whether it has changed for him.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use domain::ids::{GameId, Seat};
use openapi::games::GameView;
use storage::PlayerId;

use crate::{
    app::App,
    etag,
    problem::Problem,
    service::{
        answers::own_seats,
        fields::rfc3339,
        freshness::Stamp,
        hall::Opened,
        lobby::{game_id, viewer_for},
    },
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
        let stamp = self.stamp()?;
        let opened = self.seen_at(game, caller, look.at)?;
        let showing = Showing::of(self, &opened, caller, look)?;
        let answer = showing.answer(self, &opened);
        if look.at.is_none() {
            self.metrics.showings.found(false);
            opened.shown.put(Viewing::of(caller, look), stamp, showing);
        }
        Ok(answer)
    }

    /// The same for somebody who has seen it as it stands now: from memory, without waiting for anything. `None` where that
    /// cannot be.
    pub fn game_again(&self, game: &str, caller: Option<&PlayerId>, look: &Look) -> Option<GameAnswer> {
        let (id, stamp) = (game_id(game).ok()?, self.stamp().ok()?);
        let opened = self.hall.known(&id)?.newest(self.data_version().ok()?)?;
        let showing = opened.shown.get(&Viewing::of(caller, look), stamp).filter(|_| look.at.is_none())?;
        self.metrics.showings.found(true);
        Some(showing.answer(self, &opened))
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
        Ok(Showing::new(opened, shown)?.answer(self, opened))
    }

    /// The same, not yet in JSON.
    ///
    /// # Errors
    /// As [`App::read_game`].
    pub fn shown(
        &self,
        opened: &Opened,
        caller: Option<&PlayerId>,
        look: &Look,
    ) -> Result<GameView, Problem> {
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

/// A game as it was shown: all but the time of day, which is part of every answer and changes nothing.
pub struct Showing {
    before_now: String,
    after_now: String,
    tag: String,
}

impl Showing {
    fn of(app: &App, opened: &Opened, caller: Option<&PlayerId>, look: &Look) -> Result<Self, Problem> {
        Self::new(opened, app.shown(opened, caller, look)?)
    }

    fn new(opened: &Opened, mut shown: GameView) -> Result<Self, Problem> {
        // No text inside can look like this: its quotes would be escaped.
        const NOW: &str = "\"now\":\"";
        shown.now.clear();
        let text = json(&shown)?;
        let ledger = opened.chronicle.ledger();
        let tag = etag::of(ledger.version(), &ledger.head(), text.as_bytes());
        let at = text.find(NOW).map_or(text.len(), |at| at + NOW.len());
        let (before_now, after_now) = text.split_at(at);
        Ok(Showing { before_now: before_now.to_owned(), after_now: after_now.to_owned(), tag })
    }

    fn answer(&self, app: &App, opened: &Opened) -> GameAnswer {
        let body = [&*self.before_now, &rfc3339(app.now()), &self.after_now].concat();
        GameAnswer { id: opened.row.id.clone(), body, tag: self.tag.clone() }
    }
}

/// Who looks, and how.
#[derive(Clone, PartialEq, Eq)]
struct Viewing {
    caller: Option<PlayerId>,
    seat: Option<String>,
    summary: bool,
}

impl Viewing {
    fn of(caller: Option<&PlayerId>, look: &Look) -> Self {
        Viewing { caller: caller.cloned(), seat: look.seat.clone(), summary: look.summary }
    }
}

/// How a state of a game was shown to those who looked last. It goes with the state; names may change under it, so each has the
/// stamp of what it was read from.
#[derive(Default)]
pub struct Showings(Mutex<VecDeque<(Viewing, Stamp, Arc<Showing>)>>);

impl Showings {
    /// As many are kept: the players and some who watch.
    const MOST: usize = 8;

    fn get(&self, viewing: &Viewing, now: Stamp) -> Option<Arc<Showing>> {
        let showings = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = showings.iter().find(|(own, stamp, _)| own == viewing && *stamp == now);
        found.map(|(_, _, showing)| Arc::clone(showing))
    }

    fn put(&self, viewing: Viewing, stamp: Stamp, showing: Showing) {
        let mut showings = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        showings.retain(|(own, _, _)| *own != viewing);
        showings.truncate(Self::MOST - 1);
        showings.push_front((viewing, stamp, Arc::new(showing)));
    }
}

/// JSON text of an answer.
///
/// # Errors
/// 500: an answer is always JSON.
pub fn json(answer: &impl serde::Serialize) -> Result<String, Problem> {
    serde_json::to_string(answer).map_err(|why| Problem::internal(&why))
}
