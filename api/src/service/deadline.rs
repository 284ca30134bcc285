//! Until when a seat has time: a pure function of the game's clock and of its log (service §4). Nothing here looks at a
//! watch.

mod chosen;
mod daily;
mod kinds;

use domain::{
    chronicle::{Awaited, Chronicle},
    table::Life,
};
use serde::Deserialize;

pub use chosen::clock_of;
use kinds::{Clock, Reminder};

/// The clock of a game; one that this program cannot read stands still.
fn clock(chronicle: &Chronicle) -> Clock {
    #[derive(Deserialize)]
    struct Rules {
        clock: Clock,
    }
    serde_json::from_str(chronicle.genesis().rules.get()).map_or(Clock::NONE, |Rules { clock }| clock)
}

/// When the time of this seat is up, in Unix seconds; `None`: never.
pub fn deadline_in(chronicle: &Chronicle, awaited: &Awaited) -> Option<u64> {
    let table = chronicle.game().table();
    if *table.life() != Life::Active || table.stopped().is_some() {
        return None;
    }
    let by_the_clock = || clock(chronicle).kind.deadline(awaited.since, chronicle.hand_overs(&awaited.seat));
    table.granted(&awaited.seat).or_else(by_the_clock)
}

/// When this seat is to be reminded of its deadline, in Unix seconds, in order: each moment once, before the deadline.
pub fn reminders_in(chronicle: &Chronicle, awaited: &Awaited, deadline: u64) -> Vec<u64> {
    let allowed = deadline.saturating_sub(awaited.since);
    let moment = |reminder: &Reminder| match *reminder {
        Reminder::Share { n, of } => Some(awaited.since + allowed * n / of),
        Reminder::Before(seconds) => deadline.checked_sub(seconds),
    };
    let mut moments: Vec<u64> = clock(chronicle).remind.iter().filter_map(moment).collect();
    moments.retain(|at| awaited.since < *at && *at < deadline);
    moments.sort_unstable();
    moments.dedup();
    moments
}

/// How long a seat is given after an outage in which it should have been reminded: a quarter of its usual time, between
/// ten minutes and half a day, but never more than it has anyway.
pub fn grace_in(chronicle: &Chronicle, awaited: &Awaited, deadline: u64) -> u64 {
    let allowed = deadline.saturating_sub(awaited.since);
    let usual = match chronicle.game().table().granted(&awaited.seat) {
        Some(_) => clock(chronicle)
            .kind
            .deadline(awaited.since, chronicle.hand_overs(&awaited.seat))
            .map_or(allowed, |until| until.saturating_sub(awaited.since)),
        None => allowed,
    };
    (usual / 4).clamp(600, 43_200).min(usual.max(60))
}
