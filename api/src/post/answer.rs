//! What a letter that answers a mail is made of: what became of the mail, decided when it was read, stored encrypted
//! with it. The text is made when the letter leaves.

use domain::ids::GameId;
use serde::{Deserialize, Serialize};
use storage::{NewLetter, SeatRow};

use super::address::Bearer;
use crate::{app::App, keys::Keys, problem::Problem};

/// The kind of these letters, as the outbox and the Message-ID name it.
pub const KIND: &str = "reply";

/// Digits of a mail's id that name what it caused: 160 bits (log-mapping §3).
pub const ID_DIGITS: usize = 40;

/// What became of a mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailAnswer {
    /// The mail's Message-ID, if it can be quoted.
    pub message_id: Option<String>,
    /// The writer's own lines, as they were read.
    pub lines: Vec<String>,
    /// What he is told.
    pub told: Told,
}

/// What the writer of a mail is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "told", rename_all = "snake_case", deny_unknown_fields)]
pub enum Told {
    /// His orders were carried out.
    Done {
        /// The turn they made.
        turn: u64,
    },
    /// They had been carried out before: nothing happened now.
    Repeated {
        /// The turn they made then.
        turn: u64,
    },
    /// They are secret and not bound yet: a part of his draft.
    Drafted {
        /// The whole draft, in notation.
        orders: Vec<String>,
    },
    /// What his orders would do.
    Foreseen {
        /// Events in words, with their rules.
        events: Vec<String>,
        /// The order that would roll, and its chances.
        roll: Option<Roll>,
    },
    /// They were refused, and nothing was done.
    Refused {
        /// Why, in a sentence.
        why: String,
        /// What is wrong where.
        faults: Vec<Wrong>,
    },
    /// A line cannot be told from a quotation.
    Doubtful {
        /// The line.
        line: String,
    },
    /// The mail he answered is no longer about the present.
    Stale {},
    /// He wrote nothing that could be read.
    Nothing {},
    /// His message was passed on.
    Written {
        /// To whom, in his word: `side`, a side or a seat; else to all.
        #[serde(default)]
        to: Option<String>,
    },
    /// He holds the seat now.
    Joined {},
    /// He does not want the seat.
    Declined {},
    /// He has said that he is away, or is back.
    Away {
        /// Until when, Unix seconds; `None`: he is back.
        until: Option<u64>,
    },
    /// He has shown his number.
    Revealed {},
    /// He asked how this works.
    Help {},
    /// He asked for the board.
    Board {},
    /// He asked what he may order.
    Orders {},
    /// A mail names him as its sender, and nobody vouches for that.
    Unproven {},
    /// Somebody wrote to his reply address from another address.
    Stranger {
        /// From which.
        from: String,
    },
}

/// An order that would roll dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// The order, as it was written.
    pub order: String,
    /// Its chances in words.
    pub odds: Vec<String>,
}

/// A line that is not right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wrong {
    /// Its number among the writer's own lines, from 1, where one line is meant.
    pub number: Option<u32>,
    /// As it was read.
    pub line: String,
    /// Why, in a sentence.
    pub why: String,
    /// The rule, where one forbids it.
    pub rule: Option<String>,
    /// What was probably meant, in the right spelling.
    pub nearest: Option<String>,
}

impl MailAnswer {
    /// The letter, to the holder of a seat, or to whom it is kept for. `id` is that of the mail, in [`ID_DIGITS`] digits: one
    /// answer a mail.
    ///
    /// # Errors
    /// A 500 when it cannot be written as JSON.
    pub fn letter(
        &self,
        app: &App,
        (seat, bearer): (&SeatRow, Bearer),
        seq: u64,
        id: &str,
    ) -> Result<NewLetter, Problem> {
        let (player, address) = match bearer {
            Bearer::Holder => (seat.player.clone(), None),
            Bearer::Invited => (None, seat.invite_email.clone()),
        };
        let text = serde_json::to_vec(self).map_err(|error| Problem::internal(&error))?;
        let now = app.now();
        Ok(NewLetter {
            game: Some(seat.game.clone()),
            seat: Some(seat.seat.clone()),
            seq,
            kind: KIND.to_owned(),
            player,
            address,
            content: app.keys.encrypt(&text, &place()),
            queued: now,
            message_id: message_id(app, &seat.game, seat, id),
            due: now,
        })
    }

    /// The answer as it was decided.
    ///
    /// # Errors
    /// A 500 when it was sealed with another key, or by a newer program.
    pub fn open(keys: &Keys, sealed: &[u8]) -> Result<Self, Problem> {
        let text = keys.decrypt(sealed, &place()).map_err(|error| Problem::internal(&error))?;
        serde_json::from_slice(&text).map_err(|error| Problem::internal(&error))
    }
}

/// The Message-ID of the one answer to a mail.
pub fn message_id(app: &App, game: &GameId, seat: &SeatRow, id: &str) -> String {
    format!("<{game}.{}.{id}.{KIND}@{}>", seat.seat, app.config.base_url.host())
}

fn place() -> String {
    format!("letter:{KIND}")
}
