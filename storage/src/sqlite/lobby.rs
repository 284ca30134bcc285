//! Finding games: a page of those a viewer may see, newest activity first.

use rusqlite::{Connection, named_params};

use super::{
    games::{columns, read},
    sql::{all, int, limit},
};
use crate::{GameFilter, GameRow, Result};

/// Whatever else is asked for. The key of the last page's end is (active, id); `active` falls, `id` rises.
macro_rules! wanted {
    () => {
        "(:states IS NULL OR state IN (SELECT value FROM json_each(:states)))
         AND (:ruleset IS NULL OR ruleset = :ruleset)
         AND active <= :active AND (active < :active OR id > :id)"
    };
}

macro_rules! listed {
    () => {
        concat!(
            "SELECT ",
            columns!(),
            " FROM games
             WHERE visibility = 'public' AND ",
            wanted!(),
            "
             ORDER BY active DESC, id
             LIMIT :limit"
        )
    };
}

/// Games among those that `$ids` finds.
macro_rules! among {
    ($ids:literal) => {
        concat!(
            "SELECT ",
            columns!(),
            " FROM games
             WHERE id IN (",
            $ids,
            ") AND ",
            wanted!(),
            "
             ORDER BY active DESC, id
             LIMIT :limit"
        )
    };
}

macro_rules! or_listed {
    ($own:expr) => {
        concat!(
            "SELECT * FROM (",
            listed!(),
            ")
             UNION
             SELECT * FROM (",
            $own,
            ")
             ORDER BY active DESC, id
             LIMIT :limit"
        )
    };
}

const LISTED: &str = listed!();

const VISIBLE: &str = or_listed!(among!(
    "SELECT game FROM seats WHERE player = :viewer
     UNION SELECT former_holders.game FROM former_holders JOIN games AS left ON left.id = former_holders.game
           WHERE former_holders.player = :viewer AND left.visibility <> 'private'
     UNION SELECT id FROM games WHERE host = :viewer"
));

const MINE: &str = among!(
    "SELECT game FROM seats WHERE player = :viewer
     UNION SELECT id FROM games WHERE host = :viewer"
);

const TO_ACT: &str = among!(
    "SELECT seats.game FROM seats JOIN to_act ON to_act.game = seats.game AND to_act.seat = seats.seat
     WHERE seats.player = :viewer"
);

pub(super) fn games(conn: &Connection, filter: &GameFilter) -> Result<Vec<GameRow>> {
    let sql = match (&filter.viewer, filter.to_act, filter.mine) {
        (Some(_), true, _) => TO_ACT,
        (Some(_), false, true) => MINE,
        (Some(_), false, false) => VISIBLE,
        (None, false, false) => LISTED,
        // Nobody has no seats.
        (None, true, _) | (None, _, true) => return Ok(Vec::new()),
    };
    // Our own words: nothing in them needs escaping.
    let states: Vec<String> = filter.states.iter().map(|state| format!("\"{}\"", state.as_str())).collect();
    let states = if states.is_empty() { None } else { Some(format!("[{}]", states.join(","))) };
    let (active, id) = match &filter.after {
        Some((active, id)) => (int(*active), id.as_str()),
        None => (i64::MAX, ""),
    };
    let viewer = filter.viewer.as_ref().map(|viewer| viewer.0.as_str());
    let (ruleset, n_max) = (filter.ruleset.as_deref(), limit(filter.limit));
    let mut params = named_params! {
        ":states": states, ":ruleset": ruleset, ":active": active, ":id": id, ":limit": n_max,
    }
    .to_vec();
    if viewer.is_some() {
        params.push((":viewer", &viewer));
    }
    all(conn, sql, params.as_slice(), read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::migrate;

    #[test]
    fn no_page_is_found_by_reading_all_games() {
        let conn = Connection::open_in_memory().unwrap();
        migrate::ALL.iter().for_each(|migration| conn.execute_batch(migration.sql).unwrap());
        for sql in [LISTED, VISIBLE, MINE, TO_ACT] {
            let mut plan = conn.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
            let mut rows = plan.raw_query();
            let mut steps: Vec<String> = Vec::new();
            while let Some(row) = rows.next().unwrap() {
                steps.push(row.get(3).unwrap());
            }
            assert!(steps.iter().any(|step| step.starts_with("SEARCH games")), "{steps:#?}");
            let tables = ["games", "seats", "to_act", "former_holders", "left"];
            let scans =
                |step: &&String| tables.iter().any(|table| step.starts_with(&format!("SCAN {table}")));
            assert_eq!(steps.iter().find(scans), None, "{steps:#?}");
        }
    }
}
