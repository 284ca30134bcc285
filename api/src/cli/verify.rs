//! `fieldpost verify`: an audit bundle, first by the protocol, then by the rules.

use std::path::PathBuf;

use clap::Args;
use domain::{
    audit::{self, RulesFailure},
    log::{self, Bundle, Summary},
    rulesets,
};
use serde_json::json;

use super::{Failure, input, progress, say};

/// Verify an audit bundle: hash chain, dice, seals, heads; then every decision by the rules
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 verified, 1 not (the failure's code and place are printed).

Examples:
  curl -s $URL/v1/games/$GAME/audit > bundle.json && fieldpost verify bundle.json
  fieldpost verify bundle.json --vkey \"$VKEY\" --mail your-move.eml --mail head.txt
  curl -s $URL/v1/games/$GAME/audit | fieldpost verify - --json")]
pub(crate) struct Verify {
    /// The bundle; `-` reads standard input.
    bundle: PathBuf,
    /// The key from the mail that invited you: the game must be signed with it.
    #[arg(long)]
    vkey: Option<String>,
    /// A mail of yours (or a saved `head.txt`): its heads must fit the log.
    #[arg(long, value_name = "FILE")]
    mail: Vec<PathBuf>,
    /// As one JSON object.
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let bytes = input::read(&self.bundle)?;
        let mut notes = Vec::new();
        for path in &self.mail {
            let found = input::notes_in_mail(&input::read(path)?);
            if found.is_empty() {
                return Err(Failure(format!("{}: there is no signed head in it", path.display())));
            }
            notes.extend(found);
        }
        let bundle = Bundle::read(&bytes);
        let summary = bundle
            .as_ref()
            .map_err(|why| *why)
            .and_then(|bundle| log::verify(bundle, self.vkey.as_deref(), &notes));
        let (bundle, summary) = match (bundle, summary) {
            (Ok(bundle), Ok(summary)) => (bundle, summary),
            (_, Err(why)) | (Err(why), _) => return self.refuse(why.code.as_str(), &why.at.to_string()),
        };
        let bar = progress::bar(bundle.log.len() as u64, "rules");
        let judged = audit::judge(&rulesets::find, &bundle.log, &mut |done| bar.set_position(done as u64));
        bar.finish_and_clear();
        match judged {
            Ok(report) => self.confirm(&summary, &report),
            Err(RulesFailure { fault, seq }) => self.refuse(fault.code(), &format!("line:{seq}")),
        }
    }

    fn refuse(&self, code: &str, place: &str) -> Result<(), Failure> {
        if self.json {
            say(&json!({ "verified": false, "code": code, "at": place }).to_string());
        }
        Err(Failure(format!("not verified: {code} at {place}")))
    }

    fn confirm(&self, summary: &Summary, report: &audit::RulesReport) -> Result<(), Failure> {
        let summary = serde_json::to_value(summary)?;
        if self.json {
            say(&json!({ "verified": true, "protocol": summary, "rules": report }).to_string());
            return Ok(());
        }
        say("verified");
        if let Some(members) = summary.as_object() {
            for (name, value) in members {
                say(&format!(
                    "  {name}: {}",
                    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
                ));
            }
        }
        let (decided, folded) = (report.turns_decided, report.turns_folded);
        say(&format!("  rules: {} turns of {} decided again, all the same", decided, report.ruleset));
        if 0 < report.turns_sealed {
            say(&format!(
                "  note: {} turns were decided in secret: their seals fit what was opened, and what followed was decided \
                 again",
                report.turns_sealed
            ));
        }
        if 0 < folded {
            let (then, now) = report.versions;
            say(&format!(
                "  note: {folded} turns were decided by version {then} of the rules; this is version {now}"
            ));
        }
        Ok(())
    }
}
