//! Taking a game down, line by line of its log.

use std::collections::BTreeMap;

use domain::{
    dice::RollProof,
    hash::Hash,
    log::{Body, Event, Kind, Line},
    picture::clean,
    seam::AnyRuleset,
    table::{TableEvent, TableOrder},
    tell::{notation, tell, tell_body},
};
use storage::PlayerId;

use super::{FORMAT, Record, RecordItem, RecordRoll, RecordTurn};
use crate::{
    app::App,
    problem::Problem,
    service::{
        fields::rfc3339,
        hall::Opened,
        read::{PAGE, events::read},
    },
};

impl App {
    /// A game as portable text.
    ///
    /// # Errors
    /// 404.
    pub fn record(&self, game: &str, caller: Option<&PlayerId>) -> Result<Record, Problem> {
        let opened = self.seen(game, caller)?;
        let version = opened.chronicle.ledger().version();
        let mut lines = Vec::new();
        let mut from = 1;
        while from <= version {
            let to = version.min(from + PAGE as u64 - 1);
            for row in self.line_rows(&opened.row.id, from, to)? {
                lines.push((row.turn, read(&row)?));
            }
            from = to + 1;
        }
        let opened_later = lines.iter().flat_map(|(_, line)| match &line.kind {
            Kind::Event(event) => event.opens.iter().map(|open| (open.seq, open.text.clone())).collect(),
            Kind::Genesis(_)
            | Kind::Commit { .. }
            | Kind::Reveal { .. }
            | Kind::Wait(_)
            | Kind::Beacon(_)
            | Kind::Epoch { .. }
            | Kind::End { .. } => Vec::new(),
        });
        let mut scribe = Scribe {
            ruleset: opened.chronicle.ruleset(),
            epoch: 0,
            opened: opened_later.collect(),
            begun: Vec::new(),
            turns: Vec::new(),
        };
        lines.iter().for_each(|(turn, line)| scribe.line(*turn, line));
        let rules = opened.chronicle.genesis().rules.get().to_owned();
        Ok(Record { headers: headers(&opened), rules, turns: scribe.turns })
    }
}

fn headers(opened: &Opened) -> Vec<(String, String)> {
    let ledger = opened.chronicle.ledger();
    let ruleset = opened.chronicle.ruleset();
    let result = match opened.chronicle.game().outcome() {
        Some(outcome) if outcome.winners.is_empty() => outcome.reason.clone(),
        Some(outcome) => format!("{} ({})", names(&outcome.winners), outcome.reason),
        None => "*".to_owned(),
    };
    let header = |name: &str, value: String| (name.to_owned(), clean(&value));
    vec![
        header("Format", FORMAT.to_owned()),
        header("Game", opened.row.id.to_string()),
        header("Origin", opened.row.origin.clone()),
        header("Title", opened.row.title.clone()),
        header("Ruleset", ruleset.name().to_owned()),
        header("Scenario", opened.row.scenario.clone()),
        header("Seats", names(ledger.seats())),
        header("Began", rfc3339(opened.row.created)),
        header("Result", result),
        header("Lines", ledger.version().to_string()),
        header("Head", Hash::to_string(&ledger.head())),
    ]
}

fn names(seats: &[domain::ids::Seat]) -> String {
    seats.iter().map(|seat| seat.as_str()).collect::<Vec<_>>().join(", ")
}

struct Scribe<'a> {
    ruleset: &'a dyn AnyRuleset,
    epoch: u64,
    /// What the log itself opens, by the line that sealed it: nothing else is taken down.
    opened: BTreeMap<u64, String>,
    /// The first line of each turn.
    begun: Vec<(u64, u64)>,
    turns: Vec<RecordTurn>,
}

impl Scribe<'_> {
    fn line(&mut self, turn: Option<u64>, line: &Line) {
        if let Kind::Epoch { epoch, .. } = &line.kind {
            self.epoch = epoch.number;
        }
        let Some(number) = turn else { return };
        if self.turns.last().is_none_or(|last| last.turn != number) {
            self.begun.push((line.seq, number));
            let seat = line.seat().unwrap_or("server").to_owned();
            self.turns.push(RecordTurn { turn: number, seat, at: rfc3339(line.time), items: Vec::new() });
        }
        let items = self.items(line);
        if let Some(last) = self.turns.last_mut() {
            last.items.extend(items);
        }
    }

    fn items(&self, line: &Line) -> Vec<RecordItem> {
        let comment = || RecordItem::Comment(clean(&tell(self.ruleset, line)).trim_end().to_owned());
        let Kind::Event(event) = &line.kind else { return vec![comment()] };
        match TableEvent::of(&event.body) {
            Some(TableEvent::OrdersGiven { orders }) => {
                orders.iter().map(|order| self.order(order)).collect()
            }
            Some(TableEvent::GameStarted {}) => vec![RecordItem::Act("start".to_owned()), comment()],
            Some(TableEvent::SeatTimedOut { seat, action, orders }) => {
                let action = serde_json::to_value(action).unwrap_or_default();
                let act = format!("time_out {seat} {}", action.as_str().unwrap_or_default());
                let orders = orders.iter().map(|order| self.order(order));
                [RecordItem::Act(act), comment()].into_iter().chain(orders).collect()
            }
            Some(TableEvent::GameAborted { why }) => {
                vec![RecordItem::Act(format!("abort {}", why.as_str())), comment()]
            }
            Some(TableEvent::TakenBack { to }) => {
                let first = self.begun.iter().find(|(seq, _)| to < *seq).map_or(0, |(_, turn)| *turn);
                vec![RecordItem::Act(format!("taken_back {first}")), comment()]
            }
            Some(TableEvent::RulesUpdated { version }) => {
                vec![RecordItem::Act(format!("rules {version}")), comment()]
            }
            Some(
                TableEvent::OrderLapsed { .. }
                | TableEvent::SeatResigned { .. }
                | TableEvent::DrawOffered { .. }
                | TableEvent::DrawAccepted { .. }
                | TableEvent::DrawDeclined { .. }
                | TableEvent::OfferMade { .. }
                | TableEvent::OfferAnswered { .. }
                | TableEvent::SeatSubstituted { .. }
                | TableEvent::DeadlineSet { .. }
                | TableEvent::ClockStopped { .. }
                | TableEvent::ClockResumed { .. },
            )
            | None => {
                let bound = (!event.seals.is_empty()).then(|| format!("bound {}", event.body.get()));
                let sealed = self.opened.get(&line.seq).map(|text| format!("sealed {text}"));
                let acts = bound.into_iter().chain(sealed).map(RecordItem::Act);
                acts.chain([comment()]).chain(self.rolls(event)).collect()
            }
            Some(TableEvent::SecretsOpened {}) => {
                let told = event.opens.iter().filter_map(|open| {
                    let body = serde_json::from_str::<serde_json::Value>(&open.text).ok()?;
                    Some(tell_body(self.ruleset, &Body::of(&body).ok()?))
                });
                let told = told.map(|text| RecordItem::Comment(clean(&text).trim_end().to_owned()));
                [comment()].into_iter().chain(told).collect()
            }
        }
    }

    /// An order in notation. One that notation cannot say was never tried: the battle was over before it.
    fn order(&self, order: &serde_json::Value) -> RecordItem {
        let line = notation(self.ruleset, order);
        let is_read = TableOrder::parse(&line).is_some() || self.ruleset.parse(&line).is_ok();
        if is_read {
            RecordItem::Order(line)
        } else {
            RecordItem::Comment(format!("not tried: {}", clean(&line)))
        }
    }

    fn rolls<'a>(&'a self, event: &'a Event) -> impl Iterator<Item = RecordItem> + 'a {
        event.rolls.iter().map(|proof: &RollProof| {
            RecordItem::Roll(RecordRoll {
                epoch: self.epoch,
                index: proof.index,
                sides: proof.sides,
                values: proof.values.clone(),
                rule: proof.rule.clone(),
                why: proof.why.clone(),
            })
        })
    }
}
