//! `fieldpost check`: every game of the store, by the protocol, by the rules, and against its projections.

use clap::Args;
use domain::{audit, hash::Hash, ids::GameId, log::Verifier, rulesets};
use serde_json::json;
use storage::Storage;

use super::{Failure, SettingsArgs, progress, say};
use crate::service::{change::same_projection, hall};

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
        let store = super::existing_store(&config)?;
        let mut ids = Vec::new();
        loop {
            let page = store.game_ids(ids.last(), PAGE)?;
            if page.is_empty() {
                break;
            }
            ids.extend(page);
        }
        let bar = progress::bar(ids.len() as u64, "games");
        let mut faults: Vec<(GameId, String)> = Vec::new();
        let mut lines = 0;
        for id in &ids {
            match unless_it_moves(&store, id) {
                Ok(read) => lines += read,
                Err(fault) => faults.push((id.clone(), fault)),
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        store.close();
        if self.json {
            let faults: Vec<_> =
                faults.iter().map(|(game, fault)| json!({ "game": game, "fault": fault })).collect();
            say(&json!({ "games": ids.len(), "lines": lines, "faults": faults }).to_string());
        } else {
            faults.iter().for_each(|(game, fault)| say(&format!("{game}: {fault}")));
            say(&format!("{} games, {lines} lines, {} faults", ids.len(), faults.len()));
        }
        if faults.is_empty() { Ok(()) } else { Err(Failure(format!("{} games have faults", faults.len()))) }
    }
}

/// Checks one game; again, if a server beside us wrote to it meanwhile.
fn unless_it_moves(store: &dyn Storage, id: &GameId) -> Result<u64, String> {
    let revision = || store.game(id).map(|row| row.revision).map_err(|why| why.to_string());
    for _ in 0..20 {
        let before = revision()?;
        let checked = game(store, id);
        if checked.is_ok() || revision()? == before {
            return checked;
        }
    }
    game(store, id)
}

/// Checks one game; gives the number of its lines.
fn game(store: &dyn Storage, id: &GameId) -> Result<u64, String> {
    let text = |why: &dyn std::fmt::Display| why.to_string();
    let row = store.game(id).map_err(|why| text(&why))?;
    let mut log = Vec::new();
    let mut verifier = Verifier::new(None);
    loop {
        // Not beyond the row's version: a server beside us may be writing.
        let left = usize::try_from(row.version).unwrap_or(usize::MAX).saturating_sub(log.len()).min(PAGE);
        let page = if left == 0 {
            Vec::new()
        } else {
            store.lines(id, log.len() as u64, left).map_err(|why| text(&why))?
        };
        if page.is_empty() {
            break;
        }
        for line in page {
            verifier.add(&line.line).map_err(|why| text(&why))?;
            if Hash::of(&line.line).as_bytes() != &line.hash {
                return Err(format!("hash-differs at line:{}", line.seq));
            }
            log.push(line.line);
        }
    }
    if log.is_empty() {
        return Err("log-missing at line:1".to_owned());
    }
    audit::judge(&rulesets::find, &log, &mut |_| {}).map_err(|why| text(&why))?;
    let folded = hall::fold(store, id, row.version).map_err(|why| text(&why))?;
    same_projection(store, &row, &folded)?;
    Ok(log.len() as u64)
}
