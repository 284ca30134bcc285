//! Press: writing to the others at the table. A message stands beside the game and moves nothing of it: no line, no
//! version, no tag and no place in a list tells that somebody has written to somebody else.
//!
//! While a game lasts, a seat that has resigned neither writes nor is written to; when it is over, all talk again.

use std::collections::BTreeSet;

use domain::ids::Seat;
use openapi::messages::{MessageSeat, MessageSide, MessageTo, MessageView, MessageWord, NewMessage};
use storage::{Addressee, GameState, MessageFilter, MessageRow, NewLetter, PlayerId, SeatRow, SeatStatus};

use super::{
    aftermath,
    change::{Remember, TRIES},
    fields,
    hall::Opened,
    lobby::{may_see, seat_among},
    play::DOUBLE_CLICK,
};
use crate::{
    app::App,
    layers::gate::too_many,
    post::content::LetterContent,
    problem::{Fault, Problem, codes, fault},
    random,
};

/// What a door has made of a request to write.
pub struct Writing {
    /// Who writes.
    pub player: PlayerId,
    /// What, as which seat, to whom.
    pub wanted: NewMessage,
    /// The client's idempotency key: who sends one means the very same twice, if he says it twice.
    pub key: Option<String>,
}

/// A message, and the seats whose holders read it.
struct Addressed {
    row: MessageRow,
    readers: Vec<Seat>,
}

impl App {
    /// Writes a message, and a letter to everybody whom it is for but its author.
    ///
    /// # Errors
    /// 404; 403 for who has no seat; 409 `no-reader`, `repeated`; 422 for what is not right; 429; 503.
    pub fn write_message(
        &self,
        game: &str,
        writing: &Writing,
        remember: Option<Remember<'_, MessageView>>,
    ) -> Result<MessageView, Problem> {
        let opened = self.seen(game, Some(&writing.player))?;
        let first = self.addressed(&opened, writing)?;
        let id = &opened.row.id;
        let room = self.hall.room(id);
        let _turn = room.enter();
        if writing.key.is_none() {
            self.not_just_written(&first.row)?;
        }
        let caller = (writing.player.0.clone(), id.to_string());
        if let Some(standing) = self.limits.messages.take(&caller).filter(|standing| standing.exceeded) {
            return Err(too_many(codes::TOO_MANY_MESSAGES, &standing));
        }
        for _ in 0..TRIES {
            let opened = room.look(self, id)?;
            may_see(&opened, Some(&writing.player))?;
            let message = self.addressed(&opened, writing)?;
            let view = self.message_views(std::slice::from_ref(&message.row))?.remove(0);
            let new = storage::NewMessage {
                revision: opened.row.revision,
                letters: self.press_letters(&opened, &message)?,
                answer: match remember {
                    Some(remember) => remember(&view, &opened)?,
                    None => None,
                },
                readers: if message.row.to == Addressee::All { Vec::new() } else { message.readers },
                row: message.row,
            };
            match self.store.write_message(new) {
                Ok(()) => {
                    self.wake.notify();
                    return Ok(view);
                }
                Err(storage::Error::Conflict) => room.forget(),
                Err(error) => return Err(error.into()),
            }
        }
        Err(Problem::plain(codes::BUSY))
    }

    /// Who writes what to whom, if he may, and if somebody will read it.
    fn addressed(&self, opened: &Opened, writing: &Writing) -> Result<Addressed, Problem> {
        let NewMessage { text, to, seat } = &writing.wanted;
        let seat = sender(opened, &writing.player, seat.as_deref())?;
        let (text, to) = match (fields::message(text, "/text"), addressee(opened, to.as_ref())) {
            (Ok(text), Ok(to)) => (text, to),
            (text, to) => {
                return Err(Problem::fields([text.err(), to.err()].into_iter().flatten().collect()));
            }
        };
        let is_for = |row: &&SeatRow| match &to {
            Addressee::All => true,
            Addressee::Side(side) => row.side == *side,
            Addressee::Seat(seat) => row.seat == *seat,
        };
        let mut readers: Vec<Seat> = opened
            .seats
            .iter()
            .filter(|row| talks(opened, row))
            .filter(is_for)
            .map(|row| row.seat.clone())
            .collect();
        if readers.is_empty() {
            return Err(Problem::plain(codes::NO_READER));
        }
        if !readers.contains(&seat) {
            readers.push(seat.clone());
        }
        let row = MessageRow {
            id: random::message_id(),
            game: opened.row.id.clone(),
            seat,
            player: writing.player.clone(),
            to,
            text: Some(text),
            at: self.now(),
        };
        Ok(Addressed { row, readers })
    }

    /// A double click: the very same text from the same seat to the same addressee, within two seconds.
    fn not_just_written(&self, row: &MessageRow) -> Result<(), Problem> {
        let filter =
            MessageFilter { game: row.game.clone(), seats: vec![row.seat.clone()], before: None, limit: 20 };
        let same = |old: &MessageRow| {
            (&old.seat, &old.player, &old.to, &old.text) == (&row.seat, &row.player, &row.to, &row.text)
        };
        // The last few are enough: within two seconds there are not many.
        let last = self.store.messages(&filter)?;
        match last.iter().find(|old| same(old) && row.at <= old.at + DOUBLE_CLICK) {
            Some(old) => Err(Problem::plain(codes::REPEATED).with("message", old.id.clone())),
            None => Ok(()),
        }
    }

    /// One letter to each person who reads it, for the first of his seats that does; none to the author.
    fn press_letters(&self, opened: &Opened, message: &Addressed) -> Result<Vec<NewLetter>, Problem> {
        let row = &message.row;
        let content = LetterContent::Press { message: row.id.clone() };
        let (kind, host) = (content.kind(), self.config.base_url.host());
        let mut told = BTreeSet::from([&row.player]);
        let mut letters = Vec::new();
        for seat in opened.seats.iter().filter(|seat| message.readers.contains(&seat.seat)) {
            if seat.player.as_ref().is_some_and(|player| told.insert(player)) {
                letters.push(NewLetter {
                    content: content.seal(&self.keys)?,
                    message_id: format!("<{}.{}.{}.{kind}@{host}>", row.game, seat.seat, row.id),
                    ..aftermath::letter(self, opened, seat, kind, row.at)
                });
            }
        }
        Ok(letters)
    }
}

/// Whether a person holds this seat and talks as it.
fn talks(opened: &Opened, row: &SeatRow) -> bool {
    let is_over = match opened.row.state {
        GameState::Open | GameState::Active => false,
        GameState::Finished | GameState::Aborted => true,
    };
    let is_in = match row.status {
        SeatStatus::Taken | SeatStatus::Offered => true,
        SeatStatus::Resigned => is_over,
        SeatStatus::Open | SeatStatus::Invited => false,
    };
    is_in && row.player.is_some() && row.bot.is_none()
}

/// The seat as which a caller writes.
fn sender(opened: &Opened, player: &PlayerId, seat: Option<&str>) -> Result<Seat, Problem> {
    let own: Vec<&SeatRow> = opened.seats.iter().filter(|row| row.player.as_ref() == Some(player)).collect();
    let talking: Vec<&SeatRow> = own.iter().copied().filter(|row| talks(opened, row)).collect();
    if talking.is_empty() && !own.is_empty() {
        let detail = "Your seat has resigned: it talks again when the game is over.";
        return Err(Problem::new(codes::FORBIDDEN, detail));
    }
    seat_among(opened, &talking, seat)
}

/// Whom a message is for.
fn addressee(opened: &Opened, to: Option<&MessageTo>) -> Result<Addressee, Fault> {
    match to {
        None | Some(MessageTo::Word(MessageWord::All)) => Ok(Addressee::All),
        Some(MessageTo::Side(MessageSide { side })) => {
            let sides: BTreeSet<&str> = opened.seats.iter().map(|row| row.side.as_str()).collect();
            let names = || sides.iter().copied().collect::<Vec<_>>().join(", ");
            let unknown =
                || fault(codes::UNKNOWN_SEAT, "/to/side", format!("The sides of this game are {}.", names()));
            sides.contains(side.as_str()).then(|| Addressee::Side(side.clone())).ok_or_else(unknown)
        }
        Some(MessageTo::Seat(MessageSeat { seat })) => {
            let found = opened.seats.iter().find(|row| row.seat.as_str() == seat);
            let names = || opened.seats.iter().map(|row| row.seat.as_str()).collect::<Vec<_>>().join(", ");
            let unknown =
                || fault(codes::UNKNOWN_SEAT, "/to/seat", format!("The seats of this game are {}.", names()));
            found.map(|row| Addressee::Seat(row.seat.clone())).ok_or_else(unknown)
        }
    }
}
