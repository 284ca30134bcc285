//! Lines and orders in words: the ruleset's own where it has them, the table's and the protocol's here. A mail, a replay and
//! the page all say the same.

use serde::Deserialize;
use serde_json::Value;

use crate::{
    ids::Seat,
    log::{Body, Kind, Line},
    ruleset::{Outcome, OutcomeKind},
    seam::AnyRuleset,
    table::{DeadlineWhy, ResumeWhy, StopWhy, TableEvent, TableOrder, TimeOutAction},
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
    if let Some(text) = ruleset.tell(body) {
        return text;
    }
    match serde_json::from_str::<TableEvent>(body.get()) {
        Ok(event) => tell_table(ruleset, &event),
        Err(_) => type_of(body),
    }
}

fn tell_table(ruleset: &dyn AnyRuleset, event: &TableEvent) -> String {
    match event {
        TableEvent::GameStarted {} => "the game begins".to_owned(),
        TableEvent::OrdersGiven { orders } => {
            let lines: Vec<String> = orders.iter().map(|order| notation(ruleset, order)).collect();
            format!("orders: {}", lines.join("; "))
        }
        TableEvent::OrderLapsed { order_index, order, code, .. } => {
            format!("order {} lapsed ({code}): {}", order_index + 1, notation(ruleset, order))
        }
        TableEvent::SeatTimedOut { seat, action } => {
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
        TableEvent::DeadlineSet { seat, why: DeadlineWhy::Outage, .. } => {
            format!("{seat} is given more time: the service was down")
        }
        TableEvent::ClockStopped { why: StopWhy::AllAbsent } => {
            "time stands still: everybody has let his time run out".to_owned()
        }
        TableEvent::ClockResumed { why: ResumeWhy::Returned } => {
            "time runs again: somebody has come back".to_owned()
        }
        TableEvent::RulesUpdated { version } => format!("from here on the rules of version {version} decide"),
        TableEvent::GameAborted { why } => format!("the game is aborted ({})", why.as_str()),
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

/// The `type` of a body; `event` where it has none.
pub fn type_of(body: &Body) -> String {
    #[derive(Deserialize)]
    struct Tag {
        #[serde(rename = "type")]
        tag: String,
    }
    serde_json::from_str::<Tag>(body.get()).map_or_else(|_| "event".to_owned(), |tag| tag.tag)
}
