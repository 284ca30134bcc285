//! Finding games: a page of those a viewer may see, newest activity first.

use std::collections::BTreeMap;

use domain::{
    ids::GameId,
    log::{Kind, Line},
};
use openapi::{
    games::{GameItem, SeatView, ToAct},
    pages::GamePage,
};
use serde::Deserialize;
use storage::{GameFilter, GameRow, GameState, PlayerId, SeatRow, ToActRow};

use super::{People, cursor};
use crate::{
    app::App,
    auth,
    problem::{Problem, codes},
    service::{
        answers::{life, own_seats, seat_view, visibility},
        fields::rfc3339,
    },
};

/// Games on a page where no number is asked for.
const USUAL: usize = 20;

/// Games on a page at most.
const MOST: usize = 100;

/// Which games somebody wants to see.
#[derive(Clone, Debug, Default)]
pub struct GamesWanted {
    /// In one of these states, separated by commas.
    pub state: Option<String>,
    /// Only those in which he has a seat, or which he made.
    pub mine: bool,
    /// `me`: only those in which a seat of his is waited for.
    pub to_act: Option<String>,
    /// Only of this ruleset.
    pub ruleset: Option<String>,
    /// Where the page before ended.
    pub cursor: Option<String>,
    /// How many.
    pub limit: Option<usize>,
}

impl App {
    /// A page of games.
    ///
    /// # Errors
    /// 400 for a filter that cannot be read; 401 when somebody unknown asks for his games.
    pub fn list_games(&self, caller: Option<&PlayerId>, wanted: &GamesWanted) -> Result<GamePage, Problem> {
        let limit = cursor::limit(wanted.limit, USUAL, MOST)?;
        let filter = filter(caller, wanted, limit)?;
        let mut rows = self.store.games(&filter)?;
        let more = limit < rows.len();
        rows.truncate(limit);
        let next = match rows.last() {
            Some(last) if more => Some(cursor::encode("games", &[&last.active, &last.id])),
            Some(_) | None => None,
        };
        let mut items = Vec::with_capacity(rows.len());
        for row in &rows {
            items.push(self.game_item(row, caller)?);
        }
        Ok(GamePage { items, next })
    }

    fn game_item(&self, row: &GameRow, caller: Option<&PlayerId>) -> Result<GameItem, Problem> {
        let seats = self.store.seats(&row.id)?;
        let people = self.people(&seats)?;
        let names = self.seat_names(&row.id)?;
        let waits = |row: ToActRow| ToAct {
            seat: row.seat,
            since: rfc3339(row.since),
            deadline: row.deadline.map(rfc3339),
        };
        let to_act: Vec<ToAct> = self.store.to_act(&row.id)?.into_iter().map(waits).collect();
        let seats: Vec<SeatView> = seats.iter().map(|seat| seated(seat, &names, &people)).collect();
        Ok(GameItem {
            id: row.id.clone(),
            title: row.title.clone(),
            ruleset: row.ruleset.clone(),
            scenario: row.scenario.clone(),
            visibility: visibility(row.visibility),
            state: life(row.state),
            round: row.round,
            phase: row.phase.clone(),
            mine: own_seats(&seats, &to_act, caller),
            to_act,
            version: row.version,
            seats,
            result: row.result.as_deref().and_then(|json| serde_json::from_str(json).ok()),
            active: rfc3339(row.active),
        })
    }

    /// The names of a game's seats. They stand in its first line, so the list need not open the game.
    fn seat_names(&self, game: &GameId) -> Result<BTreeMap<String, String>, Problem> {
        #[derive(Deserialize)]
        struct Rules {
            seats: Vec<Named>,
        }
        #[derive(Deserialize)]
        struct Named {
            seat: String,
            name: String,
        }
        let first = self.store.lines(game, 0, 1)?;
        let genesis = first.first().and_then(|row| Line::read(&row.line).ok());
        let Some(Line { kind: Kind::Genesis(genesis), .. }) = genesis else { return Ok(BTreeMap::new()) };
        let rules: Option<Rules> = serde_json::from_str(genesis.rules.get()).ok();
        Ok(rules.into_iter().flat_map(|rules| rules.seats).map(|seat| (seat.seat, seat.name)).collect())
    }
}

fn seated(seat: &SeatRow, names: &BTreeMap<String, String>, people: &People) -> openapi::games::SeatView {
    let name = names.get(seat.seat.as_str()).cloned().unwrap_or_default();
    seat_view(seat, name, &|id| people.get(id))
}

fn filter(caller: Option<&PlayerId>, wanted: &GamesWanted, limit: usize) -> Result<GameFilter, Problem> {
    let to_act = match wanted.to_act.as_deref() {
        None => false,
        Some("me") => true,
        Some(_) => return Err(Problem::new(codes::BAD_QUERY, "`to_act` is `me`.")),
    };
    if (to_act || wanted.mine) && caller.is_none() {
        return Err(auth::unauthorized());
    }
    let words = wanted.state.iter().flat_map(|words| words.split(','));
    let states: Option<Vec<GameState>> = words.map(GameState::parse).collect();
    let states = states.ok_or_else(|| {
        Problem::new(
            codes::BAD_QUERY,
            "`state` is open, active, finished or aborted, or several with commas.",
        )
    })?;
    let after = match &wanted.cursor {
        None => None,
        Some(text) => {
            let [active, id] = cursor::decode("games", text)?;
            let id = GameId::new(&id)
                .map_err(|_| Problem::new(codes::BAD_QUERY, "The cursor is not one of ours."))?;
            Some((cursor::number(&active)?, id))
        }
    };
    Ok(GameFilter {
        states,
        ruleset: wanted.ruleset.clone(),
        viewer: caller.cloned(),
        mine: wanted.mine,
        to_act,
        after,
        // One more than is shown tells whether there is a next page.
        limit: limit + 1,
    })
}
