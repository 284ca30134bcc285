//! What follows from a change of a game: who is waited for until when, what is due, whom to write to. A function of the
//! state before and the state after, so that no door forgets a letter.

use domain::{
    chronicle::Awaited,
    ids::{Actor, Seat},
    ruleset::OutcomeKind,
    table::{Fate, Life, Offer, OfferTerms, Offered, StopWhy},
};
use storage::{NewLetter, SeatRow, SeatStatus, TimerRow, ToActRow};

use super::{
    deadline::{deadline_in, number_due_in, reminders_in},
    hall::Opened,
    lobby::{self, OPEN_FOR, REVEAL_WITHIN, WARN_BEFORE},
};
use crate::{app::App, post::content::LetterContent, problem::Problem};

/// Projections that replace those in the store.
#[derive(Clone, Debug, PartialEq)]
pub struct Follow {
    /// Who is waited for.
    pub to_act: Vec<ToActRow>,
    /// What is due.
    pub timers: Vec<TimerRow>,
}

/// What follows from `before` having become `after`.
///
/// # Errors
/// A 500 when a letter cannot be written.
pub fn of(app: &App, before: &Opened, after: &Opened, now: u64) -> Result<(Follow, Vec<NewLetter>), Problem> {
    let mut letters = letters(app, Some(before), after, now);
    letters.extend(answered(app, before, after, now)?);
    Ok((follow(after, now), letters))
}

/// Who is waited for and what is due, from one state alone.
pub fn follow(after: &Opened, now: u64) -> Follow {
    let row = |awaited: &Awaited| ToActRow {
        seat: awaited.seat.clone(),
        since: awaited.since,
        deadline: deadline_in(&after.chronicle, awaited),
    };
    let to_act: Vec<ToActRow> = after.chronicle.awaited().iter().map(row).collect();
    let timers = timers(after, &to_act, now);
    Follow { to_act, timers }
}

fn timers(after: &Opened, to_act: &[ToActRow], now: u64) -> Vec<TimerRow> {
    let timer = |due, seat: Option<&Seat>, kind: &str| TimerRow {
        game: after.row.id.clone(),
        due,
        seat: seat.cloned(),
        kind: kind.to_owned(),
    };
    match after.chronicle.game().table().life() {
        Life::Ended(_) => Vec::new(),
        Life::Open => {
            let mut timers = vec![timer(after.row.created + OPEN_FOR, None, "close_unfilled")];
            let warn = after.row.created + OPEN_FOR - WARN_BEFORE;
            timers.extend((now < warn).then(|| timer(warn, None, "warn_unfilled")));
            timers.extend(
                to_act.iter().map(|owing| timer(owing.since + REVEAL_WITHIN, Some(&owing.seat), "free_seat")),
            );
            timers
        }
        Life::Active => {
            if after.chronicle.ledger().mix().is_none() {
                return opening_timers(after, &timer, now);
            }
            let bots = after.chronicle.game().bots_due();
            let mut timers: Vec<TimerRow> = bots.iter().map(|seat| timer(now, Some(seat), "bot")).collect();
            let pause = after.chronicle.game().table().stopped();
            let resumes = pause.and_then(|pause| match pause.why {
                StopWhy::AllAbsent => pause.returned.then_some(now),
                StopWhy::Agreed | StopWhy::Vacation => pause.until,
            });
            timers.extend(resumes.map(|at| timer(at, None, "resume")));
            let is_agreed = after.chronicle.game().due().is_some();
            timers.extend(is_agreed.then(|| timer(now, None, "offer")));
            for awaited in after.chronicle.awaited().iter().filter(|a| !bots.contains(&a.seat)) {
                let Some(deadline) = deadline_in(&after.chronicle, awaited) else { continue };
                timers.push(timer(deadline, Some(&awaited.seat), "time_out"));
                let next = reminders_in(&after.chronicle, awaited, deadline).into_iter().find(|at| now < *at);
                timers.extend(next.map(|at| timer(at, Some(&awaited.seat), "reminder")));
            }
            timers
        }
    }
}

/// While a running game opens an epoch nobody plays: numbers are owed, until their time is up.
fn opening_timers(
    after: &Opened,
    timer: &dyn Fn(u64, Option<&Seat>, &str) -> TimerRow,
    now: u64,
) -> Vec<TimerRow> {
    if lobby::epoch_can_go_on(after) {
        return vec![timer(now, None, "epoch")];
    }
    let table = after.chronicle.game().table();
    let mut timers: Vec<TimerRow> = Vec::new();
    for awaited in after.chronicle.awaited() {
        let due = number_due_in(&after.chronicle, awaited);
        timers.extend(due.map(|due| timer(due, Some(&awaited.seat), "time_out")));
    }
    let ends = table.stopped().filter(|pause| pause.why == StopWhy::Agreed).and_then(|pause| pause.until);
    timers.extend(ends.map(|at| timer(at, None, "resume")));
    timers
}

/// Whom to write to. `before` is `None` for a game that was just made.
pub fn letters(app: &App, before: Option<&Opened>, after: &Opened, now: u64) -> Vec<NewLetter> {
    let life_before = before.map_or(&Life::Open, |before| before.chronicle.game().table().life());
    let life = after.chronicle.game().table().life();
    let mut letters = Vec::new();
    match (life_before, life) {
        (Life::Ended(_), _) => {}
        (_, Life::Ended(outcome)) => {
            let kind = if outcome.outcome == OutcomeKind::Aborted { "game_aborted" } else { "game_over" };
            letters.extend(people(after).map(|seat| letter(app, after, seat, kind, now)));
            if *life_before == Life::Open {
                letters.extend(to_host(app, after, kind, now));
            }
        }
        (Life::Active, Life::Active) if numbers_wanted(before, after) => {
            let owing = after.chronicle.ledger().owing();
            let asked = people(after).filter(|row| owing.contains(&row.seat));
            letters.extend(asked.map(|seat| letter(app, after, seat, "all_joined", now)));
        }
        (_, Life::Active) => {
            let known: &[Awaited] = before.map_or(&[], |before| before.chronicle.awaited());
            let back = after.chronicle.back();
            // With other dice, or in other hands, it is another hand-over, though it may have begun in the same second.
            let was_closed = before.is_some_and(|before| before.chronicle.ledger().mix().is_none());
            let has_opened = was_closed && after.chronicle.ledger().mix().is_some();
            let is_fresh = |awaited: &&Awaited| {
                let is_known = |known: &Awaited| {
                    known.is_same(awaited) && !has_opened && !handed_over(before, after, &known.seat)
                };
                !known.iter().any(is_known) && !back.contains(&awaited.seat)
            };
            let fresh = after.chronicle.awaited().iter().filter(is_fresh);
            let moves: Vec<&SeatRow> =
                fresh.filter_map(|awaited| people(after).find(|row| row.seat == awaited.seat)).collect();
            if let Some(before) = before {
                let told = notices(before, after, &moves);
                letters.extend(told.into_iter().map(|(row, kind)| letter(app, after, row, kind, now)));
            }
            letters.extend(moves.into_iter().map(|seat| letter(app, after, seat, "your_move", now)));
        }
        (_, Life::Open) => {
            let opened = numbers_wanted(before, after);
            let owing = after.chronicle.ledger().owing();
            // A new epoch voids the commitments: who brought one is asked for another.
            let epoch = |game: &Opened| game.chronicle.ledger().epoch().0;
            let anew = before.is_some_and(|before| epoch(before) != epoch(after));
            let asked = people(after).filter(|row| {
                opened && owing.contains(&row.seat) || anew && !row.declined && row.commit.is_none()
            });
            letters.extend(asked.map(|seat| letter(app, after, seat, "all_joined", now)));
        }
    }
    letters
}

/// What else people are told while a game is being played: a time-out of theirs, a draw that is offered, time that stands
/// still or runs again (who has a move to make, learns that with it).
fn notices<'a>(before: &Opened, after: &'a Opened, moves: &[&SeatRow]) -> Vec<(&'a SeatRow, &'static str)> {
    let (was, is) = (before.chronicle.game(), after.chronicle.game());
    let mut told = Vec::new();
    let timed_out = |row: &&SeatRow| was.table().times_out(&row.seat) < is.table().times_out(&row.seat);
    told.extend(people(after).filter(timed_out).map(|row| (row, "time_out")));
    if was.table().drawing().is_empty() && !is.table().drawing().is_empty() {
        let in_game = is.in_game();
        let asked = |row: &&SeatRow| in_game.contains(&row.seat) && !is.table().drawing().contains(&row.seat);
        told.extend(people(after).filter(asked).map(|row| (row, "offer")));
    }
    let is_new = |offer: &&Offer| offer.what != Offered::Draw && was.table().offer(offer.number).is_none();
    let asked: Vec<Seat> =
        is.table().offers().iter().filter(is_new).flat_map(|offer| is.asked(offer)).collect();
    told.extend(people(after).filter(|row| asked.contains(&row.seat)).map(|row| (row, "offer")));
    for offer in newly(Some(before), after).filter(|offer| offer.fate == Fate::Accepted) {
        if let Offered::Terms(OfferTerms::Time { seat, .. }) = &offer.what {
            told.extend(people(after).filter(|row| row.seat == *seat).map(|row| (row, "clock")));
        }
    }
    if was.table().away() != is.table().away() {
        let changed = |row: &&SeatRow| was.table().away().get(&row.seat) != is.table().away().get(&row.seat);
        // Whoever is away or back was told by a letter about that.
        let gone: Vec<_> = people(after).filter(changed).map(|row| row.player.clone()).collect();
        if !after.seats.iter().any(|row| handed_over(Some(before), after, &row.seat)) {
            told.extend(people(after).filter(|row| !gone.contains(&row.player)).map(|row| (row, "clock")));
        }
    }
    match (was.table().stopped(), is.table().stopped()) {
        (None, Some(_)) => told.extend(people(after).map(|row| (row, "clock"))),
        (Some(_), None) => {
            let idle = |row: &&SeatRow| !moves.iter().any(|moving| moving.seat == row.seat);
            told.extend(people(after).filter(idle).map(|row| (row, "clock")));
        }
        (None, None) | (Some(_), Some(_)) => {}
    }
    told
}

/// Whether a seat is in other hands than before.
fn handed_over(before: Option<&Opened>, after: &Opened, seat: &Seat) -> bool {
    let holder = |game: &Opened| game.seat(seat).map(|row| row.player.clone());
    before.is_some_and(|before| holder(before) != holder(after))
}

/// A letter about a game that has not begun to who made it, if he holds no seat of it: else he is told with the seat.
pub fn to_host(app: &App, opened: &Opened, kind: &str, now: u64) -> Option<NewLetter> {
    let host = opened.row.host.as_ref().filter(|_| !opened.row.imported)?;
    if people(opened).any(|row| row.player.as_ref() == Some(host)) {
        return None;
    }
    let version = opened.chronicle.ledger().version();
    Some(NewLetter {
        game: Some(opened.row.id.clone()),
        seat: None,
        seq: version,
        kind: kind.to_owned(),
        player: Some(host.clone()),
        address: None,
        content: Vec::new(),
        queued: now,
        message_id: format!("<{}.host.{version}.{kind}@{}>", opened.row.id, app.config.base_url.host()),
        due: now,
    })
}

/// A letter to everybody who has a part in a game that has not begun: who holds its seats, and who made it.
pub fn to_all(app: &App, opened: &Opened, kind: &str, now: u64) -> Vec<NewLetter> {
    let held = people(opened).map(|seat| letter(app, opened, seat, kind, now));
    held.chain(to_host(app, opened, kind, now)).collect()
}

/// The offers that have come to their end with this change.
fn newly<'a>(before: Option<&'a Opened>, after: &'a Opened) -> impl Iterator<Item = &'a Offer> {
    let was = before.map(|before| before.chronicle.game().table());
    let stood = move |offer: &&Offer| {
        was.and_then(|was| was.offer(offer.number)).is_none_or(Offer::stands) && !offer.stands()
    };
    after.chronicle.game().table().offers().iter().filter(stood)
}

/// Letters about answers to offers: who made one is told that it was declined, and everybody else that a turn was taken
/// back. What else is accepted is told by what comes of it.
fn answered(app: &App, before: &Opened, after: &Opened, now: u64) -> Result<Vec<NewLetter>, Problem> {
    let by = match after.chronicle.last_actor() {
        Some(Actor::Seat(seat)) => after.seat(seat).and_then(|row| row.player.clone()),
        Some(Actor::Server) | None => None,
    };
    let mut letters = Vec::new();
    for offer in newly(Some(before), after) {
        let takes_back = matches!(offer.what, Offered::Terms(OfferTerms::TakeBack { .. }));
        let told: Vec<&SeatRow> = match &offer.fate {
            Fate::Declined(_) => people(after).filter(|row| row.seat == offer.seat).collect(),
            Fate::Accepted if takes_back => people(after).collect(),
            Fate::Accepted | Fate::Standing | Fate::Withdrawn | Fate::Lapsed => Vec::new(),
        };
        for row in told.into_iter().filter(|row| row.player != by) {
            let kind = format!("offer_answered.{}", offer.number);
            let mut letter = letter_at(app, after, row, (&kind, after.chronicle.ledger().version()), now);
            letter.kind = "offer_answered".to_owned();
            letter.content = LetterContent::OfferAnswered { offer: offer.number }.seal(&app.keys)?;
            letters.push(letter);
        }
    }
    Ok(letters)
}

/// Whether the last commitment has just been written, so that numbers are to be shown.
fn numbers_wanted(before: Option<&Opened>, after: &Opened) -> bool {
    after.chronicle.is_opening() && before.is_none_or(|before| !before.chronicle.is_opening())
}

/// The seats that people hold.
fn people(opened: &Opened) -> impl Iterator<Item = &SeatRow> {
    opened
        .seats
        .iter()
        .filter(|row| row.player.is_some() && row.bot.is_none() && row.status != SeatStatus::Open)
}

/// A letter to who holds a seat. Its Message-ID says game, seat, line and kind, so that it is queued once.
pub fn letter(app: &App, after: &Opened, seat: &SeatRow, kind: &str, now: u64) -> NewLetter {
    letter_at(app, after, seat, (kind, after.chronicle.ledger().version()), now)
}

/// The same, about a version that is being written.
pub fn letter_at(
    app: &App,
    after: &Opened,
    seat: &SeatRow,
    (kind, version): (&str, u64),
    now: u64,
) -> NewLetter {
    NewLetter {
        game: Some(after.row.id.clone()),
        seat: Some(seat.seat.clone()),
        seq: version,
        kind: kind.to_owned(),
        player: seat.player.clone(),
        address: None,
        content: Vec::new(),
        queued: now,
        message_id: format!(
            "<{}.{}.{version}.{kind}@{}>",
            after.row.id,
            seat.seat,
            app.config.base_url.host()
        ),
        due: now,
    }
}
