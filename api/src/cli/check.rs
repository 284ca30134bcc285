//! `fieldpost check`: every game of the store, by the protocol, by the rules, and against its projections.

use clap::Args;
use domain::{audit, hash::Hash, ids::GameId, log::Verifier, rulesets};
use serde_json::json;
use storage::Storage;

use super::{Failure, SettingsArgs, progress, say};
use crate::service::projection;

/// Lines read at a time.
const PAGE: usize = 2_000;

/// Check every game of the store: chain, dice, rules, projections (the server may be running)
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 all is right, 1 not (each fault is one line).

Examples:
  fieldpost check
  fieldpost check --data /var/lib/fieldpost --json")]
pub(crate) struct Check {
    #[command(flatten)]
    settings: SettingsArgs,
    /// As one JSON object.
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let config = self.settings.config()?;
        let (store, _held) = super::existing_store(&config)?;
        let whole = store.check();
        let pragmas = store.pragmas();
        let report = all_games(&store);
        store.close();
        let Report { games, lines, faults } = report?;
        let pragmas = pragmas?;
        if self.json {
            let faults: Vec<_> =
                faults.iter().map(|(game, fault)| json!({ "game": game, "fault": fault })).collect();
            let store: serde_json::Map<String, serde_json::Value> =
                pragmas.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
            say(&json!({ "store": store, "games": games, "lines": lines, "faults": faults }).to_string());
        } else {
            let pragmas: Vec<String> =
                pragmas.iter().map(|(name, value)| format!("{name} {value}")).collect();
            say(&format!("the store: {}", pragmas.join(", ")));
            faults.iter().for_each(|(game, fault)| say(&format!("{game}: {fault}")));
            say(&format!("{games} games, {lines} lines, {} faults", faults.len()));
        }
        // Last, so that it is known which games are whole all the same.
        whole?;
        if faults.is_empty() { Ok(()) } else { Err(Failure(format!("{} games have faults", faults.len()))) }
    }
}

/// What a store was found to hold.
pub(crate) struct Report {
    pub(crate) games: usize,
    pub(crate) lines: u64,
    pub(crate) faults: Vec<(GameId, String)>,
}

/// Checks every game.
///
/// # Errors
/// A store that does not even say which games it holds.
pub(crate) fn all_games(store: &dyn Storage) -> Result<Report, Failure> {
    let mut ids: Vec<GameId> = Vec::new();
    loop {
        let page = store.game_ids(ids.last(), PAGE)?;
        if page.is_empty() {
            break;
        }
        ids.extend(page);
    }
    let bar = progress::bar(ids.len() as u64, "games");
    let mut report = Report { games: ids.len(), lines: 0, faults: Vec::new() };
    for id in ids {
        match game(store, &id) {
            Ok(read) => report.lines += read,
            Err(fault) => report.faults.push((id, fault)),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(report)
}

/// Checks one game; gives the number of its lines.
fn game(store: &dyn Storage, id: &GameId) -> Result<u64, String> {
    let text = |why: &dyn std::fmt::Display| why.to_string();
    let (row, to_act) = projection::standing(store, id)?;
    let mut lines = Vec::new();
    let mut verifier = Verifier::new(None);
    loop {
        // Not beyond the row's version: a server beside us may be writing.
        let left = usize::try_from(row.version).unwrap_or(usize::MAX).saturating_sub(lines.len()).min(PAGE);
        let page = if left == 0 {
            Vec::new()
        } else {
            store.lines(id, lines.len() as u64, left).map_err(|why| text(&why))?
        };
        if page.is_empty() {
            break;
        }
        for line in page {
            verifier.add(&line.line).map_err(|why| text(&why))?;
            if Hash::of(&line.line).as_bytes() != &line.hash {
                return Err(format!("hash-differs at line:{}", line.seq));
            }
            lines.push(line);
        }
    }
    if lines.is_empty() {
        return Err("log-missing at line:1".to_owned());
    }
    let log: Vec<String> = lines.iter().map(|row| row.line.clone()).collect();
    audit::judge(&rulesets::find, &log, &mut |_| {}).map_err(|why| text(&why))?;
    projection::is_of_its_log(store, (&row, &to_act), &lines, &log)?;
    Ok(log.len() as u64)
}
