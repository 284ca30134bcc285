//! Whether what is kept beside a log is what the log says: for whoever checks a store.

use domain::{chronicle::Chronicle, ids::GameId};
use serde_json::Value;
use storage::{GameRow, LineRow, RollRow, Storage, ToActRow, TurnRow};

use super::{
    change::row_after,
    read::imported::{Rows, rows_of},
};

/// How often a game's row is read again at most, because it changed while who must act was read.
const TRIES: usize = 1_000;

/// A game's row and who must act, of the same moment: a server beside us may be writing.
///
/// # Errors
/// What the store says, or that the game never stood still, in words.
pub fn standing(store: &dyn Storage, id: &GameId) -> Result<(GameRow, Vec<ToActRow>), String> {
    for _ in 0..TRIES {
        let row = store.game(id).map_err(text)?;
        let to_act = store.to_act(id).map_err(text)?;
        if store.game(id).map_err(text)?.revision == row.revision {
            return Ok((row, to_act));
        }
    }
    Err("it does not stand still for a moment".to_owned())
}

/// Compares a game's row, and the rows of its lines, turns and rolls and of who must act, with its log up to the row's version. A
/// server may go on writing meanwhile: what is of later lines is left out.
///
/// # Errors
/// What differs, in words.
pub fn is_of_its_log(
    store: &dyn Storage,
    (row, to_act): (&GameRow, &[ToActRow]),
    lines: &[LineRow],
    log: &[String],
) -> Result<(), String> {
    let (folded, rows) = rows_of(log).map_err(|why| why.to_string())?;
    let Rows { lines: of_lines, turns, rolls } = rows;
    if row_after(row, &folded, row.active) != *row {
        return Err(differs("the game's row"));
    }
    if let Some((kept, _)) = lines.iter().zip(&of_lines).find(|(kept, row)| kept != row) {
        return Err(differs(&format!("what is kept of line {}", kept.seq)));
    }
    let mut kept_turns = store.turns(&row.id, 0, turns.len() + 1).map_err(text)?;
    let mut kept_rolls = store.rolls(&row.id, (0, 0), rolls.len() + 1).map_err(text)?;
    if store.game(&row.id).map_err(text)?.revision != row.revision {
        kept_turns.retain(|turn| turn.last <= row.version);
        kept_rolls.retain(|roll| roll.seq <= row.version);
    }
    same_turns(&kept_turns, &turns)?;
    same_rolls(&kept_rolls, &rolls)?;
    same_awaited(row, to_act, &folded)
}

fn differs(what: &str) -> String {
    format!("projection-differs: {what}")
}

fn text(why: storage::Error) -> String {
    why.to_string()
}

fn same_turns(kept: &[TurnRow], turns: &[TurnRow]) -> Result<(), String> {
    if kept.len() != turns.len() {
        return Err(differs(&format!("{} turns are kept, the log has {}", kept.len(), turns.len())));
    }
    // Which body asked for a turn, the log does not say.
    let same =
        |kept: &TurnRow, turn: &TurnRow| *kept == TurnRow { body_hash: kept.body_hash, ..turn.clone() };
    match kept.iter().zip(turns).find(|(kept, turn)| !same(kept, turn)) {
        Some((kept, _)) => Err(differs(&format!("what is kept of turn {}", kept.turn))),
        None => Ok(()),
    }
}

fn same_rolls(kept: &[RollRow], rolls: &[RollRow]) -> Result<(), String> {
    if kept.len() != rolls.len() {
        return Err(differs(&format!("{} rolls are kept, the log has {}", kept.len(), rolls.len())));
    }
    match kept.iter().zip(rolls).find(|(kept, roll)| !same_roll(kept, roll)) {
        Some((kept, _)) => Err(differs(&format!("roll {} of epoch {}", kept.index, kept.epoch))),
        None => Ok(()),
    }
}

/// An older program may have kept less of a roll, and nothing else.
fn same_roll(kept: &RollRow, roll: &RollRow) -> bool {
    let place = |row: &RollRow| (row.epoch, row.index, row.seq);
    let members = |row: &RollRow| serde_json::from_str::<serde_json::Map<String, Value>>(&row.roll).ok();
    let (Some(old), Some(new)) = (members(kept), members(roll)) else { return false };
    place(kept) == place(roll) && old.iter().all(|(name, value)| new.get(name) == Some(value))
}

fn same_awaited(row: &GameRow, to_act: &[ToActRow], folded: &Chronicle) -> Result<(), String> {
    let waiting: Vec<_> = to_act.iter().map(|row| (row.seat.clone(), row.since)).collect();
    let folded: Vec<_> = folded.awaited().iter().map(|a| (a.seat.clone(), a.since)).collect();
    let same = waiting.len() == folded.len() && folded.iter().all(|awaited| waiting.contains(awaited));
    if same || row.imported { Ok(()) } else { Err(differs("who must act")) }
}
