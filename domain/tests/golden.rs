//! Finished games fold to the same end for ever: a game that was played by a version of this program is a fact.
//!
//! `games/<ruleset>/<name>.jsonl` are logs, line by line; `<name>.end.json` is what everybody saw at the end. A new log is
//! given its end with `UPDATE_EXPECT=1`.

#![allow(clippy::disallowed_methods)] // tests may read the files of the house; what they test may not

use std::{env, fs, path::Path};

use domain::{
    audit,
    chronicle::Chronicle,
    hash::Hash,
    log::{self, Bundle},
    ruleset::Viewer,
    rulesets,
};

fn check(path: &Path) {
    let text = fs::read_to_string(path).expect("a golden game");
    let log: Vec<String> = text.lines().map(str::to_owned).collect();
    let name = path.display();
    log::verify(&Bundle::new(log.clone(), Vec::new()), None, &[])
        .unwrap_or_else(|why| panic!("{name}: {why}"));
    let lines = log.iter().map(|line| (line.as_str(), Hash::of(line)));
    let chronicle = Chronicle::open(&rulesets::find, lines).unwrap_or_else(|why| panic!("{name}: {why}"));
    let report =
        audit::judge(&rulesets::find, &log, &mut |_| {}).unwrap_or_else(|why| panic!("{name}: {why}"));
    assert!(0 < report.turns_decided + report.turns_folded);
    let end = serde_json::json!({
        "head": chronicle.ledger().head(),
        "result": chronicle.game().outcome(),
        "view": chronicle.game().view(&Viewer::Spectator),
    });
    let end = format!("{end:#}\n");
    let kept = path.with_extension("end.json");
    if env::var_os("UPDATE_EXPECT").is_some() && !kept.exists() {
        fs::write(&kept, &end).expect("the end of a new golden game");
    }
    assert_eq!(fs::read_to_string(&kept).expect("the kept end"), end, "{name}");
}

#[test]
fn golden_games_fold_to_the_same_end() {
    let mut seen = 0;
    for ruleset in rulesets::ALL {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(ruleset.id());
        let before = seen;
        for entry in fs::read_dir(&folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display())) {
            let path = entry.expect("a folder's entry").path();
            if path.extension().is_some_and(|extension| extension == "jsonl") {
                check(&path);
                seen += 1;
            }
        }
        assert!(before < seen, "{} has a golden game", ruleset.id());
    }
}
