//! Logs and audit bundles: `fieldpost verify`, `fieldpost replay`, and what an import reads.

use domain::{
    audit,
    chronicle::Chronicle,
    hash::Hash,
    log::{self, Body, Bundle, Line},
    ruleset::{Focus, Viewer},
    rulesets,
    tell::tell,
};
use serde_json::{Value, json};

use super::{is_code, scenario::bots_games};

/// Lines of a seed: enough to have dice and a change of phase in them.
const N_LINES: usize = 24;

/// The beginnings of bots' games, and the same as if an unknown version of the rules had decided them: what is only
/// folded and not decided again.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let logs: Vec<Vec<String>> =
        bots_games().into_iter().map(|log| log.into_iter().take(N_LINES).collect()).collect();
    let older = logs.iter().map(|log| {
        let begun = log.first().map(|line| line.replace("\"version\":", "\"version\":9"));
        begun.into_iter().chain(log.iter().skip(1).cloned()).collect::<Vec<_>>()
    });
    logs.iter().cloned().chain(older).map(|log| log.join("\n").into_bytes()).collect()
}

/// A log as lines of JSON. Their chain is mended, so that what a line says is looked at, and not only that its hash is
/// another.
pub(super) fn run(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let log = mended(text);
    for line in &log {
        if let Ok(read) = Line::parse(line) {
            assert_eq!(read.to_text(), *line, "what is read is written again as it was");
            assert_eq!(Line::read(line).as_ref(), Ok(&read), "a line is read in one way");
            rulesets::ALL.iter().for_each(|ruleset| drop(tell(*ruleset, &read)));
        }
    }
    look_at(&Bundle::new(log, Vec::new()));
}

fn mended(text: &str) -> Vec<String> {
    let mut prev = Hash::ZERO;
    let mut log = Vec::new();
    for (seq, line) in (1..).zip(text.lines()) {
        let mended = serde_json::from_str::<Value>(line).ok().and_then(|mut value| {
            let members = value.as_object_mut()?;
            members.insert("seq".to_owned(), json!(seq));
            members.insert("prev".to_owned(), json!(prev));
            Body::of(&value).ok()
        });
        let line = mended.map_or_else(|| line.to_owned(), |line| line.get().to_owned());
        prev = Hash::of(&line);
        log.push(line);
    }
    log
}

pub(super) fn bundles() -> Vec<Vec<u8>> {
    let bundle = |seed: Vec<u8>| {
        let log = String::from_utf8_lossy(&seed).lines().map(str::to_owned).collect();
        Bundle::new(log, vec!["not a note".to_owned()]).to_text().into_bytes()
    };
    let mut bundles: Vec<Vec<u8>> = seeds().into_iter().map(bundle).collect();
    bundles.push(include_bytes!("../../../domain/vectors/log/log-example.json").to_vec());
    bundles
}

/// A bundle's file.
pub(super) fn run_bundle(input: &[u8]) {
    match Bundle::read(input) {
        Err(why) => assert!(is_code(why.code.as_str()), "{why}"),
        Ok(bundle) => {
            let again = Bundle::read(bundle.to_text());
            assert_eq!(again.as_ref(), Ok(&bundle), "what is read is written again as it was");
            look_at(&bundle);
        }
    }
}

fn look_at(bundle: &Bundle) {
    if let Err(why) = log::verify(bundle, None, &[]) {
        assert!(is_code(why.code.as_str()), "{why}");
        return;
    }
    if let Err(why) = audit::judge(&rulesets::find, &bundle.log, &mut |_| {}) {
        assert!(is_code(why.fault.code()), "{why}");
        return;
    }
    let lines = bundle.log.iter().map(|line| (line.as_str(), Hash::of(line)));
    let game = Chronicle::open(&rulesets::find, lines).expect("what the rules confirm can be folded");
    drop(game.game().view(&Viewer::Spectator));
    let board = game.game().play().board(&Viewer::Spectator, &Focus::none());
    drop((board.to_svg(), board.to_text()));
}
