//! Acts of the table decided again: offers and what follows from them, seats that change hands, time that is moved. What the
//! log alone cannot tell (whether somebody was really away, the service down, or the host generous) is taken as it stands; what it
//! can, is not.

use crate::{
    chronicle::Chronicle,
    game::{Decision, Due},
    ids::{Actor, Seat},
    table::{
        AbortReason, DeadlineWhy, Life, OfferAnswer, OfferTerms, Offered, ResumeWhy, StopWhy, TableEvent,
    },
};

/// What the first event of a turn at this time leads to; `None` when it is no cause, or not one for this actor now.
pub(super) fn decision(before: &Chronicle, actor: &Actor, event: &TableEvent, time: u64) -> Option<Decision> {
    match actor {
        Actor::Seat(seat) => of_seat(before, seat, event),
        Actor::Server => of_server(before, event, time),
    }
}

fn of_seat(before: &Chronicle, seat: &Seat, event: &TableEvent) -> Option<Decision> {
    let game = before.game();
    let is_open = before.ledger().mix().is_some();
    match event {
        TableEvent::OfferMade { terms, .. } => {
            let takes_back = matches!(terms, OfferTerms::TakeBack { .. });
            (is_open || !takes_back).then(|| game.offer(seat, terms).ok()).flatten()
        }
        TableEvent::OfferAnswered { offer, answer } => {
            let found = game.table().offer(*offer)?;
            let takes_back = matches!(found.what, Offered::Terms(OfferTerms::TakeBack { .. }))
                && *answer == OfferAnswer::Accepted;
            (is_open || !takes_back).then(|| game.answer_offer(seat, *offer, *answer).ok()).flatten()
        }
        TableEvent::GameStarted {}
        | TableEvent::OrdersGiven { .. }
        | TableEvent::OrderLapsed { .. }
        | TableEvent::SeatTimedOut { .. }
        | TableEvent::SeatResigned { .. }
        | TableEvent::DrawOffered { .. }
        | TableEvent::DrawAccepted { .. }
        | TableEvent::DrawDeclined { .. }
        | TableEvent::TakenBack { .. }
        | TableEvent::SeatSubstituted { .. }
        | TableEvent::DeadlineSet { .. }
        | TableEvent::ClockStopped { .. }
        | TableEvent::ClockResumed { .. }
        | TableEvent::RulesUpdated { .. }
        | TableEvent::SecretsOpened {}
        | TableEvent::GameAborted { .. } => None,
    }
}

fn of_server(before: &Chronicle, event: &TableEvent, time: u64) -> Option<Decision> {
    let game = before.game();
    let (table, is_active) = (game.table(), *game.table().life() == Life::Active);
    match event {
        TableEvent::GameAborted { why: AbortReason::Agreed } => {
            let due = game.due().filter(|due| *due == Due::Abort)?;
            Some(game.carry_out(&due, time, 0))
        }
        TableEvent::GameAborted { why } => Some(game.abort(*why)),
        TableEvent::TakenBack { to } => {
            let due = game.due().filter(|due| *due == Due::TakeBack { to: *to })?;
            before.ledger().mix().map(|_| game.carry_out(&due, time, 0))
        }
        TableEvent::DeadlineSet { seat, deadline, why: DeadlineWhy::Granted } => {
            let is_it = |due: &Due| matches!(due, Due::Time { seat: given, .. } if given == seat);
            let due = game.due().filter(is_it)?;
            Some(game.carry_out(&due, time, *deadline))
        }
        TableEvent::DeadlineSet { seat, deadline, why: why @ (DeadlineWhy::Outage | DeadlineWhy::Host) } => {
            let waited = before.awaited().iter().any(|awaited| awaited.seat == *seat);
            waited.then(|| game.set_deadline(seat, *deadline, *why))
        }
        TableEvent::ClockStopped { seat: None, why: StopWhy::Agreed, .. } => {
            let due = game.due().filter(|due| matches!(due, Due::Pause { .. }))?;
            Some(game.carry_out(&due, time, 0))
        }
        TableEvent::ClockStopped { seat: Some(seat), until: Some(until), why: StopWhy::Vacation } => {
            let plays = is_active && table.seats().contains(seat) && !table.has_resigned(seat);
            plays.then(|| game.send_away(seat, *until))
        }
        TableEvent::ClockResumed { seat: Some(seat), why: ResumeWhy::Vacation } => {
            (is_active && table.away().contains_key(seat)).then(|| game.bring_back(seat))
        }
        TableEvent::ClockResumed { seat: None, why } => {
            let pause = table.stopped()?;
            let ends = match (pause.why, why) {
                (StopWhy::AllAbsent, ResumeWhy::Returned) => pause.returned,
                (StopWhy::Agreed, ResumeWhy::Elapsed) => pause.until.is_some_and(|until| until <= time),
                (
                    StopWhy::AllAbsent | StopWhy::Agreed | StopWhy::Vacation,
                    ResumeWhy::Returned | ResumeWhy::Elapsed | ResumeWhy::Vacation,
                ) => false,
            };
            ends.then(|| game.resume_clock(*why))
        }
        TableEvent::SeatSubstituted { seat, by } => {
            let plays = is_active && table.seats().contains(seat) && !table.has_resigned(seat);
            plays.then(|| game.substitute(seat, *by))
        }
        TableEvent::ClockStopped { .. }
        | TableEvent::ClockResumed { .. }
        | TableEvent::GameStarted {}
        | TableEvent::OrdersGiven { .. }
        | TableEvent::OrderLapsed { .. }
        | TableEvent::SeatTimedOut { .. }
        | TableEvent::SeatResigned { .. }
        | TableEvent::DrawOffered { .. }
        | TableEvent::DrawAccepted { .. }
        | TableEvent::DrawDeclined { .. }
        | TableEvent::OfferMade { .. }
        | TableEvent::OfferAnswered { .. }
        | TableEvent::SecretsOpened {}
        | TableEvent::RulesUpdated { .. } => None,
    }
}
