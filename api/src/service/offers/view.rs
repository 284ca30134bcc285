//! Offers as the API shows them.

use domain::{
    chronicle::Chronicle,
    table::{Fate, Offer, OfferTerms, Offered},
};
use openapi::offers::{OfferDone, OfferPage, OfferView};
use storage::{PlayerId, RematchRow, RematchState};

use crate::{
    app::App,
    problem::Problem,
    service::{
        answers::{life_of, to_act},
        fields::span,
        hall::Opened,
        read::cursor,
    },
};

/// Offers on a page where no number is asked for, and at most.
const USUAL: usize = 20;
const MOST: usize = 100;

/// An offer of the log.
fn offer_view(chronicle: &Chronicle, offer: &Offer) -> OfferView {
    let game = chronicle.game();
    let (state, declined_by) = match &offer.fate {
        Fate::Standing => ("standing", None),
        Fate::Accepted => ("accepted", None),
        Fate::Declined(seat) => ("declined", Some(seat.clone())),
        Fate::Withdrawn => ("withdrawn", None),
        Fate::Lapsed => ("lapsed", None),
    };
    let agreed = match offer.what {
        Offered::Draw if offer.stands() => game.table().drawing(),
        Offered::Draw | Offered::Terms(_) => &offer.agreed,
    };
    let view = OfferView {
        offer: offer.number,
        kind: offer.what.kind().to_owned(),
        seat: Some(offer.seat.clone()),
        state: state.to_owned(),
        declined_by,
        agreed: agreed.iter().filter(|seat| **seat != offer.seat).cloned().collect(),
        waits_for: game.asked(offer),
        ..OfferView::default()
    };
    match &offer.what {
        Offered::Draw => OfferView { text: "a draw".to_owned(), ..view },
        Offered::Terms(terms) => {
            let view = OfferView { text: chronicle.story().terms(terms), ..view };
            match terms {
                OfferTerms::TakeBack { to } => OfferView { to: Some(*to), ..view },
                OfferTerms::Abort {} => view,
                OfferTerms::Pause { seconds } => OfferView { length: Some(span(*seconds)), ..view },
                OfferTerms::Time { seat, seconds } => {
                    OfferView { given_to: Some(seat.clone()), add: Some(span(*seconds)), ..view }
                }
            }
        }
    }
}

/// The offers of the log that wait for answers.
pub fn standing(game: &Opened) -> Vec<OfferView> {
    let chronicle = &game.chronicle;
    let standing = chronicle.game().table().offers().iter().filter(|offer| offer.stands());
    standing.map(|offer| offer_view(chronicle, offer)).collect()
}

/// A rematch.
pub(super) fn rematch_view(row: &RematchRow, waits_for: Vec<domain::ids::Seat>) -> OfferView {
    let sides = if row.swap { "with the sides swapped" } else { "with the same sides" };
    OfferView {
        offer: row.n,
        kind: "rematch".to_owned(),
        seat: Some(row.seat.clone()),
        state: row.state.as_str().to_owned(),
        text: format!("to play once more, {sides}"),
        declined_by: row.declined_by.clone(),
        swap: Some(row.swap),
        game: row.next.clone(),
        agreed: row.agreed.iter().filter(|seat| **seat != row.seat).cloned().collect(),
        waits_for: if row.state == RematchState::Standing { waits_for } else { Vec::new() },
        ..OfferView::default()
    }
}

/// What came of an offer that stands in the log.
pub(super) fn done(after: &Chronicle, number: u64) -> OfferDone {
    let offer = after.game().table().offer(number).map(|offer| offer_view(after, offer));
    answer(after, offer)
}

/// What came of something that was asked for.
pub(super) fn answer(after: &Chronicle, offer: Option<OfferView>) -> OfferDone {
    OfferDone {
        offer,
        version: after.ledger().version(),
        head: after.ledger().head().to_string(),
        state: life_of(after),
        to_act: to_act(after),
    }
}

impl App {
    /// A page of a game's offers, newest first.
    ///
    /// # Errors
    /// 400 for a cursor or limit that cannot be read; 404.
    pub fn offer_page(
        &self,
        game: &str,
        caller: Option<&PlayerId>,
        from: Option<&str>,
        limit: Option<usize>,
    ) -> Result<OfferPage, Problem> {
        let limit = cursor::limit(limit, USUAL, MOST)?;
        let before = match from {
            None => u64::MAX,
            Some(text) => {
                let [number] = cursor::decode("offers", text)?;
                cursor::number(&number)?
            }
        };
        let opened = self.seen(game, caller)?;
        let chronicle = &opened.chronicle;
        let mut all: Vec<OfferView> = self.rematch_views(&opened)?;
        all.extend(chronicle.game().table().offers().iter().map(|offer| offer_view(chronicle, offer)));
        all.sort_by_key(|offer| std::cmp::Reverse(offer.offer));
        all.retain(|offer| offer.offer < before);
        let more = limit < all.len();
        all.truncate(limit);
        let next = all.last().filter(|_| more).map(|last| cursor::encode("offers", &[&last.offer]));
        Ok(OfferPage { items: all, next })
    }
}
