//! Offers decided: made, answered, carried out when nobody is left to be asked (service §2). Bots agree to all of these; a
//! draw is the business of the table's orders. Also what else the server writes down about seats and their time.

use super::{
    Game,
    back::NoWayBack,
    decide::{Decision, Making},
};
use crate::{
    dice::ClosedDice,
    ids::{Actor, Seat},
    seam::Refusal,
    table::{
        AbortReason, DeadlineWhy, Fate, Life, Offer, OfferAnswer, OfferTerms, Offered, ResumeWhy, StopWhy,
        Substitute, TableEvent,
    },
};

/// What must be written because an offer is agreed to, and has not been carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    /// The game ends.
    Abort,
    /// The battle goes back.
    TakeBack {
        /// To after this line.
        to: u64,
    },
    /// Time stands still.
    Pause {
        /// For so many seconds.
        seconds: u64,
    },
    /// A seat has more time.
    Time {
        /// Which.
        seat: Seat,
        /// So many seconds more.
        seconds: u64,
    },
}

impl Game {
    /// The seats whose answer an offer still waits for, in the plan's order: everybody in the game but its maker, bots, who
    /// agree, and a seat that would only be given something.
    pub fn asked(&self, offer: &Offer) -> Vec<Seat> {
        let is_given = |seat: &Seat| matches!(&offer.what, Offered::Terms(OfferTerms::Time { seat: given, .. }) if given == seat);
        let agrees = |seat: &Seat| match &offer.what {
            Offered::Draw => self.table.drawing().contains(seat),
            Offered::Terms(_) => {
                offer.seat == *seat
                    || offer.agreed.contains(seat)
                    || self.table.bots().contains(seat)
                    || is_given(seat)
            }
        };
        match offer.stands() {
            true => self.in_game().into_iter().filter(|seat| !agrees(seat)).collect(),
            false => Vec::new(),
        }
    }

    /// Whether an offer stands, and nobody is left to be asked.
    pub(super) fn is_agreed(&self, offer: &Offer) -> bool {
        let takes_back = match &offer.what {
            Offered::Terms(OfferTerms::TakeBack { to }) => self.only_by(&offer.seat, *to),
            Offered::Draw
            | Offered::Terms(OfferTerms::Abort {} | OfferTerms::Pause { .. } | OfferTerms::Time { .. }) => {
                false
            }
        };
        offer.stands() && offer.what != Offered::Draw && (takes_back || self.asked(offer).is_empty())
    }

    /// What is to be carried out of the offers that are agreed to: one thing at a time, in the order of their numbers.
    pub fn due(&self) -> Option<Due> {
        self.all_due().next()
    }

    fn all_due(&self) -> impl Iterator<Item = Due> {
        let is_active = *self.table.life() == Life::Active;
        let due = |offer: &Offer| match &offer.what {
            Offered::Draw => None,
            Offered::Terms(OfferTerms::TakeBack { to }) => {
                self.way_back(*to).is_ok().then_some(Due::TakeBack { to: *to })
            }
            Offered::Terms(OfferTerms::Abort {}) => Some(Due::Abort),
            Offered::Terms(OfferTerms::Pause { seconds }) => Some(Due::Pause { seconds: *seconds }),
            Offered::Terms(OfferTerms::Time { seat, seconds }) => {
                Some(Due::Time { seat: seat.clone(), seconds: *seconds })
            }
        };
        let offers = self.table.offers().iter().filter(move |_| is_active);
        offers.filter(|offer| self.is_agreed(offer)).filter_map(due)
    }

    /// A seat offers something. A take-back that nobody else need be asked about is done at once.
    ///
    /// # Errors
    /// Why it may not.
    pub fn offer(&self, seat: &Seat, terms: &OfferTerms) -> Result<Decision, Refusal> {
        self.may_offer(seat)?;
        let own = |offer: &&Offer| {
            offer.stands()
                && offer.seat == *seat
                && matches!(&offer.what, Offered::Terms(own) if own.kind() == terms.kind())
        };
        if let Some(standing) = self.table.offers().iter().find(own) {
            let message =
                format!("offer {} of this seat is of the same kind, and still stands", standing.number);
            return refuse("already-offered", &message);
        }
        match terms {
            OfferTerms::TakeBack { to } => self.may_be_taken_back(*to)?,
            OfferTerms::Pause { .. } if self.table.stopped().is_some() => {
                return refuse("clock-stopped", "time stands still already");
            }
            OfferTerms::Time { seat, .. } => self.may_be_given_time(seat)?,
            OfferTerms::Abort {} | OfferTerms::Pause { .. } => {}
        }
        let number = self.table.next_offer();
        let mut closed = ClosedDice;
        let mut making = self.making(Actor::Seat(seat.clone()), &mut closed);
        making.table(&TableEvent::OfferMade { offer: number, terms: terms.clone() });
        making.go_back();
        Ok(making.finish(None, None))
    }

    /// A seat answers an offer. A take-back is done with the last consent; what else is agreed to the server carries out.
    ///
    /// # Errors
    /// Why it may not.
    pub fn answer_offer(&self, seat: &Seat, number: u64, answer: OfferAnswer) -> Result<Decision, Refusal> {
        self.may_offer(seat)?;
        let Some(offer) = self.table.offer(number) else {
            return refuse("no-such-offer", "there is no offer of this number");
        };
        match (&offer.fate, &offer.what, answer) {
            (Fate::Accepted | Fate::Declined(_) | Fate::Withdrawn | Fate::Lapsed, _, _) => {
                return refuse("offer-closed", "this offer does not stand any more");
            }
            (Fate::Standing, Offered::Draw, _) => {
                return refuse("offer-closed", "a draw is answered by an order of the table");
            }
            (Fate::Standing, Offered::Terms(_), OfferAnswer::Withdrawn) if offer.seat != *seat => {
                return refuse("not-asked", "only who made an offer takes it back");
            }
            (Fate::Standing, Offered::Terms(_), OfferAnswer::Withdrawn) => {}
            (Fate::Standing, Offered::Terms(_), OfferAnswer::Accepted | OfferAnswer::Declined) => {
                if !self.asked(offer).contains(seat) {
                    return refuse("not-asked", "this offer does not wait for this seat");
                }
            }
        }
        if let (Offered::Terms(OfferTerms::TakeBack { to }), OfferAnswer::Accepted) = (&offer.what, answer) {
            self.may_be_taken_back(*to)?;
        }
        let mut closed = ClosedDice;
        let mut making = self.making(Actor::Seat(seat.clone()), &mut closed);
        making.table(&TableEvent::OfferAnswered { offer: number, answer });
        making.go_back();
        Ok(making.finish(None, None))
    }

    /// Carries out what is due, at this time. `deadline` is the one that a seat is given.
    pub fn carry_out(&self, due: &Due, now: u64, deadline: u64) -> Decision {
        match due {
            Due::Abort => self.abort(AbortReason::Agreed),
            Due::TakeBack { to } => self.note(&TableEvent::TakenBack { to: *to }),
            Due::Pause { seconds } => {
                let until = Some(now.saturating_add(*seconds));
                self.note(&TableEvent::ClockStopped { seat: None, until, why: StopWhy::Agreed })
            }
            Due::Time { seat, .. } => self.set_deadline(seat, deadline, DeadlineWhy::Granted),
        }
    }

    /// The time of a seat stands still until then: who holds it is away.
    pub fn send_away(&self, seat: &Seat, until: u64) -> Decision {
        let (seat, until) = (Some(seat.clone()), Some(until));
        self.note(&TableEvent::ClockStopped { seat, until, why: StopWhy::Vacation })
    }

    /// The time of a seat runs again: who holds it is back.
    pub fn bring_back(&self, seat: &Seat) -> Decision {
        self.note(&TableEvent::ClockResumed { seat: Some(seat.clone()), why: ResumeWhy::Vacation })
    }

    /// Somebody else holds a seat from here on.
    pub fn substitute(&self, seat: &Seat, by: Substitute) -> Decision {
        self.note(&TableEvent::SeatSubstituted { seat: seat.clone(), by })
    }

    /// What stood when the game ended is closed.
    pub(super) fn close_offers(&mut self) {
        let drawn = self.draw_is_agreed();
        let open: Vec<(u64, bool)> = self
            .table
            .offers()
            .iter()
            .filter(|offer| offer.stands())
            .map(|offer| (offer.number, offer.what == Offered::Draw))
            .collect();
        for (number, is_draw) in open {
            let fate = if is_draw && drawn { Fate::Accepted } else { Fate::Lapsed };
            self.table.close_offer(number, &fate);
        }
    }

    fn may_offer(&self, seat: &Seat) -> Result<(), Refusal> {
        match self.table.life() {
            Life::Open => refuse("not-started", "the game has not begun"),
            Life::Ended(_) => refuse("game-over", "the game is over"),
            Life::Active if self.table.has_resigned(seat) => {
                refuse("seat-resigned", "this seat has left the game")
            }
            Life::Active if !self.in_game().contains(seat) => {
                refuse("no-part-left", "this seat has no part in the battle any more")
            }
            Life::Active => Ok(()),
        }
    }

    fn may_be_taken_back(&self, to: u64) -> Result<(), Refusal> {
        match self.way_back(to) {
            Ok(()) => Ok(()),
            Err(NoWayBack::TooFar) => refuse(
                "undo-crosses-roll",
                "a die, an opened secret, a resignation, a change of hands or the start lies between, or too many turns",
            ),
            Err(NoWayBack::NoTurn) => {
                refuse("nothing-to-take-back", "that moment is no end of a turn that counts")
            }
            Err(NoWayBack::Nothing) => {
                refuse("nothing-to-take-back", "nothing has happened in the battle since")
            }
        }
    }

    /// Whether a seat may be given time by somebody who plays none.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn may_be_granted(&self, seat: &Seat) -> Result<(), Refusal> {
        self.may_offer(seat)?;
        self.may_be_given_time(seat)
    }

    fn may_be_given_time(&self, seat: &Seat) -> Result<(), Refusal> {
        match self.table.is_still(seat) {
            true => refuse("clock-stopped", "the time of this seat stands still"),
            false if !self.awaited().contains(seat) => {
                refuse("not-awaited", "the game does not wait for this seat")
            }
            false => Ok(()),
        }
    }
}

fn refuse<T>(code: &'static str, message: &str) -> Result<T, Refusal> {
    Err(Refusal::untimely(0, code, message))
}

impl Making<'_> {
    /// Goes back, if a take-back is agreed to.
    fn go_back(&mut self) {
        let to = self.game.all_due().find_map(|due| match due {
            Due::TakeBack { to } => Some(to),
            Due::Abort | Due::Pause { .. } | Due::Time { .. } => None,
        });
        if let Some(to) = to {
            self.table(&TableEvent::TakenBack { to });
        }
    }
}
