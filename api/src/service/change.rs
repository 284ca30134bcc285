//! How a game changes: in its room, decided on the newest state, written whole, shown when it is durable.

use std::sync::Arc;

use domain::{
    chronicle::{Chronicle, Written},
    ids::GameId,
    log::Kind,
    table::Life,
};
use storage::{AnswerRow, Change, GameRow, GameState, LineRow, RollRow, SeatRow, SeatStatus, TurnRow};

use super::{
    aftermath,
    answers::roll_view,
    hall::{Opened, Proposal, Room},
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
        let looked = self.hall.room(id).look(&*self.store, id);
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
            let before = room.look(&*self.store, id)?;
            let proposal = decide(&before)?;
            if proposal.changes_nothing() && remember.is_none() {
                return Ok((proposal.value, before));
            }
            match self.write(&room, &before, proposal, remember)? {
                Err(storage::Error::Conflict) => room.forget(),
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
        let Proposal { step, seats, body_hash, seeds, drop_drafts, letters, value } = proposal;
        let (written, chronicle) = match step {
            Some(step) => (step.lines, step.next),
            None => (Vec::new(), before.chronicle.clone()),
        };
        // A letter alone is no activity of the game.
        let is_active = !written.is_empty() || !seats.is_empty();
        let mut row = row_after(&before.row, &chronicle, if is_active { now } else { before.row.active });
        let seats = with_resigned(before, &chronicle, seats);
        let all = merge(&before.seats, &seats);
        let mut after = Opened { row: row.clone(), seats: all, chronicle };
        let (follow, more) = aftermath::of(self, before, &after, now);
        let change = Change {
            row: GameRow { revision: before.row.revision, ..row.clone() },
            lines: written.iter().map(line_row).collect(),
            turns: turn_rows(&written, body_hash),
            rolls: roll_rows(&written),
            to_act: Some(follow.to_act),
            timers: Some(follow.timers),
            seats,
            seeds,
            letters: letters.into_iter().chain(more).collect(),
            drop_drafts,
            answer: match remember {
                Some(remember) => remember(&value, &after)?,
                None => None,
            },
        };
        if let Err(error) = self.store.change_game(change) {
            return Ok(Err(error));
        }
        row.revision = before.row.revision + 1;
        after.row = row;
        let after = Arc::new(after);
        // Our own write has moved the store's data version: unknown again, so that the next look compares revisions.
        room.put(after.clone(), u64::MAX);
        self.wake.notify();
        Ok(Ok((value, after)))
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

/// Whether what is kept beside a log is what the log says.
///
/// # Errors
/// What differs, in words.
pub fn same_projection(
    store: &dyn storage::Storage,
    row: &GameRow,
    folded: &Chronicle,
) -> Result<(), String> {
    let text = |why: storage::Error| why.to_string();
    let projected = row_after(row, folded, row.active);
    if projected != *row {
        return Err("projection-differs: the game's row".to_owned());
    }
    let count = usize::try_from(folded.turns()).unwrap_or(usize::MAX);
    let turns = store.turns(&row.id, 0, count.saturating_add(1)).map_err(text)?;
    if turns.len() != count || turns.iter().zip(0..).any(|(turn, number)| turn.turn != number) {
        return Err(format!("projection-differs: {} turns are kept, the log has {count}", turns.len()));
    }
    let (epoch, _, _, used) = folded.ledger().epoch();
    let kept =
        store.rolls(&row.id, (epoch, 0), usize::try_from(used).unwrap_or(usize::MAX).saturating_add(1));
    let kept = kept.map_err(text)?.len() as u64;
    if kept != used {
        return Err(format!(
            "projection-differs: {kept} rolls of epoch {epoch} are kept, the log has {used}"
        ));
    }
    let waiting: Vec<_> =
        store.to_act(&row.id).map_err(text)?.into_iter().map(|row| (row.seat, row.since)).collect();
    let folded: Vec<_> = folded.awaited().iter().map(|a| (a.seat.clone(), a.since)).collect();
    let same = waiting.len() == folded.len() && folded.iter().all(|awaited| waiting.contains(awaited));
    if same || row.imported { Ok(()) } else { Err("projection-differs: who must act".to_owned()) }
}
