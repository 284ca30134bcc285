//! The turns of a game: each with its orders, events and dice.

use domain::{
    chronicle::{Chronicle, Lore},
    hash::Hash,
    log::{Kind, Line},
    table::TableEvent,
};
use openapi::{
    pages::TurnPage,
    turns::{EventView, OrderView, TurnView},
};
use storage::{LineRow, PlayerId, TurnRow};

use super::{cursor, events::read};
use crate::{
    app::App,
    problem::{Problem, codes},
    service::{
        answers::{event_view, is_void, order_view, rolls_of},
        fields::rfc3339,
        hall::{Opened, fold},
        play::place_of,
    },
};

/// Turns on a page where no number is asked for.
const USUAL: usize = 20;

/// Turns on a page at most.
const MOST: usize = 100;

impl App {
    /// A page of turns.
    ///
    /// # Errors
    /// 400 for a cursor or limit that cannot be read; 404.
    pub fn turn_page(
        &self,
        game: &str,
        caller: Option<&PlayerId>,
        cursor: Option<&str>,
        limit: Option<usize>,
    ) -> Result<TurnPage, Problem> {
        let limit = cursor::limit(limit, USUAL, MOST)?;
        let from = match cursor {
            None => 0,
            Some(text) => {
                let [turn] = cursor::decode("turns", text)?;
                cursor::number(&turn)?
            }
        };
        let opened = self.seen(game, caller)?;
        let mut rows = self.store.turns(&opened.row.id, from, limit + 1)?;
        rows.retain(|row| row.last <= opened.chronicle.ledger().version());
        let next = rows.get(limit).map(|row| cursor::encode("turns", &[&row.turn]));
        rows.truncate(limit);
        Ok(TurnPage { items: self.turn_views(&opened, &rows)?, next })
    }

    /// One turn.
    ///
    /// # Errors
    /// 404.
    pub fn turn(&self, game: &str, caller: Option<&PlayerId>, turn: u64) -> Result<TurnView, Problem> {
        let opened = self.seen(game, caller)?;
        let missing = || Problem::new(codes::NOT_FOUND, "This game has no such turn.");
        let mut rows = self.store.turns(&opened.row.id, turn, 1)?;
        rows.retain(|row| row.turn == turn && row.last <= opened.chronicle.ledger().version());
        self.turn_views(&opened, &rows)?.pop().ok_or_else(missing)
    }

    /// Turns that follow each other.
    fn turn_views(&self, opened: &Opened, rows: &[TurnRow]) -> Result<Vec<TurnView>, Problem> {
        let Some(first) = rows.first() else { return Ok(Vec::new()) };
        let mut epochs = Epochs::before(self, opened, first.first)?;
        let mut views = Vec::with_capacity(rows.len());
        let mut lines =
            self.line_rows(&opened.row.id, first.first, rows.last().map_or(0, |last| last.last))?;
        for row in rows {
            let rest = lines.split_off(lines.partition_point(|line| line.seq <= row.last));
            views.push(turn_view(opened, row, &lines, &mut epochs)?);
            lines = rest;
        }
        Ok(views)
    }
}

/// Which epoch a line's dice are of. Almost every game has but one; else the log before is folded.
struct Epochs(Option<Chronicle>);

impl Epochs {
    fn before(app: &App, opened: &Opened, seq: u64) -> Result<Self, Problem> {
        match opened.chronicle.ledger().epoch().0 {
            0 => Ok(Epochs(None)),
            _ => Ok(Epochs(Some(fold(&*app.store, &opened.row.id, seq - 1, Lore::default())?))),
        }
    }

    fn after(&mut self, line: &Line, hash: Hash) -> Result<u64, Problem> {
        let Some(chronicle) = &mut self.0 else { return Ok(0) };
        let why = |why: domain::seam::Corrupt| Problem::internal(&std::io::Error::other(why.code()));
        chronicle.follow(line, hash).map_err(why)?;
        Ok(chronicle.ledger().epoch().0)
    }
}

/// `rows` may begin with lines of the protocol that stand between this turn and the one before.
fn turn_view(
    opened: &Opened,
    turn: &TurnRow,
    rows: &[LineRow],
    epochs: &mut Epochs,
) -> Result<TurnView, Problem> {
    let ruleset = opened.chronicle.ruleset();
    let (mut events, mut dice) = (Vec::new(), Vec::new());
    let mut orders: Vec<OrderView> = Vec::new();
    let mut at = None;
    for row in rows {
        let line = read(row)?;
        let epoch = epochs.after(&line, Hash::from_bytes(row.hash))?;
        if row.turn != Some(turn.turn) {
            continue;
        }
        at = at.or(Some(line.time));
        dice.extend(rolls_of(ruleset, epoch, &line));
        orders.extend(given(&line).iter().map(|order| order_view(ruleset, order)));
        let void = is_void(&opened.chronicle, &line);
        events.push(EventView { void, ..event_view(ruleset, &line, &place_of(row)) });
    }
    Ok(TurnView {
        turn: turn.turn,
        seat: turn.seat.clone(),
        request: turn.request.to_string(),
        at: rfc3339(at.unwrap_or_default()),
        void: events.first().is_some_and(|event| event.void),
        orders,
        events,
        dice,
    })
}

/// The orders that a line says were given, or sent by the clock.
pub fn given(line: &Line) -> Vec<serde_json::Value> {
    let Kind::Event(event) = &line.kind else { return Vec::new() };
    match serde_json::from_str(event.body.get()) {
        Ok(TableEvent::OrdersGiven { orders } | TableEvent::SeatTimedOut { orders, .. }) => orders,
        Ok(
            TableEvent::GameStarted {}
            | TableEvent::OrderLapsed { .. }
            | TableEvent::SeatResigned { .. }
            | TableEvent::DrawOffered { .. }
            | TableEvent::DrawAccepted { .. }
            | TableEvent::DrawDeclined { .. }
            | TableEvent::OfferMade { .. }
            | TableEvent::OfferAnswered { .. }
            | TableEvent::TakenBack { .. }
            | TableEvent::SeatSubstituted { .. }
            | TableEvent::DeadlineSet { .. }
            | TableEvent::ClockStopped { .. }
            | TableEvent::ClockResumed { .. }
            | TableEvent::SecretsOpened {}
            | TableEvent::RulesUpdated { .. }
            | TableEvent::GameAborted { .. },
        )
        | Err(_) => Vec::new(),
    }
}
