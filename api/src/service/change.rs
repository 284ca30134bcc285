//! How a game changes: in its room, decided on the newest state, written whole, shown when it is durable.

use std::sync::Arc;

use domain::{
    chronicle::{Chronicle, Step, Written},
    ids::{Actor, GameId, Seat},
    log::Kind,
    table::Life,
};
use storage::{AnswerRow, Change, GameRow, GameState, LineRow, RollRow, SeatRow, SeatStatus, TurnRow};

use super::{
    aftermath::{self, Follow},
    answers::roll_view,
    hall::{Opened, Proposal, Room},
    lobby::n_missed,
};
use crate::{
    app::App,
    problem::{Problem, codes},
};

/// How often a lost race is decided again before the caller is asked to come back.
pub(super) const TRIES: usize = 5;

/// What a caller wants remembered of the answer to a change: made from the value and the state it led to.
pub type Remember<'a, T> = &'a dyn Fn(&T, &Opened) -> Result<Option<AnswerRow>, Problem>;

impl App {
    /// The newest durable state of a game.
    ///
    /// # Errors
    /// 404, or 500 `game-corrupt`.
    pub fn look(&self, id: &GameId) -> Result<Arc<Opened>, Problem> {
        let looked = self.hall.room(id).look(self, id);
        if looked.is_err() {
            self.hall.close(id); // no room is kept for what is no game
        }
        looked
    }

    /// Changes a game: `decide` is asked on the newest state, and again if somebody else was faster. It must not have
    /// effects of its own: nobody sees what it gave until the store has it.
    ///
    /// # Errors
    /// What `decide` refuses; 404; 503 when the store cannot be written.
    pub fn change<T>(
        &self,
        id: &GameId,
        decide: &mut dyn FnMut(&Opened) -> Result<Proposal<T>, Problem>,
        remember: Option<Remember<'_, T>>,
    ) -> Result<(T, Arc<Opened>), Problem> {
        let room = self.hall.room(id);
        let _turn = room.enter();
        for _ in 0..TRIES {
            let before = room.look(self, id)?;
            let mut proposal = decide(&before)?;
            if proposal.step.as_ref().is_some_and(has_dice)
                && let Some(renewal) = self.renewal(&before)?
            {
                // Then it is decided again, with dice nobody has seen.
                if let Err(error) = self.write(&room, &before, renewal, None)? {
                    match error {
                        storage::Error::Conflict => room.forget(),
                        other => return Err(other.into()),
                    }
                }
                continue;
            }
            if let Some(draft) = proposal.draft.take() {
                match self.store.add_draft(*draft) {
                    Err(storage::Error::Conflict) => continue, // the key has an answer now
                    written => written?,
                }
                self.wake.notify();
                return Ok((proposal.value, before));
            }
            if proposal.changes_nothing() && remember.is_none() {
                return Ok((proposal.value, before));
            }
            match self.write(&room, &before, proposal, remember)? {
                Err(storage::Error::Conflict) => room.doubt(),
                Err(error) => return Err(error.into()),
                Ok(done) => return Ok(done),
            }
        }
        Err(Problem::plain(codes::BUSY))
    }

    fn write<T>(
        &self,
        room: &Room,
        before: &Arc<Opened>,
        proposal: Proposal<T>,
        remember: Option<Remember<'_, T>>,
    ) -> Result<storage::Result<(T, Arc<Opened>)>, Problem> {
        let now = self.clock.now();
        let Proposal { step, seats, body_hash, key, seeds, drop_drafts, draft: _, letters, value } = proposal;
        let (written, kept, chronicle) = match step {
            Some(step) => {
                let step = self.with_absences(Some(before), &merge(&before.seats, &seats), step)?;
                (step.lines, step.kept, step.next)
            }
            None => (Vec::new(), Vec::new(), before.chronicle.clone()),
        };
        // A letter alone is no activity of the game.
        let is_active = !written.is_empty() || !seats.is_empty();
        let mut row = row_after(&before.row, &chronicle, if is_active { now } else { before.row.active });
        let seats = with_returned(before, &chronicle, now, with_resigned(before, &chronicle, seats));
        let all = merge(&before.seats, &seats);
        let mut after = Opened::new(row.clone(), all, chronicle);
        let (follow, more) = aftermath::of(self, before, &after, now)?;
        let follow = Some(follow).filter(|follow| before.follow.as_ref() != Some(follow));
        let (to_act, timers) = match follow.clone() {
            Some(Follow { to_act, timers }) => (Some(to_act), Some(timers)),
            None => (None, None), // the store has them
        };
        let change = Change {
            row: GameRow { revision: before.row.revision, ..row.clone() },
            lines: written.iter().map(line_row).collect(),
            turns: turn_rows(&written, body_hash),
            rolls: roll_rows(&written),
            key,
            to_act,
            timers,
            seats,
            seeds,
            secrets: self.secret_rows(&before.row.id, &kept),
            letters: letters.into_iter().chain(more).collect(),
            drop_drafts: drop_drafts.into_iter().chain(outlived_drafts(before, &after)).collect(),
            answer: match remember {
                Some(remember) => remember(&value, &after)?,
                None => None,
            },
        };
        // Another process's write after this look will show, for it changes the version; ours does not.
        let version = self.data_version()?;
        if let Err(error) = self.store.change_game(change) {
            return Ok(Err(error));
        }
        log_turns(&before.row.id, &written);
        row.revision = before.row.revision + 1;
        after.row = row;
        after.follow = follow.or_else(|| before.follow.clone());
        let after = Arc::new(after);
        room.put(after.clone(), version);
        self.wake.notify();
        Ok(Ok((value, after)))
    }
}

/// Whether dice fall in it.
fn has_dice(step: &Step) -> bool {
    step.lines.iter().any(|written| !written.rolls.is_empty())
}

/// What is on disk now, in the log of the server: what happened stands in the game's own.
fn log_turns(game: &GameId, written: &[Written]) {
    for turn in written.chunk_by(|one, next| one.turn == next.turn) {
        if let Some(Written { line, turn: Some(turn), .. }) = turn.last()
            && let Kind::Event(event) = &line.kind
        {
            tracing::info!(%game, seat = %event.seat, turn, seq = line.seq, "turn");
        }
    }
}

/// The row a chronicle leads to.
pub fn row_after(before: &GameRow, chronicle: &Chronicle, now: u64) -> GameRow {
    let stage = chronicle.stage();
    let result = chronicle.game().outcome();
    let state = match chronicle.game().table().life() {
        Life::Open => GameState::Open,
        Life::Active => GameState::Active,
        Life::Ended(outcome) if outcome.outcome == domain::ruleset::OutcomeKind::Aborted => {
            GameState::Aborted
        }
        Life::Ended(_) => GameState::Finished,
    };
    GameRow {
        state,
        round: stage.round,
        phase: stage.phase.to_owned(),
        version: chronicle.ledger().version(),
        head: *chronicle.ledger().head().as_bytes(),
        result: result.map(|outcome| serde_json::to_string(outcome).expect("a result is always JSON")),
        active: now.max(before.active),
        ..before.clone()
    }
}

/// The seats that change: those proposed, and those whose resignation stands in the log now.
fn with_resigned(before: &Opened, chronicle: &Chronicle, mut changed: Vec<SeatRow>) -> Vec<SeatRow> {
    let table = chronicle.game().table();
    for row in &before.seats {
        let gone = table.has_resigned(&row.seat) && row.status != SeatStatus::Resigned;
        if gone && !changed.iter().any(|c| c.seat == row.seat) {
            changed.push(SeatRow { status: SeatStatus::Resigned, ..row.clone() });
        }
    }
    changed
}

/// The seats whose drafts mean nothing any more: their hand-over has ended, or somebody else holds them.
fn outlived_drafts(before: &Opened, after: &Opened) -> Vec<Seat> {
    let is_awaited =
        |opened: &Opened, seat: &Seat| opened.chronicle.awaited().iter().any(|awaited| awaited.seat == *seat);
    let is_over = matches!(after.chronicle.game().table().life(), Life::Ended(_));
    let outlived = |row: &&SeatRow| {
        let then = before.seat(&row.seat);
        let is_anothers = then.is_none_or(|then| then.player != row.player || then.bot != row.bot);
        let has_acted = is_awaited(before, &row.seat) && !is_awaited(after, &row.seat);
        is_over || is_anothers || has_acted || row.status == SeatStatus::Resigned
    };
    after.seats.iter().filter(outlived).map(|row| row.seat.clone()).collect()
}

/// The seats that change: those known so far, and those that were offered because their holders were absent, who have come
/// back.
fn with_returned(
    before: &Opened,
    chronicle: &Chronicle,
    now: u64,
    mut changed: Vec<SeatRow>,
) -> Vec<SeatRow> {
    let acted =
        |row: &SeatRow| matches!(chronicle.last_actor(), Some(Actor::Seat(seat)) if *seat == row.seat);
    for row in &before.seats {
        let returned = row.status == SeatStatus::Offered
            && acted(row)
            && n_missed(&before.chronicle, &row.seat, now) != 0
            && n_missed(chronicle, &row.seat, now) == 0;
        if returned && !changed.iter().any(|c| c.seat == row.seat) {
            let (invite_hash, invite_email) = (None, None);
            changed.push(SeatRow { status: SeatStatus::Taken, invite_hash, invite_email, ..row.clone() });
        }
    }
    changed
}

fn merge(before: &[SeatRow], changed: &[SeatRow]) -> Vec<SeatRow> {
    let newest = |row: &SeatRow| changed.iter().find(|c| c.seat == row.seat).unwrap_or(row).clone();
    before.iter().map(newest).collect()
}

/// A line as it is kept.
pub fn line_row(written: &Written) -> LineRow {
    LineRow {
        seq: written.line.seq,
        turn: written.turn,
        round: written.stage.round,
        phase: written.stage.phase.to_owned(),
        hash: *written.hash.as_bytes(),
        line: written.text.clone(),
    }
}

/// The turns of new lines. Only one of them can have been asked for by a body; the start beside it has none.
pub fn turn_rows(written: &[Written], body_hash: [u8; 32]) -> Vec<TurnRow> {
    let mut turns: Vec<TurnRow> = Vec::new();
    for line in written {
        let Some(turn) = line.turn else { continue };
        match turns.last_mut() {
            Some(last) if last.turn == turn => last.last = line.line.seq,
            Some(_) | None => {
                if let Kind::Event(event) = &line.line.kind {
                    turns.push(TurnRow {
                        turn,
                        seat: event.seat.to_string(),
                        request: event.request.clone(),
                        first: line.line.seq,
                        last: line.line.seq,
                        body_hash,
                    });
                }
            }
        }
    }
    turns
}

/// The rolls of new lines, as `GET …/dice` shows them.
pub fn roll_rows(written: &[Written]) -> Vec<RollRow> {
    written
        .iter()
        .flat_map(|line| {
            line.rolls.iter().zip(line.line.rolls()).map(|(roll, proof)| {
                let view = roll_view(line.line.seq, line.epoch, roll, proof);
                let roll = serde_json::to_string(&view).expect("a roll is always JSON");
                RollRow { epoch: line.epoch, index: proof.index, seq: line.line.seq, roll }
            })
        })
        .collect()
}
