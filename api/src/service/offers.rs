//! Offers: what a seat proposes to the others, and their answers (service §2). They are lines of the log like turns, but for
//! a rematch, which is no business of a log that is closed. A draw is the same thing as the table's orders about it.

mod host;
mod rematch;
mod view;

use domain::{
    chronicle::{Chronicle, Step},
    ids::{GameId, Request, Seat},
    seam::Refusal,
    table::{OfferAnswer, OfferTerms, Offered, TableOrder},
};
use openapi::offers::{NewOffer, OfferDone};
use storage::{PlayerId, SeatRow};

pub use view::standing;

use super::{
    change::Remember,
    deadline::{deadline_with, keeps_time, seconds},
    hall::{Opened, Proposal},
    lobby::{may_see, seat_for},
    play::{Given, stale},
    read::{events::read, turns::given},
};
use crate::{
    app::App,
    etag::IfMatch,
    layers::gate::too_many,
    problem::{Problem, codes},
};

/// How long a pause may be, in seconds: a minute to 30 days.
const PAUSE: std::ops::RangeInclusive<u64> = 60..=30 * 86_400;

/// How much time may be given at once, in seconds: a minute to 7 days.
const TIME: std::ops::RangeInclusive<u64> = 60..=7 * 86_400;

/// Who offers or answers.
pub struct Offering {
    /// Who asks.
    pub player: PlayerId,
    /// For which of his seats, if he says so.
    pub seat: Option<String>,
    /// On which version alone it shall be judged.
    pub if_match: Option<IfMatch>,
    /// The client's idempotency key, which the log keeps.
    pub key: Option<Request>,
    /// SHA-256 of what was asked for.
    pub body_hash: [u8; 32],
}

impl App {
    /// Makes an offer; what is agreed to at once is done.
    ///
    /// # Errors
    /// 403, 404; 409 for what cannot be offered now; 412; 422; 429; 503.
    pub fn make_offer(
        &self,
        game: &GameId,
        who: &Offering,
        wanted: &NewOffer,
        remember: Option<Remember<'_, OfferDone>>,
    ) -> Result<OfferDone, Problem> {
        let opened = self.look(game)?;
        may_see(&opened, Some(&who.player))?;
        self.not_too_many(game, &who.player)?;
        if let (NewOffer::Time { seat, add }, true) = (wanted, host::is_host_alone(&opened, &who.player)) {
            return self.grant_time(game, who, (seat.as_deref(), add), remember);
        }
        if let NewOffer::Rematch { swap } = wanted {
            return self.offer_rematch(game, who, *swap, remember);
        }
        let mut decide = |opened: &Opened| {
            let (seat, request) = self.offering(opened, who)?;
            let chronicle = &opened.chronicle;
            let number = chronicle.game().table().next_offer();
            let step = match self.terms(opened, &seat, wanted)? {
                Offered::Draw => {
                    self.decide(opened, &seat, &[], &words(TableOrder::OfferDraw {}), request)?
                }
                Offered::Terms(terms) => chronicle
                    .offer(&seat, &terms, request, self.clock.now())
                    .map_err(|why| refusal(&why, chronicle))?,
            };
            Ok(self.offered(step, number, who))
        };
        self.change(game, &mut decide, remember).map(|(done, _)| done)
    }

    /// Answers an offer, or takes one's own back; what is agreed to is done.
    ///
    /// # Errors
    /// 403, 404 (also when there is no such offer); 409 when it does not wait for this seat, or cannot be done any more; 412.
    pub fn answer_offer(
        &self,
        game: &GameId,
        who: &Offering,
        (number, answer): (u64, OfferAnswer),
        remember: Option<Remember<'_, OfferDone>>,
    ) -> Result<OfferDone, Problem> {
        let opened = self.look(game)?;
        may_see(&opened, Some(&who.player))?;
        if opened.chronicle.game().table().offer(number).is_none() {
            return self.answer_rematch(game, who, (number, answer), remember);
        }
        let mut decide = |opened: &Opened| {
            let (seat, request) = self.offering(opened, who)?;
            let chronicle = &opened.chronicle;
            let offer = chronicle.game().table().offer(number).ok_or_else(no_such_offer)?;
            let step = match offer.what {
                Offered::Draw if offer.stands() => {
                    let asked = chronicle.game().asked(offer).contains(&seat);
                    let order = match answer {
                        OfferAnswer::Accepted if asked => TableOrder::AcceptDraw {},
                        OfferAnswer::Declined if asked => TableOrder::DeclineDraw {},
                        OfferAnswer::Withdrawn if offer.seat == seat => TableOrder::DeclineDraw {},
                        OfferAnswer::Accepted | OfferAnswer::Declined | OfferAnswer::Withdrawn => {
                            return Err(Problem::plain(codes::NOT_ASKED));
                        }
                    };
                    self.decide(opened, &seat, &[], &words(order), request)?
                }
                Offered::Draw => return Err(Problem::plain(codes::OFFER_CLOSED)),
                Offered::Terms(_) => chronicle
                    .answer_offer(&seat, number, answer, request, self.clock.now())
                    .map_err(|why| refusal(&why, chronicle))?,
            };
            Ok(self.offered(step, number, who))
        };
        self.change(game, &mut decide, remember).map(|(done, _)| done)
    }

    /// Carries out what is agreed to: a seat that was asked has left, say.
    ///
    /// # Errors
    /// As the store.
    pub fn carry_out_offers(&self, game: &GameId) -> Result<(), Problem> {
        let mut decide = |opened: &Opened| match self.next_due(&opened.chronicle) {
            Some(step) if !opened.row.imported => Ok(Proposal::new(()).with(self.carried_out(step))),
            Some(_) | None => Ok(Proposal::new(())),
        };
        self.change(game, &mut decide, None).map(|_| ())
    }

    fn next_due(&self, chronicle: &Chronicle) -> Option<Step> {
        chronicle.carry_out(self.clock.now(), &deadline_with)
    }

    /// A step, and what follows from offers that are agreed to by it.
    fn carried_out(&self, mut step: Step) -> Step {
        while let Some(more) = self.next_due(&step.next) {
            step = step.then(more);
        }
        step
    }

    fn offered(&self, step: Step, number: u64, who: &Offering) -> Proposal<OfferDone> {
        let step = self.carried_out(step);
        let mut proposal = Proposal::new(view::done(&step.next, number));
        proposal.body_hash = who.body_hash;
        proposal.with(step)
    }

    /// The seat that offers or answers, and the request its lines have.
    fn offering(&self, opened: &Opened, who: &Offering) -> Result<(Seat, Request), Problem> {
        may_see(opened, Some(&who.player))?;
        if opened.row.imported {
            return Err(Problem::plain(codes::IMPORTED));
        }
        let seat = seat_for(opened, &who.player, who.seat.as_deref())?;
        not_stale(opened, who)?;
        let fresh = || Request::new(&format!("auto:{}", crate::random::request_name()));
        let request = match &who.key {
            None => fresh().map_err(|why| Problem::internal(&why))?,
            // The first answer is remembered for a while; that it happened, for ever.
            Some(key) => match self.store.turn_of(&opened.row.id, &seat, key)? {
                None => key.clone(),
                Some(turn) if turn.body_hash == who.body_hash => {
                    return Err(Problem::plain(codes::REPEATED).with("turn", turn.turn));
                }
                Some(_) => return Err(Problem::plain(codes::IDEMPOTENCY_KEY_REUSED)),
            },
        };
        Ok((seat, request))
    }

    /// Each offer may become a mail to everybody at the table.
    fn not_too_many(&self, game: &GameId, player: &PlayerId) -> Result<(), Problem> {
        let caller = (player.0.clone(), game.to_string());
        match self.limits.offers.take(&caller).filter(|standing| standing.exceeded) {
            Some(standing) => Err(too_many(codes::TOO_MANY_OFFERS, &standing)),
            None => Ok(()),
        }
    }

    /// What is offered, as the log says it.
    fn terms(&self, opened: &Opened, seat: &Seat, wanted: &NewOffer) -> Result<Offered, Problem> {
        Ok(match wanted {
            // The order of the table would be taken for a new offer in the place of the old one.
            NewOffer::Draw {} if opened.chronicle.game().table().drawing().contains(seat) => {
                return Err(Problem::plain(codes::DRAW_ALREADY_OFFERED));
            }
            NewOffer::Draw {} => Offered::Draw,
            NewOffer::TakeBack { to_turn } => {
                Offered::Terms(OfferTerms::TakeBack { to: self.before_turn(opened, seat, *to_turn)? })
            }
            NewOffer::Abort {} => Offered::Terms(OfferTerms::Abort {}),
            NewOffer::Pause { length } => {
                has_a_clock(opened)?;
                Offered::Terms(OfferTerms::Pause { seconds: span(length, "/for", &PAUSE)? })
            }
            NewOffer::Time { seat: given, add } => {
                has_a_clock(opened)?;
                let given = match given.as_deref() {
                    None => seat.clone(),
                    Some(name) => named(opened, name)?.seat.clone(),
                };
                Offered::Terms(OfferTerms::Time { seat: given, seconds: span(add, "/add", &TIME)? })
            }
            NewOffer::Rematch { .. } => return Err(Problem::plain(codes::NOT_OVER)),
        })
    }

    /// The line before a turn: the one that is named, or the last in which the seat gave orders that count.
    fn before_turn(&self, opened: &Opened, seat: &Seat, named: Option<u64>) -> Result<u64, Problem> {
        if let Some(number) = named {
            let row = self.store.turns(&opened.row.id, number, 1)?;
            let row = row.first().filter(|row| row.turn == number);
            let missing =
                || Problem::field(codes::NOTHING_TO_TAKE_BACK, "/to_turn", "This game has no such turn.");
            return row.map(|row| row.first - 1).ok_or_else(missing);
        }
        let mut found = None;
        self.newest_turns(&opened.row.id, opened.chronicle.turns(), &mut |turn| {
            match self.is_own_move(opened, seat, turn) {
                Ok(false) => return std::ops::ControlFlow::Continue(()),
                Ok(true) => found = Some(Ok(turn.first - 1)),
                Err(problem) => found = Some(Err(problem)),
            }
            std::ops::ControlFlow::Break(())
        })?;
        let nothing =
            || Problem::new(codes::NOTHING_TO_TAKE_BACK, "This seat has given no orders that count.");
        found.unwrap_or_else(|| Err(nothing()))
    }

    fn is_own_move(&self, opened: &Opened, seat: &Seat, turn: &storage::TurnRow) -> Result<bool, Problem> {
        if turn.seat != seat.as_str() || opened.chronicle.is_void(turn.first) {
            return Ok(false);
        }
        let rows = self.line_rows(&opened.row.id, turn.first, turn.first)?;
        let orders = rows.first().map(read).transpose()?.map(|line| given(&line)).unwrap_or_default();
        let of_the_table = |order: &serde_json::Value| {
            order.get("type").and_then(serde_json::Value::as_str).and_then(TableOrder::of_type).is_some()
        };
        Ok(orders.iter().any(|order| !of_the_table(order)))
    }
}

/// Refuses what was said about another version.
fn not_stale(opened: &Opened, who: &Offering) -> Result<(), Problem> {
    let ledger = opened.chronicle.ledger();
    match who.if_match.as_ref().is_some_and(|tag| !tag.fits(ledger.version(), &ledger.head())) {
        true => Err(stale(opened)),
        false => Ok(()),
    }
}

/// The seat that a body names.
fn named<'a>(opened: &'a Opened, name: &str) -> Result<&'a SeatRow, Problem> {
    let found = opened.seats.iter().find(|row| row.seat.as_str() == name);
    found.ok_or_else(|| Problem::field(codes::UNKNOWN_SEAT, "/seat", "This game has no such seat."))
}

fn words(order: TableOrder) -> Given {
    Given::Text(order.format().to_owned())
}

fn has_a_clock(opened: &Opened) -> Result<(), Problem> {
    match keeps_time(&opened.chronicle) {
        true => Ok(()),
        false => Err(Problem::plain(codes::NO_CLOCK)),
    }
}

/// A length of time within bounds, in seconds.
fn span(text: &str, pointer: &str, bounds: &std::ops::RangeInclusive<u64>) -> Result<u64, Problem> {
    let told = |detail: String| Problem::field(codes::BAD_DURATION, pointer, detail);
    match seconds(text) {
        Some(length) if bounds.contains(&length) => Ok(length),
        Some(_) => Err(told(format!("From a minute to {}.", domain::tell::tell_span(*bounds.end())))),
        None => Err(told("An ISO 8601 duration of days, hours, minutes and seconds, e.g. `P3D`.".to_owned())),
    }
}

fn no_such_offer() -> Problem {
    Problem::new(codes::NOT_FOUND, "This game has no such offer.")
}

/// A refusal of the table as a problem.
fn refusal(why: &Refusal, chronicle: &Chronicle) -> Problem {
    let code = codes::lookup(why.code).copied().unwrap_or(codes::CONFLICT);
    Problem::new(code, format!("Nothing was done: {}.", why.message))
        .with("version", chronicle.ledger().version())
}
