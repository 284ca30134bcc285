//! Until when a seat has time: a pure function of the game's clock and of its log (service §4). Nothing here looks at a
//! watch.

mod chosen;
pub(crate) mod daily;
mod kinds;

use domain::{
    chronicle::{Awaited, Chronicle, Minutes},
    ids::Seat,
    ruleset::Pace,
    table::Life,
};

pub use chosen::clock_of;
pub(crate) use kinds::seconds;
use kinds::{Absence, Clock, Kind, Reminder};

use super::lobby::REVEAL_WITHIN;

/// The clock of a game; one that this program cannot read stands still.
fn clock(chronicle: &Chronicle) -> Clock {
    serde_json::from_str(chronicle.clock()).unwrap_or(Clock::NONE)
}

/// When the time of this seat is up, in Unix seconds; `None`: never.
pub fn deadline_in(chronicle: &Chronicle, awaited: &Awaited) -> Option<u64> {
    let table = chronicle.game().table();
    if *table.life() != Life::Active || table.is_still(&awaited.seat) {
        return None;
    }
    let given = by_the_clock(chronicle, awaited).map(|time| time.until);
    table.granted(&awaited.seat).max(given)
}

/// Time that a clock gives.
struct Time {
    /// When it begins to run.
    from: u64,
    /// When it is up.
    until: u64,
}

/// The time that the clock gives, later by what stood still. Where the rules have minutes of their own, a hand-over has as
/// large a part of its allowance as they would give (LW-2.7), or those very minutes.
fn by_the_clock(chronicle: &Chronicle, awaited: &Awaited) -> Option<Time> {
    match (clock(chronicle).kind, chronicle.game().play().pace()) {
        (Kind::PerTurn { allow }, Some(pace)) => {
            // Each move has its own, also where its player was waited for already: to put down his men (LW-1.8).
            let from = awaited.begun().checked_add(awaited.minutes.move_from)?;
            Some(Time { from, until: from.checked_add(pace.allowance(allow).seconds)? })
        }
        (Kind::Live { interval }, Some(pace)) => live(interval, &pace, awaited),
        (kind, _) => {
            let own = kind.deadline(awaited.since, chronicle.hand_overs(&awaited.seat))?;
            Some(Time { from: awaited.begun(), until: own.checked_add(awaited.still)? })
        }
    }
}

/// Real minutes (LW-2.9): the interval passes before a move's begin to run, unless its side orders something sooner. Melees are
/// settled in extra time outside the move, for which the source names no length: it has that of an interval.
fn live(interval: u64, pace: &Pace, awaited: &Awaited) -> Option<Time> {
    let Minutes { from, ordered, .. } = awaited.minutes;
    let begun = awaited.begun().checked_add(from)?;
    if pace.is_extra {
        return Some(Time { from: begun, until: begun.checked_add(interval)? });
    }
    let go = begun.checked_add(ordered.map_or(interval, |at| at.saturating_sub(from).min(interval)))?;
    Some(Time { from: go, until: go.checked_add(u64::from(pace.minutes) * 60)? })
}

/// When the time of a seat is up that owes a number before the next die, in Unix seconds; `None`: its time stands still.
pub fn number_due_in(chronicle: &Chronicle, awaited: &Awaited) -> Option<u64> {
    if chronicle.game().table().is_still(&awaited.seat) {
        return None;
    }
    deadline_in(chronicle, awaited).or_else(|| awaited.begun().checked_add(REVEAL_WITHIN))
}

/// When the time of a seat is up that is given so many seconds more; `None`: its time does not run.
pub fn deadline_with(chronicle: &Chronicle, seat: &Seat, seconds: u64) -> Option<u64> {
    let awaited = chronicle.awaited().iter().find(|awaited| awaited.seat == *seat)?;
    deadline_in(chronicle, awaited)?.checked_add(seconds)
}

/// Whether time is kept in this game at all.
pub fn keeps_time(chronicle: &Chronicle) -> bool {
    !matches!(clock(chronicle).kind, Kind::None {} | Kind::Other)
}

/// Whether who is away has his time stand still in this game.
pub fn honours_absence(chronicle: &Chronicle) -> bool {
    keeps_time(chronicle) && clock(chronicle).absence == Absence::Pause
}

/// When this seat is to be reminded of its deadline, in Unix seconds, in order: each moment once, before the deadline. Where
/// the rules have minutes of their own it is at their warnings (LW-2.7).
pub fn reminders_in(chronicle: &Chronicle, awaited: &Awaited, deadline: u64) -> Vec<u64> {
    let begun = by_the_clock(chronicle, awaited).map_or(awaited.begun(), |time| time.from);
    let allowed = deadline.saturating_sub(begun);
    let moment = |reminder: &Reminder| match *reminder {
        Reminder::Share { n, of } => Some(begun + allowed * n / of),
        Reminder::Before(seconds) => deadline.checked_sub(seconds),
    };
    let clock = clock(chronicle);
    let mut moments: Vec<u64> = match (&clock.kind, chronicle.game().play().pace()) {
        (Kind::PerTurn { allow }, Some(pace)) if !clock.remind.is_empty() => {
            let warnings = pace.allowance(*allow).reminders;
            warnings.into_iter().filter_map(|left| deadline.checked_sub(left)).collect()
        }
        (_, _) => clock.remind.iter().filter_map(moment).collect(),
    };
    moments.retain(|at| begun < *at && *at < deadline);
    moments.sort_unstable();
    moments.dedup();
    moments
}

/// How long a seat is given after an outage in which it should have been reminded: a quarter of its usual time, between
/// ten minutes and half a day, but never more than it has anyway.
pub fn grace_in(chronicle: &Chronicle, awaited: &Awaited, deadline: u64) -> u64 {
    let allowed = deadline.saturating_sub(awaited.begun());
    let usual = match chronicle.game().table().granted(&awaited.seat) {
        Some(_) => by_the_clock(chronicle, awaited)
            .map_or(allowed, |time| time.until.saturating_sub(awaited.begun())),
        None => allowed,
    };
    (usual / 4).clamp(600, 43_200).min(usual.max(60))
}
