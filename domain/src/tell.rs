//! Lines and orders as record lines, terse and with ids: the ruleset's own where it has them, the table's and the protocol's
//! here. They stand in portable records, so they stay as they are; people read the [`crate::story`].

use serde::Deserialize;
use serde_json::Value;

use crate::{
    ids::Seat,
    log::{Body, Kind, Line},
    ruleset::{Outcome, OutcomeKind},
    seam::AnyRuleset,
    table::{
        DeadlineWhy, OfferAnswer, OfferTerms, ResumeWhy, StopWhy, Substitute, TableEvent, TableOrder,
        TimeOutAction,
    },
};

/// A line in words.
pub fn tell(ruleset: &dyn AnyRuleset, line: &Line) -> String {
    match &line.kind {
        Kind::Genesis(genesis) => format!("game made: seats {}", names(&genesis.seats)),
        Kind::Commit { seat, commit: Some(_), .. } => format!("{seat} commits to a number"),
        Kind::Commit { seat, commit: None, .. } => format!("{seat} relies on the others' numbers"),
        Kind::Reveal { seat, .. } => format!("{seat} shows its number"),
        Kind::Event(event) => tell_body(ruleset, &event.body),
        Kind::Wait(wait) => format!("{} waits for beacon round {}", wait.seat, wait.round),
        Kind::Beacon(beacon) => format!("beacon round {}", beacon.round),
        Kind::Epoch { epoch, reason } => format!("epoch {} begins: {reason}", epoch.number),
        Kind::End { body, .. } => tell_end(body),
    }
}

fn names(seats: &[Seat]) -> String {
    seats.iter().map(Seat::as_str).collect::<Vec<_>>().join(", ")
}

fn tell_end(body: &Body) -> String {
    match serde_json::from_str::<Outcome>(body.get()) {
        Ok(end) => {
            let side = end.side_result.as_deref().map_or_else(String::new, |side| format!("; sides: {side}"));
            let who = match (end.outcome, end.winners.as_slice()) {
                (OutcomeKind::Ranking, [_, ..]) => format!("first places to {}", names(&end.winners)),
                (_, [winner]) => format!("{winner} wins"),
                (_, [_, ..]) => format!("{} win", names(&end.winners)),
                (_, []) => "no winner".to_owned(),
            };
            format!("the end: {who} ({}{side})", end.reason)
        }
        Err(_) => "the end".to_owned(),
    }
}

/// An event in words: the ruleset's, or the table's.
pub fn tell_body(ruleset: &dyn AnyRuleset, body: &Body) -> String {
    match TableEvent::of(body) {
        Some(event) => tell_table(ruleset, &event),
        None => ruleset.tell(body).unwrap_or_else(|| type_of(body)),
    }
}

fn tell_table(ruleset: &dyn AnyRuleset, event: &TableEvent) -> String {
    match event {
        TableEvent::GameStarted {} => "the game begins".to_owned(),
        TableEvent::OrdersGiven { orders } => format!("orders: {}", notations(ruleset, orders)),
        TableEvent::OrderLapsed { order_index, order, code, .. } => {
            format!("order {} lapsed ({code}): {}", order_index + 1, notation(ruleset, order))
        }
        TableEvent::SeatTimedOut { seat, orders, .. } if !orders.is_empty() => {
            format!("{seat} ran out of time: its draft was sent: {}", notations(ruleset, orders))
        }
        TableEvent::SeatTimedOut { seat, action, .. } => {
            let did = match action {
                TimeOutAction::DefaultAction => "the default was done",
                TimeOutAction::Bot => "a bot plays on",
                TimeOutAction::Forfeit => "the seat resigns",
            };
            format!("{seat} ran out of time: {did}")
        }
        TableEvent::SeatResigned { seat } => format!("{seat} resigns"),
        TableEvent::DrawOffered { seat } => format!("{seat} offers a draw"),
        TableEvent::DrawAccepted { seat } => format!("{seat} accepts the draw"),
        TableEvent::DrawDeclined { seat } => format!("{seat} declines the draw"),
        TableEvent::OfferMade { offer, terms } => format!("offer {offer}: {}", tell_terms(terms)),
        TableEvent::OfferAnswered { offer, answer } => {
            let answer = match answer {
                OfferAnswer::Accepted => "accepted",
                OfferAnswer::Declined => "declined",
                OfferAnswer::Withdrawn => "withdrawn",
            };
            format!("offer {offer} is {answer}")
        }
        TableEvent::TakenBack { to } => format!("taken back to where it stood after line {to}"),
        TableEvent::SeatSubstituted { seat, by: Substitute::Player } => {
            format!("{seat} is in the hands of another player from here on")
        }
        TableEvent::SeatSubstituted { seat, by: Substitute::Bot } => {
            format!("{seat} is in the hands of a bot from here on")
        }
        TableEvent::SecretsOpened {} => "the secrets are opened".to_owned(),
        TableEvent::DeadlineSet { seat, why, .. } => match why {
            DeadlineWhy::Outage => format!("{seat} is given more time: the service was down"),
            DeadlineWhy::Granted => format!("{seat} is given more time: it was agreed"),
            DeadlineWhy::Host => format!("{seat} is given more time by who made the game"),
        },
        TableEvent::ClockStopped { seat, why, .. } => tell_stopped(seat.as_ref(), *why),
        TableEvent::ClockResumed { seat, why } => tell_resumed(seat.as_ref(), *why),
        TableEvent::RulesUpdated { version } => format!("from here on the rules of version {version} decide"),
        TableEvent::GameAborted { why } => format!("the game is aborted ({})", why.as_str()),
    }
}

/// What is offered, in words.
pub fn tell_terms(terms: &OfferTerms) -> String {
    match terms {
        OfferTerms::TakeBack { to } => format!("to go back to where it stood after line {to}"),
        OfferTerms::Abort {} => "to end the game without a result".to_owned(),
        OfferTerms::Pause { seconds } => format!("to let time stand still for {}", tell_span(*seconds)),
        OfferTerms::Time { seat, seconds } => format!("{} more for {seat}", tell_span(*seconds)),
    }
}

/// A length of time in words: days, hours, minutes and seconds, as far as there are any.
pub fn tell_span(seconds: u64) -> String {
    let parts = [
        (seconds / 86_400, "day"),
        (seconds / 3_600 % 24, "hour"),
        (seconds / 60 % 60, "minute"),
        (seconds % 60, "second"),
    ];
    let told: Vec<String> = parts
        .iter()
        .filter(|(n, _)| 0 < *n)
        .map(|(n, unit)| if *n == 1 { format!("1 {unit}") } else { format!("{n} {unit}s") })
        .collect();
    if told.is_empty() { "no time".to_owned() } else { told.join(" ") }
}

/// Time that stands still.
fn tell_stopped(seat: Option<&Seat>, why: StopWhy) -> String {
    match (seat, why) {
        (Some(seat), _) => format!("{seat} is away: its time stands still"),
        (None, StopWhy::AllAbsent) => "time stands still: everybody has let his time run out".to_owned(),
        (None, StopWhy::Agreed | StopWhy::Vacation) => "time stands still: it was agreed".to_owned(),
    }
}

/// Time that runs again.
fn tell_resumed(seat: Option<&Seat>, why: ResumeWhy) -> String {
    match (seat, why) {
        (Some(seat), _) => format!("{seat} is back: its time runs again"),
        (None, ResumeWhy::Returned) => "time runs again: somebody has come back".to_owned(),
        (None, ResumeWhy::Elapsed | ResumeWhy::Vacation) => "time runs again: the pause is over".to_owned(),
    }
}

/// An order in notation: the ruleset's, or the table's.
pub fn notation(ruleset: &dyn AnyRuleset, order: &Value) -> String {
    if let Ok(order) = serde_json::from_value::<TableOrder>(order.clone()) {
        return order.format().to_owned();
    }
    let raw = serde_json::value::to_raw_value(order).ok();
    raw.and_then(|raw| ruleset.notation(&raw)).unwrap_or_else(|| order.to_string())
}

/// A list of orders in notation.
pub(crate) fn notations(ruleset: &dyn AnyRuleset, orders: &[Value]) -> String {
    let lines: Vec<String> = orders.iter().map(|order| notation(ruleset, order)).collect();
    lines.join("; ")
}

/// The `type` of a body; `event` where it has none.
pub fn type_of(body: &Body) -> String {
    #[derive(Deserialize)]
    struct Tag {
        #[serde(rename = "type")]
        tag: String,
    }
    serde_json::from_str::<Tag>(body.get()).map_or_else(|_| "event".to_owned(), |tag| tag.tag)
}
