//! What follows from a change of a game: who is waited for until when, what is due, whom to write to. A function of the
//! state before and the state after, so that no door forgets a letter.

use domain::{chronicle::Awaited, ids::Seat, ruleset::OutcomeKind, table::Life};
use storage::{NewLetter, SeatRow, SeatStatus, TimerRow, ToActRow};

use super::{
    deadline::{deadline_in, reminders_in},
    hall::Opened,
    lobby::{self, OPEN_FOR, REVEAL_WITHIN},
};
use crate::app::App;

/// Projections that replace those in the store.
pub struct Follow {
    /// Who is waited for.
    pub to_act: Vec<ToActRow>,
    /// What is due.
    pub timers: Vec<TimerRow>,
}

/// What follows from `before` having become `after`.
pub fn of(app: &App, before: &Opened, after: &Opened, now: u64) -> (Follow, Vec<NewLetter>) {
    (follow(after, now), letters(app, Some(before), after, now))
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
            timers.extend(
                to_act.iter().map(|owing| timer(owing.since + REVEAL_WITHIN, Some(&owing.seat), "free_seat")),
            );
            timers
        }
        Life::Active => {
            if after.chronicle.ledger().mix().is_none() {
                return opening_timers(after, to_act, &timer, now);
            }
            let bots = after.chronicle.game().bots_due();
            let mut timers: Vec<TimerRow> = bots.iter().map(|seat| timer(now, Some(seat), "bot")).collect();
            let returned = after.chronicle.game().table().stopped().is_some_and(|pause| pause.returned);
            timers.extend(returned.then(|| timer(now, None, "resume")));
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
    to_act: &[ToActRow],
    timer: &dyn Fn(u64, Option<&Seat>, &str) -> TimerRow,
    now: u64,
) -> Vec<TimerRow> {
    if lobby::epoch_can_go_on(after) {
        return vec![timer(now, None, "epoch")];
    }
    let until = |row: &ToActRow| row.deadline.unwrap_or(row.since + REVEAL_WITHIN);
    to_act.iter().map(|row| timer(until(row), Some(&row.seat), "time_out")).collect()
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
        }
        (Life::Active, Life::Active) if numbers_wanted(before, after) => {
            let owing = after.chronicle.ledger().owing();
            let asked = people(after).filter(|row| owing.contains(&row.seat));
            letters.extend(asked.map(|seat| letter(app, after, seat, "all_joined", now)));
        }
        (_, Life::Active) => {
            let known: &[Awaited] = before.map_or(&[], |before| before.chronicle.awaited());
            let back = after.chronicle.back();
            let is_fresh = |awaited: &&Awaited| !known.contains(awaited) && back != Some(&awaited.seat);
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
