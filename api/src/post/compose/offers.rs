//! Letters about offers and hands: something is offered and how to answer, an offer was declined, a turn was taken back, a
//! game is played once more, a seat has changed hands.

use domain::{
    ids::Seat,
    table::{Fate, Life, Offer, OfferTerms, Offered},
};
use storage::{NewLetter, RematchRow, RematchState, SeatStatus};

use super::{
    Recipient,
    clock::{closing, opening},
    game::Scene,
    history,
    message::Draft,
    text::{Page, joined as listed},
    your_move,
};
use crate::problem::Problem;

/// What the letters say in a few words.
pub(super) fn offered(scene: &Scene<'_>) -> String {
    match scene.offers().as_slice() {
        [offer] => format!("{} is offered", noun(&offer.what)),
        _ => "offers wait for you".to_owned(),
    }
}

fn noun(what: &Offered) -> &'static str {
    match what {
        Offered::Draw => "a draw",
        Offered::Terms(OfferTerms::TakeBack { .. }) => "a take-back",
        Offered::Terms(OfferTerms::Abort {}) => "an end without result",
        Offered::Terms(OfferTerms::Pause { .. }) => "a pause",
        Offered::Terms(OfferTerms::Time { .. }) => "more time",
    }
}

/// Offers that wait for the reader.
pub(super) fn offer(scene: &Scene<'_>, to: &Recipient) -> Draft {
    let mut page = opening(to);
    let offers = scene.offers();
    for offer in &offers {
        page.say(&format!(
            "in \"{}\" ({}) {} offers {}. It is done when everybody still in the game accepts; if you say nothing, the \
             offer stands.",
            scene.title,
            scene.battle(),
            by(scene, offer),
            words(scene, offer)
        ));
        if offer.what == Offered::Draw && scene.is_answerable() {
            page.say("Answer this mail with the line `accept draw` or `decline draw`, or run one of these:");
        } else {
            page.say(
                "To answer, run one of these; TOKEN is the token you got with your account (TOKEN=fp_...).",
            );
        }
        page.lines(answers(scene, offer.number));
    }
    closing(scene, page, &offered(scene), "offer")
}

/// Who would have it so.
fn by(scene: &Scene<'_>, offer: &Offer) -> String {
    match offer.what {
        Offered::Draw => {
            let drawing = scene.chronicle().game().table().drawing();
            listed(&drawing.iter().map(|seat| scene.who(seat)).collect::<Vec<_>>())
        }
        Offered::Terms(_) => scene.who(&offer.seat),
    }
}

fn words(scene: &Scene<'_>, offer: &Offer) -> String {
    match &offer.what {
        Offered::Draw => "a draw".to_owned(),
        Offered::Terms(terms) => scene.chronicle().story().terms(terms),
    }
}

fn answers(scene: &Scene<'_>, number: u64) -> Vec<String> {
    let line = |word: &str| {
        format!(
            "curl -sS -X POST \"$URL/offers/{number}/{word}?seat={}\" -H \"Authorization: Bearer $TOKEN\"",
            scene.seat
        )
    };
    vec![scene.url_line(), line("accept"), line("decline")]
}

/// An offer was declined, or a turn was taken back.
pub(super) fn answered(scene: &Scene<'_>, to: &Recipient, number: u64) -> Draft {
    let mut page = opening(to);
    let Some(offer) = scene.chronicle().game().table().offer(number) else {
        return closing(scene, page, "an offer", "offer");
    };
    let what = answered_what(scene, number);
    match &offer.fate {
        Fate::Declined(seat) => page.say(&format!(
            "in \"{}\" ({}) {} does not want what you offered: {}.",
            scene.title,
            scene.battle(),
            scene.who(seat),
            words(scene, offer)
        )),
        Fate::Standing | Fate::Accepted | Fate::Withdrawn | Fate::Lapsed => page.say(&format!(
            "in \"{}\" ({}) it was agreed {}, as {} had offered. What was done since is void; it stays in the log.",
            scene.title,
            scene.battle(),
            words(scene, offer),
            scene.who(&offer.seat)
        )),
    };
    if *scene.chronicle().game().table().life() == Life::Active {
        if scene.awaited().is_some() {
            page.say(&format!("The game waits for you. {}", your_move::time(scene, to)));
        } else {
            let names: Vec<String> =
                scene.chronicle().awaited().iter().map(|awaited| scene.who(&awaited.seat)).collect();
            page.say(&format!("The game waits for {}.", listed(&names)));
        }
        your_move::board(scene, &mut page);
    }
    closing(scene, page, what, "offer")
}

/// The same in a few words.
pub(super) fn answered_what(scene: &Scene<'_>, number: u64) -> &'static str {
    match scene.chronicle().game().table().offer(number).map(|offer| &offer.fate) {
        Some(Fate::Accepted) => "a turn is taken back",
        Some(Fate::Declined(_) | Fate::Standing | Fate::Withdrawn | Fate::Lapsed) | None => {
            "your offer is declined"
        }
    }
}

/// The rematch a letter is about, if it is still the newest and as it was.
pub(super) fn rematch_of(
    scene: &Scene<'_>,
    letter: &NewLetter,
) -> Result<Result<RematchRow, &'static str>, Problem> {
    let rows = scene.app.store.rematches(&scene.game.row.id)?;
    // What has become of it since is told by another letter.
    let is_told =
        |row: &RematchRow| letter.message_id.contains(&format!(".{}.{}@", row.n, row.state.as_str()));
    Ok(rows.into_iter().next_back().filter(is_told).ok_or("the rematch does not stand like this any more"))
}

/// The game is to be played once more, or is.
pub(super) fn rematch(scene: &Scene<'_>, to: &Recipient, row: &RematchRow) -> Draft {
    let mut page = opening(to);
    let sides = if row.swap { "with the sides swapped" } else { "with the same sides" };
    let game = format!("\"{}\" ({})", scene.title, scene.battle());
    match (row.state, &row.next) {
        (RematchState::Accepted, Some(next)) => {
            page.say(&format!("{game} is played once more, {sides}. The new game:"));
            page.lines([scene.app.link(&format!("/v1/games/{next}"))]);
            page.say(
                "If you brought a number of your own to the dice before, it waits for your commitment to a new one; else it has \
                 begun, and who moves first gets another mail.",
            );
        }
        (RematchState::Declined, _) => {
            let who = row.declined_by.as_ref().map_or_else(|| "somebody".to_owned(), |seat| scene.who(seat));
            page.say(&format!("{who} does not want to play {game} once more."));
        }
        (RematchState::Standing | RematchState::Accepted | RematchState::Withdrawn, _) => {
            page.say(&format!(
                "{} would like to play {game} once more, {sides}. To answer:",
                scene.who(&row.seat)
            ));
            page.lines(answers(scene, row.n));
        }
    }
    closing(scene, page, rematch_what(row), "offer")
}

/// The same in a few words.
pub(super) fn rematch_what(row: &RematchRow) -> &'static str {
    match row.state {
        RematchState::Standing | RematchState::Withdrawn => "a rematch is offered",
        RematchState::Accepted => "the rematch",
        RematchState::Declined => "no rematch",
    }
}

/// What a change of hands is to the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hands {
    /// His seat is offered to somebody else.
    Offered,
    /// Who was offered his seat does not want it.
    Declined,
    /// He held the seat.
    Left,
    /// He holds it now.
    Taken,
    /// He holds another.
    Other,
}

/// What a letter about a change of hands is to its reader, if it is still true.
pub(super) fn hands(scene: &Scene<'_>, letter: &NewLetter) -> Result<Hands, &'static str> {
    let row = scene.row().ok_or("there is no such seat")?;
    if *scene.chronicle().game().table().life() != Life::Active {
        return Err("the game is not being played");
    }
    let is_told = |what: &str| letter.message_id.contains(&format!(".substitution.{what}@"));
    let is_offered = row.status == SeatStatus::Offered;
    match row.player == letter.player {
        true if is_told("offered") && is_offered => Ok(Hands::Offered),
        true if is_told("declined") && !is_offered => Ok(Hands::Declined),
        true if is_told("offered") || is_told("declined") => {
            Err("the seat does not stand like this any more")
        }
        true if is_told("left") => Err("the seat is his again"),
        true if scene.is_newcomer(letter) => Ok(Hands::Taken),
        true => Ok(Hands::Other),
        false if is_told("left") => Ok(Hands::Left),
        false => Err("somebody else holds the seat"),
    }
}

/// The letter.
///
/// # Errors
/// What the store says.
pub(super) fn substitution(scene: &Scene<'_>, to: &Recipient, hands: Hands) -> Result<Draft, Problem> {
    let mut page = opening(to);
    let (title, battle, name) = (&scene.title, scene.battle(), scene.name_of(scene.seat));
    match hands {
        Hands::Offered => {
            page.say(&format!(
                "your seat in \"{title}\" ({battle}), the {name}, is offered to others, because its time has run out. You keep \
                 it if you play before somebody takes it, or with:"
            ));
            page.lines([
                scene.url_line(),
                format!("curl -sS -X PUT \"$URL/seats/{}\" -H \"Authorization: Bearer $TOKEN\"", scene.seat),
            ]);
        }
        Hands::Declined => {
            page.say(&format!(
                "who was offered your seat in \"{title}\" ({battle}), the {name}, does not want it. So you keep it, and play on, \
                 unless it is offered to somebody else."
            ));
            if scene.awaited().is_some() {
                page.say(&format!("The game waits for you. {}", your_move::time(scene, to)));
            }
        }
        Hands::Left => {
            page.say(&format!(
                "somebody else commands the {name} in \"{title}\" ({battle}) from now on. Your part in it is over: your orders \
                 and old mails about it do nothing any more."
            ));
        }
        Hands::Taken => {
            page.say(&format!(
                "you command the {name} in \"{title}\" ({battle}) from now on. You get a mail when it is your turn."
            ));
            page.lines(scene.game.seats.iter().map(|row| format!("  {}", scene.who(&row.seat))));
            history::since_last_turn(scene, &mut page)?;
            your_move::board(scene, &mut page);
            scene.key(&mut page)?;
        }
        Hands::Other => {
            page.say(&format!("a seat of \"{title}\" ({battle}) is in other hands. These play now:"));
            page.lines(scene.game.seats.iter().map(|row| format!("  {}", scene.who(&row.seat))));
        }
    }
    Ok(closing(scene, page, hands_what(hands), "offer"))
}

/// The same in a few words.
pub(super) fn hands_what(hands: Hands) -> &'static str {
    match hands {
        Hands::Offered => "your seat is offered to others",
        Hands::Declined => "you keep your seat",
        Hands::Left => "somebody else has your seat",
        Hands::Taken => "the seat is yours",
        Hands::Other => "a seat is in other hands",
    }
}

impl Scene<'_> {
    /// The offers that wait for this seat's answer.
    pub(super) fn offers(&self) -> Vec<&Offer> {
        let game = self.chronicle().game();
        let waits = |offer: &&Offer| game.asked(offer).contains(self.seat);
        game.table().offers().iter().filter(waits).collect()
    }

    /// Whether an offer waits for this seat.
    pub(super) fn is_offered(&self) -> Result<(), &'static str> {
        if self.offers().is_empty() { Err("no offer waits for this seat") } else { Ok(()) }
    }

    /// Whether the seat came into its holder's hands with the line this letter was written at.
    fn is_newcomer(&self, letter: &NewLetter) -> bool {
        let of_this_seat = |seat: &Seat| *seat == *self.seat;
        let since = self.row().filter(|row| of_this_seat(&row.seat)).and_then(|row| row.since);
        let written = self.time_of(letter.seq).ok().flatten();
        since.is_some() && since == written && 0 < self.chronicle().game().table().handed_over(self.seat)
    }
}

/// Adds to "your move" what else waits for the reader's answer.
pub(super) fn also(scene: &Scene<'_>, page: &mut Page) {
    for offer in scene.offers() {
        match offer.what {
            Offered::Draw => page.say(&format!(
                "A draw is offered by {}. Answer with the line `accept draw` or `decline draw`.",
                by(scene, offer)
            )),
            Offered::Terms(_) => page
                .say(&format!("{} offers {}. To answer:", by(scene, offer), words(scene, offer)))
                .lines(answers(scene, offer.number)),
        };
    }
}
