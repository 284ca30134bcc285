//! Records: games as portable text, which `fieldpost replay` reads.

use api::record::parse_record;
use domain::ruleset::{Focus, Viewer};
use serde_json::Value;

use super::{notation, scenario::bots_games};

/// Records with the orders of a bot's turn, or of every kind: whether the rules would take them, the reader has to find.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let orders = notation::seeds();
    let seed = |log: Vec<String>| {
        let first: Value = serde_json::from_str(log.first()?).ok()?;
        let rules = &first["rules"];
        let id = rules["ruleset"].as_str()?;
        let seat = first["seats"][0].as_str()?;
        let text =
            orders.iter().map(|text| String::from_utf8_lossy(text)).find(|text| text.starts_with(id))?;
        let text = text.split_once('\n')?.1.to_owned();
        let at = "2027-01-15T08:00:00Z";
        let record = format!(
            "[Format \"fieldpost-record/1\"]\n[Game \"7k3m9q2x4c8n\"]\n%rules {rules}\n\n== 0 server {at} ==\n! start\n\n\
             == 1 {seat} {at} ==\n{text}\n# words\n#% roll 0/1 d6 3 LBH-7.18 attack\n"
        );
        Some(record.into_bytes())
    };
    bots_games().into_iter().filter_map(seed).collect()
}

pub(super) fn run(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let Ok(record) = parse_record(text) else { return };
    assert_eq!(
        parse_record(&record.to_text()).as_ref(),
        Ok(&record),
        "what is read is written again as it was"
    );
    // Where the rules would not play it so, it says where; that is no fault.
    drop(record.play(&mut |_, game| drop(game.play().board(&Viewer::Spectator, &Focus::none()).to_text())));
}
