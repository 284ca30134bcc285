//! Whether an answer is to the present: a reply address belongs to one hand-over, and orders meant for one moment must not
//! arrive in another.

use std::ops::ControlFlow;

use domain::{chronicle::Lore, ids::Seat, log::Line, table::TableOrder};
use storage::TurnRow;

use super::super::hall::{Opened, fold};
use super::words;
use crate::{
    app::App,
    problem::{Problem, codes},
};

impl App {
    /// Whether the seat is still asked what it was asked at line `seq`. The table's orders are also for who is not asked
    /// anything: then nobody may have asked him at that line either.
    ///
    /// # Errors
    /// 409 `phase-over` when it is not; as the store.
    pub(super) fn still_asked(
        &self,
        opened: &Opened,
        seat: &Seat,
        seq: u64,
        lines: &[String],
    ) -> Result<(), Problem> {
        let awaited = opened.chronicle.awaited().iter().find(|awaited| awaited.seat == *seat);
        let stands = match (awaited, self.written(opened, seq)?) {
            (_, None) => false,
            (Some(awaited), Some(written)) if written != awaited.since => awaited.since < written,
            (Some(_), Some(written)) => !self.left_within(opened, seat, seq, written)?,
            (None, Some(_)) => {
                let is_table = |(_, line): (usize, &String)| TableOrder::parse(line).is_some();
                words::orders(lines).all(is_table)
                    && !is_awaited(&fold(&*self.store, &opened.row.id, seq, Lore::default())?, seat)
            }
        };
        if stands { Ok(()) } else { Err(Problem::plain(codes::PHASE_OVER)) }
    }

    /// Whether these very orders were carried out since line `seq`.
    ///
    /// # Errors
    /// 409 `repeated` with the turn when they were; as the store.
    pub(super) fn not_carried_out(
        &self,
        opened: &Opened,
        seat: &Seat,
        seq: u64,
        body_hash: &[u8; 32],
    ) -> Result<(), Problem> {
        // What was taken back is not done.
        let is_same = |turn: &&TurnRow| {
            turn.seat == seat.as_str()
                && turn.body_hash == *body_hash
                && !opened.chronicle.is_void(turn.first)
        };
        match self.turns_since(opened, seq)?.iter().find(is_same) {
            Some(turn) => Err(Problem::plain(codes::REPEATED).with("turn", turn.turn)),
            None => Ok(()),
        }
    }

    /// Whether the seat was not waited for at some moment of the second in which line `seq` was written, after it.
    fn left_within(&self, opened: &Opened, seat: &Seat, seq: u64, second: u64) -> Result<bool, Problem> {
        for turn in self.turns_since(opened, seq)? {
            let same_second = self.written(opened, turn.last)?.is_some_and(|written| written <= second);
            if same_second
                && !is_awaited(&fold(&*self.store, &opened.row.id, turn.last, Lore::default())?, seat)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The turns after line `seq`, the newest first.
    fn turns_since(&self, opened: &Opened, seq: u64) -> Result<Vec<TurnRow>, Problem> {
        let mut found = Vec::new();
        self.newest_turns(&opened.row.id, opened.chronicle.turns(), &mut |turn| {
            if turn.first <= seq {
                return ControlFlow::Break(());
            }
            found.push(turn.clone());
            ControlFlow::Continue(())
        })?;
        Ok(found)
    }

    /// When a line was written, if there is one.
    fn written(&self, opened: &Opened, seq: u64) -> Result<Option<u64>, Problem> {
        let rows = self.store.lines(&opened.row.id, seq.saturating_sub(1), 1)?;
        let row = rows.first().filter(|row| row.seq == seq);
        Ok(row.and_then(|row| Line::read(&row.line).ok()).map(|line| line.time))
    }
}

fn is_awaited(chronicle: &domain::chronicle::Chronicle, seat: &Seat) -> bool {
    chronicle.awaited().iter().any(|awaited| awaited.seat == *seat)
}
