//! A game's row and what changes together with it: the two writes of a game, and reading its row.

use domain::ids::GameId;
use rusqlite::{Connection, named_params};

use super::{
    accounts, events, outbox, seats,
    sql::{Columns, all, first, int, limit, put},
    timers,
};
use crate::{Change, Error, GameRow, GameState, LineRow, NewGame, Result, Visibility};

/// In the order in which [`read`] takes them.
macro_rules! columns {
    () => {
        "id, origin, ruleset, scenario, title, visibility, state, round, phase, version, head, revision, host, imported, \
         result, created, active"
    };
}
pub(super) use columns;

pub(super) fn read(row: &mut Columns) -> Result<GameRow> {
    Ok(GameRow {
        id: row.game()?,
        origin: row.take()?,
        ruleset: row.take()?,
        scenario: row.take()?,
        title: row.take()?,
        visibility: row.word(Visibility::parse)?,
        state: row.word(GameState::parse)?,
        round: row.number()?,
        phase: row.take()?,
        version: row.number()?,
        head: row.take()?,
        revision: row.number()?,
        host: row.opt_player()?,
        imported: row.take()?,
        result: row.take()?,
        created: row.number()?,
        active: row.number()?,
    })
}

pub(super) fn game(conn: &Connection, game: &GameId) -> Result<GameRow> {
    let sql = concat!("SELECT ", columns!(), " FROM games WHERE id = ?1");
    first(conn, sql, [game.as_str()], read)?.ok_or(Error::NotFound)
}

pub(super) fn ids(conn: &Connection, after: Option<&GameId>, n_max: usize) -> Result<Vec<GameId>> {
    let Some(after) = after else {
        return all(conn, "SELECT id FROM games ORDER BY created, id LIMIT ?1", [limit(n_max)], |row| {
            row.game()
        });
    };
    let created: i64 =
        first(conn, "SELECT created FROM games WHERE id = ?1", [after.as_str()], |row| row.take())?
            .ok_or(Error::NotFound)?;
    let sql = "SELECT id FROM games WHERE (created, id) > (?1, ?2) ORDER BY created, id LIMIT ?3";
    all(conn, sql, (created, after.as_str(), limit(n_max)), |row| row.game())
}

pub(super) fn create(conn: &Connection, new: &NewGame) -> Result<()> {
    let game = &new.row.id;
    follow_each_other(&new.lines, 0, new.row.version)?;
    insert(conn, &new.row)?;
    for seat in &new.seats {
        seats::put_seat(conn, seat, new.row.state)?;
    }
    events::add(conn, game, &new.lines, &new.turns, &new.rolls)?;
    timers::wait_for(conn, game, &new.to_act)?;
    timers::set(conn, game, &new.timers)?;
    for (epoch, seeds) in &new.seeds {
        events::add_seeds(conn, game, *epoch, seeds)?;
    }
    events::add_secrets(conn, game, &new.secrets)?;
    if let Some(bundle) = &new.bundle {
        put(conn, "INSERT INTO bundles (game, bundle) VALUES (?1, ?2)", (game.as_str(), bundle))?;
    }
    outbox::post(conn, &new.letters)?;
    accounts::remember(conn, new.answer.as_ref())
}

pub(super) fn change(conn: &Connection, change: &Change) -> Result<()> {
    let game = &change.row.id;
    let before = self::game(conn, game)?;
    if before.revision != change.row.revision {
        return Err(Error::Conflict);
    }
    if let Some((actor, key)) = &change.key
        && accounts::is_answered(conn, actor, key)?
    {
        return Err(Error::Conflict);
    }
    follow_each_other(&change.lines, before.version, change.row.version)?;
    update(conn, before, &change.row)?;
    for seat in &change.seats {
        seats::put_seat(conn, seat, change.row.state)?;
    }
    events::add(conn, game, &change.lines, &change.turns, &change.rolls)?;
    if let Some(to_act) = &change.to_act {
        timers::wait_for(conn, game, to_act)?;
    }
    if let Some(due) = &change.timers {
        timers::set(conn, game, due)?;
    }
    if let Some((epoch, seeds)) = &change.seeds {
        events::add_seeds(conn, game, *epoch, seeds)?;
    }
    events::add_secrets(conn, game, &change.secrets)?;
    for seat in &change.drop_drafts {
        seats::put_draft(conn, game, seat, None)?;
    }
    outbox::post(conn, &change.letters)?;
    accounts::remember(conn, change.answer.as_ref())
}

/// The latest time in any log: no line is younger than its game's last activity. An imported log says of time what it likes.
pub(super) fn newest_activity(conn: &Connection) -> Result<Option<u64>> {
    let newest = first(conn, "SELECT max(active) FROM games WHERE imported = 0", [], |row| row.opt_number())?;
    Ok(newest.flatten())
}

/// The lines are those after `version`, without a gap, and the last of them makes the row's version.
fn follow_each_other(lines: &[LineRow], version: u64, version_after: u64) -> Result<()> {
    let in_order = lines.iter().zip(version + 1..).all(|(line, seq)| line.seq == seq);
    if in_order && version_after == version + lines.len() as u64 { Ok(()) } else { Err(Error::Conflict) }
}

fn insert(conn: &Connection, row: &GameRow) -> Result<()> {
    let sql = "
        INSERT INTO games (
            id, origin, ruleset, scenario, title, visibility, state, round, phase,
            version, head, revision, host, imported, result, created, active
        ) VALUES (
            :id, :origin, :ruleset, :scenario, :title, :visibility, :state, :round, :phase,
            :version, :head, :revision, :host, :imported, :result, :created, :active
        )";
    let params = named_params! {
        ":id": row.id.as_str(),
        ":origin": row.origin,
        ":ruleset": row.ruleset,
        ":scenario": row.scenario,
        ":title": row.title,
        ":visibility": row.visibility.as_str(),
        ":state": row.state.as_str(),
        ":round": row.round,
        ":phase": row.phase,
        ":version": int(row.version),
        ":head": row.head,
        ":revision": int(row.revision),
        ":host": row.host.as_ref().map(|host| &host.0),
        ":imported": row.imported,
        ":result": row.result,
        ":created": int(row.created),
        ":active": int(row.active),
    };
    put(conn, sql, params).map(drop)
}

/// Most turns change nothing of the row but where the game stands: then no index is written anew, but once a second the one
/// of activity.
fn update(conn: &Connection, before: GameRow, row: &GameRow) -> Result<()> {
    let (was_active, phase) = (before.active, row.phase.clone());
    let GameRow { round, version, head, active, .. } = *row;
    if *row != (GameRow { round, phase, version, head, active, ..before }) {
        return update_all(conn, row);
    }
    let sql = "
        UPDATE games SET round = ?2, phase = ?3, version = ?4, head = ?5, revision = revision + 1
        WHERE id = ?1";
    put(conn, sql, (row.id.as_str(), round, &row.phase, int(version), head.as_slice()))?;
    if active != was_active {
        put(conn, "UPDATE games SET active = ?2 WHERE id = ?1", (row.id.as_str(), int(active)))?;
    }
    Ok(())
}

fn update_all(conn: &Connection, row: &GameRow) -> Result<()> {
    let sql = "
        UPDATE games SET
            origin = :origin, ruleset = :ruleset, scenario = :scenario, title = :title, visibility = :visibility,
            state = :state, round = :round, phase = :phase, version = :version, head = :head,
            revision = revision + 1, host = :host, imported = :imported, result = :result,
            created = :created, active = :active
        WHERE id = :id AND revision = :revision";
    let params = named_params! {
        ":id": row.id.as_str(),
        ":origin": row.origin,
        ":ruleset": row.ruleset,
        ":scenario": row.scenario,
        ":title": row.title,
        ":visibility": row.visibility.as_str(),
        ":state": row.state.as_str(),
        ":round": row.round,
        ":phase": row.phase,
        ":version": int(row.version),
        ":head": row.head,
        ":revision": int(row.revision),
        ":host": row.host.as_ref().map(|host| &host.0),
        ":imported": row.imported,
        ":result": row.result,
        ":created": int(row.created),
        ":active": int(row.active),
    };
    match put(conn, sql, params)? {
        0 => Err(Error::Conflict),
        _ => Ok(()),
    }
}
