//! Absences.

use rusqlite::Connection;

use super::{
    SqliteStorage, outbox, players,
    sql::{Columns, all, int, limit, put},
};
use crate::{AbsenceRow, AbsenceState, AbsenceStorage, NewLetter, PlayerId, PlayerRow, Result};

impl AbsenceStorage for SqliteStorage {
    fn absences_of(&self, player: &PlayerId, since: u64) -> Result<Vec<AbsenceRow>> {
        self.read(|conn| {
            let sql = "
                SELECT player, begun, until, state FROM absences
                WHERE player = ?1 AND until > ?2 ORDER BY begun";
            all(conn, sql, (&player.0, int(since)), read)
        })
    }

    fn put_absence(
        &self,
        absence: AbsenceRow,
        player: Option<PlayerRow>,
        letters: Vec<NewLetter>,
    ) -> Result<()> {
        self.write_people(move |conn| {
            players::player(conn, &absence.player)?;
            if let Some(player) = &player {
                players::put_player(conn, player, &[], None)?;
            }
            let sql = "
                INSERT INTO absences (player, begun, until, state) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (player, begun) DO UPDATE SET until = excluded.until, state = excluded.state";
            let params = (&absence.player.0, int(absence.begun), int(absence.until), absence.state.as_str());
            put(conn, sql, params)?;
            outbox::post(conn, &letters)
        })
    }

    fn absence_done(&self, before: &AbsenceRow, after: AbsenceRow, letters: Vec<NewLetter>) -> Result<bool> {
        let before = before.clone();
        self.write(move |conn| {
            let sql = "
                UPDATE absences SET state = ?5
                WHERE player = ?1 AND begun = ?2 AND until = ?3 AND state = ?4";
            let params = (
                &before.player.0,
                int(before.begun),
                int(before.until),
                before.state.as_str(),
                after.state.as_str(),
            );
            let is_done = put(conn, sql, params)? == 1;
            if is_done {
                outbox::post(conn, &letters)?;
            }
            Ok(is_done)
        })
    }

    fn absences_due(&self, now: u64, n_max: usize) -> Result<Vec<AbsenceRow>> {
        self.read(|conn| {
            let sql = "
                SELECT player, begun, until, state FROM absences WHERE state = 'fresh'
                UNION ALL
                SELECT player, begun, until, state FROM absences WHERE state = 'applied' AND until <= ?1
                LIMIT ?2";
            all(conn, sql, (int(now), limit(n_max)), read)
        })
    }
}

fn read(row: &mut Columns) -> Result<AbsenceRow> {
    Ok(AbsenceRow {
        player: PlayerId(row.take()?),
        begun: row.number()?,
        until: row.number()?,
        state: row.word(AbsenceState::parse)?,
    })
}

/// Forgets a player's absences.
pub(super) fn forget_of(conn: &Connection, player: &str) -> Result<()> {
    put(conn, "DELETE FROM absences WHERE player = ?1", [player]).map(drop)
}
