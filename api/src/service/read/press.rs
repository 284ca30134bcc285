//! Press as those see it whom it is for: nothing in a page, and nothing in its cursor, tells of other messages.

use domain::ids::Seat;
use openapi::{
    messages::{MessageFrom, MessageSeat, MessageSide, MessageTo, MessageView, MessageWord},
    pages::MessagePage,
};
use storage::{Addressee, MessageFilter, MessageRow, PlayerId};

use super::cursor;
use crate::{app::App, problem::Problem, service::fields::rfc3339};

/// Messages on a page where no number is asked for.
const USUAL: usize = 20;

/// Messages on a page at most.
const MOST: usize = 100;

impl App {
    /// A page of press, newest first: what is for all, and what is for any seat of the caller's or was written by it.
    ///
    /// # Errors
    /// 400 for a cursor or limit that cannot be read; 404.
    pub fn message_page(
        &self,
        game: &str,
        caller: Option<&PlayerId>,
        cursor: Option<&str>,
        limit: Option<usize>,
    ) -> Result<MessagePage, Problem> {
        let limit = cursor::limit(limit, USUAL, MOST)?;
        let before = match cursor {
            None => None,
            Some(text) => {
                let [id] = cursor::decode("messages", text)?;
                Some(id)
            }
        };
        let opened = self.seen(game, caller)?;
        let seats: Vec<Seat> = opened
            .seats
            .iter()
            .filter(|row| caller.is_some() && row.player.as_ref() == caller)
            .map(|row| row.seat.clone())
            .collect();
        // One more than is shown tells whether there is a next page.
        let filter = MessageFilter { game: opened.row.id.clone(), seats, before, limit: limit + 1 };
        let mut rows = match self.store.messages(&filter) {
            Err(storage::Error::NotFound) => return Err(cursor::bad()),
            found => found?,
        };
        let more = limit < rows.len();
        rows.truncate(limit);
        let next = match rows.last() {
            Some(last) if more => Some(cursor::encode("messages", &[&last.id])),
            Some(_) | None => None,
        };
        Ok(MessagePage { items: self.message_views(&rows)?, next })
    }

    /// Messages as they are shown.
    ///
    /// # Errors
    /// As the store.
    pub(in crate::service) fn message_views(&self, rows: &[MessageRow]) -> Result<Vec<MessageView>, Problem> {
        let people = self.people_named(rows.iter().map(|row| &row.player))?;
        let view = |row: &MessageRow| MessageView {
            id: row.id.clone(),
            game: row.game.clone(),
            at: rfc3339(row.at),
            from: MessageFrom { seat: row.seat.clone(), player: people.get(&row.player) },
            to: match &row.to {
                Addressee::All => MessageTo::Word(MessageWord::All),
                Addressee::Side(side) => MessageTo::Side(MessageSide { side: side.clone() }),
                Addressee::Seat(seat) => MessageTo::Seat(MessageSeat { seat: seat.to_string() }),
            },
            text: row.text.clone(),
        };
        Ok(rows.iter().map(view).collect())
    }
}
