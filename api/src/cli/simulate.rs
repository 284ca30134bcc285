//! `fieldpost simulate`: bots play whole games; every invariant is checked in each, and the statistics printed.

use std::{collections::BTreeMap, fs, path::PathBuf, time::Instant};

use clap::Args;
use domain::{
    audit,
    chronicle::Chronicle,
    hash::Hash,
    log::{self, Bundle},
    ruleset::OutcomeKind,
    rulesets,
    seam::{AnyRuleset, PlanChoice, Prepared},
    simulate::{Simulated, simulate},
};
use serde_json::json;

use super::{Failure, progress, say};

/// Let bots play whole games: invariants, statistics
#[derive(Debug, Args)]
#[command(
    after_help = "Every game is verified, decided again and folded again; the first fault ends the run with status 1.

Examples:
  fieldpost simulate little_bighorn --games 1000
  fieldpost simulate little_bighorn --scenario standard --seat-plan groups --games 50 --json
  fieldpost simulate counting_coup --scenario last_stand --options '{\"edition\": \"v1\"}' --games 20
  fieldpost simulate little_bighorn --games 1 --seed 7 --save games/"
)]
pub(crate) struct Simulate {
    /// A ruleset's id.
    ruleset: String,
    /// How many games.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// A scenario's id; the ruleset's first one when left out.
    #[arg(long)]
    scenario: Option<String>,
    /// A seat plan of the scenario; its default one when left out.
    #[arg(long)]
    seat_plan: Option<String>,
    /// Options that differ from the scenario's, as a JSON object.
    #[arg(long, value_name = "JSON", value_parser = json)]
    options: Option<serde_json::Value>,
    /// The number of the first game: the same number gives the same game.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Keep each game's log in this folder, line by line.
    #[arg(long, value_name = "FOLDER")]
    save: Option<PathBuf>,
    /// As one JSON object.
    #[arg(long)]
    json: bool,
}

fn json(text: &str) -> Result<serde_json::Value, serde_json::Error> {
    serde_json::from_str(text)
}

/// Sums over all games.
#[derive(Default)]
struct Sums {
    ends: BTreeMap<String, u64>,
    /// Where places count before sides: which side has won all the same.
    sides: BTreeMap<String, u64>,
    reasons: BTreeMap<String, u64>,
    rounds: Vec<u32>,
    turns: u64,
    rolls: u64,
    lines: u64,
}

impl Simulate {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let ruleset = rulesets::find(&self.ruleset).ok_or_else(|| {
            let known: Vec<&str> = rulesets::ALL.iter().map(|ruleset| ruleset.id()).collect();
            Failure(format!("there is no ruleset `{}`; there are {}", self.ruleset, known.join(", ")))
        })?;
        let prepared = self.prepare(ruleset)?;
        if let Some(folder) = &self.save {
            fs::create_dir_all(folder)?;
        }
        let bar = progress::bar(self.games, "games");
        let began = Instant::now();
        let mut sums = Sums::default();
        for number in self.seed..self.seed.saturating_add(self.games) {
            let played = simulate(ruleset, &prepared, number)?;
            check(&played).map_err(|what| Failure(format!("game {number}: {what}")))?;
            if let Some(folder) = &self.save {
                let name = format!("{}-{number}.jsonl", prepared.scenario_id);
                fs::write(folder.join(name), played.log.join("\n") + "\n")?;
            }
            sums.add(&played);
            bar.inc(1);
        }
        bar.finish_and_clear();
        self.report(&prepared, sums, began.elapsed().as_micros());
        Ok(())
    }

    fn prepare(&self, ruleset: &dyn AnyRuleset) -> Result<Prepared, Failure> {
        let scenarios = ruleset.scenarios();
        let wanted = self.scenario.as_deref();
        let found = scenarios.iter().find(|(id, _)| wanted.is_none_or(|wanted| wanted == *id));
        let (_, json) = found.ok_or_else(|| {
            let known: Vec<&str> = scenarios.iter().map(|(id, _)| *id).collect();
            Failure(format!("there are the scenarios {}", known.join(", ")))
        })?;
        let scenario = serde_json::from_str(json)?;
        let choice = self.seat_plan.clone().map_or(PlanChoice::Default, PlanChoice::Named);
        ruleset.prepare(&scenario, &choice, self.options.as_ref()).map_err(|faults| {
            let first = faults.into_iter().next();
            Failure(first.map_or_else(
                || "cannot be prepared".to_owned(),
                |why| format!("{}: {}", why.pointer, why.detail),
            ))
        })
    }

    fn report(&self, prepared: &Prepared, mut sums: Sums, micros: u128) {
        let games = self.games.max(1);
        sums.rounds.sort_unstable();
        let rounds: u64 = sums.rounds.iter().map(|&rounds| u64::from(rounds)).sum();
        let tenths = |sum: u64| format!("{}.{}", sum / games, sum * 10 / games % 10);
        let span = (sums.rounds.first().copied().unwrap_or(0), sums.rounds.last().copied().unwrap_or(0));
        if self.json {
            say(&json!({
                "ruleset": prepared.ruleset, "scenario": prepared.scenario_id, "games": self.games, "seed": self.seed,
                "ends": sums.ends, "sides": sums.sides, "reasons": sums.reasons, "rounds": {"sum": rounds, "least": span.0, "most": span.1},
                "turns": sums.turns, "rolls": sums.rolls, "lines": sums.lines,
                "microseconds": u64::try_from(micros).unwrap_or(u64::MAX),
            })
            .to_string());
            return;
        }
        say(&format!(
            "{} games of {}, {}: all verified and decided again",
            self.games, prepared.ruleset, prepared.scenario_id
        ));
        for (what, counts) in [("ends", &sums.ends), ("sides", &sums.sides), ("reasons", &sums.reasons)] {
            if counts.is_empty() {
                continue;
            }
            let shares: Vec<String> =
                counts.iter().map(|(name, n)| format!("{name} {n} ({} %)", n * 100 / games)).collect();
            say(&format!("  {what}: {}", shares.join(", ")));
        }
        say(&format!("  rounds: {} on average, {} to {}", tenths(rounds), span.0, span.1));
        say(&format!(
            "  turns {}, rolls {}, lines {} a game",
            tenths(sums.turns),
            tenths(sums.rolls),
            tenths(sums.lines)
        ));
        say(&format!("  {} µs a game, checks included", micros / u128::from(games)));
    }
}

impl Sums {
    fn add(&mut self, played: &Simulated) {
        let winners = || played.outcome.winners.iter().map(|seat| seat.as_str());
        let ends: Vec<String> = match played.outcome.outcome {
            OutcomeKind::Draw | OutcomeKind::Aborted => vec!["draw".to_owned()],
            OutcomeKind::Win => vec![winners().collect::<Vec<_>>().join(" + ")],
            OutcomeKind::Ranking => winners().map(str::to_owned).collect(), // each of the first places
        };
        for end in ends {
            *self.ends.entry(end).or_default() += 1;
        }
        if let Some(side) = &played.outcome.side_result {
            *self.sides.entry(side.clone()).or_default() += 1;
        }
        *self.reasons.entry(played.outcome.reason.clone()).or_default() += 1;
        self.rounds.push(played.rounds);
        self.turns += played.turns;
        self.rolls += played.rolls;
        self.lines += played.log.len() as u64;
    }
}

/// What must hold of every game: it verifies, the rules decide it again, and its log folds to where it ended.
fn check(played: &Simulated) -> Result<(), String> {
    let bundle = Bundle::new(played.log.clone(), Vec::new());
    log::verify(&bundle, None, &[]).map_err(|why| why.to_string())?;
    audit::judge(&rulesets::find, &played.log, &mut |_| {}).map_err(|why| why.to_string())?;
    let lines = played.log.iter().map(|line| (line.as_str(), Hash::of(line)));
    let folded = Chronicle::open(&rulesets::find, lines).map_err(|why| why.to_string())?;
    if folded.game().same(played.end.game()) {
        Ok(())
    } else {
        Err("its log folds to another state".to_owned())
    }
}
