//! Offers: what a seat proposes to the others, and what became of it (service §2). A draw is offered and answered by orders
//! of the table; it is counted here with the others, so that every offer has a number.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{Table, TableOrder};
use crate::ids::{Actor, Seat};

/// What an `offer_made` offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schema(as = table::OfferTerms)]
pub enum OfferTerms {
    /// That the battle be again as it was after an earlier line.
    TakeBack {
        /// That line.
        to: u64,
    },
    /// That the game ends without a result.
    Abort {},
    /// That time stands still for all.
    Pause {
        /// So many seconds.
        #[serde(rename = "for")]
        seconds: u64,
    },
    /// That a seat has more time for its present hand-over.
    Time {
        /// Which seat.
        seat: Seat,
        /// So many seconds more.
        #[serde(rename = "add")]
        seconds: u64,
    },
}

impl OfferTerms {
    /// The word of its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            OfferTerms::TakeBack { .. } => "take_back",
            OfferTerms::Abort {} => "abort",
            OfferTerms::Pause { .. } => "pause",
            OfferTerms::Time { .. } => "time",
        }
    }
}

/// An answer to an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = table::OfferAnswer)]
pub enum OfferAnswer {
    /// The seat agrees.
    Accepted,
    /// It does not: the offer is off.
    Declined,
    /// The seat that made it takes it back.
    Withdrawn,
}

/// What is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offered {
    /// A draw: the table's orders speak of it, and [`Table::drawing`] holds who agrees.
    Draw,
    /// Anything else.
    Terms(OfferTerms),
}

impl Offered {
    /// The word of its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Offered::Draw => "draw",
            Offered::Terms(terms) => terms.kind(),
        }
    }
}

/// What became of an offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It waits for answers.
    Standing,
    /// All agreed, and it was done.
    Accepted,
    /// This seat did not want it.
    Declined(Seat),
    /// Its maker took it back.
    Withdrawn,
    /// Its maker made a turn, or it became pointless.
    Lapsed,
}

/// An offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its number in the game, from 1.
    pub number: u64,
    /// Who made it.
    pub seat: Seat,
    /// What is offered.
    pub what: Offered,
    /// The others that have agreed so far. Of a draw see [`Table::drawing`].
    pub agreed: BTreeSet<Seat>,
    /// What became of it.
    pub fate: Fate,
}

impl Offer {
    /// Whether it waits for answers.
    pub fn stands(&self) -> bool {
        self.fate == Fate::Standing
    }
}

impl Table {
    /// All offers there ever were, by number.
    pub fn offers(&self) -> &[Offer] {
        &self.offers
    }

    /// The number of the next offer.
    pub fn next_offer(&self) -> u64 {
        self.offers.last().map_or(1, |last| last.number.saturating_add(1))
    }

    /// An offer by its number.
    pub fn offer(&self, number: u64) -> Option<&Offer> {
        // Numbers run from one, unless a log leaves some out.
        let at = usize::try_from(number.checked_sub(1)?).ok()?;
        let there = self.offers.get(at).filter(|offer| offer.number == number);
        there.or_else(|| self.offers.iter().find(|offer| offer.number == number))
    }

    /// An offer's end. One that has come to its end keeps it.
    pub(crate) fn close_offer(&mut self, number: u64, fate: &Fate) {
        self.close(fate, |offer| offer.number == number);
    }

    fn close(&mut self, fate: &Fate, which: impl Fn(&Offer) -> bool) {
        for offer in self.offers.iter_mut().filter(|offer| offer.stands() && which(offer)) {
            offer.fate = fate.clone();
        }
    }

    pub(super) fn make_offer(&mut self, actor: &Actor, number: u64, terms: &OfferTerms) {
        // The server offers nothing; a line that says so changes nothing.
        let Actor::Seat(seat) = actor else { return };
        self.add(number, seat, Offered::Terms(terms.clone()));
    }

    fn add(&mut self, number: u64, seat: &Seat, what: Offered) {
        let (seat, agreed, fate) = (seat.clone(), BTreeSet::new(), Fate::Standing);
        self.offers.push(Offer { number, seat, what, agreed, fate });
    }

    pub(super) fn answer_offer(&mut self, actor: &Actor, number: u64, answer: OfferAnswer) {
        let Actor::Seat(seat) = actor else { return };
        match answer {
            OfferAnswer::Accepted => {
                let stands = |offer: &&mut Offer| offer.number == number && offer.stands();
                if let Some(offer) = self.offers.iter_mut().find(stands) {
                    offer.agreed.insert(seat.clone());
                }
            }
            OfferAnswer::Declined => self.close_offer(number, &Fate::Declined(seat.clone())),
            OfferAnswer::Withdrawn => self.close_offer(number, &Fate::Withdrawn),
        }
    }

    /// A draw is offered: the first who does so makes an offer of it, whoever joins in agrees to that one.
    pub(super) fn count_draw(&mut self, seat: &Seat) {
        let stands = self.offers.iter().any(|offer| offer.what == Offered::Draw && offer.stands());
        if !stands {
            self.add(self.next_offer(), seat, Offered::Draw);
        }
    }

    /// A draw is declined, or taken back by the seat that offered it.
    pub(super) fn close_draw(&mut self, seat: &Seat) {
        self.drawing.clear();
        self.close(&Fate::Withdrawn, |offer| offer.what == Offered::Draw && offer.seat == *seat);
        self.close(&Fate::Declined(seat.clone()), |offer| offer.what == Offered::Draw);
    }

    /// Nobody wants the draw any more that was offered.
    fn lapse_draw(&mut self) {
        if self.drawing.is_empty() {
            self.close(&Fate::Lapsed, |offer| offer.what == Offered::Draw);
        }
    }

    /// A seat has made a turn: what it offered before lapses. Orders of the table alone are no turn.
    pub(super) fn lapse_by_orders(&mut self, seat: &Seat, orders: &[Value]) {
        let of_table =
            |order: &Value| order.get("type").and_then(Value::as_str).and_then(TableOrder::of_type);
        if !orders.iter().any(|order| of_table(order) == Some(TableOrder::DeclineDraw {})) {
            self.lapse_draw(); // else its own line, which follows, says what became of the offer
        }
        if orders.iter().any(|order| of_table(order).is_none()) {
            self.lapse_by_turn(seat);
        }
    }

    /// A seat has made a turn, in the open or under seal.
    pub(crate) fn lapse_by_turn(&mut self, seat: &Seat) {
        self.lapse_draw();
        self.close(&Fate::Lapsed, |offer| offer.seat == *seat && offer.what != Offered::Draw);
    }

    /// Whoever held this seat is gone: neither his offers nor his consent stay.
    pub(super) fn forget_offers_of(&mut self, seat: &Seat) {
        self.lapse_by_turn(seat);
        for offer in self.offers.iter_mut().filter(|offer| offer.stands()) {
            offer.agreed.remove(seat);
        }
    }

    /// More time for a seat that is no longer waited for is pointless.
    pub(super) fn lapse_times(&mut self, awaited: &[Seat]) {
        self.close(
            &Fate::Lapsed,
            |offer| matches!(&offer.what, Offered::Terms(OfferTerms::Time { seat, .. }) if !awaited.contains(seat)),
        );
    }

    /// What lies before a die, an opened secret, a resignation or a substitution is not taken back any more.
    pub(crate) fn lapse_take_backs(&mut self) {
        self.close(&Fate::Lapsed, |offer| matches!(offer.what, Offered::Terms(OfferTerms::TakeBack { .. })));
    }

    /// Time stands still: other pauses are pointless, and nobody needs more time.
    pub(crate) fn lapse_clock_offers(&mut self) {
        self.close(&Fate::Lapsed, |offer| {
            matches!(offer.what, Offered::Terms(OfferTerms::Pause { .. } | OfferTerms::Time { .. }))
        });
    }

    /// The battle stands elsewhere: no offer was made of that.
    pub(super) fn lapse_all(&mut self) {
        self.drawing.clear();
        self.close(&Fate::Lapsed, |_| true);
    }
}
