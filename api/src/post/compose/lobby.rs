//! Letters about a game that has not begun: that it does not fill, that a number did not come and its seat is free again,
//! that it is closed. They also go to who made the game and holds no seat of it, so they are seen from no seat.

use std::sync::Arc;

use domain::table::Life;
use storage::{NewLetter, SeatRow, SeatStatus};

use super::{
    Recipient,
    game::no_replies,
    message::{Draft, Thread},
    text::{Page, clean, joined as listed, spoken},
    unreadable,
    when::moment,
};
use crate::{
    app::App,
    problem::Problem,
    service::{hall::Opened, lobby::OPEN_FOR},
};

/// What is told of such a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum News {
    /// It is closed soon if it does not fill.
    Unfilled,
    /// The reader's number did not come in time, and he has lost his seat.
    SeatLost,
    /// Somebody else's.
    SeatFreed,
    /// It is closed.
    Closed,
}

/// The game, as somebody sees it who may hold no seat.
pub(super) struct Lobby<'a> {
    app: &'a App,
    letter: &'a NewLetter,
    game: Arc<Opened>,
    news: News,
}

impl<'a> Lobby<'a> {
    /// What a letter tells of a game that has not begun, if it is still true.
    ///
    /// # Errors
    /// What the store says, or a letter that names no game.
    pub(super) fn open(
        app: &'a App,
        letter: &'a NewLetter,
        news: News,
    ) -> Result<Result<Self, &'static str>, Problem> {
        let id = letter.game.as_ref().ok_or_else(|| unreadable("about a game and names none"))?;
        let lobby = Lobby { app, letter, game: app.look(id)?, news };
        Ok(lobby.stands().map(|()| lobby))
    }

    fn stands(&self) -> Result<(), &'static str> {
        let is_open = *self.game.chronicle.game().table().life() == Life::Open;
        let is_free = |row: &SeatRow| row.status == SeatStatus::Open;
        match self.news {
            News::Closed if is_open => Err("the game is not over"),
            News::Closed => Ok(()),
            News::Unfilled | News::SeatLost | News::SeatFreed if !is_open => {
                Err("the game has begun, or is over")
            }
            News::Unfilled => Ok(()),
            News::SeatLost if self.own().is_some_and(is_free) => Ok(()),
            News::SeatLost => Err("the seat is taken again"),
            News::SeatFreed if self.game.seats.iter().any(is_free) => Ok(()),
            News::SeatFreed => Err("no seat is free any more"),
        }
    }

    /// The seat the letter is about, if it is about one.
    fn own(&self) -> Option<&SeatRow> {
        self.letter.seat.as_ref().and_then(|seat| self.game.seat(seat))
    }

    /// The letter.
    pub(super) fn draft(&self, to: &Recipient) -> Draft {
        let mut page = Page::default();
        page.greet(&to.greeting());
        let title = clean(&self.game.row.title);
        let battle = self.game.chronicle.ruleset().name();
        let what = match self.news {
            News::Unfilled => {
                page.say(&format!("\"{title}\" ({battle}) has not begun: it waits for its players."));
                self.missing(&mut page);
                page.say(&format!(
                    "If it is not complete by {}, it is closed, and nothing more comes of it. Its seats can be taken \
                     here, by whoever is invited or finds them free:",
                    moment(self.game.row.created + OPEN_FOR, to.zone())
                ));
                "still waits for players"
            }
            News::SeatLost => {
                let seat = self.own().map_or_else(String::new, |row| spoken(row.seat.as_str()));
                page.say(&format!(
                    "all seats of \"{title}\" ({battle}) were taken, and your number was asked for two days ago. It did \
                     not come, so your seat, the {seat}, is free again. As long as it is free you may take it anew:"
                ));
                "your seat is free again"
            }
            News::SeatFreed => {
                page.say(&format!(
                    "\"{title}\" ({battle}) has not begun: a number was asked for two days ago and did not come, so a \
                     seat is free again."
                ));
                self.missing(&mut page);
                page.say(
                    "There is nothing to do for you: when somebody has taken it, the game goes on. The game:",
                );
                "a seat is free again"
            }
            News::Closed => {
                page.say(&format!(
                    "the game \"{title}\" ({battle}) is closed without a battle: it did not become complete in time, or \
                     was called off. What there is of it stays here:"
                ));
                "the game is called off"
            }
        };
        page.lines([self.app.link(&format!("/v1/games/{}", self.game.row.id))]);
        let lines =
            [format!("Fieldpost, {}", self.app.config.base_url.as_str()), no_replies(self.app).to_owned()];
        page.footer(lines, Some("started"));
        Draft {
            subject: format!("{title}: {what}"),
            page,
            head: Some(self.app.sign_head(&self.game.chronicle)),
            thread: Some(self.thread()),
        }
    }

    /// Which seats are not taken, or owe a number.
    fn missing(&self, page: &mut Page) {
        let named = |rows: Vec<&SeatRow>| -> Vec<String> {
            rows.iter().map(|row| spoken(row.seat.as_str())).collect()
        };
        let with = |status| named(self.game.seats.iter().filter(|row| row.status == status).collect());
        let owing = self.game.chronicle.awaited();
        let owing = named(
            self.game.seats.iter().filter(|row| owing.iter().any(|own| own.seat == row.seat)).collect(),
        );
        let undecided = named(
            self.game
                .seats
                .iter()
                .filter(|row| row.status == SeatStatus::Taken && !row.declined && row.commit.is_none())
                .collect(),
        );
        let lines = [
            ("free", with(SeatStatus::Open)),
            ("invited, no answer yet", with(SeatStatus::Invited)),
            ("owes a commitment", if self.game.chronicle.has_commitments() { Vec::new() } else { undecided }),
            ("owes its number", owing),
        ];
        let told = lines.iter().filter(|(_, seats)| !seats.is_empty());
        page.lines(told.map(|(what, seats)| format!("  {what}: {}", listed(seats))));
    }

    /// The thread of the reader's seat, or of who made the game.
    fn thread(&self) -> Thread {
        let host = self.app.config.base_url.host();
        let id = &self.game.row.id;
        match &self.letter.seat {
            Some(seat) => Thread::of(id, seat, host),
            None => Thread {
                root: format!("<{id}@{host}>"),
                list: format!("<{id}.{host}>"),
                way: None,
                answered: None,
            },
        }
    }
}
