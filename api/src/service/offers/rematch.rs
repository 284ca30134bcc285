//! A rematch: a game that is over is played once more by the same people. It is offered and answered beside the log, which is
//! closed; with the last consent the new game is made in the same transaction.

use std::collections::BTreeSet;

use domain::{
    ids::{GameId, Seat},
    table::OfferAnswer,
};
use openapi::offers::{OfferDone, OfferView};
use storage::{GameState, NewLetter, PlayerId, RematchRow, RematchState, SeatRow};

use super::{
    Offering, no_such_offer,
    view::{answer, rematch_view},
};
use crate::{
    app::App,
    problem::{Problem, codes},
    service::{
        aftermath,
        change::{Remember, TRIES},
        hall::Opened,
        lobby::{Again, may_see, seat_among},
    },
};

/// What becomes of a rematch by an offer or an answer.
struct Changed {
    row: RematchRow,
    /// Who is told, and by which kind of letter.
    told: Vec<(Seat, &'static str)>,
}

/// What is done about a rematch, judged on the game and on what was offered so far.
type Decide<'a> = &'a dyn Fn(&Opened, &[RematchRow]) -> Result<Changed, Problem>;

impl App {
    /// Offers to play a game once more that is over.
    ///
    /// # Errors
    /// 403; 409 `not-over`, `already-offered`, `cannot-swap`, `no-reader` when somebody is gone.
    pub(super) fn offer_rematch(
        &self,
        game: &GameId,
        who: &Offering,
        swap: bool,
        remember: Option<Remember<'_, OfferDone>>,
    ) -> Result<OfferDone, Problem> {
        let decide = |opened: &Opened, rows: &[RematchRow]| {
            let seat = self.rematching(opened, who)?;
            if rows.iter().any(|row| row.state == RematchState::Standing) {
                return Err(Problem::new(
                    codes::ALREADY_OFFERED,
                    "A rematch is offered already: answer that one.",
                ));
            }
            if let Some(gone) = self.vacant(opened)? {
                let detail = format!("Whoever held {gone} is gone: make a new game.");
                return Err(Problem::new(codes::NO_READER, detail));
            }
            if swap && pairs(opened).is_none() {
                return Err(Problem::plain(codes::CANNOT_SWAP));
            }
            let n = rows
                .iter()
                .map(|row| row.n)
                .max()
                .map_or_else(|| opened.chronicle.game().table().next_offer(), |last| last + 1);
            let own = people(opened).filter(|row| row.player.as_ref() == Some(&who.player));
            let row = RematchRow {
                game: game.clone(),
                n,
                agreed: own.map(|row| row.seat.clone()).collect(),
                seat,
                swap,
                state: RematchState::Standing,
                declined_by: None,
                next: None,
                revision: 1,
                at: self.clock.now(),
            };
            let told = asked(opened, &row).into_iter().map(|seat| (seat, "rematch")).collect();
            Ok(Changed { row, told })
        };
        self.change_rematch(game, &decide, remember)
    }

    /// Answers a rematch. Who holds several seats answers for all of them.
    ///
    /// # Errors
    /// 403; 404 when there is no such offer; 409 when it does not wait for an answer of his.
    pub(super) fn answer_rematch(
        &self,
        game: &GameId,
        who: &Offering,
        (number, answer): (u64, OfferAnswer),
        remember: Option<Remember<'_, OfferDone>>,
    ) -> Result<OfferDone, Problem> {
        let decide = |opened: &Opened, rows: &[RematchRow]| {
            let row = rows.iter().find(|row| row.n == number).ok_or_else(no_such_offer)?;
            let seat = self.rematching(opened, who)?;
            if row.state != RematchState::Standing {
                return Err(Problem::plain(codes::OFFER_CLOSED));
            }
            let is_maker =
                opened.seat(&row.seat).is_some_and(|maker| maker.player.as_ref() == Some(&who.player));
            let is_asked = !is_maker && !row.agreed.contains(&seat);
            let mut row = RematchRow { revision: row.revision + 1, ..row.clone() };
            match answer {
                OfferAnswer::Withdrawn if is_maker => row.state = RematchState::Withdrawn,
                OfferAnswer::Declined if is_asked => {
                    row.state = RematchState::Declined;
                    row.declined_by = Some(seat);
                }
                OfferAnswer::Accepted if is_asked => {
                    let own = people(opened).filter(|own| own.player.as_ref() == Some(&who.player));
                    row.agreed.extend(own.map(|own| own.seat.clone()));
                }
                OfferAnswer::Withdrawn | OfferAnswer::Declined | OfferAnswer::Accepted => {
                    return Err(Problem::plain(codes::NOT_ASKED));
                }
            }
            let told = match row.state {
                RematchState::Declined => vec![(row.seat.clone(), "rematch")],
                RematchState::Standing | RematchState::Accepted | RematchState::Withdrawn => Vec::new(),
            };
            Ok(Changed { row, told })
        };
        self.change_rematch(game, &decide, remember)
    }

    /// Writes what became of a rematch; with the last consent the new game, too.
    fn change_rematch(
        &self,
        game: &GameId,
        decide: Decide<'_>,
        remember: Option<Remember<'_, OfferDone>>,
    ) -> Result<OfferDone, Problem> {
        let room = self.hall.room(game);
        let _turn = room.enter();
        for _ in 0..TRIES {
            let opened = room.look(self, game)?;
            let Changed { mut row, told } = decide(&opened, &self.store.rematches(game)?)?;
            let mut letters: Vec<NewLetter> = told
                .iter()
                .filter_map(|(seat, kind)| self.rematch_letter(&opened, &row, seat, kind))
                .collect();
            let made = match row.state == RematchState::Standing && asked(&opened, &row).is_empty() {
                false => None,
                true => {
                    let made = self.prepare_again(&again(&opened, &row))?;
                    row.state = RematchState::Accepted;
                    row.next = Some(made.row.id.clone());
                    letters.extend(
                        people(&opened)
                            .filter_map(|seat| self.rematch_letter(&opened, &row, &seat.seat, "rematch")),
                    );
                    Some(made)
                }
            };
            let view = rematch_view(&row, asked(&opened, &row));
            let done = answer(&opened.chronicle, Some(view));
            let remembered = match remember {
                Some(remember) => remember(&done, &opened)?,
                None => None,
            };
            match self.store.put_rematch(row, made, letters, remembered) {
                Ok(()) => {
                    self.wake.notify();
                    return Ok(done);
                }
                Err(storage::Error::Conflict) => room.forget(),
                Err(error) => return Err(error.into()),
            }
        }
        Err(Problem::plain(codes::BUSY))
    }

    /// A letter about a rematch. One person gets one, for the first of his seats.
    fn rematch_letter(
        &self,
        opened: &Opened,
        row: &RematchRow,
        seat: &Seat,
        kind: &str,
    ) -> Option<NewLetter> {
        let seat = opened.seat(seat)?;
        let first = people(opened).find(|own| own.player == seat.player)?;
        if first.seat != seat.seat {
            return None;
        }
        let letter = aftermath::letter(self, opened, seat, kind, self.clock.now());
        let what = format!("{kind}.{}.{}", row.n, row.state.as_str());
        let message_id = letter.message_id.replacen(&format!(".{kind}@"), &format!(".{what}@"), 1);
        Some(NewLetter { message_id, ..letter })
    }

    /// The seat for which somebody wants to play a game once more.
    fn rematching(&self, opened: &Opened, who: &Offering) -> Result<Seat, Problem> {
        may_see(opened, Some(&who.player))?;
        match opened.row.state {
            _ if opened.row.imported => return Err(Problem::plain(codes::IMPORTED)),
            GameState::Finished | GameState::Aborted => {}
            GameState::Open | GameState::Active => return Err(Problem::plain(codes::NOT_OVER)),
        }
        let own: Vec<&SeatRow> =
            people(opened).filter(|row| row.player.as_ref() == Some(&who.player)).collect();
        match (own.as_slice(), &who.seat) {
            ([first, _, ..], None) => Ok(first.seat.clone()),
            (_, named) => seat_among(opened, &own, named.as_deref()),
        }
    }

    /// A seat that nobody holds who could play again.
    fn vacant(&self, opened: &Opened) -> Result<Option<Seat>, Problem> {
        for row in &opened.seats {
            let is_gone = match (&row.player, &row.bot) {
                (_, Some(_)) => false,
                (None, None) => true,
                (Some(player), None) => self.store.player(player)?.erased.is_some(),
            };
            if is_gone {
                return Ok(Some(row.seat.clone()));
            }
        }
        Ok(None)
    }

    /// The rematches that were offered after a game.
    pub(super) fn rematch_views(&self, opened: &Opened) -> Result<Vec<OfferView>, Problem> {
        match opened.row.state {
            GameState::Open | GameState::Active => Ok(Vec::new()),
            GameState::Finished | GameState::Aborted => {
                let rows = self.store.rematches(&opened.row.id)?;
                Ok(rows.iter().map(|row| rematch_view(row, asked(opened, row))).collect())
            }
        }
    }
}

/// The seats people hold, given up or not.
fn people(opened: &Opened) -> impl Iterator<Item = &SeatRow> {
    opened.seats.iter().filter(|row| row.player.is_some() && row.bot.is_none())
}

/// The seats whose holders have not agreed.
fn asked(opened: &Opened, row: &RematchRow) -> Vec<Seat> {
    people(opened).filter(|seat| !row.agreed.contains(&seat.seat)).map(|seat| seat.seat.clone()).collect()
}

/// Which seat takes which other's place when sides are swapped: with two sides of as many seats each, the first of one the
/// first of the other. `None`: the sides are not alike.
fn pairs(opened: &Opened) -> Option<Vec<usize>> {
    let sides: BTreeSet<&str> = opened.seats.iter().map(|row| row.side.as_str()).collect();
    let of = |side: &str| -> Vec<usize> {
        opened.seats.iter().enumerate().filter(|(_, row)| row.side == side).map(|(at, _)| at).collect()
    };
    let sides: Vec<&str> = sides.into_iter().collect();
    let [first, second] = sides.as_slice() else { return None };
    let (first, second) = (of(first), of(second));
    if first.len() != second.len() {
        return None;
    }
    let mut other: Vec<usize> = (0..opened.seats.len()).collect();
    for (a, b) in first.iter().zip(&second) {
        other[*a] = *b;
        other[*b] = *a;
    }
    Some(other)
}

/// What the new game is made of.
fn again<'a>(opened: &'a Opened, row: &RematchRow) -> Again<'a> {
    let same = || (0..opened.seats.len()).collect();
    let places: Vec<usize> = if row.swap { pairs(opened).unwrap_or_else(same) } else { same() };
    let host: Option<PlayerId> = opened.seat(&row.seat).and_then(|seat| seat.player.clone());
    Again { before: opened, sitting: places.iter().map(|at| &opened.seats[*at]).collect(), host }
}
