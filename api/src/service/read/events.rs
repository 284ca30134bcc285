//! The log as the API shows it: every line, the same for everybody; a seal's own side gets its content with it.

use domain::{ids::GameId, log::Line, ruleset::Viewer};
use openapi::{pages::EventPage, turns::EventView};
use storage::{LineRow, PlayerId};

use super::cursor;
use crate::{
    app::App,
    problem::Problem,
    service::{answers::event_for, hall::Opened, lobby::viewer_for, play::place_of},
};

/// Lines on a page where no number is asked for.
const USUAL: usize = 100;

/// Lines on a page at most.
pub const MOST: usize = 1_000;

/// Lines after one that a reader has.
pub struct News {
    /// In order.
    pub events: Vec<EventView>,
    /// How many lines the log had when it was read.
    pub version: u64,
    /// The hash of the newest of them.
    pub head: String,
    /// True when no line can follow.
    pub closed: bool,
}

impl App {
    /// A page of the log.
    ///
    /// # Errors
    /// 400 for a cursor or limit that cannot be read; 404.
    pub fn event_page(
        &self,
        game: &str,
        caller: Option<&PlayerId>,
        after: Option<u64>,
        cursor: Option<&str>,
        limit: Option<usize>,
        seat: Option<&str>,
    ) -> Result<EventPage, Problem> {
        let limit = cursor::limit(limit, USUAL, MOST)?;
        let after = match cursor {
            None => after.unwrap_or(0),
            Some(text) => {
                let [seq] = cursor::decode("events", text)?;
                cursor::number(&seq)?
            }
        };
        let news = self.news(game, caller, (after, limit), seat)?;
        let last = news.events.last().map(|event| event.seq);
        let next = last.filter(|seq| *seq < news.version).map(|seq| cursor::encode("events", &[&seq]));
        Ok(EventPage { items: news.events, next })
    }

    /// At most `limit` lines after `after`, for somebody who may see the game, with the eyes of one of his seats.
    ///
    /// # Errors
    /// 403 for another's eyes; 404, also when it is no longer for him.
    pub fn news(
        &self,
        game: &str,
        caller: Option<&PlayerId>,
        (after, limit): (u64, usize),
        seat: Option<&str>,
    ) -> Result<News, Problem> {
        let opened = self.seen(game, caller)?;
        let ledger = opened.chronicle.ledger();
        let viewer = viewer_for(&opened, caller, seat)?;
        let events = match after < ledger.version() {
            true => self.events(&opened, &viewer, after, limit)?,
            false => Vec::new(),
        };
        Ok(News {
            events,
            version: ledger.version(),
            head: ledger.head().to_string(),
            closed: ledger.ended(),
        })
    }

    fn events(
        &self,
        opened: &Opened,
        viewer: &Viewer,
        after: u64,
        limit: usize,
    ) -> Result<Vec<EventView>, Problem> {
        let rows = self.store.lines(&opened.row.id, after, limit)?;
        // The store may be ahead of the state that was looked at; its lines are not told before the state is.
        let known = rows.iter().take_while(|row| row.seq <= opened.chronicle.ledger().version());
        known.map(|row| Ok(event_for(&opened.chronicle, viewer, &read(row)?, &place_of(row)))).collect()
    }

    /// Lines `from` to `to` of a log, as they are kept.
    ///
    /// # Errors
    /// As the store.
    pub fn line_rows(&self, game: &GameId, from: u64, to: u64) -> Result<Vec<LineRow>, Problem> {
        let count = usize::try_from((to + 1).saturating_sub(from)).unwrap_or(usize::MAX);
        Ok(self.store.lines(game, from.saturating_sub(1), count)?)
    }
}

/// A line of our own store.
///
/// # Errors
/// 500 when it cannot be read.
pub fn read(row: &LineRow) -> Result<Line, Problem> {
    Line::read(&row.line).map_err(|why| Problem::internal(&why))
}
