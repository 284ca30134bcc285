//! The reading side: what games, rulesets and logs look like to those who may see them. Each answer is a function of what
//! is stored and of who looks; nothing here writes but [`import`], which keeps a bundle from elsewhere.
//!
//! Invariant: no secret is filtered here. What a viewer is shown, the domain computes from what he knows.

pub mod audit;
pub mod back;
pub mod board;
pub mod cursor;
pub mod dice;
pub mod events;
pub mod games;
pub mod import;
pub mod imported;
pub mod list;
pub mod patch;
pub mod press;
pub mod replay;
pub mod replay_file;
pub mod rulesets;
pub mod schema;
pub mod turns;

use std::{collections::BTreeMap, sync::Arc};

use openapi::games::PlayerRef;
use storage::{PlayerId, SeatRow, SeatStatus};

use super::{
    change::row_after,
    hall::{Opened, fold},
    lobby::{game_id, may_see},
};
use crate::{
    app::App,
    problem::{Problem, codes},
};

/// Lines read from the store at a time.
pub const PAGE: usize = 500;

impl App {
    /// The newest state of a game, for somebody who may know of it.
    ///
    /// # Errors
    /// 404, the same for a game that is not for him as for one that does not exist.
    pub fn seen(&self, game: &str, caller: Option<&PlayerId>) -> Result<Arc<Opened>, Problem> {
        let opened = self.look(&game_id(game)?)?;
        may_see(&opened, caller)?;
        Ok(opened)
    }

    /// The state of a game after line `at`; the newest one without.
    ///
    /// # Errors
    /// 404, also when there is no such line.
    pub fn seen_at(
        &self,
        game: &str,
        caller: Option<&PlayerId>,
        at: Option<u64>,
    ) -> Result<Arc<Opened>, Problem> {
        let newest = self.seen(game, caller)?;
        let version = newest.chronicle.ledger().version();
        match at {
            None => Ok(newest),
            Some(at) if at == version => Ok(newest),
            Some(at) if 1 <= at && at < version => Ok(Arc::new(self.past(&newest, at)?)),
            Some(_) => Err(Problem::new(
                codes::NOT_FOUND,
                format!("The log of this game has the lines 1 to {version}."),
            )),
        }
    }

    fn past(&self, newest: &Opened, at: u64) -> Result<Opened, Problem> {
        let chronicle = fold(&*self.store, &newest.row.id, at, self.lore(&newest.row.id)?)?;
        let row = row_after(&newest.row, &chronicle, newest.row.active);
        // Names and holders are those of today: who sat there when is not the log's business.
        let then = |seat: &SeatRow| match seat.status {
            SeatStatus::Resigned if !chronicle.game().table().has_resigned(&seat.seat) => {
                SeatRow { status: SeatStatus::Taken, ..seat.clone() }
            }
            SeatStatus::Open
            | SeatStatus::Invited
            | SeatStatus::Taken
            | SeatStatus::Offered
            | SeatStatus::Resigned => seat.clone(),
        };
        let seats = newest.seats.iter().map(then).collect();
        Ok(Opened::new(row, seats, chronicle))
    }

    /// The public names of those who hold seats.
    ///
    /// # Errors
    /// As the store.
    pub fn people<'a>(&self, seats: impl IntoIterator<Item = &'a SeatRow>) -> Result<People, Problem> {
        self.people_named(seats.into_iter().filter_map(|seat| seat.player.as_ref()))
    }

    /// The public names of players.
    ///
    /// # Errors
    /// As the store.
    pub fn people_named<'a>(&self, ids: impl IntoIterator<Item = &'a PlayerId>) -> Result<People, Problem> {
        let mut people = BTreeMap::new();
        for id in ids {
            if people.contains_key(id) {
                continue;
            }
            match self.store.player(id) {
                Ok(row) => {
                    let name = if row.erased.is_some() { FORMER.to_owned() } else { row.name };
                    people.insert(id.clone(), PlayerRef { id: id.0.clone(), name });
                }
                Err(storage::Error::NotFound) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(People(people))
    }
}

/// What is shown of a player who is gone.
const FORMER: &str = "former player";

/// Players as others see them.
pub struct People(BTreeMap<PlayerId, PlayerRef>);

impl People {
    /// One of them.
    pub fn get(&self, id: &PlayerId) -> Option<PlayerRef> {
        self.0.get(id).cloned()
    }
}
