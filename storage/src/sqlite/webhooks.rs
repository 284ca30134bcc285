//! Webhooks: the rows, and which of them want a letter. Their deliveries are in `deliveries.rs`.

use rusqlite::{Connection, named_params};

use super::{
    SqliteStorage, accounts, deliveries,
    sql::{Columns, all, first, int, limit, opt_int, put},
};
use crate::{
    AnswerRow, DeliveryOutcome, DeliveryRow, Error, MAIL_ONLY, NewLetter, PlayerId, Result, WebhookRow,
    WebhookStorage,
};

macro_rules! columns {
    () => {
        "id, player, sealed, shape, game, events, active, off_reason, failures, failing_since, created"
    };
}

impl WebhookStorage for SqliteStorage {
    fn create_webhook(&self, webhook: WebhookRow, n_max: usize, answer: Option<AnswerRow>) -> Result<()> {
        self.write(move |conn| {
            create(conn, &webhook, n_max)?;
            accounts::remember(conn, answer.as_ref())
        })
    }

    fn webhooks_of(&self, player: &PlayerId) -> Result<Vec<WebhookRow>> {
        self.read(|conn| {
            let sql = concat!(
                "SELECT ",
                columns!(),
                " FROM webhooks INDEXED BY webhooks_of_player WHERE player = ?1 ORDER BY created, id"
            );
            all(conn, sql, [&player.0], read)
        })
    }

    fn webhook(&self, player: &PlayerId, id: &str) -> Result<WebhookRow> {
        self.read(|conn| {
            let sql = concat!("SELECT ", columns!(), " FROM webhooks WHERE id = ?1 AND player = ?2");
            first(conn, sql, [id, &player.0], read)?.ok_or(Error::NotFound)
        })
    }

    fn put_webhook(&self, webhook: WebhookRow, answer: Option<AnswerRow>) -> Result<()> {
        self.write(move |conn| {
            write_again(conn, &webhook)?;
            accounts::remember(conn, answer.as_ref())
        })
    }

    fn delete_webhook(&self, player: &PlayerId, id: &str) -> Result<()> {
        let (player, id) = (player.clone(), id.to_owned());
        self.write(move |conn| {
            must_have(conn, &player, &id)?;
            put(conn, "DELETE FROM deliveries WHERE webhook = ?1", [&id])?;
            put(conn, "DELETE FROM webhooks WHERE id = ?1", [&id]).map(drop)
        })
    }

    fn post_to_webhook(&self, webhook: &str, letter: NewLetter, answer: Option<AnswerRow>) -> Result<u64> {
        let webhook = webhook.to_owned();
        self.write(move |conn| {
            let player = letter.player.as_ref().ok_or(Error::NotFound)?;
            must_have(conn, player, &webhook)?;
            let id = deliveries::queue(conn, &webhook, player, &letter)?;
            accounts::remember(conn, answer.as_ref())?;
            Ok(id)
        })
    }

    fn deliveries(&self, webhook: &str, before: Option<u64>, limit: usize) -> Result<Vec<DeliveryRow>> {
        self.read(|conn| deliveries::page(conn, webhook, before, limit))
    }

    fn deliveries_due(&self, now: u64, limit: usize) -> Result<Vec<DeliveryRow>> {
        self.read(|conn| deliveries::due(conn, now, limit))
    }

    fn next_delivery_due(&self) -> Result<Option<u64>> {
        self.read(deliveries::next_due)
    }

    fn delivery_outcome(&self, id: u64, outcome: DeliveryOutcome) -> Result<()> {
        self.write(move |conn| deliveries::outcome(conn, id, &outcome))
    }

    fn forget_deliveries(&self, before: u64) -> Result<usize> {
        self.write(move |conn| deliveries::forget(conn, before))
    }
}

fn read(row: &mut Columns) -> Result<WebhookRow> {
    Ok(WebhookRow {
        id: row.take()?,
        player: PlayerId(row.take()?),
        sealed: row.take()?,
        shape: row.take()?,
        game: row.opt_game()?,
        events: row.take::<String>()?.split_whitespace().map(str::to_owned).collect(),
        active: row.take()?,
        off_reason: row.take()?,
        failures: row.number()?,
        failing_since: row.opt_number()?,
        created: row.number()?,
    })
}

fn create(conn: &Connection, webhook: &WebhookRow, n_max: usize) -> Result<()> {
    let sql = "
        INSERT INTO webhooks (
            id, player, sealed, shape, game, events, active, off_reason, failures, failing_since, created
        ) SELECT
            :id, :player, :sealed, :shape, :game, :events, :active, :off_reason, :failures, :failing_since, :created
        WHERE (SELECT count(*) FROM webhooks WHERE player = :player) < :n_max";
    let params = named_params! {
        ":id": webhook.id,
        ":player": webhook.player.0,
        ":sealed": webhook.sealed,
        ":shape": webhook.shape,
        ":game": webhook.game.as_ref().map(|game| game.as_str()),
        ":events": webhook.events.join(" "),
        ":active": webhook.active,
        ":off_reason": webhook.off_reason,
        ":failures": webhook.failures,
        ":failing_since": opt_int(webhook.failing_since),
        ":created": int(webhook.created),
        ":n_max": limit(n_max),
    };
    match put(conn, sql, params)? {
        0 => Err(Error::Conflict),
        _ => Ok(()),
    }
}

fn write_again(conn: &Connection, webhook: &WebhookRow) -> Result<()> {
    let sql = "
        UPDATE webhooks SET
            sealed = :sealed, shape = :shape, game = :game, events = :events, active = :active,
            off_reason = :off_reason, failures = :failures, failing_since = :failing_since
        WHERE id = :id AND player = :player";
    let params = named_params! {
        ":id": webhook.id,
        ":player": webhook.player.0,
        ":sealed": webhook.sealed,
        ":shape": webhook.shape,
        ":game": webhook.game.as_ref().map(|game| game.as_str()),
        ":events": webhook.events.join(" "),
        ":active": webhook.active,
        ":off_reason": webhook.off_reason,
        ":failures": webhook.failures,
        ":failing_since": opt_int(webhook.failing_since),
    };
    match put(conn, sql, params)? {
        0 => Err(Error::NotFound),
        _ => Ok(()),
    }
}

fn must_have(conn: &Connection, player: &PlayerId, id: &str) -> Result<()> {
    let sql = "SELECT 1 FROM webhooks WHERE id = ?1 AND player = ?2";
    let found: Option<i64> = first(conn, sql, [id, &player.0], |row| row.take())?;
    found.map(drop).ok_or(Error::NotFound)
}

/// Queues a letter for those of its player's webhooks that want it. Letters about no game hold codes, and what goes to an
/// address, whoever's it is, answers who wrote from there: they are mail only.
pub(super) fn tell(conn: &Connection, letter: &NewLetter) -> Result<()> {
    let (Some(player), Some(game), None) = (&letter.player, &letter.game, &letter.address) else {
        return Ok(());
    };
    if MAIL_ONLY.contains(&letter.kind.as_str()) {
        return Ok(());
    }
    let sql = "
        SELECT id FROM webhooks
        WHERE player = ?1 AND active = 1 AND (game IS NULL OR game = ?2)
            AND (events = '' OR 0 < instr(' ' || events || ' ', ' ' || ?3 || ' '))
        ORDER BY created, id";
    let wanting: Vec<String> = all(conn, sql, [&player.0, game.as_str(), &letter.kind], |row| row.take())?;
    for webhook in &wanting {
        deliveries::queue(conn, webhook, player, letter)?;
    }
    Ok(())
}

/// Forgets the webhooks of a player, and what was on its way to them.
pub(super) fn forget_of(conn: &Connection, player: &str) -> Result<()> {
    let sql = "DELETE FROM deliveries WHERE webhook IN (SELECT id FROM webhooks WHERE player = ?1)";
    put(conn, sql, [player])?;
    put(conn, "DELETE FROM webhooks WHERE player = ?1", [player]).map(drop)
}
